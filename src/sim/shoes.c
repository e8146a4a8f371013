/* src/sim/shoes.c - plans of whole shoes, and the kernel that deals them on this processor. */
#include "sim/shoes.h"
#include "game/lanes.h"

#include <assert.h>
#include <felt/random.h>
#include <string.h>

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
    for (int i = 0; i < plan->cards; i++)
        plan->fresh[i] = (int16_t)(i % FELT_RANK_COUNT);
    plan->limits = draws_limits_make();
    set_last_round(plan);
}

/* ---- kernels ---- */

#define SHOES_NAME(name) name##_plain
#define SHOES_BYTES 16
#define SHOES_TARGET
#include "sim/shoes_kernel.h"

#if defined(__x86_64__)
#define SHOES_NAME(name) name##_avx2
#define SHOES_BYTES 32
#define SHOES_TARGET __attribute__((target("avx2")))
#include "sim/shoes_kernel.h"

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
        ret[count++] = (shoes_choice){"avx512", play_avx512, look_avx512};
    if (__builtin_cpu_supports("avx2"))
        ret[count++] = (shoes_choice){"avx2", play_avx2, look_avx2};
#endif
    ret[count++] = (shoes_choice){"plain", play_plain, look_plain};
    return count;
}
