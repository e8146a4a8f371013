/* src/game/baccarat.c - the procedure of baccarat: cards, the drawing rules, and whether a round was dealt by them. */
#include "draws.h"

#include <assert.h>
#include <felt/baccarat.h>
#include <stdio.h>

bool felt_player_draws(int player, int banker)
{
    return draws_player(player, banker);
}

bool felt_banker_draws(int player, int banker, int third)
{
    return draws_banker(player, banker, third);
}

static int total_of(const felt_card *cards, int count)
{
    int total = 0;
    for (int i = 0; i < count; i++)
        total += felt_rank_value(cards[i].rank);
    return total % 10;
}

static felt_pairs pairs_of(const felt_round *round)
{
    bool player = round->player[0].rank == round->player[1].rank;
    bool banker = round->banker[0].rank == round->banker[1].rank;
    if (player && banker)
        return round->player[0].rank == round->banker[0].rank ? FELT_PAIRS_SAME : FELT_PAIRS_BOTH;
    return player ? FELT_PAIRS_PLAYER : banker ? FELT_PAIRS_BANKER : FELT_PAIRS_NONE;
}

static bool is_card(felt_card card)
{
    return card.rank >= 1 && card.rank <= FELT_RANK_COUNT && card.suit < FELT_SUIT_COUNT;
}

static bool hand_fits(const felt_card *cards, int count)
{
    if (count < 2 || count > FELT_HAND_CARDS_MAX)
        return false;
    for (int i = 0; i < count; i++)
        if (!is_card(cards[i]))
            return false;
    return true;
}

felt_hands felt_round_hands(const felt_round *round)
{
    assert(hand_fits(round->player, round->player_cards) && hand_fits(round->banker, round->banker_cards));
    return (felt_hands){.player_total = total_of(round->player, round->player_cards),
                        .banker_total = total_of(round->banker, round->banker_cards),
                        .player_cards = round->player_cards,
                        .banker_cards = round->banker_cards,
                        .pairs = pairs_of(round)};
}

/* Are these cards, and is this a number of them, so that one may count with them? */
static felt_status check_hand(const char *hand, const felt_card *cards, int count, felt_error *error)
{
    if (count < 2 || count > FELT_HAND_CARDS_MAX)
        return felt_error_set(error, FELT_EDATA, -1, "found %d card%s in the %s hand, expected 2 or 3", count, count == 1 ? "" : "s", hand);
    for (int i = 0; i < count; i++)
        if (!is_card(cards[i]))
            return felt_error_set(error, FELT_EDATA, -1, "card %d of the %s hand has rank %d and suit %d, expected 1 to %d and 0 to %d",
                                  i + 1, hand, cards[i].rank, cards[i].suit, (int)FELT_RANK_COUNT, (int)FELT_SUIT_COUNT - 1);
    return FELT_OK;
}

static felt_status check_supply(const felt_round *round, int decks, felt_error *error)
{
    int seen[FELT_SUIT_COUNT][FELT_RANK_COUNT + 1] = {0};
    for (int i = 0; i < round->player_cards + round->banker_cards; i++) {
        felt_card card = i < round->player_cards ? round->player[i] : round->banker[i - round->player_cards];
        if (++seen[card.suit][card.rank] > decks) {
            char name[4];
            felt_card_write(card, name);
            return felt_error_set(error, FELT_EDATA, -1, "%s comes %d times, but there are only %d of it in %d deck%s", name, decks + 1,
                                  decks, decks, decks == 1 ? "" : "s");
        }
    }
    return FELT_OK;
}

/* Says that a hand has a third card it should not have, or the other way round. */
static felt_status refuse_draw(const char *hand, const felt_card *cards, int total, bool draws, const char *because, felt_error *error)
{
    if (draws)
        return felt_error_set(error, FELT_EDATA, -1, "the %s hand must draw a third card on %d%s", hand, total, because);
    char third[4];
    felt_card_write(cards[2], third);
    return felt_error_set(error, FELT_EDATA, -1, "the %s hand must not draw the third card %s on %d%s", hand, third, total, because);
}

static felt_status check_draws(const felt_round *round, felt_error *error)
{
    int player = total_of(round->player, 2);
    int banker = total_of(round->banker, 2);
    const char *natural = player >= 8 || banker >= 8 ? " against a natural" : "";
    bool draws = felt_player_draws(player, banker);
    if (draws != (round->player_cards == 3))
        return refuse_draw("player", round->player, player, draws, player >= 8 ? ", a natural" : natural, error);
    int third = draws ? felt_rank_value(round->player[2].rank) : -1;
    draws = felt_banker_draws(player, banker, third);
    if (draws == (round->banker_cards == 3))
        return FELT_OK;
    char because[64] = " when the player stands";
    if (third >= 0)
        snprintf(because, sizeof because, " when the player's third card counts %d", third);
    else if (banker >= 8)
        snprintf(because, sizeof because, ", a natural");
    else if (player >= 8)
        snprintf(because, sizeof because, "%s", natural);
    return refuse_draw("banker", round->banker, banker, draws, because, error);
}

felt_status felt_round_verify(const felt_round *round, int decks, felt_error *error)
{
    if (decks < 1 || decks > FELT_DECKS_MAX)
        return felt_error_set(error, FELT_ERANGE, -1, "found %d decks, expected 1 to %d", decks, (int)FELT_DECKS_MAX);
    felt_status status = check_hand("player", round->player, round->player_cards, error);
    if (status == FELT_OK)
        status = check_hand("banker", round->banker, round->banker_cards, error);
    if (status == FELT_OK)
        status = check_draws(round, error);
    if (status == FELT_OK)
        status = check_supply(round, decks, error);
    return status;
}

static const char suit_letters[FELT_SUIT_COUNT] = {'S', 'H', 'D', 'C'};

static int upper(char c)
{
    return c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c;
}

bool felt_card_read(felt_text text, felt_card *ret)
{
    static const char ranks[] = "A23456789TJQK";
    int rank = 0;
    if (text.length == 3 && text.bytes[0] == '1' && text.bytes[1] == '0')
        rank = 10;
    else if (text.length == 2)
        for (int i = 0; ranks[i] != '\0'; i++)
            if (ranks[i] == upper(text.bytes[0]))
                rank = i + 1;
    if (rank == 0)
        return false;
    for (uint8_t suit = 0; suit < 4; suit++) {
        if (suit_letters[suit] == upper(text.bytes[text.length - 1])) {
            *ret = (felt_card){.rank = (uint8_t)rank, .suit = suit};
            return true;
        }
    }
    return false;
}

void felt_card_write(felt_card card, char *ret)
{
    static const char *const ranks[] = {"?", "A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"};
    char suit = card.suit < FELT_SUIT_COUNT ? suit_letters[card.suit] : '?';
    snprintf(ret, 4, "%s%c", ranks[card.rank <= FELT_RANK_COUNT ? card.rank : 0], suit);
}
