/* tests/unit/test_oracle.c - every compiled wager against the oracle's, for every deal and every sequence of rolls. */
#include "oracle/shipped.h"

#include <felt/baccarat.h>
#include <felt/craps.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* The row's pay is the oracle's, and so is the dealer's. */
static bool same_pay(const felt_row_pay *found, oracle_pay want)
{
    if (found->has_dealer != want.dealer || (want.dealer && found->dealer.kind != FELT_PAY_UNSET))
        return false;
    if (found->pay.kind == FELT_PAY_UNSET || want.kind == ORACLE_UNSET)
        return found->pay.kind == FELT_PAY_UNSET && want.kind == ORACLE_UNSET;
    if (found->pay.kind == FELT_PAY_UNDEFINED || want.kind == ORACLE_UNDEFINED)
        return found->pay.kind == FELT_PAY_UNDEFINED && want.kind == ORACLE_UNDEFINED;
    if (found->pay.kind == FELT_PAY_STAYS || want.kind != ORACLE_PAID)
        return false;
    int64_t num, den;
    felt_pay_worth(&found->pay, &num, &den);
    return num * want.den == want.num * den;
}

/* ---- which wagers there are ---- */

/* The variants of a wager are the combinations of choices under which the oracle says it may be offered, each once. */
static void check_combinations(pairing *p)
{
    int choice[FELT_WAGER_OPTIONS_MAX] = {0}, offered = 0;
    for (bool more = true; more;) {
        p->options[0] = '\0';
        uint8_t taken[FELT_WAGER_OPTIONS_MAX] = {0};
        for (int i = 0; i < p->wager->option_count; i++) {
            const felt_option *option = &p->sheet->options[p->wager->options[i]];
            size_t at = strlen(p->options);
            snprintf(p->options + at, sizeof p->options - at, "%s%.*s=%.*s", i == 0 ? "" : ", ", FELT_TEXT_ARGS(option->name),
                     FELT_TEXT_ARGS(option->choices[choice[i]].name));
            taken[i] = (uint8_t)choice[i];
        }
        if (!oracle_find(p->sheet_name, p->wager_name, p->side, p->options, &p->bet))
            pairing_fail(p, "the oracle has no such wager");
        if (oracle_offered(&p->bet)) {
            if (offered >= p->wager->variant_count ||
                memcmp(p->wager->variants[offered].choices, taken, (size_t)p->wager->option_count) != 0)
                pairing_fail(p, "offered by the oracle and not by the sheet");
            offered++;
        }
        int last = p->wager->option_count - 1;
        while (last >= 0 && ++choice[last] == p->sheet->options[p->wager->options[last]].choice_count)
            choice[last--] = 0;
        more = last >= 0;
    }
    if (offered != p->wager->variant_count)
        pairing_fail(p, "offered by the sheet and not by the oracle");
}

static void every_wager_has_an_oracle(void **state)
{
    const shipped *s = *state;
    for (int i = 0; i < s->count; i++)
        for (int w = 0; w < s->sheets[i]->wager_count; w++) {
            pairing p = pairing_of(s, i, &s->sheets[i]->wagers[w]);
            check_combinations(&p);
        }
}

/* How many sides of a wager are shipped; 0 when it is not. */
static int count_sides(const shipped *s, const char *sheet, const char *wager)
{
    int sides = 0;
    for (int i = 0; i < s->count; i++)
        for (int w = 0; strcmp(s->names[i], sheet) == 0 && w < s->sheets[i]->wager_count; w++)
            sides += felt_text_is(s->sheets[i]->wagers[w].short_name, wager);
    return sides;
}

static void every_wager_of_the_oracle_is_shipped(void **state)
{
    const char *sheet, *wager;
    for (int i = 0; oracle_known(i, &sheet, &wager); i++) {
        int baccarat_count, craps_count, want = 0;
        const oracle_baccarat_rule *baccarat = oracle_baccarat_rules(&baccarat_count);
        const oracle_craps_rule *craps = oracle_craps_rules(&craps_count);
        if (i < baccarat_count)
            want = baccarat[i].sides ? 2 : 1;
        else
            for (int side = 0; side <= 12; side++)
                want += (int)(craps[i - baccarat_count].sides >> side & 1u);
        int found = count_sides(*state, sheet, wager);
        if (found != (want == 0 ? 1 : want))
            print_error("%s %s: %d sides shipped\n", sheet, wager, found);
        assert_int_equal(found, want == 0 ? 1 : want);
    }
}

static void decks_are_those_of_the_documents(void **state)
{
    const shipped *s = *state;
    for (int i = 0; i < s->count; i++) {
        if (s->sheets[i]->game != &felt_game_baccarat)
            continue;
        const felt_option *decks = &s->sheets[i]->options[s->sheets[i]->decks_option];
        unsigned found = 0;
        for (int c = 0; c < decks->choice_count; c++)
            found |= 1u << decks->choices[c].number;
        assert_int_equal(found, oracle_decks(s->names[i]));
    }
}

