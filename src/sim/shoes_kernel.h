/* sim/shoes_kernel.h - SHOES_LANES shoes dealt side by side, one in each 16-bit lane. Not an ordinary header: src/sim/shoes.c includes it
 * once for each kind of processor, with
 *   SHOES_BYTES   the width of a vector
 *   SHOES_TARGET  the attribute that lets the compiler use such vectors
 *   SHOES_NAME    makes names of its own: of lanes and bits (vectors of int16_t and uint16_t), of high (the upper halves of products) and
 *                 any (is some lane of a mask set?), which are there already, and of all that follows
 * and takes these back at its end. A mask is a vector of lanes that are 0 or -1. */

enum { SHOES_NAME(width) = SHOES_BYTES / 2, SHOES_NAME(parts) = SHOES_LANES / (SHOES_BYTES / 2) };

/* The shoes of one part of a batch. */
typedef struct SHOES_NAME(part) {
    SHOES_NAME(lanes) below[SHOES_CUTS]; /* cards left of ranks up to 1, 2, ... 12 */
    SHOES_NAME(lanes) left;
    SHOES_NAME(lanes) active; /* a mask: shoes that are not over */
    const shoes_plan *plan;
    uint64_t first_shoe;
} SHOES_NAME(part);

/* Replaces the card numbers of lanes whose low product shows one of the surplus bit patterns. */
SHOES_TARGET __attribute__((noinline)) static SHOES_NAME(lanes)
    SHOES_NAME(retry)(const SHOES_NAME(part) * p, SHOES_NAME(lanes) number, SHOES_NAME(bits) low, SHOES_NAME(lanes) drawing, uint32_t row)
{
    for (int i = 0; i < SHOES_NAME(width); i++)
        if (drawing[i] != 0 && low[i] < p->plan->surplus[p->left[i]])
            number[i] = (int16_t)lanes_retry(p->plan->seed, p->first_shoe + (uint64_t)i, row, (uint32_t)p->left[i]);
    return number;
}

/* Draws a card in every lane that `drawing` has set; its rank from 0 to 12 there, 12 in the others. */
SHOES_TARGET static inline __attribute__((always_inline)) SHOES_NAME(lanes)
    SHOES_NAME(draw)(SHOES_NAME(part) * p, const uint16_t *rows, uint32_t first_row, int place, SHOES_NAME(lanes) drawing)
{
    SHOES_NAME(bits) random;
    memcpy(&random, rows + place * SHOES_LANES, sizeof random);
    SHOES_NAME(bits) left = (SHOES_NAME(bits))p->left, low = random * left;
    SHOES_NAME(lanes) number = (SHOES_NAME(lanes))SHOES_NAME(high)(random, left);
    /* The surplus is less than the number of cards, so this catches it all and little more. */
    if (__builtin_expect(SHOES_NAME(any)((low < left) & drawing), 0))
        number = SHOES_NAME(retry)(p, number, low, drawing, first_row + (uint32_t)place);
    number |= ~drawing & INT16_MAX;                                     /* no card has this number: nothing below changes */
    SHOES_NAME(lanes) ranks[3] = {(SHOES_NAME(lanes)){0} + SHOES_CUTS}; /* three short sums are done sooner than a long one */
#pragma GCC unroll 12
    for (int r = 0; r < SHOES_CUTS; r++) {
        SHOES_NAME(lanes) is_below = number < p->below[r];
        p->below[r] += is_below;
        ranks[r % 3] += is_below;
    }
    p->left += drawing;
    return ranks[0] + ranks[1] + ranks[2];
}

SHOES_TARGET static inline __attribute__((always_inline)) SHOES_NAME(lanes) SHOES_NAME(value)(SHOES_NAME(lanes) rank)
{
    return (rank + 1) & (rank < 9);
}

SHOES_TARGET static inline __attribute__((always_inline)) SHOES_NAME(lanes) SHOES_NAME(total)(SHOES_NAME(lanes) a, SHOES_NAME(lanes) b)
{
    SHOES_NAME(lanes) sum = a + b;
    return sum - ((sum > 9) & 10);
}

/* Rounds side by side, as far as their cards are known. */
typedef struct SHOES_NAME(hands) {
    SHOES_NAME(lanes) player, banker; /* totals */
    SHOES_NAME(lanes) pairs;          /* times -1 */
    SHOES_NAME(lanes) open;           /* masks: neither hand is a natural, and who draws */
    SHOES_NAME(lanes) player_draws, banker_draws;
} SHOES_NAME(hands);

