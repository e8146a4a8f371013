/* odds/shoe_kernel.h - the outcomes of several shoes at once, one vector lane for each. Not an ordinary header: it is included once by each
 * file that needs a kernel, which defines
 *     SHOE_LANES    lanes of a vector: 1 (then slots are next to each other), 2, 4 or 8 (then slots are FELT_SHOE_LANES apart)
 *     SHOE_TARGET   the attribute that lets the compiler use the instructions
 * and calls count_lanes.
 *
 * docs/math/1-baccarat.md derives the formulas, in the same words. In short, for the first four cards with totals p and b, kind by kind of
 * pairs:
 *   starts    N, the deals of the first four cards;
 *   marks     2 s(v), the deals with a finger on one of the four cards, of value v (the arrays hold s);
 *   two marks the deals with a finger on one card, of value x, and another finger on another card, of value y.
 * A third card x for the player and y for the banker can then be drawn in
 *   c_x c_y N - 2 c_x s(y) - 2 c_y s(x) + (two marks)   ways, and, where x = y, c_x N - 4 s(x) fewer.
 * The sums of this over all that ends in one outcome are taken factor by factor.
 *
 * Exactness: the largest sums are those of c_x c_y N, at most n times the five-card deals: below 5.1e15 for 416 cards. All else that is
 * added to or taken from a sum stays below 20 times the five-card deals, 2.5e14. So every sum stays below 2^53 = 9.0e15. All numbers are
 * whole but for a few halves on the way to starts and hands, below 2^36. No operation ever rounds, fused or not. */
#ifndef FELT_ODDS_SHOE_KERNEL_H
#define FELT_ODDS_SHOE_KERNEL_H

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC optimize("fp-contract=fast") /* fused operations give the same whole numbers sooner; clang uses them without being asked */
#endif

#include "odds/shoe_marks.h"
#include "odds/shoe_turns.h"
#include "odds/shoe_vector.h"

/* ---- four cards ---- */

SHOE_INLINE vec all_starts(const work *w, int p, int b)
{
    const vec *c = w->ring[PLAIN], *join_p = w->join[p], *join_b = w->join[b];
    vec shared = {0};
#pragma GCC unroll 10
    for (int a = 0; a < VALUES; a++)
        shared += c[a] * join_p[-a] * join_b[-a];
    vec ways = w->hands[p] * w->hands[b] - 4 * shared;
    return p == b ? ways + 2 * w->hands[p] : ways;
}

SHOE_INLINE vec pair_starts(const work *w, int own, int other)
{
    int v = own / 2;
    return w->pair[v] * hands_without(w, other, v) + w->pair[v + 5] * hands_without(w, other, v + 5);
}

SHOE_INLINE vec both_starts(const work *w, int p, int b)
{
    int v = p / 2, u = b / 2;
    return both_pairs(w, v, u) + both_pairs(w, v, u + 5) + both_pairs(w, v + 5, u) + both_pairs(w, v + 5, u + 5);
}

SHOE_INLINE int four_cell(int p, int b)
{
    return p >= 8 ? 170 + VALUES * (p - 8) + b : b >= 8 ? 190 + 2 * p + b - 8 : 206 + 2 * (p - 6) + b - 6;
}

/* Both ways to deal the two totals. */
SHOE_PART void put_four(const work *w, vec times, loose *out, int p, int b)
{
    int cell = four_cell(p, b), other_cell = four_cell(b, p);
    vec zero = {0}, both = zero, same = zero, player = zero, banker = zero;
    if (p % 2 == 0 && b % 2 == 0)
        both = times * both_starts(w, p, b);
    if (p % 2 == 0 && p == b)
        same = times * (w->same[p / 2] + w->same[p / 2 + 5]);
    if (p % 2 == 0)
        player = times * pair_starts(w, p, b);
    if (b % 2 == 0)
        banker = times * pair_starts(w, b, p);
    vec all = times * all_starts(w, p, b);
    put(out, SAME, cell, same);
    put(out, SAME, other_cell, same);
    put(out, BOTH, cell, both);
    put(out, BOTH, other_cell, both);
    put(out, PLAYER, cell, player);
    put(out, PLAYER, other_cell, banker);
    put(out, BANKER, cell, banker);
    put(out, BANKER, other_cell, player);
    put(out, ALL, cell, all);
    put(out, ALL, other_cell, all);
}

SHOE_PART void put_fours(const work *w, loose *out)
{
    vec times = (w->cards - 4) * (w->cards - 5);
    for (int p = 6; p < VALUES; p++) {
        for (int b = p < 8 ? 6 : 0; b <= p; b++)
            put_four(w, times, out, p, b);
    }
}

/* ---- into the block ---- */

SHOE_INLINE void put_alone(const work *w, int kind, const lone *alone, loose *out)
{
    vec left = w->cards - 5;
    for (int p = 0; p < 2; p++) {
        for (int i = 0; i < VALUES; i++)
            put(out, kind, 150 + VALUES * p + i, left * (i < LONG - VALUES ? alone->at[p][i] + alone->at[p][i + VALUES] : alone->at[p][i]));
    }
}

