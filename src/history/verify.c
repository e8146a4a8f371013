/* src/history/verify.c - all of a history again: tables are replayed, which settles every bet, and shoes are dealt from their seeds. */
#include "replay.h"

#include <felt/fair.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* What came of a shoe: to be compared when its seed is known. */
typedef struct drawn {
    uint64_t round;
    int way; /* from 0; -1: it is not said */
    int code;
    felt_dealt dealt;
} drawn;

typedef struct verifying {
    replay *r;
    felt_history_ends *ends; /* NULL: nobody asks */
    felt_history_counts counts;

    /* Of the table at hand. */
    felt_fair_shoe shoe;
    uint64_t barred[FELT_FAIR_CLIENTS_MAX]; /* who withheld in the making before */
    int barred_count;
    drawn *drawn; /* from the shoe */
    size_t drawn_count, drawn_capacity;
    bool hand_over; /* with the last of them */
} verifying;

/* ---- tables ---- */

/* The opening of what would go on here. Requires that no shoe is made or in play, that nobody who withheld is left out, and no bet up. */
static felt_status say_end(verifying *v)
{
    replay *r = v->r;
    felt_error found = {.message = ""};
    felt_text opening;
    felt_arena *arena = felt_arena_new((size_t)2 * FELT_OPENING_BYTES_MAX);
    felt_status status = arena == NULL
                             ? FELT_ENOMEM
                             : felt_opening_write(arena, r->table, r->setup_record, (felt_text){r->setup, r->setup_size}, &opening, &found);
    if (status == FELT_OK)
        status = history_ends_opening(v->ends, opening, &found);
    felt_arena_free(arena);
    return replay_passed_on(r, status, &found);
}

static felt_status end_table(verifying *v)
{
    felt_table *table = v->r->table;
    felt_table_view view = {.bets = 0};
    felt_status status = FELT_OK;
    if (table != NULL)
        view = felt_table_look(table);
    if (view.owed > 0)
        return replay_differs(v->r, "bets that have come down are not paid");
    v->counts.up += (uint64_t)view.bets;
    bool makes = v->shoe.stage == FELT_FAIR_OPEN || v->shoe.stage == FELT_FAIR_CLOSED || v->shoe.stage == FELT_FAIR_SEALED;
    v->counts.unrevealed += makes;
    if (v->ends != NULL && table != NULL && view.bets == 0 && view.shoe == 0 && !makes && v->barred_count == 0)
        status = say_end(v);
    memset(&v->shoe, 0, sizeof v->shoe);
    v->barred_count = 0;
    v->drawn_count = 0;
    return status;
}

