/* src/base/bytes.h - numbers as bytes, little end first, and a check sum of them. */
#ifndef FELT_SRC_BASE_BYTES_H
#define FELT_SRC_BASE_BYTES_H

#include <stddef.h>
#include <stdint.h>

static inline uint8_t *bytes_put(uint8_t *at, uint64_t number, int bytes)
{
    for (int i = 0; i < bytes; i++)
        *at++ = (uint8_t)(number >> (8 * i));
    return at;
}

static inline uint64_t bytes_get(const uint8_t **at, int bytes)
{
    uint64_t number = 0;
    for (int i = 0; i < bytes; i++)
        number |= (uint64_t) * (*at)++ << (8 * i);
    return number;
}

/* FNV-1a: it finds damage, not malice. */
static inline uint32_t bytes_sum(const uint8_t *bytes, size_t size)
{
    uint32_t sum = 0x811c9dc5u;
    for (size_t i = 0; i < size; i++)
        sum = (sum ^ bytes[i]) * 0x01000193u;
    return sum;
}

#endif
