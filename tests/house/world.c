/* tests/house/world.c - a house with two tables, what it has said, and what must hold of it. */
#include "world.h"

#include "store/files.h"

#include <felt/sheet.h>

static const char two_tables[] = "table \"Cards\" as cards\n  sheets baccarat\n  with decks is 8\n  with banker-pay is commission\n"
                                 "  with tie-pay is 8\n  seats 7\n  pace on demand\n  cut 300\n  stakes 1 to 500\n  limit event 100000\n"
                                 "table \"Dice\" as dice\n  sheets craps\n%s  seats 7\n  pace on demand\n  stakes 1 to %d\n"
                                 "  limit event 1000000\n";

felt_status world_shipped(void *context, felt_text name, const felt_sheet **ret, felt_error *error)
{
    felt_text path = felt_arena_print(context, "%s/rules/%.*s.felt", FELT_SOURCE_DIR, FELT_TEXT_ARGS(name));
    return felt_sheet_load(context, path.bytes, NULL, ret, error);
}

/* ---- listening ---- */

static void on_answered(void *context, uint64_t ticket, const house_answer *answer)
{
    world *w = context;
    w->answer = *answer;
    w->ticket = ticket;
    w->answers++;
    if (answer->end == HOUSE_DONE && answer->answer.bet != 0 && !answer->answer.repeated && w->acked_count < ACKED_MAX)
        w->acked[w->acked_count++] = (ticket >> 32) << 32 | answer->answer.bet;
}

static void on_happened(void *context, int table, int64_t record, const felt_event *events, int count)
{
    world *w = context;
    assert_true(record > 0);
    for (int i = 0; i < count; i++) {
        w->results += events[i].kind == FELT_EVENT_DEALT;
        for (int k = 0; events[i].kind == FELT_EVENT_PAID && k < w->acked_count; k++)
            if (w->acked[k] == ((uint64_t)table << 32 | events[i].bet)) {
                assert_false(w->paid[k]);
                w->paid[k] = true;
            }
    }
}

static void on_told(void *context, int table, int64_t record, felt_text json)
{
    world *w = context;
    (void)table;
    assert_true(record > 0);
    if (felt_fair_record_stage(json) != FELT_FAIR_NOTHING)
        w->stage = felt_fair_record_stage(json);
    w->voided += felt_fair_record_stage(json) == FELT_FAIR_VOID;
}

static void on_rebuilt(void *context, int table)
{
    (void)table;
    ((world *)context)->rebuilt++;
}

static void on_came(void *context, int table)
{
    world *w = context;
    (void)table;
    w->came++;
}

static void on_gone(void *context, int table)
{
    world *w = context;
    assert_non_null(house_plan(w->h, table));
    w->gone++;
}

static bool on_may_go(void *context, int table)
{
    (void)table;
    return !((world *)context)->stay;
}

static void on_opened(void *context, felt_store *store)
{
    world *w = context;
    w->store = store;
    w->opened++;
}

static void on_noted(void *context, const char *message)
{
    (void)message;
    ((world *)context)->notes++;
}

/* ---- a house ---- */

void world_read(world *w, int dice_most)
{
    static char text[16384];
    char withs[8192] = "";
    felt_diags diags = felt_diags_in(w->arena);
    const felt_sheet *craps;
    felt_error error;
    assert_int_equal(world_shipped(w->arena, felt_text_from("craps"), &craps, &error), FELT_OK);
    for (int i = 0; i < craps->option_count; i++) /* the first choice of each */
        if (craps->options[i].kind != FELT_OPTION_DECKS && craps->options[i].choice_count > 1)
            snprintf(withs + strlen(withs), sizeof withs - strlen(withs), "  with %.*s is %.*s\n", FELT_TEXT_ARGS(craps->options[i].name),
                     FELT_TEXT_ARGS(craps->options[i].choices[0].name));
    int length = snprintf(text, sizeof text, two_tables, withs, dice_most);
    felt_table_sheets sheets = {w->arena, world_shipped};
    felt_status status = felt_tables_read(w->arena, felt_text_from("t"), (felt_text){text, (size_t)length}, &sheets, &diags, &w->tables);
    if (status != FELT_OK && diags.count > 0)
        print_error("%.*s\n", FELT_TEXT_ARGS(diags.list[0].message));
    assert_int_equal(status, FELT_OK);
}

static void wake(void *context)
{
    (void)context; /* who tests takes turns anyway */
}

