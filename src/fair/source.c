/* src/fair/source.c - what the seed of a shoe deals, event by event. The table that deals and whoever checks it run this code. */
#include "fair.h"

#include <assert.h>

static felt_status begin_thrown(felt_fair_source *source, int decks, int cut, felt_error *error)
{
    if (decks != 0 || cut != 0)
        return felt_error_set(error, FELT_ERANGE, -1, "found %d decks, expected none: %s is played without a shoe", decks,
                              source->game->name);
    if (source->game->one_event && source->game->field_count != 1)
        return felt_error_set(error, FELT_EDATA, -1, "a throw of %s is recorded in %d fields, which a way does not tell",
                              source->game->name, source->game->field_count);
    return FELT_OK;
}

static felt_status begin_shoe(felt_fair_source *source, const felt_fair_shoe *made, felt_error *error)
{
    felt_status status = felt_dealing_shuffle(&source->shoe, &source->random, made->decks, made->cut, made->rules);
    if (status != FELT_OK)
        return fair_wrong_shoe(made->decks, made->cut, made->rules, error);
    source->shown = felt_dealing_burn(&source->shoe);
    return FELT_OK;
}

felt_status felt_fair_begin(felt_fair_source *ret, const felt_game *game, const felt_fair_shoe *made, const felt_fair_bytes *seed,
                            felt_error *error)
{
    felt_fair_source source = {.game = game, .decks = made->decks};
    felt_random_live(&source.random, seed->bytes, made->shoe);
    bool thrown = game->source == FELT_SOURCE_THROWN;
    felt_status status = thrown ? begin_thrown(&source, made->decks, made->cut, error) : begin_shoe(&source, made, error);
    if (status == FELT_OK)
        *ret = source;
    felt_fair_forget(&source);
    return status;
}

bool felt_fair_goes_on(const felt_fair_source *source)
{
    return source->game->source == FELT_SOURCE_THROWN || felt_dealing_goes_on(&source->shoe);
}

/* A throw that a record keeps die by die. */
static void put_faces(const felt_game *game, int way, felt_dealt *ret)
{
    uint8_t faces[FELT_FIELD_PIECES_MAX];
    int count = game->faces(way, faces);
    ret->counts[0] = (uint8_t)count;
    for (int i = 0; i < count; i++)
        ret->pieces[0][i].rank = faces[i];
}

felt_fair_event felt_fair_next(felt_fair_source *source)
{
    const felt_game *game = source->game;
    assert(felt_fair_goes_on(source));
    felt_fair_event event = {.way = -1};
    source->events++;
    if (game->source == FELT_SOURCE_THROWN) {
        event.way = (int)felt_random_below(&source->random, (uint32_t)game->all_ways);
        event.code = game->event_of_way(event.way);
        if (game->one_event)
            put_faces(game, event.way, &event.dealt);
        return event;
    }
    game->deal(&source->shoe, &event.dealt);
    felt_status status = game->classify(&event.dealt, source->decks, &event.code, NULL);
    assert(status == FELT_OK); /* what a game deals, it can read */
    (void)status;
    return event;
}

felt_status felt_fair_skip(felt_fair_source *source, uint64_t events, felt_error *error)
{
    felt_fair_source at = *source;
    felt_status status = FELT_OK;
    for (uint64_t i = 0; i < events && status == FELT_OK; i++) {
        if (felt_fair_goes_on(&at))
            felt_fair_next(&at);
        else
            status = felt_error_set(error, FELT_ERANGE, -1, "the shoe ends after %llu events, expected %llu more",
                                    (unsigned long long)at.events, (unsigned long long)(events - i));
    }
    if (status == FELT_OK)
        *source = at;
    felt_fair_forget(&at);
    return status;
}

void felt_fair_forget(felt_fair_source *source)
{
    sodium_memzero(source, sizeof *source);
}
