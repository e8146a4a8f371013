/* tests/unit/test_conditions.c - every condition of the language against the same thing said in C: baccarat over all outcomes that can be
 * dealt, craps over many sequences of rolls. */
#include "sheets.h"

#include <felt/baccarat.h>
#include <felt/craps.h>

/* ---- baccarat ---- */

typedef struct hand_fact {
    const char *words;
    bool (*fits)(const felt_hands *h, bool banker_side);
} hand_fact;

static int margin(const felt_hands *h) /* of the player over the banker */
{
    return h->player_total - h->banker_total;
}

static int own_margin(const felt_hands *h, bool banker_side)
{
    return banker_side ? -margin(h) : margin(h);
}

static bool player_pair(const felt_hands *h)
{
    return h->pairs != FELT_PAIRS_NONE && h->pairs != FELT_PAIRS_BANKER;
}

static bool banker_pair(const felt_hands *h)
{
    return h->pairs != FELT_PAIRS_NONE && h->pairs != FELT_PAIRS_PLAYER;
}

static bool natural(int total, int cards)
{
    return cards == 2 && total >= 8;
}

static bool player_natural(const felt_hands *h)
{
    return natural(h->player_total, h->player_cards);
}

static bool banker_natural(const felt_hands *h)
{
    return natural(h->banker_total, h->banker_cards);
}

#define FACT(name, expression)                                                                                                             \
    static bool name(const felt_hands *h, bool banker_side)                                                                                \
    {                                                                                                                                      \
        (void)h, (void)banker_side;                                                                                                        \
        return expression;                                                                                                                 \
    }

FACT(f_player_wins, margin(h) > 0)
FACT(f_banker_wins, margin(h) < 0)
FACT(f_either_wins, margin(h) != 0)
FACT(f_tie, margin(h) == 0)
FACT(f_own_wins, own_margin(h, banker_side) > 0)
FACT(f_other_wins, own_margin(h, banker_side) < 0)
FACT(f_by_4, margin(h) == 4)
FACT(f_by_2_up, own_margin(h, banker_side) >= 2)
FACT(f_by_4_to_6, abs(margin(h)) >= 4 && abs(margin(h)) <= 6)
FACT(f_banker_3_card_7, margin(h) < 0 && h->banker_cards == 3 && h->banker_total == 7)
FACT(f_natural_9_over_2_card_7, (h->player_total == 9 && h->player_cards == 2 && h->banker_total == 7 && h->banker_cards == 2) ||
                                    (h->banker_total == 9 && h->banker_cards == 2 && h->player_total == 7 && h->player_cards == 2))
FACT(f_8_over_6, (h->player_total == 8 && h->banker_total == 6) || (h->banker_total == 8 && h->player_total == 6))
FACT(f_own_3_card_5_by_2, own_margin(h, banker_side) >= 2 &&
                              (banker_side ? h->banker_cards == 3 && h->banker_total == 5 : h->player_cards == 3 && h->player_total == 5))
FACT(f_player_has_567, h->player_total >= 5 && h->player_total <= 7)
FACT(f_banker_has_0_to_4, h->banker_total <= 4)
FACT(f_banker_6_up, h->banker_total >= 6)
FACT(f_player_3_less, h->player_total <= 3)
FACT(f_other_3_card, (banker_side ? h->player_cards : h->banker_cards) == 3)
FACT(f_either_natural, player_natural(h) || banker_natural(h))
FACT(f_both_naturals, player_natural(h) && banker_natural(h))
FACT(f_one_natural, player_natural(h) != banker_natural(h))
FACT(f_tie_67, margin(h) == 0 && (h->player_total == 6 || h->player_total == 7))
FACT(f_natural_tie, margin(h) == 0 && player_natural(h) && banker_natural(h))
FACT(f_tie_3_card, margin(h) == 0 && h->player_cards == 3 && h->banker_cards == 3)
FACT(f_player_pair, player_pair(h))
FACT(f_either_pair, player_pair(h) || banker_pair(h))
FACT(f_both_pairs, player_pair(h) && banker_pair(h))
FACT(f_one_pair, player_pair(h) != banker_pair(h))
FACT(f_same_pair, h->pairs == FELT_PAIRS_SAME)
FACT(f_always, true)
FACT(f_and_binds, margin(h) == 0 || (margin(h) > 0 && player_pair(h)))
FACT(f_parentheses, margin(h) >= 0 && player_pair(h))
FACT(f_not, !(margin(h) == 0 || banker_natural(h)) && !player_pair(h))

