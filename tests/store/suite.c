/* tests/store/suite.c - what a store must do, whatever engine it has. */
#include "suite.h"

#include <stdatomic.h>
#include <string.h>

#define TEXT(literal) ((felt_text){literal, sizeof literal - 1})

void good(felt_status status, const felt_error *error)
{
    if (status != FELT_OK)
        print_error("%s: %s\n", felt_status_text(status), error->message);
    assert_int_equal(status, FELT_OK);
}

/* That status, and a message with `part` in it. */
static void refused(felt_status status, felt_status expected, const felt_error *error, const char *part)
{
    if (status != expected || strstr(error->message, part) == NULL)
        print_error("found %s: %s; expected %s: ... %s\n", felt_status_text(status), error->message, felt_status_text(expected), part);
    assert_int_equal(status, expected);
    assert_non_null(strstr(error->message, part));
}

felt_store *bank_open(const char *address)
{
    felt_store *store = NULL;
    felt_error error;
    good(felt_store_open(address, &store, &error), &error);
    return store;
}

void bank_set_up(bank *b)
{
    felt_error error;
    int64_t fence;
    good(felt_store_begin(b->store, &error), &error);
    good(felt_store_table(b->store, TEXT("craps 1"), &b->table, &error), &error);
    good(felt_store_player_add(b->store, TEXT("Ann"), &b->player, &error), &error);
    good(felt_store_grant(b->store, b->player, (felt_money){BANK_CREDITS}, TEXT("welcome"), 1, &error), &error);
    good(felt_store_commit(b->store, &error), &error);
    good(felt_store_lease_take(b->store, b->table, TEXT("here"), 60000, &fence, &error), &error);
    b->bets = 0;
}

felt_deed bank_deed(const bank *b, felt_entry_kind kind, const char *record, const felt_move *moves, int count)
{
    return (felt_deed){
        .table = b->table, .record = felt_text_from(record), .kind = kind, .time_ms = 2, .moves = moves, .move_count = count};
}

felt_move bank_move(const bank *b, felt_move_kind kind, int64_t bet, int64_t amount)
{
    return (felt_move){kind, b->player, bet, {amount}};
}

int64_t bank_keep(bank *b, felt_entry_kind kind, const char *record, const felt_move *moves, int count)
{
    felt_error error;
    int64_t sequence = 0;
    felt_deed deed = bank_deed(b, kind, record, moves, count);
    good(felt_store_keep(b->store, &deed, &sequence, &error), &error);
    return sequence;
}

int64_t bank_append(bank *b, const char *record)
{
    return bank_keep(b, FELT_ENTRY_NONE, record, NULL, 0);
}

int64_t bank_hold(bank *b, int64_t amount)
{
    felt_move m = bank_move(b, FELT_MOVE_HOLD, ++b->bets, amount);
    bank_keep(b, FELT_ENTRY_BET, "bet", &m, 1);
    return m.bet;
}

void bank_check(bank *b)
{
    felt_error error;
    felt_store_audit_result audit;
    int64_t records;
    good(felt_store_audit(b->store, &audit, &error), &error);
    assert_int_equal(audit.available.minor + audit.held.minor + audit.house.minor + audit.grants.minor, 0);
    felt_store_sums_result sums;
    good(felt_store_sums(b->store, &sums, &error), &error);
    assert_int_equal(sums.available.minor, audit.available.minor);
    assert_int_equal(sums.held.minor, audit.held.minor);
    assert_int_equal(sums.house.minor, audit.house.minor);
    assert_int_equal(sums.grants.minor, audit.grants.minor);
    assert_int_equal(sums.standing, audit.standing);
    good(felt_store_verify(b->store, b->table, &records, &error), &error);
    good(felt_store_verify(b->store, (felt_table_id){0}, &records, &error), &error);
}

/* ---- one store for each test ---- */

typedef struct suite_state {
    const suite_engine *engine;
    bank bank;
} suite_state;

static int set_up(void **state)
{
    suite_state *s = *state;
    s->engine->fresh(s->bank.address);
    s->bank.store = bank_open(s->bank.address);
    bank_set_up(&s->bank);
    return 0;
}

static int tear_down(void **state)
{
    suite_state *s = *state;
    felt_store_close(s->bank.store);
    s->engine->drop(s->bank.address);
    return 0;
}

bank *suite_bank(void **state)
{
    return &((suite_state *)*state)->bank;
}

const suite_engine *suite_engine_of(void **state)
{
    return ((suite_state *)*state)->engine;
}

void suite_anew(void **state)
{
    tear_down(state);
    set_up(state);
}

static void begin(bank *b)
{
    felt_error error;
    good(felt_store_begin(b->store, &error), &error);
}

static void commit(bank *b)
{
    felt_error error;
    good(felt_store_commit(b->store, &error), &error);
}

void suite_restart(bank *b)
{
    felt_error error;
    int64_t fence;
    felt_store_close(b->store);
    b->store = bank_open(b->address);
    good(felt_store_lease_take(b->store, b->table, TEXT("here"), 60000, &fence, &error), &error);
}

static void assert_balance(bank *b, int64_t available, int64_t held)
{
    felt_error error;
    felt_balance balance;
    good(felt_store_balance(b->store, b->player, &balance, &error), &error);
    assert_int_equal(balance.available.minor, available);
    assert_int_equal(balance.held.minor, held);
}

/* A deed with one move is refused, and changes nothing. */
static void move_refused(bank *b, felt_entry_kind kind, felt_move m, felt_status expected, const char *part)
{
    felt_error error;
    felt_balance before, after;
    felt_head head, same;
    int64_t sequence = -1;
    felt_deed deed = bank_deed(b, kind, "refused", &m, 1);
    good(felt_store_balance(b->store, b->player, &before, &error), &error);
    good(felt_store_head(b->store, b->table, &head, &error), &error);
    refused(felt_store_keep(b->store, &deed, &sequence, &error), expected, &error, part);
    good(felt_store_balance(b->store, b->player, &after, &error), &error);
    good(felt_store_head(b->store, b->table, &same, &error), &error);
    assert_int_equal(sequence, -1);
    assert_memory_equal(&before, &after, sizeof before);
    assert_memory_equal(&head, &same, sizeof head);
}

static int64_t house(bank *b)
{
    felt_error error;
    felt_store_audit_result audit;
    good(felt_store_audit(b->store, &audit, &error), &error);
    return audit.house.minor;
}

/* ---- the bank ---- */

