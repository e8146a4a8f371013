/* tests/unit/test_strategy_read.c - reading strategies: what is refused, with its place, and every maximum. */
#include <felt/strategy.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "strategy_world.h"

/* ---- refusals ---- */

typedef struct refusal {
    const char *text, *expected; /* after a title, in line 2 */
} refusal;

static const refusal refusals[] = {
    {"bett pass 1",
     "2:1: found 'bett', expected a line that begins with strategy, unit, pace, let, watch, bet, raise, lower, take, turn, after or stop"},
    {"bet passs 1", "2:5: found 'passs', expected a wager of the sheet"},
    {"bet place on 7 1", "2:14: found the number 7, expected a side of 'place'"},
    {"bet pass",
     "2:9: found the end of the line, expected a number, a name that 'let' has made, or 'result', 'money', 'stake of WAGER' and "
     "the like"},
    {"bet pass 1 when result", "2:23: found the end of the line, expected 'is'"},
    {"bet pass 1 whenever", "2:12: found 'whenever', expected 'when', or the end of the line"},
    {"bet pass (1", "2:12: found the end of the line, expected ')'"},
    {"bet pass 1000001", "2:10: found the number 1000001, expected at most 1000000 either way"},
    {"bet pass x", "2:10: found 'x', expected a number, a name that 'let' has made, or 'result', 'money', 'stake of WAGER' and the like"},
    {"bet pass -1", "2:10: found a stake of -1, expected one above 0"},
    {"bet pass 0 when result is 1", "2:10: found a stake of 0, expected one above 0"},
    {"bet come 1 up to 33 at once", "2:18: found the number 33, expected a number of bets from 1 to 32"},
    {"bet place 1 up to 6 at once", "2:5: more than 32 bets, each side of a wager and what is watched counted"},
    {"let result be 1", "2:5: found 'result', which is a word of the language, expected another name"},
    {"let x be 1 plus 1", "2:5: found a sum, expected the number that 'x' begins with"},
    {"let x be y", "2:10: found 'y', expected the number that it begins with"},
    {"unit 0", "2:6: found 0, expected an amount above 0 with at most 2 decimals"},
    {"unit \"0.001\"", "2:6: found 0.001, expected an amount above 0 with at most 2 decimals"},
    {"unit x", "2:6: found 'x', expected what a unit is worth, such as 10 or \"2.50\""},
    {"pace 0 per hour", "2:6: found the number 0, expected a number of rounds from 1 to 10000"},
    {"after pass wins: x becomes 1", "2:18: found 'x', expected a name that 'let' has made"},
    {"after pass won: x becomes 1", "2:12: found 'won', expected 'wins', 'loses' or 'pushes'"},
    {"after every round", "2:18: found the end of the line, expected ':', and what a name becomes"},
    {"stop result is 1", "2:6: found 'result', expected 'when'"},
    {"take pass", "2:6: found 'pass', expected 'down'"},
    {"raise pass 1", "2:12: found the number 1, expected 'by'"},
    {"strategy \"again\"", "2:1: found 'strategy' again, expected it once: line 1 has it"},
    {"", "1:1: the strategy does not bet; expected a line such as: bet WAGER 1"},
    {"bet pass 1 when stake of come is 0", "2:26: found 'come', on which the strategy does not bet; expected a wager of a line 'bet'"},
    {"bet pass 1 when wins of come is 1",
     "2:25: found 'come', on which the strategy does not bet and which it does not watch; expected a line 'bet' or 'watch' of it"},
    {"after come wins: x becomes 1", "2:18: found 'x', expected a name that 'let' has made"},
    {"watch come", "1:1: the strategy does not bet; expected a line such as: bet WAGER 1"},
    {"watch comme", "2:7: found 'comme', expected a wager of the sheet"},
    {"watch come 1", "2:12: found the number 1, expected the end of the line"},
    {"watch pass-odds on 6", "2:7: found 'pass-odds', which stands only behind another bet; expected a wager that stands by itself"},
    {"watch come\nwatch come", "3:7: found 'come', which is watched already"},
    {"watch come\nbet pass 1 when stake of come is 1",
     "3:26: found 'come', on which the strategy does not bet; expected a wager of a line 'bet'"},
    {"turn pass", "2:6: found 'pass', expected 'off' or 'on'"},
    {"turn of place", "2:6: found 'of', expected 'off' or 'on'"},
    {"turn off place by 1", "2:16: found 'by', expected 'when', or the end of the line"},
    {"turn off pass", "2:10: found 'pass', expected a wager that may be turned off: its sheet does not allow that of a bet that stands"},
    {"raise pass by 1", "2:7: found 'pass', expected a wager that may be raised: its sheet does not allow that of a bet that stands"},
    {"take down come", "2:11: found 'come', expected a wager that may be taken down: its sheet does not allow that of a bet that stands"},
    {"bet pass 1\nturn off place", "3:10: found 'place', on which the strategy does not bet; expected a wager of a line 'bet'"},
    {"let watch be 1", "2:5: found 'watch', which is a word of the language, expected another name"},
    {"bet place 1 when wins of place is 1", "2:26: found a wager with several sides, expected one of them: add 'on' and the side"},
    {"bet pass 1 when minutes is 1",
     "1:1: the strategy asks for minutes, and not how many rounds an hour has; expected a line: pace 70 per hour"},
    {"bet pass 1 = 2", "2:12: found '=', expected a word, a number, a string in \"quotes\" or a comment after #"},
};

