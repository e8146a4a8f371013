/* src/odds/shoe.c - one shoe: how many deals end in each outcome. docs/math/1-baccarat.md explains the method.
 *
 * The order of the cards in the shoe does not matter, so the third cards may be taken out first. What is left is a smaller shoe, in which
 * the four cards of the first two hands are counted by closed formulas: for each pair of totals there is one number of starts. */
#include "odds/shoe.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

enum { VALUES = 10 };

/* The kinds of pairs with "at least": every deal, the player has a pair, the banker has one, both have, both have the same. They index
 * counts like felt_pairs until `settle_kinds` makes them exclusive. */
enum { ALL = FELT_PAIRS_NONE, PLAYER = FELT_PAIRS_PLAYER, BANKER = FELT_PAIRS_BANKER, BOTH = FELT_PAIRS_BOTH, SAME = FELT_PAIRS_SAME };

typedef struct pack {
    int64_t rank[FELT_RANK_COUNT];
    int64_t value[VALUES];
    int64_t cards;
} pack;

/* By player's total, banker's total (two cards each) and kind. Entries that no pair can have are never written and stay zero. */
typedef struct starts {
    int64_t ways[VALUES][VALUES][FELT_PAIRS_COUNT];
} starts;

/* The drawing rules, asked once. A set of totals has bit t for total t. */
typedef struct rules {
    unsigned player_draws;       /* while the banker has no natural */
    unsigned banker_draws;       /* when the player stood */
    unsigned banker_after[VALUES]; /* when the player drew a card of this value */
} rules;

felt_shoe felt_shoe_fresh(int decks)
{
    assert(decks >= 1 && decks <= FELT_DECKS_MAX);
    felt_shoe shoe;
    for (int i = 0; i < FELT_RANK_COUNT; i++)
        shoe.cards[i] = 4 * decks;
    return shoe;
}

felt_status felt_shoe_check(const felt_shoe *shoe, char *ret_why, size_t size)
{
    int total = 0;
    for (int i = 0; i < FELT_RANK_COUNT; i++) {
        int cards = shoe->cards[i];
        if (cards < 0 || cards > FELT_SHOE_RANK_MAX) {
            snprintf(ret_why, size, "%d cards of rank %d, expected 0 to %d", cards, i + 1, (int)FELT_SHOE_RANK_MAX);
            return cards < 0 ? FELT_EDATA : FELT_ELIMIT;
        }
        total += cards;
    }
    if (total < FELT_SHOE_CARDS_MIN) {
        snprintf(ret_why, size, "a shoe of %d cards, expected at least %d", total, (int)FELT_SHOE_CARDS_MIN);
        return FELT_EDATA;
    }
    return FELT_OK;
}

uint64_t felt_shoe_deals(const felt_shoe *shoe)
{
    uint64_t cards = 0, deals = 1;
    for (int i = 0; i < FELT_RANK_COUNT; i++)
        cards += (uint64_t)shoe->cards[i];
    for (uint64_t i = 0; i < 6; i++)
        deals *= cards - i;
    return deals;
}

static void pack_add(pack *p, int rank, int cards)
{
    p->rank[rank - 1] += cards;
    p->value[felt_rank_value(rank)] += cards;
    p->cards += cards;
}

/* Two cards of each total: join[t][a] cards can join one card of value a, and hands[t] ordered hands have the total. */
typedef struct two_cards {
    int64_t join[VALUES][VALUES];
    int64_t hands[VALUES];
} two_cards;

static void count_hands(const pack *p, int totals, two_cards *ret)
{
    for (int total = 0; total < totals; total++) {
        int64_t sum = 0;
        for (int a = 0; a < VALUES; a++) {
            int other = total >= a ? total - a : total - a + VALUES;
            ret->join[total][a] = p->value[other] - (other == a);
            sum += p->value[a] * ret->join[total][a];
        }
        ret->hands[total] = sum;
    }
}

/* Both hands with no regard to pairs. Multiplying the hands counts too much: deals in which the two hands share a card have to go. There
 * are four ways to share one card, which take away a deal that shares both, in either order, twice: once too often. */
