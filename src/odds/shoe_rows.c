/* src/odds/shoe_rows.c - how many deals of many shoes each row of a wager decides, eight shoes at a time. */
#include <felt/odds.h>
#include <felt/shoe_count.h>
#include <string.h>

/* Which row decides in each slot of a block; -1: there is no such slot. */
typedef struct slot_rows {
    int16_t row[FELT_SHOE_SLOTS];
} slot_rows;

static void find_rows(const felt_variant *variant, slot_rows *ret)
{
    for (int i = 0; i < FELT_SHOE_SLOTS; i++)
        ret->row[i] = -1;
    for (int i = 0; i < FELT_OUTCOME_COUNT; i++) {
        int slot = felt_shoe_slot(felt_outcome_hands(i)), row = felt_machine_row(variant->machine, 0, i);
        if (slot >= 0 && row != FELT_ROW_NONE)
            ret->row[slot] = (int16_t)row;
    }
}

/* Up to FELT_SHOE_LANES shoes. */
static felt_status count_block(const slot_rows *rows, int row_count, const felt_shoe *shoes, int count, size_t first, uint64_t *ret,
                               felt_error *error)
{
    _Alignas(64) felt_shoe_block block;
    felt_error own;
    for (int i = 0; i < count; i++) {
        felt_status status = felt_shoe_check(&shoes[i], &own);
        if (status != FELT_OK)
            return felt_error_set(error, status, (int)first + i, "shoe %zu: %s", first + (size_t)i, own.message);
    }
    felt_status status = felt_shoe_block_outcomes(shoes, count, &block);
    if (status != FELT_OK)
        return status;
    memset(ret, 0, (size_t)count * (size_t)row_count * sizeof *ret);
    for (int slot = 0; slot < FELT_SHOE_SLOTS; slot++)
        for (int i = 0; i < count && rows->row[slot] >= 0; i++)
            ret[i * row_count + rows->row[slot]] += (uint64_t)block.counts[slot][i]; /* whole, and below 2^53 */
    return FELT_OK;
}

felt_status felt_odds_shoe_rows(const felt_wager *wager, const felt_variant *variant, const int32_t *shoes, size_t count, uint64_t *ret,
                                felt_error *error)
{
    slot_rows rows;
    felt_shoe block[FELT_SHOE_LANES];
    felt_status status = FELT_OK;
    find_rows(variant, &rows);
    for (size_t i = 0; i < count && status == FELT_OK; i += FELT_SHOE_LANES) {
        int lanes = count - i < FELT_SHOE_LANES ? (int)(count - i) : FELT_SHOE_LANES;
        memcpy(block, shoes + i * FELT_RANK_COUNT, (size_t)lanes * sizeof *block);
        status = count_block(&rows, wager->row_count, block, lanes, i, ret + i * (size_t)wager->row_count, error);
    }
    return status;
}
