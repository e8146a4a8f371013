/* src/count/removal.c - the effect of removal of one card of each rank.
 *
 * A shoe is counted once as it is and once without a card of each rank, and that serves all wagers: what one is worth is a sum over the
 * counts. */
#include "worth.h"
#include <felt/removal.h>
#include <felt/shoe_count.h>

#include <assert.h>
#include <stdlib.h>

enum { WHOLE = FELT_RANK_COUNT, SHOES };

/* A shoe less a card of each rank, [rank - 1], and the whole shoe. */
typedef struct shoes {
    bool known;
    felt_shoe whole;
    bool has[SHOES];
    uint64_t deals[SHOES];
    uint64_t counts[SHOES][FELT_OUTCOME_COUNT];
} shoes;

static felt_status count_one(shoes *s, int which, felt_shoe shoe, felt_error *error)
{
    felt_status status = felt_shoe_check(&shoe, error);
    if (status == FELT_OK)
        status = felt_shoe_outcomes(&shoe, s->counts[which]);
    if (status != FELT_OK)
        return status;
    s->deals[which] = felt_shoe_deals(&shoe);
    s->has[which] = true;
    return FELT_OK;
}

static felt_status count_all(shoes *s, felt_shoe whole, felt_error *error)
{
    felt_status status = felt_shoe_check(&whole, error);
    s->whole = whole;
    if (status == FELT_OK && felt_shoe_size(&whole) == FELT_SHOE_CARDS_MIN)
        return felt_error_set(error, FELT_EDATA, -1, "found a shoe of %d cards, expected at least %d: one is removed, and a round is dealt",
                              FELT_SHOE_CARDS_MIN, FELT_SHOE_CARDS_MIN + 1);
    if (status == FELT_OK)
        status = count_one(s, WHOLE, whole, error);
    for (int rank = 0; rank < FELT_RANK_COUNT && status == FELT_OK; rank++) {
        felt_shoe less = whole;
        if (less.cards[rank]-- > 0)
            status = count_one(s, rank, less, error);
    }
    s->known = status == FELT_OK;
    return status;
}

static void init(felt_removal *r, const felt_odds *odds)
{
    *r = (felt_removal){.odds = odds};
    mpq_init(r->value);
    for (int rank = 0; rank < FELT_RANK_COUNT; rank++)
        mpq_init(r->effect[rank]);
}

static void fill(felt_removal *r, const shoes *s)
{
    worth w;
    worth_init(&w, r->odds);
    r->shoe = s->whole;
    worth_value(&w, s->counts[WHOLE], s->deals[WHOLE], r->value);
    for (int rank = 0; rank < FELT_RANK_COUNT; rank++) {
        r->has[rank] = s->has[rank];
        if (!r->has[rank])
            continue;
        worth_value(&w, s->counts[rank], s->deals[rank], r->effect[rank]);
        mpq_sub(r->effect[rank], r->effect[rank], r->value);
    }
    worth_clear(&w);
}

/* `by_decks` has a place for each number of decks, and [0] for the shoe given. */
static felt_status make_one(felt_removal *r, shoes *by_decks, const felt_shoe *shoe, felt_error *error)
{
    const felt_odds *odds = r->odds;
    if (!felt_removal_applies(odds))
        return FELT_OK;
    assert(shoe != NULL || odds->decks > 0);
    shoes *s = &by_decks[shoe != NULL ? 0 : odds->decks];
    felt_status status = s->known ? FELT_OK : count_all(s, shoe != NULL ? *shoe : felt_shoe_fresh(odds->decks), error);
    if (status == FELT_OK)
        fill(r, s);
    return status;
}

felt_status felt_removals_make(const felt_odds *const *list, int count, const felt_shoe *shoe, felt_removals *ret, felt_error *error)
{
    felt_removals made = {.list = calloc((size_t)count + 1, sizeof *made.list)};
    shoes *by_decks = calloc(FELT_DECKS_MAX + 1, sizeof *by_decks);
    felt_status status = made.list != NULL && by_decks != NULL ? FELT_OK : FELT_ENOMEM;
    if (status == FELT_ENOMEM)
        felt_error_set(error, status, -1, "%s", felt_status_text(status));
    while (made.count < count && status == FELT_OK) {
        felt_removal *r = &made.list[made.count];
        init(r, list[made.count++]);
        status = make_one(r, by_decks, shoe, error);
    }
    free(by_decks);
    if (status == FELT_OK)
        *ret = made;
    else
        felt_removals_free(&made);
    return status;
}

void felt_removals_free(felt_removals *removals)
{
    for (int i = 0; i < removals->count; i++) {
        felt_removal *r = &removals->list[i];
        mpq_clear(r->value);
        for (int rank = 0; rank < FELT_RANK_COUNT; rank++)
            mpq_clear(r->effect[rank]);
    }
    free(removals->list);
    *removals = (felt_removals){0};
}

bool felt_removal_by_value(const felt_removal *r)
{
    const int ten = 9;
    for (int rank = ten + 1; rank < FELT_RANK_COUNT; rank++)
        if (r->has[rank] != r->has[ten] || mpq_equal(r->effect[rank], r->effect[ten]) == 0)
            return false;
    return true;
}
