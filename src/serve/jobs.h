/* src/serve/jobs.h - slow work beside the event loop: threads that take jobs one after the other, and hand them back to the loop.
 *
 * Threads:  jobs_new, jobs_add, jobs_collect and jobs_free belong to the loop's thread; `run` of a job is called in one of the pool's, and
 *           touches nothing but the job. */
#ifndef FELT_SRC_SERVE_JOBS_H
#define FELT_SRC_SERVE_JOBS_H

#include <stdbool.h>

typedef struct jobs jobs;

/* The head of whatever a job is. */
typedef struct job {
    struct job *next;
    void (*run)(struct job *j);
} job;

/* `wake` is called from a thread of the pool when a job is done. NULL: there is no memory, or no thread can be started. */
jobs *jobs_new(int threads, int waiting_max, void (*wake)(void *context), void *context);

/* Waits for the jobs that are being run; those that wait are given to `drop`, which may be NULL, as are those that nobody collected. */
void jobs_free(jobs *pool, void (*drop)(job *j));

/* False: as many wait as may. */
bool jobs_add(jobs *pool, job *j);

/* The next job that is done; NULL: there is none. */
job *jobs_collect(jobs *pool);

#endif
