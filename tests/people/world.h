/* tests/people/world.h - a house with a store, a clock of its own and quick hashes, for tests of people. */
#ifndef FELT_TESTS_PEOPLE_WORLD_H
#define FELT_TESTS_PEOPLE_WORLD_H

#include "people/people.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

typedef struct world {
    felt_store *store;
    people *p;
    people_options options;
    int64_t now;
    char path[128];
} world;

/* Options with quick hashes; a day is a whole number of days since 1970 at WORLD_DAY. */
people_options world_options(void);
#define WORLD_DAY (20000 * PEOPLE_DAY_MS)

/* In a file, or beside tests/postgres.sh in its database. */
void world_open(world *w, const people_options *options);
void world_close(world *w);

/* Another process has the store now: nothing is remembered. */
void world_restart(world *w);

void world_begin(world *w);
void world_commit(world *w); /* with people_keep */

/* Each in a batch of its own; they must succeed. */
people_player world_guest(world *w, const char *address, char token[PEOPLE_TOKEN_BYTES]);
people_player world_account(world *w, const char *name, const char *passphrase, char token[PEOPLE_TOKEN_BYTES]);
people_player world_operator(world *w, const char *name);

/* Starts a job, waits for it and collects it; what came of it. */
people_result world_job(world *w, const people_job *job);
people_result world_sign_in(world *w, const char *name, const char *passphrase, const char *address);

/* The status is FELT_ELIMIT, and the refusal has this code, a sentence and an advice. */
#define assert_refused(status, no, wanted) world_refused((status), &(no), (wanted), __FILE__, __LINE__)
void world_refused(felt_status status, const people_refusal *no, people_code wanted, const char *file, int line);

#endif
