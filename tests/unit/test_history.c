/* tests/unit/test_history.c - histories: what was played is read, settled and dealt again; whatever is changed, left out or moved is found,
 * in the file and in chains that were made anew over a lie. */
#include "history/chronicle.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* ---- files in memory ---- */

typedef struct file {
    char *bytes;
    size_t length, capacity, at;
    size_t *lines; /* where each begins */
    int line_count, line_capacity;
} file;

static bool put(void *context, felt_text line)
{
    file *f = context;
    if (f->length + line.length > f->capacity) {
        f->capacity = 2 * (f->length + line.length);
        f->bytes = realloc(f->bytes, f->capacity);
    }
    if (f->line_count == f->line_capacity) {
        f->line_capacity = f->line_capacity == 0 ? 1024 : 2 * f->line_capacity;
        f->lines = realloc(f->lines, (size_t)f->line_capacity * sizeof *f->lines);
    }
    f->lines[f->line_count++] = f->length;
    if (line.length > 0)
        memcpy(f->bytes + f->length, line.bytes, line.length);
    f->length += line.length;
    return true;
}

static void free_file(file *f)
{
    free(f->bytes);
    free(f->lines);
}

static felt_text line_of(const file *f, int line)
{
    size_t end = line + 1 < f->line_count ? f->lines[line + 1] : f->length;
    return (felt_text){f->bytes + f->lines[line], end - f->lines[line]};
}

static ptrdiff_t read_file(void *context, char *ret, size_t size)
{
    file *f = context;
    size_t left = f->length - f->at, most = size < 5000 ? size : 5000, taken = left < most ? left : most;
    if (taken > 0)
        memcpy(ret, f->bytes + f->at, taken);
    f->at += taken;
    return (ptrdiff_t)taken;
}

static felt_status read_all(file *f, felt_error *error)
{
    felt_history_reader *reader;
    felt_history_item item = {.kind = FELT_HISTORY_TABLE};
    f->at = 0;
    felt_status status = felt_history_reader_new((felt_input){f, read_file}, &reader, error);
    while (status == FELT_OK && item.kind != FELT_HISTORY_END)
        status = felt_history_reader_next(reader, &item, error);
    felt_history_reader_free(reader);
    return status;
}

static felt_status verify(file *f, felt_history_counts *ret, felt_error *error)
{
    f->at = 0;
    return felt_history_verify((felt_input){f, read_file}, ret, error);
}

/* ---- what was played ---- */

static void play(chronicle *c, const char *first, const char *second, int shoes, uint64_t seed)
{
    assert_true(chronicle_open(c, FELT_SOURCE_DIR));
    assert_true(chronicle_play(c, first, shoes, seed));
    if (second != NULL)
        assert_true(chronicle_play(c, second, shoes, seed + 1));
}

static file written(const chronicle *c)
{
    file f = {.bytes = NULL};
    assert_int_equal(chronicle_write(c, put, &f, NULL), FELT_OK);
    return f;
}

static void all_that_was_played_is_settled_and_dealt_again(void **state)
{
    static const char *const tables[] = {"baccarat", "craps", "golden-frog", "craps-envy", "tiger", "dragon-tiger"};
    (void)state;
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i += 2) {
        static chronicle c;
        felt_history_counts counts;
        felt_error error = {.message = ""};
        play(&c, tables[i], tables[i + 1], 4, 10 * i);
        file f = written(&c);
        felt_status status = verify(&f, &counts, &error);
        if (status != FELT_OK)
            fail_msg("line %llu: %s", (unsigned long long)error.line, error.message);
        assert_int_equal(counts.tables, 2);
        assert_int_equal(counts.rounds, c.rounds);
        assert_int_equal(counts.bets, c.bets);
        assert_int_equal(counts.shoes, 6);
        assert_int_equal(counts.unrevealed, 2);
        assert_true(counts.covered > 0 && counts.covered <= counts.rounds);
        assert_true(counts.bets > 10 && counts.staked.minor > 0);
        free_file(&f);
        chronicle_close(&c);
    }
}

