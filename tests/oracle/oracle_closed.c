/* oracle/oracle_closed.c - Dice Works by inclusion and exclusion, the wager on 2, 3, 11 and 12 by counting down; see oracle_closed.h.
 *
 * Both look at the puck only: it is off, or on one of six points. With x the figure sought, w the ways of a point p, and f what a roll adds
 * to the figure (in 36ths: 36 for the number of rolls, 6 for the chance of a seven-out when one may come, 0 for other chances), each
 * position gives one equation, and the one for the puck off takes the other six in. */
#include "oracle/oracle_closed.h"

#include <stdint.h>
#include <stdlib.h>

static unsigned ways(int total)
{
    return (unsigned)(total <= 7 ? total - 1 : 13 - total);
}

static bool has(unsigned totals, int total)
{
    return (totals >> total & 1u) != 0;
}

static void set_ratio(mpq_t ret, unsigned num, unsigned den)
{
    mpq_set_ui(ret, num, den);
    mpq_canonicalize(ret);
}

/* ---- Dice Works ---- */

/* The first of: the end of the wager, or one of `totals`. Either the chance that it is the end, or the expected rolls until then.
 *
 * Any seven: 6 ways against theirs. Seven-out: with a point p on, not one of theirs, x(p) = (f + w x) / (6 + w + theirs), f = 6 or 36;
 * before a come-out roll, of which `stay` ways leave all as it was, (36 - stay) x = f + sum of w x(p), f = 0 or 36. */
static void first_of(unsigned totals, bool any_seven, bool count_rolls, mpq_t ret)
{
    unsigned theirs = 0, stay = 6;
    for (int t = 2; t <= 12; t++)
        if (has(totals, t))
            theirs += ways(t);
        else if (t == 2 || t == 3 || t == 11 || t == 12)
            stay += ways(t);
    if (any_seven) {
        set_ratio(ret, count_rolls ? 36 : 6, 6 + theirs);
        return;
    }
    mpq_t factor, fixed, part;
    mpq_inits(factor, fixed, part, NULL);
    mpq_set_ui(factor, 36 - stay, 1);
    mpq_set_ui(fixed, count_rolls ? 36 : 0, 1);
    for (int p = 4; p <= 10; p++) {
        if (p == 7 || has(totals, p))
            continue;
        set_ratio(part, ways(p) * ways(p), 6 + ways(p) + theirs);
        mpq_sub(factor, factor, part);
        set_ratio(part, ways(p) * (count_rolls ? 36 : 6), 6 + ways(p) + theirs);
        mpq_add(fixed, fixed, part);
    }
    mpq_div(ret, fixed, factor);
    mpq_clears(factor, fixed, part, NULL);
}

/* All come = 1 - one of them does not + two of them do not ...: the sign changes with the number of totals that do not. The rolls until
 * the last of several or the end are, likewise, those until the first of one - of two + of three ... */
void oracle_all_rolled(unsigned totals, bool any_seven, mpq_t chance, mpq_t rolls)
{
    mpq_t part;
    mpq_init(part);
    mpq_set_ui(chance, 1, 1);
    mpq_set_ui(rolls, 0, 1);
    for (unsigned some = totals; some != 0; some = (some - 1) & totals) { /* every choice of some of the totals */
        bool odd = false;
        for (int t = 2; t <= 12; t++)
            odd ^= has(some, t);
        first_of(some, any_seven, false, part);
        (odd ? mpq_sub : mpq_add)(chance, chance, part);
        first_of(some, any_seven, true, part);
        (odd ? mpq_add : mpq_sub)(rolls, rolls, part);
    }
    mpq_clear(part);
}

/* ---- seven of 2, 3, 11 or 12 ---- */

enum { POSITIONS = 7, LEVELS = 7, COUNTS = LEVELS * LEVELS * LEVELS * LEVELS };

static const int point_of[POSITIONS] = {0, 4, 5, 6, 8, 9, 10};
static const int horn[4] = {2, 3, 11, 12};

typedef struct ladder {
    mpq_t (*value)[POSITIONS]; /* by the counts of the four numbers, in base 7, and the position of the puck */
    bool count_rolls;
} ladder;

/* The sum of w(t) x(one more of t) over the four numbers, the puck where it is; a seventh time wins. */
static void add_steps(const ladder *l, int counts, int position, mpq_t sum)
{
    mpq_t part;
    mpq_init(part);
    for (int i = 0, digit = 1; i < 4; i++, digit *= LEVELS) {
        mpq_set_ui(part, ways(horn[i]), 1);
        if (counts / digit % LEVELS < LEVELS - 1)
            mpq_mul(part, part, l->value[counts + digit][position]);
        else if (l->count_rolls)
            mpq_set_ui(part, 0, 1);
        mpq_add(sum, sum, part);
    }
    mpq_clear(part);
}

/* (12 + w) x(p) = f + steps + w x for each point p, and 30 x = f + steps + sum of w x(p): 6 ways end it or, on the come-out, do nothing,
 * and 6 are one of the four. */
static void solve_counts(const ladder *l, int counts)
{
    unsigned f = l->count_rolls ? 36 : 0;
    mpq_t *x = l->value[counts], factor, part;
    mpq_inits(factor, part, NULL);
    mpq_set_ui(factor, 30, 1);
    mpq_set_ui(x[0], f, 1);
    add_steps(l, counts, 0, x[0]);
    for (int i = 1; i < POSITIONS; i++) {
        unsigned w = ways(point_of[i]);
        mpq_set_ui(x[i], f, 1);
        add_steps(l, counts, i, x[i]);
        set_ratio(part, w, 12 + w);
        mpq_mul(part, part, x[i]);
        mpq_add(x[0], x[0], part);
        set_ratio(part, w * w, 12 + w);
        mpq_sub(factor, factor, part);
    }
    mpq_div(x[0], x[0], factor);
    for (int i = 1; i < POSITIONS; i++) {
        unsigned w = ways(point_of[i]);
        mpq_set_ui(part, w, 1);
        mpq_mul(part, part, x[0]);
        mpq_add(x[i], x[i], part);
        set_ratio(part, 1, 12 + w);
        mpq_mul(x[i], x[i], part);
    }
    mpq_clears(factor, part, NULL);
}

/* Any seven: 12 x = f + steps; the puck does not matter. */
static void solve_any_seven(const ladder *l, int counts)
{
    mpq_t *x = l->value[counts], part;
    mpq_init(part);
    mpq_set_ui(x[0], l->count_rolls ? 36 : 0, 1);
    add_steps(l, counts, 0, x[0]);
    set_ratio(part, 1, 12);
    mpq_mul(x[0], x[0], part);
    mpq_clear(part);
}

bool oracle_one_of_horn(bool any_seven, mpq_t chance, mpq_t rolls)
{
    ladder l = {.value = malloc(COUNTS * sizeof *l.value)};
    if (l.value == NULL)
        return false;
    for (int i = 0; i < COUNTS * POSITIONS; i++)
        mpq_init(l.value[i / POSITIONS][i % POSITIONS]);
    for (int pass = 0; pass < 2; pass++) {
        l.count_rolls = pass == 1;
        for (int counts = COUNTS - 1; counts >= 0; counts--)
            if (any_seven)
                solve_any_seven(&l, counts);
            else
                solve_counts(&l, counts);
        mpq_set(pass == 1 ? rolls : chance, l.value[0][0]);
    }
    for (int i = 0; i < COUNTS * POSITIONS; i++)
        mpq_clear(l.value[i / POSITIONS][i % POSITIONS]);
    free(l.value);
    return true;
}
