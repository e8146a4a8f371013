/* bench/bench_shoe.c - how fast the outcomes of a shoe are counted: in blocks, one by one, and by plain enumeration. */
#include "odds/shoe.h"
#include "oracle/baccarat_enum.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { SHOES = 1024, SLICE = 128, PASSES = 200, SINGLES = 200, ORACLES = 3 };

static double now_us(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e6 + (double)t.tv_nsec / 1e3;
}

/* Eight decks less a random number of random cards, at most three quarters of them. */
static felt_shoe dealt_shoe(void)
{
    felt_shoe shoe = felt_shoe_fresh(8);
    int gone = rand() % 312;
    for (int left = 416; left > 416 - gone; left--) {
        int card = rand() % left, rank = 0;
        while (card >= shoe.cards[rank])
            card -= shoe.cards[rank++];
        shoe.cards[rank]--;
    }
    return shoe;
}

/* Microseconds a shoe, the best slice of many passes over all shoes. The checks of the shoes are part of it. */
static double block_us(const felt_shoe *shoes, felt_shoe_block *block, double *sum)
{
    double best = 1e9;
    for (int i = 0; i < PASSES * SHOES; i += SLICE) {
        double begin = now_us();
        for (int j = 0; j < SLICE; j += FELT_SHOE_LANES) {
            if (felt_shoe_block_outcomes(shoes + i % SHOES + j, FELT_SHOE_LANES, block) != FELT_OK)
                exit(1);
            *sum += block->counts[0][0];
        }
        double time = (now_us() - begin) / SLICE;
        best = time < best ? time : best;
    }
    return best;
}

static double single_us(const felt_shoe *shoes, double *sum)
{
    static uint64_t counts[FELT_OUTCOME_COUNT];
    double best = 1e9;
    for (int i = 0; i < SINGLES; i++) {
        double begin = now_us();
        if (felt_shoe_outcomes(shoes + i, counts) != FELT_OK)
            exit(1);
        double time = now_us() - begin;
        *sum += (double)counts[0];
        best = time < best ? time : best;
    }
    return best;
}

static double oracle_us(const felt_shoe *shoes, double *sum)
{
    static uint64_t counts[FELT_OUTCOME_COUNT];
    double best = 1e9;
    for (int i = 0; i < ORACLES; i++) {
        double begin = now_us();
        baccarat_enumerate(shoes[i].cards, counts);
        double time = now_us() - begin;
        *sum += (double)counts[0];
        best = time < best ? time : best;
    }
    return best;
}

int main(void)
{
    static felt_shoe shoes[SHOES];
    static _Alignas(64) felt_shoe_block block;
    double sum = 0; /* keeps the work from being left out */
    srand(1);
    for (int i = 0; i < SHOES; i++)
        shoes[i] = dealt_shoe();
    double cold = now_us();
    static uint64_t counts[FELT_OUTCOME_COUNT];
    felt_status status = felt_shoe_outcomes(shoes, counts);
    cold = now_us() - cold;
    double batch = block_us(shoes, &block, &sum), single = single_us(shoes, &sum), oracle = oracle_us(shoes, &sum);
    printf("odds_shoe_batch %.3f us\n", batch);
    printf("odds_shoe_single %.1f us\n", single);
    printf("odds_shoe_single_cold %.1f us\n", cold);
    printf("odds_shoe_oracle %.0f us\n", oracle);
    printf("odds_shoe_ratio %.0f x\n", oracle / batch);
    return status != FELT_OK || sum <= 0;
}
