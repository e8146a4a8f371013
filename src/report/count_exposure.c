/* src/report/count_exposure.c - what a card counter can win, from dealt shoes: as columns, and as JSON. */
#include "count_exposure.h"
#include "count_report.h"
#include "label.h"

#include <math.h>

enum { LINE_MOST = 125, PLAYER_WIDTH = 16, FIGURE_WIDTH = 10, FIGURES = 7, JSON_DIGITS = 15, RULES_WIDTH = 116 };

/* ---- text ---- */

static felt_text signed_figure(felt_arena *arena, double value, int places, const char *unit)
{
    return felt_arena_print(arena, "%.*f%s", places, value, unit);
}

static void put_figures(felt_arena *arena, felt_exposure_figures f, felt_text *cells)
{
    *cells++ = signed_figure(arena, 100 * f.frequency.value, 3, " %");
    *cells++ = f.frequency.value > 0 ? signed_figure(arena, 100 * f.edge.value, 3, " %") : felt_text_from("-");
    *cells++ = signed_figure(arena, f.per100.value, 4, "");
    *cells++ = signed_figure(arena, f.per_shoe.value, 4, "");
    *cells++ = signed_figure(arena, 1.96 * f.per_shoe.error, 4, "");
    *cells = f.di.value != 0 ? signed_figure(arena, f.di.value, 3, "") : felt_text_from("-");
}

/* None where the system never bets. */
static felt_text trigger_of(felt_arena *arena, const felt_count_dealt *d, int i)
{
    const felt_exposure_setup *asked = felt_exposure_asked(d->exposure);
    int64_t num, den;
    bool bets = felt_exposure_of_system(d->exposure, d->systems[i], asked->cut_count - 1).frequency.value > 0;
    if (!felt_exposure_trigger(d->exposure, d->systems[i], &num, &den) || (!bets && !asked->systems[d->systems[i]].has_trigger))
        return felt_text_from("-");
    return felt_arena_print(arena, "%.6g", (double)num / (double)den / d->scales[i]);
}

static void add_columns(grid *g)
{
    static const char *const titles[FIGURES] = {"from", "bets", "edge", "per 100", "per shoe", "95 % +-", "DI"};
    for (int i = 0; i < FIGURES; i++)
        grid_column_add(g, (grid_column){titles[i], GRID_RIGHT, 2, FIGURE_WIDTH - 2, 0});
}

/* The lines of one entry and cut card: a perfect player, then every system. */
static void put_entry(grid *g, const label_layout *labels, const felt_count_entry *e, int entry, int cut, bool first)
{
    const felt_count_dealt *d = &e->dealt;
    const felt_exposure_setup *asked = felt_exposure_asked(d->exposure);
    for (int i = -1; i < (e->systems == NULL ? 0 : e->systems->count); i++) {
        grid_row *row = grid_row_add(g);
        int at = i < 0 && first ? label_put(g->arena, labels, entry, 0, row) : labels->grouped ? 1 : 2;
        row->cells[at++] = i >= 0 ? felt_text_from("") : felt_arena_print(g->arena, "%d", asked->cuts[cut]);
        row->cells[at++] = i < 0 ? felt_text_from("perfect") : report_count_system_name(g->arena, &e->systems->list[i]);
        row->cells[at++] = i < 0 ? felt_text_from("0 %") : trigger_of(g->arena, d, i);
        put_figures(g->arena,
                    i < 0 ? felt_exposure_perfect(d->exposure, d->bet, cut) : felt_exposure_of_system(d->exposure, d->systems[i], cut),
                    row->cells + at);
    }
}

/* How many cut cards are shown. */
static int shown_cuts(const felt_count_dealt *d)
{
    int cuts = felt_exposure_asked(d->exposure)->cut_count;
    return d->shown > 0 && d->shown < cuts ? d->shown : cuts;
}

void report_count_exposure(text_out *out, const felt_count_entry *list, const felt_odds *const *odds, int count,
                           felt_report_columns columns)
{
    grid g = grid_in(out->arena);
    size_t line = columns > 0 ? (size_t)columns : LINE_MOST, figures = 6 + PLAYER_WIDTH + FIGURES * FIGURE_WIDTH;
    label_layout labels = label_lay_out(out->arena, odds, count, true, line > figures ? line - figures : 0);
    label_columns(&labels, &g, 2);
    grid_column_add(&g, (grid_column){"cut", GRID_RIGHT, 2, 3, 0});
    grid_column_add(&g, (grid_column){"player", GRID_LEFT, 2, PLAYER_WIDTH - 2, 0});
    add_columns(&g);
    for (int i = 0; i < count; i++) {
        if (list[i].dealt.exposure == NULL)
            continue;
        int cuts = felt_exposure_asked(list[i].dealt.exposure)->cut_count;
        for (int cut = cuts - 1; cut >= cuts - shown_cuts(&list[i].dealt); cut--)
            put_entry(&g, &labels, &list[i], i, cut, cut == cuts - 1);
    }
    if (g.row_count == 0)
        return;
    out_print(out, "\n");
    grid_print(out, &g);
}

