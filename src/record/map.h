/* src/record/map.h - a map from the inside, and names in whatever way people write them. */
#ifndef FELT_SRC_RECORD_MAP_H
#define FELT_SRC_RECORD_MAP_H

#include <felt/record_map.h>

typedef enum map_dice {
    MAP_DICE_PLAIN = 0, /* totals, or faces with a dash between them */
    MAP_DICE_FACES,     /* always both faces, whatever stands between them */
} map_dice;

typedef enum map_kind { MAP_COLUMN = 0, MAP_WAGER, MAP_HAND, MAP_EVENT, MAP_NAME, MAP_SETTING } map_kind;

/* What a column or a value of the file is called, and what that is to Felt. A MAP_NAME is one that rows are told apart by, twice; a
 * MAP_SETTING is what was said of the separator and the like, which is kept to see contradictions. */
typedef struct map_entry {
    map_kind kind;
    felt_text ours;   /* the field; of a wager, what the file calls it */
    felt_text theirs; /* the file's name for the column; of a wager, its name in the sheet */
    int said;         /* what says it: the number of a map file, or of what was set between two of them */
} map_entry;

struct felt_record_map {
    char separator; /* 0: to be found */
    char decimal;   /* '.', ',', or 0: neither is said */
    map_dice dice;
    felt_text rows; /* what stands on each line, such as `card`; empty: a round or a bet */
    map_entry entries[FELT_RECORD_MAP_ENTRIES_MAX];
    int count;
    int saying; /* the number of what is being taken in */
};

/* What the file calls `ours`; NULL: nothing is said. `map` may be NULL. */
const map_entry *map_find(const felt_record_map *map, map_kind kind, felt_text ours);

enum { FOLD_MAX = 256 };

/* A name as it is compared where people write it in their own way (fold.c): small letters and digits, and bytes beyond ASCII as they are,
 * but for blanks, quotes and dashes. `ret` has room for FOLD_MAX bytes; what is longer is cut. */
felt_text fold_name(felt_text name, char *ret);
bool fold_equal(felt_text a, felt_text b);

/* Without blanks at both ends: spaces, tabs, no-break spaces, a carriage return. */
felt_text text_trim(felt_text text);

#endif
