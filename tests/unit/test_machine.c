/* tests/unit/test_machine.c - exact odds of craps machines, against published figures, other methods and the slow oracle; and ratios. */
#include "odds/machine.h"
#include "oracle/chain.h"
#include <felt/craps.h>
#include <felt/ratio.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

enum { LOWS = 0x7C, HIGHS = 0x1F00 }; /* bit t for a total of t: 2 to 6, and 8 to 12 */

static int ways_of(int total)
{
    return total <= 7 ? total - 1 : 13 - total;
}

/* ---- helpers ---- */

static void assert_ratio(const mpq_t ratio, const char *expected)
{
    mpq_t want;
    mpq_init(want);
    assert_int_equal(mpq_set_str(want, expected, 10), 0);
    mpq_canonicalize(want);
    if (!mpq_equal(ratio, want)) {
        char *found = mpq_get_str(NULL, 10, ratio);
        print_error("found %s, expected %s\n", found, expected);
        free(found);
    }
    assert_true(mpq_equal(ratio, want));
    mpq_clear(want);
}

static felt_machine_odds solve(const chain_machine *m, uint32_t start, int row_count)
{
    felt_machine_odds odds;
    assert_int_equal(felt_machine_solve(&m->machine, start, row_count, true, &odds), FELT_OK);
    return odds;
}

static felt_status status_of(const chain_machine *m, int row_count)
{
    felt_machine_odds odds;
    felt_status status = felt_machine_solve(&m->machine, 0, row_count, false, &odds);
    if (status == FELT_OK)
        felt_machine_odds_free(&odds);
    return status;
}

static chain_machine new_machine(uint32_t state_count)
{
    chain_machine m;
    assert_true(chain_machine_new(&m, state_count));
    return m;
}

/* The engine and the oracle agree on every figure. */
static void assert_like_oracle(const chain_machine *m, uint32_t start, int row_count)
{
    felt_machine_odds odds = solve(m, start, row_count);
    mpq_t rows[FELT_ROWS_MAX], rolls, squares;
    for (int i = 0; i < row_count; i++)
        mpq_init(rows[i]);
    mpq_inits(rolls, squares, NULL);
    assert_true(chain_solve(&m->machine, start, row_count, rows, rolls, squares));
    assert_int_equal(odds.row_count, row_count);
    for (int i = 0; i < row_count; i++) {
        assert_true(mpq_equal(odds.rows[i], rows[i]));
        mpq_clear(rows[i]);
    }
    assert_true(mpq_equal(odds.rolls, rolls));
    assert_true(mpq_equal(odds.squares, squares));
    mpq_clears(rolls, squares, NULL);
    felt_machine_odds_free(&odds);
}

/* State 0 is the come-out, states 1 to 6 the points 4, 5, 6, 8, 9 and 10. Row 0 wins, 1 loses, 2 pushes, for the shooter's side. */
static chain_machine line_machine(bool bar_12)
{
    static const int POINTS[] = {4, 5, 6, 8, 9, 10};
    chain_machine m = new_machine(7);
    for (int total = 2; total <= 12; total++)
        chain_machine_to(&m, 0, total, total == 7 || total == 11 ? 7 : total == 12 && bar_12 ? 9 : 8);
    for (uint32_t p = 1; p <= 6; p++) {
        chain_machine_to(&m, 0, POINTS[p - 1], p);
        for (int total = 2; total <= 12; total++)
            chain_machine_to(&m, p, total, total == POINTS[p - 1] ? 7 : total == 7 ? 8 : p);
    }
    return m;
}

/* ---- known figures ---- */