/* Each line is written again as it was: nothing is lost on the way from bytes to JSON. */
static void records_are_made_again_to_the_byte(void **state)
{
    static chronicle c;
    (void)state;
    play(&c, "craps", NULL, 3, 77);
    file f = written(&c);
    felt_history_reader *reader;
    felt_history_item item = {.kind = FELT_HISTORY_TABLE};
    int records = 0;
    assert_int_equal(felt_history_reader_new((felt_input){&f, read_file}, &reader, NULL), FELT_OK);
    while (item.kind != FELT_HISTORY_END) {
        assert_int_equal(felt_history_reader_next(reader, &item, NULL), FELT_OK);
        if (item.kind == FELT_HISTORY_TABLE || item.kind == FELT_HISTORY_END)
            continue;
        assert_int_not_equal(item.kind, FELT_HISTORY_BYTES);
        assert_true(felt_text_equal(item.record, c.chains[0].records[records++].bytes));
    }
    assert_int_equal(records, c.chains[0].count);
    felt_history_reader_free(reader);
    free_file(&f);
    chronicle_close(&c);
}

/* ---- changed files ---- */

/* The file with line `line` changed: left out, exchanged with the next, written twice, or with one byte of it changed. */
static file changed_file(const file *f, int line, int how, size_t byte)
{
    file ret = {.bytes = NULL};
    for (int i = 0; i < f->line_count; i++) {
        if (i != line) {
            put(&ret, line_of(f, i));
            continue;
        }
        if (how == 1)
            put(&ret, line_of(f, ++i));
        if (how != 0)
            put(&ret, line_of(f, line));
        if (how == 2)
            put(&ret, line_of(f, line));
        if (how == 3) {
            char *at = ret.bytes + ret.lines[ret.line_count - 1] + byte;
            *at = *at == '1' ? '2' : '1';
        }
    }
    return ret;
}

static bool is_record(felt_text line)
{
    static const char start[] = "{\"felt\":\"record\"";
    return line.length > sizeof start && memcmp(line.bytes, start, sizeof start - 1) == 0;
}

static void cut_chain(chronicle_chain *chain, int count)
{
    while (chain->count > count)
        free((char *)(uintptr_t)chain->records[--chain->count].bytes.bytes);
}

/* Leaves out the first record that begins so, and makes the chain anew. */
static void leave_out(chronicle_chain *chain, const char *start)
{
    for (int i = 0; i < chain->count; i++) {
        if (strncmp(chain->records[i].bytes.bytes, start, strlen(start)) != 0)
            continue;
        free((char *)(uintptr_t)chain->records[i].bytes.bytes);
        memmove(chain->records + i, chain->records + i + 1, (size_t)(--chain->count - i) * sizeof *chain->records);
        chronicle_hash(chain);
        return;
    }
    fail_msg("there is no record %s", start);
}

static void whatever_is_changed_left_out_or_moved_is_found(void **state)
{
    static chronicle c;
    (void)state;
    play(&c, "baccarat", NULL, 1, 5);
    leave_out(&c.chains[0], "{\"felt\":\"setup\""); /* the chain needs no more than its records, and reading is fast without */
    c.document_count = 0;
    cut_chain(&c.chains[0], 60);
    file f = written(&c);
    felt_error error;
    int tried = 0;
    assert_int_equal(read_all(&f, &error), FELT_OK);
    for (int line = 0; line < f.line_count; line++) {
        if (!is_record(line_of(&f, line)))
            continue;
        for (int how = 0; how < 3; how++) {
            file changed = changed_file(&f, line, how, 0);
            error.message[0] = '\0';
            assert_int_equal(read_all(&changed, &error), FELT_EDATA);
            assert_true(error.line >= (uint64_t)line && error.message[0] != '\0');
            free_file(&changed);
            tried++;
        }
        felt_text text = line_of(&f, line);
        for (size_t byte = 0; byte + 1 < text.length; byte += 1 + text.length / 40) {
            file changed = changed_file(&f, line, 3, byte);
            assert_int_equal(read_all(&changed, &error), FELT_EDATA);
            assert_int_equal(error.line, line + 1);
            free_file(&changed);
        }
    }
    assert_int_equal(tried, 3 * 60);
    free_file(&f);
    chronicle_close(&c);
}

