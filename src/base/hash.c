/* src/base/hash.c - BLAKE2b, from libsodium. */
#include "hash.h"

#include "bytes.h"

#include <sodium/crypto_generichash.h>
#include <string.h>

void hash_of(const void *bytes, size_t size, uint8_t ret[HASH_BYTES])
{
    crypto_generichash(ret, HASH_BYTES, bytes, size, NULL, 0);
}

void hash_of_two(const void *first, size_t first_size, const void *second, size_t second_size, uint8_t ret[HASH_BYTES])
{
    crypto_generichash_state state;
    crypto_generichash_init(&state, NULL, 0, HASH_BYTES);
    crypto_generichash_update(&state, first, first_size);
    crypto_generichash_update(&state, second, second_size);
    crypto_generichash_final(&state, ret, HASH_BYTES);
}

void hash_of_record(const uint8_t previous[HASH_BYTES], int64_t table, int64_t sequence, const void *record, size_t size,
                    uint8_t ret[HASH_BYTES])
{
    uint8_t head[HASH_BYTES + 3 * 8];
    memcpy(head, previous, HASH_BYTES);
    uint8_t *at = bytes_put(head + HASH_BYTES, (uint64_t)table, 8);
    at = bytes_put(at, (uint64_t)sequence, 8);
    bytes_put(at, size, 8);
    hash_of_two(head, sizeof head, record, size, ret);
}

void hash_digits(const uint8_t hash[HASH_BYTES], char ret[2 * HASH_BYTES + 1])
{
    static const char digits[] = "0123456789abcdef";
    for (size_t i = 0; i < HASH_BYTES; i++) {
        ret[2 * i] = digits[hash[i] >> 4];
        ret[2 * i + 1] = digits[hash[i] & 15];
    }
    ret[2 * HASH_BYTES] = '\0';
}