static void pass_line_wins_244_of_495(void **state)
{
    (void)state;
    chain_machine m = line_machine(false);
    felt_machine_odds odds = solve(&m, 0, 2);
    assert_ratio(odds.rows[0], "244/495");
    assert_ratio(odds.rows[1], "251/495"); /* the house keeps 7/495 */
    assert_ratio(odds.rolls, "557/165");
    felt_machine_odds_free(&odds);
    odds = solve(&m, 1, 2); /* with a point of 4 already on */
    assert_ratio(odds.rows[0], "1/3");
    assert_ratio(odds.rolls, "4");
    assert_ratio(odds.squares, "28"); /* a geometric number with a chance of 1/4: variance 12 */
    felt_machine_odds_free(&odds);
    assert_like_oracle(&m, 0, 2);
    chain_machine_free(&m);
}

static void dont_pass_keeps_3_of_220(void **state)
{
    (void)state;
    chain_machine m = line_machine(true);
    felt_machine_odds odds = solve(&m, 0, 3);
    assert_ratio(odds.rows[2], "1/36");
    mpq_t edge;
    mpq_init(edge);
    mpq_sub(edge, odds.rows[0], odds.rows[1]); /* what the pass line wins, don't pass loses */
    assert_ratio(edge, "3/220");
    mpq_clear(edge);
    felt_machine_odds_free(&odds);
    assert_like_oracle(&m, 0, 3);
    chain_machine_free(&m);
}

/* Twelve eights before a seven: each of twelve times the chance is 5/11, and play takes 36/11 rolls to the next eight
 * or seven: in all 6 * (1 - (5/11)^12). */
static void twelve_eights_before_a_seven(void **state)
{
    (void)state;
    chain_machine m = new_machine(12);
    for (uint32_t s = 0; s < 12; s++)
        for (int total = 2; total <= 12; total++)
            chain_machine_to(&m, s, total, total == 7 ? 13 : total == 8 ? s + 1 : s); /* state 12 is row 0 */
    felt_machine_odds odds = solve(&m, 0, 2);
    assert_ratio(odds.rows[0], "244140625/3138428376721");
    assert_ratio(odds.rolls, "18829105416576/3138428376721");
    felt_machine_odds_free(&odds);
    assert_like_oracle(&m, 0, 2);
    chain_machine_free(&m);
}

/* ---- all rolled, by other methods ---- */

/* P(all of `totals` come before any seven), by counting in and out: the chance that none of a set T comes is 6 / (6 + its ways). */
static void all_before_any_seven(mpq_t ret, unsigned totals)
{
    mpq_set_ui(ret, 0, 1);
    mpq_t one;
    mpq_init(one);
    mpq_set_ui(one, 1, 1);
    for (unsigned set = totals;; set = (set - 1) & totals) {
        int ways = 6, sign = 1;
        for (int total = 2; total <= 12; total++)
            if (set >> total & 1) {
                ways += ways_of(total);
                sign = -sign;
            }
        felt_ratio_add_times(ret, one, 6 * sign, ways);
        if (set == 0)
            break;
    }
    mpq_clear(one);
}

/* The same for a seven-out: for each set T the chance that none of it comes first is a chain of seven states, solved by the oracle. */
static void all_before_seven_out(mpq_t ret, unsigned totals)
{
    mpq_t rows[2], rolls, squares;
    mpq_inits(rows[0], rows[1], rolls, squares, NULL);
    mpq_set_ui(ret, 0, 1);
    for (unsigned set = totals;; set = (set - 1) & totals) {
        chain_machine m = line_machine(false);
        int sign = 1;
        for (uint32_t s = 0; s < 7; s++)
            for (int total = 2; total <= 12; total++) {
                uint32_t to = m.next[s * 11 + (uint32_t)total - 2];
                if (set >> total & 1)
                    chain_machine_to(&m, s, total, 8); /* row 1: one of the set */
                else if (s == 0)
                    chain_machine_to(&m, s, total, to >= 7 ? 0 : to);
                else if (to >= 7)
                    chain_machine_to(&m, s, total, total == 7 ? 7 : 0); /* row 0: seven-out */
            }
        for (int total = 2; total <= 12; total++)
            sign = set >> total & 1 ? -sign : sign;
        assert_true(chain_solve(&m.machine, 0, 2, rows, rolls, squares));
        felt_ratio_add_times(ret, rows[0], sign, 1);
        chain_machine_free(&m);
        if (set == 0)
            break;
    }
    mpq_clears(rows[0], rows[1], rolls, squares, NULL);
}

