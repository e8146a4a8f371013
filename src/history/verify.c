/* src/history/verify.c - all of a history again: tables are replayed, which settles every bet, and shoes are dealt from their seeds. */
#include "history.h"

#include <felt/fair.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PLAN_ARENA_MAX = 1 << 30 };

/* What came of a shoe: to be compared when its seed is known. */
typedef struct drawn {
    uint64_t round;
    int way; /* from 0; -1: it is not said */
    int code;
    felt_dealt dealt;
} drawn;

typedef struct replay {
    felt_history_reader *reader;
    felt_history_counts counts;
    felt_history_item item; /* at hand */
    felt_error *error;

    /* The table at hand. */
    char name[FELT_HISTORY_NAME_BYTES_MAX + 1];
    felt_arena *arena; /* of the plan */
    const felt_table_plan *plan;
    felt_table *table;
    felt_fair_shoe shoe;
    uint64_t barred[FELT_FAIR_CLIENTS_MAX]; /* who withheld in the making before */
    int barred_count;
    drawn *drawn; /* from the shoe */
    size_t drawn_count, drawn_capacity;
    bool hand_over; /* with the last of them */
} replay;

static felt_status differs(replay *r, const char *format, ...) __attribute__((format(printf, 2, 3)));

static felt_status differs(replay *r, const char *format, ...)
{
    char message[FELT_ERROR_BYTES];
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    return felt_error_set(r->error, FELT_EDATA, -1, "table %s, record %" PRId64 ": %s", r->name, r->item.sequence, message);
}

/* What another stage has said, with where it was. */
static felt_status passed_on(replay *r, felt_status status, const felt_error *found)
{
    if (status == FELT_OK)
        return FELT_OK;
    return felt_error_set(r->error, status, -1, "table %s, record %" PRId64 ": %s", r->name, r->item.sequence, found->message);
}

/* ---- tables ---- */

static void forget_table(replay *r)
{
    felt_table_free(r->table);
    felt_arena_free(r->arena);
    r->table = NULL;
    r->arena = NULL;
    r->plan = NULL;
}

static felt_status end_table(replay *r)
{
    if (r->table != NULL && felt_table_look(r->table).owed > 0)
        return differs(r, "bets that have come down are not paid");
    if (r->table != NULL)
        r->counts.up += (uint64_t)felt_table_look(r->table).bets;
    if (r->shoe.stage == FELT_FAIR_OPEN || r->shoe.stage == FELT_FAIR_CLOSED || r->shoe.stage == FELT_FAIR_SEALED)
        r->counts.unrevealed++;
    forget_table(r);
    memset(&r->shoe, 0, sizeof r->shoe);
    r->barred_count = 0;
    r->drawn_count = 0;
    return FELT_OK;
}

static felt_status begin_table(replay *r)
{
    felt_status status = end_table(r);
    memset(r->name, 0, sizeof r->name);
    memcpy(r->name, r->item.table.bytes, r->item.table.length);
    r->counts.tables++;
    return status;
}

static felt_status read_setup(replay *r, felt_table_setup *ret)
{
    felt_error found = {.message = ""};
    felt_setup_finder finder = felt_history_reader_documents(r->reader);
    r->arena = felt_arena_new(PLAN_ARENA_MAX);
    felt_status status = r->arena == NULL ? FELT_ENOMEM : felt_setup_read(r->arena, r->item.record, &finder, &r->plan, &found);
    if (status == FELT_OK)
        status = felt_table_plan_setup(r->arena, r->plan, ret);
    return passed_on(r, status, &found);
}

/* A table of another setup goes on with the numbers of the one before. */
static felt_status take_setup(replay *r)
{
    felt_table_view before = {.sequence = 0};
    felt_table_setup setup;
    felt_error found = {.message = ""};
    if (r->table != NULL)
        before = felt_table_look(r->table);
    if (before.bets > 0 || before.owed > 0 || before.shoe != 0)
        return differs(r, "the setup is changed while bets are up or a shoe is in play");
    forget_table(r);
    felt_status status = read_setup(r, &setup);
    if (status != FELT_OK)
        return status;
    if (!felt_text_is(r->plan->short_name, r->name))
        return differs(r, "the setup is of table %.*s", FELT_TEXT_ARGS(r->plan->short_name));
    setup.supplied = true;
    setup.after.sequence = before.sequence;
    setup.after.round = before.round;
    setup.after.hand = before.hand;
    setup.after.bet = before.last_bet;
    setup.after.shoe = before.last_shoe;
    setup.after.time_ms = before.time_ms;
    return passed_on(r, felt_table_new(&setup, &r->table, &found), &found);
}

