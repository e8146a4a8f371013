/* src/odds/shoe_batch.c - many shoes: blocks of them, each by the fastest kernel that the processor can run. */
#include "odds/shoe.h"

#include <assert.h>

int felt_shoe_choices(felt_shoe_choice ret[3])
{
    int count = 0;
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("fma"))
        ret[count++] = (felt_shoe_choice){"avx512", felt_shoe_kernel_avx512};
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
        ret[count++] = (felt_shoe_choice){"avx2", felt_shoe_kernel_avx2};
#endif
    ret[count++] = (felt_shoe_choice){"plain", felt_shoe_kernel_plain};
    return count;
}

felt_status felt_shoe_block_outcomes(const felt_shoe *shoes, int count, felt_shoe_block *ret)
{
    assert(count >= 1 && count <= FELT_SHOE_LANES);
    felt_shoe_lanes lanes;
    for (int i = 0; i < FELT_SHOE_LANES; i++) {
        const felt_shoe *shoe = &shoes[i < count ? i : count - 1];
        felt_status status = felt_shoe_check(shoe, NULL);
        if (status != FELT_OK)
            return status;
        for (int rank = 0; rank < FELT_RANK_COUNT; rank++)
            lanes.cards[rank][i] = shoe->cards[rank];
    }
    felt_shoe_choice choices[3];
    felt_shoe_choices(choices);
    choices[0].kernel(&lanes, ret);
    return FELT_OK;
}