static void test_players(void **state)
{
    bank *b = suite_bank(state);
    felt_error error;
    felt_player_id found;
    felt_balance balance;
    char name[FELT_STORE_NAME_BYTES_MAX + 1];
    memset(name, 'n', sizeof name);
    begin(b);
    refused(felt_store_player_add(b->store, TEXT("Ann"), &found, &error), FELT_EDATA, &error, "choose another");
    refused(felt_store_player_add(b->store, TEXT(""), &found, &error), FELT_ELIMIT, &error, "0 bytes");
    refused(felt_store_player_add(b->store, (felt_text){name, sizeof name}, &found, &error), FELT_ELIMIT, &error, "65 bytes");
    good(felt_store_player_add(b->store, (felt_text){name, sizeof name - 1}, &found, &error), &error);
    assert_true(found.number > b->player.number);
    commit(b);
    good(felt_store_player_find(b->store, TEXT("Ann"), &found, &error), &error);
    assert_int_equal(found.number, b->player.number);
    refused(felt_store_player_find(b->store, TEXT("Bob"), &found, &error), FELT_ENOTFOUND, &error, "no such player");
    for (int i = -1; i <= 0; i++)
        refused(felt_store_balance(b->store, (felt_player_id){i}, &balance, &error), FELT_ENOTFOUND, &error, "no such player");
    refused(felt_store_balance(b->store, (felt_player_id){99}, &balance, &error), FELT_ENOTFOUND, &error, "no such player");
    assert_balance(b, BANK_CREDITS, 0);
}

static void test_grants(void **state)
{
    bank *b = suite_bank(state);
    felt_error error;
    char reason[FELT_STORE_REASON_BYTES_MAX + 1];
    memset(reason, '\1', sizeof reason);
    felt_money most = {FELT_STORE_AMOUNT_MAX}, more = {FELT_STORE_AMOUNT_MAX + 1};
    begin(b);
    refused(felt_store_grant(b->store, b->player, (felt_money){0}, TEXT("x"), 1, &error), FELT_ERANGE, &error, "1 to");
    refused(felt_store_grant(b->store, b->player, (felt_money){-5}, TEXT("x"), 1, &error), FELT_ERANGE, &error, "-5");
    refused(felt_store_grant(b->store, b->player, more, TEXT("x"), 1, &error), FELT_ERANGE, &error, "1 to");
    refused(felt_store_grant(b->store, b->player, most, TEXT(""), 1, &error), FELT_ELIMIT, &error, "reason");
    refused(felt_store_grant(b->store, b->player, most, (felt_text){reason, sizeof reason}, 1, &error), FELT_ELIMIT, &error, "257");
    for (int i = -1; i < 8; i += i == 0 ? 7 : 1)
        refused(felt_store_grant(b->store, (felt_player_id){i}, most, TEXT("x"), 1, &error), FELT_ENOTFOUND, &error, "no such player");
    good(felt_store_grant(b->store, b->player, most, (felt_text){reason, sizeof reason - 1}, 1, &error), &error);
    commit(b);
    assert_balance(b, BANK_CREDITS + FELT_STORE_AMOUNT_MAX, 0);
    bank_check(b);
}

/* A grant is a record of the bank's own chain, as JSON whatever its reason. */
static void test_grant_record(void **state)
{
    bank *b = suite_bank(state);
    felt_error error;
    felt_text record;
    felt_arena *arena = felt_arena_new(1 << 16);
    begin(b);
    good(felt_store_grant(b->store, b->player, (felt_money){5}, TEXT("a \"b\" \\ \n"), 7, &error), &error);
    commit(b);
    good(felt_store_record(b->store, arena, (felt_table_id){0}, 2, &record, &error), &error);
    static const char expected[] = "{\"felt\":\"grant\",\"time\":7,\"player\":1,\"amount\":5,\"reason\":\"a \\\"b\\\" \\\\ \\u000a\"}";
    assert_int_equal(record.length, sizeof expected - 1);
    assert_memory_equal(record.bytes, expected, record.length);
    felt_arena_free(arena);
}

/* No balance wraps: not a player's at the top, not that of grants at the bottom. */
static void test_balances_fit(void **state)
{
    bank *b = suite_bank(state);
    const suite_engine *engine = ((suite_state *)*state)->engine;
    static const char *const list[] = {"UPDATE purse SET available = 9223372036854775800",
                                       "UPDATE till SET balance = -9223372036854775800 WHERE id = 0"};
    felt_error error;
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
        felt_store_close(b->store);
        engine->edit(b->address, list[i]);
        b->store = bank_open(b->address);
        begin(b);
        refused(felt_store_grant(b->store, b->player, (felt_money){100}, TEXT("x"), 1, &error), FELT_ERANGE, &error, "64 bits");
        commit(b);
    }
}

/* Lost, pushed, won, paid a part: what the player has, and what the house has. */
static void test_settle(void **state)
{
    bank *b = suite_bank(state);
    static const struct {
        int64_t paid, house;
    } list[] = {{0, 500}, {500, 0}, {1000, -500}, {250, 250}, {40 * 500, -39 * 500}};
    int64_t available = BANK_CREDITS, won = 0;
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
        begin(b);
        int64_t bet = bank_hold(b, 500);
        assert_balance(b, available - 500, 500);
        commit(b);
        begin(b);
        felt_move m = bank_move(b, FELT_MOVE_SETTLE, bet, list[i].paid);
        bank_keep(b, FELT_ENTRY_RESULT, "result", &m, 1);
        commit(b);
        available += list[i].paid - 500;
        won += list[i].house;
        assert_balance(b, available, 0);
        assert_int_equal(house(b), won);
    }
    bank_check(b);
}

static void test_hold_limits(void **state)
{
    bank *b = suite_bank(state);
    felt_move m = bank_move(b, FELT_MOVE_HOLD, 7, BANK_CREDITS + 1);
    begin(b);
    move_refused(b, FELT_ENTRY_BET, m, FELT_ELIMIT, "bet less");
    m.amount.minor = 0;
    move_refused(b, FELT_ENTRY_BET, m, FELT_ERANGE, "1 to");
    m.amount.minor = 1;
    m.player.number = 77;
    move_refused(b, FELT_ENTRY_BET, m, FELT_ENOTFOUND, "no such player");
    m.player.number = INT64_MAX;
    move_refused(b, FELT_ENTRY_BET, m, FELT_ENOTFOUND, "no such player");
    m = bank_move(b, FELT_MOVE_HOLD, 0, 1);
    move_refused(b, FELT_ENTRY_BET, m, FELT_ERANGE, "from 1");
    bank_hold(b, BANK_CREDITS);
    m = bank_move(b, FELT_MOVE_HOLD, 7, 1);
    move_refused(b, FELT_ENTRY_BET, m, FELT_ELIMIT, "bet less");
    commit(b);
    assert_balance(b, 0, BANK_CREDITS);
    bank_check(b);
}

/* A bet is raised, lowered, and taken back. */
static void test_raise_and_lower(void **state)
{
    bank *b = suite_bank(state);
    begin(b);
    int64_t bet = bank_hold(b, 100);
    felt_move list[] = {bank_move(b, FELT_MOVE_HOLD, bet, 50), bank_move(b, FELT_MOVE_RETURN, bet, 30),
                        bank_move(b, FELT_MOVE_RETURN, bet, 120)};
    bank_keep(b, FELT_ENTRY_BET, "raise", &list[0], 1);
    assert_balance(b, BANK_CREDITS - 150, 150);
    move_refused(b, FELT_ENTRY_BET, bank_move(b, FELT_MOVE_RETURN, bet, 151), FELT_EDATA, "holds 150");
    bank_keep(b, FELT_ENTRY_BET, "lower", &list[1], 1);
    commit(b);
    suite_restart(b);
    assert_balance(b, BANK_CREDITS - 120, 120);
    begin(b);
    bank_keep(b, FELT_ENTRY_BET, "take back", &list[2], 1);
    move_refused(b, FELT_ENTRY_BET, list[0], FELT_EDATA, "ended before"); /* its number is used up */
    commit(b);
    suite_restart(b);
    begin(b);
    move_refused(b, FELT_ENTRY_BET, list[0], FELT_EDATA, "ended before");
    commit(b);
    assert_balance(b, BANK_CREDITS, 0);
    bank_check(b);
}

