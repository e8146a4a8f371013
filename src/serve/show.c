/* src/serve/show.c - tables and events as JSON: docs/api.md has every field. */
#include "server.h"

#include <stdlib.h>
#include <string.h>

/* ---- events ---- */

bool show_is_private(felt_event_kind kind)
{
    return kind == FELT_EVENT_PLACED || kind == FELT_EVENT_CHANGED || kind == FELT_EVENT_PAID;
}

bool show_is_public(felt_event_kind kind)
{
    return kind != FELT_EVENT_ANSWERED && !show_is_private(kind);
}

bool show_is_told(felt_text record)
{
    static const char void_record[] = "{\"felt\":\"void\"";
    bool voids = record.length >= sizeof void_record - 1 && memcmp(record.bytes, void_record, sizeof void_record - 1) == 0;
    return voids || felt_fair_record_stage(record) != FELT_FAIR_NOTHING;
}

/* What was dealt: the cards of each field, or the faces of the dice. */
void show_cards(wire *w, const felt_book *book, const felt_event *e)
{
    if (book == NULL) {
        wire_put_number(w, "code", e->code);
        return;
    }
    const felt_game *game = felt_book_game(book);
    char text[FELT_EVENT_TEXT_BYTES];
    game->event_write(e->code, text, sizeof text);
    wire_put_string(w, "result", text);
    if (!game->one_event && e->way > 0) {
        uint8_t faces[FELT_FIELD_PIECES_MAX];
        int count = game->faces(e->way - 1, faces);
        wire_key(w, "dice");
        wire_open(w, '[');
        for (int i = 0; i < count; i++)
            wire_number(w, faces[i]);
        wire_close(w, ']');
    }
    if (!game->one_event)
        return;
    wire_key(w, "dealt");
    wire_open(w, '{');
    for (int f = 0; f < game->field_count; f++) {
        wire_key(w, game->fields[f].name);
        wire_open(w, '[');
        for (int i = 0; i < e->dealt.counts[f]; i++) {
            char card[8];
            felt_card piece = e->dealt.pieces[f][i];
            if (game->source == FELT_SOURCE_SHOE) {
                felt_card_write(piece, card);
                wire_text(w, felt_text_from(card));
            } else
                wire_number(w, piece.rank);
        }
        wire_close(w, ']');
    }
    wire_close(w, '}');
}

void show_wager(wire *w, const felt_book *book, int wager)
{
    char name[FELT_BOOK_NAME_BYTES];
    if (book == NULL) {
        wire_put_number(w, "number", wager);
        return;
    }
    felt_book_name(book, wager, name);
    wire_put_string(w, "wager", name);
}

felt_text show_row_words(const felt_row *row)
{
    return row->words.length > 0 ? row->words : felt_text_from("otherwise");
}

static void show_paid(wire *w, const felt_book *book, const felt_event *e)
{
    wire_put_money(w, "stake", e->amount);
    wire_put_money(w, "back", e->back);
    wire_put_money(w, "lost", e->lost);
    wire_put_money(w, "winnings", e->winnings);
    wire_put_money(w, "commission", e->commission);
    wire_put_money(w, "paid", (felt_money){e->back.minor + e->winnings.minor - e->commission.minor});
    if (e->dealer.minor != 0)
        wire_put_money(w, "dealer", e->dealer);
    if (e->taken_down)
        wire_put_bool(w, "returned", true);
    if (e->row == FELT_ROW_NONE)
        return;
    wire_put_number(w, "row", e->row);
    const felt_wager *wager = book == NULL ? NULL : felt_book_wager(book, e->wager);
    if (wager != NULL && e->row < wager->row_count) {
        char pay[128];
        const felt_variant *variant = felt_book_variant(book, e->wager);
        wire_put_text(w, "when", show_row_words(&wager->rows[e->row]));
        felt_pay_write(&variant->pays[e->row].pay, pay, sizeof pay);
        wire_put_string(w, "pays", pay);
        if (wager->rows[e->row].cites.length > 0)
            wire_put_text(w, "cites", wager->rows[e->row].cites);
    }
}

