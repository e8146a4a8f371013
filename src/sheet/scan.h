/* src/sheet/scan.h - the text of a sheet or of a case file as lines of words.
 *
 * Lifetime: lines and tokens live in the arena; their texts point into the source. */
#ifndef FELT_SRC_SHEET_SCAN_H
#define FELT_SRC_SHEET_SCAN_H

#include <felt/arena.h>
#include <felt/diag.h>
#include <felt/status.h>

typedef enum token_kind {
    TOKEN_END = 0, /* after the last token of a line */
    TOKEN_WORD,
    TOKEN_NUMBER,  /* digits, perhaps with a - before them */
    TOKEN_SLASHED, /* two words or numbers with a / between them: a wager of another sheet, or a fraction */
    TOKEN_PERCENT, /* digits, perhaps with a point and more digits, and % */
    TOKEN_STRING,  /* text without its quotes */
    TOKEN_COMMA,
    TOKEN_COLON,
    TOKEN_OPEN,
    TOKEN_CLOSE,
    TOKEN_COMMENT, /* only for the formatter: from # to the end of the line */
} token_kind;

typedef struct token {
    token_kind kind;
    felt_text text;
    int line, column; /* from 1; columns count UTF-8 sequences */
    int width;        /* in columns, quotes included */
} token;

/* One statement: the tokens up to the end of the line, or of the last line it goes on in. tokens[count] is a TOKEN_END. */
typedef struct text_line {
    token *tokens;
    int count;
    bool bad; /* something in it could not be read; it was reported */
} text_line;

typedef struct scanned {
    felt_text file, text;
    text_line *lines; /* lines with at least one token */
    int count;
} scanned;

/* Divides `text` into lines of tokens. With `comments`, comments are tokens too, blank lines become lines without tokens, and nothing is
 * joined: every line of the file is a line. Mistakes are reported and their lines marked bad. FELT_ESHEET only when `text` is too large
 * to be read at all. */
felt_status scan_text(felt_arena *arena, felt_text file, felt_text text, bool comments, felt_diags *diags, scanned *ret);

/* Adds an error at `at`; returns it so that example or help can be set, NULL when the list is full. */
felt_diag *scan_error(const scanned *source, felt_diags *diags, const token *at, const char *code, felt_text message);

/* Did memory run out while a diagnostic was made? Then the list does not say all it should. */
bool scan_diags_lost(const felt_diags *diags);

/* Puts the diagnostics from number `from` on into the order of their lines and columns; those of one place keep theirs. */
void scan_diags_sort(felt_diags *diags, int from);

/* What the reader of a whole file returns after `status`, with the diagnostics from `diags_before` on in their order: FELT_EDATA when there
 * are more errors than `errors_before`, FELT_ENOMEM when the list does not say all it should. */
felt_status scan_ended(felt_diags *diags, int diags_before, int errors_before, felt_status status);

/* The line numbered `number` (from 1) of a text, without its end; empty when there is none. */
felt_text scan_source_line(felt_text text, int number);

/* The value of a NUMBER token; false when it is beyond plus or minus `most`. */
bool scan_number(const token *t, long most, long *ret);

#endif
