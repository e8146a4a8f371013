/* src/cli/watch.c - a long run under watch. */
#include "watch.h"

static double elapsed_s(const watch *w)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)(now.tv_sec - w->begun.tv_sec) + (double)(now.tv_nsec - w->begun.tv_nsec) / 1e9;
}

static bool take_signal(const watch *w)
{
    const struct timespec at_once = {0};
    return sigtimedwait(&w->signals, NULL, &at_once) > 0;
}

bool watch_tick(void *context, uint64_t done)
{
    watch *w = context;
    double elapsed = elapsed_s(w);
    uint64_t total = w->total;
    if (w->limit_s > 0 && elapsed > 0)
        total = (uint64_t)((double)done * w->limit_s / elapsed);
    cli_progress_show(&w->progress, done, total);
    w->interrupted = w->interrupted || take_signal(w);
    return !w->interrupted && (w->limit_s <= 0 || elapsed < w->limit_s);
}

void watch_begin(watch *w, cli *c, const char *unit, uint64_t total, double limit_s)
{
    w->total = total;
    w->limit_s = limit_s;
    clock_gettime(CLOCK_MONOTONIC, &w->begun);
    cli_progress_begin(&w->progress, c, unit);
}

/* Signals that ask the program to end wait until watch_tick looks for them, unless whoever started it has them ignored. */
void watch_hold_signals(sigset_t *ret_held, sigset_t *ret_before)
{
    static const int asking[] = {SIGINT, SIGTERM};
    sigemptyset(ret_held);
    for (size_t i = 0; i < sizeof asking / sizeof *asking; i++) {
        struct sigaction now;
        if (sigaction(asking[i], NULL, &now) == 0 && now.sa_handler != SIG_IGN)
            sigaddset(ret_held, asking[i]);
    }
    pthread_sigmask(SIG_BLOCK, ret_held, ret_before);
}

/* A signal that came since watch_tick last looked has nothing left to stop, and must not end the program before it has printed. */
void watch_release_signals(const watch *w, const sigset_t *before)
{
    while (take_signal(w))
        continue;
    pthread_sigmask(SIG_SETMASK, before, NULL);
}
