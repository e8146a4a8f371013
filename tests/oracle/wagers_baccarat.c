/* oracle/wagers_baccarat.c - every baccarat wager of the documents, once more and by hand; see wagers.h.
 *
 * GB is Golden Bacc Rules of Play, GF Golden Frog Baccarat, BB Buddha's Bonus, R28 Colorado Rule 28, section 30-2899.08. */
#include "oracle/hands.h"
#include "oracle/wagers.h"

#include <stddef.h>

/* ---- pays ---- */

static oracle_pay ratio(int num, int den)
{
    return (oracle_pay){.kind = ORACLE_PAID, .num = num, .den = den};
}

static oracle_pay to_1(int num)
{
    return ratio(num, 1);
}

static oracle_pay lost(void)
{
    return ratio(-1, 1);
}

static oracle_pay back(void)
{
    return ratio(0, 1);
}

static oracle_pay unset(void)
{
    return (oracle_pay){.kind = ORACLE_UNSET};
}

static oracle_pay pays_if(bool wins, int num)
{
    return wins ? to_1(num) : lost();
}

/* ---- the base game ---- */

/* R28 (2)(a)(i): higher 1 to 1, the same score pushes. */
static oracle_pay player(const oracle_bet *bet, const oracle_hands *h)
{
    (void)bet;
    return tie(h) ? back() : pays_if(player_wins(h), 1);
}

/* GF, second paragraph: five per cent of a banker win. */
static oracle_pay banker_commission(const oracle_hands *h)
{
    return tie(h) ? back() : banker_wins(h) ? ratio(95, 100) : lost();
}

/* GF, step 2, note: three cards, 7, higher than the player: pushes. */
static oracle_pay banker_no_commission(const oracle_hands *h)
{
    if (banker_wins_with(h, 3, 7))
        return back();
    return tie(h) ? back() : pays_if(banker_wins(h), 1);
}

/* R28 (2)(a)(ii): a winning 6 pays 0.5 to 1. */
static oracle_pay banker_half_on_6(const oracle_hands *h)
{
    if (banker_wins_with(h, ANY, 6))
        return ratio(1, 2);
    return tie(h) ? back() : pays_if(banker_wins(h), 1);
}

static oracle_pay baccarat_banker(const oracle_bet *bet, const oracle_hands *h)
{
    if (bet->chose[BANKER_PAY] == COMMISSION)
        return banker_commission(h);
    return bet->chose[BANKER_PAY] == PUSH_ON_7 ? banker_no_commission(h) : banker_half_on_6(h);
}

/* GB, first paragraph: commission, no-commission and Nepal games. GF has the first two. */
static oracle_pay side_game_banker(const oracle_bet *bet, const oracle_hands *h)
{
    if (bet->chose[BASE_GAME] == COMMISSION)
        return banker_commission(h);
    return bet->chose[BASE_GAME] == NO_COMMISSION ? banker_no_commission(h) : banker_half_on_6(h);
}

static oracle_pay tie_wager(const oracle_bet *bet, const oracle_hands *h)
{
    return pays_if(tie(h), bet->chose[TIE_PAY] == EIGHT ? 8 : 9);
}

/* ---- Tiger, R28 (2)(a), and what R28 (2) says of a three-card seven ---- */

/* R28 (2)(a)(i) to (iii), by themselves. */
static oracle_pay tiger_tie_alone(const oracle_hands *h)
{
    return pays_if(tie(h), 8);
}

static bool seven_pushes_player(const oracle_bet *bet)
{
    return bet->chose[SEVEN_PUSH] == PLAYER_AND_BANKER || bet->chose[SEVEN_PUSH] == ALL_BASE;
}

static oracle_pay tiger_player(const oracle_bet *bet, const oracle_hands *h)
{
    return seven_pushes_player(bet) && banker_wins_with(h, 3, 7) ? back() : player(bet, h);
}

static oracle_pay tiger_banker(const oracle_bet *bet, const oracle_hands *h)
{
    return bet->chose[SEVEN_PUSH] != NOTHING && banker_wins_with(h, 3, 7) ? back() : banker_half_on_6(h);
}

static oracle_pay tiger_tie(const oracle_bet *bet, const oracle_hands *h)
{
    return bet->chose[SEVEN_PUSH] == ALL_BASE && banker_wins_with(h, 3, 7) ? back() : tiger_tie_alone(h);
}

