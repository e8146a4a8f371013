/* felt/random.h - randomness: two generators behind one interface, and unbiased scaling.
 *
 * The live generator is the ChaCha20 stream of libsodium, keyed by a secret seed of 32 bytes, one stream for each shoe or shooter: from a
 * seed that is revealed afterwards anybody can derive the shoe again. The counter generator is Threefry-2x64 with 20 rounds, a function
 * of (seed, stream, position) that can be asked for any position at any time; it is for simulation and no secret.
 *
 * Both are defined by their words alone: the same seed and number give the same words on every machine and for every way of asking.
 * Threads:  one thread at a time for one felt_random. */
#ifndef FELT_RANDOM_H
#define FELT_RANDOM_H

#include <felt/api.h>
#include <stddef.h>
#include <stdint.h>

FELT_API_BEGIN

enum {
    FELT_RANDOM_SEED_BYTES = 32,
    FELT_RANDOM_WORDS = 64,       /* that a generator keeps ready */
    FELT_RANDOM_BLOCK_WORDS = 16, /* of the counter generator */
};

typedef enum felt_random_kind { FELT_RANDOM_LIVE = 0, FELT_RANDOM_COUNTER } felt_random_kind;

typedef struct felt_random {
    felt_random_kind kind;
    uint8_t seed[FELT_RANDOM_SEED_BYTES]; /* live */
    uint64_t key;                         /* counter: the seed */
    uint64_t stream;
    uint64_t made; /* words made so far, those kept ready included */
    uint32_t next; /* of those kept ready */
    uint64_t words[FELT_RANDOM_WORDS];
} felt_random;

/* The live stream of `seed` for shoe or shooter `number`. Needs no more than libsodium's own state, so it cannot fail. */
void felt_random_live(felt_random *random, const uint8_t seed[FELT_RANDOM_SEED_BYTES], uint64_t number);

/* The counter stream `stream` of `seed`. */
void felt_random_counter(felt_random *random, uint64_t seed, uint64_t stream);

/* The next 64 random bits, and the next `count` times as many. */
uint64_t felt_random_word(felt_random *random);
void felt_random_fill(felt_random *random, uint64_t *ret, size_t count);

/* A number from 0 to bound - 1, each equally likely: words that would favour some are thrown away. Requires bound > 0. */
uint32_t felt_random_below(felt_random *random, uint32_t bound);

/* ---- the counter generator by position ---- */

/* Threefry-2x64-20: encrypts the counter (low, high) under the key (first, second). */
typedef struct felt_random_pair {
    uint64_t first, second;
} felt_random_pair;

felt_random_pair felt_random_threefry(felt_random_pair key, felt_random_pair counter);

/* Words of the counter stream from any position: blocks `block` to `block` + count - 1, FELT_RANDOM_BLOCK_WORDS words each. Word i of
 * block b is the first half of the cipher of counter (8 b + i, stream) for i below 8, and the second half of that of (8 b + i - 8, stream)
 * from there on; the key is (seed, 0). felt_random_counter hands out the same words from block 0 on. */
void felt_random_blocks(uint64_t seed, uint64_t stream, uint64_t block, size_t count, uint64_t *ret);

FELT_API_END

#endif
