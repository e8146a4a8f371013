/* src/odds/merge.c - a list of odds with as few entries as say the same.
 *
 * An option that matters to a wager may still make no difference beside some choices of others: which hands a seven pushes is of no account
 * where the banker pays commission. Entries that differ in such a choice alone are one, which then does not name it. */
#include "figures.h"

#include <assert.h>

/* Entries that have been joined to another are left in their places for a while, without a wager. */
static bool is_gone(const felt_odds *o)
{
    return o->wager == NULL;
}

/* Do the two name the same options, and the same choices of all of them but one? */
static bool differ_at_most_in(const felt_odds *a, const felt_odds *b, int option)
{
    return !is_gone(b) && a->relevant == b->relevant && figures_same_choices(a, b, option);
}

/* The choices of an option that are among the entries of a wager, a bit for each. */
static uint32_t choices_in(const felt_odds *list, int count, int option)
{
    uint32_t choices = 0;
    for (int i = 0; i < count; i++)
        choices |= is_gone(&list[i]) ? 0 : UINT32_C(1) << list[i].variant->choices[option];
    return choices;
}

/* Are there entries like list[at] for every other choice of the option, all with its figures? */
static bool makes_no_difference(const felt_odds *list, int count, int at, int option, uint32_t choices)
{
    uint32_t seen = 0;
    for (int i = 0; i < count; i++) {
        if (!differ_at_most_in(&list[at], &list[i], option))
            continue;
        if (!felt_variants_alike(list[at].wager, list[at].variant, list[i].variant))
            return false;
        seen |= UINT32_C(1) << list[i].variant->choices[option];
    }
    return seen == choices;
}

/* Joins entries of one wager that differ in the choice of one option alone. */
static void join_choices(felt_odds *list, int count, int option)
{
    assert(option >= 0 && option < FELT_WAGER_OPTIONS_MAX);
    uint32_t choices = choices_in(list, count, option);
    if ((choices & (choices - 1)) == 0)
        return; /* one choice: it was asked for, or the wager is offered under it only */
    for (int at = 0; at < count; at++) {
        if (is_gone(&list[at]) || !felt_odds_names(&list[at], option) || !makes_no_difference(list, count, at, option, choices))
            continue;
        for (int i = at + 1; i < count; i++) {
            if (!differ_at_most_in(&list[at], &list[i], option))
                continue;
            figures_clear(&list[i]);
            list[i].wager = NULL;
        }
        list[at].relevant = (uint16_t)(list[at].relevant & ~(1 << option));
    }
}

/* Options that are declared last give way first: those before them say more about the table. */
static void merge_wager(felt_odds *list, int count)
{
    const felt_wager *wager = list[0].wager;
    for (int option = wager->option_count - 1; option >= 0; option--)
        if (wager->options[option] != list[0].sheet->decks_option)
            join_choices(list, count, option);
}

void felt_odds_merge(felt_odds_list *list)
{
    for (int first = 0, end; first < list->count; first = end) {
        for (end = first + 1; end < list->count && list->list[end].wager == list->list[first].wager;)
            end++;
        merge_wager(list->list + first, end - first);
    }
    int left = 0;
    for (int i = 0; i < list->count; i++)
        if (!is_gone(&list->list[i]))
            list->list[left++] = list->list[i];
    list->count = left;
}
