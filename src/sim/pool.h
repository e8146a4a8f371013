/* sim/pool.h - numbered pieces of work shared out among threads.
 *
 * Threads take pieces in order, and every piece that is taken is finished: when a run is stopped, what has been done is the pieces from 0
 * up to some number. */
#ifndef FELT_SRC_SIM_POOL_H
#define FELT_SRC_SIM_POOL_H

#include <felt/sim.h>
#include <stdbool.h>
#include <stdint.h>

/* Does one piece for `worker`, 0 to threads - 1, and returns how many rounds or sessions that were. 0: it failed, and no thread is to take
 * another piece. */
typedef uint64_t pool_work(void *job, int worker, uint64_t piece);

typedef struct pool_setup {
    int threads;
    uint64_t pieces;
    pool_work *work;
    void *job;
    felt_sim_tick *tick; /* may be NULL */
    void *context;
} pool_setup;

/* Returns how many pieces were done: all, unless tick said to stop or one failed. The calling thread is worker 0; when threads cannot be
 * started, those that run do all the work. */
uint64_t pool_run(const pool_setup *setup);

#endif
