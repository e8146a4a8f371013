/* oracle/shipped.h - the shipped sheets, each wager under each combination of choices beside the oracle's of the same name.
 *
 * For test programs: what is missing or does not compile fails the running test. */
#ifndef ORACLE_SHIPPED_H
#define ORACLE_SHIPPED_H

#include "oracle/wagers.h"

#include <felt/sheet.h>

enum { SHIPPED_MAX = 64, SHIPPED_NAME_BYTES = 80, SHIPPED_OPTIONS_BYTES = 1024 };

typedef struct shipped {
    felt_arena *arena;
    const felt_sheet *sheets[SHIPPED_MAX];
    char names[SHIPPED_MAX][SHIPPED_NAME_BYTES]; /* of their files, without ending */
    int count;
} shipped;

/* Group fixtures: *state becomes a shipped with every sheet of rules/. */
int shipped_setup(void **state);
int shipped_teardown(void **state);

/* The first variant of a wager under some settings, each "option=choice", separated by spaces; options that are not named may be as they
 * like. `ret_wager` may be NULL. */
const felt_variant *shipped_variant(const shipped *s, const char *sheet, const char *wager, const char *side, const char *settings,
                                    const felt_wager **ret_wager);

typedef struct pairing {
    const char *sheet_name;
    const felt_sheet *sheet;
    const felt_sheet *base; /* the sheet of the game's base wagers, beside which it is played; NULL: it is that sheet */
    const felt_wager *wager;
    const felt_variant *variant;
    char wager_name[SHIPPED_NAME_BYTES], side[SHIPPED_NAME_BYTES], options[SHIPPED_OPTIONS_BYTES];
    oracle_bet bet;
} pairing;

/* The sheet of a game's base wagers is called like the game. NULL: `sheet` is that one. */
const felt_sheet *shipped_base(const shipped *s, const felt_sheet *sheet);

/* A pairing with names filled in, but no variant and no bet yet. */
pairing pairing_of(const shipped *s, int sheet, const felt_wager *wager);

/* Fails the test, naming the wager. */
void pairing_fail(const pairing *p, const char *what);

/* Every variant of every wager of a game. One that the oracle does not know fails the test. */
void shipped_each(const shipped *s, const felt_game *game, void (*visit)(const pairing *p, void *with), void *with);

#endif