void report_count_rules(text_out *out, const felt_exposure *e)
{
    const felt_exposure_setup *s = felt_exposure_asked(e);
    int last = s->cut_count - 1;
    double rounds = s->bet_count > 0 ? felt_exposure_perfect(e, 0, last).rounds.value : 0;
    out_print(out, "\n  %llu shoes of %d decks, seed %llu: %.2f rounds a shoe with %d cards behind the cut card.\n  ",
              (unsigned long long)felt_exposure_shoes(e), s->decks, (unsigned long long)s->seed, rounds, s->cuts[last]);
    felt_text words =
        felt_arena_print(out->arena, "Burn: %s. Cut card: %s. True counts divide by the %s cards.", felt_burn_rule_words(s->rules.burn),
                         felt_cut_rule_words(s->rules.cut), felt_true_count_text(s->divisor));
    out_wrapped(out, words, 2, 2, RULES_WIDTH);
}

void report_count_legend(text_out *out)
{
    out_print(out,
              "\n  perfect: bets a unit whenever the exact value for the cards not seen is above 0; systems bet from a true count on\n"
              "  bets: of all rounds; edge: mean value of a bet that is made; per 100, per shoe: units won in 100 rounds and in a shoe\n"
              "  DI: 1000 edge sqrt(bets) / standard deviation from a fresh shoe\n");
}

/* ---- JSON ---- */

static void put_pair(json_t **object, const char *name, const char *error_name, felt_exposure_figure figure)
{
    out_json_put(object, name, json_real(figure.value));
    out_json_put(object, error_name, json_real(figure.error));
}

static void put_figures_json(json_t **object, felt_exposure_figures f)
{
    put_pair(object, "frequency", "se_frequency", f.frequency);
    put_pair(object, "edge", "se_edge", f.edge);
    put_pair(object, "per100", "se_per100", f.per100);
    put_pair(object, "per_shoe", "se", f.per_shoe);
    put_pair(object, "di", "se_di", f.di);
}

void report_count_system_json(json_t **object, const felt_count_dealt *d, int system, int cut)
{
    int64_t num, den;
    if (d->exposure == NULL)
        return;
    bool known = felt_exposure_trigger(d->exposure, d->systems[system], &num, &den);
    out_json_put(object, "start",
                 json_real((double)felt_exposure_asked(d->exposure)->systems[d->systems[system]].start / d->scales[system]));
    out_json_put(object, "trigger", known ? json_real((double)num / (double)den / d->scales[system]) : json_null());
    put_figures_json(object, felt_exposure_of_system(d->exposure, d->systems[system], cut));
}

static json_t *rules_json(const felt_exposure_setup *s)
{
    return json_pack("{s:s, s:s, s:s}", "cut", felt_cut_rule_text(s->rules.cut), "burn", felt_burn_rule_text(s->rules.burn), "true_count",
                     felt_true_count_text(s->divisor));
}

static json_t *perfect_json(const felt_count_dealt *d, int cut)
{
    json_t *object = json_object();
    put_figures_json(&object, felt_exposure_perfect(d->exposure, d->bet, cut));
    return object;
}

/* The figures for every cut card, the deepest last. */
static json_t *by_cut_json(const felt_count_entry *e)
{
    const felt_exposure_setup *s = felt_exposure_asked(e->dealt.exposure);
    json_t *array = json_array();
    for (int cut = s->cut_count - shown_cuts(&e->dealt); cut < s->cut_count; cut++) {
        json_t *object = json_pack("{s:i}", "cut", s->cuts[cut]), *systems = json_array();
        put_pair(&object, "rounds", "se_rounds", felt_exposure_perfect(e->dealt.exposure, e->dealt.bet, cut).rounds);
        out_json_put(&object, "perfect", perfect_json(&e->dealt, cut));
        for (int i = 0; e->systems != NULL && i < e->systems->count; i++) {
            json_t *system = json_object();
            report_count_system_json(&system, &e->dealt, i, cut);
            out_json_add(&systems, system);
        }
        out_json_put(&object, "systems", systems);
        out_json_add(&array, object);
    }
    return array;
}

