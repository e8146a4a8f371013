/* src/sheet/names.h - wagers by the names that people give them, in one sheet or in several. */
#ifndef FELT_SRC_SHEET_NAMES_H
#define FELT_SRC_SHEET_NAMES_H

#include <felt/select.h>

/* A wager and the sheet it is of, by their numbers. */
typedef struct named_wager {
    int sheet, wager;
} named_wager;

/* The wager called `name` on `side`, as felt_wager_find and felt_book_find have it: the short name of a sheet and a slash may stand before
 * the name, " on SIDE" may end it, and a short name goes before a printed one. */
felt_status names_find(const felt_sheet *const *sheets, int sheet_count, felt_text name, felt_text side, named_wager *ret,
                       felt_error *error);

#endif
