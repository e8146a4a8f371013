/* tests/store/suite_retire.c - retention, on every engine: what a floor keeps, what it removes, and what cannot be removed. */
#include "suite.h"

#include <string.h>

enum { SHOES = 3, SHOE_RECORDS = 4 };

/* Four records: two bets, of which one has a command, the result of both, and the end of the shoe; then nothing is held. */
static void play_shoe(bank *b, uint64_t command)
{
    felt_error error;
    int64_t sequence;
    bank_begin(b);
    int64_t lost = bank_hold(b, 300), won = ++b->bets;
    felt_move hold = bank_move(b, FELT_MOVE_HOLD, won, 100);
    felt_deed deed = bank_deed(b, FELT_ENTRY_BET, "bet", &hold, 1);
    deed.player = b->player;
    deed.command = command;
    good(felt_store_keep(b->store, &deed, &sequence, &error), &error);
    felt_move ends[] = {bank_move(b, FELT_MOVE_SETTLE, lost, 0), bank_move(b, FELT_MOVE_SETTLE, won, 195)};
    bank_keep(b, FELT_ENTRY_RESULT, "result", ends, 2);
    bank_append(b, "seed");
    bank_commit(b);
}

/* Three shoes, and a bet that stands after them. */
static void play_shoes(bank *b)
{
    for (uint64_t i = 1; i <= SHOES; i++)
        play_shoe(b, i);
    bank_begin(b);
    bank_hold(b, 50);
    bank_commit(b);
}

static bool take_hash(void *context, const felt_history_record *record)
{
    memcpy(context, record->hash, FELT_STORE_HASH_BYTES);
    return false;
}

static felt_floor floor_at(bank *b, int64_t sequence)
{
    felt_error error;
    felt_floor floor = {.sequence = sequence, .time_ms = 7, .kept = 1, .kept_record = TEXT("setup"), .opening = TEXT("{}")};
    floor.archive = TEXT("old.jsonl");
    good(felt_store_read(b->store, b->table, sequence, take_hash, floor.hash, &error), &error);
    return floor;
}

static void retire(bank *b, int64_t sequence)
{
    felt_error error;
    felt_floor floor = floor_at(b, sequence);
    bank_begin(b);
    good(felt_store_retire(b->store, b->table, &floor, &error), &error);
    bank_commit(b);
}

static felt_store_audit_result audit_of(bank *b)
{
    felt_error error;
    felt_store_audit_result audit;
    good(felt_store_audit(b->store, &audit, &error), &error);
    return audit;
}

static void assert_same_money(const felt_store_audit_result *a, const felt_store_audit_result *b)
{
    assert_int_equal(a->available.minor, b->available.minor);
    assert_int_equal(a->held.minor, b->held.minor);
    assert_int_equal(a->house.minor, b->house.minor);
    assert_int_equal(a->grants.minor, b->grants.minor);
}

/* "that every balance is still a sum", "so that the rest still verifies" */
static void test_retire(void **state)
{
    bank *b = suite_bank(state);
    felt_error error;
    felt_head head, same;
    int64_t records;
    play_shoes(b);
    felt_store_audit_result before = audit_of(b);
    good(felt_store_head(b->store, b->table, &head, &error), &error);
    retire(b, 2 * SHOE_RECORDS);
    for (int again = 0; again < 2; again++) {
        felt_store_audit_result after = audit_of(b);
        assert_same_money(&before, &after);
        assert_int_equal(after.retired, 2 * SHOE_RECORDS);
        assert_int_equal(after.records, before.records - 2 * SHOE_RECORDS);
        assert_int_equal(after.ended, before.ended - 4);
        assert_int_equal(after.postings, before.postings - 8);
        good(felt_store_verify(b->store, b->table, &records, &error), &error);
        assert_int_equal(records, SHOE_RECORDS + 1);
        good(felt_store_head(b->store, b->table, &same, &error), &error);
        assert_memory_equal(&head, &same, sizeof head);
        suite_restart(b);
    }
    play_shoe(b, 9); /* and on it goes; all but the bet that stands can go as well, up to it */
    bank_check(b);
    retire(b, 3 * SHOE_RECORDS);
    bank_check(b);
    assert_int_equal(audit_of(b).retired, 3 * SHOE_RECORDS);
}

