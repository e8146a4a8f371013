/* src/house/house.c - opening, turns, and what is done when the store fails. */
#include "inside.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* ---- opening ---- */

static felt_status out_of_memory(felt_error *error)
{
    return felt_error_set(error, FELT_ENOMEM, -1, "out of memory");
}

/* Every table has its number in the store, and its lease where it can be had. */
static felt_status open_tables(house *h, int64_t now_ms, felt_error *error)
{
    felt_status status = felt_store_begin(h->store, error);
    for (int i = house_next(h, -1); i >= 0 && status == FELT_OK; i = house_next(h, i))
        status = felt_store_table(h->store, h->tables[i].plan->short_name, &h->tables[i].id, error);
    if (status == FELT_OK)
        status = felt_store_commit(h->store, error);
    if (status == FELT_OK)
        status = lease_all(h, now_ms, error);
    return status;
}

/* Bets at tables that the tables file does not have. */
typedef struct strays {
    const house *h;
    int64_t bets, amount;
} strays;

static bool see_stray(void *context, const felt_standing_hold *hold)
{
    strays *s = context;
    for (int i = house_next(s->h, -1); i >= 0; i = house_next(s->h, i))
        if (s->h->tables[i].id.number == hold->table.number)
            return true;
    s->bets++;
    s->amount += hold->amount.minor;
    return true;
}

static felt_status look_for_strays(house *h, felt_error *error)
{
    strays s = {.h = h};
    felt_status status = felt_store_holds(h->store, (felt_table_id){0}, (felt_player_id){0}, see_stray, &s, error);
    if (status == FELT_OK && s.bets > 0)
        house_note(h,
                   "%lld bets, %lld minor units in all, stand at tables that the tables file does not have: start with a file that has "
                   "them, and they play out",
                   (long long)s.bets, (long long)s.amount);
    return status;
}

static felt_status open_store(house *h, int64_t now_ms, felt_error *error)
{
    felt_status status = felt_store_open(h->options.store, &h->store, error);
    if (status != FELT_OK)
        return status;
    purse_forget(h, 0);
    status = opened_load(h, error);
    if (status == FELT_OK)
        status = open_tables(h, now_ms, error);
    if (status == FELT_OK)
        status = look_for_strays(h, error);
    if (status == FELT_OK && h->listener.opened != NULL)
        h->listener.opened(h->listener.context, h->store);
    if (status != FELT_OK) {
        felt_store_close(h->store);
        h->store = NULL;
    }
    return status;
}

felt_status house_open(const house_options *options, const house_listener *listener, int64_t now_ms, house **ret, felt_error *error)
{
    house *h = calloc(1, sizeof *h);
    if (h == NULL)
        return out_of_memory(error);
    h->options = *options;
    h->listener = *listener;
    h->tables = calloc(HOUSE_TABLES_MAX, sizeof *h->tables);
    h->queue = calloc(HOUSE_QUEUE_MAX, sizeof *h->queue);
    h->purses = calloc(HOUSE_PURSES, sizeof *h->purses);
    felt_status status = h->tables == NULL || h->queue == NULL || h->purses == NULL ? out_of_memory(error) : FELT_OK;
    for (int i = 0; status == FELT_OK && i < options->tables->count; i++)
        h->tables[i].plan = &options->tables->list[i];
    h->table_end = options->tables->count;
    if (status == FELT_OK)
        status = open_store(h, now_ms, error);
    if (status != FELT_OK) {
        house_close(h);
        return status;
    }
    *ret = h;
    return FELT_OK;
}

void house_close(house *h)
{
    if (h == NULL)
        return;
    for (int i = h->tables == NULL ? -1 : house_next(h, -1); i >= 0; i = house_next(h, i)) {
        house_table *t = &h->tables[i];
        if (h->store != NULL && t->leased)
            felt_store_lease_give_up(h->store, t->id, NULL);
        opened_free(t);
    }
    felt_store_close(h->store);
    news_free(&h->news);
    felt_events_free(&h->events);
    free(h->tables);
    free(h->queue);
    free(h->purses);
    free(h->moves);
    free(h->bytes);
    free(h);
}

