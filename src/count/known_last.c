/* src/count/known_last.c - what it is worth to know the last cards of a shoe.
 *
 * All cards that may be left are gone through, with the ways to leave them: what a wager is then worth is counted as for any shoe, and is
 * won where it is more than nothing. Where no wager knows of pairs, tens and pictures are one rank. */
#include "group.h"
#include "worth.h"
#include <felt/leak.h>

#include <stdlib.h>

enum { TEN = 9, VALUES = 10 };

/* What is won and how often, before it is divided by all ways. */
typedef struct tally {
    mpz_t gain, bets;
} tally;

typedef struct batch {
    felt_shoe whole; /* tens and pictures under TEN where `ranks` is VALUES */
    int ranks;
    int left;
    const group *members;
    worth *worths; /* nets of all in one unit */
    mpz_t unit;
    tally *alone, best;
    felt_shoe shoes[FELT_SHOE_LANES];
    mpz_t ways[FELT_SHOE_LANES];
    mpz_t sums[FELT_SHOE_LANES], most[FELT_SHOE_LANES];
    int waiting;
    felt_shoe_block block;
} batch;

/* ---- the parts of a shoe ---- */

static void add_bet(tally *t, const mpz_t sum, const mpz_t ways)
{
    if (mpz_sgn(sum) <= 0)
        return;
    mpz_addmul(t->gain, sum, ways);
    mpz_add(t->bets, t->bets, ways);
}

static felt_status flush(batch *b)
{
    uint64_t deals[FELT_SHOE_LANES];
    if (b->waiting == 0)
        return FELT_OK;
    felt_status status = felt_shoe_block_outcomes(b->shoes, b->waiting, &b->block);
    for (int lane = 0; lane < b->waiting; lane++)
        deals[lane] = felt_shoe_deals(&b->shoes[lane]);
    for (int i = 0; i < b->members->count && status == FELT_OK; i++) {
        worth_block(&b->worths[i], &b->block, deals, b->waiting, b->sums);
        for (int lane = 0; lane < b->waiting; lane++) {
            add_bet(&b->alone[i], b->sums[lane], b->ways[lane]);
            if (i == 0 || mpz_cmp(b->sums[lane], b->most[lane]) > 0)
                mpz_set(b->most[lane], b->sums[lane]);
        }
    }
    for (int lane = 0; lane < b->waiting && status == FELT_OK; lane++)
        add_bet(&b->best, b->most[lane], b->ways[lane]);
    b->waiting = 0;
    return status;
}

/* Leaves cards of `rank` and of those behind it, in every number, until there are `b->left`. */
static felt_status leave_from(batch *b, int rank, int missing, const mpz_t ways, felt_shoe *kept)
{
    felt_status status = FELT_OK;
    if (missing == 0) {
        b->shoes[b->waiting] = *kept;
        mpz_set(b->ways[b->waiting++], ways);
        return b->waiting == FELT_SHOE_LANES ? flush(b) : FELT_OK;
    }
    if (rank == b->ranks)
        return FELT_OK;
    mpz_t more;
    mpz_init_set(more, ways);
    int held = b->whole.cards[rank];
    for (int taken = 0; taken <= held && taken <= missing && status == FELT_OK; taken++) {
        if (taken > 0) {
            mpz_mul_ui(more, more, (unsigned long)(held - taken + 1));
            mpz_divexact_ui(more, more, (unsigned long)taken);
        }
        kept->cards[rank] = taken;
        status = leave_from(b, rank + 1, missing - taken, more, kept);
    }
    kept->cards[rank] = 0;
    mpz_clear(more);
    return status;
}

/* ---- figures ---- */

static void tally_init(tally *t)
{
    mpz_inits(t->gain, t->bets, NULL);
}

static void tally_clear(tally *t)
{
    mpz_clears(t->gain, t->bets, NULL);
}

/* Divides by all ways, and gains by their unit and `deals` as well. */
static void set_leak(felt_leak *leak, const tally *t, const mpz_t ways, const mpz_t unit, uint64_t deals)
{
    mpz_set(mpq_numref(leak->frequency), t->bets);
    mpz_set(mpq_denref(leak->frequency), ways);
    mpq_canonicalize(leak->frequency);
    mpz_set(mpq_numref(leak->gain), t->gain);
    mpz_mul(mpq_denref(leak->gain), ways, unit);
    mpz_mul_ui(mpq_denref(leak->gain), mpq_denref(leak->gain), deals);
    mpq_canonicalize(leak->gain);
}

