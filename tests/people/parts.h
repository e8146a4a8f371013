/* tests/people/parts.h - what the files of test_people share. */
#ifndef FELT_TESTS_PEOPLE_PARTS_H
#define FELT_TESTS_PEOPLE_PARTS_H

#include "world.h"

/* The tests of one file. */
typedef struct people_part {
    const struct CMUnitTest *tests;
    size_t count;
} people_part;

extern const people_part part_accounts, part_sessions, part_limits, part_operators;

/* What a player has; whether a session is there; how many notes of a kind there are. */
int64_t world_available(world *w, felt_player_id player);
void world_session_is(world *w, const char *token, bool there);
int world_notes_of(world *w, const char *kind);

#endif
