/* odds/shoe_marks.h - part of odds/shoe_kernel.h: starts and marks of each kind, for one total of the player and all of the banker. */
#ifndef FELT_ODDS_SHOE_MARKS_H
#define FELT_ODDS_SHOE_MARKS_H

#include "odds/shoe_vector.h"

/* Any hands: a mark on the player's hand, then one on the banker's. Each start has four marks, and `marks` are halves. */
SHOE_PART void all_marks(work *w, int p)
{
    const vec *hand_p = w->hand[p];
    vec hands_p = w->hands[p];
    for (int b = 0; b < TOTALS; b++) {
        const vec *hand_b = w->hand[b], *rest_b = w->rest[b];
        const vec *join_p = w->join[p] - VALUES - p + wrap[VALUES + p - b], *join_b = w->join[b] - VALUES - b + wrap[VALUES + b - p];
        vec *marks = w->marks[b], sum = {0};
#pragma GCC unroll 10
        for (int v = 0; v < VALUES; v++) {
            vec ways = hand_p[v] * (rest_b[v] - 2 * join_b[v]) + hand_b[v] * (hands_p - 2 * join_p[v]);
            marks[v] = ways;
            sum += ways;
        }
        w->starts[b] = 0.5 * sum;
    }
    vec same = {0};
    same += 4;
    row_add(w->marks[p], same, hand_p);
    w->starts[p] += 2 * hands_p;
}

/* One hand is a pair of total `own`, the other hand has total `other`: marks on a card of the other hand. */
SHOE_INLINE void pair_marks(const work *w, int own, int other, vec marks[VALUES])
{
    vec pairs = w->pair[own / 2] + w->pair[own / 2 + 5];
#pragma GCC unroll 10
    for (int y = 0; y < VALUES; y++)
        marks[y] = pairs * w->hand[other][y];
    for (int v = own / 2; v < VALUES; v += 5) {
        vec fewer = 2 * w->pair[v] * w->join[other][-v];
        marks[v] -= fewer;
        marks[wrap[other + VALUES - v]] -= fewer;
        if (own == other)
            marks[v] += 2 * w->pair[v];
    }
}

/* And the marks on a card of the pair. */
SHOE_INLINE void pair_own_marks(const work *w, int own, int other, vec marks[VALUES], vec *starts)
{
    int v = own / 2;
    vec low = w->pair[v] * hands_without(w, other, v), high = w->pair[v + 5] * hands_without(w, other, v + 5);
    marks[v] += low;
    marks[v + 5] += high;
    *starts = low + high;
}

SHOE_PART void player_marks(work *w, int p)
{
    for (int b = 0; b < TOTALS; b++) {
        pair_marks(w, p, b, w->marks[b]);
        pair_own_marks(w, p, b, w->marks[b], &w->starts[b]);
    }
}

/* Two marks on the player's hand, x and y = p - x, are as many as the marks on x there: they are added on the way. */
SHOE_PART void banker_marks(work *w, int p)
{
    for (int b = 0; b < TOTALS; b += 2) {
        vec *marks = w->marks[b];
        pair_marks(w, b, p, marks);
        for (int x = 0; x < VALUES; x++) {
            if (b <= felt_shoe_draws_to[x])
                w->to[p + x]->six[wrap[b + p + VALUES - x]] += 2 * marks[x];
        }
        pair_own_marks(w, b, p, marks, &w->starts[b]);
    }
}

SHOE_PART void both_marks(work *w, int p)
{
    int v = p / 2;
    vec low = w->pair[v], high = w->pair[v + 5];
    for (int b = 0; b < TOTALS; b += 2) {
        int u = b / 2;
        vec *marks = w->marks[b], sum = w->pair[u] + w->pair[u + 5];
        clear(marks, VALUES);
        marks[v] = low * sum;
        marks[v + 5] = high * sum;
        marks[u] = w->pair[u] * (low + high);
        marks[u + 5] = w->pair[u + 5] * (low + high);
        if (p == b) {
            marks[v] = 2 * (w->pair_both[v] + low * high);
            marks[v + 5] = 2 * (w->pair_both[v + 5] + low * high);
        }
        w->starts[b] = p == b ? 0.5 * (marks[v] + marks[v + 5]) : (low + high) * sum;
    }
}

#endif
