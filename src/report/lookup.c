/* src/report/lookup.c - wagers as lookup tables: whole weights, whole pays, and the exact edge again from them. */
#include "json_out.h"
#include "text_out.h"

#include <felt/lookup.h>
#include <felt/ratio.h>

/* One entry while it is written. */
typedef struct lookup {
    felt_arena *arena;
    text_out *out;
    const felt_odds *odds;
    felt_text choices;
    bool csv;
    long scale;
    mpz_t cycle, sum; /* all weights; weights times pays so far */
} lookup;

static bool decides(const felt_odds *odds, int row)
{
    return mpq_sgn(odds->rows[row]) > 0;
}

/* The smallest number that makes every probability whole. */
static void find_cycle(const felt_odds *odds, mpz_t ret)
{
    mpz_set_ui(ret, 1);
    for (int row = 0; row < odds->wager->row_count; row++)
        if (decides(odds, row))
            mpz_lcm(ret, ret, mpq_denref(odds->rows[row]));
}

bool felt_lookup_is_small(const felt_odds *odds)
{
    mpz_t cycle;
    mpz_init(cycle);
    find_cycle(odds, cycle);
    bool small = mpz_sizeinbase(cycle, 2) <= 63;
    mpz_clear(cycle);
    return small;
}

/* What a row gives back of a unit handed over, in parts. */
static void find_payout(const felt_odds *odds, int row, long scale, mpq_t ret)
{
    int64_t num, den;
    felt_pay_worth(&odds->variant->pays[row].pay, &num, &den);
    mpq_set_si(ret, (long)(num + den), (unsigned long)den);
    mpq_canonicalize(ret);
    mpz_mul_si(mpq_numref(ret), mpq_numref(ret), scale);
    mpq_canonicalize(ret);
}

/* ---- lines ---- */

static void put_csv(const lookup *l, int id, int row, const char *weight, const char *payout)
{
    char pay[64];
    felt_pay_write(&l->odds->variant->pays[row].pay, pay, sizeof pay);
    const felt_text texts[] = {l->odds->sheet->short_name,     l->odds->wager->short_name, l->odds->wager->side, l->choices,
                               l->odds->wager->rows[row].text, felt_text_from(pay)};
    out_print(l->out, "%d,%s,%s", id, weight, payout);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        out_bytes(l->out, ",", 1);
        out_csv(l->out, texts[i]);
    }
    out_bytes(l->out, "\n", 1);
}

/* Weights are texts: most readers of JSON know no more than 2^53. */
static felt_status put_json(const lookup *l, int id, int row, const char *weight, const char *payout)
{
    char pay[64];
    felt_pay_write(&l->odds->variant->pays[row].pay, pay, sizeof pay);
    json_t *line = json_object();
    out_json_put(&line, "id", json_integer(id));
    out_json_put(&line, "weight", json_string(weight));
    out_json_put(&line, "payout", json_string(payout));
    out_json_put(&line, "scale", json_integer(l->scale));
    out_json_put(&line, "sheet", out_json_text(l->odds->sheet->short_name));
    out_json_put(&line, "wager", out_json_text(l->odds->wager->short_name));
    out_json_put(&line, "side", out_json_text(l->odds->wager->side));
    out_json_put(&line, "choices", out_json_text(l->choices));
    out_json_put(&line, "row", out_json_text(l->odds->wager->rows[row].text));
    out_json_put(&line, "pay", json_string(pay));
    felt_status status = out_json_line(l->out, line);
    out_bytes(l->out, "\n", 1);
    return status;
}

/* A whole number as text in the arena; NULL: there is no memory. */
static const char *whole(felt_arena *arena, const mpz_t number)
{
    char *text = felt_arena_take(arena, mpz_sizeinbase(number, 10) + 2, 1);
    return text == NULL ? NULL : mpz_get_str(text, 10, number);
}

static felt_status put_row(lookup *l, int id, int row, const mpz_t weight, const mpz_t payout)
{
    const char *w = whole(l->arena, weight), *p = whole(l->arena, payout);
    if (w == NULL || p == NULL)
        return FELT_ENOMEM;
    mpz_addmul(l->sum, weight, payout);
    if (!l->csv)
        return put_json(l, id, row, w, p);
    put_csv(l, id, row, w, p);
    return FELT_OK;
}

/* ---- entries ---- */