/* ---- baccarat ---- */

typedef struct dealt {
    bool reached[FELT_OUTCOME_COUNT];
    oracle_hands hands[FELT_OUTCOME_COUNT]; /* as the oracle sees them */
    long deals;
} dealt;

/* One finished round: Felt and the oracle see the same hands in it. */
static void finish_round(dealt *d, const int player[3], const int banker[3])
{
    felt_round round = {.player_cards = player[2] == 0 ? 2 : 3, .banker_cards = banker[2] == 0 ? 2 : 3};
    for (int i = 0; i < 3; i++) {
        round.player[i].rank = (uint8_t)player[i];
        round.banker[i].rank = (uint8_t)banker[i];
    }
    felt_hands found = felt_round_hands(&round);
    oracle_hands want = oracle_hands_of(player, banker);
    bool player_pair = found.pairs == FELT_PAIRS_PLAYER || found.pairs == FELT_PAIRS_BOTH || found.pairs == FELT_PAIRS_SAME;
    bool banker_pair = found.pairs == FELT_PAIRS_BANKER || found.pairs == FELT_PAIRS_BOTH || found.pairs == FELT_PAIRS_SAME;
    if (found.player_total != want.player.total || found.player_cards != want.player.cards || player_pair != want.player.pair ||
        found.banker_total != want.banker.total || found.banker_cards != want.banker.cards || banker_pair != want.banker.pair ||
        (found.pairs == FELT_PAIRS_SAME) != want.same_pair)
        fail_msg("player %d %d %d, banker %d %d %d", player[0], player[1], player[2], banker[0], banker[1], banker[2]);
    int index = felt_outcome_index(found);
    d->reached[index] = true;
    d->hands[index] = want;
    d->deals++;
}

static void banker_turn(dealt *d, const int player[3], int banker[3], int player_total, int banker_total)
{
    int third = player[2] == 0 ? -1 : player[2] >= 10 ? 0 : player[2];
    bool draws = oracle_banker_draws(player_total, banker_total, third);
    assert_int_equal(felt_banker_draws(player_total, banker_total, third), draws);
    for (banker[2] = draws ? 1 : 0; banker[2] <= (draws ? 13 : 0); banker[2]++)
        finish_round(d, player, banker);
}

/* Every round that can be dealt, by rank. */
static void deal_all(dealt *d)
{
    for (int i = 0; i < 13 * 13 * 13 * 13; i++) {
        int player[3] = {i % 13 + 1, i / 13 % 13 + 1, 0}, banker[3] = {i / 169 % 13 + 1, i / 2197 + 1, 0};
        oracle_hands first = oracle_hands_of(player, banker);
        bool draws = oracle_player_draws(first.player.total, first.banker.total);
        assert_int_equal(felt_player_draws(first.player.total, first.banker.total), draws);
        for (player[2] = draws ? 1 : 0; player[2] <= (draws ? 13 : 0); player[2]++)
            banker_turn(d, player, banker, first.player.total, first.banker.total);
    }
}

static void check_table(const pairing *p, void *with)
{
    const dealt *d = with;
    for (int i = 0; i < FELT_OUTCOME_COUNT; i++) {
        int row = felt_machine_row(p->variant->machine, 0, i);
        if (!d->reached[i])
            continue;
        if (row == FELT_ROW_NONE)
            pairing_fail(p, "an outcome that no row decides");
        if (!same_pay(&p->variant->pays[row], p->bet.baccarat->pays(&p->bet, &d->hands[i]))) {
            const oracle_hands *h = &d->hands[i];
            print_error("player %d with %d cards, banker %d with %d cards, pairs %d %d %d\n", h->player.total, h->player.cards,
                        h->banker.total, h->banker.cards, h->player.pair, h->banker.pair, h->same_pair);
            pairing_fail(p, "the sheet and the oracle pay differently");
        }
    }
}

/* A wager sees no more of a round than its hands, so the outcomes that deal_all reaches stand for all its 1.6 million rounds. */
static void every_deal_is_paid_alike(void **state)
{
    dealt *d = calloc(1, sizeof *d);
    assert_non_null(d);
    deal_all(d);
    assert_true(d->deals > 1600000);
    shipped_each(*state, &felt_game_baccarat, check_table, d);
    free(d);
}

/* ---- craps ---- */

static int point_of(int puck)
{
    static const int points[FELT_PUCK_COUNT] = {0, 4, 5, 6, 8, 9, 10};
    return points[puck];
}

/* The machine and the oracle side by side. */
typedef struct couple {
    uint32_t state;
    oracle_track track;
} couple;

enum { COUPLES_MAX = 1 << 17 };

typedef struct couples {
    couple list[COUPLES_MAX];
    uint32_t slots[2 * COUPLES_MAX]; /* index + 1 */
    uint32_t count;
} couples;

