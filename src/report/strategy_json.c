/* src/report/strategy_json.c - sessions by strategies as one JSON object. */
#include "choices.h"
#include "json_out.h"
#include "strategy_report.h"

#include <felt/ratio.h>

static json_t *amount_json(felt_arena *arena, const felt_strategy_report *r, int64_t minor)
{
    return out_json_text(sim_amount(arena, minor, r->decimals));
}

/* What was bet on each wager, and what that was expected to bring. */
static json_t *wagers_json(felt_arena *arena, const felt_strategy_report *r, const felt_strategy_played *p)
{
    const felt_book *book = felt_strategy_book(p->setup.strategy);
    json_t *array = json_array();
    for (int i = 0; i < p->result.played.wager_count; i++) {
        const felt_session_action *a = &p->result.played.wagers[i];
        felt_text side = felt_book_wager(book, a->wager)->side;
        json_t *object = json_pack("{s:o, s:o, s:I}", "wager", out_json_text(felt_book_short_name(book, a->wager)), "side",
                                   side.length > 0 ? out_json_text(side) : json_null(), "bets", (json_int_t)a->bets);
        session_put_action(arena, a, p->figures.wagers[i], r->decimals, &object);
        out_json_add(&array, object);
    }
    return array;
}

static void put_spread(felt_arena *arena, const felt_strategy_report *r, const felt_session_digest *d, json_t **object)
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
    json_t *bins = json_array();
    for (size_t i = 0; i < sizeof amounts / sizeof *amounts; i++)
        out_json_put(object, amounts[i].name, amount_json(arena, r, amounts[i].amount));
    out_json_put(object, "losing_run_median", json_integer(d->run_median));
    out_json_put(object, "losing_run_percent_95", json_integer(d->run_high));
    out_json_put(object, "losing_run_most", json_integer(d->run_most));
    out_json_put(object, "ruin_percent_5", d->ruined > 0 ? json_integer(d->ruin_low) : json_null());
    out_json_put(object, "ruin_percent_95", d->ruined > 0 ? json_integer(d->ruin_high) : json_null());
    out_json_put(object, "ruin_median", d->ruined > 0 ? json_integer(d->ruin_median) : json_null());
    for (int i = 0; i < d->bin_count; i++)
        out_json_add(&bins, json_pack("{s:o, s:I}", "from", amount_json(arena, r, d->bin_first + i * d->bin_width), "sessions",
                                      (json_int_t)d->bins[i]));
    out_json_put(object, "histogram", bins);
}

static json_t *played_json(felt_arena *arena, const felt_strategy_report *r, int index)
{
    const felt_strategy_played *p = &r->list[index];
    const felt_session_digest *d = &p->digest;
    session_averages a = strategy_average(r, index);
    json_t *object =
        json_pack("{s:o, s:o, s:o, s:I, s:b, s:I, s:I, s:o, s:I, s:I, s:I, s:I, s:f, s:f, s:f, s:f, s:o}", "strategy",
                  out_json_text(felt_strategy_name(p->setup.strategy)), "file", out_json_text(felt_strategy_file(p->setup.strategy)),
                  "unit", amount_json(arena, r, felt_strategy_unit(p->setup.strategy).minor), "sessions", (json_int_t)d->count, "stopped",
                  p->result.played.stopped, "rounds", (json_int_t)p->result.played.rounds, "bets", (json_int_t)p->result.played.bets,
                  "action", amount_json(arena, r, p->result.played.action.minor), "ahead", (json_int_t)d->ahead, "even",
                  (json_int_t)d->even, "ruined", (json_int_t)d->ruined, "finished", (json_int_t)p->result.finished, "mean_minor", d->mean,
                  "sd_minor", d->deviation, "expected_mean_minor", a.expected, "z", p->figures.z, "expected_fraction",
                  out_json_text(felt_ratio_print_fraction(arena, p->figures.expected)));
    int pace = felt_strategy_pace(p->setup.strategy);
    out_json_put(&object, "average_bet_minor", json_real(a.bet));
    out_json_put(&object, "edge_of_action", json_real(a.edge));
    out_json_put(&object, "hours", pace > 0 ? json_real(a.rounds / pace) : json_null());
    out_json_put(&object, "comp_minor", r->comp > 0 ? json_real(a.comp) : json_null());
    out_json_put(&object, "wagers", wagers_json(arena, r, p));
    put_spread(arena, r, d, &object);
    return object;
}

felt_status strategy_json(felt_arena *arena, const felt_strategy_report *report, felt_text *ret)
{
    const felt_strategy_setup *s = &report->list[0].setup;
    const felt_book *book = felt_strategy_book(s->strategy);
    const felt_game *game = felt_book_game(book);
    json_t *list = json_array(), *sheets = json_array();
    for (int i = 0; i < felt_book_sheet_count(book); i++)
        out_json_add(&sheets, out_json_text(felt_book_sheet_at(book, i)->short_name));
    for (int i = 0; i < report->count; i++)
        out_json_add(&list, played_json(arena, report, i));
    json_t *root = json_pack("{s:o, s:s, s:I, s:I, s:o, s:s}", "sheets", sheets, "game", game->name, "seed", (json_int_t)s->seed,
                             "rounds_most", (json_int_t)s->rounds, "bankroll", amount_json(arena, report, s->bankroll.minor), "rounding",
                             felt_rounding_text(felt_book_house(book)->rounding));
    if (game->source == FELT_SOURCE_SHOE) {
        out_json_put(&root, "decks", json_integer(felt_book_decks(book)));
        out_json_put(&root, "cut", s->cut > 0 ? json_integer(s->cut) : json_null());
        out_json_put(&root, "cut_rule", s->cut > 0 ? json_string(felt_cut_rule_text(s->rules.cut)) : json_null());
        out_json_put(&root, "burn", s->cut > 0 ? json_string(felt_burn_rule_text(s->rules.burn)) : json_null());
    }
    const felt_house *house = felt_book_house(book);
    out_json_put(&root, "min", house->min.minor > 0 ? amount_json(arena, report, house->min.minor) : json_null());
    out_json_put(&root, "max", house->max.minor > 0 ? amount_json(arena, report, house->max.minor) : json_null());
    out_json_put(&root, "comp_percent", report->comp > 0 ? json_real(report->comp / 100.0) : json_null());
    out_json_put(&root, "choices", out_json_text(report_choices(arena, book, false)));
    out_json_put(&root, "by_default", out_json_text(report_choices(arena, book, true)));
    out_json_put(&root, "strategies", list);
    return out_json_finish(arena, root, 12, ret);
}
