/* src/serve/kept.h - answers that took some work, kept for who asks the same again.
 *
 * What is kept has a bound, in number and in bytes; the one that nobody has asked for the longest makes room. */
#ifndef FELT_SRC_SERVE_KEPT_H
#define FELT_SRC_SERVE_KEPT_H

#include "base/hash.h"

#include <felt/text.h>
#include <stdbool.h>

enum { KEPT_ANSWERS_MAX = 128, KEPT_BYTES_MAX = 8 << 20 };

typedef struct kept kept;

kept *kept_new(void);    /* NULL: no memory */
void kept_free(kept *k); /* NULL is allowed */

/* False: there is none. The text is good until the next call. NULL knows nothing. */
bool kept_find(kept *k, const uint8_t question[HASH_BYTES], felt_text *ret);

/* Keeps a copy, if it is not too large and there is memory. */
void kept_add(kept *k, const uint8_t question[HASH_BYTES], felt_text answer);

#endif