/* ---- shoes ---- */

static bool same_dealt(const felt_dealt *a, const felt_dealt *b)
{
    for (int f = 0; f < FELT_FIELDS_MAX; f++) {
        if (a->counts[f] != b->counts[f])
            return false;
        for (int i = 0; i < a->counts[f]; i++) {
            if (a->pieces[f][i].rank != b->pieces[f][i].rank || a->pieces[f][i].suit != b->pieces[f][i].suit)
                return false;
        }
    }
    return true;
}

static felt_status compare_drawn(replay *r, felt_fair_source *source)
{
    for (size_t i = 0; i < r->drawn_count; i++) {
        const drawn *d = &r->drawn[i];
        if (!felt_fair_goes_on(source))
            return differs(r, "round %" PRIu64 " was dealt after the end of shoe %" PRIu64, d->round, r->shoe.shoe);
        felt_fair_event event = felt_fair_next(source);
        bool same_way = d->way < 0 || d->way == event.way;
        if (event.code != d->code || !same_way || (source->game->one_event && !same_dealt(&event.dealt, &d->dealt)))
            return differs(r, "round %" PRIu64 " is not what the seed of shoe %" PRIu64 " deals", d->round, r->shoe.shoe);
    }
    return FELT_OK;
}

static felt_status deal_again(replay *r)
{
    const felt_game *game = felt_book_game(r->plan->book);
    felt_error found = {.message = ""};
    felt_fair_bytes seed;
    felt_fair_source source;
    if (felt_table_look(r->table).shoe != 0)
        return differs(r, "the seed of shoe %" PRIu64 " is shown while the shoe is in play", r->shoe.shoe);
    felt_status status = felt_fair_seed(&r->shoe, &r->shoe.seed, &seed, &found);
    if (status == FELT_OK)
        status = felt_fair_begin(&source, game, r->shoe.decks, r->shoe.cut, &seed, r->shoe.shoe, &found);
    if (status != FELT_OK)
        return passed_on(r, status, &found);
    status = compare_drawn(r, &source);
    if (status != FELT_OK)
        return status;
    bool early = game->source == FELT_SOURCE_SHOE ? felt_fair_goes_on(&source) : !r->hand_over;
    r->counts.shoes++;
    r->counts.early += early;
    r->counts.alone += r->shoe.client_count == 0;
    r->counts.covered += r->drawn_count;
    r->drawn_count = 0;
    return FELT_OK;
}

static felt_status check_barred(replay *r)
{
    for (int i = 0; i < r->shoe.client_count; i++) {
        for (int b = 0; b < r->barred_count; b++) {
            if (r->shoe.clients[i].player == r->barred[b])
                return differs(r, "player %" PRIu64 " withheld in the making before, and takes part again", r->barred[b]);
        }
    }
    r->barred_count = 0;
    return FELT_OK;
}

static felt_status follow_shoe(replay *r)
{
    felt_error found = {.message = ""};
    felt_status status = felt_fair_follow(&r->shoe, felt_text_from(r->name), r->item.record, &found);
    if (status != FELT_OK)
        return passed_on(r, status, &found);
    if (r->table == NULL)
        return differs(r, "a shoe is made before the table has a setup");
    switch (r->shoe.stage) {
    case FELT_FAIR_OPEN:
        if (r->shoe.decks != felt_book_decks(r->plan->book) || r->shoe.cut != r->plan->cut)
            return differs(r, "the shoe has %d decks and %d cards behind its cut card, which the setup has not", r->shoe.decks,
                           r->shoe.cut);
        return FELT_OK;
    case FELT_FAIR_CLOSED:
        return check_barred(r);
    case FELT_FAIR_VOID:
        r->barred_count = felt_fair_missing(&r->shoe, r->barred);
        r->counts.voids += r->barred_count > 0;
        r->counts.given_up += r->barred_count == 0;
        return FELT_OK;
    case FELT_FAIR_SPENT:
        return deal_again(r);
    default:
        return FELT_OK;
    }
}

/* ---- events ---- */

