/* src/count/tags_search.c - the best tags of whole numbers, by dynamic programming.
 *
 * What the correlation of tags t with effects e is, depends on three sums over the thirteen ranks of a deck: of t e, of t and of t t. Of
 * all tags with the same sum and the same sum of squares, those are best whose sum of t e is the largest; there are few such pairs of sums,
 * and the largest is found for all of them together, value by value from the last to the first. What is left are some thousand candidates,
 * whose squared correlations are compared as fractions.
 *
 * Effects are brought to whole numbers of a fixed size, in the two's complement of as many limbs as their sums need. */
#include <felt/tags.h>

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum {
    RANKS = FELT_RANK_COUNT,
    VALUES = FELT_TAG_COUNT,
    MOST = FELT_TAG_SEARCH_MAX,
    NOTHING = INT8_MAX, /* in `choice`: no tags have these sums */
};

typedef struct search {
    int within;
    int sums, squares;     /* how many of each there are: sums from -13 within, squares from 0 */
    size_t states;         /* their product */
    mp_size_t limbs;       /* of a number */
    mp_limb_t *worth;      /* [value][tag + within]: cards of the value in 13 ranks, times tag, times effect */
    mp_limb_t *now, *next; /* the largest sums of t e over the values from one on, and from the next one on */
    mp_limb_t *sum;        /* room for one */
    int8_t *choice;        /* [value][state]: the lowest tag with which that is reached */
} search;

static int weight_of(int value)
{
    return value == VALUES - 1 ? RANKS - VALUES + 1 : 1;
}

/* ---- effects as whole numbers ---- */

/* effects[i] = effect of value i times a number that is the same for all. */
static void scale(const felt_removal *r, mpz_t *effects)
{
    mpz_t den;
    mpz_init_set_ui(den, 1);
    for (int i = 0; i < VALUES; i++)
        mpz_lcm(den, den, mpq_denref(r->effect[i]));
    for (int i = 0; i < VALUES; i++) {
        mpz_divexact(effects[i], den, mpq_denref(r->effect[i]));
        mpz_mul(effects[i], effects[i], mpq_numref(r->effect[i]));
    }
    mpz_clear(den);
}

/* Limbs for any sum of products, with its sign. */
static mp_size_t limbs_for(mpz_t *effects)
{
    mpz_t most;
    mpz_init(most);
    for (int i = 0; i < VALUES; i++) {
        mpz_t size;
        mpz_init(size);
        mpz_abs(size, effects[i]);
        mpz_addmul_ui(most, size, (unsigned long)(weight_of(i) * MOST));
        mpz_clear(size);
    }
    mp_size_t limbs = (mp_size_t)(mpz_sizeinbase(most, 2) / (size_t)GMP_NUMB_BITS) + 1;
    mpz_clear(most);
    return limbs;
}

static void store(mp_limb_t *ret, mp_size_t limbs, const mpz_t number)
{
    mp_size_t size = (mp_size_t)mpz_size(number);
    mpn_zero(ret, limbs);
    mpn_copyi(ret, mpz_limbs_read(number), size);
    if (mpz_sgn(number) < 0)
        mpn_neg(ret, ret, limbs);
}

static bool is_negative(const mp_limb_t *number, mp_size_t limbs)
{
    return (mp_limb_signed_t)number[limbs - 1] < 0;
}

static void load(mpz_t ret, const mp_limb_t *number, mp_size_t limbs)
{
    mp_limb_t *to = mpz_limbs_write(ret, limbs);
    bool negative = is_negative(number, limbs);
    if (negative)
        mpn_neg(to, number, limbs);
    else
        mpn_copyi(to, number, limbs);
    mpz_limbs_finish(ret, negative ? -limbs : limbs);
}

static bool is_larger(const mp_limb_t *a, const mp_limb_t *b, mp_size_t limbs)
{
    if (a[limbs - 1] != b[limbs - 1])
        return (mp_limb_signed_t)a[limbs - 1] > (mp_limb_signed_t)b[limbs - 1];
    return mpn_cmp(a, b, limbs) > 0;
}

/* ---- the sums ---- */

static void search_free(search *s)
{
    free(s->worth);
    free(s->now);
    free(s->next);
    free(s->sum);
    free(s->choice);
}

static bool search_init(search *s, const felt_removal *r, int within)
{
    mpz_t effects[VALUES], term;
    mpz_init(term);
    for (int i = 0; i < VALUES; i++)
        mpz_init(effects[i]);
    scale(r, effects);
    *s = (search){.within = within, .sums = 2 * RANKS * within + 1, .squares = RANKS * within * within + 1, .limbs = limbs_for(effects)};
    s->states = (size_t)s->sums * (size_t)s->squares;
    size_t tags = (size_t)(2 * within + 1), limbs = (size_t)s->limbs;
    s->worth = calloc(VALUES * tags * limbs, sizeof *s->worth);
    s->now = calloc(s->states * limbs, sizeof *s->now);
    s->next = calloc(s->states * limbs, sizeof *s->next);
    s->sum = calloc(limbs, sizeof *s->sum);
    s->choice = malloc((VALUES + 1) * s->states);
    bool good = s->worth != NULL && s->now != NULL && s->next != NULL && s->sum != NULL && s->choice != NULL;
    for (int i = 0; i < VALUES && good; i++)
        for (int tag = -within; tag <= within; tag++) {
            mpz_mul_si(term, effects[i], weight_of(i) * tag);
            store(s->worth + ((size_t)i * tags + (size_t)(tag + within)) * limbs, s->limbs, term);
        }
    for (int i = 0; i < VALUES; i++)
        mpz_clear(effects[i]);
    mpz_clear(term);
    return good;
}

