/* tests/store/suite_history.c - records, tables and documents, on every engine: chains that hold, and what was changed in them. */
#include "suite.h"

#include <string.h>

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
    bank_begin(b);
    good(felt_store_table(b->store, TEXT("craps 1"), &again, &error), &error);
    assert_int_equal(again.number, b->table.number);
    good(felt_store_head(b->store, b->table, &head, &error), &error);
    assert_int_equal(head.sequence, 0);
    for (int i = 0; i < 5; i++)
        assert_int_equal(bank_append(b, &"edcba"[i]), i + 1);
    deed.record = (felt_text){large, FELT_STORE_EVENT_BYTES_MAX + 1};
    refused(felt_store_keep(b->store, &deed, &sequence, &error), FELT_ELIMIT, &error, "a record");
    good(felt_store_record(b->store, arena, b->table, 5, &found, &error), &error); /* before the commit, too */
    bank_commit(b);
    suite_restart(b);
    good(felt_store_read(b->store, b->table, 2, join_events, text, &error), &error);
    assert_string_equal(text, "2:dcba 3:cba 4:ba ");
    bank_begin(b);
    deed.record.length--;
    good(felt_store_keep(b->store, &deed, &sequence, &error), &error);
    bank_commit(b);
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
    bank_begin(b);
    good(felt_store_table(b->store, TEXT("baccarat"), &table, &error), &error);
    good(felt_store_table(b->store, TEXT("not seen"), &table, &error), &error);
    refused(felt_store_table(b->store, TEXT(""), &table, &error), FELT_ELIMIT, &error, "a table's name");
    bank_append(b, "roll");
    good(felt_store_tables(b->store, join_tables, text, &error), &error);
    assert_string_equal(text, "@bank:1 craps 1:1 baccarat:0 ");
    text[0] = '\0';
    bank_commit(b);
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
    const suite_engine *engine = suite_engine_of(state);
    felt_error error;
    int64_t records;
    for (const suite_tamper *t = engine->histories; t->sql != NULL; t++) {
        if (t != engine->histories) {
            suite_anew(state);
        }
        bank_begin(b);
        for (int k = 0; k < 6; k++)
            bank_append(b, &"event by event"[k]);
        bank_commit(b);
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
    bank_begin(b);
    good(felt_store_document_keep(b->store, TEXT("{\"wager\":1}"), hash, &error), &error);
    good(felt_store_document_keep(b->store, TEXT("{\"wager\":1}"), again, &error), &error);
    bank_commit(b);
    assert_memory_equal(hash, again, sizeof hash);
    suite_restart(b);
    good(felt_store_document_find(b->store, arena, hash, &found, &error), &error);
    assert_true(felt_text_is(found, "{\"wager\":1}"));
    refused(felt_store_document_find(b->store, arena, other, &found, &error), FELT_ENOTFOUND, &error, "no such document");
    felt_store_close(b->store);
    suite_engine_of(state)->tamper(b->address, suite_engine_of(state)->document);
    b->store = bank_open(b->address);
    refused(felt_store_document_find(b->store, arena, hash, &found, &error), FELT_EDATA, &error, "was changed");
    felt_arena_free(arena);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_history),          cmocka_unit_test(test_tables),    cmocka_unit_test(test_hash),
    cmocka_unit_test(test_tampered_history), cmocka_unit_test(test_documents),
};

const suite_part suite_history_part = {tests, sizeof tests / sizeof *tests};
