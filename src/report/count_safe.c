/* src/report/count_safe.c - with which cut card, or which pay, a perfect player wins less than so much: as columns, sentences and JSON. */
#include "count_exposure.h"
#include "count_report.h"
#include "label.h"

#include <stdlib.h>

enum { LINE_MOST = 125, COLUMNS = 10, FIGURES_WIDTH = 86, PAY_BYTES = 64, SENTENCE_WIDTH = 116, DIGITS = 15 };

static const double SURE = 1.96;

static bool is_asked(const felt_count_entry *e)
{
    return e->safe.units > 0 && e->dealt.exposure != NULL;
}

static felt_exposure_figure now_of(const felt_count_entry *e)
{
    const felt_exposure *x = e->dealt.exposure;
    return felt_exposure_perfect(x, e->dealt.bet, felt_exposure_asked(x)->cut_count - 1).per_shoe;
}

static bool is_safe(const felt_count_entry *e)
{
    return now_of(e).value < e->safe.units;
}

static felt_text pay_text(felt_arena *arena, const felt_pay *pay)
{
    char text[PAY_BYTES];
    felt_pay_write_cell(pay, FELT_PAY_UNIT_NONE, text, sizeof text);
    return felt_arena_copy(arena, felt_text_from(text));
}

/* ---- columns ---- */

static felt_text cut_text(felt_arena *arena, const felt_count_entry *e, int cut)
{
    return cut < 0 ? felt_text_from("none") : felt_arena_print(arena, "%d", felt_exposure_asked(e->dealt.exposure)->cuts[cut]);
}

/* What is won now, and how many cards behind the cut card are enough. */
static int put_now(felt_arena *arena, const felt_count_entry *e, felt_text *cells, int at)
{
    felt_safe_cut cut = felt_safe_cut_find(e->dealt.exposure, e->dealt.bet, e->safe.units);
    felt_exposure_figure now = now_of(e);
    cells[at++] = felt_arena_print(arena, "%.4f", now.value);
    cells[at++] = felt_arena_print(arena, "%.4f", SURE * now.error);
    cells[at++] = cut_text(arena, e, cut.cut);
    felt_text least = cut_text(arena, e, cut.least), most = cut_text(arena, e, cut.most);
    cells[at++] =
        cut.least == cut.most ? felt_text_from("") : felt_arena_print(arena, "%.*s to %.*s", FELT_TEXT_ARGS(least), FELT_TEXT_ARGS(most));
    return at;
}

static void put_row(felt_arena *arena, const felt_count_entry *e, const felt_safe_row *r, felt_text *cells, int at)
{
    felt_text value = felt_ratio_print_percent(arena, r->value, 2);
    cells[at++] = felt_arena_print(arena, "%d", r->row + 1);
    cells[at++] = pay_text(arena, &e->removal->odds->variant->pays[r->row].pay);
    cells[at++] = r->enough ? pay_text(arena, &r->pay) : felt_text_from("none");
    cells[at++] = felt_arena_print(arena, "%.4f", r->per_shoe.value);
    cells[at++] = felt_arena_print(arena, "%.4f", SURE * r->per_shoe.error);
    cells[at++] = felt_arena_print(arena, "%.*s %%", FELT_TEXT_ARGS(value));
}

static void put_entry(grid *g, const label_layout *labels, const felt_count_entry *e, int entry)
{
    const felt_count_safe *s = &e->safe;
    grid_row *row = grid_row_add(g);
    int at = put_now(g->arena, e, row->cells, label_put(g->arena, labels, entry, 0, row));
    for (int i = 0; i < s->row_count; i++) {
        row = i > 0 ? grid_row_add(g) : row;
        put_row(g->arena, e, &s->rows[i], row->cells, at);
    }
    if (s->row_count == 0)
        row->cells[at + 1] = felt_text_from(is_safe(e) ? "as it is" : "");
}

static void add_columns(grid *g)
{
    static const grid_column columns[COLUMNS] = {{"per shoe", GRID_RIGHT, 2, 7, 0}, {"95 % +-", GRID_RIGHT, 2, 6, 0},
                                                 {"cards", GRID_RIGHT, 2, 4, 0},    {"95 %", GRID_RIGHT, 2, 8, 0},
                                                 {"row", GRID_RIGHT, 2, 3, 0},      {"pays", GRID_RIGHT, 2, 7, 0},
                                                 {"safe at", GRID_RIGHT, 2, 7, 0},  {"per shoe", GRID_RIGHT, 2, 7, 0},
                                                 {"95 % +-", GRID_RIGHT, 2, 6, 0},  {"value", GRID_RIGHT, 2, 9, 0}};
    for (int i = 0; i < COLUMNS; i++)
        grid_column_add(g, columns[i]);
}

void report_count_safe(text_out *out, const felt_count_entry *list, const felt_odds *const *odds, int count, felt_report_columns columns)
{
    grid g = grid_in(out->arena);
    size_t line = columns > 0 ? (size_t)columns : LINE_MOST;
    label_layout labels = label_lay_out(out->arena, odds, count, true, line > FIGURES_WIDTH ? line - FIGURES_WIDTH : 0);
    label_columns(&labels, &g, 2);
    add_columns(&g);
    for (int i = 0; i < count; i++)
        if (is_asked(&list[i]))
            put_entry(&g, &labels, &list[i], i);
    if (g.row_count == 0)
        return;
    out_print(out, "\n");
    grid_print(out, &g);
}