static size_t state_of(const search *s, int sum, int squares)
{
    return (size_t)(sum + RANKS * s->within) * (size_t)s->squares + (size_t)squares;
}

/* Gives `value` the tag, wherever the values behind it come to something. */
static void try_tag(search *s, int value, int tag)
{
    const size_t limbs = (size_t)s->limbs;
    const int8_t *behind = s->choice + (size_t)(value + 1) * s->states;
    int8_t *choice = s->choice + (size_t)value * s->states;
    const mp_limb_t *worth = s->worth + ((size_t)value * (size_t)(2 * s->within + 1) + (size_t)(tag + s->within)) * limbs;
    int weight = weight_of(value), most = RANKS * s->within;
    for (int sum = -most; sum <= most; sum++) {
        int to_sum = sum + weight * tag;
        if (to_sum < -most || to_sum > most)
            continue;
        for (int squares = 0; squares + weight * tag * tag < s->squares; squares++) {
            size_t from = state_of(s, sum, squares), to = state_of(s, to_sum, squares + weight * tag * tag);
            if (behind[from] == NOTHING)
                continue;
            mpn_add_n(s->sum, s->next + from * limbs, worth, s->limbs); /* modulo its size: negative numbers are complements */
            if (choice[to] == NOTHING || is_larger(s->sum, s->now + to * limbs, s->limbs)) {
                choice[to] = (int8_t)tag;
                mpn_copyi(s->now + to * limbs, s->sum, s->limbs);
            }
        }
    }
}

static void find_sums(search *s)
{
    memset(s->choice, NOTHING, (VALUES + 1) * s->states);
    s->choice[VALUES * s->states + state_of(s, 0, 0)] = 0; /* behind the last value there is nothing */
    for (int value = VALUES - 1; value >= 0; value--) {
        for (int tag = -s->within; tag <= s->within; tag++)
            try_tag(s, value, tag);
        mp_limb_t *done = s->now;
        s->now = s->next;
        s->next = done;
    }
}

/* ---- the best of them ---- */

typedef struct candidate {
    bool found;
    int sum, squares;
    mpz_t square, spread; /* of the sum of t e; 13 squares - sum^2 */
} candidate;

/* Among equals: the least squares, then the sum nearest to 0, then the lower one. */
static bool comes_first(int sum, int squares, const candidate *best)
{
    if (squares != best->squares)
        return squares < best->squares;
    if (abs(sum) != abs(best->sum))
        return abs(sum) < abs(best->sum);
    return sum < best->sum;
}

static void consider(const search *s, int sum, int squares, candidate *best, mpz_t number, mpz_t left, mpz_t right)
{
    size_t state = state_of(s, sum, squares);
    const mp_limb_t *both = s->next + state * (size_t)s->limbs; /* find_sums has put the first value's there */
    if (s->choice[state] == NOTHING || is_negative(both, s->limbs) || mpn_zero_p(both, s->limbs))
        return;
    unsigned long spread = (unsigned long)(RANKS * squares - sum * sum);
    load(number, both, s->limbs);
    mpz_mul(number, number, number);
    mpz_mul(left, number, best->spread);
    mpz_mul_ui(right, best->square, spread);
    int order = best->found ? mpz_cmp(left, right) : 1;
    if (order < 0 || (order == 0 && !comes_first(sum, squares, best)))
        return;
    best->found = true;
    best->sum = sum;
    best->squares = squares;
    mpz_set(best->square, number);
    mpz_set_ui(best->spread, spread);
}

/* The tags with these sums, lowest from the ace on among equals. */
static void read_tags(const search *s, int sum, int squares, felt_tags *ret)
{
    for (int value = 0; value < VALUES; value++) {
        int tag = s->choice[(size_t)value * s->states + state_of(s, sum, squares)];
        assert(tag != NOTHING);
        ret->tag[value] = (int16_t)tag;
        sum -= weight_of(value) * tag;
        squares -= weight_of(value) * tag * tag;
    }
}

static bool find_best(const search *s, felt_tags_balance balance, felt_tags *ret)
{
    candidate best = {.found = false};
    mpz_t number, left, right;
    int most = balance == FELT_TAGS_BALANCED ? 0 : RANKS * s->within;
    mpz_inits(number, left, right, best.square, best.spread, NULL);
    for (int sum = -most; sum <= most; sum++)
        for (int squares = 0; squares < s->squares; squares++)
            consider(s, sum, squares, &best, number, left, right);
    if (best.found)
        read_tags(s, best.sum, best.squares, ret);
    mpz_clears(number, left, right, best.square, best.spread, NULL);
    return best.found;
}

felt_status felt_tags_best(const felt_removal *removal, int within, felt_tags_balance balance, felt_tags *ret)
{
    assert(felt_removal_applies(removal->odds) && removal->odds->decks > 0 && within >= 1 && within <= MOST);
    search s;
    felt_status status = search_init(&s, removal, within) ? FELT_OK : FELT_ENOMEM;
    if (status == FELT_OK) {
        find_sums(&s);
        status = find_best(&s, balance, ret) ? FELT_OK : FELT_ENOTFOUND;
    }
    search_free(&s);
    return status;
}
