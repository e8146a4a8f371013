/* src/history/replay.h - a table made again from its chain, for whatever goes through one. */
#ifndef FELT_SRC_HISTORY_REPLAY_H
#define FELT_SRC_HISTORY_REPLAY_H

#include "history.h"

#include <stdarg.h>

typedef struct replay {
    felt_history_reader *reader;
    felt_history_item item; /* at hand */
    felt_error error;       /* what is not so */
    char name[FELT_HISTORY_NAME_BYTES_MAX + 1];
    felt_arena *arena; /* of the plan */
    const felt_table_plan *plan;
    felt_table *table;    /* NULL: it has no setup yet */
    char *setup;          /* the record in force ... */
    size_t setup_size;    /* ... */
    int64_t setup_record; /* ... and its number */
} replay;

/* What is not so, with the table and the record; returns FELT_EDATA. */
felt_status replay_differs(replay *r, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* What another stage has said, with the table and the record. */
felt_status replay_passed_on(replay *r, felt_status status, const felt_error *found);

/* Begins with the table of the item at hand; one that begins at a floor is there as its opening has it. */
felt_status replay_begin(replay *r);
void replay_forget(replay *r);

/* Takes the setup at hand: a table of it, which goes on with the numbers of the one before. */
felt_status replay_setup(replay *r);

/* Calls `take` for every item of a history, up to its end. */
felt_status replay_all(replay *r, felt_input input, felt_status (*take)(replay *r, void *context), void *context, felt_error *error);

#endif
