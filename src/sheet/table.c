/* src/sheet/table.c - a wager that every event decides: a machine of one state.
 *
 * A condition is a set of events, so `and`, `or` and `not` are operations on sets, and the first row that fits is found for all events at
 * once. Sets are over the events that can happen (event_space). */
#include "rules.h"

#include <stdio.h>

typedef struct event_set {
    uint64_t words[EVENT_WORDS];
} event_set;

/* ---- events ---- */

static felt_text written_example(const event_space *space, felt_arena *arena, int i)
{
    const felt_game *game = space->details;
    char text[FELT_EVENT_TEXT_BYTES];
    game->event_write(space->events[i], text, sizeof text);
    return felt_arena_copy(arena, felt_text_from(text));
}

/* Every event of the game, where the game does not say otherwise. */
static bool make_plain_space(compiler *c, event_space *ret)
{
    const felt_game *game = c->rules->game;
    ret->events = compiler_take(c, (size_t)game->event_count, sizeof *ret->events);
    if (ret->events == NULL)
        return false;
    for (int i = 0; i < game->event_count; i++)
        ret->events[ret->count++] = (uint16_t)i;
    ret->details = game;
    ret->example = written_example;
    return true;
}

static bool make_space(compiler *c)
{
    if (c->space != NULL)
        return true;
    event_space *space = compiler_take(c, 1, sizeof *space);
    if (space == NULL || !(c->rules->make_space != NULL ? c->rules->make_space(c, space) : make_plain_space(c, space)))
        return false;
    c->space = space;
    return true;
}

static felt_text example_text(compiler *c, int i)
{
    felt_text text = c->space->example(c->space, c->arena, i);
    c->no_memory = c->no_memory || text.bytes == NULL;
    return text;
}

/* ---- conditions ---- */

static void add(event_set *set, int i)
{
    set->words[i / 64] |= (uint64_t)1 << i % 64;
}

static bool holds(const event_set *set, int i)
{
    return set->words[i / 64] >> i % 64 & 1;
}

/* The events in which one of the wagers that `c` names wins. */
static void wager_wins_set(compiler *k, const target *t, const cond *c, event_set *ret)
{
    for (int r = 0; r < c->ref_count && !k->full; r++) {
        int index = k->out->first_wager[c->refs[r].wager];
        if (k->out->extras[index].source->side_count > 0)
            index += t->side;
        compiler_work(k, t->source->at, (uint64_t)k->out->wagers[index].variant_count * 8);
        const felt_variant *variant = matching_variant(&k->out->wagers[index], t->wager, t->choices);
        for (int i = 0; variant != NULL && i < k->space->count; i++) {
            int row = felt_machine_row(variant->machine, 0, k->space->events[i]);
            felt_pay_kind kind = row == FELT_ROW_NONE ? FELT_PAY_LOSES : variant->pays[row].pay.kind;
            if (kind == FELT_PAY_WINS || kind == FELT_PAY_UNSET)
                add(ret, i);
        }
    }
}

static void condition_set(compiler *k, const target *t, const cond *c, event_set *ret)
{
    int words = (k->space->count + 63) / 64;
    memset(ret->words, 0, (size_t)words * sizeof *ret->words);
    if (!compiler_work(k, t->source->at, (uint64_t)k->space->count * (1 + (uint64_t)c->ref_count)))
        return;
    if (c->kind == COND_AND || c->kind == COND_OR) {
        event_set right;
        condition_set(k, t, c->left, ret);
        condition_set(k, t, c->right, &right);
        for (int w = 0; w < words; w++)
            ret->words[w] = c->kind == COND_AND ? ret->words[w] & right.words[w] : ret->words[w] | right.words[w];
    } else if (c->kind == COND_NOT) {
        condition_set(k, t, c->left, ret);
        for (int w = 0; w < words; w++)
            ret->words[w] = ~ret->words[w];
    } else if (c->kind == COND_WAGER_WINS) {
        wager_wins_set(k, t, c, ret);
    } else {
        for (int i = 0; i < k->space->count; i++)
            if (k->rules->fact_fits(k->space, c, t->side, i))
                add(ret, i);
    }
}

/* Remembers, for every earlier row, whether `row` fits a round that the earlier one decides. */
static void note_overlaps(compiler *k, const target *t, int row, const event_set *fits, const uint8_t *decided, exam *e)
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

/* One state; a class for each row that decides, in the order of the rows, and one for events that none does or that cannot happen, where
 * there are any. */
static const felt_machine *build_machine(compiler *c, const uint8_t *decided, uint64_t decides)
{
    const felt_game *game = c->rules->game;
    felt_machine *m = compiler_take(c, 1, sizeof *m);
    uint8_t *class_of = compiler_take(c, (size_t)game->event_count, 1);
    uint16_t *next = compiler_take(c, FELT_ROWS_MAX + 1, sizeof *next);
    uint8_t class_of_row[FELT_ROWS_MAX] = {0};
    if (m == NULL || class_of == NULL || next == NULL)
        return NULL;
    *m = (felt_machine){.game = game, .state_count = 1, .class_of = class_of, .next = next};
    for (int row = 0; row < FELT_ROWS_MAX; row++) {
        if (!(decides >> row & 1))
            continue;
        class_of_row[row] = (uint8_t)m->class_count;
        next[m->class_count++] = (uint16_t)(1 + row);
    }
    next[m->class_count] = FELT_STATE_NONE;
    memset(class_of, (int)m->class_count, (size_t)game->event_count);
    int left = game->event_count;
    for (int i = 0; i < c->space->count; i++) {
        if (decided[i] != FELT_ROW_NONE) {
            class_of[c->space->events[i]] = class_of_row[decided[i]];
            left--;
        }
    }
    m->class_count += left > 0;
    return m;
}

bool compile_table(compiler *c, const target *t, shape *ret)
{
    uint8_t decided[FELT_EVENTS_MAX];
    if (!make_space(c))
        return false;
    memset(decided, FELT_ROW_NONE, (size_t)c->space->count);
    for (int row = 0; row < t->source->row_count; row++) {
        if (!(t->active >> row & 1))
            continue;
        const cond *condition = t->source->rows[row].condition;
        event_set fits;
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
    if (c->full)
        return false;
    for (int i = 0; i < c->space->count && ret->exam.undecided.length == 0; i++)
        if (decided[i] == FELT_ROW_NONE)
            ret->exam.undecided = example_text(c, i);
    ret->machine = build_machine(c, decided, ret->exam.decides);
    return ret->machine != NULL;
}
