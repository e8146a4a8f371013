/* src/game/random.c - the live and the counter generator behind one interface, and unbiased scaling. */
#include <assert.h>
#include <felt/random.h>
#include <sodium.h>
#include <stdbool.h>
#include <string.h>

__extension__ typedef unsigned __int128 wide;

static_assert(FELT_RANDOM_SEED_BYTES == crypto_stream_chacha20_KEYBYTES, "a seed is a key");
static_assert(FELT_RANDOM_WORDS % FELT_RANDOM_BLOCK_WORDS == 0, "whole blocks are kept ready");
static_assert(FELT_RANDOM_WORDS * 8 % 64 == 0, "whole blocks of ChaCha20, too");

void felt_random_live(felt_random *random, const uint8_t seed[FELT_RANDOM_SEED_BYTES], uint64_t number)
{
    *random = (felt_random){.kind = FELT_RANDOM_LIVE, .stream = number, .next = FELT_RANDOM_WORDS};
    memcpy(random->seed, seed, FELT_RANDOM_SEED_BYTES);
}

void felt_random_counter(felt_random *random, uint64_t seed, uint64_t stream)
{
    *random = (felt_random){.kind = FELT_RANDOM_COUNTER, .key = seed, .stream = stream, .next = FELT_RANDOM_WORDS};
}

/* Bytes are read and written with the lowest first, so that a seed means the same on every machine. */
static uint64_t word_from(const uint8_t *bytes)
{
    uint64_t word = 0;
    for (int i = 7; i >= 0; i--)
        word = word << 8 | bytes[i];
    return word;
}

static void make_live(const felt_random *random, uint64_t *ret, size_t count)
{
    uint8_t nonce[crypto_stream_chacha20_NONCEBYTES], bytes[FELT_RANDOM_WORDS * 8] = {0};
    for (size_t i = 0; i < sizeof nonce; i++)
        nonce[i] = (uint8_t)(random->stream >> (8 * i));
    crypto_stream_chacha20_xor_ic(bytes, bytes, count * 8, nonce, random->made / 8, random->seed);
    for (size_t i = 0; i < count; i++)
        ret[i] = word_from(bytes + 8 * i);
    sodium_memzero(bytes, sizeof bytes);
}

static void make(felt_random *random, uint64_t *ret)
{
    if (random->kind == FELT_RANDOM_LIVE)
        make_live(random, ret, FELT_RANDOM_WORDS);
    else
        felt_random_blocks(random->key, random->stream, random->made / FELT_RANDOM_BLOCK_WORDS, FELT_RANDOM_WORDS / FELT_RANDOM_BLOCK_WORDS,
                           ret);
    random->made += FELT_RANDOM_WORDS;
}

uint64_t felt_random_word(felt_random *random)
{
    if (random->next == FELT_RANDOM_WORDS) {
        make(random, random->words);
        random->next = 0;
    }
    return random->words[random->next++];
}

void felt_random_fill(felt_random *random, uint64_t *ret, size_t count)
{
    for (size_t some; count > 0; ret += some, count -= some) {
        bool empty = random->next == FELT_RANDOM_WORDS;
        if (empty && count >= FELT_RANDOM_WORDS) {
            make(random, ret);
            some = FELT_RANDOM_WORDS;
            continue;
        }
        if (empty) {
            make(random, random->words);
            random->next = 0;
        }
        some = FELT_RANDOM_WORDS - random->next;
        some = some < count ? some : count;
        memcpy(ret, random->words + random->next, some * sizeof *ret);
        random->next += (uint32_t)some;
    }
}

uint32_t felt_random_below(felt_random *random, uint32_t bound)
{
    assert(bound > 0);
    /* word * bound / 2^64 takes each value for 2^64 / bound words, rounded up or down. Of the words of one value, those whose product
     * has a low half below 2^64 mod bound are the surplus; without them all values have equally many. */
    for (;;) {
        wide product = (wide)felt_random_word(random) * bound;
        if ((uint64_t)product >= bound || (uint64_t)product >= (0 - (uint64_t)bound) % bound)
            return (uint32_t)(product >> 64);
    }
}
