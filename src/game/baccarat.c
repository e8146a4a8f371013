/* src/game/baccarat.c - the procedure of baccarat: cards, the drawing rules, and whether a round was dealt by them. */
#include <assert.h>
#include <felt/baccarat.h>
#include <stdio.h>

bool felt_player_draws(int player, int banker)
{
    return player < 8 && banker < 8 && player <= 5;
}

bool felt_banker_draws(int player, int banker, int third)
{
    if (player >= 8 || banker >= 8)
        return false;
    if (third < 0)
        return banker <= 5;
    switch (banker) {
    case 3:
        return third != 8;
    case 4:
        return third >= 2 && third <= 7;
    case 5:
        return third >= 4 && third <= 7;
    case 6:
        return third == 6 || third == 7;
    default:
        return banker <= 2;
    }
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

felt_hands felt_round_hands(const felt_round *round)
{
    assert(round->player_cards >= 2 && round->player_cards <= 3 && round->banker_cards >= 2 && round->banker_cards <= 3);
    return (felt_hands){.player_total = total_of(round->player, round->player_cards),
                        .banker_total = total_of(round->banker, round->banker_cards),
                        .player_cards = round->player_cards,
                        .banker_cards = round->banker_cards,
                        .pairs = pairs_of(round)};
}

static bool supply_allows(const felt_round *round, int decks, char *ret_why, size_t size)
{
    int seen[4][FELT_RANK_COUNT + 1] = {0};
    for (int i = 0; i < round->player_cards + round->banker_cards; i++) {
        felt_card card = i < round->player_cards ? round->player[i] : round->banker[i - round->player_cards];
        if (++seen[card.suit][card.rank] > decks) {
            char name[4];
            felt_card_write(card, name);
            snprintf(ret_why, size, "%s comes %d times, but there are only %d of it in %d deck%s", name, decks + 1, decks, decks,
                     decks == 1 ? "" : "s");
            return false;
        }
    }
    return true;
}

/* Says that a hand has a third card it should not have, or the other way round. */
static void write_draw_error(const char *hand, const felt_card *cards, int total, bool draws, const char *because, char *ret_why, size_t size)
{
    char third[4] = "";
    if (!draws)
        felt_card_write(cards[2], third);
    if (draws)
        snprintf(ret_why, size, "the %s hand must draw a third card on %d%s", hand, total, because);
    else
        snprintf(ret_why, size, "the %s hand must not draw the third card %s on %d%s", hand, third, total, because);
}

felt_status felt_round_verify(const felt_round *round, int decks, char *ret_why, size_t size)
{
    int player = total_of(round->player, 2);
    int banker = total_of(round->banker, 2);
    const char *natural = player >= 8 || banker >= 8 ? " against a natural" : "";
    bool draws = felt_player_draws(player, banker);
    if (draws != (round->player_cards == 3)) {
        write_draw_error("player", round->player, player, draws, player >= 8 ? ", a natural" : natural, ret_why, size);
        return FELT_EDATA;
    }
    int third = draws ? felt_rank_value(round->player[2].rank) : -1;
    draws = felt_banker_draws(player, banker, third);
    if (draws != (round->banker_cards == 3)) {
        char because[64];
        if (third >= 0)
            snprintf(because, sizeof because, " when the player's third card counts %d", third);
        else
            snprintf(because, sizeof because, "%s", banker >= 8 ? ", a natural" : *natural ? natural : " when the player stands");
        write_draw_error("banker", round->banker, banker, draws, because, ret_why, size);
        return FELT_EDATA;
    }
    return supply_allows(round, decks, ret_why, size) ? FELT_OK : FELT_EDATA;
}

static const char suit_letters[4] = {'S', 'H', 'D', 'C'};

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
    snprintf(ret, 4, "%s%c", ranks[card.rank <= 13 ? card.rank : 0], suit_letters[card.suit & 3]);
}