static void a_file_that_was_cut_off_is_found(void **state)
{
    static chronicle c;
    (void)state;
    play(&c, "craps", NULL, 1, 6);
    file f = written(&c);
    felt_error error;
    for (size_t length = 0; length < f.length; length += 1 + f.length / 60) {
        file cut = f;
        cut.length = length;
        assert_int_equal(read_all(&cut, &error), FELT_EDATA);
    }
    file cut = f;
    cut.length = f.lines[f.line_count - 1];
    assert_int_equal(read_all(&cut, &error), FELT_EDATA);
    assert_string_equal(error.message, "the file was cut off: it has no end line");
    put(&f, felt_text_from("\n"));
    assert_int_equal(read_all(&f, &error), FELT_EDATA);
    assert_string_equal(error.message, "something follows the end");
    free_file(&f);
    chronicle_close(&c);
}

static void a_changed_document_is_found(void **state)
{
    static chronicle c;
    (void)state;
    play(&c, "baccarat", NULL, 1, 6);
    cut_chain(&c.chains[0], 3);
    file f = written(&c);
    felt_error error;
    int documents = 0;
    for (int line = 1; line < f.line_count; line++) {
        felt_text text = line_of(&f, line);
        if (strncmp(text.bytes, "{\"felt\":\"document\"", 18) != 0 && strncmp(text.bytes, "{\"felt\":\"game\"", 14) != 0)
            continue;
        documents++;
        for (size_t byte = 20; byte + 1 < text.length; byte += 1 + text.length / 4) {
            file changed = changed_file(&f, line, 3, byte);
            assert_int_equal(read_all(&changed, &error), FELT_EDATA);
            free_file(&changed);
        }
    }
    assert_true(documents > 5);
    free_file(&f);
    chronicle_close(&c);
}

/* ---- lies in a chain that was made anew ---- */

typedef bool lie(felt_event *event); /* changes it; false: it is none that it could */

static bool other_dice(felt_event *e)
{
    if (e->kind != FELT_EVENT_DEALT || e->way == 0)
        return false;
    e->way = e->way == 2 ? 1 : 2;
    const felt_game *craps = felt_game_find(felt_text_from("craps"));
    e->code = (uint16_t)craps->event_of_way(e->way - 1);
    return true;
}

static bool dice_the_other_way_round(felt_event *e)
{
    uint8_t faces[FELT_FIELD_PIECES_MAX];
    if (e->kind != FELT_EVENT_DEALT || e->way == 0)
        return false;
    felt_game_find(felt_text_from("craps"))->faces(e->way - 1, faces);
    if (faces[0] == faces[1])
        return false;
    e->way = (uint8_t)(6 * (faces[1] - 1) + faces[0]);
    return true;
}

static bool more_paid(felt_event *e)
{
    if (e->kind != FELT_EVENT_PAID || e->winnings.minor == 0)
        return false;
    e->winnings.minor++;
    return true;
}

static bool larger_stake(felt_event *e)
{
    if (e->kind != FELT_EVENT_PLACED)
        return false;
    e->amount.minor += 100;
    e->held.minor += 100;
    return true;
}

static bool other_player(felt_event *e)
{
    if (e->kind != FELT_EVENT_PAID)
        return false;
    e->player++;
    return true;
}

static bool other_suit(felt_event *e)
{
    if (e->kind != FELT_EVENT_DEALT || e->dealt.counts[0] == 0)
        return false;
    e->dealt.pieces[0][0].suit ^= 1;
    return true;
}

/* Tells the lie in the first record that it fits, and makes the chain anew. */
static bool tell(chronicle_chain *chain, lie *change)
{
    for (int i = 0; i < chain->count; i++) {
        const chronicle_record *record = &chain->records[i];
        if (record->bytes.bytes[0] == '{')
            continue;
        for (size_t at = 0; at < record->bytes.length;) {
            uint8_t *bytes = (uint8_t *)(uintptr_t)record->bytes.bytes + at;
            size_t size = (size_t)(bytes[2] | bytes[3] << 8);
            felt_event event;
            uint8_t again[FELT_EVENT_BYTES_MAX];
            assert_int_equal(felt_event_read(bytes, size, &event, NULL), FELT_OK);
            if (change(&event)) {
                assert_int_equal(felt_event_write(&event, again), size);
                memcpy(bytes, again, size);
                chronicle_hash(chain);
                return true;
            }
            at += size;
        }
    }
    return false;
}

