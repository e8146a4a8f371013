/* src/cli/watch.h - a long run under watch: a bar on a terminal, a limit of time, and signals that ask for what there is. */
#ifndef FELT_SRC_CLI_WATCH_H
#define FELT_SRC_CLI_WATCH_H

#include "progress.h"

#include <signal.h>
#include <time.h>

typedef struct watch {
    cli_progress progress;
    uint64_t total; /* 0: until the time is up */
    double limit_s;
    struct timespec begun;
    sigset_t signals; /* that ask for what there is */
    bool interrupted;
} watch;

void watch_begin(watch *w, cli *c, const char *unit, uint64_t total, double limit_s);

/* A felt_sim_tick whose context is a watch: shows how far the run is, and stops it when its time is up or somebody asks. */
bool watch_tick(void *context, uint64_t done);

/* Signals that ask the program to end wait until watch_tick looks for them, unless whoever started it has them ignored; and are let
 * through again. */
void watch_hold_signals(sigset_t *ret_held, sigset_t *ret_before);
void watch_release_signals(const watch *w, const sigset_t *before);

#endif
