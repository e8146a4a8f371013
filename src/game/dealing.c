/* src/game/dealing.c - a shoe in play, and two dice. */
#include <assert.h>
#include <felt/craps.h>
#include <felt/dealing.h>

felt_status felt_dealing_shuffle(felt_dealing *ret, felt_random *random, int decks, int behind, felt_dealing_rules rules)
{
    if (decks < 1 || decks > FELT_DECKS_MAX || behind < FELT_CUT_MIN || behind > felt_cut_max(decks) || !felt_dealing_rules_exist(rules))
        return FELT_ERANGE;
    ret->count = FELT_DECK_CARDS * decks;
    for (int i = 0; i < ret->count; i++)
        ret->cards[i] = (felt_card){.rank = (uint8_t)(i % FELT_RANK_COUNT + 1), .suit = (uint8_t)(i / FELT_RANK_COUNT % 4)};
    /* Fisher and Yates: every card that has no place yet is equally likely to take the last free one. */
    for (int i = ret->count - 1; i > 0; i--) {
        uint32_t chosen = felt_random_below(random, (uint32_t)i + 1);
        felt_card card = ret->cards[chosen];
        ret->cards[chosen] = ret->cards[i];
        ret->cards[i] = card;
    }
    ret->next = ret->burned = ret->shown = ret->rounds = 0;
    ret->cut = ret->count - behind;
    ret->rounds_left = -1;
    ret->rules = rules;
    return FELT_OK;
}

felt_card felt_dealing_burn(felt_dealing *shoe)
{
    assert(shoe->next == 0);
    felt_card first = shoe->cards[0];
    shoe->shown = shoe->rules.burn == FELT_BURN_VALUE;
    if (shoe->shown)
        shoe->burned = 1 + (first.rank < 10 ? first.rank : 10);
    else
        shoe->burned = shoe->rules.burn == FELT_BURN_ONE;
    shoe->next = shoe->burned;
    return shoe->shown ? first : (felt_card){0};
}

bool felt_dealing_goes_on(const felt_dealing *shoe)
{
    return shoe->rounds_left != 0;
}

/* Rounds that follow the one in which the cut card comes out. */
static int rounds_after(felt_cut_rule rule, bool in_place_of_first)
{
    return rule == FELT_CUT_ALWAYS_ONE_MORE || (rule == FELT_CUT_ONE_MORE && !in_place_of_first);
}

felt_round felt_dealing_round(felt_dealing *shoe)
{
    assert(felt_dealing_goes_on(shoe));
    const felt_card *cards = shoe->cards + shoe->next;
    felt_round round = {.player = {cards[0], cards[2]}, .banker = {cards[1], cards[3]}, .player_cards = 2, .banker_cards = 2};
    int player = (felt_rank_value(cards[0].rank) + felt_rank_value(cards[2].rank)) % 10;
    int banker = (felt_rank_value(cards[1].rank) + felt_rank_value(cards[3].rank)) % 10;
    int third = -1, used = 4;
    if (felt_player_draws(player, banker)) {
        round.player[round.player_cards++] = cards[used++];
        third = felt_rank_value(round.player[2].rank);
    }
    if (felt_banker_draws(player, banker, third))
        round.banker[round.banker_cards++] = cards[used++];
    if (shoe->rounds_left > 0)
        shoe->rounds_left--;
    else if (shoe->cut >= shoe->next && shoe->cut < shoe->next + used) /* it comes out in this round */
        shoe->rounds_left = rounds_after(shoe->rules.cut, shoe->cut == shoe->next);
    shoe->next += used;
    shoe->rounds++;
    return round;
}

felt_dice felt_dice_throw(felt_random *random)
{
    uint32_t way = felt_random_below(random, FELT_ROLL_WAYS);
    return (felt_dice){.first = (uint8_t)(way / 6 + 1), .second = (uint8_t)(way % 6 + 1)};
}
