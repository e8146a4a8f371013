/* src/count/deal.c - plans of shoes that are watched, and the kernels that deal them on this processor. */
#include "count/deal.h"

#include <assert.h>
#include <felt/random.h>
#include <string.h>
#if defined(__x86_64__)
#include <immintrin.h>
#endif

/* The rules say "draws on so much or less"; the kernels compare with these limits. */
static void set_limits(deal_plan *plan)
{
    plan->player_limit = plan->banker_limit = -1;
    for (int total = 0; total < 8; total++) {
        plan->player_limit = felt_player_draws(total, 0) ? total : plan->player_limit;
        plan->banker_limit = felt_banker_draws(7, total, -1) ? total : plan->banker_limit;
    }
    for (int third = 0; third < 10; third++) {
        plan->banker_limits[third] = -1;
        for (int total = 0; total < 8; total++)
            if (felt_banker_draws(0, total, third))
                plan->banker_limits[third] = total;
    }
}

void deal_plan_make(deal_plan *plan, uint64_t seed, int decks, felt_burn_rule burn)
{
    assert(decks >= 1 && decks <= FELT_DECKS_MAX);
    *plan = (deal_plan){.seed = seed, .cards = FELT_DECK_CARDS * decks, .burn = burn};
    for (int left = 1; left <= plan->cards; left++)
        plan->surplus[left] = (uint16_t)(65536 % left);
    set_limits(plan);
}

uint32_t deal_retry(const deal_plan *plan, uint64_t shoe, uint32_t row, uint32_t left)
{
    const felt_random_pair key = {plan->seed, 1}; /* the bits of the first try have a key that ends in 0 */
    for (uint64_t attempt = 0;; attempt++) {
        felt_random_pair bits = felt_random_threefry(key, (felt_random_pair){attempt << 32 | row, shoe});
        __extension__ unsigned __int128 product = (unsigned __int128)bits.first * left;
        if ((uint64_t)product >= (0 - (uint64_t)left) % left)
            return (uint32_t)(product >> 64);
    }
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

typedef int16_t lanes_plain __attribute__((vector_size(16), may_alias));
typedef uint16_t bits_plain __attribute__((vector_size(16), may_alias));

#if defined(__x86_64__)
static inline bits_plain high_plain(bits_plain a, bits_plain b)
{
    return (bits_plain)_mm_mulhi_epu16((__m128i)a, (__m128i)b);
}

static inline int any_plain(lanes_plain mask)
{
    return _mm_movemask_epi8((__m128i)mask);
}
#else
static inline bits_plain high_plain(bits_plain a, bits_plain b)
{
    bits_plain high;
    for (int i = 0; i < 8; i++)
        high[i] = (uint16_t)((uint32_t)a[i] * b[i] >> 16);
    return high;
}

static inline int any_plain(lanes_plain mask)
{
    int any = 0;
    for (int i = 0; i < 8; i++)
        any |= mask[i];
    return any;
}
#endif

#define DEAL_NAME(name) name##_plain
#define DEAL_BYTES 16
#define DEAL_TARGET
#include "count/deal_kernel.h"

#if defined(__x86_64__)
typedef int16_t lanes_avx2 __attribute__((vector_size(32), may_alias));
typedef uint16_t bits_avx2 __attribute__((vector_size(32), may_alias));

__attribute__((target("avx2"))) static inline bits_avx2 high_avx2(bits_avx2 a, bits_avx2 b)
{
    return (bits_avx2)_mm256_mulhi_epu16((__m256i)a, (__m256i)b);
}

__attribute__((target("avx2"))) static inline int any_avx2(lanes_avx2 mask)
{
    return _mm256_movemask_epi8((__m256i)mask);
}

#define DEAL_NAME(name) name##_avx2
#define DEAL_BYTES 32
#define DEAL_TARGET __attribute__((target("avx2")))
#include "count/deal_kernel.h"

typedef int16_t lanes_avx512 __attribute__((vector_size(64), may_alias));
typedef uint16_t bits_avx512 __attribute__((vector_size(64), may_alias));

__attribute__((target("avx512bw"))) static inline bits_avx512 high_avx512(bits_avx512 a, bits_avx512 b)
{
    return (bits_avx512)_mm512_mulhi_epu16((__m512i)a, (__m512i)b);
}

__attribute__((target("avx512bw"))) static inline int any_avx512(lanes_avx512 mask)
{
    return _mm512_movepi16_mask((__m512i)mask) != 0;
}

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