/* Settled or returned: one of the two, once, at its table, by its player; also after a restart. */
static void test_exactly_once(void **state)
{
    bank *b = suite_bank(state);
    felt_error error;
    felt_player_id bob;
    begin(b);
    int64_t settled = bank_hold(b, 10), returned = bank_hold(b, 20), kept = bank_hold(b, 30);
    felt_move ends[] = {bank_move(b, FELT_MOVE_SETTLE, settled, 20), bank_move(b, FELT_MOVE_RETURN, returned, 20)};
    bank_keep(b, FELT_ENTRY_RESULT, "result", ends, 2);
    commit(b);
    for (int again = 0; again < 2; again++) {
        begin(b);
        for (int kind = FELT_MOVE_HOLD; kind <= FELT_MOVE_PAY; kind++) {
            move_refused(b, FELT_ENTRY_RESULT, bank_move(b, (felt_move_kind)kind, settled, 10), FELT_EDATA, "before");
            move_refused(b, FELT_ENTRY_RESULT, bank_move(b, (felt_move_kind)kind, returned, 20), FELT_EDATA, "before");
            if (kind != FELT_MOVE_HOLD)
                move_refused(b, FELT_ENTRY_RESULT, bank_move(b, (felt_move_kind)kind, 99, 20), FELT_ENOTFOUND, "nothing is held");
        }
        commit(b);
        assert_balance(b, BANK_CREDITS + 10 - 30, 30);
        suite_restart(b);
    }
    begin(b);
    good(felt_store_player_add(b->store, TEXT("Bob"), &bob, &error), &error);
    for (int kind = FELT_MOVE_HOLD; kind <= FELT_MOVE_PAY; kind++) {
        felt_move m = bank_move(b, (felt_move_kind)kind, kept, 10);
        m.player = bob;
        move_refused(b, FELT_ENTRY_RESULT, m, FELT_EDATA, "another player's");
    }
    commit(b);
    bank_check(b);
}

/* The same number is another bet at another table. */
static void test_bets_of_tables(void **state)
{
    bank *b = suite_bank(state);
    felt_error error;
    felt_table_id here = b->table, other;
    int64_t fence;
    begin(b);
    good(felt_store_table(b->store, TEXT("craps 2"), &other, &error), &error);
    commit(b);
    good(felt_store_lease_take(b->store, other, TEXT("here"), 60000, &fence, &error), &error);
    begin(b);
    felt_move m = bank_move(b, FELT_MOVE_SETTLE, bank_hold(b, 30), 0);
    b->table = other;
    move_refused(b, FELT_ENTRY_RESULT, m, FELT_ENOTFOUND, "nothing is held");
    b->bets = 0;
    assert_int_equal(bank_hold(b, 40), m.bet);
    bank_keep(b, FELT_ENTRY_RESULT, "roll", &m, 1);
    commit(b);
    assert_balance(b, BANK_CREDITS - 70, 30);
    bank_check(b);
    b->table = here;
    bank_check(b);
}

/* All of a deed, or nothing: its last move is refused. */
static void test_whole_or_not(void **state)
{
    bank *b = suite_bank(state);
    felt_error error;
    int64_t sequence;
    felt_table_id table;
    begin(b);
    int64_t bet = bank_hold(b, 10);
    felt_move list[] = {bank_move(b, FELT_MOVE_HOLD, 8, 5), bank_move(b, FELT_MOVE_SETTLE, bet, 20),
                        bank_move(b, FELT_MOVE_SETTLE, bet, 20)};
    felt_deed deed = bank_deed(b, FELT_ENTRY_RESULT, "twice", list, 3);
    deed.player = b->player;
    deed.command = 4;
    refused(felt_store_keep(b->store, &deed, &sequence, &error), FELT_EDATA, &error, "ended before");
    assert_balance(b, BANK_CREDITS - 10, 10);
    assert_int_equal(felt_store_command_find(b->store, b->player, 4, deed.digest, &table, &sequence, &error), FELT_ENOTFOUND);
    deed.move_count = 2;
    good(felt_store_keep(b->store, &deed, &sequence, &error), &error);
    assert_int_equal(sequence, 2);
    commit(b);
    suite_restart(b);
    assert_balance(b, BANK_CREDITS + 10 - 5, 5);
    bank_check(b);
}

/* Which moves a kind of deed has, and how many. */
static void test_kinds(void **state)
{
    bank *b = suite_bank(state);
    felt_error error;
    int64_t sequence;
    begin(b);
    int64_t bet = bank_hold(b, 10);
    for (int kind = FELT_MOVE_HOLD; kind <= FELT_MOVE_PAY; kind++)
        move_refused(b, FELT_ENTRY_NONE, bank_move(b, (felt_move_kind)kind, bet, 5), FELT_EDATA, "deed of kind 0");
    move_refused(b, FELT_ENTRY_BET, bank_move(b, FELT_MOVE_SETTLE, bet, 5), FELT_EDATA, "deed of kind 2");
    move_refused(b, FELT_ENTRY_BET, bank_move(b, FELT_MOVE_PAY, bet, 5), FELT_EDATA, "deed of kind 2");
    move_refused(b, FELT_ENTRY_VOID, bank_move(b, FELT_MOVE_SETTLE, bet, 5), FELT_EDATA, "deed of kind 4");
    move_refused(b, FELT_ENTRY_RESULT, bank_move(b, (felt_move_kind)5, bet, 5), FELT_EDATA, "kind 5");
    felt_deed deed = bank_deed(b, FELT_ENTRY_RESULT, "", NULL, 0);
    refused(felt_store_keep(b->store, &deed, &sequence, &error), FELT_ELIMIT, &error, "a record");
    deed = bank_deed(b, FELT_ENTRY_RESULT, "x", NULL, FELT_STORE_MOVES_MAX + 1);
    refused(felt_store_keep(b->store, &deed, &sequence, &error), FELT_ELIMIT, &error, "65537 moves");
    for (int64_t table = -1; table < 100; table += table == 0 ? 99 : 1) {
        deed = bank_deed(b, FELT_ENTRY_RESULT, "x", NULL, 0);
        deed.table.number = table;
        refused(felt_store_keep(b->store, &deed, &sequence, &error), FELT_ENOTFOUND, &error, "no such table");
    }
    felt_move back = bank_move(b, FELT_MOVE_RETURN, bet, 10);
    bank_keep(b, FELT_ENTRY_VOID, "void", &back, 1);
    commit(b);
    assert_balance(b, BANK_CREDITS, 0);
    bank_check(b);
}

