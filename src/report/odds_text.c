/* src/report/odds_text.c - exact odds as columns, CSV and Markdown. */
#include "label.h"
#include "odds_report.h"

enum { LINE_MOST = 125, FIGURES = 41, ROLLS = 11 };

felt_text report_combinations(felt_arena *arena, const felt_odds *o, int row)
{
    mpq_t count;
    mpq_init(count);
    felt_odds_combinations(o, row, count);
    felt_text text = felt_ratio_print(arena, count);
    mpq_clear(count);
    return text;
}

felt_text report_skewness(felt_arena *arena, const felt_odds *o, int places)
{
    mpq_t square;
    mpq_init(square);
    int sign = felt_odds_skewness(o, square);
    felt_text text = report_signed_root(arena, square, sign, places);
    mpq_clear(square);
    return text;
}

/* ---- columns ---- */

static felt_text percent_label(felt_arena *arena, const mpq_t ratio)
{
    return felt_arena_print(arena, "%.*s %%", FELT_TEXT_ARGS(felt_ratio_print_percent(arena, ratio, 4)));
}

/* Texts of one entry, for a table of any kind. */
typedef struct entry_texts {
    felt_text edge, hit, sd, rolls;
} entry_texts;

static entry_texts entry_of(felt_arena *arena, const felt_odds *o)
{
    felt_text none = felt_text_from("-");
    return (entry_texts){
        .edge = o->has_pays ? percent_label(arena, o->edge) : felt_text_from(felt_odds_missing(o)),
        .hit = o->has_outcomes ? percent_label(arena, o->hit) : none,
        .sd = o->has_pays ? felt_ratio_print_root(arena, o->variance, 3) : none,
        .rolls = !o->sheet->game->one_event ? felt_ratio_print_decimal(arena, o->rolls, 3) : none,
    };
}

/* What the events are called that wagers of the list wait for; NULL where every event decides. */
static const char *events_title(const felt_odds *const *list, int count)
{
    for (int i = 0; i < count; i++)
        if (!list[i]->sheet->game->one_event)
            return list[i]->sheet->game->words.events;
    return NULL;
}

static const char players_mark[] = "  player";

static bool is_players(const felt_odds *o)
{
    return o->has_pays && mpq_sgn(o->edge) < 0;
}

static void put_line(grid *g, const label_layout *l, int i, bool mixed, bool rolls)
{
    const felt_odds *o = l->list[i];
    grid_row *row = grid_row_add(g);
    entry_texts texts = entry_of(g->arena, o);
    int at = 0;
    if (mixed)
        row->cells[at++] = o->sheet->short_name;
    at = label_put(g->arena, l, i, at, row);
    if (is_players(o)) {
        row->colors[at] = COLOR_RED;
        row->after = felt_text_from(players_mark);
    }
    row->cells[at++] = texts.edge;
    row->cells[at++] = texts.hit;
    row->cells[at++] = texts.sd;
    if (rolls)
        row->cells[at++] = texts.rolls;
}

/* The entries of the first entry's sheet that stand together at the beginning. */
static int sheet_run(const felt_odds *const *list, int count)
{
    int end = 0;
    while (end < count && list[end]->sheet == list[0]->sheet)
        end++;
    return end;
}

/* Does a sheet come up again after another one, as it does when the entries are sorted? */
static bool are_mixed(const felt_odds *const *list, int count)
{
    for (int i = sheet_run(list, count); i < count; i += sheet_run(list + i, count - i))
        for (int k = 0; k < i; k += sheet_run(list + k, count - k))
            if (list[k]->sheet == list[i]->sheet)
                return true;
    return false;
}

/* What the columns beside the edge leave out. */
static void put_foot(text_out *out, const felt_odds *const *list, int count)
{
    bool undefined = false;
    for (int i = 0; i < count; i++)
        undefined = undefined || !list[i]->has_outcomes;
    if (undefined)
        out_print(out, "  undefined: the document does not say whether the wager wins, so there is no figure\n");
    for (int i = 0; i < count; i++) {
        if (list[i]->same_edge == 0)
            continue;
        const felt_game_words *words = &list[i]->sheet->game->words;
        out_print(out,
                  "  hit, sd and %s are those of a bet made at the %s, or else on the lowest %s that\n"
                  "  allows it; made elsewhere it has the same edge, or a line of its own\n",
                  words->events, words->start, words->phase);
        return;
    }
}

/* Does a wager come up again after another one, as it does when the entries are sorted? */
static bool are_scattered(const felt_odds *const *list, int count)
{
    for (int i = 1; i < count; i++)
        for (int k = 0; k < i - 1 && list[i - 1]->wager != list[i]->wager; k++)
            if (list[k]->wager == list[i]->wager)
                return true;
    return false;
}

/* Columns for labels. Where no terminal is known, lines that were sorted are one for each entry, however long: a program may read on. */
static size_t label_room(const felt_odds *const *list, int count, bool mixed, bool rolls, felt_report_columns columns)
{
    size_t sheets = 0, figures = FIGURES + (rolls ? ROLLS : 0), line = columns > 0 ? (size_t)columns : LINE_MOST;
    for (int i = 0; i < count && columns > 0; i++)
        if (is_players(list[i])) {
            figures += sizeof players_mark - 1;
            break;
        }
    if (columns == 0 && (mixed || are_scattered(list, count)))
        return SIZE_MAX;
    for (int i = 0; i < count && mixed; i++) {
        size_t width = 2 + felt_text_columns(list[i]->sheet->short_name);
        sheets = width > sheets ? width : sheets;
    }
    return line > figures + sheets ? line - figures - sheets : 0;
}

