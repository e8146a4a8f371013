/* tests/store/suite.c - what a store must do, whatever engine it has. */
#include "suite.h"

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
    felt_entry_id entry;
    good(felt_store_begin(b->store, &error), &error);
    good(felt_store_table(b->store, TEXT("craps 1"), &b->table, &error), &error);
    good(felt_store_player_add(b->store, TEXT("Ann"), &b->player, &error), &error);
    good(felt_store_grant(b->store, b->player, (felt_money){BANK_CREDITS}, TEXT("welcome"), 1, &entry, &error), &error);
    good(felt_store_commit(b->store, &error), &error);
}

int64_t bank_append(bank *b, const char *event)
{
    felt_error error;
    int64_t sequence = 0;
    good(felt_store_append(b->store, b->table, felt_text_from(event), &sequence, &error), &error);
    return sequence;
}

felt_entry_id bank_entry(bank *b, felt_entry_kind kind, const char *event)
{
    felt_error error;
    felt_entry_id entry = {0};
    good(felt_store_entry(b->store, kind, b->table, bank_append(b, event), 2, &entry, &error), &error);
    return entry;
}

felt_hold_id bank_hold(bank *b, int64_t amount)
{
    felt_error error;
    felt_hold_id hold = {0};
    bank_entry(b, FELT_ENTRY_BET, "bet");
    good(felt_store_hold(b->store, b->player, (felt_money){amount}, &hold, &error), &error);
    return hold;
}

