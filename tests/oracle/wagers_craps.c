/* oracle/wagers_craps.c - every craps wager, once more and by hand; see wagers.h.
 *
 * R23 is Colorado Rule 23, section 30-2399.07. The wagers of `craps` are in no document; they are as commonly dealt. Every function is
 * given the faces of one roll, and moves the puck last, so that `track->point` is where it was when the dice were thrown. */
#include "oracle/wagers.h"

#include <stddef.h>

/* ---- pays ---- */

static oracle_pay ratio(int num, int den)
{
    return (oracle_pay){.kind = ORACLE_PAID, .num = num, .den = den};
}

static oracle_pay lost(void)
{
    return ratio(-1, 1);
}

static oracle_pay back(void)
{
    return ratio(0, 1);
}

static oracle_pay undecided(void)
{
    return (oracle_pay){.kind = ORACLE_UNDECIDED};
}

/* `printed` to 1, or for 1: the stake is in it. Nobody loses more than the stake. */
static oracle_pay by_units(const oracle_bet *bet, int printed)
{
    int net = bet->chose[UNITS] == FOR_1 ? printed - 1 : printed;
    return ratio(net < -1 ? -1 : net, 1);
}

/* ---- the puck ---- */

static bool is_point(int total)
{
    return total == 4 || total == 5 || total == 6 || total == 8 || total == 9 || total == 10;
}

static void move_puck(unsigned char *point, int total)
{
    if (*point == 0 && is_point(total))
        *point = (unsigned char)total;
    else if (*point != 0 && (total == *point || total == 7))
        *point = 0;
}

static bool seven_out(const oracle_track *track, int total)
{
    return total == 7 && track->point != 0;
}

static bool point_made(const oracle_track *track, int total)
{
    return track->point != 0 && total == track->point;
}

/* R23 (5)(A)(I) and (II). */
static bool line_win(const oracle_track *track, int total)
{
    return point_made(track, total) || (track->point == 0 && (total == 7 || total == 11));
}

/* The seven that ends Dice Works and Parlay Craps: a seven-out as printed, or any. */
static bool ends(const oracle_bet *bet, const oracle_track *track, int total)
{
    return bet->chose[ENDS] == ANY_SEVEN ? total == 7 : seven_out(track, total);
}

bool oracle_may_place(const oracle_bet *bet, int point)
{
    switch (bet->craps->placing) {
    case PLACED_COME_OUT:
        return point == 0;
    case PLACED_POINT:
        return point != 0;
    case PLACED_ITS_POINT:
        return point == bet->side;
    default:
        return true;
    }
}

oracle_track oracle_place(int point)
{
    return (oracle_track){.point = (unsigned char)point};
}

/* ---- Dice Works, R23 (1) ---- */

/* All totals from `low` to `high` but seven. */
static oracle_pay all_rolled(const oracle_bet *bet, oracle_track *track, int total, int low, int high, oracle_pay win)
{
    if (ends(bet, track, total))
        return lost();
    if (total >= low && total <= high && total != 7)
        track->times[total] = 1;
    bool all = true;
    for (int t = low; t <= high; t++)
        if (t != 7 && track->times[t] == 0)
            all = false;
    move_puck(&track->point, total);
    return all ? win : undecided();
}

/* R23 (1)(A)(I) and (B). */
static oracle_pay all_lows(const oracle_bet *bet, oracle_track *track, int a, int b)
{
    return all_rolled(bet, track, a + b, 2, 6, ratio(bet->chose[PAYTABLE] == PT1 ? 34 : 30, 1));
}

/* R23 (1)(A)(II) and (B). */
static oracle_pay all_highs(const oracle_bet *bet, oracle_track *track, int a, int b)
{
    return all_rolled(bet, track, a + b, 8, 12, ratio(bet->chose[PAYTABLE] == PT1 ? 34 : 30, 1));
}

