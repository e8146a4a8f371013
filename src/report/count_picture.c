/* src/report/count_picture.c - effects of removal as bars, one panel for each wager. */
#include "count_report.h"
#include "label.h"
#include "picture.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>

enum {
    WIDTH = 800,
    HEAD = 46,   /* above all panels */
    PANEL = 236, /* the height of one */
    LEFT = 70,
    RIGHT = 24,
    TOP = 44,    /* of a panel: its title */
    BOTTOM = 34, /* of a panel: the ranks */
    PLOT_WIDTH = WIDTH - LEFT - RIGHT,
    PLOT_HEIGHT = PANEL - TOP - BOTTOM,
    VALUES = 10,
    LINES = 6,
    NUMBER_WIDTH = 40,
};

static_assert(HEAD + FELT_COUNT_PANELS_MAX * PANEL <= PICTURE_MOST, "all panels fit a picture");

/* A panel: what its lowest and highest lines are, in thousandths. */
typedef struct panel {
    picture *p;
    felt_arena *arena;
    double top; /* of the plot */
    double low, high, step;
} panel;

static double effect_of(const felt_removal *r, int rank)
{
    return 1000 * mpq_get_d(r->effect[rank]);
}

static double height_at(const panel *a, double effect)
{
    return a->top + PLOT_HEIGHT * (a->high - effect) / (a->high - a->low);
}

/* From a round number below all effects, and 0, to one above. */
static void set_scale(panel *a, const felt_removal *r)
{
    double low = 0, high = 0;
    for (int rank = 0; rank < FELT_RANK_COUNT; rank++) {
        low = fmin(low, effect_of(r, rank));
        high = fmax(high, effect_of(r, rank));
    }
    a->step = high > low ? picture_step((high - low) * 1.15, LINES) : 1; /* room for the numbers beside the bars */
    a->low = a->step * floor(low * 1.08 / a->step);
    a->high = a->step * ceil(high * 1.08 / a->step);
    if (a->high <= a->low) {
        a->low = -a->step;
        a->high = a->step;
    }
}

static void put_lines(const panel *a)
{
    int count = (int)lround((a->high - a->low) / a->step);
    for (int i = 0; i <= count; i++) {
        double effect = a->low + i * a->step, y = height_at(a, effect);
        bool zero = fabs(effect) < a->step / 2;
        picture_line(a->p, LEFT, y, WIDTH - RIGHT, y, zero ? PICTURE_INK : PICTURE_FAINT);
        picture_text(a->p, PICTURE_SMALL, PICTURE_TO, LEFT - 8, y, PICTURE_INK, felt_arena_print(a->arena, "%g", zero ? 0 : effect));
    }
}

static void put_bars(const panel *a, const felt_removal *r)
{
    int shown = felt_removal_by_value(r) ? VALUES : FELT_RANK_COUNT;
    double step = (double)PLOT_WIDTH / shown, zero = height_at(a, 0);
    for (int rank = 0; rank < shown; rank++) {
        double middle = LEFT + (rank + 0.5) * step, effect = effect_of(r, rank), y = height_at(a, effect);
        picture_text(a->p, PICTURE_TEXT, PICTURE_AROUND, middle, a->top + PLOT_HEIGHT + 18, PICTURE_INK,
                     felt_text_from(report_ranks[rank]));
        if (!r->has[rank])
            continue;
        picture_box(a->p, middle - step * 0.32, fmin(y, zero), step * 0.64, fabs(y - zero), effect < 0 ? PICTURE_LOSS : PICTURE_GAIN);
        y += effect < 0 ? 8 : -8;
        picture_box(a->p, middle - NUMBER_WIDTH / 2.0, y - 6, NUMBER_WIDTH, 12, PICTURE_PAPER); /* no line strikes a number out */
        picture_text(a->p, PICTURE_SMALL, PICTURE_AROUND, middle, y, PICTURE_INK, felt_arena_print(a->arena, "%.3f", effect));
    }
}

static void put_panel(picture *p, felt_arena *arena, const felt_removal *r, bool mixed, double top)
{
    panel a = {.p = p, .arena = arena, .top = top + TOP};
    felt_text name = label_wager(arena, r->odds), options = label_options(arena, r->odds, true);
    felt_text value = felt_ratio_print_percent(arena, r->value, 4), sheet = r->odds->sheet->short_name;
    felt_text about = felt_arena_print(arena, "%.*s%s%.*s%svalue %.*s %%", mixed ? (int)sheet.length : 0, sheet.bytes, mixed ? ", " : "",
                                       FELT_TEXT_ARGS(options), options.length > 0 ? ", " : "", FELT_TEXT_ARGS(value));
    double x = LEFT + 10 + picture_text(p, PICTURE_TITLE, PICTURE_FROM, LEFT, top + 16, PICTURE_INK, name);
    picture_text(p, PICTURE_SMALL, PICTURE_FROM, x, top + 17, PICTURE_INK, about);
    set_scale(&a, r);
    put_lines(&a);
    put_bars(&a, r);
}

/* Wagers of several sheets: the panels say of which. */
static bool is_mixed(const felt_count_entry *list, int count)
{
    for (int i = 1; i < count; i++)
        if (list[i].removal->odds->sheet != list[0].removal->odds->sheet)
            return true;
    return false;
}

static void put_title(picture *p, felt_arena *arena, const felt_count_entry *list, int count)
{
    felt_text name = list[0].removal->odds->sheet->name;
    felt_text title = felt_text_from("Effects of removal of one card, in thousandths of a unit");
    if (!is_mixed(list, count))
        title = felt_arena_print(arena, "%.*s: effects of removal of one card, in thousandths of a unit", FELT_TEXT_ARGS(name));
    picture_text(p, PICTURE_TITLE, PICTURE_FROM, LEFT, 20, PICTURE_INK, title);
}

felt_status felt_report_count_picture(felt_arena *arena, const felt_count_entry *list, int count, felt_picture_format format,
                                      felt_text *ret)
{
    int panels = 0;
    picture *p;
    for (int i = 0; i < count; i++)
        panels += felt_removal_applies(list[i].removal->odds);
    if (panels == 0)
        return FELT_ENOTFOUND;
    if (panels > FELT_COUNT_PANELS_MAX)
        return FELT_ELIMIT;
    felt_status status = picture_open(arena, format, WIDTH, HEAD + panels * PANEL, &p);
    if (status != FELT_OK)
        return status;
    put_title(p, arena, list, count);
    double top = HEAD;
    for (int i = 0; i < count; i++)
        if (felt_removal_applies(list[i].removal->odds)) {
            put_panel(p, arena, list[i].removal, is_mixed(list, count), top);
            top += PANEL;
        }
    return picture_close(p, ret);
}
