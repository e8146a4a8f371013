/* tests/unit/test_memory.c - what the states of a craps machine remember, against rolls stepped by hand and against an obvious model. */
#include "oracle/shipped.h"

#include <felt/craps.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { GAMES = 60, ROLLS = 80 };

/* ---- by hand ---- */

/* The state after some rolls, each a total such as 8 or faces such as 35. */
static uint32_t after(const felt_machine *m, int phase, const int *rolls)
{
    uint32_t state = m->start[phase];
    for (; *rolls != 0; rolls++) {
        int low = *rolls > 12 ? *rolls / 10 : *rolls > 6 ? 6 : 1;
        int high = *rolls > 12 ? *rolls % 10 : *rolls - low;
        assert_true(state < m->state_count);
        state = felt_machine_next(m, state, felt_roll_index(low, high));
    }
    assert_true(state < m->state_count);
    return state;
}

static void assert_text(const felt_variant *v, int phase, const int *rolls, const char *expected)
{
    char text[FELT_MEMORY_TEXT_BYTES];
    felt_memory_write(v->machine, after(v->machine, phase, rolls), text, sizeof text);
    assert_string_equal(text, expected);
}

static void totals_that_have_come(void **state)
{
    const felt_variant *lows = shipped_variant(*state, "dice-works", "all-lows", "", "ends=any-seven paytable=PT1", NULL);
    assert_text(lows, 0, (int[]){0}, "2, 3, 4, 5 and 6 have not come");
    assert_text(lows, 0, (int[]){3, 0}, "3 has come; 2, 4, 5 and 6 have not");
    assert_text(lows, 0, (int[]){3, 5, 8, 2, 5, 0}, "2, 3 and 5 have come; 4 and 6 have not");
    assert_text(lows, 0, (int[]){3, 5, 2, 6, 0}, "2, 3, 5 and 6 have come; 4 has not");
    const felt_variant *works = shipped_variant(*state, "dice-works", "the-works", "", "ends=seven-out paytable=PT1", NULL);
    assert_text(works, 0, (int[]){0}, "no point; 2, 3, 4, 5, 6, 8, 9, 10, 11 and 12 have not come");
    assert_text(works, 0, (int[]){7, 11, 6, 12, 0}, "point 6; 6, 11 and 12 have come; 2, 3, 4, 5, 8, 9 and 10 have not");
    assert_text(works, 0, (int[]){6, 6, 0}, "no point; 6 has come; 2, 3, 4, 5, 8, 9, 10, 11 and 12 have not");
}

static void points_and_line_wins(void **state)
{
    const felt_variant *high = shipped_variant(*state, "high-roller", "high-roller", "", "settled=at-seven-out", NULL);
    assert_text(high, 0, (int[]){0}, "no point, no points made");
    assert_text(high, 0, (int[]){7, 4, 4, 0}, "no point, 1 point made");
    assert_text(high, 0, (int[]){4, 4, 11, 5, 5, 6, 0}, "point 6, 2 points made");
    int ten[] = {4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 8, 0};
    assert_text(high, 0, ten, "point 8, 10 or more points made");
    const felt_variant *line = shipped_variant(*state, "roll-the-line", "roll-the-line", "", "units=to-1 paytable=PT1", NULL);
    assert_text(line, 0, (int[]){0}, "no point, no line wins");
    assert_text(line, 0, (int[]){7, 0}, "no point, 1 line win");
    assert_text(line, 0, (int[]){11, 2, 6, 6, 9, 0}, "point 9, 2 line wins");
}

/* A come bet has a come-out of its own, so where the puck is for the others is nothing to it. */
static void point_of_its_own(void **state)
{
    const felt_variant *come = shipped_variant(*state, "craps", "come", "", "", NULL);
    assert_true(come->own_phases);
    for (int phase = 1; phase < FELT_PUCK_COUNT; phase++) {
        assert_int_equal(felt_machine_number(come->machine, after(come->machine, phase, (int[]){0})), 0);
        assert_int_equal(felt_machine_number(come->machine, after(come->machine, phase, (int[]){6, 0})), 6);
        assert_int_equal(felt_machine_number(come->machine, after(come->machine, phase, (int[]){10, 9, 2, 0})), 10);
    }
    assert_text(come, FELT_PUCK_6, (int[]){0}, "no point");
    assert_text(come, FELT_PUCK_6, (int[]){8, 6, 0}, "point 8");
    const felt_variant *hard = shipped_variant(*state, "craps", "hard", "8", "hard-come-out=working", NULL);
    assert_int_equal(felt_machine_number(hard->machine, 0), -1);
    assert_text(hard, 0, (int[]){0}, "");
}

/* ---- every shipped craps wager, by an obvious model ---- */

/* All that has happened since a wager was placed. */
typedef struct history {
    int rolls[ROLLS];
    int count;
    int placed; /* the phase it was placed in */
    bool own;   /* and whether its come-out is its own */
} history;

