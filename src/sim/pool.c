/* src/sim/pool.c - numbered pieces of work shared out among threads. */
#include "sim/pool.h"

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

enum { TICK_MS = 50 };

typedef struct pool {
    const pool_setup *setup;
    _Atomic uint64_t taken, done; /* pieces; rounds or sessions */
    atomic_bool stop;
} pool;

typedef struct worker {
    pool *pool;
    int number;
    pthread_t thread;
    bool started;
} worker;

static double now_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

/* The next piece; false when there is none. A piece that was taken is always done. */
static bool take(pool *p, uint64_t *ret)
{
    uint64_t piece = atomic_load(&p->taken);
    do {
        if (piece >= p->setup->pieces || atomic_load(&p->stop))
            return false;
    } while (!atomic_compare_exchange_weak(&p->taken, &piece, piece + 1));
    *ret = piece;
    return true;
}

static void work(const worker *w, uint64_t piece)
{
    const pool_setup *setup = w->pool->setup;
    uint64_t done = setup->work(setup->job, w->number, piece);
    atomic_fetch_add(&w->pool->done, done);
    if (done == 0)
        atomic_store(&w->pool->stop, true);
}

static void *help(void *argument)
{
    const worker *w = argument;
    uint64_t piece;
    while (take(w->pool, &piece))
        work(w, piece);
    return NULL;
}

/* The same for the calling thread, which also ticks. */
static void lead(worker *w)
{
    const pool_setup *setup = w->pool->setup;
    double ticked = now_ms();
    uint64_t piece;
    while (take(w->pool, &piece)) {
        work(w, piece);
        if (setup->tick == NULL || now_ms() - ticked < TICK_MS)
            continue;
        if (!setup->tick(setup->context, atomic_load(&w->pool->done)))
            atomic_store(&w->pool->stop, true);
        ticked = now_ms();
    }
}

uint64_t pool_run(const pool_setup *setup)
{
    pool p = {.setup = setup};
    worker workers[FELT_SIM_THREADS_MAX] = {0};
    int threads = setup->threads;
    assert(threads > 0);
    if ((uint64_t)threads > setup->pieces)
        threads = setup->pieces > 0 ? (int)setup->pieces : 1;
    for (int i = 0; i < threads; i++) {
        workers[i] = (worker){.pool = &p, .number = i};
        workers[i].started = i > 0 && pthread_create(&workers[i].thread, NULL, help, &workers[i]) == 0;
    }
    lead(&workers[0]);
    for (int i = 1; i < threads; i++)
        if (workers[i].started)
            pthread_join(workers[i].thread, NULL);
    return atomic_load(&p.taken);
}
