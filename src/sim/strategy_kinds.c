/* src/sim/strategy_kinds.c - events that are the same to a strategy. */
#include "sim/strategy_kinds.h"

static bool same_phases(const felt_game *game, int a, int b)
{
    for (int phase = 0; phase < game->phase_count; phase++) {
        bool over, other_over;
        int after = game->phase_after(phase, a, &over), other = game->phase_after(phase, b, &other_over);
        if (after != other || over != other_over)
            return false;
    }
    return true;
}

static bool same_classes(const felt_strategy *s, int a, int b)
{
    for (int i = 0; i < s->bet_count + s->watch_count; i++) {
        const uint8_t *class_of = felt_book_variant(s->book, s->bet_wager[i])->machine->class_of;
        if (class_of[a] != class_of[b])
            return false;
    }
    return true;
}

void strategy_kinds_find(strategy_kinds *ret, const felt_strategy *strategy)
{
    const felt_game *game = felt_book_game(strategy->book);
    ret->count = 0;
    for (int event = 0; event < game->event_count; event++) {
        int kind = 0;
        while (kind < ret->count && !(same_classes(strategy, event, ret->event_of[kind]) && same_phases(game, event, ret->event_of[kind])))
            kind++;
        ret->kind_of[event] = (uint16_t)kind;
        if (kind == ret->count)
            ret->event_of[ret->count++] = (uint16_t)event;
    }
}
