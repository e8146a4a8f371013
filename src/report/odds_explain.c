/* src/report/odds_explain.c - the working of exact odds: how each figure comes about, row by row. */
#include "label.h"
#include "odds_report.h"

#include <felt/terms.h>

enum { FRACTION_MOST = 40 };

/* The fraction where it can be read, else how long it is. */
static felt_text readable_fraction(felt_arena *arena, const mpq_t ratio)
{
    felt_text text = felt_ratio_print(arena, ratio);
    if (text.length <= FRACTION_MOST)
        return text;
    return felt_arena_print(arena, "(%zu/%zu digits)", mpz_sizeinbase(mpq_numref(ratio), 10), mpz_sizeinbase(mpq_denref(ratio), 10));
}

static void explain_row(grid *g, const felt_odds *o, int row)
{
    felt_arena *arena = g->arena;
    char pay[64];
    mpq_t value;
    mpq_init(value);
    felt_pay_write(&o->variant->pays[row].pay, pay, sizeof pay);
    felt_text ways = mpz_sgn(o->deals) > 0 ? report_combinations(arena, o, row) : readable_fraction(arena, o->rows[row]);
    felt_text contribution = felt_text_from("-"), fair = felt_text_from("-");
    if (o->has_pays) {
        felt_odds_contribution(o, row, value);
        contribution = felt_ratio_print_decimal(arena, value, 10);
        if (mpq_sgn(o->rows[row]) > 0 && o->variant->pays[row].pay.kind == FELT_PAY_WINS) {
            felt_odds_fair(o, row, value);
            if (mpq_sgn(value) < 0)
                fair = felt_text_from("none");
            else
                fair = felt_arena_print(arena, "%.*s to 1", FELT_TEXT_ARGS(felt_ratio_print_decimal(arena, value, 3)));
        }
    }
    grid_add(g, (felt_text[]){o->wager->rows[row].text, felt_arena_copy(arena, felt_text_from(pay)), ways,
                              felt_ratio_print_decimal(arena, o->rows[row], 10), contribution, fair});
    mpq_clear(value);
}

static felt_text deals_label(felt_arena *arena, const felt_odds *o)
{
    mpq_t deals;
    mpq_init(deals);
    mpq_set_z(deals, o->deals);
    felt_text text = felt_ratio_print(arena, deals);
    mpq_clear(deals);
    return text;
}

static void explain_totals(text_out *out, const felt_odds *o, const char *lead)
{
    felt_arena *arena = out->arena;
    if (mpz_sgn(o->deals) > 0)
        out_print(out, "%s%-9s  %.*s\n", lead, o->sheet->game->source == FELT_SOURCE_SHOE ? "deals" : "ways",
                  FELT_TEXT_ARGS(deals_label(arena, o)));
    if (!o->has_pays) {
        out_print(out, "%sedge       not computed: %s\n", lead,
                  o->has_outcomes ? "a pay is unset" : "an outcome is undefined, the document does not say whether the wager wins");
        return;
    }
    if (o->variant->printed_vig > 0)
        out_print(out, "%svig        %.*s; figures are of both\n", lead, FELT_TEXT_ARGS(felt_terms_vig(arena, o->variant)));
    out_print(out, "%sedge       %.*s = %.*s %%\n", lead, FELT_TEXT_ARGS(readable_fraction(arena, o->edge)),
              FELT_TEXT_ARGS(felt_ratio_print_percent(arena, o->edge, 6)));
    out_print(out, "%shit        %.*s = %.*s %%\n", lead, FELT_TEXT_ARGS(readable_fraction(arena, o->hit)),
              FELT_TEXT_ARGS(felt_ratio_print_percent(arena, o->hit, 6)));
    out_print(out, "%spush       %.*s\n", lead, FELT_TEXT_ARGS(readable_fraction(arena, o->push)));
    out_print(out, "%ssd         %.*s, skewness %.*s\n", lead, FELT_TEXT_ARGS(felt_ratio_print_root(arena, o->variance, 6)),
              FELT_TEXT_ARGS(report_skewness(arena, o, 6)));
    if (o->sheet->game->one_event)
        return;
    mpq_t per_roll;
    mpq_init(per_roll);
    felt_odds_edge_per_roll(o, per_roll);
    const felt_game_words *words = &o->sheet->game->words;
    out_print(out, "%s%-9s  %.*s", lead, words->events, FELT_TEXT_ARGS(readable_fraction(arena, o->rolls)));
    if (mpz_cmp_ui(mpq_denref(o->rolls), 1) != 0)
        out_print(out, " = %.*s", FELT_TEXT_ARGS(felt_ratio_print_decimal(arena, o->rolls, 6)));
    out_print(out, "; edge per %s %.*s %%\n", words->event, FELT_TEXT_ARGS(felt_ratio_print_percent(arena, per_roll, 6)));
    mpq_clear(per_roll);
}

static void explain_rows(text_out *out, const felt_odds *o, bool markdown)
{
    grid g = grid_in(out->arena);
    grid_column_add(&g, (grid_column){"row", GRID_LEFT, 4, 10, 0});
    grid_column_add(&g, (grid_column){"pays", GRID_LEFT, 2, 12, 0});
    grid_column_add(&g, (grid_column){mpz_sgn(o->deals) > 0 ? "combinations" : "fraction", GRID_RIGHT, 2, 16, 0});
    grid_column_add(&g, (grid_column){"probability", GRID_RIGHT, 2, 12, 0});
    grid_column_add(&g, (grid_column){"contribution", GRID_RIGHT, 2, 13, 0});
    grid_column_add(&g, (grid_column){"fair pay", GRID_RIGHT, 2, 14, 0});
    for (int row = 0; row < o->wager->row_count; row++)
        if ((o->variant->active >> row & 1) && o->variant->pays[row].pay.kind != FELT_PAY_STAYS)
            explain_row(&g, o, row);
    if (markdown)
        grid_markdown(out, &g);
    else
        grid_print(out, &g);
}

static void explain_entry(text_out *out, const felt_odds *o, bool markdown)
{
    felt_text options = label_options(out->arena, o, true);
    void (*put)(text_out * out, felt_text text) = markdown ? out_markdown : out_text;
    out_print(out, "%s", markdown ? "### " : "");
    out_paint(out, COLOR_BOLD);
    put(out, label_wager(out->arena, o));
    out_paint(out, COLOR_PLAIN);
    out_print(out, "%s", options.length > 0 ? ", " : "");
    put(out, options);
    out_print(out, "%s", markdown ? "\n\n" : "\n");
    explain_rows(out, o, markdown);
    out_print(out, "%s", markdown ? "\n" : "");
    explain_totals(out, o, markdown ? "- " : "    ");
    out_print(out, "\n");
}

felt_status felt_report_explain(felt_arena *arena, const felt_odds *const *list, int count, felt_report_style style, felt_text *ret)
{
    text_out out = {.arena = arena, .color = style == FELT_REPORT_COLOR};
    for (int i = 0; i < count; i++)
        explain_entry(&out, list[i], style == FELT_REPORT_MARKDOWN);
    return out_finish(&out, ret);
}
