/* felt/text.h - text as pointer and length.
 *
 * A felt_text does not own its bytes and is not terminated by NUL. Whoever hands one out says how long it lives.
 * Threads:  every function is pure. */
#ifndef FELT_TEXT_H
#define FELT_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

typedef struct felt_text {
    const char *bytes;
    size_t length;
} felt_text;

/* For printf: printf("%.*s", FELT_TEXT_ARGS(text)). */
#define FELT_TEXT_ARGS(text) (int)(text).length, (text).bytes

static inline felt_text felt_text_from(const char *terminated)
{
    return (felt_text){terminated, strlen(terminated)};
}

static inline bool felt_text_equal(felt_text a, felt_text b)
{
    return a.length == b.length && (a.length == 0 || memcmp(a.bytes, b.bytes, a.length) == 0);
}

static inline bool felt_text_is(felt_text text, const char *terminated)
{
    return felt_text_equal(text, felt_text_from(terminated));
}

/* The number of columns `text` takes on a terminal: one for each UTF-8 sequence. */
size_t felt_text_columns(felt_text text);

/* How many single-character edits turn `a` into `b`, neighbours swapped counting as one; stops counting above `most` and returns
 * most + 1. Texts longer than 64 bytes are taken to be more than `most` apart. */
size_t felt_text_distance(felt_text a, felt_text b, size_t most);

#endif
