/* tests/unit/test_agree.c - odds, settlement and simulation say the same: for every wager of the catalogue in every variant, and every
 * outcome (baccarat) or every state and roll (craps). */
#include <felt/shoe_count.h>
#include "sim/product.h"
#include "sim/run.h"

#include <felt/baccarat.h>
#include <felt/craps.h>
#include <felt/settle.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static bool is_left_out(const felt_pay *pay)
{
    return pay->kind == FELT_PAY_UNSET || pay->kind == FELT_PAY_UNDEFINED;
}

#include "sim_sample.h"
#include "unit/books.h"

/* A wager under the choices of a book, with what its bets need. */
typedef struct subject {
    const felt_book *book;
    const felt_wager *wager;
    const felt_variant *variant;
    felt_bet bets[2]; /* the wager, and a base wager if one is needed */
    int bet_count;
} subject;

typedef void visit(const subject *s);

static subject subject_of(const felt_book *book, int index)
{
    subject s = {.book = book, .wager = felt_book_wager(book, index), .variant = felt_book_variant(book, index), .bet_count = 1};
    s.bets[0] = (felt_bet){.stake = {100000}, .wager = (uint16_t)index};
    if (s.variant != NULL && s.variant->needs_count > 0) {
        const felt_need *need = &s.variant->needs[0];
        int base = need->wager;
        if (need->wager == FELT_WAGER_OUTSIDE)
            assert_int_equal(felt_book_find(book, need->name, felt_text_from(""), &base, NULL), FELT_OK);
        s.bets[s.bet_count++] = (felt_bet){.stake = {100000}, .wager = (uint16_t)base};
    }
    return s;
}

/* A sheet, and the one of the base game that it is played beside. */
typedef struct table_sheets {
    const felt_sheet *sheets[2];
    int count;
} table_sheets;

static table_sheets sheets_of(const felt_sheet *sheet, felt_arena *arena)
{
    bool is_base = felt_text_is(sheet->short_name, sheet->game->name);
    return (table_sheets){{sheet, is_base ? NULL : shipped_sheet(arena, sheet->game->name)}, is_base ? 1 : 2};
}

static void choose(felt_arena *arena, felt_selection *selection, const felt_option *o, int choice)
{
    felt_text setting = felt_arena_print(arena, "%.*s=%.*s", FELT_TEXT_ARGS(o->name), FELT_TEXT_ARGS(o->choices[choice].name));
    assert_int_equal(felt_selection_add(selection, setting), FELT_OK);
}

static const felt_book *book_of(felt_arena *arena, const table_sheets *t, const felt_selection *selection)
{
    const felt_book *book;
    assert_int_equal(felt_book_open(arena, t->sheets, t->count, selection, (felt_house){0}, &book, NULL), FELT_OK);
    return book;
}

/* Visits every wager under the first choices of everything and under each other choice of each option, whether the wager depends on it or
 * not, such as the number of decks. */
static void visit_books(const felt_sheet *sheet, felt_arena *arena, visit *with)
{
    table_sheets t = sheets_of(sheet, arena);
    for (int option = 0; option < sheet->option_count; option++)
        for (int choice = option == 0 ? 0 : 1; choice < sheet->options[option].choice_count; choice++) {
            felt_selection selection = {.count = 0};
            choose(arena, &selection, &sheet->options[option], choice);
            const felt_book *book = book_of(arena, &t, &selection);
            for (int w = 0; w < sheet->wager_count; w++) {
                subject s = subject_of(book, w);
                if (s.variant != NULL && s.variant->complete)
                    with(&s);
            }
        }
}

/* Is the same done in both, as far as this test looks? */
static bool is_alike(const felt_wager *wager, const felt_variant *a, const felt_variant *b)
{
    if (a->machine != b->machine || a->placing != b->placing || a->needs_count != b->needs_count || a->complete != b->complete)
        return false;
    for (int row = 0; row < wager->row_count; row++)
        if (is_left_out(&a->pays[row].pay) != is_left_out(&b->pays[row].pay))
            return false;
    return true;
}

