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

#define SHOE_INLINE static inline __attribute__((always_inline)) SHOE_TARGET
#define SHOE_PART static __attribute__((noinline)) SHOE_TARGET

enum {
    VALUES = 10,
    RING = 20, /* a row of ten written twice, so that an index may run on past 9 */
    STEP = FELT_SHOE_LANES * (int)sizeof(double) / SHOE_BYTES, /* vectors from one slot of a block to the next */
    PLAYER_TOTALS = 6, /* the player draws on 0 to 5 */
    TOTALS = 8,        /* and 0 to 7 are no naturals */
    PLAIN = 5,         /* the ring of all cards */
    ROWS = 36,
};

enum { ALL = 0, PLAYER, BANKER, BOTH, SAME, KINDS }; /* every deal, at least a player pair, at least a banker pair, both, the same */

typedef struct row {
    vec at[VALUES];
} row;

typedef struct work {
    vec ring[6][RING];      /* ring[t / 2][j]: cards of value j, one fewer if two of them make the even total t; ring[PLAIN]: all */
    vec hand[TOTALS][RING]; /* hand[t][a]: ordered hands of total t whose first card is of value a */
    vec hands[VALUES];      /* and with any first card */
    vec pair[VALUES];       /* ordered pairs, of one rank, of cards of this value */
    vec same[VALUES];       /* ordered ways to take four cards of one rank, of this value */
    vec pair_both[VALUES];  /* ordered ways to take two pairs of this value */
    vec cards;
    vec starts[ROWS];
    row marks[ROWS];
    row upto[PLAYER_TOTALS][5]; /* sums of marks over banker totals up to 2, 3, 4, 5 and 6, by the banker's final total */
    row drawn[TOTALS];          /* five-card deals by banker's first total and player's final total: the banker draws ... */
    row stood[KINDS][TOTALS];   /* ... or stands */
    row alone[KINDS][2];        /* five-card deals in which the player stands on 6 or 7, by banker's final total */
    row six[KINDS][VALUES];     /* six-card deals by player's and banker's final totals */
} work;

SHOE_INLINE int mod10(int n)
{
    return n >= 20 ? n - 20 : n >= 10 ? n - 10 : n;
}

/* The cards that can make a total of t with one given card: entry j has value j, so the given card has value t - j. */
SHOE_INLINE const vec *joining(const work *w, int t)
{
    return w->ring[t % 2 ? PLAIN : t / 2];
}

SHOE_INLINE void row_add(row *to, vec factor, const vec *from)
{
    to->at[0] += factor * from[0];
    to->at[1] += factor * from[1];
    to->at[2] += factor * from[2];
    to->at[3] += factor * from[3];
    to->at[4] += factor * from[4];
    to->at[5] += factor * from[5];
    to->at[6] += factor * from[6];
    to->at[7] += factor * from[7];
    to->at[8] += factor * from[8];
    to->at[9] += factor * from[9];
}

/* ---- two cards, and pairs ---- */

SHOE_PART void load(work *w, const vec *lanes)
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
        for (int j = 0; j < RING; j++)
            ring[j] = j % 5 == half ? c[j] - 1 : c[j];
    }
}

