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
    PLAIN = 7,         /* the ring of all cards, as of any odd total */
    ROWS = 36,
};

enum { ALL = 0, PLAYER, BANKER, BOTH, SAME }; /* every deal, at least a player pair, at least a banker pair, both, the same */

/* Deals in which the player draws, by player's final total. */
typedef struct turn {
    vec six[VALUES];          /* six cards: by banker's final total */
    vec drawn[BANKER_TOTALS]; /* five cards, and the banker is yet to draw: by banker's first total */
    vec stood[TOTALS];        /* five cards, and the banker stands */
} turn;

typedef struct work {
    vec ring[9][RING];      /* ring[t][j]: cards of value j, one fewer if two of them make the total t; none does for odd t */
    vec hand[TOTALS][RING]; /* hand[t][a]: ordered hands of total t whose first card is of value a */
    vec hands[VALUES];      /* and with any first card */
    vec pair[VALUES];       /* ordered pairs, of one rank, of cards of this value */
    vec same[VALUES];       /* ordered ways to take four cards of one rank, of this value */
    vec pair_both[VALUES];  /* ordered ways to take two pairs of this value */
    vec cards;
    vec starts[ROWS];
    vec marks[ROWS][VALUES];
    vec own[VALUES][VALUES]; /* two marks, x on the player's hand and y on the banker's: by x and banker's final total */
    turn turns[2][VALUES];
} work;

static const int8_t wrap[30] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9};

