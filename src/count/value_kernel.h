/* count/value_kernel.h - values of sixteen shoes, for one kind of processor. Not an ordinary header: count/value_fast.c includes it once for
 * each, with
 *   VALUE_NAME    makes names of its own: of vec (a vector of doubles), ivec (one of int64_t, as wide) and fused (a times b plus c, rounded
 *                 once), which are there already, and of all that follows
 *   VALUE_TARGET  the attribute that lets the compiler use such vectors
 * and takes these back at its end. All kernels give the same bits: every lane goes through the same operations in the same order. */

enum { VALUE_NAME(vectors) = VALUE_LANES * 8 / (int)sizeof(VALUE_NAME(vec)), VALUE_NAME(eight) = VALUE_NAME(vectors) / 2 };

#define VALUE_INLINE VALUE_TARGET static inline __attribute__((always_inline))

/* ---- what forms are made of ---- */

VALUE_TARGET static void VALUE_NAME(fill_tens)(const VALUE_NAME(vec) * tens, int lane, value_room *room)
{
    const int step = VALUE_NAME(vectors);
    VALUE_NAME(vec) zero = {0}, n = zero, pairs = zero, same = zero, squares = zero, *out = (VALUE_NAME(vec) *)room->zero + lane;
    for (int i = 0; i < VALUE_TENS; i++) {
        VALUE_NAME(vec) t = tens[i * step + lane], pair = t * (t - 1);
        n += t;
        pairs += pair;
        same += pair * ((t - 2) * (t - 3));
        squares += pair * pair;
    }
    VALUE_NAME(vec) both = pairs * pairs - squares, one = pairs * ((n - 2) * (n - 3)) - same - both;
    VALUE_NAME(vec) fall = zero + 1, after_two = fall, after_four = fall;
    VALUE_NAME(vec) four = n * (n - 1) * ((n - 2) * (n - 3)), neither = four - 2 * one - same - both, apart = n * (n - 1) - pairs;
    for (int k = 0; k <= VALUE_DEGREE; k++) {
        out[(VALUE_ZERO_ANY + k) * step] = fall;
        fall *= n - k;
        if (k >= 2) {
            out[(VALUE_ZERO_PAIR + k - 2) * step] = pairs * after_two;
            out[(VALUE_ZERO_NO_PAIR + k - 2) * step] = apart * after_two;
            after_two *= n - k;
        }
        if (k >= 4) {
            out[(VALUE_ZERO_SAME + k - 4) * step] = same * after_four;
            out[(VALUE_ZERO_BOTH + k - 4) * step] = both * after_four;
            out[(VALUE_ZERO_ONE + k - 4) * step] = one * after_four;
            out[(VALUE_ZERO_NEITHER + k - 4) * step] = neither * after_four;
            after_four *= n - k;
        }
    }
}

VALUE_TARGET static void VALUE_NAME(fill)(const value_plan *plan, const value_lanes *lanes, value_room *room)
{
    const value_grid *g = plan->grid;
    const int step = VALUE_NAME(vectors);
    const VALUE_NAME(vec) *cards = (const VALUE_NAME(vec) *)lanes->cards;
    VALUE_NAME(vec) *factors = (VALUE_NAME(vec) *)room->factors, *low = (VALUE_NAME(vec) *)room->low, *high = (VALUE_NAME(vec) *)room->high;
    for (int lane = 0; lane < step; lane++) {
        for (int value = 0; value < 9; value++)
            for (int k = 0; k < VALUE_DEGREE; k++)
                factors[(value * VALUE_DEGREE + k) * step + lane] = cards[value * step + lane] - k;
        VALUE_NAME(fill_tens)(cards + 9 * step, lane, room);
        low[lane] = high[lane] = (VALUE_NAME(vec)){0} + 1;
    }
    for (int i = 1; i < plan->lows; i++) {
        const VALUE_NAME(vec) *from = low + g->low_from[i] * step, *by = factors + g->low_factor[i] * step;
        for (int lane = 0; lane < step; lane++)
            low[i * step + lane] = from[lane] * by[lane];
    }
    for (int i = 1; i < plan->columns; i++) {
        const VALUE_NAME(vec) *from = high + g->high_from[i] * step, *by = factors + g->high_factor[i] * step;
        for (int lane = 0; lane < step; lane++)
            high[i * step + lane] = from[lane] * by[lane];
    }
}

