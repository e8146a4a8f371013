/* src/serve/resume.c - what has happened at a table since somebody was there last, from its chain: no event lost, none twice. */
#include "server.h"

typedef struct resuming {
    server *s;
    peer *p;
    int table;
    const felt_book *book;
    int64_t until; /* the first record of another book */
    int64_t seen, last;
    bool full;
    wire text;
} resuming;

/* The events of a record that he may see; false: there are none. */
static bool put_events(resuming *r, const felt_history_record *record)
{
    felt_text left = record->event;
    bool any = false;
    felt_event e;
    wire_key(&r->text, "events");
    wire_open(&r->text, '[');
    while (left.length > 0 && felt_event_next(&left, &e, NULL) == FELT_OK) {
        bool own = show_is_private(e.kind) && e.player == private_actor(r->s, r->table, (uint64_t)r->p->player.number);
        if (!own && !show_is_public(e.kind))
            continue;
        show_event(r->s, &r->text, r->book, &e);
        any = true;
    }
    wire_close(&r->text, ']');
    return any;
}

static bool see_record(void *context, const felt_history_record *record)
{
    resuming *r = context;
    bool any;
    if (record->sequence == r->until)
        return false;
    if (r->seen == SERVER_RESUME_MAX || r->p->out.length >= r->s->resume_bytes_max) {
        r->full = true;
        return false;
    }
    r->seen++;
    r->last = record->sequence;
    wire_clear(&r->text);
    wire_open(&r->text, '{');
    wire_put_text(&r->text, "table", house_plan(r->s->house, r->table)->short_name);
    wire_put_number(&r->text, "at", record->sequence);
    if (record->event.bytes[0] == '{') {
        any = show_is_told(record->event);
        wire_key(&r->text, "record");
        wire_raw(&r->text, record->event);
    } else
        any = put_events(r, record);
    wire_close(&r->text, '}');
    if (any)
        peers_send(r->s, r->p, wire_written(&r->text));
    return true;
}

felt_status resume_from(server *s, peer *p, int table, int64_t from, int64_t *ret_last, bool *ret_all)
{
    resuming state = {.s = s, .p = p, .table = table, .last = from};
    if (s->store == NULL)
        return FELT_EIO;
    felt_status status = FELT_OK;
    do {
        int64_t next = state.last + 1;
        state.book = books_at(s, table, next, &state.until);
        status = felt_store_read(s->store, house_table_id(s->house, table), next, see_record, &state, NULL);
    } while (status == FELT_OK && !state.full && state.last + 1 == state.until);
    *ret_last = state.last;
    *ret_all = !state.full;
    wire_free(&state.text);
    return status;
}
