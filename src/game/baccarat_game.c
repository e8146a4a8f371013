/* src/game/baccarat_game.c - baccarat as a game among games: a hand is one event, and the event is the outcome of the round. */
#include "draws.h"

#include <felt/baccarat.h>
#include <felt/dealing.h>
#include <stdio.h>
#include <string.h>

/* ---- events ---- */

static int write_hand(char *ret, size_t size, const char *hand, int cards, int total)
{
    return snprintf(ret, size, "%s %d with %d cards", hand, total, cards);
}

static int write_outcome(int code, char *ret, size_t size)
{
    static const char *const pairs[FELT_PAIRS_COUNT] = {"", ", player pair", ", banker pair", ", both pairs", ", the same pair twice"};
    felt_hands h = felt_outcome_hands(code);
    char player[40], banker[40];
    write_hand(player, sizeof player, "player", h.player_cards, h.player_total);
    write_hand(banker, sizeof banker, "banker", h.banker_cards, h.banker_total);
    return snprintf(ret, size, "%s, %s%s", player, banker, pairs[h.pairs]);
}

static int no_phase_after(int phase, int code, bool *ret_over)
{
    (void)phase;
    (void)code;
    *ret_over = true;
    return 0;
}

static int write_phase(int phase, char *ret, size_t size)
{
    (void)phase;
    return snprintf(ret, size, "before the round");
}

/* ---- spelling ---- */

static const uint8_t rank_of[256] = {
    ['A'] = 1, ['a'] = 1,  ['2'] = 2,  ['3'] = 3,  ['4'] = 4,  ['5'] = 5,  ['6'] = 6,  ['7'] = 7,  ['8'] = 8,
    ['9'] = 9, ['T'] = 10, ['t'] = 10, ['J'] = 11, ['j'] = 11, ['Q'] = 12, ['q'] = 12, ['K'] = 13, ['k'] = 13};
static const uint8_t suit_of[256] = {['S'] = 1, ['s'] = 1, ['H'] = 2, ['h'] = 2, ['D'] = 3, ['d'] = 3, ['C'] = 4, ['c'] = 4};

static inline felt_card plain_card(const uint8_t *at)
{
    return (felt_card){.rank = rank_of[at[0]], .suit = (uint8_t)(suit_of[at[1]] - 1)};
}

static inline bool is_card(felt_card card)
{
    return (card.rank != 0) & (card.suit < 4);
}

/* Cards of two bytes each with a space between, as most hands are. */
static bool read_plain_cards(felt_text text, felt_card *cards, uint8_t *ret_count)
{
    const uint8_t *at = (const uint8_t *)text.bytes;
    bool third = text.length == 8;
    if (text.length != 5 && !third)
        return false;
    cards[0] = plain_card(at);
    cards[1] = plain_card(at + 3);
    cards[2] = third ? plain_card(at + 6) : cards[1];
    *ret_count = (uint8_t)(2 + third);
    int good = at[2] == ' '; /* numbers, so that nothing is jumped over */
    good &= is_card(cards[0]);
    good &= is_card(cards[1]);
    good &= is_card(cards[2]);
    return good && (!third || at[5] == ' ');
}

static bool read_cards(felt_text text, felt_card *cards, uint8_t *ret_count)
{
    const uint8_t *at = (const uint8_t *)text.bytes, *end = at + text.length;
    int count = 0;
    if (read_plain_cards(text, cards, ret_count))
        return true;
    while (end - at >= 2 && count < FELT_HAND_CARDS_MAX) {
        uint8_t rank = rank_of[at[0]];
        if (at[0] == '1' && at[1] == '0' && end - at >= 3) {
            rank = 10;
            at++;
        }
        uint8_t suit = suit_of[at[1]];
        if (rank == 0 || suit == 0)
            break;
        cards[count++] = (felt_card){.rank = rank, .suit = (uint8_t)(suit - 1)};
        at += 2;
        if (at == end || *at != ' ')
            break;
        while (at < end && *at == ' ')
            at++;
    }
    *ret_count = (uint8_t)count;
    return at == end && count >= 2;
}

/* ---- outcomes ---- */

static inline int add_total(int total, felt_card card)
{
    static const uint8_t values[16] = {[1] = 1, 2, 3, 4, 5, 6, 7, 8, 9};
    total += values[card.rank & 15];
    return total >= 10 ? total - 10 : total;
}

/* Two or three cards, all of them cards of a deck? */
static inline bool hand_exists(const felt_card *cards, unsigned count)
{
    felt_card third = count == 3 ? cards[2] : cards[1];
    unsigned ranks =
        (unsigned)(cards[0].rank - 1u < FELT_RANK_COUNT) & (cards[1].rank - 1u < FELT_RANK_COUNT) & (third.rank - 1u < FELT_RANK_COUNT);
    return ranks & ((cards[0].suit | cards[1].suit | third.suit) < FELT_SUIT_COUNT) & (count - 2 < 2);
}