/* "Ids of commands are kept", "also the one that was kept at the floor" */
static void test_what_is_kept(void **state)
{
    bank *b = suite_bank(state);
    felt_error error;
    felt_table_id table;
    felt_floor floor;
    felt_text found;
    int64_t sequence;
    uint8_t digest[FELT_STORE_DIGEST_BYTES] = {0};
    felt_arena *arena = felt_arena_new(1 << 20);
    play_shoes(b);
    good(felt_store_floor(b->store, arena, b->table, &floor, &error), &error);
    assert_int_equal(floor.sequence, 0);
    retire(b, SHOE_RECORDS);
    suite_restart(b);
    good(felt_store_command_find(b->store, b->player, 1, digest, &table, &sequence, &error), &error);
    assert_int_equal(sequence, 2);
    refused(felt_store_record(b->store, arena, b->table, 2, &found, &error), FELT_ENOTFOUND, &error,
            "retired; it is in the archive old.jsonl");
    refused(felt_store_record(b->store, arena, b->table, 99, &found, &error), FELT_ENOTFOUND, &error, "no such record");
    good(felt_store_record(b->store, arena, b->table, 1, &found, &error), &error);
    assert_true(felt_text_is(found, "setup"));
    good(felt_store_floor(b->store, arena, b->table, &floor, &error), &error);
    assert_int_equal(floor.sequence, SHOE_RECORDS);
    assert_int_equal(floor.time_ms, 7);
    assert_true(felt_text_is(floor.opening, "{}") && felt_text_is(floor.archive, "old.jsonl"));
    refused(felt_store_floor(b->store, arena, (felt_table_id){99}, &floor, &error), FELT_ENOTFOUND, &error, "no such table");
    bank_begin(b); /* a bet below the floor has ended, and a result there cannot be voided */
    felt_move again = bank_move(b, FELT_MOVE_HOLD, 1, 5);
    felt_deed deed = bank_deed(b, FELT_ENTRY_BET, "bet", &again, 1);
    refused(felt_store_keep(b->store, &deed, &sequence, &error), FELT_EDATA, &error, "has ended before");
    refused(felt_store_void(b->store, b->table, 3, TEXT("why"), 1, &sequence, &error), FELT_ENOTFOUND, &error, "no such record");
    bank_commit(b);
    felt_arena_free(arena);
}

static void not_retired(bank *b, felt_table_id table, const felt_floor *floor, felt_status expected, const char *part)
{
    felt_error error;
    felt_store_audit_result before = audit_of(b), after;
    bank_begin(b);
    refused(felt_store_retire(b->store, table, floor, &error), expected, &error, part);
    good(felt_store_rollback(b->store, &error), &error);
    after = audit_of(b);
    assert_memory_equal(&before, &after, sizeof before);
    bank_check(b);
}

/* "FELT_EDATA: there is no such record above the floor that there is, it has another hash, something was held after it" */
static void test_retire_refused(void **state)
{
    bank *b = suite_bank(state);
    felt_error error;
    felt_table_id own;
    int64_t sequence;
    char name[FELT_STORE_ARCHIVE_BYTES_MAX + 1] = {0};
    play_shoes(b);
    bank_begin(b);
    good(felt_store_table(b->store, TEXT("@house"), &own, &error), &error);
    felt_deed deed = {.table = own, .record = TEXT("log"), .kind = FELT_ENTRY_NONE};
    good(felt_store_keep(b->store, &deed, &sequence, &error), &error);
    bank_commit(b);
    felt_floor held = floor_at(b, 2), stands = floor_at(b, SHOES * SHOE_RECORDS + 1), fits = floor_at(b, SHOE_RECORDS);
    not_retired(b, b->table, &held, FELT_EDATA, "");
    not_retired(b, b->table, &stands, FELT_EDATA, "");
    held = fits;
    held.hash[0] ^= 1;
    not_retired(b, b->table, &held, FELT_EDATA, "");
    held = fits;
    held.sequence = 99;
    not_retired(b, b->table, &held, FELT_EDATA, "");
    held.sequence = 0;
    not_retired(b, b->table, &held, FELT_EDATA, "records count from 1");
    held = fits;
    held.kept = SHOE_RECORDS + 1;
    not_retired(b, b->table, &held, FELT_EDATA, "keeps record 5");
    held = fits;
    held.archive = (felt_text){name, 0};
    not_retired(b, b->table, &held, FELT_ELIMIT, "name of an archive");
    held.archive = (felt_text){name, sizeof name};
    not_retired(b, b->table, &held, FELT_ELIMIT, "name of an archive");
    held.archive.length--;
    bank_begin(b);
    good(felt_store_retire(b->store, b->table, &held, &error), &error);
    good(felt_store_rollback(b->store, &error), &error);
    bank house = *b;
    house.table = own;
    held = floor_at(&house, 1);
    not_retired(b, own, &held, FELT_EDATA, "");
    retire(b, 2 * SHOE_RECORDS);
    not_retired(b, b->table, &fits, FELT_EDATA, "");
}

