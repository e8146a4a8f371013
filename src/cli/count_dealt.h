/* src/cli/count_dealt.h - the part of `felt count` that deals shoes: what it is asked for, read from its flags, and the runs. */
#ifndef FELT_SRC_CLI_COUNT_DEALT_H
#define FELT_SRC_CLI_COUNT_DEALT_H

#include "cli.h"

#include <felt/count_report.h>

enum { COUNT_DEALT_RUNS = FELT_DECKS_MAX };

typedef struct count_dealt {
    const char *cut, *shoes, *seed, *threads, *trigger, *checkpoint, *cut_rule, *burn, *true_count, *device; /* as given; NULL: not */
    const char *safe;                                                                                        /* the same */
    bool groups;  /* groups and the whole table */
    double units; /* what --safe says */
    int cuts[FELT_DEALING_CARDS_MAX];
    felt_exposure_setup setup; /* without decks and bets; the crew is set before flags are read */
    int64_t trigger_num, trigger_den;
    felt_exposure *runs[COUNT_DEALT_RUNS]; /* one for each number of decks */
    int run_count;
    felt_safe_pays pays[COUNT_DEALT_RUNS]; /* of each run, where --safe asks for them */
} count_dealt;

/* Reads the flags; complains and returns false where one is wrong. */
bool count_dealt_read(cli *c, count_dealt *d);

/* Deals shoes for every entry that has a value and a fresh shoe, and says in it where its figures are. With `groups`, *ret_groups has what
 * is won on groups and on the whole table of each sheet. */
cli_exit count_dealt_run(cli *c, felt_arena *arena, count_dealt *d, felt_count_entry *entries, int count);

/* The groups of sheets, and their whole tables, of runs that were asked for them; the number of them. */
int count_dealt_groups(felt_arena *arena, const count_dealt *d, const felt_count_entry *entries, int count, felt_count_group **ret);

void count_dealt_free(count_dealt *d);

#endif
