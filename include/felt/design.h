/* felt/design.h - paytables that meet a target.
 *
 * The rows of a wager are given, and with them how often each decides; the pays are to be found. A request says which edge the house is to
 * have and what else must hold; a felt_design holds how many paytables meet it, the best of them and the frontier. Whether a paytable
 * meets a request is decided in whole numbers and fractions, never in rounded ones.
 *
 * A scene is one number of decks, side and combination of choices that the request leaves. What is asked for must hold in all of them.
 *
 * Lifetime: a felt_design lives in the given arena, but for its numbers: felt_design_free. The sheet must outlive it.
 * Threads:  one thread at a time for one arena.
 * Failure:  results are written only on FELT_OK. GMP itself ends the process when there is no memory for a number. */
#ifndef FELT_DESIGN_H
#define FELT_DESIGN_H

#include <felt/api.h>
#include <felt/arena.h>
#include <felt/dealing.h>
#include <felt/diag.h>
#include <felt/error.h>
#include <felt/exposure.h>
#include <felt/odds.h>
#include <felt/select.h>
#include <felt/sheet.h>
#include <gmp.h>

FELT_API_BEGIN

enum {
    FELT_DESIGN_LIST_MAX = 1024,       /* pays in a list */
    FELT_DESIGN_SCENES_MAX = 256,      /* that differ */
    FELT_DESIGN_FRONTIER_MAX = 20000,  /* paytables kept of a frontier */
    FELT_DESIGN_REASON_BYTES = 1024,   /* of the sentence that says why there is none */
    FELT_DESIGN_WORK_MAX = 2000000000, /* steps of a search */
    FELT_DESIGN_WORK = 200000000,      /* where nobody says how many */
    FELT_DESIGN_SHOES_MAX = 100000,    /* dealt to see what a counter can win */
    FELT_DESIGN_SHOES = 2000,          /* where nobody says how many */
    FELT_DESIGN_CUT = 14,              /* cards behind the cut card, where nobody says */
};

/* ---- what is asked for ---- */

/* A number, num / den with den > 0, in lowest terms. */
typedef struct felt_design_number {
    int64_t num, den;
} felt_design_number;

/* From `least` up to `most`, both included; either may be left open. */
typedef struct felt_design_band {
    bool has_least, has_most;
    felt_design_number least, most;
} felt_design_band;

typedef enum felt_design_prefer {
    FELT_DESIGN_EDGE = 0,     /* the edge nearest to a target, in the scene where it is furthest */
    FELT_DESIGN_LOW_SD,       /* the smallest standard deviation, in the scene where it is largest */
    FELT_DESIGN_HIGH_TOP,     /* the highest top pay */
    FELT_DESIGN_NEAR_PRINTED, /* the fewest pays that are not as printed; of these, the smallest sum of their changes, each as a share of
                                 the printed pay */
} felt_design_prefer;

/* What is asked of one row. */
typedef struct felt_design_row {
    bool fixed;            /* its pay is not to be found ... */
    int pay;               /* ... but this; 0: as printed */
    bool free;             /* it is to be found even though it is printed and others are unset */
    felt_design_band back; /* the share of a unit staked that comes back through it: probability times (net pay + 1) */
} felt_design_row;

/* The shoes that are dealt to see what a counter can win: those of an exposure (felt/exposure.h) with the decks of the scene. */
typedef struct felt_design_shoes {
    felt_dealing_rules rules;
    int cut;   /* cards behind the cut card; 0: FELT_DESIGN_CUT */
    int count; /* 0: FELT_DESIGN_SHOES */
    uint64_t seed;
} felt_design_shoes;

/* All zero but sheet, wager and selection, it asks for nothing. */
typedef struct felt_design_request {
    const felt_sheet *sheet;
    felt_text wager;                 /* by its short or printed name; all its sides */
    const felt_selection *selection; /* decks, readings and options to hold in */
    felt_text column;                /* of the wager's paytable: one that is there, or the name of a new one; empty: the only one left */
    felt_design_band edge;           /* the house's share of a unit */
    felt_design_band hit;            /* the probability of a win, which the rows decide alone */
    felt_design_band sd;             /* the standard deviation of the net win of a unit */
    felt_design_band top;            /* the highest pay, to 1 */
    bool has_exposure;               /* the wager is dealt from a shoe, and ... */
    felt_design_number exposure;     /* ... a perfect counter wins at most so many units a shoe, by the mean of the shoes dealt */
    felt_design_shoes shoes;
    int max_pay;     /* of any row that is to be found, to 1; 0: no limit but the language's */
    const int *pays; /* the only numbers to be printed, rising; NULL: every whole number */
    int pay_count;
    bool any_order; /* rarer rows may pay less */
    bool free_all;  /* printed pays are to be found even where others are unset */
    felt_design_row rows[FELT_ROWS_MAX];
    felt_design_prefer prefer;
    bool has_target;           /* else it is the middle of the band, or its one end */
    felt_design_number target; /* of FELT_DESIGN_EDGE and of the frontier */
    uint64_t work;             /* most steps of the search; 0: FELT_DESIGN_WORK */
} felt_design_request;

