/* src/count/device.cl - shoes dealt, valued and watched on a device: the same cards, values and sums as those of count/deal.h and
 * count/exposure_deal.c. Before it stand the numbers of one exposure as #defines and tables, after it the polynomials of some of its wagers
 * (count/device_source.c).
 *
 * First one work item for each shoe deals it to its end and leaves what was unseen before each round; then one for each round of each shoe
 * values it, wager by wager, so that all of them run the same code at the same time; then one for each shoe goes through its rounds again and
 * adds up what was bet and won. Round r of shoe s is number r * room + s of every list.
 *
 * A polynomial is summed in doubles; where its error bound leaves the value in doubt, it is summed again in whole numbers of 128 bits. So
 * every value is the correctly rounded one, on every device. */
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
#pragma OPENCL FP_CONTRACT OFF

#define RANKS 13
#define CUTS_BETWEEN 12
#define BURN_ROWS 12
#define ROUND_ROWS 6
#define ROUNDS_MAX (CARDS / 4)

/* ---- numbers of 128 bits ---- */

typedef struct wide {
    ulong low;
    long high;
} wide;

static wide wide_of(long a)
{
    wide w = {(ulong)a, a >> 63};
    return w;
}

static wide wide_add(wide a, wide b)
{
    wide w = {a.low + b.low, a.high + b.high};
    w.high += w.low < a.low;
    return w;
}

static wide wide_negative(wide a)
{
    wide w = {~a.low, ~a.high};
    return wide_add(w, wide_of(1));
}

static wide wide_times(wide a, ulong b)
{
    wide w = {a.low * b, (long)((ulong)a.high * b + mul_hi(a.low, b))};
    return w;
}

static wide wide_times_signed(wide a, long b)
{
    return b < 0 ? wide_negative(wide_times(a, (ulong)-b)) : wide_times(a, (ulong)b);
}

static wide wide_product(long a, long b)
{
    ulong low = (ulong)a * (ulong)b;
    wide w = {low, mul_hi(a, b)};
    return w;
}

static bool wide_less(wide a, wide b)
{
    return a.high != b.high ? a.high < b.high : a.low < b.low;
}

/* Three words for each sum: bits 0 to 31, 32 to 63, and the rest. */
static void wide_collect(global ulong *at, wide x)
{
    if ((x.low & 0xffffffffUL) != 0)
        atom_add(at, x.low & 0xffffffffUL);
    if (x.low >> 32 != 0)
        atom_add(at + 1, x.low >> 32);
    if (x.high != 0)
        atom_add(at + 2, (ulong)x.high);
}

static void collect(global ulong *at, long x)
{
    wide_collect(at, wide_of(x));
}

#if FIRST_PART
/* ---- cards ---- */

typedef struct pair {
    ulong first, second;
} pair;

/* Threefry-2x64-20, as game/random_counter.c has it. */
static pair threefry(ulong key, ulong other, ulong counter, ulong stream)
{
    const int turns[8] = {16, 42, 12, 31, 16, 32, 24, 21};
    const ulong keys[3] = {key, other, key ^ other ^ 0x1BD11BDAA9FC1A22UL};
    ulong x = counter + keys[0], y = stream + keys[1];
#pragma unroll
    for (int round = 0; round < 20; round++) {
        x += y;
        y = rotate(y, (ulong)turns[round % 8]) ^ x;
        if (round % 4 == 3) {
            int step = round / 4 + 1;
            x += keys[step % 3];
            y += keys[(step + 1) % 3] + (ulong)step;
        }
    }
    pair p = {x, y};
    return p;
}

typedef struct shoe {
    ulong seed, number;
    ulong word;     /* that holds the bits of the row */
    ulong later[8]; /* words made before they are needed */
    int at;         /* which word it is */
    int left;
    int below[CUTS_BETWEEN]; /* cards left of ranks up to 1, 2, ... 12 */
    int hidden[RANKS];       /* burnt face down */
} shoe;

/* The sixteen bits of a row. Rows are asked for in their order. */
static uint row_bits(shoe *s, int row)
{
    while (s->at < row / 4) {
        s->at++;
        if (s->at % 16 < 8) {
            pair p = threefry(s->seed, 0, (ulong)(s->at / 16 * 8 + s->at % 16), s->number);
            s->word = p.first;
            s->later[s->at % 8] = p.second;
        } else {
            s->word = s->later[s->at % 8];
        }
    }
    return (uint)(s->word >> 16 * (row % 4)) & 0xffff;
}

