/* src/serve/http_history.c - what has happened at tables: rounds, one round card by card, and the chain for everybody who wants to check
 * it. Every answer is bounded, and says where to go on. */
#include "server.h"

#include <felt/history.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    ROUNDS_MAX = 50,               /* of one answer */
    RECORDS_MAX = 20000,           /* that are looked at for one answer */
    HISTORY_BYTES_MAX = 256 << 10, /* of the records of one page of a chain, but for its last */
    HISTORY_RECORDS_MAX = 5000,
};

static void unavailable(const call *c)
{
    http_error(c->s, c->exchange, 503, "unavailable", "the history cannot be read now", "ask again later");
}

/* ---- rounds ---- */

static bool find_result(felt_text record, felt_event *ret)
{
    if (record.bytes[0] == '{')
        return false;
    while (record.length > 0 && felt_event_next(&record, ret, NULL) == FELT_OK)
        if (ret->kind == FELT_EVENT_DEALT)
            return true;
    return false;
}

typedef struct probe {
    int64_t last; /* to be looked at */
    int64_t record;
    uint64_t round; /* 0: no result was found */
} probe;

static bool see_probe(void *context, const felt_history_record *record)
{
    probe *p = context;
    felt_event e;
    if (record->sequence > p->last)
        return false;
    if (record->kind != FELT_ENTRY_RESULT || !find_result(record->event, &e))
        return true;
    p->record = record->sequence;
    p->round = e.round;
    return false;
}

/* The record of a round: its number grows along the chain. *ret 0: there is none. */
static felt_status find_round(server *s, int table, uint64_t round, int64_t *ret)
{
    int64_t low = 1, high = house_records(s->house, table);
    felt_status status = s->store == NULL ? FELT_EIO : FELT_OK;
    *ret = 0;
    while (low <= high && status == FELT_OK && *ret == 0) {
        probe p = {.last = high};
        int64_t middle = low + (high - low) / 2;
        status = felt_store_read(s->store, house_table_id(s->house, table), middle, see_probe, &p, NULL);
        if (p.round == round)
            *ret = p.record;
        else if (p.round == 0 || p.round > round)
            high = middle - 1;
        else
            low = p.record + 1;
    }
    return status;
}

/* The events of a record that a player, 0: anybody, may see; and what was bet in all. */
static void show_record(server *s, wire *w, const felt_book *book, felt_text left, uint64_t player)
{
    felt_event e;
    int64_t bets = 0, staked = 0, paid = 0;
    wire_key(w, "events");
    wire_open(w, '[');
    while (left.length > 0 && felt_event_next(&left, &e, NULL) == FELT_OK) {
        bool own = show_is_private(e.kind) && e.player == player && player != 0;
        if (own || show_is_public(e.kind))
            show_event(s, w, book, &e);
        if (e.kind != FELT_EVENT_PAID)
            continue;
        bets++;
        staked += e.amount.minor;
        paid += e.back.minor + e.winnings.minor - e.commission.minor;
    }
    wire_close(w, ']');
    wire_key(w, "all");
    wire_open(w, '{');
    wire_put_number(w, "bets", bets);
    wire_put_number(w, "staked", staked);
    wire_put_number(w, "paid", paid);
    wire_close(w, '}');
}

/* A page of rounds: records that hold a result, from a record on. */
typedef struct rounds {
    server *s;
    const felt_book *book;
    int64_t until;
    uint64_t player; /* whose bets are shown */
    wire *w;
    int64_t next;
    int found, seen;
    int64_t records[ROUNDS_MAX];
} rounds;

static bool see_round(void *context, const felt_history_record *record)
{
    rounds *r = context;
    felt_event e;
    if (record->sequence == r->until)
        return false;
    r->next = record->sequence + 1;
    r->seen++;
    if (record->kind == FELT_ENTRY_RESULT && find_result(record->event, &e)) {
        wire_open(r->w, '{');
        wire_put_number(r->w, "round", (int64_t)e.round);
        wire_put_number(r->w, "record", record->sequence);
        wire_put_hex(r->w, "hash", record->hash, FELT_STORE_HASH_BYTES);
        show_record(r->s, r->w, r->book, record->event, r->player);
        wire_close(r->w, '}');
        r->records[r->found++] = record->sequence;
    }
    return r->found < ROUNDS_MAX && r->seen < RECORDS_MAX;
}

