/* tests/fault/failing.c - requests for memory, threads and input that fail when they are told to. */
#include "failing.h"

#include <felt/arena.h>
#include <jansson.h>
#include <limits.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define OFF LONG_MAX /* no request is to fail */

enum { CLEAN_RUNS = 3 }; /* end a test: with threads, not every run makes the same number of requests */

/* The request that is to fail, counted from the first one after it was set. Threads ask at the same time. */
static failing_source failing;
static bool failing_for_good;
static atomic_long failing_at = OFF;
static atomic_bool failed;

void failing_begin(failing_source source, long at, bool for_good)
{
    failing = source;
    failing_for_good = for_good;
    atomic_store(&failed, false);
    atomic_store(&failing_at, at);
}

bool failing_end(void)
{
    atomic_store(&failing_at, OFF);
    return atomic_load(&failed);
}

bool failing_now(failing_source source)
{
    if (source != failing || atomic_load(&failing_at) == OFF)
        return false;
    long left = atomic_fetch_sub(&failing_at, 1);
    if (left > 0 || (left < 0 && !failing_for_good))
        return false;
    atomic_store(&failed, true);
    return true;
}

/* ---- in the place of the real ones ---- */

void *__real_malloc(size_t size);
void *__wrap_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
void *__wrap_realloc(void *old, size_t size);
void *__real_aligned_alloc(size_t alignment, size_t size);
void *__wrap_aligned_alloc(size_t alignment, size_t size);
int __real_pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *), void *argument);
int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *), void *argument);
void *__real_felt_arena_take(felt_arena *arena, size_t count, size_t size);
void *__wrap_felt_arena_take(felt_arena *arena, size_t count, size_t size);
felt_text __real_felt_arena_copy(felt_arena *arena, felt_text text);
felt_text __wrap_felt_arena_copy(felt_arena *arena, felt_text text);
felt_text __wrap_felt_arena_print(felt_arena *arena, const char *format, ...) __attribute__((format(printf, 2, 3)));

void *__wrap_malloc(size_t size)
{
    return failing_now(FAILING_SYSTEM) ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
    return failing_now(FAILING_SYSTEM) ? NULL : __real_calloc(count, size);
}

void *__wrap_realloc(void *old, size_t size)
{
    return failing_now(FAILING_SYSTEM) ? NULL : __real_realloc(old, size);
}

void *__wrap_aligned_alloc(size_t alignment, size_t size)
{
    return failing_now(FAILING_SYSTEM) ? NULL : __real_aligned_alloc(alignment, size);
}

int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *), void *argument)
{
    return failing_now(FAILING_THREAD) ? 11 : __real_pthread_create(thread, attributes, start, argument);
}

/* An arena remembers that it refused, so it is made to: nothing has room for SIZE_MAX bytes. */
static bool refuses(felt_arena *arena)
{
    return failing_now(FAILING_ARENA) && __real_felt_arena_take(arena, SIZE_MAX, 1) == NULL;
}

void *__wrap_felt_arena_take(felt_arena *arena, size_t count, size_t size)
{
    return refuses(arena) ? NULL : __real_felt_arena_take(arena, count, size);
}

felt_text __wrap_felt_arena_copy(felt_arena *arena, felt_text text)
{
    return refuses(arena) ? (felt_text){NULL, 0} : __real_felt_arena_copy(arena, text);
}

felt_text __wrap_felt_arena_print(felt_arena *arena, const char *format, ...)
{
    char text[1 << 16];
    va_list args;
    va_start(args, format);
    int length = vsnprintf(text, sizeof text, format, args);
    va_end(args);
    assert_true(length >= 0 && length < (int)sizeof text);
    return refuses(arena) ? (felt_text){NULL, 0} : __real_felt_arena_copy(arena, (felt_text){text, (size_t)length});
}

static void *take_for_json(size_t size)
{
    return failing_now(FAILING_JSON) ? NULL : __real_malloc(size);
}

/* ---- one after the other ---- */

void failing_digest(uint64_t *digest, const void *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++)
        *digest = (*digest ^ ((const unsigned char *)bytes)[i]) * 0x100000001b3u;
}

void failing_digest_text(uint64_t *digest, felt_text text)
{
    assert_true(text.bytes != NULL);
    failing_digest(digest, text.bytes, text.length);
}

/* A run in which request `at` fails. Did it? */
static bool run_failing(failing_source source, long at, bool for_good, felt_status expected, uint64_t whole, failing_run *run,
                        void *context)
{
    uint64_t digest = 0;
    failing_begin(source, at, for_good);
    felt_status status = run(context, &digest);
    bool one_failed = failing_end();
    bool as_if_none = status == FELT_OK && digest == whole;
    if (!as_if_none && (!one_failed || status == FELT_OK || status != expected))
        fail_msg("kind %d, request %ld %s: status %d, expected %d%s", (int)source, at,
                 one_failed ? (for_good ? "and all after it failed" : "failed") : "was not made", (int)status, (int)expected,
                 status == FELT_OK ? "; something else came out" : "");
    return one_failed;
}

void failing_each(failing_source source, felt_status expected, long least, failing_run *run, void *context)
{
    uint64_t whole = 0;
    long failures = 0;
    json_set_alloc_funcs(take_for_json, free);
    assert_int_equal(run(context, &whole), FELT_OK);
    for (long at = 0, clean = 0; clean < CLEAN_RUNS; at++) {
        bool alone = run_failing(source, at, false, expected, whole, run, context);
        bool for_good = run_failing(source, at, true, expected, whole, run, context);
        failures += alone || for_good;
        clean = alone || for_good ? 0 : clean + 1;
    }
    if (failures < least)
        fail_msg("only %ld requests were made, expected %ld", failures, least);
}

ptrdiff_t failing_read(void *context, char *ret, size_t size)
{
    failing_file *f = context;
    size_t take = f->length < f->piece ? f->length : f->piece;
    assert_true(size >= take);
    if (failing_now(FAILING_INPUT))
        return -1;
    if (take > 0)
        memcpy(ret, f->bytes, take);
    f->bytes += take;
    f->length -= take;
    return (ptrdiff_t)take;
}
