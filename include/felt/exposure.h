/* felt/exposure.h - what somebody who watches the cards can win: shoes are dealt, and before every round each wager has its exact value for
 * the cards that have not been seen.
 *
 * A perfect player bets a unit whenever that value is above 0. A counter adds up tags of the cards seen and bets when the true count, which
 * is the running count for each 52 cards left, has reached a trigger. What is bet is worth its value, not what the dealt cards make of it,
 * so that a sample says much more. The player's advantage is positive.
 *
 * Shoe number i of a seed depends on those two alone. Values are rounded to whole numbers of 2^-30 and added up as such, so that results
 * are the same, bit for bit, on any number of threads, and after any number of interruptions.
 * Lifetime: a felt_exposure copies what it needs; it is freed with felt_exposure_free.
 * Threads:  one thread at a time for one felt_exposure.
 * Failure:  results are written only on FELT_OK. */
#ifndef FELT_EXPOSURE_H
#define FELT_EXPOSURE_H

#include <felt/api.h>
#include <felt/arena.h>
#include <felt/dealing.h>
#include <felt/error.h>
#include <felt/wager.h>
#include <stdbool.h>
#include <stdint.h>

FELT_API_BEGIN

enum {
    FELT_EXPOSURE_BETS_MAX = 1024,
    FELT_EXPOSURE_SYSTEMS_MAX = 8192,
    FELT_EXPOSURE_GROUPS_MAX = 64,
    FELT_EXPOSURE_START_MAX = 1000000,   /* and of a running count to start with */
    FELT_EXPOSURE_TAG_MAX = 1000,        /* a tag is from -1000 to 1000 */
    FELT_EXPOSURE_TRIGGER_MAX = 1000000, /* numerator and denominator of a true count */
    FELT_EXPOSURE_DEPTHS = 53,           /* by unseen cards: 0 to 7, 8 to 15, ... 416 */
    FELT_EXPOSURE_VALUES = 401,          /* by value: in steps of half a per cent from -100 %, all from 100 % on in the last */
    FELT_EXPOSURE_THREADS_MAX = 256,
};

/* What the true count divides by. */
typedef enum felt_true_count {
    FELT_TRUE_UNSEEN = 0, /* "unseen": all cards that have not been seen, those burnt face down too */
    FELT_TRUE_UNDEALT,    /* "undealt": the cards still in the shoe */
    FELT_TRUE_COUNT
} felt_true_count;

/* Its short name; "unknown": it is none. */
const char *felt_true_count_text(felt_true_count rule);
felt_status felt_true_count_find(felt_text name, felt_true_count *ret);

typedef struct felt_exposure_bet {
    const felt_wager *wager;
    const felt_variant *variant;
} felt_exposure_bet;

/* A counting system for one of the bets. */
typedef struct felt_exposure_system {
    int bet;                          /* index of it */
    int tags[FELT_RANK_COUNT];        /* added when a card of the rank is seen, aces first */
    int start;                        /* the running count of a fresh shoe */
    bool has_trigger;                 /* false: the best is found on shoes of their own, before the others: a whole number, or a
                                            multiple of a twentieth of the largest tag where that is more */
    int64_t trigger_num, trigger_den; /* the true count from which on the bet is made */
} felt_exposure_system;

/* Bets that are looked at together: a perfect player makes all that are favourable. */
typedef struct felt_exposure_group {
    const int *bets;
    int count;
} felt_exposure_group;

/* Several processes that deal one run: each deals a part of every share of the shoes, and each knows all sums. They ask the same question
 * and go on from the same state. */
typedef struct felt_exposure_crew {
    int rank, count; /* which of the processes this one is, from 0, and how many there are */

    /* Adds up the numbers of all processes, place by place: all of them call it, and all have the sums then. */
    felt_status (*add)(void *context, uint64_t *numbers, size_t count);
    void *context;
} felt_exposure_crew;

typedef struct felt_exposure_setup {
    int decks;
    felt_dealing_rules rules;
    felt_true_count divisor;
    const int *cuts; /* numbers of cards behind the cut card, the most first; results are for each */
    int cut_count;
    uint64_t seed;
    uint64_t shoes;
    uint64_t pilot; /* shoes on which triggers are found */
    int threads;
    const felt_exposure_bet *bets;
    int bet_count;
    const felt_exposure_system *systems;
    int system_count;
    const felt_exposure_group *groups;
    int group_count;
    bool depths;                    /* keep values by depth, too */
    const felt_exposure_crew *crew; /* NULL: this process alone; it outlives the exposure */
    bool device;                    /* deal on a device of OpenCL, which gives the same sums; threads then wait for it */
} felt_exposure_setup;

