/* src/report/odds_json.c - exact odds as JSON: fractions as "p/q", decimals beside them. */
#include "json_out.h"
#include "odds_report.h"

#include <felt/spread.h>
#include <stdlib.h>

enum { DECIMAL_PLACES = 15 };

static json_t *fraction(felt_arena *arena, const mpq_t ratio)
{
    return out_json_text(felt_ratio_print_fraction(arena, ratio));
}

/* A number for programs that want one; the fraction beside it is the answer. */
static json_t *decimal(felt_text digits)
{
    return digits.bytes == NULL ? NULL : json_real(strtod(digits.bytes, NULL));
}

json_t *report_options_json(const felt_odds *o, bool decks)
{
    felt_setting settings[FELT_ODDS_SETTINGS_MAX];
    int count = felt_odds_settings(o, settings);
    json_t *object = json_object();
    for (int i = 0; i < count; i++) {
        char name[FELT_NAME_BYTES_MAX + 1];
        if (!decks && settings[i].option->kind == FELT_OPTION_DECKS)
            continue;
        snprintf(name, sizeof name, "%.*s", FELT_TEXT_ARGS(settings[i].option->name));
        out_json_put(&object, name, out_json_text(settings[i].choice->name));
    }
    return object;
}

static void add_money(felt_arena *arena, const felt_odds *o, int row, json_t **object)
{
    mpq_t value;
    mpq_init(value);
    felt_odds_contribution(o, row, value);
    out_json_put(object, "contribution", fraction(arena, value));
    if (felt_odds_row_return(o, row, value))
        out_json_put(object, "return", fraction(arena, value));
    if (mpq_sgn(o->rows[row]) > 0 && o->variant->pays[row].pay.kind == FELT_PAY_WINS) {
        felt_odds_fair(o, row, value);
        out_json_put(object, "fair", mpq_sgn(value) < 0 ? json_null() : fraction(arena, value));
    }
    mpq_clear(value);
}

static json_t *row_json(felt_arena *arena, const felt_odds *o, int row)
{
    char pay[64];
    const felt_row_pay *p = &o->variant->pays[row];
    felt_pay_write(&p->pay, pay, sizeof pay);
    json_t *object = json_pack("{s:o, s:o, s:s, s:i, s:o, s:o}", "text", out_json_text(o->wager->rows[row].text), "words",
                               out_json_text(o->wager->rows[row].words), "pay", pay, "line", o->wager->rows[row].line, "probability",
                               fraction(arena, o->rows[row]), "probability_decimal",
                               decimal(felt_ratio_print_decimal(arena, o->rows[row], DECIMAL_PLACES)));
    if (mpz_sgn(o->deals) > 0)
        out_json_put(&object, "combinations", out_json_text(report_combinations(arena, o, row)));
    if (o->has_pays)
        add_money(arena, o, row, &object);
    if (p->has_dealer) {
        felt_pay_write(&p->dealer, pay, sizeof pay);
        out_json_put(&object, "dealer", json_string(pay));
    }
    return object;
}

static void add_pay_figures(felt_arena *arena, const felt_odds *o, json_t **object)
{
    static const char *const names[] = {"edge", "edge_decimal", "return", "variance", "sd", "skewness"};
    if (!o->has_pays) {
        for (size_t i = 0; i < sizeof names / sizeof *names; i++)
            out_json_put(object, names[i], json_null());
        return;
    }
    mpq_t back;
    mpq_init(back);
    felt_odds_return(o, back);
    out_json_put(object, "edge", fraction(arena, o->edge));
    out_json_put(object, "edge_decimal", decimal(felt_ratio_print_decimal(arena, o->edge, DECIMAL_PLACES)));
    out_json_put(object, "return", fraction(arena, back));
    out_json_put(object, "variance", fraction(arena, o->variance));
    out_json_put(object, "sd", decimal(felt_ratio_print_root(arena, o->variance, DECIMAL_PLACES)));
    out_json_put(object, "skewness", decimal(report_skewness(arena, o, DECIMAL_PLACES)));
    mpq_clear(back);
}

/* A hand begins in phase 0, which has a name; others are called by their numbers. */
static json_t *phase_json(const felt_game *game, int phase)
{
    return phase == 0 ? json_string(game->words.start) : json_sprintf("%s %d", game->words.phase, game->phase_number(phase));
}

static void add_rolls(felt_arena *arena, const felt_odds *o, json_t **object)
{
    json_t *others = json_array();
    for (int phase = 0; phase < o->sheet->game->phase_count; phase++)
        if (o->same_edge >> phase & 1)
            out_json_add(&others, phase_json(o->sheet->game, phase));
    out_json_put(object, "start", phase_json(o->sheet->game, o->start));
    out_json_put(object, "same_edge_from", others);
    out_json_put(object, "rolls", fraction(arena, o->rolls));
    out_json_put(object, "rolls_decimal", decimal(felt_ratio_print_decimal(arena, o->rolls, DECIMAL_PLACES)));
    if (!o->has_pays)
        return;
    mpq_t per_roll;
    mpq_init(per_roll);
    felt_odds_edge_per_roll(o, per_roll);
    out_json_put(object, "edge_per_roll", fraction(arena, per_roll));
    mpq_clear(per_roll);
}