/* In Golden Dragon: does R28 (2)'s push hold in the game that is played? */
static bool dragon_seven(const oracle_bet *bet, const oracle_hands *h)
{
    bool game = bet->chose[BASE_GAME] == NO_COMMISSION || (bet->chose[BASE_GAME] == TIGER && bet->chose[SEVEN_IN_TIGER] == YES);
    return game && banker_wins_with(h, 3, 7);
}

static oracle_pay dragon_player(const oracle_bet *bet, const oracle_hands *h)
{
    return dragon_seven(bet, h) && seven_pushes_player(bet) ? back() : player(bet, h);
}

static oracle_pay dragon_banker(const oracle_bet *bet, const oracle_hands *h)
{
    if (dragon_seven(bet, h))
        return back();
    return bet->chose[BASE_GAME] == TIGER ? banker_half_on_6(h) : side_game_banker(bet, h);
}

static oracle_pay dragon_tie(const oracle_bet *bet, const oracle_hands *h)
{
    if (dragon_seven(bet, h) && bet->chose[SEVEN_PUSH] == ALL_BASE)
        return back();
    return bet->chose[BASE_GAME] == TIGER ? tiger_tie_alone(h) : tie_wager(bet, h);
}

/* R28 (2)(a)(iv), or by (viii) the pays of (1)(b)(ii); and (1)(b)(viii) the other way round. */
static oracle_pay six(const oracle_bet *bet, const oracle_hands *h)
{
    if (banker_wins_with(h, 3, 6))
        return to_1(bet->chose[SIX_PAY] == TIGER ? 20 : 25);
    return pays_if(banker_wins_with(h, 2, 6), 12);
}

/* R28 (2)(a)(v). */
static oracle_pay small_tiger(const oracle_bet *bet, const oracle_hands *h)
{
    (void)bet;
    return pays_if(banker_wins_with(h, 2, 6), 22);
}

/* R28 (2)(a)(vi). */
static oracle_pay big_tiger(const oracle_bet *bet, const oracle_hands *h)
{
    (void)bet;
    return pays_if(banker_wins_with(h, 3, 6), 50);
}

/* R28 (2)(a)(vii). */
static oracle_pay tiger_pair(const oracle_bet *bet, const oracle_hands *h)
{
    bool one = h->player.pair || h->banker.pair;
    if (one && bet->chose[TIGER_PAIR] == AS_ORDERED)
        return to_1(4);
    if (h->same_pair)
        return to_1(100);
    if (h->player.pair && h->banker.pair)
        return to_1(20);
    return pays_if(one, 4);
}

/* R28 (1)(a)(vii): it is the Tiger game that may add these. */
static bool in_tiger(const oracle_bet *bet)
{
    return bet->chose[BASE_GAME] == TIGER;
}

/* ---- one hand over another: GB, Golden Bacc and Infinite Fortune; GF; R28 (1)(a) and (c) ---- */

static oracle_pay nine_over_seven(const oracle_bet *bet, const oracle_hands *h)
{
    (void)bet;
    return pays_if(over(h, 3, 9, 3, 7), 200);
}

/* GB and R28 (1)(a)(ii): two cards, 9, over a total of 7. */
static oracle_pay natural_nine_over_seven(const oracle_bet *bet, const oracle_hands *h)
{
    (void)bet;
    return pays_if(over(h, 2, 9, ANY, 7), 50);
}

/* GF wants two cards in the 7 as well. */
static oracle_pay natural_nine_over_two_card_seven(const oracle_bet *bet, const oracle_hands *h)
{
    (void)bet;
    return pays_if(over(h, 2, 9, 2, 7), 50);
}

static oracle_pay eight_over_six(const oracle_bet *bet, const oracle_hands *h)
{
    (void)bet;
    return pays_if(over(h, ANY, 8, ANY, 6), 25);
}

static oracle_pay nine_over_one(const oracle_bet *bet, const oracle_hands *h)
{
    (void)bet;
    return pays_if(over(h, 3, 9, 3, 1), 150);
}

static oracle_pay nine_over_eight(const oracle_bet *bet, const oracle_hands *h)
{
    (void)bet;
    return pays_if(over(h, 3, 9, 3, 8), 200);
}

