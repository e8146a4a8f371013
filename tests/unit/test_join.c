/* tests/unit/test_join.c - rounds and bets from two files, brought together round by round. */
#include "unit/records.h"

typedef struct told {
    char text[4000];
    uint64_t rows;
} told;

static void tell(void *context, felt_record_kind file, uint64_t rows, const felt_error *error)
{
    told *t = context;
    t->rows += rows;
    size_t at = strlen(t->text);
    snprintf(t->text + at, sizeof t->text - at, "%s:%llu: %s\n", file == FELT_RECORD_ROUNDS ? "rounds" : "bets",
             (unsigned long long)error->line, error->message);
}

/* "ID*BETS+BAD" of each round that comes out with bets, with a question mark where a row may be of it. */
static void join_files(const world *w, const char *rounds_text, const char *bets_text, char *ret, size_t size, told *t)
{
    memory rounds_file = file_of(rounds_text), bets_file = file_of(bets_text);
    rounds_file.step = bets_file.step = 11;
    felt_records *rounds = open_records(FELT_RECORD_ROUNDS, &rounds_file, w->baccarat);
    felt_records *bets = open_records(FELT_RECORD_BETS, &bets_file, w->baccarat);
    felt_join *join;
    felt_joined joined;
    t->text[0] = ret[0] = '\0';
    t->rows = 0;
    assert_int_equal(felt_join_open(rounds, bets, (felt_record_report){t, tell}, &join), FELT_OK);
    while (felt_join_next(join, &joined) == FELT_NEXT_ROW) {
        size_t at = strlen(ret);
        if (joined.count == 0)
            continue;
        snprintf(ret + at, size - at, "%s%.*s*%d+%d%s", at == 0 ? "" : " ", FELT_TEXT_ARGS(joined.round->id), joined.count, (int)joined.bad,
                 joined.stray ? "?" : "");
        for (int i = 0; i < joined.count; i++) {
            assert_true(felt_text_equal(joined.records[i].id, joined.round->id));
            assert_int_equal(joined.bets[i].stake.minor, joined.records[i].bet.stake.minor);
        }
    }
    if (felt_join_error(join)->message[0] != '\0')
        snprintf(t->text, sizeof t->text, "failed: %s", felt_join_error(join)->message);
    felt_join_free(join);
    felt_records_free(bets);
    felt_records_free(rounds);
}

static void rounds_meet_their_bets(void **state)
{
    world *w = *state;
    char joined[300];
    told t;
    join_files(w, "round,player,banker\n1,2S 4D,3H 2C\n2,2S 4D,3H 2C\n9,2S 4D,3H 2C\n10,2S 4D,3H 2C\n",
               "round,wager,stake\n1,player,1\n1,comma,2\n9,player,1\n010,player,3\n10,player,3\n", joined, sizeof joined, &t);
    assert_string_equal(joined, "1*2+0 9*1+0 10*2+0");
    assert_string_equal(t.text, "");
}

/* Rounds on which nobody bet come out as well; one whose own row is bad does not. */
static void rounds_without_bets_come_out(void **state)
{
    world *w = *state;
    memory rounds_file = file_of("round,player,banker\n1,2S 4D,3H 2C\n2,2S 4D,3H 2C\n3,oh,3H 2C\n4,2S 4D,3H 2C\n5,2S 4D,3H 2C\n");
    memory bets_file = file_of("round,wager,stake\n2,player,1\n4,nobody,1\n");
    felt_records *rounds = open_records(FELT_RECORD_ROUNDS, &rounds_file, w->baccarat);
    felt_records *bets = open_records(FELT_RECORD_BETS, &bets_file, w->baccarat);
    static const char *const ids[] = {"1", "2", "4", "5"};
    static const int counts[] = {0, 1, 0, 0}, bad[] = {0, 0, 1, 0};
    felt_join *join;
    felt_joined joined;
    assert_int_equal(felt_join_open(rounds, bets, (felt_record_report){.context = NULL}, &join), FELT_OK);
    for (int i = 0; i < 4; i++) {
        assert_int_equal(felt_join_next(join, &joined), FELT_NEXT_ROW);
        assert_true(felt_text_is(joined.round->id, ids[i]));
        assert_int_equal(joined.count, counts[i]);
        assert_int_equal(joined.bad, bad[i]);
    }
    assert_int_equal(felt_join_next(join, &joined), FELT_NEXT_END);
    assert_int_equal(felt_join_count(join).rounds, 5);
    assert_int_equal(felt_join_count(join).bad_rounds, 1);
    felt_join_free(join);
    felt_records_free(bets);
    felt_records_free(rounds);
}