static void set_cards(const batch *b, felt_known_last *const *together)
{
    felt_shoe left = {{b->left}};
    mpz_t ways;
    mpz_init(ways);
    mpz_bin_uiui(ways, (unsigned long)felt_shoe_size(&together[0]->removal->shoe), (unsigned long)b->left);
    for (int i = 0; i < b->members->count; i++) {
        set_leak(&together[i]->cards, &b->alone[i], ways, b->unit, felt_shoe_deals(&left));
        if (b->members->is_table)
            set_leak(&together[i]->best_cards, &b->best, ways, b->unit, felt_shoe_deals(&left));
    }
    mpz_clear(ways);
}

/* Who knows the order knows the outcome: any round from the whole shoe. */
static void set_order(const batch *b, felt_known_last *const *together, const uint64_t *counts, uint64_t deals, tally *alone, tally *best)
{
    mpz_t ways;
    mpz_init(ways);
    for (int i = 0; i < FELT_OUTCOME_COUNT; i++) {
        mpz_srcptr most = NULL;
        mpz_set_ui(ways, counts[i]);
        for (int k = 0; k < b->members->count && counts[i] > 0; k++) {
            mpz_srcptr net = b->worths[k].net[b->worths[k].row_of[i]];
            add_bet(&alone[k], net, ways);
            if (most == NULL || mpz_cmp(net, most) > 0)
                most = net;
        }
        if (most != NULL)
            add_bet(best, most, ways);
    }
    mpz_set_ui(ways, deals);
    for (int k = 0; k < b->members->count; k++) {
        set_leak(&together[k]->order, &alone[k], ways, b->unit, 1);
        if (b->members->is_table)
            set_leak(&together[k]->best_order, best, ways, b->unit, 1);
    }
    mpz_clear(ways);
}

/* ---- one group of wagers ---- */

/* All nets in one unit, so that sums can be compared. */
static void bring_to_one_unit(batch *b)
{
    mpz_t times;
    mpz_init(times);
    mpz_set_ui(b->unit, 1);
    for (int i = 0; i < b->members->count; i++)
        mpz_lcm(b->unit, b->unit, b->worths[i].den);
    for (int i = 0; i < b->members->count; i++) {
        mpz_divexact(times, b->unit, b->worths[i].den);
        for (int row = 0; row < b->worths[i].row_count; row++)
            mpz_mul(b->worths[i].net[row], b->worths[i].net[row], times);
        mpz_set(b->worths[i].den, b->unit);
    }
    mpz_clear(times);
}

static void open_batch(batch *b, felt_known_last *const *together, const group *g)
{
    bool pairs = false;
    b->members = g;
    b->left = together[0]->left;
    b->whole = together[0]->removal->shoe;
    b->waiting = 0;
    mpz_init(b->unit);
    tally_init(&b->best);
    for (int lane = 0; lane < FELT_SHOE_LANES; lane++)
        mpz_inits(b->ways[lane], b->sums[lane], b->most[lane], NULL);
    for (int i = 0; i < g->count; i++) {
        worth_init(&b->worths[i], together[i]->removal->odds);
        tally_init(&b->alone[i]);
        pairs = pairs || worth_knows_pairs(&b->worths[i]);
    }
    bring_to_one_unit(b);
    b->ranks = pairs ? FELT_RANK_COUNT : VALUES;
    for (int rank = VALUES; rank < FELT_RANK_COUNT && !pairs; rank++)
        b->whole.cards[TEN] += b->whole.cards[rank];
}

static void close_batch(batch *b)
{
    for (int i = 0; i < b->members->count; i++) {
        worth_clear(&b->worths[i]);
        tally_clear(&b->alone[i]);
    }
    for (int lane = 0; lane < FELT_SHOE_LANES; lane++)
        mpz_clears(b->ways[lane], b->sums[lane], b->most[lane], NULL);
    tally_clear(&b->best);
    mpz_clear(b->unit);
}

static felt_status go_through(batch *b)
{
    felt_shoe kept = {{0}};
    mpz_t one;
    mpz_init_set_ui(one, 1);
    felt_status status = leave_from(b, 0, b->left, one, &kept);
    mpz_clear(one);
    return status == FELT_OK ? flush(b) : status;
}