static felt_status begin_table(verifying *v)
{
    felt_error found = {.message = ""};
    bool known = false;
    felt_status status = end_table(v);
    if (status == FELT_OK && v->ends != NULL)
        status = felt_history_ends_table(v->ends, &v->r->item, &known, &found);
    if (found.message[0] != '\0')
        v->r->error = found;
    if (status == FELT_OK)
        status = replay_begin(v->r);
    v->counts.tables += !known;
    if (status == FELT_OK && v->r->table != NULL) { /* the last shoe before the floor is spent */
        v->shoe.shoe = felt_table_look(v->r->table).last_shoe;
        v->shoe.stage = FELT_FAIR_SPENT;
    }
    return status;
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

static felt_status compare_drawn(verifying *v, felt_fair_source *source)
{
    for (size_t i = 0; i < v->drawn_count; i++) {
        const drawn *d = &v->drawn[i];
        if (!felt_fair_goes_on(source))
            return replay_differs(v->r, "round %" PRIu64 " was dealt after the end of shoe %" PRIu64, d->round, v->shoe.shoe);
        felt_fair_event event = felt_fair_next(source);
        bool same_way = d->way < 0 || d->way == event.way;
        if (event.code != d->code || !same_way || (source->game->one_event && !same_dealt(&event.dealt, &d->dealt)))
            return replay_differs(v->r, "round %" PRIu64 " is not what the seed of shoe %" PRIu64 " deals", d->round, v->shoe.shoe);
    }
    return FELT_OK;
}

static felt_status deal_again(verifying *v)
{
    const felt_game *game = felt_book_game(v->r->plan->book);
    felt_error found = {.message = ""};
    felt_fair_bytes seed;
    felt_fair_source source;
    if (felt_table_look(v->r->table).shoe != 0)
        return replay_differs(v->r, "the seed of shoe %" PRIu64 " is shown while the shoe is in play", v->shoe.shoe);
    felt_status status = felt_fair_seed(&v->shoe, &v->shoe.seed, &seed, &found);
    if (status == FELT_OK)
        status = felt_fair_begin(&source, game, &v->shoe, &seed, &found);
    if (status != FELT_OK)
        return replay_passed_on(v->r, status, &found);
    status = compare_drawn(v, &source);
    if (status != FELT_OK)
        return status;
    bool early = game->source == FELT_SOURCE_SHOE ? felt_fair_goes_on(&source) : !v->hand_over;
    v->counts.shoes++;
    v->counts.early += early;
    v->counts.alone += v->shoe.client_count == 0;
    v->counts.covered += v->drawn_count;
    v->drawn_count = 0;
    return FELT_OK;
}

static felt_status check_opened(verifying *v)
{
    const felt_table_plan *plan = v->r->plan;
    if (v->shoe.decks != felt_book_decks(plan->book) || v->shoe.cut != plan->cut)
        return replay_differs(v->r, "the shoe has %d decks and %d cards behind its cut card, which the setup has not", v->shoe.decks,
                              v->shoe.cut);
    if (v->shoe.decks > 0 && !felt_dealing_rules_equal(v->shoe.rules, plan->rules))
        return replay_differs(v->r, "the shoe has the cut rule %s and the burn %s, the setup %s and %s",
                              felt_cut_rule_text(v->shoe.rules.cut), felt_burn_rule_text(v->shoe.rules.burn),
                              felt_cut_rule_text(plan->rules.cut), felt_burn_rule_text(plan->rules.burn));
    return FELT_OK;
}

static felt_status check_barred(verifying *v)
{
    for (int i = 0; i < v->shoe.client_count; i++) {
        for (int b = 0; b < v->barred_count; b++) {
            if (v->shoe.clients[i].player == v->barred[b])
                return replay_differs(v->r, "player %" PRIu64 " withheld in the making before, and takes part again", v->barred[b]);
        }
    }
    v->barred_count = 0;
    return FELT_OK;
}

static felt_status follow_shoe(verifying *v)
{
    felt_error found = {.message = ""};
    felt_status status = felt_fair_follow(&v->shoe, felt_text_from(v->r->name), v->r->item.record, &found);
    if (status != FELT_OK)
        return replay_passed_on(v->r, status, &found);
    if (v->r->table == NULL)
        return replay_differs(v->r, "a shoe is made before the table has a setup");
    switch (v->shoe.stage) {
    case FELT_FAIR_OPEN:
        return check_opened(v);
    case FELT_FAIR_CLOSED:
        return check_barred(v);
    case FELT_FAIR_VOID:
        v->barred_count = felt_fair_missing(&v->shoe, v->barred);
        v->counts.voids += v->barred_count > 0;
        v->counts.given_up += v->barred_count == 0;
        return FELT_OK;
    case FELT_FAIR_SPENT:
        return deal_again(v);
    default:
        return FELT_OK;
    }
}

/* ---- events ---- */

static felt_status keep_drawn(verifying *v, const felt_event *e)
{
    if (v->shoe.stage != FELT_FAIR_SEALED || felt_table_look(v->r->table).shoe != v->shoe.shoe)
        return replay_differs(v->r, "round %" PRIu64 " comes of no shoe whose making is on record", e->round);
    if (v->drawn_count == v->drawn_capacity) {
        size_t capacity = v->drawn_capacity == 0 ? 128 : 2 * v->drawn_capacity;
        drawn *more = realloc(v->drawn, capacity * sizeof *more);
        if (more == NULL)
            return felt_error_set(&v->r->error, FELT_ENOMEM, -1, "out of memory");
        v->drawn = more;
        v->drawn_capacity = capacity;
    }
    felt_book_game(v->r->plan->book)->phase_after(felt_table_look(v->r->table).phase, e->code, &v->hand_over);
    v->drawn[v->drawn_count++] = (drawn){.round = e->round, .way = (int)e->way - 1, .code = e->code, .dealt = e->dealt};
    v->counts.rounds++;
    return FELT_OK;
}

static felt_status add_paid(verifying *v, const felt_event *e)
{
    felt_money paid = {e->back.minor + e->winnings.minor - e->commission.minor}; /* each is far below 2^62: evolving has compared them */
    v->counts.bets++;
    if (felt_money_add(v->counts.staked, e->amount, &v->counts.staked) != FELT_OK ||
        felt_money_add(v->counts.paid, paid, &v->counts.paid) != FELT_OK)
        return felt_error_set(&v->r->error, FELT_ERANGE, -1, "the sum of all stakes or pays does not fit");
    return FELT_OK;
}

static felt_status take_event(verifying *v, const felt_event *e)
{
    felt_error found = {.message = ""};
    bool begins = e->kind == FELT_EVENT_SHOE_BEGUN, deals = e->kind == FELT_EVENT_DEALT;
    if (begins && (v->shoe.stage != FELT_FAIR_SEALED || v->shoe.shoe != e->shoe))
        return replay_differs(v->r, "shoe %" PRIu64 " begins, but its making is not sealed", e->shoe);
    if (begins)
        v->hand_over = false;
    uint16_t codes = (uint16_t)felt_book_game(v->r->plan->book)->event_count;
    if (deals && e->code >= codes)
        return replay_differs(v->r, "round %" PRIu64 " has an event that the game has not", e->round);
    felt_status status = deals ? keep_drawn(v, e) : FELT_OK;
    if (status == FELT_OK)
        status = replay_passed_on(v->r, felt_table_evolve(v->r->table, e, &found), &found);
    if (status == FELT_OK && e->kind == FELT_EVENT_PAID)
        status = add_paid(v, e);
    v->counts.voided += e->kind == FELT_EVENT_VOIDED;
    v->counts.events++;
    return status;
}

static felt_status take_events(verifying *v)
{
    felt_status status = v->r->table == NULL ? replay_differs(v->r, "there are events before the table has a setup") : FELT_OK;
    for (int i = 0; i < v->r->item.event_count && status == FELT_OK; i++)
        status = take_event(v, &v->r->item.events[i]);
    return status;
}

/* ---- all ---- */

static felt_status take_json(verifying *v)
{
    static const char reversed[] = "{\"felt\":\"void\",";
    if (felt_setup_is(v->r->item.record))
        return replay_setup(v->r);
    if (felt_fair_record_stage(v->r->item.record) != FELT_FAIR_NOTHING)
        return follow_shoe(v);
    v->counts.voided += v->r->item.record.length > sizeof reversed && memcmp(v->r->item.record.bytes, reversed, sizeof reversed - 1) == 0;
    return FELT_OK;
}

static felt_status take_item(replay *r, void *context)
{
    verifying *v = context;
    v->counts.records += r->item.kind != FELT_HISTORY_TABLE && r->item.kind != FELT_HISTORY_END;
    switch (r->item.kind) {
    case FELT_HISTORY_TABLE:
        return begin_table(v);
    case FELT_HISTORY_EVENTS:
        return take_events(v);
    case FELT_HISTORY_JSON:
        return take_json(v);
    case FELT_HISTORY_BYTES:
        return replay_differs(r, "the record is neither events nor JSON");
    case FELT_HISTORY_END:
        return end_table(v);
    }
    return FELT_OK;
}

felt_status felt_history_verify_on(felt_input input, felt_history_ends *ends, felt_history_counts *counts, felt_error *error)
{
    replay r = {.reader = NULL};
    verifying v = {.r = &r, .ends = ends, .counts = *counts};
    if (ends != NULL)
        felt_history_ends_next(ends);
    felt_status status = replay_all(&r, input, take_item, &v, error);
    free(v.drawn);
    if (status == FELT_OK)
        *counts = v.counts;
    return status;
}

felt_status felt_history_verify(felt_input input, felt_history_counts *ret, felt_error *error)
{
    felt_history_counts counts = {.tables = 0};
    felt_status status = felt_history_verify_on(input, NULL, &counts, error);
    if (status == FELT_OK)
        *ret = counts;
    return status;
}