static void assert_all_rolled(unsigned totals, bool any_seven, const char *expected)
{
    chain_machine m;
    assert_true(chain_machine_all_rolled(&m, totals, any_seven));
    felt_machine_odds odds = solve(&m, 0, 2);
    mpq_t want;
    mpq_init(want);
    if (any_seven)
        all_before_any_seven(want, totals);
    else
        all_before_seven_out(want, totals);
    assert_true(mpq_equal(odds.rows[0], want));
    if (expected != NULL)
        assert_ratio(odds.rows[0], expected);
    mpq_clear(want);
    felt_machine_odds_free(&odds);
    if (m.machine.state_count <= 200)
        assert_like_oracle(&m, 0, 2);
    chain_machine_free(&m);
}

static void all_lows_before_any_seven(void **state)
{
    (void)state;
    assert_all_rolled(LOWS, true, "20049/760760");
    assert_all_rolled(HIGHS, true, "20049/760760");
}

static void all_lows_before_a_seven_out(void **state)
{
    (void)state;
    assert_all_rolled(LOWS, false, NULL);
    assert_all_rolled(HIGHS, false, NULL);
}

static void the_works_before_any_seven(void **state)
{
    (void)state;
    assert_all_rolled(LOWS | HIGHS, true, "126538525259/24067258815600");
}

static void the_works_before_a_seven_out(void **state)
{
    (void)state;
    chain_machine m;
    assert_true(chain_machine_all_rolled(&m, LOWS | HIGHS, false));
    assert_int_equal(m.machine.state_count, 4089);
    felt_machine_odds odds = solve(&m, 0, 2);
    felt_arena *arena = felt_arena_new(1 << 20);
    assert_string_equal(felt_ratio_print_decimal(arena, odds.rows[0], 20).bytes, "0.01153213200403891552");
    assert_int_equal(mpz_sizeinbase(mpq_denref(odds.rows[0]), 2), 1153);
    felt_arena_free(arena);
    felt_machine_odds_free(&odds);
    chain_machine_free(&m);
    assert_all_rolled(LOWS | HIGHS, false, NULL);
}

/* ---- random machines ---- */

static uint32_t draw(uint64_t *seed, uint32_t below)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(*seed >> 33) % below;
}

/* Mostly steps to states nearby, on either side, so that blocks of all sizes come up; the last total always decides. */
static chain_machine random_machine(uint64_t *seed, uint32_t state_count, uint32_t row_count, uint32_t back)
{
    chain_machine m = new_machine(state_count);
    for (uint32_t s = 0; s < state_count; s++) {
        for (int total = 2; total < 12; total++) {
            uint32_t low = s < back ? 0 : s - back;
            uint32_t to = low + draw(seed, back + 3);
            chain_machine_to(&m, s, total, to < state_count ? to : state_count + draw(seed, row_count));
        }
        chain_machine_to(&m, s, 12, state_count + draw(seed, row_count));
    }
    return m;
}

static void random_machines_like_the_oracle(void **state)
{
    (void)state;
    uint64_t seed = 20240229;
    for (int i = 0; i < 60; i++) {
        uint32_t states = 1 + draw(&seed, 24), rows = 1 + draw(&seed, 6), back = draw(&seed, 5);
        chain_machine m = random_machine(&seed, states, rows, back);
        assert_like_oracle(&m, draw(&seed, states), (int)rows);
        chain_machine_free(&m);
    }
}

