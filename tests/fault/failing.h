/* tests/fault/failing.h - requests for memory, threads and input that fail when they are told to.
 *
 * The linker puts failing.c's functions in the place of the real ones (--wrap). A test lets one more request through in each run than in
 * the run before, until none fails. */
#ifndef FELT_TESTS_FAULT_FAILING_H
#define FELT_TESTS_FAULT_FAILING_H

#include <felt/status.h>
#include <felt/text.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum failing_source {
    FAILING_SYSTEM, /* malloc, calloc, realloc and aligned_alloc, as Felt's own files call them */
    FAILING_ARENA,  /* felt_arena_take, _copy and _print, from any file but the arena's own: the arena refuses */
    FAILING_JSON,   /* what the JSON library asks for */
    FAILING_THREAD, /* pthread_create */
    FAILING_INPUT,  /* whatever a test asks failing_now about */
} failing_source;

/* From now on the first `at` requests of a kind are met and the next one fails; with `for_good`, so do all after it. */
void failing_begin(failing_source source, long at, bool for_good);

/* No more requests fail. Has one? */
bool failing_end(void);

/* Does this request fail? */
bool failing_now(failing_source source);

/* One run of what is tested; *ret_digest is made of everything that came out of it. */
typedef felt_status failing_run(void *context, uint64_t *ret_digest);

/* Adds bytes to a digest. */
void failing_digest(uint64_t *digest, const void *bytes, size_t size);
void failing_digest_text(uint64_t *digest, felt_text text);

/* Runs once as it should be, then makes each request fail in turn, by itself and with all after it, `least` of them at least. A run in
 * which one failed must end with `expected`, or as if none had: with FELT_OK and the same digest. */
void failing_each(failing_source source, felt_status expected, long least, failing_run *run, void *context);

/* A text as a file that is read in pieces of at most `piece` bytes; whether one fails, failing_now is asked. */
typedef struct failing_file {
    const char *bytes;
    size_t length, piece;
} failing_file;

/* For felt_input, with a failing_file as context. */
ptrdiff_t failing_read(void *context, char *ret, size_t size);

#endif
