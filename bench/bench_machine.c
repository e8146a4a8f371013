/* bench/bench_machine.c - how fast exact odds of craps machines are, and how much faster than elimination over the whole chain. */
#include "odds/machine.h"
#include "odds/machine_back.h"
#include "oracle/chain.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { RUNS = 21 };

static double now_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The median of RUNS times; negative when the engine fails. */
static double engine_ms(const felt_machine *machine, bool squares)
{
    double times[RUNS];
    for (int i = 0; i < RUNS; i++) {
        felt_machine_odds odds;
        double begin = now_ms();
        if (felt_machine_solve(machine, 0, 2, squares, &odds) != FELT_OK)
            return -1;
        times[i] = now_ms() - begin;
        felt_machine_odds_free(&odds);
    }
    qsort(times, RUNS, sizeof *times, by_size);
    return times[RUNS / 2];
}

/* All states at once; negative when the engine fails. */
static double states_ms(const felt_machine *machine)
{
    mpz_t weights[2], one;
    mpq_t *values = calloc(machine->state_count, sizeof *values);
    if (values == NULL)
        return -1;
    mpz_init_set_ui(weights[0], 176);
    mpz_init(weights[1]);
    mpz_init_set_ui(one, 1);
    for (uint32_t i = 0; i < machine->state_count; i++)
        mpq_init(values[i]);
    felt_machine_sum sum = {.row_count = 2, .weights = weights, .divisor = one};
    double begin = now_ms();
    felt_status status = felt_machine_expect(machine, &sum, values);
    double time = now_ms() - begin;
    for (uint32_t i = 0; i < machine->state_count; i++)
        mpq_clear(values[i]);
    mpz_clears(weights[0], weights[1], one, NULL);
    free(values);
    return status == FELT_OK ? time : -1;
}

static double oracle_ms(const felt_machine *machine)
{
    mpq_t rows[2], rolls, squares;
    mpq_inits(rows[0], rows[1], rolls, squares, NULL);
    double begin = now_ms();
    bool solved = chain_solve(machine, 0, 2, rows, rolls, squares);
    double time = now_ms() - begin;
    mpq_clears(rows[0], rows[1], rolls, squares, NULL);
    return solved ? time : -1;
}

int main(void)
{
    const unsigned lows = 0x7C, highs = 0x1F00; /* bit t for a total of t */
    chain_machine works, some;
    if (!chain_machine_all_rolled(&works, lows | highs, false))
        return 1;
    if (!chain_machine_all_rolled(&some, lows | 3u << 8, false)) { /* 2 to 6, 8 and 9: as much as the oracle can do in a second */
        chain_machine_free(&works);
        return 1;
    }
    double the_works = engine_ms(&works.machine, false), moments = engine_ms(&works.machine, true);
    double states = states_ms(&works.machine);
    double engine = engine_ms(&some.machine, true), oracle = oracle_ms(&some.machine);
    printf("odds_the_works %.2f ms\n", the_works);
    printf("odds_the_works_squares %.2f ms\n", moments);
    printf("odds_the_works_states %.2f ms\n", states);
    printf("odds_chain_engine %.3f ms\n", engine);
    printf("odds_chain_oracle %.1f ms\n", oracle);
    printf("odds_chain_ratio %.0f x\n", oracle / engine);
    chain_machine_free(&works);
    chain_machine_free(&some);
    return the_works < 0 || states < 0 || moments < 0 || engine < 0 || oracle < 0;
}
