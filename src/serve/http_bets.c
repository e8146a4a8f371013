/* src/serve/http_bets.c - a player's own bets, going back: at one table by its records, or at all tables by time.
 *
 * Records are not kept by player: chains are read back in windows, so many for one answer, which says where to go on. */
#include "server.h"

#include <stdlib.h>
#include <string.h>

enum {
    BETS_MAX = 200,      /* events of one answer; at one table, and but for those of the last window or moment */
    RECORDS_MAX = 20000, /* that are looked at for one answer */
    WINDOW = 1000,       /* of them that are read at once at one table, */
    WINDOW_OF_ALL = 150, /* and where all are read: one of each is within RECORDS_MAX */
};

_Static_assert((HOUSE_TABLES_MAX - HOUSE_PRIVATE_MAX) * WINDOW_OF_ALL <= RECORDS_MAX, "every table is looked at for one answer");

static void unavailable(const call *c)
{
    http_error(c->s, c->exchange, 503, "unavailable", "the history cannot be read now", "ask again later");
}

/* The first record of a window that ends with `last`, and the book of what happened in it: what is of the latest book comes first. */
static int64_t window_before(server *s, int table, int64_t before, int64_t size, const felt_book **ret_book)
{
    int64_t first = before > size ? before - size : 1, until;
    *ret_book = books_at(s, table, first, &until);
    while (until < before) {
        first = until;
        *ret_book = books_at(s, table, first, &until);
    }
    return first;
}

/* ---- at one table ---- */

typedef struct own_bets {
    server *s;
    uint64_t player;
    wire *w; /* of one window, in the order of the chain */
    const felt_book *book;
    int64_t last;
    int found;
} own_bets;

static bool see_own(void *context, const felt_history_record *record)
{
    own_bets *o = context;
    felt_text left = record->event;
    felt_event e;
    if (record->sequence > o->last)
        return false;
    if (left.bytes[0] == '{')
        return true;
    while (left.length > 0 && felt_event_next(&left, &e, NULL) == FELT_OK)
        if (show_is_private(e.kind) && e.player == o->player) {
            show_event(o->s, o->w, o->book, &e);
            o->found++;
        }
    return true;
}

/* Windows of records from the last to the first, until there is enough; *before: where to go on. */
static felt_status go_back(own_bets *o, int table, int64_t *before, wire *pages)
{
    felt_status status = o->s->store == NULL ? FELT_EIO : FELT_OK;
    int64_t lowest = retired_floor(o->s, table) + 1;
    for (int seen = 0; *before > lowest && seen < RECORDS_MAX && o->found < BETS_MAX && status == FELT_OK; seen += WINDOW) {
        o->last = *before - 1;
        *before = window_before(o->s, table, *before, WINDOW, &o->book);
        if (*before < lowest)
            *before = lowest;
        wire_clear(o->w);
        status = felt_store_read(o->s->store, house_table_id(o->s->house, table), *before, see_own, o, NULL);
        if (o->w->length > 0)
            wire_raw(pages, (felt_text){o->w->text, o->w->length});
    }
    return status;
}

static void answer_table(call *c, int table)
{
    server *s = c->s;
    wire window = {.text = NULL}, *w = &s->answer;
    int64_t before, records = house_records(s->house, table);
    if (!http_argument(c, "before", records + 1, &before))
        return;
    if (before > records + 1)
        before = records + 1;
    own_bets o = {.s = s, .player = private_actor(s, table, (uint64_t)c->session.player.player.number), .w = &window};
    wire_clear(w);
    wire_open(w, '{');
    wire_put_text(w, "table", house_plan(s->house, table)->short_name);
    wire_key(w, "events");
    wire_open(w, '[');
    felt_status status = go_back(&o, table, &before, w);
    wire_close(w, ']');
    wire_put_number(w, "before", before);
    wire_put_bool(w, "more", before > retired_floor(s, table) + 1);
    wire_close(w, '}');
    wire_free(&window);
    if (status == FELT_OK)
        http_json(s, c->exchange, 200, w, felt_text_from(""));
    else
        unavailable(c);
}

/* ---- at all tables ---- */

/* An event of his, which is written in all_bets.text. */
typedef struct own_event {
    int64_t time_ms;
    uint64_t sequence;
    uint64_t round; /* that decided it; 0: none did */
    int64_t record;
    int table;
    size_t at, size;
} own_event;

/* How far back a table has been read. Times of events never go back along a chain. */
typedef struct frontier {
    int64_t before;  /* records from this one on have been seen, or are too late */
    int64_t time_ms; /* what has not been seen is not later; INT64_MAX: nothing is known */
} frontier;

