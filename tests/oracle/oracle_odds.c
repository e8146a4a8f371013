/* oracle/oracle_odds.c - distributions and edges from the oracle's own wagers; see oracle_odds.h. */
#include "oracle/oracle_odds.h"

#include "oracle/baccarat_enum.h"
#include "oracle/oracle_chain.h"
#include "oracle/oracle_closed.h"

#include <string.h>

/* ---- distributions ---- */

void oracle_odds_init(oracle_odds *odds)
{
    odds->count = 0;
    mpq_inits(odds->unset, odds->rolls, NULL);
    for (int i = 0; i < ORACLE_PAYS_MAX; i++)
        mpq_inits(odds->pays[i], odds->chances[i], NULL);
}

void oracle_odds_clear(oracle_odds *odds)
{
    mpq_clears(odds->unset, odds->rolls, NULL);
    for (int i = 0; i < ORACLE_PAYS_MAX; i++)
        mpq_clears(odds->pays[i], odds->chances[i], NULL);
}

/* Makes room for `pay` in its place and returns where it is. */
static int place_of(oracle_odds *odds, const mpq_t pay)
{
    int at = 0;
    while (at < odds->count && mpq_cmp(odds->pays[at], pay) < 0)
        at++;
    if (at < odds->count && mpq_equal(odds->pays[at], pay))
        return at;
    for (int i = odds->count; i > at; i--) {
        mpq_swap(odds->pays[i], odds->pays[i - 1]);
        mpq_swap(odds->chances[i], odds->chances[i - 1]);
    }
    odds->count++;
    mpq_set(odds->pays[at], pay);
    mpq_set_ui(odds->chances[at], 0, 1);
    return at;
}

static void add(oracle_odds *odds, oracle_pay pay, const mpq_t chance)
{
    if (pay.kind == ORACLE_UNDEFINED) {
        odds->undefined = odds->undefined || mpq_sgn(chance) != 0;
        return;
    }
    if (pay.kind == ORACLE_UNSET) {
        mpq_add(odds->unset, odds->unset, chance);
        return;
    }
    mpq_t net;
    mpq_init(net);
    mpq_set_si(net, pay.num, (unsigned)pay.den);
    mpq_canonicalize(net);
    int at = place_of(odds, net);
    mpq_add(odds->chances[at], odds->chances[at], chance);
    mpq_clear(net);
}

static void start_over(oracle_odds *odds)
{
    odds->count = 0;
    odds->undefined = false;
    mpq_set_ui(odds->unset, 0, 1);
    mpq_set_ui(odds->rolls, 1, 1);
}

void oracle_odds_hit(const oracle_odds *odds, mpq_t hit, mpq_t push)
{
    mpq_set(hit, odds->unset);
    mpq_set_ui(push, 0, 1);
    for (int i = 0; i < odds->count; i++)
        if (mpq_sgn(odds->pays[i]) > 0)
            mpq_add(hit, hit, odds->chances[i]);
        else if (mpq_sgn(odds->pays[i]) == 0)
            mpq_add(push, push, odds->chances[i]);
}

bool oracle_odds_edge(const oracle_odds *odds, mpq_t edge, mpq_t variance)
{
    if (odds->undefined || mpq_sgn(odds->unset) != 0)
        return false;
    mpq_t part;
    mpq_init(part);
    mpq_set_ui(edge, 0, 1);
    mpq_set_ui(variance, 0, 1);
    for (int i = 0; i < odds->count; i++) {
        mpq_mul(part, odds->pays[i], odds->chances[i]);
        mpq_sub(edge, edge, part);
        mpq_mul(part, part, odds->pays[i]);
        mpq_add(variance, variance, part);
    }
    mpq_mul(part, edge, edge);
    mpq_sub(variance, variance, part);
    mpq_clear(part);
    return true;
}

/* ---- baccarat ---- */

void oracle_shoe_deal(const int32_t cards[FELT_RANK_COUNT], oracle_shoe *ret)
{
    baccarat_enumerate(cards, ret->counts);
    ret->deals = 0;
    for (int i = 0; i < FELT_OUTCOME_COUNT; i++)
        ret->deals += ret->counts[i];
}

/* What an outcome of baccarat_enum.h means to the oracle. */
static oracle_hands hands_of(int index)
{
    felt_hands from = felt_outcome_hands(index);
    bool two = from.pairs == FELT_PAIRS_BOTH || from.pairs == FELT_PAIRS_SAME;
    return (oracle_hands){.player = {from.player_total, from.player_cards, two || from.pairs == FELT_PAIRS_PLAYER},
                          .banker = {from.banker_total, from.banker_cards, two || from.pairs == FELT_PAIRS_BANKER},
                          .same_pair = from.pairs == FELT_PAIRS_SAME};
}

/* Deals of one pay are counted before they become a chance: counts are whole numbers, and exact. */
void oracle_odds_shoe(const oracle_bet *bet, const oracle_shoe *shoe, oracle_odds *odds)
{
    oracle_pay pays[ORACLE_PAYS_MAX];
    uint64_t counts[ORACLE_PAYS_MAX] = {0};
    int kinds = 0;
    for (int i = 0; i < FELT_OUTCOME_COUNT; i++) {
        if (shoe->counts[i] == 0)
            continue;
        oracle_hands hands = hands_of(i);
        oracle_pay pay = bet->baccarat->pays(bet, &hands);
        int at = 0;
        while (at < kinds && (pays[at].kind != pay.kind || pays[at].num != pay.num || pays[at].den != pay.den))
            at++;
        if (at == kinds)
            pays[kinds++] = pay;
        counts[at] += shoe->counts[i];
    }
    mpq_t chance;
    mpq_init(chance);
    start_over(odds);
    for (int i = 0; i < kinds; i++) {
        mpz_set_ui(mpq_numref(chance), (unsigned long)counts[i]);
        mpz_set_ui(mpq_denref(chance), (unsigned long)shoe->deals);
        mpq_canonicalize(chance);
        add(odds, pays[i], chance);
    }
    mpq_clear(chance);
}

