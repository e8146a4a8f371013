/* src/sim/rolls_kernel.c - a product taken through many rolls at many tables.
 *
 * Steps that count are few. Their numbers are written down one behind the other and counted afterwards: a number that does not count is
 * written over by the next one, so that nothing has to be guessed on the way. */
#include "sim/rolls.h"

#include <string.h>
#if defined(__x86_64__)
#include <immintrin.h>
#endif

enum { SIDE = 16 }; /* tables taken through their rolls side by side; they do not wait for each other */

static void count_steps(const uint32_t *counted, uint32_t count, uint32_t *counts)
{
    for (uint32_t i = 0; i < count; i++)
        counts[counted[i]]++;
}

static void run_plain(const uint32_t *steps, const uint8_t *classes, uint32_t at[ROLLS_TABLES], uint32_t *counts)
{
    uint32_t counted[ROLLS_THROWS + 1], count = 0;
    for (int first = 0; first < ROLLS_TABLES; first += SIDE) {
        const uint8_t *class = classes + first;
        uint32_t now[SIDE];
        memcpy(now, at + first, sizeof now);
        for (int turn = 0; turn < ROLLS_TURNS; turn++, class += ROLLS_TABLES) {
#pragma GCC unroll 16
            for (int t = 0; t < SIDE; t++) {
                uint32_t step = now[t] + class[t], next = steps[step];
                counted[count] = step;
                count += next & 1;
                now[t] = next >> 1;
            }
        }
        memcpy(at + first, now, sizeof now);
    }
    count_steps(counted, count, counts);
}

#if defined(__x86_64__)
__attribute__((target("avx512f"))) static void run_avx512(const uint32_t *steps, const uint8_t *classes, uint32_t at[ROLLS_TABLES],
                                                          uint32_t *counts)
{
    enum { PARTS = ROLLS_TABLES / SIDE };
    uint32_t counted[ROLLS_THROWS + SIDE], count = 0;
    const __m512i one = _mm512_set1_epi32(1);
    __m512i now[PARTS];
    memcpy(now, at, sizeof now);
    for (int turn = 0; turn < ROLLS_TURNS; turn++, classes += ROLLS_TABLES) {
#pragma GCC unroll 4
        for (int i = 0; i < PARTS; i++) {
            __m512i step =
                _mm512_add_epi32(now[i], _mm512_cvtepu8_epi32(_mm_loadu_si128((const __m128i *)(const void *)(classes + i * SIDE))));
            __m512i next = _mm512_i32gather_epi32(step, steps, 4);
            __mmask16 counts_here = _mm512_test_epi32_mask(next, one);
            _mm512_storeu_si512(counted + count, _mm512_maskz_compress_epi32(counts_here, step));
            count += (uint32_t)__builtin_popcount(counts_here);
            now[i] = _mm512_srli_epi32(next, 1);
        }
    }
    memcpy(at, now, sizeof now);
    count_steps(counted, count, counts);
}
#endif

int rolls_choices(rolls_choice ret[2])
{
    int count = 0;
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx512f"))
        ret[count++] = (rolls_choice){"avx512", run_avx512};
#endif
    ret[count++] = (rolls_choice){"plain", run_plain};
    return count;
}
