/* tests/unit/test_audit_groups.c - an audit by groups of rows: parts that add up to the whole, luck corrected for many places, and points
 * over time. */
#include "unit/records.h"

#include <felt/audit_groups.h>
#include <felt/audit_series.h>
#include <math.h>
#include <stdio.h>

enum { ROUNDS = 3000 };

/* An audit of two files by columns, with all that belongs to it. */
typedef struct run {
    felt_records *rounds, *bets;
    felt_join *join;
    felt_arena *arena;
    felt_audit *audit;
    felt_audit_groups *groups;
    felt_audit_series *series;
    unsigned of_rounds, of_bets;
} run;

static int by_number(void *context, const felt_audit_cell *a, const felt_audit_cell *b)
{
    (void)context;
    if (a->round_group != b->round_group)
        return a->round_group < b->round_group ? -1 : 1;
    return a->bet_group < b->bet_group ? -1 : a->bet_group > b->bet_group;
}

static run audit_by(const felt_book *book, const char *rounds, const char *bets, const char *const *names, int count)
{
    run r = {.arena = felt_arena_new(64 << 20)};
    memory first = file_of(rounds), second = file_of(bets);
    felt_text by[FELT_RECORD_BY_MAX];
    felt_joined joined;
    felt_audit_report report = {.context = NULL};
    for (int i = 0; i < count; i++)
        by[i] = felt_text_from(names[i]);
    r.rounds = open_records(FELT_RECORD_ROUNDS, &first, book);
    r.bets = open_records(FELT_RECORD_BETS, &second, book);
    assert_int_equal(felt_records_group(r.rounds, by, count, &r.of_rounds, NULL), FELT_OK);
    assert_int_equal(felt_records_group(r.bets, by, count, &r.of_bets, NULL), FELT_OK);
    assert_int_equal(felt_join_open(r.rounds, r.bets, (felt_record_report){NULL, NULL}, &r.join), FELT_OK);
    assert_int_equal(felt_audit_open(r.arena, book, &r.audit), FELT_OK);
    assert_int_equal(felt_audit_groups_new(book, &r.groups), FELT_OK);
    felt_audit_group_by(r.audit, r.groups);
    assert_int_equal(felt_audit_series_new(r.audit, &r.series), FELT_OK);
    while (felt_join_next(r.join, &joined) == FELT_NEXT_ROW) {
        assert_int_equal(felt_audit_round(r.audit, &joined, &report), FELT_OK);
        assert_int_equal(felt_audit_series_note(r.series, false), FELT_OK);
    }
    assert_string_equal(felt_join_error(r.join)->message, "");
    assert_int_equal(felt_audit_series_note(r.series, true), FELT_OK);
    assert_int_equal(felt_audit_groups_judge(r.groups, by_number, NULL), FELT_OK);
    return r;
}

static void end_run(run *r)
{
    felt_audit_series_free(r->series);
    felt_audit_groups_free(r->groups);
    felt_audit_close(r->audit);
    felt_join_free(r->join);
    felt_records_free(r->rounds);
    felt_records_free(r->bets);
    felt_arena_free(r->arena);
}

/* Rounds dealt by several dealers; at the table of the last one the player wins too often. */
static void write_files(char *rounds, char *bets, int dealers)
{
    uint64_t random = 3;
    rounds += sprintf(rounds, "round,player,banker,dealer,time\n");
    bets += sprintf(bets, "round,wager,side,stake,paid,shift\n");
    for (int i = 1; i <= ROUNDS; i++) {
        random = random * 6364136223846793005u + 1442695040888963407u;
        int dealer = (int)(random >> 33) % dealers;
        random = random * 6364136223846793005u + 1442695040888963407u;
        bool wins = (int)(random >> 40) % 100 < (dealer == dealers - 1 ? 75 : 49);
        rounds +=
            sprintf(rounds, "%d,%s,D%d,2026-03-01T%02d:15:00\n", i, wins ? "9S KD,8H QC" : "8H QC,9S KD", dealer, i * 24 / (ROUNDS + 1));
        bets += sprintf(bets, "%d,player,,10,%s,%s\n", i, wins ? "20" : i % 500 == 0 ? "5" : "0", i % 2 == 0 ? "day" : "night");
        bets += sprintf(bets, "%d,pair,banker,5,0,day\n", i);
    }
}