/* The cards that can make a total of t with one given card: entry j has value j, so the given card has value t - j. */
SHOE_INLINE const vec *joining(const work *w, int t)
{
    return w->ring[t < 9 ? t : PLAIN];
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

SHOE_INLINE void rows_clear(vec *to, int count)
{
    vec zero = {0};
    for (int i = 0; i < count; i++)
        to[i] = zero;
}

SHOE_INLINE void clear_turns(work *w, int count)
{
    rows_clear(w->turns[0][0].six, count * VALUES * (VALUES + BANKER_TOTALS + TOTALS));
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
    for (int t = 0; t < 9; t++) {
        vec *ring = w->ring[t];
        if (t != PLAIN) {
            row_copy(ring, c);
            row_copy(ring + VALUES, c);
        }
        for (int j = t / 2; t % 2 == 0 && j < RING; j += 5)
            ring[j] -= 1;
    }
}

SHOE_PART void count_hands(work *w)
{
    const vec *c = w->ring[PLAIN];
    for (int t = 0; t < VALUES; t++) {
        const vec *join = joining(w, t) + t + VALUES;
        vec sum = {0};
        vec *hand = w->hand[t < TOTALS ? t : 0];
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

/* ---- the first four cards ---- */

/* Where starts and marks of a kind are kept for the totals p and b, or -1 when there are none. */
SHOE_INLINE int row_of(int kind, int p, int b)
{
    int low = p < b ? p : b, high = p < b ? b : p;
    switch (kind) {
    case ALL:
        return low * (15 - low) / 2 + high;
    case PLAYER:
        return p % 2 ? -1 : p / 2 * TOTALS + b;
    case BANKER:
        return b % 2 ? -1 : b / 2 * TOTALS + p;
    case BOTH:
        return p % 2 || b % 2 ? -1 : low / 2 * 4 + high / 2;
    default:
        return p % 2 || p != b ? -1 : p / 2;
    }
}

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

SHOE_PART void all_marks(work *w)
{
    for (int p = 0; p < PLAYER_TOTALS; p++) {
        const vec *hand_p = w->hand[p];
        for (int b = p; b < TOTALS; b++) {
            const vec *hand_b = w->hand[b], *join_b = joining(w, b), *join_p = joining(w, p) + VALUES + p - b;
            vec *marks = w->marks[row_of(ALL, p, b)];
            double extra = p == b ? 2 : 0;
            vec hands_p = w->hands[p] + extra, hands_b = w->hands[b] + extra, sum = {0};
#pragma GCC unroll 10
            for (int v = 0; v < VALUES; v++) {
                vec of_p = hands_b - 2 * join_b[b - p + v] - 4 * join_b[b + VALUES - v];
                vec of_b = hands_p - 2 * join_p[v];
                marks[v] = hand_p[v] * of_p + hand_b[v] * of_b;
                sum += marks[v];
            }
            w->starts[row_of(ALL, p, b)] = 0.5 * sum;
        }
    }
}

/* The hands of total t from a shoe without two cards of value v. */
SHOE_INLINE vec hands_without(const work *w, int t, int v)
{
    vec left = w->hands[t] - 4 * joining(w, t)[t + VALUES - v];
    return t == 2 * v || t == 2 * v - VALUES ? left + 2 : left;
}

SHOE_INLINE vec pair_starts(const work *w, int own, int other)
{
    int v = own / 2;
    return w->pair[v] * hands_without(w, other, v) + w->pair[v + 5] * hands_without(w, other, v + 5);
}

/* One hand is a pair of total `own`, the other hand has total `other`: marks on a card of the other hand only. */
SHOE_PART void pair_marks(work *w)
{
    for (int own = 0; own <= 6; own += 2) {
        vec pairs = w->pair[own / 2] + w->pair[own / 2 + 5];
        for (int other = 0; other < TOTALS; other++) {
            vec *marks = w->marks[row_of(PLAYER, own, other)];
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
    }
}

/* And the marks on a card of the pair. */
SHOE_PART void pair_own_marks(work *w)
{
    for (int own = 0; own <= 6; own += 2) {
        int v = own / 2;
        for (int other = 0; other < TOTALS; other++) {
            int r = row_of(PLAYER, own, other);
            vec low = w->pair[v] * hands_without(w, other, v), high = w->pair[v + 5] * hands_without(w, other, v + 5);
            w->marks[r][v] += low;
            w->marks[r][v + 5] += high;
            w->starts[r] = low + high;
        }
    }
}

SHOE_INLINE vec both_pairs(const work *w, int v, int u)
{
    return v == u ? w->pair_both[v] : w->pair[v] * w->pair[u];
}

SHOE_INLINE vec both_starts(const work *w, int p, int b)
{
    int v = p / 2, u = b / 2;
    return both_pairs(w, v, u) + both_pairs(w, v, u + 5) + both_pairs(w, v + 5, u) + both_pairs(w, v + 5, u + 5);
}

SHOE_PART void both_marks(work *w)
{
    for (int p = 0; p <= 4; p += 2) {
        for (int b = p; b <= 6; b += 2) {
            int r = row_of(BOTH, p, b);
            rows_clear(w->marks[r], VALUES);
            for (int i = 0; i < 4; i++) {
                int v = p / 2 + i / 2 * 5, u = b / 2 + i % 2 * 5;
                w->marks[r][v] += both_pairs(w, v, u);
                w->marks[r][u] += both_pairs(w, v, u);
            }
            w->starts[r] = both_starts(w, p, b);
        }
    }
}

SHOE_PART void same_marks(work *w)
{
    for (int v = 0; v < 4; v++) {
        rows_clear(w->marks[v], VALUES);
        w->marks[v][v] = 2 * w->same[v];
        w->marks[v][v + 5] = 2 * w->same[v + 5];
        w->starts[v] = w->same[v] + w->same[v + 5];
    }
}

/* ---- the block ---- */

/* Deals of a kind go into the block as "at least" and come out as exactly, so the kinds have to come in the order SAME, BOTH, PLAYER and
 * BANKER, ALL. */
SHOE_INLINE void put(loose *out, int kind, int cell, vec ways)
{
    loose *slot = out + cell * FELT_PAIRS_COUNT * STEP;
    if (kind == BOTH)
        ways -= slot[FELT_PAIRS_SAME * STEP];
    else if (kind == PLAYER || kind == BANKER)
        ways -= slot[FELT_PAIRS_BOTH * STEP] + slot[FELT_PAIRS_SAME * STEP];
    else if (kind == ALL)
        ways -= (slot[FELT_PAIRS_PLAYER * STEP] + slot[FELT_PAIRS_BANKER * STEP]) +
                (slot[FELT_PAIRS_BOTH * STEP] + slot[FELT_PAIRS_SAME * STEP]);
    slot[kind * STEP] = ways;
}

/* ---- third cards: what starts and marks say ---- */

/* The player's third card is x, from a start with banker total b. The sixth card cannot be the same card. */
SHOE_INLINE void draw_fifth(turn *to, int b, int x, vec ways, vec marks)
{
    if (b <= felt_shoe_draws_to[x]) {
        to->drawn[b] += ways;
        to->six[(b + x) % VALUES] += 2 * marks - ways;
    } else {
        to->stood[b] += ways;
    }
}

/* Five cards. `step` is 2 when only even totals of the banker can occur. */
SHOE_INLINE void draw_fifths(work *w, int kind, int p, int step)
{
    turn *turns = w->turns[kind == BANKER];
    const vec *marks[TOTALS];
    vec starts[TOTALS];
#pragma GCC unroll 8
    for (int b = 0; b < TOTALS; b += step) {
        int r = row_of(kind, p, b);
        marks[b] = w->marks[r];
        starts[b] = w->starts[r];
    }
#pragma GCC unroll 10
    for (int x = 0; x < VALUES; x++) {
        turn *to = &turns[wrap[p + x]];
        vec c = w->ring[PLAIN][x];
#pragma GCC unroll 8
        for (int b = 0; b < TOTALS; b += step)
            draw_fifth(to, b, x, c * starts[b] - 2 * marks[b][x], marks[b][x]);
    }
}

SHOE_INLINE void put_fifths(const work *w, int kind, loose *out)
{
    vec left = w->cards - 5;
    for (int player = 0; player < VALUES; player++) {
        const turn *from = &w->turns[kind == BANKER][player];
        for (int b = 3; b < TOTALS; b++)
            put(out, kind, 100 + VALUES * (b - 3) + player, left * from->stood[b]);
    }
}

/* Five cards: the player stands, and the banker's third card is y. */
SHOE_INLINE void put_alone(const work *w, int kind, loose *out)
{
    const vec *c = w->ring[PLAIN];
    vec left = w->cards - 5;
    for (int p = 6; p < TOTALS; p++) {
        vec sum[LONG];
        rows_clear(sum, LONG);
        for (int b = 0; b < 6; b++) {
            int r = row_of(kind, p, b);
            if (r < 0)
                continue;
#pragma GCC unroll 10
            for (int y = 0; y < VALUES; y++)
                sum[b + y] += c[y] * w->starts[r] - 2 * w->marks[r][y];
        }
        for (int i = 0; i < VALUES; i++)
            put(out, kind, 150 + VALUES * (p - 6) + i, left * (i < LONG - VALUES ? sum[i] + sum[i + VALUES] : sum[i]));
    }
}

/* Adds the marks of banker total b to a sum by banker's final total. */
SHOE_INLINE void sum_marks(const work *w, int kind, int p, int b, vec sum[VALUES])
{
    int r = row_of(kind, p, b);
    if (r < 0)
        return;
    const vec *marks = w->marks[r];
#pragma GCC unroll 10
    for (int y = 0; y < VALUES; y++)
        sum[(b + y) % VALUES] += marks[y];
}

/* Six cards, the player's third card x: less c_x times the marks on y, and the bulk of two marks. */
SHOE_INLINE void add_turn(work *w, int kind, int p, int x, int to, const vec sum[VALUES])
{
    vec at[VALUES], *six = w->turns[kind == BANKER][wrap[p + x]].six;
    row_copy(at, six);
    row_add(at, -2 * w->ring[PLAIN][x], sum);
    if (kind == ALL) {
        row_add(at, w->hand[p][x], w->own[x]);
        const vec *hand = w->hand[p] + VALUES;
        for (int b = 0; b <= to; b++)
            row_add(at, 4 * w->hand[b][x], hand - b);
    }
    row_copy(six, at);
}

SHOE_INLINE void add_turns(work *w, int kind, int p, int to, const vec sum[VALUES])
{
    if (kind == SAME && to < p)
        return;
    for (int x = 0; x < VALUES; x++) {
        if (felt_shoe_draws_to[x] == to)
            add_turn(w, kind, p, x, to, sum);
    }
}

SHOE_INLINE void draw_sixths(work *w, int kind, int p)
{
    vec sum[VALUES];
    rows_clear(sum, VALUES);
    sum_marks(w, kind, p, 0, sum);
    sum_marks(w, kind, p, 1, sum);
    sum_marks(w, kind, p, 2, sum);
    add_turns(w, kind, p, 2, sum);
    sum_marks(w, kind, p, 3, sum);
    add_turns(w, kind, p, 3, sum);
    sum_marks(w, kind, p, 4, sum);
    add_turns(w, kind, p, 4, sum);
    sum_marks(w, kind, p, 5, sum);
    add_turns(w, kind, p, 5, sum);
    sum_marks(w, kind, p, 6, sum);
    add_turns(w, kind, p, 6, sum);
}

/* Six cards: c_y times the five-card deals, and into the block. */
SHOE_INLINE void put_sixths(const work *w, int kind, loose *out)
{
    for (int player = 0; player < VALUES; player++) {
        const turn *from = &w->turns[kind == BANKER][player];
        const vec *c = w->ring[PLAIN] + VALUES;
        vec at[VALUES];
        row_copy(at, from->six);
        for (int b = 0; b < BANKER_TOTALS; b += kind == ALL || kind == PLAYER ? 1 : 2)
            row_add(at, from->drawn[b], c - b);
#pragma GCC unroll 10
        for (int i = 0; i < VALUES; i++)
            put(out, kind, VALUES * player + i, at[i]);
    }
}

SHOE_INLINE void draw(work *w, int kind, loose *out)
{
    for (int p = 0; p < PLAYER_TOTALS; p += kind == ALL || kind == BANKER ? 1 : 2) {
        if (kind == SAME) {
            for (int x = 0; x < VALUES; x++) {
                vec marks = w->marks[p / 2][x], ways = w->ring[PLAIN][x] * w->starts[p / 2] - 2 * marks;
                turn *to = &w->turns[0][wrap[p + x]];
                if (p <= felt_shoe_draws_to[x]) {
                    to->drawn[p] += ways;
                    to->six[wrap[p + x]] += 2 * marks - ways;
                } else {
                    to->stood[p] += ways;
                }
            }
        } else {
            draw_fifths(w, kind, p, kind == ALL || kind == PLAYER ? 1 : 2);
        }
        draw_sixths(w, kind, p);
    }
    put_fifths(w, kind, out);
    put_alone(w, kind, out);
    put_sixths(w, kind, out);
}

SHOE_PART void draw_all(work *w, loose *out)
{
    draw(w, ALL, out);
}

SHOE_PART void draw_player(work *w, loose *out)
{
    draw(w, PLAYER, out);
}

SHOE_PART void draw_banker(work *w, loose *out)
{
    draw(w, BANKER, out);
}

SHOE_PART void draw_both(work *w, loose *out)
{
    draw(w, BOTH, out);
}

SHOE_PART void draw_same(work *w, loose *out)
{
    draw(w, SAME, out);
}

/* ---- third cards: two marks ---- */

SHOE_PART void sum_own(work *w)
{
    vec sum[VALUES];
    rows_clear(sum, VALUES);
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

SHOE_PART void all_two_marks(work *w)
{
    for (int x = 0; x < VALUES; x++) {
        int to = felt_shoe_draws_to[x];
        for (int p = 0; p < PLAYER_TOTALS; p++) {
            int player = wrap[p + x], u = wrap[p + VALUES - x];
            const vec *join_p = joining(w, p) + p;
            vec *six = w->turns[0][player].six, own = w->hand[p][x], corner = {0};
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
}

/* y and x are both marked in the hand that is no pair. Uses marks before pair_own_marks. */
SHOE_PART void pair_two_marks_other(work *w)
{
    for (int x = 0; x < VALUES; x++) {
        int to = felt_shoe_draws_to[x];
        for (int p = 0; p < PLAYER_TOTALS; p += 2) {
            vec *six = w->turns[0][wrap[p + x]].six;
            for (int b = 0; b <= to; b++)
                six[wrap[2 * b + VALUES - x]] += 2 * w->marks[row_of(PLAYER, p, b)][x];
        }
        for (int p = 0; p < PLAYER_TOTALS; p++) {
            vec *six = w->turns[1][wrap[p + x]].six;
            for (int b = 0; b <= to; b += 2)
                six[wrap[b + p + VALUES - x]] += 2 * w->marks[row_of(BANKER, p, b)][x];
        }
    }
}

/* The player has a pair of value v, total p. */
SHOE_INLINE void player_two_marks(work *w, int p, int v)
{
    vec pair = w->pair[v], pair4 = 4 * pair, pair8 = 8 * pair, *own = w->turns[0][wrap[p + v]].six;
    row_add(own, pair, w->own[v]);
    for (int b = 0; b <= felt_shoe_draws_to[v]; b++) {
        vec join = joining(w, b)[b + VALUES - v];
        own[wrap[b + v]] += pair * (2 * hands_without(w, b, v) - 8 * join);
        own[wrap[2 * b + VALUES - v]] -= pair8 * join;
        if (b == p)
            own[wrap[b + v]] += 16 * pair;
    }
    for (int x = 0; x < VALUES; x++) {
        vec *six = w->turns[0][wrap[p + x]].six;
        for (int b = 0; b <= felt_shoe_draws_to[x]; b++)
            six[wrap[b + v]] += pair4 * w->hand[b][x];
        int b = wrap[v + x];
        if (b <= felt_shoe_draws_to[x])
            six[wrap[b + v]] -= pair8 * joining(w, b)[b + VALUES - v];
    }
}

/* The banker has a pair of value v, total b. */
SHOE_INLINE void banker_two_marks(work *w, int b, int v)
{
    vec pair = w->pair[v], pair4 = 4 * pair, pair8 = 8 * pair;
    for (int p = 0; p < PLAYER_TOTALS; p++) {
        vec join = joining(w, p)[p + VALUES - v];
        for (int x = 0; x < VALUES; x++) {
            if (b <= felt_shoe_draws_to[x])
                w->turns[1][wrap[p + x]].six[wrap[b + v]] += pair4 * w->hand[p][x];
        }
        if (b <= felt_shoe_draws_to[wrap[p + VALUES - v]])
            w->turns[1][wrap[2 * p + VALUES - v]].six[wrap[b + v]] -= pair8 * join;
        if (b <= felt_shoe_draws_to[v]) {
            vec *six = w->turns[1][wrap[p + v]].six;
            row_add(six, pair4, w->hand[p] + VALUES - b);
            six[wrap[b + v]] += pair * (2 * hands_without(w, p, v) - 16 * join);
            six[wrap[b + p + VALUES - v]] -= pair8 * join;
            if (p == b)
                six[wrap[b + v]] += 16 * pair;
        }
    }
}

SHOE_PART void pair_two_marks(work *w)
{
    for (int i = 0; i < 6; i++)
        player_two_marks(w, i / 2 * 2, i / 2 + i % 2 * 5);
    for (int i = 0; i < 8; i++)
        banker_two_marks(w, i / 2 * 2, i / 2 + i % 2 * 5);
}

SHOE_PART void same_two_marks(work *w)
{
    for (int i = 0; i < 6; i++) {
        int v = i / 2 + i % 2 * 5, p = i / 2 * 2;
        if (p <= felt_shoe_draws_to[v])
            w->turns[0][wrap[p + v]].six[wrap[p + v]] += 12 * w->same[v];
    }
}

SHOE_PART void both_two_marks(work *w)
{
    for (int i = 0; i < 6; i++) {
        for (int j = 0; j < 8; j++) {
            int v = i / 2 + i % 2 * 5, u = j / 2 + j % 2 * 5, p = i / 2 * 2, b = j / 2 * 2;
            vec ways = both_pairs(w, v, u), *row_v = w->turns[0][wrap[p + v]].six, *row_u = w->turns[0][wrap[p + u]].six;
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
}

/* ---- four cards ---- */

SHOE_INLINE void put_four(const work *w, loose *out, int cell, int p, int b)
{
    vec times = (w->cards - 4) * (w->cards - 5), zero = {0};
    bool p_even = p % 2 == 0, b_even = b % 2 == 0;
    put(out, SAME, cell, p_even && p == b ? times * (w->same[p / 2] + w->same[p / 2 + 5]) : zero);
    put(out, BOTH, cell, p_even && b_even ? times * both_starts(w, p, b) : zero);
    put(out, PLAYER, cell, p_even ? times * pair_starts(w, p, b) : zero);
    put(out, BANKER, cell, b_even ? times * pair_starts(w, b, p) : zero);
    put(out, ALL, cell, times * all_starts(w, p, b));
}

SHOE_PART void put_stood(const work *w, loose *out)
{
    for (int p = 8; p < VALUES; p++) {
        for (int b = 0; b < VALUES; b++)
            put_four(w, out, 170 + VALUES * (p - 8) + b, p, b);
    }
    for (int p = 0; p < 8; p++) {
        for (int b = 8; b < VALUES; b++)
            put_four(w, out, 190 + 2 * p + b - 8, p, b);
    }
    for (int p = 6; p < 8; p++) {
        for (int b = 6; b < 8; b++)
            put_four(w, out, 206 + 2 * (p - 6) + b - 6, p, b);
    }
}

SHOE_PART void count_lanes(const loose *lanes, loose *out)
{
    work w;
    load(&w, lanes);
    count_hands(&w);
    sum_own(&w);
    put_stood(&w, out);

    same_marks(&w);
    clear_turns(&w, 1);
    same_two_marks(&w);
    draw_same(&w, out);

    both_marks(&w);
    clear_turns(&w, 1);
    both_two_marks(&w);
    draw_both(&w, out);

    pair_marks(&w);
    clear_turns(&w, 2);
    pair_two_marks_other(&w);
    pair_own_marks(&w);
    pair_two_marks(&w);
    draw_player(&w, out);
    draw_banker(&w, out);

    all_marks(&w);
    clear_turns(&w, 1);
    all_two_marks(&w);
    draw_all(&w, out);
}

void SHOE_KERNEL(const felt_shoe_lanes *lanes, felt_shoe_block *ret)
{
    for (int i = 0; i < STEP; i++)
        count_lanes((const loose *)lanes->cards + i, (loose *)ret->counts + i);
}
