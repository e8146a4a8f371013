/* src/game/outcome.c - every final outcome of baccarat that can really be dealt, with a round that ends in it.
 *
 * Goes through the deals by rank. What can follow the first four cards depends only on the two totals and on the pairs, as long as no
 * rank is nearly used up, so each such start is followed once. */
#include <assert.h>
#include <felt/baccarat.h>
#include <string.h>

/* A deal in progress: how many cards of each rank are left, and the round so far. */
typedef struct deal {
    int left[FELT_RANK_COUNT + 1];
    felt_round round;
    felt_hands four; /* what the first four cards are */
    felt_outcome_examples *examples;
    bool followed[10][10][FELT_PAIRS_COUNT]; /* starts that were followed with two cards or more left of every rank */
} deal;

/* Gives the cards of one rank one suit after the other. */
static void give_suits(felt_round *round)
{
    int seen[FELT_RANK_COUNT + 1] = {0};
    for (int i = 0; i < round->player_cards; i++)
        round->player[i].suit = (uint8_t)(seen[round->player[i].rank]++ % 4);
    for (int i = 0; i < round->banker_cards; i++)
        round->banker[i].suit = (uint8_t)(seen[round->banker[i].rank]++ % 4);
}

/* The hands of the round, from those of its first four cards. */
static felt_hands final_hands(const deal *d)
{
    felt_hands hands = d->four;
    hands.player_cards = d->round.player_cards;
    hands.banker_cards = d->round.banker_cards;
    if (hands.player_cards == 3)
        hands.player_total = (hands.player_total + felt_rank_value(d->round.player[2].rank)) % 10;
    if (hands.banker_cards == 3)
        hands.banker_total = (hands.banker_total + felt_rank_value(d->round.banker[2].rank)) % 10;
    return hands;
}

static void finish(deal *d)
{
    int index = felt_outcome_index(final_hands(d));
    felt_round *example = &d->examples->round[index];
    if (example->player_cards == 0) {
        *example = d->round;
        give_suits(example);
    }
}

/* Calls `then` once for each rank that is left, with it dealt to `card`. */
static void deal_card(deal *d, felt_card *card, int from, void (*then)(deal *))
{
    for (int rank = from; rank <= FELT_RANK_COUNT; rank++) {
        if (d->left[rank] == 0)
            continue;
        d->left[rank]--;
        card->rank = (uint8_t)rank;
        then(d);
        d->left[rank]++;
    }
}

static void banker_third(deal *d)
{
    int third = d->round.player_cards == 3 ? felt_rank_value(d->round.player[2].rank) : -1;
    if (!felt_banker_draws(d->four.player_total, d->four.banker_total, third)) {
        finish(d);
        return;
    }
    d->round.banker_cards = 3;
    deal_card(d, &d->round.banker[2], 1, finish);
    d->round.banker_cards = 2;
}

static void player_third(deal *d)
{
    if (!felt_player_draws(d->four.player_total, d->four.banker_total)) {
        banker_third(d);
        return;
    }
    d->round.player_cards = 3;
    deal_card(d, &d->round.player[2], 1, banker_third);
    d->round.player_cards = 2;
}

static bool all_ranks_left(const deal *d)
{
    for (int rank = 1; rank <= FELT_RANK_COUNT; rank++)
        if (d->left[rank] < 2)
            return false;
    return true;
}

static void four_dealt(deal *d)
{
    d->four = felt_round_hands(&d->round);
    bool *followed = &d->followed[d->four.player_total][d->four.banker_total][d->four.pairs];
    if (*followed)
        return;
    *followed = all_ranks_left(d);
    player_third(d);
}

static void banker_second(deal *d)
{
    deal_card(d, &d->round.banker[1], d->round.banker[0].rank, four_dealt);
}

static void banker_first(deal *d)
{
    deal_card(d, &d->round.banker[0], 1, banker_second);
}

static void player_second(deal *d)
{
    deal_card(d, &d->round.player[1], d->round.player[0].rank, banker_first);
}

void felt_outcome_enumerate(int decks, felt_outcome_examples *ret)
{
    assert(decks >= 1 && decks <= FELT_DECKS_MAX);
    memset(ret, 0, sizeof *ret);
    deal d = {.examples = ret, .round = {.player_cards = 2, .banker_cards = 2}};
    for (int rank = 1; rank <= FELT_RANK_COUNT; rank++)
        d.left[rank] = 4 * decks;
    deal_card(&d, &d.round.player[0], 1, player_second);
}