static uint32_t *slot_of(couples *c, const couple *new)
{
    uint32_t hash = new->state * 2654435761u;
    const unsigned char *bytes = (const unsigned char *)&new->track;
    for (size_t i = 0; i < sizeof new->track; i++)
        hash = (hash ^ bytes[i]) * 16777619u;
    hash ^= hash >> 15;
    for (uint32_t at = hash;; at++) {
        uint32_t *slot = &c->slots[at % (2 * COUPLES_MAX)];
        if (*slot == 0)
            return slot;
        const couple *old = &c->list[*slot - 1];
        if (old->state == new->state && memcmp(&old->track, &new->track, sizeof new->track) == 0)
            return slot;
    }
}

static void meet(couples *c, couple new)
{
    uint32_t *slot = slot_of(c, &new);
    if (*slot != 0)
        return;
    assert_true(c->count < COUPLES_MAX);
    c->list[c->count++] = new;
    *slot = c->count;
}

static void forget(couples *c)
{
    memset(c->slots, 0, sizeof c->slots);
    c->count = 0;
}

/* Both take one roll. True: both go on; they must end together and pay the same. */
static bool roll_both(const pairing *p, couple *both, int a, int b)
{
    const felt_machine *m = p->variant->machine;
    uint32_t to = m->next[both->state * m->class_count + m->class_of[felt_roll_index(a, b)]];
    oracle_pay pay = p->bet.craps->rolls(&p->bet, &both->track, a, b);
    both->state = to;
    if (to < m->state_count && pay.kind == ORACLE_UNDECIDED)
        return true;
    if (to < m->state_count || pay.kind == ORACLE_UNDECIDED)
        pairing_fail(p, "decided by one of sheet and oracle only");
    if (!same_pay(&p->variant->pays[to - m->state_count], pay))
        pairing_fail(p, "the sheet and the oracle pay differently");
    return false;
}

/* From every start, every roll from every couple that can be reached: no sequence of rolls of any length can tell the two apart. */
static void check_machine(const pairing *p, void *with)
{
    couples *c = with;
    forget(c);
    if ((p->variant->placing == FELT_PLACED_NEW_HAND) != (strstr(p->options, "placing=new-shooter") != NULL))
        pairing_fail(p, "placed before a new shooter by one of sheet and oracle only");
    for (int puck = 0; puck < FELT_PUCK_COUNT; puck++) {
        uint16_t start = p->variant->machine->start[puck];
        if ((start != FELT_STATE_NONE) != oracle_may_place(&p->bet, point_of(puck)))
            pairing_fail(p, "may be placed by one of sheet and oracle only");
        if (start != FELT_STATE_NONE)
            meet(c, (couple){start, oracle_place(point_of(puck))});
    }
    for (uint32_t i = 0; i < c->count; i++) /* the list grows as couples are met */
        for (int a = 1; a <= 6; a++)
            for (int b = 1; b <= 6; b++) {
                couple both = c->list[i];
                if (roll_both(p, &both, a, b))
                    meet(c, both);
            }
}

static void every_sequence_of_rolls_is_paid_alike(void **state)
{
    couples *c = calloc(1, sizeof *c);
    assert_non_null(c);
    shipped_each(*state, &felt_game_craps, check_machine, c);
    free(c);
}

typedef struct sampling {
    uint64_t seed;
    long sequences, decided;
} sampling;

static uint64_t next_random(uint64_t *seed)
{
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    return *seed;
}

/* Random sequences of up to 300 rolls, as a table would throw them. */
static void check_sequences(const pairing *p, void *with)
{
    enum { SEQUENCES = 720, ROLLS = 300 };
    sampling *s = with;
    for (int i = 0; i < SEQUENCES; i++) {
        int puck = (int)(next_random(&s->seed) % FELT_PUCK_COUNT);
        while (p->variant->machine->start[puck] == FELT_STATE_NONE)
            puck = (puck + 1) % FELT_PUCK_COUNT;
        couple both = {p->variant->machine->start[puck], oracle_place(point_of(puck))};
        bool on = true;
        for (int roll = 0; on && roll < ROLLS; roll++) {
            uint64_t dice = next_random(&s->seed) >> 20;
            on = roll_both(p, &both, (int)(dice % 6) + 1, (int)(dice / 6 % 6) + 1);
        }
        s->decided += !on;
        s->sequences++;
    }
}

static void random_sequences_are_paid_alike(void **state)
{
    sampling s = {.seed = 88172645463325252u};
    shipped_each(*state, &felt_game_craps, check_sequences, &s);
    print_message("# %ld sequences, %ld decided\n", s.sequences, s.decided);
    assert_true(s.decided > s.sequences * 99 / 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_wager_has_an_oracle),
        cmocka_unit_test(every_wager_of_the_oracle_is_shipped),
        cmocka_unit_test(decks_are_those_of_the_documents),
        cmocka_unit_test(every_deal_is_paid_alike),
        cmocka_unit_test(every_sequence_of_rolls_is_paid_alike),
        cmocka_unit_test(random_sequences_are_paid_alike),
    };
    return cmocka_run_group_tests_name("oracle", tests, shipped_setup, shipped_teardown);
}
