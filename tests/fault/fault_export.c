/* tests/fault/fault_export.c - every request for memory and every read made to fail in turn, while exports of other systems are mapped,
 * told apart, sorted and audited, and the audit is drawn.
 *
 * Nothing may be lost: a run in which a request failed ends with FELT_ENOMEM, never with a row fewer, a group fewer or another page. */
#include "failing.h"

#include <felt/audit_breakdown.h>
#include <felt/sheet.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static const char sheet_text[] =
    "sheet \"Cards\"\ngame baccarat with 8 decks\n\nwager \"Player\" as player\n  player wins pays 1 to 1\n"
    "  tie pushes\n  otherwise loses\n\nwager \"Pair\" as pair on player or banker\n  own has pair pays 11 to 1\n"
    "  otherwise loses\n";

static const char map_text[] = "stake = Amount\npaid = Won\nwager P = player\n";

static const char rounds_text[] =
    "Round No;Player;Banker;Dealer;Time\n2;9♠ K♦;8♥ Q♣;Ann;10:02\n1;2S-4D;3H2C2D;Bo;10:00\n3;9 K;8 Q;Ann;10:05\n";

static const char cards_text[] = "Game;Seat;Card;Dealer\n2;P;9♠;Ann\n2;B;8♥;Ann\n2;P;K♦;Ann\n2;B;Q♣;Ann\n1;P;2S;Bo\n1;B;3H;Bo\n1;P;4D;Bo\n"
                                 "1;B;2C;Bo\n1;B;2D;Bo\n3;P;9;Ann\n3;B;8;Ann\n3;P;K;Ann\n3;B;Q;Ann\n";

static const char bets_text[] = "Round;Wager;Amount;Won\n3;P;€ 1.250,00;2.500,00\n1;PLAYER;12,5;0\n2;pair on banker;5;0\n2;p;5;11\n";

typedef struct export_files {
    const felt_book *book;
    const char *map, *rounds, *bets;
} export_files;

static FILE *no_spill(void *context)
{
    (void)context;
    return NULL;
}

static felt_text value_of(void *context, uint32_t round_group, uint32_t bet_group, int name)
{
    (void)bet_group;
    return felt_records_group_value(context, round_group, name);
}

static int order_of(void *context, const felt_audit_cell *a, const felt_audit_cell *b)
{
    (void)context;
    return a->round_group < b->round_group ? -1 : a->round_group > b->round_group;
}

static felt_status open_file(const export_files *f, felt_record_kind kind, failing_file *file, const felt_record_map *map,
                             felt_records **ret)
{
    const felt_text dealer = felt_text_from("dealer");
    unsigned found;
    bool timed = false;
    felt_error error = {.message = ""};
    felt_status status = felt_records_open_mapped(kind, (felt_input){file, failing_read}, FELT_FORMAT_CSV, f->book, 2, map, ret, &error);
    if (status == FELT_OK)
        status = felt_records_group(*ret, &dealer, 1, &found, &error);
    if (status == FELT_OK)
        status = felt_records_clock(*ret, &timed);
    if (status == FELT_OK)
        status = felt_records_sort(*ret, (felt_spill){NULL, no_spill}, 1 << 16, &error);
    if (status != FELT_OK && status != FELT_ENOMEM && status != FELT_EIO)
        fail_msg("%s", error.message);
    return status;
}

/* An audit, with all that it writes. */
typedef struct audit_parts {
    felt_audit *audit;
    felt_audit_groups *groups;
    felt_audit_series *series;
} audit_parts;

static felt_status audit_joined(felt_arena *arena, const export_files *f, felt_join *join, audit_parts *parts)
{
    felt_audit_report report = {.context = NULL};
    felt_joined joined;
    felt_next next = FELT_NEXT_END;
    felt_status status = felt_audit_open(arena, f->book, &parts->audit);
    if (status == FELT_OK)
        status = felt_audit_groups_new(f->book, &parts->groups);
    if (status == FELT_OK)
        status = felt_audit_series_new(parts->audit, &parts->series);
    if (status == FELT_OK)
        felt_audit_group_by(parts->audit, parts->groups);
    while (status == FELT_OK && (next = felt_join_next(join, &joined)) == FELT_NEXT_ROW) {
        status = felt_audit_round(parts->audit, &joined, &report);
        felt_audit_series_time(parts->series, joined.round->time);
        if (status == FELT_OK)
            status = felt_audit_series_note(parts->series, false);
    }
    if (status == FELT_OK && next == FELT_NEXT_FAILED)
        return FELT_ENOMEM;
    return status == FELT_OK ? felt_audit_groups_judge(parts->groups, order_of, NULL) : status;
}