static void count_all(const pack *p, const two_cards *t, int totals, starts *ret)
{
    for (int i = 0; i < totals; i++) {
        int64_t product[VALUES];
        for (int a = 0; a < VALUES; a++)
            product[a] = p->value[a] * t->join[i][a];
        for (int j = 0; j <= i; j++) {
            int64_t shared = 0;
            for (int a = 0; a < VALUES; a++)
                shared += product[a] * t->join[j][a];
            int64_t ways = t->hands[i] * t->hands[j] - 4 * shared + (i == j ? 2 * t->hands[i] : 0);
            ret->ways[i][j][ALL] = ret->ways[j][i][ALL] = ways;
        }
    }
}

/* Ordered pairs, and pairs of pairs, of the cards of one value. */
typedef struct value_pairs {
    int64_t pair; /* two cards of one rank */
    int64_t both; /* and then two cards of one rank again */
    int64_t same; /* and of the same rank */
} value_pairs;

static value_pairs pairs_of_value(const pack *p, int value)
{
    value_pairs ret = {0, 0, 0};
    int64_t squares = 0;
    for (int rank = value == 0 ? 10 : value; rank <= (value == 0 ? 13 : value); rank++) {
        int64_t n = p->rank[rank - 1], pair = n * (n - 1);
        ret.pair += pair;
        ret.same += pair * (n - 2) * (n - 3);
        squares += pair * pair;
    }
    ret.both = ret.same + ret.pair * ret.pair - squares;
    return ret;
}

/* An even total is made by pairs of two values. Taking a pair of value v leaves 4 join - 2 [total is 2v] hands fewer. */
static void count_pairs(const pack *p, const two_cards *t, int totals, starts *ret)
{
    int64_t sums[VALUES];
    for (int own = 0; own < totals; own += 2) {
        int v = own / 2, w = v + 5;
        value_pairs low = pairs_of_value(p, v), high = pairs_of_value(p, w);
        sums[own] = low.pair + high.pair;
        for (int other = 0; other < totals; other++) {
            int64_t ways = sums[own] * (t->hands[other] + (own == other ? 2 : 0)) -
                           4 * (low.pair * t->join[other][v] + high.pair * t->join[other][w]);
            ret->ways[own][other][PLAYER] = ret->ways[other][own][BANKER] = ways;
        }
        for (int other = 0; other < own; other += 2)
            ret->ways[own][other][BOTH] = ret->ways[other][own][BOTH] = sums[own] * sums[other];
        ret->ways[own][own][BOTH] = low.both + high.both + 2 * low.pair * high.pair;
        ret->ways[own][own][SAME] = low.same + high.same;
    }
}

/* The starts from `p` with both totals below `totals`. */
static void count_starts(const pack *p, int totals, starts *ret)
{
    two_cards t;
    count_hands(p, totals, &t);
    count_all(p, &t, totals, ret);
    count_pairs(p, &t, totals, ret);
}

/* ---- where the starts end ---- */

static rules ask_rules(void)
{
    rules ret = {.player_draws = 0};
    for (int total = 0; total < 8; total++) {
        ret.player_draws |= (unsigned)felt_player_draws(total, 0) << total;
        ret.banker_draws |= (unsigned)felt_banker_draws(7, total, -1) << total;
        for (int third = 0; third < VALUES; third++)
            ret.banker_after[third] |= (unsigned)felt_banker_draws(0, total, third) << total;
    }
    return ret;
}

static bool has(unsigned totals, int total)
{
    return (totals >> total & 1) != 0;
}

/* Adds `times` every start from (player, banker) to the outcome that it ends in. Ranks of third cards are 0 where none was drawn. */
static void add(const starts *s, int player, int banker, int third, int sixth, int64_t times, uint64_t *counts)
{
    int player_total = player + felt_rank_value(third), banker_total = banker + felt_rank_value(sixth);
    felt_hands hands = {.player_total = player_total < VALUES ? player_total : player_total - VALUES,
                        .banker_total = banker_total < VALUES ? banker_total : banker_total - VALUES,
                        .player_cards = third ? 3 : 2,
                        .banker_cards = sixth ? 3 : 2,
                        .pairs = FELT_PAIRS_NONE};
    uint64_t *cell = counts + felt_outcome_index(hands);
    for (int kind = 0; kind < FELT_PAIRS_COUNT; kind++)
        cell[kind] += (uint64_t)(times * s->ways[player][banker][kind]);
}

