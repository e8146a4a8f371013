/* src/report/together.c - wagers on the same round as text: who they are, under which choices, correlations, the most the house can lose.
 * */
#include "label.h"
#include "odds_report.h"

enum { WIDTH = 100, LINE_MOST = 125, NUMBER_COLUMNS = 5, CELL_COLUMNS = 8 };

felt_text report_signed_root(felt_arena *arena, const mpq_t square, int sign, int places)
{
    felt_text root = felt_ratio_print_root(arena, square, places);
    return sign < 0 && root.bytes != NULL ? felt_arena_print(arena, "-%.*s", FELT_TEXT_ARGS(root)) : root;
}

felt_text report_correlation(felt_arena *arena, const felt_together *t, int a, int b, int places)
{
    mpq_t square;
    mpq_init(square);
    int sign = felt_together_correlation(t, a, b, square);
    felt_text text = report_signed_root(arena, square, sign, places);
    mpq_clear(square);
    return text;
}

felt_text report_event(felt_arena *arena, const felt_game *game, int event)
{
    char text[FELT_EVENT_TEXT_BYTES];
    game->event_write(event, text, sizeof text);
    return game->one_event ? felt_arena_copy(arena, felt_text_from(text)) : felt_arena_print(arena, "a %s of %s", game->words.event, text);
}

felt_text report_together_event(felt_arena *arena, const felt_together *t)
{
    return report_event(arena, t->list[0]->sheet->game, t->event);
}

/* ---- wagers and choices ---- */

static void put_heading(text_out *out, const char *text)
{
    out_painted(out, COLOR_BOLD, felt_text_from(text));
    out_print(out, "\n");
}

static bool has_sheets(const felt_together *t)
{
    for (int i = 1; i < t->count; i++)
        if (t->list[i]->sheet != t->list[0]->sheet)
            return true;
    return false;
}

static void put_wagers(text_out *out, const felt_together *t)
{
    grid g = grid_in(out->arena);
    grid_column_add(&g, (grid_column){"", GRID_RIGHT, 2, 3, 0});
    grid_column_add(&g, (grid_column){"", GRID_LEFT, 2, 0, 0});
    for (int i = 0; i < t->count; i++) {
        const felt_wager *w = t->list[i]->wager;
        felt_text options = label_options(out->arena, t->list[i], false);
        felt_text name = felt_arena_print(out->arena, "%.*s%s%.*s%s%.*s", FELT_TEXT_ARGS(w->short_name), w->side.length > 0 ? " on " : "",
                                          FELT_TEXT_ARGS(w->side), options.length > 0 ? ", " : "", FELT_TEXT_ARGS(options));
        grid_add(&g, (felt_text[]){felt_arena_print(out->arena, "%d", i + 1), name});
    }
    felt_text heading = felt_arena_print(out->arena, "Wagers on one %s", t->list[0]->sheet->game->words.event);
    put_heading(out, heading.bytes != NULL ? heading.bytes : "");
    grid_print(out, &g);
}

/* "tie-pay=8"; a paytable says whose it is. */
static felt_text choice_text(felt_arena *arena, const felt_together_choice *c, bool with_sheet)
{
    felt_text none = {"", 0}, sheet = with_sheet ? c->sheet->short_name : none;
    bool own = c->setting.option->kind == FELT_OPTION_PAYTABLE;
    return felt_arena_print(arena, "%.*s%s%.*s=%.*s%s%.*s", FELT_TEXT_ARGS(sheet), with_sheet ? ": " : "",
                            FELT_TEXT_ARGS(c->setting.option->name), FELT_TEXT_ARGS(c->setting.choice->name), own ? " of " : "",
                            FELT_TEXT_ARGS(own ? c->wager->short_name : none));
}

/* "by default; also 6, 7" */
static felt_text others_text(felt_arena *arena, const felt_together_choice *c)
{
    felt_text text = {"", 0};
    for (int i = 0; i < c->setting.option->choice_count && c->by_default; i++) {
        const felt_choice *other = &c->setting.option->choices[i];
        if (other != c->setting.choice)
            text = felt_arena_print(arena, "%.*s%s%.*s", FELT_TEXT_ARGS(text), text.length > 0 ? ", " : "by default; also ",
                                    FELT_TEXT_ARGS(other->name));
    }
    return text;
}

