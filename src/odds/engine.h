/* src/odds/engine.h - how the odds of one variant are found, game by game.
 *
 * Games whose events are thrown share one way: the machine is solved as a Markov chain. A game that is dealt from a shoe has an engine of
 * its own, named in src/games.c. */
#ifndef FELT_SRC_ODDS_ENGINE_H
#define FELT_SRC_ODDS_ENGINE_H

#include <felt/odds.h>

struct odds_cache;

/* One call of felt_odds_add. */
typedef struct odds_run {
    felt_odds_list *list;
    const felt_sheet *sheet;
    const felt_selection *selection;
    const felt_shoe *shoe;    /* NULL: fresh shoes */
    struct odds_cache *cache; /* the engine's own; freed with free() at the end of the run */
    felt_error *error;
} odds_run;

typedef struct odds_engine {
    /* Adds the entries of one variant. */
    felt_status (*add)(odds_run *run, const felt_wager *w, const felt_variant *v, uint16_t relevant);

    /* How often each event of the round that `odds` is about occurs, out of *ret_total. */
    felt_status (*weigh)(const felt_odds *odds, const felt_shoe *shoe, uint64_t *ret_weights, uint64_t *ret_total);
} odds_engine;

extern const odds_engine odds_engine_shoe;

/* together.c: how often each event occurs where the wager of `odds` is decided, out of *ret_total. */
felt_status odds_weigh_events(const felt_odds *odds, const felt_shoe *shoe, uint64_t *ret_weights, uint64_t *ret_total);

/* A new entry of the list, still without figures; NULL when there is no memory. */
felt_odds *odds_add_entry(odds_run *run, const felt_wager *w, const felt_variant *v, uint16_t relevant);

/* engine_thrown.c: the entries of a variant of a game whose events are thrown; `first` is the first entry of the wager. */
felt_status odds_add_thrown(odds_run *run, const felt_wager *w, const felt_variant *v, uint16_t relevant, int first);

#endif