/* The number of a card when its bits were refused. */
static uint retry(const shoe *s, int row, uint left)
{
    for (ulong attempt = 0;; attempt++) {
        ulong bits = threefry(s->seed, 1, attempt << 32 | (ulong)row, s->number).first;
        if (bits * left >= (0 - (ulong)left) % left)
            return (uint)mul_hi(bits, (ulong)left);
    }
}

/* Draws the card of a row; its rank from 0. */
static int draw(shoe *s, int row, uint bits)
{
    uint left = (uint)s->left, product = bits * left, low = product & 0xffff;
    int number = (int)(product >> 16), rank = CUTS_BETWEEN;
    if (low < left && low < 65536 % left)
        number = (int)retry(s, row, left);
#pragma unroll
    for (int r = 0; r < CUTS_BETWEEN; r++) {
        int is_below = number < s->below[r];
        s->below[r] -= is_below;
        rank -= is_below;
    }
    s->left--;
    return rank;
}

static int value_of(int rank)
{
    return rank < 9 ? rank + 1 : 0;
}

static void deal_round(shoe *s, int row)
{
    uint bits[ROUND_ROWS];
#pragma unroll
    for (int i = 0; i < ROUND_ROWS; i++)
        bits[i] = row_bits(s, row + i);
    int player = value_of(draw(s, row, bits[0])), banker = value_of(draw(s, row + 1, bits[1]));
    player = (player + value_of(draw(s, row + 2, bits[2]))) % 10;
    banker = (banker + value_of(draw(s, row + 3, bits[3]))) % 10;
    if (player >= 8 || banker >= 8)
        return;
    int limit = BANKER_LIMIT;
    if (player <= PLAYER_LIMIT)
        limit = banker_limits[value_of(draw(s, row + 4, bits[4]))];
    if (banker <= limit)
        draw(s, row + 5, bits[5]);
}

static void hide(shoe *s, int row, uint bits)
{
    int rank = draw(s, row, bits);
#pragma unroll
    for (int r = 0; r < RANKS; r++)
        s->hidden[r] += rank == r;
}

static void begin(shoe *s, ulong seed, ulong number)
{
    s->seed = seed;
    s->number = number;
    s->at = -1;
    s->left = CARDS;
#pragma unroll
    for (int r = 0; r < CUTS_BETWEEN; r++)
        s->below[r] = CARDS / RANKS * (r + 1);
#pragma unroll
    for (int r = 0; r < RANKS; r++)
        s->hidden[r] = 0;
    int burn = 0;
    for (int row = 0; row < BURN_ROWS; row++) {
        uint bits = row_bits(s, row);
        if (row == 0 && BURN == BURN_IS_ONE)
            hide(s, 0, bits);
        else if (row == 0 && BURN == BURN_IS_VALUE)
            burn = draw(s, 0, bits) + 1;
        else if (row > 0 && row <= 10 && row <= burn)
            hide(s, row, bits);
    }
}
#endif

/* ---- values ---- */

typedef struct value {
    long fixed; /* in units of 2^-30, rounded to the nearest, halves up */
    bool good;  /* above 0 */
} value;

static long falling(long n, int k)
{
    long product = 1;
    for (int i = 0; i < k; i++)
        product *= n - i;
    return product;
}

/* A function of the tens: count/value.h has their numbers. */
static long tens_function(int zero, const int *unseen)
{
    long n = 0, pairs = 0, same = 0, squares = 0;
    for (int i = 9; i < RANKS; i++) {
        long pair = falling(unseen[i], 2);
        n += unseen[i];
        pairs += pair;
        same += falling(unseen[i], 4);
        squares += pair * pair;
    }
    long both = pairs * pairs - squares, one = pairs * falling(n - 2, 2) - same - both;
    if (zero < 7)
        return falling(n, zero);
    if (zero < 12)
        return pairs * falling(n - 2, zero - 7);
    if (zero < 17)
        return (falling(n, 2) - pairs) * falling(n - 2, zero - 12);
    long four = zero < 20 ? same : zero < 23 ? both : zero < 26 ? one : falling(n, 4) - 2 * one - same - both;
    return four * falling(n - 4, (zero - 17) % 3);
}

