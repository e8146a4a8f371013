/* felt/odds.h - what wagers are worth, exactly.
 *
 * A felt_odds holds the exact figures of one wager under one combination of choices: for baccarat from one shoe, for craps from one
 * position of the puck. Figures are fractions (GMP); decimals are made of them when they are printed (felt/ratio.h).
 *
 * Lifetime: a felt_odds_list owns its figures and is freed with felt_odds_list_free; sheet, wager and variant must outlive it.
 * Threads:  computing is pure; one thread at a time for one list.
 * Failure:  results are written only on FELT_OK. GMP itself ends the process when there is no memory for a number. */
#ifndef FELT_ODDS_H
#define FELT_ODDS_H

#include <felt/api.h>
#include <felt/diag.h>
#include <felt/error.h>
#include <felt/ratio.h>
#include <felt/select.h>
#include <felt/sheet.h>
#include <felt/shoe.h>
#include <felt/wager.h>
#include <gmp.h>

FELT_API_BEGIN

typedef struct felt_odds {
    const felt_sheet *sheet;
    const felt_wager *wager;
    const felt_variant *variant;
    uint16_t relevant; /* bit i: the choice of the wager's option i matters to these figures */
    int decks;          /* of a fresh shoe; 0: craps, or a shoe of another composition */
    int start;          /* the phase in which the wager is placed */
    uint16_t same_rows; /* bit p: placed in phase p, rows decide with these probabilities, if not after as many rolls */
    uint16_t same_edge; /* bit p: placed in phase p, the edge is the same but other figures, such as rolls, are not */
    mpz_t deals;        /* where a hand is one event, what combinations are counted out of: ordered six-card deals from the shoe, or all
                           ways to throw it; else 0 */
    mpq_t *rows;        /* the probability that each row of the wager decides; 0 for rows not in force */
    bool has_outcomes; /* every outcome that can occur is defined; if not, has_pays is false, and hit and push are not there */
    mpq_t hit, push;   /* of a win (an unset pay counts as one), of a push */
    mpq_t rolls;       /* craps: the expected number of rolls until the wager is decided; baccarat: 1, the round */
    bool has_pays;     /* every pay that can occur is set; if not, the figures below are not there */
    mpq_t edge;        /* the house's share of a unit handed over, stake and vig; negative when the player has it */
    mpq_t variance;    /* of the net win of a unit staked */
    mpq_t third;       /* its third central moment; skewness is third / variance^(3/2) */
} felt_odds;

typedef struct felt_odds_list {
    felt_odds *list;
    int count, capacity;
} felt_odds_list;

/* Adds the odds of the wagers of `sheet` that are called `wager` (empty: all), for every variant left by the selection that differs in
 * its figures, and for baccarat for every number of decks left by it, or from `shoe` if it is not NULL.
 * FELT_EDATA, FELT_ELIMIT: the shoe cannot be dealt from, or a wager is not complete (felt_sheet_check says why). FELT_ENOMEM. */
felt_status felt_odds_add(felt_odds_list *list, const felt_sheet *sheet, const felt_selection *selection, felt_text wager,
                          const felt_shoe *shoe, felt_error *error);

/* The same for all choices, without the wagers that are not complete: what can be said of a sheet while it is written. */
felt_status felt_odds_add_complete(felt_odds_list *list, const felt_sheet *sheet, felt_error *error);

/* Craps: adds the odds of the wager of entry `entry`, under the same choices, placed with the puck at `start`; for the positions of
 * same_edge, which have no entry of their own. Requires that it may be placed there. */
felt_status felt_odds_add_from(felt_odds_list *list, int entry, int start);

void felt_odds_list_free(felt_odds_list *list);

/* How many ordered deals of six cards each row decides, exactly, from `count` shoes of FELT_RANK_COUNT numbers of cards each: ret[i * rows
 * + r]. The rows of a shoe add up to felt_shoe_deals. FELT_EDATA, FELT_ELIMIT: a shoe cannot be dealt from; the error's item is its index.
 * Requires a wager of a game that is dealt from a shoe. */
felt_status felt_odds_shoe_rows(const felt_wager *wager, const felt_variant *variant, const int32_t *shoes, size_t count, uint64_t *ret,
                                felt_error *error);

/* ---- the choices of an entry ---- */

enum { FELT_ODDS_SETTINGS_MAX = FELT_WAGER_OPTIONS_MAX + 1 };

/* The choices that matter to the entry: the number of decks of a fresh shoe, then the others in the order of the wager. Returns how many.
 * */
int felt_odds_settings(const felt_odds *odds, felt_setting ret[FELT_ODDS_SETTINGS_MAX]);

/* Does the choice of the wager's option `option` matter to the entry? */
bool felt_odds_names(const felt_odds *odds, int option);

