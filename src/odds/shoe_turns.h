/* odds/shoe_turns.h - part of odds/shoe_kernel.h: third cards, for one kind and one total p of the player.
 *
 * x is the value of the player's third card, y of the banker's, b the banker's first total. The player ends with p + x and the banker with
 * b + y, all modulo 10. Each function adds its terms of the formula to w->turns. */
#ifndef FELT_ODDS_SHOE_TURNS_H
#define FELT_ODDS_SHOE_TURNS_H

#include "odds/shoe_vector.h"

/* ---- five cards ---- */

/* The player draws x; or, with the hands exchanged, the player stands on b and the banker draws x to p. `step` is 2 when b is even. */
SHOE_INLINE void draw_fifth(work *w, int p, int step, lone *alone)
{
#pragma GCC unroll 10
    for (int x = 0; x < VALUES; x++) {
        turn *to = w->to[p + x];
        vec c = w->ring[PLAIN][x];
#pragma GCC unroll 8
        for (int b = 0; b < TOTALS; b += step) {
            vec starts = w->starts[b], marks = w->marks[b][x];
            if (b <= felt_shoe_draws_to[x])
                to->drawn[b] = to->drawn[b] + c * starts - 2 * marks;
            else
                to->stood[b - 3] = to->stood[b - 3] + c * starts - 2 * marks;
            if (b >= 6)
                alone->at[b - 6][p + x] = alone->at[b - 6][p + x] + c * starts - 2 * marks;
        }
    }
}

SHOE_PART void draw_any(work *w, int p, lone *alone)
{
    draw_fifth(w, p, 1, alone);
}

SHOE_PART void draw_even(work *w, int p, lone *alone)
{
    draw_fifth(w, p, 2, alone);
}

/* ---- six cards, two marks: what takes few additions ---- */

/* x is marked in a hand of the player, y in one of the banker: the sum over b, by x and the banker's final total. The same card cannot be
 * in both hands. */
SHOE_PART void sum_own(work *w)
{
    vec sum[VALUES];
    clear(sum, VALUES);
    for (int b = 0; b < BANKER_TOTALS; b++) {
        for (int i = 0; i < VALUES; i++)
            sum[i] += 4 * w->hand[b][i + VALUES - b];
        for (int x = 0; x < VALUES; x++) {
            if (felt_shoe_draws_to[x] != b)
                continue;
            row_copy(w->own[x], sum);
            for (int i = 0; i <= b; i++)
                w->own[x][wrap[i + x]] -= 8 * w->join[i][-x];
        }
    }
}

/* Both marks are on the player's hand, y = u = p - x; or the player's other card u is in the banker's hand as well, with y = b - u. */
SHOE_PART void all_two_marks(work *w, int p)
{
    for (int x = 0; x < VALUES; x++) {
        int to = felt_shoe_draws_to[x], u = wrap[p + VALUES - x];
        vec *six = w->to[p + x]->six, own = w->hand[p][x], own2 = 2 * own, own4 = 4 * own;
        for (int b = 0; b <= to; b++) {
            vec join_u = w->join[b][-u];
            six[wrap[b + u]] += own2 * (w->rest[b][x] - 4 * join_u);
            six[wrap[2 * b + VALUES - u]] -= own4 * join_u;
        }
        if (p <= to) { /* the two hands may be of the same values */
            six[wrap[2 * p + VALUES - x]] += 16 * own;
            six[wrap[p + x]] += 8 * own;
        }
    }
}

