/* src/sheet/rules.c - the rules of a game by its description, and machines compared. */
#include "rules.h"
#include "../games.h"

#include <assert.h>

const sheet_rules *sheet_rules_of(const felt_game *game)
{
    const game_entry *entry = felt_games_entry(game);
    assert(entry != NULL);
    return entry->rules;
}

bool felt_machine_same(const felt_machine *a, const felt_machine *b)
{
    if (a == b)
        return true;
    return a->game == b->game && a->state_count == b->state_count && a->class_count == b->class_count &&
           memcmp(a->class_of, b->class_of, (size_t)a->game->event_count) == 0 && memcmp(a->start, b->start, sizeof a->start) == 0 &&
           memcmp(a->next, b->next, (size_t)a->state_count * a->class_count * sizeof *a->next) == 0;
}
