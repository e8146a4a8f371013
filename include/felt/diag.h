/* felt/diag.h - what is wrong with a text, where, and what to do about it.
 *
 * A list of diagnostics belongs to one arena and keeps at most FELT_DIAGS_MAX; `dropped` counts the rest.
 * Threads:  one thread at a time for one list. */
#ifndef FELT_DIAG_H
#define FELT_DIAG_H

#include <felt/api.h>
#include <felt/arena.h>
#include <felt/text.h>
#include <stdbool.h>

FELT_API_BEGIN

enum { FELT_DIAGS_MAX = 200 };

typedef enum felt_severity { FELT_NOTE = 0, FELT_WARNING, FELT_ERROR } felt_severity;

typedef struct felt_diag {
    felt_severity severity;
    const char *code;  /* stable, such as "row-overlap"; a static string */
    felt_text file;
    int line, column;  /* from 1; columns count letters, UTF-8 sequences; line 0: the whole file */
    int width;         /* letters above the caret, at least 1 */
    felt_text source;  /* the source line, without its end */
    felt_text message; /* what was found, and what was expected */
    felt_text example; /* a round in which it happens; may be empty */
    felt_text help;    /* what to do; may be empty */
    felt_text wager;   /* the short name of the wager it is about; may be empty */
    bool accepted;     /* acknowledged in the sheet ... */
    felt_text reason;  /* ... for this reason */
} felt_diag;

typedef struct felt_diags {
    felt_arena *arena;
    felt_diag *list;
    int count;
    int capacity;
    int dropped;
    int error_count; /* errors that are not accepted, dropped ones included */
} felt_diags;

/* An empty list in `arena`, which must outlive it. */
felt_diags felt_diags_in(felt_arena *arena);

/* Appends a copy of `diag` and returns it, to be completed; NULL when the list is full or memory runs out (then it is counted in
 * `dropped`). Texts must live as long as the arena. */
felt_diag *felt_diags_add(felt_diags *diags, felt_diag diag);

/* The severity as a word, never NULL. */
const char *felt_severity_text(felt_severity severity);

FELT_API_END

#endif
