/* bench/serve_history.c - see serve_history.h. A thousand rounds are one batch: that is what makes it quick. */
#include "serve_history.h"

#include "house/inside.h"

#include <felt/sheet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROUNDS_IN_BATCH = 1000, SAVE_EVERY = 5000, FILE_MAX = 1 << 16, STAKE = 100 };

typedef struct maker {
    house *h;
    int table;
    uint64_t player, id;
    int wager;
    int64_t now;
    felt_error error;
} maker;

static felt_status find_sheet(void *context, felt_text name, const felt_sheet **ret, felt_error *error)
{
    felt_text path = felt_arena_print(context, "%s/rules/%.*s.felt", FELT_SOURCE_DIR, FELT_TEXT_ARGS(name));
    return felt_sheet_load(context, path.bytes, NULL, ret, error);
}

static felt_status read_tables(felt_arena *arena, const char *path, const felt_tables **ret)
{
    static char text[FILE_MAX];
    FILE *file = fopen(path, "r");
    size_t length = file == NULL ? 0 : fread(text, 1, sizeof text, file);
    felt_table_sheets sheets = {arena, find_sheet};
    felt_diags diags = felt_diags_in(arena);
    if (file != NULL)
        fclose(file);
    return felt_tables_read(arena, felt_text_from(path), (felt_text){text, length}, &sheets, &diags, ret);
}

/* ---- the player ---- */

static felt_status enter(void *context, felt_store *store, int64_t now_ms, felt_error *error)
{
    maker *m = context;
    felt_player_id player;
    felt_status status = felt_store_player_add(store, felt_text_from("bench"), &player, error);
    if (status == FELT_OK)
        status = felt_store_grant(store, player, (felt_money){INT64_C(1000000000000)}, felt_text_from("bench"), now_ms, error);
    m->player = (uint64_t)player.number;
    return status;
}

static felt_status act(maker *m, felt_command command)
{
    command.player = m->player;
    command.id = ++m->id;
    house_job job = {.table = m->table, .command = command, .came_ms = m->now};
    return act_job(m->h, &job, m->now, &m->error);
}

/* ---- rounds ---- */

static felt_status roll(maker *m)
{
    felt_status status = FELT_OK;
    const felt_table *table = m->h->tables[m->table].table;
    if (felt_table_look(table).bets == 0)
        status = act(m, (felt_command){.kind = FELT_COMMAND_BET, .wager = (uint16_t)m->wager, .amount = {STAKE}});
    if (status == FELT_OK)
        status = act_house(m->h, m->table, (felt_command){.kind = FELT_COMMAND_CLOSE_BETTING}, m->now, &m->error);
    return status == FELT_OK ? deal_table(m->h, m->table, m->now, &m->error) : status;
}

static felt_status roll_batch(maker *m)
{
    house_table *t = &m->h->tables[m->table];
    news_clear(m->h);
    felt_status status = felt_store_begin(m->h->store, &m->error);
    for (int i = 0; i < ROUNDS_IN_BATCH && status == FELT_OK; i++) {
        m->now++;
        status = roll(m);
    }
    if (status == FELT_OK && t->records - t->saved >= SAVE_EVERY)
        status = rebuild_save(m->h, m->table, &m->error);
    return status == FELT_OK ? felt_store_commit(m->h->store, &m->error) : status;
}

static felt_status play(maker *m, int rounds)
{
    felt_status status = house_alone(m->h, enter, m, m->now, &m->error);
    house_turn(m->h, m->now); /* the tables are founded */
    felt_command sit = {.kind = FELT_COMMAND_SIT, .seat = -1, .player = m->player, .id = ++m->id};
    house_command(m->h, 0, m->table, &sit, m->now);
    house_turn(m->h, m->now);
    if (status == FELT_OK)
        status = felt_book_find(house_plan(m->h, m->table)->book, felt_text_from("pass"), felt_text_from(""), &m->wager, &m->error);
    while (status == FELT_OK && felt_table_look(m->h->tables[m->table].table).round < (uint64_t)rounds)
        status = roll_batch(m);
    return status;
}

bool serve_history(const char *address, const char *key, const char *tables, int rounds)
{
    maker m = {.now = 1};
    house_options options = {.store = address, .owner = "bench", .window_ms = 0, .save_every = SAVE_EVERY};
    house_listener nobody = {.context = NULL};
    felt_arena *arena = felt_arena_new((size_t)4 * FELT_SHEET_ARENA_MAX);
    felt_status status = arena == NULL ? FELT_ENOMEM : read_tables(arena, tables, &options.tables);
    if (status == FELT_OK)
        status = felt_fair_key(key, &options.key, &m.error);
    if (status == FELT_OK)
        status = house_open(&options, &nobody, m.now, &m.h, &m.error);
    if (status == FELT_OK) {
        m.table = house_find(m.h, felt_text_from("dice"));
        status = play(&m, rounds);
    }
    if (status != FELT_OK)
        fprintf(stderr, "bench_serve: no history: %s\n", m.error.message);
    house_close(m.h);
    felt_arena_free(arena);
    return status == FELT_OK;
}