/* ---- by polynomials ---- */

/* Two rows at once: sums of weighted columns. */
VALUE_INLINE void VALUE_NAME(rows)(const value_step *s, const VALUE_NAME(vec) * high, const uint16_t *columns, const double *weights,
                                   VALUE_NAME(vec) * a, VALUE_NAME(vec) * b)
{
    enum { STEP = VALUE_NAME(vectors) };
#pragma GCC unroll 8
    for (int lane = 0; lane < STEP; lane++)
        a[lane] = b[lane] = (VALUE_NAME(vec)){0};
    for (int i = 0; i < s->both; i++) {
        const VALUE_NAME(vec) *h = high + columns[i] * STEP;
        VALUE_NAME(vec) wa = (VALUE_NAME(vec)){0} + weights[2 * i], wb = (VALUE_NAME(vec)){0} + weights[2 * i + 1];
#pragma GCC unroll 8
        for (int lane = 0; lane < STEP; lane++) {
            a[lane] = VALUE_NAME(fused)(wa, h[lane], a[lane]);
            b[lane] = VALUE_NAME(fused)(wb, h[lane], b[lane]);
        }
    }
    columns += s->both;
    weights += 2 * s->both;
    for (int i = 0; i < 2 * s->apart; i += 2) {
        const VALUE_NAME(vec) *ha = high + columns[i] * STEP, *hb = high + columns[i + 1] * STEP;
        VALUE_NAME(vec) wa = (VALUE_NAME(vec)){0} + weights[i], wb = (VALUE_NAME(vec)){0} + weights[i + 1];
#pragma GCC unroll 8
        for (int lane = 0; lane < STEP; lane++) {
            a[lane] = VALUE_NAME(fused)(wa, ha[lane], a[lane]);
            b[lane] = VALUE_NAME(fused)(wb, hb[lane], b[lane]);
        }
    }
}

VALUE_TARGET static void VALUE_NAME(sum)(const value_polynomial *p, const value_room *room, VALUE_NAME(vec) * ret)
{
    enum { STEP = VALUE_NAME(vectors) };
    const VALUE_NAME(vec) *high = (const VALUE_NAME(vec) *)room->high, *low = (const VALUE_NAME(vec) *)room->low;
    const VALUE_NAME(vec) *zero = (const VALUE_NAME(vec) *)room->zero;
    const value_step *s = p->steps;
    const uint16_t *columns = p->columns;
    const double *weights = p->weights;
    VALUE_NAME(vec) a[STEP], b[STEP], all_a[STEP], all_b[STEP], sum[STEP];
    for (int lane = 0; lane < STEP; lane++)
        sum[lane] = (VALUE_NAME(vec)){0};
    for (int i = 0; i < p->pair_count; i++) {
        const value_pair *pair = &p->pairs[i];
#pragma GCC unroll 8
        for (int lane = 0; lane < STEP; lane++)
            all_a[lane] = all_b[lane] = (VALUE_NAME(vec)){0};
        for (int k = 0; k < pair->steps; k++, s++) {
            VALUE_NAME(rows)(s, high, columns, weights, a, b);
            columns += s->both + 2 * s->apart;
            weights += 2 * (s->both + s->apart);
#pragma GCC unroll 8
            for (int lane = 0; lane < STEP; lane++) {
                all_a[lane] = VALUE_NAME(fused)(zero[s->zero * STEP + lane], a[lane], all_a[lane]);
                all_b[lane] = VALUE_NAME(fused)(zero[s->zero * STEP + lane], b[lane], all_b[lane]);
            }
        }
#pragma GCC unroll 8
        for (int lane = 0; lane < STEP; lane++) {
            sum[lane] = VALUE_NAME(fused)(low[pair->low[0] * STEP + lane], all_a[lane], sum[lane]);
            sum[lane] = VALUE_NAME(fused)(low[pair->low[1] * STEP + lane], all_b[lane], sum[lane]);
        }
    }
    for (int lane = 0; lane < STEP; lane++)
        ret[lane] = sum[lane];
}

