/* tests/store/suite_commands.c - commands and batches, on every engine: an id has one effect, and a batch is kept whole or not at all. */
#include "suite.h"

#include <stdatomic.h>

/* An id has one effect, wherever it comes again, and no second meaning. */
static void test_commands(void **state)
{
    bank *b = suite_bank(state);
    felt_error error;
    felt_table_id table = {0};
    int64_t sequence = 0;
    static const uint64_t ids[] = {0, 1, UINT64_MAX, UINT64_C(1) << 63};
    bank_begin(b);
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
            bank_commit(b);
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
        bank_begin(b);
        for (int k = 0; k < i; k++)
            refused(keep_command(b, ids[k], &error), FELT_EDATA, &error, "used before");
        good(keep_command(b, ids[i], &error), &error);
        refused(keep_command(b, ids[i], &error), FELT_EDATA, &error, "used before");
        bank_commit(b);
        bank_begin(b);
        good(keep_command(b, 5000, &error), &error); /* comes to nothing, and everything is forgotten */
        good(felt_store_rollback(b->store, &error), &error);
        if (i % 3 == 2)
            suite_restart(b);
    }
    bank_begin(b);
    good(keep_command(b, 5000, &error), &error);
    bank_commit(b);
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
        bank_begin(b);
        good(felt_store_expect(b->store, list, 5, &error), &error);
        good(felt_store_expect(b->store, NULL, 0, &error), &error);
        for (int i = 0; i < 3; i++)
            assert_int_equal(felt_store_command_find(b->store, b->player, (uint64_t)i, deed.digest, &table, &sequence, &error),
                             i < round ? FELT_OK : FELT_ENOTFOUND);
        good(felt_store_keep(b->store, &deed, &sequence, &error), &error);
        bank_commit(b);
    }
}

static void test_batches(void **state)
{
    bank *b = suite_bank(state);
    felt_error error;
    felt_head head;
    bank_begin(b);
    bank_hold(b, 5);
    good(felt_store_rollback(b->store, &error), &error);
    bank_assert(b, BANK_CREDITS, 0);
    b->bets = 0;
    bank_begin(b);
    bank_hold(b, 1);
    bank_hold(b, 4);
    bank_commit(b);
    suite_restart(b);
    bank_assert(b, BANK_CREDITS - 5, 5);
    good(felt_store_head(b->store, b->table, &head, &error), &error);
    assert_int_equal(head.sequence, 2);
    bank_begin(b);
    bank_hold(b, 50); /* given up by closing */
    suite_restart(b);
    bank_assert(b, BANK_CREDITS - 5, 5);
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
        bank_begin(b);
        bank_hold(b, 1);
        good(felt_store_commit_begin(b->store, count_one, &done, &error), &error);
        if (i % 3 == 0)
            bank_assert(b, BANK_CREDITS - i - 1, i + 1);
        if (i % 3 == 1) {
            felt_store_commit_wait(b->store, 10000000);
            assert_true(felt_store_commit_ended(b->store));
        }
        good(felt_store_commit_end(b->store, &error), &error);
        assert_true(felt_store_commit_ended(b->store));
    }
    bank_begin(b);
    bank_hold(b, 5);
    good(felt_store_commit_begin(b->store, NULL, NULL, &error), &error);
    suite_restart(b); /* closing waits, too */
    assert_int_equal(atomic_load(&done), 20);
    bank_assert(b, BANK_CREDITS - 25, 25);
    good(felt_store_head(b->store, b->table, &head, &error), &error);
    assert_int_equal(head.sequence, 21);
    bank_check(b);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_commands), cmocka_unit_test(test_ids_in_any_order),    cmocka_unit_test(test_expect),
    cmocka_unit_test(test_batches),  cmocka_unit_test(test_commit_in_two_steps),
};

const suite_part suite_commands_part = {tests, sizeof tests / sizeof *tests};