/* The player has a pair of value v, and x = v is marked in it. */
SHOE_INLINE void player_x_marks(work *w, int p, int v)
{
    vec pair = w->pair[v], pair8 = 8 * pair, *own = w->to[p + v]->six;
    row_add(own, pair, w->own[v]);
    for (int b = 0; b <= felt_shoe_draws_to[v]; b++) {
        vec join = w->join[b][-v], more = pair * (2 * hands_without(w, b, v)), less = pair8 * join;
        own[wrap[b + v]] += more - less;
        own[wrap[2 * b + VALUES - v]] -= more + less; /* `more`: take_turn takes this mark for one on the banker's hand */
        if (b == p)
            own[wrap[b + v]] += 16 * pair;
    }
    for (int x = 0; x < VALUES; x++) { /* y = v is marked, too, and the banker's hand would need a card of the pair */
        int b = wrap[v + x];
        if (b <= felt_shoe_draws_to[x])
            w->to[p + x]->six[wrap[b + v]] -= pair8 * w->join[b][-v];
    }
}

/* The player has a pair of value v or v + 5, and y is marked in it. */
SHOE_PART void player_two_marks(work *w, int p)
{
    int v = p / 2;
    vec low = w->pair[v], high = w->pair[v + 5];
    for (int x = 0; x < VALUES; x++) {
        vec *six = w->to[p + x]->six;
        for (int b = 0; b <= felt_shoe_draws_to[x]; b++) {
            six[b + v] += low * w->four[x][b];
            six[wrap[b + v + 5]] += high * w->four[x][b];
        }
    }
    player_x_marks(w, p, v);
    player_x_marks(w, p, v + 5);
}

/* The banker has a pair of value v, total b, and x = v is marked in it; or y is, and the player's hand would need a card of the pair. */
SHOE_INLINE void banker_x_marks(work *w, int p, int b, int v)
{
    vec pair = w->pair[v], pair8 = 8 * pair, join = w->join[p][-v];
    if (b <= felt_shoe_draws_to[wrap[p + VALUES - v]])
        w->to[2 * p + VALUES - v]->six[wrap[b + v]] -= pair8 * join;
    if (b <= felt_shoe_draws_to[v]) {
        vec *six = w->to[p + v]->six;
        row_add(six, 4 * pair, w->hand[p] + VALUES - b);
        six[wrap[b + v]] += pair * (2 * hands_without(w, p, v) - 16 * join);
        six[wrap[b + p + VALUES - v]] -= pair8 * join;
        if (p == b)
            six[wrap[b + v]] += 16 * pair;
    }
}

SHOE_PART void banker_two_marks(work *w, int p)
{
    for (int v = 0; v < 4; v++) {
        banker_x_marks(w, p, 2 * v, v);
        banker_x_marks(w, p, 2 * v, v + 5);
    }
}

/* The player has a pair of value v, the banker one of any value u with a total on which it may draw. */
SHOE_PART void both_two_marks(work *w, int p, int v)
{
    for (int j = 0; j < 8; j++) {
        int u = j / 2 + j % 2 * 5, b = j / 2 * 2;
        vec ways = both_pairs(w, v, u), *row_v = w->to[p + v]->six, *row_u = w->to[p + u]->six;
        if (b <= felt_shoe_draws_to[v]) {
            row_v[wrap[b + v]] += (v == u ? 12 : 2) * ways;
            row_v[wrap[b + u]] += (v == u ? 0 : 4) * ways;
        }
        if (v != u && b <= felt_shoe_draws_to[u]) {
            row_u[wrap[b + v]] += 4 * ways;
            row_u[wrap[b + u]] += 2 * ways;
        }
    }
}

/* ---- six cards: whole rows ---- */

/* Any hands: x marked in the player's and y in the banker's; x in the banker's and y in the player's; both in the banker's, y = b - x;
 * x and y marked crosswise with the other cards of the hands the same, which ends in a tie. */
SHOE_INLINE void all_turn(const work *w, int p, int x, vec at[VALUES], vec *tie)
{
    const vec *hand = w->hand[p] + VALUES, *join = w->join[p], *four = w->four[x];
    vec base = 0.5 * w->hands[p] - 2 * join[-x];
    row_add(at, w->hand[p][x], w->own[x]);
#pragma GCC unroll 1
    for (int b = 0; b <= felt_shoe_draws_to[x]; b++)
        row_add(at, four[b], hand - b);
#pragma GCC unroll 7
    for (int b = 0; b <= felt_shoe_draws_to[x]; b++) {
        vec joined = join[-((VALUES + b - x) % VALUES)];
        at[(2 * b + VALUES - x) % VALUES] += four[b] * (base - 2 * joined);
        *tie -= four[b] * joined;
    }
}

