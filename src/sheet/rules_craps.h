/* src/sheet/rules_craps.h - what the files of craps share. */
#ifndef FELT_SRC_SHEET_RULES_CRAPS_H
#define FELT_SRC_SHEET_RULES_CRAPS_H

#include "rules.h"
#include "words_facts.h"

#include <felt/craps.h>

bool parse_craps_fact(parser *p, cond *ret);

/* parse_craps.c: the rolls with one of these totals, with any faces, alike or not. */
uint32_t rolls_of_totals(uint32_t totals, faces f);

/* explore_craps.c: the machine of a wager; false when memory runs out or, after a report, when a limit is passed. */
bool compile_machine(compiler *c, const target *t, shape *ret);

/* words_craps.c, and there a set of rolls that a row may count, in the sheet's words: "hard 6 rolled", "2, 3 or 12 rolled"; bytes is NULL
 * when memory runs out. */
extern const words_rules words_rules_craps;
felt_text words_rolls(felt_arena *arena, uint32_t mask);

extern const sheet_rules sheet_rules_craps;

#endif