VALUE_TARGET static void VALUE_NAME(polynomials)(const value_plan *plan, const value_lanes *lanes, value_room *room,
                                                 double (*ret)[VALUE_LANES])
{
    VALUE_NAME(fill)(plan, lanes, room);
    for (int i = 0; i < plan->count; i++)
        VALUE_NAME(sum)(&plan->polynomials[i], room, (VALUE_NAME(vec) *)ret[i]);
}

/* ---- by counts ---- */

VALUE_TARGET static void VALUE_NAME(counts)(const value_plan *plan, const felt_shoe_block *block, int first,
                                            double (*sums)[FELT_SHOE_LANES], double (*ret)[VALUE_LANES])
{
    enum { STEP = VALUE_NAME(eight) };
    for (int class = 0, slot = 0; class < plan->class_count; class ++) {
        VALUE_NAME(vec) sum[STEP];
        for (int lane = 0; lane < STEP; lane++)
            sum[lane] = (VALUE_NAME(vec)){0};
        for (; slot < plan->class_ends[class]; slot++) {
            const VALUE_NAME(vec) *counts = (const VALUE_NAME(vec) *)block->counts[plan->slots[slot]];
#pragma GCC unroll 8
            for (int lane = 0; lane < STEP; lane++)
                sum[lane] += counts[lane];
        }
        for (int lane = 0; lane < STEP; lane++)
            ((VALUE_NAME(vec) *)sums[class])[lane] = sum[lane];
    }
    const value_share *share = plan->shares;
    for (int i = 0; i < plan->count; i++) {
        VALUE_NAME(vec) sum[STEP], *out = (VALUE_NAME(vec) *)(ret[i] + first);
        for (int lane = 0; lane < STEP; lane++)
            sum[lane] = (VALUE_NAME(vec)){0};
        for (; share < plan->shares + plan->share_ends[i]; share++) {
            const VALUE_NAME(vec) *of = (const VALUE_NAME(vec) *)sums[share->class];
            VALUE_NAME(vec) weight = (VALUE_NAME(vec)){0} + share->weight;
#pragma GCC unroll 8
            for (int lane = 0; lane < STEP; lane++)
                sum[lane] = VALUE_NAME(fused)(weight, of[lane], sum[lane]);
        }
        for (int lane = 0; lane < STEP; lane++)
            out[lane] = sum[lane];
    }
}

/* ---- values ---- */

VALUE_TARGET static uint32_t VALUE_NAME(finish)(const value_end *end, const value_lanes *lanes, const double *form, value_sixteen *ret)
{
    enum { STEP = VALUE_NAME(vectors), WIDTH = VALUE_LANES / STEP };
    /* Added to a number below 2^51, it leaves its nearest whole number in the lowest bits. */
    const double magic = 6755399441055744.0; /* 1.5 * 2^52 */
    const VALUE_NAME(vec) *cards = (const VALUE_NAME(vec) *)lanes->cards, zero = {0}, magics = zero + magic;
    uint32_t open = 0;
    for (int lane = 0; lane < STEP; lane++) {
        VALUE_NAME(vec) n = zero;
        for (int rank = 0; rank < FELT_RANK_COUNT; rank++)
            n += cards[rank * STEP + lane];
        VALUE_NAME(vec) deals = n * (n - 1) * ((n - 2) * (n - 3)) * ((n - 4) * (n - 5));
        VALUE_NAME(vec) share = ((const VALUE_NAME(vec) *)form)[lane] / deals;
        VALUE_NAME(vec) won = VALUE_NAME(fused)(share, zero + end->scale, zero + end->base) / end->unit;
        VALUE_NAME(vec) x = won * (double)(1 << VALUE_BITS), moved = x + magics, near = moved - magics, off = x - near;
        VALUE_NAME(vec) error = (won + 2 * end->least) * end->error;
        VALUE_NAME(ivec) doubtful = (x < error) & (-x < error);
        doubtful |= (off > 0.5 - error) | (-off > 0.5 - error);
        ((VALUE_NAME(ivec) *)ret->value)[lane] = (VALUE_NAME(ivec))moved - (VALUE_NAME(ivec))magics;
        ((VALUE_NAME(ivec) *)ret->good)[lane] = x > zero;
        for (int i = 0; i < WIDTH; i++)
            open |= (uint32_t)(doubtful[i] & 1) << (lane * WIDTH + i);
    }
    return open;
}

#undef VALUE_NAME
#undef VALUE_TARGET
#undef VALUE_INLINE
