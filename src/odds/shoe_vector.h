/* odds/shoe_vector.h - part of odds/shoe_kernel.h: lanes, the tables of two-card hands, and the block that the counts go into. */
#ifndef FELT_ODDS_SHOE_VECTOR_H
#define FELT_ODDS_SHOE_VECTOR_H

#if SHOE_LANES == 1
typedef double vec, loose;
#else
typedef double vec __attribute__((vector_size(SHOE_LANES * 8)));
typedef double loose __attribute__((vector_size(SHOE_LANES * 8), aligned(8), may_alias)); /* lanes of somebody else's array */
#endif

#define SHOE_INLINE static inline __attribute__((always_inline)) SHOE_TARGET
#define SHOE_PART static __attribute__((noinline)) SHOE_TARGET

enum {
    VALUES = 10,
    RING = 20,                                                 /* a row of ten written twice, so that an index may run on past 9 */
    LONG = 16,                                                 /* a row whose index may run on to 15, to be folded later */
    STEP = SHOE_LANES == 1 ? 1 : FELT_SHOE_LANES / SHOE_LANES, /* vectors from one slot to the next */
    PLAYER_TOTALS = 6,                                         /* the player draws on 0 to 5 */
    BANKER_TOTALS = 7,                                         /* the banker may draw on 0 to 6 */
    TOTALS = 8,                                                /* 0 to 7 are no naturals */
    PLAIN = 5,                                                 /* the ring of all cards */
};

/* Every deal, at least a player pair, at least a banker pair, both, both of one rank. They become felt_pairs in `put`. */
enum { ALL = FELT_PAIRS_NONE, PLAYER = FELT_PAIRS_PLAYER, BANKER = FELT_PAIRS_BANKER, BOTH = FELT_PAIRS_BOTH, SAME = FELT_PAIRS_SAME };

/* Deals in which the player draws, by player's final total. */
typedef struct turn {
    vec six[VALUES];          /* six cards: by banker's final total */
    vec drawn[BANKER_TOTALS]; /* five cards, and the banker is yet to draw: by banker's first total */
    vec stood[TOTALS - 3];    /* five cards, and the banker stands: by banker's total less 3 */
} turn;

/* Five-card deals in which the player stands on 6 or 7: by banker's final total. */
typedef struct lone {
    vec at[2][LONG];
} lone;

typedef struct work {
    vec ring[6][RING];               /* ring[t / 2][j]: cards of value j, less one if two of them make the even t; ring[PLAIN]: all */
    const vec *join[VALUES];         /* join[t][-a]: cards that can join one of value a to a total of t */
    vec hand[TOTALS][RING];          /* hand[t][a]: ordered hands of total t whose first card is of value a */
    vec hands[VALUES];               /* and with any first card */
    vec rest[VALUES][VALUES];        /* rest[t][v]: hands[t] - 4 join[t][-v] */
    vec four[VALUES][BANKER_TOTALS]; /* four[x][t]: 4 hand[t][x] */
    vec pair[VALUES];                /* ordered pairs, of one rank, of cards of this value */
    vec pair_both[VALUES];           /* ordered ways to take two pairs of this value */
    vec same[VALUES];                /* ordered ways to take two pairs of this value and of one rank */
    vec cards;
    vec own[VALUES][VALUES];   /* two marks, x on the player's hand and y on the banker's: by x and banker's final total */
    vec starts[TOTALS];        /* for one kind and one total of the player: by banker's total */
    vec marks[TOTALS][VALUES]; /* and by value of the marked card */
    lone alone[2];
    turn turns[VALUES];
    turn *to[RING + 1]; /* turns[i % 10] */
} work;

/* n % 10 without a division. */
static const int8_t wrap[30] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9};

SHOE_INLINE void row_add(vec *to, vec factor, const vec *from)
{
#pragma GCC unroll 10
    for (int i = 0; i < VALUES; i++)
        to[i] += factor * from[i];
}

