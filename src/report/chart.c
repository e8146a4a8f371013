/* src/report/chart.c - lines and bars over two axes. */
#include "chart.h"

#include <math.h>

enum { LEGEND_STEP = 17, LEGEND_MARK = 26 };

void chart_axis_fit(chart_axis *axis, double low, double high, int lines)
{
    double range = high - low;
    axis->step = picture_step(range > 0 ? range : fabs(low) > 0 ? fabs(low) : 1, lines);
    axis->low = axis->step * floor(low / axis->step + 1e-9);
    axis->high = axis->step * ceil(high / axis->step - 1e-9);
    if (axis->high <= axis->low)
        axis->high = axis->low + axis->step;
}

static double share_of(const chart_axis *axis, double at)
{
    double share = (at - axis->low) / (axis->high - axis->low);
    return axis->backwards ? 1 - share : share;
}

double chart_x(const chart *c, double x)
{
    return c->left + c->width * share_of(&c->x, x);
}

double chart_y(const chart *c, double y)
{
    return c->top + c->height * (1 - share_of(&c->y, y));
}

/* The number of the first line, in steps, and how many there are. */
static int lines_of(const chart_axis *axis, int *ret_first)
{
    *ret_first = (int)ceil(axis->low / axis->step - 1e-6);
    return (int)floor(axis->high / axis->step + 1e-6) - *ret_first + 1;
}

static felt_text number_at(const chart *c, const chart_axis *axis, int step)
{
    int places = axis->step >= 1 ? 0 : (int)ceil(-log10(axis->step) - 1e-9);
    return felt_arena_print(c->arena, "%.*f", places, step * axis->step);
}

/* The line at 0, over all that is paler. */
static void put_zero(const chart *c)
{
    double y = chart_y(c, 0), x = chart_x(c, 0);
    if (c->y.low <= 0 && c->y.high >= 0)
        picture_line(c->p, c->left, y, c->left + c->width, y, PICTURE_INK);
    if (c->x.low <= 0 && c->x.high >= 0)
        picture_line(c->p, x, c->top, x, c->top + c->height, PICTURE_INK);
}

void chart_axes(const chart *c)
{
    int first, count = lines_of(&c->y, &first);
    double bottom = c->top + c->height, right = c->left + c->width;
    for (int i = first; i < first + count; i++) {
        double y = chart_y(c, i * c->y.step);
        picture_line(c->p, c->left, y, right, y, PICTURE_FAINT);
        picture_text(c->p, PICTURE_SMALL, PICTURE_TO, c->left - 7, y, PICTURE_INK, number_at(c, &c->y, i));
    }
    count = lines_of(&c->x, &first);
    for (int i = first; i < first + count; i++) {
        double x = chart_x(c, i * c->x.step);
        picture_line(c->p, x, c->top, x, bottom, PICTURE_FAINT);
        picture_text(c->p, PICTURE_SMALL, PICTURE_AROUND, x, bottom + 11, PICTURE_INK, number_at(c, &c->x, i));
    }
    picture_line(c->p, c->left, bottom, right, bottom, PICTURE_INK);
    put_zero(c);
    picture_text(c->p, PICTURE_SMALL, PICTURE_FROM, c->left - 45, c->top - 14, PICTURE_INK, c->y.title);
    picture_text(c->p, PICTURE_SMALL, PICTURE_AROUND, c->left + c->width / 2, bottom + 27, PICTURE_INK, c->x.title);
}

/* The points from `from` on up to where the line is broken; their number. */
static int unbroken(const chart_series *s, int from)
{
    int count = 0;
    while (from + count < s->count && !isnan(s->points[from + count].y))
        count++;
    return count;
}

/* What lies beyond the plot is cut off. */
static double shown_y(const chart *c, double y)
{
    return chart_y(c, fmax(c->y.low, fmin(c->y.high, y)));
}

void chart_shade(const chart *c, const chart_series *s)
{
    picture_point *area = felt_arena_take(c->arena, 2 * (size_t)s->count + 1, sizeof *area);
    for (int from = 0, count; area != NULL && from < s->count; from += count + 1) {
        count = unbroken(s, from);
        for (int i = 0; i < count; i++) {
            const chart_point *at = &s->points[from + i];
            area[i] = (picture_point){chart_x(c, at->x), shown_y(c, at->y + at->spread)};
            area[2 * count - 1 - i] = (picture_point){chart_x(c, at->x), shown_y(c, at->y - at->spread)};
        }
        picture_area(c->p, area, 2 * count, s->shade);
    }
}

void chart_line(const chart *c, const chart_series *s)
{
    picture_point *line = felt_arena_take(c->arena, (size_t)s->count + 1, sizeof *line);
    for (int from = 0, count; line != NULL && from < s->count; from += count + 1) {
        count = unbroken(s, from);
        for (int i = 0; i < count; i++)
            line[i] = (picture_point){chart_x(c, s->points[from + i].x), chart_y(c, s->points[from + i].y)};
        picture_path(c->p, line, count, s->color, s->dash);
    }
}

double chart_legend_line(const chart *c, double x, double y, const chart_series *s)
{
    const picture_point mark[] = {{x, y}, {x + LEGEND_MARK, y}};
    picture_path(c->p, mark, 2, s->color, s->dash);
    picture_text(c->p, PICTURE_SMALL, PICTURE_FROM, x + LEGEND_MARK + 7, y, PICTURE_INK, s->name);
    return y + LEGEND_STEP;
}

double chart_legend_area(const chart *c, double x, double y, picture_color color, felt_text name)
{
    picture_box(c->p, x, y - 5, LEGEND_MARK, 10, color);
    picture_text(c->p, PICTURE_SMALL, PICTURE_FROM, x + LEGEND_MARK + 7, y, PICTURE_INK, name);
    return y + LEGEND_STEP;
}
