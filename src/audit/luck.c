/* src/audit/luck.c - what came out against the exact odds: the distance in standard deviations, and what to think of it. */
#include "audit.h"

#include <assert.h>
#include <felt/odds.h>
#include <math.h>

/* What a verdict takes. A z-score is judged as a normal deviate (the skewness taken away), which needs about five events of each kind. */
static const double least_events = 5, most_skewness_squared = 0.2, unusual_from = 2, hardly_from = 3, not_luck_below = 1e-6;

const char *felt_luck_verdict_text(felt_luck_verdict verdict)
{
    static const char *const texts[] = {"unknown", "early", "within", "unusual", "hardly", "not"};
    return texts[verdict];
}

/* ---- the distance ---- */

/* Wilson and Hilferty's cube root, which takes the skewness of a sum away: where a normal deviate is as rare as z. On the side of the
 * long tail only; on the short one z itself is careful enough. */
static double deviate_of(double z, double skewness)
{
    double long_tail = fabs(skewness);
    if (long_tail < 1e-9 || (z > 0) != (skewness > 0))
        return z;
    double deviate = 6 / long_tail * (cbrt(long_tail * fabs(z) / 2 + 1) - 1) + long_tail / 6;
    return copysign(deviate < fabs(z) ? deviate : fabs(z), z);
}

static felt_luck_verdict judge(const felt_luck *luck)
{
    double rarer = luck->hit < 0.5 ? luck->hit : 1 - luck->hit, away = fabs(luck->deviate);
    if (luck->rounds * rarer < least_events || luck->skewness * luck->skewness > most_skewness_squared)
        return FELT_LUCK_EARLY;
    if (away < unusual_from)
        return FELT_LUCK_WITHIN;
    if (away < hardly_from)
        return FELT_LUCK_UNUSUAL;
    return luck->chance > not_luck_below ? FELT_LUCK_HARDLY : FELT_LUCK_NOT;
}

felt_luck audit_luck(const audit_spread *spread, const audit_odds odds[FELT_PHASES_MAX], double hit)
{
    double staked = spread->staked, expected = 0, variance = 0, squares = 0, third = 0;
    felt_luck luck = {.verdict = FELT_LUCK_EARLY, .hit = hit, .chance = 1};
    if (staked <= 0)
        return luck;
    for (int phase = 0; phase < FELT_PHASES_MAX; phase++) {
        expected += spread->staked_at[phase] * odds[phase].edge;
        third += spread->staked_at[phase] / staked * odds[phase].third;
        for (int other = 0; other < FELT_PHASES_MAX; other++) {
            variance += spread->together_at[phase][other] * sqrt(odds[phase].variance * odds[other].variance);
            squares += spread->together_at[phase][other];
        }
    }
    luck.due = 1 - spread->due / staked;
    luck.realised = luck.due - spread->mispaid / staked;
    luck.exact = expected / staked;
    luck.deviation = sqrt(variance) / staked;
    luck.z = luck.deviation > 0 ? (luck.due - luck.exact) / luck.deviation : 0;
    luck.rounds = squares > 0 ? staked * staked / squares : 0;
    if (variance > 0) /* the house's share is the bettor's net win with the other sign; the skewness of a sum falls with its root */
        luck.skewness = -third / pow(variance / squares, 1.5) / sqrt(luck.rounds);
    luck.deviate = deviate_of(luck.z, luck.skewness);
    luck.chance = erfc(fabs(luck.deviate) / sqrt(2));
    luck.verdict = judge(&luck);
    return luck;
}

/* ---- exact odds ---- */

/* Adds the book's choice of an option of a sheet. */
static void select_choice(const felt_book *book, int sheet, int option, felt_selection *ret)
{
    const felt_option *o = &felt_book_sheet_at(book, sheet)->options[option];
    bool defaulted;
    ret->options[ret->count] = o->name;
    ret->choices[ret->count++] = o->choices[felt_book_choice(book, sheet, option, &defaulted)].name;
}

static int sheet_of(const felt_book *book, int wager)
{
    int sheet = 0;
    while (felt_book_sheet_at(book, sheet) != felt_book_sheet(book, wager))
        sheet++;
    return sheet;
}

/* The odds of a wager under the book's choices. Where the edge is the same for another phase, the variance may be another. */
static felt_status add_odds(const felt_book *book, int index, felt_odds_list *list)
{
    const felt_sheet *sheet = felt_book_sheet(book, index);
    const felt_wager *wager = felt_book_wager(book, index);
    felt_selection selection = {.count = 0};
    for (int k = 0; k < wager->option_count; k++)
        select_choice(book, sheet_of(book, index), wager->options[k], &selection);
    if (sheet->decks_option >= 0)
        select_choice(book, sheet_of(book, index), sheet->decks_option, &selection);
    felt_status status = felt_odds_add(list, sheet, &selection, wager->short_name, NULL, NULL);
    for (int k = 0, count = list->count; status == FELT_OK && k < count; k++)
        for (int phase = 0; phase < FELT_PHASES_MAX && status == FELT_OK; phase++)
            if (list->list[k].wager == wager && list->list[k].same_edge >> phase & 1)
                status = felt_odds_add_from(list, k, phase);
    return status;
}

/* False when there are none, or a pay is left out. */
static bool find_odds(const felt_book *book, int wager, const felt_odds_list *list, audit_odds ret[FELT_PHASES_MAX], double *ret_hit)
{
    const felt_machine *m = felt_book_variant(book, wager)->machine;
    bool found = false;
    for (int k = 0; k < list->count; k++) {
        const felt_odds *odds = &list->list[k];
        if (odds->wager != felt_book_wager(book, wager))
            continue;
        if (!odds->has_pays)
            return false;
        for (int phase = 0; phase < FELT_PHASES_MAX; phase++)
            if (!found || m->start[phase] == m->start[odds->start]) /* later ones are there only where they differ from the first */
                ret[phase] = (audit_odds){mpq_get_d(odds->edge), mpq_get_d(odds->variance), mpq_get_d(odds->third)};
        *ret_hit = found ? *ret_hit : mpq_get_d(odds->hit);
        found = true;
    }
    return found;
}

felt_status audit_odds_find(const felt_book *book, int wager, audit_odds ret[FELT_PHASES_MAX], double *ret_hit, bool *ret_known)
{
    felt_odds_list list = {0};
    felt_status status = felt_book_variant(book, wager) == NULL ? FELT_EDATA : add_odds(book, wager, &list);
    *ret_known = status == FELT_OK && find_odds(book, wager, &list, ret, ret_hit);
    felt_odds_list_free(&list);
    return status == FELT_EDATA ? FELT_OK : status; /* where winners cannot be settled, the edge of the others says nothing */
}

felt_status felt_audit_luck(const felt_audit *audit, int wager, felt_luck *ret)
{
    assert(wager >= 0 && wager < felt_book_wager_count(audit->book));
    audit_odds odds[FELT_PHASES_MAX] = {{0}};
    double hit = 0;
    bool known;
    felt_status status = audit_odds_find(audit->book, wager, odds, &hit, &known);
    if (status == FELT_OK && known)
        *ret = audit_luck(&audit->spreads[wager], odds, hit);
    else if (status == FELT_OK)
        *ret = (felt_luck){.verdict = FELT_LUCK_UNKNOWN};
    return status;
}
