/* src/design/ceiling.c - what somebody who counts cards may win at most, and which numbers are too exposed for that. */
#include "ceiling.h"
#include "count/sample.h"
#include "search.h"

#include <math.h>
#include <stdlib.h>

enum {
    PLANES = 64,           /* kept of a scene */
    NUMBERS_TO_A_STEP = 64 /* of a sample: about as long as a step of the search */
};

static const size_t bytes_most = (size_t)1 << 30;
static const double slack = 1e-10; /* for what doubles leave out */

/* No figure is below `at` plus the sum over lines of slope times number. */
typedef struct plane {
    double at;
    double slopes[FELT_ROWS_MAX];
} plane;

typedef struct ceiling_scene {
    count_sample *sample;
    uint64_t steps;                                  /* of a figure */
    double rise[FELT_ROWS_MAX], base[FELT_ROWS_MAX]; /* of each line: what it wins is rise times number, plus base */
    plane planes[PLANES];                            /* the useful ones come to stand first */
    int plane_count, oldest;
} ceiling_scene;

struct ceiling {
    ceiling_scene *scenes;
    int scene_count;
    double most;
    uint64_t steps, work;
    bool spent;
};

/* ---- making ---- */

static count_sample_setup setup_of(const stage *s, int scene, const felt_design_request *r, const int *rows)
{
    const felt_odds *odds = s->scenes[scene].odds;
    return (count_sample_setup){.bet = {odds->wager, odds->variant},
                                .rows = rows,
                                .row_count = s->line_count,
                                .decks = odds->decks,
                                .rules = r->shoes.rules,
                                .cut = r->shoes.cut,
                                .seed = r->shoes.seed,
                                .shoes = r->shoes.count};
}

static felt_status make_scene(ceiling_scene *made, const stage *s, int scene, const count_sample_setup *setup, felt_error *error)
{
    felt_status status = count_sample_make(setup, &made->sample, error);
    if (status != FELT_OK)
        return status;
    made->steps = count_sample_numbers(made->sample) / NUMBERS_TO_A_STEP + 1;
    for (int i = 0; i < s->line_count; i++) {
        made->rise[i] = mpq_get_d(s->scenes[scene].terms[i].rise);
        made->base[i] = mpq_get_d(s->scenes[scene].terms[i].base);
    }
    return FELT_OK;
}

felt_status ceiling_new(const stage *s, const felt_design_request *request, ceiling **ret, felt_error *error)
{
    int rows[FELT_ROWS_MAX];
    size_t bytes = 0;
    for (int i = 0; i < s->line_count; i++)
        rows[i] = s->lines[i].row;
    for (int i = 0; i < s->scene_count; i++) {
        count_sample_setup setup = setup_of(s, i, request, rows);
        bytes += count_sample_bytes(&setup);
    }
    if (bytes > bytes_most)
        return felt_error_set(error, FELT_ELIMIT, -1, "%d shoes are too many for %d combinations of choices; choose some, or fewer shoes",
                              request->shoes.count, s->scene_count);
    ceiling *c = calloc(1, sizeof *c);
    if (c == NULL || (c->scenes = calloc((size_t)s->scene_count, sizeof *c->scenes)) == NULL) {
        free(c);
        return FELT_ENOMEM;
    }
    felt_status status = FELT_OK;
    for (; c->scene_count < s->scene_count && status == FELT_OK; c->scene_count++) {
        count_sample_setup setup = setup_of(s, c->scene_count, request, rows);
        status = make_scene(&c->scenes[c->scene_count], s, c->scene_count, &setup, error);
    }
    if (status == FELT_OK)
        *ret = c;
    else
        ceiling_free(c);
    return status;
}

void ceiling_free(ceiling *c)
{
    if (c == NULL)
        return;
    for (int i = 0; i < c->scene_count; i++)
        count_sample_free(c->scenes[i].sample);
    free(c->scenes);
    free(c);
}

void ceiling_begin(ceiling *c, double most, uint64_t work)
{
    c->most = most;
    c->work = work;
    c->steps = 0;
    c->spent = false;
}

uint64_t ceiling_steps(const ceiling *c)
{
    return c->steps;
}

bool ceiling_is_spent(const ceiling *c)
{
    return c->spent;
}

/* ---- figures ---- */

/* The number of every line: held, or of its part. */
static void set_lines(const problem *p, const int *numbers, int ret[FELT_ROWS_MAX])
{
    for (int i = 0; i < p->stage->line_count; i++)
        ret[i] = p->held[i];
    for (int i = 0; i < p->part_count; i++)
        ret[p->parts[i].line] = numbers[i];
}

static void set_wins(const problem *p, const ceiling_scene *s, const int *lines, double ret[FELT_ROWS_MAX])
{
    for (int i = 0; i < p->stage->line_count; i++)
        ret[i] = s->rise[i] * lines[i] + s->base[i];
}

static felt_exposure_figure figure(const problem *p, const ceiling_scene *s, const int *lines)
{
    double wins[FELT_ROWS_MAX];
    set_wins(p, s, lines, wins);
    return count_sample_worth(s->sample, wins);
}