/* R23 (1)(A)(III) and (B). */
static oracle_pay the_works(const oracle_bet *bet, oracle_track *track, int a, int b)
{
    return all_rolled(bet, track, a + b, 2, 12, ratio(bet->chose[PAYTABLE] == PT1 ? 175 : 150, 1));
}

/* ---- High Roller, R23 (2) ---- */

static oracle_pay high_roller(const oracle_bet *bet, oracle_track *track, int a, int b)
{
    static const int table[11] = {-1, -1, -1, 5, 9, 19, 29, 49, 99, 199, 299}; /* by points made, the last for 10 or more */
    int total = a + b;
    if (seven_out(track, total))
        return ratio(table[track->points], 1);
    if (point_made(track, total) && track->points < 10)
        track->points++;
    if (track->points == 10 && bet->chose[SETTLED] == AT_TENTH_POINT)
        return ratio(table[10], 1);
    move_puck(&track->point, total);
    return undecided();
}

/* ---- Parlay Craps, R23 (3), and with Envy, R23 (4) ---- */

/* Has the number come as often as wagered, this roll counted? Else is it over? ORACLE_PAID with a win of 1 stands for a win here. */
static oracle_pay repeats(const oracle_bet *bet, oracle_track *track, int total)
{
    const oracle_craps_rule *rule = bet->craps;
    if (ends(bet, track, total))
        return lost();
    if (total == rule->number)
        track->times[total]++;
    move_puck(&track->point, total);
    return track->times[rule->number] == rule->times ? ratio(1, 1) : undecided();
}

/* R23 (3)(A), (B), and (C): to 1. */
static oracle_pay parlay(const oracle_bet *bet, oracle_track *track, int a, int b)
{
    oracle_pay pay = repeats(bet, track, a + b);
    return pay.num > 0 ? ratio(bet->craps->pay, 1) : pay;
}

/* R23 (4)(A) and (B): for 1, and (V) a pay to the dealer. */
static oracle_pay envy(const oracle_bet *bet, oracle_track *track, int a, int b)
{
    oracle_pay pay = repeats(bet, track, a + b);
    if (pay.num <= 0)
        return pay;
    pay = by_units(bet, bet->craps->pay);
    pay.dealer = true;
    return pay;
}

/* R23 (4)(A)(I) to (III): no pay is printed. */
static oracle_pay envy_added(const oracle_bet *bet, oracle_track *track, int a, int b)
{
    oracle_pay pay = repeats(bet, track, a + b);
    return pay.num > 0 ? (oracle_pay){.kind = ORACLE_UNSET, .dealer = true} : pay;
}

/* R23 (4)(A)(IV): seven of 2, 3, 11 and 12 in all, or seven of one of them. No pay is printed. */
static oracle_pay envy_horn(const oracle_bet *bet, oracle_track *track, int a, int b)
{
    int total = a + b;
    if (ends(bet, track, total))
        return lost();
    bool counts = total == 2 || total == 3 || total == 11 || total == 12;
    int slot = bet->chose[HORN] == TOGETHER ? 0 : total;
    if (counts)
        track->times[slot]++;
    move_puck(&track->point, total);
    return counts && track->times[slot] == 7 ? (oracle_pay){.kind = ORACLE_UNSET, .dealer = true} : undecided();
}

/* ---- Roll the Line, R23 (5) ---- */

