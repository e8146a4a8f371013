/* tests/store/suite_schema.c - what the database itself refuses, on every engine, and what an audit sees that got past it. */
#include "suite.h"

/* A winning, a losing and a standing bet, 1 to 3, with results at records 4 and 5, and a command. */
static void play_a_little(bank *b)
{
    felt_error error;
    int64_t sequence;
    uint8_t hash[FELT_STORE_HASH_BYTES];
    bank_begin(b);
    int64_t won = bank_hold(b, 100), lost = bank_hold(b, 200), stands = bank_hold(b, 300);
    felt_move rolls[] = {bank_move(b, FELT_MOVE_SETTLE, won, 200), bank_move(b, FELT_MOVE_PAY, stands, 70),
                         bank_move(b, FELT_MOVE_SETTLE, lost, 0)};
    bank_keep(b, FELT_ENTRY_RESULT, "roll", rolls, 2);
    felt_deed deed = bank_deed(b, FELT_ENTRY_RESULT, "roll", &rolls[2], 1);
    deed.player = b->player;
    deed.command = 1;
    good(felt_store_keep(b->store, &deed, &sequence, &error), &error);
    good(felt_store_document_keep(b->store, TEXT("{}"), hash, &error), &error);
    bank_commit(b);
}

static void test_schema_refuses(void **state)
{
    bank *b = suite_bank(state);
    const suite_engine *engine = suite_engine_of(state);
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
    const suite_engine *engine = suite_engine_of(state);
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
    const suite_engine *engine = suite_engine_of(state);
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
        bank_begin(b);
        good(felt_store_note_set(b->store, TEXT("k"), TEXT("a"), TEXT("x"), 0, &error), &error);
        felt_status status = felt_store_keep(b->store, &deed, &sequence, &error);
        assert_true(status == FELT_OK || status == FELT_EDATA);
        if (status == FELT_EDATA)
            refused(felt_store_note_set(b->store, TEXT("k"), TEXT("b"), TEXT("x"), 0, &error), FELT_EDATA, &error, "refused before");
        if (again == 0)
            assert_int_equal(felt_store_commit(b->store, &error), FELT_EDATA);
        else
            good(felt_store_rollback(b->store, &error), &error);
        bank_assert(b, BANK_CREDITS - 600 + 270, 300);
    }
    felt_arena *arena = felt_arena_new(1 << 16);
    felt_text found;
    assert_int_equal(felt_store_note_get(b->store, arena, TEXT("k"), TEXT("a"), &found, NULL, &error), FELT_ENOTFOUND);
    felt_arena_free(arena);
    bank_begin(b);
    bank_append(b, "and on it goes");
    bank_commit(b);
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

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_schema_refuses),
    cmocka_unit_test(test_audit_sees),
    cmocka_unit_test(test_refused_by_schema),
    cmocka_unit_test(test_addresses),
};

const suite_part suite_schema_part = {tests, sizeof tests / sizeof *tests};
