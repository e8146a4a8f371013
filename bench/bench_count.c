/* bench/bench_count.c - how many rounds a core deals in which wagers are valued exactly: all of Golden Bacc, and Super 7 alone; and the
 * same by plain enumeration. Time is the processor's, so that a machine with other work to do says the same. */
#include "oracle/baccarat_enum.h"

#include <felt/exposure.h>
#include <felt/select.h>
#include <felt/sheet.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { SHOES = 1280, SLICES = 6, BETS_MAX = 64, ORACLES = 3 };

static double now_s(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* The first variant of every wager, or of the one called `name`. */
static int take_bets(const felt_sheet *sheet, const char *name, felt_exposure_bet *ret)
{
    int count = 0;
    for (int i = 0; i < sheet->wager_count && count < BETS_MAX; i++)
        if (name == NULL || felt_text_is(sheet->wagers[i].short_name, name))
            ret[count++] = (felt_exposure_bet){&sheet->wagers[i], &sheet->wagers[i].variants[0]};
    return count;
}

/* Thousands of rounds a second, the best of some runs. */
static double rounds_k(const felt_sheet *sheet, const char *name, double *ret_won)
{
    static const int cut = 14;
    felt_exposure_bet bets[BETS_MAX];
    double best = 0;
    for (int i = 0; i < SLICES; i++) {
        felt_exposure_setup setup = {
            .decks = 8, .cuts = &cut, .cut_count = 1, .seed = (uint64_t)i + 1, .shoes = SHOES, .threads = 1, .bets = bets};
        felt_exposure *e;
        setup.bet_count = take_bets(sheet, name, bets);
        if (felt_exposure_new(&setup, &e, NULL) != FELT_OK)
            exit(1);
        double begun = now_s();
        if (felt_exposure_run(e, NULL) != FELT_OK)
            exit(1);
        double time = now_s() - begun;
        felt_exposure_figures f = felt_exposure_perfect(e, 0, 0);
        double rate = f.rounds.value * SHOES / time / 1e3;
        best = rate > best ? rate : best;
        *ret_won += f.per_shoe.value;
        felt_exposure_free(e);
    }
    return best;
}

/* By going through all cards of a round, which one wager needs as much as thirty. */
static double plain_k(double *sum)
{
    static uint64_t counts[FELT_OUTCOME_COUNT];
    double best = 1e9;
    for (int i = 0; i < ORACLES; i++) {
        int32_t cards[FELT_RANK_COUNT];
        for (int r = 0; r < FELT_RANK_COUNT; r++)
            cards[r] = 32 - (r + i) % 5;
        double begun = now_s();
        baccarat_enumerate(cards, counts);
        double time = now_s() - begun;
        *sum += (double)counts[0];
        best = time < best ? time : best;
    }
    return 1e-3 / best;
}

int main(void)
{
    const felt_sheet *sheet;
    felt_arena *arena = felt_arena_new(FELT_SHEET_ARENA_MAX);
    double sum = 0; /* keeps the work from being left out */
    if (arena == NULL || felt_sheet_load(arena, FELT_SOURCE_DIR "/rules/golden-bacc.felt", NULL, &sheet, NULL) != FELT_OK)
        return 1;
    double all = rounds_k(sheet, NULL, &sum), one = rounds_k(sheet, "super-7", &sum), plain = plain_k(&sum);
    printf("count_rounds %.0f k/s\n", all);
    printf("count_rounds_one %.0f k/s\n", one);
    printf("count_rounds_plain %.3f k/s\n", plain);
    printf("count_rounds_ratio %.0f x\n", all / plain);
    printf("count_rounds_one_ratio %.0f x\n", one / plain);
    felt_arena_free(arena);
    return sum <= 0;
}
