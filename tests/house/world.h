/* tests/house/world.h - a house with two tables, on a disk that fails, what it has said, and what must hold of it. */
#ifndef FELT_TESTS_HOUSE_WORLD_H
#define FELT_TESTS_HOUSE_WORLD_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "house/house.h"

enum { PLAYERS = 6, ACKED_MAX = 65536 };

/* A house, what it has said, and what it may not forget. */
typedef struct world {
    felt_arena *arena;
    const felt_tables *tables;
    char address[256];
    house *h;
    bool afar; /* what it does goes to the disk by a thread of the store's own */
    int64_t now;
    felt_player_id players[PLAYERS];
    uint64_t last_id;
    house_answer answer; /* the last */
    uint64_t ticket;     /* of it */
    int answers, results, voided, rebuilt, notes, opened, came, gone;
    bool stay;                 /* a table that closes waits */
    felt_store *store;         /* as the house has told */
    felt_fair_stage stage;     /* of the last record about fairness */
    uint64_t acked[ACKED_MAX]; /* bets that were acknowledged, by table * 2^32 + number */
    int acked_count;
    bool paid[ACKED_MAX];
} world;

enum { CARDS = 0, DICE = 1 };

/* A sheet of rules/; `context` is the arena. */
felt_status world_shipped(void *context, felt_text name, const felt_sheet **ret, felt_error *error);

/* A world with a store of its own, whose players have `credits` each. */
world *world_new(int64_t credits);
world *world_new_of(int64_t credits, bool afar);
void world_free(world *w);

/* Its tables, where a bet on dice is `dice_most` at most; the house opened and closed. */
void world_read(world *w, int dice_most);
felt_status world_try_open(world *w, felt_error *error);
void world_open(world *w);
void world_close(world *w);
void world_reopen(world *w);

/* Whoever listens has no store but the one that is open. */
void world_turn(world *w);

/* A third table, cards for everybody or for one player alone. */
felt_status world_try_third(world *w, const char *name, bool private, int *ret);

/* Commands: sent, or sent and answered. */
void world_send(world *w, int table, int player, felt_command command, uint64_t id);
house_end world_do(world *w, int table, int player, felt_command command);
house_end world_sit(world *w, int table, int player);
house_end world_bet(world *w, int table, int player, const char *name, int64_t amount);
house_end world_deal(world *w, int table, int player);
uint16_t world_wager(const world *w, int table, const char *name);

/* What must hold. */
bool world_add_hold(void *context, const felt_standing_hold *hold);
void world_hash(world *w, int table, uint8_t ret[FELT_TABLE_HASH_BYTES]);
void books_balance(world *w);
void nothing_is_lost(world *w);
void nothing_is_lost_or_paid_unseen(world *w);

/* The tests of one file. */
typedef struct house_part {
    const struct CMUnitTest *tests;
    size_t count;
} house_part;

extern const house_part house_rounds, house_failures, house_openings;

#endif
