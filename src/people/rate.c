/* src/people/rate.c - token buckets, waits that grow with failures, and what counts of an address. */
#include "rate.h"

#include "people.h"
#include "shelf.h"

#include <arpa/inet.h>
#include <assert.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

enum { TOKEN = 60000, RATE_MAX = 1000000 }; /* a token has as many parts as a minute has milliseconds */

typedef struct secret {
    uint8_t bytes[crypto_generichash_KEYBYTES];
} secret;

static void key_of(const secret *s, felt_text key, uint8_t ret[SHELF_KEY_BYTES])
{
    crypto_generichash(ret, SHELF_KEY_BYTES, (const unsigned char *)key.bytes, key.length, s->bytes, sizeof s->bytes);
}

/* ---- buckets ---- */

typedef struct bucket {
    int64_t parts, at_ms;
} bucket;

struct people_rate {
    secret secret;
    shelf *buckets;
    int burst, per_minute;
};

people_rate *people_rate_new(int capacity, int burst, int per_minute)
{
    assert(burst > 0 && burst <= RATE_MAX && per_minute > 0 && per_minute <= RATE_MAX);
    people_rate *rate = calloc(1, sizeof *rate);
    if (rate == NULL)
        return NULL;
    rate->burst = burst;
    rate->per_minute = per_minute;
    rate->buckets = shelf_new(capacity, sizeof(bucket), NULL);
    randombytes_buf(&rate->secret, sizeof rate->secret);
    if (rate->buckets != NULL)
        return rate;
    free(rate);
    return NULL;
}

void people_rate_free(people_rate *rate)
{
    if (rate == NULL)
        return;
    shelf_free(rate->buckets);
    free(rate);
}

static void fill(const people_rate *rate, bucket *b, int64_t now_ms)
{
    int64_t full = (int64_t)rate->burst * TOKEN, passed = now_ms - b->at_ms;
    if (passed <= 0)
        return;
    b->at_ms = now_ms;
    if (passed >= (full - b->parts) / rate->per_minute + 1)
        b->parts = full;
    else
        b->parts += passed * rate->per_minute;
}

bool people_rate_take(people_rate *rate, felt_text key, int cost, int64_t now_ms, int64_t *ret_wait_ms)
{
    assert(cost > 0 && cost <= rate->burst);
    uint8_t hash[SHELF_KEY_BYTES];
    key_of(&rate->secret, key, hash);
    bucket *b = shelf_find(rate->buckets, hash);
    if (b == NULL) {
        b = shelf_add(rate->buckets, hash);
        if (b == NULL) { /* no memory: who is not known has to wait */
            if (ret_wait_ms != NULL)
                *ret_wait_ms = 1000;
            return false;
        }
        *b = (bucket){(int64_t)rate->burst * TOKEN, now_ms};
    }
    fill(rate, b, now_ms);
    int64_t missing = (int64_t)cost * TOKEN - b->parts;
    if (missing <= 0)
        b->parts -= (int64_t)cost * TOKEN;
    else if (ret_wait_ms != NULL)
        *ret_wait_ms = (missing + rate->per_minute - 1) / rate->per_minute;
    return missing <= 0;
}

/* ---- failures ---- */

enum { SECOND_MS = 1000, DOUBLINGS_MAX = 30 };

typedef struct failures {
    int count;
    int64_t last_ms, until_ms;
} failures;

struct people_attempts {
    secret secret;
    shelf *failures;
    int free;
    int64_t longest_ms;
};

people_attempts *people_attempts_new(int capacity, int free_attempts, int64_t longest_ms)
{
    assert(free_attempts > 0 && longest_ms > 0);
    people_attempts *attempts = calloc(1, sizeof *attempts);
    if (attempts == NULL)
        return NULL;
    attempts->free = free_attempts;
    attempts->longest_ms = longest_ms;
    attempts->failures = shelf_new(capacity, sizeof(failures), NULL);
    randombytes_buf(&attempts->secret, sizeof attempts->secret);
    if (attempts->failures != NULL)
        return attempts;
    free(attempts);
    return NULL;
}

void people_attempts_free(people_attempts *attempts)
{
    if (attempts == NULL)
        return;
    shelf_free(attempts->failures);
    free(attempts);
}

static failures *failures_of(people_attempts *attempts, felt_text key, int64_t now_ms, bool make)
{
    uint8_t hash[SHELF_KEY_BYTES];
    key_of(&attempts->secret, key, hash);
    failures *f = shelf_find(attempts->failures, hash);
    if (f == NULL && make)
        f = shelf_add(attempts->failures, hash);
    if (f != NULL && f->count > 0 && now_ms - f->last_ms >= PEOPLE_HOUR_MS)
        *f = (failures){.count = 0};
    return f;
}

int64_t people_attempts_wait(people_attempts *attempts, felt_text key, int64_t now_ms)
{
    const failures *f = failures_of(attempts, key, now_ms, false);
    return f != NULL && f->until_ms > now_ms ? f->until_ms - now_ms : 0;
}

/* A wait never ends earlier because another was begun. */
bool people_attempts_begin(people_attempts *attempts, felt_text key, int64_t now_ms)
{
    failures *f = failures_of(attempts, key, now_ms, true);
    if (f == NULL)
        return false;
    f->count += f->count < attempts->free + DOUBLINGS_MAX;
    f->last_ms = now_ms;
    if (f->count > attempts->free) {
        int64_t wait = (int64_t)SECOND_MS << (f->count - attempts->free - 1);
        int64_t until = now_ms + (wait < attempts->longest_ms ? wait : attempts->longest_ms);
        f->until_ms = until > f->until_ms ? until : f->until_ms;
    }
    return true;
}

void people_attempts_succeed(people_attempts *attempts, felt_text key, bool all)
{
    uint8_t hash[SHELF_KEY_BYTES];
    key_of(&attempts->secret, key, hash);
    failures *f = shelf_find(attempts->failures, hash);
    if (f == NULL)
        return;
    f->count = all || f->count <= 1 ? 0 : f->count - 1;
    if (f->count <= attempts->free)
        f->until_ms = 0;
}

/* ---- addresses ---- */

enum { IPV4_BYTES = 4, IPV6_BYTES = 16, IPV6_HALF = 8 };

size_t people_place(felt_text address, uint8_t ret[PEOPLE_PLACE_BYTES])
{
    static const uint8_t mapped[12] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF};
    char text[INET6_ADDRSTRLEN] = "";
    uint8_t bytes[IPV6_BYTES];
    if (address.length < sizeof text) {
        memcpy(text, address.bytes, address.length);
        if (inet_pton(AF_INET, text, bytes) == 1) {
            ret[0] = '4';
            memcpy(ret + 1, bytes, IPV4_BYTES);
            return 1 + IPV4_BYTES;
        }
        if (inet_pton(AF_INET6, text, bytes) == 1) {
            bool is_mapped = memcmp(bytes, mapped, sizeof mapped) == 0;
            ret[0] = is_mapped ? '4' : '6';
            memcpy(ret + 1, is_mapped ? bytes + sizeof mapped : bytes, is_mapped ? IPV4_BYTES : IPV6_HALF);
            return 1 + (size_t)(is_mapped ? IPV4_BYTES : IPV6_HALF);
        }
    }
    ret[0] = '?';
    crypto_generichash(ret + 1, PEOPLE_PLACE_BYTES - 1, (const unsigned char *)address.bytes, address.length, NULL, 0);
    return PEOPLE_PLACE_BYTES;
}
