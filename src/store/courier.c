/* src/store/courier.c - a thread that does one thing at a time. */
#include "courier.h"

#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <time.h>

struct courier {
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t given, done;
    void (*job)(void *context); /* NULL: idle */
    void (*after)(void *context);
    void *context, *after_context;
    bool ends;
};

static void *work(void *self)
{
    courier *c = self;
    pthread_mutex_lock(&c->lock);
    while (!c->ends) {
        if (c->job == NULL) {
            pthread_cond_wait(&c->given, &c->lock);
            continue;
        }
        void (*job)(void *context) = c->job, (*after)(void *context) = c->after;
        void *context = c->context, *after_context = c->after_context;
        pthread_mutex_unlock(&c->lock);
        job(context);
        pthread_mutex_lock(&c->lock);
        c->job = NULL;
        pthread_cond_signal(&c->done);
        pthread_mutex_unlock(&c->lock);
        if (after != NULL)
            after(after_context);
        pthread_mutex_lock(&c->lock);
    }
    pthread_mutex_unlock(&c->lock);
    return NULL;
}

/* Signals are for other threads. */
static bool start(courier *c)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    bool started = pthread_create(&c->thread, NULL, work, c) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return started;
}

courier *courier_new(void)
{
    courier *c = calloc(1, sizeof *c);
    pthread_condattr_t monotonic;
    if (c == NULL)
        return NULL;
    pthread_mutex_init(&c->lock, NULL);
    pthread_cond_init(&c->given, NULL);
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&c->done, &monotonic);
    pthread_condattr_destroy(&monotonic);
    if (start(c))
        return c;
    free(c);
    return NULL;
}

void courier_free(courier *c)
{
    if (c == NULL)
        return;
    courier_wait(c);
    pthread_mutex_lock(&c->lock);
    c->ends = true;
    pthread_cond_signal(&c->given);
    pthread_mutex_unlock(&c->lock);
    pthread_join(c->thread, NULL);
    pthread_cond_destroy(&c->done);
    pthread_cond_destroy(&c->given);
    pthread_mutex_destroy(&c->lock);
    free(c);
}

void courier_give(courier *c, void (*job)(void *context), void *context, void (*after)(void *context), void *after_context)
{
    pthread_mutex_lock(&c->lock);
    assert(c->job == NULL);
    c->job = job;
    c->context = context;
    c->after = after;
    c->after_context = after_context;
    pthread_cond_signal(&c->given);
    pthread_mutex_unlock(&c->lock);
}

bool courier_idle(courier *c)
{
    pthread_mutex_lock(&c->lock);
    bool idle = c->job == NULL;
    pthread_mutex_unlock(&c->lock);
    return idle;
}

void courier_wait(courier *c)
{
    pthread_mutex_lock(&c->lock);
    while (c->job != NULL)
        pthread_cond_wait(&c->done, &c->lock);
    pthread_mutex_unlock(&c->lock);
}

void courier_wait_for(courier *c, int64_t most_us)
{
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    int64_t ns = until.tv_nsec + most_us % 1000000 * 1000;
    until.tv_sec += (time_t)(most_us / 1000000 + ns / 1000000000);
    until.tv_nsec = (long)(ns % 1000000000);
    pthread_mutex_lock(&c->lock);
    while (c->job != NULL && pthread_cond_timedwait(&c->done, &c->lock, &until) != ETIMEDOUT)
        ;
    pthread_mutex_unlock(&c->lock);
}