static json_t *entry_json(felt_arena *arena, const felt_odds *o)
{
    felt_text group = o->wager->group < 0 ? (felt_text){"", 0} : o->sheet->groups[o->wager->group].name;
    json_t *rows = json_array();
    for (int row = 0; row < o->wager->row_count; row++)
        if (o->variant->active >> row & 1 && o->variant->pays[row].pay.kind != FELT_PAY_STAYS)
            out_json_add(&rows, row_json(arena, o, row));
    json_t *object = json_pack("{s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "sheet", out_json_text(o->sheet->short_name), "wager",
                               out_json_text(o->wager->short_name), "name", out_json_text(o->wager->name), "group", out_json_text(group),
                               "side", out_json_text(o->wager->side), "options", report_options_json(o, true), "hit",
                               o->has_outcomes ? fraction(arena, o->hit) : json_null(), "push",
                               o->has_outcomes ? fraction(arena, o->push) : json_null());
    add_pay_figures(arena, o, &object);
    if (!o->sheet->game->one_event)
        add_rolls(arena, o, &object);
    out_json_put(&object, "rows", rows);
    return object;
}

felt_status report_odds_json(felt_arena *arena, const felt_odds *const *list, int count, felt_text *ret)
{
    json_t *array = json_array();
    for (int i = 0; i < count; i++)
        out_json_add(&array, entry_json(arena, list[i]));
    return out_json_finish(arena, array, DECIMAL_PLACES, ret);
}

/* ---- many bets ---- */

static json_t *nets_json(felt_arena *arena, const felt_odds *o)
{
    felt_odds_net nets[FELT_ROWS_MAX];
    int count = felt_odds_nets(o, nets);
    json_t *array = json_array();
    for (int i = 0; i < count; i++)
        out_json_add(&array,
                     json_pack("{s:o, s:o, s:o}", "net", fraction(arena, nets[i].net), "probability", fraction(arena, nets[i].probability),
                               "probability_decimal", decimal(felt_ratio_print_decimal(arena, nets[i].probability, DECIMAL_PLACES))));
    felt_odds_nets_clear(nets, count);
    return array;
}

static json_t *spread_json(felt_arena *arena, const felt_spread *spread)
{
    json_t *quantiles = json_array();
    for (int i = 0; i < FELT_SPREAD_QUANTILES; i++)
        out_json_add(&quantiles, json_pack("{s:i, s:o}", "percent", felt_spread_percent(i), "net", fraction(arena, spread->quantiles[i])));
    return json_pack("{s:I, s:f, s:f, s:f, s:o}", "rounds", (json_int_t)spread->rounds, "behind", spread->behind, "even", spread->even,
                     "ahead", spread->ahead, "quantiles", quantiles);
}

static felt_status add_spreads(felt_arena *arena, const felt_odds *o, const uint64_t *rounds, int count, json_t **object)
{
    json_t *array = json_array();
    felt_status status = FELT_OK;
    for (int i = 0; i < count && status == FELT_OK; i++) {
        felt_spread spread;
        felt_status made = felt_spread_make(o, rounds[i], &spread);
        if (made == FELT_OK) {
            out_json_add(&array, spread_json(arena, &spread));
            felt_spread_clear(&spread);
        } else if (made == FELT_ELIMIT)
            out_json_add(&array, json_null());
        else
            status = made;
    }
    out_json_put(object, "nets", nets_json(arena, o));
    out_json_put(object, "spread", array);
    return status;
}

felt_status felt_report_odds_spread(felt_arena *arena, const felt_odds *const *list, int count, const uint64_t *rounds, int round_count,
                                    felt_text *ret)
{
    json_t *array = json_array();
    felt_status status = FELT_OK;
    for (int i = 0; i < count && status == FELT_OK; i++) {
        json_t *entry = entry_json(arena, list[i]);
        if (list[i]->has_pays)
            status = add_spreads(arena, list[i], rounds, round_count, &entry);
        out_json_add(&array, entry);
    }
    if (status == FELT_OK)
        return out_json_finish(arena, array, DECIMAL_PLACES, ret);
    json_decref(array);
    return status;
}

static json_t *choices_json(const felt_together *t)
{
    json_t *choices = json_array();
    for (int i = 0; i < t->choice_count; i++) {
        const felt_together_choice *c = &t->choices[i];
        bool own = c->setting.option->kind == FELT_OPTION_PAYTABLE;
        out_json_add(&choices,
                     json_pack("{s:o, s:o, s:o, s:o, s:b}", "sheet", out_json_text(c->sheet->short_name), "wager",
                               own ? out_json_text(c->wager->short_name) : json_null(), "option", out_json_text(c->setting.option->name),
                               "choice", out_json_text(c->setting.choice->name), "by_default", c->by_default));
    }
    return choices;
}

static json_t *pairs_json(felt_arena *arena, const felt_together *t)
{
    json_t *pairs = json_array();
    for (int i = 0; i < t->count; i++)
        for (int k = i + 1; k < t->count; k++)
            out_json_add(&pairs,
                         json_pack("{s:i, s:i, s:o, s:o}", "a", i, "b", k, "covariance", fraction(arena, t->covariance[i * t->count + k]),
                                   "correlation", decimal(report_correlation(arena, t, i, k, DECIMAL_PLACES))));
    return pairs;
}

felt_status report_together_json(felt_arena *arena, const felt_together *t, felt_text *ret)
{
    json_t *wagers = json_array();
    for (int i = 0; i < t->count; i++)
        out_json_add(&wagers, json_pack("{s:o, s:o, s:o}", "wager", out_json_text(t->list[i]->wager->short_name), "side",
                                        out_json_text(t->list[i]->wager->side), "options", report_options_json(t->list[i], true)));
    json_t *root = json_pack("{s:o, s:o, s:o, s:o, s:o, s:{s:i, s:i, s:i}}", "wagers", wagers, "choices", choices_json(t), "pairs",
                             pairs_json(arena, t), "house_loses_at_most", fraction(arena, t->most), "in",
                             out_json_text(report_together_event(arena, t)), "left_out", "multi_roll", t->left_multi_roll, "unset",
                             t->left_unset, "other", t->left_other);
    return out_json_finish(arena, root, DECIMAL_PLACES, ret);
}
