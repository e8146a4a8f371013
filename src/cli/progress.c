/* src/cli/progress.c - a bar with rate and time left, on one line of a terminal. */
#include "progress.h"

#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

enum { BAR_LEAST = 8, BAR_MOST = 32 }; /* beside a text; alone it takes what there is */

static double now_s(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* What a terminal does not say is taken as the usual width. */
static int columns_of(FILE *file)
{
    struct winsize size;
    return ioctl(fileno(file), TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
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

/* What stands beside the bar, the longest first: the first that leaves the bar room is taken. */
enum { TAILS = 4, TAIL_BYTES = 128, PERCENT_COLUMNS = 6 };

static void write_tails(const cli_progress *p, uint64_t done, uint64_t total, double elapsed_s, char ret[TAILS][TAIL_BYTES])
{
    char counted[24], rate[24], left[32] = "";
    double per_second = elapsed_s > 0 ? (double)done / elapsed_s : 0;
    write_count((double)done, counted, sizeof counted);
    write_count(per_second, rate, sizeof rate);
    if (total > 0 && per_second > 0)
        write_duration((double)(total - (done < total ? done : total)) / per_second, left, sizeof left);
    const char *comma = left[0] == '\0' ? "" : ", ", *word = left[0] == '\0' ? "" : " left";
    snprintf(ret[0], TAIL_BYTES, "%s %s, %s/s%s%s%s", counted, p->unit, rate, comma, left, word);
    snprintf(ret[1], TAIL_BYTES, "%s %s%s%s%s", counted, p->unit, comma, left, word);
    snprintf(ret[2], TAIL_BYTES, "%s%s", left[0] == '\0' ? counted : left, word);
    ret[3][0] = '\0';
}

static void draw_bar(const cli_progress *p, int columns, double part)
{
    int full = (int)(part * columns);
    fputs(p->color && columns > 0 ? "\033[1;36m" : "", p->file);
    for (int i = 0; i < columns; i++)
        fputs(i < full ? "\xe2\x96\x88" : "\xe2\x96\x91", p->file);
    fprintf(p->file, "%s%*.0f %%", p->color && columns > 0 ? "\033[0m" : "", columns > 0 ? PERCENT_COLUMNS - 2 : 3, part * 100);
}

/* The terminal is asked each time, since people change its width. The last column stays empty: some terminals go to the next line there. */
static void draw(cli_progress *p, uint64_t done, uint64_t total, double elapsed_s)
{
    char tails[TAILS][TAIL_BYTES];
    int width = columns_of(p->file) - 1, tail = 0;
    int least = total > 0 ? PERCENT_COLUMNS + 2 + BAR_LEAST : 0;
    write_tails(p, done, total, elapsed_s, tails);
    while (tail < TAILS - 1 && least + (int)strlen(tails[tail]) > width)
        tail++;
    int room = width - PERCENT_COLUMNS - (tails[tail][0] == '\0' ? 0 : 2 + (int)strlen(tails[tail]));
    fputs("\r\033[K", p->file);
    if (total > 0 && width >= PERCENT_COLUMNS)
        draw_bar(p, room > BAR_MOST ? BAR_MOST : room, done >= total ? 1 : (double)done / (double)total);
    fprintf(p->file, "%s%s", total > 0 && tails[tail][0] != '\0' ? "  " : "", tails[tail]);
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
