/* felt/text.h - text as pointer and length.
 *
 * A felt_text does not own its bytes and is not terminated by NUL. Whoever hands one out says how long it lives.
 * Threads:  every function is pure. */
#ifndef FELT_TEXT_H
#define FELT_TEXT_H

#include <felt/api.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

FELT_API_BEGIN

typedef struct felt_text {
    const char *bytes;
    size_t length;
} felt_text;

/* For printf: printf("%.*s", FELT_TEXT_ARGS(text)). */
#define FELT_TEXT_ARGS(text) (int)(text).length, (text).bytes

static inline felt_text felt_text_from(const char *terminated)
{
    felt_text text = {terminated, strlen(terminated)};
    return text;
}

static inline bool felt_text_equal(felt_text a, felt_text b)
{
    return a.length == b.length && (a.length == 0 || memcmp(a.bytes, b.bytes, a.length) == 0);
}

static inline bool felt_text_is(felt_text text, const char *terminated)
{
    return felt_text_equal(text, felt_text_from(terminated));
}

/* ---- UTF-8 ---- */

/* Decodes the sequence at the beginning of `text` and returns its length in bytes; 0 when there is none: the text is empty, or begins with
 * a stray byte, a longer form than is needed, a surrogate or something beyond U+10FFFF. `ret_point` may be NULL. */
size_t felt_text_decode(felt_text text, uint32_t *ret_point);

/* A control character, which does not belong on a terminal: U+0000 to U+001F, U+007F to U+009F. */
static inline bool felt_point_is_control(uint32_t point)
{
    return point < 0x20 || (point >= 0x7F && point < 0xA0);
}

/* Is all of it UTF-8 without control characters? */
bool felt_text_is_printable(felt_text text);

/* The number of UTF-8 sequences in `text`; a stray byte counts as one. */
size_t felt_text_letters(felt_text text);

/* The number of columns `text` takes on a terminal: two for wide letters, as of Chinese, none for marks that stand above the one before. */
size_t felt_text_columns(felt_text text);

/* Copies `text` to `to`, which has room for text.length bytes, with tabs and carriage returns as spaces, and as '?' whatever else cannot be
 * printed. The result is UTF-8 without control characters, and may be shorter; `to` may be where the text is. */
felt_text felt_text_printable(felt_text text, char *to);

/* `text`, which may have been cut off anywhere, without the beginning of a sequence at its end. */
felt_text felt_text_whole(felt_text text);

enum { FELT_JSON_BYTE_MAX = 7 };

/* Writes one byte of a text as it stands inside a JSON string, and a NUL; returns the length without it. */
size_t felt_text_json(char byte, char ret[FELT_JSON_BYTE_MAX]);

/* ---- words ---- */

/* Are two names the same as people write them: small or capital letters, and whatever blanks and marks stand between, but for slashes?
 * "Pass Line", "pass-line" and "PASS LINE" are. An empty name is like none. */
bool felt_text_alike(felt_text a, felt_text b);

/* How many single-character edits turn `a` into `b`, neighbours swapped counting as one; stops counting above `most` and returns
 * most + 1. Texts longer than 64 bytes are taken to be more than `most` apart. */
size_t felt_text_distance(felt_text a, felt_text b, size_t most);

/* The nearest of several words to one that was found, upper and lower case being the same. The texts must outlive it. */
typedef struct felt_near {
    felt_text found, nearest; /* nearest has length 0: none is near enough for a suggestion */
    size_t best;
} felt_near;

felt_near felt_near_to(felt_text found);
void felt_near_try(felt_near *near, felt_text word);

FELT_API_END

#endif
