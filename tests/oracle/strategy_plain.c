/* tests/oracle/strategy_plain.c - the shipped strategies, played slowly. Shares no code with src/. */
#include "oracle/strategy_plain.h"

#include <string.h>

enum { BETS = 24 };

/* ---- baccarat: one bet in every round ---- */

typedef struct shoe_bettor {
    long stake;  /* units: next bet */
    int step;    /* of 1-3-2-6 */
    int losses;  /* in a row */
    int bankers; /* in a row */
    bool on_banker;
} shoe_bettor;

static bool is(const char *a, const char *b)
{
    return strcmp(a, b) == 0;
}

static long next_stake(const char *strategy, const shoe_bettor *b)
{
    static const long steps[] = {1, 3, 2, 6};
    if (is(strategy, "1-3-2-6"))
        return steps[b->step];
    if (is(strategy, "after-two-losses"))
        return b->losses >= 2 ? 3 : 1;
    if (is(strategy, "against-a-streak"))
        return b->bankers >= 3 ? 1 : 0;
    return b->stake;
}

static void learn(const char *strategy, shoe_bettor *b, bool won)
{
    b->losses = won ? 0 : b->losses + 1;
    b->step = won ? (b->step + 1) % 4 : 0;
    if (is(strategy, "martingale"))
        b->stake = won ? 1 : b->stake * 2;
    if (is(strategy, "dalembert"))
        b->stake = won ? (b->stake > 1 ? b->stake - 1 : 1) : b->stake + 1;
    if (is(strategy, "paroli"))
        b->stake = won && b->stake < 4 ? b->stake * 2 : 1;
}

plain_session plain_baccarat(const char *strategy, const char *winners, unsigned rounds, long bankroll)
{
    plain_session s = {0};
    shoe_bettor b = {.stake = 1, .on_banker = is(strategy, "flat") || is(strategy, "stop-loss")};
    long money = bankroll;
    while (s.rounds < rounds) {
        long stake = next_stake(strategy, &b) * 1000;
        if (stake > money) {
            s.ruined = s.rounds;
            break;
        }
        char winner = winners[s.rounds++];
        s.bets += stake > 0;
        if (winner != 'T')
            b.bankers = winner == 'B' ? b.bankers + 1 : 0;
        s.action += stake;
        if (winner != 'T') {
            bool won = winner == (b.on_banker ? 'B' : 'P');
            money += won ? (b.on_banker ? stake - stake / 20 : stake) : -stake;
            learn(strategy, &b, won);
        }
        bool out = money - bankroll <= -20000 || money - bankroll >= 10000 || s.rounds * 60 / 70 >= 120;
        if (is(strategy, "stop-loss") && out)
            break;
    }
    s.result = money - bankroll;
    return s;
}

/* ---- craps ---- */

typedef enum bet_kind { NONE, PASS, COME, PASS_ODDS, COME_ODDS, PLACE, ANY_CRAPS } bet_kind;

typedef struct dice_bet {
    bet_kind kind;
    int number; /* odds and place; of a come bet, where it stands, 0: nowhere yet */
    long stake;
    bool off;
} dice_bet;

typedef struct dice_table {
    dice_bet bets[BETS];
    int point;
    long money; /* on hand */
    bool wants; /* a bet that the money does not cover */
    plain_session s;
    int wins6, wins8; /* in a row */
    long six, eight;  /* press */
    bool small;       /* regression */
    int hits;         /* two-hits-off */
} dice_table;

static dice_bet *find(dice_table *t, bet_kind kind, int number)
{
    for (int i = 0; i < BETS; i++)
        if (t->bets[i].kind == kind && (number < 0 || t->bets[i].number == number))
            return &t->bets[i];
    return NULL;
}

static void bet(dice_table *t, bet_kind kind, int number, long stake)
{
    if (t->money < stake) {
        t->wants = true;
        return;
    }
    *find(t, NONE, -1) = (dice_bet){kind, number, stake, false};
    t->money -= stake;
    t->s.action += stake;
    t->s.bets++;
}

static void bet_once(dice_table *t, bet_kind kind, int number, long stake)
{
    if (find(t, kind, number) == NULL)
        bet(t, kind, number, stake);
}

static void bet_pass_odds(dice_table *t, long stake)
{
    if (t->point != 0 && find(t, PASS, -1) != NULL)
        bet_once(t, PASS_ODDS, t->point, stake);
}

static void order_come(dice_table *t)
{
    static const int numbers[] = {4, 5, 6, 8, 9, 10};
    int up = 0;
    for (int i = 0; i < BETS; i++)
        up += t->bets[i].kind == COME;
    if (t->point != 0 && up < 3)
        bet(t, COME, 0, 1000);
    bet_pass_odds(t, 2000);
    for (int i = 0; i < 6; i++)
        if (find(t, COME, numbers[i]) != NULL)
            bet_once(t, COME_ODDS, numbers[i], 2000);
}

static void order_place(dice_table *t, long six, long eight)
{
    if (t->point == 0)
        return;
    bet_once(t, PLACE, 6, six);
    bet_once(t, PLACE, 8, eight);
}

