/* tests/oracle/chain.c - odds of a machine the slow way: one equation for each state, elimination over fractions. */
#include "oracle/chain.h"

#include <felt/craps.h>
#include <stdlib.h>
#include <string.h>

/* ---- the textbook ---- */

/* The equations as rows of fractions: a column for each state, then the right-hand sides. */
typedef struct equations {
    size_t states;
    size_t columns;
    mpq_t *cells;
} equations;

static mpq_ptr cell(const equations *e, size_t row, size_t column)
{
    return e->cells[row * e->columns + column];
}

/* The number of the unordered pair 1-1, 1-2, ... 1-6, 2-2, ... 6-6 by counting up to it. */
static int pair_number(int a, int b)
{
    int low = a < b ? a : b, high = a < b ? b : a, number = 0;
    for (int i = 1; i <= 6; i++)
        for (int j = i; j <= 6; j++, number++)
            if (i == low && j == high)
                return number;
    return -1;
}

/* Adds 1/36 for each of the 36 rolls to the state's equation: x(state) - sum of x(next) / 36 = right-hand side. */
static void write_equation(equations *e, const felt_machine *m, uint32_t state)
{
    mpq_t part;
    mpq_init(part);
    mpq_set_ui(part, 1, 36);
    mpq_set_ui(cell(e, state, state), 1, 1);
    for (int a = 1; a <= 6; a++)
        for (int b = 1; b <= 6; b++) {
            uint32_t to = m->next[state * m->class_count + m->class_of[pair_number(a, b)]];
            mpq_ptr x = cell(e, state, to); /* a row's column comes right after the states' */
            if (to < m->state_count)
                mpq_sub(x, x, part);
            else
                mpq_add(x, x, part);
        }
    mpq_clear(part);
}

/* Gauss and Jordan: each state's column becomes 0 but for 1 in its own row; the right-hand sides become the solutions. */
static void eliminate(equations *e)
{
    mpq_t factor, part;
    mpq_inits(factor, part, NULL);
    for (size_t k = 0; k < e->states; k++) {
        mpq_inv(factor, cell(e, k, k));
        for (size_t j = k; j < e->columns; j++)
            mpq_mul(cell(e, k, j), cell(e, k, j), factor);
        for (size_t i = 0; i < e->states; i++) {
            if (i == k || mpq_sgn(cell(e, i, k)) == 0)
                continue;
            mpq_set(factor, cell(e, i, k));
            for (size_t j = k; j < e->columns; j++) {
                if (mpq_sgn(cell(e, k, j)) == 0)
                    continue;
                mpq_mul(part, factor, cell(e, k, j));
                mpq_sub(cell(e, i, j), cell(e, i, j), part);
            }
        }
    }
    mpq_clears(factor, part, NULL);
}

/* The inverse's columns take the last `states` columns, so that squares, which need the expected rolls first, can be had from one
 * elimination: rolls = inverse * 1, and squares = inverse * (2 * rolls - 1). */
static void sum_inverse(const equations *e, size_t inverse, uint32_t start, mpq_t rolls, mpq_t squares)
{
    mpq_t from, part;
    mpq_inits(from, part, NULL);
    mpq_set_ui(rolls, 0, 1);
    mpq_set_ui(squares, 0, 1);
    for (size_t s = 0; s < e->states; s++) {
        mpq_set_ui(from, 0, 1);
        for (size_t t = 0; t < e->states; t++)
            mpq_add(from, from, cell(e, s, inverse + t));
        mpq_add(from, from, from);
        mpq_set_ui(part, 1, 1);
        mpq_sub(from, from, part);
        mpq_mul(from, from, cell(e, start, inverse + s));
        mpq_add(squares, squares, from);
        mpq_add(rolls, rolls, cell(e, start, inverse + s));
    }
    mpq_clears(from, part, NULL);
}

