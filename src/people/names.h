/* src/people/names.h - which names and passphrases are allowed, and when two names are the same.
 *
 * Threads:  every function is pure. */
#ifndef FELT_SRC_PEOPLE_NAMES_H
#define FELT_SRC_PEOPLE_NAMES_H

#include <felt/error.h>
#include <felt/text.h>

enum {
    PEOPLE_NAME_LETTERS_MIN = 2,
    PEOPLE_NAME_LETTERS_MAX = 24,
    PEOPLE_NAME_BYTES_MAX = 64,
};

/* A name is UTF-8: letters of one script (Latin, Greek, Cyrillic, or those of China, Japan and Korea), of which one comes first, digits,
 * and between them spaces, hyphens, points, underscores and apostrophes, one at a time but for a space after a point. It does not begin
 * with "guest". FELT_EDATA: it is none, and the error says what was found. */
felt_status people_name_check(felt_text name, felt_error *error);

/* What two names have in common when they are the same to the eye: without capitals, separators, and letters that look like another.
 * Requires an allowed name; ret has room for PEOPLE_NAME_BYTES_MAX + 1 bytes, and ends with a NUL. Returns its length. */
size_t people_name_key(felt_text name, char *ret);

/* 8 letters at least, 128 bytes at most, UTF-8, no control characters, not the name, not one letter again and again. FELT_EDATA as above;
 * the error does not repeat the passphrase. `name` may be empty. */
felt_status people_passphrase_check(felt_text passphrase, felt_text name, felt_error *error);

#endif