void report_count_dealt_json(json_t **object, const felt_count_entry *e)
{
    if (e->dealt.exposure == NULL)
        return;
    const felt_exposure_setup *s = felt_exposure_asked(e->dealt.exposure);
    int last = s->cut_count - 1;
    out_json_put(object, "cut", json_integer(s->cuts[last]));
    out_json_put(object, "rules", rules_json(s));
    out_json_put(object, "seed", json_integer((json_int_t)s->seed));
    out_json_put(object, "shoes", json_integer((json_int_t)felt_exposure_shoes(e->dealt.exposure)));
    put_pair(object, "rounds", "se_rounds", felt_exposure_perfect(e->dealt.exposure, e->dealt.bet, last).rounds);
    out_json_put(object, "sd", json_real(felt_exposure_deviation(e->dealt.exposure, e->dealt.bet)));
    out_json_put(object, "perfect", perfect_json(&e->dealt, last));
    if (shown_cuts(&e->dealt) > 1)
        out_json_put(object, "by_cut", by_cut_json(e));
}

/* ---- groups ---- */

static felt_text group_name(const felt_count_group *g)
{
    return g->group < 0 ? felt_text_from("whole table") : g->sheet->groups[g->group].short_name;
}

static json_t *group_json(const felt_count_group *g)
{
    const felt_exposure_setup *s = felt_exposure_asked(g->exposure);
    json_t *object = json_pack("{s:o, s:o, s:i, s:i}", "sheet", out_json_text(g->sheet->short_name), "group",
                               g->group < 0 ? json_null() : out_json_text(group_name(g)), "wagers", g->bets.count, "decks", g->decks);
    json_t *cuts = json_array();
    for (int cut = 0; cut < s->cut_count; cut++) {
        json_t *one = json_pack("{s:i}", "cut", s->cuts[cut]);
        put_figures_json(&one, felt_exposure_of_group(g->exposure, g->index, cut));
        out_json_add(&cuts, one);
    }
    json_t *perfect = json_object();
    put_figures_json(&perfect, felt_exposure_of_group(g->exposure, g->index, s->cut_count - 1));
    out_json_put(&object, "cut", json_integer(s->cuts[s->cut_count - 1]));
    out_json_put(&object, "rules", rules_json(s));
    out_json_put(&object, "shoes", json_integer((json_int_t)felt_exposure_shoes(g->exposure)));
    out_json_put(&object, "perfect", perfect);
    out_json_put(&object, "by_cut", cuts);
    return object;
}

static void put_group(grid *g, const felt_count_group *group)
{
    const felt_exposure_setup *s = felt_exposure_asked(group->exposure);
    for (int cut = s->cut_count - 1; cut >= 0; cut--) {
        grid_row *row = grid_row_add(g);
        bool first = cut == s->cut_count - 1;
        row->cells[0] = first ? group->sheet->short_name : felt_text_from("");
        row->cells[1] = first ? group_name(group) : felt_text_from("");
        row->cells[2] = felt_arena_print(g->arena, "%d", group->bets.count);
        row->cells[3] = felt_arena_print(g->arena, "%d", group->decks);
        row->cells[4] = felt_arena_print(g->arena, "%d", s->cuts[cut]);
        row->cells[5] = felt_text_from("0 %");
        put_figures(g->arena, felt_exposure_of_group(group->exposure, group->index, cut), row->cells + 6);
    }
}

felt_status felt_report_count_groups(felt_arena *arena, const felt_count_group *list, int count, felt_report_style style,
                                     felt_report_columns columns, felt_text *ret)
{
    text_out out = {.arena = arena, .color = style == FELT_REPORT_COLOR};
    (void)columns;
    if (style == FELT_REPORT_JSON) {
        json_t *array = json_array();
        for (int i = 0; i < count; i++)
            out_json_add(&array, group_json(&list[i]));
        return out_json_finish(arena, array, JSON_DIGITS, ret);
    }
    grid g = grid_in(arena);
    grid_column_add(&g, (grid_column){"sheet", GRID_LEFT, 0, 0, 0});
    grid_column_add(&g, (grid_column){"group", GRID_LEFT, 2, 0, 0});
    grid_column_add(&g, (grid_column){"wagers", GRID_RIGHT, 2, 0, 0});
    grid_column_add(&g, (grid_column){"decks", GRID_RIGHT, 2, 0, 0});
    grid_column_add(&g, (grid_column){"cut", GRID_RIGHT, 2, 0, 0});
    add_columns(&g);
    for (int i = 0; i < count; i++)
        put_group(&g, &list[i]);
    grid_print(&out, &g);
    for (int i = 0; i < count; i++)
        if (i == 0 || list[i].exposure != list[i - 1].exposure)
            report_count_rules(&out, list[i].exposure);
    report_count_legend(&out);
    return out_finish(&out, ret);
}