bool house_command(house *h, uint64_t ticket, int table, const felt_command *command, int64_t now_ms)
{
    assert(table >= 0 && table < HOUSE_TABLES_MAX && h->tables[table].plan != NULL);
    if (h->queue_count == HOUSE_QUEUE_MAX)
        return false;
    h->queue[h->queue_count++] = (house_job){ticket, table, *command, now_ms};
    return true;
}

/* ---- turns ---- */

static felt_status do_table(house *h, int table, int64_t now_ms, felt_error *error)
{
    house_table *t = &h->tables[table];
    felt_status status = FELT_OK;
    if (!t->leased)
        return FELT_OK;
    if (t->table == NULL) { /* the store has never seen it */
        t->next = t->plan;
        status = setup_change(h, table, now_ms, error);
    }
    if (status == FELT_OK)
        status = deal_table(h, table, now_ms, error);
    int64_t since = t->records - t->saved; /* who is left out of shoes is known from them, and for that more are kept */
    if (status == FELT_OK && since >= (deal_bars(t) ? 4 * (int64_t)h->options.save_every : h->options.save_every))
        status = rebuild_save(h, table, error);
    return status;
}

/* All tables, one after the other. Where many of them have a result at the same time, a batch has some of them, and who has bet elsewhere
 * does not wait for all. */
static felt_status do_tables(house *h, int64_t now_ms, felt_error *error)
{
    felt_status status = FELT_OK;
    int first = h->first_table;
    bool any = false;
    h->first_table = 0;
    for (int i = 0; i < h->table_end && status == FELT_OK; i++) {
        int table = (first + i) % h->table_end;
        if (h->tables[table].plan == NULL)
            continue;
        if (any && h->moved >= HOUSE_MOVES) {
            h->first_table = table;
            break;
        }
        any = true;
        status = do_table(h, table, now_ms, error);
    }
    return status;
}

static felt_status expect_commands(house *h, felt_error *error)
{
    felt_expected *list = calloc((size_t)h->queue_count + 1, sizeof *list);
    int count = 0;
    if (list == NULL)
        return out_of_memory(error);
    for (int i = 0; i < h->queue_count; i++)
        if (h->queue[i].command.player != 0)
            list[count++] = (felt_expected){{(int64_t)h->queue[i].command.player}, h->queue[i].command.id};
    felt_status status = count == 0 ? FELT_OK : felt_store_expect(h->store, list, count, error);
    free(list);
    return status;
}

static felt_status batch(house *h, int64_t now_ms, felt_error *error)
{
    news_clear(h);
    h->kept = false;
    h->moved = 0;
    felt_status status = felt_store_begin(h->store, error);
    if (status != FELT_OK)
        return status;
    h->in_flight = h->queue_count;
    status = expect_commands(h, error);
    for (int i = 0; i < h->queue_count && status == FELT_OK; i++)
        status = act_job(h, &h->queue[i], now_ms, error);
    if (status == FELT_OK)
        status = do_tables(h, now_ms, error);
    if (status == FELT_OK && h->kept && h->listener.ending != NULL)
        status = h->listener.ending(h->listener.context, now_ms, error);
    if (status == FELT_OK && h->kept && h->options.wake == NULL)
        return felt_store_commit(h->store, error);
    if (status == FELT_OK && h->kept) {
        status = felt_store_commit_begin(h->store, h->options.wake, h->options.wake_context, error);
        h->committing = status == FELT_OK;
        return status;
    }
    felt_error ignored;
    felt_status back = felt_store_rollback(h->store, &ignored);
    if (status == FELT_OK && back != FELT_OK)
        *error = ignored;
    return status == FELT_OK ? back : status;
}