/* After a win, what still stands large comes down to a unit. */
static void order_regression(dice_table *t)
{
    for (int i = 0; i < BETS && t->small; i++)
        if (t->bets[i].kind == PLACE && t->bets[i].stake == 3000) {
            t->bets[i].stake = 600;
            t->money += 2400;
        }
    order_place(t, t->small ? 600 : 3000, t->small ? 600 : 3000);
}

/* What was up before is turned off, or on; then the bets. */
static void order_hits(dice_table *t)
{
    for (int i = 0; i < BETS; i++)
        t->bets[i].off = t->hits >= 2 || (t->hits == 1 && t->bets[i].off);
    if (t->hits < 2)
        order_place(t, 600, 600);
}

static void order(dice_table *t, const char *strategy)
{
    static const long most[] = {0, 0, 0, 0, 3000, 4000, 5000, 0, 5000, 4000, 3000};
    bool place = is(strategy, "press") || is(strategy, "regression") || is(strategy, "two-hits-off");
    t->wants = false;
    if (!place && t->point == 0)
        bet_once(t, PASS, -1, is(strategy, "hedge") ? 2500 : 1000);
    if (is(strategy, "pass-odds"))
        bet_pass_odds(t, most[t->point]);
    if (is(strategy, "come-odds"))
        order_come(t);
    if (is(strategy, "press"))
        order_place(t, t->six * 600, t->eight * 600);
    if (is(strategy, "regression"))
        order_regression(t);
    if (is(strategy, "two-hits-off"))
        order_hits(t);
    if (is(strategy, "hedge") && t->point == 0)
        bet(t, ANY_CRAPS, 0, 500);
}

/* What comes back of odds of `stake` that win. */
static long odds_won(int number, long stake)
{
    if (number == 4 || number == 10)
        return stake * 3;
    return stake + (number == 5 || number == 9 ? stake * 3 / 2 : stake * 6 / 5);
}

/* A line of its own, on `point` or before its come-out: -1: it stands. */
static long line_back(int point, int total, long stake)
{
    bool craps = total == 2 || total == 3 || total == 12;
    if (point == 0)
        return total == 7 || total == 11 ? 2 * stake : craps ? 0 : -1;
    return total == point ? 2 * stake : total == 7 ? 0 : -1;
}

/* What comes back of a bet; -1: it stands. */
static long back(const dice_bet *b, int point, int total)
{
    bool decided = total == b->number || total == 7;
    switch (b->kind) {
    case PASS:
        return line_back(point, total, b->stake);
    case COME:
        return line_back(b->number, total, b->stake);
    case ANY_CRAPS:
        return total == 2 || total == 3 || total == 12 ? 8 * b->stake : 0;
    case PLACE:
        if (point == 0 || !decided)
            return -1;
        return total == 7 ? 0 : b->stake + b->stake * 7 / 6;
    case COME_ODDS:
        if (decided && point == 0)
            return b->stake;
        break;
    default:
        break;
    }
    if (!decided)
        return -1;
    return total == 7 ? 0 : odds_won(b->number, b->stake);
}

static void learn_place(dice_table *t, int number, bool won)
{
    int *wins = number == 6 ? &t->wins6 : &t->wins8;
    long *stake = number == 6 ? &t->six : &t->eight;
    *wins = won ? *wins + 1 : 0;
    if (won && *wins == 2)
        *stake = *stake * 2 > 8 ? 8 : *stake * 2;
    t->small = t->small || won;
    t->hits += won;
}

static void roll(dice_table *t, int total)
{
    bool box = total >= 4 && total <= 10 && total != 7, over = t->point != 0 && total == 7;
    for (int i = 0; i < BETS; i++) {
        dice_bet *b = &t->bets[i];
        long paid = b->kind == NONE || b->off ? -1 : back(b, t->point, total);
        if (b->kind == COME && paid < 0 && b->number == 0 && box)
            b->number = total;
        if (paid < 0)
            continue;
        if (b->kind == PLACE)
            learn_place(t, b->number, paid > 0);
        t->money += paid;
        b->kind = NONE;
    }
    if (t->point == 0)
        t->point = box ? total : 0;
    else if (total == t->point || total == 7)
        t->point = 0;
    if (over) {
        t->six = t->eight = 1;
        t->small = false;
        t->hits = 0;
    }
}

plain_session plain_craps(const char *strategy, const int *totals, unsigned rounds, long bankroll)
{
    dice_table t = {.money = bankroll, .six = 1, .eight = 1};
    while (t.s.rounds < rounds) {
        bool up = false;
        order(&t, strategy);
        for (int i = 0; i < BETS; i++)
            up = up || t.bets[i].kind != NONE;
        if (!up && t.wants) {
            t.s.ruined = t.s.rounds;
            break;
        }
        roll(&t, totals[t.s.rounds++]);
    }
    t.s.result = t.money - bankroll;
    for (int i = 0; i < BETS; i++)
        t.s.result += t.bets[i].kind != NONE ? t.bets[i].stake : 0;
    return t.s;
}