/* "lets nothing be removed but what is below one": in SQL that every engine has. */
static const char *const sql_refused[] = {
    "DELETE FROM record WHERE table_id = 1",
    "DELETE FROM record WHERE table_id = 1 AND sequence = 9",
    "DELETE FROM posting WHERE table_id = 1",
    "DELETE FROM ended",
    "DELETE FROM record WHERE table_id = 0",
    "DELETE FROM command",
    "DELETE FROM floor",
    "DELETE FROM carried",
    "UPDATE floor SET sequence = sequence + 1 WHERE table_id = 1",
    "UPDATE floor SET sequence = sequence - 1 WHERE table_id = 1",
    "UPDATE floor SET bet = 0 WHERE table_id = 1",
    "UPDATE floor SET table_id = 0 WHERE table_id = 1",
    "UPDATE floor SET sequence = 12 WHERE table_id = 1", /* with the hash of another */
    "UPDATE floor SET sequence = 12, hash = (SELECT hash FROM record WHERE table_id = 1 AND sequence = 12) WHERE table_id = 1",
    "UPDATE floor SET sequence = 1, hash = (SELECT hash FROM record WHERE table_id = 0) WHERE table_id = 0",
    "UPDATE carried SET available = available + 1, house = house - 1",
    "UPDATE carried SET available = available + 1",
    "UPDATE carried SET player = 2",
    "INSERT INTO carried VALUES(1, 9, 5, -5)",
};

/* Past the triggers, it is seen: by the audit, or in the chain. */
static const char *const sql_seen[] = {
    "UPDATE carried SET available = available + 1, house = house - 1",
    "DELETE FROM carried",
    "UPDATE floor SET sequence = sequence - 1 WHERE table_id = 1",
    "UPDATE floor SET sequence = sequence + 1 WHERE table_id = 1",
    "UPDATE floor SET sequence = 99 WHERE table_id = 1",
    "UPDATE floor SET hash = (SELECT head FROM chain WHERE id = 1) WHERE table_id = 1",
    "DELETE FROM floor WHERE table_id = 1",
    "DELETE FROM record WHERE table_id = 1 AND sequence = 9",
};

static void test_retire_by_schema(void **state)
{
    bank *b = suite_bank(state);
    const suite_engine *engine = suite_engine_of(state);
    play_shoes(b);
    retire(b, 2 * SHOE_RECORDS);
    felt_store_close(b->store);
    for (size_t i = 0; i < sizeof sql_refused / sizeof *sql_refused; i++) {
        bool refuses = engine->refuses(b->address, sql_refused[i]);
        if (!refuses)
            print_error("not refused: %s\n", sql_refused[i]);
        assert_true(refuses);
    }
    b->store = bank_open(b->address);
    bank_check(b);
}

static void test_retire_tampered(void **state)
{
    bank *b = suite_bank(state);
    const suite_engine *engine = suite_engine_of(state);
    felt_error error;
    felt_store_audit_result audit;
    int64_t records;
    for (size_t i = 0; i < sizeof sql_seen / sizeof *sql_seen; i++) {
        suite_anew(state);
        play_shoes(b);
        retire(b, 2 * SHOE_RECORDS);
        felt_store_close(b->store);
        engine->tamper(b->address, sql_seen[i]);
        b->store = bank_open(b->address);
        bool seen = felt_store_audit(b->store, &audit, &error) == FELT_EDATA ||
                    felt_store_verify(b->store, b->table, &records, &error) == FELT_EDATA;
        if (!seen)
            print_error("not seen: %s\n", sql_seen[i]);
        assert_true(seen);
    }
}

typedef struct held_list {
    char text[200];
} held_list;

static bool join_held(void *context, int64_t sequence, felt_money change)
{
    held_list *list = context;
    size_t used = strlen(list->text);
    snprintf(list->text + used, sizeof list->text - used, " %lld:%lld", (long long)sequence, (long long)change.minor);
    return sequence < 9;
}

static void test_held(void **state)
{
    bank *b = suite_bank(state);
    felt_error error;
    held_list list = {.text = ""};
    play_shoes(b);
    good(felt_store_held(b->store, b->table, join_held, &list, &error), &error);
    assert_string_equal(list.text, " 1:300 2:100 3:-400 5:300 6:100 7:-400 9:300");
    retire(b, SHOE_RECORDS);
    list.text[0] = '\0';
    good(felt_store_held(b->store, b->table, join_held, &list, &error), &error);
    assert_string_equal(list.text, " 5:300 6:100 7:-400 9:300");
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_retire),           cmocka_unit_test(test_what_is_kept),    cmocka_unit_test(test_retire_refused),
    cmocka_unit_test(test_retire_by_schema), cmocka_unit_test(test_retire_tampered), cmocka_unit_test(test_held),
};

const suite_part suite_retire_part = {tests, sizeof tests / sizeof *tests};