static void parts_add_up_to_the_whole(void **state)
{
    world *w = *state;
    static const char *const names[] = {"dealer", "shift", "hour"};
    char *rounds = take(ROUNDS * 80), *bets = take(ROUNDS * 120);
    write_files(rounds, bets, 4);
    run r = audit_by(w->baccarat, rounds, bets, names, 3);
    assert_int_equal(r.of_rounds, 5);
    assert_int_equal(r.of_bets, 2);
    felt_audit_tally sums[2] = {{0}};
    for (int i = 0; i < felt_audit_groups_count(r.groups); i++) {
        const felt_audit_cell *c = felt_audit_groups_cell(r.groups, i);
        felt_audit_tally *sum = &sums[c->wager != 0];
        sum->bets += c->tally.bets;
        sum->mispaid += c->tally.mispaid;
        sum->staked.minor += c->tally.staked.minor;
        sum->paid.minor += c->tally.paid.minor;
        sum->expected.minor += c->tally.expected.minor;
        assert_true(felt_records_group_value(r.rounds, c->round_group, 0).bytes[0] == 'D');
        assert_int_equal(felt_records_group_value(r.rounds, c->round_group, 2).length, 2);
    }
    const felt_audit_tally *whole = felt_audit_wager(r.audit, 0);
    assert_true(whole->mispaid > 0);
    assert_int_equal(sums[0].bets, whole->bets);
    assert_int_equal(sums[0].mispaid, whole->mispaid);
    assert_int_equal(sums[0].staked.minor, whole->staked.minor);
    assert_int_equal(sums[0].paid.minor, whole->paid.minor);
    assert_int_equal(sums[0].expected.minor, whole->expected.minor);
    assert_int_equal(sums[1].bets, ROUNDS);
    end_run(&r);
    free(rounds);
    free(bets);
}

/* Holm's method, computed in the obvious way. */
static double holm(const felt_audit_groups *g, double chance)
{
    double most = 0;
    int judged = felt_audit_groups_judged(g);
    for (int i = 0; i < felt_audit_groups_count(g); i++) {
        const felt_audit_cell *c = felt_audit_groups_cell(g, i);
        int smaller = 0;
        if (c->luck.verdict < FELT_LUCK_WITHIN || c->luck.chance > chance)
            continue;
        for (int k = 0; k < felt_audit_groups_count(g); k++) {
            const felt_audit_cell *other = felt_audit_groups_cell(g, k);
            smaller += other->luck.verdict >= FELT_LUCK_WITHIN && other->luck.chance < c->luck.chance;
        }
        double corrected = c->luck.chance * (judged - smaller);
        most = corrected > most ? corrected : most;
    }
    return most < 1 ? most : 1;
}

static void luck_is_corrected_for_many_places(void **state)
{
    world *w = *state;
    static const char *const names[] = {"dealer"};
    char *rounds = take(ROUNDS * 80), *bets = take(ROUNDS * 120);
    int unusual = 0;
    write_files(rounds, bets, 20);
    run r = audit_by(w->baccarat, rounds, bets, names, 1);
    assert_true(felt_audit_groups_judged(r.groups) >= 20);
    for (int i = 0; i < felt_audit_groups_count(r.groups); i++) {
        const felt_audit_cell *c = felt_audit_groups_cell(r.groups, i);
        if (c->luck.verdict < FELT_LUCK_WITHIN)
            continue;
        assert_true(fabs(c->corrected - holm(r.groups, c->luck.chance)) < 1e-12);
        assert_true(c->corrected >= c->luck.chance && c->verdict <= c->luck.verdict);
        felt_text dealer = felt_records_group_value(r.rounds, c->round_group, 0);
        unusual += c->wager == 0 && c->verdict >= FELT_LUCK_UNUSUAL;
        if (c->wager == 0 && felt_text_is(dealer, "D19"))
            assert_true(c->verdict >= FELT_LUCK_HARDLY);
    }
    assert_int_equal(unusual, 1);
    end_run(&r);
    free(rounds);
    free(bets);
}