/* As many moves as a deed may have. */
static void test_most_moves(void **state)
{
    bank *b = suite_bank(state);
    felt_move *list = calloc(FELT_STORE_MOVES_MAX, sizeof *list);
    assert_non_null(list);
    for (int i = 0; i < FELT_STORE_MOVES_MAX; i++)
        list[i] = bank_move(b, FELT_MOVE_HOLD, 1 + i, 1);
    begin(b);
    bank_keep(b, FELT_ENTRY_BET, "bets", list, FELT_STORE_MOVES_MAX);
    commit(b);
    begin(b);
    for (int i = 0; i < FELT_STORE_MOVES_MAX; i++)
        list[i] = bank_move(b, FELT_MOVE_SETTLE, 1 + i, 2);
    bank_keep(b, FELT_ENTRY_RESULT, "result", list, FELT_STORE_MOVES_MAX);
    commit(b);
    free(list);
    assert_balance(b, BANK_CREDITS + FELT_STORE_MOVES_MAX, 0);
    bank_check(b);
}

/* A bet that wins and stays up, and is then lost. */
static void test_standing(void **state)
{
    bank *b = suite_bank(state);
    begin(b);
    int64_t bet = bank_hold(b, 100);
    felt_move pay = bank_move(b, FELT_MOVE_PAY, bet, 70), lose = bank_move(b, FELT_MOVE_SETTLE, bet, 0);
    bank_keep(b, FELT_ENTRY_RESULT, "roll", &pay, 1);
    bank_keep(b, FELT_ENTRY_RESULT, "roll", &pay, 1);
    assert_balance(b, BANK_CREDITS - 100 + 140, 100);
    bank_keep(b, FELT_ENTRY_RESULT, "roll", &lose, 1);
    commit(b);
    assert_balance(b, BANK_CREDITS + 40, 0);
    bank_check(b);
}

static bool count_hold(void *context, const felt_standing_hold *hold)
{
    int64_t *sum = context;
    *sum = *sum * 1000 + hold->bet * 100 + hold->amount.minor;
    return true;
}

static void test_holds(void **state)
{
    bank *b = suite_bank(state);
    felt_error error;
    static const struct {
        int64_t table, player, expected;
    } list[] = {{0, 0, 101303}, {1, 0, 101303}, {9, 0, 0}, {0, 1, 101303}, {1, 1, 101303}, {1, 2, 0}, {0, 2, 0}};
    begin(b);
    bank_hold(b, 1);
    felt_move back = bank_move(b, FELT_MOVE_RETURN, bank_hold(b, 2), 2);
    bank_hold(b, 3);
    bank_keep(b, FELT_ENTRY_BET, "take back", &back, 1);
    for (int after = 0; after < 2; after++) {
        for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
            int64_t found = 0;
            felt_table_id table = {list[i].table};
            good(felt_store_holds(b->store, table, (felt_player_id){list[i].player}, count_hold, &found, &error), &error);
            assert_int_equal(found, list[i].expected);
        }
        if (after == 0) {
            commit(b);
            suite_restart(b);
        }
    }
}

static void test_void(void **state)
{
    bank *b = suite_bank(state);
    felt_error error;
    int64_t voided;
    bool was;
    begin(b);
    int64_t won = bank_hold(b, 100), lost = bank_hold(b, 200), pushed = bank_hold(b, 300), stands = bank_hold(b, 400);
    felt_move list[] = {bank_move(b, FELT_MOVE_SETTLE, won, 1000), bank_move(b, FELT_MOVE_SETTLE, lost, 0),
                        bank_move(b, FELT_MOVE_RETURN, pushed, 300), bank_move(b, FELT_MOVE_PAY, stands, 50)};
    int64_t result = bank_keep(b, FELT_ENTRY_RESULT, "roll", list, 4);
    commit(b);
    assert_balance(b, BANK_CREDITS - 400 + 900 - 200 + 50, 400);
    good(felt_store_voided(b->store, b->table, result, &was, &error), &error);
    assert_false(was);
    refused(felt_store_voided(b->store, b->table, 99, &was, &error), FELT_ENOTFOUND, &error, "no such record");
    begin(b);
    refused(felt_store_void(b->store, b->table, result, TEXT(""), 5, &voided, &error), FELT_ELIMIT, &error, "reason");
    refused(felt_store_void(b->store, b->table, 99, TEXT("x"), 5, &voided, &error), FELT_ENOTFOUND, &error, "no such record");
    refused(felt_store_void(b->store, (felt_table_id){0}, 1, TEXT("x"), 5, &voided, &error), FELT_ENOTFOUND, &error, "no such table");
    refused(felt_store_void(b->store, b->table, 1, TEXT("x"), 5, &voided, &error), FELT_EDATA, &error, "only a result");
    good(felt_store_void(b->store, b->table, result, TEXT("a die fell off the table"), 5, &voided, &error), &error);
    assert_int_equal(voided, result + 1);
    refused(felt_store_void(b->store, b->table, result, TEXT("again"), 5, &voided, &error), FELT_EDATA, &error, "voided before");
    refused(felt_store_void(b->store, b->table, voided, TEXT("x"), 5, &voided, &error), FELT_EDATA, &error, "only a result");
    commit(b);
    suite_restart(b);
    assert_balance(b, BANK_CREDITS - 400, 400);
    assert_int_equal(house(b), 0);
    good(felt_store_voided(b->store, b->table, result, &was, &error), &error);
    assert_true(was);
    begin(b);
    refused(felt_store_void(b->store, b->table, result, TEXT("again"), 5, &voided, &error), FELT_EDATA, &error, "voided before");
    move_refused(b, FELT_ENTRY_RESULT, list[1], FELT_EDATA, "ended before");
    commit(b);
    bank_check(b);
}

/* Winnings that were lost again cannot be taken back: the player would be below zero. */
static void test_void_of_what_is_gone(void **state)
{
    bank *b = suite_bank(state);
    felt_error error;
    int64_t voided;
    begin(b);
    felt_move win = bank_move(b, FELT_MOVE_SETTLE, bank_hold(b, BANK_CREDITS), 2 * BANK_CREDITS);
    int64_t result = bank_keep(b, FELT_ENTRY_RESULT, "won", &win, 1);
    bank_hold(b, 2 * BANK_CREDITS);
    refused(felt_store_void(b->store, b->table, result, TEXT("x"), 5, &voided, &error), FELT_ELIMIT, &error, "grant it first");
    commit(b);
    assert_balance(b, 0, 2 * BANK_CREDITS);
    bank_check(b);
}

/* What is taken back and what is given back may even out: a player with nothing at hand is not below zero on the way. */
static void test_void_that_evens_out(void **state)
{
    bank *b = suite_bank(state);
    felt_error error;
    int64_t voided;
    begin(b);
    int64_t won = bank_hold(b, 1000), lost = bank_hold(b, 1000);
    felt_move list[] = {bank_move(b, FELT_MOVE_SETTLE, won, 2000), bank_move(b, FELT_MOVE_SETTLE, lost, 0)};
    int64_t result = bank_keep(b, FELT_ENTRY_RESULT, "roll", list, 2);
    bank_hold(b, BANK_CREDITS);
    good(felt_store_void(b->store, b->table, result, TEXT("x"), 5, &voided, &error), &error);
    commit(b);
    assert_balance(b, 0, BANK_CREDITS);
    bank_check(b);
}

