/* src/strategy/reader.h - what the files of the reader of strategies share. */
#ifndef FELT_SRC_STRATEGY_READER_H
#define FELT_SRC_STRATEGY_READER_H

#include "../sheet/parser.h"
#include "strategy.h"

/* Borrows the sheet parser's cursor and errors; `tree` is there because those ask it for the source. */
typedef struct strategy_reader {
    parser p;
    tree tree;
    felt_strategy *s;
    const felt_sheet *sheets[FELT_BOOK_SHEETS_MAX];
    int sheet_count;
    felt_text names[FELT_STRATEGY_VARIABLES_MAX];      /* of variables */
    const token *reference_at[FELT_STRATEGY_CODE_MAX]; /* where each reference stands */
    bool reference_seen[FELT_STRATEGY_CODE_MAX];       /* it is about results, which may be watched */
    int watched[FELT_STRATEGY_BETS_MAX];               /* wagers of the book */
    const token *title, *unit, *pace;                  /* the lines that come once */
    bool unit_given;                                   /* by the caller: the file's own does not count */
    bool minutes;                                      /* somebody asks for minutes */
} strategy_reader;

/* Each begins at the next token and returns false after a report. */
bool strategy_expression(strategy_reader *r, strategy_code *ret);
bool strategy_condition(strategy_reader *r, strategy_code *ret);
bool strategy_reference_read(strategy_reader *r, int *ret);

/* The variable that the next word names, -1 when it is none. */
int strategy_variable(const strategy_reader *r);

/* Adds what to do to mistakes from `first` on that are signs of other languages; and to the last mistake of the line that is read, if there
 * is one since `errors_before`, where it is a word that people say. */
void strategy_help_signs(felt_diags *diags, int first);
void strategy_help(strategy_reader *r, int errors_before);

/* Is the word one of the language, so that no variable can be called so? */
bool strategy_word(felt_text word);

#endif