/* One group is the whole, also where bets are up together over several rolls. */
static void one_group_is_the_whole(void **state)
{
    world *w = *state;
    char *rounds = take(ROUNDS * 40), *bets = take(ROUNDS * 80), *at = rounds, *to = bets;
    static const char *const names[] = {"pit"};
    at += sprintf(at, "shooter,rolls,pit\n");
    to += sprintf(to, "shooter,after,wager,side,stake,paid\n");
    for (int i = 1; i <= 200; i++) {
        at += sprintf(at, "%d,%s,A\n", i, i % 7 == 0 ? "8 3-3 5-5 8 4 3-4" : "8 2-4 5-5 5 3-4");
        to += sprintf(to, "%d,0,hard,6,%d,%d\n", i, i, i % 7 == 0 ? 10 * i : 0);
        to += sprintf(to, "%d,1,hard,10,5,50\n%d,2,hard,10,7,70\n", i, i);
    }
    run r = audit_by(w->craps, rounds, bets, names, 1);
    assert_int_equal(felt_audit_groups_count(r.groups), 2);
    for (int i = 0; i < 2; i++) {
        const felt_audit_cell *c = felt_audit_groups_cell(r.groups, i);
        felt_luck luck;
        assert_int_equal(felt_audit_luck(r.audit, c->wager, &luck), FELT_OK);
        assert_true(luck.rounds > 0 && fabs(c->luck.z - luck.z) < 1e-9 && fabs(c->luck.rounds - luck.rounds) < 1e-6);
        assert_true(fabs(c->luck.realised - luck.realised) < 1e-12);
        felt_audit_point last = felt_audit_series_point(r.series, c->wager, felt_audit_series_count(r.series) - 1);
        assert_int_equal(last.rounds, 200);
        assert_true(fabs(last.realised - luck.realised) < 1e-12 && fabs(last.deviation - luck.deviation) < 1e-12);
    }
    end_run(&r);
    free(rounds);
    free(bets);
}

static void points_stay_few_and_even(void **state)
{
    world *w = *state;
    static const char *const names[] = {"dealer"};
    char *rounds = take(ROUNDS * 80), *bets = take(ROUNDS * 120);
    write_files(rounds, bets, 2);
    run r = audit_by(w->baccarat, rounds, bets, names, 1);
    int count = felt_audit_series_count(r.series);
    assert_in_range(count, FELT_AUDIT_POINTS_MAX / 2, FELT_AUDIT_POINTS_MAX);
    uint64_t step = felt_audit_series_point(r.series, 0, 0).rounds;
    for (int i = 0; i + 1 < count; i++)
        assert_int_equal(felt_audit_series_point(r.series, 0, i).rounds, step * (uint64_t)(i + 1));
    assert_int_equal(felt_audit_series_point(r.series, 0, count - 1).rounds, ROUNDS);
    end_run(&r);
    free(rounds);
    free(bets);
}

/* Times of day in several spellings, and what is none. */
static void hours_and_days_come_out_of_times(void **state)
{
    world *w = *state;
    static const struct {
        const char *time, *hour, *day;
    } times[] = {
        {"2026-03-01 14:05:33", "14", "2026-03-01"},
        {"2026-03-01T04:05", "04", "2026-03-01"},
        {"3/1/2026 2:05 PM", "14", "3/1/2026"},
        {"3/1/2026 12:05:00 AM", "00", "3/1/2026"},
        {"20260301 14:05", "14", "20260301"},
        {"9:00", "09", "?"},
        {"noon", "?", "?"},
        {"25:00", "?", "?"},
        {"46023.5", "?", "?"},
        {"", "?", "?"},
    };
    felt_text names[] = {felt_text_from("hour"), felt_text_from("day"), felt_text_from("dealer")};
    for (size_t i = 0; i < sizeof times / sizeof *times; i++) {
        char text[200];
        unsigned found;
        felt_round_record row;
        snprintf(text, sizeof text, "round,player,banker,Time\n1,9S KD,8H QC,%s\n", times[i].time);
        memory m = file_of(text);
        felt_records *records = open_records(FELT_RECORD_ROUNDS, &m, w->baccarat);
        assert_int_equal(felt_records_group(records, names, 3, &found, NULL), FELT_OK);
        assert_int_equal(found, 3);
        assert_int_equal(felt_records_next_round(records, &row), FELT_NEXT_ROW);
        felt_text hour = felt_records_group_value(records, row.group, 0), day = felt_records_group_value(records, row.group, 1);
        assert_true(felt_text_is(hour, times[i].hour) && felt_text_is(day, times[i].day));
        felt_records_free(records);
    }
    felt_error error;
    unsigned found;
    memory m = file_of("{\"Dealer\":7,\"round\":1,\"player\":\"9S KD\",\"banker\":\"8H QC\"}\n");
    felt_round_record row;
    felt_records *records = open_records(FELT_RECORD_ROUNDS, &m, w->baccarat);
    assert_int_equal(felt_records_group(records, names, FELT_RECORD_BY_MAX + 1, &found, &error), FELT_ELIMIT);
    assert_int_equal(felt_records_group(records, &names[2], 1, &found, &error), FELT_OK);
    assert_int_equal(felt_records_next_round(records, &row), FELT_NEXT_ROW);
    assert_true(found == 1 && felt_text_is(felt_records_group_value(records, row.group, 0), "7"));
    felt_records_free(records);
}

