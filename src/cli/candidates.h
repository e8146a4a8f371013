/* src/cli/candidates.h - what may stand where a command line ends: candidates, each printed once, one a line.
 *
 * Threads:  one thread at a time. */
#ifndef FELT_SRC_CLI_CANDIDATES_H
#define FELT_SRC_CLI_CANDIDATES_H

#include "cli.h"

enum { CANDIDATES_MAX = 4096 };

typedef struct candidates {
    cli *c;
    felt_arena *arena;
    felt_text kept;  /* the beginning of the word that stays as it is, such as "--sort=" */
    felt_text begun; /* what was typed behind it, with which a candidate begins */
    felt_text seen[CANDIDATES_MAX];
    int seen_count;
} candidates;

/* Prints `kept`, the word and `after`, if the word begins as what was typed, and has not been printed yet. */
void candidates_offer(candidates *l, felt_text word, const char *after);

/* The same of words with spaces between them; of those, one that ends in = is continued. */
void candidates_offer_words(candidates *l, const char *words);

/* The names of shipped sheets, and of shipped strategies; and of these sheets the wagers and groups, the options or their choices, the numbers of decks, the bets of a
 * session. */
void candidates_sheets(candidates *l);
void candidates_strategies(candidates *l);
void candidates_wagers(candidates *l, const felt_sheet *const *sheets, int count);
void candidates_settings(candidates *l, const felt_sheet *const *sheets, int count);
void candidates_decks(candidates *l, const felt_sheet *const *sheets, int count);
void candidates_bets(candidates *l, const felt_sheet *const *sheets, int count);

#endif
