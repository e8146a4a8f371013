/* src/sheet/table.c - a baccarat wager as a table over final outcomes.
 *
 * A condition is a set of outcomes, so `and`, `or` and `not` are operations on sets, and the first row that fits is found for all
 * outcomes at once. Sets are over the outcomes that can be dealt (outcome_space). */
#include "compile.h"

#include <stdio.h>

typedef struct outcome_set {
    uint64_t words[OUTCOME_WORDS];
} outcome_set;

static bool spec_fits(const spec *s, int total, int cards, bool pair)
{
    return (s->totals >> total & 1) && (s->cards == 0 || s->cards == cards) && (!s->pair || pair);
}

static bool player_fits(const spec *s, const felt_hands *h)
{
    bool pair = h->pairs == FELT_PAIRS_PLAYER || h->pairs == FELT_PAIRS_BOTH || h->pairs == FELT_PAIRS_SAME;
    return spec_fits(s, h->player_total, h->player_cards, pair);
}

static bool banker_fits(const spec *s, const felt_hands *h)
{
    bool pair = h->pairs == FELT_PAIRS_BANKER || h->pairs == FELT_PAIRS_BOTH || h->pairs == FELT_PAIRS_SAME;
    return spec_fits(s, h->banker_total, h->banker_cards, pair);
}

static bool player_wins(const cond *c, const felt_hands *h)
{
    int margin = h->player_total - h->banker_total;
    return margin >= c->low && margin <= c->high && player_fits(&c->winner, h) && banker_fits(&c->loser, h);
}

static bool banker_wins(const cond *c, const felt_hands *h)
{
    int margin = h->banker_total - h->player_total;
    return margin >= c->low && margin <= c->high && banker_fits(&c->winner, h) && player_fits(&c->loser, h);
}

/* `own` and `other` as player and banker. */
static hand real_hand(hand h, int side)
{
    if (h == HAND_OWN)
        return side == 0 ? HAND_PLAYER : HAND_BANKER;
    if (h == HAND_OTHER)
        return side == 0 ? HAND_BANKER : HAND_PLAYER;
    return h;
}

static bool of_hands(hand h, bool player, bool banker)
{
    switch (h) {
    case HAND_PLAYER:
        return player;
    case HAND_BANKER:
        return banker;
    case HAND_BOTH:
        return player && banker;
    case HAND_ONLY_ONE:
        return player != banker;
    default:
        return player || banker;
    }
}

static bool fact_fits(const cond *c, int side, const felt_hands *h)
{
    switch (c->kind) {
    case COND_WINS:
        return of_hands(real_hand(c->hand, side), player_wins(c, h), banker_wins(c, h));
    case COND_HAS:
        return of_hands(real_hand(c->hand, side), player_fits(&c->winner, h), banker_fits(&c->winner, h));
    case COND_TIE:
        return h->player_total == h->banker_total && player_fits(&c->winner, h) && banker_fits(&c->winner, h);
    default: /* COND_SAME_PAIR */
        return h->pairs == FELT_PAIRS_SAME;
    }
}

static void add(outcome_set *set, int i)
{
    set->words[i / 64] |= (uint64_t)1 << i % 64;
}

static bool holds(const outcome_set *set, int i)
{
    return set->words[i / 64] >> i % 64 & 1;
}

/* The outcomes in which one of the wagers that `c` names wins. */
static void wager_wins_set(compiler *k, const target *t, const cond *c, outcome_set *ret)
{
    for (int r = 0; r < c->ref_count && !k->full; r++) {
        int index = k->out->first_wager[c->refs[r].wager];
        if (k->out->extras[index].source->side_count > 0)
            index += t->side;
        compiler_work(k, t->source->at, (uint64_t)k->out->wagers[index].variant_count * 8);
        const felt_variant *variant = matching_variant(&k->out->wagers[index], t->wager, t->choices);
        for (int i = 0; variant != NULL && i < k->space->count; i++) {
            uint8_t row = variant->table[k->space->index[i]];
            felt_pay_kind kind = row == FELT_ROW_NONE ? FELT_PAY_LOSES : variant->pays[row].pay.kind;
            if (kind == FELT_PAY_WINS || kind == FELT_PAY_UNSET)
                add(ret, i);
        }
    }
}