/* The smallest scale that makes every pay of every entry whole. */
static void find_scale(const felt_odds *const *list, int count, mpz_t ret)
{
    mpq_t payout;
    mpq_init(payout);
    mpz_set_ui(ret, 1);
    for (int i = 0; i < count; i++) {
        for (int row = 0; row < list[i]->wager->row_count && list[i]->has_pays; row++) {
            if (!decides(list[i], row))
                continue;
            find_payout(list[i], row, 1, payout);
            mpz_lcm(ret, ret, mpq_denref(payout));
        }
    }
    mpq_clear(payout);
}

static felt_status refuse_scale(const felt_odds *const *list, int count, long scale, const felt_odds *odds, felt_error *error)
{
    mpz_t wanted;
    mpz_init(wanted);
    find_scale(list, count, wanted);
    bool fits = mpz_cmp_si(wanted, FELT_LOOKUP_SCALE_MAX) <= 0;
    felt_status status = felt_error_set(
        error, FELT_ERANGE, -1, "a pay of '%.*s' is no whole number of parts of 1/%ld; %s%.0ld", FELT_TEXT_ARGS(odds->wager->short_name),
        scale, fits ? "all pays are with a scale of " : "no scale that can be given makes all pays whole", fits ? mpz_get_si(wanted) : 0);
    mpz_clear(wanted);
    return status;
}

/* Does what was written come to the edge? */
static bool comes_to_edge(const lookup *l)
{
    mpq_t back, wanted;
    mpq_inits(back, wanted, NULL);
    mpz_set(mpq_numref(back), l->sum);
    mpz_mul_si(mpq_denref(back), l->cycle, l->scale);
    mpq_canonicalize(back);
    felt_odds_return(l->odds, wanted);
    bool equal = mpq_equal(back, wanted) != 0;
    mpq_clears(back, wanted, NULL);
    return equal;
}

/* FELT_ERANGE: a pay is not whole. */
static felt_status put_rows(lookup *l)
{
    mpq_t payout;
    mpz_t weight;
    felt_status status = FELT_OK;
    int id = 0;
    mpq_init(payout);
    mpz_init(weight);
    for (int row = 0; row < l->odds->wager->row_count && status == FELT_OK; row++) {
        if (!decides(l->odds, row))
            continue;
        mpz_divexact(weight, l->cycle, mpq_denref(l->odds->rows[row]));
        mpz_mul(weight, weight, mpq_numref(l->odds->rows[row]));
        find_payout(l->odds, row, l->scale, payout);
        status = mpz_cmp_ui(mpq_denref(payout), 1) == 0 ? put_row(l, ++id, row, weight, mpq_numref(payout)) : FELT_ERANGE;
    }
    mpq_clear(payout);
    mpz_clear(weight);
    return status;
}

static felt_status put_entry(text_out *out, const felt_odds *odds, long scale, bool csv, felt_error *error)
{
    lookup l = {
        .arena = out->arena, .out = out, .odds = odds, .choices = felt_report_options(out->arena, odds), .csv = csv, .scale = scale};
    if (l.choices.bytes == NULL)
        return FELT_ENOMEM;
    if (!odds->has_pays)
        return felt_error_set(error, FELT_EUNSET, -1, "'%.*s' has no edge: %s", FELT_TEXT_ARGS(odds->wager->short_name),
                              felt_odds_missing(odds));
    mpz_inits(l.cycle, l.sum, NULL);
    find_cycle(odds, l.cycle);
    felt_status status = put_rows(&l);
    if (status == FELT_OK && !comes_to_edge(&l))
        status =
            felt_error_set(error, FELT_EDATA, -1, "the table of '%.*s' does not come to its edge", FELT_TEXT_ARGS(odds->wager->short_name));
    mpz_clears(l.cycle, l.sum, NULL);
    return status;
}

felt_status felt_report_lookup(felt_arena *arena, const felt_odds *const *list, int count, long scale, felt_report_style style,
                               felt_text *ret, felt_error *error)
{
    text_out out = {.arena = arena};
    bool csv = style == FELT_REPORT_CSV;
    felt_status status = FELT_OK;
    if (csv)
        out_print(&out, "id,weight,payout,sheet,wager,side,choices,row,pay\n");
    for (int i = 0; i < count && status == FELT_OK; i++) {
        status = put_entry(&out, list[i], scale, csv, error);
        if (status == FELT_ERANGE)
            refuse_scale(list, count, scale, list[i], error);
    }
    if (status == FELT_ENOMEM)
        return felt_error_set(error, status, -1, "%s", felt_status_text(status));
    return status == FELT_OK ? out_finish(&out, ret) : status;
}