/* GB: 50 or 45 to 1, paytables 1 and 2; R28 (1)(c)(ii): 40, 45 or 50. The text asks for two cards in the 9 and a total of 8. */
static oracle_pay natural_nine_over_eight(const oracle_bet *bet, const oracle_hands *h)
{
    int pay = 0;
    switch (bet->chose[PAYTABLE]) {
    case PT1:
    case PAYS_50:
        pay = 50;
        break;
    case PT2:
    case PAYS_45:
        pay = 45;
        break;
    default:
        pay = 40;
    }
    return pays_if(over(h, 2, 9, ANY, 8), pay);
}

static oracle_pay eight_over_seven(const oracle_bet *bet, const oracle_hands *h)
{
    (void)bet;
    return pays_if(over(h, ANY, 8, ANY, 7), 25);
}

/* Super 7, Golden Dragon 7, Jin Chan 7. */
static oracle_pay super_7(const oracle_bet *bet, const oracle_hands *h)
{
    (void)bet;
    return pays_if(banker_wins_with(h, 3, 7), 40);
}

/* Fortune 8, Green Dragon 8 by its text, Koi 8. */
static oracle_pay fortune_8(const oracle_bet *bet, const oracle_hands *h)
{
    (void)bet;
    return pays_if(player_wins_with(h, 3, 8), 25);
}

/* GB, The Infinite Fortune, table. */
static oracle_pay tie_of_7(const oracle_bet *bet, const oracle_hands *h)
{
    (void)bet;
    return pays_if(tie(h) && h->player.total == 7, 40);
}

static oracle_pay tie_of_6(const oracle_bet *bet, const oracle_hands *h)
{
    (void)bet;
    return pays_if(tie(h) && h->player.total == 6, 40);
}

static oracle_pay tie_of_7_or_6(const oracle_bet *bet, const oracle_hands *h)
{
    (void)bet;
    return pays_if(tie(h) && (h->player.total == 7 || h->player.total == 6), 20);
}

/* Super 7 and Fortune 8 are in the text, the ties in the table. */
static bool in_infinite_text(const oracle_bet *bet)
{
    return bet->chose[INFINITE_LIST] != LIST_TABLE;
}

static bool in_infinite_table(const oracle_bet *bet)
{
    return bet->chose[INFINITE_LIST] != LIST_TEXT;
}

/* ---- Treasure of the 5 Dragons: GB; R28 (1)(b) ---- */

/* GB: 25 for three cards, 12 for two. */
static oracle_pay golden_dragon_6(const oracle_bet *bet, const oracle_hands *h)
{
    (void)bet;
    return banker_wins_with(h, 3, 6) ? to_1(25) : pays_if(banker_wins_with(h, 2, 6), 12);
}

/* GB: the text has the player's eight, the table the banker's. */
static oracle_pay green_dragon_8(const oracle_bet *bet, const oracle_hands *h)
{
    bool wins = bet->chose[GREEN_DRAGON] == BANKERS ? banker_wins_with(h, 3, 8) : player_wins_with(h, 3, 8);
    return pays_if(wins, 25);
}

static oracle_pay blue_dragon_9(const oracle_bet *bet, const oracle_hands *h)
{
    (void)bet;
    return both(h, 3, 9) ? to_1(75) : pays_if(is(&h->player, 3, 9) || is(&h->banker, 3, 9), 10);
}

static oracle_pay red_dragon_7(const oracle_bet *bet, const oracle_hands *h)
{
    (void)bet;
    return both(h, 3, 7) ? to_1(200) : pays_if(both(h, 2, 7), 50);
}

static oracle_pay red_dragon_6(const oracle_bet *bet, const oracle_hands *h)
{
    (void)bet;
    return both(h, 3, 6) ? to_1(200) : pays_if(both(h, 2, 6), 50);
}

/* The text: any of the dragons wins. */
static bool any_of_six(const oracle_bet *bet, const oracle_hands *h)
{
    return super_7(bet, h).num > 0 || golden_dragon_6(bet, h).num > 0 || green_dragon_8(bet, h).num > 0 || blue_dragon_9(bet, h).num > 0 ||
           red_dragon_7(bet, h).num > 0 || red_dragon_6(bet, h).num > 0;
}

/* The rows that GB's tables of Suites A and B have in common. */
static bool in_both_suites(const oracle_hands *h)
{
    return player_wins_with(h, 3, 8) || over(h, 3, 9, 3, 1) || banker_wins_with(h, 3, 6) || banker_wins_with(h, 2, 6) || both(h, 3, 9) ||
           is(&h->player, 3, 9) || is(&h->banker, 3, 9) || both(h, 3, 7) || both(h, 2, 7);
}

