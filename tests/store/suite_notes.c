/* tests/store/suite_notes.c - notes and leases, on every engine. */
#include "suite.h"

#include <string.h>

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
    bank_begin(b);
    good(felt_store_note_add(b->store, TEXT("k"), TEXT("b"), TEXT("1"), &error), &error);
    refused(felt_store_note_add(b->store, TEXT("k"), TEXT("b"), TEXT("2"), &error), FELT_EDATA, &error, "there is a note");
    good(felt_store_note_add(b->store, TEXT("other"), TEXT("b"), TEXT("3"), &error), &error);
    good(felt_store_note_set(b->store, TEXT("k"), TEXT("a"), TEXT(""), 0, &error), &error);
    refused(felt_store_note_set(b->store, TEXT("k"), TEXT("c"), TEXT("4"), 1, &error), FELT_EDATA, &error, "read it again");
    bank_commit(b);
    suite_restart(b);
    bank_begin(b);
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
    bank_commit(b);
    text[0] = '\0';
    good(felt_store_notes(b->store, TEXT("k"), TEXT("aa"), join_notes, text, &error), &error);
    assert_string_equal(text, "b=7/3 d=8/1 ");
    bank_begin(b);
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
    bank_begin(b);
    good(felt_store_note_add(b->store, kind, key, value, &error), &error);
    bank_commit(b);
    good(felt_store_note_get(b->store, arena, kind, key, &found, NULL, &error), &error);
    assert_true(felt_text_equal(found, value));
    bank_begin(b);
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
    bank_commit(b);
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

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_notes),
    cmocka_unit_test(test_note_limits),
    cmocka_unit_test(test_leases),
};

const suite_part suite_notes_part = {tests, sizeof tests / sizeof *tests};
