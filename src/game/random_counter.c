/* src/game/random_counter.c - Threefry-2x64-20, from its definition in Salmon, Moraes, Dror and Shaw, "Parallel random numbers: as easy as
 * 1, 2, 3" (2011): 20 rounds of add, rotate and exclusive-or on two words, with a word of the key added after every fourth.
 *
 * The blocks are made for many counters side by side with whatever vectors the processor has; all ways give the same words. */
#include "game/random_kernel.h"

#include <felt/random.h>
#include <string.h>

felt_random_pair felt_random_threefry(felt_random_pair key, felt_random_pair counter)
{
    const uint64_t keys[3] = {key.first, key.second, key.first ^ key.second ^ RANDOM_PARITY};
    uint64_t x = counter.first + keys[0], y = counter.second + keys[1];
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
    return (felt_random_pair){x, y};
}

#define RANDOM_BYTES 16
#define RANDOM_TARGET
#define RANDOM_KERNEL blocks_plain
#define RANDOM_LANES lanes_plain
#include "game/random_kernel.h"

#if defined(__x86_64__)
#define RANDOM_BYTES 32
#define RANDOM_TARGET __attribute__((target("avx2")))
#define RANDOM_KERNEL blocks_avx2
#define RANDOM_LANES lanes_avx2
#include "game/random_kernel.h"

#define RANDOM_BYTES 64
#define RANDOM_TARGET __attribute__((target("avx512f")))
#define RANDOM_KERNEL blocks_avx512
#define RANDOM_LANES lanes_avx512
#include "game/random_kernel.h"
#endif

int random_choices(random_choice ret[3])
{
    int count = 0;
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx512f"))
        ret[count++] = (random_choice){"avx512", blocks_avx512};
    if (__builtin_cpu_supports("avx2"))
        ret[count++] = (random_choice){"avx2", blocks_avx2};
#endif
    ret[count++] = (random_choice){"plain", blocks_plain};
    return count;
}

void felt_random_blocks(uint64_t seed, uint64_t stream, uint64_t block, size_t count, uint64_t *ret)
{
    random_choice choices[3];
    random_choices(choices);
    choices[0].blocks(seed, stream, block, count, ret);
}