/* Single faces: the classes are all 21 rolls, or all rolls alike, and there may be classes that no roll belongs to. */
static void classes_of_all_kinds(void **state)
{
    (void)state;
    for (uint32_t shift = 0; shift < 2; shift++) {
        uint16_t next[FELT_ROLL_COUNT];
        uint8_t classes[FELT_ROLL_COUNT];
        felt_machine machine = {
            .game = &felt_game_craps, .state_count = 1, .class_count = FELT_ROLL_COUNT, .class_of = classes, .next = next};
        for (int roll = 0; roll < FELT_ROLL_COUNT; roll++) {
            classes[roll] = (uint8_t)(roll >> shift);
            next[roll] = (uint16_t)(roll % 3);
        }
        assert_like_oracle(&(chain_machine){.machine = machine}, 0, 2);
    }
    uint16_t decided[] = {1};
    static const uint8_t alike[FELT_ROLL_COUNT] = {0};
    chain_machine all = {.machine = {.game = &felt_game_craps, .state_count = 1, .class_count = 1, .class_of = alike, .next = decided}};
    felt_machine_odds odds = solve(&all, 0, 1);
    assert_ratio(odds.rows[0], "1");
    assert_ratio(odds.rolls, "1");
    assert_ratio(odds.squares, "1");
    felt_machine_odds_free(&odds);
}

/* ---- limits ---- */

/* Only a 2 goes on, all else but a 3 starts over: as slow to leave, and with numbers as large, as a block of `size` states can be. Groups
 * of such blocks follow one another. */
static chain_machine slow_ladder(uint32_t size, uint32_t block_count)
{
    uint32_t count = size * block_count;
    chain_machine m = new_machine(count);
    for (uint32_t s = 0; s < count; s++)
        for (int total = 2; total <= 12; total++)
            chain_machine_to(&m, s, total, total == 2 ? s + 1 : total == 3 && s % size == size - 1 ? count + 1 : s - s % size);
    return m;
}

static void blocks_of_words_and_of_gmp_numbers(void **state)
{
    (void)state;
    static const uint32_t SIZES[] = {1, 2, 7, FELT_MACHINE_SMALL_BLOCK, FELT_MACHINE_SMALL_BLOCK + 1, 30};
    for (size_t i = 0; i < sizeof SIZES / sizeof *SIZES; i++)
        for (uint32_t blocks = 1; blocks <= 3; blocks++) {
            chain_machine m = slow_ladder(SIZES[i], blocks);
            assert_like_oracle(&m, 0, 2);
            chain_machine_free(&m);
        }
}

static void a_block_of_256_states_and_no_more(void **state)
{
    (void)state;
    chain_machine m = slow_ladder(FELT_MACHINE_BLOCK_MAX, 1);
    assert_int_equal(status_of(&m, 2), FELT_OK);
    chain_machine_free(&m);
    m = slow_ladder(FELT_MACHINE_BLOCK_MAX + 1, 1);
    assert_int_equal(status_of(&m, 2), FELT_ELIMIT);
    chain_machine_free(&m);
}

/* A state for each of 32,768 rolls but the last, which may end it early: row 0 after all of them, row 1 on a 2. */
static void a_machine_of_32768_states_and_no_more(void **state)
{
    (void)state;
    chain_machine m = new_machine(FELT_STATES_MAX);
    for (uint32_t s = 0; s < FELT_STATES_MAX; s++)
        for (int total = 2; total <= 12; total++)
            chain_machine_to(&m, s, total, total == 2 ? FELT_STATES_MAX + 1u : s + 1);
    felt_machine_odds odds;
    assert_int_equal(felt_machine_solve(&m.machine, 0, 2, false, &odds), FELT_OK);
    mpz_t power;
    mpz_init(power);
    mpz_ui_pow_ui(power, 35, FELT_STATES_MAX);
    assert_int_equal(mpz_cmp(mpq_numref(odds.rows[0]), power), 0);
    mpz_ui_pow_ui(power, 36, FELT_STATES_MAX);
    assert_int_equal(mpz_cmp(mpq_denref(odds.rows[0]), power), 0);
    mpz_clear(power);
    felt_machine_odds_free(&odds);
    m.machine.state_count++;
    assert_int_equal(status_of(&m, 2), FELT_ELIMIT);
    chain_machine_free(&m);
}

