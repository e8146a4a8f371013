/* count/deal_kernel.h - shoes dealt side by side, one in each 16-bit lane, for one kind of processor. Not an ordinary header: count/deal.c
 * includes it once for each, with
 *   DEAL_BYTES   the width of a vector
 *   DEAL_TARGET  the attribute that lets the compiler use such vectors
 *   DEAL_NAME    makes names of its own: of lanes and bits (vectors of int16_t and uint16_t), of high (the upper halves of products) and any
 *                (is some lane of a mask set?), which are there already, and of all that follows
 * and takes these back at its end. A mask is a vector of lanes that are 0 or -1. */

enum { DEAL_NAME(width) = DEAL_BYTES / 2, DEAL_NAME(parts) = DEAL_LANES / (DEAL_BYTES / 2) };

#define DEAL_INLINE DEAL_TARGET static inline __attribute__((always_inline))

/* Vectors in somebody's rows. */
typedef DEAL_NAME(lanes) DEAL_NAME(lanes_of_row) __attribute__((may_alias));
typedef DEAL_NAME(bits) DEAL_NAME(bits_of_row) __attribute__((may_alias));

/* Vector `part` of a row of lanes. */
DEAL_INLINE DEAL_NAME(lanes_of_row) * DEAL_NAME(at)(int16_t *row, int part)
{
    return (DEAL_NAME(lanes_of_row) *)row + part;
}

/* Replaces the card numbers of lanes whose low product shows one of the surplus bit patterns. */
DEAL_TARGET __attribute__((noinline)) static DEAL_NAME(lanes)
    DEAL_NAME(retry)(const deal_state *s, int part, DEAL_NAME(lanes) number, DEAL_NAME(bits) low, DEAL_NAME(lanes) drawing, uint32_t row)
{
    for (int i = 0; i < DEAL_NAME(width); i++) {
        int lane = part * DEAL_NAME(width) + i;
        if (drawing[i] != 0 && low[i] < s->plan->surplus[s->left[lane]])
            number[i] = (int16_t)lanes_retry(s->plan->seed, s->first_shoe + (uint64_t)lane, row, (uint32_t)s->left[lane]);
    }
    return number;
}

/* Draws a card in every lane that `drawing` has set; its rank from 0 to 12 there, 12 in the others. */
DEAL_INLINE DEAL_NAME(lanes) DEAL_NAME(draw)(deal_state *s, int part, uint32_t row, DEAL_NAME(lanes) drawing)
{
    DEAL_NAME(lanes_of_row) *left = DEAL_NAME(at)(s->left, part);
    DEAL_NAME(bits) random = ((const DEAL_NAME(bits_of_row) *)s->bits[row])[part], cards = (DEAL_NAME(bits)) * left, low = random * cards;
    DEAL_NAME(lanes) number = (DEAL_NAME(lanes))DEAL_NAME(high)(random, cards);
    /* The surplus is less than the number of cards, so this catches it all and little more. */
    if (__builtin_expect(DEAL_NAME(any)((DEAL_NAME(lanes))(low < cards) & drawing), 0))
        number = DEAL_NAME(retry)(s, part, number, low, drawing, row);
    number |= ~drawing & INT16_MAX; /* no card has this number: nothing below changes */
    DEAL_NAME(lanes) ranks[3] = {(DEAL_NAME(lanes)){0} + DEAL_CUTS};
#pragma GCC unroll 12
    for (int r = 0; r < DEAL_CUTS; r++) {
        DEAL_NAME(lanes_of_row) *below = DEAL_NAME(at)(s->below[r], part);
        DEAL_NAME(lanes) is_below = number < *below;
        *below += is_below;
        ranks[r % 3] += is_below;
    }
    *left += drawing;
    return ranks[0] + ranks[1] + ranks[2];
}

DEAL_INLINE DEAL_NAME(lanes) DEAL_NAME(value)(DEAL_NAME(lanes) rank)
{
    return (rank + 1) & (rank < 9);
}

DEAL_INLINE DEAL_NAME(lanes) DEAL_NAME(total)(DEAL_NAME(lanes) a, DEAL_NAME(lanes) b)
{
    DEAL_NAME(lanes) sum = a + b;
    return sum - ((sum > 9) & 10);
}

