/* src/sheet/rules_craps.c - when a craps wager may be placed, and its counts; its facts are in parse_craps.c, their meaning in
 * explore_craps.c. */
#include "rules_craps.h"

static bool parse_moment(parser *p, felt_placing *ret)
{
    if (parser_accept(p, "at")) {
        *ret = FELT_PLACED_ANY_TIME;
        return parser_need(p, "any") && parser_need(p, "time");
    }
    if (parser_accept(p, "while")) {
        if (parser_accept(p, "a")) {
            *ret = FELT_PLACED_LATER;
            return parser_need(p, "point") && parser_need(p, "is") && parser_need(p, "on");
        }
        *ret = FELT_PLACED_ITS_NUMBER;
        if (p->wager->side_count == 0)
            return parser_fail(p, "type", "'number' needs a wager on numbers: write 'on 4, 5, 6, 8, 9 or 10' after its name");
        return parser_need(p, "number") && parser_need(p, "is") && parser_need(p, "the") && parser_need(p, "point");
    }
    if (!parser_accept(p, "before"))
        return parser_expected(p,
                               "'before any come-out roll', 'before a new shooter's first come-out roll', 'while a point is on', 'while "
                               "number is the point' or 'at any time'",
                               (const char *const[]){"before", "while", "at", NULL});
    if (parser_accept(p, "any")) {
        *ret = FELT_PLACED_START;
        return parser_need(p, "come-out") && parser_need(p, "roll");
    }
    *ret = FELT_PLACED_NEW_HAND;
    return parser_need(p, "a") && parser_need(p, "new") && parser_need(p, "shooter's") && parser_need(p, "first") &&
           parser_need(p, "come-out") && parser_need(p, "roll");
}

static bool parse_placing(parser *p, placed_source *ret)
{
    if (!parse_moment(p, &ret->placing))
        return false;
    if (!parser_accept(p, "with"))
        return true;
    ret->own_phases = true;
    return parser_need(p, "a") && parser_need(p, "come-out") && parser_need(p, "of") && parser_need(p, "its") && parser_need(p, "own");
}

/* `on the come-out` and `on a point` may follow a fact without `and`. */
static bool begins_qualifier(const parser *p)
{
    return parser_is(p, "on");
}

static bool counts(const cond *c)
{
    return c->kind == COND_ROLLED_TIMES || c->kind == COND_ALL_ROLLED || c->kind == COND_POINTS_MADE || c->kind == COND_LINE_WINS_COUNT;
}

/* "3 points made", "rolled 3 times", "rolled once". */
static felt_text write_count(felt_arena *arena, const cond *c, const char *how)
{
    const char *s = c->low == 1 ? "" : "s";
    if (c->kind == COND_POINTS_MADE)
        return felt_arena_print(arena, "%s%d point%s made", how, c->low, s);
    if (c->kind == COND_LINE_WINS_COUNT)
        return felt_arena_print(arena, "%s%d line win%s", how, c->low, s);
    if (c->bare->kind == TOKEN_NUMBER)
        return felt_arena_print(arena, "rolled %s%d time%s", how, c->low, s);
    return felt_arena_print(arena, "rolled %s%.*s", how, FELT_TEXT_ARGS(c->bare->text));
}

const sheet_rules sheet_rules_craps = {
    .game = &felt_game_craps,
    .parse_fact = parse_craps_fact,
    .begins_qualifier = begins_qualifier,
    .parse_placing = parse_placing,
    .compile = compile_machine,
    .words = &words_rules_craps,
    .counts = counts,
    .count_write = write_count,
    .ending = "seven-out loses",
};