/* ---- commands ---- */

/* An id has one effect, wherever it comes again, and no second meaning. */
static void test_commands(void **state)
{
    bank *b = suite_bank(state);
    felt_error error;
    felt_table_id table = {0};
    int64_t sequence = 0;
    static const uint64_t ids[] = {0, 1, UINT64_MAX, UINT64_C(1) << 63};
    begin(b);
    for (size_t i = 0; i < sizeof ids / sizeof *ids; i++) {
        felt_deed deed = bank_deed(b, FELT_ENTRY_NONE, "bet", NULL, 0);
        deed.player = b->player;
        deed.command = ids[i];
        deed.digest[15] = 7;
        refused(felt_store_command_find(b->store, b->player, ids[i], deed.digest, &table, &sequence, &error), FELT_ENOTFOUND, &error,
                "no such command");
        good(felt_store_keep(b->store, &deed, &sequence, &error), &error);
        assert_int_equal(sequence, (int)i + 1);
        refused(felt_store_keep(b->store, &deed, &sequence, &error), FELT_EDATA, &error, "used before");
        deed.player.number = 99;
        refused(felt_store_keep(b->store, &deed, &sequence, &error), FELT_ENOTFOUND, &error, "no such player");
        deed.player.number = -1;
        refused(felt_store_keep(b->store, &deed, &sequence, &error), FELT_ENOTFOUND, &error, "no such player");
    }
    for (int after = 0; after < 2; after++) {
        uint8_t digest[FELT_STORE_DIGEST_BYTES] = {[15] = 7}, other[FELT_STORE_DIGEST_BYTES] = {0};
        for (size_t i = 0; i < sizeof ids / sizeof *ids; i++) {
            good(felt_store_command_find(b->store, b->player, ids[i], digest, &table, &sequence, &error), &error);
            assert_int_equal(table.number, b->table.number);
            assert_int_equal(sequence, (int)i + 1);
            refused(felt_store_command_find(b->store, b->player, ids[i], other, &table, &sequence, &error), FELT_EDATA, &error,
                    "another command");
            refused(felt_store_command_find(b->store, (felt_player_id){2}, ids[i], digest, &table, &sequence, &error), FELT_ENOTFOUND,
                    &error, "no such command");
        }
        if (after == 0) {
            commit(b);
            suite_restart(b);
        }
    }
}

static felt_status keep_command(bank *b, uint64_t id, felt_error *error)
{
    int64_t sequence;
    felt_deed deed = bank_deed(b, FELT_ENTRY_NONE, "bet", NULL, 0);
    deed.player = b->player;
    deed.command = id;
    return felt_store_keep(b->store, &deed, &sequence, error);
}

/* An id is used once, whether it is higher than others or not, and whatever was forgotten since. */
static void test_ids_in_any_order(void **state)
{
    static const uint64_t ids[] = {10, 5, 12, 7, 1000, 999, 1};
    enum { COUNT = sizeof ids / sizeof *ids };
    bank *b = suite_bank(state);
    felt_error error;
    for (int i = 0; i < COUNT; i++) {
        begin(b);
        for (int k = 0; k < i; k++)
            refused(keep_command(b, ids[k], &error), FELT_EDATA, &error, "used before");
        good(keep_command(b, ids[i], &error), &error);
        refused(keep_command(b, ids[i], &error), FELT_EDATA, &error, "used before");
        commit(b);
        begin(b);
        good(keep_command(b, 5000, &error), &error); /* comes to nothing, and everything is forgotten */
        good(felt_store_rollback(b->store, &error), &error);
        if (i % 3 == 2)
            suite_restart(b);
    }
    begin(b);
    good(keep_command(b, 5000, &error), &error);
    commit(b);
    bank_check(b);
}

/* What is expected is found all the same, and what is not expected too. */
static void test_expect(void **state)
{
    bank *b = suite_bank(state);
    felt_error error;
    felt_table_id table;
    int64_t sequence;
    felt_expected list[] = {{b->player, 1}, {b->player, 2}, {{99}, 3}, {b->player, 1}, {{-1}, 0}};
    for (int round = 0; round < 3; round++) {
        felt_deed deed = bank_deed(b, FELT_ENTRY_NONE, "x", NULL, 0);
        deed.player = b->player;
        deed.command = (uint64_t)round;
        begin(b);
        good(felt_store_expect(b->store, list, 5, &error), &error);
        good(felt_store_expect(b->store, NULL, 0, &error), &error);
        for (int i = 0; i < 3; i++)
            assert_int_equal(felt_store_command_find(b->store, b->player, (uint64_t)i, deed.digest, &table, &sequence, &error),
                             i < round ? FELT_OK : FELT_ENOTFOUND);
        good(felt_store_keep(b->store, &deed, &sequence, &error), &error);
        commit(b);
    }
}

static void test_batches(void **state)
{
    bank *b = suite_bank(state);
    felt_error error;
    felt_head head;
    begin(b);
    bank_hold(b, 5);
    good(felt_store_rollback(b->store, &error), &error);
    assert_balance(b, BANK_CREDITS, 0);
    b->bets = 0;
    begin(b);
    bank_hold(b, 1);
    bank_hold(b, 4);
    commit(b);
    suite_restart(b);
    assert_balance(b, BANK_CREDITS - 5, 5);
    good(felt_store_head(b->store, b->table, &head, &error), &error);
    assert_int_equal(head.sequence, 2);
    begin(b);
    bank_hold(b, 50); /* given up by closing */
    suite_restart(b);
    assert_balance(b, BANK_CREDITS - 5, 5);
    bank_check(b);
}

static void count_one(void *context)
{
    atomic_fetch_add((atomic_int *)context, 1);
}

/* "felt_store_commit in two steps, for who has something else to do meanwhile ... Every other call of the store waits by itself" */
static void test_commit_in_two_steps(void **state)
{
    bank *b = suite_bank(state);
    felt_error error;
    felt_head head;
    atomic_int done = 0;
    for (int i = 0; i < 20; i++) {
        begin(b);
        bank_hold(b, 1);
        good(felt_store_commit_begin(b->store, count_one, &done, &error), &error);
        if (i % 3 == 0)
            assert_balance(b, BANK_CREDITS - i - 1, i + 1);
        if (i % 3 == 1) {
            felt_store_commit_wait(b->store, 10000000);
            assert_true(felt_store_commit_ended(b->store));
        }
        good(felt_store_commit_end(b->store, &error), &error);
        assert_true(felt_store_commit_ended(b->store));
    }
    begin(b);
    bank_hold(b, 5);
    good(felt_store_commit_begin(b->store, NULL, NULL, &error), &error);
    suite_restart(b); /* closing waits, too */
    assert_int_equal(atomic_load(&done), 20);
    assert_balance(b, BANK_CREDITS - 25, 25);
    good(felt_store_head(b->store, b->table, &head, &error), &error);
    assert_int_equal(head.sequence, 21);
    bank_check(b);
}