static void sixty_four_rows(void **state)
{
    (void)state;
    chain_machine m = new_machine(8);
    for (uint32_t s = 0; s < 8; s++)
        for (int total = 2; total <= 12; total++)
            chain_machine_to(&m, s, total, total < 10 ? 8 + s * 8 + (uint32_t)total - 2 : (s + 1) % 8);
    assert_like_oracle(&m, 3, FELT_ROWS_MAX);
    chain_machine_free(&m);
}

/* ---- machines that are none ---- */

static void a_machine_that_is_never_decided_is_refused(void **state)
{
    (void)state;
    chain_machine m = line_machine(false);
    for (int total = 2; total <= 12; total++)
        chain_machine_to(&m, 3, total, 3);
    assert_int_equal(status_of(&m, 2), FELT_EDATA);
    felt_machine_odds odds = solve(&m, 1, 2); /* but state 3 is not reached from state 1 */
    felt_machine_odds_free(&odds);
    chain_machine_free(&m);
}

static void a_row_or_class_that_is_not_there_is_refused(void **state)
{
    (void)state;
    chain_machine m = line_machine(true);
    assert_int_equal(status_of(&m, 3), FELT_OK);
    assert_int_equal(status_of(&m, 2), FELT_EDATA);
    uint8_t classes[FELT_ROLL_COUNT];
    memcpy(classes, m.machine.class_of, sizeof classes);
    classes[5] = (uint8_t)m.machine.class_count;
    m.machine.class_of = classes;
    assert_int_equal(status_of(&m, 3), FELT_EDATA);
    m.machine.class_count = FELT_CLASSES_MAX + 1;
    assert_int_equal(status_of(&m, 3), FELT_ELIMIT);
    chain_machine_free(&m);
}

/* ---- ratios ---- */

static void assert_texts(int64_t num, int64_t den, const char *fraction, int places, const char *decimal, const char *percent)
{
    felt_arena *arena = felt_arena_new(1 << 16);
    mpq_t ratio;
    mpq_init(ratio);
    felt_ratio_set(ratio, num, den);
    assert_string_equal(felt_ratio_print(arena, ratio).bytes, fraction);
    felt_text text = felt_ratio_print_decimal(arena, ratio, places);
    assert_string_equal(text.bytes, decimal);
    assert_int_equal(text.length, strlen(decimal));
    assert_string_equal(felt_ratio_print_percent(arena, ratio, places).bytes, percent);
    mpq_clear(ratio);
    felt_arena_free(arena);
}

static void ratios_print_as_fractions_and_decimals(void **state)
{
    (void)state;
    assert_texts(7, 495, "7/495", 6, "0.014141", "1.414141");
    assert_texts(-14, 990, "-7/495", 4, "-0.0141", "-1.4141");
    assert_texts(14, -990, "-7/495", 0, "0", "-1");
    assert_texts(0, 5, "0", 3, "0.000", "0.000");
    assert_texts(6, 2, "3", 2, "3.00", "300.00");
    assert_texts(-1, 3000, "-1/3000", 2, "0.00", "-0.03");
    assert_texts(INT64_MIN, 1, "-9223372036854775808", 1, "-9223372036854775808.0", "-922337203685477580800.0");
}