static void show_bet(wire *w, const felt_book *book, const felt_event *e)
{
    wire_put_number(w, "bet", (int64_t)e->bet);
    show_wager(w, book, e->wager);
    if (e->kind == FELT_EVENT_PAID) {
        show_paid(w, book, e);
        return;
    }
    wire_put_money(w, e->kind == FELT_EVENT_CHANGED ? "amount" : "stake", e->amount);
    wire_put_money(w, "held", e->held);
    if (e->kind == FELT_EVENT_CHANGED) {
        wire_put_string(w, "action", felt_action_text(e->action));
        wire_put_money(w, "back", e->back);
        return;
    }
    if (e->stays)
        wire_put_bool(w, "stays", true);
    if (e->again != 0)
        wire_put_number(w, "again", (int64_t)e->again);
}

static void put_name(server *s, wire *w, uint64_t player)
{
    people_player who;
    if (people_find(s->people, (felt_player_id){(int64_t)player}, s->now, &who, NULL) == FELT_OK)
        wire_put_string(w, "name", who.name);
}

static const char *status_text(int status)
{
    static const char *const names[FELT_TABLE_STATUS_COUNT] = {"open", "paused", "shut"};
    return names[status];
}

static void show_limits(wire *w, const felt_table_limits *limits)
{
    wire_put_money(w, "seat_max", limits->seat_max);
    wire_put_money(w, "round_max", limits->round_max);
    wire_put_money(w, "event_max", limits->cost_max);
}

void show_event(server *s, wire *w, const felt_book *book, const felt_event *e)
{
    wire_open(w, '{');
    wire_put_number(w, "seq", (int64_t)e->sequence);
    wire_put_number(w, "time", e->time_ms);
    wire_put_string(w, "event", felt_event_kind_text(e->kind));
    if (e->player != 0 && !show_is_private(e->kind))
        wire_put_number(w, "player", (int64_t)private_shown(s, e->player));
    if (e->kind == FELT_EVENT_SEATED)
        put_name(s, w, private_shown(s, e->player));
    if (e->kind == FELT_EVENT_SEATED || e->kind == FELT_EVENT_LEFT || e->kind == FELT_EVENT_FREED || e->kind == FELT_EVENT_SHOOTER ||
        show_is_private(e->kind))
        wire_put_number(w, "seat", e->seat);
    if (show_is_private(e->kind))
        show_bet(w, book, e);
    if (e->kind == FELT_EVENT_CLOSED || e->kind == FELT_EVENT_DEALT || e->kind == FELT_EVENT_VOIDED)
        wire_put_number(w, "round", (int64_t)e->round);
    if (e->kind == FELT_EVENT_DEALT)
        show_cards(w, book, e);
    if (e->kind == FELT_EVENT_STATUS)
        wire_put_string(w, "status", status_text(e->status));
    if (e->kind == FELT_EVENT_WAGER_OPENED || e->kind == FELT_EVENT_WAGER_CLOSED || e->kind == FELT_EVENT_WAGER_LIMITED)
        show_wager(w, book, e->wager);
    if (e->kind == FELT_EVENT_WAGER_LIMITED) {
        wire_put_money(w, "min", e->min);
        wire_put_money(w, "max", e->max);
    }
    if (e->kind == FELT_EVENT_LIMITED)
        show_limits(w, &e->limits);
    if (e->kind == FELT_EVENT_SHOE_BEGUN || e->kind == FELT_EVENT_SHOE_ENDED)
        wire_put_number(w, "shoe", (int64_t)e->shoe);
    if (e->text[0] != '\0')
        wire_put_string(w, "reason", e->text);
    wire_close(w, '}');
}

void show_balance(wire *w, felt_balance balance)
{
    wire_key(w, "balance");
    wire_open(w, '{');
    wire_put_money(w, "available", balance.available);
    wire_put_money(w, "held", balance.held);
    wire_close(w, '}');
}