static void put_choices(text_out *out, const felt_together *t)
{
    grid g = grid_in(out->arena);
    bool sheets = has_sheets(t);
    grid_column_add(&g, (grid_column){"", GRID_LEFT, 2, 0, 0});
    grid_column_add(&g, (grid_column){"", GRID_LEFT, 2, 0, 0});
    for (int i = 0; i < t->choice_count; i++) {
        const felt_together_choice *c = &t->choices[i];
        grid_add(&g, (felt_text[]){choice_text(out->arena, c, sheets), others_text(out->arena, c)});
    }
    if (t->choice_count == 0)
        return;
    out_print(out, "\n");
    put_heading(out, "Choices taken");
    grid_print(out, &g);
}

/* ---- figures ---- */

/* The correlations with wagers `first` up to `end`. */
static void put_block(text_out *out, const felt_together *t, int first, int end)
{
    grid g = grid_in(out->arena);
    grid_column_add(&g, (grid_column){"", GRID_RIGHT, 2, 3, 0});
    for (int k = first; k < end; k++) {
        felt_text title = felt_arena_print(out->arena, "%d", k + 1);
        grid_column_add(&g, (grid_column){title.bytes != NULL ? title.bytes : "", GRID_RIGHT, 1, 7, 0});
    }
    for (int i = first; i < t->count; i++) {
        grid_row *row = grid_row_add(&g);
        row->cells[0] = felt_arena_print(out->arena, "%d", i + 1);
        for (int k = first; k <= i && k < end; k++)
            row->cells[1 + k - first] = report_correlation(out->arena, t, i, k, 4);
    }
    grid_print(out, &g);
}

static void put_figures(text_out *out, const felt_together *t, felt_report_columns columns)
{
    int line = columns > 0 ? columns : LINE_MOST, room = (line - NUMBER_COLUMNS) / CELL_COLUMNS;
    int least = room > 4 ? room : 4, block = least < GRID_COLUMNS_MAX ? least : GRID_COLUMNS_MAX - 1;
    out_print(out, "\n");
    put_heading(out, "Correlation");
    for (int first = 0; first < t->count; first += block) {
        out_print(out, "%s", first > 0 ? "\n" : "");
        put_block(out, t, first, first + block < t->count ? first + block : t->count);
    }
    felt_text most = felt_arena_print(out->arena, "With a unit on each, the house can lose at most %.*s units in one %s: %.*s.",
                                      FELT_TEXT_ARGS(felt_ratio_print_short(out->arena, t->most)), t->list[0]->sheet->game->words.event,
                                      FELT_TEXT_ARGS(report_together_event(out->arena, t)));
    out_print(out, "\n");
    out_wrapped(out, most, 0, 0, WIDTH);
}

static void put_left_out(text_out *out, const felt_together *t)
{
    if (t->left_multi_roll > 0)
        out_print(out, "Left out: %d that more than one %s decides.\n", t->left_multi_roll, t->list[0]->sheet->game->words.event);
    if (t->left_unset > 0)
        out_print(out, "Left out: %d with an unset pay or an undefined outcome under the choices taken.\n", t->left_unset);
    if (t->left_other > 0)
        out_print(out, "Left out: %d for which there is no room, %d at a time, or that the choices taken do not offer.\n", t->left_other,
                  (int)FELT_TOGETHER_MAX);
}

felt_status felt_report_together(felt_arena *arena, const felt_together *together, felt_report_style style, felt_report_columns columns,
                                 felt_text *ret)
{
    text_out out = {.arena = arena, .color = style == FELT_REPORT_COLOR};
    if (style == FELT_REPORT_JSON)
        return report_together_json(arena, together, ret);
    put_wagers(&out, together);
    put_choices(&out, together);
    put_figures(&out, together, columns);
    put_left_out(&out, together);
    return out_finish(&out, ret);
}