/* Nothing is known of what was in memory only. */
static felt_status rebuild_changed(house *h, felt_error *error)
{
    felt_status status = FELT_OK;
    purse_forget(h, 0);
    if (h->listener.opened != NULL)
        h->listener.opened(h->listener.context, h->store);
    for (int i = house_next(h, -1); i >= 0 && status == FELT_OK; i = house_next(h, i)) {
        if (!h->tables[i].leased)
            continue;
        status = rebuild_table(h, i, error);
        if (status == FELT_OK && h->listener.rebuilt != NULL)
            h->listener.rebuilt(h->listener.context, i);
    }
    return status;
}

/* Says that the store fails, now and then. */
static void note_failure(house *h, int64_t now_ms, const char *what, const felt_error *error)
{
    h->failures++;
    h->failed_ms = now_ms;
    if (h->noted_ms != 0 && now_ms - h->noted_ms < HOUSE_NOTE_MS)
        return;
    house_note(h, "%s: %s", what, error->message);
    h->noted_ms = now_ms;
    h->said = true;
}

/* It keeps. */
static void note_success(house *h)
{
    h->failures = 0;
    if (h->said)
        house_note(h, "the store is there again");
    h->said = false;
}

/* A store that has failed once is opened again at once; one that goes on to fail is given time. */
static void lose_store(house *h, int64_t now_ms, const felt_error *error)
{
    h->reopen_at = h->failures == 0 ? now_ms : now_ms + HOUSE_REOPEN_MS;
    note_failure(h, now_ms, "the store failed, and is opened again", error);
    if (h->listener.opened != NULL)
        h->listener.opened(h->listener.context, NULL);
    felt_store_close(h->store);
    h->store = NULL;
    purse_forget(h, 0);
    for (int i = house_next(h, -1); i >= 0; i = house_next(h, i)) { /* what they hold may never have been kept: nobody may see it */
        house_table *t = &h->tables[i];
        t->leased = false;
        felt_table_free(t->table);
        t->table = NULL;
    }
}

/* Commands that have waited for too long. */
static void give_up_old(house *h, int64_t now_ms)
{
    int left = 0;
    for (int i = 0; i < h->queue_count; i++) {
        house_job *job = &h->queue[i];
        if (now_ms - job->came_ms < HOUSE_GIVE_UP_MS) {
            h->queue[left++] = *job;
            continue;
        }
        house_answer answer = {.end = HOUSE_UNAVAILABLE};
        felt_error_set(&answer.error, FELT_EIO, -1, "the store does not answer: whether this was done is not known");
        if (h->listener.answered != NULL)
            h->listener.answered(h->listener.context, job->ticket, &answer);
    }
    h->queue_count = left;
}

static bool has_work(const house *h, int64_t now_ms)
{
    bool work = h->queue_count > 0;
    for (int i = house_next(h, -1); i >= 0 && !work; i = house_next(h, i)) {
        const house_table *t = &h->tables[i];
        work = t->leased && (t->table == NULL || deal_wakes(h, i, now_ms) <= now_ms);
    }
    return work;
}

static int64_t next_wake(const house *h, int64_t now_ms)
{
    int64_t at = h->lease_at;
    for (int i = house_next(h, -1); i >= 0; i = house_next(h, i)) {
        const house_table *t = &h->tables[i];
        int64_t wakes = t->table == NULL ? INT64_MAX : deal_wakes(h, i, now_ms);
        at = wakes < at ? wakes : at;
    }
    return at > now_ms ? at : now_ms;
}

/* A batch has ended: who waits is told, or after a failure everything is made again from the store. */
static felt_status conclude(house *h, felt_status status, int64_t now_ms, felt_error *error)
{
    int done = h->in_flight;
    h->in_flight = 0;
    if (status == FELT_OK) {
        if (h->kept)
            note_success(h);
        h->queue_count -= done;
        memmove(h->queue, h->queue + done, (size_t)h->queue_count * sizeof *h->queue);
        for (int i = house_next(h, -1); i >= 0; i = house_next(h, i))
            h->tables[i].changed = false;
        news_tell(h);
        opened_sweep(h);
        return FELT_OK;
    }
    news_clear(h);
    if (status == FELT_EDATA) { /* nothing of it is there */
        felt_error why;
        felt_status again = lease_all(h, now_ms, &why);
        if (again == FELT_OK)
            again = rebuild_changed(h, &why);
        if (again == FELT_OK)
            return status;
        *error = why;
    }
    lose_store(h, now_ms, error);
    return status;
}

