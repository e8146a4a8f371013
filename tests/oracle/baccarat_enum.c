/* oracle/baccarat_enum.c - six nested loops over the ranks of six cards; see baccarat_enum.h. */
#include "oracle/baccarat_enum.h"

#include <string.h>

enum { NONE = -1 };

/* Table 1, the columns of the player's third card 0 to 9: does a banker total of 0 to 7 draw? */
static const char banker_table[8][11] = {
    "DDDDDDDDDD", /* 0 */
    "DDDDDDDDDD", /* 1 */
    "DDDDDDDDDD", /* 2 */
    "DDDDDDDDSD", /* 3: all but an eight */
    "SSDDDDDDSS", /* 4: two to seven */
    "SSSSDDDDSS", /* 5: four to seven */
    "SSSSSSDDSS", /* 6: six or seven */
    "SSSSSSSSSS", /* 7 */
};

typedef struct deal {
    int32_t left[FELT_RANK_COUNT]; /* what the shoe still holds */
    uint64_t cards_left;
    int p1, p2, b1, b2; /* ranks less one */
    uint64_t ways;      /* orders of the cards dealt so far */
    uint64_t *counts;
} deal;

static int value_of(int rank_less_one)
{
    return rank_less_one >= 9 ? 0 : rank_less_one + 1;
}

static int kind_of(const deal *d)
{
    int player_pair = d->p1 == d->p2, banker_pair = d->b1 == d->b2;
    if (player_pair && banker_pair)
        return d->p1 == d->b1 ? 4 : 3;
    return player_pair ? 1 : banker_pair ? 2 : 0;
}

static uint64_t take(deal *d, int rank)
{
    uint64_t ways = (uint64_t)d->left[rank];
    d->left[rank]--;
    d->cards_left--;
    return ways;
}

static void put_back(deal *d, int rank)
{
    d->left[rank]++;
    d->cards_left++;
}

/* The round is over, and `ways` deals of six cards end so. */
static void finish(const deal *d, int third, int sixth, uint64_t ways)
{
    int player = value_of(d->p1) + value_of(d->p2) + (third == NONE ? 0 : value_of(third));
    int banker = value_of(d->b1) + value_of(d->b2) + (sixth == NONE ? 0 : value_of(sixth));
    int index = player % 10;
    index = index * 10 + banker % 10;
    index = index * 2 + (third != NONE);
    index = index * 2 + (sixth != NONE);
    index = index * 5 + kind_of(d);
    d->counts[index] += ways;
}

/* The banker's turn after the player's: `third` is the player's third card, `ways` the orders so far. */
static void banker_turn(deal *d, int third, int draws, uint64_t ways)
{
    if (!draws) {
        finish(d, third, NONE, third == NONE ? ways * d->cards_left * (d->cards_left - 1) : ways * d->cards_left);
        return;
    }
    for (int rank = 0; rank < FELT_RANK_COUNT; rank++) {
        uint64_t left = (uint64_t)d->left[rank];
        if (left > 0)
            finish(d, third, rank, third == NONE ? ways * left * (d->cards_left - 1) : ways * left);
    }
}

static void play(deal *d)
{
    int player = (value_of(d->p1) + value_of(d->p2)) % 10;
    int banker = (value_of(d->b1) + value_of(d->b2)) % 10;
    if (player >= 8 || banker >= 8) {
        banker_turn(d, NONE, 0, d->ways); /* a natural */
    } else if (player >= 6) {
        banker_turn(d, NONE, banker <= 5, d->ways);
    } else {
        for (int third = 0; third < FELT_RANK_COUNT; third++) {
            if (d->left[third] == 0)
                continue;
            uint64_t ways = d->ways * take(d, third);
            banker_turn(d, third, banker_table[banker][value_of(third)] == 'D', ways);
            put_back(d, third);
        }
    }
}

/* Gives the cards of the first two hands, one after the other. */
static void deal_next(deal *d, int dealt)
{
    if (dealt == 4) {
        play(d);
        return;
    }
    int *const card[4] = {&d->p1, &d->p2, &d->b1, &d->b2};
    for (int rank = 0; rank < FELT_RANK_COUNT; rank++) {
        if (d->left[rank] == 0)
            continue;
        uint64_t before = d->ways;
        *card[dealt] = rank;
        d->ways = before * take(d, rank);
        deal_next(d, dealt + 1);
        put_back(d, rank);
        d->ways = before;
    }
}

void baccarat_enumerate(const int32_t cards[FELT_RANK_COUNT], uint64_t counts[FELT_OUTCOME_COUNT])
{
    deal d = {.ways = 1, .counts = counts};
    memcpy(d.left, cards, sizeof d.left);
    for (int rank = 0; rank < FELT_RANK_COUNT; rank++)
        d.cards_left += (uint64_t)cards[rank];
    memset(counts, 0, FELT_OUTCOME_COUNT * sizeof *counts);
    deal_next(&d, 0);
}