/* ---- history ---- */

static bool join_events(void *context, const felt_history_record *record)
{
    char *text = context;
    snprintf(text + strlen(text), 100 - strlen(text), "%d:%.*s ", (int)record->sequence, FELT_TEXT_ARGS(record->event));
    return record->sequence < 4;
}

static void test_history(void **state)
{
    bank *b = suite_bank(state);
    felt_error error;
    felt_table_id again;
    felt_head head;
    felt_text found;
    int64_t sequence;
    char text[100] = "", *large = calloc(1, FELT_STORE_EVENT_BYTES_MAX + 1);
    felt_arena *arena = felt_arena_new(1 << 20);
    felt_deed deed = bank_deed(b, FELT_ENTRY_NONE, "", NULL, 0);
    begin(b);
    good(felt_store_table(b->store, TEXT("craps 1"), &again, &error), &error);
    assert_int_equal(again.number, b->table.number);
    good(felt_store_head(b->store, b->table, &head, &error), &error);
    assert_int_equal(head.sequence, 0);
    for (int i = 0; i < 5; i++)
        assert_int_equal(bank_append(b, &"edcba"[i]), i + 1);
    deed.record = (felt_text){large, FELT_STORE_EVENT_BYTES_MAX + 1};
    refused(felt_store_keep(b->store, &deed, &sequence, &error), FELT_ELIMIT, &error, "a record");
    good(felt_store_record(b->store, arena, b->table, 5, &found, &error), &error); /* before the commit, too */
    commit(b);
    suite_restart(b);
    good(felt_store_read(b->store, b->table, 2, join_events, text, &error), &error);
    assert_string_equal(text, "2:dcba 3:cba 4:ba ");
    begin(b);
    deed.record.length--;
    good(felt_store_keep(b->store, &deed, &sequence, &error), &error);
    commit(b);
    good(felt_store_record(b->store, arena, b->table, 3, &found, &error), &error);
    assert_true(felt_text_is(found, "cba"));
    refused(felt_store_record(b->store, arena, b->table, 6, &found, &error), FELT_ELIMIT, &error, "no room");
    refused(felt_store_record(b->store, arena, b->table, 7, &found, &error), FELT_ENOTFOUND, &error, "no such record");
    good(felt_store_verify(b->store, b->table, &sequence, &error), &error);
    assert_int_equal(sequence, 6);
    refused(felt_store_verify(b->store, (felt_table_id){9}, &sequence, &error), FELT_ENOTFOUND, &error, "no such table");
    felt_arena_free(arena);
    free(large);
}

static bool join_tables(void *context, const felt_table_entry *table)
{
    char *text = context;
    snprintf(text + strlen(text), 100 - strlen(text), "%.*s:%d ", FELT_TEXT_ARGS(table->name), (int)table->records);
    return table->table.number < 2;
}

static void test_tables(void **state)
{
    bank *b = suite_bank(state);
    felt_error error;
    felt_table_id table;
    char text[100] = "";
    begin(b);
    good(felt_store_table(b->store, TEXT("baccarat"), &table, &error), &error);
    good(felt_store_table(b->store, TEXT("not seen"), &table, &error), &error);
    refused(felt_store_table(b->store, TEXT(""), &table, &error), FELT_ELIMIT, &error, "a table's name");
    bank_append(b, "roll");
    good(felt_store_tables(b->store, join_tables, text, &error), &error);
    assert_string_equal(text, "@bank:1 craps 1:1 baccarat:0 ");
    text[0] = '\0';
    commit(b);
    good(felt_store_tables(b->store, join_tables, text, &error), &error);
    assert_string_equal(text, "@bank:1 craps 1:1 baccarat:0 ");
}

/* The first hash of a chain, computed elsewhere. */
static void test_hash(void **state)
{
    (void)state;
    static const char expected[] = "46729b3b4e6e6748c95081bc177adab6364bb4529ed1c0efffa675a3b668decb";
    uint8_t none[FELT_STORE_HASH_BYTES] = {0}, hash[FELT_STORE_HASH_BYTES];
    char digits[2 * FELT_STORE_HASH_BYTES + 1];
    felt_history_hash(none, (felt_table_id){1}, 2, TEXT("roll 3-4"), hash);
    for (int i = 0; i < FELT_STORE_HASH_BYTES; i++)
        snprintf(digits + 2 * i, 3, "%02x", hash[i]);
    assert_string_equal(digits, expected);
}

static void test_tampered_history(void **state)
{
    bank *b = suite_bank(state);
    const suite_engine *engine = ((suite_state *)*state)->engine;
    felt_error error;
    int64_t records;
    for (const suite_tamper *t = engine->histories; t->sql != NULL; t++) {
        if (t != engine->histories) {
            suite_anew(state);
        }
        begin(b);
        for (int k = 0; k < 6; k++)
            bank_append(b, &"event by event"[k]);
        commit(b);
        felt_store_close(b->store);
        engine->tamper(b->address, t->sql);
        b->store = bank_open(b->address);
        refused(felt_store_verify(b->store, b->table, &records, &error), FELT_EDATA, &error, t->part);
    }
}

static void test_documents(void **state)
{
    bank *b = suite_bank(state);
    felt_arena *arena = felt_arena_new(1 << 20);
    felt_error error;
    felt_text found;
    uint8_t hash[FELT_STORE_HASH_BYTES], again[FELT_STORE_HASH_BYTES], other[FELT_STORE_HASH_BYTES] = {0};
    begin(b);
    good(felt_store_document_keep(b->store, TEXT("{\"wager\":1}"), hash, &error), &error);
    good(felt_store_document_keep(b->store, TEXT("{\"wager\":1}"), again, &error), &error);
    commit(b);
    assert_memory_equal(hash, again, sizeof hash);
    suite_restart(b);
    good(felt_store_document_find(b->store, arena, hash, &found, &error), &error);
    assert_true(felt_text_is(found, "{\"wager\":1}"));
    refused(felt_store_document_find(b->store, arena, other, &found, &error), FELT_ENOTFOUND, &error, "no such document");
    felt_store_close(b->store);
    ((suite_state *)*state)->engine->tamper(b->address, ((suite_state *)*state)->engine->document);
    b->store = bank_open(b->address);
    refused(felt_store_document_find(b->store, arena, hash, &found, &error), FELT_EDATA, &error, "was changed");
    felt_arena_free(arena);
}

/* ---- notes ---- */

static bool join_notes(void *context, const felt_note *note)
{
    char *text = context;
    snprintf(text + strlen(text), 100 - strlen(text), "%.*s=%.*s/%d ", FELT_TEXT_ARGS(note->key), FELT_TEXT_ARGS(note->value),
             (int)note->version);
    return !felt_text_is(note->key, "d");
}

