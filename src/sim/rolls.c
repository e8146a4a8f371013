/* src/sim/rolls.c - dice, and the steps that products take on them. */
#include "sim/rolls.h"

#include <assert.h>
#include <felt/random.h>
#include <felt/sheet.h>
#include <stdlib.h>
#include <string.h>

enum {
    WORDS = 64,                      /* random words made at a time */
    ROOM = ROLLS_THROWS + WORDS * 8, /* classes kept ready: those of a last handful of words may be more than are needed */
};

static_assert(FELT_ROWS_MAX == 64, "rows of rolls_settle");

/* ---- plans ---- */

static void set_classes(rolls_plan *plan)
{
    const felt_game *game = plan->set.game;
    int each = 256 / game->all_ways; /* bytes for each way: seven for the 36 of two dice */
    memset(plan->classes, ROLLS_REFUSED, sizeof plan->classes);
    for (int byte = 0; byte < each * game->all_ways; byte++)
        plan->classes[byte] = plan->set.class_of[game->event_of_way(byte / each)];
}

/* Does anything come of the step that has to be counted? */
static bool counts(const rolls_plan *plan, int number, uint32_t state, int class)
{
    const product *p = &plan->set.products[number];
    if (number == 0 && p->places[p->next[state * (uint32_t)plan->set.class_count + (uint32_t) class]] == product_new_hand(&plan->set))
        return true;
    for (int seat = 0; seat < p->seat_count; seat++)
        if (product_decides(&plan->set, p, state, class, seat) >= 0)
            return true;
    return false;
}

static void set_steps(rolls_plan *plan, int number)
{
    const product *p = &plan->set.products[number];
    uint32_t first = plan->firsts[number], classes = (uint32_t)plan->set.class_count;
    for (uint32_t state = 0; state < p->state_count; state++)
        for (uint32_t class = 0; class < classes; class ++) {
            uint32_t step = state * classes + class;
            plan->steps[first + step] = (first + p->next[step] * classes) * 2 + counts(plan, number, state, (int)class);
        }
}

felt_status rolls_plan_make(rolls_plan *plan, const felt_game *game, const product_seat *seats, int seat_count)
{
    *plan = (rolls_plan){0};
    felt_status status = product_set_make(&plan->set, game, seats, seat_count);
    if (status != FELT_OK)
        return status;
    const product_set *set = &plan->set;
    uint64_t total = 0;
    set_classes(plan);
    for (int i = 0; i < set->product_count; i++)
        total += (uint64_t)set->products[i].state_count * (uint64_t)set->class_count;
    assert(total > 0);
    plan->firsts = calloc((size_t)set->product_count + 1, sizeof *plan->firsts);
    plan->steps = total < INT32_MAX / 2 ? calloc(total, sizeof *plan->steps) : NULL;
    if (plan->firsts == NULL || plan->steps == NULL) {
        rolls_plan_free(plan);
        return FELT_ENOMEM;
    }
    for (int i = 0; i < set->product_count; i++) {
        plan->firsts[i + 1] = plan->firsts[i] + set->products[i].state_count * (uint32_t)set->class_count;
        set_steps(plan, i);
    }
    return FELT_OK;
}

void rolls_plan_free(rolls_plan *plan)
{
    product_set_free(&plan->set);
    free(plan->firsts);
    free(plan->steps);
    *plan = (rolls_plan){0};
}

/* ---- counts ---- */

felt_status rolls_count_make(rolls_count *count, const rolls_plan *plan)
{
    *count = (rolls_count){.counts = calloc(plan->firsts[plan->set.product_count], sizeof *count->counts)};
    return count->counts != NULL ? FELT_OK : FELT_ENOMEM;
}

void rolls_count_free(rolls_count *count)
{
    free(count->counts);
    *count = (rolls_count){0};
}

void rolls_count_take(rolls_count *count, const rolls_plan *plan, uint64_t *totals)
{
    for (uint32_t s = 0; s < plan->firsts[plan->set.product_count]; s++) {
        totals[s] += count->counts[s];
        count->counts[s] = 0;
    }
    count->since = 0;
}

/* ---- dice ---- */

typedef struct dice {
    const rolls_plan *plan;
    uint64_t seed, stream, block;
    uint8_t classes[ROOM];
    int ready, next;
} dice;

