/* src/history/replay.c - tables made again from their chains. */
#include "replay.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PLAN_ARENA_MAX = 1 << 30 };

felt_status replay_differs(replay *r, const char *format, ...)
{
    char message[FELT_ERROR_BYTES];
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    return felt_error_set(&r->error, FELT_EDATA, -1, "table %s, record %" PRId64 ": %s", r->name, r->item.sequence, message);
}

felt_status replay_passed_on(replay *r, felt_status status, const felt_error *found)
{
    if (status == FELT_OK)
        return FELT_OK;
    return felt_error_set(&r->error, status, -1, "table %s, record %" PRId64 ": %s", r->name, r->item.sequence, found->message);
}

void replay_forget(replay *r)
{
    felt_table_free(r->table);
    felt_arena_free(r->arena);
    free(r->setup);
    r->table = NULL;
    r->arena = NULL;
    r->plan = NULL;
    r->setup = NULL;
}

/* ---- setups ---- */

static felt_status keep_setup(replay *r, felt_text setup, int64_t record)
{
    r->setup = malloc(setup.length + 1);
    if (r->setup == NULL)
        return felt_error_set(&r->error, FELT_ENOMEM, -1, "out of memory");
    memcpy(r->setup, setup.bytes, setup.length);
    r->setup_size = setup.length;
    r->setup_record = record;
    return FELT_OK;
}

/* Requires that what was before is forgotten. */
static felt_status read_setup(replay *r, felt_text setup, int64_t record, felt_table_setup *ret)
{
    felt_error found = {.message = ""};
    felt_setup_finder finder = felt_history_reader_documents(r->reader);
    felt_status status = keep_setup(r, setup, record);
    if (status != FELT_OK)
        return status;
    r->arena = felt_arena_new(PLAN_ARENA_MAX);
    status = r->arena == NULL ? FELT_ENOMEM : felt_setup_read(r->arena, setup, &finder, &r->plan, &found);
    if (status == FELT_OK)
        status = felt_table_plan_setup(r->arena, r->plan, ret);
    if (status != FELT_OK)
        return replay_passed_on(r, status, &found);
    if (!felt_text_is(r->plan->short_name, r->name))
        return replay_differs(r, "the setup is of table %.*s", FELT_TEXT_ARGS(r->plan->short_name));
    ret->supplied = true;
    return FELT_OK;
}

felt_status replay_setup(replay *r)
{
    felt_table_view before = {.sequence = 0};
    felt_table_setup setup;
    felt_error found = {.message = ""};
    if (r->table != NULL)
        before = felt_table_look(r->table);
    if (before.bets > 0 || before.owed > 0 || before.shoe != 0)
        return replay_differs(r, "the setup is changed while bets are up or a shoe is in play");
    replay_forget(r);
    felt_status status = read_setup(r, r->item.record, r->item.sequence, &setup);
    if (status != FELT_OK)
        return status;
    setup.after.sequence = before.sequence;
    setup.after.round = before.round;
    setup.after.hand = before.hand;
    setup.after.bet = before.last_bet;
    setup.after.shoe = before.last_shoe;
    setup.after.time_ms = before.time_ms;
    return replay_passed_on(r, felt_table_new(&setup, &r->table, &found), &found);
}

/* ---- beginnings ---- */

static felt_status open_table(replay *r)
{
    felt_error found = {.message = ""};
    felt_opening opening;
    felt_table_setup setup;
    felt_arena *arena = felt_arena_new((size_t)4 * FELT_OPENING_BYTES_MAX);
    felt_status status = arena == NULL ? FELT_ENOMEM : felt_opening_read(arena, r->item.floor.opening, &opening, &found);
    if (status != FELT_OK)
        status = replay_passed_on(r, status, &found);
    if (status == FELT_OK)
        status = read_setup(r, opening.setup, opening.setup_record, &setup);
    if (status == FELT_OK)
        status = replay_passed_on(r, felt_opening_load(&opening, &setup, &r->table, &found), &found);
    felt_arena_free(arena);
    return status;
}

felt_status replay_begin(replay *r)
{
    replay_forget(r);
    memset(r->name, 0, sizeof r->name);
    memcpy(r->name, r->item.table.bytes, r->item.table.length);
    return r->item.floor.sequence > 0 ? open_table(r) : FELT_OK;
}

felt_status replay_all(replay *r, felt_input input, felt_status (*take)(replay *r, void *context), void *context, felt_error *error)
{
    felt_status status = felt_history_reader_new(input, &r->reader, &r->error);
    for (bool more = status == FELT_OK; more; more = status == FELT_OK && r->item.kind != FELT_HISTORY_END) {
        status = felt_history_reader_next(r->reader, &r->item, &r->error);
        if (status != FELT_OK)
            break;
        status = take(r, context);
        r->error.line = r->item.line;
    }
    replay_forget(r);
    felt_history_reader_free(r->reader);
    if (status != FELT_OK && error != NULL)
        *error = r->error;
    return status;
}