typedef struct all_bets {
    server *s;
    uint64_t player;
    int64_t before_ms;
    frontier tables[HOUSE_TABLES_MAX];
    own_event *list;
    int count, capacity;
    wire text;
    bool failed; /* no memory */
    int seen;    /* records */
    /* the window that is read */
    int table;
    int64_t record; /* that is read, */
    uint64_t round; /* and what was dealt in it */
    const felt_book *book;
    int64_t last, first, time_ms; /* first: the first record that was found, 0: none; and the time of the first that has events */
} all_bets;

static void add_event(all_bets *a, const felt_event *e)
{
    if (a->count == a->capacity) {
        int capacity = a->capacity == 0 ? 256 : 2 * a->capacity;
        own_event *larger = realloc(a->list, (size_t)capacity * sizeof *larger);
        a->failed = a->failed || larger == NULL;
        if (larger == NULL)
            return;
        a->list = larger;
        a->capacity = capacity;
    }
    size_t at = a->text.length;
    a->text.comma = false;
    show_event(a->s, &a->text, a->book, e);
    a->failed = a->failed || a->text.failed;
    uint64_t round = e->kind == FELT_EVENT_PAID ? a->round : 0;
    a->list[a->count++] = (own_event){e->time_ms, e->sequence, round, a->record, a->table, at, a->text.length - at};
}

static bool see_any(void *context, const felt_history_record *record)
{
    all_bets *a = context;
    felt_text left = record->event;
    felt_event e;
    if (record->sequence > a->last)
        return false;
    a->seen++;
    a->record = record->sequence;
    if (a->first == 0)
        a->first = record->sequence;
    if (left.bytes[0] == '{')
        return true;
    a->round = 0;
    while (left.length > 0 && felt_event_next(&left, &e, NULL) == FELT_OK) {
        if (e.kind == FELT_EVENT_DEALT)
            a->round = e.round;
        a->time_ms = a->time_ms == INT64_MAX ? e.time_ms : a->time_ms;
        if (show_is_private(e.kind) && e.player == a->player && e.time_ms < a->before_ms)
            add_event(a, &e);
    }
    return !a->failed;
}

/* One window of a table further back. */
static felt_status read_back(all_bets *a, int table)
{
    frontier *f = &a->tables[table];
    a->table = table;
    a->last = f->before - 1;
    a->first = 0;
    a->time_ms = INT64_MAX;
    int64_t from = window_before(a->s, table, f->before, WINDOW_OF_ALL, &a->book);
    felt_status status = felt_store_read(a->s->store, house_table_id(a->s->house, table), from, see_any, a, NULL);
    bool retired = a->first == 0 || a->first > from; /* what is before that is not there any more */
    f->before = retired ? 1 : from;
    f->time_ms = a->time_ms < f->time_ms ? a->time_ms : f->time_ms;
    return a->failed ? FELT_ENOMEM : status;
}

typedef struct time_probe {
    int64_t record, time_ms; /* of the first that has events; record 0: none */
} time_probe;

static bool see_time(void *context, const felt_history_record *record)
{
    time_probe *p = context;
    felt_text left = record->event;
    felt_event e;
    if (left.bytes[0] == '{' || felt_event_next(&left, &e, NULL) != FELT_OK)
        return true;
    *p = (time_probe){record->sequence, e.time_ms};
    return false;
}

/* The record from which on everything is too late. */
static felt_status find_time(all_bets *a, int table, int64_t *ret)
{
    int64_t low = 1, high = house_records(a->s->house, table) + 1;
    felt_status status = FELT_OK;
    while (low < high && a->before_ms != INT64_MAX && status == FELT_OK) {
        int64_t middle = low + (high - low) / 2;
        time_probe p = {.record = 0};
        status = felt_store_read(a->s->store, house_table_id(a->s->house, table), middle, see_time, &p, NULL);
        if (p.record == 0 || p.time_ms >= a->before_ms)
            high = middle;
        else
            low = p.record + 1;
    }
    *ret = high;
    return status;
}

/* The table of which the least is known, -1: all of all is; and from which time on everything has been seen. */
static int find_latest(const all_bets *a, int64_t *ret_from_ms)
{
    int latest = -1;
    *ret_from_ms = INT64_MIN;
    for (int i = 0; i < HOUSE_TABLES_MAX; i++) {
        const frontier *f = &a->tables[i];
        if (f->before <= 1 || (latest >= 0 && f->time_ms <= a->tables[latest].time_ms))
            continue;
        latest = i;
        *ret_from_ms = f->time_ms == INT64_MAX ? INT64_MAX : f->time_ms + 1;
    }
    return latest;
}

