/* src/report/sim_json.c - samples, exact figures and sessions as one JSON object. */
#include "choices.h"
#include "json_out.h"
#include "odds_report.h"
#include "sim_report.h"

#include <stdio.h>
#include <stdlib.h>

static json_t *rows_json(const felt_odds *o, const uint64_t *rows)
{
    json_t *array = json_array();
    for (int row = 0; row < o->wager->row_count; row++)
        out_json_add(&array, json_integer((json_int_t)rows[row]));
    return array;
}

static void add_pay_figures(felt_arena *arena, const felt_odds *o, const felt_sim_figures *f, json_t **sampled, json_t **exact)
{
    if (!o->has_pays)
        return;
    out_json_put(exact, "edge", json_real(mpq_get_d(o->edge)));
    out_json_put(exact, "edge_fraction", out_json_text(felt_ratio_print_fraction(arena, o->edge)));
    felt_text root = felt_ratio_print_root(arena, o->variance, 15);
    out_json_put(exact, "sd", json_real(root.bytes != NULL ? strtod(root.bytes, NULL) : 0));
    if (f->decided == 0 || !f->has_pays)
        return;
    out_json_put(sampled, "edge", json_real(-f->mean));
    out_json_put(sampled, "sd", json_real(f->deviation));
}

/* Where only sessions were played: the exact figures. */
static json_t *exact_json(felt_arena *arena, const felt_odds *o)
{
    json_t *exact = json_object(), *sampled = NULL;
    if (o->has_outcomes)
        out_json_put(&exact, "hit", json_real(mpq_get_d(o->hit)));
    add_pay_figures(arena, o, &(felt_sim_figures){.decided = 0}, &sampled, &exact);
    return json_pack("{s:o, s:o, s:o, s:o, s:o, s:o}", "sheet", out_json_text(o->sheet->short_name), "wager",
                     out_json_text(o->wager->short_name), "name", out_json_text(o->wager->name), "side",
                     o->wager->side.length > 0 ? out_json_text(o->wager->side) : json_null(), "options", report_options_json(o, false),
                     "exact", exact);
}

static json_t *wager_json(felt_arena *arena, const felt_odds *o, const felt_sim_wager *wager, const uint64_t *rows)
{
    felt_sim_figures f = felt_sim_sample(wager, rows);
    json_t *sampled = json_object(), *exact = json_object();
    felt_sim_exact figures = sim_exact(o);
    double z;
    if (f.decided > 0 && f.has_outcomes)
        out_json_put(&sampled, "hit", json_real((double)f.hits / (double)f.decided));
    if (o->has_outcomes)
        out_json_put(&exact, "hit", json_real(mpq_get_d(o->hit)));
    add_pay_figures(arena, o, &f, &sampled, &exact);
    json_t *object =
        json_pack("{s:o, s:o, s:o, s:o, s:o, s:I, s:I, s:o, s:o, s:o}", "sheet", out_json_text(o->sheet->short_name), "wager",
                  out_json_text(o->wager->short_name), "name", out_json_text(o->wager->name), "side",
                  o->wager->side.length > 0 ? out_json_text(o->wager->side) : json_null(), "options", report_options_json(o, false), "bets",
                  (json_int_t)f.decided, "hits", (json_int_t)f.hits, "rows", rows_json(o, rows), "sampled", sampled, "exact", exact);
    out_json_put(&object, "z", felt_sim_z(&f, &figures, &z) ? json_real(z) : json_null());
    if (!o->sheet->game->one_event)
        out_json_put(&object, "placed_on", json_integer(o->sheet->game->phase_number(o->start)));
    return object;
}

static json_t *amount_json(felt_arena *arena, const felt_sim_report *r, int64_t minor)
{
    return out_json_text(sim_amount(arena, minor, r->decimals));
}

static json_t *bins_json(felt_arena *arena, const felt_sim_report *r, const felt_session_digest *d)
{
    json_t *array = json_array();
    for (int i = 0; i < d->bin_count; i++)
        out_json_add(&array, json_pack("{s:o, s:I}", "from", amount_json(arena, r, d->bin_first + i * d->bin_width), "sessions",
                                       (json_int_t)d->bins[i]));
    return array;
}

void session_put_action(felt_arena *arena, const felt_session_action *a, const mpq_t expected, int decimals, json_t **object)
{
    out_json_put(object, "action", out_json_text(sim_amount(arena, a->action.minor, decimals)));
    out_json_put(object, "expected_fraction", out_json_text(felt_ratio_print_fraction(arena, expected)));
    out_json_put(object, "expected_minor", json_real(mpq_get_d(expected)));
}

static json_t *bets_json(felt_arena *arena, const felt_sim_report *r)
{
    json_t *array = json_array();
    for (int i = 0; i < r->session_setup->bet_count; i++) {
        const felt_session_bet *bet = &r->session_setup->bets[i];
        const felt_book *book = r->session_setup->book;
        felt_text side = felt_book_wager(book, bet->wager)->side;
        json_t *object = json_pack("{s:o, s:o, s:o, s:I}", "wager", out_json_text(felt_book_short_name(book, bet->wager)), "side",
                                   side.length > 0 ? out_json_text(side) : json_null(), "stake", amount_json(arena, r, bet->stake.minor),
                                   "placed", (json_int_t)r->sessions->wagers[i].bets);
        session_put_action(arena, &r->sessions->wagers[i], r->figures->wagers[i], r->decimals, &object);
        out_json_add(&array, object);
    }
    return array;
}