/* Tries the batch. FELT_OK: it is done or on its way, or there was nothing to do. */
static felt_status try_batch(house *h, int64_t now_ms, felt_error *error)
{
    if (!has_work(h, now_ms))
        return FELT_OK;
    felt_status status = batch(h, now_ms, error);
    return h->committing ? FELT_OK : conclude(h, status, now_ms, error);
}

bool house_settled(house *h, bool wait, int64_t now_ms)
{
    felt_error error;
    if (!h->committing)
        return true;
    if (!wait && !felt_store_commit_ended(h->store))
        return false;
    h->committing = false;
    felt_status status = felt_store_commit_end(h->store, &error);
    conclude(h, status, now_ms, &error); /* what failed is tried again in the next turn */
    return true;
}

void house_await(house *h, int64_t most_us)
{
    if (h->committing)
        felt_store_commit_wait(h->store, most_us);
}

int64_t house_turn(house *h, int64_t now_ms)
{
    felt_error error;
    if (!house_settled(h, false, now_ms))
        return INT64_MAX; /* whoever has it wakes */
    for (int tries = 0; tries < 3; tries++) {
        if (h->store == NULL && now_ms >= h->reopen_at && open_store(h, now_ms, &error) != FELT_OK) {
            note_failure(h, now_ms, "the store cannot be opened", &error);
            h->reopen_at = now_ms + HOUSE_REOPEN_MS;
        }
        if (h->store == NULL) {
            give_up_old(h, now_ms);
            return h->reopen_at;
        }
        if (now_ms >= h->lease_at && lease_all(h, now_ms, &error) != FELT_OK) {
            lose_store(h, now_ms, &error);
            continue;
        }
        if (try_batch(h, now_ms, &error) == FELT_OK)
            return h->committing ? INT64_MAX : next_wake(h, now_ms);
    }
    give_up_old(h, now_ms); /* a store that can be opened and keeps nothing: its disk may be full */
    return h->store == NULL ? h->reopen_at : now_ms + HOUSE_REOPEN_MS;
}

felt_status house_alone(house *h, house_deed *act, void *context, int64_t now_ms, felt_error *error)
{
    felt_error why;
    house_settled(h, true, now_ms);
    if (h->store == NULL)
        return felt_error_set(error, FELT_EIO, -1, "the store does not answer");
    felt_status status = felt_store_begin(h->store, &why), kept = FELT_OK;
    if (status == FELT_OK)
        kept = act(context, h->store, now_ms, &why);
    if (status == FELT_OK && kept == FELT_OK)
        status = felt_store_commit(h->store, &why);
    else if (status == FELT_OK && kept != FELT_EIO && kept != FELT_ENOMEM)
        status = felt_store_rollback(h->store, error);
    bool lost = status == FELT_EIO || status == FELT_ENOMEM || kept == FELT_EIO || kept == FELT_ENOMEM;
    if (lost)
        lose_store(h, now_ms, &why);
    else if (status == FELT_OK && kept == FELT_OK)
        note_success(h);
    else if ((status != FELT_OK || (kept != FELT_OK && kept != FELT_ELIMIT)) && h->listener.opened != NULL)
        h->listener.opened(h->listener.context, h->store);
    if (kept != FELT_OK || status != FELT_OK)
        *error = why;
    return kept != FELT_OK ? kept : status;
}

typedef struct voiding {
    felt_table_id table;
    int64_t record, sequence;
    felt_text reason;
    house_deed *act;
    void *context;
} voiding;