static void rows_out_of_place_are_reported_and_passed_over(void **state)
{
    world *w = *state;
    char joined[300];
    told t;
    join_files(
        w, "round,player,banker\n1,2S 4D,3H 2C\n3,2S 4D,3H 2C\n2,2S 4D,3H 2C\n3,2S 4D,3H 2C\n4,2S,3H 2C\n5,2S 4D,3H 2C\n",
        "round,wager,stake\n0,player,1\n1,player,1\n3,player,1\n3,nobody,1\n2,player,1\n4,player,1\n5,player,1\n,player,1\n7,player,1\n",
        joined, sizeof joined, &t);
    assert_string_equal(joined, "1*1+0 3*1+1 5*1+0?");
    assert_string_equal(t.text, "bets:2: round 0: there is no such round, or its bets are not sorted by round, as --sort does\n"
                                "bets:5: wager: there is no wager 'nobody'\n"
                                "bets:6: round 2: there is no such round, or its bets are not sorted by round, as --sort does\n"
                                "rounds:4: round 2 comes after round 3; rounds must be sorted, as --sort does\n"
                                "rounds:5: round 3 comes twice\n"
                                "rounds:6: player: found '2S', expected two or three cards such as 9S 10H\n"
                                "bets:7: round 4: the round cannot be settled, as its own row says\n"
                                "bets:9: round: found nothing, expected the name or number of a round; a line of totals must be left out\n"
                                "bets:10: round 7: there is no such round, or its bets are not sorted by round, as --sort does\n");
}

/* Of two records of a round nobody knows which is right, and where one cannot be read, the other is doubtful. */
static void a_round_that_is_recorded_twice_is_settled_by_neither(void **state)
{
    world *w = *state;
    static const char bets[] = "round,wager,stake\n1,player,1\n2,player,1\n2,player,1\n3,player,1\n";
    char joined[300];
    told t;
    join_files(w, "round,player,banker\n1,2S 4D,3H 2C\n2,2S 4D,3H 2C\n02,9S 4D,3H 2C\n2,9S 4D,3H 2C\n3,2S 4D,3H 2C\n", bets, joined,
               sizeof joined, &t);
    assert_string_equal(joined, "1*1+0 3*1+0");
    assert_string_equal(t.text, "rounds:3: round 2 is recorded twice, here and in line 4; neither is used\n"
                                "bets:3: round 2: the round cannot be settled, as its own row says\n"
                                "bets:4: round 2: the round cannot be settled, as its own row says\n"
                                "rounds:4: round 02 comes twice\nrounds:5: round 2 comes twice\n");
    join_files(w, "round,player,banker\n1,2S 4D,3H 2C\n2,2S 4D,3H 2C\n2,oh,3H 2C\n3,oh,3H 2C\n3,2S 4D,3H 2C\n", bets, joined, sizeof joined,
               &t);
    assert_string_equal(joined, "1*1+0");
    assert_int_equal(t.rows, 7);
}