/* Has at least ROLLS_THROWS rolls ready, keeping those not yet used. */
static void throw_dice(dice *d)
{
    const uint8_t *class_of = d->plan->classes;
    int ready = d->ready - d->next;
    memmove(d->classes, d->classes + d->next, (size_t)ready);
    while (ready < ROLLS_THROWS) {
        uint64_t words[WORDS];
        felt_random_blocks(d->seed, d->stream, d->block, WORDS / FELT_RANDOM_BLOCK_WORDS, words);
        d->block += WORDS / FELT_RANDOM_BLOCK_WORDS;
        for (int i = 0; i < WORDS; i++) {
            uint64_t word = words[i];
#pragma GCC unroll 8
            for (int k = 0; k < 8; k++) {
                uint8_t class = class_of[word >> (8 * k) & 255];
                d->classes[ready] = class; /* a refused one is written over by the next */
                ready += class != ROLLS_REFUSED;
            }
        }
    }
    d->ready = ready;
    d->next = 0;
}

/* ---- play ---- */

/* One roll at table t. */
static void roll_one(const rolls_plan *plan, dice *d, uint32_t (*at)[ROLLS_TABLES], int t, uint32_t *counts)
{
    if (d->next == d->ready)
        throw_dice(d);
    uint8_t class = d->classes[d->next++];
    for (int i = 0; i < plan->set.product_count; i++) {
        uint32_t step = at[i][t] + class;
        counts[step] += plan->steps[step] & 1;
        at[i][t] = plan->steps[step] >> 1;
    }
}

/* State 0 of a product is a new shooter with every wager placed anew; others have a new shooter, too, if a wager outlasts a seven-out. */
static bool is_new_shooter(const rolls_plan *plan, uint32_t step)
{
    return plan->set.products[0].places[(step - plan->firsts[0]) / (uint32_t)plan->set.class_count] == product_new_hand(&plan->set);
}

uint64_t rolls_play(const rolls_plan *plan, uint64_t seed, uint64_t stream, uint64_t rolls, rolls_count *count)
{
    int products = plan->set.product_count;
    assert(products > 0);
    uint32_t(*at)[ROLLS_TABLES] = malloc((size_t)products * sizeof *at);
    dice d = {.plan = plan, .seed = seed, .stream = stream};
    rolls_choice choices[2];
    uint64_t thrown = 0;
    if (at == NULL)
        return 0;
    rolls_choices(choices);
    for (int i = 0; i < products; i++)
        for (int t = 0; t < ROLLS_TABLES; t++)
            at[i][t] = plan->firsts[i];
    for (; thrown + ROLLS_THROWS <= rolls; thrown += ROLLS_THROWS) {
        throw_dice(&d);
        for (int i = 0; i < products; i++)
            choices[0].run(plan->steps, d.classes, at[i], count->counts);
        d.next = ROLLS_THROWS;
    }
    for (; thrown < rolls; thrown++)
        roll_one(plan, &d, at, (int)(thrown % ROLLS_TABLES), count->counts);
    for (int t = 0; t < ROLLS_TABLES; t++)
        for (; !is_new_shooter(plan, at[0][t]); thrown++)
            roll_one(plan, &d, at, t, count->counts);
    free(at);
    count->since += thrown;
    count->rolls += thrown;
    return thrown;
}

/* ---- what came of it ---- */

static void settle_step(const rolls_plan *plan, const product *p, uint32_t state, int class, uint64_t times, uint64_t (*ret_rows)[64])
{
    for (int seat = 0; seat < p->seat_count; seat++) {
        int row = product_decides(&plan->set, p, state, class, seat);
        if (row >= 0)
            ret_rows[plan->set.order[p->first_seat + seat]][row] += times;
    }
}

uint64_t rolls_settle(const rolls_plan *plan, const uint64_t *totals, uint64_t (*ret_rows)[64])
{
    uint64_t hands = 0;
    for (int i = 0; i < plan->set.product_count; i++) {
        const product *p = &plan->set.products[i];
        const uint64_t *times = totals + plan->firsts[i];
        for (uint32_t state = 0; state < p->state_count; state++) {
            for (int class = 0; class < plan->set.class_count; class ++, times++) {
                if (*times == 0)
                    continue;
                settle_step(plan, p, state, class, *times, ret_rows);
                uint32_t next = p->next[state * (uint32_t)plan->set.class_count + (uint32_t) class];
                if (i == 0 && p->places[next] == product_new_hand(&plan->set))
                    hands += *times;
            }
        }
    }
    return hands;
}