/* ---- craps ---- */

int oracle_first_point(const oracle_bet *bet)
{
    int point = 0;
    while (point < 10 && (point == 7 || !oracle_may_place(bet, point)))
        point += point == 0 ? 4 : 1;
    return point;
}

static unsigned totals_of(const oracle_bet *bet)
{
    const unsigned lows = 1u << 2 | 1u << 3 | 1u << 4 | 1u << 5 | 1u << 6, highs = 1u << 8 | 1u << 9 | 1u << 10 | 1u << 11 | 1u << 12;
    if (strcmp(bet->craps->wager, "all-lows") == 0)
        return lows;
    return strcmp(bet->craps->wager, "all-highs") == 0 ? highs : lows | highs;
}

/* A wager that wins one pay with a chance, and loses otherwise. */
static void win_or_lose(oracle_odds *odds, oracle_pay win, const mpq_t chance)
{
    mpq_t rest;
    mpq_init(rest);
    mpq_set_ui(rest, 1, 1);
    mpq_sub(rest, rest, chance);
    add(odds, win, chance);
    add(odds, (oracle_pay){.kind = ORACLE_PAID, .num = -1, .den = 1}, rest);
    mpq_clear(rest);
}

/* Dice Works wins once all its totals have come; what it pays is what the last of them in a row of all of them wins. */
static void dice_works(const oracle_bet *bet, oracle_odds *odds)
{
    unsigned totals = totals_of(bet);
    oracle_track track = oracle_place(0);
    oracle_pay win = {.kind = ORACLE_UNDECIDED};
    for (int total = 2; total <= 12; total++)
        if ((totals >> total & 1u) != 0)
            win = bet->craps->rolls(bet, &track, total <= 7 ? 1 : 6, total <= 7 ? total - 1 : total - 6);
    mpq_t chance;
    mpq_init(chance);
    oracle_all_rolled(totals, bet->chose[ENDS] == ANY_SEVEN, chance, odds->rolls);
    win_or_lose(odds, win, chance);
    mpq_clear(chance);
}

static bool one_of_horn(const oracle_bet *bet, oracle_odds *odds)
{
    mpq_t chance;
    mpq_init(chance);
    bool solved = oracle_one_of_horn(bet->chose[ENDS] == ANY_SEVEN, chance, odds->rolls);
    win_or_lose(odds, (oracle_pay){.kind = ORACLE_UNSET}, chance);
    mpq_clear(chance);
    return solved;
}

static bool by_chain(const oracle_bet *bet, int point, oracle_odds *odds)
{
    oracle_chain chain;
    mpq_t chances[ORACLE_CHAIN_PAYS_MAX];
    if (!oracle_chain_find(bet, point, &chain))
        return false;
    for (int i = 0; i < ORACLE_CHAIN_PAYS_MAX; i++)
        mpq_init(chances[i]);
    bool solved = oracle_chain_solve(&chain, chances, odds->rolls);
    for (int i = 0; solved && i < chain.pay_count; i++)
        add(odds, chain.pays[i], chances[i]);
    for (int i = 0; i < ORACLE_CHAIN_PAYS_MAX; i++)
        mpq_clear(chances[i]);
    oracle_chain_free(&chain);
    return solved;
}

bool oracle_odds_dice(const oracle_bet *bet, int point, oracle_odds *odds)
{
    start_over(odds);
    if (strcmp(bet->craps->sheet, "dice-works") == 0) {
        dice_works(bet, odds);
        return true;
    }
    return bet->chose[HORN] == ONE_NUMBER ? one_of_horn(bet, odds) : by_chain(bet, point, odds);
}

/* ---- edges ---- */

static bool edge_of(const oracle_bet *bet, const int32_t cards[FELT_RANK_COUNT], mpq_t edge)
{
    oracle_odds odds;
    mpq_t variance;
    mpq_init(variance);
    oracle_odds_init(&odds);
    bool found = true;
    if (bet->baccarat != NULL) {
        oracle_shoe shoe;
        oracle_shoe_deal(cards, &shoe);
        oracle_odds_shoe(bet, &shoe, &odds);
    } else {
        found = oracle_odds_dice(bet, oracle_first_point(bet), &odds);
    }
    found = found && oracle_odds_edge(&odds, edge, variance);
    mpq_clear(variance);
    oracle_odds_clear(&odds);
    return found;
}

bool oracle_edge(const char *sheet, const char *wager, const char *side, const char *options, int decks, mpq_t edge)
{
    oracle_bet bet;
    int32_t cards[FELT_RANK_COUNT];
    for (int i = 0; i < FELT_RANK_COUNT; i++)
        cards[i] = 4 * decks;
    return oracle_find(sheet, wager, side, options, &bet) && oracle_offered(&bet) && edge_of(&bet, cards, edge);
}

bool oracle_edge_shoe(const char *sheet, const char *wager, const char *side, const char *options, const int32_t cards[FELT_RANK_COUNT],
                      mpq_t edge)
{
    oracle_bet bet;
    return oracle_find(sheet, wager, side, options, &bet) && bet.baccarat != NULL && oracle_offered(&bet) && edge_of(&bet, cards, edge);
}