static oracle_pay any_dragon_a(const oracle_bet *bet, const oracle_hands *h)
{
    bool listed = banker_wins_with(h, 3, 7) || in_both_suites(h);
    return pays_if(bet->chose[DRAGONS] == ANY_DRAGON ? any_of_six(bet, h) : listed, 6);
}

static oracle_pay any_dragon_b(const oracle_bet *bet, const oracle_hands *h)
{
    bool listed = in_both_suites(h) || both(h, 3, 6) || both(h, 2, 6);
    return pays_if(bet->chose[DRAGONS] == ANY_DRAGON ? any_of_six(bet, h) : listed, 4);
}

/* ---- Bad Beat, Pair, Phoenix Bonus: GB; R28 (1)(d) to (f), which leaves the pays out ---- */

static bool by_one(const oracle_hands *h)
{
    int margin = h->player.total - h->banker.total;
    return margin == 1 || margin == -1;
}

/* GB, table. */
static oracle_pay bad_beat(const oracle_bet *bet, const oracle_hands *h)
{
    (void)bet;
    if (over(h, 3, 9, 3, 8))
        return to_1(40);
    if (over(h, 2, 9, 2, 8))
        return to_1(10);
    if (over(h, ANY, 8, ANY, 7))
        return to_1(5);
    if (over(h, ANY, 7, ANY, 6))
        return to_1(4);
    return pays_if(by_one(h), 1);
}

static oracle_pay rule_28_bad_beat(const oracle_bet *bet, const oracle_hands *h)
{
    if (bet->chose[SIDE_PAYS] == AS_PRINTED)
        return by_one(h) ? unset() : lost();
    return bad_beat(bet, h);
}

static oracle_pay pair(const oracle_bet *bet, const oracle_hands *h)
{
    return pays_if(bet->side == ON_PLAYER ? h->player.pair : h->banker.pair, 11);
}

static oracle_pay rule_28_pair(const oracle_bet *bet, const oracle_hands *h)
{
    oracle_pay pay = pair(bet, h);
    return bet->chose[SIDE_PAYS] == AS_PRINTED && pay.num > 0 ? unset() : pay;
}

/* GB, table: its rows of margins and of naturals, in the order of the reading. */
static oracle_pay phoenix_bonus(const oracle_bet *bet, const oracle_hands *h)
{
    static const int by_margin[10] = {[4] = 1, [5] = 2, [6] = 4, [7] = 6, [8] = 10, [9] = 30};
    const oracle_hand *own = bet->side == ON_PLAYER ? &h->player : &h->banker;
    const oracle_hand *other = bet->side == ON_PLAYER ? &h->banker : &h->player;
    int margin = own->total - other->total;
    if (margin == 0)
        return is_natural(own) && is_natural(other) ? back() : lost();
    if (margin < 0)
        return lost();
    if (is_natural(own) && (bet->chose[PHOENIX] == NATURAL_FIRST || margin < 4))
        return to_1(1);
    return pays_if(margin >= 4, by_margin[margin]);
}

static oracle_pay rule_28_phoenix_bonus(const oracle_bet *bet, const oracle_hands *h)
{
    return bet->chose[PHOENIX] == AS_PRINTED ? (oracle_pay){.kind = ORACLE_UNDEFINED} : phoenix_bonus(bet, h);
}

/* ---- BB ---- */

/* The rows of Tables 1 to 4: wins with 5, 6, 7, two naturals; a column for each paytable. */
static const int banker_3_card[4][3] = {{20, 22, 21}, {17, 20, 20}, {16, 10, 10}, {4, 4, 4}};
static const int player_3_card[4][3] = {{16, 21, 20}, {15, 10, 10}, {8, 6, 6}, {4, 4, 4}};
static const int banker_all_hands[4][3] = {{9, 8}, {5, 5}, {3, 3}, {2, 2}};
static const int player_all_hands[4][3] = {{15, 10}, {5, 6}, {3, 3}, {2, 2}};

static oracle_pay buddha(const oracle_bet *bet, const oracle_hands *h, const int table[4][3], bool three_cards_only)
{
    const oracle_hand *own = bet->side == ON_PLAYER ? &h->player : &h->banker;
    const oracle_hand *other = bet->side == ON_PLAYER ? &h->banker : &h->player;
    int column = (int)bet->chose[PAYTABLE] - (int)PT1;
    if (is_natural(own) && is_natural(other))
        return to_1(table[3][column]);
    bool by_two = own->total - other->total >= 2;
    bool total = own->total >= 5 && own->total <= 7;
    bool cards = own->cards == 3 || !three_cards_only;
    return by_two && total && cards ? to_1(table[own->total - 5][column]) : lost();
}

