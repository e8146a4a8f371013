/* src/serve/jobs.c - slow work beside the event loop. */
#include "jobs.h"

#include <pthread.h>
#include <stdlib.h>

enum { THREADS_MAX = 8 };

typedef struct job_list {
    job *first, *last;
} job_list;

struct jobs {
    pthread_mutex_t mutex; /* of all that is below */
    pthread_cond_t some;
    job_list waiting, done;
    int waiting_count, waiting_max;
    bool ending;
    void (*wake)(void *context);
    void *context;
    pthread_t threads[THREADS_MAX];
    int thread_count;
};

static void append(job_list *list, job *j)
{
    j->next = NULL;
    if (list->last == NULL)
        list->first = j;
    else
        list->last->next = j;
    list->last = j;
}

static job *take(job_list *list)
{
    job *j = list->first;
    if (j == NULL)
        return NULL;
    list->first = j->next;
    if (list->first == NULL)
        list->last = NULL;
    return j;
}

static void *work(void *context)
{
    jobs *pool = context;
    pthread_mutex_lock(&pool->mutex);
    while (!pool->ending) {
        job *j = take(&pool->waiting);
        if (j == NULL) {
            pthread_cond_wait(&pool->some, &pool->mutex);
            continue;
        }
        pool->waiting_count--;
        pthread_mutex_unlock(&pool->mutex);
        j->run(j);
        pthread_mutex_lock(&pool->mutex);
        append(&pool->done, j);
        pool->wake(pool->context);
    }
    pthread_mutex_unlock(&pool->mutex);
    return NULL;
}

jobs *jobs_new(int threads, int waiting_max, void (*wake)(void *context), void *context)
{
    jobs *pool = calloc(1, sizeof *pool);
    if (pool == NULL)
        return NULL;
    pthread_mutex_init(&pool->mutex, NULL);
    pthread_cond_init(&pool->some, NULL);
    pool->waiting_max = waiting_max;
    pool->wake = wake;
    pool->context = context;
    while (pool->thread_count < threads && pthread_create(&pool->threads[pool->thread_count], NULL, work, pool) == 0)
        pool->thread_count++;
    if (pool->thread_count == threads)
        return pool;
    jobs_free(pool, NULL);
    return NULL;
}

void jobs_free(jobs *pool, void (*drop)(job *j))
{
    if (pool == NULL)
        return;
    pthread_mutex_lock(&pool->mutex);
    pool->ending = true;
    pthread_cond_broadcast(&pool->some);
    pthread_mutex_unlock(&pool->mutex);
    for (int i = 0; i < pool->thread_count; i++)
        pthread_join(pool->threads[i], NULL);
    for (job *j; (j = take(&pool->waiting)) != NULL || (j = take(&pool->done)) != NULL;)
        if (drop != NULL)
            drop(j);
    pthread_cond_destroy(&pool->some);
    pthread_mutex_destroy(&pool->mutex);
    free(pool);
}

bool jobs_add(jobs *pool, job *j)
{
    pthread_mutex_lock(&pool->mutex);
    bool room = pool->waiting_count < pool->waiting_max;
    if (room) {
        append(&pool->waiting, j);
        pool->waiting_count++;
        pthread_cond_signal(&pool->some);
    }
    pthread_mutex_unlock(&pool->mutex);
    return room;
}

job *jobs_collect(jobs *pool)
{
    pthread_mutex_lock(&pool->mutex);
    job *j = take(&pool->done);
    pthread_mutex_unlock(&pool->mutex);
    return j;
}
