/* src/report/hash.c - the hash that says which file a PAR sheet is about. */
#include <felt/par.h>

#include <assert.h>
#include <sodium/crypto_hash_sha256.h>

static_assert(FELT_PAR_HASH_DIGITS == 2 * crypto_hash_sha256_BYTES, "two digits for each byte");

void felt_par_hash(felt_text text, char ret[FELT_PAR_HASH_DIGITS + 1])
{
    static const char digits[] = "0123456789abcdef";
    unsigned char hash[crypto_hash_sha256_BYTES];
    crypto_hash_sha256(hash, (const unsigned char *)text.bytes, text.length);
    for (size_t i = 0; i < sizeof hash; i++) {
        ret[2 * i] = digits[hash[i] >> 4];
        ret[2 * i + 1] = digits[hash[i] & 15];
    }
    ret[FELT_PAR_HASH_DIGITS] = '\0';
}