static const hand_fact baccarat_facts[] = {
    {"player wins", f_player_wins},
    {"the player hand wins", f_player_wins},
    {"banker loses", f_player_wins},
    {"banker wins", f_banker_wins},
    {"player loses", f_banker_wins},
    {"either wins", f_either_wins},
    {"either loses", f_either_wins},
    {"not tie", f_either_wins},
    {"tie", f_tie},
    {"wins", f_own_wins},
    {"own wins", f_own_wins},
    {"other loses", f_own_wins},
    {"loses", f_other_wins},
    {"other wins", f_other_wins},
    {"player wins by 4", f_by_4},
    {"wins by at least 2", f_by_2_up},
    {"wins by 2 or more", f_by_2_up},
    {"either wins by 4 to 6", f_by_4_to_6},
    {"banker wins with 3-card 7", f_banker_3_card_7},
    {"either wins with natural 9 over 2-card 7", f_natural_9_over_2_card_7},
    {"either wins with any 8 over any 6", f_8_over_6},
    {"either wins over a 6 with an 8", f_8_over_6},
    {"wins by at least 2 with a 3-card 5", f_own_3_card_5_by_2},
    {"player has 5, 6 or 7", f_player_has_567},
    {"player has 5 to 7", f_player_has_567},
    {"banker has 0 to 4", f_banker_has_0_to_4},
    {"banker has 6 or more", f_banker_6_up},
    {"player has 3 or less", f_player_3_less},
    {"other has 3-card", f_other_3_card},
    {"either has a natural", f_either_natural},
    {"either has natural 8 or 9", f_either_natural},
    {"both hands have naturals", f_both_naturals},
    {"only one has a natural", f_one_natural},
    {"tie of 6 or 7", f_tie_67},
    {"natural tie", f_natural_tie},
    {"tie with naturals", f_natural_tie},
    {"tie with 3-card", f_tie_3_card},
    {"player has a pair", f_player_pair},
    {"either has a pair", f_either_pair},
    {"both have pairs", f_both_pairs},
    {"only one hand has a pair", f_one_pair},
    {"both have the same pair", f_same_pair},
    {"own has any", f_always},
    {"tie or player wins and player has a pair", f_and_binds},
    {"(tie or player wins) and player has a pair", f_parentheses},
    {"not (tie or banker has a natural) and not player has a pair", f_not},
};

static void baccarat_conditions(void **state)
{
    (void)state;
    felt_outcome_examples *examples = malloc(sizeof *examples);
    assert_non_null(examples);
    felt_outcome_enumerate(8, examples);
    for (size_t i = 0; i < sizeof baccarat_facts / sizeof *baccarat_facts; i++) {
        test_text text = {0};
        test_text_add(&text, "sheet \"S\"\ngame baccarat with 8 decks\nwager \"W\" as w on player or banker\n%s pushes\notherwise loses\n",
                      baccarat_facts[i].words);
        test_sheet t = test_sheet_good(text.bytes);
        for (int outcome = 0; outcome < FELT_OUTCOME_COUNT; outcome++)
            for (int side = 0; side < 2; side++) {
                felt_hands hands = felt_outcome_hands(outcome);
                int found = felt_machine_row(t.sheet->wagers[side].variants[0].machine, 0, outcome);
                uint8_t expected = baccarat_facts[i].fits(&hands, side == 1) ? 0 : 1;
                if (examples->round[outcome].player_cards == 0)
                    expected = FELT_ROW_NONE;
                if (found != expected)
                    print_error("'%s' is wrong in outcome %d\n", baccarat_facts[i].words, outcome);
                assert_int_equal(found, expected);
            }
        test_sheet_free(&t);
        test_text_free(&text);
    }
    free(examples);
}