static int point_after(const history *h, int *ret_points, int *ret_lines)
{
    int point = h->own || h->placed == 0 ? 0 : felt_puck_point((felt_puck)h->placed);
    *ret_points = *ret_lines = 0;
    for (int i = 0; i < h->count; i++) {
        int total = felt_roll_total(h->rolls[i]);
        if (point != 0 && total == point)
            ++*ret_points;
        if ((point != 0 && total == point) || (point == 0 && (total == 7 || total == 11)))
            ++*ret_lines;
        bool can_be_point = total >= 4 && total <= 10 && total != 7;
        if (point == 0)
            point = can_be_point ? total : 0;
        else if (total == point || total == 7)
            point = 0;
    }
    return point;
}

static int times_of(const history *h, const bool *events)
{
    int times = 0;
    for (int i = 0; i < h->count; i++)
        times += events[h->rolls[i]];
    return times;
}

static int modelled(const history *h, const felt_memory *m)
{
    int points, lines, point = point_after(h, &points, &lines), value;
    if (m->kind == FELT_MEMORY_PHASE)
        return point == 0 ? 0 : (int)felt_puck_on(point);
    if (m->kind == FELT_MEMORY_HAS_COME)
        return times_of(h, m->events) > 0;
    value = m->events != NULL ? times_of(h, m->events) : felt_text_is(m->name, "points made") ? points : lines;
    return value < m->most ? value : m->most;
}

typedef struct tally {
    long values, unknown;
} tally;

static void compare(const pairing *p, const history *h, uint32_t state, tally *t)
{
    const felt_machine *m = p->variant->machine;
    for (uint32_t i = 0; i < m->memory_count; i++) {
        int value = m->memory[state * m->memory_count + i];
        t->values++;
        t->unknown += value == FELT_MEMORY_UNKNOWN;
        if (value != FELT_MEMORY_UNKNOWN && value != modelled(h, &m->memories[i]))
            pairing_fail(p, "a state remembers what has not happened");
    }
}

static void replay(const pairing *p, void *with)
{
    const felt_machine *m = p->variant->machine;
    for (int game = 0; game < GAMES; game++) {
        history h = {.placed = rand() % FELT_PUCK_COUNT, .own = p->variant->own_phases};
        uint32_t state = m->start[h.placed];
        while (state < m->state_count && h.count < ROLLS) {
            compare(p, &h, state, with);
            h.rolls[h.count] = felt_roll_index(1 + rand() % 6, 1 + rand() % 6);
            state = felt_machine_next(m, state, h.rolls[h.count++]);
        }
    }
}

static void any_rolls_give_what_the_state_remembers(void **state)
{
    tally t = {0};
    srand(8);
    shipped_each(*state, &felt_game_craps, replay, &t);
    assert_true(t.values > 20000);
    assert_true(t.unknown * 2 < t.values); /* a model that is never asked proves nothing */
}

static void one_event_remembers_nothing(void **state)
{
    const shipped *s = *state;
    char text[FELT_MEMORY_TEXT_BYTES];
    for (int i = 0; i < s->count; i++)
        for (int w = 0; s->sheets[i]->game->one_event && w < s->sheets[i]->wager_count; w++) {
            const felt_machine *m = s->sheets[i]->wagers[w].variants[0].machine;
            assert_int_equal(m->memory_count, 0);
            assert_int_equal(felt_machine_number(m, 0), -1);
            felt_memory_write(m, 0, text, sizeof text);
            assert_string_equal(text, "");
        }
}

/* ---- words of sets of rolls ---- */

static void counted_rolls_in_words(void **state)
{
    static const char text[] = "sheet \"S\"\ngame craps\nwager \"W\" as w\n"
                               "  easy 6 or 8 rolled at least 3 times pays 1 to 1\n"
                               "  doubles rolled at least twice pays 2 to 1\n  seven-out loses\n  otherwise stays\n";
    (void)state;
    felt_arena *arena = felt_arena_new(FELT_SHEET_ARENA_MAX);
    felt_diags diags = felt_diags_in(arena);
    const felt_sheet *sheet;
    felt_status status = felt_sheet_compile(arena, felt_text_from("s.felt"), felt_text_from(text), &diags, &sheet);
    if (status != FELT_OK)
        fail_msg("%s", diags.list[0].message.bytes);
    const felt_variant *v = &sheet->wagers[0].variants[0];
    assert_text(v, 0, (int[]){0}, "no point, easy 6 or 8 rolled not once, doubles rolled not once");
    assert_text(v, 0, (int[]){35, 2, 0}, "point 8, easy 6 or 8 rolled once, doubles rolled once");
    char small[12];
    felt_memory_write(v->machine, v->machine->start[0], small, sizeof small);
    assert_string_equal(small, "no point, e");
    felt_arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(totals_that_have_come),
        cmocka_unit_test(points_and_line_wins),
        cmocka_unit_test(point_of_its_own),
        cmocka_unit_test(any_rolls_give_what_the_state_remembers),
        cmocka_unit_test(one_event_remembers_nothing),
        cmocka_unit_test(counted_rolls_in_words),
    };
    return cmocka_run_group_tests(tests, shipped_setup, shipped_teardown);
}
