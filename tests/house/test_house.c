/* tests/house/test_house.c - tables with their store: what was answered is there after every failure, and the books balance. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "house/house.h"
#include "store/files.h"
#include "store/vfs.h"

#include <felt/sheet.h>
#include <unistd.h>

enum { PLAYERS = 6, ACKED_MAX = 65536, STEPS = 400 };

static const char two_tables[] = "table \"Cards\" as cards\n  sheets baccarat\n  with decks is 8\n  with banker-pay is commission\n"
                                 "  with tie-pay is 8\n  seats 7\n  pace on demand\n  cut 300\n  stakes 1 to 500\n  limit event 100000\n"
                                 "table \"Dice\" as dice\n  sheets craps\n%s  seats 7\n  pace on demand\n  stakes 1 to %d\n"
                                 "  limit event 1000000\n";

/* A house, what it has said, and what it may not forget. */
typedef struct world {
    felt_arena *arena;
    const felt_tables *tables;
    char address[256];
    house *h;
    bool afar; /* what it does goes to the disk by a thread of the store's own */
    int64_t now;
    felt_player_id players[PLAYERS];
    uint64_t last_id;
    house_answer answer; /* the last */
    uint64_t ticket;     /* of it */
    int answers, results, voided, rebuilt, notes, opened, came, gone;
    bool stay; /* a table that closes waits */
    felt_store *store;         /* as the house has told */
    felt_fair_stage stage;     /* of the last record about fairness */
    uint64_t acked[ACKED_MAX]; /* bets that were acknowledged, by table * 2^32 + number */
    int acked_count;
    bool paid[ACKED_MAX];
} world;

static felt_status find_shipped(void *context, felt_text name, const felt_sheet **ret, felt_error *error)
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

static void read_tables(world *w, int dice_most)
{
    static char text[16384];
    char withs[8192] = "";
    felt_diags diags = felt_diags_in(w->arena);
    const felt_sheet *craps;
    felt_error error;
    assert_int_equal(find_shipped(w->arena, felt_text_from("craps"), &craps, &error), FELT_OK);
    for (int i = 0; i < craps->option_count; i++) /* the first choice of each */
        if (craps->options[i].kind != FELT_OPTION_DECKS && craps->options[i].choice_count > 1)
            snprintf(withs + strlen(withs), sizeof withs - strlen(withs), "  with %.*s is %.*s\n", FELT_TEXT_ARGS(craps->options[i].name),
                     FELT_TEXT_ARGS(craps->options[i].choices[0].name));
    int length = snprintf(text, sizeof text, two_tables, withs, dice_most);
    felt_table_sheets sheets = {w->arena, find_shipped};
    felt_status status = felt_tables_read(w->arena, felt_text_from("t"), (felt_text){text, (size_t)length}, &sheets, &diags, &w->tables);
    if (status != FELT_OK && diags.count > 0)
        print_error("%.*s\n", FELT_TEXT_ARGS(diags.list[0].message));
    assert_int_equal(status, FELT_OK);
}

static void wake(void *context)
{
    (void)context; /* who tests takes turns anyway */
}

static felt_status try_open(world *w, felt_error *error)
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
static void turn(world *w)
{
    house_turn(w->h, w->now);
    if (w->afar)
        house_settled(w->h, true, w->now);
    assert_ptr_equal(w->store, house_store(w->h));
}

static void open_house(world *w)
{
    felt_error error;
    felt_status status = try_open(w, &error);
    if (status != FELT_OK)
        print_error("%s\n", error.message);
    assert_int_equal(status, FELT_OK);
    turn(w);
}

static void close_house(world *w)
{
    house_close(w->h);
    w->h = NULL;
}