/* What people write, and what they are told to write. */
static void mistakes_have_a_remedy(void **state)
{
    static const refusal remedies[] = {
        {"bet pass 1.5", "numbers are whole: choose a smaller unit, as in: unit \"2.50\""},
        {"bet pass 1 when result > 5", "write 'is above' or 'is at least'"},
        {"let n be 1\nafter pass wins: n = n * 2", "write 'is' in a condition, and 'becomes' behind the colon of 'after'"},
        {"bet pass 1 if result is 5", "write 'when'"},
        {"bet pass 1 when result is less than 5", "write 'is below' or 'is at most'"},
        {"bet pass 1 when losses of pass is 2 or more", "write 'is above' or 'is at least'"},
        {"bet place 6 1", "a side stands behind 'on', as in: bet place on 6 1"},
        {"after 2 losses of pass: n becomes 1", "count in a condition, as in: bet player 3 when losses of player is at least 2"},
        {"bet pas 1", "did you mean 'pass'?"},
        {"turn of place", "did you mean 'off'?"},
        {"wach pass", "did you mean 'watch'?"},
    };
    (void)state;
    world w = open_world("craps");
    for (size_t i = 0; i < sizeof remedies / sizeof *remedies; i++) {
        char text[512], found[256];
        felt_diags diags = felt_diags_in(w.arena);
        const felt_strategy *strategy;
        snprintf(text, sizeof text, "strategy \"s\"\n%s\n", remedies[i].text);
        assert_int_equal(felt_strategy_read(w.arena, felt_text_from("a"), felt_text_from(text), w.book, (felt_money){0}, &diags, &strategy),
                         FELT_EDATA);
        snprintf(found, sizeof found, "%.*s", FELT_TEXT_ARGS(diags.list[0].help));
        assert_string_equal(found, remedies[i].expected);
    }
    felt_arena_free(w.arena);
}

static void mistakes_are_told_with_their_place(void **state)
{
    (void)state;
    world w = open_world("craps");
    for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++) {
        char text[512], found[1200];
        felt_diags diags = felt_diags_in(w.arena);
        const felt_strategy *strategy = NULL;
        snprintf(text, sizeof text, "strategy \"s\"\n%s\n", refusals[i].text);
        assert_int_equal(felt_strategy_read(w.arena, felt_text_from("a"), felt_text_from(text), w.book, (felt_money){0}, &diags, &strategy),
                         FELT_EDATA);
        assert_null(strategy);
        assert_true(diags.count > 0);
        const felt_diag *d = &diags.list[0];
        snprintf(found, sizeof found, "%d:%d: %.*s", d->line, d->column, FELT_TEXT_ARGS(d->message));
        assert_string_equal(found, refusals[i].expected);
    }
    felt_arena_free(w.arena);
}

/* Every maximum, at it and one past it. */
static void check_most(world *w, const char *before, const char *line, int most)
{
    char *text = malloc(strlen(before) + (size_t)(most + 1) * (strlen(line) + 16) + 1);
    assert_non_null(text);
    for (int extra = 0; extra < 2; extra++) {
        felt_arena *arena = felt_arena_new(FELT_SHEET_ARENA_MAX);
        felt_diags diags = felt_diags_in(arena);
        const felt_strategy *strategy;
        size_t at = strlen(before);
        memcpy(text, before, at + 1);
        for (int i = 0; i < most + extra; i++) {
            at += (size_t)sprintf(text + at, line, i);
            at += (size_t)sprintf(text + at, "\n");
        }
        felt_status status =
            felt_strategy_read(arena, felt_text_from("a"), felt_text_from(text), w->book, (felt_money){0}, &diags, &strategy);
        assert_int_equal(status, extra == 0 ? FELT_OK : FELT_EDATA);
        if (extra > 0)
            assert_string_equal(diags.list[0].code, "limit");
        felt_arena_free(arena);
    }
    free(text);
}

static void every_maximum_holds(void **state)
{
    (void)state;
    world w = open_world("craps");
    check_most(&w, "strategy \"s\"\nbet pass 1\n", "let x%d be 1", FELT_STRATEGY_VARIABLES_MAX);
    check_most(&w, "strategy \"s\"\n", "bet pass 1 # %d", FELT_STRATEGY_BETS_MAX);
    check_most(&w, "strategy \"s\"\nbet pass 1\n", "stop when result is %d", FELT_STRATEGY_RULES_MAX);
    check_most(&w, "strategy \"s\"\nbet place on 6 1\n", "turn off place when result is %d", FELT_STRATEGY_ORDERS_MAX - 1);
    check_most(&w, "strategy \"s\"\nwatch field\n", "bet pass 1 # %d", FELT_STRATEGY_BETS_MAX - 1);
    felt_arena_free(w.arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mistakes_are_told_with_their_place),
        cmocka_unit_test(mistakes_have_a_remedy),
        cmocka_unit_test(every_maximum_holds),
    };
    return cmocka_run_group_tests_name("strategy_read", tests, NULL, NULL);
}