static felt_status draw(felt_arena *arena, const export_files *f, const audit_parts *parts, felt_records *rounds, uint64_t *digest)
{
    const felt_text dealer = felt_text_from("dealer");
    felt_audit_by by = {&dealer, 1, rounds, value_of, false};
    felt_audit_form form = {.style = FELT_REPORT_TEXT, .decimals = 2, .rounds = "r.csv", .bets = "b.csv"};
    felt_audit_page page = {parts->audit, parts->series, NULL, 0, &by, parts->groups};
    felt_text text = {"", 0};
    felt_status status = felt_report_groups(arena, &form, &by, f->book, parts->groups, &text);
    failing_digest_text(digest, status == FELT_OK ? text : felt_text_from(""));
    if (status == FELT_OK)
        status = felt_report_groups_csv(arena, &form, &by, f->book, parts->groups, &text);
    failing_digest_text(digest, status == FELT_OK ? text : felt_text_from(""));
    if (status == FELT_OK)
        status = felt_report_audit_page(arena, &form, &page, &text);
    failing_digest_text(digest, status == FELT_OK ? text : felt_text_from(""));
    return status;
}

static felt_status run_files(felt_arena *arena, const export_files *f, const felt_record_map *map, uint64_t *digest)
{
    failing_file files[] = {{f->rounds, strlen(f->rounds), 50}, {f->bets, strlen(f->bets), 50}};
    felt_records *records[2] = {NULL, NULL};
    felt_join *join = NULL;
    audit_parts parts = {NULL, NULL, NULL};
    felt_status status = open_file(f, FELT_RECORD_ROUNDS, &files[0], map, &records[0]);
    if (status == FELT_OK)
        status = open_file(f, FELT_RECORD_BETS, &files[1], map, &records[1]);
    if (status == FELT_OK)
        status = felt_join_open(records[0], records[1], (felt_record_report){NULL, NULL}, &join);
    if (status == FELT_OK)
        status = audit_joined(arena, f, join, &parts);
    if (status == FELT_OK) {
        felt_join_counts rows = felt_join_count(join);
        failing_digest(digest, &rows, sizeof rows);
        status = draw(arena, f, &parts, records[0], digest);
    }
    felt_audit_series_free(parts.series);
    felt_audit_groups_free(parts.groups);
    felt_audit_close(parts.audit);
    felt_join_free(join);
    felt_records_free(records[0]);
    felt_records_free(records[1]);
    return status;
}

static felt_status run(void *context, uint64_t *ret_digest)
{
    const export_files *f = context;
    felt_record_map *map = NULL;
    felt_arena *arena = felt_arena_new(FELT_SHEET_ARENA_MAX);
    felt_status status = arena == NULL ? FELT_ENOMEM : felt_record_map_new(&map);
    if (status == FELT_OK)
        status = felt_record_map_read(map, felt_text_from(f->map), NULL);
    if (status == FELT_OK)
        status = run_files(arena, f, map, ret_digest);
    felt_record_map_free(map);
    felt_arena_free(arena);
    return status;
}

static void run_each(const char *map, const char *rounds)
{
    felt_arena *arena = felt_arena_new(FELT_SHEET_ARENA_MAX);
    assert_non_null(arena);
    felt_diags diags = felt_diags_in(arena);
    felt_selection none = {.count = 0};
    const felt_sheet *sheet;
    export_files f = {.map = map, .rounds = rounds, .bets = bets_text};
    assert_int_equal(felt_sheet_compile(arena, felt_text_from("s.felt"), felt_text_from(sheet_text), &diags, &sheet), FELT_OK);
    assert_int_equal(felt_book_open(arena, &sheet, 1, &none, (felt_house){.min = {0}}, &f.book, NULL), FELT_OK);
    failing_each(FAILING_SYSTEM, FELT_ENOMEM, 40, run, &f);
    failing_each(FAILING_ARENA, FELT_ENOMEM, 20, run, &f);
    failing_each(FAILING_INPUT, FELT_EIO, 4, run, &f);
    felt_arena_free(arena);
}

static void exports(void **state)
{
    (void)state;
    char map[400];
    snprintf(map, sizeof map, "%sround = Round No\n", map_text);
    run_each(map, rounds_text);
}

static void one_card_a_line(void **state)
{
    char map[400];
    (void)state;
    snprintf(map, sizeof map, "%srows = card\nhand = Seat\nround = Game\n", map_text);
    run_each(map, cards_text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(exports),
        cmocka_unit_test(one_card_a_line),
    };
    return cmocka_run_group_tests_name("export", tests, NULL, NULL);
}