static void ratios_print_as_people_read_them(void **state)
{
    (void)state;
    static const struct {
        int64_t num, den;
        const char *text;
    } ratios[] = {{335, 2, "167.5"},
                  {167, 4, "41.75"},
                  {-19, 20, "-0.95"},
                  {3, 1, "3"},
                  {0, 7, "0"},
                  {1, 3, "1/3"},
                  {1, 16, "0.0625"},
                  {1, 32, "1/32"},
                  {7, 495, "7/495"},
                  {1, 10000, "0.0001"},
                  {20, 30, "2/3"},
                  {1, 100000, "1/100000"},
                  {5, INT64_MAX, "5/9223372036854775807"}};
    felt_arena *arena = felt_arena_new(1 << 16);
    for (size_t i = 0; i < sizeof ratios / sizeof *ratios; i++)
        assert_string_equal(felt_ratio_print_short_of(arena, ratios[i].num, ratios[i].den).bytes, ratios[i].text);
    felt_arena_free(arena);
}

/* "rounded to the nearest; a half is rounded away from zero" */
static void a_half_is_rounded_away_from_zero(void **state)
{
    (void)state;
    assert_texts(1, 8, "1/8", 2, "0.13", "12.50");
    assert_texts(-1, 8, "-1/8", 2, "-0.13", "-12.50");
    assert_texts(1249, 10000, "1249/10000", 2, "0.12", "12.49");
    assert_texts(1, 2, "1/2", 0, "1", "50");
    assert_texts(-1, 2, "-1/2", 0, "-1", "-50");
    assert_texts(999, 1000, "999/1000", 2, "1.00", "99.90");
    assert_texts(9995, 10, "1999/2", 0, "1000", "99950");
}

static void ratios_add_up(void **state)
{
    (void)state;
    mpq_t parts[3], sum;
    mpq_init(sum);
    for (int i = 0; i < 3; i++) {
        mpq_init(parts[i]);
        felt_ratio_set(parts[i], 1, 2 + i);
    }
    felt_ratio_sum(sum, parts, 3);
    assert_ratio(sum, "13/12");
    felt_ratio_add_times(sum, parts[1], -5, 2);
    assert_ratio(sum, "1/4");
    felt_ratio_sum(sum, parts, 0);
    assert_ratio(sum, "0");
    for (int i = 0; i < 3; i++)
        mpq_clear(parts[i]);
    mpq_clear(sum);
}

static void a_full_arena_gives_no_text(void **state)
{
    (void)state;
    felt_arena *arena = felt_arena_new(8);
    mpq_t ratio;
    mpq_init(ratio);
    felt_ratio_set(ratio, 123456789, 1000000007);
    assert_null(felt_ratio_print(arena, ratio).bytes);
    assert_null(felt_ratio_print_decimal(arena, ratio, 9).bytes);
    mpq_clear(ratio);
    felt_arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pass_line_wins_244_of_495),
        cmocka_unit_test(dont_pass_keeps_3_of_220),
        cmocka_unit_test(twelve_eights_before_a_seven),
        cmocka_unit_test(all_lows_before_any_seven),
        cmocka_unit_test(all_lows_before_a_seven_out),
        cmocka_unit_test(the_works_before_any_seven),
        cmocka_unit_test(the_works_before_a_seven_out),
        cmocka_unit_test(random_machines_like_the_oracle),
        cmocka_unit_test(classes_of_all_kinds),
        cmocka_unit_test(blocks_of_words_and_of_gmp_numbers),
        cmocka_unit_test(a_block_of_256_states_and_no_more),
        cmocka_unit_test(a_machine_of_32768_states_and_no_more),
        cmocka_unit_test(sixty_four_rows),
        cmocka_unit_test(a_machine_that_is_never_decided_is_refused),
        cmocka_unit_test(a_row_or_class_that_is_not_there_is_refused),
        cmocka_unit_test(ratios_print_as_fractions_and_decimals),
        cmocka_unit_test(ratios_print_as_people_read_them),
        cmocka_unit_test(a_half_is_rounded_away_from_zero),
        cmocka_unit_test(ratios_add_up),
        cmocka_unit_test(a_full_arena_gives_no_text),
    };
    return cmocka_run_group_tests_name("machine", tests, NULL, NULL);
}
