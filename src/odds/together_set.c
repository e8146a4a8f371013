/* src/odds/together_set.c - which wagers of a list stand together on one table, under which choices, and their figures as a set. */
#include <assert.h>
#include <felt/terms.h>
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

/* Is the wager there under the choices that are taken where nobody says otherwise? Those that matter to its figures are looked at apart. */
static bool is_offered(const felt_sheet *sheet, const felt_wager *wager, const felt_selection *own)
{
    for (int i = 0; i < wager->option_count; i++) {
        const felt_option *option = &sheet->options[wager->options[i]];
        if (option->kind != FELT_OPTION_DECKS && !felt_wager_offered(wager, i, felt_choice_default(own, option)))
            return false;
    }
    return true;
}

/* Are all its choices those that are taken where nobody says otherwise? */
static bool is_usual(const felt_odds *o, const felt_selection *selection)
{
    felt_setting settings[FELT_ODDS_SETTINGS_MAX];
    felt_selection own = felt_selection_of(selection, o->sheet);
    int count = felt_odds_settings(o, settings);
    for (int i = 0; i < count; i++)
        if (settings[i].choice != &settings[i].option->choices[felt_choice_default(&own, settings[i].option)])
            return false;
    return is_offered(o->sheet, o->wager, &own);
}

/* A choice that has no figure is not passed over for one that has: what is taken by default is the document as printed. */
static void take(const felt_odds *const *list, int count, const felt_selection *selection, bool *taken)
{
    for (int i = 0, taken_count = 0; i < count && taken_count < FELT_TOGETHER_MAX; i++) {
        bool fits = list[i]->has_pays && felt_odds_same_round(list[i], list[i]) && is_usual(list[i], selection);
        for (int k = 0; k < i && fits; k++)
            fits = !taken[k] || stand_together(list[k], list[i]);
        taken[i] = fits;
        taken_count += fits;
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

/* The entry of the same wager as list[i] with the choices that are taken; list[i] where it is not offered under them. */
static const felt_odds *usual_entry(const felt_odds *const *list, int count, const felt_selection *selection, int i)
{
    for (int k = 0; k < count; k++)
        if (list[k]->wager == list[i]->wager && is_usual(list[k], selection))
            return list[k];
    return list[i];
}

/* Returns whether a choice that was taken leaves it without a figure. */
static bool count_left_out(const felt_odds *o, felt_together *t)
{
    bool one_round = felt_odds_same_round(o, o);
    t->left_multi_roll += !one_round;
    t->left_unset += one_round && !o->has_pays;
    t->left_other += one_round && o->has_pays;
    return one_round && !o->has_pays;
}

/* `lacking` gets the entries that the choices taken leave without a figure; it has room for all. */
static felt_status choose(const felt_odds *const *list, int count, const felt_selection *selection, felt_together *t,
                          const felt_odds **lacking, int *lacking_count)
{
    bool *taken = calloc((size_t)count + 1, sizeof *taken);
    t->list = calloc(FELT_TOGETHER_MAX, sizeof *t->list);
    if (taken == NULL || t->list == NULL) {
        free(taken);
        return FELT_ENOMEM;
    }
    take(list, count, selection, taken);
    for (int i = 0; i < count; i++) {
        const felt_odds *usual = usual_entry(list, count, selection, i);
        if (taken[i])
            t->list[t->count++] = list[i];
        else if (is_left_out(list, count, taken, i) && count_left_out(usual, t) && is_usual(usual, selection))
            lacking[(*lacking_count)++] = usual;
    }
    free(taken);
    return t->count > 0 ? FELT_OK : FELT_ENOTFOUND;
}

/* ---- their choices ---- */

static bool is_known(const felt_together *t, const felt_option *option)
{
    for (int i = 0; i < t->choice_count; i++)
        if (t->choices[i].setting.option == option)
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

static void name_choices_of(const felt_odds *o, const felt_selection *selection, felt_together *t)
{
    felt_setting settings[FELT_ODDS_SETTINGS_MAX];
    felt_selection own = felt_selection_of(selection, o->sheet);
    int count = felt_odds_settings(o, settings);
    for (int k = 0; k < count; k++)
        if (!is_known(t, settings[k].option))
            t->choices[t->choice_count++] =
                (felt_together_choice){o->sheet, o->wager, settings[k], choices_left(&own, settings[k].option) > 1};
}

/* Does the wager's option decide whether it is offered? */
static bool decides_offer(const felt_option *option, const felt_wager *wager, int i)
{
    for (int choice = 0; choice < option->choice_count; choice++)
        if (!felt_wager_offered(wager, i, choice))
            return option->kind != FELT_OPTION_DECKS;
    return false;
}

/* Those that say whether a wager of the sheet stands here at all, be it in the list or not. */
static void name_offers_of(const felt_sheet *sheet, const felt_selection *selection, felt_together *t)
{
    felt_selection own = felt_selection_of(selection, sheet);
    for (int w = 0; w < sheet->wager_count; w++) {
        const felt_wager *wager = &sheet->wagers[w];
        if (!felt_wager_selected(selection, sheet, wager) || felt_variant_stands(&wager->variants[0]))
            continue;
        for (int i = 0; i < wager->option_count; i++) {
            const felt_option *option = &sheet->options[wager->options[i]];
            int choice = felt_choice_default(&own, option);
            if (choice < 0 || is_known(t, option) || !decides_offer(option, wager, i))
                continue;
            felt_setting taken = {option, &option->choices[choice]};
            t->choices[t->choice_count++] = (felt_together_choice){sheet, wager, taken, choices_left(&own, option) > 1};
        }
    }
}

static bool is_first_of_sheet(const felt_odds *const *list, int i)
{
    for (int k = 0; k < i; k++)
        if (list[k]->sheet == list[i]->sheet)
            return false;
    return true;
}

/* Those of the list, and those that left wagers out of it: who reads the list can make them otherwise. */
static felt_status name_choices(const felt_odds *const *list, int count, const felt_selection *selection, const felt_odds *const *lacking,
                                int lacking_count, felt_together *t)
{
    size_t most = (size_t)count * FELT_ODDS_SETTINGS_MAX; /* each is named once, and these are all that matter to an entry */
    for (int i = 0; i < count; i++)
        most += is_first_of_sheet(list, i) ? (size_t)list[i]->sheet->option_count : 0;
    t->choices = calloc(most, sizeof *t->choices);
    if (t->choices == NULL)
        return FELT_ENOMEM;
    for (int i = 0; i < t->count; i++) {
        assert(t->list[i] != NULL);
        name_choices_of(t->list[i], selection, t);
    }
    for (int i = 0; i < lacking_count; i++)
        name_choices_of(lacking[i], selection, t);
    for (int i = 0; i < count; i++)
        if (is_first_of_sheet(list, i))
            name_offers_of(list[i]->sheet, selection, t);
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
    const felt_odds **lacking = calloc((size_t)count + 1, sizeof *lacking);
    int lacking_count = 0;
    mpq_init(t.most);
    felt_status status = lacking == NULL ? FELT_ENOMEM : choose(list, count, selection, &t, lacking, &lacking_count);
    if (status == FELT_OK)
        status = name_choices(list, count, selection, lacking, lacking_count, &t);
    free(lacking);
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
