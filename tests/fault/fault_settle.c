/* tests/fault/fault_settle.c - every request for memory and every read made to fail in turn, while bets are settled and audited and cases
 * are run.
 *
 * Nothing may be lost: a run in which a request failed ends with FELT_ENOMEM, never with a row fewer or one called bad. */
#include "failing.h"

#include <felt/audit.h>
#include <felt/baccarat.h>
#include <felt/cases.h>
#include <felt/sheet.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

enum { TABLE_BETS = 70, FILE_BYTES = 16 << 10 }; /* bets of one round: more than the first room for them */

static const char baccarat[] = "sheet \"Cards\"\ngame baccarat with 6 or 8 decks\n\nwager \"Player\" as player\n  player wins pays 1 to 1\n"
                               "  tie pushes\n  otherwise loses\n\nwager \"Banker\" as banker\n  banker wins pays 1 to 1 less 5%\n"
                               "  tie pushes\n  otherwise loses\n\nwager \"Pair\" as pair on player or banker\n  needs \"Player\"\n"
                               "  own has pair pays 11 to 1\n  otherwise loses\n";

static const char craps[] = "sheet \"Dice\"\ngame craps\n\nwager \"Pass\" as pass\n  placed before any come-out roll\n"
                            "  line wins pays 1 to 1\n  come-out craps or seven-out loses\n  otherwise stays\n\n"
                            "wager \"Hard\" as hard on 6 or 8\n  hard number rolled pays 9 to 1\n  easy number rolled or any seven loses\n"
                            "  otherwise stays\n";

/* What is settled: a sheet, and two files made for it. */
typedef struct table {
    felt_arena *arena;
    const felt_sheet *sheet;
    const felt_book *book; /* for what begins with one */
    char rounds[FILE_BYTES], bets[FILE_BYTES];
} table;

static const felt_sheet *compile(felt_arena *arena, const char *text)
{
    felt_diags diags = felt_diags_in(arena);
    const felt_sheet *sheet;
    assert_int_equal(felt_sheet_compile(arena, felt_text_from("s.felt"), felt_text_from(text), &diags, &sheet), FELT_OK);
    return sheet;
}

static void table_open(table *t, const char *text)
{
    felt_selection none = {.count = 0};
    *t = (table){.arena = felt_arena_new(FELT_SHEET_ARENA_MAX)};
    assert_non_null(t->arena);
    t->sheet = compile(t->arena, text);
    assert_int_equal(felt_book_open(t->arena, &t->sheet, 1, &none, (felt_house){.min = {0}}, &t->book, NULL), FELT_OK);
}

/* ---- books ---- */

static felt_status open_book(void *context, uint64_t *ret_digest)
{
    const table *t = context;
    felt_selection none = {.count = 0};
    felt_arena *arena = felt_arena_new(FELT_SHEET_ARENA_MAX);
    const felt_book *book;
    felt_error error = {.item = 0};
    if (arena == NULL)
        return FELT_ENOMEM;
    felt_status status = felt_book_open(arena, &t->sheet, 1, &none, (felt_house){.min = {0}}, &book, &error);
    if (status == FELT_OK) {
        for (int i = 0; i < t->sheet->wager_count; i++) {
            char name[FELT_BOOK_NAME_BYTES];
            felt_book_name(book, i, name);
            failing_digest(ret_digest, name, strlen(name));
        }
    } else
        assert_string_equal(error.message, "out of memory");
    felt_arena_free(arena);
    return status;
}

static void books(void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) {
        table t;
        table_open(&t, i == 0 ? baccarat : craps);
        failing_each(FAILING_SYSTEM, FELT_ENOMEM, 2, open_book, &t);
        failing_each(FAILING_ARENA, FELT_ENOMEM, i == 0 ? 4 : 6, open_book, &t);
        felt_arena_free(t.arena);
    }
}

/* ---- records ---- */

/* No row is bad, whatever happens. */
static void no_bad_row(void *context, felt_record_kind file, uint64_t rows, const felt_error *error)
{
    (void)context, (void)rows;
    fail_msg("%s %llu: %s", file == FELT_RECORD_ROUNDS ? "round" : "bet", (unsigned long long)error->line, error->message);
}

static void no_misdeal(void *context, const felt_joined *joined, const felt_error *error)
{
    (void)context;
    fail_msg("round %.*s: %s", FELT_TEXT_ARGS(joined->round->id), error->message);
}

static void no_refusal(void *context, const felt_joined *joined, const felt_error *error)
{
    (void)context;
    (void)joined;
    fail_msg("bet %d: %s", error->item, error->message);
}

static void count_difference(void *context, const felt_difference *difference)
{
    failing_digest(context, &difference->mistake, sizeof difference->mistake);
}