/* Reads back until there is enough of which nothing is missing. *ret_from_ms: that goes back to there; *ret_more: and there is more. */
static felt_status collect(all_bets *a, int64_t *ret_from_ms, bool *ret_more)
{
    felt_status status = FELT_OK;
    for (int i = house_next(a->s->house, -1); i >= 0 && status == FELT_OK; i = house_next(a->s->house, i)) {
        if (private_is(a->s, i)) /* what is bet there is not his */
            continue;
        a->tables[i].time_ms = INT64_MAX;
        status = find_time(a, i, &a->tables[i].before);
    }
    int table = find_latest(a, ret_from_ms);
    while (table >= 0 && status == FELT_OK) {
        int complete = 0;
        for (int i = 0; i < a->count; i++)
            complete += a->list[i].time_ms >= *ret_from_ms;
        bool enough = complete >= BETS_MAX || a->seen >= RECORDS_MAX;
        if (enough && *ret_from_ms < a->before_ms) /* so that every answer goes on */
            break;
        status = read_back(a, table);
        table = find_latest(a, ret_from_ms);
    }
    *ret_more = table >= 0;
    return status;
}

/* The latest first. */
static int compare_events(const void *left, const void *right)
{
    const own_event *a = left, *b = right;
    if (a->time_ms != b->time_ms)
        return a->time_ms > b->time_ms ? -1 : 1;
    if (a->table != b->table)
        return a->table < b->table ? -1 : 1;
    return (a->sequence < b->sequence) - (a->sequence > b->sequence);
}

/* Was the result that decided it taken back? Bets of one result stand one after the other: *last has what was found of the one before. */
static felt_status find_voided(const all_bets *a, const own_event *e, const own_event *before, bool *last)
{
    if (before != NULL && before->round != 0 && before->table == e->table && before->record == e->record)
        return FELT_OK;
    return felt_store_voided(a->s->store, house_table_id(a->s->house, e->table), e->record, last, NULL);
}

static felt_status show_all(all_bets *a, int64_t from_ms, bool more, wire *w)
{
    felt_status status = FELT_OK;
    bool voided = false;
    if (a->count > 0)
        qsort(a->list, (size_t)a->count, sizeof *a->list, compare_events);
    if (a->count > BETS_MAX && a->list[BETS_MAX - 1].time_ms > from_ms) { /* whole moments alone */
        from_ms = a->list[BETS_MAX - 1].time_ms;
        more = true;
    }
    wire_key(w, "events");
    wire_open(w, '[');
    for (int i = 0; i < a->count && a->list[i].time_ms >= from_ms && status == FELT_OK; i++) {
        const own_event *e = &a->list[i];
        wire_open(w, '{');
        wire_put_text(w, "table", house_plan(a->s->house, e->table)->short_name);
        if (e->round != 0) {
            status = find_voided(a, e, i > 0 ? e - 1 : NULL, &voided);
            wire_put_number(w, "round", (int64_t)e->round);
            if (voided)
                wire_put_bool(w, "voided", true);
        }
        wire_raw(w, (felt_text){a->text.text + e->at + 1, e->size - 1}); /* after its bracket */
    }
    wire_close(w, ']');
    wire_put_number(w, "before", from_ms == INT64_MIN ? 0 : from_ms);
    wire_put_bool(w, "more", more);
    return status;
}

static void answer_all(call *c)
{
    server *s = c->s;
    int64_t from_ms;
    bool more;
    all_bets a = {.s = s, .player = (uint64_t)c->session.player.player.number};
    if (!http_argument(c, "before", INT64_MAX, &a.before_ms))
        return;
    felt_status status = s->store == NULL ? FELT_EIO : collect(&a, &from_ms, &more);
    wire *w = &s->answer;
    wire_clear(w);
    wire_open(w, '{');
    if (status == FELT_OK)
        status = show_all(&a, from_ms, more, w);
    wire_close(w, '}');
    free(a.list);
    wire_free(&a.text);
    if (status == FELT_OK)
        http_json(s, c->exchange, 200, w, felt_text_from(""));
    else
        unavailable(c);
}

void http_own_bets(call *c)
{
    felt_text name;
    if (!net_request_argument(c->request, "table", &name)) {
        answer_all(c);
        return;
    }
    int table = private_find(c->s, name, c->session.player.player);
    if (table < 0)
        http_error(c->s, c->exchange, 404, "no-table", "the query names no table of this house", "ask GET /api/tables which there are");
    else
        answer_table(c, table);
}
