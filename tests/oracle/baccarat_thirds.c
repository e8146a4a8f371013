/* oracle/baccarat_thirds.c - third cards first, then closed formulas for the first four cards; see baccarat_thirds.h. */
#include "oracle/baccarat_thirds.h"

#include <stdbool.h>
#include <string.h>

enum { VALUES = 10 };

/* The kinds of pairs with "at least": every deal, the player has a pair, the banker has one, both have, both have the same. They index
 * counts like felt_pairs until `settle_kinds` makes them exclusive. */
enum { ALL = 0, PLAYER, BANKER, BOTH, SAME, KINDS };

typedef struct pack {
    int64_t rank[FELT_RANK_COUNT];
    int64_t value[VALUES];
    int64_t cards;
} pack;

/* By player's total, banker's total (two cards each) and kind. Entries that no pair can have are never written and stay zero. */
typedef struct starts {
    int64_t ways[VALUES][VALUES][KINDS];
} starts;

static int value_of(int rank)
{
    return rank < 10 ? rank : 0;
}

/* Table 1: the totals on which the banker draws after a third card of this value, bit t for total t. */
static unsigned banker_after(int third)
{
    unsigned draws = 0x07; /* 0, 1, 2 */
    if (third != 8)
        draws |= 1u << 3;
    if (third >= 2 && third <= 7)
        draws |= 1u << 4;
    if (third >= 4 && third <= 7)
        draws |= 1u << 5;
    if (third == 6 || third == 7)
        draws |= 1u << 6;
    return draws;
}

enum { PLAYER_DRAWS = 0x3F, BANKER_DRAWS = 0x3F }; /* 0 to 5; of the banker, when the player stood */

static void pack_add(pack *p, int rank, int cards)
{
    p->rank[rank - 1] += cards;
    p->value[value_of(rank)] += cards;
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
            int64_t ways =
                sums[own] * (t->hands[other] + (own == other ? 2 : 0)) - 4 * (low.pair * t->join[other][v] + high.pair * t->join[other][w]);
            ret->ways[own][other][PLAYER] = ret->ways[other][own][BANKER] = ways;
        }
        for (int other = 0; other < own; other += 2)
            ret->ways[own][other][BOTH] = ret->ways[other][own][BOTH] = sums[own] * sums[other];
        ret->ways[own][own][BOTH] = low.both + high.both + 2 * low.pair * high.pair;
        ret->ways[own][own][SAME] = low.same + high.same;
    }
}

/* The starts from `p` with both totals below `totals`; those of ALL and those of the other kinds only where they are wanted. */
static void count_starts(const pack *p, int totals, bool all, bool pairs, starts *ret)
{
    two_cards t;
    count_hands(p, totals, &t);
    if (all)
        count_all(p, &t, totals, ret);
    if (pairs)
        count_pairs(p, &t, totals, ret);
}

/* ---- where the starts end ---- */

static bool has(unsigned totals, int total)
{
    return (totals >> total & 1) != 0;
}

/* How often each start occurs: the ways to take the third cards. To ALL, ten-value cards are all alike. */
typedef struct times {
    int64_t all;
    int64_t pairs;
} times;

/* Adds every start from (player, banker) to the outcome that it ends in. Ranks of third cards are 0 where none was drawn. */
static void add(const starts *s, int player, int banker, int third, int sixth, times n, uint64_t *counts)
{
    int player_total = player + value_of(third), banker_total = banker + value_of(sixth);
    int cell_index = player_total % VALUES * 10 + banker_total % VALUES;
    cell_index = (cell_index * 2 + (third != 0)) * 2 + (sixth != 0);
    uint64_t *cell = counts + cell_index * KINDS;
    const int64_t *ways = s->ways[player][banker];
    if (n.all != 0)
        cell[ALL] += (uint64_t)(n.all * ways[ALL]);
    if (n.pairs == 0 || (player % 2 != 0 && banker % 2 != 0))
        return;
    cell[PLAYER] += (uint64_t)(n.pairs * ways[PLAYER]);
    cell[BANKER] += (uint64_t)(n.pairs * ways[BANKER]);
    cell[BOTH] += (uint64_t)(n.pairs * ways[BOTH]);
    cell[SAME] += (uint64_t)(n.pairs * ways[SAME]);
}