/* A table of some lines of the list. */
static void put_table(text_out *out, const felt_odds *const *list, int count, bool mixed, felt_report_columns columns)
{
    grid g = grid_in(out->arena);
    const char *events = events_title(list, count);
    size_t room = label_room(list, count, mixed, events != NULL, columns);
    label_layout labels = label_lay_out(out->arena, list, count, true, room);
    if (mixed)
        grid_column_add(&g, (grid_column){"sheet", GRID_LEFT, 2, 0, 0});
    label_columns(&labels, &g, 2);
    grid_column_add(&g, (grid_column){"edge", GRID_RIGHT, 2, 12, 0});
    grid_column_add(&g, (grid_column){"hit", GRID_RIGHT, 2, 11, 0});
    grid_column_add(&g, (grid_column){"sd", GRID_RIGHT, 2, 10, 0});
    if (events != NULL)
        grid_column_add(&g, (grid_column){events, GRID_RIGHT, 2, 9, 0});
    for (int i = 0; i < count; i++)
        put_line(&g, &labels, i, mixed, events != NULL);
    grid_print(out, &g);
    put_foot(out, list, count);
}

static void put_columns(text_out *out, const felt_odds *const *list, int count, felt_report_columns columns)
{
    if (are_mixed(list, count)) {
        put_table(out, list, count, true, columns);
        return;
    }
    for (int i = 0, run; i < count; i += run) {
        run = sheet_run(list + i, count - i);
        out_print(out, "%s", i > 0 ? "\n" : "");
        out_painted(out, COLOR_BOLD, list[i]->sheet->short_name);
        out_print(out, "  %.*s\n", FELT_TEXT_ARGS(list[i]->sheet->name));
        put_table(out, list + i, run, false, columns);
    }
}

/* ---- CSV and Markdown ---- */

static void put_csv(text_out *out, const felt_odds *const *list, int count)
{
    felt_arena *arena = out->arena;
    out_print(out, "sheet,wager,name,side,options,edge,edge_decimal,hit,push,variance,sd,rolls\n");
    for (int i = 0; i < count; i++) {
        const felt_odds *o = list[i];
        felt_text cells[] = {o->sheet->short_name, o->wager->short_name, o->wager->name, o->wager->side, label_options(arena, o, true)};
        for (int k = 0; k < 5; k++) {
            out_csv(out, cells[k]);
            out_bytes(out, ",", 1);
        }
        felt_text none = {"", 0};
        out_text(out, o->has_pays ? felt_ratio_print_fraction(arena, o->edge) : none);
        out_bytes(out, ",", 1);
        out_text(out, o->has_pays ? felt_ratio_print_decimal(arena, o->edge, 10) : none);
        out_bytes(out, ",", 1);
        out_text(out, o->has_outcomes ? felt_ratio_print_fraction(arena, o->hit) : none);
        out_bytes(out, ",", 1);
        out_text(out, o->has_outcomes ? felt_ratio_print_fraction(arena, o->push) : none);
        out_bytes(out, ",", 1);
        out_text(out, o->has_pays ? felt_ratio_print_fraction(arena, o->variance) : none);
        out_bytes(out, ",", 1);
        out_text(out, o->has_pays ? felt_ratio_print_root(arena, o->variance, 6) : none);
        out_bytes(out, ",", 1);
        out_text(out, !o->sheet->game->one_event ? felt_ratio_print_fraction(arena, o->rolls) : none);
        out_bytes(out, "\n", 1);
    }
}

static void put_markdown(text_out *out, const felt_odds *const *list, int count)
{
    static const char *const titles[] = {"sheet", "wager", "options", "edge", "hit", "sd", "rolls"};
    grid g = grid_in(out->arena);
    for (int i = 0; i < 7; i++)
        grid_column_add(&g, (grid_column){.title = titles[i], .align = i < 3 ? GRID_LEFT : GRID_RIGHT});
    for (int i = 0; i < count; i++) {
        const felt_odds *o = list[i];
        entry_texts texts = entry_of(out->arena, o);
        grid_add(&g, (felt_text[]){o->sheet->short_name, label_wager(out->arena, o), label_options(out->arena, o, true), texts.edge,
                                   texts.hit, texts.sd, texts.rolls});
    }
    grid_markdown(out, &g);
}

felt_status felt_report_odds(felt_arena *arena, const felt_odds *const *list, int count, felt_report_style style,
                             felt_report_columns columns, felt_text *ret)
{
    text_out out = {.arena = arena, .color = style == FELT_REPORT_COLOR};
    if (style == FELT_REPORT_JSON)
        return report_odds_json(arena, list, count, ret);
    if (style == FELT_REPORT_CSV)
        put_csv(&out, list, count);
    else if (style == FELT_REPORT_MARKDOWN)
        put_markdown(&out, list, count);
    else
        put_columns(&out, list, count, columns);
    return out_finish(&out, ret);
}
