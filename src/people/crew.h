/* src/people/crew.h - threads that hash passphrases, and the bounded line of those that wait for them.
 *
 * A thread knows nothing of players: it gets a passphrase and a hash to compare it with, or a passphrase to hash, or both.
 * Threads:  one thread calls; `wake` is called by the workers. */
#ifndef FELT_SRC_PEOPLE_CREW_H
#define FELT_SRC_PEOPLE_CREW_H

#include "people.h"

enum { CREW_HASH_BYTES = 128 }; /* of argon2id as text, with its NUL */

typedef struct crew crew;

typedef struct crew_task {
    bool verify, make;
    bool known;                                       /* verify: there is a hash; else one that fits nothing is compared, for as long */
    char passphrase[PEOPLE_PASSPHRASE_BYTES_MAX + 1]; /* to verify */
    char fresh[PEOPLE_PASSPHRASE_BYTES_MAX + 1];      /* to make a hash of; also where verifying fails, so that time tells nothing */
    char hash[CREW_HASH_BYTES];
    /* what comes back */
    bool matched, failed; /* failed: there was no memory to hash with */
    bool made_again;      /* it matched, but its hash costs something else than one would now: `made` is of the same passphrase */
    char made[CREW_HASH_BYTES];
} crew_task;

typedef struct crew_options {
    int workers;
    unsigned long long operations;
    size_t bytes;
    void (*wake)(void *context);
    void *wake_context;
} crew_options;

/* FELT_ENOMEM. FELT_EIO: there is no thread. */
felt_status crew_new(const crew_options *options, crew **ret);

/* Waits for what is being hashed now. `c` may be NULL. */
void crew_free(crew *c);

/* Puts a task into the line; false: PEOPLE_QUEUE_MAX of them are in it, or done and not taken back. The passphrases are wiped when they
 * were used. */
bool crew_put(crew *c, const crew_task *task, void *context);

/* Takes back the task that has been done the longest; NULL context and false: none is. */
bool crew_take(crew *c, crew_task *ret, void **ret_context);

bool crew_has_done(crew *c);

/* In this thread; false: there is no memory. */
bool crew_hash(felt_text passphrase, unsigned long long operations, size_t bytes, char ret[CREW_HASH_BYTES]);

#endif