/* Craps: does the position of the puck need to be said, since the wager may be placed at the come-out as well and is worth something else
 * there? */
bool felt_odds_names_start(const felt_odds *odds);

/* For people who read the list: joins entries that differ only in a choice which beside their other choices makes no difference. What is
 * left names that option no more (`relevant`), and stands for all its choices that were there. */
void felt_odds_merge(felt_odds_list *list);

/* ---- more figures ---- */

/* Why there is no edge: "undefined" where an outcome that can occur is not defined, "unset" where only a pay is; NULL: there is one. */
const char *felt_odds_missing(const felt_odds *odds);

/* The share of the stakes that comes back: 1 - edge. */
void felt_odds_return(const felt_odds *odds, mpq_t ret);

/* The pay (net, to 1) of a winning row at which the wager would be fair, all else as it is. Requires has_pays and rows[row] > 0. */
void felt_odds_fair(const felt_odds *odds, int row, mpq_t ret);

/* What a row adds to the expected net win of a unit: probability times net pay. Requires has_pays. */
void felt_odds_contribution(const felt_odds *odds, int row, mpq_t ret);

/* The number of deals that a row decides. Requires deals > 0. */
void felt_odds_combinations(const felt_odds *odds, int row, mpq_t ret);

/* The share of a unit staked that comes back through a row: probability times (net pay + 1). False: it is not known, since the row can
 * decide and its pay is unset or its outcome undefined. */
bool felt_odds_row_return(const felt_odds *odds, int row, mpq_t ret);

/* The probabilities and the returns of all rows added up, for whoever wants to see that they come out at 1 and 1 - edge. False: a return
 * is not known, and *ret_return without it. */
bool felt_odds_totals(const felt_odds *odds, mpq_t ret_probability, mpq_t ret_return);

/* The wins to expect in `rounds` bets. Requires has_outcomes. */
void felt_odds_wins(const felt_odds *odds, uint64_t rounds, mpq_t ret);

/* The house's share of a unit for each event that the wager lasts. Requires has_pays. */
void felt_odds_edge_per_roll(const felt_odds *odds, mpq_t ret);

/* The skewness of the net win: its square, and as result its sign; 0 where the net win cannot vary. Requires has_pays. */
int felt_odds_skewness(const felt_odds *odds, mpq_t ret_square);

/* Where the realised return of `rounds` bets will be, by the normal distribution: the share that comes back, less (sign -1) or more (1)
 * z standard errors, z in thousandths; not below 0. Cut off after forty digits. Requires has_pays. */
void felt_odds_range(const felt_odds *odds, uint64_t rounds, long z_thousandths, int sign, mpq_t ret);

/* All rows of one net pay that can occur. */
typedef struct felt_odds_net {
    bool known;             /* false: the pay is unset, or the outcome undefined ... */
    felt_pay_kind missing;  /* ... as this says */
    mpq_t net, probability; /* what a unit wins, -1 for a loss; net is 0 where it is not known */
} felt_odds_net;

/* The distribution of the net win: each net pay that can occur once, lowest first, what is not known last. Returns how many there are, at
 * most the wager's rows; each has two numbers that the caller clears with felt_odds_nets_clear. */
int felt_odds_nets(const felt_odds *odds, felt_odds_net ret[FELT_ROWS_MAX]);
void felt_odds_nets_clear(felt_odds_net *nets, int count);

/* ---- wagers on one round; felt/together.h has more ---- */

/* Are two wagers decided by the same round: both baccarat from the same shoe, or both craps wagers of one roll? */
bool felt_odds_same_round(const felt_odds *a, const felt_odds *b);

/* The covariance of the net wins of a unit on each, decided by the same round. Requires felt_odds_same_round and has_pays of both. */
felt_status felt_odds_covariance(const felt_odds *a, const felt_odds *b, const felt_shoe *shoe, mpq_t ret);

/* The most the house can lose in one round when a unit is bet on each of `count` wagers (different wagers or sides, decided by the same
 * round), and the outcome (baccarat) or roll (craps) in which it does. Wagers without has_pays are passed over. `shoe` as in
 * felt_odds_add. Requires felt_odds_same_round of all pairs. */
felt_status felt_odds_exposure(const felt_odds *const *list, int count, const felt_shoe *shoe, mpq_t ret, int *ret_outcome);

/* Adds to `diags` what the figures of a sheet say against it: player-edge, low-return, uneven-rows, reading-sign. Findings that the sheet
 * accepts are marked so, and an `accept` of one of these that does not occur is reported. */
felt_status felt_odds_check(const felt_sheet *sheet, felt_diags *diags);

/* The same for the wagers and choices that the selection leaves; then nothing is said of `accept` lines that are not needed. */
felt_status felt_odds_check_under(const felt_sheet *sheet, const felt_selection *selection, felt_diags *diags);

FELT_API_END

#endif