/* What was to be expected of all sessions, and of one on average. */
static void put_expected(felt_arena *arena, const felt_sim_report *r, json_t **object)
{
    session_averages a = session_average(r->sessions, r->figures, r->comp);
    out_json_put(object, "rounds_played", json_integer((json_int_t)r->sessions->rounds));
    out_json_put(object, "bets_placed", json_integer((json_int_t)r->sessions->bets));
    out_json_put(object, "action", amount_json(arena, r, r->sessions->action.minor));
    out_json_put(object, "expected_fraction", out_json_text(felt_ratio_print_fraction(arena, r->figures->expected)));
    out_json_put(object, "expected_mean_minor", json_real(a.expected));
    out_json_put(object, "z", json_real(r->figures->z));
    out_json_put(object, "average_bet_minor", json_real(a.bet));
    out_json_put(object, "edge_of_action", json_real(a.edge));
    out_json_put(object, "comp_percent", r->comp > 0 ? json_real(r->comp / 100.0) : json_null());
    out_json_put(object, "comp_minor", r->comp > 0 ? json_real(a.comp) : json_null());
}

json_t *sim_json_sessions(felt_arena *arena, const felt_sim_report *r, const felt_session_digest *d)
{
    const struct {
        const char *name;
        int64_t amount;
    } amounts[] = {{"least", d->least},
                   {"percent_5", d->low},
                   {"percent_25", d->lower},
                   {"median", d->median},
                   {"percent_75", d->upper},
                   {"percent_95", d->high},
                   {"most", d->most},
                   {"drawdown_median", d->drawdown_median},
                   {"drawdown_percent_95", d->drawdown_high},
                   {"drawdown_most", d->drawdown_most}};
    json_t *object =
        json_pack("{s:I, s:I, s:o, s:o, s:s, s:b, s:I, s:I, s:I, s:f, s:f, s:i, s:i, s:i}", "sessions", (json_int_t)d->count, "rounds",
                  (json_int_t)r->session_setup->rounds, "bankroll", amount_json(arena, r, r->session_setup->bankroll.minor), "bets",
                  bets_json(arena, r), "rounding", felt_rounding_text(felt_book_house(r->session_setup->book)->rounding), "stopped",
                  r->sessions->stopped, "ahead", (json_int_t)d->ahead, "even", (json_int_t)d->even, "ruined", (json_int_t)d->ruined,
                  "mean_minor", d->mean, "sd_minor", d->deviation, "losing_run_median", (int)d->run_median, "losing_run_percent_95",
                  (int)d->run_high, "losing_run_most", (int)d->run_most);
    for (size_t i = 0; i < sizeof amounts / sizeof *amounts; i++)
        out_json_put(&object, amounts[i].name, amount_json(arena, r, amounts[i].amount));
    put_expected(arena, r, &object);
    out_json_put(&object, "choices", out_json_text(report_choices(arena, r->session_setup->book, false)));
    out_json_put(&object, "by_default", out_json_text(report_choices(arena, r->session_setup->book, true)));
    out_json_put(&object, "ruin_percent_5", d->ruined > 0 ? json_integer(d->ruin_low) : json_null());
    out_json_put(&object, "ruin_percent_95", d->ruined > 0 ? json_integer(d->ruin_high) : json_null());
    out_json_put(&object, "ruin_median", d->ruined > 0 ? json_integer(d->ruin_median) : json_null());
    out_json_put(&object, "histogram", bins_json(arena, r, d));
    return object;
}

static json_t *sheets_json(const felt_sim_report *r)
{
    json_t *array = json_array();
    for (int i = 0; i < r->odds->count; i += sim_sheet_run(r, i))
        out_json_add(&array, out_json_text(r->odds->list[i].sheet->short_name));
    return array;
}

/* How much was played, where it was not only sessions. */
static void put_rounds(const felt_sim_report *r, json_t **root)
{
    const felt_game_words *words = &r->setup->game->words;
    if (r->result == NULL)
        return;
    out_json_put(root, words->events, json_integer((json_int_t)r->result->rounds));
    if (words->supplies != NULL)
        out_json_put(root, words->supplies, json_integer((json_int_t)r->result->shoes));
    out_json_put(root, "stopped", json_boolean(r->result->stopped));
}

felt_status sim_json(felt_arena *arena, const felt_sim_report *r, const felt_session_digest *d, felt_text *ret)
{
    const felt_game *game = r->setup->game;
    json_t *wagers = json_array();
    for (int i = 0; i < r->odds->count; i++)
        out_json_add(&wagers, r->result == NULL ? exact_json(arena, &r->odds->list[i])
                                                : wager_json(arena, &r->odds->list[i], &r->setup->wagers[i], r->result->rows[i]));
    json_t *root = json_pack("{s:o, s:s}", "sheets", sheets_json(r), "game", game->name);
    out_json_put(&root, "seed", json_integer((json_int_t)r->setup->seed));
    put_rounds(r, &root);
    if (game->source == FELT_SOURCE_SHOE) {
        out_json_put(&root, "decks", json_integer(r->setup->decks));
        out_json_put(&root, "cut", r->setup->cut > 0 ? json_integer(r->setup->cut) : json_null());
        out_json_put(&root, "cut_rule", r->setup->cut > 0 ? json_string(felt_cut_rule_text(r->setup->rules.cut)) : json_null());
        out_json_put(&root, "burn", r->setup->cut > 0 ? json_string(felt_burn_rule_text(r->setup->rules.burn)) : json_null());
    }
    out_json_put(&root, "wagers", wagers);
    if (d != NULL)
        out_json_put(&root, "session", sim_json_sessions(arena, r, d));
    return out_json_finish(arena, root, 12, ret);
}
