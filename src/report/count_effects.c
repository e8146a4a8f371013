/* src/report/count_effects.c - effects of removal as bars. */
#include "count_plot.h"
#include "count_report.h"

#include <math.h>

enum {
    HEIGHT = 236, /* of a panel */
    LEFT = COUNT_PLOT_LEFT,
    RIGHT = 24,
    TOP = 44,    /* of a panel: its heading */
    BOTTOM = 34, /* of a panel: the ranks */
    PLOT_WIDTH = COUNT_PLOT_WIDTH - LEFT - RIGHT,
    PLOT_HEIGHT = HEIGHT - TOP - BOTTOM,
    VALUES = 10,
    LINES = 6,
    NUMBER_WIDTH = 40,
};

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
        picture_line(a->p, LEFT, y, COUNT_PLOT_WIDTH - RIGHT, y, zero ? PICTURE_INK : PICTURE_FAINT);
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

static void put_panel(picture *p, felt_arena *arena, const felt_count_entry *e, double top)
{
    panel a = {.p = p, .arena = arena, .top = top + TOP};
    set_scale(&a, e->removal);
    put_lines(&a);
    put_bars(&a, e->removal);
}

static bool has_effects(const felt_count_entry *e)
{
    return felt_removal_applies(e->removal->odds);
}

const count_plot report_count_plot_effects = {"Effects of removal of one card, in thousandths of a unit",
                                              "effects of removal of one card, in thousandths of a unit", HEIGHT, has_effects, put_panel};