/* Rows of a file in some order, and what comes of them. */
static void expect_misplaced(const world *w, int rounds, int rounds_by, int bets, int bets_by, int lines, const char *failed)
{
    char text[2][4000] = {"round,player,banker\n", "round,wager,stake\n"}, joined[2000];
    told t;
    for (int i = 0; i < rounds; i++)
        sprintf(text[0] + strlen(text[0]), "%d,2S 4D,3H 2C\n", 100 + i * rounds_by);
    for (int i = 0; i < bets; i++)
        sprintf(text[1] + strlen(text[1]), "%d,player,1\n", 100 + i * bets_by);
    join_files(w, text[0], text[1], joined, sizeof joined, &t);
    if (failed != NULL) {
        assert_string_equal(t.text, failed);
        return;
    }
    int found = 0;
    for (const char *at = t.text; (at = strchr(at, '\n')) != NULL; at++)
        found++;
    assert_int_equal(found, lines);
}

static void a_file_that_is_not_sorted_is_refused_once(void **state)
{
    world *w = *state;
    static const char rounds[] = "failed: rounds: not sorted by round, as 10 rows up to line 12 are out of order; --sort sorts them";
    static const char bets[] = "failed: bets: not sorted by round, as 10 rows up to line 12 are out of order; --sort sorts them";
    expect_misplaced(w, 60, 1, 60, 1, 0, NULL);
    expect_misplaced(w, 10, -1, 1, 1, 9, NULL);
    expect_misplaced(w, 11, -1, 1, 1, 0, rounds);
    expect_misplaced(w, 1, 1, 10, -1, 6, NULL); /* nine, of which four are said at once */
    expect_misplaced(w, 60, 1, 11, -1, 0, bets);
    /* sorted bets on rounds that are not there are no such thing, and are said together */
    expect_misplaced(w, 1, 1, 60, 1, 6, NULL);
}

/* A bet row of which not even the round can be read may be of the round before it or behind it. */
static void a_row_without_its_round_is_of_its_neighbours(void **state)
{
    world *w = *state;
    static const struct {
        const char *bets, *joined;
    } cases[] = {
        {"1,player,1\n1,player\n1,player,1\n2,player,1\n3,player,1\n", "1*2+0? 2*1+0 3*1+0"},
        {"1,player,1\n1,player\n2,player,1\n3,player,1\n", "1*1+0? 2*1+0? 3*1+0"},
        {"1,player,1\n,player,1\n3,player,1\n4,player,1\n", "1*1+0? 3*1+0? 4*1+0"},
        {"oh\n1,player,1\n2,player,1\n", "1*1+0? 2*1+0"},
        {"oh\n3,player,1\n4,player,1\n", "3*1+0? 4*1+0"},
        {"1,player,1\n2,player,1\noh\noh\n", "1*1+0 2*1+0?"},
        {"1,player,1\noh\n2,nobody,1\n2,player,1\n3,player,1\n", "1*1+0? 2*1+1? 3*1+0"},
        /* beside rows of a round that is not there, it is not of the next that is */
        {"1,player,1\noh\n1.5,player,1\n2,player,1\n", "1*1+0? 2*1+0"},
        {"1,player,1\n1.5,player,1\noh\n1.5,player,1\n2,player,1\n", "1*1+0 2*1+0"},
        {"1,player,1\n1.5,player,1\noh\n2,player,1\n", "1*1+0 2*1+0?"},
        /* two quotes that are not closed, and what is between them, are one row, which does not say of how many rounds it is */
        {"1,\"player,1\n2,player,1\n2,banker\",1\n2,player,1\n3,player,1\n", "2*1+0? 3*1+0"},
        /* a row out of its place does not come between */
        {"2,player,1\noh\n1,player,1\n3,player,1\n", "2*1+0? 3*1+0?"},
        {"2,player,1\n1,player,1\noh\n3,player,1\n", "2*1+0? 3*1+0?"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char joined[300], bets[200];
        told t;
        snprintf(bets, sizeof bets, "round,wager,stake\n%s", cases[i].bets);
        join_files(w, "round,player,banker\n1,2S 4D,3H 2C\n2,2S 4D,3H 2C\n3,2S 4D,3H 2C\n4,2S 4D,3H 2C\n", bets, joined, sizeof joined, &t);
        assert_string_equal(joined, cases[i].joined);
    }
}

static void ids_are_ordered_as_people_do(void **state)
{
    (void)state;
    static const char *const in_order[] = {"",         "0",        "1",         "2",  "9",    "10",   "11",    "99",   "100",
                                           "12345678", "12345679", "123456789", "T1", "T1-2", "T1-9", "T1-10", "T2-1", "T10"};
    const size_t count = sizeof in_order / sizeof *in_order;
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < count; k++) {
            int order = felt_round_id_compare(felt_text_from(in_order[i]), felt_text_from(in_order[k]));
            assert_int_equal((order > 0) - (order < 0), (i > k) - (i < k));
        }
    assert_int_equal(felt_round_id_compare(felt_text_from("007"), felt_text_from("7")), 0);
}

