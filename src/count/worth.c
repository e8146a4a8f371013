/* src/count/worth.c - the value of a wager from the counts of a shoe, in whole numbers. */
#include "worth.h"

#include <felt/removal.h>

#include <assert.h>
#include <string.h>

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

void worth_init(worth *w, const felt_odds *odds)
{
    assert(felt_removal_applies(odds));
    w->row_count = odds->wager->row_count;
    mpz_init(w->den);
    for (int row = 0; row < w->row_count; row++)
        mpz_init(w->net[row]);
    memset(w->row_of_slot, FELT_ROW_NONE, sizeof w->row_of_slot);
    for (int i = 0; i < FELT_OUTCOME_COUNT; i++) {
        int slot = felt_shoe_slot(felt_outcome_hands(i));
        w->row_of[i] = (uint8_t)felt_machine_row(odds->variant->machine, 0, i);
        if (slot >= 0)
            w->row_of_slot[slot] = w->row_of[i];
    }
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

void worth_value(const worth *w, const uint64_t counts[FELT_OUTCOME_COUNT], uint64_t deals, mpq_t ret)
{
    worth_sum(w, counts, mpq_numref(ret));
    mpz_mul_ui(mpq_denref(ret), w->den, deals);
    mpq_canonicalize(ret);
}