felt_round felt_round_of(const felt_dealt *dealt)
{
    felt_round round = {.player_cards = dealt->counts[0], .banker_cards = dealt->counts[1]};
    memcpy(round.player, dealt->pieces[0], sizeof round.player);
    memcpy(round.banker, dealt->pieces[1], sizeof round.banker);
    return round;
}

/* A number of cards that no hand has stays one. */
static uint8_t count_of(int cards)
{
    return cards >= 0 && cards <= UINT8_MAX ? (uint8_t)cards : UINT8_MAX;
}

felt_dealt felt_round_dealt(const felt_round *round)
{
    felt_dealt dealt = {.counts = {count_of(round->player_cards), count_of(round->banker_cards)}};
    memcpy(dealt.pieces[0], round->player, sizeof round->player);
    memcpy(dealt.pieces[1], round->banker, sizeof round->banker);
    return dealt;
}

static felt_pairs pairs_of(const felt_card *player, const felt_card *banker)
{
    bool pair = player[0].rank == player[1].rank, other = banker[0].rank == banker[1].rank;
    if (pair && other)
        return player[0].rank == banker[0].rank ? FELT_PAIRS_SAME : FELT_PAIRS_BOTH;
    if (pair)
        return FELT_PAIRS_PLAYER;
    return other ? FELT_PAIRS_BANKER : FELT_PAIRS_NONE;
}

/* As felt_round_verify and felt_round_hands have it, in one go: this is done for every round that is settled. */
static felt_status classify(const felt_dealt *dealt, int decks, int *ret, felt_error *error)
{
    const felt_card *p = dealt->pieces[0], *b = dealt->pieces[1];
    bool player_third = dealt->counts[0] == 3, banker_third = dealt->counts[1] == 3;
    int player = add_total(add_total(0, p[0]), p[1]), banker = add_total(add_total(0, b[0]), b[1]);
    int third = player_third ? add_total(0, p[2]) : -1;
    bool drawn = draws_player(player, banker) == player_third && draws_banker(player, banker, third) == banker_third;
    bool enough = decks >= dealt->counts[0] + dealt->counts[1] && decks <= FELT_DECKS_MAX; /* no card can come too often */
    if (!drawn || !enough || !hand_exists(p, dealt->counts[0]) || !hand_exists(b, dealt->counts[1])) {
        felt_round round = felt_round_of(dealt);
        felt_status status = felt_round_verify(&round, decks, error);
        if (status != FELT_OK)
            return status;
    }
    *ret = felt_outcome_index((felt_hands){.player_total = player_third ? add_total(player, p[2]) : player,
                                           .banker_total = banker_third ? add_total(banker, b[2]) : banker,
                                           .player_cards = dealt->counts[0],
                                           .banker_cards = dealt->counts[1],
                                           .pairs = pairs_of(p, b)});
    return FELT_OK;
}

static void deal(felt_dealing *shoe, felt_dealt *ret)
{
    felt_round round = felt_dealing_round(shoe);
    *ret = felt_round_dealt(&round);
}

static const char *const side_names[] = {"player", "banker", NULL};

static const felt_game_field hand_fields[] = {{"player", "two or three cards such as 9S 10H", "2S 4D"},
                                              {"banker", "two or three cards such as 9S 10H", "3H 2C 2D"}};

const felt_game felt_game_baccarat = {
    .name = "baccarat",
    .title = "Baccarat",
    .words = {.event = "round",
              .events = "rounds",
              .hand = "round",
              .hands = "rounds",
              .supply = "shoe",
              .supplies = "shoes",
              .pieces = "cards",
              .combinations = "ordered deals of six cards from the shoe; a round that needs fewer counts with all that could have "
                              "followed"},
    .source = FELT_SOURCE_SHOE,
    .sides = side_names,
    .sides_example = "player or banker",
    .sides_expected = "'player' or 'banker'",
    .event_count = FELT_OUTCOME_COUNT,
    .code_count = FELT_OUTCOME_COUNT,
    .event_write = write_outcome,
    .one_event = true,
    .hand_events_max = 1,
    .phase_count = 1,
    .phase_after = no_phase_after,
    .hand_end = "the end of the round",
    .phase_write = write_phase,
    .fields = hand_fields,
    .field_count = 2,
    .piece_read = felt_card_read,
    .piece = "card",
    .piece_expected = "a card such as 9S, 10H or KC: its rank, then S, H, D or C",
    .suits_decide_nothing = true,
    .pieces_min = 2,
    .pieces_max = FELT_HAND_CARDS_MAX,
    .pieces_expected = "2 or 3",
    .pieces_read = read_cards,
    .deal = deal,
    .classify = classify,
};
