/* src/cases/cases.h - what the files of the case reader and runner share. */
#ifndef FELT_SRC_CASES_CASES_H
#define FELT_SRC_CASES_CASES_H

#include "../settle/position.h"
#include "../sheet/parser.h"

#include <felt/cases.h>

/* The reader borrows the sheet parser's cursor, errors and outcomes; `tree` is there because those ask it for the source and the game. */
typedef struct case_reader {
    parser p;
    tree tree;
    wager_source no_wager; /* without a paytable: an expectation is for one column */
    const felt_case_sheets *finder;
    const felt_sheet *sheets[FELT_BOOK_SHEETS_MAX]; /* the book */
    int sheet_count;                                /* 0: none was named yet, or it could not be had */
    bool sheet_named;
    bool sheet_failed; /* a sheet does not compile */
    bool skipping;     /* what would open the lines that follow was wrong */
    felt_case *list;
    int count, capacity;

    /* The case being read. */
    bool open;
    bool broken;      /* a line of it is wrong */
    bool hand_broken; /* one that tells of the hand: nothing more is said of how wagers come out in it */
    bool hand_checked;
    const token *name, *fields[FELT_FIELDS_MAX], *phase;
    felt_case now;
    felt_case_event *events; /* room for as many as are allowed, as those below */
    felt_case_with *withs;
    felt_case_bet *bets;
    felt_case_expect *expects;
    bool *more_asked; /* one for each event: said already that more of it must be known */
} case_reader;

static inline const felt_game *cases_game(const case_reader *r)
{
    return r->sheets[0]->game;
}

/* lines.c, bets.c and expect.c: each begins after the first word of its line, and returns false after a report. */
bool cases_field(case_reader *r, int field);
bool cases_phase(case_reader *r);
bool cases_with(case_reader *r);
bool cases_bet(case_reader *r);
bool cases_change(case_reader *r);
bool cases_expect(case_reader *r);

/* bets.c: the wager that the next words name, with all its sides, or one of them after `on`. */
bool cases_wager(case_reader *r, named_sides *ret);

/* Is there a hand to settle, as `expect` needs, and was it dealt by the rules? Reports once if not. */
bool cases_hand_ready(case_reader *r);

/* ---- deciding ---- */

typedef enum decision_kind {
    DECISION_ROW,        /* `row` decides, after `events` events */
    DECISION_STAYS,      /* nothing has decided */
    DECISION_NONE,       /* no row fits */
    DECISION_REFUSED,    /* the bet was refused; `why` says why */
    DECISION_TAKEN_DOWN, /* before anything decided */
    DECISION_NOT_PLACED, /* the wager may not be placed in that phase */
    DECISION_NEEDS_MORE, /* the wager must know more of an event; `events` is its index */
} decision_kind;

typedef struct decision {
    decision_kind kind;
    int row;
    int events;
    felt_payment payment;
    bool paid; /* `payment` holds: no pay or outcome was left out */
    felt_text why;
} decision;

/* decide.c: what the first `event_count` events of a case do to a wager under a variant, placed by itself before the first of them. */
decision cases_decide_alone(const felt_case *c, int event_count, const felt_sheet *sheet, const felt_wager *wager,
                            const felt_variant *variant);

/* The same for the bet that the expectation is about, with all bets of the case, in the book that has this variant. */
felt_status cases_decide_bet(felt_arena *arena, const felt_case *c, const felt_case_expect *e, const felt_wager *wager,
                             const felt_variant *variant, decision *ret);

/* Is the variant left over by the first `with_count` of the case's `with` lines? */
bool cases_variant_fits(const felt_case *c, int with_count, const felt_sheet *sheet, const felt_wager *wager, const felt_variant *variant);

#endif
