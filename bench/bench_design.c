/* bench/bench_design.c - how long it takes to find all pays of Bad Beat between 5 % and 8 %, with six decks and with eight; the sheet is
 * compiled before; the odds of its rows, the best and the whole frontier are part of it. */
#include <felt/design.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { RUNS = 11 };

static double now_s(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The median of RUNS times; negative when it fails. */
static double measure(const felt_design_request *request, uint64_t *ret_count)
{
    double times[RUNS];
    for (int i = 0; i < RUNS; i++) {
        felt_arena *arena = felt_arena_new(FELT_SHEET_ARENA_MAX);
        felt_design design;
        double begin = now_s();
        if (arena == NULL || felt_design_make(arena, request, &design, NULL) != FELT_OK)
            return -1;
        times[i] = now_s() - begin;
        *ret_count = design.counted && design.exhaustive ? design.count : 0;
        felt_design_free(&design);
        felt_arena_free(arena);
    }
    qsort(times, RUNS, sizeof *times, by_size);
    return times[RUNS / 2];
}

int main(void)
{
    static const felt_selection all = {.count = 0};
    felt_arena *arena = felt_arena_new(FELT_SHEET_ARENA_MAX);
    felt_design_request request = {.selection = &all, .wager = felt_text_from("bad-beat"), .edge = {true, true, {5, 100}, {8, 100}}};
    uint64_t count = 0;
    if (arena == NULL || felt_sheet_load(arena, FELT_SOURCE_DIR "/rules/golden-bacc.felt", NULL, &request.sheet, NULL) != FELT_OK)
        return 1;
    double time = measure(&request, &count);
    if (time < 0 || count == 0)
        return 1;
    printf("design_bad_beat %.6f s\n", time);
    printf("design_bad_beat_found %llu paytables\n", (unsigned long long)count);
    felt_arena_free(arena);
    return 0;
}