/* From the ranks of the first four cards, in the order in which they come. */
SHOES_TARGET static inline __attribute__((always_inline)) SHOES_NAME(hands)
    SHOES_NAME(four)(const shoes_plan *plan, SHOES_NAME(lanes) active, const SHOES_NAME(lanes) card[4])
{
    SHOES_NAME(lanes) player_pair = card[0] == card[2], banker_pair = card[1] == card[3];
    SHOES_NAME(hands) h;
    h.player = SHOES_NAME(total)(SHOES_NAME(value)(card[0]), SHOES_NAME(value)(card[2]));
    h.banker = SHOES_NAME(total)(SHOES_NAME(value)(card[1]), SHOES_NAME(value)(card[3]));
    h.pairs = player_pair + 2 * banker_pair + (player_pair & banker_pair & (card[0] == card[1]));
    h.open = active & (h.player < 8) & (h.banker < 8);
    h.player_draws = h.open & (h.player <= (int16_t)plan->limits.player);
    return h;
}

/* The player's third card counts `value`, where he draws one: then the banker knows what to do. */
SHOES_TARGET static inline __attribute__((always_inline)) void SHOES_NAME(fifth)(SHOES_NAME(hands) * h, const shoes_plan *plan,
                                                                                 SHOES_NAME(lanes) value)
{
    SHOES_NAME(lanes) limit = ~h->player_draws & (int16_t)plan->limits.banker;
#pragma GCC unroll 10
    for (int v = 0; v < SHOES_VALUES; v++)
        limit |= h->player_draws & (value == (int16_t)v) & (int16_t)plan->limits.after[v];
    h->player = SHOES_NAME(total)(h->player, value & h->player_draws);
    h->banker_draws = h->open & (h->banker <= limit);
}

/* The banker's third card counts `value`, where he draws one: the outcomes. */
SHOES_TARGET static inline __attribute__((always_inline)) SHOES_NAME(lanes) SHOES_NAME(outcome)(const SHOES_NAME(hands) * h,
                                                                                                SHOES_NAME(lanes) value)
{
    SHOES_NAME(lanes) banker = SHOES_NAME(total)(h->banker, value & h->banker_draws);
    SHOES_NAME(lanes) cards = 2 * h->player_draws + h->banker_draws; /* times -1 */
    return ((h->player * 10 + banker) * 4 - cards) * FELT_PAIRS_COUNT - h->pairs;
}

/* Plays a round of every active shoe and writes the outcomes. `rows` is this part's column of the random bits. */
SHOES_TARGET static inline __attribute__((always_inline)) void SHOES_NAME(round)(SHOES_NAME(part) * p, const uint16_t *rows,
                                                                                 uint32_t first_row, uint16_t *ret)
{
    const shoes_plan *plan = p->plan;
    SHOES_NAME(lanes) active = p->active, before = p->left, card[4];
#pragma GCC unroll 4
    for (int i = 0; i < 4; i++)
        card[i] = SHOES_NAME(draw)(p, rows, first_row, i, active);
    SHOES_NAME(hands) h = SHOES_NAME(four)(plan, active, card);
    SHOES_NAME(fifth)(&h, plan, SHOES_NAME(value)(SHOES_NAME(draw)(p, rows, first_row, 4, h.player_draws)));
    SHOES_NAME(lanes) outcome = SHOES_NAME(outcome)(&h, SHOES_NAME(value)(SHOES_NAME(draw)(p, rows, first_row, 5, h.banker_draws)));
    outcome = (outcome & active) | (~active & SHOES_NOTHING);
    memcpy(ret, &outcome, sizeof outcome);

    p->active = active & ~((before < (int16_t)plan->last_before) | (p->left < (int16_t)plan->last_after));
}

/* The round that would begin at each place of one shoe. */
SHOES_TARGET static void SHOES_NAME(look)(const shoes_plan *plan, const int16_t ranks[SHOES_SEEN], uint16_t *outcomes, uint16_t *used)
{
    for (int at = 0; at < plan->cards; at += SHOES_NAME(width)) {
        SHOES_NAME(lanes) card[SHOES_ROUND_ROWS];
#pragma GCC unroll 6
        for (int i = 0; i < SHOES_ROUND_ROWS; i++)
            memcpy(&card[i], ranks + at + i, sizeof card[i]);
        SHOES_NAME(hands) h = SHOES_NAME(four)(plan, ~(SHOES_NAME(lanes)){0}, card);
        SHOES_NAME(fifth)(&h, plan, SHOES_NAME(value)(card[4]));
        SHOES_NAME(lanes) last = (h.player_draws & card[5]) | (~h.player_draws & card[4]);
        SHOES_NAME(lanes) outcome = SHOES_NAME(outcome)(&h, SHOES_NAME(value)(last)), cards = 4 - h.player_draws - h.banker_draws;
        memcpy(outcomes + at, &outcome, sizeof outcome);
        memcpy(used + at, &cards, sizeof cards);
    }
}

