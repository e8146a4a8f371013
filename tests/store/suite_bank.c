/* tests/store/suite_bank.c - what players have and what is held, on every engine: grants, bets, payments, and what is taken back. */
#include "suite.h"

#include <string.h>

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

static void test_players(void **state)
{
    bank *b = suite_bank(state);
    felt_error error;
    felt_player_id found;
    felt_balance balance;
    char name[FELT_STORE_NAME_BYTES_MAX + 1];
    memset(name, 'n', sizeof name);
    bank_begin(b);
    refused(felt_store_player_add(b->store, TEXT("Ann"), &found, &error), FELT_EDATA, &error, "choose another");
    refused(felt_store_player_add(b->store, TEXT(""), &found, &error), FELT_ELIMIT, &error, "0 bytes");
    refused(felt_store_player_add(b->store, (felt_text){name, sizeof name}, &found, &error), FELT_ELIMIT, &error, "65 bytes");
    good(felt_store_player_add(b->store, (felt_text){name, sizeof name - 1}, &found, &error), &error);
    assert_true(found.number > b->player.number);
    bank_commit(b);
    good(felt_store_player_find(b->store, TEXT("Ann"), &found, &error), &error);
    assert_int_equal(found.number, b->player.number);
    refused(felt_store_player_find(b->store, TEXT("Bob"), &found, &error), FELT_ENOTFOUND, &error, "no such player");
    for (int i = -1; i <= 0; i++)
        refused(felt_store_balance(b->store, (felt_player_id){i}, &balance, &error), FELT_ENOTFOUND, &error, "no such player");
    refused(felt_store_balance(b->store, (felt_player_id){99}, &balance, &error), FELT_ENOTFOUND, &error, "no such player");
    bank_assert(b, BANK_CREDITS, 0);
}

static void test_grants(void **state)
{
    bank *b = suite_bank(state);
    felt_error error;
    char reason[FELT_STORE_REASON_BYTES_MAX + 1];
    memset(reason, '\1', sizeof reason);
    felt_money most = {FELT_STORE_AMOUNT_MAX}, more = {FELT_STORE_AMOUNT_MAX + 1};
    bank_begin(b);
    refused(felt_store_grant(b->store, b->player, (felt_money){0}, TEXT("x"), 1, &error), FELT_ERANGE, &error, "1 to");
    refused(felt_store_grant(b->store, b->player, (felt_money){-5}, TEXT("x"), 1, &error), FELT_ERANGE, &error, "-5");
    refused(felt_store_grant(b->store, b->player, more, TEXT("x"), 1, &error), FELT_ERANGE, &error, "1 to");
    refused(felt_store_grant(b->store, b->player, most, TEXT(""), 1, &error), FELT_ELIMIT, &error, "reason");
    refused(felt_store_grant(b->store, b->player, most, (felt_text){reason, sizeof reason}, 1, &error), FELT_ELIMIT, &error, "257");
    for (int i = -1; i < 8; i += i == 0 ? 7 : 1)
        refused(felt_store_grant(b->store, (felt_player_id){i}, most, TEXT("x"), 1, &error), FELT_ENOTFOUND, &error, "no such player");
    good(felt_store_grant(b->store, b->player, most, (felt_text){reason, sizeof reason - 1}, 1, &error), &error);
    bank_commit(b);
    bank_assert(b, BANK_CREDITS + FELT_STORE_AMOUNT_MAX, 0);
    bank_check(b);
}

/* A grant is a record of the bank's own chain, as JSON whatever its reason. */
static void test_grant_record(void **state)
{
    bank *b = suite_bank(state);
    felt_error error;
    felt_text record;
    felt_arena *arena = felt_arena_new(1 << 16);
    bank_begin(b);
    good(felt_store_grant(b->store, b->player, (felt_money){5}, TEXT("a \"b\" \\ \n"), 7, &error), &error);
    bank_commit(b);
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
    const suite_engine *engine = suite_engine_of(state);
    static const char *const list[] = {"UPDATE purse SET available = 9223372036854775800",
                                       "UPDATE till SET balance = -9223372036854775800 WHERE id = 0"};
    felt_error error;
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
        felt_store_close(b->store);
        engine->edit(b->address, list[i]);
        b->store = bank_open(b->address);
        bank_begin(b);
        refused(felt_store_grant(b->store, b->player, (felt_money){100}, TEXT("x"), 1, &error), FELT_ERANGE, &error, "64 bits");
        bank_commit(b);
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
        bank_begin(b);
        int64_t bet = bank_hold(b, 500);
        bank_assert(b, available - 500, 500);
        bank_commit(b);
        bank_begin(b);
        felt_move m = bank_move(b, FELT_MOVE_SETTLE, bet, list[i].paid);
        bank_keep(b, FELT_ENTRY_RESULT, "result", &m, 1);
        bank_commit(b);
        available += list[i].paid - 500;
        won += list[i].house;
        bank_assert(b, available, 0);
        assert_int_equal(house(b), won);
    }
    bank_check(b);
}