/* Five cards, and six: c_y times the five-card deals. */
SHOE_INLINE void put_turns(const work *w, int kind, loose *out)
{
    vec left = w->cards - 5;
    for (int player = 0; player < VALUES; player++) {
        const turn *from = &w->turns[player];
        const vec *c = w->ring[PLAIN] + VALUES;
        vec at[VALUES];
        row_copy(at, from->six);
        for (int b = 0; b < BANKER_TOTALS; b += kind == ALL || kind == PLAYER ? 1 : 2)
            row_add(at, from->drawn[b], c - b);
#pragma GCC unroll 10
        for (int i = 0; i < VALUES; i++)
            put(out, kind, VALUES * player + i, at[i]);
#pragma GCC unroll 5
        for (int b = 3; b < TOTALS; b++)
            put(out, kind, 100 + VALUES * (b - 3) + player, left * from->stood[b - 3]);
    }
}

SHOE_INLINE void clear_turns(work *w)
{
    clear(w->turns[0].six, VALUES * (int)(sizeof(turn) / sizeof(vec)));
}

/* Both hands are pairs of value v or v + 5, total 2v, and of one rank. */
SHOE_INLINE void same_turn(const work *w, int v, int x, vec at[VALUES], vec *stood, vec *same_card)
{
    const vec *ring = w->ring[PLAIN] + VALUES;
    vec c = ring[x], low = w->same[v], high = w->same[v + 5], drawn = c * (low + high), marked = x == v ? low : high;
    if (x == v || x == v + 5)
        drawn -= 4 * marked;
    if (2 * v > felt_shoe_draws_to[x]) {
        *stood += drawn;
        return;
    }
    row_add(at, drawn, ring - 2 * v);
    at[3 * v] -= 4 * c * low;
    at[(3 * v + 5) % VALUES] -= 4 * c * high;
    *same_card -= drawn;
    if (x == v || x == v + 5)
        *same_card += 16 * marked;
}

SHOE_PART void count_same(const work *w, loose *out)
{
    vec zero = {0}, left = w->cards - 5;
    for (int player = 0; player < VALUES; player++) {
        vec at[VALUES], stood = zero, same_card = zero;
        clear(at, VALUES);
        same_turn(w, 0, player, at, &stood, &same_card);
        same_turn(w, 1, wrap[player + VALUES - 2], at, &stood, &same_card);
        same_turn(w, 2, wrap[player + VALUES - 4], at, &stood, &same_card);
#pragma GCC unroll 10
        for (int i = 0; i < VALUES; i++)
            put(out, SAME, VALUES * player + i, at[i]);
        out[(SAME * FELT_SHOE_CELLS + VALUES * player + player) * STEP] += same_card;
        for (int b = 3; b < TOTALS; b++)
            put(out, SAME, 100 + VALUES * (b - 3) + player, b == 4 ? left * stood : zero);
        put(out, SAME, 150 + player, zero);
        put(out, SAME, 160 + player, zero);
    }
}

SHOE_PART void count_both(work *w, loose *out)
{
    clear_turns(w);
    clear(w->alone[0].at[0], 2 * LONG);
    for (int p = 0; p < PLAYER_TOTALS; p += 2) {
        both_marks(w, p);
        draw_even(w, p, &w->alone[0]);
        both_two_marks(w, p, p / 2);
        both_two_marks(w, p, p / 2 + 5);
        both_turns(w, p);
    }
    put_turns(w, BOTH, out);
    put_alone(w, BOTH, &w->alone[0], out);
}

/* What draw_fifth says of the hands exchanged is about a banker pair here, and about a player pair in count_banker. */
SHOE_PART void count_player(work *w, loose *out)
{
    clear_turns(w);
    clear(w->alone[0].at[0], 4 * LONG);
    for (int p = 0; p < PLAYER_TOTALS; p += 2) {
        player_marks(w, p);
        draw_any(w, p, &w->alone[1]);
        player_two_marks(w, p);
        player_turns(w, p);
    }
    put_turns(w, PLAYER, out);
}

SHOE_PART void count_banker(work *w, loose *out)
{
    clear_turns(w);
    for (int p = 0; p < PLAYER_TOTALS; p++) {
        banker_marks(w, p);
        draw_even(w, p, &w->alone[0]);
        banker_two_marks(w, p);
        banker_turns(w, p);
    }
    put_turns(w, BANKER, out);
    put_alone(w, PLAYER, &w->alone[0], out);
    put_alone(w, BANKER, &w->alone[1], out);
}

SHOE_PART void count_all(work *w, loose *out)
{
    clear_turns(w);
    clear(w->alone[0].at[0], 2 * LONG);
    for (int p = 0; p < PLAYER_TOTALS; p++) {
        all_marks(w, p);
        draw_any(w, p, &w->alone[0]);
        all_two_marks(w, p);
        all_turns(w, p);
    }
    put_turns(w, ALL, out);
    put_alone(w, ALL, &w->alone[0], out);
}

/* lanes[STEP * (rank - 1)]: cards of the rank. out[STEP * slot]: deals of the slot. */
SHOE_PART void count_lanes(const loose *lanes, loose *out)
{
    work w;
    point(&w);
    load(&w, lanes);
    count_hands(&w);
    sum_own(&w);
    put_fours(&w, out);
    count_same(&w, out);
    count_both(&w, out);
    count_player(&w, out);
    count_banker(&w, out);
    count_all(&w, out);
}

#endif
