/* tests/unit/table_model_draw.c - commands and times for a model of a live table, drawn at random. */
#include "unit/table_model_inside.h"

#include <stdio.h>
#include <string.h>

static uint32_t below(model *m, uint32_t bound)
{
    return felt_random_below(&m->random, bound);
}

static void draw_result(model *m, felt_command *c)
{
    const felt_game *game = felt_book_game(m->game->setup.book);
    c->kind = FELT_COMMAND_RESULT;
    c->player = 0;
    if (!game->one_event) {
        uint32_t way = below(m, (uint32_t)game->all_ways);
        c->code = game->event_of_way((int)way);
        c->way = (uint8_t)(below(m, 8) == 0 ? below(m, 40) : way + 1);
        return;
    }
    felt_dealing shoe;
    if (felt_dealing_shuffle(&shoe, &m->random, felt_book_decks(m->game->setup.book), FELT_CUT_MIN, (felt_dealing_rules){0}) == FELT_OK)
        game->deal(&shoe, &c->dealt);
}

static void draw_house(model *m, felt_command *c)
{
    uint32_t wagers = (uint32_t)felt_book_wager_count(m->game->setup.book);
    static const felt_command_kind rare[] = {
        FELT_COMMAND_VOID,        FELT_COMMAND_OPEN,        FELT_COMMAND_PAUSE,    FELT_COMMAND_SHUT, FELT_COMMAND_WAGER_OPEN,
        FELT_COMMAND_WAGER_CLOSE, FELT_COMMAND_WAGER_LIMIT, FELT_COMMAND_SHOE_END, FELT_COMMAND_OPEN, FELT_COMMAND_OPEN,
        FELT_COMMAND_WAGER_OPEN,  FELT_COMMAND_LIMIT,       FELT_COMMAND_STAND_UP};
    c->player = 0;
    c->kind = rare[below(m, sizeof rare / sizeof *rare)];
    c->wager = (uint16_t)below(m, wagers + 1);
    c->min.minor = below(m, 20);
    c->max.minor = 10 + below(m, 100);
    c->seat = (int32_t)below(m, (uint32_t)m->game->setup.seats + 2) - 1;
    c->limits.seat_max.minor = below(m, 4) == 0 ? 0 : 20 + below(m, 200);
    c->limits.round_max.minor = below(m, 4) == 0 ? 0 : 50 + below(m, 900);
    c->limits.cost_max.minor = below(m, 10) == 0 ? -1 : (int64_t)(100 + below(m, 900));
    snprintf(c->text, sizeof c->text, "reason %u", below(m, 10));
}

static void draw_bet(model *m, felt_command *c)
{
    static const int64_t odd_stakes[] = {0, -5, INT64_MAX, INT64_MIN, FELT_TABLE_STAKE_MAX, FELT_TABLE_STAKE_MAX + 1};
    uint32_t wagers = (uint32_t)felt_book_wager_count(m->game->setup.book);
    c->kind = FELT_COMMAND_BET;
    c->wager = (uint16_t)below(m, below(m, 2) == 0 ? wagers + 1 : 4);
    c->amount.minor = 1 + below(m, 60);
    c->stays = below(m, 3) == 0;
    if (below(m, 20) == 0)
        c->amount.minor = odd_stakes[below(m, sizeof odd_stakes / sizeof *odd_stakes)];
}

static void draw_change(model *m, felt_command *c)
{
    int bets = felt_table_look(m->table).bets;
    c->kind = FELT_COMMAND_CHANGE;
    c->action = (felt_action)below(m, FELT_ACTION_COUNT + 1);
    c->amount.minor = below(m, 30);
    c->bet = below(m, 40);
    if (bets == 0)
        return;
    felt_table_bet bet = felt_table_bet_at(m->table, (int)below(m, (uint32_t)bets));
    c->bet = bet.bet;
    c->player = below(m, 10) == 0 ? c->player : bet.player;
}

/* One of the commands before, or one like it. */
static bool draw_repetition(model *m, felt_command *c)
{
    if (m->answer_count == 0)
        return false;
    uint32_t back = below(m, 8) == 0 ? (uint32_t)m->answer_count : 20;
    back = back > (uint32_t)m->answer_count ? (uint32_t)m->answer_count : back;
    *c = m->answers[m->answer_count - 1 - (int)below(m, back)].command;
    if (below(m, 5) == 0)
        c->amount.minor += c->amount.minor < INT64_MAX ? 1 : -1;
    return true;
}

static void draw_player(model *m, felt_command *c)
{
    static const felt_command_kind kinds[] = {FELT_COMMAND_SIT,  FELT_COMMAND_SIT,  FELT_COMMAND_LEAVE,
                                              FELT_COMMAND_STAY, FELT_COMMAND_DEAL, FELT_COMMAND_DEAL};
    uint32_t which = below(m, 100);
    c->player = 1 + below(m, MODEL_PLAYERS);
    c->seat = (int32_t)below(m, (uint32_t)m->game->setup.seats + 3) - 2;
    if (which < 45)
        draw_bet(m, c);
    else if (which < 65)
        draw_change(m, c);
    else
        c->kind = kinds[below(m, sizeof kinds / sizeof *kinds)];
}

script_step model_draw_step(model *m)
{
    script_step step;
    memset(&step, 0, sizeof step);
    felt_command *c = &step.command;
    felt_table_view view = felt_table_look(m->table);
    bool shoe = m->game->setup.supplied || felt_book_game(m->game->setup.book)->source == FELT_SOURCE_SHOE;
    uint32_t which = below(m, 100);
    m->now += below(m, 4) == 0 ? below(m, 3000) : below(m, 20);
    step.time_ms = below(m, 50) == 0 ? m->now - (int64_t)below(m, 5000) : m->now;
    if (which < 8 && draw_repetition(m, c))
        return step;
    if (which < 20)
        c->kind = FELT_COMMAND_TICK;
    else if (shoe && view.shoe == 0 && which < 60) {
        c->kind = FELT_COMMAND_SHOE_BEGIN;
        c->shoe = m->next_shoe++;
    } else if (view.stage == FELT_STAGE_DEALING && which < 60)
        draw_result(m, c);
    else if (which < 22)
        draw_result(m, c);
    else if (which < 24)
        c->kind = FELT_COMMAND_CLOSE_BETTING;
    else if (which < 26)
        draw_house(m, c);
    else
        draw_player(m, c);
    if (c->kind != FELT_COMMAND_TICK || below(m, 50) == 0)
        c->id = below(m, 200) == 0 ? 0 : m->next_id++;
    return step;
}
