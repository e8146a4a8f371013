/* felt/sim.h - simulation: whole shoes or shooters with many wagers on at once, and sessions of one bettor.
 *
 * Baccarat is played in whole shoes, craps in whole shooters. What comes out depends on the setup and the seed, not on the number of
 * threads: the work is divided into fixed pieces with random streams of their own, and what is added up are whole numbers. A run that is
 * stopped early has played some number of pieces from the first on.
 * Lifetime: results belong to the caller and are freed with the function named for it.
 * Threads:  a run starts its own; functions may be called from any number of threads.
 * Failure:  results are written only on FELT_OK. */
#ifndef FELT_SIM_H
#define FELT_SIM_H

#include <felt/api.h>
#include <felt/book.h>
#include <felt/dealing.h>
#include <felt/money.h>
#include <felt/sheet.h>
#include <felt/wager.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

FELT_API_BEGIN

enum {
    FELT_SIM_THREADS_MAX = 256,
    FELT_SIM_PHASES_ALL = (1 << FELT_PHASES_MAX) - 1,
    FELT_SESSIONS_MAX = 1000000,
    FELT_SESSION_ROUNDS_MAX = 10000000,
    FELT_SESSION_BETS_MAX = 64,
};

/* Called about twenty times a second by the thread that started a run, with the rounds or sessions done so far. False: stop early. */
typedef bool felt_sim_tick(void *context, uint64_t done);

/* ---- many rounds ---- */

/* A wager that is always on: it is placed at every moment its rule allows when it is not up; bit p of `phases` lets it be placed in phase p
 * (FELT_SIM_PHASES_ALL: wherever its rule allows). */
typedef struct felt_sim_wager {
    const felt_wager *wager;
    const felt_variant *variant;
    uint16_t phases;
} felt_sim_wager;

typedef struct felt_sim_setup {
    const felt_game *game;
    const felt_sim_wager *wagers; /* all of the game, and complete */
    int wager_count;
    int decks;                /* of a shoe, where events are dealt from one */
    int cut;                  /* from a shoe: cards behind the cut card. 0: felt_sim_shoe_rounds rounds from each shoe, whatever they use */
    felt_dealing_rules rules; /* of the shoe, where it has a cut card */
    uint64_t rounds; /* at least so many: rounds of baccarat, in whole shoes (with a cut card about so many, as shoes differ); rolls of
                        craps, in whole shooters */
    uint64_t seed;
    int threads;
    felt_sim_tick *tick; /* may be NULL */
    void *context;
} felt_sim_setup;

typedef struct felt_sim_result {
    uint64_t rounds; /* rounds or rolls */
    uint64_t shoes;  /* shoes, or shooters that have sevened out */
    bool stopped;    /* by tick, before the end */
    int wager_count;
    uint64_t (*rows)[FELT_ROWS_MAX]; /* of each wager: how often each row decided */
} felt_sim_result;

/* Rounds from each shoe when there is no cut card: as many as surely can be dealt. */
int felt_sim_shoe_rounds(const felt_game *game, int decks);

/* FELT_ERANGE: decks, cut, rules, threads or rounds (0, or 2^62 and more) are out of range. FELT_EDATA: a wager is not complete, is of
 * another game, or the variant is another wager's.
 * FELT_ENOMEM: no memory. When threads cannot be started, those that run do all the work. */
felt_status felt_sim_run(const felt_sim_setup *setup, felt_sim_result *ret);
void felt_sim_result_free(felt_sim_result *result);

/* What a sample says of a wager. Doubles: these are estimates, and printed as such. */
typedef struct felt_sim_figures {
    uint64_t decided;  /* bets that were won, lost or pushed */
    uint64_t hits;     /* won; an unset pay counts as one */
    bool has_outcomes; /* no bet came to an outcome that is undefined; if one did, `hits` says nothing */
    bool has_pays;     /* nor to an unset pay; if one did, the figures below are not there */
    double mean;       /* net win of a unit; the edge is its negative */
    double deviation;  /* standard deviation of the net win of a unit */
} felt_sim_figures;

