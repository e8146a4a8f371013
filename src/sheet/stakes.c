/* src/sheet/stakes.c - what ties the stakes of a variant to other bets, what may be done with it once it stands, and its vig. */
#include "compile.h"
#include "parser.h"

/* How many wagers a name stands for: all sides, but one of another sheet, whose sides only the book knows. */
static int need_total(const compiled *out, const ref *r)
{
    return r->wager == REF_OUTSIDE ? 1 : side_total(&out->tree.wagers[r->wager]);
}

static felt_need *add_need(const compiled *out, const needs_source *needs, const ref *r, felt_need *list)
{
    felt_need need = {.wager = FELT_WAGER_OUTSIDE, .sheet = {"", 0}, .name = {"", 0}, .on_number = needs->on_number};
    if (r->wager == REF_OUTSIDE) {
        slashed_parts(r->at->text, &need.sheet, &need.name);
        *list++ = need;
        return list;
    }
    for (int side = 0; side < side_total(&out->tree.wagers[r->wager]); side++) {
        need.wager = (uint16_t)(out->first_wager[r->wager] + side);
        *list++ = need;
    }
    return list;
}

/* All sides of the wagers that the line names. */
static bool list_needs(compiler *c, const needs_source *needs, felt_variant *v)
{
    const compiled *out = c->out;
    int count = 0;
    for (int k = 0; k < needs->count; k++)
        count += need_total(out, &needs->refs[k]);
    felt_need *list = compiler_take(c, (size_t)count, sizeof *list);
    if (list == NULL)
        return false;
    v->needs = list;
    v->needs_count = count;
    for (int k = 0; k < needs->count; k++)
        list = add_need(out, needs, &needs->refs[k], list);
    return true;
}

/* What a stake of 1 can win before commission; false, after a report at `at`, when no row in force or several different ones say it. */
static bool single_win(compiler *c, const target *t, const felt_variant *v, const token *at, int64_t *ret_num, int64_t *ret_den)
{
    const felt_pay *found = NULL;
    bool differs = false;
    for (int i = 0; i < t->source->row_count; i++) {
        const felt_pay *pay = &v->pays[i].pay;
        if (!(v->active >> i & 1) || (pay->kind != FELT_PAY_WINS && pay->kind != FELT_PAY_UNSET && pay->kind != FELT_PAY_UNDEFINED))
            continue;
        differs =
            differs || pay->kind != FELT_PAY_WINS || (found != NULL && (pay->win_num != found->win_num || pay->win_den != found->win_den));
        found = pay;
    }
    if (found == NULL || differs) {
        compiler_error(c, at, "type", "what the wager can win is not one amount; expected rows in force that all win the same");
        return false;
    }
    *ret_num = found->win_num;
    *ret_den = found->win_den;
    return true;
}

/* `winning at most` is a limit of the stake all the same: so much that it wins no more. */
static bool set_most(compiler *c, const target *t, const needs_source *needs, felt_variant *v)
{
    int64_t num = needs->most_num, den = needs->most_den, win_num, win_den;
    if (needs->most_wins) {
        if (!single_win(c, t, v, needs->at, &win_num, &win_den))
            return false;
        if (!pay_reduce(num, den, win_den, win_num, &num, &den) || num > INT32_MAX || den > INT32_MAX) {
            compiler_error(c, needs->at, "limit", "the limit comes to a fraction with numbers above %d", INT32_MAX);
            return false;
        }
    }
    v->most_num = (int32_t)num;
    v->most_den = (int32_t)den;
    return true;
}

static bool set_needs(compiler *c, const target *t, felt_variant *v)
{
    for (int i = 0; i < t->source->needs_count; i++) {
        const needs_source *needs = &t->source->needs[i];
        if (!guard_fits(&needs->guard, t->wager, t->choices, t->side))
            continue;
        if (v->needs_count > 0)
            return refuse_second(c, needs->at);
        if (!list_needs(c, needs, v) || !set_most(c, t, needs, v))
            return false;
    }
    return true;
}

static bool set_may(compiler *c, const target *t, felt_variant *v)
{
    for (int i = 0; i < t->source->may_count; i++) {
        const may_source *may = &t->source->may[i];
        if (!guard_fits(&may->guard, t->wager, t->choices, t->side))
            continue;
        if (v->may != 0)
            return refuse_second(c, may->at);
        v->may = may->may;
    }
    return true;
}

/* A vig that is taken out of a win is the commission of every row that wins. */
static bool set_commissions(compiler *c, const target *t, const vig_source *vig, const felt_variant *v, felt_row_pay *pays)
{
    for (int i = 0; i < t->source->row_count; i++) {
        felt_pay *pay = &pays[i].pay;
        if (!(v->active >> i & 1) || pay->kind != FELT_PAY_WINS)
            continue;
        int64_t of_num = vig->of_stake ? 1 : pay->win_num, of_den = vig->of_stake ? 1 : pay->win_den, num, den;
        bool fits = pay->printed_less == 0 && pay_reduce(vig->percent, 10000, of_num, of_den, &pay->commission_num, &pay->commission_den);
        if (fits)
            felt_pay_net(pay, &num, &den);
        if (!fits || num < 0) {
            compiler_error(c, vig->at, "type", "the row in line %d %s", t->source->rows[i].at->line,
                           pay->printed_less != 0 ? "has a commission already; expected one of the two" : "wins less than the vig");
            return false;
        }
        pay->printed_less = vig->percent;
        pay->printed_less_of_stake = vig->of_stake;
        pay->commission_is_vig = true;
    }
    return true;
}

static bool set_vig(compiler *c, const target *t, felt_row_pay *pays, felt_variant *v)
{
    const vig_source *vig = NULL;
    v->vig_den = 1;
    for (int i = 0; i < t->source->vig_count; i++) {
        if (!guard_fits(&t->source->vigs[i].guard, t->wager, t->choices, t->side))
            continue;
        if (vig != NULL)
            return refuse_second(c, t->source->vigs[i].at);
        vig = &t->source->vigs[i];
    }
    if (vig == NULL)
        return true;
    if (vig->on_win)
        return set_commissions(c, t, vig, v, pays);
    int64_t win_num = 1, win_den = 1;
    if (!vig->of_stake && !single_win(c, t, v, vig->at, &win_num, &win_den))
        return false;
    v->printed_vig = vig->percent;
    v->printed_vig_of_stake = vig->of_stake;
    bool fits = pay_reduce(vig->percent, 10000, win_num, win_den, &v->vig_num, &v->vig_den);
    for (int i = 0; i < t->source->row_count; i++)
        fits = fits && pay_add_vig(&pays[i].pay, v->vig_num, v->vig_den);
    if (!fits)
        compiler_error(c, vig->at, "limit", "what a unit handed over wins would be a fraction of too many digits");
    return fits;
}

bool compile_stakes(compiler *c, const target *t, felt_row_pay *pays, felt_variant *v)
{
    return set_vig(c, t, pays, v) && set_needs(c, t, v) && set_may(c, t, v);
}