/* The banker has a pair, and y is marked in it. */
SHOE_INLINE void banker_turn(const work *w, int p, int x, vec at[VALUES])
{
    vec hand = 4 * w->hand[p][x];
#pragma GCC unroll 4
    for (int v = 0; v < 4; v++) {
        if (2 * v <= felt_shoe_draws_to[x]) {
            at[3 * v] += hand * w->pair[v];
            at[(3 * v + 5) % VALUES] += hand * w->pair[v + 5];
        }
    }
}

/* The player draws x. `sum` is the sum of marks up to the highest total on which the banker then draws, by the banker's final total: c_x
 * times twice as many are taken away, and y cannot be the same card as x. Then what is particular to the kind. */
SHOE_INLINE void take_turn(work *w, int kind, int p, int x, const vec sum[VALUES])
{
    vec at[VALUES], *six = w->to[p + x]->six, c = w->ring[PLAIN][x], tie = {0};
    row_copy(at, six);
    row_add(at, -2 * c, sum);
#pragma GCC unroll 7
    for (int b = 0; b <= felt_shoe_draws_to[x]; b++) {
        if (b % 2 == 0 || kind == ALL || kind == PLAYER)
            at[(b + x) % VALUES] = at[(b + x) % VALUES] + 4 * w->marks[b][x] - c * w->starts[b];
        if (kind == PLAYER) /* both marks on the banker's hand */
            at[(2 * b + VALUES - x) % VALUES] += 2 * w->marks[b][x];
    }
    if (kind == ALL)
        all_turn(w, p, x, at, &tie);
    else if (kind == BANKER)
        banker_turn(w, p, x, at);
    row_copy(six, at);
    if (kind == ALL)
        six[wrap[p + x]] += tie;
}

SHOE_INLINE void sum_marks(const work *w, int kind, int b, vec sum[VALUES])
{
    if (b % 2 != 0 && kind != ALL && kind != PLAYER)
        return;
#pragma GCC unroll 10
    for (int y = 0; y < VALUES; y++)
        sum[(b + y) % VALUES] += w->marks[b][y];
}

/* Every x, in the order of felt_shoe_draws_to. */
SHOE_INLINE void take_turns(work *w, int kind, int p)
{
    vec sum[VALUES];
    clear(sum, VALUES);
    sum_marks(w, kind, 0, sum);
    sum_marks(w, kind, 1, sum);
    sum_marks(w, kind, 2, sum);
    take_turn(w, kind, p, 8, sum);
    sum_marks(w, kind, 3, sum);
    take_turn(w, kind, p, 9, sum);
    take_turn(w, kind, p, 0, sum);
    take_turn(w, kind, p, 1, sum);
    sum_marks(w, kind, 4, sum);
    take_turn(w, kind, p, 2, sum);
    take_turn(w, kind, p, 3, sum);
    sum_marks(w, kind, 5, sum);
    take_turn(w, kind, p, 4, sum);
    take_turn(w, kind, p, 5, sum);
    sum_marks(w, kind, 6, sum);
    take_turn(w, kind, p, 6, sum);
    take_turn(w, kind, p, 7, sum);
}

SHOE_PART void all_turns(work *w, int p)
{
    take_turns(w, ALL, p);
}

SHOE_PART void player_turns(work *w, int p)
{
    take_turns(w, PLAYER, p);
}

SHOE_PART void banker_turns(work *w, int p)
{
    take_turns(w, BANKER, p);
}

SHOE_PART void both_turns(work *w, int p)
{
    take_turns(w, BOTH, p);
}

#endif
