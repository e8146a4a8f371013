/* src/count/worth.c - the value of a wager from the counts of a shoe, in whole numbers. */
#include "worth.h"

#include <felt/removal.h>

#include <assert.h>

bool felt_removal_applies(const felt_odds *odds)
{
    return odds->sheet->game->source == FELT_SOURCE_SHOE && odds->has_pays;
}

/* Can the row decide? Only then is its pay known to be set; from a part of the shoe, no other can. */
static bool counts_row(const felt_odds *odds, int row)
{
    return mpq_sgn(odds->rows[row]) != 0;
}

static void set_nets(worth *w, const felt_odds *odds)
{
    int64_t num, den;
    mpz_set_ui(w->den, 1);
    for (int row = 0; row < w->row_count; row++) {
        if (!counts_row(odds, row))
            continue;
        felt_pay_worth(&odds->variant->pays[row].pay, &num, &den);
        mpz_lcm_ui(w->den, w->den, (unsigned long)den);
    }
    for (int row = 0; row < w->row_count; row++) {
        if (!counts_row(odds, row))
            continue;
        felt_pay_worth(&odds->variant->pays[row].pay, &num, &den);
        mpz_divexact_ui(w->net[row], w->den, (unsigned long)den);
        mpz_mul_si(w->net[row], w->net[row], (long)num);
    }
}

static int most_usual(const worth *w)
{
    int slots[FELT_ROW_NONE + 1] = {0}, usual = 0;
    for (int i = 0; i < FELT_OUTCOME_COUNT; i++)
        if (felt_shoe_slot(felt_outcome_hands(i)) >= 0)
            slots[w->row_of[i]]++;
    for (int row = 1; row < w->row_count; row++)
        if (slots[row] > slots[usual])
            usual = row;
    return usual;
}

static void set_slots(worth *w)
{
    w->usual = (uint8_t)most_usual(w);
    w->slot_count = 0;
    for (int i = 0; i < FELT_OUTCOME_COUNT; i++) {
        int slot = felt_shoe_slot(felt_outcome_hands(i));
        if (slot < 0 || w->row_of[i] == w->usual || w->row_of[i] == FELT_ROW_NONE)
            continue;
        w->slots[w->slot_count] = (uint16_t)slot;
        w->slot_rows[w->slot_count++] = w->row_of[i];
    }
}

void worth_init(worth *w, const felt_odds *odds)
{
    assert(felt_removal_applies(odds));
    w->row_count = odds->wager->row_count;
    mpz_init(w->den);
    for (int row = 0; row < w->row_count; row++)
        mpz_init(w->net[row]);
    for (int i = 0; i < FELT_OUTCOME_COUNT; i++)
        w->row_of[i] = (uint8_t)felt_machine_row(odds->variant->machine, 0, i);
    set_slots(w);
    set_nets(w, odds);
}

void worth_clear(worth *w)
{
    for (int row = 0; row < w->row_count; row++)
        mpz_clear(w->net[row]);
    mpz_clear(w->den);
}

void worth_sum(const worth *w, const uint64_t counts[FELT_OUTCOME_COUNT], mpz_t ret)
{
    uint64_t rows[FELT_ROW_NONE + 1] = {0}; /* all deals of a shoe fit */
    mpz_t term;
    mpz_init(term);
    for (int i = 0; i < FELT_OUTCOME_COUNT; i++)
        rows[w->row_of[i]] += counts[i];
    mpz_set_ui(ret, 0);
    for (int row = 0; row < w->row_count; row++) {
        mpz_mul_ui(term, w->net[row], rows[row]);
        mpz_add(ret, ret, term);
    }
    mpz_clear(term);
}

/* Counts are whole numbers in doubles, and so are their sums. */
void worth_block(const worth *w, const felt_shoe_block *block, const uint64_t *deals, int lanes, mpz_t *ret)
{
    double rows[FELT_ROWS_MAX][FELT_SHOE_LANES] = {{0}};
    mpz_t term;
    mpz_init(term);
    for (int i = 0; i < w->slot_count; i++)
        for (int lane = 0; lane < FELT_SHOE_LANES; lane++)
            rows[w->slot_rows[i]][lane] += block->counts[w->slots[i]][lane];
    for (int lane = 0; lane < lanes; lane++) {
        uint64_t rest = deals[lane];
        mpz_set_ui(ret[lane], 0);
        for (int row = 0; row < w->row_count; row++) {
            uint64_t count = (uint64_t)rows[row][lane];
            rest -= count;
            mpz_mul_ui(term, w->net[row], count);
            mpz_add(ret[lane], ret[lane], term);
        }
        mpz_mul_ui(term, w->net[w->usual], rest);
        mpz_add(ret[lane], ret[lane], term);
    }
    mpz_clear(term);
}

bool worth_knows_pairs(const worth *w)
{
    for (int i = 0; i < FELT_OUTCOME_COUNT; i++) {
        felt_hands plain = felt_outcome_hands(i);
        plain.pairs = FELT_PAIRS_NONE;
        uint8_t row = w->row_of[i], without = w->row_of[felt_outcome_index(plain)];
        if (row != without && row != FELT_ROW_NONE && without != FELT_ROW_NONE)
            return true;
    }
    return false;
}

void worth_value(const worth *w, const uint64_t counts[FELT_OUTCOME_COUNT], uint64_t deals, mpq_t ret)
{
    worth_sum(w, counts, mpq_numref(ret));
    mpz_mul_ui(mpq_denref(ret), w->den, deals);
    mpq_canonicalize(ret);
}