static oracle_pay roll_the_line(const oracle_bet *bet, oracle_track *track, int a, int b)
{
    /* (D), from the bottom up: a column for each of PT1 to PT7. The rows of 1 and 0 wins have one cell for all of them. */
    static const int table[12][7] = {
        {-1, -1, -1, -1, -1, -1, -1},     /* 0 wins */
        {-1, -1, -1, -1, -1, -1, -1},     /* 1 win */
        {0, -1, -1, -1, -1, -1, -1},      /* 2 wins */
        {1, 1, 1, 1, 1, 0, 0},            /* 3 wins */
        {2, 2, 2, 2, 2, 3, 2},            /* 4 wins */
        {4, 4, 3, 3, 5, 5, 4},            /* 5 wins */
        {6, 6, 6, 4, 8, 7, 7},            /* 6 wins */
        {8, 12, 10, 10, 10, 12, 10},      /* 7 wins */
        {15, 20, 20, 15, 20, 20, 15},     /* 8 wins */
        {20, 30, 30, 20, 30, 25, 25},     /* 9 wins */
        {25, 40, 40, 30, 40, 30, 40},     /* 10 wins */
        {50, 75, 100, 150, 50, 100, 150}, /* 11 or more */
    };
    int total = a + b;
    if (seven_out(track, total))
        return by_units(bet, table[track->wins][(int)bet->chose[PAYTABLE] - (int)PT1]);
    if (line_win(track, total) && track->wins < 11)
        track->wins++;
    move_puck(&track->point, total);
    return undecided();
}

/* ---- craps: the line, come, and odds ---- */

/* A line wager whose point is `*point`. */
static oracle_pay line(unsigned char *point, int total)
{
    unsigned char before = *point;
    if (before == 0 && (total == 7 || total == 11))
        return ratio(1, 1);
    if (before == 0 && (total == 2 || total == 3 || total == 12))
        return lost();
    if (before != 0 && total == before)
        return ratio(1, 1);
    if (before != 0 && total == 7)
        return lost();
    move_puck(point, total);
    return undecided();
}

/* The other way round, but a come-out 12 is barred. */
static oracle_pay dont_line(unsigned char *point, int total)
{
    if (*point == 0 && total == 12)
        return back();
    oracle_pay pay = line(point, total);
    pay.num = -pay.num;
    return pay;
}

static oracle_pay pass(const oracle_bet *bet, oracle_track *track, int a, int b)
{
    (void)bet;
    return line(&track->point, a + b);
}

static oracle_pay dont_pass(const oracle_bet *bet, oracle_track *track, int a, int b)
{
    (void)bet;
    return dont_line(&track->point, a + b);
}

static oracle_pay come(const oracle_bet *bet, oracle_track *track, int a, int b)
{
    (void)bet;
    return line(&track->own_point, a + b);
}

static oracle_pay dont_come(const oracle_bet *bet, oracle_track *track, int a, int b)
{
    (void)bet;
    return dont_line(&track->own_point, a + b);
}

/* Seven against the number: 6 ways to 3, 4 or 5. */
static oracle_pay true_odds(int number)
{
    if (number == 4 || number == 10)
        return ratio(2, 1);
    return number == 5 || number == 9 ? ratio(3, 2) : ratio(6, 5);
}

static oracle_pay true_odds_against(int number)
{
    oracle_pay odds = true_odds(number);
    return ratio(odds.den, odds.num);
}

/* The number before a seven, on every roll. */
static oracle_pay before_seven(const oracle_bet *bet, int total, oracle_pay win)
{
    if (total == bet->side)
        return win;
    return total == 7 ? lost() : undecided();
}

static oracle_pay seven_before(const oracle_bet *bet, int total, oracle_pay win)
{
    if (total == 7)
        return win;
    return total == bet->side ? lost() : undecided();
}

static oracle_pay pass_odds(const oracle_bet *bet, oracle_track *track, int a, int b)
{
    (void)track;
    return before_seven(bet, a + b, true_odds(bet->side));
}

static oracle_pay dont_odds(const oracle_bet *bet, oracle_track *track, int a, int b)
{
    (void)track;
    return seven_before(bet, a + b, true_odds_against(bet->side));
}

/* Off on a come-out roll, they come back when the come wager is decided. */
static oracle_pay come_odds(const oracle_bet *bet, oracle_track *track, int a, int b)
{
    bool off = track->point == 0 && bet->chose[ODDS_WORKING] == OFF;
    oracle_pay pay = before_seven(bet, a + b, true_odds(bet->side));
    move_puck(&track->point, a + b);
    return off && pay.kind == ORACLE_PAID ? back() : pay;
}

