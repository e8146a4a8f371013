/* src/serve/posted.h - texts that anybody posts and that go to a process of their own: what all of them are refused for. */
#ifndef FELT_SRC_SERVE_POSTED_H
#define FELT_SRC_SERVE_POSTED_H

#include "jobs.h"
#include "server.h"

enum { POSTED_WAITING_MAX_MS = 15000 }; /* who has waited for longer would not be answered in time */

/* What is said where the server has no such processes, and what to do instead; where the text is too large; and where too many wait. */
typedef struct posted_words {
    const char *none, *instead;
    const char *large, *smaller;
    const char *busy;
} posted_words;

/* May a text of so many bytes be taken? It counts as one of the address; false after an answer. */
bool posted_may(call *c, const jobs *pool, size_t bytes, const posted_words *words);

/* Hands a job to the pool. NULL: there was no memory for it; `wrong` says what the body lacks, NULL: nothing. False after an answer: the
 * job is the caller's again. */
bool posted_queue(call *c, jobs *pool, job *j, const char *wrong, const posted_words *words);

/* Is it one printable line that is no option of the program's? */
bool posted_is_plain(const json_t *value);

#endif