SHOE_PART void count_hands(work *w)
{
    const vec *c = w->ring[PLAIN];
    for (int t = 0; t < VALUES; t++) {
        const vec *join = joining(w, t);
        vec sum = {0};
        for (int a = 0; a < VALUES; a++) {
            vec ways = c[a] * join[t + VALUES - a];
            sum += ways;
            if (t < TOTALS)
                w->hand[t][a] = w->hand[t][a + VALUES] = ways;
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
        return low * TOTALS - low * (low - 1) / 2 + high - low;
    case PLAYER:
        return p % 2 ? -1 : p / 2 * TOTALS + b;
    case BANKER:
        return b % 2 ? -1 : b / 2 * TOTALS + p;
    case BOTH:
        return p % 2 || b % 2 ? -1 : low / 2 * 4 - low / 2 * (low / 2 - 1) / 2 + (high - low) / 2;
    default:
        return p % 2 || p != b ? -1 : p / 2;
    }
}

SHOE_INLINE vec all_starts(const work *w, int p, int b)
{
    const vec *c = w->ring[PLAIN], *join_p = joining(w, p), *join_b = joining(w, b);
    vec shared = {0};
    for (int a = 0; a < VALUES; a++)
        shared += c[a] * join_p[p + VALUES - a] * join_b[b + VALUES - a];
    vec ways = w->hands[p] * w->hands[b] - 4 * shared;
    return p == b ? ways + 2 * w->hands[p] : ways;
}

SHOE_PART void all_marks(work *w)
{
    for (int p = 0; p < PLAYER_TOTALS; p++) {
        const vec *hand_p = w->hand[p], *join_p = joining(w, p);
        for (int b = p; b < TOTALS; b++) {
            const vec *hand_b = w->hand[b], *join_b = joining(w, b);
            int r = row_of(ALL, p, b);
            double extra = p == b ? 2 : 0;
            vec hands_p = w->hands[p] + extra, hands_b = w->hands[b] + extra, sum = {0};
            for (int v = 0; v < VALUES; v++) {
                vec of_p = hands_b - 2 * join_b[VALUES + b - p + v - (b - p + v >= VALUES ? VALUES : 0)] - 4 * join_b[b + VALUES - v];
                vec of_b = hands_p - 2 * join_p[VALUES + p - b + v];
                vec ways = hand_p[v] * of_p + hand_b[v] * of_b;
                w->marks[r].at[v] = ways;
                sum += ways;
            }
            w->starts[r] = 0.5 * sum;
        }
    }
}

/* The hands of total t from a shoe without two cards of value v. */
SHOE_INLINE vec hands_without(const work *w, int t, int v)
{
    vec left = w->hands[t] - 4 * joining(w, t)[t + VALUES - v];
    return t == 2 * v % VALUES ? left + 2 : left;
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
            row *marks = &w->marks[row_of(PLAYER, own, other)];
            for (int y = 0; y < VALUES; y++)
                marks->at[y] = pairs * w->hand[other][y];
            for (int v = own / 2; v < VALUES; v += 5) {
                vec fewer = 2 * w->pair[v] * joining(w, other)[other + VALUES - v];
                marks->at[v] -= fewer;
                marks->at[mod10(other + VALUES - v)] -= fewer;
                if (own == other)
                    marks->at[v] += 2 * w->pair[v];
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
            w->marks[r].at[v] += low;
            w->marks[r].at[v + 5] += high;
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
    vec zero = {0};
    for (int p = 0; p <= 4; p += 2) {
        for (int b = p; b <= 6; b += 2) {
            int r = row_of(BOTH, p, b);
            for (int y = 0; y < VALUES; y++)
                w->marks[r].at[y] = zero;
            for (int i = 0; i < 4; i++) {
                int v = p / 2 + i / 2 * 5, u = b / 2 + i % 2 * 5;
                w->marks[r].at[v] += both_pairs(w, v, u);
                w->marks[r].at[u] += both_pairs(w, v, u);
            }
            w->starts[r] = both_starts(w, p, b);
        }
    }
}

SHOE_PART void same_marks(work *w)
{
    vec zero = {0};
    for (int v = 0; v < 4; v++) {
        for (int y = 0; y < VALUES; y++)
            w->marks[v].at[y] = zero;
        w->marks[v].at[v] = 2 * w->same[v];
        w->marks[v].at[v + 5] = 2 * w->same[v + 5];
        w->starts[v] = w->same[v] + w->same[v + 5];
    }
}

/* ---- third cards: what starts and marks say ---- */

/* Five cards: the player's third card is x. Where the banker draws as well, the sixth card cannot be the same card as x. */
SHOE_INLINE void draw_fifth(work *w, int kind)
{
    const vec *c = w->ring[PLAIN];
    memset(w->drawn, 0, sizeof w->drawn);
    memset(w->stood[kind], 0, sizeof w->stood[kind]);
    for (int p = 0; p < PLAYER_TOTALS; p++) {
        for (int b = 0; b < TOTALS; b++) {
            int r = row_of(kind, p, b);
            if (r < 0)
                continue;
            vec starts = w->starts[r];
            for (int x = 0; x < VALUES; x++) {
                vec marks = w->marks[r].at[x], ways = c[x] * starts - 2 * marks;
                int player = mod10(p + x);
                if (b <= felt_shoe_draws_to[x]) {
                    w->drawn[b].at[player] += ways;
                    w->six[kind][player].at[mod10(b + x)] += 2 * marks - ways;
                } else {
                    w->stood[kind][b].at[player] += ways;
                }
            }
        }
    }
}

/* Five cards: the player stands, and the banker's third card is y. */
SHOE_INLINE void draw_alone(work *w, int kind)
{
    const vec *c = w->ring[PLAIN];
    memset(w->alone[kind], 0, sizeof w->alone[kind]);
    for (int p = 6; p < TOTALS; p++) {
        for (int b = 0; b < 6; b++) {
            int r = row_of(kind, p, b);
            for (int y = 0; r >= 0 && y < VALUES; y++)
                w->alone[kind][p - 6].at[mod10(b + y)] += c[y] * w->starts[r] - 2 * w->marks[r].at[y];
        }
    }
}

SHOE_INLINE void sum_marks(work *w, int kind)
{
    for (int p = 0; p < PLAYER_TOTALS; p++) {
        row sum = {{{0}}};
        for (int b = 0; b <= 6; b++) {
            int r = row_of(kind, p, b);
            for (int y = 0; r >= 0 && y < VALUES; y++)
                sum.at[mod10(b + y)] += w->marks[r].at[y];
            if (b >= 2)
                w->upto[p][b - 2] = sum;
        }
    }
}

/* Six cards: c_y times the five-card deals, less c_x times the marks on y. */
SHOE_INLINE void draw_sixth(work *w, int kind)
{
    const vec *c = w->ring[PLAIN];
    for (int player = 0; player < VALUES; player++) {
        row sum = w->six[kind][player];
        for (int p = 0; p < PLAYER_TOTALS; p += kind == ALL || kind == BANKER ? 1 : 2) {
            int x = mod10(player + VALUES - p);
            row_add(&sum, -2 * c[x], w->upto[p][felt_shoe_draws_to[x] - 2].at);
        }
        for (int b = 0; b <= 6; b += kind == ALL || kind == PLAYER ? 1 : 2)
            row_add(&sum, w->drawn[b].at[player], c + VALUES - b);
        w->six[kind][player] = sum;
    }
}

SHOE_INLINE void draw(work *w, int kind)
{
    draw_fifth(w, kind);
    draw_alone(w, kind);
    sum_marks(w, kind);
    draw_sixth(w, kind);
}

SHOE_PART void draw_all(work *w)
{
    draw(w, ALL);
}

SHOE_PART void draw_player(work *w)
{
    draw(w, PLAYER);
}

SHOE_PART void draw_banker(work *w)
{
    draw(w, BANKER);
}

SHOE_PART void draw_both(work *w)
{
    draw(w, BOTH);
}

SHOE_PART void draw_same(work *w)
{
    draw(w, SAME);
}

/* ---- third cards: two marks ---- */

typedef struct turns {
    row own[VALUES];      /* own[x]: x is marked in the player's hand, y in the banker's */
    row other[VALUES][5]; /* other[u][d]: and so on */
} turns;

SHOE_PART void sum_turns(const work *w, turns *t)
{
    row sum = {{{0}}}, upto[5];
    for (int b = 0; b <= 6; b++) {
        for (int y = 0; y < VALUES; y++)
            sum.at[mod10(b + y)] += 4 * w->hand[b][y];
        if (b >= 2)
            upto[b - 2] = sum;
    }
    for (int x = 0; x < VALUES; x++) {
        t->own[x] = upto[felt_shoe_draws_to[x] - 2];
        for (int b = 0; b <= felt_shoe_draws_to[x]; b++)
            t->own[x].at[mod10(b + x)] -= 8 * joining(w, b)[b + VALUES - x];
    }
    for (int u = 0; u < VALUES; u++) {
        row add = {{{0}}};
        for (int b = 0; b <= 6; b++) {
            vec join = joining(w, b)[b + VALUES - u];
            add.at[mod10(b + u)] += 2 * w->hands[b] - 8 * join;
            add.at[mod10(2 * b + VALUES - u)] -= 4 * join;
            if (b >= 2)
                t->other[u][b - 2] = add;
        }
    }
}

SHOE_PART void all_two_marks_dense(work *w, const turns *t)
{
    for (int player = 0; player < VALUES; player++) {
        row sum = w->six[ALL][player];
        for (int p = 0; p < PLAYER_TOTALS; p++) {
            int x = mod10(player + VALUES - p), u = mod10(p + VALUES - x), to = felt_shoe_draws_to[x];
            row_add(&sum, w->hand[p][x], t->own[x].at);
            row_add(&sum, w->hand[p][x], t->other[u][to - 2].at);
            for (int b = 0; b <= to; b++)
                row_add(&sum, 4 * w->hand[b][x], w->hand[p] + VALUES - b);
        }
        w->six[ALL][player] = sum;
    }
}

SHOE_PART void all_two_marks_sparse(work *w)
{
    for (int x = 0; x < VALUES; x++) {
        int to = felt_shoe_draws_to[x];
        for (int p = 0; p < PLAYER_TOTALS; p++) {
            int player = mod10(p + x), u = mod10(p + VALUES - x);
            const vec *join_p = joining(w, p);
            vec *six = w->six[ALL][player].at, own = w->hand[p][x], corner = {0};
            vec base = 2 * w->hands[p] - 8 * join_p[p + VALUES - x];
            for (int b = 0; b <= to; b++) {
                int other = mod10(b + VALUES - x);
                vec join = join_p[mod10(p + VALUES - other)], hand = w->hand[b][x];
                six[mod10(b + u)] -= 8 * own * joining(w, b)[b + VALUES - x];
                six[mod10(2 * b + VALUES - x)] += hand * (base - 8 * join);
                corner -= 4 * hand * join;
            }
            if (p <= to) {
                six[mod10(2 * p + VALUES - x)] += 16 * own;
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
        for (int p = 0; p < PLAYER_TOTALS; p++) {
            for (int b = 0; b <= to; b++) {
                if (p % 2 == 0)
                    w->six[PLAYER][mod10(p + x)].at[mod10(2 * b + VALUES - x)] += 2 * w->marks[row_of(PLAYER, p, b)].at[x];
                if (b % 2 == 0)
                    w->six[BANKER][mod10(p + x)].at[mod10(b + p + VALUES - x)] += 2 * w->marks[row_of(BANKER, p, b)].at[x];
            }
        }
    }
}

/* The player has a pair of value v, total p. */
SHOE_INLINE void player_two_marks(work *w, const turns *t, int p, int v)
{
    row *six = w->six[PLAYER];
    vec pair = w->pair[v], *own = six[mod10(p + v)].at;
    row_add(&six[mod10(p + v)], pair, t->own[v].at);
    for (int b = 0; b <= felt_shoe_draws_to[v]; b++) {
        vec join = joining(w, b)[b + VALUES - v];
        own[mod10(b + v)] += pair * (2 * hands_without(w, b, v) - 8 * join);
        own[mod10(2 * b + VALUES - v)] -= 8 * pair * join;
        if (b == p)
            own[mod10(b + v)] += 16 * pair;
    }
    for (int x = 0; x < VALUES; x++) {
        for (int b = 0; b <= felt_shoe_draws_to[x]; b++) {
            vec ways = 4 * w->hand[b][x];
            if (x == mod10(b + VALUES - v))
                ways -= 8 * joining(w, b)[b + VALUES - v];
            six[mod10(p + x)].at[mod10(b + v)] += pair * ways;
        }
    }
}

/* The banker has a pair of value v, total b. */
SHOE_INLINE void banker_two_marks(work *w, int b, int v)
{
    row *six = w->six[BANKER];
    vec pair = w->pair[v];
    for (int p = 0; p < PLAYER_TOTALS; p++) {
        vec join = joining(w, p)[p + VALUES - v];
        for (int x = 0; x < VALUES; x++) {
            if (b > felt_shoe_draws_to[x])
                continue;
            vec ways = 4 * w->hand[p][x];
            if (x == v)
                ways += 2 * hands_without(w, p, v) - 8 * join + (p == b ? 8 : 0);
            if (x == mod10(p + VALUES - v))
                ways -= 8 * join;
            six[mod10(p + x)].at[mod10(b + v)] += pair * ways;
        }
        if (b <= felt_shoe_draws_to[v]) {
            row_add(&six[mod10(p + v)], 4 * pair, w->hand[p] + VALUES - b);
            six[mod10(p + v)].at[mod10(b + v)] -= 8 * pair * join;
            six[mod10(p + v)].at[mod10(b + p + VALUES - v)] -= 8 * pair * join;
            if (p == b)
                six[mod10(p + v)].at[mod10(b + v)] += 8 * pair;
        }
    }
}

SHOE_PART void pair_two_marks(work *w, const turns *t)
{
    for (int i = 0; i < 6; i++)
        player_two_marks(w, t, i / 2 * 2, i / 2 + i % 2 * 5);
    for (int i = 0; i < 8; i++)
        banker_two_marks(w, i / 2 * 2, i / 2 + i % 2 * 5);
}

SHOE_PART void both_two_marks(work *w)
{
    for (int i = 0; i < 6 * 8; i++) {
        int v = i / 8 / 2 + i / 8 % 2 * 5, u = i % 8 / 2 + i % 2 * 5, p = 2 * v % VALUES, b = 2 * u % VALUES;
        vec ways = both_pairs(w, v, u);
        row *six = w->six[BOTH];
        if (b <= felt_shoe_draws_to[v]) {
            six[mod10(p + v)].at[mod10(b + v)] += (v == u ? 12 : 2) * ways;
            if (v != u)
                six[mod10(p + v)].at[mod10(b + u)] += 4 * ways;
        }
        if (v != u && b <= felt_shoe_draws_to[u]) {
            six[mod10(p + u)].at[mod10(b + v)] += 4 * ways;
            six[mod10(p + u)].at[mod10(b + u)] += 2 * ways;
        }
        if (v == u && b <= felt_shoe_draws_to[v])
            w->six[SAME][mod10(p + v)].at[mod10(p + v)] += 12 * w->same[v];
    }
}

/* ---- the block ---- */

/* From "at least" to exactly, into the slots of one cell. */
SHOE_INLINE void put(vec *out, int cell, vec all, vec player, vec banker, vec both, vec same)
{
    vec *slot = out + cell * FELT_PAIRS_COUNT * STEP, only_banker = banker - both;
    slot[FELT_PAIRS_NONE * STEP] = all - player - only_banker;
    slot[FELT_PAIRS_PLAYER * STEP] = player - both;
    slot[FELT_PAIRS_BANKER * STEP] = only_banker;
    slot[FELT_PAIRS_BOTH * STEP] = both - same;
    slot[FELT_PAIRS_SAME * STEP] = same;
}

SHOE_INLINE void put_row(vec *out, int cell, vec times, const row *const of[KINDS])
{
    for (int i = 0; i < VALUES; i++)
        put(out, cell + i, times * of[ALL]->at[i], times * of[PLAYER]->at[i], times * of[BANKER]->at[i], times * of[BOTH]->at[i],
            times * of[SAME]->at[i]);
}

SHOE_PART void put_drawn(const work *w, vec *out)
{
    vec left = w->cards - 5;
    for (int p = 0; p < VALUES; p++) {
        for (int b = 0; b < VALUES; b++)
            put(out, VALUES * p + b, w->six[ALL][p].at[b], w->six[PLAYER][p].at[b], w->six[BANKER][p].at[b], w->six[BOTH][p].at[b],
                w->six[SAME][p].at[b]);
    }
    for (int b = 3; b < TOTALS; b++)
        put_row(out, 100 + VALUES * (b - 3), left,
                (const row *const[KINDS]){&w->stood[ALL][b], &w->stood[PLAYER][b], &w->stood[BANKER][b], &w->stood[BOTH][b],
                                          &w->stood[SAME][b]});
    for (int p = 0; p < 2; p++)
        put_row(out, 150 + VALUES * p, left,
                (const row *const[KINDS]){&w->alone[ALL][p], &w->alone[PLAYER][p], &w->alone[BANKER][p], &w->alone[BOTH][p],
                                          &w->alone[SAME][p]});
}

SHOE_INLINE void put_four(const work *w, vec *out, int cell, int p, int b)
{
    vec times = (w->cards - 4) * (w->cards - 5), zero = {0};
    bool p_even = p % 2 == 0, b_even = b % 2 == 0;
    put(out, cell, times * all_starts(w, p, b), p_even ? times * pair_starts(w, p, b) : zero, b_even ? times * pair_starts(w, b, p) : zero,
        p_even && b_even ? times * both_starts(w, p, b) : zero,
        p_even && p == b ? times * (w->same[p / 2] + w->same[p / 2 + 5]) : zero);
}

SHOE_PART void put_stood(const work *w, vec *out)
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

SHOE_PART void count_lanes(const vec *lanes, vec *out)
{
    work w;
    memset(w.six, 0, sizeof w.six);
    turns t;
    load(&w, lanes);
    count_hands(&w);
    all_marks(&w);
    draw_all(&w);
    sum_turns(&w, &t);
    all_two_marks_dense(&w, &t);
    all_two_marks_sparse(&w);
    pair_marks(&w);
    pair_two_marks_other(&w);
    pair_own_marks(&w);
    draw_player(&w);
    draw_banker(&w);
    pair_two_marks(&w, &t);
    both_marks(&w);
    draw_both(&w);
    same_marks(&w);
    draw_same(&w);
    both_two_marks(&w);
    put_drawn(&w, out);
    put_stood(&w, out);
}

void SHOE_KERNEL(const felt_shoe_lanes *lanes, felt_shoe_block *ret)
{
    for (int i = 0; i < STEP; i++)
        count_lanes((const vec *)lanes->cards + i, (vec *)ret->counts + i);
}
