/* felt/arena.h - memory with one named lifetime.
 *
 * An arena hands out zeroed memory and frees all of it at once. Its owner names the lifetime: a sheet, an analysis, a round, a request.
 * Every arena has a cap, so nothing that is read can make the process grow without bound.
 * Threads:  one thread at a time for one arena. */
#ifndef FELT_ARENA_H
#define FELT_ARENA_H

#include <felt/api.h>
#include <felt/text.h>
#include <stdbool.h>
#include <stddef.h>

FELT_API_BEGIN

typedef struct felt_arena felt_arena;

/* An arena that will hand out at most `cap` bytes; NULL when there is no memory for it. */
felt_arena *felt_arena_new(size_t cap);
void felt_arena_free(felt_arena *arena); /* NULL is allowed */

/* `count` zeroed objects of `size` bytes, aligned for any type; NULL when memory or the cap runs out. Requires size > 0. A count of 0
 * gives a pointer that must not be read through. */
void *felt_arena_take(felt_arena *arena, size_t count, size_t size);

/* A copy of `text` that lives as long as the arena; bytes is NULL when memory runs out. The copy is followed by a NUL. */
felt_text felt_arena_copy(felt_arena *arena, felt_text text);

/* printf into the arena; bytes is NULL when memory runs out. The text is followed by a NUL. */
felt_text felt_arena_print(felt_arena *arena, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Bytes handed out so far. */
size_t felt_arena_used(const felt_arena *arena);

/* Has the arena ever had to refuse? Writers of long texts ask once at their end, since a text it refused is empty; an arena that has
 * refused is of no more use to them. */
bool felt_arena_ran_out(const felt_arena *arena);

FELT_API_END

#endif