DEAL_TARGET static void DEAL_NAME(round_of)(deal_state *s, int part)
{
    const deal_plan *plan = s->plan;
    DEAL_NAME(lanes) active = *DEAL_NAME(at)(s->active, part), first, second, player, banker;
    first = DEAL_NAME(draw)(s, part, s->row, active);
    second = DEAL_NAME(draw)(s, part, s->row + 1, active);
    player = DEAL_NAME(total)(DEAL_NAME(value)(first), DEAL_NAME(value)(DEAL_NAME(draw)(s, part, s->row + 2, active)));
    banker = DEAL_NAME(total)(DEAL_NAME(value)(second), DEAL_NAME(value)(DEAL_NAME(draw)(s, part, s->row + 3, active)));
    DEAL_NAME(lanes) open = active & (player < 8) & (banker < 8);
    DEAL_NAME(lanes) player_draws = open & (player <= (int16_t)plan->limits.player);
    DEAL_NAME(lanes) value = DEAL_NAME(value)(DEAL_NAME(draw)(s, part, s->row + 4, player_draws));
    DEAL_NAME(lanes) limit = ~player_draws & (int16_t)plan->limits.banker;
#pragma GCC unroll 10
    for (int v = 0; v < 10; v++)
        limit |= player_draws & (value == (int16_t)v) & (int16_t)plan->limits.after[v];
    DEAL_NAME(draw)(s, part, s->row + 5, open & (banker <= limit));
}

DEAL_TARGET static void DEAL_NAME(round)(deal_state *s)
{
    for (int part = 0; part < DEAL_NAME(parts); part++)
        DEAL_NAME(round_of)(s, part);
    s->row += DEAL_ROUND_ROWS;
}

/* A card that goes out face down. */
DEAL_TARGET static DEAL_NAME(lanes) DEAL_NAME(hide)(deal_state *s, int part, uint32_t row, DEAL_NAME(lanes) drawing)
{
    DEAL_NAME(lanes) rank = DEAL_NAME(draw)(s, part, row, drawing);
    for (int r = 0; r < FELT_RANK_COUNT; r++)
        *DEAL_NAME(at)(s->hidden[r], part) -= (rank == (int16_t)r) & drawing;
    return rank;
}

DEAL_TARGET static void DEAL_NAME(burn)(deal_state *s, int part)
{
    DEAL_NAME(lanes) all = ~(DEAL_NAME(lanes)){0};
    if (s->plan->burn == FELT_BURN_ONE)
        DEAL_NAME(hide)(s, part, 0, all);
    if (s->plan->burn != FELT_BURN_VALUE)
        return;
    DEAL_NAME(lanes) burn = DEAL_NAME(draw)(s, part, 0, all) + 1;
    for (int i = 1; i <= 10; i++)
        DEAL_NAME(hide)(s, part, (uint32_t)i, burn >= (int16_t)i);
}

DEAL_TARGET static void DEAL_NAME(begin)(deal_state *s, const deal_plan *plan, uint64_t first_shoe)
{
    deal_shuffle(s, plan, first_shoe);
    for (int part = 0; part < DEAL_NAME(parts); part++)
        DEAL_NAME(burn)(s, part);
}

DEAL_TARGET static void DEAL_NAME(look)(deal_state *s, value_lanes lanes[2])
{
    enum { EIGHTS = DEAL_LANES / 8 };
    typedef int16_t eight __attribute__((vector_size(16), may_alias));
    typedef double doubles __attribute__((vector_size(64), may_alias));
    for (int part = 0; part < DEAL_NAME(parts); part++) {
        DEAL_NAME(lanes) below = {0}, cards = {0};
        for (int r = 0; r < FELT_RANK_COUNT; r++) {
            DEAL_NAME(lanes) upto = r < DEAL_CUTS ? *DEAL_NAME(at)(s->below[r], part) : *DEAL_NAME(at)(s->left, part);
            DEAL_NAME(lanes) unseen = upto - below + *DEAL_NAME(at)(s->hidden[r], part);
            *DEAL_NAME(at)(s->unseen[r], part) = unseen;
            cards += unseen;
            below = upto;
        }
        *DEAL_NAME(at)(s->unseen_cards, part) = cards;
    }
    for (int r = 0; r < FELT_RANK_COUNT; r++) {
        for (int i = 0; i < EIGHTS; i++) {
            doubles *to = (doubles *)lanes[i / (EIGHTS / 2)].cards[r] + i % (EIGHTS / 2);
            *to = __builtin_convertvector(((const eight *)s->unseen[r])[i], doubles);
        }
    }
}

DEAL_TARGET static void DEAL_NAME(tally)(const deal_state *s, const int32_t tags[FELT_RANK_COUNT], int32_t ret[DEAL_LANES])
{
    for (int r = 0; r < FELT_RANK_COUNT; r++)
        for (int i = 0; i < DEAL_LANES; i++)
            ret[i] += s->unseen[r][i] * tags[r];
}

#undef DEAL_NAME
#undef DEAL_BYTES
#undef DEAL_TARGET
#undef DEAL_INLINE
