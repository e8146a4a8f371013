/* src/sim/strategy_fills.c - what all orders of a strategy come to before a round, remembered. */
#include "sim/strategy_fills.h"

#include <stdlib.h>
#include <string.h>

/* ---- what orders read ---- */

/* Notes that an order reads a value besides the table. False: there are too many. */
static bool note_read(strategy_fills *f, strategy_op op, int index)
{
    for (int i = 0; i < f->read_count; i++)
        if (f->reads[i].op == op && f->reads[i].index == index)
            return true;
    if (f->read_count == STRATEGY_FILL_VALUES_MAX)
        return false;
    f->reads[f->read_count++] = (strategy_read){op, index};
    return true;
}

/* False: the code reads what is not kept, such as money or time. */
static bool note_code(strategy_fills *f, const felt_strategy *s, strategy_code code)
{
    for (const strategy_instruction *i = &s->code[code.first], *end = i + code.count; i < end; i++) {
        bool good = i->op == OP_NUMBER || i->op == OP_STAKE || (i->op >= OP_PLUS && i->op <= OP_OR);
        if (i->op == OP_FACT)
            good = i->index == FACT_POINT || i->index == FACT_BANKROLL;
        else if (i->op == OP_VARIABLE)
            good = note_read(f, i->op, i->index);
        else if (i->op == OP_WINS || i->op == OP_LOSSES)
            good = note_read(f, i->op, s->bet_index[__builtin_ctz(s->references[i->index].seen)]);
        if (!good)
            return false;
    }
    return true;
}

felt_status strategy_fills_open(strategy_fills *f, const felt_strategy *strategy, strategy_add *add, void *context)
{
    *f = (strategy_fills){.known = true, .add = add, .context = context};
    for (int i = 0; i < strategy->order_count && f->known; i++)
        f->known = note_code(f, strategy, strategy->orders[i].amount) && note_code(f, strategy, strategy->orders[i].when);
    if (!f->known)
        return FELT_OK;
    f->fills = calloc(STRATEGY_FILLS, sizeof *f->fills);
    f->moves = calloc(STRATEGY_FILLS, sizeof *f->moves);
    return f->fills != NULL && f->moves != NULL ? FELT_OK : FELT_ENOMEM;
}

void strategy_fills_close(strategy_fills *f)
{
    free(f->fills);
    free(f->moves);
    *f = (strategy_fills){.known = false};
}

/* ---- what they come to ---- */

static void add_up(strategy_fills *f, strategy_fill *fill)
{
    const strategy_move *moves = f->moves[fill - f->fills];
    for (int i = 0; i < fill->move_count && fill->times > 0; i++)
        f->add(f->context, &moves[i], fill->times);
    fill->times = 0;
}

void strategy_fills_keep(strategy_fills *f, strategy_fill *at, const strategy_fill *fill, const strategy_move *moves)
{
    add_up(f, at);
    *at = *fill;
    memcpy(f->moves[at - f->fills], moves, (size_t)fill->move_count * sizeof *moves);
}

void strategy_fills_add_up(strategy_fills *f)
{
    for (int i = 0; i < STRATEGY_FILLS && f->known; i++)
        add_up(f, &f->fills[i]);
}
