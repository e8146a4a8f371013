/* tests/unit/test_setup.c - records of setups: every shipped table is made again from its record and the documents it names, and what was
 * changed is found. */
#include <felt/form.h>
#include <felt/setup.h>
#include <felt/sheet.h>
#include <setjmp.h>
#include <sodium.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { DOCUMENTS_MAX = 2048 };

typedef struct documents {
    felt_text list[DOCUMENTS_MAX];
    int count;
    felt_arena *arena;
} documents;

typedef struct world {
    felt_arena *arena;
    const felt_tables *tables;
    documents documents;
} world;

static felt_status load_shipped(void *context, felt_text name, const felt_sheet **ret, felt_error *error)
{
    char path[512];
    snprintf(path, sizeof path, "%s/rules/%.*s.felt", FELT_SOURCE_DIR, FELT_TEXT_ARGS(name));
    return felt_sheet_load(context, path, NULL, ret, error);
}

static felt_text read_file(felt_arena *arena, const char *path)
{
    static char bytes[1 << 20];
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    size_t size = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    return felt_arena_copy(arena, (felt_text){bytes, size});
}

static felt_status keep(void *context, felt_text document, felt_error *error)
{
    documents *d = context;
    (void)error;
    for (int i = 0; i < d->count; i++) {
        if (felt_text_equal(d->list[i], document))
            return FELT_OK;
    }
    assert_in_range(d->count, 0, DOCUMENTS_MAX - 1);
    d->list[d->count++] = felt_arena_copy(d->arena, document);
    return FELT_OK;
}

static felt_status find(void *context, felt_arena *arena, const uint8_t hash[FELT_SETUP_HASH_BYTES], felt_text *ret, felt_error *error)
{
    const documents *d = context;
    (void)arena;
    for (int i = 0; i < d->count; i++) {
        uint8_t found[FELT_SETUP_HASH_BYTES];
        crypto_generichash(found, sizeof found, (const uint8_t *)d->list[i].bytes, d->list[i].length, NULL, 0);
        if (memcmp(found, hash, sizeof found) == 0) {
            *ret = d->list[i];
            return FELT_OK;
        }
    }
    return felt_error_set(error, FELT_ENOTFOUND, -1, "no document has that hash");
}

static int make_world(void **state)
{
    static world w;
    w.arena = felt_arena_new((size_t)1 << 30);
    w.documents.arena = w.arena;
    felt_diags diags = felt_diags_in(w.arena);
    felt_table_sheets sheets = {w.arena, load_shipped};
    felt_text text = read_file(w.arena, FELT_SOURCE_DIR "/tables/felt.tables");
    *state = &w;
    return felt_tables_read(w.arena, felt_text_from("felt.tables"), text, &sheets, &diags, &w.tables) == FELT_OK ? 0 : -1;
}

static int free_world(void **state)
{
    felt_arena_free(((world *)*state)->arena);
    return 0;
}

static felt_status read_again(world *w, felt_text record, const felt_table_plan **ret, felt_arena **ret_arena, felt_error *error)
{
    felt_setup_finder finder = {&w->documents, find};
    *ret_arena = felt_arena_new((size_t)1 << 30);
    return felt_setup_read(*ret_arena, record, &finder, ret, error);
}

static void every_shipped_table_is_made_again_from_its_record(void **state)
{
    world *w = *state;
    assert_true(w->tables->count > 5);
    for (int i = 0; i < w->tables->count; i++) {
        const felt_table_plan *plan = &w->tables->list[i], *again;
        felt_text record;
        felt_error error;
        felt_arena *arena;
        assert_int_equal(felt_setup_write(w->arena, plan, &record), FELT_OK);
        assert_true(felt_setup_is(record));
        assert_true(record.length <= FELT_SETUP_BYTES_MAX);
        assert_int_equal(felt_setup_documents(plan, keep, &w->documents, &error), FELT_OK);
        felt_status status = read_again(w, record, &again, &arena, &error);
        if (status != FELT_OK)
            fail_msg("%.*s: %s", FELT_TEXT_ARGS(plan->short_name), error.message);
        assert_true(felt_text_equal(again->short_name, plan->short_name));
        assert_int_equal(felt_book_wager_count(again->book), felt_book_wager_count(plan->book));
        assert_int_equal(again->offered, plan->offered);
        assert_int_equal(again->cut, plan->cut);
        assert_true(felt_dealing_rules_equal(again->rules, plan->rules));
        felt_arena_free(arena);
    }
}

/* Takes `part` out of a text, where it must be. */
static felt_text without(felt_arena *arena, felt_text text, const char *part)
{
    const char *at = strstr(text.bytes, part);
    assert_non_null(at);
    return felt_arena_print(arena, "%.*s%s", (int)(at - text.bytes), text.bytes, at + strlen(part));
}

/* Before the rules of a shoe had names a setup named none, and neither did the lines of its table, which mean others today. */
static void a_setup_from_before_rules_had_names_means_those_of_its_time(void **state)
{
    world *w = *state;
    const felt_table_plan *plan = felt_tables_find(w->tables, felt_text_from("baccarat")), *again;
    felt_text record, written;
    felt_error error;
    felt_arena *arena;
    assert_int_equal(plan->rules.cut, FELT_CUT_ONE_MORE);
    assert_int_equal(felt_setup_write(w->arena, plan, &record), FELT_OK);
    assert_int_equal(felt_setup_documents(plan, keep, &w->documents, &error), FELT_OK);
    record = without(w->arena, record, ",\"cut_rule\":\"one-more\",\"burn\":\"value\"");
    assert_int_equal(read_again(w, record, &again, &arena, &error), FELT_OK);
    assert_int_equal(again->cut, plan->cut);
    assert_int_equal(again->rules.cut, FELT_CUT_ALWAYS_ONE_MORE);
    assert_int_equal(again->rules.burn, FELT_BURN_VALUE);
    assert_int_equal(felt_setup_write(arena, again, &written), FELT_OK);
    assert_true(felt_text_equal(written, record));
    felt_arena_free(arena);
}