felt_status world_try_open(world *w, felt_error *error)
{
    house_options options = {.store = w->address, .tables = w->tables, .owner = "http://here", .window_ms = 1000, .save_every = 50};
    house_listener listener = {.context = w,
                               .answered = on_answered,
                               .happened = on_happened,
                               .told = on_told,
                               .rebuilt = on_rebuilt,
                               .came = on_came,
                               .gone = on_gone,
                               .may_go = on_may_go,
                               .opened = on_opened,
                               .noted = on_noted};
    memset(options.key.bytes, 7, sizeof options.key.bytes);
    if (w->afar)
        options.wake = wake;
    return house_open(&options, &listener, w->now, &w->h, error);
}

/* Whoever listens has no store but the one that is open. */
void world_turn(world *w)
{
    house_turn(w->h, w->now);
    if (w->afar)
        house_settled(w->h, true, w->now);
    assert_ptr_equal(w->store, house_store(w->h));
}

void world_open(world *w)
{
    felt_error error;
    felt_status status = world_try_open(w, &error);
    if (status != FELT_OK)
        print_error("%s\n", error.message);
    assert_int_equal(status, FELT_OK);
    world_turn(w);
}

void world_close(world *w)
{
    house_close(w->h);
    w->h = NULL;
}

void world_reopen(world *w)
{
    world_close(w);
    world_open(w);
}

typedef struct founding {
    world *w;
    int64_t credits;
} founding;

static felt_status add_players(void *context, felt_store *store, int64_t now_ms, felt_error *error)
{
    founding *f = context;
    for (int i = 0; i < PLAYERS; i++) {
        char name[32];
        snprintf(name, sizeof name, "player %d", i);
        felt_status status = felt_store_player_add(store, felt_text_from(name), &f->w->players[i], error);
        if (status == FELT_OK)
            status = felt_store_grant(store, f->w->players[i], (felt_money){f->credits}, felt_text_from("test"), now_ms, error);
        if (status != FELT_OK)
            return status;
    }
    return FELT_OK;
}

world *world_new_of(int64_t credits, bool afar)
{
    world *w = calloc(1, sizeof *w);
    assert_non_null(w);
    w->afar = afar;
    w->arena = felt_arena_new((size_t)8 * FELT_SHEET_ARENA_MAX);
    w->now = 1000000;
    world_read(w, 500);
    file_fresh(w->address);
    world_open(w);
    felt_error error;
    founding f = {w, credits};
    assert_int_equal(house_alone(w->h, add_players, &f, w->now, &error), FELT_OK);
    return w;
}

world *world_new(int64_t credits)
{
    return world_new_of(credits, false);
}

void world_free(world *w)
{
    world_close(w);
    file_drop(w->address);
    felt_arena_free(w->arena);
    free(w);
}

/* ---- commands ---- */

void world_send(world *w, int table, int player, felt_command command, uint64_t id)
{
    command.player = player < 0 ? 0 : (uint64_t)w->players[player].number;
    command.id = id;
    assert_true(house_command(w->h, (uint64_t)table << 32 | id, table, &command, w->now));
}

/* Sends a command with a new id, and takes the turn. */
house_end world_do(world *w, int table, int player, felt_command command)
{
    int before = w->answers;
    world_send(w, table, player, command, ++w->last_id);
    world_turn(w);
    assert_int_equal(w->answers, before + 1);
    return w->answer.end;
}

uint16_t world_wager(const world *w, int table, const char *name)
{
    int index = -1;
    assert_int_equal(felt_book_find(house_plan(w->h, table)->book, felt_text_from(name), felt_text_from(""), &index, NULL), FELT_OK);
    return (uint16_t)index;
}

house_end world_sit(world *w, int table, int player)
{
    return world_do(w, table, player, (felt_command){.kind = FELT_COMMAND_SIT, .seat = -1});
}

house_end world_bet(world *w, int table, int player, const char *name, int64_t amount)
{
    return world_do(w, table, player, (felt_command){.kind = FELT_COMMAND_BET, .wager = world_wager(w, table, name), .amount = {amount}});
}

house_end world_deal(world *w, int table, int player)
{
    return world_do(w, table, player, (felt_command){.kind = FELT_COMMAND_DEAL});
}

/* ---- what must hold ---- */

bool world_add_hold(void *context, const felt_standing_hold *hold)
{
    *(int64_t *)context += hold->amount.minor;
    return true;
}