static oracle_pay buddha_3_card(const oracle_bet *bet, const oracle_hands *h)
{
    return buddha(bet, h, bet->side == ON_PLAYER ? player_3_card : banker_3_card, true);
}

static oracle_pay buddha_all_hands(const oracle_bet *bet, const oracle_hands *h)
{
    return buddha(bet, h, bet->side == ON_PLAYER ? player_all_hands : banker_all_hands, false);
}

static bool in_3_card(const oracle_bet *bet)
{
    return bet->chose[VERSION] == THREE_CARD;
}

static bool in_all_hands(const oracle_bet *bet)
{
    return bet->chose[VERSION] == ALL_HANDS;
}

/* ---- the list ---- */

enum {
    GAME = 1u << BASE_GAME,
    TIES = 1u << TIE_PAY,
    PUSH = 1u << SEVEN_PUSH,
    TIGER_PUSH = PUSH | GAME | 1u << SEVEN_IN_TIGER,
    LIST = 1u << INFINITE_LIST,
    COLUMN = 1u << PAYTABLE,
    GREEN = 1u << GREEN_DRAGON,
    SIX = 1u << SIX_PAY,
    PAIRS = 1u << TIGER_PAIR,
    PAYS = 1u << SIDE_PAYS,
};

static const oracle_baccarat_rule rules[] = {
    {"baccarat", "player", false, player, 0, NULL},
    {"baccarat", "banker", false, baccarat_banker, 1u << BANKER_PAY, NULL},
    {"baccarat", "tie", false, tie_wager, TIES, NULL},

    {"golden-bacc", "player", false, player, 0, NULL},
    {"golden-bacc", "banker", false, side_game_banker, GAME, NULL},
    {"golden-bacc", "tie", false, tie_wager, TIES, NULL},
    {"golden-bacc", "nine-over-seven", false, nine_over_seven, 0, NULL},
    {"golden-bacc", "natural-nine-over-seven", false, natural_nine_over_seven, 0, NULL},
    {"golden-bacc", "eight-over-six", false, eight_over_six, 0, NULL},
    {"golden-bacc", "nine-over-one", false, nine_over_one, 0, NULL},
    {"golden-bacc", "super-7", false, super_7, 0, NULL},
    {"golden-bacc", "fortune-8", false, fortune_8, 0, NULL},
    {"golden-bacc", "golden-dragon-7", false, super_7, 0, NULL},
    {"golden-bacc", "golden-dragon-6", false, golden_dragon_6, 0, NULL},
    {"golden-bacc", "green-dragon-8", false, green_dragon_8, GREEN, NULL},
    {"golden-bacc", "blue-dragon-9", false, blue_dragon_9, 0, NULL},
    {"golden-bacc", "red-dragon-7", false, red_dragon_7, 0, NULL},
    {"golden-bacc", "red-dragon-6", false, red_dragon_6, 0, NULL},
    {"golden-bacc", "any-dragon-a", false, any_dragon_a, 1u << DRAGONS | GREEN, NULL},
    {"golden-bacc", "any-dragon-b", false, any_dragon_b, 1u << DRAGONS | GREEN, NULL},
    {"golden-bacc", "nine-over-eight", false, nine_over_eight, 0, NULL},
    {"golden-bacc", "natural-nine-over-eight", false, natural_nine_over_eight, COLUMN, NULL},
    {"golden-bacc", "eight-over-seven", false, eight_over_seven, 0, NULL},
    {"golden-bacc", "infinite-super-7", false, super_7, LIST, in_infinite_text},
    {"golden-bacc", "infinite-fortune-8", false, fortune_8, LIST, in_infinite_text},
    {"golden-bacc", "tie-of-7", false, tie_of_7, LIST, in_infinite_table},
    {"golden-bacc", "tie-of-6", false, tie_of_6, LIST, in_infinite_table},
    {"golden-bacc", "tie-of-7-or-6", false, tie_of_7_or_6, LIST, in_infinite_table},
    {"golden-bacc", "bad-beat", false, bad_beat, 0, NULL},
    {"golden-bacc", "pair", true, pair, 0, NULL},
    {"golden-bacc", "phoenix-bonus", true, phoenix_bonus, 1u << PHOENIX, NULL},

    {"golden-frog", "player", false, player, 0, NULL},
    {"golden-frog", "banker", false, side_game_banker, GAME, NULL},
    {"golden-frog", "tie", false, tie_wager, TIES, NULL},
    {"golden-frog", "jin-chan-7", false, super_7, 0, NULL},
    {"golden-frog", "koi-8", false, fortune_8, 0, NULL},
    {"golden-frog", "nine-over-one", false, nine_over_one, 0, NULL},
    {"golden-frog", "natural-nine-over-seven", false, natural_nine_over_two_card_seven, 0, NULL},
    {"golden-frog", "eight-over-six", false, eight_over_six, 0, NULL},

    {"golden-dragon", "player", false, dragon_player, TIGER_PUSH, NULL},
    {"golden-dragon", "banker", false, dragon_banker, GAME | 1u << SEVEN_IN_TIGER, NULL},
    {"golden-dragon", "tie", false, dragon_tie, TIGER_PUSH | TIES, NULL},
    {"golden-dragon", "nine-over-seven", false, nine_over_seven, 0, NULL},
    {"golden-dragon", "natural-nine-over-seven", false, natural_nine_over_seven, 0, NULL},
    {"golden-dragon", "eight-over-six", false, eight_over_six, 0, NULL},
    {"golden-dragon", "super-7", false, super_7, 0, NULL},
    {"golden-dragon", "fortune-8", false, fortune_8, 0, NULL},
    {"golden-dragon", "nine-over-one", false, nine_over_one, 0, NULL},
    {"golden-dragon", "golden-dragon-7", false, super_7, 0, NULL},
    {"golden-dragon", "golden-dragon-6", false, six, SIX, NULL},
    {"golden-dragon", "green-dragon-8", false, fortune_8, 0, NULL},
    {"golden-dragon", "blue-dragon-9", false, blue_dragon_9, 0, NULL},
    {"golden-dragon", "red-dragon-7", false, red_dragon_7, 0, NULL},
    {"golden-dragon", "red-dragon-6", false, red_dragon_6, 0, NULL},
    {"golden-dragon", "any-dragon-a", false, any_dragon_a, 1u << DRAGONS, NULL},
    {"golden-dragon", "any-dragon-b", false, any_dragon_b, 1u << DRAGONS, NULL},
    {"golden-dragon", "nine-over-eight", false, nine_over_eight, 0, NULL},
    {"golden-dragon", "natural-nine-over-eight", false, natural_nine_over_eight, COLUMN, NULL},
    {"golden-dragon", "eight-over-seven", false, eight_over_seven, 0, NULL},
    {"golden-dragon", "infinite-super-7", false, super_7, 0, NULL},
    {"golden-dragon", "infinite-fortune-8", false, fortune_8, 0, NULL},
    {"golden-dragon", "bad-beat", false, rule_28_bad_beat, PAYS, NULL},
    {"golden-dragon", "pair", true, rule_28_pair, PAYS, NULL},
    {"golden-dragon", "phoenix-bonus", true, rule_28_phoenix_bonus, 1u << PHOENIX, NULL},
    {"golden-dragon", "small-tiger", false, small_tiger, GAME, in_tiger},
    {"golden-dragon", "big-tiger", false, big_tiger, GAME, in_tiger},
    {"golden-dragon", "tiger-pair", false, tiger_pair, GAME | PAIRS, in_tiger},

    {"tiger", "player", false, tiger_player, PUSH, NULL},
    {"tiger", "banker", false, tiger_banker, PUSH, NULL},
    {"tiger", "tie", false, tiger_tie, PUSH, NULL},
    {"tiger", "tiger", false, six, SIX, NULL},
    {"tiger", "small-tiger", false, small_tiger, 0, NULL},
    {"tiger", "big-tiger", false, big_tiger, 0, NULL},
    {"tiger", "tiger-pair", false, tiger_pair, PAIRS, NULL},

    {"buddhas-bonus", "buddha-3-card", true, buddha_3_card, 1u << VERSION | COLUMN, in_3_card},
    {"buddhas-bonus", "buddha-all-hands", true, buddha_all_hands, 1u << VERSION | COLUMN, in_all_hands},
};

const oracle_baccarat_rule *oracle_baccarat_rules(int *ret_count)
{
    *ret_count = (int)(sizeof rules / sizeof *rules);
    return rules;
}