static felt_status settle_joined(const felt_book *book, const felt_joined *joined, felt_format format, felt_output *out)
{
    felt_payment payments[TABLE_BETS];
    felt_error error;
    felt_hand hand;
    uint16_t event;
    felt_play *play = NULL;
    assert_true(joined->count <= TABLE_BETS && joined->bad == 0);
    felt_status status = felt_record_hand(book, joined->round, &event, &hand, &error);
    if (status == FELT_OK)
        status = felt_play_new(book, &play);
    if (status == FELT_OK)
        status = felt_settle_hand(play, &hand, joined->bets, joined->count, payments, &error);
    felt_play_free(play);
    for (int i = 0; i < joined->count && status == FELT_OK; i++)
        felt_output_bet(out, format, book, &joined->records[i], &payments[i], 2);
    return status;
}

static felt_status settle_all(felt_arena *arena, const felt_book *book, felt_join *join, felt_format format, uint64_t *digest)
{
    char *bytes = felt_arena_take(arena, 2 * FELT_OUTPUT_ROW_BYTES_MAX, 1);
    felt_output out = {.bytes = bytes, .capacity = 2 * FELT_OUTPUT_ROW_BYTES_MAX};
    felt_audit_report report = {digest, count_difference, no_misdeal, no_refusal};
    felt_audit *audit = NULL;
    felt_joined joined;
    felt_status status = bytes == NULL ? FELT_ENOMEM : felt_audit_open(arena, book, &audit);
    felt_next next = FELT_NEXT_END;
    while (status == FELT_OK && (next = felt_join_next(join, &joined)) == FELT_NEXT_ROW) {
        out.length = 0;
        status = settle_joined(book, &joined, format, &out);
        if (status == FELT_OK)
            status = felt_audit_round(audit, &joined, &report);
        failing_digest(digest, out.bytes, out.length);
    }
    felt_audit_close(audit);
    if (status != FELT_OK || next == FELT_NEXT_END)
        return status;
    assert_int_equal(next, FELT_NEXT_FAILED);
    assert_true(strlen(felt_join_error(join)->message) > 0);
    return strstr(felt_join_error(join)->message, "out of memory") != NULL ? FELT_ENOMEM : FELT_EIO;
}

static felt_status settle_files(felt_arena *arena, const table *t, uint64_t *digest)
{
    failing_file files[] = {{t->rounds, strlen(t->rounds), 500}, {t->bets, strlen(t->bets), 500}};
    felt_records *records[2] = {NULL, NULL};
    felt_join *join = NULL;
    felt_status status = FELT_OK;
    felt_error error;
    for (int i = 0; i < 2 && status == FELT_OK; i++)
        status = felt_records_open(i == 0 ? FELT_RECORD_ROUNDS : FELT_RECORD_BETS, (felt_input){&files[i], failing_read}, FELT_FORMAT_GUESS,
                                   t->book, 2, &records[i], &error);
    assert_true(status == FELT_OK || strlen(error.message) > 0);
    if (status == FELT_OK)
        status = felt_join_open(records[0], records[1], (felt_record_report){NULL, no_bad_row}, &join);
    if (status == FELT_OK)
        status = settle_all(arena, t->book, join, felt_records_format(records[1]), digest);
    felt_join_free(join);
    felt_records_free(records[0]);
    felt_records_free(records[1]);
    return status;
}

static felt_status settle(void *context, uint64_t *ret_digest)
{
    felt_arena *arena = felt_arena_new(FELT_SHEET_ARENA_MAX);
    if (arena == NULL)
        return FELT_ENOMEM;
    felt_status status = settle_files(arena, context, ret_digest);
    felt_arena_free(arena);
    return status;
}

__attribute__((format(printf, 2, 3))) static void add_line(char *file, const char *format, ...)
{
    size_t used = strlen(file);
    va_list args;
    va_start(args, format);
    int length = vsnprintf(file + used, FILE_BYTES - used, format, args);
    va_end(args);
    assert_true(length > 0 && used + (size_t)length < FILE_BYTES);
}

/* Two rounds, with many bets on the second. */
static void write_csv(table *t)
{
    bool cards = t->sheet->game == &felt_game_baccarat;
    add_line(t->rounds, "%s", cards ? "round,player,banker\n1,\"2S 4D\",3H 2C 2D\n2,9S KD,3H 3C\n" : "round,rolls\n1,4 3-4\n2,4-4 4-4\n");
    add_line(t->bets, "round,wager,side,stake,seat,paid\n%s", cards ? "1,banker,,100.00,1,195.00\n" : "1,\"pass\",,100.00,1,0\n");
    for (int seat = 1; seat <= TABLE_BETS / 2; seat++)
        add_line(t->bets, cards ? "2,player,,10.00,%d,20.00\n2,pair,banker,1.00,%d,11.00\n" : "2,pass,,10.00,%d,20\n2,hard,8,1.00,%d,9\n",
                 seat, seat);
}