/* "5%..8%", "0.05..0.08", "5%..", "..8%": a number has up to nine digits before and nine behind its point. FELT_EDATA: it is none. */
felt_status felt_design_band_read(felt_text text, felt_design_band *ret, felt_error *error);

/* "6.5%" or "0.065". */
felt_status felt_design_number_read(felt_text text, felt_design_number *ret, felt_error *error);

/* "1,2,5,10..20": pays and runs of pays, in any order; "casino": felt_design_casino. Returns them rising and once each, in `arena`. */
felt_status felt_design_pays_read(felt_arena *arena, felt_text text, const int **ret, int *ret_count, felt_error *error);

/* The pays that casinos print: 1 to 12, then round numbers up to 10,000. */
const int *felt_design_casino(int *ret_count);

/* ---- what was found ---- */

/* A row of the wager. */
typedef struct felt_design_line {
    int row;         /* of the wager */
    bool found;      /* its pay was to be found; else it is held as `pay` says */
    int pay;         /* held: the number, as printed or asked for */
    int printed;     /* the number in the sheet; 0: it is unset */
    int denominator; /* the pay is so many "to" or "for" this */
} felt_design_line;

typedef struct felt_design_table {
    const int *pays;                      /* one for each line */
    int top_num, top_den;                 /* the highest pay, to 1 */
    int changed;                          /* pays that are not as printed */
    mpq_t *edge, *variance;               /* in each scene */
    mpq_t least, most;                    /* edges of all scenes */
    mpq_t largest;                        /* variance of all scenes */
    mpq_t distance;                       /* of the edge from the target, in the scene where it is furthest */
    const felt_exposure_figure *exposure; /* units a shoe of a perfect counter, in each scene; NULL: nobody asked */
} felt_design_table;

typedef struct felt_design {
    const felt_sheet *sheet;
    const felt_wager *wager;        /* its first side */
    const felt_option *paytable;    /* NULL: it has none */
    int column;                     /* of its paytable; -1: it has none */
    felt_text added;                /* the name of the column that is new; empty: it is `column` that is replaced */
    felt_odds_list odds;            /* what the scenes were made of ... */
    const felt_odds *const *scenes; /* ... each distinct one once */
    int scene_count;
    const felt_design_line *lines; /* the rows that can win, from the commonest to the rarest of those to be found; held ones last */
    int line_count, found_count;
    const int *unordered; /* pairs of lines whose order differs between scenes, so that neither binds the other: 2 * unordered_count */
    int unordered_count;
    mpq_t target;
    uint64_t count;                /* paytables that meet the request */
    bool counted;                  /* all of them; else there are at least so many */
    bool exhaustive;               /* `best` and `frontier` are of all of them */
    bool casino_only;              /* else they are of those with the pays that casinos print */
    uint64_t steps;                /* that the search took */
    felt_design_shoes shoes;       /* that were dealt; count 0: none */
    const felt_design_table *best; /* NULL: there is none */
    /* Those of which no other is at least as near to the target, of no larger deviation and of no lower top pay, and better in one of the
     * three; by top pay, the highest first, then by distance. */
    const felt_design_table *frontier;
    int frontier_count;
    bool frontier_cut;                     /* it was larger than FELT_DESIGN_FRONTIER_MAX, and the rest is not there */
    char reason[FELT_DESIGN_REASON_BYTES]; /* why there is none; empty where there is one */
} felt_design;

/* Searches. FELT_ENOTFOUND: no such wager. FELT_EDATA: the request cannot be about this wager, and `error` says why. FELT_ELIMIT: too many
 * scenes. FELT_ENOMEM. That nothing meets the request is no failure. */
felt_status felt_design_make(felt_arena *arena, const felt_design_request *request, felt_design *ret, felt_error *error);
void felt_design_free(felt_design *design);

/* What a scene is called: "8 decks, ends=any-seven, on player"; empty where there is but one. Bytes are NULL when the arena is full. */
felt_text felt_design_scene(felt_arena *arena, const felt_odds *scene);

/* The text of the sheet with the pays of `table`, and nothing else changed. */
felt_status felt_design_sheet(felt_arena *arena, const felt_design *design, const felt_design_table *table, felt_text *ret);

/* The rows of the wager with these pays, as they stand in such a text: one for each line of text, to be pasted. */
felt_status felt_design_rows(felt_arena *arena, const felt_design *design, const felt_design_table *table, const felt_text **ret,
                             int *ret_count);

/* ---- findings ---- */

/* Adds to the help of what felt_odds_check has found, of each player's edge and each return below 75 % that is not accepted, the pays
 * nearest to those printed that would mend it, and the edge they make. */
felt_status felt_design_mend(const felt_sheet *sheet, felt_diags *diags);

FELT_API_END

#endif