/* Which of them were taken back, by their records. */
static felt_status show_voided(const rounds *r, felt_table_id chain)
{
    felt_status status = FELT_OK;
    wire_key(r->w, "voided");
    wire_open(r->w, '[');
    for (int i = 0; i < r->found && status == FELT_OK; i++) {
        bool voided = false;
        status = felt_store_voided(r->s->store, chain, r->records[i], &voided, NULL);
        if (voided)
            wire_number(r->w, r->records[i]);
    }
    wire_close(r->w, ']');
    return status;
}

/* The record with which a page begins: `from`, so many before the end where that is below 1, or where `round` says so that of a round. */
static bool find_first(call *c, int64_t records, int64_t *ret)
{
    int64_t from, round, record;
    const felt_table *t = house_table_at(c->s->house, c->table);
    if (!http_argument(c, "from", 1, &from) || !http_argument(c, "round", 0, &round))
        return false;
    *ret = from > 0 ? from : records + from;
    if (round < 1)
        return true;
    if (find_round(c->s, c->table, (uint64_t)round, &record) != FELT_OK) {
        unavailable(c);
        return false;
    }
    bool to_come = t != NULL && round > (int64_t)felt_table_look(t).round;
    *ret = to_come ? records + 1 : record; /* one that was retired has none: the page begins at the floor */
    return true;
}

void http_rounds(call *c)
{
    server *s = c->s;
    int64_t records = house_records(s->house, c->table);
    people_session session = http_session(s, c->request);
    rounds r = {.s = s, .player = private_actor(s, c->table, (uint64_t)session.player.player.number), .w = &s->answer};
    felt_error error;
    if (!find_first(c, records, &r.next))
        return;
    if (r.next <= retired_floor(s, c->table))
        r.next = retired_floor(s, c->table) + 1;
    r.book = books_at(s, c->table, r.next, &r.until);
    wire_clear(r.w);
    wire_open(r.w, '{');
    wire_put_text(r.w, "table", house_plan(s->house, c->table)->short_name);
    wire_key(r.w, "rounds");
    wire_open(r.w, '[');
    felt_table_id chain = house_table_id(s->house, c->table);
    felt_status status = s->store == NULL ? FELT_EIO : felt_store_read(s->store, chain, r.next, see_round, &r, &error);
    wire_close(r.w, ']');
    if (status == FELT_OK)
        status = show_voided(&r, chain);
    wire_put_number(r.w, "next", r.next);
    wire_put_number(r.w, "records", records);
    wire_close(r.w, '}');
    if (status == FELT_OK)
        http_json(s, c->exchange, 200, r.w, felt_text_from(""));
    else
        unavailable(c);
}

/* ---- one round ---- */

/* The cards in the order in which they came: one for each hand in turn. */
static void show_in_turn(wire *w, const felt_game *game, const felt_dealt *dealt)
{
    wire_key(w, "cards");
    wire_open(w, '[');
    for (int i = 0; i < FELT_FIELD_PIECES_MAX; i++)
        for (int f = 0; f < game->field_count; f++) {
            char card[8];
            if (i >= dealt->counts[f])
                continue;
            felt_card_write(dealt->pieces[f][i], card);
            wire_open(w, '{');
            wire_put_string(w, "to", game->fields[f].name);
            wire_put_string(w, "card", card);
            wire_close(w, '}');
        }
    wire_close(w, ']');
}

typedef struct one_round {
    call *c;
    const felt_book *book;
    uint64_t player;
} one_round;

static bool see_one(void *context, const felt_history_record *record)
{
    one_round *o = context;
    server *s = o->c->s;
    wire *w = &s->answer;
    felt_event e;
    if (!find_result(record->event, &e))
        return false;
    wire_put_number(w, "round", (int64_t)e.round);
    wire_put_number(w, "time", e.time_ms);
    wire_put_number(w, "record", record->sequence);
    wire_put_hex(w, "hash", record->hash, FELT_STORE_HASH_BYTES);
    show_cards(w, o->book, &e);
    if (o->book != NULL && felt_book_game(o->book)->source == FELT_SOURCE_SHOE)
        show_in_turn(w, felt_book_game(o->book), &e.dealt);
    show_record(s, w, o->book, record->event, o->player);
    return false;
}