static felt_status find_order(const batch *b, felt_known_last *const *together)
{
    uint64_t counts[FELT_OUTCOME_COUNT];
    const felt_shoe *shoe = &together[0]->removal->shoe;
    tally best, *alone = calloc((size_t)b->members->count, sizeof *alone);
    felt_status status = alone != NULL ? felt_shoe_outcomes(shoe, counts) : FELT_ENOMEM;
    if (status == FELT_OK) {
        tally_init(&best);
        for (int i = 0; i < b->members->count; i++)
            tally_init(&alone[i]);
        set_order(b, together, counts, felt_shoe_deals(shoe), alone, &best);
        for (int i = 0; i < b->members->count; i++)
            tally_clear(&alone[i]);
        tally_clear(&best);
    }
    free(alone);
    return status;
}

static felt_status compute(felt_known_lasts *made, const group *g)
{
    size_t count = (size_t)g->count;
    batch *b = aligned_alloc(64, (sizeof *b + 63) / 64 * 64);
    worth *worths = calloc(count, sizeof *worths);
    tally *alone = calloc(count, sizeof *alone);
    felt_known_last **together = calloc(count, sizeof(felt_known_last *));
    felt_status status = b != NULL && worths != NULL && alone != NULL && together != NULL ? FELT_OK : FELT_ENOMEM;
    if (status == FELT_OK) {
        for (int i = 0; i < g->count; i++) {
            together[i] = &made->list[g->members[i]];
            together[i]->has_best = g->is_table;
        }
        b->worths = worths;
        b->alone = alone;
        open_batch(b, together, g);
        status = go_through(b);
        if (status == FELT_OK)
            set_cards(b, together);
        if (status == FELT_OK)
            status = find_order(b, together);
        close_batch(b);
    }
    free(together);
    free(alone);
    free(worths);
    free(b);
    return status;
}

/* ---- the list ---- */

static void init(felt_known_last *k, const felt_removal *removal, int left)
{
    *k = (felt_known_last){.removal = removal, .left = left};
    leak_init(&k->cards);
    leak_init(&k->order);
    leak_init(&k->best_cards);
    leak_init(&k->best_order);
}

void felt_known_lasts_free(felt_known_lasts *known)
{
    for (int i = 0; i < known->count; i++) {
        felt_known_last *k = &known->list[i];
        leak_clear(&k->cards);
        leak_clear(&k->order);
        leak_clear(&k->best_cards);
        leak_clear(&k->best_order);
    }
    free(known->list);
    *known = (felt_known_lasts){0};
}

static felt_status verify(const felt_removals *removals, int left, felt_error *error)
{
    if (left < FELT_KNOWN_LAST_MIN || left > FELT_KNOWN_LAST_MAX)
        return felt_error_set(error, FELT_ERANGE, -1, "found %d last cards, expected %d to %d", left, FELT_KNOWN_LAST_MIN,
                              FELT_KNOWN_LAST_MAX);
    for (int i = 0; i < removals->count; i++) {
        const felt_removal *r = &removals->list[i];
        if (felt_removal_applies(r->odds) && felt_shoe_size(&r->shoe) < left)
            return felt_error_set(error, FELT_EDATA, -1, "found a shoe of %d cards, expected at least the %d that are left",
                                  felt_shoe_size(&r->shoe), left);
    }
    return FELT_OK;
}

felt_status felt_known_lasts_make(const felt_removals *removals, int left, felt_known_lasts *ret, felt_error *error)
{
    felt_status status = verify(removals, left, error);
    if (status != FELT_OK)
        return status;
    felt_known_lasts made = {.list = calloc((size_t)removals->count + 1, sizeof *made.list)};
    group g;
    status = group_open(&g, removals);
    if (made.list == NULL)
        status = FELT_ENOMEM;
    for (; status == FELT_OK && made.count < removals->count; made.count++)
        init(&made.list[made.count], &removals->list[made.count], left);
    while (status == FELT_OK && group_next(&g))
        status = compute(&made, &g);
    group_close(&g);
    if (status == FELT_OK)
        *ret = made;
    else
        felt_known_lasts_free(&made);
    return status == FELT_ENOMEM ? felt_error_set(error, status, -1, "%s", felt_status_text(status)) : status;
}
