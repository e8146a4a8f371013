/* src/cli/progress.c - a bar with rate and time left, on one line of a terminal. */
#include "progress.h"

#include <time.h>
#include <unistd.h>

enum { BAR_COLUMNS = 24 };

static double now_s(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

void cli_progress_begin(cli_progress *p, const cli *c, const char *unit)
{
    *p = (cli_progress){.file = isatty(fileno(c->err)) ? c->err : NULL, .color = c->color_err, .unit = unit};
    p->begun_s = p->drawn_s = now_s();
}

/* 1234567 as "1.23 M". */
static void write_count(double count, char *ret, size_t size)
{
    static const char *const scale[] = {"", " k", " M", " G", " T"};
    int step = 0;
    while (count >= 1000 && step < 4) {
        count /= 1000;
        step++;
    }
    snprintf(ret, size, step == 0 ? "%.0f%s" : count < 10 ? "%.2f%s" : count < 100 ? "%.1f%s" : "%.0f%s", count, scale[step]);
}

static void write_duration(double seconds, char *ret, size_t size)
{
    long s = seconds < 1e7 ? (long)(seconds + 0.5) : 10000000;
    if (s < 60)
        snprintf(ret, size, "%ld s", s);
    else if (s < 3600)
        snprintf(ret, size, "%ld min %02ld s", s / 60, s % 60);
    else
        snprintf(ret, size, "%ld h %02ld min", s / 3600, s / 60 % 60);
}

static void draw(cli_progress *p, uint64_t done, uint64_t total, double elapsed_s)
{
    char counted[24], rate[24], left[32];
    double per_second = elapsed_s > 0 ? (double)done / elapsed_s : 0;
    write_count((double)done, counted, sizeof counted);
    write_count(per_second, rate, sizeof rate);
    fputs("\r\033[K", p->file);
    if (total > 0) {
        double part = done >= total ? 1 : (double)done / (double)total;
        int full = (int)(part * BAR_COLUMNS);
        write_duration(per_second > 0 ? (double)(total - (done < total ? done : total)) / per_second : 0, left, sizeof left);
        fputs(p->color ? "\033[1;36m" : "", p->file);
        for (int i = 0; i < BAR_COLUMNS; i++)
            fputs(i < full ? "\xe2\x96\x88" : "\xe2\x96\x91", p->file);
        fprintf(p->file, "%s %3.0f %%  ", p->color ? "\033[0m" : "", part * 100);
    }
    fprintf(p->file, "%s %s, %s/s", counted, p->unit, rate);
    if (total > 0 && per_second > 0)
        fprintf(p->file, ", %s left", left);
    fflush(p->file);
}

void cli_progress_show(cli_progress *p, uint64_t done, uint64_t total)
{
    if (p->file == NULL)
        return;
    double now = now_s();
    if (now - p->begun_s < 0.5 || now - p->drawn_s < 0.1)
        return;
    draw(p, done, total, now - p->begun_s);
    p->drawn_s = now;
    p->drawn = true;
}

void cli_progress_end(cli_progress *p)
{
    if (p->file == NULL || !p->drawn)
        return;
    fputs("\r\033[K", p->file);
    fflush(p->file);
    p->drawn = false;
}
