/* src/odds/together_set.c - which wagers of a list stand together on one table, under which choices, and their figures as a set. */
#include <assert.h>
#include <felt/together.h>
#include <stdlib.h>

/* ---- who stands beside whom ---- */

/* Can both stand on one table: different wagers, with the same choice of every option that matters to both? */
static bool stand_together(const felt_odds *a, const felt_odds *b)
{
    if (a->wager == b->wager || !felt_odds_same_round(a, b))
        return false;
    for (int i = 0; i < a->wager->option_count && a->sheet == b->sheet; i++)
        for (int k = 0; k < b->wager->option_count; k++)
            if (a->wager->options[i] == b->wager->options[k] && felt_odds_names(a, i) && felt_odds_names(b, k) &&
                a->variant->choices[i] != b->variant->choices[k])
                return false;
    return true;
}

/* Are all its choices those that are taken where nobody says otherwise? */
static bool is_usual(const felt_odds *o, const felt_selection *selection)
{
    felt_setting settings[FELT_ODDS_SETTINGS_MAX];
    int count = felt_odds_settings(o, settings);
    for (int i = 0; i < count; i++)
        if (settings[i].choice != &settings[i].option->choices[felt_choice_default(selection, settings[i].option)])
            return false;
    return true;
}

static void take(const felt_odds *const *list, int count, const felt_selection *usual_only, bool *taken, int *taken_count)
{
    for (int i = 0; i < count && *taken_count < FELT_TOGETHER_MAX; i++) {
        bool fits = !taken[i] && list[i]->has_pays && felt_odds_same_round(list[i], list[i]);
        fits = fits && (usual_only == NULL || is_usual(list[i], usual_only));
        for (int k = 0; k < count && fits; k++)
            fits = !taken[k] || stand_together(list[k], list[i]);
        taken[i] = taken[i] || fits;
        *taken_count += fits;
    }
}

/* Is list[i] the first of its wager, of which none was taken? */
static bool is_left_out(const felt_odds *const *list, int count, const bool *taken, int i)
{
    for (int k = 0; k < count; k++)
        if (list[k]->wager == list[i]->wager && (taken[k] || k < i))
            return false;
    return true;
}

static void count_left_out(const felt_odds *o, felt_together *t)
{
    bool one_round = felt_odds_same_round(o, o);
    t->left_multi_roll += !one_round;
    t->left_unset += one_round && !o->has_pays;
    t->left_other += one_round && o->has_pays;
}

static felt_status choose(const felt_odds *const *list, int count, const felt_selection *selection, felt_together *t)
{
    bool *taken = calloc((size_t)count + 1, sizeof *taken);
    int taken_count = 0;
    t->list = calloc(FELT_TOGETHER_MAX, sizeof *t->list);
    if (taken == NULL || t->list == NULL) {
        free(taken);
        return FELT_ENOMEM;
    }
    take(list, count, selection, taken, &taken_count);
    take(list, count, NULL, taken, &taken_count);
    for (int i = 0; i < count; i++) {
        if (taken[i])
            t->list[t->count++] = list[i];
        else if (is_left_out(list, count, taken, i))
            count_left_out(list[i], t);
    }
    free(taken);
    return t->count > 0 ? FELT_OK : FELT_ENOTFOUND;
}

/* ---- their choices ---- */

static bool is_known(const felt_together *t, const felt_setting *setting)
{
    for (int i = 0; i < t->choice_count; i++)
        if (t->choices[i].setting.option == setting->option)
            return true;
    return false;
}

static int choices_left(const felt_selection *selection, const felt_option *option)
{
    int left = 0;
    for (int i = 0; i < option->choice_count; i++)
        left += felt_choice_selected(selection, option, &option->choices[i]);
    return left;
}

static felt_status name_choices(const felt_selection *selection, felt_together *t)
{
    t->choices = calloc((size_t)t->count * FELT_ODDS_SETTINGS_MAX, sizeof *t->choices);
    if (t->choices == NULL)
        return FELT_ENOMEM;
    for (int i = 0; i < t->count; i++) {
        felt_setting settings[FELT_ODDS_SETTINGS_MAX];
        assert(t->list[i] != NULL);
        int count = felt_odds_settings(t->list[i], settings);
        for (int k = 0; k < count; k++)
            if (!is_known(t, &settings[k]))
                t->choices[t->choice_count++] = (felt_together_choice){t->list[i]->sheet, t->list[i]->wager, settings[k],
                                                                       choices_left(selection, settings[k].option) > 1};
    }
    return FELT_OK;
}

/* ---- their figures ---- */

static felt_status compute(const felt_shoe *shoe, felt_together *t)
{
    t->covariance = calloc((size_t)t->count * (size_t)t->count, sizeof *t->covariance);
    if (t->covariance == NULL)
        return FELT_ENOMEM;
    for (int i = 0; i < t->count * t->count; i++)
        mpq_init(t->covariance[i]);
    for (int i = 0; i < t->count; i++) {
        for (int k = 0; k <= i; k++) {
            felt_status status = felt_odds_covariance(t->list[i], t->list[k], shoe, t->covariance[i * t->count + k]);
            if (status != FELT_OK)
                return status;
            mpq_set(t->covariance[k * t->count + i], t->covariance[i * t->count + k]);
        }
    }
    return felt_odds_exposure(t->list, t->count, shoe, t->most, &t->event);
}

felt_status felt_together_make(const felt_odds *const *list, int count, const felt_selection *selection, const felt_shoe *shoe,
                               felt_together *ret)
{
    felt_together t = {.count = 0};
    mpq_init(t.most);
    felt_status status = choose(list, count, selection, &t);
    if (status == FELT_OK)
        status = name_choices(selection, &t);
    if (status == FELT_OK)
        status = compute(shoe, &t);
    if (status == FELT_OK)
        *ret = t;
    else
        felt_together_free(&t);
    return status;
}

void felt_together_free(felt_together *t)
{
    for (int i = 0; t->covariance != NULL && i < t->count * t->count; i++)
        mpq_clear(t->covariance[i]);
    mpq_clear(t->most);
    free(t->covariance);
    free(t->choices);
    free(t->list);
    t->covariance = NULL;
}

int felt_together_correlation(const felt_together *t, int a, int b, mpq_t ret_square)
{
    const mpq_t *covariance = (const mpq_t *)&t->covariance[a * t->count + b];
    mpq_t product;
    mpq_init(product);
    mpq_mul(product, t->list[a]->variance, t->list[b]->variance);
    int sign = mpq_sgn(product) > 0 ? mpq_sgn(*covariance) : 0;
    mpq_set_ui(ret_square, 0, 1);
    if (sign != 0) {
        mpq_mul(ret_square, *covariance, *covariance);
        mpq_div(ret_square, ret_square, product);
    }
    mpq_clear(product);
    return sign;
}