void bank_check(bank *b)
{
    felt_error error;
    felt_store_audit_result audit;
    int64_t records;
    good(felt_store_audit(b->store, &audit, &error), &error);
    assert_int_equal(audit.available.minor + audit.held.minor + audit.house.minor + audit.grants.minor, 0);
    good(felt_store_verify(b->store, b->table, &records, &error), &error);
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

static bank *bank_of(void **state)
{
    return &((suite_state *)*state)->bank;
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

static void restart(bank *b)
{
    felt_store_close(b->store);
    b->store = bank_open(b->address);
}

static void assert_balance(bank *b, int64_t available, int64_t held)
{
    felt_error error;
    felt_balance balance;
    good(felt_store_balance(b->store, b->player, &balance, &error), &error);
    assert_int_equal(balance.available.minor, available);
    assert_int_equal(balance.held.minor, held);
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
    bank *b = bank_of(state);
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
    assert_int_equal(found.number, b->player.number + 1);
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
    bank *b = bank_of(state);
    felt_error error;
    felt_entry_id entry;
    char reason[FELT_STORE_REASON_BYTES_MAX + 1];
    memset(reason, 'r', sizeof reason);
    felt_money most = {FELT_STORE_AMOUNT_MAX}, more = {FELT_STORE_AMOUNT_MAX + 1};
    begin(b);
    refused(felt_store_grant(b->store, b->player, (felt_money){0}, TEXT("x"), 1, &entry, &error), FELT_ERANGE, &error, "1 to");
    refused(felt_store_grant(b->store, b->player, (felt_money){-5}, TEXT("x"), 1, &entry, &error), FELT_ERANGE, &error, "-5");
    refused(felt_store_grant(b->store, b->player, more, TEXT("x"), 1, &entry, &error), FELT_ERANGE, &error, "1 to");
    refused(felt_store_grant(b->store, b->player, most, TEXT(""), 1, &entry, &error), FELT_ELIMIT, &error, "reason");
    refused(felt_store_grant(b->store, b->player, most, (felt_text){reason, sizeof reason}, 1, &entry, &error), FELT_ELIMIT, &error, "257");
    refused(felt_store_grant(b->store, (felt_player_id){7}, most, TEXT("x"), 1, &entry, &error), FELT_ENOTFOUND, &error, "no such player");
    good(felt_store_grant(b->store, b->player, most, (felt_text){reason, sizeof reason - 1}, 1, &entry, &error), &error);
    commit(b);
    assert_balance(b, BANK_CREDITS + FELT_STORE_AMOUNT_MAX, 0);
    bank_check(b);
}

/* No balance wraps: not a player's at the top, not that of grants at the bottom. */
static void test_balances_fit(void **state)
{
    bank *b = bank_of(state);
    const suite_engine *engine = ((suite_state *)*state)->engine;
    static const char *const list[] = {"UPDATE account SET balance = 9223372036854775800 WHERE id = 2",
                                       "UPDATE account SET balance = -9223372036854775800 WHERE id = 1"};
    felt_error error;
    felt_entry_id entry;
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
        felt_store_close(b->store);
        engine->edit(b->address, list[i]);
        b->store = bank_open(b->address);
        begin(b);
        good(felt_store_mark(b->store, &error), &error);
        refused(felt_store_grant(b->store, b->player, (felt_money){100}, TEXT("x"), 1, &entry, &error), FELT_ERANGE, &error, "64 bits");
        good(felt_store_undo(b->store, &error), &error);
        commit(b);
    }
}

/* Lost, pushed, won, paid a part: what the player has, and what the house has. */
static void test_settle(void **state)
{
    bank *b = bank_of(state);
    static const struct {
        int64_t paid, house;
    } list[] = {{0, 500}, {500, 0}, {1000, -500}, {250, 250}, {40 * 500, -39 * 500}};
    int64_t available = BANK_CREDITS, won = 0;
    felt_error error;
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
        begin(b);
        felt_hold_id hold = bank_hold(b, 500);
        assert_balance(b, available - 500, 500);
        commit(b);
        begin(b);
        bank_entry(b, FELT_ENTRY_RESULT, "result");
        good(felt_store_settle(b->store, hold, (felt_money){list[i].paid}, &error), &error);
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
    bank *b = bank_of(state);
    felt_error error;
    felt_hold_id hold;
    begin(b);
    bank_entry(b, FELT_ENTRY_BET, "bet");
    refused(felt_store_hold(b->store, b->player, (felt_money){BANK_CREDITS + 1}, &hold, &error), FELT_ELIMIT, &error, "bet less");
    assert_balance(b, BANK_CREDITS, 0);
    refused(felt_store_hold(b->store, b->player, (felt_money){0}, &hold, &error), FELT_ERANGE, &error, "1 to");
    refused(felt_store_hold(b->store, (felt_player_id){77}, (felt_money){1}, &hold, &error), FELT_ENOTFOUND, &error, "no such player");
    good(felt_store_hold(b->store, b->player, (felt_money){BANK_CREDITS}, &hold, &error), &error);
    refused(felt_store_hold(b->store, b->player, (felt_money){1}, &hold, &error), FELT_ELIMIT, &error, "bet less");
    commit(b);
    assert_balance(b, 0, BANK_CREDITS);
    bank_check(b);
}

/* Settled or returned: one of the two, once, at its table; also after a restart. */
static void test_exactly_once(void **state)
{
    bank *b = bank_of(state);
    felt_error error;
    felt_table_id other;
    felt_entry_id entry;
    int64_t sequence;
    begin(b);
    felt_hold_id settled = bank_hold(b, 10), returned = bank_hold(b, 20), kept = bank_hold(b, 30);
    bank_entry(b, FELT_ENTRY_RESULT, "result");
    good(felt_store_settle(b->store, settled, (felt_money){20}, &error), &error);
    good(felt_store_return(b->store, returned, &error), &error);
    commit(b);
    for (int again = 0; again < 2; again++) {
        begin(b);
        bank_entry(b, FELT_ENTRY_RESULT, "again");
        refused(felt_store_settle(b->store, settled, (felt_money){20}, &error), FELT_EDATA, &error, "before");
        refused(felt_store_return(b->store, settled, &error), FELT_EDATA, &error, "before");
        refused(felt_store_settle(b->store, returned, (felt_money){0}, &error), FELT_EDATA, &error, "before");
        refused(felt_store_return(b->store, returned, &error), FELT_EDATA, &error, "before");
        refused(felt_store_pay(b->store, returned, (felt_money){5}, &error), FELT_EDATA, &error, "before");
        refused(felt_store_settle(b->store, (felt_hold_id){99}, (felt_money){0}, &error), FELT_ENOTFOUND, &error, "no such hold");
        refused(felt_store_return(b->store, (felt_hold_id){99}, &error), FELT_ENOTFOUND, &error, "no such hold");
        commit(b);
        assert_balance(b, BANK_CREDITS + 10 - 30, 30);
        restart(b);
    }
    begin(b);
    good(felt_store_table(b->store, TEXT("craps 2"), &other, &error), &error);
    good(felt_store_append(b->store, other, TEXT("roll"), &sequence, &error), &error);
    good(felt_store_entry(b->store, FELT_ENTRY_RESULT, other, sequence, 3, &entry, &error), &error);
    refused(felt_store_settle(b->store, kept, (felt_money){0}, &error), FELT_EDATA, &error, "another table");
    refused(felt_store_pay(b->store, kept, (felt_money){1}, &error), FELT_EDATA, &error, "another table");
    refused(felt_store_entry(b->store, FELT_ENTRY_RESULT, other, sequence, 3, &entry, &error), FELT_EDATA, &error, "had its result");
    refused(felt_store_entry(b->store, FELT_ENTRY_RESULT, other, sequence + 1, 3, &entry, &error), FELT_ENOTFOUND, &error,
            "no such record");
    refused(felt_store_entry(b->store, FELT_ENTRY_BET, other, 0, 3, &entry, &error), FELT_ENOTFOUND, &error, "append it");
    commit(b);
    bank_check(b);
}

/* A bet that wins and stays up, and is then lost. */
static void test_standing(void **state)
{
    bank *b = bank_of(state);
    felt_error error;
    begin(b);
    felt_hold_id hold = bank_hold(b, 100);
    bank_entry(b, FELT_ENTRY_RESULT, "roll");
    good(felt_store_pay(b->store, hold, (felt_money){70}, &error), &error);
    refused(felt_store_pay(b->store, hold, (felt_money){70}, &error), FELT_EDATA, &error, "in this entry before");
    bank_entry(b, FELT_ENTRY_RESULT, "roll");
    good(felt_store_pay(b->store, hold, (felt_money){70}, &error), &error);
    assert_balance(b, BANK_CREDITS - 100 + 140, 100);
    bank_entry(b, FELT_ENTRY_RESULT, "roll");
    good(felt_store_settle(b->store, hold, (felt_money){0}, &error), &error);
    commit(b);
    assert_balance(b, BANK_CREDITS + 40, 0);
    bank_check(b);
}

static bool count_hold(void *context, const felt_standing_hold *hold)
{
    int64_t *sum = context;
    *sum = *sum * 1000 + hold->amount.minor;
    return true;
}

static void test_holds(void **state)
{
    bank *b = bank_of(state);
    felt_error error;
    int64_t all = 0, none = 0, here = 0;
    begin(b);
    bank_hold(b, 1);
    felt_hold_id second = bank_hold(b, 2);
    bank_hold(b, 3);
    bank_entry(b, FELT_ENTRY_BET, "take back");
    good(felt_store_return(b->store, second, &error), &error);
    commit(b);
    restart(b);
    good(felt_store_holds(b->store, (felt_table_id){0}, count_hold, &all, &error), &error);
    good(felt_store_holds(b->store, b->table, count_hold, &here, &error), &error);
    good(felt_store_holds(b->store, (felt_table_id){9}, count_hold, &none, &error), &error);
    assert_int_equal(all, 1003);
    assert_int_equal(here, 1003);
    assert_int_equal(none, 0);
}

static void test_void(void **state)
{
    bank *b = bank_of(state);
    felt_error error;
    felt_entry_id entry;
    begin(b);
    felt_hold_id won = bank_hold(b, 100), lost = bank_hold(b, 200), pushed = bank_hold(b, 300), stands = bank_hold(b, 400);
    felt_entry_id result = bank_entry(b, FELT_ENTRY_RESULT, "roll");
    good(felt_store_settle(b->store, won, (felt_money){1000}, &error), &error);
    good(felt_store_settle(b->store, lost, (felt_money){0}, &error), &error);
    good(felt_store_settle(b->store, pushed, (felt_money){300}, &error), &error);
    good(felt_store_pay(b->store, stands, (felt_money){50}, &error), &error);
    commit(b);
    assert_balance(b, BANK_CREDITS - 400 + 900 - 200 + 50, 400);
    begin(b);
    refused(felt_store_void(b->store, result, TEXT(""), 5, &entry, &error), FELT_ELIMIT, &error, "reason");
    refused(felt_store_void(b->store, (felt_entry_id){99}, TEXT("x"), 5, &entry, &error), FELT_ENOTFOUND, &error, "no such entry");
    refused(felt_store_void(b->store, (felt_entry_id){0}, TEXT("x"), 5, &entry, &error), FELT_ENOTFOUND, &error, "no such entry");
    refused(felt_store_void(b->store, (felt_entry_id){1}, TEXT("x"), 5, &entry, &error), FELT_EDATA, &error, "only a result");
    good(felt_store_void(b->store, result, TEXT("a die fell off the table"), 5, &entry, &error), &error);
    refused(felt_store_void(b->store, result, TEXT("again"), 5, &entry, &error), FELT_EDATA, &error, "voided before");
    refused(felt_store_void(b->store, entry, TEXT("the void"), 5, &entry, &error), FELT_EDATA, &error, "only a result");
    commit(b);
    assert_balance(b, BANK_CREDITS - 400, 400);
    assert_int_equal(house(b), 0);
    bank_check(b);
}

/* Winnings that were lost again cannot be taken back: the player would be below zero. */
static void test_void_of_what_is_gone(void **state)
{
    bank *b = bank_of(state);
    felt_error error;
    felt_entry_id entry;
    begin(b);
    felt_hold_id hold = bank_hold(b, BANK_CREDITS);
    felt_entry_id result = bank_entry(b, FELT_ENTRY_RESULT, "won");
    good(felt_store_settle(b->store, hold, (felt_money){2 * BANK_CREDITS}, &error), &error);
    hold = bank_hold(b, 2 * BANK_CREDITS);
    refused(felt_store_void(b->store, result, TEXT("x"), 5, &entry, &error), FELT_ELIMIT, &error, "grant it first");
    commit(b);
    assert_balance(b, 0, 2 * BANK_CREDITS);
    bank_check(b);
}

/* What a player gets back counts before what is taken: nothing is left here, and nothing is needed. */
static void test_void_that_evens_out(void **state)
{
    bank *b = bank_of(state);
    felt_error error;
    felt_entry_id entry;
    begin(b);
    felt_hold_id won = bank_hold(b, 100), lost = bank_hold(b, 100);
    felt_entry_id result = bank_entry(b, FELT_ENTRY_RESULT, "roll");
    good(felt_store_settle(b->store, won, (felt_money){200}, &error), &error);
    good(felt_store_settle(b->store, lost, (felt_money){0}, &error), &error);
    bank_hold(b, BANK_CREDITS);
    assert_balance(b, 0, BANK_CREDITS);
    good(felt_store_void(b->store, result, TEXT("x"), 5, &entry, &error), &error);
    commit(b);
    assert_balance(b, 0, BANK_CREDITS);
    bank_check(b);
}

/* ---- commands and batches ---- */

static void test_commands(void **state)
{
    bank *b = bank_of(state);
    felt_arena *arena = felt_arena_new(1 << 20);
    felt_error error;
    felt_text answer;
    static char large[FELT_STORE_COMMAND_BYTES_MAX + 1];
    felt_text most = {large, sizeof large - 1}, more = {large, sizeof large}, long_id = {large, FELT_STORE_NAME_BYTES_MAX + 1};
    begin(b);
    refused(felt_store_command_find(b->store, arena, b->player, TEXT("a"), TEXT("bet 5"), &answer, &error), FELT_ENOTFOUND, &error,
            "no such");
    good(felt_store_command_keep(b->store, b->player, TEXT("a"), TEXT("bet 5"), TEXT("done 5"), &error), &error);
    refused(felt_store_command_keep(b->store, b->player, TEXT("a"), TEXT("bet 6"), TEXT("done"), &error), FELT_EDATA, &error,
            "used before");
    refused(felt_store_command_keep(b->store, (felt_player_id){9}, TEXT("a"), TEXT(""), TEXT(""), &error), FELT_ENOTFOUND, &error,
            "no such");
    refused(felt_store_command_keep(b->store, b->player, TEXT(""), TEXT(""), TEXT(""), &error), FELT_ELIMIT, &error, "id of a command");
    refused(felt_store_command_keep(b->store, b->player, long_id, TEXT(""), TEXT(""), &error), FELT_ELIMIT, &error, "65 bytes");
    refused(felt_store_command_keep(b->store, b->player, TEXT("b"), more, TEXT(""), &error), FELT_ELIMIT, &error, "a command");
    refused(felt_store_command_keep(b->store, b->player, TEXT("b"), TEXT(""), more, &error), FELT_ELIMIT, &error, "an answer");
    good(felt_store_command_keep(b->store, b->player, TEXT("b"), most, most, &error), &error);
    commit(b);
    restart(b);
    good(felt_store_command_find(b->store, arena, b->player, TEXT("a"), TEXT("bet 5"), &answer, &error), &error);
    assert_true(felt_text_is(answer, "done 5"));
    good(felt_store_command_find(b->store, arena, b->player, TEXT("b"), most, &answer, &error), &error);
    assert_true(felt_text_equal(answer, most));
    refused(felt_store_command_find(b->store, arena, b->player, TEXT("a"), TEXT("bet 6"), &answer, &error), FELT_EDATA, &error,
            "another command");
    felt_arena_free(arena);
}

static void test_batches(void **state)
{
    bank *b = bank_of(state);
    felt_error error;
    felt_head head;
    begin(b);
    bank_hold(b, 5);
    good(felt_store_rollback(b->store, &error), &error);
    assert_balance(b, BANK_CREDITS, 0);
    begin(b);
    for (int i = 0; i < 3; i++) {
        good(felt_store_mark(b->store, &error), &error);
        bank_hold(b, 1 << i);
        if (i == 1)
            good(felt_store_undo(b->store, &error), &error);
    }
    commit(b);
    restart(b);
    assert_balance(b, BANK_CREDITS - 5, 5);
    good(felt_store_head(b->store, b->table, &head, &error), &error);
    assert_int_equal(head.sequence, 2);
    begin(b);
    bank_hold(b, 50); /* given up by closing */
    restart(b);
    assert_balance(b, BANK_CREDITS - 5, 5);
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
    bank *b = bank_of(state);
    felt_error error;
    felt_table_id again;
    felt_head head;
    int64_t sequence;
    char text[100] = "";
    static char large[FELT_STORE_EVENT_BYTES_MAX + 1];
    begin(b);
    good(felt_store_table(b->store, TEXT("craps 1"), &again, &error), &error);
    assert_int_equal(again.number, b->table.number);
    good(felt_store_head(b->store, b->table, &head, &error), &error);
    assert_int_equal(head.sequence, 0);
    for (int i = 0; i < 5; i++)
        assert_int_equal(bank_append(b, &"edcba"[i]), i + 1);
    refused(felt_store_append(b->store, (felt_table_id){9}, TEXT("x"), &sequence, &error), FELT_ENOTFOUND, &error, "no such table");
    refused(felt_store_append(b->store, b->table, (felt_text){large, sizeof large}, &sequence, &error), FELT_ELIMIT, &error, "an event");
    commit(b);
    restart(b);
    good(felt_store_read(b->store, b->table, 2, join_events, text, &error), &error);
    assert_string_equal(text, "2:dcba 3:cba 4:ba ");
    begin(b);
    good(felt_store_append(b->store, b->table, (felt_text){large, sizeof large - 1}, &sequence, &error), &error);
    good(felt_store_append(b->store, b->table, TEXT(""), &sequence, &error), &error);
    commit(b);
    good(felt_store_verify(b->store, b->table, &sequence, &error), &error);
    assert_int_equal(sequence, 7);
    refused(felt_store_verify(b->store, (felt_table_id){9}, &sequence, &error), FELT_ENOTFOUND, &error, "no such table");
}

static bool join_tables(void *context, const felt_table_entry *table)
{
    char *text = context;
    snprintf(text + strlen(text), 100 - strlen(text), "%.*s:%d ", FELT_TEXT_ARGS(table->name), (int)table->records);
    return table->table.number < 2;
}

static void test_tables(void **state)
{
    bank *b = bank_of(state);
    felt_error error;
    felt_table_id table;
    char text[100] = "";
    begin(b);
    good(felt_store_table(b->store, TEXT("baccarat"), &table, &error), &error);
    good(felt_store_table(b->store, TEXT("not seen"), &table, &error), &error);
    refused(felt_store_table(b->store, TEXT(""), &table, &error), FELT_ELIMIT, &error, "a table's name");
    bank_append(b, "roll");
    commit(b);
    good(felt_store_tables(b->store, join_tables, text, &error), &error);
    assert_string_equal(text, "craps 1:1 baccarat:0 ");
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
    bank *b = bank_of(state);
    const suite_engine *engine = ((suite_state *)*state)->engine;
    static const struct {
        const char *sql, *part;
    } list[] = {
        {"UPDATE record SET event = x'00' WHERE sequence = 3", "record 3 was changed"},
        {"UPDATE record SET hash = zeroblob(32) WHERE sequence = 2", "record 2 was changed"},
        {"UPDATE record SET sequence = -sequence WHERE sequence IN (3, 4); UPDATE record SET sequence = 7 + sequence WHERE sequence < 0",
         "record 3 was changed"},
        {"DELETE FROM record WHERE sequence = 4", "record 4 is missing"},
        {"DELETE FROM record WHERE sequence = 1", "record 1 is missing"},
        {"DELETE FROM record WHERE sequence = 6", "end at 5"},
        {"DELETE FROM record", "end at 0"},
        {"UPDATE chain SET head = zeroblob(32)", "another hash"},
        {"UPDATE chain SET length = 7", "last one written was 7"},
        {"INSERT INTO record SELECT table_id, 7, hash, event FROM record WHERE sequence = 6", "record 7 was changed"},
        {"INSERT INTO record SELECT table_id, 0, hash, event FROM record WHERE sequence = 6", "record 1 is missing"},
    };
    felt_error error;
    int64_t records;
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
        if (i > 0) {
            tear_down(state);
            set_up(state);
        }
        begin(b);
        for (int k = 0; k < 6; k++)
            bank_append(b, &"event by event"[k]);
        commit(b);
        felt_store_close(b->store);
        engine->tamper(b->address, list[i].sql);
        b->store = bank_open(b->address);
        refused(felt_store_verify(b->store, b->table, &records, &error), FELT_EDATA, &error, list[i].part);
    }
}

