/* src/count/known_card.c - what it is worth to see one card of the coming round.
 *
 * Every deal of six cards is gone through once, by rank, and counted under the card in each position: how the round ends when that
 * card is known. One pass over a shoe serves all wagers. The two cards of a hand are alike, and so are positions 1 and 3, and 2 and 4. */
#include "group.h"
#include "worth.h"
#include <felt/leak.h>

#include <stdlib.h>

enum { PLAYERS, BANKERS, FIFTH, SIXTH, PLACES };

/* counts[place][rank - 1][outcome]: deals with a card of the rank there. */
typedef struct deals {
    felt_shoe left; /* while it is dealt from */
    uint64_t counts[PLACES][FELT_RANK_COUNT][FELT_OUTCOME_COUNT];
} deals;

/* The first four cards: their ranks less 1, totals, and what is told of pairs. */
typedef struct start {
    int player, banker; /* a rank of each hand; the other card of it is as likely to be first */
    int player_total, banker_total;
    felt_pairs pairs;
} start;

static int total_with(int total, int rank)
{
    return (total + felt_rank_value(rank + 1)) % 10;
}

static int outcome_of(const start *s, int player_third, int banker_third)
{
    felt_hands hands = {.player_total = player_third < 0 ? s->player_total : total_with(s->player_total, player_third),
                        .banker_total = banker_third < 0 ? s->banker_total : total_with(s->banker_total, banker_third),
                        .player_cards = 2 + (player_third >= 0),
                        .banker_cards = 2 + (banker_third >= 0),
                        .pairs = s->pairs};
    return felt_outcome_index(hands);
}

static void count_deal(deals *d, const start *s, int fifth, int sixth, int outcome, uint64_t ways)
{
    d->counts[PLAYERS][s->player][outcome] += ways;
    d->counts[BANKERS][s->banker][outcome] += ways;
    d->counts[FIFTH][fifth][outcome] += ways;
    d->counts[SIXTH][sixth][outcome] += ways;
}

/* All cards that may lie behind the first four. */
static void deal_thirds(deals *d, const start *s, uint64_t ways)
{
    bool player_draws = felt_player_draws(s->player_total, s->banker_total);
    for (int fifth = 0; fifth < FELT_RANK_COUNT; fifth++) {
        uint64_t with_fifth = ways * (uint64_t)d->left.cards[fifth];
        if (with_fifth == 0)
            continue;
        bool banker_draws = felt_banker_draws(s->player_total, s->banker_total, player_draws ? felt_rank_value(fifth + 1) : -1);
        d->left.cards[fifth]--;
        for (int sixth = 0; sixth < FELT_RANK_COUNT; sixth++) {
            int banker_third = !banker_draws ? -1 : player_draws ? sixth : fifth;
            count_deal(d, s, fifth, sixth, outcome_of(s, player_draws ? fifth : -1, banker_third),
                       with_fifth * (uint64_t)d->left.cards[sixth]);
        }
        d->left.cards[fifth]++;
    }
}

static felt_pairs pairs_of(const int ranks[4])
{
    bool player = ranks[0] == ranks[1], banker = ranks[2] == ranks[3];
    if (player && banker)
        return ranks[0] == ranks[2] ? FELT_PAIRS_SAME : FELT_PAIRS_BOTH;
    return player ? FELT_PAIRS_PLAYER : banker ? FELT_PAIRS_BANKER : FELT_PAIRS_NONE;
}

/* The first four cards, two for the player and two for the banker, from card `at` on. */
static void deal_from(deals *d, int ranks[4], int at, uint64_t ways)
{
    if (at == 4) {
        start s = {.player = ranks[0],
                   .banker = ranks[2],
                   .player_total = total_with(felt_rank_value(ranks[0] + 1), ranks[1]),
                   .banker_total = total_with(felt_rank_value(ranks[2] + 1), ranks[3]),
                   .pairs = pairs_of(ranks)};
        deal_thirds(d, &s, ways);
        return;
    }
    for (int rank = 0; rank < FELT_RANK_COUNT; rank++) {
        if (d->left.cards[rank] == 0)
            continue;
        ranks[at] = rank;
        uint64_t with = ways * (uint64_t)d->left.cards[rank]--;
        deal_from(d, ranks, at + 1, with);
        d->left.cards[rank]++;
    }
}

/* ---- figures ---- */

static int place_of(int position)
{
    static const int places[FELT_KNOWN_POSITIONS] = {PLAYERS, BANKERS, PLAYERS, BANKERS, FIFTH, SIXTH};
    return places[position];
}

