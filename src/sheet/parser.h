/* src/sheet/parser.h - what the files of the parser share: a cursor over one line, errors, and words.
 *
 * A parse function returns false after it has reported what is wrong; the caller gives up the line. */
#ifndef FELT_SRC_SHEET_PARSER_H
#define FELT_SRC_SHEET_PARSER_H

#include "tree.h"

typedef struct parser {
    felt_arena *arena;
    felt_diags *diags;
    tree *tree;
    const token *at;     /* the next token of the line */
    const token *first;  /* its first token; NULL where that is not known */
    wager_source *wager; /* the wager being read, NULL outside */
    felt_option *option; /* the option being read, NULL outside */
    int placed_capacity, needs_capacity, may_capacity, vig_capacity;
    int depth;          /* of parentheses and `not` */
    bool option_broken; /* a line of the option could not be read */
    bool skipping;      /* a statement that opens a block was bad: its lines are passed over */
    bool game_unknown;  /* that the game is not known was said: wagers are passed over */
    bool no_memory;
    word_probe *probe; /* NULL but for an editor */
} parser;

/* Memory from the sheet's arena; NULL when there is none, which is remembered in no_memory. */
void *parser_take(parser *p, size_t count, size_t size);

/* Room for one more of `count` items of `size` bytes; false when there is no memory. */
bool parser_grow(parser *p, void **items, int count, int *capacity, size_t size);

/* Reports an error at the next token; always false. */
bool parser_fail(parser *p, const char *code, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* Reports that the next token is not what was expected, and the nearest of `words` (NULL-terminated, or NULL) if there is one. */
bool parser_expected(parser *p, const char *what, const char *const *words);

/* Adds a remedy to the last diagnostic. */
void parser_help(parser *p, felt_text help);

/* Adds "did you mean ...?" to the last diagnostic when one of `words` is near `found`. */
void parser_suggest(parser *p, felt_text found, const char *const *words);

/* The index of the name nearest to `found`, -1 when none is near. */
int parser_nearest(felt_text found, const felt_text *names, int count);

/* The same with names that the sheet has declared. */
void parser_suggest_names(parser *p, felt_text found, const felt_text *names, int count);

bool parser_is(const parser *p, const char *word);                  /* is the next token this word? */
bool parser_is_after(const parser *p, int ahead, const char *word); /* is the token `ahead` of the next one this word? */
bool parser_accept(parser *p, const char *word);                    /* passes over it if so */
bool parser_accept_kind(parser *p, token_kind kind);
bool parser_need(parser *p, const char *word);
bool parser_need_string(parser *p, const char *what, const token **ret);
bool parser_need_number(parser *p, const char *what, int low, int high, int *ret);

/* The number after `to`, which must not be below `low`, the number before it. */
bool parser_need_last(parser *p, const char *what, int low, int high, int *ret);
bool parser_need_end(parser *p);

/* A declared name: a word that is not a statement word; numbers are allowed where `numbers` says so. */
bool parser_need_name(parser *p, const char *what, bool numbers, const token **ret);

/* `3`, `3 to 5`, `2, 3 or 12`, `2, 3 and 4` as bits; numbers from `low` to `high`. */
bool parse_numbers(parser *p, const char *what, int low, int high, uint32_t *ret);

/* The games that there are, for a message: "'baccarat' or 'craps'", or as statements: "'game baccarat with ... decks' or 'game craps'". */
enum { PARSER_GAMES_MAX = 16, PARSER_GAMES_BYTES = PARSER_GAMES_MAX * 64 };
void parser_games(bool statements, char ret[PARSER_GAMES_BYTES]);

bool parse_guard(parser *p, guard *ret); /* after `where`, up to but not including `:` or the end */

/* Names of wagers; of those of other sheets as well where `outside` says so. */
bool parse_refs(parser *p, bool outside, ref **ret, int *ret_count);
bool parse_condition(parser *p, const cond **ret);
bool parse_outcome(parser *p, outcome_source *ret);

/* `5%`, `5% of the win` or `5% of the stake`; in hundredths of a per cent. */
bool parse_percent(parser *p, int *ret, bool *ret_of_stake);
cond *parser_cond(parser *p, cond value); /* a copy in the arena; NULL when there is no memory */

/* The two words of a TOKEN_SLASHED. */
void slashed_parts(felt_text text, felt_text *ret_before, felt_text *ret_after);

/* A wager of a compiled sheet, with all its sides or with one of them. */
typedef struct named_sides {
    const felt_sheet *sheet;
    const felt_wager *wagers;
    int count;
} named_sides;

/* The wager that the next words name: by its short name, before which that of its sheet and a slash may stand, or in quotes as it is
 * printed; `on SIDE` may follow. */
bool parse_named_wager(parser *p, const felt_sheet *const *sheets, int sheet_count, named_sides *ret);

/* The words of the tokens from `first` up to `end`, one space between them. */
felt_text parser_words(parser *p, const token *first, const token *end);

#endif