static void test_hold_limits(void **state)
{
    bank *b = suite_bank(state);
    felt_move m = bank_move(b, FELT_MOVE_HOLD, 7, BANK_CREDITS + 1);
    bank_begin(b);
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
    bank_commit(b);
    bank_assert(b, 0, BANK_CREDITS);
    bank_check(b);
}

/* A bet is raised, lowered, and taken back. */
static void test_raise_and_lower(void **state)
{
    bank *b = suite_bank(state);
    bank_begin(b);
    int64_t bet = bank_hold(b, 100);
    felt_move list[] = {bank_move(b, FELT_MOVE_HOLD, bet, 50), bank_move(b, FELT_MOVE_RETURN, bet, 30),
                        bank_move(b, FELT_MOVE_RETURN, bet, 120)};
    bank_keep(b, FELT_ENTRY_BET, "raise", &list[0], 1);
    bank_assert(b, BANK_CREDITS - 150, 150);
    move_refused(b, FELT_ENTRY_BET, bank_move(b, FELT_MOVE_RETURN, bet, 151), FELT_EDATA, "holds 150");
    bank_keep(b, FELT_ENTRY_BET, "lower", &list[1], 1);
    bank_commit(b);
    suite_restart(b);
    bank_assert(b, BANK_CREDITS - 120, 120);
    bank_begin(b);
    bank_keep(b, FELT_ENTRY_BET, "take back", &list[2], 1);
    move_refused(b, FELT_ENTRY_BET, list[0], FELT_EDATA, "ended before"); /* its number is used up */
    bank_commit(b);
    suite_restart(b);
    bank_begin(b);
    move_refused(b, FELT_ENTRY_BET, list[0], FELT_EDATA, "ended before");
    bank_commit(b);
    bank_assert(b, BANK_CREDITS, 0);
    bank_check(b);
}

/* Settled or returned: one of the two, once, at its table, by its player; also after a restart. */
static void test_exactly_once(void **state)
{
    bank *b = suite_bank(state);
    felt_error error;
    felt_player_id bob;
    bank_begin(b);
    int64_t settled = bank_hold(b, 10), returned = bank_hold(b, 20), kept = bank_hold(b, 30);
    felt_move ends[] = {bank_move(b, FELT_MOVE_SETTLE, settled, 20), bank_move(b, FELT_MOVE_RETURN, returned, 20)};
    bank_keep(b, FELT_ENTRY_RESULT, "result", ends, 2);
    bank_commit(b);
    for (int again = 0; again < 2; again++) {
        bank_begin(b);
        for (int kind = FELT_MOVE_HOLD; kind <= FELT_MOVE_PAY; kind++) {
            move_refused(b, FELT_ENTRY_RESULT, bank_move(b, (felt_move_kind)kind, settled, 10), FELT_EDATA, "before");
            move_refused(b, FELT_ENTRY_RESULT, bank_move(b, (felt_move_kind)kind, returned, 20), FELT_EDATA, "before");
            if (kind != FELT_MOVE_HOLD)
                move_refused(b, FELT_ENTRY_RESULT, bank_move(b, (felt_move_kind)kind, 99, 20), FELT_ENOTFOUND, "nothing is held");
        }
        bank_commit(b);
        bank_assert(b, BANK_CREDITS + 10 - 30, 30);
        suite_restart(b);
    }
    bank_begin(b);
    good(felt_store_player_add(b->store, TEXT("Bob"), &bob, &error), &error);
    for (int kind = FELT_MOVE_HOLD; kind <= FELT_MOVE_PAY; kind++) {
        felt_move m = bank_move(b, (felt_move_kind)kind, kept, 10);
        m.player = bob;
        move_refused(b, FELT_ENTRY_RESULT, m, FELT_EDATA, "another player's");
    }
    bank_commit(b);
    bank_check(b);
}