/* ---- craps ---- */

enum { ROLLS = 40, SEQUENCES = 400, NUMBER = 6 };

/* All that has happened up to and with the last roll. */
typedef struct history {
    int low, high, total;
    int point; /* before the roll; 0: a come-out roll */
    int totals[13], hard_4, faces_3_5, doubles;
    int points_made, line_wins;
} history;

typedef struct roll_fact {
    const char *words;
    bool (*fits)(const history *h);
} roll_fact;

static bool is_point(int total)
{
    return total != 7 && total >= 4 && total <= 10;
}

static void roll(history *h, int a, int b)
{
    int before = h->total;
    if (before != 0) { /* what the roll before did to the puck */
        bool set = h->point == 0 && is_point(before);
        bool off = h->point != 0 && (before == 7 || before == h->point);
        h->point = set ? before : off ? 0 : h->point;
    }
    h->low = a < b ? a : b;
    h->high = a < b ? b : a;
    h->total = a + b;
    h->totals[h->total]++;
    h->hard_4 += a == 2 && b == 2;
    h->faces_3_5 += h->low == 3 && h->high == 5;
    h->doubles += a == b;
    bool made = h->point != 0 && h->total == h->point;
    h->points_made += made;
    h->line_wins += made || (h->point == 0 && (h->total == 7 || h->total == 11));
}

static bool is_made(const history *h)
{
    return h->point != 0 && h->total == h->point;
}

#define ROLL_FACT(name, expression)                                                                                                        \
    static bool name(const history *h)                                                                                                     \
    {                                                                                                                                      \
        return expression;                                                                                                                 \
    }

ROLL_FACT(r_7, h->total == 7)
ROLL_FACT(r_2_3_12, h->total == 2 || h->total == 3 || h->total == 12)
ROLL_FACT(r_4_to_6, h->total >= 4 && h->total <= 6)
ROLL_FACT(r_hard_8, h->low == 4 && h->high == 4)
ROLL_FACT(r_easy_8, h->total == 8 && h->low != 4)
ROLL_FACT(r_hard_48, h->low == h->high && (h->total == 4 || h->total == 8))
ROLL_FACT(r_3_5, h->low == 3 && h->high == 5)
ROLL_FACT(r_doubles, h->low == h->high)
ROLL_FACT(r_number, h->total == NUMBER)
ROLL_FACT(r_easy_number, h->total == NUMBER && h->low != h->high)
ROLL_FACT(r_8_3_times, h->totals[8] >= 3)
ROLL_FACT(r_8_twice, h->totals[8] >= 2)
ROLL_FACT(r_horn_4_times, h->totals[2] + h->totals[3] + h->totals[11] + h->totals[12] >= 4)
ROLL_FACT(r_hard_4_twice, h->hard_4 >= 2)
ROLL_FACT(r_3_5_twice, h->faces_3_5 >= 2)
ROLL_FACT(r_doubles_5_times, h->doubles >= 5)
ROLL_FACT(r_8_exactly_2, h->totals[8] == 2 && h->total == 7)
ROLL_FACT(r_8_once, h->totals[8] >= 1)
ROLL_FACT(r_8_never, h->totals[8] == 0 && h->total == 7)
ROLL_FACT(r_8_at_most_1, h->totals[8] <= 1 && h->total == 7)
ROLL_FACT(r_8_1_to_2, h->totals[8] >= 1 && h->totals[8] <= 2 && h->total == 7)
ROLL_FACT(r_2_points_up, h->points_made >= 2)
ROLL_FACT(r_seven_out_1_line, h->total == 7 && h->point != 0 && h->line_wins == 1)
ROLL_FACT(r_seven_out_1_line_most, h->total == 7 && h->point != 0 && h->line_wins <= 1)
ROLL_FACT(r_all_lows, h->totals[2] && h->totals[3] && h->totals[4] && h->totals[5] && h->totals[6])
ROLL_FACT(r_all_5_to_9, h->totals[5] && h->totals[6] && h->totals[7] && h->totals[8] && h->totals[9])
ROLL_FACT(r_seven_out, h->total == 7 && h->point != 0)
ROLL_FACT(r_point_set, h->point == 0 && is_point(h->total))
ROLL_FACT(r_point_made, is_made(h))
ROLL_FACT(r_line_wins, is_made(h) || (h->point == 0 && (h->total == 7 || h->total == 11)))
ROLL_FACT(r_craps, h->point == 0 && (h->total == 2 || h->total == 3 || h->total == 12))
ROLL_FACT(r_7_11_come_out, h->point == 0 && (h->total == 7 || h->total == 11))
ROLL_FACT(r_9_on_a_point, h->point != 0 && h->total == 9)
ROLL_FACT(r_point_is_4_10, (h->point == 4 || h->point == 10) && h->total == 7)
ROLL_FACT(r_point_is_number, h->point == NUMBER)
ROLL_FACT(r_3_points, h->points_made == 3)
ROLL_FACT(r_seven_out_after_2_up, h->total == 7 && h->point != 0 && h->points_made >= 2)
ROLL_FACT(r_seven_out_1_less, h->total == 7 && h->point != 0 && h->points_made <= 1)
ROLL_FACT(r_seven_out_none, h->total == 7 && h->point != 0 && h->points_made == 0)
ROLL_FACT(r_seven_out_1_to_2, h->total == 7 && h->point != 0 && h->points_made >= 1 && h->points_made <= 2)
ROLL_FACT(r_4_line_wins, h->line_wins >= 4)
ROLL_FACT(r_mixed, (h->totals[9] >= 2 || h->points_made >= 2) && h->total != 7)