/* All of them as doubles; each is a whole number below 2^53. */
static void tens(const int *unseen, double *ret)
{
    double n = 0, pairs = 0, same = 0, squares = 0;
#pragma unroll
    for (int i = 9; i < RANKS; i++) {
        double t = unseen[i], pair = t * (t - 1);
        n += t;
        pairs += pair;
        same += pair * ((t - 2) * (t - 3));
        squares += pair * pair;
    }
    double both = pairs * pairs - squares, one = pairs * ((n - 2) * (n - 3)) - same - both;
    double fall = 1, after_two = 1, after_four = 1, apart = n * (n - 1) - pairs;
    double neither = n * (n - 1) * ((n - 2) * (n - 3)) - 2 * one - same - both;
#pragma unroll
    for (int k = 0; k <= 6; k++) {
        ret[k] = fall;
        fall *= n - k;
        if (k >= 2) {
            ret[7 + k - 2] = pairs * after_two;
            ret[12 + k - 2] = apart * after_two;
            after_two *= n - k;
        }
        if (k >= 4) {
            ret[17 + k - 4] = same * after_four;
            ret[20 + k - 4] = both * after_four;
            ret[23 + k - 4] = one * after_four;
            ret[26 + k - 4] = neither * after_four;
            after_four *= n - k;
        }
    }
}

/* p[7 i + j]: (a)_i (b)_j, for i + j up to 6. */
static void products(double a, double b, double *p)
{
    double first = 1;
#pragma unroll
    for (int i = 0; i <= 6; i++) {
        double product = first;
#pragma unroll
        for (int j = 0; i + j <= 6; j++) {
            p[7 * i + j] = product;
            product *= b - j;
        }
        first *= a - i;
    }
}

/* The form in whole numbers, from the tables of rows and terms. */
static wide exact_sum(global const int *rows, global const long *terms, int form, const int *unseen)
{
    wide sum = wide_of(0);
    int first = form == 0 ? 0 : form_rows[form - 1];
    for (int i = first; i < form_rows[form]; i++) {
        global const int *row = rows + i * 4; /* zero, exponents of low values, first term, end of terms */
        wide in_row = wide_of(0);
        for (int t = row[2]; t < row[3]; t++) {
            long product = terms[2 * t], exponents = terms[2 * t + 1];
            long high = 1;
            for (int v = 0; v < 5; v++)
                high *= falling(unseen[4 + v], (int)(exponents >> 4 * v & 15));
            in_row = wide_add(in_row, wide_product(product, high));
        }
        long low = 1;
        for (int v = 0; v < 4; v++)
            low *= falling(unseen[v], row[1] >> 4 * v & 15);
        sum = wide_add(sum, wide_times(in_row, (ulong)(tens_function(row[0], unseen) * low)));
    }
    return sum;
}

/* floor((num 2^31 + den) / (2 den)) is `near` or next to it. */
static value exact_value(global const int *rows, global const long *terms, int form, const int *unseen, long deals, long near)
{
    wide num = wide_add(wide_times(exact_sum(rows, terms, form, unseen), (ulong)form_scale[form]), wide_product(form_base[form], deals));
    wide den = wide_product(form_unit[form], deals), bottom = wide_add(den, den);
    value v = {near - 2, num.high > 0 || (num.high == 0 && num.low > 0)};
    wide top = wide_add(wide_times(num, 1UL << 31), den), next = wide_times_signed(bottom, v.fixed + 1);
    while (!wide_less(top, next)) {
        v.fixed++;
        next = wide_add(next, bottom);
    }
    return v;
}

static value finish(global const int *rows, global const long *terms, int form, const int *unseen, double sum, double deals)
{
    double won = fma(sum / deals, (double)form_scale[form], (double)form_base[form]) / (double)form_unit[form];
    double x = won * 1073741824.0, near = rint(x), error = (won + 2 * form_least[form]) * form_error[form];
    value v = {(long)near, x > 0};
    if (fabs(x) < error || fabs(x - near) > 0.5 - error)
        v = exact_value(rows, terms, form, unseen, (long)deals, v.fixed);
    return v;
}

static void fill_unseen(uchar16 seen, int *unseen)
{
    unseen[0] = seen.s0, unseen[1] = seen.s1, unseen[2] = seen.s2, unseen[3] = seen.s3, unseen[4] = seen.s4;
    unseen[5] = seen.s5, unseen[6] = seen.s6, unseen[7] = seen.s7, unseen[8] = seen.s8, unseen[9] = seen.s9;
    unseen[10] = seen.sa, unseen[11] = seen.sb, unseen[12] = seen.sc;
}

static int sum_of(const int *unseen)
{
    int cards = 0;
#pragma unroll
    for (int r = 0; r < RANKS; r++)
        cards += unseen[r];
    return cards;
}

/* A value in one number: twice `fixed`, and one more where it is good. */
static long value_write(value v)
{
    return v.fixed * 2 + (v.good ? 1 : 0);
}

static value value_read(long number)
{
    value v = {number >> 1, (number & 1) != 0};
    return v;
}