static void test_documents(void **state)
{
    bank *b = bank_of(state);
    felt_arena *arena = felt_arena_new(1 << 20);
    felt_error error;
    felt_text found;
    uint8_t hash[FELT_STORE_HASH_BYTES], again[FELT_STORE_HASH_BYTES], other[FELT_STORE_HASH_BYTES] = {0};
    begin(b);
    good(felt_store_document_keep(b->store, TEXT("{\"wager\":1}"), hash, &error), &error);
    good(felt_store_document_keep(b->store, TEXT("{\"wager\":1}"), again, &error), &error);
    commit(b);
    assert_memory_equal(hash, again, sizeof hash);
    restart(b);
    good(felt_store_document_find(b->store, arena, hash, &found, &error), &error);
    assert_true(felt_text_is(found, "{\"wager\":1}"));
    refused(felt_store_document_find(b->store, arena, other, &found, &error), FELT_ENOTFOUND, &error, "no such document");
    felt_store_close(b->store);
    ((suite_state *)*state)->engine->tamper(b->address, "UPDATE document SET bytes = x'00'");
    b->store = bank_open(b->address);
    refused(felt_store_document_find(b->store, arena, hash, &found, &error), FELT_EDATA, &error, "was changed");
    felt_arena_free(arena);
}

/* ---- what the database itself refuses ---- */

