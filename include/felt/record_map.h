/* felt/record_map.h - how a file of other people calls and spells what felt/record.h reads: the names of its columns, its separator, its
 * decimal mark, its wagers.
 *
 * docs/records.md describes the keys. A map says what cannot be seen from a file, and what must not be guessed.
 *
 * Lifetime: a map owns its memory, is freed with felt_record_map_free, and must outlive the records that were opened by it.
 * Threads:  a map that nobody changes may be used by several threads. */
#ifndef FELT_RECORD_MAP_H
#define FELT_RECORD_MAP_H

#include <felt/api.h>
#include <felt/error.h>
#include <felt/text.h>

FELT_API_BEGIN

enum {
    FELT_RECORD_MAP_ENTRIES_MAX = 256,
    FELT_RECORD_MAP_TEXT_MAX = 200,       /* bytes of a key or a value */
    FELT_RECORD_MAP_BYTES_MAX = 64 << 10, /* of a map file */
};

typedef struct felt_record_map felt_record_map;

felt_status felt_record_map_new(felt_record_map **ret); /* FELT_ENOMEM */
void felt_record_map_free(felt_record_map *map);        /* NULL is allowed */

/* Says one thing, such as `stake` = `Amount` or `separator` = `semicolon`; what a map file said of the key before no longer holds. Whether a
 * column's key is too near to one that the records know to be another is looked at when they are opened. FELT_EDATA: the key or the value
 * cannot be, or something else was set for the key since the last map file. FELT_ELIMIT: there are too many. FELT_ENOMEM. */
felt_status felt_record_map_set(felt_record_map *map, felt_text key, felt_text value, felt_error *error);

/* Says that rows may be told apart by a column of this name (felt_records_group), so that what the map has for it is no slip of the pen,
 * however near its name is to that of another column. FELT_EDATA, FELT_ELIMIT and FELT_ENOMEM as felt_record_map_set. */
felt_status felt_record_map_name(felt_record_map *map, felt_text name, felt_error *error);

/* Takes all lines `key = value` of a map file; error->line says which is wrong, or contradicts one above it. What was said before the file
 * no longer holds where it says something else. As felt_record_map_set. */
felt_status felt_record_map_read(felt_record_map *map, felt_text file, felt_error *error);

FELT_API_END

#endif
