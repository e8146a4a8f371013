/* src/game/find.c - games by name, from the list in src/games.c. */
#include "../games.h"

const felt_game *felt_game_find(felt_text name)
{
    for (int i = 0; i < felt_games_count; i++)
        if (felt_text_is(name, felt_games[i].game->name))
            return felt_games[i].game;
    return NULL;
}

const felt_game *felt_game_at(int index)
{
    return index >= 0 && index < felt_games_count ? felt_games[index].game : NULL;
}

const game_entry *felt_games_entry(const felt_game *game)
{
    for (int i = 0; i < felt_games_count; i++)
        if (felt_games[i].game == game)
            return &felt_games[i];
    return NULL;
}