static oracle_pay dont_come_odds(const oracle_bet *bet, oracle_track *track, int a, int b)
{
    bool off = track->point == 0 && bet->chose[DONT_ODDS_WORKING] == OFF;
    oracle_pay pay = seven_before(bet, a + b, true_odds_against(bet->side));
    move_puck(&track->point, a + b);
    return off && pay.kind == ORACLE_PAID ? back() : pay;
}

/* ---- craps: numbers ---- */

static oracle_pay number_wager(const oracle_bet *bet, oracle_track *track, int total, oracle_pay win)
{
    bool off = track->point == 0 && bet->chose[PLACE_COME_OUT] == OFF;
    move_puck(&track->point, total);
    return off ? undecided() : before_seven(bet, total, win);
}

static oracle_pay place(const oracle_bet *bet, oracle_track *track, int a, int b)
{
    oracle_pay win = ratio(7, 6);
    if (bet->side == 4 || bet->side == 10)
        win = ratio(9, 5);
    else if (bet->side == 5 || bet->side == 9)
        win = ratio(7, 5);
    return number_wager(bet, track, a + b, win);
}

/* Bought for 20: wins 40, 30 or 24, less a commission of 1. Taken at once, in the stake or beside it, 21 are handed over and lost. */
static oracle_pay buy(const oracle_bet *bet, oracle_track *track, int a, int b)
{
    oracle_pay odds = true_odds(bet->side);
    int win = 20 * odds.num / odds.den;
    return number_wager(bet, track, a + b, ratio(win - 1, bet->chose[VIG] == ON_WIN ? 20 : 21));
}

/* 40, 30 or 24 laid win 20, less a commission of 1. */
static oracle_pay lay(const oracle_bet *bet, oracle_track *track, int a, int b)
{
    bool off = track->point == 0 && bet->chose[LAY_COME_OUT] == OFF;
    move_puck(&track->point, a + b);
    if (off)
        return undecided();
    oracle_pay odds = true_odds(bet->side);
    int laid = 20 * odds.num / odds.den;
    return seven_before(bet, a + b, ratio(20 - 1, bet->chose[VIG] == ON_WIN ? laid : laid + 1));
}

static oracle_pay big(const oracle_bet *bet, oracle_track *track, int a, int b)
{
    (void)track;
    return before_seven(bet, a + b, ratio(1, 1));
}

static oracle_pay hard(const oracle_bet *bet, oracle_track *track, int a, int b)
{
    bool off = track->point == 0 && bet->chose[HARD_COME_OUT] == OFF;
    move_puck(&track->point, a + b);
    if (off)
        return undecided();
    if (a + b == bet->side)
        return a == b ? ratio(bet->side == 4 || bet->side == 10 ? 7 : 9, 1) : lost();
    return a + b == 7 ? lost() : undecided();
}

/* ---- craps: one roll ---- */

static oracle_pay field(const oracle_bet *bet, oracle_track *track, int a, int b)
{
    (void)track;
    switch (a + b) {
    case 2:
        return ratio(2, 1);
    case 3:
    case 4:
    case 9:
    case 10:
    case 11:
        return ratio(1, 1);
    case 12:
        return ratio(bet->chose[FIELD_12] == TRIPLE ? 3 : 2, 1);
    default:
        return lost();
    }
}

static oracle_pay any_seven(const oracle_bet *bet, oracle_track *track, int a, int b)
{
    (void)bet;
    (void)track;
    return a + b == 7 ? ratio(4, 1) : lost();
}

static oracle_pay any_craps(const oracle_bet *bet, oracle_track *track, int a, int b)
{
    (void)bet;
    (void)track;
    return a + b == 2 || a + b == 3 || a + b == 12 ? ratio(7, 1) : lost();
}