/* Clocks of exports, as seconds; what may be read in two ways is no time. */
static void times_are_read_as_exports_write_them(void **state)
{
    world *w = *state;
    static const struct {
        const char *text;
        int64_t time;
    } times[] = {
        {"1970-01-01 00:00:00", 0},
        {"2026-03-01 14:05:33", 1772373933},
        {" 2026-03-01T14:05:33.250Z ", 1772373933},
        {"2026/03/01 14:05:33+01:00", 1772373933},
        {"01.03.2026 14:05:33", 1772373933},
        {"1.3.26 14:05:33", 1772373933},
        {"1-Mar-2026 14:05:33", 1772373933},
        {"1 mar 2026 2:05:33 PM", 1772373933},
        {"\"3/21/2026, 2:05 PM\"", 1774101900},
        {"21/3/2026 14:05", 1774101900},
        {"3/3/2026 0:00", 1772496000},
        {"2024-02-29", 1709164800},
        {"1772373933", 1772373933},
        {"1772373933250", 1772373933},
        {"14:05:33", 50733},
        {"12:05 AM", 300},
        {"2026-02-29 00:00", FELT_TIME_NONE},
        {"3/4/2026 14:05", FELT_TIME_NONE}, /* March or April */
        {"2026-03-01 25:00", FELT_TIME_NONE},
        {"13:05 PM", FELT_TIME_NONE},
        {"1969-12-31", FELT_TIME_NONE},
        {"46082.5", FELT_TIME_NONE},
        {"noon", FELT_TIME_NONE},
        {"", FELT_TIME_NONE},
    };
    for (size_t i = 0; i < sizeof times / sizeof *times; i++) {
        char text[200];
        bool found = false;
        felt_round_record row;
        snprintf(text, sizeof text, "round,player,banker,TIME\n1,9S KD,8H QC,%s\n", times[i].text);
        memory m = file_of(text);
        felt_records *records = open_records(FELT_RECORD_ROUNDS, &m, w->baccarat);
        assert_int_equal(felt_records_clock(records, &found), FELT_OK);
        assert_true(found);
        assert_int_equal(felt_records_next_round(records, &row), FELT_NEXT_ROW);
        if (row.time != times[i].time)
            fail_msg("%s: %lld", times[i].text, (long long)row.time);
        felt_record_notes notes = felt_records_noted(records);
        assert_int_equal(notes.bad_times, times[i].time == FELT_TIME_NONE);
        assert_int_equal(notes.first_bad_time_line, times[i].time == FELT_TIME_NONE ? 2 : 0);
        felt_records_free(records);
    }
    bool found = true;
    memory m = file_of("round,player,banker\n");
    felt_records *records = open_records(FELT_RECORD_ROUNDS, &m, w->baccarat);
    assert_int_equal(felt_records_clock(records, &found), FELT_OK);
    assert_false(found);
    felt_records_free(records);
    m = file_of("{\"Time\":1772373933250,\"round\":1,\"wager\":\"player\",\"stake\":1}\n");
    felt_bet_record bet;
    records = open_records(FELT_RECORD_BETS, &m, w->baccarat);
    assert_int_equal(felt_records_clock(records, &found), FELT_OK);
    assert_int_equal(felt_records_next_bet(records, &bet), FELT_NEXT_ROW);
    assert_int_equal(bet.time, 1772373933);
    felt_records_free(records);
}

