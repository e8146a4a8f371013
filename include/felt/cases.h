/* felt/cases.h - case files: rounds, and what each wager of a sheet must do in them.
 *
 * A case file is read whole: every independent mistake becomes a diagnostic, and any error means that nothing is run. What can be wrong
 * is found while reading (unknown wagers, hands against the drawing rules, wagers that may not be placed), so a run has only two ends
 * for a case: it passes or it fails.
 * Lifetime: cases live in the arena given to felt_cases_read, results in the one given to felt_cases_run; the sheets must outlive both.
 * Threads:  one thread at a time for one arena; cases are read-only. */
#ifndef FELT_CASES_H
#define FELT_CASES_H

#include <felt/api.h>
#include <felt/arena.h>
#include <felt/diag.h>
#include <felt/settle.h>

FELT_API_BEGIN

/* Bytes, lines and words are limited as in a sheet. */
enum {
    FELT_CASE_EVENTS_MAX = FELT_HAND_EVENTS_MAX,
    FELT_CASE_BETS_MAX = 256,
    FELT_CASE_STAKE_MAX = 1000000000,
    FELT_CASE_WITHS_MAX = 16,
    FELT_CASE_EXPECTS_MAX = 1000,
    FELT_CASE_FAILURES_MAX = 64, /* kept of one case */
};

/* An event, known whole or in part: a code of the game. */
typedef struct felt_case_event {
    int code;
    int line, column;
} felt_case_event;

/* Of every option called `option`, only `choice`. */
typedef struct felt_case_with {
    felt_text option, choice;
} felt_case_with;

/* A bet, or what is done with one that stands. */
typedef struct felt_case_bet {
    int line;
    const felt_sheet *sheet;
    const felt_wager *wager;
    felt_action action;
    felt_money stake;
    uint32_t seat;
    int after; /* events of the case before this line */
} felt_case_bet;

typedef enum felt_case_wants {
    FELT_WANTS_PAY = 0, /* what `pay` says */
    FELT_WANTS_REFUSED, /* a bet that is refused */
    FELT_WANTS_AMOUNT,  /* a bet that gets `amount` in all */
} felt_case_wants;

typedef struct felt_case_expect {
    int line;
    const felt_sheet *sheet;
    const felt_wager *wagers; /* one, or all sides of one text */
    int wager_count;
    felt_case_wants wants;
    felt_row_pay pay; /* what must come out; the dealer's pay only counts where has_dealer says so */
    felt_money amount;
    int bet;         /* the index of the bet that it is about; -1: a bet of its own, placed before the first event with all that it needs */
    int event_count; /* events of the case before this line */
    int with_count;  /* `with` lines before it */
} felt_case_expect;

typedef struct felt_case {
    felt_text name;
    int line;
    const felt_sheet *const *sheets; /* of the book */
    int sheet_count;
    int phase;        /* in which the hand begins */
    felt_dealt dealt; /* where a hand is one event */
    const felt_case_event *events;
    int event_count;
    const felt_case_with *withs;
    int with_count;
    const felt_case_bet *bets;
    int bet_count;
    const felt_case_expect *expects;
    int expect_count;
} felt_case;

typedef struct felt_cases {
    felt_text file; /* as given to felt_cases_read */
    const felt_case *list;
    int count;
} felt_cases;

/* How the reader gets at sheets: `find` is called for each name of a `sheet` line, with the name as written, and gives the compiled sheet.
 * FELT_ENOTFOUND and FELT_EIO become a diagnostic of the case file, in which the error's message (empty before, and may be left so) tells
 * more. FELT_ESHEET: the sheet does not compile, which is for `find` to report. FELT_ENOMEM ends the reading. */
typedef struct felt_case_sheets {
    void *context;
    felt_status (*find)(void *context, felt_text name, const felt_sheet **ret, felt_error *error);
} felt_case_sheets;

/* Reads a case file. `file` is what diagnostics call it. FELT_EDATA: `diags` says why. FELT_ESHEET: nothing is wrong with the file, but
 * a sheet that it names does not compile. FELT_ENOMEM: the arena is full. */
felt_status felt_cases_read(felt_arena *arena, felt_text file, felt_text text, const felt_case_sheets *sheets, felt_diags *diags,
                            const felt_cases **ret);

/* One expectation that did not hold: for one wager, and for one way in which it came out otherwise. */
typedef struct felt_case_failure {
    int line; /* of the `expect` */
    const felt_wager *wager;
    const felt_variant *variant; /* the first under which it came out so ... */
    int variant_count;           /* ... of so many */
    int row;                     /* the row that decided, -1: none did */
    felt_text message;           /* such as: expected pays 40 to 1, got loses (row "otherwise", x.felt:12) under paytable=PT1 */
} felt_case_failure;

typedef struct felt_case_result {
    const felt_case_failure *failures;
    int failure_count; /* 0: the case passed */
    int dropped;       /* failures beyond FELT_CASE_FAILURES_MAX */
} felt_case_result;

typedef struct felt_case_results {
    const felt_case_result *list; /* one for each case, in their order */
    int passed, failed;
} felt_case_results;

/* ---- coverage ---- */

/* Of one sheet: which rows decided an expectation that held, under one variant at least. */
typedef struct felt_coverage_sheet {
    const felt_sheet *sheet;
    uint64_t *decided; /* one word for each wager of the sheet; bit i: row i */
    struct felt_coverage_sheet *next;
} felt_coverage_sheet;

/* Adds up over any number of runs. */
typedef struct felt_coverage {
    felt_arena *arena;
    felt_coverage_sheet *first; /* in the order in which cases came to them */
} felt_coverage;

felt_coverage felt_coverage_in(felt_arena *arena);

/* The rows of a wager that a case can come to: those in force under some variant, but not those that stay, which decide nothing. */
uint64_t felt_coverage_wanted(const felt_wager *wager);

/* The rows of a sheet that a case can come to, and those that one came to. */
typedef struct felt_coverage_tally {
    int wanted, decided;
} felt_coverage_tally;

felt_coverage_tally felt_coverage_count(const felt_coverage_sheet *covered);

/* Settles every case, by felt/settle.h, under every variant that it does not rule out. `coverage` may be NULL. FELT_ENOMEM only. */
felt_status felt_cases_run(felt_arena *arena, const felt_cases *cases, felt_coverage *coverage, felt_case_results *ret);

/* Writes a first case file for a sheet, which it calls `name`: for each row of each wager, under its first choices, the shortest hand that
 * the row decides, or one that was dealt, the choices, and what the row does. A row for which none is found in a reasonable time has no
 * case. FELT_ENOMEM only. */
felt_status felt_cases_sketch(felt_arena *arena, const felt_sheet *sheet, felt_text name, felt_text *ret);

FELT_API_END

#endif