/* The same number is another bet at another table. */
static void test_bets_of_tables(void **state)
{
    bank *b = suite_bank(state);
    felt_error error;
    felt_table_id here = b->table, other;
    int64_t fence;
    bank_begin(b);
    good(felt_store_table(b->store, TEXT("craps 2"), &other, &error), &error);
    bank_commit(b);
    good(felt_store_lease_take(b->store, other, TEXT("here"), 60000, &fence, &error), &error);
    bank_begin(b);
    felt_move m = bank_move(b, FELT_MOVE_SETTLE, bank_hold(b, 30), 0);
    b->table = other;
    move_refused(b, FELT_ENTRY_RESULT, m, FELT_ENOTFOUND, "nothing is held");
    b->bets = 0;
    assert_int_equal(bank_hold(b, 40), m.bet);
    bank_keep(b, FELT_ENTRY_RESULT, "roll", &m, 1);
    bank_commit(b);
    bank_assert(b, BANK_CREDITS - 70, 30);
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
    bank_begin(b);
    int64_t bet = bank_hold(b, 10);
    felt_move list[] = {bank_move(b, FELT_MOVE_HOLD, 8, 5), bank_move(b, FELT_MOVE_SETTLE, bet, 20),
                        bank_move(b, FELT_MOVE_SETTLE, bet, 20)};
    felt_deed deed = bank_deed(b, FELT_ENTRY_RESULT, "twice", list, 3);
    deed.player = b->player;
    deed.command = 4;
    refused(felt_store_keep(b->store, &deed, &sequence, &error), FELT_EDATA, &error, "ended before");
    bank_assert(b, BANK_CREDITS - 10, 10);
    assert_int_equal(felt_store_command_find(b->store, b->player, 4, deed.digest, &table, &sequence, &error), FELT_ENOTFOUND);
    deed.move_count = 2;
    good(felt_store_keep(b->store, &deed, &sequence, &error), &error);
    assert_int_equal(sequence, 2);
    bank_commit(b);
    suite_restart(b);
    bank_assert(b, BANK_CREDITS + 10 - 5, 5);
    bank_check(b);
}

/* Which moves a kind of deed has, and how many. */
static void test_kinds(void **state)
{
    bank *b = suite_bank(state);
    felt_error error;
    int64_t sequence;
    bank_begin(b);
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
    bank_commit(b);
    bank_assert(b, BANK_CREDITS, 0);
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
    bank_begin(b);
    bank_keep(b, FELT_ENTRY_BET, "bets", list, FELT_STORE_MOVES_MAX);
    bank_commit(b);
    bank_begin(b);
    for (int i = 0; i < FELT_STORE_MOVES_MAX; i++)
        list[i] = bank_move(b, FELT_MOVE_SETTLE, 1 + i, 2);
    bank_keep(b, FELT_ENTRY_RESULT, "result", list, FELT_STORE_MOVES_MAX);
    bank_commit(b);
    free(list);
    bank_assert(b, BANK_CREDITS + FELT_STORE_MOVES_MAX, 0);
    bank_check(b);
}