static felt_status void_result(void *context, felt_store *store, int64_t now_ms, felt_error *error)
{
    voiding *v = context;
    felt_status status = felt_store_void(store, v->table, v->record, v->reason, now_ms, &v->sequence, error);
    return status == FELT_OK ? v->act(v->context, store, now_ms, error) : status;
}

felt_status house_void_result(house *h, int table, int64_t record, felt_text reason, house_deed *act, void *context, int64_t now_ms,
                              felt_error *error)
{
    house_table *t = &h->tables[table];
    voiding v = {.table = t->id, .record = record, .reason = reason, .act = act, .context = context};
    house_settled(h, true, now_ms);
    if (t->table == NULL)
        return felt_error_set(error, FELT_EDATA, -1, "another process has the table: %s", t->owner);
    felt_status status = house_alone(h, void_result, &v, now_ms, error);
    if (status != FELT_OK)
        return status;
    t->records = v.sequence;
    purse_forget(h, 0);
    felt_text told;
    felt_arena *arena = felt_arena_new(1 << 16);
    if (arena != NULL && h->listener.told != NULL && felt_store_record(h->store, arena, t->id, v.sequence, &told, NULL) == FELT_OK)
        h->listener.told(h->listener.context, table, v.sequence, told);
    felt_arena_free(arena);
    return FELT_OK;
}

bool house_wind_up(house *h, int64_t now_ms)
{
    bool done = true;
    (void)now_ms;
    for (int i = house_next(h, -1); i >= 0; i = house_next(h, i)) {
        house_table *t = &h->tables[i];
        t->winding_up = true;
        if (t->table == NULL)
            continue;
        felt_table_view view = felt_table_look(t->table);
        bool one_event = felt_book_game(t->plan->book)->one_event;
        done = done && view.stage == FELT_STAGE_BETTING && (!one_event || view.bets == 0);
    }
    return done && h->queue_count == 0 && !h->committing;
}

/* ---- looking ---- */

int house_next(const house *h, int table)
{
    for (int i = table + 1; i < h->table_end; i++)
        if (h->tables[i].plan != NULL)
            return i;
    return -1;
}

const felt_table_plan *house_plan(const house *h, int table)
{
    return h->tables[table].plan;
}

bool house_plan_stays(const house *h, int table)
{
    return h->tables[table].arena == NULL;
}

felt_table *house_table_at(const house *h, int table)
{
    return h->tables[table].table;
}

felt_table_id house_table_id(const house *h, int table)
{
    return h->tables[table].id;
}

const felt_fair_shoe *house_shoe(const house *h, int table)
{
    return &h->tables[table].shoe;
}

const felt_fair_source *house_source(const house *h, int table)
{
    return h->tables[table].source_ready ? &h->tables[table].source : NULL;
}

int house_find(const house *h, felt_text short_name)
{
    for (int i = house_next(h, -1); i >= 0; i = house_next(h, i))
        if (felt_text_equal(h->tables[i].plan->short_name, short_name))
            return i;
    return -1;
}

felt_store *house_store(const house *h)
{
    return h->store;
}

bool house_keeps(const house *h, int64_t now_ms)
{
    bool lately = h->failures > 0 && now_ms - h->failed_ms < HOUSE_DOUBT_MS; /* for ever it would keep away those whose bets could tell */
    return h->store != NULL && !lately;
}

const char *house_owner(const house *h, int table)
{
    return h->tables[table].owner;
}

felt_status house_balance(house *h, uint64_t player, felt_balance *ret, felt_error *error)
{
    if (h->store == NULL)
        return felt_error_set(error, FELT_EIO, -1, "the store does not answer");
    return purse_get(h, player, ret, error);
}

void house_forget_balance(house *h, uint64_t player)
{
    purse_forget(h, player);
}

int64_t house_setup_record(const house *h, int table)
{
    return h->tables[table].setup_record;
}

int64_t house_records(const house *h, int table)
{
    return h->tables[table].records;
}