void http_round(call *c)
{
    server *s = c->s;
    wire *w = &s->answer;
    int64_t record, until;
    people_session session = http_session(s, c->request);
    if (find_round(s, c->table, (uint64_t)c->number, &record) != FELT_OK) {
        unavailable(c);
        return;
    }
    if (record == 0 && retired_round(s, c->table, c->number)) {
        retired_answer(c);
        return;
    }
    if (record == 0) {
        http_error(s, c->exchange, 404, "no-round", "the table has dealt no such round", "ask GET /api/tables/NAME which was the last");
        return;
    }
    bool voided;
    felt_table_id chain = house_table_id(s->house, c->table);
    if (felt_store_voided(s->store, chain, record, &voided, NULL) != FELT_OK) {
        unavailable(c);
        return;
    }
    one_round o = {.c = c,
                   .book = books_at(s, c->table, record, &until),
                   .player = private_actor(s, c->table, (uint64_t)session.player.player.number)};
    wire_clear(w);
    wire_open(w, '{');
    wire_put_text(w, "table", house_plan(s->house, c->table)->short_name);
    wire_put_bool(w, "voided", voided);
    felt_status status = felt_store_read(s->store, chain, record, see_one, &o, NULL);
    wire_close(w, '}');
    if (status == FELT_OK)
        http_json(s, c->exchange, 200, w, felt_text_from(""));
    else
        unavailable(c);
}

/* ---- the chain ---- */

typedef struct kept_record {
    int64_t sequence;
    uint8_t hash[FELT_STORE_HASH_BYTES];
    size_t at, size;
} kept_record;

/* Records of a page, which are written when the store is not read any more: it has to be asked for what they name. */
typedef struct chain_page {
    server *s;
    int64_t to;
    wire bytes;
    kept_record *list;
    int count;
    bool failed;
    wire *out;
    felt_history_writer *writer;
    felt_error error;
    bool skip;     /* the head of the file: a page that is not the first has none */
    int64_t floor; /* where the chain begins */
} chain_page;

static bool see_chain(void *context, const felt_history_record *record)
{
    chain_page *p = context;
    if (record->sequence > p->to)
        return false;
    kept_record *kept = &p->list[p->count++];
    *kept = (kept_record){.sequence = record->sequence, .at = p->bytes.length, .size = record->event.length};
    memcpy(kept->hash, record->hash, sizeof kept->hash);
    p->bytes.comma = false;
    wire_raw(&p->bytes, record->event);
    return !p->bytes.failed && p->bytes.length < HISTORY_BYTES_MAX && p->count < HISTORY_RECORDS_MAX;
}

static bool put_line(void *context, felt_text line)
{
    chain_page *p = context;
    if (!p->skip) {
        p->out->comma = false;
        wire_raw(p->out, line);
    }
    return !p->out->failed;
}

static bool see_named(void *context, const uint8_t hash[FELT_HISTORY_HASH_BYTES])
{
    chain_page *p = context;
    felt_arena *arena = felt_arena_new((size_t)2 * FELT_STORE_DOCUMENT_BYTES_MAX);
    felt_text document;
    p->failed = arena == NULL || felt_store_document_find(p->s->store, arena, hash, &document, &p->error) != FELT_OK ||
                felt_history_writer_document(p->writer, document, &p->error) != FELT_OK;
    felt_arena_free(arena);
    return !p->failed;
}

static felt_status write_chain(chain_page *p)
{
    felt_status status = p->bytes.failed ? FELT_ENOMEM : FELT_OK;
    for (int i = 0; i < p->count && status == FELT_OK; i++) {
        const kept_record *kept = &p->list[i];
        felt_text record = {p->bytes.text + kept->at, kept->size};
        if (felt_setup_is(record))
            status = felt_history_named(record, see_named, p, &p->error);
        if (p->failed)
            status = FELT_EIO;
        if (status == FELT_OK)
            status = felt_history_writer_record(p->writer, kept->sequence, kept->hash, record, &p->error);
    }
    return status;
}

/* The hash of the last record that the file will have. */
static bool see_head(void *context, const felt_history_record *record)
{
    memcpy(context, record->hash, FELT_HISTORY_HASH_BYTES);
    return false;
}

