/* src/count/exposure_crew.c - several processes that deal one run. */
#include "count/exposure_inside.h"

#include <stdlib.h>
#include <string.h>

enum { LIMBS = 4 }; /* of a sum: 32 bits each, so that as many processes as there can be do not overflow a number of 64 */

uint64_t exposure_share(const felt_exposure *e, uint64_t count, uint64_t *ret_first)
{
    const felt_exposure_crew *crew = e->setup.crew;
    *ret_first = 0;
    if (crew == NULL)
        return count;
    uint64_t each = count / (uint64_t)crew->count, more = count % (uint64_t)crew->count, rank = (uint64_t)crew->rank;
    *ret_first = rank * each + (rank < more ? rank : more);
    return each + (rank < more);
}

void exposure_part(felt_exposure *e)
{
    if (e->setup.crew == NULL || e->setup.crew->rank == 0)
        return;
    memset(e->sums, 0, e->sum_count * sizeof *e->sums);
    memset(e->pilot, 0, e->pilot_count * sizeof *e->pilot);
}

static void take_apart(const value_wide *sums, size_t count, uint64_t *ret)
{
    for (size_t i = 0; i < count; i++)
        for (int limb = 0; limb < LIMBS; limb++)
            ret[LIMBS * i + (size_t)limb] = (uint32_t)(sums[i] >> 32 * limb);
}

static void put_together(const uint64_t *from, size_t count, value_wide *ret)
{
    __extension__ typedef unsigned __int128 wide;
    for (size_t i = 0; i < count; i++) {
        wide sum = 0;
        for (int limb = 0; limb < LIMBS; limb++)
            sum += (wide)from[LIMBS * i + (size_t)limb] << 32 * limb;
        ret[i] = (value_wide)sum;
    }
}

felt_status exposure_unite(felt_exposure *e, bool *stopped, bool *fast)
{
    const felt_exposure_crew *crew = e->setup.crew;
    size_t numbers = LIMBS * (e->sum_count + e->pilot_count);
    if (crew == NULL)
        return FELT_OK;
    uint64_t *all = malloc((numbers + 2) * sizeof *all);
    if (all == NULL)
        return FELT_ENOMEM;
    take_apart(e->sums, e->sum_count, all);
    take_apart(e->pilot, e->pilot_count, all + LIMBS * e->sum_count);
    all[numbers] = *stopped;
    all[numbers + 1] = *fast && crew->rank == 0;
    felt_status status = crew->add(crew->context, all, numbers + 2);
    if (status == FELT_OK) {
        put_together(all, e->sum_count, e->sums);
        put_together(all + LIMBS * e->sum_count, e->pilot_count, e->pilot);
        *stopped = all[numbers] != 0;
        *fast = all[numbers + 1] != 0;
    }
    free(all);
    return status;
}
