/* oracle/wagers_hands.c - the table of play, hands by their cards, and decks, once more and by hand; see wagers.h. */
#include "oracle/wagers.h"

#include <stddef.h>
#include <string.h>

/* Golden Frog, Table 1. */
bool oracle_player_draws(int player, int banker)
{
    if (player == 8 || player == 9 || banker == 8 || banker == 9)
        return false;
    return player <= 5;
}

bool oracle_banker_draws(int player, int banker, int third)
{
    if (player == 8 || player == 9 || banker == 8 || banker == 9)
        return false;
    if (third < 0)
        return banker <= 5;
    switch (banker) {
    case 0:
    case 1:
    case 2:
        return true;
    case 3:
        return third != 8;
    case 4:
        return third >= 2 && third <= 7;
    case 5:
        return third >= 4 && third <= 7;
    case 6:
        return third == 6 || third == 7;
    default:
        return false;
    }
}

static oracle_hand hand_of(const int ranks[3])
{
    int sum = 0;
    for (int i = 0; i < 3; i++)
        sum += ranks[i] >= 10 ? 0 : ranks[i];
    return (oracle_hand){.total = sum % 10, .cards = ranks[2] == 0 ? 2 : 3, .pair = ranks[0] == ranks[1]};
}

oracle_hands oracle_hands_of(const int player[3], const int banker[3])
{
    oracle_hands h = {.player = hand_of(player), .banker = hand_of(banker)};
    h.same_pair = h.player.pair && h.banker.pair && player[0] == banker[0];
    return h;
}

/* Golden Bacc: 6 or 8 decks; Golden Frog: six or eight; Buddha's Bonus: 4, 6 or 8. Rule 28 prints none: its wagers are Golden Bacc's. The
 * base game is played with any. */
unsigned oracle_decks(const char *sheet)
{
    static const struct {
        const char *sheet;
        unsigned decks;
    } list[] = {
        {"baccarat", 0x1FE},          {"golden-bacc", 1u << 6 | 1u << 8},   {"golden-frog", 1u << 6 | 1u << 8},
        {"tiger", 1u << 6 | 1u << 8}, {"golden-dragon", 1u << 6 | 1u << 8}, {"buddhas-bonus", 1u << 4 | 1u << 6 | 1u << 8},
    };
    for (size_t i = 0; i < sizeof list / sizeof *list; i++)
        if (strcmp(list[i].sheet, sheet) == 0)
            return list[i].decks;
    return 0;
}
