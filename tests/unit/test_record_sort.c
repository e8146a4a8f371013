/* tests/unit/test_record_sort.c - files that are not sorted are, in whatever memory there is, and no row is lost or moved among its own. */
#include "unit/records.h"

#include <stdio.h>

typedef struct spills {
    int opened, fails_at; /* 0: never */
} spills;

static FILE *open_spill(void *context)
{
    spills *s = context;
    s->opened++;
    return s->opened == s->fails_at ? NULL : tmpfile();
}

enum { ROWS = 2000 };

/* Bets on rounds in no order, several on most of them; the stake says when each came. */
static char *shuffled_bets(void)
{
    char *text = take(ROWS * 40), *at = text;
    uint64_t random = 7;
    at += sprintf(at, "round,wager,stake\n");
    for (int i = 1; i <= ROWS; i++) {
        random = random * 6364136223846793005u + 1442695040888963407u;
        at += sprintf(at, "T1-%d,player,%d\n", (int)(random >> 33) % 300, i);
    }
    return text;
}

static felt_records *sorted(felt_record_kind kind, memory *m, const felt_book *book, spills *s, size_t bytes)
{
    felt_records *records = open_records(kind, m, book);
    felt_error error;
    if (felt_records_sort(records, (felt_spill){s, open_spill}, bytes, &error) != FELT_OK)
        fail_msg("%s", error.message);
    return records;
}

static void bets_come_in_order_whatever_the_memory(void **state)
{
    world *w = *state;
    static const size_t sizes[] = {1, 10000, 100000, 10 << 20};
    char *text = shuffled_bets();
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        memory m = file_of(text);
        spills s = {0};
        felt_records *records = sorted(FELT_RECORD_BETS, &m, w->baccarat, &s, sizes[i]);
        felt_bet_record row;
        char last[FELT_ROUND_ID_BYTES_MAX + 1] = "";
        int64_t stake = 0, sum = 0;
        int count = 0;
        for (; felt_records_next_bet(records, &row) == FELT_NEXT_ROW; count++) {
            int order = felt_round_id_compare(felt_text_from(last), row.id);
            assert_true(order < 0 || (order == 0 && row.bet.stake.minor > stake));
            stake = row.bet.stake.minor;
            sum += stake;
            assert_int_equal(row.line, stake / 100 + 1);
            snprintf(last, sizeof last, "%.*s", FELT_TEXT_ARGS(row.id));
        }
        assert_int_equal(count, ROWS);
        assert_int_equal(sum, (int64_t)ROWS * (ROWS + 1) / 2 * 100);
        assert_true(i == 3 ? s.opened == 0 : s.opened > 0);
        felt_records_free(records);
    }
    free(text);
}

static void rounds_keep_their_cards_and_rolls(void **state)
{
    world *w = *state;
    spills s = {0};
    felt_round_record row;
    memory m = file_of("round,player,banker\n3,9S KD,8H QC\n1,2S 4D,3H 2C 2D\n2,2S,8H QC\n");
    felt_records *records = sorted(FELT_RECORD_ROUNDS, &m, w->baccarat, &s, 1);
    assert_int_equal(felt_records_next_round(records, &row), FELT_NEXT_ROW);
    assert_int_equal(row.dealt.counts[1], 3);
    assert_int_equal(row.line, 3);
    assert_int_equal(felt_records_next_round(records, &row), FELT_NEXT_BAD);
    assert_string_equal(felt_records_error(records)->message, "player: found '2S', expected two or three cards such as 9S 10H");
    assert_int_equal(felt_records_error(records)->line, 4);
    assert_int_equal(row.id.length, 1);
    assert_int_equal(felt_records_next_round(records, &row), FELT_NEXT_ROW);
    assert_int_equal(row.dealt.pieces[0][0].rank, 9);
    assert_int_equal(felt_records_next_round(records, &row), FELT_NEXT_END);
    felt_records_free(records);
    memory rolls = file_of("{\"round\":\"B\",\"rolls\":[6,\"4-4\"],\"point\":6}\n{\"round\":\"A\",\"rolls\":\"7\"}\n");
    records = sorted(FELT_RECORD_ROUNDS, &rolls, w->craps, &s, 1);
    assert_int_equal(felt_records_next_round(records, &row), FELT_NEXT_ROW);
    assert_int_equal(row.event_count, 1);
    assert_int_equal(felt_records_next_round(records, &row), FELT_NEXT_ROW);
    assert_int_equal(row.event_count, 2);
    assert_true(row.phase > 0);
    felt_records_free(records);
}