#if FIRST_PART
/* ---- what is noted ---- */

typedef struct notes {
    int rounds;
    int flushed;
    int bets[ITEMS];
    long won[ITEMS];
} notes;

static int running_count(int system, const int *unseen)
{
    int count = counter_whole[system];
#pragma unroll
    for (int r = 0; r < RANKS; r++)
        count -= counter_tags[system * RANKS + r] * unseen[r];
    return count;
}

static void note_bet(notes *n, int item, const value *v)
{
    n->won[item] += v->fixed;
    n->bets[item]++;
}

static void note_depth(global ulong *sums, int bet, const value *v, int unseen_cards)
{
    global ulong *depths = sums + 3 * (DEPTHS_AT + bet * (DEPTHS * DEPTH_SUMS + VALUES)), *at = depths + 3 * (unseen_cards / 8 * DEPTH_SUMS);
    long step = (v->fixed + (1L << 30)) * 200 >> 30;
    collect(at, 1);
    collect(at + 3, v->fixed);
    wide_collect(at + 6, wide_product(v->fixed, v->fixed));
    collect(at + 9, v->good ? 1 : 0);
    collect(at + 12, v->good ? v->fixed : 0);
    collect(depths + 3 * (DEPTHS * DEPTH_SUMS + (step < 0 ? 0 : step >= VALUES ? VALUES - 1 : step)), 1);
}

static void note_system_depth(global ulong *sums, int system, const value *v, int unseen_cards)
{
    global ulong *at = sums + 3 * (SYSTEM_DEPTHS_AT + (system * DEPTHS + unseen_cards / 8) * 2);
    collect(at, 1);
    collect(at + 3, v->fixed);
}

/* The values of a round. */
typedef struct valued {
    global const long *first; /* of form 0 */
    ulong step;               /* to the next form */
} valued;

static value value_of_bet(valued v, int bet)
{
    return value_read(v.first[form_of[bet] * v.step]);
}

static void note_round(notes *n, global const int *need, global ulong *sums, valued values, const int *unseen, int unseen_cards, int cards)
{
    for (int i = 0; i < BETS; i++) {
        value v = value_of_bet(values, i);
        if (v.good)
            note_bet(n, i, &v);
        if (DEPTHS_KEPT)
            note_depth(sums, i, &v, unseen_cards);
    }
    for (int i = 0; i < SYSTEMS; i++) {
        value v = value_of_bet(values, counter_bet[i]);
        if (running_count(i, unseen) < need[i * (CARDS_MAX + 1) + cards])
            continue;
        note_bet(n, BETS + i, &v);
        if (DEPTHS_KEPT)
            note_system_depth(sums, i, &v, unseen_cards);
    }
    for (int g = 0, b = 0; g < GROUPS; g++) {
        for (; b < group_end[g]; b++) {
            value v = value_of_bet(values, group_bet[b]);
            if (v.good)
                note_bet(n, BETS + SYSTEMS + g, &v);
        }
    }
}

static void note_pilot(global ulong *pilot, valued values, const int *unseen, int cards)
{
    for (int i = 0; i < SYSTEMS; i++) {
        int above = 52 * running_count(i, unseen), by = cards * counter_step[i], at = above / by - (above % by < 0);
        at = clamp(at, COUNT_LEAST, COUNT_LEAST + COUNTS - 1);
        global ulong *found = pilot + 3 * ((i * COUNTS + at - COUNT_LEAST) * 2);
        if (counter_found[i] != 0)
            continue;
        collect(found, 1);
        collect(found + 3, value_of_bet(values, counter_bet[i]).fixed);
    }
}

static void flush(const notes *n, global ulong *sums, int cut)
{
    global ulong *rounds = sums + 3 * (ROUNDS_AT + 2 * cut);
    collect(rounds, n->rounds);
    collect(rounds + 3, n->rounds * n->rounds);
    for (int item = 0; item < ITEMS; item++) {
        long bets = n->bets[item], won = n->won[item], shorter = (won + (1L << (SQUARE_SHIFT - 1))) >> SQUARE_SHIFT;
        global ulong *at = sums + 3 * ((cut * ITEMS + item) * SUMS);
        if (bets == 0)
            continue;
        collect(at, bets);
        collect(at + 3, won);
        collect(at + 6, bets * bets);
        wide_collect(at + 9, wide_product(shorter, shorter));
        wide_collect(at + 12, wide_product(bets, shorter));
        collect(at + 15, bets * n->rounds);
        wide_collect(at + 18, wide_product(shorter, n->rounds));
    }
}