void books_balance(world *w)
{
    felt_store_audit_result audit;
    felt_error error;
    felt_status status = felt_store_audit(house_store(w->h), &audit, &error);
    if (status != FELT_OK)
        print_error("%s\n", error.message);
    assert_int_equal(status, FELT_OK);
    for (int i = house_next(w->h, -1); i >= 0; i = house_next(w->h, i)) {
        int64_t held = 0;
        assert_int_equal(felt_store_holds(house_store(w->h), house_table_id(w->h, i), (felt_player_id){0}, world_add_hold, &held, &error),
                         FELT_OK);
        assert_int_equal(felt_table_look(house_table_at(w->h, i)).up.minor, held);
        int64_t records;
        assert_int_equal(felt_store_verify(house_store(w->h), house_table_id(w->h, i), &records, &error), FELT_OK);
    }
    for (int i = 0; i < PLAYERS; i++) {
        felt_balance known, kept;
        assert_int_equal(house_balance(w->h, (uint64_t)w->players[i].number, &known, &error), FELT_OK);
        assert_int_equal(felt_store_balance(house_store(w->h), w->players[i], &kept, &error), FELT_OK);
        assert_int_equal(known.available.minor, kept.available.minor);
        assert_int_equal(known.held.minor, kept.held.minor);
    }
}

/* Every bet that was acknowledged was paid once, or is up. */
void nothing_is_lost(world *w)
{
    for (int k = 0; k < w->acked_count; k++) {
        if (w->paid[k])
            continue;
        const felt_table *t = house_table_at(w->h, (int)(w->acked[k] >> 32));
        bool up = false;
        for (int i = 0; i < felt_table_look(t).bets && !up; i++)
            up = felt_table_bet_at(t, i).bet == (w->acked[k] & UINT32_MAX);
        assert_true(up);
    }
}

/* The same where a batch may have been committed whose events nobody was told of: the history knows. */
typedef struct paid_events {
    world *w;
    int table;
} paid_events;

static bool see_paid(void *context, const felt_history_record *record)
{
    paid_events *p = context;
    felt_text left = record->event;
    felt_event e;
    if (left.bytes[0] == '{')
        return true;
    while (left.length > 0) {
        assert_int_equal(felt_event_next(&left, &e, NULL), FELT_OK);
        bool ended = e.kind == FELT_EVENT_PAID || (e.kind == FELT_EVENT_CHANGED && e.action == FELT_ACTION_TAKE_DOWN);
        for (int k = 0; ended && k < p->w->acked_count; k++)
            if (p->w->acked[k] == ((uint64_t)p->table << 32 | e.bet))
                p->w->paid[k] = true;
    }
    return true;
}

void nothing_is_lost_or_paid_unseen(world *w)
{
    felt_error error;
    for (int i = house_next(w->h, -1); i >= 0; i = house_next(w->h, i)) {
        paid_events p = {w, i};
        assert_int_equal(felt_store_read(house_store(w->h), house_table_id(w->h, i), 1, see_paid, &p, &error), FELT_OK);
    }
    nothing_is_lost(w);
}

void world_hash(world *w, int table, uint8_t ret[FELT_TABLE_HASH_BYTES])
{
    assert_int_equal(felt_table_hash(house_table_at(w->h, table), ret, NULL), FELT_OK);
}

/* ---- a third table ---- */

/* A third table, which nobody knew of before: FELT_OK and its number, or why not. */
felt_status world_try_third(world *w, const char *name, bool private, int *ret)
{
    char text[1024];
    felt_error error;
    felt_arena *arena = felt_arena_new((size_t)2 * FELT_SHEET_ARENA_MAX);
    felt_diags diags = felt_diags_in(arena);
    felt_table_sheets sheets = {arena, world_shipped};
    const felt_tables *tables;
    int length = snprintf(text, sizeof text,
                          "table \"Third\" as %s\n  sheets baccarat\n  with decks is 6\n  with banker-pay is commission\n"
                          "  with tie-pay is 8\n  seats 7\n  pace on demand\n  cut 14\n  stakes 1 to 50\n  limit event 100000\n",
                          name);
    assert_int_equal(felt_tables_read(arena, felt_text_from("t"), (felt_text){text, (size_t)length}, &sheets, &diags, &tables), FELT_OK);
    house_opening o = {.arena = arena, .plan = &tables->list[0], .private = private};
    o.maker = private ? (uint64_t)w->players[0].number : 0;
    o.account = private ? (uint64_t)w->players[1].number : 0;
    assert_int_equal(house_opening_prepare(&o), FELT_OK);
    felt_status status = house_table_open(w->h, &o, NULL, NULL, w->now, ret, &error);
    if (status != FELT_OK)
        felt_arena_free(arena);
    return status;
}
