/* src/sim/digest.c - what is said about many sessions. */
#include <felt/session_digest.h>
#include <math.h>
#include <stdlib.h>

static int by_amount(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

/* The smallest value that `percent` per cent of the sorted values do not exceed. */
static int64_t quantile(const int64_t *sorted, uint64_t count, unsigned percent)
{
    uint64_t rank = (count * percent + 99) / 100;
    return sorted[rank > 0 ? rank - 1 : 0];
}

/* The smallest of 1, 2, 5, 10, 20, 50 ... that divides `range` into at most `most` steps. */
static int64_t round_step(int64_t range, int most)
{
    static const int64_t steps[] = {1, 2, 5};
    for (int64_t power = 1; power < INT64_MAX / 100; power *= 10)
        for (int i = 0; i < 3; i++)
            if (range / (steps[i] * power) + 1 <= most)
                return steps[i] * power;
    return INT64_MAX / 4;
}

static int64_t floor_to(int64_t value, int64_t step)
{
    int64_t rest = value % step;
    return value - (rest < 0 ? rest + step : rest);
}

/* Bins between the first and the last half per cent, or a little more. */
static void fill_bins(const int64_t *sorted, felt_session_digest *d)
{
    int64_t from = sorted[d->count / 200], to = sorted[d->count - 1 - d->count / 200];
    d->bin_width = round_step(to - from, FELT_SESSION_BINS_MAX - 4);
    d->bin_first = floor_to(from, d->bin_width);
    d->bin_count = (int)((to - d->bin_first) / d->bin_width) + 1;
    for (uint64_t i = 0; i < d->count; i++) {
        int64_t bin = sorted[i] < d->bin_first ? 0 : (sorted[i] - d->bin_first) / d->bin_width;
        d->bins[bin < d->bin_count ? bin : d->bin_count - 1]++;
    }
}

static void set_results(int64_t *values, const felt_session_result *r, felt_session_digest *d)
{
    double sum = 0, squares = 0;
    for (uint64_t i = 0; i < r->count; i++) {
        values[i] = r->sessions[i].result.minor;
        d->ahead += values[i] > 0;
        d->even += values[i] == 0;
        sum += (double)values[i];
    }
    d->mean = sum / (double)r->count;
    for (uint64_t i = 0; i < r->count; i++)
        squares += ((double)values[i] - d->mean) * ((double)values[i] - d->mean);
    d->deviation = sqrt(squares / (double)r->count);
    qsort(values, r->count, sizeof *values, by_amount);
    d->least = values[0];
    d->low = quantile(values, r->count, 5);
    d->lower = quantile(values, r->count, 25);
    d->median = quantile(values, r->count, 50);
    d->upper = quantile(values, r->count, 75);
    d->high = quantile(values, r->count, 95);
    d->most = values[r->count - 1];
    fill_bins(values, d);
}

static void set_dangers(int64_t *values, const felt_session_result *r, felt_session_digest *d)
{
    for (uint64_t i = 0; i < r->count; i++)
        values[i] = r->sessions[i].drawdown.minor;
    qsort(values, r->count, sizeof *values, by_amount);
    d->drawdown_median = quantile(values, r->count, 50);
    d->drawdown_high = quantile(values, r->count, 95);
    d->drawdown_most = values[r->count - 1];
    for (uint64_t i = 0; i < r->count; i++)
        values[i] = r->sessions[i].losing_run;
    qsort(values, r->count, sizeof *values, by_amount);
    d->run_median = (uint32_t)quantile(values, r->count, 50);
    d->run_high = (uint32_t)quantile(values, r->count, 95);
    d->run_most = (uint32_t)values[r->count - 1];
    for (uint64_t i = 0; i < r->count; i++)
        if (r->sessions[i].ruined > 0)
            values[d->ruined++] = r->sessions[i].ruined;
    if (d->ruined > 0) {
        qsort(values, d->ruined, sizeof *values, by_amount);
        d->ruin_low = (uint32_t)quantile(values, d->ruined, 5);
        d->ruin_median = (uint32_t)quantile(values, d->ruined, 50);
        d->ruin_high = (uint32_t)quantile(values, d->ruined, 95);
    }
}

felt_status felt_session_digest_make(const felt_session_result *sessions, felt_session_digest *ret)
{
    felt_session_digest d = {.count = sessions->count};
    int64_t *values = calloc(sessions->count + 1, sizeof *values);
    if (values == NULL)
        return FELT_ENOMEM;
    if (sessions->count > 0) {
        set_results(values, sessions, &d);
        set_dangers(values, sessions, &d);
    }
    free(values);
    *ret = d;
    return FELT_OK;
}