felt_exposure_figure ceiling_figure(const problem *p, int scene, const int *numbers)
{
    int lines[FELT_ROWS_MAX];
    set_lines(p, numbers, lines);
    return figure(p, &p->stage->ceiling->scenes[scene], lines);
}

/* A figure that is paid for; false: there is not work enough left. */
static bool spend(ceiling *c, const problem *p, const ceiling_scene *s, const int *lines, double *ret)
{
    if (c->spent || s->steps > c->work || c->steps > c->work - s->steps) {
        c->spent = true;
        return false;
    }
    c->steps += s->steps;
    *ret = figure(p, s, lines).value;
    return true;
}

/* ---- planes ---- */

/* The plane that touches at these numbers, where the figure is `value`. */
static const plane *add_plane(ceiling *c, const problem *p, ceiling_scene *s, const int *lines, double value)
{
    double wins[FELT_ROWS_MAX];
    plane *made = &s->planes[s->plane_count < PLANES ? s->plane_count++ : s->oldest];
    s->oldest = s->oldest == 0 ? PLANES - 1 : s->oldest - 1; /* from the end, where the less useful ones are */
    set_wins(p, s, lines, wins);
    count_sample_slopes(s->sample, wins, made->slopes);
    c->steps += s->steps;
    made->at = value;
    for (int i = 0; i < p->stage->line_count; i++) {
        made->slopes[i] *= s->rise[i];
        made->at -= made->slopes[i] * lines[i];
    }
    return made;
}

static double height(const problem *p, const plane *a, const int *lines)
{
    double sum = a->at;
    for (int i = 0; i < p->stage->line_count; i++)
        sum += a->slopes[i] * lines[i];
    return sum;
}

static bool is_above(const ceiling *c, double value)
{
    return value > c->most + slack * (1 + c->most);
}

static bool scene_excludes(const ceiling *c, const problem *p, ceiling_scene *s, const int *lines)
{
    for (int i = 0; i < s->plane_count; i++)
        if (is_above(c, height(p, &s->planes[i], lines))) {
            plane useful = s->planes[i];
            s->planes[i] = s->planes[i / 2];
            s->planes[i / 2] = useful;
            return true;
        }
    return false;
}

bool ceiling_excludes(const problem *p, const int *numbers)
{
    ceiling *c = p->stage->ceiling;
    int lines[FELT_ROWS_MAX];
    set_lines(p, numbers, lines);
    for (int i = 0; i < c->scene_count; i++)
        if (!p->scenes[i].released && scene_excludes(c, p, &c->scenes[i], lines))
            return true;
    return false;
}

/* ---- the last place ---- */

/* The last place, up to `last`, at which a plane is not above the ceiling; first - 1: none. */
static int below_plane(const ceiling *c, const problem *p, const plane *a, int *lines, int first, int last)
{
    int line = p->parts[p->part_count - 1].line;
    lines[line] = 0;
    double rest = height(p, a, lines), left = c->most + slack * (1 + c->most) - rest, slope = a->slopes[line];
    if (slope <= 0)
        return left < 0 ? first - 1 : last;
    double number = floor(left / slope);
    if (number >= search_number(p, last))
        return last;
    int place = number < search_number(p, first) ? first - 1 : search_place_down(p, (int)number);
    return place < last ? place : last;
}

static int last_of_scene(ceiling *c, const problem *p, ceiling_scene *s, int *lines, int first, int last)
{
    int line = p->parts[p->part_count - 1].line;
    for (int i = 0; i < s->plane_count && last >= first; i++)
        last = below_plane(c, p, &s->planes[i], lines, first, last);
    while (last >= first) {
        double value;
        lines[line] = search_number(p, last);
        if (!spend(c, p, s, lines, &value))
            return first - 1;
        if (value <= c->most)
            break;
        last = below_plane(c, p, add_plane(c, p, s, lines, value), lines, first, last - 1);
    }
    return last;
}

int ceiling_last(const problem *p, int *numbers, int first, int last)
{
    ceiling *c = p->stage->ceiling;
    int lines[FELT_ROWS_MAX];
    numbers[p->part_count - 1] = search_number(p, first);
    set_lines(p, numbers, lines);
    for (int i = 0; i < c->scene_count && last >= first; i++)
        if (!p->scenes[i].released)
            last = last_of_scene(c, p, &c->scenes[i], lines, first, last);
    return last;
}

double ceiling_lower(const problem *p, const int *numbers)
{
    ceiling *c = p->stage->ceiling;
    int lines[FELT_ROWS_MAX];
    double worst = 0, value;
    set_lines(p, numbers, lines);
    for (int i = 0; i < c->scene_count; i++) {
        if (p->scenes[i].released)
            continue;
        if (!spend(c, p, &c->scenes[i], lines, &value))
            return INFINITY;
        add_plane(c, p, &c->scenes[i], lines, value);
        worst = value > worst ? value : worst;
    }
    c->most = worst < c->most ? worst : c->most;
    return worst;
}