felt_sim_figures felt_sim_sample(const felt_sim_wager *wager, const uint64_t rows[FELT_ROWS_MAX]);

/* What a sample is compared with: the exact figures, as far as there are any. */
typedef struct felt_sim_exact {
    bool has_outcomes, has_pays;
    double hit, edge, variance;
} felt_sim_exact;

/* The z-score of a sample: how many standard errors its mean net win (without pays: its hit frequency) is above the exact one. False when
 * there is none: nothing was decided, or nothing can vary. */
bool felt_sim_z(const felt_sim_figures *sample, const felt_sim_exact *exact, double *ret);

/* The chance that the largest of `count` independent z-scores is at least as far from 0 as `z`. Wagers on the same rounds are not
 * independent, so for a table of them it is a rough guide. */
double felt_sim_z_chance(double z, int count);

/* ---- sessions ---- */

/* A bet of `stake` whenever it may be placed and is not up: every round of baccarat. Where the wager needs a base wager, one must be among
 * the bets, and it must be up or go up in the same moment. */
typedef struct felt_session_bet {
    int wager; /* of the book */
    felt_money stake;
} felt_session_bet;

typedef struct felt_session_setup {
    const felt_book *book;
    const felt_session_bet *bets;
    int bet_count;
    int cut; /* from a shoe, as in felt_sim_setup; every session begins with a fresh shoe */
    felt_dealing_rules rules;
    felt_money bankroll;
    uint64_t rounds; /* of each session: rounds, or rolls */
    uint64_t sessions;
    uint64_t seed;
    int threads;
    felt_sim_tick *tick;
    void *context;
} felt_session_setup;

/* How one session went. A bettor who cannot cover all stakes of the next round (craps: not even the smallest that needs no base wager,
 * and has nothing up) is ruined and stops. In craps a stake that the money on hand does not cover is left out, and what is up after the
 * last roll is taken back. */
typedef struct felt_session {
    felt_money result;   /* money at the end less the bankroll */
    felt_money drawdown; /* the most that money fell below its highest point so far, after any round */
    uint32_t losing_run; /* the longest run of rounds with a net loss; rounds that change nothing do not end it */
    uint32_t ruined;     /* the round after which the bettor was ruined; 0: not at all */
    uint64_t rounds;     /* played */
} felt_session;

/* What was bet on one wager, over all sessions. */
typedef struct felt_session_action {
    int wager;         /* of the book */
    uint64_t bets;     /* placed */
    felt_money action; /* handed over for them, and to raise them */
    /* Of each state of the wager's machine: what was handed over while the bet stood there, less what came back undecided. What all of it
     * is worth (felt/standing.h) is what the bets were expected to bring. */
    int64_t *flows;
    uint32_t state_count;
} felt_session_action;

typedef struct felt_session_result {
    felt_session *sessions;
    uint64_t count; /* fewer than asked for when `stopped` */
    bool stopped;
    uint64_t rounds; /* played, of all sessions together; so are the sums that follow */
    uint64_t bets;
    felt_money action;
    felt_session_action *wagers; /* one for each bet of the setup; of a strategy, for each of its wagers */
    int wager_count;
} felt_session_result;

/* Can the sessions be played? Fails as felt_session_run does, but for pays that are unset and for money, and says why; the error's item is
 * the index of the bet that it is about, -1: none. */
felt_status felt_session_verify(const felt_session_setup *setup, felt_error *error);

/* Bets are placed, moved and paid by felt/settle.h, with the rounding and limits of the book's house; a bet that these refuse is left out.
 * FELT_ERANGE: a number of the setup is out of range, the bankroll is less than the stakes, or money could overflow, also that of all
 * sessions together. FELT_EUNSET: a pay that can come up is unset, or an outcome undefined. FELT_EDATA: a wager is not complete, of another
 * game, or needs a base wager that is not among the bets. FELT_ELIMIT: of a bet that needs one, the stake is more than its base wagers or
 * the table's limits allow. FELT_ENOMEM: no memory. */
felt_status felt_session_run(const felt_session_setup *setup, felt_session_result *ret);
void felt_session_result_free(felt_session_result *result);

FELT_API_END

#endif