SHOE_INLINE void row_copy(vec *to, const vec *from)
{
#pragma GCC unroll 10
    for (int i = 0; i < VALUES; i++)
        to[i] = from[i];
}

SHOE_INLINE void clear(vec *to, int count)
{
    vec zero = {0};
#pragma GCC unroll 4
    for (int i = 0; i < count; i++)
        to[i] = zero;
}

/* ---- two cards, and pairs ---- */

SHOE_INLINE void point(work *w)
{
    for (int t = 0; t < VALUES; t++)
        w->join[t] = w->ring[t % 2 ? PLAIN : t / 2] + t + VALUES;
    for (int i = 0; i <= RING; i++)
        w->to[i] = &w->turns[i % VALUES];
}

SHOE_PART void load(work *w, const loose *lanes)
{
    vec zero = {0}, *c = w->ring[PLAIN], squares = zero;
    for (int v = 1; v < VALUES; v++) {
        c[v] = lanes[(v - 1) * STEP];
        w->pair[v] = c[v] * (c[v] - 1);
        w->same[v] = w->pair_both[v] = w->pair[v] * (c[v] - 2) * (c[v] - 3);
    }
    c[0] = w->pair[0] = w->same[0] = zero;
    for (int rank = 10; rank <= 13; rank++) {
        vec n = lanes[(rank - 1) * STEP], pair = n * (n - 1);
        c[0] += n;
        w->pair[0] += pair;
        w->same[0] += pair * (n - 2) * (n - 3);
        squares += pair * pair;
    }
    w->pair_both[0] = w->same[0] + w->pair[0] * w->pair[0] - squares;
    w->cards = zero;
    for (int v = 0; v < VALUES; v++) {
        w->cards += c[v];
        c[v + VALUES] = c[v];
    }
    for (int half = 0; half < 5; half++) {
        vec *ring = w->ring[half];
        row_copy(ring, c);
        row_copy(ring + VALUES, c);
        for (int j = half; j < RING; j += 5)
            ring[j] -= 1;
    }
}

SHOE_PART void count_hands(work *w)
{
    const vec *c = w->ring[PLAIN];
    for (int t = 0; t < VALUES; t++) {
        const vec *join = w->join[t];
        vec sum = {0}, *hand = w->hand[t < TOTALS ? t : 0];
#pragma GCC unroll 10
        for (int a = 0; a < VALUES; a++) {
            vec ways = c[a] * join[-a];
            sum += ways;
            if (t < TOTALS)
                hand[a] = hand[a + VALUES] = ways;
        }
        w->hands[t] = sum;
#pragma GCC unroll 10
        for (int a = 0; a < VALUES; a++) {
            w->rest[t][a] = sum - 4 * join[-a];
            if (t < BANKER_TOTALS)
                w->four[a][t] = 4 * hand[a];
        }
    }
}

/* The hands of total t from a shoe without two cards of value v. */
SHOE_INLINE vec hands_without(const work *w, int t, int v)
{
    return t == 2 * v || t == 2 * v - VALUES ? w->rest[t][v] + 2 : w->rest[t][v];
}

SHOE_INLINE vec both_pairs(const work *w, int v, int u)
{
    return v == u ? w->pair_both[v] : w->pair[v] * w->pair[u];
}

/* ---- the block ---- */

/* Deals of a kind go into the block as "at least" and come out as exactly, so the kinds have to come in the order SAME, BOTH, PLAYER and
 * BANKER, ALL. */
SHOE_INLINE void put(loose *out, int kind, int cell, vec ways)
{
    loose *at = out + cell * STEP;
    const int kinds = FELT_SHOE_CELLS * STEP;
    if (kind == BOTH)
        ways -= at[SAME * kinds];
    else if (kind == PLAYER || kind == BANKER)
        ways -= at[BOTH * kinds] + at[SAME * kinds];
    else if (kind == ALL)
        ways -= (at[PLAYER * kinds] + at[BANKER * kinds]) + (at[BOTH * kinds] + at[SAME * kinds]);
    at[kind * kinds] = ways;
}

#endif
