/* src/report/count_picture.c - pictures of counting: a panel for each wager, of whatever kind. */
#include "count_plot.h"
#include "label.h"

#include <assert.h>

enum { HEAD = 46, HEAD_DEALT = 64 }; /* above all panels */

static const count_plot *const plots[FELT_COUNT_PLOTS] = {[FELT_COUNT_PLOT_EFFECTS] = &report_count_plot_effects,
                                                          [FELT_COUNT_PLOT_DEPTH] = &report_count_plot_depth,
                                                          [FELT_COUNT_PLOT_CUT] = &report_count_plot_cut,
                                                          [FELT_COUNT_PLOT_VALUES] = &report_count_plot_values};

static const char *const plot_names[FELT_COUNT_PLOTS] = {[FELT_COUNT_PLOT_EFFECTS] = "effects",
                                                         [FELT_COUNT_PLOT_DEPTH] = "depth",
                                                         [FELT_COUNT_PLOT_CUT] = "cut",
                                                         [FELT_COUNT_PLOT_VALUES] = "values"};

felt_status felt_count_plot_find(felt_text name, felt_count_plot *ret)
{
    for (int i = 0; i < FELT_COUNT_PLOTS; i++) {
        if (felt_text_is(name, plot_names[i])) {
            *ret = (felt_count_plot)i;
            return FELT_OK;
        }
    }
    return FELT_ENOTFOUND;
}

/* The wager, and what its panel is about. */
static void put_heading(picture *p, felt_arena *arena, const felt_removal *r, bool mixed, double top)
{
    felt_text name = label_wager(arena, r->odds), options = label_options(arena, r->odds, true);
    felt_text value = felt_ratio_print_percent(arena, r->value, 4), sheet = r->odds->sheet->short_name;
    felt_text about = felt_arena_print(arena, "%.*s%s%.*s%svalue %.*s %%", mixed ? (int)sheet.length : 0, sheet.bytes, mixed ? ", " : "",
                                       FELT_TEXT_ARGS(options), options.length > 0 ? ", " : "", FELT_TEXT_ARGS(value));
    double x = COUNT_PLOT_LEFT + 10 + picture_text(p, PICTURE_TITLE, PICTURE_FROM, COUNT_PLOT_LEFT, top + 16, PICTURE_INK, name);
    picture_text(p, PICTURE_SMALL, PICTURE_FROM, x, top + 17, PICTURE_INK, about);
}

/* Wagers of several sheets: the panels say of which. */
static bool is_mixed(const felt_count_entry *list, int count)
{
    for (int i = 1; i < count; i++)
        if (list[i].removal->odds->sheet != list[0].removal->odds->sheet)
            return true;
    return false;
}

static void put_title(picture *p, felt_arena *arena, const count_plot *plot, const felt_count_entry *list, int count)
{
    felt_text name = list[0].removal->odds->sheet->name, title = felt_text_from(plot->title);
    if (!is_mixed(list, count))
        title = felt_arena_print(arena, "%.*s: %s", FELT_TEXT_ARGS(name), plot->subject);
    picture_text(p, PICTURE_TITLE, PICTURE_FROM, COUNT_PLOT_LEFT, 20, PICTURE_INK, title);
}

/* How the shoes were dealt. */
static void put_rules(picture *p, felt_arena *arena, const felt_exposure *e)
{
    const felt_exposure_setup *s = felt_exposure_asked(e);
    felt_text text = felt_arena_print(arena, "%llu shoes, seed %llu, dealt until %d cards are behind the cut card; rules: %s, burn %s",
                                      (unsigned long long)felt_exposure_shoes(e), (unsigned long long)s->seed, s->cuts[s->cut_count - 1],
                                      felt_cut_rule_text(s->rules.cut), felt_burn_rule_text(s->rules.burn));
    picture_text(p, PICTURE_SMALL, PICTURE_FROM, COUNT_PLOT_LEFT, 40, PICTURE_INK, text);
}

felt_status felt_report_count_picture(felt_arena *arena, const felt_count_entry *list, int count, felt_count_plot kind,
                                      felt_picture_format format, felt_text *ret)
{
    assert((int)kind >= 0 && kind < FELT_COUNT_PLOTS);
    const count_plot *plot = plots[kind];
    int panels = 0, first = 0;
    picture *p;
    for (int i = count - 1; i >= 0; i--) {
        panels += plot->has(&list[i]);
        first = plot->has(&list[i]) ? i : first;
    }
    if (panels == 0)
        return FELT_ENOTFOUND;
    if (panels > FELT_COUNT_PANELS_MAX)
        return FELT_ELIMIT;
    bool dealt = kind != FELT_COUNT_PLOT_EFFECTS;
    double top = dealt ? HEAD_DEALT : HEAD;
    felt_status status = picture_open(arena, format, COUNT_PLOT_WIDTH, (int)top + panels * plot->height, &p);
    if (status != FELT_OK)
        return status;
    put_title(p, arena, plot, list, count);
    if (dealt)
        put_rules(p, arena, list[first].dealt.exposure);
    for (int i = 0; i < count; i++)
        if (plot->has(&list[i])) {
            put_heading(p, arena, list[i].removal, is_mixed(list, count), top);
            plot->put(p, arena, &list[i], top);
            top += plot->height;
        }
    return picture_close(p, ret);
}