/* ---- tables ---- */

static void show_head(server *s, wire *w, int table)
{
    const felt_table_plan *plan = house_plan(s->house, table);
    const felt_game *game = felt_book_game(plan->book);
    wire_put_text(w, "table", plan->short_name);
    wire_put_text(w, "name", plan->name);
    wire_put_string(w, "game", game->name);
    wire_key(w, "sheets");
    wire_open(w, '[');
    for (int i = 0; i < felt_book_sheet_count(plan->book); i++)
        wire_text(w, felt_book_sheet_at(plan->book, i)->short_name);
    wire_close(w, ']');
    wire_put_number(w, "seats", plan->seats);
    wire_put_string(w, "pace", plan->betting_s == 0 ? "on-demand" : "timed");
    wire_put_number(w, "betting_s", plan->betting_s);
    wire_put_number(w, "rest_s", plan->rest_s);
    wire_put_money(w, "min", plan->stakes_min);
    wire_put_money(w, "max", plan->stakes_max);
    wire_put_number(w, "offered", plan->offered);
    wire_put_number(w, "not_offered", plan->closed);
    if (private_is(s, table))
        wire_put_bool(w, "private", true);
    else if (house_is_opened(s->house, table))
        wire_put_bool(w, "opened", true);
}

/* When betting closes, where the clock says it and it is running. */
static void put_closes(server *s, wire *w, const felt_table_plan *plan, const felt_table *t)
{
    felt_table_view view = felt_table_look(t);
    int64_t closes = felt_table_wakes(t);
    wire_put_number(w, "time", s->now);
    if (plan->betting_s > 0 && view.bets > 0 && view.stage == FELT_STAGE_BETTING && closes != INT64_MAX)
        wire_put_number(w, "closes", closes);
}

static void show_stand(server *s, wire *w, int table)
{
    const felt_table *t = house_table_at(s->house, table);
    const felt_table_plan *plan = house_plan(s->house, table);
    wire_put_bool(w, "here", t != NULL);
    if (t == NULL) {
        wire_put_string(w, "elsewhere", house_owner(s->house, table));
        return;
    }
    const felt_game *game = felt_book_game(plan->book);
    felt_table_view view = felt_table_look(t);
    char phase[FELT_EVENT_TEXT_BYTES] = "";
    if (game->phase_count > 1)
        game->phase_write(view.phase, phase, sizeof phase);
    wire_put_string(w, "status", status_text((int)view.status));
    wire_put_string(w, "stage", view.stage == FELT_STAGE_BETTING ? "betting" : "dealing");
    wire_put_number(w, "seated", view.seated);
    wire_put_number(w, "round", (int64_t)view.round);
    wire_put_number(w, "hand", (int64_t)view.hand);
    wire_put_number(w, "hand_events", view.events);
    wire_put_number(w, "shoe", (int64_t)view.shoe);
    if (phase[0] != '\0') {
        wire_put_string(w, "phase", phase);
        wire_put_number(w, "point", game->phase_number == NULL ? 0 : game->phase_number(view.phase));
        wire_put_number(w, "shooter", view.shooter);
    }
    wire_put_money(w, "up", view.up);
    put_closes(s, w, plan, t);
}

static void show_cards_left(server *s, wire *w, int table);

void show_now(server *s, wire *w, int table)
{
    wire_open(w, '{');
    show_stand(s, w, table);
    show_cards_left(s, w, table);
    wire_close(w, '}');
}

static void show_recent(server *s, wire *w, int table)
{
    wire_key(w, "recent");
    wire_open(w, '[');
    if (s->tables[table].recent_count > 0)
        wire_raw(w, wire_written(&s->tables[table].recent));
    wire_close(w, ']');
}

void show_table_short(server *s, wire *w, int table)
{
    wire_open(w, '{');
    show_head(s, w, table);
    show_stand(s, w, table);
    show_recent(s, w, table);
    wire_close(w, '}');
}

