/* src/report/together.c - wagers on the same round: covariances, correlations, and the most the house can lose. */
#include "odds_report.h"

#include <stdlib.h>

enum { TOGETHER_MAX = 64 };

felt_text report_correlation(felt_arena *arena, const together *t, int a, int b, int places)
{
    const mpq_t *covariance = (const mpq_t *)&t->covariance[a * t->count + b];
    mpq_t square, product;
    mpq_inits(square, product, NULL);
    mpq_mul(square, *covariance, *covariance);
    mpq_mul(product, t->list[a]->variance, t->list[b]->variance);
    felt_text root = felt_text_from("0");
    if (mpq_sgn(product) > 0) {
        mpq_div(square, square, product);
        root = felt_ratio_print_root(arena, square, places);
    }
    mpq_clears(square, product, NULL);
    return mpq_sgn(*covariance) < 0 && root.bytes != NULL ? felt_arena_print(arena, "-%.*s", FELT_TEXT_ARGS(root)) : root;
}

/* Can both stand on one table: different wagers, with the same choice of every option that matters to both? */
static bool stand_together(const felt_odds *a, const felt_odds *b)
{
    if (a->wager == b->wager || !felt_odds_same_round(a, b))
        return false;
    for (int i = 0; i < a->wager->option_count; i++)
        for (int k = 0; k < b->wager->option_count; k++)
            if (a->sheet == b->sheet && a->wager->options[i] == b->wager->options[k] && (a->relevant >> i & 1) && (b->relevant >> k & 1) &&
                a->variant->choices[i] != b->variant->choices[k])
                return false;
    return true;
}

static bool is_in(const together *t, const felt_wager *wager)
{
    for (int i = 0; i < t->count; i++)
        if (t->list[i]->wager == wager)
            return true;
    return false;
}

/* Why a wager of which no variant was taken is not among them. */
static void count_left_out(const felt_odds *o, together *t)
{
    t->left_multi_roll += !felt_odds_same_round(o, o);
    t->left_unset += felt_odds_same_round(o, o) && !o->has_pays;
    t->left_other += felt_odds_same_round(o, o) && o->has_pays;
}

/* The first variant of each wager that can stand beside those before it. */
static bool choose(felt_arena *arena, const felt_odds *const *list, int count, together *t)
{
    t->list = felt_arena_take(arena, TOGETHER_MAX, sizeof *t->list);
    for (int i = 0; t->list != NULL && i < count && t->count < TOGETHER_MAX; i++) {
        bool fits = list[i]->has_pays && felt_odds_same_round(list[i], list[i]);
        for (int k = 0; k < t->count && fits; k++)
            fits = stand_together(t->list[k], list[i]);
        if (fits)
            t->list[t->count++] = list[i];
    }
    for (int i = 0; t->list != NULL && i < count; i++) {
        bool counted = is_in(t, list[i]->wager);
        for (int k = 0; k < i && !counted; k++)
            counted = list[k]->wager == list[i]->wager;
        if (!counted)
            count_left_out(list[i], t);
    }
    return t->list != NULL;
}

static felt_text describe_event(felt_arena *arena, const together *t, int event)
{
    if (!t->list[0]->sheet->game->one_event)
        return felt_arena_print(arena, "a roll of %d-%d", felt_roll_low(event), felt_roll_high(event));
    static const char *const pairs[] = {"no pair", "a player pair", "a banker pair", "both hands pairs", "both hands the same pair"};
    felt_hands h = felt_outcome_hands(event);
    return felt_arena_print(arena, "player %d with %d cards, banker %d with %d cards, %s", h.player_total, h.player_cards, h.banker_total,
                            h.banker_cards, pairs[h.pairs]);
}

static void put_together(text_out *out, const together *t, felt_report_style style)
{
    felt_arena *arena = out->arena;
    const char *bold = style == FELT_REPORT_COLOR ? "\033[1m" : "", *plain = style == FELT_REPORT_COLOR ? "\033[0m" : "";
    out_print(out, "%sWagers on one round%s\n", bold, plain);
    for (int i = 0; i < t->count; i++) {
        felt_text options = felt_report_options(arena, t->list[i]);
        out_print(out, "  %3d  %.*s%s%.*s%s%.*s\n", i + 1, FELT_TEXT_ARGS(t->list[i]->wager->short_name),
                  t->list[i]->wager->side.length > 0 ? " on " : "", FELT_TEXT_ARGS(t->list[i]->wager->side), options.length > 0 ? ", " : "",
                  FELT_TEXT_ARGS(options));
    }
    out_print(out, "\n%sCorrelation%s\n     ", bold, plain);
    for (int i = 0; i < t->count; i++)
        out_print(out, " %7d", i + 1);
    for (int i = 0; i < t->count; i++) {
        out_print(out, "\n  %3d", i + 1);
        for (int k = 0; k <= i; k++)
            out_print(out, " %7.*s", FELT_TEXT_ARGS(report_correlation(arena, t, i, k, 4)));
    }
    out_print(out, "\n\nWith a unit on each, the house can lose at most %.*s units in one round: %.*s.\n",
              FELT_TEXT_ARGS(felt_ratio_print(arena, t->most)), FELT_TEXT_ARGS(t->where));
}

static void put_left_out(text_out *out, const together *t)
{
    if (t->left_multi_roll > 0)
        out_print(out, "Left out: %d that more than one roll decides.\n", t->left_multi_roll);
    if (t->left_unset > 0)
        out_print(out, "Left out: %d with an unset pay or an undefined outcome.\n", t->left_unset);
    if (t->left_other > 0)
        out_print(out, "Left out: %d for which there is no room, %d at a time, or no choice of options beside the others.\n", t->left_other,
                  (int)TOGETHER_MAX);
}

static felt_status compute(felt_arena *arena, const felt_shoe *shoe, together *t)
{
    int event;
    for (int i = 0; i < t->count; i++) {
        for (int k = 0; k < t->count; k++) {
            felt_status status = felt_odds_covariance(t->list[i], t->list[k], shoe, t->covariance[i * t->count + k]);
            if (status != FELT_OK)
                return status;
        }
    }
    felt_status status = felt_odds_exposure(t->list, t->count, shoe, t->most, &event);
    if (status == FELT_OK)
        t->where = describe_event(arena, t, event);
    return status;
}

felt_status felt_report_together(felt_arena *arena, const felt_odds *const *list, int count, const felt_shoe *shoe, felt_report_style style,
                                 felt_text *ret)
{
    together t = {.count = 0};
    text_out out = {.arena = arena};
    if (!choose(arena, list, count, &t))
        return FELT_ENOMEM;
    if (t.count == 0)
        return FELT_ENOTFOUND;
    t.covariance = calloc((size_t)t.count * (size_t)t.count, sizeof *t.covariance);
    if (t.covariance == NULL)
        return FELT_ENOMEM;
    mpq_init(t.most);
    for (int i = 0; i < t.count * t.count; i++)
        mpq_init(t.covariance[i]);
    felt_status status = compute(arena, shoe, &t);
    if (status == FELT_OK && style == FELT_REPORT_JSON)
        status = report_together_json(arena, &t, ret);
    else if (status == FELT_OK) {
        put_together(&out, &t, style);
        put_left_out(&out, &t);
        status = out_finish(&out, ret);
    }
    for (int i = 0; i < t.count * t.count; i++)
        mpq_clear(t.covariance[i]);
    mpq_clear(t.most);
    free(t.covariance);
    return status;
}
