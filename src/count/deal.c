/* src/count/deal.c - plans of shoes that are watched, and the kernels that deal them on this processor. */
#include "count/deal.h"
#include "game/lanes.h"

#include <assert.h>
#include <felt/random.h>
#include <string.h>

void deal_plan_make(deal_plan *plan, uint64_t seed, int decks, felt_burn_rule burn)
{
    assert(decks >= 1 && decks <= FELT_DECKS_MAX);
    *plan = (deal_plan){.seed = seed, .cards = FELT_DECK_CARDS * decks, .burn = burn};
    for (int left = 1; left <= plan->cards; left++)
        plan->surplus[left] = (uint16_t)(65536 % left);
    plan->limits = draws_limits_make();
}

/* Fresh shoes, and all the bits that their cards come from. */
static void deal_shuffle(deal_state *s, const deal_plan *plan, uint64_t first_shoe)
{
    uint64_t words[DEAL_BLOCKS_MAX * FELT_RANDOM_BLOCK_WORDS];
    int rows = DEAL_BURN_ROWS + DEAL_ROUND_ROWS * (plan->cards / 4), blocks = (rows + 63) / 64;
    s->plan = plan;
    s->first_shoe = first_shoe;
    s->row = DEAL_BURN_ROWS;
    memset(s->active, -1, sizeof s->active);
    memset(s->hidden, 0, sizeof s->hidden);
    for (int lane = 0; lane < DEAL_LANES; lane++) {
        s->left[lane] = (int16_t)plan->cards;
        for (int r = 0; r < DEAL_CUTS; r++)
            s->below[r][lane] = (int16_t)(plan->cards / FELT_RANK_COUNT * (r + 1));
        felt_random_blocks(plan->seed, first_shoe + (uint64_t)lane, 0, (size_t)blocks, words);
        for (int w = 0; w < blocks * FELT_RANDOM_BLOCK_WORDS; w++)
            for (int i = 0; i < 4; i++)
                s->bits[4 * w + i][lane] = (uint16_t)(words[w] >> 16 * i);
    }
}

/* ---- kernels ---- */

#define DEAL_NAME(name) name##_plain
#define DEAL_BYTES 16
#define DEAL_TARGET
#include "count/deal_kernel.h"

#if defined(__x86_64__)
#define DEAL_NAME(name) name##_avx2
#define DEAL_BYTES 32
#define DEAL_TARGET __attribute__((target("avx2")))
#include "count/deal_kernel.h"

#define DEAL_NAME(name) name##_avx512
#define DEAL_BYTES 64
#define DEAL_TARGET __attribute__((target("avx512bw")))
#include "count/deal_kernel.h"
#endif

int deal_kernels(deal_kernel ret[3])
{
    int count = 0;
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx512bw"))
        ret[count++] = (deal_kernel){"avx512", begin_avx512, look_avx512, round_avx512, tally_avx512};
    if (__builtin_cpu_supports("avx2"))
        ret[count++] = (deal_kernel){"avx2", begin_avx2, look_avx2, round_avx2, tally_avx2};
#endif
    ret[count++] = (deal_kernel){"plain", begin_plain, look_plain, round_plain, tally_plain};
    return count;
}