typedef struct felt_exposure felt_exposure;

/* FELT_ERANGE: a number is out of its range, or cuts are not in order. FELT_EDATA: a bet has no value, since a pay is not set; error->item
 * is its index; or the device refused its program. FELT_ENOTFOUND: there is no device. FELT_ELIMIT, FELT_ENOMEM. */
felt_status felt_exposure_new(const felt_exposure_setup *setup, felt_exposure **ret, felt_error *error);
void felt_exposure_free(felt_exposure *e); /* NULL is allowed */

/* ---- dealing ---- */

typedef struct felt_exposure_watch {
    bool (*tick)(void *context, uint64_t shoes);                /* now and then, with the shoes dealt; false: stop. May be NULL */
    felt_status (*keep)(void *context, const felt_exposure *e); /* every few seconds and at the end, when felt_exposure_write tells all
                                                                     that was dealt; a failure stops the run. May be NULL */
    void *context;
    felt_error *error; /* says what a device could not do. May be NULL */
} felt_exposure_watch;

/* Deals what is left to deal, or until it is stopped. Fails as `keep` and the crew do; FELT_EDATA: a device
 * failed. */
felt_status felt_exposure_run(felt_exposure *e, const felt_exposure_watch *watch);

/* What the device is called; "": none was asked for. */
const char *felt_exposure_device(const felt_exposure *e);

/* What was asked for; `bets` is NULL. */
const felt_exposure_setup *felt_exposure_asked(const felt_exposure *e);

/* Shoes dealt so far, pilot shoes not counted; and whether all are. */
uint64_t felt_exposure_shoes(const felt_exposure *e);
bool felt_exposure_done(const felt_exposure *e);

/* ---- figures ---- */

/* A figure and its standard error. */
typedef struct felt_exposure_figure {
    double value, error;
} felt_exposure_figure;

typedef struct felt_exposure_figures {
    uint64_t shoes;
    felt_exposure_figure rounds;    /* a shoe */
    felt_exposure_figure frequency; /* bets a round; of a group it may be above 1 */
    felt_exposure_figure edge;      /* of a bet that is made; 0 where none is */
    felt_exposure_figure per100;    /* units for 100 rounds */
    felt_exposure_figure per_shoe;  /* units */
    felt_exposure_figure di;        /* desirability index: 1000 edge sqrt(frequency) / deviation from a fresh shoe; 0 for a group */
} felt_exposure_figures;

/* Of a perfect player, of a system, of a group; `cut` is an index into the cuts. */
felt_exposure_figures felt_exposure_perfect(const felt_exposure *e, int bet, int cut);
felt_exposure_figures felt_exposure_of_system(const felt_exposure *e, int system, int cut);
felt_exposure_figures felt_exposure_of_group(const felt_exposure *e, int group, int cut);

/* The trigger of a system. False: it is yet to be found. */
bool felt_exposure_trigger(const felt_exposure *e, int system, int64_t *ret_num, int64_t *ret_den);

/* The standard deviation of a bet from a fresh shoe. */
double felt_exposure_deviation(const felt_exposure *e, int bet);

/* The values of a bet over all rounds, to the last cut card. Requires `depths` of the setup. */
typedef struct felt_exposure_depth {
    uint64_t rounds;
    double mean, deviation; /* of the value, with so many cards unseen */
    double good;            /* share of rounds in which it is above 0 ... */
    double edge;            /* ... and its mean in those; 0 where there are none */
} felt_exposure_depth;

void felt_exposure_depths(const felt_exposure *e, int bet, felt_exposure_depth ret[FELT_EXPOSURE_DEPTHS]);
/* The same where a system bets: `good` is the share of rounds in which it does, `edge` the mean value of its bets. */
void felt_exposure_system_depths(const felt_exposure *e, int system, felt_exposure_depth ret[FELT_EXPOSURE_DEPTHS]);

/* How many rounds had a value in each step. */
void felt_exposure_values(const felt_exposure *e, int bet, uint64_t ret[FELT_EXPOSURE_VALUES]);

/* ---- state ---- */

/* The state of a run as bytes, in the arena. */
felt_status felt_exposure_write(const felt_exposure *e, felt_arena *arena, felt_text *ret);

/* How many bytes that are. */
size_t felt_exposure_bytes(const felt_exposure *e);

/* Goes on where the state was written. Threads and the number of shoes may be others. FELT_EDATA: the bytes are damaged, or of another
 * question: other wagers, rules, systems or another seed. FELT_ERANGE: more shoes were dealt than are asked for. */
felt_status felt_exposure_read(felt_exposure *e, felt_text bytes, felt_error *error);

FELT_API_END

#endif