/* Visits every wager in every variant, whatever number of choices it takes to get there, but one of those that are alike. */
static void visit_variants(const felt_sheet *sheet, felt_arena *arena, visit *with)
{
    table_sheets t = sheets_of(sheet, arena);
    for (int w = 0; w < sheet->wager_count; w++) {
        const felt_wager *wager = &sheet->wagers[w];
        for (int v = 0, other; v < wager->variant_count; v++) {
            felt_selection selection = {.count = 0};
            for (other = 0; other < v && !is_alike(wager, &wager->variants[v], &wager->variants[other]); other++)
                ;
            if (other < v || !wager->variants[v].complete)
                continue;
            for (int i = 0; i < wager->option_count; i++)
                choose(arena, &selection, &sheet->options[wager->options[i]], wager->variants[v].choices[i]);
            subject s = subject_of(book_of(arena, &t, &selection), w);
            assert_ptr_equal(s.variant, &wager->variants[v]);
            with(&s);
        }
    }
}

static void visit_catalogue(const felt_game *game, visit *with)
{
    static char names[NAMES_MAX][NAME_BYTES];
    int count = shipped_names(names), visited = 0;
    for (int i = 0; i < count; i++) {
        felt_arena *arena = felt_arena_new(FELT_SHEET_ARENA_MAX);
        const felt_sheet *sheet = shipped_sheet(arena, names[i]);
        if (sheet->game == game) {
            visit_books(sheet, arena, with);
            visit_variants(sheet, arena, with);
            visited++;
        }
        felt_arena_free(arena);
    }
    assert_true(visited > 3);
}

/* The row that simulation counts for a round that ends in `outcome`. */
static int simulated_row(const subject *s, int outcome)
{
    uint64_t outcomes[FELT_OUTCOME_COUNT] = {0}, rows[1][FELT_ROWS_MAX] = {{0}};
    felt_sim_wager wager = {.wager = s->wager, .variant = s->variant};
    felt_sim_setup setup = {.game = &felt_game_baccarat, .wagers = &wager, .wager_count = 1};
    felt_sim_result result = {.wager_count = 1, .rows = rows};
    int found = -1;
    outcomes[outcome] = 1;
    run_settle_outcomes(&setup, outcomes, &result);
    for (int row = 0; row < FELT_ROWS_MAX; row++)
        if (rows[0][row] == 1)
            found = row;
    return found;
}

static void assert_outcomes_agree(const subject *s)
{
    static felt_outcome_examples examples;
    static int decks;
    if (decks != felt_book_decks(s->book))
        felt_outcome_enumerate(decks = felt_book_decks(s->book), &examples);
    for (int o = 0; o < FELT_OUTCOME_COUNT; o++) {
        felt_payment payment;
        felt_error refusal;
        if (examples.round[o].player_cards == 0)
            continue;
        int row = simulated_row(s, o);
        uint16_t event = (uint16_t)o;
        felt_status status = test_settle_one(s->book, (felt_hand){&event, 1, 0}, s->bets, s->bet_count, 0, &payment, &refusal);
        assert_int_equal(row, felt_machine_row(s->variant->machine, 0, o));
        assert_int_equal(status, is_left_out(&s->variant->pays[row].pay) ? FELT_EUNSET : FELT_OK);
        if (status == FELT_OK)
            assert_int_equal(payment.row, row);
    }
}

static void every_outcome_is_settled_and_simulated_alike(void **state)
{
    (void)state;
    visit_catalogue(&felt_game_baccarat, assert_outcomes_agree);
}