static void four_cards(const pack *p, starts *s, uint64_t *counts)
{
    int64_t rest = (p->cards - 4) * (p->cards - 5);
    count_starts(p, VALUES, true, true, s);
    for (int player = 0; player < VALUES; player++) {
        for (int banker = 0; banker < VALUES; banker++) {
            bool natural = player >= 8 || banker >= 8;
            if (natural || (!has(PLAYER_DRAWS, player) && !has(BANKER_DRAWS, banker)))
                add(s, player, banker, 0, 0, (times){rest, rest}, counts);
        }
    }
}

/* `s` are the starts without the one third card, of rank `card`. */
static void five_cards(const starts *s, int card, times n, uint64_t *counts)
{
    for (int player = 0; player < 8; player++) {
        for (int banker = 0; banker < 8; banker++) {
            bool draws = has(PLAYER_DRAWS, player);
            if (draws && !has(banker_after(value_of(card)), banker))
                add(s, player, banker, card, 0, n, counts);
            else if (!draws && has(BANKER_DRAWS, banker))
                add(s, player, banker, 0, card, n, counts);
        }
    }
}

/* `s` are the starts without both third cards. */
static void six_cards(const starts *s, int third, int sixth, times n, uint64_t *counts)
{
    for (int player = 0; player < 8; player++) {
        for (int banker = 0; has(PLAYER_DRAWS, player) && banker < 8; banker++) {
            if (has(banker_after(value_of(third)), banker))
                add(s, player, banker, third, sixth, n, counts);
        }
    }
}

/* The ways to take a card of `rank`. Tens stand for all ten-value cards where ranks do not matter. */
static times ways_to_take(const pack *p, int rank)
{
    return (times){rank <= 10 ? p->value[value_of(rank)] : 0, p->rank[rank - 1]};
}

/* Takes each card and each two cards out of the pack in turn. Where there is no such card, one too many is taken, 0 times. */
static void third_cards(pack *p, starts *s, uint64_t *counts)
{
    int64_t unused = p->cards - 5; /* choices of a sixth card that nobody draws */
    for (int x = 1; x <= FELT_RANK_COUNT; x++) {
        times one = ways_to_take(p, x);
        if (one.all == 0 && one.pairs == 0)
            continue;
        pack_add(p, x, -1);
        count_starts(p, 8, one.all != 0, one.pairs != 0, s);
        five_cards(s, x, (times){one.all * unused, one.pairs * unused}, counts);
        for (int y = 1; y <= x; y++) {
            times next = ways_to_take(p, y), both = {one.all * next.all, one.pairs * next.pairs};
            if (both.all == 0 && both.pairs == 0)
                continue;
            pack_add(p, y, -1);
            count_starts(p, 8, both.all != 0, both.pairs != 0, s);
            six_cards(s, x, y, both, counts);
            if (x != y)
                six_cards(s, y, x, both, counts);
            pack_add(p, y, 1);
        }
        pack_add(p, x, 1);
    }
}

/* From "at least" to exactly. Differences of what was added are never negative, so unsigned numbers will do. */
static void settle_kinds(uint64_t *counts)
{
    for (int i = 0; i < FELT_OUTCOME_COUNT; i += KINDS) {
        uint64_t *cell = counts + i;
        cell[ALL] += cell[BOTH] - cell[PLAYER] - cell[BANKER];
        cell[PLAYER] -= cell[BOTH];
        cell[BANKER] -= cell[BOTH];
        cell[BOTH] -= cell[SAME];
    }
}

void baccarat_thirds(const int32_t cards[FELT_RANK_COUNT], uint64_t counts[FELT_OUTCOME_COUNT])
{
    pack p = {.cards = 0};
    starts s;
    for (int rank = 1; rank <= FELT_RANK_COUNT; rank++)
        pack_add(&p, rank, cards[rank - 1]);
    memset(&s, 0, sizeof s);
    memset(counts, 0, FELT_OUTCOME_COUNT * sizeof *counts);
    four_cards(&p, &s, counts);
    third_cards(&p, &s, counts);
    settle_kinds(counts);
}