static void test_notes(void **state)
{
    bank *b = suite_bank(state);
    felt_error error;
    felt_text found;
    int64_t version = 0;
    char text[100] = "";
    felt_arena *arena = felt_arena_new(1 << 16);
    begin(b);
    good(felt_store_note_add(b->store, TEXT("k"), TEXT("b"), TEXT("1"), &error), &error);
    refused(felt_store_note_add(b->store, TEXT("k"), TEXT("b"), TEXT("2"), &error), FELT_EDATA, &error, "there is a note");
    good(felt_store_note_add(b->store, TEXT("other"), TEXT("b"), TEXT("3"), &error), &error);
    good(felt_store_note_set(b->store, TEXT("k"), TEXT("a"), TEXT(""), 0, &error), &error);
    refused(felt_store_note_set(b->store, TEXT("k"), TEXT("c"), TEXT("4"), 1, &error), FELT_EDATA, &error, "read it again");
    commit(b);
    suite_restart(b);
    begin(b);
    good(felt_store_note_get(b->store, arena, TEXT("k"), TEXT("b"), &found, &version, &error), &error);
    assert_true(felt_text_is(found, "1"));
    assert_int_equal(version, 1);
    good(felt_store_note_set(b->store, TEXT("k"), TEXT("b"), TEXT("5"), 1, &error), &error);
    refused(felt_store_note_set(b->store, TEXT("k"), TEXT("b"), TEXT("6"), 1, &error), FELT_EDATA, &error, "read it again");
    good(felt_store_note_set(b->store, TEXT("k"), TEXT("b"), TEXT("7"), 0, &error), &error);
    good(felt_store_note_add(b->store, TEXT("k"), TEXT("d"), TEXT("8"), &error), &error);
    good(felt_store_note_add(b->store, TEXT("k"), TEXT("e"), TEXT("9"), &error), &error);
    good(felt_store_notes(b->store, TEXT("k"), TEXT(""), join_notes, text, &error), &error);
    assert_string_equal(text, "a=/1 b=7/3 d=8/1 ");
    commit(b);
    text[0] = '\0';
    good(felt_store_notes(b->store, TEXT("k"), TEXT("aa"), join_notes, text, &error), &error);
    assert_string_equal(text, "b=7/3 d=8/1 ");
    begin(b);
    good(felt_store_note_remove(b->store, TEXT("k"), TEXT("b"), &error), &error);
    refused(felt_store_note_remove(b->store, TEXT("k"), TEXT("b"), &error), FELT_ENOTFOUND, &error, "no such note");
    good(felt_store_rollback(b->store, &error), &error);
    good(felt_store_note_get(b->store, arena, TEXT("k"), TEXT("b"), &found, NULL, &error), &error);
    refused(felt_store_note_get(b->store, arena, TEXT("k"), TEXT("z"), &found, NULL, &error), FELT_ENOTFOUND, &error, "no such note");
    felt_arena_free(arena);
}

/* Every maximum, at it and one past it. */
static void test_note_limits(void **state)
{
    bank *b = suite_bank(state);
    felt_error error;
    felt_text found;
    char *large = calloc(1, FELT_STORE_NOTE_BYTES_MAX + 1);
    felt_arena *arena = felt_arena_new(32 << 20);
    felt_text kind = {large, FELT_STORE_NAME_BYTES_MAX}, key = {large, FELT_STORE_KEY_BYTES_MAX},
              value = {large, FELT_STORE_NOTE_BYTES_MAX};
    begin(b);
    good(felt_store_note_add(b->store, kind, key, value, &error), &error);
    commit(b);
    good(felt_store_note_get(b->store, arena, kind, key, &found, NULL, &error), &error);
    assert_true(felt_text_equal(found, value));
    begin(b);
    kind.length++;
    refused(felt_store_note_add(b->store, kind, key, value, &error), FELT_ELIMIT, &error, "kind has 65");
    kind.length--;
    key.length++;
    refused(felt_store_note_set(b->store, kind, key, value, 0, &error), FELT_ELIMIT, &error, "key has 257");
    key.length--;
    value.length++;
    refused(felt_store_note_add(b->store, kind, key, value, &error), FELT_ELIMIT, &error, "a note has");
    refused(felt_store_note_add(b->store, TEXT(""), key, TEXT("x"), &error), FELT_ELIMIT, &error, "kind has 0");
    refused(felt_store_note_add(b->store, kind, TEXT(""), TEXT("x"), &error), FELT_ELIMIT, &error, "key has 0");
    commit(b);
    felt_arena_free(arena);
    free(large);
}

/* ---- leases ---- */

static void test_leases(void **state)
{
    bank *b = suite_bank(state);
    felt_error error;
    felt_lease lease;
    int64_t first = 0, second = 0;
    char owner[FELT_STORE_OWNER_BYTES_MAX + 1];
    memset(owner, 'o', sizeof owner);
    felt_arena *arena = felt_arena_new(1 << 16);
    good(felt_store_lease_look(b->store, arena, b->table, &lease, &error), &error);
    assert_true(felt_text_is(lease.owner, "here"));
    good(felt_store_lease_take(b->store, b->table, TEXT("here"), 5000, &first, &error), &error);
    assert_true(first > lease.fence);
    good(felt_store_lease_renew(b->store, b->table, FELT_STORE_LEASE_MS_MAX, &error), &error);
    good(felt_store_lease_look(b->store, arena, b->table, &lease, &error), &error);
    assert_in_range(lease.left_ms, 5001, FELT_STORE_LEASE_MS_MAX);
    assert_int_equal(lease.fence, first);
    good(felt_store_lease_give_up(b->store, b->table, &error), &error);
    good(felt_store_lease_give_up(b->store, b->table, &error), &error);
    refused(felt_store_lease_renew(b->store, b->table, 1, &error), FELT_EDATA, &error, "has not the lease");
    refused(felt_store_lease_look(b->store, arena, b->table, &lease, &error), FELT_ENOTFOUND, &error, "nobody");
    suite_restart(b);
    good(felt_store_lease_give_up(b->store, b->table, &error), &error);
    good(felt_store_lease_take(b->store, b->table, (felt_text){owner, sizeof owner - 1}, 5000, &second, &error), &error);
    assert_true(second > first);
    refused(felt_store_lease_take(b->store, b->table, (felt_text){owner, sizeof owner}, 1, &second, &error), FELT_ELIMIT, &error, "257");
    refused(felt_store_lease_take(b->store, b->table, TEXT(""), 1, &second, &error), FELT_ELIMIT, &error, "0 bytes");
    refused(felt_store_lease_take(b->store, b->table, TEXT("x"), 0, &second, &error), FELT_ERANGE, &error, "1 to 600000");
    refused(felt_store_lease_renew(b->store, b->table, FELT_STORE_LEASE_MS_MAX + 1, &error), FELT_ERANGE, &error, "1 to 600000");
    refused(felt_store_lease_take(b->store, (felt_table_id){99}, TEXT("x"), 1, &second, &error), FELT_ENOTFOUND, &error, "no such table");
    felt_arena_free(arena);
}

/* ---- what the database itself refuses ---- */

