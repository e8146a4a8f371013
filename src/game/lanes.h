/* game/lanes.h - vectors of numbers of 16 bits, one for each shoe that is dealt side by side, for each kind of processor: lanes_NAME and
 * bits_NAME, high_NAME (the upper halves of products) and any_NAME (is some lane of a mask, 0 or -1 each, set?); and how sixteen bits
 * become the number of a card.
 *
 * With n cards left, bits b make the number b n / 2^16. Where the lower half of the product is below 2^16 mod n, which is the surplus of n,
 * they would favour some cards and are replaced by lanes_retry. */
#ifndef FELT_SRC_GAME_LANES_H
#define FELT_SRC_GAME_LANES_H

#include <stdint.h>
#if defined(__x86_64__)
#include <immintrin.h>
#endif

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
#endif

/* The number of a card among `left` when the sixteen bits of `row` were refused: from 64 bits of the shoe's own. */
uint32_t lanes_retry(uint64_t seed, uint64_t shoe, uint32_t row, uint32_t left);

#endif
