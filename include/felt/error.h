/* felt/error.h - why a call failed: the one shape in which the library says it.
 *
 * A call that can say more than its status takes a felt_error of the caller's as its last parameter, which may be NULL. It is written only
 * on failure, and then whole. Diagnostics of sheets and case files, of which there may be many, are felt/diag.h.
 * Threads:  every function is pure. */
#ifndef FELT_ERROR_H
#define FELT_ERROR_H

#include <felt/api.h>
#include <felt/status.h>
#include <stdint.h>

FELT_API_BEGIN

enum {
    FELT_ERROR_BYTES = 512,      /* of a message, with its NUL */
    FELT_ERROR_FILE_BYTES = 256, /* of a file's name, with its NUL */
};

typedef struct felt_error {
    char file[FELT_ERROR_FILE_BYTES]; /* empty: it is about no file */
    uint64_t line;                    /* from 1; 0: of no line */
    int column;                       /* from 1; 0: of no column */
    int item;                         /* the index of the bet, row, roll or shoe that it is about; -1: none */
    char message[FELT_ERROR_BYTES];   /* what was found and what was expected; what is too long is cut */
} felt_error;

/* Writes an error about no file, and returns `status`. `error` may be NULL. Callbacks that the library asks can use it as well. */
felt_status felt_error_set(felt_error *error, felt_status status, int item, const char *format, ...) __attribute__((format(printf, 4, 5)));

FELT_API_END

#endif