/* Points have the times of their rounds where every round has one, in order. */
static void a_series_is_timed_where_all_times_are_known(void **state)
{
    world *w = *state;
    static const struct {
        int64_t times[4];
        felt_audit_timing timing;
        int64_t last;
    } cases[] = {
        {{1000000, 1000060, 1000030, 1000120}, FELT_AUDIT_TIMED, 1000120}, /* clocks differ by a few seconds */
        {{1000000, 1000600, 1000030, 1000700}, FELT_AUDIT_TIMES_MIXED, 1000700},
        {{1000000, FELT_TIME_NONE, 1000030, 1000120}, FELT_AUDIT_TIMES_LEFT_OUT, 1000120},
        {{1000000, 1000000, 1000000, 1000000}, FELT_AUDIT_UNTIMED, 1000000},
        {{80000, 86000, 100, 200}, FELT_AUDIT_TIMED, 86600}, /* past midnight */
        {{FELT_TIME_NONE, FELT_TIME_NONE, FELT_TIME_NONE, FELT_TIME_NONE}, FELT_AUDIT_TIMES_LEFT_OUT, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        felt_arena *arena = felt_arena_new(1 << 20);
        felt_audit *audit = NULL;
        felt_audit_series *series = NULL;
        felt_audit_report report = {.context = NULL};
        felt_joined joined;
        memory rounds = file_of("round,player,banker\n1,9S KD,8H QC\n2,9S KD,8H QC\n3,9S KD,8H QC\n4,9S KD,8H QC\n");
        memory bets = file_of("round,wager,stake,paid\n");
        felt_records *both[] = {open_records(FELT_RECORD_ROUNDS, &rounds, w->baccarat), open_records(FELT_RECORD_BETS, &bets, w->baccarat)};
        felt_join *join;
        assert_int_equal(felt_join_open(both[0], both[1], (felt_record_report){NULL, NULL}, &join), FELT_OK);
        assert_int_equal(felt_audit_open(arena, w->baccarat, &audit), FELT_OK);
        assert_int_equal(felt_audit_series_new(audit, &series), FELT_OK);
        assert_int_equal(felt_audit_series_timing(series), FELT_AUDIT_UNTIMED);
        for (int k = 0; k < 4; k++) {
            assert_int_equal(felt_join_next(join, &joined), FELT_NEXT_ROW);
            assert_int_equal(felt_audit_round(audit, &joined, &report), FELT_OK);
            felt_audit_series_time(series, cases[i].times[k]);
            assert_int_equal(felt_audit_series_note(series, k == 3), FELT_OK);
        }
        assert_int_equal(felt_audit_series_timing(series), cases[i].timing);
        assert_int_equal(felt_audit_series_point(series, 0, 3).time, cases[i].last);
        felt_audit_series_free(series);
        felt_audit_close(audit);
        felt_join_free(join);
        felt_records_free(both[0]);
        felt_records_free(both[1]);
        felt_arena_free(arena);
    }
}

static void groups_have_a_limit(void **state)
{
    world *w = *state;
    char *text = take((FELT_RECORD_GROUPS_MAX + 2) * 40), *at = text;
    unsigned found;
    felt_text name = felt_text_from("x");
    felt_bet_record row;
    at += sprintf(at, "round,wager,stake,x\n");
    for (int i = 0; i <= FELT_RECORD_GROUPS_MAX; i++)
        at += sprintf(at, "1,player,5,%d\n", i);
    memory m = file_of(text);
    felt_records *records = open_records(FELT_RECORD_BETS, &m, w->baccarat);
    assert_int_equal(felt_records_group(records, &name, 1, &found, NULL), FELT_OK);
    for (uint32_t i = 0; i < FELT_RECORD_GROUPS_MAX; i++) {
        assert_int_equal(felt_records_next_bet(records, &row), FELT_NEXT_ROW);
        assert_int_equal(row.group, i);
    }
    assert_int_equal(felt_records_next_bet(records, &row), FELT_NEXT_FAILED);
    assert_string_equal(felt_records_error(records)->message, "found more than 65536 different values of the columns that --by names");
    felt_records_free(records);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parts_add_up_to_the_whole),
        cmocka_unit_test(luck_is_corrected_for_many_places),
        cmocka_unit_test(one_group_is_the_whole),
        cmocka_unit_test(points_stay_few_and_even),
        cmocka_unit_test(hours_and_days_come_out_of_times),
        cmocka_unit_test(groups_have_a_limit),
        cmocka_unit_test(times_are_read_as_exports_write_them),
        cmocka_unit_test(a_series_is_timed_where_all_times_are_known),
    };
    return cmocka_run_group_tests_name("audit_groups", tests, set_up, tear_down);
}
