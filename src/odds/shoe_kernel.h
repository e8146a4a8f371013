/* odds/shoe_kernel.h - the outcomes of FELT_SHOE_LANES shoes, one vector lane for each. Not an ordinary header: it is included once by each
 * odds/shoe_INSTRUCTIONS.c, which defines
 *     SHOE_BYTES    the size of a vector
 *     SHOE_TARGET   the attribute that lets the compiler use the instructions
 *     SHOE_KERNEL   the name of the function to define
 *
 * docs/math/1-baccarat.md derives every formula below; the names there are the names here. In short, for the first four cards with
 * totals p and b, kind by kind of pairs:
 *   starts    N(p, b), the deals of the first four cards;
 *   marks     2 s(p, b, v), the deals with a finger on one of the four cards, of value v;
 *   two marks the deals with a finger on one card of value x and another finger on another card of value y.
 * A third card x and a sixth card y can then be drawn in c_x c_y N - 2 c_x s(y) - 2 c_y s(x) + (two marks) ways, less
 * c_x N - 4 s(x) where x = y. The sums of this over all ways to reach a final outcome are taken factor by factor.
 *
 * Exactness: all numbers are whole. The largest sums are those of c_x c_y N, at most n times the five-card deals: below 5.1e15 for 416
 * cards. All else that is added to or taken from a sum is a deal of five cards or fewer times at most 100: below 1.3e15. So every
 * intermediate result stays below 2^53 = 9.0e15 and no addition or multiplication ever rounds. */

typedef double vec __attribute__((vector_size(SHOE_BYTES)));
typedef double loose __attribute__((vector_size(SHOE_BYTES), aligned(8), may_alias)); /* lanes of somebody else's array */

#define SHOE_INLINE static inline __attribute__((always_inline)) SHOE_TARGET
#define SHOE_PART static __attribute__((noinline)) SHOE_TARGET

enum {
    VALUES = 10,
    RING = 20, /* a row of ten written twice, so that an index may run on past 9 */
    LONG = 16, /* a row whose index may run on to 15, to be folded later */
    STEP = FELT_SHOE_LANES * (int)sizeof(double) / SHOE_BYTES, /* vectors from one slot of a block to the next */
    PLAYER_TOTALS = 6, /* the player draws on 0 to 5 */
    BANKER_TOTALS = 7, /* the banker may draw on 0 to 6 */
    TOTALS = 8,        /* 0 to 7 are no naturals */
    PLAIN = 5,         /* the ring of all cards */
};

enum { ALL = 0, PLAYER, BANKER, BOTH, SAME }; /* every deal, at least a player pair, at least a banker pair, both, the same */

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
    vec ring[6][RING];      /* ring[t / 2][j]: cards of value j, one fewer if two of them make the even total t; ring[PLAIN]: all */
    vec hand[TOTALS][RING]; /* hand[t][a]: ordered hands of total t whose first card is of value a */
    vec hands[VALUES];      /* and with any first card */
    vec pair[VALUES];       /* ordered pairs, of one rank, of cards of this value */
    vec same[VALUES];       /* ordered ways to take four cards of one rank, of this value */
    vec pair_both[VALUES];  /* ordered ways to take two pairs of this value */
    vec cards;
    vec own[VALUES][VALUES];   /* two marks, x on the player's hand and y on the banker's: by x and banker's final total */
    vec starts[TOTALS];        /* for one kind and one total of the player: by banker's total */
    vec marks[TOTALS][VALUES]; /* and by value of the marked card */
    vec upto[5][VALUES];       /* sums of marks over banker totals up to 2, 3, 4, 5 and 6: by banker's final total */
    lone alone[2];
    turn turns[VALUES];
} work;

static const int8_t wrap[30] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9};

/* The cards that can make a total of t with one given card: entry j has value j, so the given card has value t - j. */
SHOE_INLINE const vec *joining(const work *w, int t)
{
    return w->ring[t % 2 ? PLAIN : t / 2];
}

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