/* A winning, a losing and a standing bet, 1 to 3, with results at records 4 and 5, and a command. */
static void play_a_little(bank *b)
{
    felt_error error;
    int64_t sequence;
    uint8_t hash[FELT_STORE_HASH_BYTES];
    begin(b);
    int64_t won = bank_hold(b, 100), lost = bank_hold(b, 200), stands = bank_hold(b, 300);
    felt_move rolls[] = {bank_move(b, FELT_MOVE_SETTLE, won, 200), bank_move(b, FELT_MOVE_PAY, stands, 70),
                         bank_move(b, FELT_MOVE_SETTLE, lost, 0)};
    bank_keep(b, FELT_ENTRY_RESULT, "roll", rolls, 2);
    felt_deed deed = bank_deed(b, FELT_ENTRY_RESULT, "roll", &rolls[2], 1);
    deed.player = b->player;
    deed.command = 1;
    good(felt_store_keep(b->store, &deed, &sequence, &error), &error);
    good(felt_store_document_keep(b->store, TEXT("{}"), hash, &error), &error);
    commit(b);
}

static void test_schema_refuses(void **state)
{
    bank *b = suite_bank(state);
    const suite_engine *engine = ((suite_state *)*state)->engine;
    play_a_little(b);
    felt_store_close(b->store);
    for (const char *const *sql = engine->refusals; *sql != NULL; sql++) {
        bool refused_it = engine->refuses(b->address, *sql);
        if (!refused_it)
            print_error("not refused: %s\n", *sql);
        assert_true(refused_it);
    }
    b->store = bank_open(b->address);
    bank_check(b);
}

/* Past the triggers, the audit sees it. */
static void test_audit_sees(void **state)
{
    bank *b = suite_bank(state);
    const suite_engine *engine = ((suite_state *)*state)->engine;
    felt_error error;
    felt_store_audit_result audit;
    for (const char *const *sql = engine->books; *sql != NULL; sql++) {
        if (sql != engine->books) {
            suite_anew(state);
        }
        play_a_little(b);
        bank_check(b);
        felt_store_close(b->store);
        engine->tamper(b->address, *sql);
        b->store = bank_open(b->address);
        felt_status status = felt_store_audit(b->store, &audit, &error);
        if (status != FELT_EDATA)
            print_error("not seen: %s\n", *sql);
        assert_int_equal(status, FELT_EDATA);
    }
}

/* What looked good and the schema refuses takes the batch with it: commit says so at the latest, and the store can be used. */
static void test_refused_by_schema(void **state)
{
    bank *b = suite_bank(state);
    const suite_engine *engine = ((suite_state *)*state)->engine;
    felt_error error;
    int64_t sequence;
    play_a_little(b);
    felt_store_close(b->store);
    engine->tamper(b->address, engine->posting);
    b->store = bank_open(b->address);
    good(felt_store_lease_take(b->store, b->table, TEXT("here"), 60000, &sequence, &error), &error);
    felt_move list[] = {bank_move(b, FELT_MOVE_HOLD, 9, 5), bank_move(b, FELT_MOVE_HOLD, 10, 5)};
    felt_deed deed = bank_deed(b, FELT_ENTRY_BET, "bets", list, 2);
    for (int again = 0; again < 2; again++) {
        begin(b);
        good(felt_store_note_set(b->store, TEXT("k"), TEXT("a"), TEXT("x"), 0, &error), &error);
        felt_status status = felt_store_keep(b->store, &deed, &sequence, &error);
        assert_true(status == FELT_OK || status == FELT_EDATA);
        if (status == FELT_EDATA)
            refused(felt_store_note_set(b->store, TEXT("k"), TEXT("b"), TEXT("x"), 0, &error), FELT_EDATA, &error, "refused before");
        if (again == 0)
            assert_int_equal(felt_store_commit(b->store, &error), FELT_EDATA);
        else
            good(felt_store_rollback(b->store, &error), &error);
        assert_balance(b, BANK_CREDITS - 600 + 270, 300);
    }
    felt_arena *arena = felt_arena_new(1 << 16);
    felt_text found;
    assert_int_equal(felt_store_note_get(b->store, arena, TEXT("k"), TEXT("a"), &found, NULL, &error), FELT_ENOTFOUND);
    felt_arena_free(arena);
    begin(b);
    bank_append(b, "and on it goes");
    commit(b);
}

static void test_addresses(void **state)
{
    (void)state;
    felt_store *store;
    felt_error error;
    refused(felt_store_open("mysql:x", &store, &error), FELT_EDATA, &error, "sqlite:FILE");
    refused(felt_store_open("postgres:x", &store, &error), FELT_EDATA, &error, "postgres://USER");
    refused(felt_store_open("", &store, &error), FELT_EDATA, &error, "sqlite:FILE");
    felt_store_close(NULL);
}

/* One group: its report has one plan. */
int suite_run(const suite_engine *engine, const struct CMUnitTest *own, size_t own_count)
{
    suite_state state = {.engine = engine};
    static const struct CMUnitTest common[] = {
        cmocka_unit_test(test_players),
        cmocka_unit_test(test_grants),
        cmocka_unit_test(test_grant_record),
        cmocka_unit_test(test_balances_fit),
        cmocka_unit_test(test_settle),
        cmocka_unit_test(test_hold_limits),
        cmocka_unit_test(test_raise_and_lower),
        cmocka_unit_test(test_exactly_once),
        cmocka_unit_test(test_bets_of_tables),
        cmocka_unit_test(test_whole_or_not),
        cmocka_unit_test(test_kinds),
        cmocka_unit_test(test_most_moves),
        cmocka_unit_test(test_standing),
        cmocka_unit_test(test_holds),
        cmocka_unit_test(test_void),
        cmocka_unit_test(test_void_of_what_is_gone),
        cmocka_unit_test(test_void_that_evens_out),
        cmocka_unit_test(test_commands),
        cmocka_unit_test(test_ids_in_any_order),
        cmocka_unit_test(test_expect),
        cmocka_unit_test(test_batches),
        cmocka_unit_test(test_commit_in_two_steps),
        cmocka_unit_test(test_history),
        cmocka_unit_test(test_tables),
        cmocka_unit_test(test_hash),
        cmocka_unit_test(test_tampered_history),
        cmocka_unit_test(test_documents),
        cmocka_unit_test(test_notes),
        cmocka_unit_test(test_note_limits),
        cmocka_unit_test(test_leases),
        cmocka_unit_test(test_schema_refuses),
        cmocka_unit_test(test_audit_sees),
        cmocka_unit_test(test_refused_by_schema),
        cmocka_unit_test(test_addresses),
    };
    enum { FIRST = sizeof common / sizeof *common, COMMON = FIRST + SUITE_RETIRE };
    struct CMUnitTest tests[COMMON + SUITE_OWN_MAX] = {{.name = NULL}};
    assert_true(own_count <= SUITE_OWN_MAX);
    for (size_t i = 0; i < COMMON; i++) {
        tests[i] = i < FIRST ? common[i] : suite_retire[i - FIRST];
        tests[i].setup_func = set_up;
        tests[i].teardown_func = tear_down;
        tests[i].initial_state = &state;
    }
    for (size_t i = 0; i < own_count; i++)
        tests[COMMON + i] = own[i];
    return _cmocka_run_group_tests(engine->name, tests, COMMON + own_count, NULL, NULL);
}