static void condition_set(compiler *k, const target *t, const cond *c, outcome_set *ret)
{
    *ret = (outcome_set){{0}};
    if (!compiler_work(k, t->source->at, (uint64_t)k->space->count * (1 + (uint64_t)c->ref_count)))
        return;
    if (c->kind == COND_AND || c->kind == COND_OR) {
        outcome_set right;
        condition_set(k, t, c->left, ret);
        condition_set(k, t, c->right, &right);
        for (int w = 0; w < OUTCOME_WORDS; w++)
            ret->words[w] = c->kind == COND_AND ? ret->words[w] & right.words[w] : ret->words[w] | right.words[w];
    } else if (c->kind == COND_NOT) {
        condition_set(k, t, c->left, ret);
        for (int w = 0; w < OUTCOME_WORDS; w++)
            ret->words[w] = ~ret->words[w];
    } else if (c->kind == COND_WAGER_WINS) {
        wager_wins_set(k, t, c, ret);
    } else {
        for (int i = 0; i < k->space->count; i++)
            if (fact_fits(c, t->side, &k->space->hands[i]))
                add(ret, i);
    }
}

static felt_text example_text(compiler *k, int i)
{
    const felt_round *r = &k->space->examples.round[k->space->index[i]];
    char cards[6][4] = {{0}};
    for (int n = 0; n < r->player_cards; n++)
        felt_card_write(r->player[n], cards[n]);
    for (int n = 0; n < r->banker_cards; n++)
        felt_card_write(r->banker[n], cards[3 + n]);
    const felt_hands *h = &k->space->hands[i];
    felt_text text =
        felt_arena_print(k->arena, "player %s %s%s%s (%d), banker %s %s%s%s (%d)", cards[0], cards[1], r->player_cards == 3 ? " " : "",
                         cards[2], h->player_total, cards[3], cards[4], r->banker_cards == 3 ? " " : "", cards[5], h->banker_total);
    k->no_memory = k->no_memory || text.bytes == NULL;
    return text;
}

/* Remembers, for every earlier row, whether `row` fits a round that the earlier one decides. */
static void note_overlaps(compiler *k, const target *t, int row, const outcome_set *fits, const uint8_t *decided, exam *e)
{
    uint64_t seen = 0;
    for (int i = 0; i < k->space->count && e->overlap_count < OVERLAPS_MAX; i++) {
        uint8_t first = decided[i];
        if (first == FELT_ROW_NONE || (seen >> first & 1) || !holds(fits, i))
            continue;
        seen |= (uint64_t)1 << first;
        if (!t->source->rows[row].gives_way)
            e->overlaps[e->overlap_count++] = (exam_overlap){first, row, example_text(k, i)};
    }
}

bool compile_table(compiler *c, const target *t, shape *ret)
{
    uint8_t decided[FELT_OUTCOME_COUNT];
    memset(decided, FELT_ROW_NONE, sizeof decided);
    for (int row = 0; row < t->source->row_count; row++) {
        if (!(t->active >> row & 1))
            continue;
        const cond *condition = t->source->rows[row].condition;
        outcome_set fits;
        if (condition == NULL)
            memset(&fits, 0xFF, sizeof fits);
        else
            condition_set(c, t, condition, &fits);
        note_overlaps(c, t, row, &fits, decided, &ret->exam);
        for (int i = 0; i < c->space->count; i++) {
            if (decided[i] == FELT_ROW_NONE && holds(&fits, i)) {
                decided[i] = (uint8_t)row;
                ret->exam.decides |= (uint64_t)1 << row;
            }
        }
    }
    uint8_t *table = compiler_take(c, FELT_OUTCOME_COUNT, 1);
    if (table == NULL || c->full)
        return false;
    memset(table, FELT_ROW_NONE, FELT_OUTCOME_COUNT);
    for (int i = 0; i < c->space->count; i++) {
        table[c->space->index[i]] = decided[i];
        if (decided[i] == FELT_ROW_NONE && ret->exam.undecided.length == 0)
            ret->exam.undecided = example_text(c, i);
    }
    ret->table = table;
    return true;
}