/* A bet that wins and stays up, and is then lost. */
static void test_standing(void **state)
{
    bank *b = suite_bank(state);
    bank_begin(b);
    int64_t bet = bank_hold(b, 100);
    felt_move pay = bank_move(b, FELT_MOVE_PAY, bet, 70), lose = bank_move(b, FELT_MOVE_SETTLE, bet, 0);
    bank_keep(b, FELT_ENTRY_RESULT, "roll", &pay, 1);
    bank_keep(b, FELT_ENTRY_RESULT, "roll", &pay, 1);
    bank_assert(b, BANK_CREDITS - 100 + 140, 100);
    bank_keep(b, FELT_ENTRY_RESULT, "roll", &lose, 1);
    bank_commit(b);
    bank_assert(b, BANK_CREDITS + 40, 0);
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
    bank_begin(b);
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
            bank_commit(b);
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
    bank_begin(b);
    int64_t won = bank_hold(b, 100), lost = bank_hold(b, 200), pushed = bank_hold(b, 300), stands = bank_hold(b, 400);
    felt_move list[] = {bank_move(b, FELT_MOVE_SETTLE, won, 1000), bank_move(b, FELT_MOVE_SETTLE, lost, 0),
                        bank_move(b, FELT_MOVE_RETURN, pushed, 300), bank_move(b, FELT_MOVE_PAY, stands, 50)};
    int64_t result = bank_keep(b, FELT_ENTRY_RESULT, "roll", list, 4);
    bank_commit(b);
    bank_assert(b, BANK_CREDITS - 400 + 900 - 200 + 50, 400);
    good(felt_store_voided(b->store, b->table, result, &was, &error), &error);
    assert_false(was);
    refused(felt_store_voided(b->store, b->table, 99, &was, &error), FELT_ENOTFOUND, &error, "no such record");
    bank_begin(b);
    refused(felt_store_void(b->store, b->table, result, TEXT(""), 5, &voided, &error), FELT_ELIMIT, &error, "reason");
    refused(felt_store_void(b->store, b->table, 99, TEXT("x"), 5, &voided, &error), FELT_ENOTFOUND, &error, "no such record");
    refused(felt_store_void(b->store, (felt_table_id){0}, 1, TEXT("x"), 5, &voided, &error), FELT_ENOTFOUND, &error, "no such table");
    refused(felt_store_void(b->store, b->table, 1, TEXT("x"), 5, &voided, &error), FELT_EDATA, &error, "only a result");
    good(felt_store_void(b->store, b->table, result, TEXT("a die fell off the table"), 5, &voided, &error), &error);
    assert_int_equal(voided, result + 1);
    refused(felt_store_void(b->store, b->table, result, TEXT("again"), 5, &voided, &error), FELT_EDATA, &error, "voided before");
    refused(felt_store_void(b->store, b->table, voided, TEXT("x"), 5, &voided, &error), FELT_EDATA, &error, "only a result");
    bank_commit(b);
    suite_restart(b);
    bank_assert(b, BANK_CREDITS - 400, 400);
    assert_int_equal(house(b), 0);
    good(felt_store_voided(b->store, b->table, result, &was, &error), &error);
    assert_true(was);
    bank_begin(b);
    refused(felt_store_void(b->store, b->table, result, TEXT("again"), 5, &voided, &error), FELT_EDATA, &error, "voided before");
    move_refused(b, FELT_ENTRY_RESULT, list[1], FELT_EDATA, "ended before");
    bank_commit(b);
    bank_check(b);
}

/* Winnings that were lost again cannot be taken back: the player would be below zero. */
static void test_void_of_what_is_gone(void **state)
{
    bank *b = suite_bank(state);
    felt_error error;
    int64_t voided;
    bank_begin(b);
    felt_move win = bank_move(b, FELT_MOVE_SETTLE, bank_hold(b, BANK_CREDITS), 2 * BANK_CREDITS);
    int64_t result = bank_keep(b, FELT_ENTRY_RESULT, "won", &win, 1);
    bank_hold(b, 2 * BANK_CREDITS);
    refused(felt_store_void(b->store, b->table, result, TEXT("x"), 5, &voided, &error), FELT_ELIMIT, &error, "grant it first");
    bank_commit(b);
    bank_assert(b, 0, 2 * BANK_CREDITS);
    bank_check(b);
}

/* What is taken back and what is given back may even out: a player with nothing at hand is not below zero on the way. */
static void test_void_that_evens_out(void **state)
{
    bank *b = suite_bank(state);
    felt_error error;
    int64_t voided;
    bank_begin(b);
    int64_t won = bank_hold(b, 1000), lost = bank_hold(b, 1000);
    felt_move list[] = {bank_move(b, FELT_MOVE_SETTLE, won, 2000), bank_move(b, FELT_MOVE_SETTLE, lost, 0)};
    int64_t result = bank_keep(b, FELT_ENTRY_RESULT, "roll", list, 2);
    bank_hold(b, BANK_CREDITS);
    good(felt_store_void(b->store, b->table, result, TEXT("x"), 5, &voided, &error), &error);
    bank_commit(b);
    bank_assert(b, 0, BANK_CREDITS);
    bank_check(b);
}

static const struct CMUnitTest tests[] = {
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
};

const suite_part suite_bank_part = {tests, sizeof tests / sizeof *tests};
