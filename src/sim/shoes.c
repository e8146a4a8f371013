/* src/sim/shoes.c - plans of whole shoes, and the kernel that deals them on this processor. */
#include "sim/shoes.h"

#include <assert.h>
#include <felt/random.h>
#include <string.h>
#if defined(__x86_64__)
#include <immintrin.h>
#endif

__extension__ typedef unsigned __int128 wide;

/* The rules say "draws on so much or less"; the kernels compare with these limits. tests/unit/test_sim_replay.c compares every case. */
static void set_limits(shoes_plan *plan)
{
    plan->player_limit = plan->banker_limit = -1;
    for (int total = 0; total < 8; total++) {
        plan->player_limit = felt_player_draws(total, 0) ? total : plan->player_limit;
        plan->banker_limit = felt_banker_draws(7, total, -1) ? total : plan->banker_limit;
    }
    for (int third = 0; third < SHOES_VALUES; third++) {
        plan->banker_limits[third] = -1;
        for (int total = 0; total < 8; total++)
            if (felt_banker_draws(0, total, third))
                plan->banker_limits[third] = total;
    }
}

/* The cut card comes out in the round before which at least `cut` cards are left and after which fewer are; in the place of its first card
 * when exactly so many are left before it. So the round that follows begins with fewer, and no earlier one does. */
static void set_last_round(shoes_plan *plan)
{
    if (plan->rounds > 0)
        return;
    if (plan->rules.cut == FELT_CUT_LAST_ROUND)
        plan->last_after = plan->cut;
    else
        plan->last_before = plan->rules.cut == FELT_CUT_ONE_MORE ? plan->cut + 1 : plan->cut;
}

void shoes_plan_make(shoes_plan *plan, uint64_t seed, int decks, int rounds, int cut, felt_dealing_rules rules)
{
    assert(decks >= 1 && decks <= FELT_DECKS_MAX && felt_dealing_rules_exist(rules));
    *plan = (shoes_plan){.seed = seed, .cards = 52 * decks, .rounds = rounds, .cut = cut, .rules = rules};
    assert(rounds > 0 ? rounds * SHOES_ROUND_ROWS <= plan->cards : cut >= 12 && cut <= plan->cards - 12);
    for (int left = 1; left <= plan->cards; left++)
        plan->surplus[left] = (uint16_t)(65536 % left);
    set_limits(plan);
    set_last_round(plan);
}

/* Out of line: it is seldom called, and the loop around it needs the registers. */
__attribute__((noinline)) uint32_t shoes_retry(const shoes_plan *plan, uint64_t shoe, uint32_t row, uint32_t left)
{
    const felt_random_pair key = {plan->seed, 1}; /* the bits of the first try have a key that ends in 0 */
    for (uint64_t attempt = 0;; attempt++) {
        felt_random_pair bits = felt_random_threefry(key, (felt_random_pair){attempt << 32 | row, shoe});
        wide product = (wide)bits.first * left;
        if ((uint64_t)product >= (0 - (uint64_t)left) % left)
            return (uint32_t)(product >> 64);
    }
}

/* ---- kernels ---- */

typedef int16_t lanes_plain __attribute__((vector_size(16)));
typedef uint16_t bits_plain __attribute__((vector_size(16)));

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

#define SHOES_NAME(name) name##_plain
#define SHOES_BYTES 16
#define SHOES_TARGET
#include "sim/shoes_kernel.h"

#if defined(__x86_64__)
typedef int16_t lanes_avx2 __attribute__((vector_size(32)));
typedef uint16_t bits_avx2 __attribute__((vector_size(32)));

__attribute__((target("avx2"))) static inline bits_avx2 high_avx2(bits_avx2 a, bits_avx2 b)
{
    return (bits_avx2)_mm256_mulhi_epu16((__m256i)a, (__m256i)b);
}

__attribute__((target("avx2"))) static inline int any_avx2(lanes_avx2 mask)
{
    return _mm256_movemask_epi8((__m256i)mask);
}

#define SHOES_NAME(name) name##_avx2
#define SHOES_BYTES 32
#define SHOES_TARGET __attribute__((target("avx2")))
#include "sim/shoes_kernel.h"

typedef int16_t lanes_avx512 __attribute__((vector_size(64)));
typedef uint16_t bits_avx512 __attribute__((vector_size(64)));

__attribute__((target("avx512bw"))) static inline bits_avx512 high_avx512(bits_avx512 a, bits_avx512 b)
{
    return (bits_avx512)_mm512_mulhi_epu16((__m512i)a, (__m512i)b);
}

__attribute__((target("avx512bw"))) static inline int any_avx512(lanes_avx512 mask)
{
    return _mm512_movepi16_mask((__m512i)mask) != 0;
}

#define SHOES_NAME(name) name##_avx512
#define SHOES_BYTES 64
#define SHOES_TARGET __attribute__((target("avx512bw")))
#include "sim/shoes_kernel.h"
#endif

int shoes_choices(shoes_choice ret[3])
{
    int count = 0;
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx512bw"))
        ret[count++] = (shoes_choice){"avx512", play_avx512};
    if (__builtin_cpu_supports("avx2"))
        ret[count++] = (shoes_choice){"avx2", play_avx2};
#endif
    ret[count++] = (shoes_choice){"plain", play_plain};
    return count;
}
