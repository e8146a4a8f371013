/* src/people/shelf.h - a table with a most number of records; when it is full, the one that was not asked for the longest is thrown out.
 *
 * Keys are spread already: hashes, or numbers in order. A record is where it is until the next shelf_add.
 * Threads:  one at a time. */
#ifndef FELT_SRC_PEOPLE_SHELF_H
#define FELT_SRC_PEOPLE_SHELF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SHELF_KEY_BYTES = 16 };

typedef struct shelf shelf;

/* Must this record stay? */
typedef bool shelf_keep(const void *record);

/* NULL when there is no memory. Memory is taken as it fills. `keep` may be NULL. Requires capacity and bytes above 0. */
shelf *shelf_new(int capacity, size_t record_bytes, shelf_keep *keep);
void shelf_free(shelf *s); /* NULL is allowed */

/* The record, which becomes the newest; NULL: there is none. */
void *shelf_find(shelf *s, const uint8_t key[SHELF_KEY_BYTES]);

/* A zeroed record for a key that has none; NULL when there is no memory, or the shelf is full of what must stay. */
void *shelf_add(shelf *s, const uint8_t key[SHELF_KEY_BYTES]);

void shelf_remove(shelf *s, const uint8_t key[SHELF_KEY_BYTES]);
void shelf_clear(shelf *s);
int shelf_count(const shelf *s);

#endif