/* A winning, a losing and a standing hold: holds 1 to 3, results at records 4 and 5. */
static void play_a_little(bank *b)
{
    felt_error error;
    uint8_t hash[FELT_STORE_HASH_BYTES];
    begin(b);
    felt_hold_id won = bank_hold(b, 100), lost = bank_hold(b, 200), stands = bank_hold(b, 300);
    bank_entry(b, FELT_ENTRY_RESULT, "roll");
    good(felt_store_settle(b->store, won, (felt_money){200}, &error), &error);
    good(felt_store_pay(b->store, stands, (felt_money){70}, &error), &error);
    bank_entry(b, FELT_ENTRY_RESULT, "roll");
    good(felt_store_settle(b->store, lost, (felt_money){0}, &error), &error);
    good(felt_store_command_keep(b->store, b->player, TEXT("a"), TEXT("bet"), TEXT("done"), &error), &error);
    good(felt_store_document_keep(b->store, TEXT("{}"), hash, &error), &error);
    commit(b);
}

static void test_schema_refuses(void **state)
{
    bank *b = bank_of(state);
    const suite_engine *engine = ((suite_state *)*state)->engine;
    static const char *const list[] = {
        "INSERT INTO posting VALUES(6, 9, 0, 2, -5)",      /* an amount the other way round */
        "INSERT INTO posting VALUES(6, 9, 2, 2, 5)",       /* to itself */
        "INSERT INTO posting VALUES(6, 9, 2, NULL, 5)",    /* one side only */
        "INSERT INTO posting VALUES(6, 9, 2, 77, 5)",      /* to nobody */
        "INSERT INTO posting VALUES(6, 9, 2, 0, 1000000)", /* more than there is */
        "INSERT INTO posting VALUES(5, 9, 0, 2, 5)",       /* to an entry that is closed */
        "UPDATE account SET balance = -1 WHERE id = 2",
        "UPDATE account SET id = 0 WHERE id = 2",
        "INSERT INTO release VALUES(1, 6, 1, 100)",            /* again */
        "INSERT INTO release VALUES(3, 6, 2, 299)",            /* not the whole stake */
        "INSERT INTO release VALUES(9, 6, 1, 100)",            /* of nothing */
        "INSERT INTO entry VALUES(7, 3, 0, 1, 5, NULL, NULL)", /* a second result for a record */
        "INSERT INTO entry VALUES(7, 3, 0, 1, 6, NULL, NULL)", /* a result without its record */
        "INSERT INTO entry VALUES(7, 3, 0, NULL, NULL, NULL, NULL)",
        "INSERT INTO entry VALUES(7, 4, 0, NULL, NULL, 5, NULL)",     /* a void without a reason */
        "INSERT INTO entry VALUES(9, 1, 0, NULL, NULL, NULL, x'41')", /* a gap */
        "INSERT INTO record VALUES(1, 7, zeroblob(32), x'00')",       /* a gap */
        "INSERT OR REPLACE INTO record VALUES(1, 5, zeroblob(32), x'00')",
        "INSERT OR REPLACE INTO posting VALUES(6, 1, 0, 2, 5)",
        "UPDATE chain SET length = length - 1",
        "DELETE FROM standing",
        "UPDATE player SET name = x'00'",
        "DELETE FROM player",
        "DELETE FROM account",
        "DELETE FROM chain",
        "UPDATE record SET event = x'00'",
        "DELETE FROM record",
        "UPDATE entry SET time_ms = 0",
        "DELETE FROM entry",
        "UPDATE posting SET amount = 1",
        "DELETE FROM posting",
        "UPDATE hold SET amount = 1",
        "DELETE FROM hold",
        "UPDATE release SET paid = 1",
        "DELETE FROM release",
        "UPDATE pay SET amount = 1",
        "DELETE FROM pay",
        "UPDATE command SET answer = x'00'",
        "DELETE FROM command",
        "UPDATE document SET bytes = x'00'",
        "DELETE FROM document",
        "UPDATE standing SET hold = 1",
    };
    play_a_little(b);
    felt_store_close(b->store);
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
        if (!engine->refuses(b->address, list[i]))
            print_error("not refused: %s\n", list[i]);
        assert_true(engine->refuses(b->address, list[i]));
    }
    b->store = bank_open(b->address);
    bank_check(b);
}