static const roll_fact craps_facts[] = {
    {"7 rolled", r_7},
    {"any seven", r_7},
    {"2, 3 or 12 rolled", r_2_3_12},
    {"4 to 6 rolled", r_4_to_6},
    {"hard 8 rolled", r_hard_8},
    {"4-4 rolled", r_hard_8},
    {"easy 8 rolled", r_easy_8},
    {"hard 4 or 8 rolled", r_hard_48},
    {"3-5 rolled", r_3_5},
    {"5-3 rolled", r_3_5},
    {"doubles rolled", r_doubles},
    {"number rolled", r_number},
    {"easy number rolled", r_easy_number},
    {"8 rolled 3 times", r_8_3_times},
    {"8 rolled twice", r_8_twice},
    {"2, 3, 11 or 12 rolled 4 times", r_horn_4_times},
    {"hard 4 rolled 2 times", r_hard_4_twice},
    {"3-5 rolled 2 times", r_3_5_twice},
    {"doubles rolled 5 times", r_doubles_5_times},
    {"8 rolled at least 3 times", r_8_3_times},
    {"8 rolled 3 or more times", r_8_3_times},
    {"8 rolled at least twice", r_8_twice},
    {"8 rolled exactly 2 times and 7 rolled", r_8_exactly_2},
    {"8 rolled exactly twice and 7 rolled", r_8_exactly_2},
    {"8 rolled once", r_8_once},
    {"8 rolled 1 time", r_8_once},
    {"8 rolled at least once", r_8_once},
    {"8 rolled exactly 0 times and 7 rolled", r_8_never},
    {"8 rolled at most once and 7 rolled", r_8_at_most_1},
    {"8 rolled 1 or fewer times and 7 rolled", r_8_at_most_1},
    {"8 rolled 1 to 2 times and 7 rolled", r_8_1_to_2},
    {"exactly 3 points made", r_3_points},
    {"at least 2 points made", r_2_points_up},
    {"seven-out after exactly 1 line win", r_seven_out_1_line},
    {"seven-out after at most 1 line win", r_seven_out_1_line_most},
    {"2, 3, 4, 5 and 6 all rolled", r_all_lows},
    {"5 to 9 all rolled", r_all_5_to_9},
    {"seven-out", r_seven_out},
    {"point set", r_point_set},
    {"point made", r_point_made},
    {"line wins", r_line_wins},
    {"come-out craps", r_craps},
    {"7 or 11 rolled on the come-out", r_7_11_come_out},
    {"on the come-out and 7 or 11 rolled", r_7_11_come_out},
    {"9 rolled on a point", r_9_on_a_point},
    {"seven-out and point is 4 or 10", r_point_is_4_10},
    {"point is number", r_point_is_number},
    {"3 points made", r_3_points},
    {"seven-out after 2 or more points made", r_seven_out_after_2_up},
    {"seven-out after 1 or fewer points made", r_seven_out_1_less},
    {"seven-out and 1 or less points made", r_seven_out_1_less},
    {"seven-out after no points made", r_seven_out_none},
    {"seven-out and 1 to 2 points made", r_seven_out_1_to_2},
    {"4 or more line wins", r_4_line_wins},
    {"(9 rolled 2 times or 2 or more points made) and not 7 rolled", r_mixed},
};

