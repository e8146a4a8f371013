/* sim/product.h - several machines over thrown events run as one: a table whose states are combinations of theirs, with the phase.
 *
 * A seat is a wager that is always on: placed at every moment its rule allows when it is not up. A product has a state for every
 * combination of states of its seats that play can reach, found by trying every event in every state. Machines that would make too
 * many states together are kept in several products, which all see the same events.
 * Lifetime: what a product_set points to is its own and is freed by product_set_free.
 * Threads:  read-only once made. */
#ifndef FELT_SRC_SIM_PRODUCT_H
#define FELT_SRC_SIM_PRODUCT_H

#include <felt/status.h>
#include <felt/wager.h>
#include <stdbool.h>
#include <stdint.h>

enum {
    PRODUCT_STATES = 6000, /* a product grows no further than this, unless a single machine needs more */
    PRODUCT_IDLE = 65535,  /* a seat whose wager is not up */
    PRODUCT_EVENTS = FELT_WAYS_MAX,
};

typedef struct product_seat {
    const felt_machine *machine;
    bool new_hand;   /* placed before the first event of a hand only */
    uint16_t phases; /* bit p: placed in phase p, if the machine allows it */
} product_seat;

typedef struct product {
    int first_seat, seat_count; /* consecutive in the set's order */
    uint32_t state_count;       /* state 0 is where a hand begins */
    uint8_t *places;            /* of each state, before the event: a phase, or phase_count at the beginning of a hand */
    uint16_t *seat_states;      /* [state * seat_count + seat]: a state of its machine, or PRODUCT_IDLE */
    uint32_t *next;             /* [state * class_count + class] */
} product;

typedef struct product_set {
    const felt_game *game;
    int class_count; /* kinds of events that any machine or the phase tells apart */
    uint8_t class_of[PRODUCT_EVENTS];
    uint8_t event_of[PRODUCT_EVENTS]; /* an event of each class */
    const product_seat *seats;        /* as given to product_set_make */
    int *order;                       /* products list the seats in this order: large machines first */
    int seat_count;
    product *products;
    int product_count;
} product_set;

/* Makes products for `seats` of a game that is thrown; they must outlive the set. FELT_ENOMEM only. */
felt_status product_set_make(product_set *set, const felt_game *game, const product_seat *seats, int seat_count);

/* The place in which a hand begins. */
static inline int product_new_hand(const product_set *set)
{
    return set->game->phase_count;
}
void product_set_free(product_set *set);

/* The row that decides a seat's wager when an event of `class` happens in `state` of a product; -1 when nothing is decided. `seat` counts
 * from the product's first. */
int product_decides(const product_set *set, const product *p, uint32_t state, int class, int seat);

#endif
