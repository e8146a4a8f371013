/* tests/store/suite.c - what a store must do, whatever engine it has: all tests in one group, and what they share. */
#include "suite.h"

#include <string.h>

void good(felt_status status, const felt_error *error)
{
    if (status != FELT_OK)
        print_error("%s: %s\n", felt_status_text(status), error->message);
    assert_int_equal(status, FELT_OK);
}

void refused(felt_status status, felt_status expected, const felt_error *error, const char *part)
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

void bank_begin(bank *b)
{
    felt_error error;
    good(felt_store_begin(b->store, &error), &error);
}

void bank_commit(bank *b)
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

void bank_assert(bank *b, int64_t available, int64_t held)
{
    felt_error error;
    felt_balance balance;
    good(felt_store_balance(b->store, b->player, &balance, &error), &error);
    assert_int_equal(balance.available.minor, available);
    assert_int_equal(balance.held.minor, held);
}

/* One group: its report has one plan. */
int suite_run(const suite_engine *engine, const struct CMUnitTest *own, size_t own_count)
{
    static const suite_part *const parts[] = {&suite_bank_part,  &suite_commands_part, &suite_history_part,
                                              &suite_notes_part, &suite_schema_part,   &suite_retire_part};
    suite_state state = {.engine = engine};
    struct CMUnitTest tests[SUITE_COMMON_MAX + SUITE_OWN_MAX] = {{.name = NULL}};
    size_t count = 0;
    for (size_t p = 0; p < sizeof parts / sizeof *parts; p++) {
        assert_true(count + parts[p]->count <= SUITE_COMMON_MAX);
        for (size_t i = 0; i < parts[p]->count; i++) {
            tests[count] = parts[p]->tests[i];
            tests[count].setup_func = set_up;
            tests[count].teardown_func = tear_down;
            tests[count++].initial_state = &state;
        }
    }
    assert_true(own_count <= SUITE_OWN_MAX);
    for (size_t i = 0; i < own_count; i++)
        tests[count++] = own[i];
    return _cmocka_run_group_tests(engine->name, tests, count, NULL, NULL);
}
