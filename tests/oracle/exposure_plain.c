/* oracle/exposure_plain.c - a shoe dealt card by card and watched; see exposure_plain.h. */
#include "oracle/exposure_plain.h"
#include "oracle/baccarat_thirds.h"

#include <felt/random.h>

/* A shoe in play: what is in it, what has been seen of it, and how far it is. */
typedef struct watched {
    const felt_exposure_setup *setup;
    uint64_t shoe;
    int32_t left[FELT_RANK_COUNT], unseen[FELT_RANK_COUNT];
    int cards, unseen_cards;
} watched;

/* The sixteen bits of a row, from the words of the shoe's own stream. */
static uint32_t bits_of(const watched *w, int row)
{
    uint64_t words[FELT_RANDOM_BLOCK_WORDS];
    felt_random_blocks(w->setup->seed, w->shoe, (uint64_t)(row / 64), 1, words);
    return (uint32_t)(words[row % 64 / 4] >> 16 * (row % 4)) & 0xffff;
}

/* Takes a card; `seen` says whether it is shown. Returns its rank, from 0. */
static int take_card(watched *w, int row, bool seen)
{
    uint32_t product = bits_of(w, row) * (uint32_t)w->cards, number = product >> 16;
    if ((product & 0xffff) < 65536u % (uint32_t)w->cards) {
        for (uint64_t attempt = 0;; attempt++) {
            felt_random_pair more =
                felt_random_threefry((felt_random_pair){w->setup->seed, 1}, (felt_random_pair){attempt << 32 | (uint64_t)row, w->shoe});
            __extension__ unsigned __int128 wide = (unsigned __int128)more.first * (uint32_t)w->cards;
            number = (uint32_t)(wide >> 64);
            if ((uint64_t)wide >= (0 - (uint64_t)w->cards) % (uint64_t)w->cards)
                break;
        }
    }
    int rank = 0;
    for (; number >= (uint32_t)w->left[rank]; rank++)
        number -= (uint32_t)w->left[rank];
    w->left[rank]--;
    w->cards--;
    if (seen) {
        w->unseen[rank]--;
        w->unseen_cards--;
    }
    return rank;
}

static int worth(int rank)
{
    return rank < 9 ? rank + 1 : 0;
}

/* By the table of play, in words of its own. */
static void deal_round(watched *w, int row)
{
    int cards[4];
    for (int i = 0; i < 4; i++)
        cards[i] = take_card(w, row + i, true);
    int player = (worth(cards[0]) + worth(cards[2])) % 10, banker = (worth(cards[1]) + worth(cards[3])) % 10;
    if (player >= 8 || banker >= 8)
        return;
    if (player >= 6) {
        if (banker <= 5)
            take_card(w, row + 5, true);
        return;
    }
    int third = worth(take_card(w, row + 4, true));
    bool draws = banker <= 2 || (banker == 3 && third != 8) || (banker == 4 && third >= 2 && third <= 7) ||
                 (banker == 5 && third >= 4 && third <= 7) || (banker == 6 && (third == 6 || third == 7));
    if (draws)
        take_card(w, row + 5, true);
}

static double value_of(const watched *w, const felt_variant *variant)
{
    uint64_t counts[FELT_OUTCOME_COUNT];
    double deals = 1, sum = 0;
    baccarat_thirds(w->unseen, counts);
    for (int i = 0; i < 6; i++)
        deals *= w->unseen_cards - i;
    for (int i = 0; i < FELT_OUTCOME_COUNT; i++) {
        int64_t num, den;
        if (counts[i] == 0)
            continue;
        felt_pay_worth(&variant->pays[felt_machine_row(variant->machine, 0, i)].pay, &num, &den);
        sum += (double)counts[i] * (double)num / (double)den;
    }
    return sum / deals;
}

static bool counter_bets(const watched *w, const felt_exposure_system *s)
{
    int64_t running = s->start;
    for (int r = 0; r < FELT_RANK_COUNT; r++)
        running += s->tags[r] * (4 * w->setup->decks - w->unseen[r]);
    int cards = w->setup->divisor == FELT_TRUE_UNSEEN ? w->unseen_cards : w->cards;
    return running * 52 * s->trigger_den >= s->trigger_num * cards;
}

static void burn(watched *w)
{
    if (w->setup->rules.burn == FELT_BURN_ONE)
        take_card(w, 0, false);
    if (w->setup->rules.burn != FELT_BURN_VALUE)
        return;
    int shown = take_card(w, 0, true) + 1;
    for (int i = 1; i <= (shown < 10 ? shown : 10); i++)
        take_card(w, i, false);
}

void exposure_plain_shoe(const felt_exposure_setup *setup, int bet, int system, int behind, uint64_t shoe, exposure_plain *ret)
{
    watched w = {.setup = setup, .shoe = shoe, .cards = 52 * setup->decks, .unseen_cards = 52 * setup->decks};
    for (int r = 0; r < FELT_RANK_COUNT; r++)
        w.left[r] = w.unseen[r] = 4 * setup->decks;
    burn(&w);
    int rounds_left = -1; /* the cut card is not out */
    for (int round = 0; rounds_left != 0; round++) {
        double value = value_of(&w, setup->bets[bet].variant);
        bool counted = counter_bets(&w, &setup->systems[system]);
        ret->rounds++;
        ret->bets += value > 0;
        ret->won += value > 0 ? value : 0;
        ret->system_bets += counted;
        ret->system_won += counted ? value : 0;
        int before = w.cards;
        deal_round(&w, 12 + 6 * round);
        if (rounds_left > 0)
            rounds_left--;
        else if (before >= behind && w.cards < behind) {
            bool as_first = before == behind;
            rounds_left = setup->rules.cut == FELT_CUT_LAST_ROUND ? 0 : setup->rules.cut == FELT_CUT_ONE_MORE && as_first ? 0 : 1;
        }
    }
}