/* The table's line, with what its opening names where it begins at a floor. */
static felt_status write_table(chain_page *p, int table, const uint8_t head[FELT_HISTORY_HASH_BYTES])
{
    felt_table_id id = house_table_id(p->s->house, table);
    felt_history_floor begins = {.sequence = p->floor};
    felt_floor floor = {.sequence = 0};
    felt_status status = FELT_OK;
    felt_arena *arena = felt_arena_new((size_t)4 * FELT_STORE_OPENING_BYTES_MAX);
    if (p->floor > 0)
        status = arena == NULL ? FELT_ENOMEM : felt_store_floor(p->s->store, arena, id, &floor, &p->error);
    if (status == FELT_OK && p->floor > 0 && !p->skip)
        status = felt_history_named(floor.kept_record, see_named, p, &p->error);
    if (status == FELT_OK && (p->failed || floor.sequence != p->floor))
        status = FELT_EIO;
    begins.opening = floor.opening;
    memcpy(begins.hash, floor.hash, sizeof begins.hash);
    if (status == FELT_OK)
        status = felt_history_writer_table(p->writer, house_plan(p->s->house, table)->short_name, id.number, &begins, p->to - p->floor,
                                           head, &p->error);
    felt_arena_free(arena);
    return status;
}

static felt_status write_page(chain_page *p, int table, int64_t from)
{
    uint8_t head[FELT_HISTORY_HASH_BYTES] = {0};
    felt_table_id id = house_table_id(p->s->house, table);
    felt_status status = felt_store_read(p->s->store, id, from, see_chain, p, &p->error);
    if (status == FELT_OK && p->to > p->floor)
        status = felt_store_read(p->s->store, id, p->to, see_head, head, &p->error);
    p->skip = from > p->floor + 1;
    if (status == FELT_OK)
        status = felt_history_writer_new(put_line, p, &p->writer, &p->error);
    if (status == FELT_OK)
        status = write_table(p, table, head);
    p->skip = false;
    if (status == FELT_OK)
        status = write_chain(p);
    felt_history_writer_free(p->writer);
    return status;
}

static void answer_chain(call *c, chain_page *p, int64_t next)
{
    char line[128], header[512] = "";
    int length = 0;
    felt_text name = house_plan(c->s->house, c->table)->short_name;
    if (next > p->to) {
        snprintf(line, sizeof line, "{\"felt\":\"end\",\"tables\":1,\"records\":%lld}\n", (long long)(p->to - p->floor));
        put_line(p, felt_text_from(line));
    } else
        length = snprintf(header, sizeof header, "Link: </api/tables/%.*s/history?from=%lld&to=%lld>; rel=\"next\"\r\n",
                          FELT_TEXT_ARGS(name), (long long)next, (long long)p->to);
    if (p->out->failed)
        http_error(c->s, c->exchange, 503, "no-memory", "the server has no memory for the answer", "ask again later");
    else
        net_respond(c->s->net, c->exchange,
                    &(net_reply){.status = 200,
                                 .type = "application/jsonl; charset=utf-8",
                                 .headers = {header, (size_t)length},
                                 .body = wire_written(p->out)});
}

void http_history(call *c)
{
    server *s = c->s;
    int64_t from, records = house_records(s->house, c->table);
    chain_page page = {.s = s, .out = &s->answer};
    page.floor = retired_floor(s, c->table);
    if (!http_argument(c, "from", page.floor + 1, &from) || !http_argument(c, "to", records, &page.to))
        return;
    if (from >= 1 && from <= page.floor) {
        retired_answer(c);
        return;
    }
    if (from < 1 || page.to < page.floor || page.to > records) {
        http_error(s, c->exchange, 400, "malformed", "`from` and `to` are not numbers of the table's records",
                   "begin without them, and follow the Link of each answer");
        return;
    }
    wire_clear(page.out);
    page.list = malloc(HISTORY_RECORDS_MAX * sizeof *page.list);
    felt_status status = page.list == NULL || s->store == NULL ? FELT_EIO : write_page(&page, c->table, from);
    if (status == FELT_OK)
        answer_chain(c, &page, page.count == 0 ? page.to + 1 : page.list[page.count - 1].sequence + 1);
    else
        unavailable(c);
    wire_free(&page.bytes);
    free(page.list);
}