static felt_status keep_drawn(replay *r, const felt_event *e)
{
    if (r->shoe.stage != FELT_FAIR_SEALED || felt_table_look(r->table).shoe != r->shoe.shoe)
        return differs(r, "round %" PRIu64 " comes of no shoe whose making is on record", e->round);
    if (r->drawn_count == r->drawn_capacity) {
        size_t capacity = r->drawn_capacity == 0 ? 128 : 2 * r->drawn_capacity;
        drawn *more = realloc(r->drawn, capacity * sizeof *more);
        if (more == NULL)
            return felt_error_set(r->error, FELT_ENOMEM, -1, "out of memory");
        r->drawn = more;
        r->drawn_capacity = capacity;
    }
    felt_book_game(r->plan->book)->phase_after(felt_table_look(r->table).phase, e->code, &r->hand_over);
    r->drawn[r->drawn_count++] = (drawn){.round = e->round, .way = (int)e->way - 1, .code = e->code, .dealt = e->dealt};
    r->counts.rounds++;
    return FELT_OK;
}

static felt_status add_paid(replay *r, const felt_event *e)
{
    felt_money paid = {e->back.minor + e->winnings.minor - e->commission.minor}; /* each is far below 2^62: evolving has compared them */
    r->counts.bets++;
    if (felt_money_add(r->counts.staked, e->amount, &r->counts.staked) != FELT_OK ||
        felt_money_add(r->counts.paid, paid, &r->counts.paid) != FELT_OK)
        return felt_error_set(r->error, FELT_ERANGE, -1, "the sum of all stakes or pays does not fit");
    return FELT_OK;
}

static felt_status take_event(replay *r, const felt_event *e)
{
    felt_error found = {.message = ""};
    bool begins = e->kind == FELT_EVENT_SHOE_BEGUN, deals = e->kind == FELT_EVENT_DEALT;
    if (begins && (r->shoe.stage != FELT_FAIR_SEALED || r->shoe.shoe != e->shoe))
        return differs(r, "shoe %" PRIu64 " begins, but its making is not sealed", e->shoe);
    if (begins)
        r->hand_over = false;
    uint16_t codes = (uint16_t)felt_book_game(r->plan->book)->event_count;
    if (deals && e->code >= codes)
        return differs(r, "round %" PRIu64 " has an event that the game has not", e->round);
    felt_status status = deals ? keep_drawn(r, e) : FELT_OK;
    if (status == FELT_OK)
        status = passed_on(r, felt_table_evolve(r->table, e, &found), &found);
    if (status == FELT_OK && e->kind == FELT_EVENT_PAID)
        status = add_paid(r, e);
    r->counts.voided += e->kind == FELT_EVENT_VOIDED;
    r->counts.events++;
    return status;
}

static felt_status take_events(replay *r)
{
    felt_status status = r->table == NULL ? differs(r, "there are events before the table has a setup") : FELT_OK;
    for (int i = 0; i < r->item.event_count && status == FELT_OK; i++)
        status = take_event(r, &r->item.events[i]);
    return status;
}

/* ---- all ---- */

static felt_status take_json(replay *r)
{
    static const char reversed[] = "{\"felt\":\"void\",";
    if (felt_setup_is(r->item.record))
        return take_setup(r);
    if (felt_fair_record_stage(r->item.record) != FELT_FAIR_NOTHING)
        return follow_shoe(r);
    r->counts.voided += r->item.record.length > sizeof reversed && memcmp(r->item.record.bytes, reversed, sizeof reversed - 1) == 0;
    return FELT_OK;
}

static felt_status take_item(replay *r)
{
    r->counts.records += r->item.kind != FELT_HISTORY_TABLE && r->item.kind != FELT_HISTORY_END;
    switch (r->item.kind) {
    case FELT_HISTORY_TABLE:
        return begin_table(r);
    case FELT_HISTORY_EVENTS:
        return take_events(r);
    case FELT_HISTORY_JSON:
        return take_json(r);
    case FELT_HISTORY_BYTES:
        return differs(r, "the record is neither events nor JSON");
    case FELT_HISTORY_END:
        return end_table(r);
    }
    return FELT_OK;
}

felt_status felt_history_verify(felt_input input, felt_history_counts *ret, felt_error *error)
{
    felt_error found = {.message = ""};
    replay r = {.error = &found};
    felt_status status = felt_history_reader_new(input, &r.reader, &found);
    for (bool more = status == FELT_OK; more; more = status == FELT_OK && r.item.kind != FELT_HISTORY_END) {
        status = felt_history_reader_next(r.reader, &r.item, &found);
        if (status != FELT_OK)
            break;
        status = take_item(&r);
        found.line = r.item.line;
    }
    forget_table(&r);
    free(r.drawn);
    felt_history_reader_free(r.reader);
    if (status == FELT_OK)
        *ret = r.counts;
    else if (error != NULL)
        *error = found;
    return status;
}
