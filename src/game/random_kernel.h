/* game/random_kernel.h - Threefry-2x64-20 for several counters side by side.
 *
 * The first part is an ordinary header. The second is included once for each kind of processor, with
 *   RANDOM_BYTES   the width of a vector in bytes: 16, 32 or 64
 *   RANDOM_TARGET  the attribute that lets the compiler use such vectors
 *   RANDOM_KERNEL, RANDOM_LANES  the names of the function and of the vector type
 * and takes these names back at its end. */
#ifndef FELT_SRC_GAME_RANDOM_KERNEL_H
#define FELT_SRC_GAME_RANDOM_KERNEL_H

#include <stddef.h>
#include <stdint.h>

#define RANDOM_PARITY UINT64_C(0x1BD11BDAA9FC1A22) /* makes the third word of the key */

enum { RANDOM_ROUNDS = 20 };

/* By how many bits each round turns the second word; after eight rounds again from the front. */
static const int random_turns[8] = {16, 42, 12, 31, 16, 32, 24, 21};

/* As felt_random_blocks; the ways this processor can run, the fastest first. For tests, which compare them. */
typedef struct random_choice {
    const char *name;
    void (*blocks)(uint64_t seed, uint64_t stream, uint64_t block, size_t count, uint64_t *ret);
} random_choice;

int random_choices(random_choice ret[3]);

#endif

#ifdef RANDOM_KERNEL
typedef uint64_t RANDOM_LANES __attribute__((vector_size(RANDOM_BYTES)));

RANDOM_TARGET static void RANDOM_KERNEL(uint64_t seed, uint64_t stream, uint64_t block, size_t count, uint64_t *ret)
{
    enum { LANES = RANDOM_BYTES / 8, PARTS = 8 / LANES };
    const uint64_t keys[3] = {seed, 0, seed ^ RANDOM_PARITY};
    RANDOM_LANES counters;
    for (int i = 0; i < LANES; i++)
        counters[i] = block * 8 + (uint64_t)i + keys[0];
    for (size_t part = 0; part < count * PARTS; part++, counters += LANES) {
        RANDOM_LANES x = counters, y = (RANDOM_LANES){0} + stream + keys[1];
#pragma GCC unroll 20
        for (unsigned round = 0; round < RANDOM_ROUNDS; round++) {
            int turn = random_turns[round % 8];
            x += y;
            y = (y << turn | y >> (64 - turn)) ^ x;
            if (round % 4 == 3) {
                uint64_t step = round / 4 + 1;
                x += keys[step % 3];
                y += keys[(step + 1) % 3] + step;
            }
        }
        uint64_t *at = ret + part / PARTS * 16 + part % PARTS * LANES;
        memcpy(at, &x, sizeof x);
        memcpy(at + 8, &y, sizeof y);
    }
}

#undef RANDOM_BYTES
#undef RANDOM_TARGET
#undef RANDOM_KERNEL
#undef RANDOM_LANES
#endif