static void show_seats(server *s, wire *w, const felt_table *t, int seats)
{
    wire_key(w, "players");
    wire_open(w, '[');
    for (int i = 0; i < seats; i++) {
        uint64_t player;
        bool leaving;
        if (!felt_table_seat(t, i, &player, &leaving))
            continue;
        wire_open(w, '{');
        wire_put_number(w, "seat", i);
        wire_put_number(w, "player", (int64_t)private_shown(s, player));
        put_name(s, w, private_shown(s, player));
        if (leaving)
            wire_put_bool(w, "leaving", true);
        wire_close(w, '}');
    }
    wire_close(w, ']');
}

/* What a bet has and what it can still get, number by number. */
static void show_memory(wire *w, const felt_machine *machine, uint32_t state)
{
    wire_key(w, "has");
    wire_open(w, '[');
    for (uint32_t i = 0; i < machine->memory_count; i++) {
        const felt_memory *memory = &machine->memories[i];
        int value = machine->memory[state * machine->memory_count + i];
        wire_open(w, '{');
        show_memory_of(w, memory);
        wire_key(w, "value");
        if (value == FELT_MEMORY_UNKNOWN)
            wire_null(w);
        else if (memory->kind == FELT_MEMORY_PHASE)
            wire_number(w, felt_machine_number(machine, state));
        else
            wire_number(w, value);
        wire_close(w, '}');
    }
    wire_close(w, ']');
}

/* The rows by which the next event may decide a bet, each once: what it would pay now. */
static void show_next(wire *w, const felt_machine *machine, uint32_t state)
{
    const uint16_t *next = &machine->next[state * machine->class_count];
    wire_key(w, "next");
    wire_open(w, '[');
    for (uint32_t i = 0; i < machine->class_count; i++) {
        uint32_t same = 0;
        while (next[same] != next[i])
            same++;
        if (same == i && next[i] >= machine->state_count && next[i] != FELT_STATE_NONE)
            wire_number(w, (int64_t)next[i] - machine->state_count);
    }
    wire_close(w, ']');
}

void show_own(wire *w, const felt_table *t, const felt_book *book, uint64_t player)
{
    char progress[FELT_MEMORY_TEXT_BYTES];
    wire_key(w, "bets");
    wire_open(w, '[');
    for (int i = 0; i < felt_table_look(t).bets; i++) {
        felt_table_bet bet = felt_table_bet_at(t, i);
        if (bet.player != player)
            continue;
        wire_open(w, '{');
        wire_put_number(w, "bet", (int64_t)bet.bet);
        show_wager(w, book, bet.position.wager);
        wire_put_money(w, "stake", bet.position.stake);
        wire_put_money(w, "held", bet.held);
        wire_put_bool(w, "stays", bet.stays);
        wire_put_bool(w, "off", bet.position.off);
        wire_put_bool(w, "moved", bet.position.moved);
        felt_table_progress(t, i, progress, sizeof progress);
        const felt_machine *machine = felt_book_variant(book, bet.position.wager)->machine;
        if (progress[0] != '\0')
            wire_put_string(w, "progress", progress);
        if (machine->memory_count > 0) {
            show_memory(w, machine, bet.position.state);
            show_next(w, machine, bet.position.state);
        }
        wire_close(w, '}');
    }
    wire_close(w, ']');
}

static void show_shoe(server *s, wire *w, int table)
{
    const felt_fair_shoe *shoe = house_shoe(s->house, table);
    if (shoe->stage == FELT_FAIR_NOTHING)
        return;
    wire_key(w, "fair");
    wire_open(w, '{');
    wire_put_number(w, "shoe", (int64_t)shoe->shoe);
    wire_put_string(w, "stage", felt_fair_stage_text(shoe->stage));
    wire_put_hex(w, "commitment", shoe->commitment.bytes, FELT_FAIR_BYTES);
    wire_put_number(w, "clients", shoe->client_count);
    wire_close(w, '}');
}

