/* count/value_kernel.h - values of sixteen shoes, for one kind of processor. Not an ordinary header: count/value_fast.c includes it once
 * for each, with
 *   VALUE_NAME    makes names of its own: of vec (a vector of doubles), ivec (one of int64_t, as wide), fused (a times b plus c, rounded
 *                 once) and all (a number in every lane), which are there already, and of all that follows
 *   VALUE_TARGET  the attribute that lets the compiler use such vectors
 * and takes these back at its end. All kernels give the same bits: every lane goes through the same operations in the same order. */

enum { VALUE_NAME(vectors) = VALUE_LANES * 8 / (int)sizeof(VALUE_NAME(vec)), VALUE_NAME(eight) = VALUE_NAME(vectors) / 2 };

#define VALUE_INLINE VALUE_TARGET static inline __attribute__((always_inline))

/* ---- what forms are made of ---- */

VALUE_TARGET static void VALUE_NAME(fill_tens)(const VALUE_NAME(vec) * tens, int lane, VALUE_NAME(vec) * out)
{
    const int step = VALUE_NAME(vectors);
    VALUE_NAME(vec) zero = {0}, n = zero, pairs = zero, same = zero, squares = zero;
    for (int i = 0; i < VALUE_TENS; i++) {
        VALUE_NAME(vec) t = tens[i * step + lane], pair = t * (t - 1);
        n += t;
        pairs += pair;
        same += pair * ((t - 2) * (t - 3));
        squares += pair * pair;
    }
    out += lane;
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

VALUE_TARGET static void VALUE_NAME(fill)(const value_plan *plan, const value_lanes *lanes, double *slots)
{
    enum { STEP = VALUE_NAME(vectors) };
    const VALUE_NAME(vec) *cards = (const VALUE_NAME(vec) *)lanes->cards;
    VALUE_NAME(vec) *to = (VALUE_NAME(vec) *)slots;
    for (int lane = 0; lane < STEP; lane++) {
        to[VALUE_SLOT_ONE * STEP + lane] = VALUE_NAME(all)(1);
        for (int value = 0; value < 9; value++)
            for (int k = 0; k < VALUE_DEGREE; k++)
                to[(VALUE_SLOT_FACTORS + value * VALUE_DEGREE + k) * STEP + lane] = cards[value * STEP + lane] - k;
        VALUE_NAME(fill_tens)(cards + 9 * STEP, lane, to + VALUE_SLOT_ZEROS * STEP);
    }
    to += VALUE_SLOT_PRODUCTS * STEP;
    for (int i = 0; i < plan->product_count; i++, to += STEP) {
        const VALUE_NAME(vec) *a = (const VALUE_NAME(vec) *)(slots + plan->products[i].a);
        const VALUE_NAME(vec) *b = (const VALUE_NAME(vec) *)(slots + plan->products[i].b);
#pragma GCC unroll 8
        for (int lane = 0; lane < STEP; lane++)
            to[lane] = a[lane] * b[lane];
    }
}

/* ---- by polynomials ---- */

/* Where the terms of a polynomial are read from. */
typedef struct VALUE_NAME(terms) {
    const double *slots;
    const uint32_t *at;
    const double *weights;
} VALUE_NAME(terms);

/* Adds the terms whose slot both sums have, then those that one of them has. */
VALUE_INLINE void VALUE_NAME(add_slots)(const value_duo *d, VALUE_NAME(terms) * t, VALUE_NAME(vec) * a, VALUE_NAME(vec) * b)
{
    enum { STEP = VALUE_NAME(vectors) };
    for (const uint32_t *end = t->at + d->both; t->at != end; t->at++, t->weights += 2) {
        const VALUE_NAME(vec) *h = (const VALUE_NAME(vec) *)(t->slots + *t->at);
        VALUE_NAME(vec) wa = VALUE_NAME(all)(t->weights[0]), wb = VALUE_NAME(all)(t->weights[1]);
#pragma GCC unroll 8
        for (int lane = 0; lane < STEP; lane++) {
            VALUE_NAME(vec) x = h[lane];
            a[lane] = VALUE_NAME(fused)(wa, x, a[lane]);
            b[lane] = VALUE_NAME(fused)(wb, x, b[lane]);
        }
    }
    for (const uint32_t *end = t->at + 2 * d->apart; t->at != end; t->at += 2, t->weights += 2) {
        const VALUE_NAME(vec) *ha = (const VALUE_NAME(vec) *)(t->slots + t->at[0]), *hb = (const VALUE_NAME(vec) *)(t->slots + t->at[1]);
        VALUE_NAME(vec) wa = VALUE_NAME(all)(t->weights[0]), wb = VALUE_NAME(all)(t->weights[1]);
#pragma GCC unroll 8
        for (int lane = 0; lane < STEP; lane++) {
            a[lane] = VALUE_NAME(fused)(wa, ha[lane], a[lane]);
            b[lane] = VALUE_NAME(fused)(wb, hb[lane], b[lane]);
        }
    }
}

VALUE_INLINE void VALUE_NAME(add_products)(const value_duo *d, VALUE_NAME(terms) * t, VALUE_NAME(vec) * a, VALUE_NAME(vec) * b)
{
    enum { STEP = VALUE_NAME(vectors) };
    for (int i = 0; i < d->products; i++, t->at += 4, t->weights += 2) {
        const VALUE_NAME(vec) * of[4];
        for (int k = 0; k < 4; k++)
            of[k] = (const VALUE_NAME(vec) *)(t->slots + t->at[k]);
        VALUE_NAME(vec) wa = VALUE_NAME(all)(t->weights[0]), wb = VALUE_NAME(all)(t->weights[1]);
#pragma GCC unroll 8
        for (int lane = 0; lane < STEP; lane++) {
            a[lane] = VALUE_NAME(fused)(wa, of[0][lane] * of[1][lane], a[lane]);
            b[lane] = VALUE_NAME(fused)(wb, of[2][lane] * of[3][lane], b[lane]);
        }
    }
}

VALUE_TARGET static void VALUE_NAME(sum)(const value_polynomial *p, const double *slots, VALUE_NAME(vec) * ret)
{
    enum { STEP = VALUE_NAME(vectors) };
    VALUE_NAME(terms) t = {slots, p->slots, p->weights};
    VALUE_NAME(vec) a[STEP], b[STEP], sum[STEP];
#pragma GCC unroll 8
    for (int lane = 0; lane < STEP; lane++)
        sum[lane] = VALUE_NAME(all)(0);
    for (int i = 0; i < p->duo_count; i++) {
        const value_duo *d = &p->duos[i];
        const VALUE_NAME(vec) *by_a = (const VALUE_NAME(vec) *)(slots + d->by[0]), *by_b = (const VALUE_NAME(vec) *)(slots + d->by[1]);
#pragma GCC unroll 8
        for (int lane = 0; lane < STEP; lane++)
            a[lane] = b[lane] = VALUE_NAME(all)(0);
        VALUE_NAME(add_slots)(d, &t, a, b);
        VALUE_NAME(add_products)(d, &t, a, b);
#pragma GCC unroll 8
        for (int lane = 0; lane < STEP; lane++)
            sum[lane] = VALUE_NAME(fused)(by_b[lane], b[lane], VALUE_NAME(fused)(by_a[lane], a[lane], sum[lane]));
    }
#pragma GCC unroll 8
    for (int lane = 0; lane < STEP; lane++)
        ret[lane] = sum[lane];
}

VALUE_TARGET static void VALUE_NAME(polynomials)(const value_plan *plan, const value_lanes *lanes, double *slots,
                                                 double (*ret)[VALUE_LANES])
{
    VALUE_NAME(fill)(plan, lanes, slots);
    for (int i = 0; i < plan->count; i++)
        VALUE_NAME(sum)(&plan->polynomials[i], slots, (VALUE_NAME(vec) *)ret[i]);
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
            VALUE_NAME(vec) weight = VALUE_NAME(all)(share->weight);
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
