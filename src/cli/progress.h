/* src/cli/progress.h - how far a long job is: a bar with rate and time left, on one line of a terminal.
 *
 *     cli_progress progress;
 *     cli_progress_begin(&progress, c, "rounds");
 *     ... cli_progress_show(&progress, done, total); as often as is handy ...
 *     cli_progress_end(&progress);
 *
 * It draws on the error stream and only if that is a terminal; in a pipe or a file all three calls do nothing. Output of the program
 * itself goes after cli_progress_end, which takes the bar away.
 * Threads:  one thread at a time for one progress. */
#ifndef FELT_SRC_CLI_PROGRESS_H
#define FELT_SRC_CLI_PROGRESS_H

#include "cli.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct cli_progress {
    FILE *file; /* NULL: silent */
    bool color;
    const char *unit;
    double begun_s, drawn_s;
    bool drawn;
} cli_progress;

/* `unit` is what is counted, such as "rounds"; it must outlive the progress. Nothing is drawn in the first half second. */
void cli_progress_begin(cli_progress *p, const cli *c, const char *unit);

/* `done` of `total` (0: nobody knows). Draws at most ten times a second, so it may be called for every few thousand units. */
void cli_progress_show(cli_progress *p, uint64_t done, uint64_t total);

/* Takes the bar away. May be called twice. */
void cli_progress_end(cli_progress *p);

#endif