static unsigned next_random(unsigned *seed)
{
    *seed = *seed * 1664525u + 1013904223u;
    return *seed >> 16;
}

/* Plays until the machine or the condition decides: they must do so on the same roll. */
static void play(const roll_fact *fact, const felt_machine *m, int puck, unsigned *seed)
{
    history h = {.point = felt_puck_point((felt_puck)puck)};
    uint32_t at = m->start[puck];
    for (int i = 0; i < ROLLS; i++) {
        int a = (int)(next_random(seed) % 6) + 1, b = (int)(next_random(seed) % 6) + 1;
        roll(&h, a, b);
        uint16_t next = m->next[at * m->class_count + m->class_of[felt_roll_index(a, b)]];
        bool decided = next >= m->state_count;
        if (decided != fact->fits(&h))
            print_error("'%s' is wrong\n", fact->words);
        assert_int_equal(decided, fact->fits(&h));
        if (decided)
            return;
        at = next;
    }
}

static void craps_conditions(void **state)
{
    (void)state;
    unsigned seed = 1;
    for (size_t i = 0; i < sizeof craps_facts / sizeof *craps_facts; i++) {
        test_text text = {0};
        test_text_add(&text, "sheet \"S\"\ngame craps\nwager \"W\" as w on %d\n%s pushes\notherwise stays\n", NUMBER, craps_facts[i].words);
        test_sheet t = test_sheet_good(text.bytes);
        for (int n = 0; n < SEQUENCES; n++)
            play(&craps_facts[i], t.sheet->wagers[0].variants[0].machine, n % FELT_PUCK_COUNT, &seed);
        test_sheet_free(&t);
        test_text_free(&text);
    }
}

/* With a come-out of its own, every wager begins as if the puck were off. */
static void a_come_out_of_its_own(void **state)
{
    (void)state;
    unsigned seed = 2;
    test_sheet t = test_sheet_good("sheet \"S\"\ngame craps\nwager \"W\" as w\nplaced at any time with a come-out of its own\n"
                                   "3 points made pushes\notherwise stays\n");
    const felt_machine *m = t.sheet->wagers[0].variants[0].machine;
    for (int puck = 1; puck < FELT_PUCK_COUNT; puck++)
        assert_int_equal(m->start[puck], m->start[FELT_PUCK_OFF]);
    for (int n = 0; n < SEQUENCES; n++)
        play(&(roll_fact){"3 points made", r_3_points}, m, FELT_PUCK_OFF, &seed);
    test_sheet_free(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(baccarat_conditions),
        cmocka_unit_test(craps_conditions),
        cmocka_unit_test(a_come_out_of_its_own),
    };
    return cmocka_run_group_tests_name("conditions", tests, NULL, NULL);
}