static void a_round_has_a_largest_number_of_bets(void **state)
{
    world *w = *state;
    static const char *const said[] = {"", "bets:65538: round 1: found 65537 bets, expected at most 65536; 1 is not used\n",
                                       "bets:65538: round 1: found 65538 bets, expected at most 65536; 2 are not used\n"};
    for (int past = 0; past <= 2; past++) {
        size_t size = (FELT_ROUND_BETS_MAX + 10) * 16, at = 0;
        char *text = take(size), joined[100], wanted[100];
        told t;
        at += (size_t)sprintf(text, "round,wager,stake\n");
        for (int i = 0; i < FELT_ROUND_BETS_MAX + past; i++)
            at += (size_t)sprintf(text + at, "1,player,1\n");
        sprintf(text + at, "2,player,1\n");
        join_files(w, "round,player,banker\n1,2S 4D,3H 2C\n2,2S 4D,3H 2C\n", text, joined, sizeof joined, &t);
        snprintf(wanted, sizeof wanted, "1*%d+%d 2*1+0", FELT_ROUND_BETS_MAX, past);
        assert_string_equal(joined, wanted);
        assert_string_equal(t.text, said[past]);
        assert_int_equal(t.rows, past);
        free(text);
    }
}

static void a_join_stops_when_input_fails(void **state)
{
    world *w = *state;
    memory rounds_file = file_of("round,player,banker\n1,2S 4D,3H 2C\n"), bets_file = file_of("round,wager,stake\n1,player,1\n");
    bets_file.fails = true;
    felt_records *rounds = open_records(FELT_RECORD_ROUNDS, &rounds_file, w->baccarat);
    felt_records *bets = open_records(FELT_RECORD_BETS, &bets_file, w->baccarat);
    felt_join *join;
    felt_joined joined;
    assert_int_equal(felt_join_open(rounds, bets, (felt_record_report){NULL, NULL}, &join), FELT_OK);
    assert_int_equal(felt_join_next(join, &joined), FELT_NEXT_FAILED);
    assert_string_equal(felt_join_error(join)->message, "bets: input failed");
    felt_join_free(join);
    felt_records_free(bets);
    felt_records_free(rounds);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rounds_without_bets_come_out),
        cmocka_unit_test(rounds_meet_their_bets),
        cmocka_unit_test(rows_out_of_place_are_reported_and_passed_over),
        cmocka_unit_test(a_round_that_is_recorded_twice_is_settled_by_neither),
        cmocka_unit_test(a_file_that_is_not_sorted_is_refused_once),
        cmocka_unit_test(ids_are_ordered_as_people_do),
        cmocka_unit_test(a_round_has_a_largest_number_of_bets),
        cmocka_unit_test(a_join_stops_when_input_fails),
        cmocka_unit_test(a_row_without_its_round_is_of_its_neighbours),
    };
    return cmocka_run_group_tests_name("join", tests, set_up, tear_down);
}