static void sorted_rows_keep_their_times(void **state)
{
    world *w = *state;
    bool found;
    felt_round_record row;
    memory m = file_of("round,player,banker,time\n2,9S KD,8H QC,14:00:09\n1,2S 4D,3H 2C 2D,14:00:03\n");
    felt_records *records = open_records(FELT_RECORD_ROUNDS, &m, w->baccarat);
    assert_int_equal(felt_records_clock(records, &found), FELT_OK);
    assert_int_equal(felt_records_sort(records, (felt_spill){NULL, NULL}, 1 << 16, NULL), FELT_OK);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(felt_records_next_round(records, &row), FELT_NEXT_ROW);
        assert_int_equal(row.time, i == 0 ? 50403 : 50409);
    }
    felt_records_free(records);
}

/* A row that names no round may be of the round before it or of the one behind it: neither is whole. */
static void a_row_without_its_round_spoils_its_neighbours(void **state)
{
    world *w = *state;
    spills s = {0};
    felt_join *join;
    felt_joined joined;
    memory rounds = file_of("round,player,banker\n1,2S 4D,3H 2C 2D\n2,9S KD,8H QC\n3,9S KD,8H QC\n4,9S KD,8H QC\n");
    memory bets = file_of("round,wager,stake\n4,player,1\n1,player,1\n,player,5\n3,player,1\n2,player,1\n");
    felt_records *one = open_records(FELT_RECORD_ROUNDS, &rounds, w->baccarat), *two = sorted(FELT_RECORD_BETS, &bets, w->baccarat, &s, 1);
    assert_int_equal(felt_join_open(one, two, (felt_record_report){NULL, NULL}, &join), FELT_OK);
    static const bool stray[] = {true, false, true, false};
    for (int i = 0; i < 4; i++) {
        assert_int_equal(felt_join_next(join, &joined), FELT_NEXT_ROW);
        assert_int_equal(joined.count, 1);
        assert_int_equal(joined.stray, stray[i]);
    }
    assert_int_equal(felt_join_next(join, &joined), FELT_NEXT_END);
    felt_join_free(join);
    felt_records_free(one);
    felt_records_free(two);
}

static void what_cannot_be_put_away_is_said(void **state)
{
    world *w = *state;
    char *text = shuffled_bets();
    felt_error error;
    for (int at = 1; at < 4; at++) {
        memory m = file_of(text);
        spills s = {.fails_at = at};
        felt_records *records = open_records(FELT_RECORD_BETS, &m, w->baccarat);
        assert_int_equal(felt_records_sort(records, (felt_spill){&s, open_spill}, 1, &error), FELT_EIO);
        assert_string_equal(error.message, "cannot write a temporary file to sort in");
        felt_records_free(records);
    }
    free(text);
    memory m = file_of("round,wager,stake\n1,player,1\n2,pl");
    m.fails = true;
    spills s = {0};
    felt_records *records = open_records(FELT_RECORD_BETS, &m, w->baccarat);
    assert_int_equal(felt_records_sort(records, (felt_spill){&s, open_spill}, 1, &error), FELT_EIO);
    felt_records_free(records);
}

/* Sorts so many rows in the least memory. */
static felt_status sort_rows(const felt_book *book, char *room, int rows, spills *s)
{
    felt_error error;
    if (room == NULL)
        return FELT_ENOMEM;
    char *at = room + sprintf(room, "round,wager,stake\n");
    for (int i = 0; i < rows; i++)
        at += sprintf(at, "%05d,player,5\n", i);
    memory m = file_of(room);
    felt_records *records = open_records(FELT_RECORD_BETS, &m, book);
    felt_status status = felt_records_sort(records, (felt_spill){s, open_spill}, 1, &error);
    felt_records_free(records);
    return status;
}

/* As many files as there may be, and one more. */
static void files_to_sort_in_have_a_limit(void **state)
{
    world *w = *state;
    enum { RUNS = 512, FITS_MAX = 64 };
    char *room = take((RUNS + 2) * FITS_MAX * 20);
    spills s = {0};
    int fits = 0; /* rows of one run */
    while (s.opened == 0)
        assert_int_equal(sort_rows(w->baccarat, room, ++fits, &s), FELT_OK);
    fits--;
    assert_in_range(fits, 1, FITS_MAX);
    for (int more = 0; more < 2; more++) {
        s.opened = 0;
        assert_int_equal(sort_rows(w->baccarat, room, (RUNS + 1) * fits + more, &s), more == 0 ? FELT_OK : FELT_ELIMIT);
        assert_int_equal(s.opened, RUNS);
    }
    free(room);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bets_come_in_order_whatever_the_memory), cmocka_unit_test(rounds_keep_their_cards_and_rolls),
        cmocka_unit_test(sorted_rows_keep_their_times),           cmocka_unit_test(a_row_without_its_round_spoils_its_neighbours),
        cmocka_unit_test(what_cannot_be_put_away_is_said),        cmocka_unit_test(files_to_sort_in_have_a_limit),
    };
    return cmocka_run_group_tests_name("record_sort", tests, set_up, tear_down);
}
