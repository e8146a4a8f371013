/* src/people/crew.c - threads that hash passphrases by argon2id. */
#include "crew.h"

#include <assert.h>
#include <pthread.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

static_assert(CREW_HASH_BYTES == crypto_pwhash_STRBYTES, "room for a hash as text");

typedef struct post {
    crew_task task;
    void *context;
} post;

/* A ring: done, then being worked on or waiting, each in the order they came. Several workers may end in another order; a post is taken
 * back when those before it are done. */
typedef enum post_state { POST_WAITS, POST_IN_WORK, POST_DONE } post_state;

struct crew {
    crew_options options;
    pthread_mutex_t lock;
    pthread_cond_t work;
    bool ending;
    int first, count; /* of the ring */
    post_state states[PEOPLE_QUEUE_MAX];
    post posts[PEOPLE_QUEUE_MAX];
    int started;
    pthread_t workers[PEOPLE_WORKERS_MAX];
};

bool crew_hash(felt_text passphrase, unsigned long long operations, size_t bytes, char ret[CREW_HASH_BYTES])
{
    return crypto_pwhash_str_alg(ret, passphrase.bytes, passphrase.length, operations, bytes, crypto_pwhash_ALG_ARGON2ID13) == 0;
}

/* ---- a worker ---- */

static void do_task(const crew_options *options, const char *nobody, crew_task *task)
{
    if (task->verify) {
        bool fits = crypto_pwhash_str_verify(task->known ? task->hash : nobody, task->passphrase, strlen(task->passphrase)) == 0;
        task->matched = fits && task->known;
    }
    if (task->matched && !task->make && crypto_pwhash_str_needs_rehash(task->hash, options->operations, options->bytes) != 0)
        task->made_again = crew_hash(felt_text_from(task->passphrase), options->operations, options->bytes, task->made);
    if (task->make)
        task->failed = !crew_hash(felt_text_from(task->fresh), options->operations, options->bytes, task->made);
    sodium_memzero(task->passphrase, sizeof task->passphrase);
    sodium_memzero(task->fresh, sizeof task->fresh);
}

/* The place of the first that waits; -1: none does. */
static int find_waiting(const crew *c)
{
    for (int i = 0; i < c->count; i++) {
        int at = (c->first + i) % PEOPLE_QUEUE_MAX;
        if (c->states[at] == POST_WAITS)
            return at;
    }
    return -1;
}

static void work_on(crew *c, int at, const char *nobody)
{
    c->states[at] = POST_IN_WORK;
    pthread_mutex_unlock(&c->lock);
    do_task(&c->options, nobody, &c->posts[at].task); /* nobody else looks at it now */
    pthread_mutex_lock(&c->lock);
    c->states[at] = POST_DONE;
    if (c->options.wake != NULL)
        c->options.wake(c->options.wake_context);
}

static void *worker(void *context)
{
    crew *c = context;
    char nobody[CREW_HASH_BYTES]; /* a hash with the same cost as the others, of what nobody knows */
    unsigned char secret[32];
    randombytes_buf(secret, sizeof secret);
    felt_text text = {(const char *)secret, sizeof secret};
    bool ready = crew_hash(text, c->options.operations, c->options.bytes, nobody);
    pthread_mutex_lock(&c->lock);
    while (!c->ending) {
        int at = find_waiting(c);
        if (at >= 0)
            work_on(c, at, ready ? nobody : "");
        else
            pthread_cond_wait(&c->work, &c->lock);
    }
    pthread_mutex_unlock(&c->lock);
    return NULL;
}

/* ---- the crew ---- */

felt_status crew_new(const crew_options *options, crew **ret)
{
    assert(options->workers > 0 && options->workers <= PEOPLE_WORKERS_MAX);
    crew *c = calloc(1, sizeof *c);
    if (c == NULL)
        return FELT_ENOMEM;
    c->options = *options;
    pthread_mutex_init(&c->lock, NULL);
    pthread_cond_init(&c->work, NULL);
    while (c->started < options->workers && pthread_create(&c->workers[c->started], NULL, worker, c) == 0)
        c->started++;
    if (c->started == options->workers) {
        *ret = c;
        return FELT_OK;
    }
    crew_free(c);
    return FELT_EIO;
}

void crew_free(crew *c)
{
    if (c == NULL)
        return;
    pthread_mutex_lock(&c->lock);
    c->ending = true;
    pthread_cond_broadcast(&c->work);
    pthread_mutex_unlock(&c->lock);
    for (int i = 0; i < c->started; i++)
        pthread_join(c->workers[i], NULL);
    pthread_cond_destroy(&c->work);
    pthread_mutex_destroy(&c->lock);
    sodium_memzero(c, sizeof *c);
    free(c);
}

bool crew_put(crew *c, const crew_task *task, void *context)
{
    pthread_mutex_lock(&c->lock);
    bool room = c->count < PEOPLE_QUEUE_MAX;
    if (room) {
        int at = (c->first + c->count++) % PEOPLE_QUEUE_MAX;
        c->posts[at] = (post){*task, context};
        c->states[at] = POST_WAITS;
        pthread_cond_signal(&c->work);
    }
    pthread_mutex_unlock(&c->lock);
    return room;
}

bool crew_take(crew *c, crew_task *ret, void **ret_context)
{
    pthread_mutex_lock(&c->lock);
    bool done = c->count > 0 && c->states[c->first] == POST_DONE;
    if (done) {
        *ret = c->posts[c->first].task;
        *ret_context = c->posts[c->first].context;
        sodium_memzero(&c->posts[c->first], sizeof c->posts[c->first]);
        c->first = (c->first + 1) % PEOPLE_QUEUE_MAX;
        c->count--;
    }
    pthread_mutex_unlock(&c->lock);
    return done;
}

bool crew_has_done(crew *c)
{
    pthread_mutex_lock(&c->lock);
    bool done = c->count > 0 && c->states[c->first] == POST_DONE;
    pthread_mutex_unlock(&c->lock);
    return done;
}
