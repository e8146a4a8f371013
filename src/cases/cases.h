/* src/cases/cases.h - what the files of the case reader and runner share. */
#ifndef FELT_SRC_CASES_CASES_H
#define FELT_SRC_CASES_CASES_H

#include "../sheet/parser.h"

#include <felt/cases.h>

/* The reader borrows the sheet parser's cursor, errors and outcomes; `tree` is there because those ask it for the source and the game. */
typedef struct case_reader {
    parser p;
    tree tree;
    wager_source no_wager; /* without a paytable: an expectation is for one column */
    const felt_case_sheets *sheets;
    const felt_sheet *sheet; /* NULL: none was named yet, or it could not be had */
    bool sheet_named;
    bool sheet_failed; /* a sheet does not compile */
    bool skipping;     /* what would open the lines that follow was wrong */
    felt_case *list;
    int count, capacity;

    /* The case being read. */
    bool open;
    bool broken;       /* a line of it is wrong */
    bool round_broken; /* one that tells of the round: nothing more is said of how wagers come out in it */
    bool round_checked;
    const token *name, *player, *banker, *point;
    felt_case now;
    felt_case_roll *rolls; /* room for as many as are allowed, as the two below */
    felt_case_with *withs;
    felt_case_expect *expects;
    bool *faces_asked; /* one for each roll: said already that its faces are needed */
} case_reader;

/* lines.c and expect.c: each begins after the first word of its line, and returns false after a report. */
bool cases_player(case_reader *r);
bool cases_banker(case_reader *r);
bool cases_point(case_reader *r);
bool cases_rolls(case_reader *r);
bool cases_with(case_reader *r);
bool cases_expect(case_reader *r);

/* Is there a round to settle, as `expect` needs, and was it dealt by the rules? Reports once if not. */
bool cases_round_ready(case_reader *r);

/* ---- deciding ---- */

typedef enum decision_kind {
    DECISION_ROW,        /* `row` decides, in craps after `rolls` rolls */
    DECISION_STAYS,      /* craps: nothing has decided */
    DECISION_NONE,       /* baccarat: no row fits */
    DECISION_NOT_PLACED, /* craps: the wager may not be placed with the puck there */
    DECISION_NEEDS_FACES /* craps: the wager tells rolls of that total apart; `rolls` is the index of the roll */
} decision_kind;

typedef struct decision {
    decision_kind kind;
    int row;
    int rolls;
} decision;

/* What the first `roll_count` rolls of a case, or its hands, do to a wager. */
decision cases_decide(const felt_case *c, int roll_count, const felt_variant *variant);

/* Is the variant left over by the first `with_count` of the case's `with` lines? */
bool cases_variant_fits(const felt_case *c, int with_count, const felt_wager *wager, const felt_variant *variant);

#endif
