/* src/sim/product.c - several machines run as one. */
#include "sim/product.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { PAIRS_MAX = 1 << 24 }; /* tried for one product */

/* ---- kinds of events ---- */

static bool same_class(const product_set *set, int a, int b)
{
    for (int phase = 0; phase < set->game->phase_count; phase++) {
        bool over, other_over;
        if (set->game->phase_after(phase, a, &over) != set->game->phase_after(phase, b, &other_over) || over != other_over)
            return false;
    }
    for (int i = 0; i < set->seat_count; i++)
        if (set->seats[i].machine->class_of[a] != set->seats[i].machine->class_of[b])
            return false;
    return true;
}

static void find_classes(product_set *set)
{
    for (int event = 0; event < set->game->event_count; event++) {
        int class = 0;
        while (class < set->class_count && !same_class(set, set->event_of[class], event))
            class ++;
        if (class == set->class_count)
            set->event_of[set->class_count++] = (uint8_t)event;
        set->class_of[event] = (uint8_t) class;
    }
}

/* ---- one step of play ---- */

static int place_after(const product_set *set, int place, int event)
{
    bool over;
    int phase = set->game->phase_after(place == product_new_hand(set) ? 0 : place, event, &over);
    return over ? product_new_hand(set) : phase;
}

/* A wager that is not up is placed if its rule allows it here. */
static uint16_t placed(const product_set *set, const product_seat *seat, int place)
{
    int phase = place == product_new_hand(set) ? 0 : place;
    if ((seat->new_hand && place != product_new_hand(set)) || !(seat->phases >> phase & 1))
        return PRODUCT_IDLE;
    uint16_t start = seat->machine->start[phase];
    return start == FELT_STATE_NONE ? (uint16_t)PRODUCT_IDLE : start;
}

/* What the machine says: a state, or state_count and more when a row decides. */
static uint16_t step(const felt_machine *m, uint16_t state, int event)
{
    return (uint16_t)felt_machine_next(m, state, event);
}

static uint16_t seat_after(const product_set *set, const product_seat *seat, uint16_t state, int event, int place)
{
    if (state != PRODUCT_IDLE) {
        uint16_t next = step(seat->machine, state, event);
        if (next < seat->machine->state_count)
            return next;
    }
    return placed(set, seat, place);
}

int product_decides(const product_set *set, const product *p, uint32_t state, int class, int seat)
{
    const felt_machine *m = set->seats[set->order[p->first_seat + seat]].machine;
    uint16_t at = p->seat_states[state * (uint32_t)p->seat_count + (uint32_t)seat];
    if (at == PRODUCT_IDLE)
        return -1;
    uint16_t next = step(m, at, set->event_of[class]);
    return next < m->state_count ? -1 : (int)(next - m->state_count);
}

/* ---- products ---- */

static void product_free(product *p)
{
    free(p->places);
    free(p->seat_states);
    free(p->next);
}

static bool product_take(product *p, uint32_t states, int class_count)
{
    p->places = calloc(states, sizeof *p->places);
    p->seat_states = calloc((size_t)states * (size_t)(p->seat_count + 1), sizeof *p->seat_states);
    p->next = calloc((size_t)states * (size_t)class_count, sizeof *p->next);
    if (p->places != NULL && p->seat_states != NULL && p->next != NULL)
        return true;
    product_free(p);
    return false;
}

/* The product of no seats: the phase. State 0 is the beginning of a hand; the phases follow. */
static felt_status product_of_phases(const product_set *set, int first_seat, product *ret)
{
    int places = set->game->phase_count + 1;
    product p = {.first_seat = first_seat, .state_count = (uint32_t)places};
    if (!product_take(&p, (uint32_t)places, set->class_count))
        return FELT_ENOMEM;
    for (int i = 0; i < places; i++) {
        p.places[i] = (uint8_t)(i == 0 ? product_new_hand(set) : i - 1);
        for (int class = 0; class < set->class_count; class ++) {
            int place = place_after(set, p.places[i], set->event_of[class]);
            p.next[i * set->class_count + class] = place == product_new_hand(set) ? 0 : (uint32_t)place + 1;
        }
    }
    *ret = p;
    return FELT_OK;
}

/* Work on the product of `from` and one more seat: pairs of a state of `from` and one of the seat's. */
typedef struct growth {
    const product_set *set;
    const product *from;
    const product_seat *seat;
    uint32_t *ids;     /* [from state * (machine states + 1) + seat state], plus one; the last column is PRODUCT_IDLE */
    uint32_t *from_of; /* of each new state */
    uint16_t *seat_of;
    uint32_t count, cap;
} growth;

/* The number of a pair; cap when there is no room for another. */
static uint32_t pair_id(growth *g, uint32_t from, uint16_t seat)
{
    uint32_t columns = g->seat->machine->state_count + 1;
    uint32_t *id = &g->ids[(size_t)from * columns + (seat == PRODUCT_IDLE ? columns - 1 : seat)];
    if (*id == 0) {
        if (g->count == g->cap)
            return g->cap;
        g->from_of[g->count] = from;
        g->seat_of[g->count] = seat;
        *id = ++g->count;
    }
    return *id - 1;
}

