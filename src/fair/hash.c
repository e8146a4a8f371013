/* src/fair/hash.c - commitments and digits: every hash has a domain of its own, so that none can be taken for another. */
#include "fair.h"

#include <assert.h>
#include <string.h>

static_assert(FELT_FAIR_BYTES == crypto_generichash_BYTES, "a hash is BLAKE2b with 32 bytes");

crypto_generichash_state fair_hash_begin(const char *domain, felt_fair_about about)
{
    assert(about.table.length >= 1 && about.table.length <= FELT_FAIR_TABLE_BYTES_MAX);
    crypto_generichash_state state;
    crypto_generichash_init(&state, NULL, 0, FELT_FAIR_BYTES);
    crypto_generichash_update(&state, (const uint8_t *)domain, strlen(domain) + 1);
    fair_hash_name(&state, about.table);
    fair_hash_number(&state, about.shoe);
    return state;
}

void fair_hash_number(crypto_generichash_state *state, uint64_t number)
{
    uint8_t bytes[8];
    for (int i = 0; i < 8; i++)
        bytes[i] = (uint8_t)(number >> (8 * i));
    crypto_generichash_update(state, bytes, sizeof bytes);
}

void fair_hash_bytes(crypto_generichash_state *state, const felt_fair_bytes *bytes)
{
    crypto_generichash_update(state, bytes->bytes, FELT_FAIR_BYTES);
}

void fair_hash_name(crypto_generichash_state *state, felt_text name)
{
    uint8_t length = (uint8_t)name.length;
    crypto_generichash_update(state, &length, 1);
    crypto_generichash_update(state, (const uint8_t *)name.bytes, name.length);
}

felt_fair_bytes fair_hash_end(crypto_generichash_state *state)
{
    felt_fair_bytes ret;
    crypto_generichash_final(state, ret.bytes, FELT_FAIR_BYTES);
    sodium_memzero(state, sizeof *state); /* it may have taken a secret */
    return ret;
}

felt_fair_bytes felt_fair_commit(felt_fair_about about, const felt_fair_bytes *seed)
{
    crypto_generichash_state state = fair_hash_begin("felt fair server 1", about);
    fair_hash_bytes(&state, seed);
    return fair_hash_end(&state);
}

felt_fair_bytes felt_fair_client_commit(felt_fair_about about, uint64_t player, const felt_fair_bytes *entropy)
{
    crypto_generichash_state state = fair_hash_begin("felt fair client 1", about);
    fair_hash_number(&state, player);
    fair_hash_bytes(&state, entropy);
    return fair_hash_end(&state);
}

/* ---- bytes ---- */

bool felt_fair_equal(const felt_fair_bytes *a, const felt_fair_bytes *b)
{
    return sodium_memcmp(a->bytes, b->bytes, FELT_FAIR_BYTES) == 0;
}

void felt_fair_digits(const felt_fair_bytes *bytes, char ret[FELT_FAIR_DIGITS + 1])
{
    sodium_bin2hex(ret, FELT_FAIR_DIGITS + 1, bytes->bytes, FELT_FAIR_BYTES);
}

felt_status felt_fair_read(felt_text digits, felt_fair_bytes *ret)
{
    felt_fair_bytes bytes;
    char again[FELT_FAIR_DIGITS + 1];
    size_t size;
    if (digits.length != FELT_FAIR_DIGITS ||
        sodium_hex2bin(bytes.bytes, sizeof bytes.bytes, digits.bytes, digits.length, NULL, &size, NULL) != 0 || size != FELT_FAIR_BYTES)
        return FELT_EDATA;
    felt_fair_digits(&bytes, again); /* one way to write it: no capitals */
    if (memcmp(again, digits.bytes, FELT_FAIR_DIGITS) != 0)
        return FELT_EDATA;
    *ret = bytes;
    return FELT_OK;
}

void felt_fair_draw(felt_fair_bytes *ret)
{
    randombytes_buf(ret->bytes, FELT_FAIR_BYTES);
}
