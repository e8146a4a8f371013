/* src/sim/strategy_code.c - works out the numbers and conditions of a strategy. */
#include "sim/strategy_code.h"

__extension__ typedef __int128 wide; /* any product of two numbers fits */

/* Nothing goes beyond the largest number. */
static int64_t bounded(wide value)
{
    if (value > FELT_STRATEGY_VALUE_MAX)
        return FELT_STRATEGY_VALUE_MAX;
    return value < -FELT_STRATEGY_VALUE_MAX ? -FELT_STRATEGY_VALUE_MAX : (int64_t)value;
}

static int64_t fact(const strategy_moment *m, strategy_fact fact)
{
    wide unit = m->strategy->unit;
    switch (fact) {
    case FACT_BANKROLL:
        return m->bankroll;
    case FACT_MONEY:
        return m->purse.worth;
    case FACT_RESULT:
        return m->purse.worth - m->bankroll;
    case FACT_DRAWDOWN:
        return m->purse.highest - m->purse.worth;
    case FACT_ROUNDS:
        return bounded(unit * (wide)m->rounds);
    case FACT_MINUTES: /* the reader has seen that there is a pace */
        return bounded(unit * (wide)(m->rounds * 60 / (uint64_t)m->strategy->pace));
    case FACT_POINT:
        return bounded(unit * m->table->number);
    case FACT_HANDS:
        return bounded(unit * (wide)m->hands);
    case FACT_ROLLS:
        return bounded(unit * (wide)m->rolls);
    default:
        return 0;
    }
}

static int64_t stake_on(const strategy_moment *m, int reference)
{
    wide sum = 0;
    for (uint32_t bets = m->strategy->references[reference].bets & m->table->up; bets != 0; bets &= bets - 1)
        sum += m->table->stakes[__builtin_ctz(bets)];
    return bounded(sum);
}

/* A run of wins or losses of the wager that a reference names. */
static int64_t run_of(const strategy_moment *m, const uint32_t *runs, int reference)
{
    uint32_t seen = m->strategy->references[reference].seen;
    return bounded((wide)m->strategy->unit * runs[m->strategy->bet_index[__builtin_ctz(seen)]]);
}

static int64_t value_of(const strategy_moment *m, const strategy_instruction *i)
{
    switch (i->op) {
    case OP_VARIABLE:
        return m->variables[i->index];
    case OP_FACT:
        return fact(m, (strategy_fact)i->index);
    case OP_STAKE:
        return stake_on(m, i->index);
    case OP_WINS:
        return run_of(m, m->wins, i->index);
    case OP_LOSSES:
        return run_of(m, m->losses, i->index);
    default:
        return i->value;
    }
}

static int64_t calculate(int64_t unit, strategy_op op, int64_t a, int64_t b)
{
    int64_t product; /* of 64 bits where it fits: a division of 128 takes ten times as long */
    switch (op) {
    case OP_PLUS:
        return bounded((wide)a + b);
    case OP_MINUS:
        return bounded((wide)a - b);
    case OP_TIMES:
        return __builtin_mul_overflow(a, b, &product) ? bounded((wide)a * b / unit) : bounded(product / unit);
    case OP_OVER: /* whole units */
        return b == 0 ? 0 : bounded((wide)(a / b) * unit);
    case OP_AT_MOST:
        return a < b ? a : b;
    default: /* OP_AT_LEAST */
        return a > b ? a : b;
    }
}

static bool compare(strategy_op op, int64_t a, int64_t b)
{
    switch (op) {
    case OP_IS:
        return a == b;
    case OP_IS_NOT:
        return a != b;
    case OP_IS_AT_LEAST:
        return a >= b;
    case OP_IS_AT_MOST:
        return a <= b;
    case OP_IS_ABOVE:
        return a > b;
    case OP_IS_BELOW:
        return a < b;
    case OP_AND:
        return a != 0 && b != 0;
    default: /* OP_OR */
        return a != 0 || b != 0;
    }
}

int64_t strategy_number(const strategy_moment *m, strategy_code code)
{
    int64_t stack[STRATEGY_STACK_MAX]; /* the reader has counted how deep it gets */
    int top = -1;
    for (const strategy_instruction *i = &m->strategy->code[code.first], *end = i + code.count; i < end; i++) {
        if (i->op < OP_PLUS) {
            stack[++top] = value_of(m, i);
            continue;
        }
        top--;
        if (i->op < OP_IS)
            stack[top] = calculate(m->strategy->unit, i->op, stack[top], stack[top + 1]);
        else
            stack[top] = compare(i->op, stack[top], stack[top + 1]);
    }
    return stack[0];
}