/* ---- shoes ---- */

static uchar16 look(const shoe *s)
{
    uchar seen[16] = {0};
    int below = 0;
#pragma unroll
    for (int r = 0; r < RANKS; r++) {
        int upto = r < CUTS_BETWEEN ? s->below[r] : s->left;
        seen[r] = (uchar)(upto - below + s->hidden[r]);
        below = upto;
    }
    return vload16(0, seen);
}

/* As many cut cards as have ended the shoe with a round. */
static int cuts_over(int before, int left)
{
    return cuts_from[CUT_IS_ALWAYS ? before + 1 : CUT_IS_LAST ? left + 1 : before];
}

/* Deals shoes to the last cut card: what is unseen before each round, how many cards are left then, and how many rounds there are. */
kernel void deal(ulong seed, ulong first, uint count, uint is_pilot, uint room, global uchar16 *seen, global ushort *lefts, global uchar *rounds)
{
    ulong number = get_global_id(0);
    if (number >= count)
        return;
    shoe s;
    int round = 0, over = 0;
    begin(&s, seed, (first + number) | (ulong)is_pilot << 63);
    lefts[number] = (ushort)s.left;
    while (round < ROUNDS_MAX && over < CUTS) {
        int before = s.left;
        seen[(ulong)round * room + number] = look(&s);
        deal_round(&s, BURN_ROWS + ROUND_ROWS * round);
        round++;
        lefts[(ulong)round * room + number] = (ushort)s.left;
        over = cuts_over(before, s.left);
    }
    rounds[number] = (uchar)round;
}

kernel void note(uint count, uint is_pilot, uint room, global const uchar16 *seen, global const ushort *lefts, global const uchar *rounds,
                 global const long *values, global const int *need, global ulong *all_sums, global ulong *all_pilots)
{
    ulong number = get_global_id(0), copy = get_group_id(0) % COPIES;
    global ulong *sums = all_sums + copy * (3 * SUM_COUNT), *pilot = all_pilots + copy * (3 * PILOT_COUNT);
    if (number >= count)
        return;
    notes n;
    int unseen[RANKS], last = rounds[number];
    n.rounds = n.flushed = 0;
    for (int i = 0; i < ITEMS; i++)
        n.won[i] = n.bets[i] = 0;
    while (n.rounds < last) {
        ulong at = (ulong)n.rounds * room + number;
        valued v = {values + at, (ulong)ROUNDS_MAX * room};
        fill_unseen(seen[at], unseen);
        int cards = sum_of(unseen), before = lefts[at], left = lefts[at + room], divisor = DIVISOR_IS_UNSEEN ? cards : before;
        if (is_pilot)
            note_pilot(pilot, v, unseen, divisor);
        else
            note_round(&n, need, sums, v, unseen, cards, divisor);
        n.rounds++;
        for (int over = cuts_over(before, left); n.flushed < over; n.flushed++)
            if (!is_pilot)
                flush(&n, sums, n.flushed);
    }
}
#endif

/* ---- rounds ---- */

/* A kernel that adds piece `number` of a form's sum; the last of them values the round. */
#define VALUE_ROUND(number, form, sum_of_piece, is_first, is_last)                                                                                                           \
    kernel void value_##number(uint count, uint room, global const int *rows, global const long *terms, global const uchar16 *seen,          \
                               global const uchar *rounds, global long *values)                                                              \
    {                                                                                                                                        \
        ulong shoe = get_global_id(0), round = get_global_id(1), at = round * room + shoe;                                                   \
        double c[9], z[ZEROS], p[49];                                                                                                        \
        int unseen[RANKS];                                                                                                                   \
        if (shoe >= count || round >= rounds[shoe])                                                                                          \
            return;                                                                                                                          \
        fill_unseen(seen[at], unseen);                                                                                                       \
        for (int i = 0; i < 9; i++)                                                                                                          \
            c[i] = unseen[i];                                                                                                                \
        tens(unseen, z);                                                                                                                     \
        products(c[7], c[8], p);                                                                                                             \
        double n = sum_of(unseen), deals = n * (n - 1) * ((n - 2) * (n - 3)) * ((n - 4) * (n - 5));                                          \
        global long *value = values + (ulong)form * ROUNDS_MAX * room + at;                                                                  \
        double sum = sum_of_piece(c, z, p);                                                                                                  \
        if (!is_first)                                                                                                                       \
            sum += as_double(*value);                                                                                                        \
        *value = is_last ? value_write(finish(rows, terms, form, unseen, sum, deals)) : as_long(sum);                                        \
    }