static void four_cards(const pack *p, const rules *r, starts *s, uint64_t *counts)
{
    int64_t times = (p->cards - 4) * (p->cards - 5);
    count_starts(p, VALUES, s);
    for (int player = 0; player < VALUES; player++) {
        for (int banker = 0; banker < VALUES; banker++) {
            bool natural = player >= 8 || banker >= 8;
            if (natural || (!has(r->player_draws, player) && !has(r->banker_draws, banker)))
                add(s, player, banker, 0, 0, times, counts);
        }
    }
}

/* `s` are the starts without the one third card, of rank `card`. */
static void five_cards(const starts *s, const rules *r, int card, int64_t times, uint64_t *counts)
{
    for (int player = 0; player < 8; player++) {
        for (int banker = 0; banker < 8; banker++) {
            bool draws = has(r->player_draws, player);
            if (draws && !has(r->banker_after[felt_rank_value(card)], banker))
                add(s, player, banker, card, 0, times, counts);
            else if (!draws && has(r->banker_draws, banker))
                add(s, player, banker, 0, card, times, counts);
        }
    }
}

/* `s` are the starts without both third cards. */
static void six_cards(const starts *s, const rules *r, int third, int sixth, int64_t times, uint64_t *counts)
{
    for (int player = 0; player < 8; player++) {
        for (int banker = 0; has(r->player_draws, player) && banker < 8; banker++) {
            if (has(r->banker_after[felt_rank_value(third)], banker))
                add(s, player, banker, third, sixth, times, counts);
        }
    }
}

/* Takes each card and each two cards out of the pack in turn. */
static void third_cards(pack *p, const rules *r, starts *s, uint64_t *counts)
{
    int64_t unused = p->cards - 5; /* choices of a sixth card that nobody draws */
    for (int x = 1; x <= FELT_RANK_COUNT; x++) {
        int64_t ways = p->rank[x - 1];
        if (ways == 0)
            continue;
        pack_add(p, x, -1);
        count_starts(p, 8, s);
        five_cards(s, r, x, ways * unused, counts);
        for (int y = 1; y <= x; y++) {
            int64_t both = ways * p->rank[y - 1];
            if (both == 0)
                continue;
            pack_add(p, y, -1);
            count_starts(p, 8, s);
            six_cards(s, r, x, y, both, counts);
            if (x != y)
                six_cards(s, r, y, x, both, counts);
            pack_add(p, y, 1);
        }
        pack_add(p, x, 1);
    }
}

/* From "at least" to exactly. Differences of what was added are never negative, so unsigned numbers will do. */
static void settle_kinds(uint64_t *counts)
{
    for (int i = 0; i < FELT_OUTCOME_COUNT; i += FELT_PAIRS_COUNT) {
        uint64_t *cell = counts + i;
        cell[ALL] += cell[BOTH] - cell[PLAYER] - cell[BANKER];
        cell[PLAYER] -= cell[BOTH];
        cell[BANKER] -= cell[BOTH];
        cell[BOTH] -= cell[SAME];
    }
}

felt_status felt_shoe_outcomes(const felt_shoe *shoe, uint64_t ret_counts[FELT_OUTCOME_COUNT])
{
    felt_status status = felt_shoe_check(shoe, NULL, 0);
    if (status != FELT_OK)
        return status;
    pack p = {.cards = 0};
    for (int rank = 1; rank <= FELT_RANK_COUNT; rank++)
        pack_add(&p, rank, shoe->cards[rank - 1]);
    rules r = ask_rules();
    starts s;
    memset(&s, 0, sizeof s);
    memset(ret_counts, 0, FELT_OUTCOME_COUNT * sizeof *ret_counts);
    four_cards(&p, &r, &s, ret_counts);
    third_cards(&p, &r, &s, ret_counts);
    settle_kinds(ret_counts);
    return FELT_OK;
}