bool chain_solve(const felt_machine *machine, uint32_t start, int row_count, mpq_t *rows, mpq_t rolls, mpq_t squares)
{
    equations e = {.states = machine->state_count, .columns = 2 * (size_t)machine->state_count + (size_t)row_count};
    size_t count = e.states * e.columns, inverse = e.states + (size_t)row_count;
    e.cells = count > CHAIN_CELLS_MAX ? NULL : malloc(count * sizeof *e.cells);
    if (e.cells == NULL)
        return false;
    for (size_t i = 0; i < count; i++)
        mpq_init(e.cells[i]);
    for (uint32_t s = 0; s < machine->state_count; s++) {
        write_equation(&e, machine, s);
        mpq_set_ui(cell(&e, s, inverse + s), 1, 1);
    }
    eliminate(&e);
    for (int i = 0; i < row_count; i++)
        mpq_set(rows[i], cell(&e, start, e.states + (size_t)i));
    sum_inverse(&e, inverse, start, rolls, squares);
    for (size_t i = 0; i < count; i++)
        mpq_clear(e.cells[i]);
    free(e.cells);
    return true;
}

/* ---- machines ---- */

bool chain_machine_new(chain_machine *ret, uint32_t state_count)
{
    enum { TOTALS = 11 };
    uint16_t *next = calloc((size_t)state_count * TOTALS, sizeof *next);
    if (next == NULL)
        return false;
    /* 1-1, 1-2, ... 1-6, 2-2, ... 6-6, less two. */
    static const uint8_t totals[] = {0, 1, 2, 3, 4, 5, 2, 3, 4, 5, 6, 4, 5, 6, 7, 6, 7, 8, 8, 9, 10};
    *ret = (chain_machine){
        .machine = {.game = &felt_game_craps, .state_count = state_count, .class_count = TOTALS, .class_of = totals, .next = next},
        .next = next};
    for (int puck = 0; puck < FELT_PUCK_COUNT; puck++)
        ret->machine.start[puck] = puck == 0 ? 0 : FELT_STATE_NONE;
    return true;
}

void chain_machine_free(chain_machine *m)
{
    free(m->next);
    m->next = NULL;
}

void chain_machine_to(chain_machine *m, uint32_t state, int total, uint32_t to)
{
    m->next[state * m->machine.class_count + (uint32_t)total - 2] = (uint16_t)to;
}

/* A state of "all rolled" is the totals that have come (bit t for a total of t) and the point, 0 when the puck is off. */
typedef struct situation {
    unsigned come;
    int point;
} situation;

typedef struct situations {
    situation list[8192];
    uint16_t number[1 << 13][11]; /* by come and point: its index + 1 */
    uint32_t count;
} situations;

static uint32_t number_of(situations *s, situation now)
{
    uint16_t *number = &s->number[now.come][now.point];
    if (*number == 0) {
        s->list[s->count] = now;
        *number = (uint16_t)++s->count;
    }
    return *number - 1u;
}

static situation after(situation now, unsigned wanted, int total, bool follow_puck)
{
    bool is_point = (total >= 4 && total <= 6) || (total >= 8 && total <= 10);
    now.come |= wanted & (1u << total);
    if (!follow_puck)
        return now;
    if (now.point == 0 && is_point)
        now.point = total;
    else if (now.point == total)
        now.point = 0;
    return now;
}

/* Where a roll of `total` leads: a state, or WON or LOST. */
enum { WON = -1, LOST = -2 };

static int32_t follow(situations *s, situation now, unsigned wanted, int total, bool any_seven)
{
    if (total == 7 && (any_seven || now.point != 0))
        return LOST;
    situation then = after(now, wanted, total, !any_seven);
    return then.come == wanted ? WON : (int32_t)number_of(s, then);
}

bool chain_machine_all_rolled(chain_machine *ret, unsigned totals, bool any_seven)
{
    situations *s = calloc(1, sizeof *s);
    if (s == NULL)
        return false;
    number_of(s, (situation){0, 0});
    for (uint32_t i = 0; i < s->count; i++) /* the list grows as situations are found */
        for (int total = 2; total <= 12; total++)
            follow(s, s->list[i], totals, total, any_seven);
    bool made = chain_machine_new(ret, s->count);
    for (uint32_t i = 0; made && i < s->count; i++)
        for (int total = 2; total <= 12; total++) {
            int32_t to = follow(s, s->list[i], totals, total, any_seven);
            chain_machine_to(ret, i, total, to == WON ? s->count : to == LOST ? s->count + 1 : (uint32_t)to);
        }
    free(s);
    return made;
}