/* How far the shoe is, and where its cut card: what everybody at the table sees of it. */
static void show_cards_left(server *s, wire *w, int table)
{
    const felt_fair_source *source = house_source(s->house, table);
    char card[8];
    if (source == NULL || source->game->source != FELT_SOURCE_SHOE)
        return;
    wire_key(w, "cards");
    wire_open(w, '{');
    wire_put_number(w, "first_round", (int64_t)(felt_table_look(house_table_at(s->house, table)).round - source->events + 1));
    wire_put_number(w, "all", source->shoe.count);
    wire_put_number(w, "left", source->shoe.count - source->shoe.next);
    wire_put_number(w, "behind_cut", source->shoe.count - source->shoe.cut);
    wire_put_bool(w, "cut_out", source->shoe.rounds_left >= 0);
    if (source->shoe.rounds_left >= 0)
        wire_put_number(w, "rounds_left", source->shoe.rounds_left);
    wire_put_string(w, "cut_rule", felt_cut_rule_text(source->shoe.rules.cut));
    wire_put_string(w, "cut_words", felt_cut_rule_words(source->shoe.rules.cut));
    wire_put_string(w, "burn", felt_burn_rule_text(source->shoe.rules.burn));
    wire_put_number(w, "burned", source->shoe.burned);
    if (source->shoe.shown > 0) {
        felt_card_write(source->shown, card);
        wire_put_string(w, "shown", card);
    }
    wire_close(w, '}');
}

void show_table(server *s, wire *w, int table, uint64_t player)
{
    const felt_table *t = house_table_at(s->house, table);
    const felt_table_plan *plan = house_plan(s->house, table);
    felt_balance balance;
    player = private_actor(s, table, player);
    wire_open(w, '{');
    show_head(s, w, table);
    show_stand(s, w, table);
    show_recent(s, w, table);
    if (private_is(s, table) && house_balance(s->house, player, &balance, NULL) == FELT_OK)
        show_balance(w, balance);
    if (t != NULL) {
        felt_table_view view = felt_table_look(t);
        wire_put_number(w, "seq", (int64_t)view.sequence);
        show_limits(w, &view.limits);
        show_seats(s, w, t, plan->seats);
        if (player != 0)
            show_own(w, t, plan->book, player);
        show_felt(s, w, table);
        show_shoe(s, w, table);
        show_cards_left(s, w, table);
    }
    wire_close(w, '}');
}

/* Stakes by seats and wagers; where many sit, by wagers alone. */
void show_felt(server *s, wire *w, int table)
{
    enum { SEATS_SHOWN = 24, BETS_SHOWN = 512 };
    const felt_table *t = house_table_at(s->house, table);
    const felt_book *book = house_plan(s->house, table)->book;
    felt_table_view view = felt_table_look(t);
    if (view.seated <= SEATS_SHOWN && view.bets <= BETS_SHOWN) {
        wire_key(w, "felt");
        wire_open(w, '[');
        for (int i = 0; i < view.bets; i++) {
            felt_table_bet bet = felt_table_bet_at(t, i);
            wire_open(w, '{');
            wire_put_number(w, "seat", (int64_t)bet.position.seat);
            wire_put_number(w, "bet", (int64_t)bet.bet);
            show_wager(w, book, bet.position.wager);
            wire_put_money(w, "stake", bet.position.stake);
            wire_close(w, '}');
        }
        wire_close(w, ']');
        return;
    }
    int count = felt_book_wager_count(book);
    int64_t *stakes = calloc((size_t)count, sizeof *stakes);
    if (stakes == NULL)
        return;
    for (int i = 0; i < view.bets; i++) {
        felt_table_bet bet = felt_table_bet_at(t, i);
        stakes[bet.position.wager] += bet.position.stake.minor;
    }
    wire_key(w, "stakes");
    wire_open(w, '[');
    for (int i = 0; i < count; i++) {
        if (stakes[i] == 0)
            continue;
        wire_open(w, '{');
        show_wager(w, book, i);
        wire_put_number(w, "stake", stakes[i]);
        wire_close(w, '}');
    }
    wire_close(w, ']');
    free(stakes);
}