/* The exact counts of a fresh shoe, settled as simulation settles a sample, are the odds, as fractions. */
static void exact_counts_simulated_are_the_odds(void **state)
{
    static char names[NAMES_MAX][NAME_BYTES];
    int count = shipped_names(names);
    uint64_t counts[FELT_OUTCOME_COUNT];
    felt_shoe shoe = felt_shoe_fresh(8);
    mpq_t share;
    (void)state;
    mpq_init(share);
    assert_int_equal(felt_shoe_outcomes(&shoe, counts), FELT_OK);
    for (int i = 0; i < count; i++) {
        sample s;
        sample_open(&s, names[i]);
        felt_sim_result result = {.wager_count = s.odds.count, .rows = calloc((size_t)s.odds.count, sizeof *result.rows)};
        if (s.sheet->game == &felt_game_baccarat) {
            run_settle_outcomes(&s.setup, counts, &result);
            assert_true(result.rounds == felt_shoe_deals(&shoe));
            for (int k = 0; k < s.odds.count; k++)
                for (int row = 0; row < s.odds.list[k].wager->row_count; row++) {
                    felt_ratio_set(share, (int64_t)result.rows[k][row], (int64_t)result.rounds);
                    assert_true(mpq_equal(share, s.odds.list[k].rows[row]));
                }
        }
        felt_sim_result_free(&result);
        sample_close(&s);
    }
    mpq_clear(share);
}

/* What settlement makes of one roll in a state of the machine, against what the product of simulation does there. */
static void assert_roll_agrees(const subject *s, felt_play *play, const product_set *set, const product *p, uint32_t state, int roll)
{
    uint16_t at = p->seat_states[state];
    felt_position position = {.stake = {100000}, .wager = s->bets[0].wager, .state = at};
    felt_payment payment;
    felt_error refusal;
    int class = set->class_of[roll], row = product_decides(set, p, state, class, 0);
    int first;
    felt_play_begin(play, 0);
    assert_int_equal(felt_play_restore(play, &position, 1, &first), FELT_OK);
    felt_status status = felt_play_event(play, roll, &payment, &refusal);
    position = *felt_play_position(play, first);
    if (row >= 0 && is_left_out(&s->variant->pays[row].pay)) {
        assert_int_equal(status, FELT_EUNSET);
        return;
    }
    assert_int_equal(status, FELT_OK);
    assert_int_equal(payment.row, row < 0 ? FELT_ROW_NONE : row);
    if (row < 0)
        assert_int_equal(position.state, p->seat_states[p->next[state * (uint32_t)set->class_count + (uint32_t) class]]);
    else
        assert_int_equal(position.state, FELT_STATE_NONE);
}

static void assert_rolls_agree(const subject *s)
{
    product_seat seat = {
        .machine = s->variant->machine, .new_hand = s->variant->placing == FELT_PLACED_NEW_HAND, .phases = FELT_SIM_PHASES_ALL};
    product_set set;
    assert_int_equal(product_set_make(&set, &felt_game_craps, &seat, 1), FELT_OK);
    assert_int_equal(set.product_count, 1);
    const product *p = &set.products[0];
    felt_play *play = test_play(s->book);
    uint8_t *seen = calloc(seat.machine->state_count, 1);
    for (uint32_t state = 0; state < p->state_count; state++) {
        if (p->seat_states[state] == PRODUCT_IDLE)
            continue;
        seen[p->seat_states[state]] = 1;
        for (int roll = 0; roll < FELT_ROLL_COUNT; roll++)
            assert_roll_agrees(s, play, &set, p, state, roll);
    }
    /* Simulation gets to every state that the wager has. */
    for (uint32_t state = 0; state < seat.machine->state_count; state++)
        assert_int_equal(seen[state], 1);
    free(seen);
    felt_play_free(play);
    product_set_free(&set);
}

static void every_state_and_roll_is_settled_and_simulated_alike(void **state)
{
    (void)state;
    visit_catalogue(&felt_game_craps, assert_rolls_agree);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_outcome_is_settled_and_simulated_alike),
        cmocka_unit_test(exact_counts_simulated_are_the_odds),
        cmocka_unit_test(every_state_and_roll_is_settled_and_simulated_alike),
    };
    return cmocka_run_group_tests_name("agree", tests, NULL, NULL);
}