static void set_values(felt_known_card *k, const deals *d)
{
    const felt_shoe *shoe = &k->removal->shoe;
    uint64_t all = felt_shoe_deals(shoe), cards = (uint64_t)felt_shoe_size(shoe);
    worth w;
    worth_init(&w, k->removal->odds);
    for (int position = 0; position < FELT_KNOWN_POSITIONS; position++)
        for (int rank = 0; rank < FELT_RANK_COUNT; rank++)
            if (shoe->cards[rank] > 0) /* any position has the card with the same probability */
                worth_value(&w, d->counts[place_of(position)][rank], all / cards * (uint64_t)shoe->cards[rank], k->value[position][rank]);
    worth_clear(&w);
}

/* A bet that is made when a card of the rank is seen, if it is worth anything. */
static void add_bet(felt_leak *leak, const felt_shoe *shoe, int rank, const mpq_t value)
{
    if (shoe->cards[rank] == 0 || mpq_sgn(value) <= 0)
        return;
    mpq_t chance;
    mpq_init(chance);
    felt_ratio_set(chance, shoe->cards[rank], felt_shoe_size(shoe));
    mpq_add(leak->frequency, leak->frequency, chance);
    mpq_mul(chance, chance, value);
    mpq_add(leak->gain, leak->gain, chance);
    mpq_clear(chance);
}

static void set_leaks(felt_known_card *const *together, const group *g)
{
    const felt_shoe *shoe = &together[0]->removal->shoe;
    for (int position = 0; position < FELT_KNOWN_POSITIONS; position++)
        for (int rank = 0; rank < FELT_RANK_COUNT; rank++) {
            mpq_srcptr most = together[0]->value[position][rank];
            for (int i = 0; i < g->count; i++) {
                mpq_srcptr value = together[i]->value[position][rank];
                add_bet(&together[i]->alone[position], shoe, rank, value);
                if (mpq_cmp(value, most) > 0)
                    most = value;
            }
            for (int i = 0; i < g->count && g->is_table; i++)
                add_bet(&together[i]->best[position], shoe, rank, most);
        }
}

static felt_status compute(felt_known_cards *made, const group *g)
{
    deals *d = calloc(1, sizeof *d);
    felt_known_card **together = calloc((size_t)g->count, sizeof(felt_known_card *));
    felt_status status = d != NULL && together != NULL ? FELT_OK : FELT_ENOMEM;
    if (status == FELT_OK) {
        d->left = made->list[g->members[0]].removal->shoe;
        deal_from(d, (int[4]){0}, 0, 1);
        for (int i = 0; i < g->count; i++) {
            together[i] = &made->list[g->members[i]];
            together[i]->has_best = g->is_table;
            set_values(together[i], d);
        }
        set_leaks(together, g);
    }
    free(together);
    free(d);
    return status;
}

/* ---- the list ---- */

static void init(felt_known_card *k, const felt_removal *removal)
{
    *k = (felt_known_card){.removal = removal};
    for (int position = 0; position < FELT_KNOWN_POSITIONS; position++) {
        for (int rank = 0; rank < FELT_RANK_COUNT; rank++)
            mpq_init(k->value[position][rank]);
        leak_init(&k->alone[position]);
        leak_init(&k->best[position]);
    }
}

void felt_known_cards_free(felt_known_cards *known)
{
    for (int i = 0; i < known->count; i++)
        for (int position = 0; position < FELT_KNOWN_POSITIONS; position++) {
            for (int rank = 0; rank < FELT_RANK_COUNT; rank++)
                mpq_clear(known->list[i].value[position][rank]);
            leak_clear(&known->list[i].alone[position]);
            leak_clear(&known->list[i].best[position]);
        }
    free(known->list);
    *known = (felt_known_cards){0};
}

felt_status felt_known_cards_make(const felt_removals *removals, felt_known_cards *ret)
{
    felt_known_cards made = {.list = calloc((size_t)removals->count + 1, sizeof *made.list)};
    group g;
    felt_status status = made.list != NULL ? group_open(&g, removals) : FELT_ENOMEM;
    if (made.list == NULL)
        return status;
    for (; made.count < removals->count; made.count++)
        init(&made.list[made.count], &removals->list[made.count]);
    while (status == FELT_OK && group_next(&g))
        status = compute(&made, &g);
    group_close(&g);
    if (status == FELT_OK)
        *ret = made;
    else
        felt_known_cards_free(&made);
    return status;
}