SHOES_TARGET static inline __attribute__((always_inline)) void SHOES_NAME(begin)(SHOES_NAME(part) * p, const shoes_plan *plan,
                                                                                 uint64_t batch, int number, int shoes)
{
    p->plan = plan;
    p->first_shoe = batch * SHOES_LANES + (uint64_t)number * SHOES_NAME(width);
    p->left = (SHOES_NAME(lanes)){0} + (int16_t)plan->cards;
    for (int r = 0; r < SHOES_CUTS; r++)
        p->below[r] = (SHOES_NAME(lanes)){0} + (int16_t)(plan->cards / FELT_RANK_COUNT * (r + 1));
    for (int i = 0; i < SHOES_NAME(width); i++)
        p->active[i] = number * SHOES_NAME(width) + i < shoes ? -1 : 0;
}

/* Burns the first card, and by its value as many more as it counts, tens and pictures ten. */
SHOES_TARGET static void SHOES_NAME(burn)(SHOES_NAME(part) * p, const uint16_t *rows)
{
    if (p->plan->rules.burn == FELT_BURN_NONE)
        return;
    SHOES_NAME(lanes) burn = SHOES_NAME(draw)(p, rows, 0, 0, p->active) + 1;
    for (int i = 1; i <= 10 && p->plan->rules.burn == FELT_BURN_VALUE; i++)
        SHOES_NAME(draw)(p, rows, 0, i, p->active & (burn >= (int16_t)i));
}

SHOES_TARGET static uint64_t SHOES_NAME(play)(const shoes_plan *plan, uint64_t batch, int shoes, uint32_t counts[SHOES_SLOTS])
{
    enum { AHEAD = 8, ROWS = AHEAD * SHOES_ROUND_ROWS };
    _Alignas(64) uint64_t words[ROWS * SHOES_LANES / 4];
    const uint16_t *bits = (const uint16_t *)(const void *)words;
    uint16_t outcomes[AHEAD * SHOES_LANES];
    SHOES_NAME(part) part[SHOES_NAME(parts)];
    uint32_t row = 0, nothing = counts[SHOES_NOTHING];
    uint64_t played = 0;
    int most = plan->rounds > 0 ? plan->rounds : plan->cards / 4, active = 1;
    for (int i = 0; i < SHOES_NAME(parts); i++)
        SHOES_NAME(begin)(&part[i], plan, batch, i, shoes);
    if (plan->rounds == 0) {
        felt_random_blocks(plan->seed, batch, 0, SHOES_BURN_ROWS / 2, words);
        for (int i = 0; i < SHOES_NAME(parts); i++)
            SHOES_NAME(burn)(&part[i], bits + i * SHOES_NAME(width));
        row = SHOES_BURN_ROWS;
    }
    for (int done = 0; done < most && active; done += AHEAD, row += ROWS) {
        int rounds = most - done < AHEAD ? most - done : AHEAD;
        felt_random_blocks(plan->seed, batch, row / 2, (size_t)rounds * SHOES_ROUND_ROWS / 2, words);
        for (int k = 0; k < rounds; k++)
            for (int i = 0; i < SHOES_NAME(parts); i++)
                SHOES_NAME(round)
        (&part[i], bits + k * SHOES_ROUND_ROWS * SHOES_LANES + i * SHOES_NAME(width), row + (uint32_t)(k * SHOES_ROUND_ROWS),
         outcomes + k * SHOES_LANES + i * SHOES_NAME(width));
        active = 0;
        for (int i = 0; i < SHOES_NAME(parts); i++)
            active |= SHOES_NAME(any)(part[i].active);
        for (int k = 0; k < rounds * SHOES_LANES; k++)
            counts[outcomes[k]]++;
        played += (uint64_t)rounds * SHOES_LANES;
    }
    return played - (counts[SHOES_NOTHING] - nothing);
}

#undef SHOES_NAME
#undef SHOES_BYTES
#undef SHOES_TARGET