static void a_lie_is_found_though_the_chain_holds(void **state)
{
    static const struct {
        const char *table;
        lie *change;
        const char *message;
    } lies[] = {
        {"baccarat", other_suit, "is not what the seed of shoe"},
        {"baccarat", more_paid, "something else is owed, or another amount"},
        {"baccarat", larger_stake, NULL},
        {"baccarat", other_player, "something else is owed, or another amount"},
        {"craps", dice_the_other_way_round, "is not what the seed of shoe"},
        {"craps", other_dice, NULL},
        {"craps", more_paid, "something else is owed, or another amount"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof lies / sizeof *lies; i++) {
        static chronicle c;
        felt_history_counts counts;
        felt_error error = {.message = ""};
        play(&c, lies[i].table, NULL, 3, 100 + i);
        assert_true(tell(&c.chains[0], lies[i].change));
        file f = written(&c);
        assert_int_equal(read_all(&f, &error), FELT_OK); /* the chain holds */
        assert_int_equal(verify(&f, &counts, &error), FELT_EDATA);
        if (lies[i].message != NULL && strstr(error.message, lies[i].message) == NULL)
            fail_msg("%zu: %s", i, error.message);
        assert_true(error.line > 0);
        free_file(&f);
        chronicle_close(&c);
    }
}

static void a_shoe_without_its_making_is_found(void **state)
{
    static const char *const records[] = {"{\"felt\":\"setup\"", "{\"felt\":\"shoe-open\"", "{\"felt\":\"shoe-closed\"",
                                          "{\"felt\":\"shoe-sealed\"", "{\"felt\":\"shoe-seed\""};
    (void)state;
    for (size_t i = 0; i < sizeof records / sizeof *records; i++) {
        static chronicle c;
        felt_history_counts counts;
        felt_error error;
        play(&c, "craps", NULL, 3, 200);
        leave_out(&c.chains[0], records[i]);
        file f = written(&c);
        assert_int_equal(read_all(&f, &error), FELT_OK);
        assert_int_equal(verify(&f, &counts, &error), FELT_EDATA);
        free_file(&f);
        chronicle_close(&c);
    }
}

static void what_is_no_history_is_refused(void **state)
{
    static const char *const texts[] = {
        "",
        "\n",
        "{",
        "[]\n",
        "{\"felt\":\"history\",\"version\":2}\n",
        "{\"felt\":\"history\",\"version\":1,\"more\":1}\n",
        "{\"felt\":\"history\",\"version\":1}\n",
        "{\"felt\":\"history\",\"version\":1}\n{\"felt\":\"record\",\"sequence\":1,\"hash\":\"00\",\"bytes\":\"\"}\n",
        "{\"felt\":\"history\",\"version\":1}\n{\"felt\":\"end\",\"tables\":1,\"records\":0}\n",
        "{\"felt\":\"history\",\"version\":1}\n{\"felt\":\"end\",\"tables\":0,\"records\":0}",
        "{\"felt\":\"history\",\"version\":1}\n{\"felt\":\"something\"}\n",
        "{\"felt\":\"history\",\"version\":1}\n{\"felt\":\"game\",\"game\":{\"name\":\"chess\"}}\n",
    };
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        file f = {.bytes = NULL};
        felt_error error = {.message = ""};
        put(&f, felt_text_from(texts[i]));
        assert_int_equal(read_all(&f, &error), FELT_EDATA);
        assert_true(error.message[0] != '\0');
        free_file(&f);
    }
    file empty = {.bytes = NULL};
    put(&empty, felt_text_from("{\"felt\":\"history\",\"version\":1}\n{\"felt\":\"end\",\"tables\":0,\"records\":0}\n"));
    assert_int_equal(read_all(&empty, NULL), FELT_OK);
    free_file(&empty);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_that_was_played_is_settled_and_dealt_again),
        cmocka_unit_test(records_are_made_again_to_the_byte),
        cmocka_unit_test(whatever_is_changed_left_out_or_moved_is_found),
        cmocka_unit_test(a_file_that_was_cut_off_is_found),
        cmocka_unit_test(a_changed_document_is_found),
        cmocka_unit_test(a_lie_is_found_though_the_chain_holds),
        cmocka_unit_test(a_shoe_without_its_making_is_found),
        cmocka_unit_test(what_is_no_history_is_refused),
    };
    return cmocka_run_group_tests_name("history", tests, NULL, NULL);
}