/* Past the triggers, the audit sees it. */
static void test_audit_sees(void **state)
{
    bank *b = bank_of(state);
    const suite_engine *engine = ((suite_state *)*state)->engine;
    static const char *const list[] = {
        "UPDATE account SET balance = balance + 1 WHERE id = 2",
        "UPDATE posting SET amount = amount + 1 WHERE entry = 5",
        "DELETE FROM posting WHERE entry = 5",
        "DELETE FROM standing",
        "INSERT INTO standing VALUES(1)",
        "DELETE FROM release WHERE hold = 1",
        "UPDATE hold SET amount = 301 WHERE id = 3",
        "DELETE FROM entry WHERE id = 2",
        "DELETE FROM record WHERE sequence = 5",
    };
    felt_error error;
    felt_store_audit_result audit;
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
        if (i > 0) {
            tear_down(state);
            set_up(state);
        }
        play_a_little(b);
        bank_check(b);
        felt_store_close(b->store);
        engine->tamper(b->address, list[i]);
        b->store = bank_open(b->address);
        felt_status status = felt_store_audit(b->store, &audit, &error);
        if (status != FELT_EDATA)
            print_error("not seen: %s\n", list[i]);
        assert_int_equal(status, FELT_EDATA);
    }
}

static void test_addresses(void **state)
{
    (void)state;
    felt_store *store;
    felt_error error;
    refused(felt_store_open("mysql:x", &store, &error), FELT_EDATA, &error, "sqlite:FILE");
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
        cmocka_unit_test(test_balances_fit),
        cmocka_unit_test(test_settle),
        cmocka_unit_test(test_hold_limits),
        cmocka_unit_test(test_exactly_once),
        cmocka_unit_test(test_standing),
        cmocka_unit_test(test_holds),
        cmocka_unit_test(test_void),
        cmocka_unit_test(test_void_of_what_is_gone),
        cmocka_unit_test(test_void_that_evens_out),
        cmocka_unit_test(test_commands),
        cmocka_unit_test(test_batches),
        cmocka_unit_test(test_history),
        cmocka_unit_test(test_tables),
        cmocka_unit_test(test_hash),
        cmocka_unit_test(test_tampered_history),
        cmocka_unit_test(test_documents),
        cmocka_unit_test(test_schema_refuses),
        cmocka_unit_test(test_audit_sees),
        cmocka_unit_test(test_addresses),
    };
    enum { COMMON = sizeof common / sizeof *common };
    struct CMUnitTest tests[COMMON + SUITE_OWN_MAX] = {{.name = NULL}};
    assert_true(own_count <= SUITE_OWN_MAX);
    for (size_t i = 0; i < COMMON; i++) {
        tests[i] = common[i];
        tests[i].setup_func = set_up;
        tests[i].teardown_func = tear_down;
        tests[i].initial_state = &state;
    }
    for (size_t i = 0; i < own_count; i++)
        tests[COMMON + i] = own[i];
    return _cmocka_run_group_tests(engine->name, tests, COMMON + own_count, NULL, NULL);
}
