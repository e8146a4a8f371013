/* src/base/arena.c - memory with one named lifetime: a list of growing blocks under a cap. */
#include <assert.h>
#include <felt/arena.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { BLOCK_FIRST = 8 << 10, BLOCK_MAX = 4 << 20, ALIGNMENT = 64 };

typedef struct block {
    struct block *previous;
    size_t size; /* of the bytes after the header */
    size_t used;
} block;

struct felt_arena {
    block *newest;
    size_t cap;
    size_t handed_out;
    size_t next_size;
    bool ran_out;
};

static unsigned char *block_bytes(block *b)
{
    uintptr_t start = (uintptr_t)(b + 1);
    return (unsigned char *)((start + ALIGNMENT - 1) & ~(uintptr_t)(ALIGNMENT - 1));
}

felt_arena *felt_arena_new(size_t cap)
{
    felt_arena *arena = calloc(1, sizeof *arena);
    if (arena == NULL)
        return NULL;
    arena->cap = cap;
    arena->next_size = BLOCK_FIRST;
    return arena;
}

void felt_arena_free(felt_arena *arena)
{
    if (arena == NULL)
        return;
    for (block *b = arena->newest; b != NULL;) {
        block *previous = b->previous;
        free(b);
        b = previous;
    }
    free(arena);
}

static block *add_block(felt_arena *arena, size_t need)
{
    size_t size = need > arena->next_size ? need : arena->next_size;
    if (size > SIZE_MAX - sizeof(block) - ALIGNMENT)
        return NULL;
    /* calloc gives the zeroes that felt_arena_take promises. */
    block *b = calloc(1, sizeof *b + ALIGNMENT + size);
    if (b == NULL)
        return NULL;
    b->previous = arena->newest;
    b->size = size;
    arena->newest = b;
    if (arena->next_size < BLOCK_MAX)
        arena->next_size *= 2;
    return b;
}

static void *refuse(felt_arena *arena)
{
    arena->ran_out = true;
    return NULL;
}

void *felt_arena_take(felt_arena *arena, size_t count, size_t size)
{
    assert(size > 0);
    if (count > (arena->cap - arena->handed_out) / size)
        return refuse(arena);
    size_t align = size >= ALIGNMENT ? ALIGNMENT : sizeof(max_align_t);
    size_t need = count * size;
    block *b = arena->newest;
    size_t at = b == NULL ? 0 : (b->used + align - 1) & ~(align - 1);
    if (b == NULL || at > b->size || need > b->size - at) {
        b = add_block(arena, need);
        if (b == NULL)
            return refuse(arena);
        at = 0;
    }
    b->used = at + need;
    arena->handed_out += need;
    return block_bytes(b) + at;
}

felt_text felt_arena_copy(felt_arena *arena, felt_text text)
{
    char *bytes = felt_arena_take(arena, text.length + 1, 1);
    if (bytes == NULL)
        return (felt_text){NULL, 0};
    if (text.length > 0)
        memcpy(bytes, text.bytes, text.length);
    return (felt_text){bytes, text.length};
}

felt_text felt_arena_print(felt_arena *arena, const char *format, ...)
{
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int length = vsnprintf(NULL, 0, format, args);
    va_end(args);
    char *bytes = length < 0 ? NULL : felt_arena_take(arena, (size_t)length + 1, 1);
    if (bytes != NULL)
        vsnprintf(bytes, (size_t)length + 1, format, again);
    va_end(again);
    return (felt_text){bytes, bytes == NULL ? 0 : (size_t)length};
}

bool felt_arena_ran_out(const felt_arena *arena)
{
    return arena->ran_out;
}

size_t felt_arena_used(const felt_arena *arena)
{
    return arena->handed_out;
}