/* ---- sentences ---- */

/* What is true of how many of the entries. */
typedef struct tally {
    int asked, safe;
    int no_cut; /* with no cut card */
    int no_pay; /* there are rows, and lowering one is not enough */
    double units;
    const felt_exposure_setup *setup;
} tally;

static tally tally_of(const felt_count_entry *list, int count)
{
    tally t = {.asked = 0};
    for (int i = 0; i < count; i++) {
        bool enough = false;
        if (!is_asked(&list[i]))
            continue;
        t.asked++;
        t.safe += is_safe(&list[i]);
        t.no_cut += felt_safe_cut_find(list[i].dealt.exposure, list[i].dealt.bet, list[i].safe.units).cut < 0;
        for (int r = 0; r < list[i].safe.row_count; r++)
            enough = enough || list[i].safe.rows[r].enough;
        t.no_pay += !enough && !is_safe(&list[i]);
        t.units = list[i].safe.units;
        t.setup = felt_exposure_asked(list[i].dealt.exposure);
    }
    return t;
}

/* Of a single wager, of all, of none or of some. */
static felt_text verdict(felt_arena *arena, const tally *t)
{
    int last = t->setup->cuts[t->setup->cut_count - 1];
    if (t->asked == 1)
        return felt_arena_print(
            arena, "The wager %s safe as it is: with %d cards behind the cut card a perfect player wins %s than %g units a shoe.",
            t->safe > 0 ? "is" : "is not", last, t->safe > 0 ? "less" : "no less", t->units);
    if (t->safe == t->asked)
        return felt_arena_print(
            arena, "All %d are safe as they are: with %d cards behind the cut card a perfect player wins less than %g units a shoe.",
            t->asked, last, t->units);
    if (t->safe == 0)
        return felt_arena_print(
            arena, "None of the %d is safe as it is: with %d cards behind the cut card a perfect player wins %g units a shoe or more.",
            t->asked, last, t->units);
    return felt_arena_print(
        arena, "%d of %d are safe as they are: with %d cards behind the cut card a perfect player wins less than %g units a shoe.", t->safe,
        t->asked, last, t->units);
}

void report_count_safe_legend(text_out *out, const felt_count_entry *list, int count)
{
    tally t = tally_of(list, count);
    if (t.asked == 0)
        return;
    out_print(out, "\n  ");
    felt_text text = verdict(out->arena, &t);
    if (t.no_cut > 0)
        text = felt_arena_print(out->arena, "%.*s For %d of them no cut card is enough, not even one with %d cards behind it.",
                                FELT_TEXT_ARGS(text), t.no_cut, t.setup->cuts[0]);
    if (t.no_pay > 0)
        text = felt_arena_print(out->arena, "%.*s For %d of them it is not enough to lower one row, even to the lowest pay that wins.",
                                FELT_TEXT_ARGS(text), t.no_pay);
    out_wrapped(out, text, 2, 2, SENTENCE_WIDTH);
    out_print(out,
              "\n  per shoe: units that a perfect player wins as it is; cards: so many behind the cut card are enough, and with 95 %%\n"
              "  confidence; safe at: the highest pay of that row alone that is enough, what is won then, and the value then, exact\n");
}

/* ---- JSON ---- */

static json_t *number_of(felt_arena *arena, const mpq_t ratio)
{
    felt_text digits = felt_ratio_print_decimal(arena, ratio, DIGITS);
    return digits.bytes == NULL ? NULL : json_real(strtod(digits.bytes, NULL));
}

static json_t *row_json(felt_arena *arena, const felt_count_entry *e, const felt_safe_row *r)
{
    const felt_odds *odds = e->removal->odds;
    json_t *object = json_pack("{s:i, s:o, s:o, s:b}", "row", r->row + 1, "words", out_json_text(odds->wager->rows[r->row].text), "printed",
                               out_json_text(pay_text(arena, &odds->variant->pays[r->row].pay)), "enough", r->enough);
    out_json_put(&object, "pay", out_json_text(pay_text(arena, &r->pay)));
    out_json_put(&object, "value", number_of(arena, r->value));
    out_json_put(&object, "per_shoe", json_real(r->per_shoe.value));
    out_json_put(&object, "se", json_real(r->per_shoe.error));
    if (r->enough) {
        out_json_put(&object, "above", json_real(r->above.value));
        out_json_put(&object, "se_above", json_real(r->above.error));
    }
    return object;
}

static json_t *cut_json(const felt_count_entry *e, int cut)
{
    return cut < 0 ? json_null() : json_integer(felt_exposure_asked(e->dealt.exposure)->cuts[cut]);
}

void report_count_safe_json(felt_arena *arena, json_t **object, const felt_count_entry *e)
{
    if (!is_asked(e))
        return;
    felt_safe_cut cut = felt_safe_cut_find(e->dealt.exposure, e->dealt.bet, e->safe.units);
    json_t *safe = json_pack("{s:f, s:b, s:o, s:o, s:o}", "units", e->safe.units, "as_it_is", is_safe(e), "cut", cut_json(e, cut.cut),
                             "cut_least", cut_json(e, cut.least), "cut_most", cut_json(e, cut.most));
    json_t *pays = json_array();
    for (int i = 0; i < e->safe.row_count; i++)
        out_json_add(&pays, row_json(arena, e, &e->safe.rows[i]));
    out_json_put(&safe, "pays", pays);
    out_json_put(object, "safe", safe);
}