static void reopen(world *w)
{
    close_house(w);
    open_house(w);
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

static world *new_world_of(int64_t credits, bool afar)
{
    world *w = calloc(1, sizeof *w);
    assert_non_null(w);
    w->afar = afar;
    w->arena = felt_arena_new((size_t)8 * FELT_SHEET_ARENA_MAX);
    w->now = 1000000;
    read_tables(w, 500);
    file_fresh(w->address);
    open_house(w);
    felt_error error;
    founding f = {w, credits};
    assert_int_equal(house_alone(w->h, add_players, &f, w->now, &error), FELT_OK);
    return w;
}

static world *new_world(int64_t credits)
{
    return new_world_of(credits, false);
}

static void free_world(world *w)
{
    close_house(w);
    file_drop(w->address);
    felt_arena_free(w->arena);
    free(w);
}

/* ---- commands ---- */

enum { CARDS = 0, DICE = 1 };

static void send_command(world *w, int table, int player, felt_command command, uint64_t id)
{
    command.player = player < 0 ? 0 : (uint64_t)w->players[player].number;
    command.id = id;
    assert_true(house_command(w->h, (uint64_t)table << 32 | id, table, &command, w->now));
}

/* Sends a command with a new id, and takes the turn. */
static house_end do_command(world *w, int table, int player, felt_command command)
{
    int before = w->answers;
    send_command(w, table, player, command, ++w->last_id);
    turn(w);
    assert_int_equal(w->answers, before + 1);
    return w->answer.end;
}

static uint16_t wager(const world *w, int table, const char *name)
{
    int index = -1;
    assert_int_equal(felt_book_find(house_plan(w->h, table)->book, felt_text_from(name), felt_text_from(""), &index, NULL), FELT_OK);
    return (uint16_t)index;
}

static house_end sit(world *w, int table, int player)
{
    return do_command(w, table, player, (felt_command){.kind = FELT_COMMAND_SIT, .seat = -1});
}

static house_end bet(world *w, int table, int player, const char *name, int64_t amount)
{
    return do_command(w, table, player, (felt_command){.kind = FELT_COMMAND_BET, .wager = wager(w, table, name), .amount = {amount}});
}

static house_end deal(world *w, int table, int player)
{
    return do_command(w, table, player, (felt_command){.kind = FELT_COMMAND_DEAL});
}

/* ---- what must hold ---- */

static bool add_hold(void *context, const felt_standing_hold *hold)
{
    *(int64_t *)context += hold->amount.minor;
    return true;
}

static void books_balance(world *w)
{
    felt_store_audit_result audit;
    felt_error error;
    felt_status status = felt_store_audit(house_store(w->h), &audit, &error);
    if (status != FELT_OK)
        print_error("%s\n", error.message);
    assert_int_equal(status, FELT_OK);
    for (int i = house_next(w->h, -1); i >= 0; i = house_next(w->h, i)) {
        int64_t held = 0;
        assert_int_equal(felt_store_holds(house_store(w->h), house_table_id(w->h, i), (felt_player_id){0}, add_hold, &held, &error),
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
static void nothing_is_lost(world *w)
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

static void nothing_is_lost_or_paid_unseen(world *w)
{
    felt_error error;
    for (int i = house_next(w->h, -1); i >= 0; i = house_next(w->h, i)) {
        paid_events p = {w, i};
        assert_int_equal(felt_store_read(house_store(w->h), house_table_id(w->h, i), 1, see_paid, &p, &error), FELT_OK);
    }
    nothing_is_lost(w);
}

static void table_hash(world *w, int table, uint8_t ret[FELT_TABLE_HASH_BYTES])
{
    assert_int_equal(felt_table_hash(house_table_at(w->h, table), ret, NULL), FELT_OK);
}

/* ---- rounds ---- */

static void a_round_is_paid_and_survives_a_restart(void **state)
{
    (void)state;
    world *w = new_world(100000);
    uint8_t before[FELT_TABLE_HASH_BYTES], after[FELT_TABLE_HASH_BYTES];
    assert_int_equal(sit(w, CARDS, 0), HOUSE_DONE);
    assert_int_equal(bet(w, CARDS, 0, "player", 1000), HOUSE_DONE);
    assert_int_equal(w->answer.balance.available.minor, 99000);
    assert_int_equal(w->answer.balance.held.minor, 1000);
    table_hash(w, CARDS, before);
    reopen(w);
    table_hash(w, CARDS, after);
    assert_memory_equal(before, after, sizeof before);
    assert_int_equal(deal(w, CARDS, 0), HOUSE_DONE);
    assert_int_equal(w->results, 1);
    for (int i = 0; i < 100; i++) {
        bet(w, CARDS, 0, "banker", 100);
        deal(w, CARDS, 0);
        if (i % 7 == 0) {
            table_hash(w, CARDS, before);
            reopen(w);
            table_hash(w, CARDS, after);
            assert_memory_equal(before, after, sizeof before);
        }
    }
    assert_int_equal(w->results, 101);
    assert_true(felt_table_look(house_table_at(w->h, CARDS)).last_shoe > 3); /* shoes ended, and others were made */
    nothing_is_lost(w);
    books_balance(w);
    free_world(w);
}

static void a_hand_at_dice_survives_a_restart(void **state)
{
    (void)state;
    world *w = new_world(10000000);
    uint8_t before[FELT_TABLE_HASH_BYTES], after[FELT_TABLE_HASH_BYTES];
    sit(w, DICE, 0);
    sit(w, DICE, 1);
    for (int i = 0; i < 150; i++) {
        bet(w, DICE, i % 2, "pass", 1000);
        bet(w, DICE, 1, "field", 500);
        int shooter = felt_table_look(house_table_at(w->h, DICE)).shooter;
        deal(w, DICE, shooter);
        if (i % 5 == 0) {
            table_hash(w, DICE, before);
            reopen(w);
            table_hash(w, DICE, after);
            assert_memory_equal(before, after, sizeof before);
        }
    }
    assert_true(felt_table_look(house_table_at(w->h, DICE)).hand > 2);
    nothing_is_lost(w);
    books_balance(w);
    free_world(w);
}

static void who_has_not_enough_is_refused(void **state)
{
    (void)state;
    world *w = new_world(1500);
    sit(w, CARDS, 0);
    assert_int_equal(bet(w, CARDS, 0, "player", 1000), HOUSE_DONE);
    assert_int_equal(bet(w, CARDS, 0, "tie", 1000), HOUSE_REFUSED);
    assert_int_equal(w->answer.answer.refusal, FELT_REFUSAL_FUNDS);
    assert_int_equal(w->answer.balance.available.minor, 500);
    uint64_t id = w->last_id;
    reopen(w);
    send_command(w, CARDS, 0, (felt_command){.kind = FELT_COMMAND_BET, .wager = wager(w, CARDS, "tie"), .amount = {1000}}, id);
    turn(w);
    assert_int_equal(w->answer.answer.refusal, FELT_REFUSAL_FUNDS);
    assert_true(w->answer.answer.repeated);
    assert_int_equal(felt_table_look(house_table_at(w->h, CARDS)).bets, 1);
    books_balance(w);
    free_world(w);
}

typedef struct refusal {
    felt_status status;
} refusal;

static felt_status refuse(void *context, felt_store *store, int64_t now_ms, felt_error *error)
{
    (void)store;
    (void)now_ms;
    return felt_error_set(error, ((refusal *)context)->status, -1, "no");
}

/* Nobody has to forget anything because somebody was refused; but when something failed, or the store did. */
static void what_is_refused_is_forgotten_only_where_it_must_be(void **state)
{
    (void)state;
    world *w = new_world(100000);
    felt_error error;
    int opened = w->opened;
    assert_int_equal(house_alone(w->h, refuse, &(refusal){FELT_ELIMIT}, w->now, &error), FELT_ELIMIT);
    assert_int_equal(w->opened, opened);
    assert_int_equal(house_alone(w->h, refuse, &(refusal){FELT_EDATA}, w->now, &error), FELT_EDATA);
    assert_int_equal(w->opened, opened + 1);
    assert_non_null(w->store);
    assert_int_equal(house_alone(w->h, refuse, &(refusal){FELT_EIO}, w->now, &error), FELT_EIO);
    assert_null(w->store);
    turn(w);
    assert_non_null(w->store);
    free_world(w);
}

static void an_id_has_one_effect_wherever_and_whenever_it_comes(void **state)
{
    (void)state;
    world *w = new_world(10000000);
    sit(w, CARDS, 0);
    sit(w, DICE, 0);
    felt_command first = {.kind = FELT_COMMAND_BET, .wager = wager(w, CARDS, "player"), .amount = {100}};
    assert_int_equal(do_command(w, CARDS, 0, first), HOUSE_DONE);
    uint64_t id = w->last_id, number = w->answer.answer.bet;
    for (int i = 0; i < FELT_TABLE_ANSWERS_MAX + 10; i++) { /* until the table has forgotten it */
        bet(w, CARDS, 0, "player", 100);
        if (i % 8 == 0)
            deal(w, CARDS, 0);
    }
    for (int i = 0; i < 2; i++) {
        send_command(w, CARDS, 0, first, id);
        turn(w);
        assert_int_equal(w->answer.end, HOUSE_DONE);
        assert_true(w->answer.answer.repeated);
        assert_int_equal(w->answer.answer.bet, number);
        reopen(w);
    }
    first.amount.minor = 200;
    send_command(w, CARDS, 0, first, id);
    turn(w);
    assert_int_equal(w->answer.answer.refusal, FELT_REFUSAL_ID_REUSED);
    send_command(w, DICE, 0, (felt_command){.kind = FELT_COMMAND_BET, .wager = wager(w, DICE, "pass"), .amount = {100}}, w->last_id);
    turn(w);
    assert_int_equal(w->answer.answer.refusal, FELT_REFUSAL_ID_REUSED); /* it was used at the other table */
    assert_int_equal(felt_table_look(house_table_at(w->h, DICE)).bets, 0);
    books_balance(w);
    free_world(w);
}

/* ---- setups ---- */

static void bets_finish_under_their_own_setup(void **state)
{
    (void)state;
    world *w = new_world(10000000);
    sit(w, DICE, 0);
    do {
        bet(w, DICE, 0, "pass", 40000);
        deal(w, DICE, 0);
    } while (felt_table_look(house_table_at(w->h, DICE)).bets == 0);
    uint64_t number = felt_table_look(house_table_at(w->h, DICE)).last_bet, round = felt_table_look(house_table_at(w->h, DICE)).round;
    close_house(w);
    read_tables(w, 300); /* now 40000 would be too much */
    felt_error error;
    assert_int_equal(try_open(w, &error), FELT_OK);
    assert_int_equal(house_plan(w->h, DICE)->stakes_max.minor, 50000);
    assert_int_equal(felt_table_look(house_table_at(w->h, DICE)).bets, 1);
    for (int i = 0; i < 100; i++)
        turn(w);
    assert_int_equal(house_plan(w->h, DICE)->stakes_max.minor, 30000);
    felt_table_view view = felt_table_look(house_table_at(w->h, DICE));
    assert_int_equal(view.bets, 0);
    assert_int_equal(view.last_bet, number);
    assert_true(view.round > round);
    assert_int_equal(sit(w, DICE, 0), HOUSE_DONE);
    assert_int_equal(bet(w, DICE, 0, "pass", 40000), HOUSE_REFUSED);
    assert_int_equal(bet(w, DICE, 0, "pass", 30000), HOUSE_DONE);
    assert_int_equal(w->answer.answer.bet, number + 1);
    reopen(w);
    assert_int_equal(felt_table_look(house_table_at(w->h, DICE)).bets, 1);
    nothing_is_lost(w);
    books_balance(w);
    free_world(w);
}

/* ---- fair dealing ---- */

static felt_fair_bytes entropy_of(int player)
{
    felt_fair_bytes bytes;
    memset(bytes.bytes, 1 + player, sizeof bytes.bytes);
    return bytes;
}

/* Plays until a new shooter's hand is in the making. */
static uint64_t make_again(world *w)
{
    uint64_t shoe = house_shoe(w->h, DICE)->shoe;
    while (house_shoe(w->h, DICE)->shoe == shoe) {
        bet(w, DICE, 0, "pass", 100);
        deal(w, DICE, 0);
    }
    return house_shoe(w->h, DICE)->shoe;
}

static felt_status commit(world *w, int player, uint64_t shoe)
{
    felt_fair_bytes entropy = entropy_of(player);
    uint64_t number = (uint64_t)w->players[player].number;
    felt_fair_bytes commitment = felt_fair_client_commit((felt_fair_about){felt_text_from("dice"), shoe}, number, &entropy);
    return house_commit(w->h, DICE, number, shoe, &commitment, NULL);
}

static felt_status reveal(world *w, int player, uint64_t shoe)
{
    felt_fair_bytes entropy = entropy_of(player);
    return house_reveal(w->h, DICE, (uint64_t)w->players[player].number, shoe, &entropy, NULL);
}

static void players_take_part_in_a_shoe(void **state)
{
    (void)state;
    world *w = new_world(10000000);
    sit(w, DICE, 0);
    for (int i = 0; i < 2; i++)
        assert_int_equal(house_enrol(w->h, DICE, (uint64_t)w->players[i].number, true, NULL), FELT_OK);
    uint64_t shoe = make_again(w);
    assert_int_equal(w->stage, FELT_FAIR_OPEN);
    assert_int_equal(bet(w, DICE, 0, "pass", 100), HOUSE_REFUSED); /* nobody bets on what is not fixed */
    assert_int_equal(w->answer.answer.refusal, FELT_REFUSAL_SHOE);
    assert_int_equal(commit(w, 0, shoe), FELT_OK);
    assert_int_not_equal(reveal(w, 0, shoe), FELT_OK); /* the list is not closed */
    turn(w);
    assert_int_equal(w->stage, FELT_FAIR_OPEN); /* the other is waited for */
    assert_int_equal(commit(w, 1, shoe), FELT_OK);
    turn(w);
    assert_int_equal(w->stage, FELT_FAIR_CLOSED);
    assert_int_not_equal(commit(w, 2, shoe), FELT_OK); /* nobody comes late */
    assert_int_equal(reveal(w, 0, shoe), FELT_OK);
    assert_int_equal(reveal(w, 1, shoe), FELT_OK);
    turn(w);
    assert_int_equal(w->stage, FELT_FAIR_SEALED);
    assert_int_equal(bet(w, DICE, 0, "pass", 100), HOUSE_DONE);

    shoe = make_again(w); /* one commits and withholds */
    assert_int_equal(commit(w, 0, shoe), FELT_OK);
    assert_int_equal(commit(w, 1, shoe), FELT_OK);
    turn(w);
    assert_int_equal(reveal(w, 0, shoe), FELT_OK);
    turn(w);
    assert_int_equal(w->stage, FELT_FAIR_CLOSED);
    w->now += 1001;
    turn(w);
    assert_int_equal(w->voided, 1);
    uint64_t next = house_shoe(w->h, DICE)->shoe;
    assert_int_equal(next, shoe + 1);
    assert_int_not_equal(commit(w, 1, next), FELT_OK); /* he is left out, and not waited for, */
    reopen(w);
    assert_int_equal(house_enrol(w->h, DICE, (uint64_t)w->players[0].number, true, NULL), FELT_OK);
    assert_int_equal(house_enrol(w->h, DICE, (uint64_t)w->players[1].number, true, NULL), FELT_OK);
    next = make_again(w);
    assert_int_equal(w->stage, FELT_FAIR_OPEN);
    assert_int_not_equal(commit(w, 1, next), FELT_OK); /* also after a restart */
    assert_int_equal(commit(w, 0, next), FELT_OK);
    turn(w);
    assert_int_equal(reveal(w, 0, next), FELT_OK);
    turn(w);
    assert_int_equal(w->stage, FELT_FAIR_SEALED);

    shoe = make_again(w); /* and one never commits: a second later it goes on without him */
    w->now += 1001;
    turn(w);
    turn(w);
    assert_int_equal(w->stage, FELT_FAIR_SEALED);
    make_again(w); /* nor is he waited for again */
    assert_int_equal(w->stage, FELT_FAIR_SEALED);
    books_balance(w);
    free_world(w);
}

/* ---- failures ---- */

static uint64_t next_random(uint64_t *seed)
{
    *seed = *seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return *seed >> 33;
}

/* A command by chance, which may be the one before it again. */
static void send_random(world *w, uint64_t *seed)
{
    static const char *const cards[] = {"player", "banker", "tie"};
    static const char *const dice[] = {"pass", "dont-pass", "field", "come"};
    int table = (int)(next_random(seed) % 2), player = (int)(next_random(seed) % PLAYERS);
    uint64_t kind = next_random(seed) % 10;
    felt_command c = {.kind = FELT_COMMAND_BET, .amount = {100 * (int64_t)(1 + next_random(seed) % 8)}};
    if (kind == 0)
        c = (felt_command){.kind = FELT_COMMAND_SIT, .seat = -1};
    else if (kind == 1 && next_random(seed) % 4 == 0)
        c = (felt_command){.kind = FELT_COMMAND_LEAVE};
    else if (kind == 2)
        c = (felt_command){.kind = FELT_COMMAND_CHANGE, .action = FELT_ACTION_TAKE_DOWN, .bet = next_random(seed) % 40};
    else if (kind < 5)
        c = (felt_command){.kind = FELT_COMMAND_DEAL};
    else
        c.wager = wager(w, table, table == CARDS ? cards[next_random(seed) % 3] : dice[next_random(seed) % 4]);
    send_command(w, table, player, c, ++w->last_id);
}

/* A house under which the disk fails: it mends itself, and nothing that was answered is lost or done twice. */
static void each_write_fails_in_turn(void **state)
{
    (void)state;
    disk d;
    disk_install(&d, false);
    for (long at = 0; at < 60; at++) {
        uint64_t seed = (uint64_t)at + 1;
        world *w = new_world_of(1000000, at % 3 != 0);
        for (int i = 0; i < PLAYERS; i++) {
            sit(w, CARDS, i);
            sit(w, DICE, i);
        }
        disk_fail(&d, at, false, at % 2 == 0 ? SQLITE_IOERR : SQLITE_FULL);
        for (int i = 0; i < 60; i++) {
            int waiting = w->answers, sent = 1 + (int)(next_random(&seed) % 4);
            for (int k = 0; k < sent; k++)
                send_random(w, &seed);
            for (int tries = 0; tries < 10 && w->answers < waiting + sent; tries++) {
                turn(w);
                w->now += HOUSE_REOPEN_MS;
            }
            assert_int_equal(w->answers, waiting + sent);
        }
        assert_true(d.failed);
        assert_true(w->rebuilt > 0);
        disk_mend(&d);
        nothing_is_lost_or_paid_unseen(w);
        books_balance(w);
        free_world(w);
    }
    disk_remove(&d);
}

/* A third table, which nobody knew of before: FELT_OK and its number, or why not. */
static felt_status try_third(world *w, const char *name, bool private, int *ret)
{
    char text[1024];
    felt_error error;
    felt_arena *arena = felt_arena_new((size_t)2 * FELT_SHEET_ARENA_MAX);
    felt_diags diags = felt_diags_in(arena);
    felt_table_sheets sheets = {arena, find_shipped};
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

/* The number of a table of that name, which is there when the store is, whatever failed. */
static int find_third(world *w, const char *name, bool wanted)
{
    int found = -1;
    for (int tries = 0; tries < 10; tries++) {
        turn(w);
        found = house_find(w->h, felt_text_from(name));
        if (house_store(w->h) != NULL && (found >= 0) == wanted && (found < 0 || house_table_at(w->h, found) != NULL))
            return found;
        w->now += HOUSE_REOPEN_MS;
    }
    fail();
    return found;
}

/* The same when tables come and go: each is there once it was said to be, and gone once it has gone. */
static void each_write_fails_while_tables_come_and_go(void **state)
{
    (void)state;
    disk d;
    felt_error error;
    disk_install(&d, false);
    for (long at = 0; at < 60; at++) {
        world *w = new_world_of(1000000, at % 3 != 0);
        disk_fail(&d, at, false, at % 2 == 0 ? SQLITE_IOERR : SQLITE_FULL);
        for (int private = 0; private <= 1; private++) {
            const char *name = private != 0 ? "w-1" : "third";
            int table = -1;
            felt_status status = try_third(w, name, private != 0, &table);
            for (int tries = 0; tries < 10 && status == FELT_EIO; tries++) { /* whether it was kept is not known */
                w->now += HOUSE_REOPEN_MS;
                turn(w);
                status = try_third(w, name, private != 0, &table);
            }
            assert_true(status == FELT_OK || (status == FELT_EDATA && house_find(w->h, felt_text_from(name)) >= 0));
            for (int i = 0; i < 3 && private == 0; i++) {
                table = find_third(w, name, true);
                send_command(w, table, 1, (felt_command){.kind = FELT_COMMAND_SIT, .seat = -1}, ++w->last_id);
                send_command(w, table, 1, (felt_command){.kind = FELT_COMMAND_BET, .wager = wager(w, table, "tie"), .amount = {100}},
                             ++w->last_id);
                turn(w);
            }
            for (int tries = 0; tries < 10 && house_find(w->h, felt_text_from(name)) >= 0; tries++) {
                table = house_find(w->h, felt_text_from(name));
                house_table_close(w->h, table, NULL, NULL, w->now, &error);
                w->now += HOUSE_REOPEN_MS;
                turn(w);
            }
            find_third(w, name, false);
        }
        assert_true(d.failed || at > 40);
        disk_mend(&d);
        reopen(w);
        find_third(w, "third", false);
        find_third(w, "w-1", false);
        books_balance(w);
        free_world(w);
    }
    disk_remove(&d);
}

/* Power is lost at a random moment: what was answered is there, and the tables go on. */
static void power_is_lost(void **state)
{
    (void)state;
    for (uint64_t run = 1; run <= 25; run++) {
        uint64_t seed = run;
        disk d;
        disk_install(&d, true);
        world *w = new_world_of(1000000, run % 2 == 0);
        for (int i = 0; i < PLAYERS; i++) {
            sit(w, CARDS, i);
            sit(w, DICE, i);
        }
        disk_fail(&d, (long)(next_random(&seed) % 120), true, SQLITE_IOERR);
        for (int i = 0; i < 60; i++) {
            send_random(w, &seed);
            turn(w);
        }
        close_house(w);
        disk_reboot(&d, run);
        disk_mend(&d);
        open_house(w);
        nothing_is_lost_or_paid_unseen(w);
        books_balance(w);
        free_world(w);
        disk_remove(&d);
    }
}

/* HOUSE_MOVES: "of money in a batch, after which the other tables wait for the next one". */
static void a_large_result_does_not_hold_up_the_others(void **state)
{
    (void)state;
    world *w = new_world(1000000);
    felt_command one = {.kind = FELT_COMMAND_BET, .wager = wager(w, CARDS, "player"), .amount = {100}};
    for (int i = 0; i < PLAYERS; i++)
        assert_int_equal(sit(w, CARDS, i), HOUSE_DONE);
    assert_int_equal(sit(w, DICE, 0), HOUSE_DONE);
    assert_int_equal(bet(w, DICE, 0, "field", 100), HOUSE_DONE);
    for (int i = 0; i < HOUSE_MOVES; i++) {
        send_command(w, CARDS, i % PLAYERS, one, ++w->last_id);
        if (i % 100 == 99)
            turn(w);
    }
    turn(w);
    assert_int_equal(felt_table_look(house_table_at(w->h, CARDS)).bets, HOUSE_MOVES);
    int before = w->results;
    send_command(w, CARDS, 0, (felt_command){.kind = FELT_COMMAND_DEAL}, ++w->last_id);
    send_command(w, DICE, 0, (felt_command){.kind = FELT_COMMAND_DEAL}, ++w->last_id);
    assert_int_equal(house_turn(w->h, w->now), w->now); /* at once again */
    assert_int_equal(w->results, before + 1);
    turn(w);
    assert_int_equal(w->results, before + 2);
    assert_true(house_turn(w->h, w->now) > w->now);
    nothing_is_lost(w);
    books_balance(w);
    free_world(w);
}

/* "the tables are then ahead of what anybody may be shown": nobody is told of what is on its way, and what comes meanwhile waits. */
static void nobody_is_told_of_what_is_on_its_way(void **state)
{
    (void)state;
    world *w = new_world_of(1000000, true);
    felt_command one = {.kind = FELT_COMMAND_BET, .wager = wager(w, CARDS, "player"), .amount = {100}};
    assert_int_equal(sit(w, CARDS, 0), HOUSE_DONE);
    int before = w->answers;
    send_command(w, CARDS, 0, one, ++w->last_id);
    assert_true(house_turn(w->h, w->now) > w->now);
    assert_int_equal(w->answers, before);
    assert_false(house_wind_up(w->h, w->now));
    send_command(w, CARDS, 0, one, ++w->last_id);
    house_await(w->h, 10000000);
    assert_int_equal(w->answers, before);
    assert_true(house_settled(w->h, false, w->now));
    assert_int_equal(w->answers, before + 1);
    assert_int_equal(w->answer.answer.bet, 1);
    reopen(w); /* the second was in no batch, and is forgotten */
    assert_int_equal(felt_table_look(house_table_at(w->h, CARDS)).bets, 1);
    nothing_is_lost(w);
    books_balance(w);
    free_world(w);
}

/* A commit fails after the turn: both the command that was in it and the one that came meanwhile are done, once. */
static void what_fails_on_its_way_is_done_again(void **state)
{
    (void)state;
    disk d;
    disk_install(&d, false);
    int failed = 0;
    for (long at = 0; at < 6; at++) {
        world *w = new_world_of(1000000, true);
        felt_command one = {.kind = FELT_COMMAND_BET, .wager = wager(w, CARDS, "player"), .amount = {100}};
        assert_int_equal(sit(w, CARDS, 0), HOUSE_DONE);
        int before = w->answers, rebuilt = w->rebuilt;
        send_command(w, CARDS, 0, one, ++w->last_id);
        disk_fail(&d, at, false, SQLITE_IOERR);
        house_turn(w->h, w->now);
        send_command(w, CARDS, 0, one, ++w->last_id);
        house_settled(w->h, true, w->now);
        bool lost = d.failed;
        assert_int_equal(w->answers, before + (lost ? 0 : 1));
        for (int tries = 0; tries < 10 && w->answers < before + 2; tries++) {
            turn(w);
            w->now += HOUSE_REOPEN_MS;
        }
        assert_int_equal(w->answers, before + 2);
        assert_true(!lost || w->rebuilt > rebuilt);
        failed += lost;
        disk_mend(&d);
        assert_int_equal(felt_table_look(house_table_at(w->h, CARDS)).bets, 2);
        nothing_is_lost(w);
        books_balance(w);
        free_world(w);
    }
    assert_true(failed > 0);
    disk_remove(&d);
}

static void many_commands_with_restarts(void **state)
{
    (void)state;
    uint64_t seed = 99;
    world *w = new_world_of(1000000, true);
    for (int i = 0; i < PLAYERS; i++) {
        sit(w, CARDS, i);
        sit(w, DICE, i);
    }
    for (int i = 0; i < STEPS; i++) {
        int sent = 1 + (int)(next_random(&seed) % 20), before = w->answers;
        for (int k = 0; k < sent; k++)
            send_random(w, &seed);
        w->now += (int64_t)(next_random(&seed) % 500);
        turn(w);
        assert_int_equal(w->answers, before + sent);
        if (next_random(&seed) % 20 == 0) {
            reopen(w);
            nothing_is_lost_or_paid_unseen(w);
            books_balance(w);
        }
    }
    assert_true(w->results > 100);
    free_world(w);
}

/* ---- tables that come and go ---- */

static int open_third(world *w, const char *name, bool private, felt_status expected)
{
    int table = -1;
    felt_status status = try_third(w, name, private, &table);
    assert_int_equal(status, expected);
    if (status == FELT_OK)
        turn(w);
    return table;
}

static void end_third(world *w, int table)
{
    felt_error error;
    assert_int_equal(house_table_close(w->h, table, NULL, NULL, w->now, &error), FELT_OK);
    turn(w);
}

static void a_table_is_opened_and_closed_between_turns(void **state)
{
    (void)state;
    world *w = new_world(100000);
    int third = open_third(w, "third", false, FELT_OK);
    assert_true(house_is_opened(w->h, third));
    assert_false(house_is_opened(w->h, CARDS));
    assert_int_equal(house_find(w->h, felt_text_from("third")), third);
    open_third(w, "third", false, FELT_EDATA);
    open_third(w, "cards", false, FELT_EDATA);
    assert_int_equal(sit(w, third, 0), HOUSE_DONE);
    assert_int_equal(bet(w, third, 0, "player", 1000), HOUSE_DONE);
    assert_int_equal(deal(w, third, 0), HOUSE_DONE);
    assert_int_equal(bet(w, third, 0, "tie", 1000), HOUSE_DONE);

    reopen(w); /* what is up is up, and the table is there with its own number in the chain */
    third = house_find(w->h, felt_text_from("third"));
    assert_int_equal(w->came, 1);
    assert_int_equal(felt_table_look(house_table_at(w->h, third)).bets, 1);
    assert_int_equal(felt_table_look(house_table_at(w->h, third)).round, 1);
    felt_table_id chain = house_table_id(w->h, third);

    end_third(w, third); /* what is up plays out */
    assert_int_equal(w->gone, 1);
    assert_int_equal(house_find(w->h, felt_text_from("third")), -1);
    int64_t records, held = 0;
    felt_error error;
    assert_int_equal(felt_store_verify(house_store(w->h), chain, &records, &error), FELT_OK);
    assert_int_equal(felt_store_holds(house_store(w->h), chain, (felt_player_id){0}, add_hold, &held, &error), FELT_OK);
    assert_int_equal(held, 0);
    assert_int_equal(w->stage, FELT_FAIR_SPENT); /* and the seed of its shoe is told */
    books_balance(w);
    reopen(w);
    assert_int_equal(house_find(w->h, felt_text_from("third")), -1);
    int again = open_third(w, "third", false, FELT_OK); /* it goes on in the same chain */
    assert_int_equal(house_table_id(w->h, again).number, chain.number);
    assert_int_equal(felt_table_look(house_table_at(w->h, again)).round, 2);
    free_world(w);
}

static void a_table_that_is_looked_at_waits_before_it_goes(void **state)
{
    (void)state;
    world *w = new_world(100000);
    int third = open_third(w, "third", false, FELT_OK);
    assert_int_equal(sit(w, third, 0), HOUSE_DONE);
    w->stay = true;
    end_third(w, third);
    assert_int_equal(w->gone, 0);
    assert_true(house_is_closing(w->h, third));
    assert_int_equal(bet(w, third, 0, "player", 1000), HOUSE_REFUSED);
    reopen(w); /* that it closes was kept */
    third = house_find(w->h, felt_text_from("third"));
    assert_true(house_is_closing(w->h, third));
    w->stay = false;
    w->now += 1000;
    turn(w);
    assert_int_equal(w->gone, 1);
    free_world(w);
}

static void a_private_table_gives_back_what_is_up(void **state)
{
    (void)state;
    world *w = new_world(100000);
    felt_balance before, after;
    felt_error error;
    int third = open_third(w, "w-1", true, FELT_OK);
    assert_int_equal(house_maker(w->h, third), w->players[0].number);
    assert_int_equal(house_account(w->h, third), w->players[1].number);
    assert_int_equal(sit(w, third, 1), HOUSE_DONE);
    assert_int_equal(house_balance(w->h, (uint64_t)w->players[1].number, &before, &error), FELT_OK);
    assert_int_equal(bet(w, third, 1, "tie", 1000), HOUSE_DONE);
    reopen(w); /* nobody plays it any more */
    assert_int_equal(w->gone, 1);
    assert_int_equal(house_find(w->h, felt_text_from("w-1")), -1);
    assert_int_equal(house_balance(w->h, (uint64_t)w->players[1].number, &after, &error), FELT_OK);
    assert_int_equal(after.available.minor, before.available.minor);
    assert_int_equal(after.held.minor, 0);
    books_balance(w);
    free_world(w);
}

static void what_cannot_be_opened_again_is_said(void **state)
{
    (void)state;
    world *w = new_world(100000);
    felt_store *store;
    felt_error error;
    open_third(w, "third", false, FELT_OK);
    close_house(w);
    assert_int_equal(felt_store_open(w->address, &store, &error), FELT_OK);
    assert_int_equal(felt_store_begin(store, &error), FELT_OK);
    assert_int_equal(felt_store_note_set(store, felt_text_from("opened"), felt_text_from("third"),
                                         felt_text_from("felt-opened 1 3 0 0 0 "
                                                        "0000000000000000000000000000000000000000000000000000000000000000"),
                                         0, &error),
                     FELT_OK);
    assert_int_equal(felt_store_commit(store, &error), FELT_OK);
    felt_store_close(store);
    int notes = w->notes;
    open_house(w);
    assert_int_equal(w->notes, notes + 1);
    assert_int_equal(house_find(w->h, felt_text_from("third")), -1);
    assert_int_equal(sit(w, CARDS, 0), HOUSE_DONE); /* the others are dealt */
    free_world(w);
}

static void there_are_as_many_as_may_be(void **state)
{
    (void)state;
    world *w = new_world(100000);
    char name[32];
    for (int i = 0; i < HOUSE_PRIVATE_MAX; i++) {
        snprintf(name, sizeof name, "w-%d", i);
        assert_true(open_third(w, name, true, FELT_OK) >= 0);
    }
    open_third(w, "one-more", true, FELT_ELIMIT);
    int public = open_third(w, "public", false, FELT_OK);
    end_third(w, house_find(w->h, felt_text_from("w-3")));
    assert_true(open_third(w, "one-more", true, FELT_OK) >= 0);
    assert_int_equal(house_find(w->h, felt_text_from("public")), public);
    free_world(w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_round_is_paid_and_survives_a_restart),
        cmocka_unit_test(a_table_is_opened_and_closed_between_turns),
        cmocka_unit_test(a_table_that_is_looked_at_waits_before_it_goes),
        cmocka_unit_test(a_private_table_gives_back_what_is_up),
        cmocka_unit_test(what_cannot_be_opened_again_is_said),
        cmocka_unit_test(there_are_as_many_as_may_be),
        cmocka_unit_test(a_hand_at_dice_survives_a_restart),
        cmocka_unit_test(who_has_not_enough_is_refused),
        cmocka_unit_test(what_is_refused_is_forgotten_only_where_it_must_be),
        cmocka_unit_test(an_id_has_one_effect_wherever_and_whenever_it_comes),
        cmocka_unit_test(bets_finish_under_their_own_setup),
        cmocka_unit_test(players_take_part_in_a_shoe),
        cmocka_unit_test(many_commands_with_restarts),
        cmocka_unit_test(a_large_result_does_not_hold_up_the_others),
        cmocka_unit_test(nobody_is_told_of_what_is_on_its_way),
        cmocka_unit_test(what_fails_on_its_way_is_done_again),
        cmocka_unit_test(each_write_fails_in_turn),
        cmocka_unit_test(each_write_fails_while_tables_come_and_go),
        cmocka_unit_test(power_is_lost),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