/* Finds all pairs and where they lead; false when there are more than the cap. */
static bool explore(growth *g, product *ret)
{
    int classes = g->set->class_count;
    pair_id(g, 0, placed(g->set, g->seat, g->from->places[0]));
    for (uint32_t s = 0; s < g->count; s++) {
        for (int class = 0; class < classes; class ++) {
            uint32_t from = g->from->next[g->from_of[s] * (uint32_t)classes + (uint32_t) class];
            uint32_t id = pair_id(g, from, seat_after(g->set, g->seat, g->seat_of[s], g->set->event_of[class], g->from->places[from]));
            if (id == g->cap)
                return false;
            ret->next[s * (uint32_t)classes + (uint32_t) class] = id;
        }
    }
    return true;
}

static void describe(const growth *g, product *ret)
{
    size_t seats = (size_t)ret->seat_count;
    ret->state_count = g->count;
    for (uint32_t s = 0; s < g->count; s++) {
        uint16_t *states = ret->seat_states + s * seats;
        memcpy(states, g->from->seat_states + g->from_of[s] * (seats - 1), (seats - 1) * sizeof *states);
        states[seats - 1] = g->seat_of[s];
        ret->places[s] = g->from->places[g->from_of[s]];
    }
}

/* Adds the next seat to `p`, if its states do not become more than `cap`. *ret_fits says whether they did. */
static felt_status product_grow(const product_set *set, product *p, uint32_t cap, bool *ret_fits)
{
    product bigger = {.first_seat = p->first_seat, .seat_count = p->seat_count + 1};
    growth g = {.set = set, .from = p, .seat = &set->seats[set->order[p->first_seat + p->seat_count]], .cap = cap};
    felt_status status = FELT_ENOMEM;
    *ret_fits = false;
    if ((size_t)p->state_count * (g.seat->machine->state_count + 1) > PAIRS_MAX)
        return FELT_OK;
    g.ids = calloc((size_t)p->state_count * (g.seat->machine->state_count + 1), sizeof *g.ids);
    g.from_of = calloc(cap, sizeof *g.from_of);
    g.seat_of = calloc(cap, sizeof *g.seat_of);
    if (g.ids != NULL && g.from_of != NULL && g.seat_of != NULL && product_take(&bigger, cap, set->class_count)) {
        status = FELT_OK;
        *ret_fits = explore(&g, &bigger);
        if (*ret_fits) {
            describe(&g, &bigger);
            product_free(p);
            *p = bigger;
        } else {
            product_free(&bigger);
        }
    }
    free(g.ids);
    free(g.from_of);
    free(g.seat_of);
    return status;
}

/* ---- sets ---- */

/* A product that begins with seat `at` and takes as many after it as fit. The first fits always: with the phase, a machine has at most
 * one more than phase_count times its states. */
static felt_status product_begin(product_set *set, int at, product *ret)
{
    product p = {0};
    bool fits = true;
    felt_status status = product_of_phases(set, at, &p);
    for (; status == FELT_OK && fits && at + p.seat_count < set->seat_count;) {
        const felt_machine *m = set->seats[set->order[at + p.seat_count]].machine;
        uint32_t alone = (uint32_t)(set->game->phase_count + 1) * (m->state_count + 1);
        status = product_grow(set, &p, p.seat_count == 0 && alone > PRODUCT_STATES ? alone : PRODUCT_STATES, &fits);
    }
    if (status == FELT_OK)
        *ret = p;
    else if (p.places != NULL)
        product_free(&p);
    return status;
}

/* Large machines first, so that small ones fill up what room they leave; machines of one size in the order given, since neighbours in a
 * sheet are often alike. */
static void sort_seats(product_set *set)
{
    for (int i = 0; i < set->seat_count; i++) {
        int at = i;
        while (at > 0 && set->seats[set->order[at - 1]].machine->state_count < set->seats[i].machine->state_count) {
            set->order[at] = set->order[at - 1];
            at--;
        }
        set->order[at] = i;
    }
}

felt_status product_set_make(product_set *set, const felt_game *game, const product_seat *seats, int seat_count)
{
    assert(game->source == FELT_SOURCE_THROWN && game->event_count <= PRODUCT_EVENTS);
    *set = (product_set){.game = game, .seats = seats, .seat_count = seat_count};
    find_classes(set);
    set->order = calloc((size_t)seat_count + 1, sizeof *set->order);
    set->products = calloc((size_t)seat_count + 1, sizeof *set->products);
    felt_status status = set->order != NULL && set->products != NULL ? FELT_OK : FELT_ENOMEM;
    if (status == FELT_OK)
        sort_seats(set);
    for (int at = 0; status == FELT_OK && (at < seat_count || set->product_count == 0);) {
        status = product_begin(set, at, &set->products[set->product_count]);
        if (status == FELT_OK)
            at += set->products[set->product_count++].seat_count;
    }
    if (status != FELT_OK)
        product_set_free(set);
    return status;
}

void product_set_free(product_set *set)
{
    for (int i = 0; i < set->product_count; i++)
        product_free(&set->products[i]);
    free(set->products);
    free(set->order);
    *set = (product_set){0};
}
