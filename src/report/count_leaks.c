/* src/report/count_leaks.c - what a known card, and known last cards, are worth, as columns. */
#include "count_report.h"
#include "label.h"

enum { LINE_MOST = 125, COLUMN = 12 };

bool report_count_edge(const felt_leak *leak, mpq_t ret)
{
    mpq_set_ui(ret, 0, 1);
    if (mpq_sgn(leak->frequency) == 0)
        return false;
    mpq_div(ret, leak->gain, leak->frequency);
    return true;
}

static felt_text percent(felt_arena *arena, const mpq_t ratio)
{
    return felt_arena_print(arena, "%.*s %%", FELT_TEXT_ARGS(felt_ratio_print_percent(arena, ratio, 4)));
}

/* A grid with labels and `count` columns of figures. */
static label_layout begin(felt_arena *arena, grid *g, const felt_odds *const *odds, int entries, const char *const *titles, int count,
                          felt_report_columns columns)
{
    size_t line = columns > 0 ? (size_t)columns : LINE_MOST, figures = (size_t)count * COLUMN;
    label_layout labels = label_lay_out(arena, odds, entries, true, line > figures ? line - figures : 0);
    label_columns(&labels, g, 2);
    for (int i = 0; i < count; i++)
        grid_column_add(g, (grid_column){titles[i], GRID_RIGHT, 2, COLUMN - 2, 0});
    return labels;
}

/* Does the best of all stand behind entry `i`: is it the last of its shoe, and not the only one? */
static bool ends_table(const felt_odds *const *odds, int count, int i)
{
    bool others = false;
    for (int k = i + 1; k < count; k++)
        if (odds[k]->decks == odds[i]->decks)
            return false;
    for (int k = 0; k < i; k++)
        others = others || odds[k]->decks == odds[i]->decks;
    return others;
}

static felt_text best_label(felt_arena *arena, const felt_odds *o)
{
    return o->decks > 0 ? felt_arena_print(arena, "the best of them, decks=%d", o->decks) : felt_text_from("the best of them");
}

/* ---- one card ---- */

enum { SHOWN = 4 };

static const int positions[SHOWN] = {0, 1, 4, 5}; /* 3 and 4 are like 1 and 2 */

static void put_positions(grid *g, grid_row *row, int at, const felt_leak *leaks)
{
    for (int i = 0; i < SHOWN; i++)
        row->cells[at + i] = percent(g->arena, leaks[positions[i]].gain);
}

static void put_known_card(text_out *out, const felt_count_entry *list, const felt_odds *const *odds, int count,
                           felt_report_columns columns)
{
    static const char *const titles[SHOWN] = {"1 or 3", "2 or 4", "5", "6"};
    grid g = grid_in(out->arena);
    label_layout labels = begin(out->arena, &g, odds, count, titles, SHOWN, columns);
    int figures = labels.grouped ? 1 : 2;
    for (int i = 0; i < count; i++) {
        const felt_known_card *k = list[i].known_card;
        if (!felt_removal_applies(odds[i]))
            continue;
        grid_row *row = grid_row_add(&g);
        put_positions(&g, row, label_put(out->arena, &labels, i, 0, row), k->alone);
        if (!k->has_best || !ends_table(odds, count, i))
            continue;
        row = grid_row_add(&g);
        row->bold = true;
        row->cells[0] = best_label(out->arena, odds[i]);
        put_positions(&g, row, figures, k->best);
    }
    out_print(out, "\n  a bettor who sees one card of the coming round, by its position, wins for each round of a unit or nothing:\n");
    grid_print(out, &g);
}

/* ---- the last cards ---- */

static void put_last(grid *g, grid_row *row, int at, const felt_leak *cards, const felt_leak *order)
{
    mpq_t edge;
    mpq_init(edge);
    row->cells[at++] = percent(g->arena, cards->gain);
    row->cells[at++] = percent(g->arena, cards->frequency);
    row->cells[at++] = report_count_edge(cards, edge) ? percent(g->arena, edge) : felt_text_from("-");
    row->cells[at] = percent(g->arena, order->gain);
    mpq_clear(edge);
}

static void put_known_last(text_out *out, const felt_count_entry *list, const felt_odds *const *odds, int count,
                           felt_report_columns columns)
{
    static const char *const titles[] = {"cards", "bets", "edge", "order"};
    grid g = grid_in(out->arena);
    label_layout labels = begin(out->arena, &g, odds, count, titles, 4, columns);
    int figures = labels.grouped ? 1 : 2;
    for (int i = 0; i < count; i++) {
        const felt_known_last *k = list[i].known_last;
        if (!felt_removal_applies(odds[i]))
            continue;
        grid_row *row = grid_row_add(&g);
        put_last(&g, row, label_put(out->arena, &labels, i, 0, row), &k->cards, &k->order);
        if (!k->has_best || !ends_table(odds, count, i))
            continue;
        row = grid_row_add(&g);
        row->bold = true;
        row->cells[0] = best_label(out->arena, odds[i]);
        put_last(&g, row, figures, &k->best_cards, &k->best_order);
    }
    out_print(out,
              "\n  with %d cards left, a bettor wins for each round who knows which cards they are (and bets so often, with this edge),\n"
              "  and one who knows their order as well:\n",
              list[0].known_last->left);
    grid_print(out, &g);
}

void report_count_leaks(text_out *out, const felt_count_entry *list, const felt_odds *const *odds, int count, felt_report_columns columns)
{
    if (list[0].known_card != NULL)
        put_known_card(out, list, odds, count, columns);
    if (list[0].known_last != NULL)
        put_known_last(out, list, odds, count, columns);
}
