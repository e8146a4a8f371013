/* src/game/shoe.c - a shoe of any composition: what it may hold, cards taken out, and what is left of a shoe in play. */
#include <assert.h>
#include <felt/shoe.h>

felt_shoe felt_shoe_fresh(int decks)
{
    assert(decks >= 1 && decks <= FELT_DECKS_MAX);
    felt_shoe shoe;
    for (int i = 0; i < FELT_RANK_COUNT; i++)
        shoe.cards[i] = 4 * decks;
    return shoe;
}

felt_status felt_shoe_check(const felt_shoe *shoe, felt_error *error)
{
    static const char *const ranks[FELT_RANK_COUNT] = {"aces",   "twos",  "threes", "fours", "fives",  "sixes", "sevens",
                                                       "eights", "nines", "tens",   "jacks", "queens", "kings"};
    int total = 0;
    for (int i = 0; i < FELT_RANK_COUNT; i++) {
        int cards = shoe->cards[i];
        if (cards < 0 || cards > FELT_SHOE_RANK_MAX)
            return felt_error_set(error, cards < 0 ? FELT_EDATA : FELT_ELIMIT, -1, "found %d %s in the shoe, expected 0 to %d", cards,
                                  ranks[i], (int)FELT_SHOE_RANK_MAX);
        total += cards;
    }
    if (total < FELT_SHOE_CARDS_MIN)
        return felt_error_set(error, FELT_EDATA, -1, "found %d card%s in the shoe, expected at least %d", total, total == 1 ? "" : "s",
                              (int)FELT_SHOE_CARDS_MIN);
    return FELT_OK;
}

int felt_shoe_size(const felt_shoe *shoe)
{
    int size = 0;
    for (int i = 0; i < FELT_RANK_COUNT; i++)
        size += shoe->cards[i];
    return size;
}

felt_status felt_shoe_take(felt_shoe *shoe, felt_card card, felt_error *error)
{
    if (card.rank < 1 || card.rank > FELT_RANK_COUNT || card.suit >= FELT_SUIT_COUNT)
        return felt_error_set(error, FELT_EDATA, -1, "found rank %d and suit %d, expected a card", card.rank, card.suit);
    if (shoe->cards[card.rank - 1] <= 0) {
        char name[4];
        felt_card_write(card, name);
        return felt_error_set(error, FELT_EDATA, -1, "there is no card of the rank of %s left in the shoe", name);
    }
    shoe->cards[card.rank - 1]--;
    return FELT_OK;
}

felt_status felt_shoe_take_round(felt_shoe *shoe, const felt_round *round, felt_error *error)
{
    felt_shoe left = *shoe;
    felt_status status = FELT_OK;
    if (round->player_cards < 0 || round->player_cards > FELT_HAND_CARDS_MAX || round->banker_cards < 0 ||
        round->banker_cards > FELT_HAND_CARDS_MAX)
        return felt_error_set(error, FELT_EDATA, -1, "found hands of %d and %d cards, expected at most %d", round->player_cards,
                              round->banker_cards, (int)FELT_HAND_CARDS_MAX);
    for (int i = 0; i < round->player_cards && status == FELT_OK; i++)
        status = felt_shoe_take(&left, round->player[i], error);
    for (int i = 0; i < round->banker_cards && status == FELT_OK; i++)
        status = felt_shoe_take(&left, round->banker[i], error);
    if (status == FELT_OK)
        *shoe = left;
    return status;
}

/* ---- from a shoe in play ---- */

static felt_shoe count_from(const felt_dealing *dealing, int first)
{
    felt_shoe shoe = {{0}};
    assert(dealing->next >= 0 && dealing->next <= dealing->count && dealing->count <= FELT_DEALING_CARDS_MAX);
    for (int i = first; i < dealing->count; i++)
        shoe.cards[dealing->cards[i].rank - 1]++;
    return shoe;
}

felt_shoe felt_shoe_of_dealing(const felt_dealing *dealing)
{
    return count_from(dealing, dealing->next);
}

felt_shoe felt_shoe_unseen(const felt_dealing *dealing)
{
    felt_shoe shoe = count_from(dealing, dealing->next);
    for (int i = dealing->shown; i < dealing->burned; i++)
        shoe.cards[dealing->cards[i].rank - 1]++;
    return shoe;
}