static void write_ndjson(table *t)
{
    bool cards = t->sheet->game == &felt_game_baccarat;
    add_line(t->rounds, "%s",
             cards ? "{\"round\": \"1\", \"player\": \"2S 4D\", \"banker\": [\"3H\", \"2C\", \"2D\"]}\n"
                     "{\"round\": 2, \"player\": \"9S KD\", \"banker\": \"3H 3C\"}\n"
                   : "{\"round\": 1, \"rolls\": \"4 3-4\"}\n{\"round\": \"2\", \"rolls\": [\"4-4\", \"4-4\"]}\n");
    for (int seat = 1; seat <= TABLE_BETS / 10; seat++)
        add_line(t->bets,
                 cards ? "{\"round\": 2, \"wager\": \"player\", \"stake\": 10.5, \"seat\": %d, \"paid\": \"21.00\"}\n"
                       : "{\"round\": 2, \"wager\": \"hard\", \"side\": 8, \"stake\": \"1.00\", \"seat\": %d, \"paid\": 9, \"x\": [{}]}\n",
                 seat);
}

static void records_of_csv(void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) {
        table t;
        table_open(&t, i == 0 ? baccarat : craps);
        write_csv(&t);
        failing_each(FAILING_SYSTEM, FELT_ENOMEM, 12, settle, &t);
        failing_each(FAILING_ARENA, FELT_ENOMEM, 3, settle, &t);
        failing_each(FAILING_INPUT, FELT_EIO, 5, settle, &t);
        felt_arena_free(t.arena);
    }
}

static void records_of_ndjson(void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) {
        table t;
        table_open(&t, i == 0 ? baccarat : craps);
        write_ndjson(&t);
        failing_each(FAILING_SYSTEM, FELT_ENOMEM, 10, settle, &t);
        failing_each(FAILING_JSON, FELT_ENOMEM, 100, settle, &t);
        failing_each(FAILING_INPUT, FELT_EIO, 4, settle, &t);
        felt_arena_free(t.arena);
    }
}

/* ---- cases ---- */

static const char case_file[] = "sheet cards\n\ncase \"a pair\"\n  player 9S KD\n  banker 3H 3C\n  with decks is 8\n"
                                "  expect \"Pair\" on banker pays 11 to 1\n  expect player pays 2 to 1\n  expect banker loses\n\n"
                                "sheet dice\n\ncase \"hard and easy\"\n  point 8\n  rolls 4-4 2-6\n  expect hard on 8 pays 9 to 1\n\n"
                                "case \"a point\"\n  rolls 4 3-4\n  expect pass pays 1 to 1\n";

static felt_status find_sheet(void *context, felt_text name, const felt_sheet **ret, felt_error *error)
{
    const felt_sheet *const *sheets = context;
    (void)error;
    *ret = sheets[felt_text_is(name, "dice")];
    return FELT_OK;
}

static felt_status run_cases(void *context, uint64_t *ret_digest)
{
    felt_arena *arena = felt_arena_new(FELT_SHEET_ARENA_MAX);
    if (arena == NULL)
        return FELT_ENOMEM;
    felt_diags diags = felt_diags_in(arena);
    felt_case_sheets sheets = {context, find_sheet};
    felt_coverage coverage = felt_coverage_in(arena);
    const felt_cases *cases;
    felt_case_results results;
    felt_status status = felt_cases_read(arena, felt_text_from("x.case"), felt_text_from(case_file), &sheets, &diags, &cases);
    if (status == FELT_OK)
        status = felt_cases_run(arena, cases, &coverage, &results);
    for (int i = 0; status == FELT_OK && i < cases->count; i++)
        for (int k = 0; k < results.list[i].failure_count; k++)
            failing_digest_text(ret_digest, results.list[i].failures[k].message);
    for (const felt_coverage_sheet *c = coverage.first; status == FELT_OK && c != NULL; c = c->next)
        failing_digest(ret_digest, c->decided, (size_t)c->sheet->wager_count * sizeof *c->decided);
    felt_arena_free(arena);
    return status;
}

static void cases(void **state)
{
    felt_arena *arena = felt_arena_new(FELT_SHEET_ARENA_MAX);
    (void)state;
    assert_non_null(arena);
    const felt_sheet *sheets[] = {compile(arena, baccarat), compile(arena, craps)};
    failing_each(FAILING_SYSTEM, FELT_ENOMEM, 2, run_cases, sheets);
    failing_each(FAILING_ARENA, FELT_ENOMEM, 15, run_cases, sheets);
    felt_arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(books),
        cmocka_unit_test(records_of_csv),
        cmocka_unit_test(records_of_ndjson),
        cmocka_unit_test(cases),
    };
    return cmocka_run_group_tests_name("settle", tests, NULL, NULL);
}