/* A setup cannot name other rules than its lines make, or one alone. */
static void rules_that_the_lines_do_not_make_are_refused(void **state)
{
    static const char *const rules[] = {"\"cut_rule\":\"last-round\",\"burn\":\"value\"", "\"cut_rule\":\"one-more\",\"burn\":\"none\"",
                                        "\"cut_rule\":\"one-more\"", "\"burn\":\"value\"",
                                        "\"cut_rule\":\"always-one-more\",\"burn\":\"value\""};
    world *w = *state;
    const felt_table_plan *plan = felt_tables_find(w->tables, felt_text_from("baccarat")), *again;
    felt_text record;
    assert_int_equal(felt_setup_write(w->arena, plan, &record), FELT_OK);
    const char *at = strstr(record.bytes, "\"cut_rule\""), *after = strstr(record.bytes, ",\"rounding\"");
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        felt_error error;
        felt_arena *arena;
        felt_text changed = felt_arena_print(w->arena, "%.*s%s%s", (int)(at - record.bytes), record.bytes, rules[i], after);
        assert_int_equal(read_again(w, changed, &again, &arena, &error), FELT_EDATA);
        felt_arena_free(arena);
    }
}

/* The document of every wager has the hash that the record names. */
static void the_record_names_every_wager_by_its_form(void **state)
{
    world *w = *state;
    const felt_table_plan *plan = &w->tables->list[0];
    felt_text record;
    assert_int_equal(felt_setup_write(w->arena, plan, &record), FELT_OK);
    for (int i = 0; i < felt_book_wager_count(plan->book); i++) {
        const felt_variant *variant = felt_book_variant(plan->book, i);
        uint8_t hash[FELT_FORM_HASH_BYTES];
        char digits[FELT_FORM_HASH_DIGITS + 1];
        felt_text document;
        if (variant == NULL)
            continue;
        assert_int_equal(felt_wager_hash(felt_book_sheet(plan->book, i), felt_book_wager(plan->book, i), variant, hash), FELT_OK);
        felt_form_hash_write(hash, digits);
        assert_non_null(strstr(record.bytes, digits));
        assert_int_equal(find(&w->documents, w->arena, hash, &document, NULL), FELT_OK);
    }
}

static felt_text replaced(felt_arena *arena, felt_text text, const char *what, const char *with)
{
    const char *at = strstr(text.bytes, what);
    assert_non_null(at);
    return felt_arena_print(arena, "%.*s%s%s", (int)(at - text.bytes), text.bytes, with, at + strlen(what));
}

static void what_a_record_says_must_be_so(void **state)
{
    static const char *const changes[][2] = {
        {"\"rounding\":\"floor\"", "\"rounding\":\"up\""},
        {"\"cut\":", "\"cut\":1"},
        {"\"form\":\"", "\"form\":\"0"},
        {"\"min\":", "\"min\":1"},
        {"\"closed\":\"\"", "\"closed\":\"unset\""},
        {"],\"plan\"", "], \"plan\""},
        {"limit event", "limit  event"},
        {"  seats ", "  seatz "},
        {"\"sheets\":[", "\"sheets\":[7,"},
        {"\"hash\":\"", "\"hash\":\"z"},
        {"\"sheets\"", "\"shoots\""},
        {"{\"felt\":\"setup\"", "{\"felt\":\"setups\""},
        {"\"}", "\""},
    };
    world *w = *state;
    felt_text record;
    assert_int_equal(felt_setup_write(w->arena, &w->tables->list[0], &record), FELT_OK);
    int refused = 0;
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        const felt_table_plan *plan;
        felt_arena *arena;
        felt_error error = {.item = 0};
        felt_text changed = replaced(w->arena, record, changes[i][0], changes[i][1]);
        felt_status status = read_again(w, changed, &plan, &arena, &error);
        /* The lines of the plan are the table's own words: two spaces are no other table, so that record stands. */
        if (i == 6)
            assert_int_equal(status, FELT_OK);
        else
            assert_int_equal(status, FELT_EDATA);
        refused += error.message[0] != '\0';
        felt_arena_free(arena);
    }
    assert_int_equal(refused, sizeof changes / sizeof *changes - 1);
}

static void a_sheet_that_is_missing_or_changed_is_found(void **state)
{
    world *w = *state;
    const felt_table_plan *plan;
    felt_arena *arena;
    felt_error error;
    felt_text record, sheet = w->documents.list[0];
    assert_int_equal(felt_setup_write(w->arena, &w->tables->list[0], &record), FELT_OK);
    w->documents.list[0] = felt_text_from("sheet \"another\"\n");
    assert_int_equal(read_again(w, record, &plan, &arena, &error), FELT_ENOTFOUND);
    felt_arena_free(arena);
    w->documents.list[0] = sheet;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_shipped_table_is_made_again_from_its_record),
        cmocka_unit_test(a_setup_from_before_rules_had_names_means_those_of_its_time),
        cmocka_unit_test(rules_that_the_lines_do_not_make_are_refused),
        cmocka_unit_test(the_record_names_every_wager_by_its_form),
        cmocka_unit_test(what_a_record_says_must_be_so),
        cmocka_unit_test(a_sheet_that_is_missing_or_changed_is_found),
    };
    return cmocka_run_group_tests_name("setup", tests, make_world, free_world);
}
