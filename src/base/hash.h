/* src/base/hash.h - a hash of bytes that nobody can find a second text for. */
#ifndef FELT_SRC_BASE_HASH_H
#define FELT_SRC_BASE_HASH_H

#include <stddef.h>
#include <stdint.h>

enum { HASH_BYTES = 32 };

/* BLAKE2b with 32 bytes and no key. */
void hash_of(const void *bytes, size_t size, uint8_t ret[HASH_BYTES]);

/* The same of two pieces, one after the other. */
void hash_of_two(const void *first, size_t first_size, const void *second, size_t second_size, uint8_t ret[HASH_BYTES]);

/* Of a record of a chain: with the hash of the record before it, the number of its table and its own. */
void hash_of_record(const uint8_t previous[HASH_BYTES], int64_t table, int64_t sequence, const void *record, size_t size,
                    uint8_t ret[HASH_BYTES]);

/* In hexadecimal digits and a NUL. */
void hash_digits(const uint8_t hash[HASH_BYTES], char ret[2 * HASH_BYTES + 1]);

#endif