static oracle_pay next_roll(const oracle_bet *bet, oracle_track *track, int a, int b)
{
    (void)track;
    if (a + b != bet->side)
        return lost();
    return ratio(bet->side == 2 || bet->side == 12 ? 30 : 15, 1);
}

/* A quarter of the stake on each of 2, 3, 11 and 12. */
static oracle_pay horn(const oracle_bet *bet, oracle_track *track, int a, int b)
{
    (void)bet;
    (void)track;
    if (a + b == 2 || a + b == 12)
        return ratio(30 - 3, 4);
    return a + b == 3 || a + b == 11 ? ratio(15 - 3, 4) : lost();
}

/* ---- the list ---- */

enum {
    SIX_POINTS = 1u << 4 | 1u << 5 | 1u << 6 | 1u << 8 | 1u << 9 | 1u << 10,
    HARDWAYS = 1u << 4 | 1u << 6 | 1u << 8 | 1u << 10,
    HORNS = 1u << 2 | 1u << 3 | 1u << 11 | 1u << 12,
    END = 1u << ENDS,
    COLUMN = 1u << PAYTABLE,
    UNIT = 1u << UNITS,
};

static const oracle_craps_rule rules[] = {
    {"dice-works", "all-lows", 0, PLACED_COME_OUT, all_lows, END | COLUMN, 0, 0, 0},
    {"dice-works", "all-highs", 0, PLACED_COME_OUT, all_highs, END | COLUMN, 0, 0, 0},
    {"dice-works", "the-works", 0, PLACED_COME_OUT, the_works, END | COLUMN, 0, 0, 0},

    {"high-roller", "high-roller", 0, PLACED_COME_OUT, high_roller, 1u << SETTLED, 0, 0, 0},

    {"parlay-craps", "repeat-2-2x", 0, PLACED_COME_OUT, parlay, END, 2, 2, 40},
    {"parlay-craps", "repeat-3-3x", 0, PLACED_COME_OUT, parlay, END, 3, 3, 50},
    {"parlay-craps", "repeat-4-4x", 0, PLACED_COME_OUT, parlay, END, 4, 4, 65},
    {"parlay-craps", "repeat-5-5x", 0, PLACED_COME_OUT, parlay, END, 5, 5, 80},
    {"parlay-craps", "repeat-6-6x", 0, PLACED_COME_OUT, parlay, END, 6, 6, 90},
    {"parlay-craps", "repeat-8-6x", 0, PLACED_COME_OUT, parlay, END, 8, 6, 90},
    {"parlay-craps", "repeat-9-5x", 0, PLACED_COME_OUT, parlay, END, 9, 5, 80},
    {"parlay-craps", "repeat-10-4x", 0, PLACED_COME_OUT, parlay, END, 10, 4, 65},
    {"parlay-craps", "repeat-11-3x", 0, PLACED_COME_OUT, parlay, END, 11, 3, 50},
    {"parlay-craps", "repeat-12-2x", 0, PLACED_COME_OUT, parlay, END, 12, 2, 40},

    {"parlay-craps-envy", "repeat-2-2x", 0, PLACED_COME_OUT, envy, END | UNIT, 2, 2, 40},
    {"parlay-craps-envy", "repeat-3-3x", 0, PLACED_COME_OUT, envy, END | UNIT, 3, 3, 50},
    {"parlay-craps-envy", "repeat-4-4x", 0, PLACED_COME_OUT, envy, END | UNIT, 4, 4, 65},
    {"parlay-craps-envy", "repeat-5-5x", 0, PLACED_COME_OUT, envy, END | UNIT, 5, 5, 80},
    {"parlay-craps-envy", "repeat-6-6x", 0, PLACED_COME_OUT, envy, END | UNIT, 6, 6, 90},
    {"parlay-craps-envy", "repeat-8-6x", 0, PLACED_COME_OUT, envy, END | UNIT, 8, 6, 90},
    {"parlay-craps-envy", "repeat-9-5x", 0, PLACED_COME_OUT, envy, END | UNIT, 9, 5, 80},
    {"parlay-craps-envy", "repeat-10-4x", 0, PLACED_COME_OUT, envy, END | UNIT, 10, 4, 65},
    {"parlay-craps-envy", "repeat-11-3x", 0, PLACED_COME_OUT, envy, END | UNIT, 11, 3, 50},
    {"parlay-craps-envy", "repeat-12-2x", 0, PLACED_COME_OUT, envy, END | UNIT, 12, 2, 40},
    {"parlay-craps-envy", "repeat-8-8x", 0, PLACED_COME_OUT, envy_added, END, 8, 8, 0},
    {"parlay-craps-envy", "repeat-9-9x", 0, PLACED_COME_OUT, envy_added, END, 9, 9, 0},
    {"parlay-craps-envy", "repeat-10-10x", 0, PLACED_COME_OUT, envy_added, END, 10, 10, 0},
    {"parlay-craps-envy", "repeat-horn-7x", 0, PLACED_COME_OUT, envy_horn, END | 1u << HORN, 0, 0, 0},

    {"roll-the-line", "roll-the-line", 0, PLACED_COME_OUT, roll_the_line, COLUMN | UNIT, 0, 0, 0},

    {"craps", "pass", 0, PLACED_COME_OUT, pass, 0, 0, 0, 0},
    {"craps", "dont-pass", 0, PLACED_COME_OUT, dont_pass, 0, 0, 0, 0},
    {"craps", "come", 0, PLACED_POINT, come, 0, 0, 0, 0},
    {"craps", "dont-come", 0, PLACED_POINT, dont_come, 0, 0, 0, 0},
    {"craps", "pass-odds", SIX_POINTS, PLACED_ITS_POINT, pass_odds, 0, 0, 0, 0},
    {"craps", "dont-pass-odds", SIX_POINTS, PLACED_ITS_POINT, dont_odds, 0, 0, 0, 0},
    {"craps", "come-odds", SIX_POINTS, PLACED_ANY_TIME, come_odds, 1u << ODDS_WORKING, 0, 0, 0},
    {"craps", "dont-come-odds", SIX_POINTS, PLACED_ANY_TIME, dont_come_odds, 1u << DONT_ODDS_WORKING, 0, 0, 0},
    {"craps", "place", SIX_POINTS, PLACED_ANY_TIME, place, 1u << PLACE_COME_OUT, 0, 0, 0},
    {"craps", "buy", SIX_POINTS, PLACED_ANY_TIME, buy, 1u << PLACE_COME_OUT | 1u << VIG, 0, 0, 0},
    {"craps", "lay", SIX_POINTS, PLACED_ANY_TIME, lay, 1u << VIG | 1u << LAY_COME_OUT, 0, 0, 0},
    {"craps", "big", 1u << 6 | 1u << 8, PLACED_ANY_TIME, big, 0, 0, 0, 0},
    {"craps", "hard", HARDWAYS, PLACED_ANY_TIME, hard, 1u << HARD_COME_OUT, 0, 0, 0},
    {"craps", "field", 0, PLACED_ANY_TIME, field, 1u << FIELD_12, 0, 0, 0},
    {"craps", "any-seven", 0, PLACED_ANY_TIME, any_seven, 0, 0, 0, 0},
    {"craps", "any-craps", 0, PLACED_ANY_TIME, any_craps, 0, 0, 0, 0},
    {"craps", "next", HORNS, PLACED_ANY_TIME, next_roll, 0, 0, 0, 0},
    {"craps", "horn", 0, PLACED_ANY_TIME, horn, 0, 0, 0, 0},
};

const oracle_craps_rule *oracle_craps_rules(int *ret_count)
{
    *ret_count = (int)(sizeof rules / sizeof *rules);
    return rules;
}
