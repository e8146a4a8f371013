/* bench/bench_device.c - how fast a graphics processor deals and values shoes. On a machine without one there is nothing to measure.
 *
 * count_rounds_gpu_one: thousand rounds a second, dealt and valued, for Super 7 of Golden Bacc alone; count_rounds_gpu: for every wager of
 * the sheet under its first choices; count_gpu_build..: seconds until the driver has made the program. Beside them, the same on one
 * core. */
#include <felt/exposure.h>
#include <felt/sheet.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

enum { BETS_MAX = 256 };

static double now_s(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* Every wager that has a value, or the one of a name. */
static int gather(const felt_sheet *sheet, const char *name, felt_exposure_bet *ret)
{
    int count = 0;
    for (int w = 0; w < sheet->wager_count && count < BETS_MAX; w++) {
        const felt_wager *wager = &sheet->wagers[w];
        bool paid = wager->variants[0].complete;
        for (int row = 0; row < wager->row_count; row++)
            paid = paid && wager->variants[0].pays[row].pay.kind != FELT_PAY_UNSET &&
                   wager->variants[0].pays[row].pay.kind != FELT_PAY_UNDEFINED;
        if (paid && (name == NULL || felt_text_is(wager->short_name, name)))
            ret[count++] = (felt_exposure_bet){wager, &wager->variants[0]};
    }
    return count;
}

/* Thousand rounds a second; 0: it cannot be done. */
static double rate(felt_exposure_setup *setup, bool device, uint64_t shoes, double *ret_build)
{
    felt_exposure *e;
    felt_error error;
    double begun = now_s();
    setup->device = device;
    setup->shoes = shoes;
    felt_status status = felt_exposure_new(setup, &e, &error);
    if (status != FELT_OK) {
        fprintf(stderr, "bench_device: %s\n", error.message);
        return 0;
    }
    double made = now_s();
    *ret_build = made - begun;
    felt_exposure_watch watch = {.error = &error};
    if (felt_exposure_run(e, &watch) != FELT_OK)
        fprintf(stderr, "bench_device: %s\n", error.message);
    double took = now_s() - made;
    felt_exposure_figures f = felt_exposure_perfect(e, 0, 0);
    double speed = f.rounds.value * (double)f.shoes / took / 1e3;
    fprintf(stderr, "bench_device: %s: %.0f shoes, %.2f s; %.6f +- %.6f units a shoe\n", device ? felt_exposure_device(e) : "one core",
            (double)f.shoes, took, f.per_shoe.value, f.per_shoe.error);
    felt_exposure_free(e);
    return speed;
}

static void measure(const felt_sheet *sheet, const char *name, const char *suffix, uint64_t shoes)
{
    static const int cut = 14;
    felt_exposure_bet bets[BETS_MAX];
    felt_exposure_setup setup = {.decks = 8, .cuts = &cut, .cut_count = 1, .seed = 1, .threads = 1, .bets = bets};
    double build, ignored;
    setup.bet_count = gather(sheet, name, bets);
    rate(&setup, true, shoes / 16, &build);
    double gpu = rate(&setup, true, shoes, &ignored), core = rate(&setup, false, shoes / 4096 + 32, &ignored);
    printf("count_rounds_gpu%s %.0f thousand/s\n", suffix, gpu);
    printf("count_rounds_core%s %.0f thousand/s\n", suffix, core);
    printf("count_gpu_build%s %.2f s\n", suffix, build);
}

int main(int argc, char **argv)
{
    felt_arena *arena = felt_arena_new((size_t)4 * FELT_SHEET_ARENA_MAX);
    const felt_sheet *sheet;
    if (argc > 1 && strcmp(argv[1], "--gpu") == 0 &&
        felt_sheet_load(arena, argc > 2 ? argv[2] : FELT_SOURCE_DIR "/rules/golden-bacc.felt", NULL, &sheet, NULL) == FELT_OK) {
        measure(sheet, "super-7", "_one", UINT64_C(1) << 26);
        measure(sheet, NULL, "", UINT64_C(1) << 22);
    }
    felt_arena_free(arena);
    return 0;
}