SHOE_PART void load(work *w, const loose *lanes)
{
    vec zero = {0};
    vec *c = w->ring[PLAIN], squares = zero;
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
        const vec *join = joining(w, t) + t + VALUES;
        vec sum = {0}, *hand = w->hand[t < TOTALS ? t : 0];
#pragma GCC unroll 10
        for (int a = 0; a < VALUES; a++) {
            vec ways = c[a] * join[-a];
            sum += ways;
            if (t < TOTALS)
                hand[a] = hand[a + VALUES] = ways;
        }
        w->hands[t] = sum;
    }
}

/* The hands of total t from a shoe without two cards of value v. */
SHOE_INLINE vec hands_without(const work *w, int t, int v)
{
    vec left = w->hands[t] - 4 * joining(w, t)[t + VALUES - v];
    return t == 2 * v || t == 2 * v - VALUES ? left + 2 : left;
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

/* ---- four cards ---- */

SHOE_INLINE vec all_starts(const work *w, int p, int b)
{
    const vec *c = w->ring[PLAIN], *join_p = joining(w, p) + p + VALUES, *join_b = joining(w, b) + b + VALUES;
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

SHOE_PART void put_four(const work *w, loose *out, int cell, int p, int b)
{
    vec times = (w->cards - 4) * (w->cards - 5), zero = {0};
    bool p_even = p % 2 == 0, b_even = b % 2 == 0;
    put(out, SAME, cell, p_even && p == b ? times * (w->same[p / 2] + w->same[p / 2 + 5]) : zero);
    put(out, BOTH, cell, p_even && b_even ? times * both_starts(w, p, b) : zero);
    put(out, PLAYER, cell, p_even ? times * pair_starts(w, p, b) : zero);
    put(out, BANKER, cell, b_even ? times * pair_starts(w, b, p) : zero);
    put(out, ALL, cell, times * all_starts(w, p, b));
}

SHOE_PART void put_fours(const work *w, loose *out)
{
    for (int p = 8; p < VALUES; p++) {
        for (int b = 0; b < VALUES; b++)
            put_four(w, out, 170 + VALUES * (p - 8) + b, p, b);
    }
    for (int p = 0; p < TOTALS; p++) {
        for (int b = 8; b < VALUES; b++)
            put_four(w, out, 190 + 2 * p + b - 8, p, b);
    }
    for (int p = 6; p < TOTALS; p++) {
        for (int b = 6; b < TOTALS; b++)
            put_four(w, out, 206 + 2 * (p - 6) + b - 6, p, b);
    }
}

/* ---- starts and marks, for one total of the player ---- */

SHOE_PART void all_marks(work *w, int p)
{
    const vec *hand_p = w->hand[p];
    for (int b = 0; b < TOTALS; b++) {
        const vec *hand_b = w->hand[b], *join_b = joining(w, b) + b + VALUES, *join_p = joining(w, p) + wrap[VALUES + p - b];
        const vec *join_x = joining(w, b) + wrap[VALUES + b - p];
        vec *marks = w->marks[b], extra = {0};
        if (p == b)
            extra += 2;
        vec hands_p = w->hands[p] + extra, hands_b = w->hands[b] + extra, sum = {0};
#pragma GCC unroll 10
        for (int v = 0; v < VALUES; v++) {
            vec of_p = hands_b - 2 * join_x[v] - 4 * join_b[-v];
            vec of_b = hands_p - 2 * join_p[v];
            vec ways = hand_p[v] * of_p + hand_b[v] * of_b;
            marks[v] = ways;
            sum += ways;
        }
        w->starts[b] = 0.5 * sum;
    }
}

/* One hand is a pair of total `own`, the other hand has total `other`: marks on a card of the other hand. */
SHOE_INLINE void pair_marks(const work *w, int own, int other, vec marks[VALUES])
{
    vec pairs = w->pair[own / 2] + w->pair[own / 2 + 5];
#pragma GCC unroll 10
    for (int y = 0; y < VALUES; y++)
        marks[y] = pairs * w->hand[other][y];
    for (int v = own / 2; v < VALUES; v += 5) {
        vec fewer = 2 * w->pair[v] * joining(w, other)[other + VALUES - v];
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

/* Where both x and y are marked in the hand that is no pair, this is already the sum for y: x and y make its total. */
SHOE_PART void player_marks(work *w, int p)
{
    for (int b = 0; b < TOTALS; b++) {
        vec *marks = w->marks[b];
        pair_marks(w, p, b, marks);
        for (int x = 0; x < VALUES; x++) {
            if (b <= felt_shoe_draws_to[x])
                w->turns[wrap[p + x]].six[wrap[2 * b + VALUES - x]] += 2 * marks[x];
        }
        pair_own_marks(w, p, b, marks, &w->starts[b]);
    }
}

SHOE_PART void banker_marks(work *w, int p)
{
    for (int b = 0; b < TOTALS; b += 2) {
        vec *marks = w->marks[b];
        pair_marks(w, b, p, marks);
        for (int x = 0; x < VALUES; x++) {
            if (b <= felt_shoe_draws_to[x])
                w->turns[wrap[p + x]].six[wrap[b + p + VALUES - x]] += 2 * marks[x];
        }
        pair_own_marks(w, b, p, marks, &w->starts[b]);
    }
}

SHOE_PART void both_marks(work *w, int p)
{
    for (int b = 0; b < TOTALS; b += 2) {
        vec *marks = w->marks[b];
        clear(marks, VALUES);
        vec sum = {0};
        for (int i = 0; i < 4; i++) {
            int v = p / 2 + i / 2 * 5, u = b / 2 + i % 2 * 5;
            vec ways = both_pairs(w, v, u);
            marks[v] += ways;
            marks[u] += ways;
            sum += ways;
        }
        w->starts[b] = sum;
    }
}

SHOE_PART void same_marks(work *w, int p)
{
    for (int b = 0; b < TOTALS; b += 2) {
        clear(w->marks[b], VALUES);
        clear(&w->starts[b], 1);
    }
    int v = p / 2;
    w->marks[p][v] = 2 * w->same[v];
    w->marks[p][v + 5] = 2 * w->same[v + 5];
    w->starts[p] = w->same[v] + w->same[v + 5];
}

/* ---- third cards: what starts and marks say ---- */

/* Five cards. The player draws x; or the other way round, the player stands on b and the banker, with p, draws x. `step` is 2 when only
 * even b can occur. */
SHOE_INLINE void draw_fifth(work *w, int p, int step, lone *alone)
{
    turn *const turns = w->turns;
#pragma GCC unroll 10
    for (int x = 0; x < VALUES; x++) {
        turn *to = &turns[wrap[p + x]];
        vec c = w->ring[PLAIN][x];
#pragma GCC unroll 8
        for (int b = 0; b < TOTALS; b += step) {
            vec ways = c * w->starts[b] - 2 * w->marks[b][x];
            if (b <= felt_shoe_draws_to[x])
                to->drawn[b] += ways;
            else
                to->stood[b - 3] += ways;
            if (b >= 6)
                alone->at[b - 6][p + x] += ways;
        }
    }
}

/* Sums of marks by banker's final total. */
SHOE_INLINE void sum_marks(work *w, int step)
{
    vec sum[VALUES];
    clear(sum, VALUES);
#pragma GCC unroll 8
    for (int b = 0; b < BANKER_TOTALS; b++) {
        if (b % step == 0) {
#pragma GCC unroll 10
            for (int y = 0; y < VALUES; y++)
                sum[(b + y) % VALUES] += w->marks[b][y];
        }
        if (b >= 2)
            row_copy(w->upto[b - 2], sum);
    }
}

/* Six cards, the player's third card x: less c_x times the marks on y; and y cannot be the same card as x. */
SHOE_INLINE void draw_sixth(work *w, int p, int x, int step)
{
    vec at[VALUES], *six = w->turns[wrap[p + x]].six, c = w->ring[PLAIN][x];
    row_copy(at, six);
    row_add(at, -2 * c, w->upto[felt_shoe_draws_to[x] - 2]);
#pragma GCC unroll 8
    for (int b = 0; b < BANKER_TOTALS; b += step) {
        if (b <= felt_shoe_draws_to[x])
            at[(b + x) % VALUES] += 4 * w->marks[b][x] - c * w->starts[b];
    }
    row_copy(six, at);
}

SHOE_INLINE void draw(work *w, int p, int step, lone *alone)
{
    draw_fifth(w, p, step, alone);
    sum_marks(w, step);
    draw_sixth(w, p, 0, step);
    draw_sixth(w, p, 1, step);
    draw_sixth(w, p, 2, step);
    draw_sixth(w, p, 3, step);
    draw_sixth(w, p, 4, step);
    draw_sixth(w, p, 5, step);
    draw_sixth(w, p, 6, step);
    draw_sixth(w, p, 7, step);
    draw_sixth(w, p, 8, step);
    draw_sixth(w, p, 9, step);
}

SHOE_PART void draw_any(work *w, int p, lone *alone)
{
    draw(w, p, 1, alone);
}

SHOE_PART void draw_even(work *w, int p, lone *alone)
{
    draw(w, p, 2, alone);
}

/* ---- third cards: two marks ---- */

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
                w->own[x][wrap[i + x]] -= 8 * joining(w, i)[i + VALUES - x];
        }
    }
}

/* The bulk of two marks, for the player's third card x. */
SHOE_INLINE void all_turn(work *w, int p, int x)
{
    vec at[VALUES], *six = w->turns[wrap[p + x]].six;
    const vec *hand = w->hand[p] + VALUES;
    row_copy(at, six);
    row_add(at, w->hand[p][x], w->own[x]);
#pragma GCC unroll 1
    for (int b = 0; b <= felt_shoe_draws_to[x]; b++)
        row_add(at, 4 * w->hand[b][x], hand - b);
    row_copy(six, at);
}

SHOE_PART void all_turns(work *w, int p)
{
    for (int x = 0; x < VALUES; x++)
        all_turn(w, p, x);
}

SHOE_PART void all_two_marks(work *w, int p)
{
    const vec *join_p = joining(w, p) + p;
    for (int x = 0; x < VALUES; x++) {
        int to = felt_shoe_draws_to[x], player = wrap[p + x], u = wrap[p + VALUES - x];
        vec *six = w->turns[player].six, own = w->hand[p][x], corner = {0};
        vec base = 2 * w->hands[p] - 8 * join_p[VALUES - x];
        for (int b = 0; b <= to; b++) {
            const vec *join_b = joining(w, b) + b + VALUES;
            vec join_u = join_b[-u], hand = w->hand[b][x], join = join_p[wrap[VALUES + x - b]];
            six[wrap[b + u]] += own * (2 * w->hands[b] - 8 * (join_b[-x] + join_u));
            six[wrap[2 * b + VALUES - u]] -= 4 * own * join_u;
            six[wrap[2 * b + VALUES - x]] += hand * (base - 8 * join);
            corner -= 4 * hand * join;
        }
        if (p <= to) {
            six[wrap[2 * p + VALUES - x]] += 16 * own;
            corner += 8 * own;
        }
        six[player] += corner;
    }
}

/* The player has a pair of value v, total p. */
SHOE_PART void player_two_marks(work *w, int p, int v)
{
    vec pair = w->pair[v], pair4 = 4 * pair, pair8 = 8 * pair, *own = w->turns[wrap[p + v]].six;
    row_add(own, pair, w->own[v]);
    for (int b = 0; b <= felt_shoe_draws_to[v]; b++) {
        vec join = joining(w, b)[b + VALUES - v];
        own[wrap[b + v]] += pair * (2 * hands_without(w, b, v) - 8 * join);
        own[wrap[2 * b + VALUES - v]] -= pair8 * join;
        if (b == p)
            own[wrap[b + v]] += 16 * pair;
    }
    for (int x = 0; x < VALUES; x++) {
        vec *six = w->turns[wrap[p + x]].six;
        for (int b = 0; b <= felt_shoe_draws_to[x]; b++)
            six[wrap[b + v]] += pair4 * w->hand[b][x];
        int b = wrap[v + x];
        if (b <= felt_shoe_draws_to[x])
            six[wrap[b + v]] -= pair8 * joining(w, b)[b + VALUES - v];
    }
}

/* The banker has a pair of value v, total b. */
SHOE_INLINE void banker_two_marks(work *w, int p, int b, int v)
{
    vec pair = w->pair[v], pair4 = 4 * pair, pair8 = 8 * pair, join = joining(w, p)[p + VALUES - v];
    for (int x = 0; x < VALUES; x++) {
        if (b <= felt_shoe_draws_to[x])
            w->turns[wrap[p + x]].six[wrap[b + v]] += pair4 * w->hand[p][x];
    }
    if (b <= felt_shoe_draws_to[wrap[p + VALUES - v]])
        w->turns[wrap[2 * p + VALUES - v]].six[wrap[b + v]] -= pair8 * join;
    if (b <= felt_shoe_draws_to[v]) {
        vec *six = w->turns[wrap[p + v]].six;
        row_add(six, pair4, w->hand[p] + VALUES - b);
        six[wrap[b + v]] += pair * (2 * hands_without(w, p, v) - 16 * join);
        six[wrap[b + p + VALUES - v]] -= pair8 * join;
        if (p == b)
            six[wrap[b + v]] += 16 * pair;
    }
}

SHOE_PART void banker_two(work *w, int p)
{
    for (int i = 0; i < 8; i++)
        banker_two_marks(w, p, i / 2 * 2, i / 2 + i % 2 * 5);
}

SHOE_INLINE void same_two_marks(work *w, int p, int v)
{
    if (p <= felt_shoe_draws_to[v])
        w->turns[wrap[p + v]].six[wrap[p + v]] += 12 * w->same[v];
}

/* The player has a pair of value v, total p. */
SHOE_PART void both_two_marks(work *w, int p, int v)
{
    for (int j = 0; j < 8; j++) {
        int u = j / 2 + j % 2 * 5, b = j / 2 * 2;
        vec ways = both_pairs(w, v, u), *row_v = w->turns[wrap[p + v]].six, *row_u = w->turns[wrap[p + u]].six;
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

/* ---- and into the block ---- */

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

SHOE_PART void count_same(work *w, loose *out)
{
    clear_turns(w);
    clear(w->alone[0].at[0], 2 * LONG);
    for (int p = 0; p < PLAYER_TOTALS; p += 2) {
        same_marks(w, p);
        same_two_marks(w, p, p / 2);
        same_two_marks(w, p, p / 2 + 5);
        draw_even(w, p, &w->alone[0]);
    }
    put_turns(w, SAME, out);
    put_alone(w, SAME, &w->alone[0], out);
}

SHOE_PART void count_both(work *w, loose *out)
{
    clear_turns(w);
    clear(w->alone[0].at[0], 2 * LONG);
    for (int p = 0; p < PLAYER_TOTALS; p += 2) {
        both_marks(w, p);
        both_two_marks(w, p, p / 2);
        both_two_marks(w, p, p / 2 + 5);
        draw_even(w, p, &w->alone[0]);
    }
    put_turns(w, BOTH, out);
    put_alone(w, BOTH, &w->alone[0], out);
}

SHOE_PART void count_player(work *w, loose *out)
{
    clear_turns(w);
    clear(w->alone[0].at[0], 4 * LONG);
    for (int p = 0; p < PLAYER_TOTALS; p += 2) {
        player_marks(w, p);
        player_two_marks(w, p, p / 2);
        player_two_marks(w, p, p / 2 + 5);
        draw_any(w, p, &w->alone[1]);
    }
    put_turns(w, PLAYER, out);
}

SHOE_PART void count_banker(work *w, loose *out)
{
    clear_turns(w);
    for (int p = 0; p < PLAYER_TOTALS; p++) {
        banker_marks(w, p);
        banker_two(w, p);
        draw_even(w, p, &w->alone[0]);
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
        all_two_marks(w, p);
        all_turns(w, p);
        draw_any(w, p, &w->alone[0]);
    }
    put_turns(w, ALL, out);
    put_alone(w, ALL, &w->alone[0], out);
}

SHOE_PART void count_lanes(const loose *lanes, loose *out)
{
    work w;
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

void SHOE_KERNEL(const felt_shoe_lanes *lanes, felt_shoe_block *ret)
{
    for (int i = 0; i < STEP; i++)
        count_lanes((const loose *)lanes->cards + i, (loose *)ret->counts + i);
}
