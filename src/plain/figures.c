/* src/plain/figures.c - exact odds for other languages: of wagers, and of many shoes at once. */
#include "plain.h"

#include <felt/report.h>
#include <string.h>

static bool is_called(const felt_plain *plain, felt_text name)
{
    for (int s = 0; s < plain->count; s++)
        for (int w = 0; w < plain->sheets[s]->wager_count; w++)
            if (felt_wager_called(plain->sheets[s], &plain->sheets[s]->wagers[w], name))
                return true;
    return false;
}

felt_status plain_odds(felt_plain *plain, const felt_selection *selection, const char *wager, const felt_shoe *shoe, felt_odds_list *list)
{
    felt_text name = felt_text_from(wager == NULL ? "" : wager);
    felt_status status = FELT_OK;
    if (name.length > 0 && !is_called(plain, name))
        return felt_error_set(&plain->error, FELT_ENOTFOUND, -1, "there is no wager '%.*s'", FELT_TEXT_ARGS(name));
    for (int i = 0; i < plain->count && status == FELT_OK; i++) {
        felt_selection own = felt_selection_of(selection, plain->sheets[i]);
        status = felt_odds_add(list, plain->sheets[i], &own, name, shoe, &plain->error);
    }
    if (status == FELT_OK && list->count == 0)
        return felt_error_set(&plain->error, FELT_ENOTFOUND, -1, "no wager is left under these choices");
    return status;
}

static felt_status report(const felt_odds_list *list, char **ret)
{
    felt_text text;
    felt_arena *arena = felt_arena_new(PLAIN_ARENA_MAX);
    const felt_odds **order = arena == NULL ? NULL : felt_arena_take(arena, (size_t)list->count, sizeof *order);
    felt_status status = order == NULL ? FELT_ENOMEM : FELT_OK;
    for (int i = 0; i < list->count && status == FELT_OK; i++)
        order[i] = &list->list[i];
    if (status == FELT_OK)
        status = felt_report_odds(arena, order, list->count, FELT_REPORT_JSON, 0, &text);
    if (status == FELT_OK)
        status = plain_give(text, ret);
    felt_arena_free(arena);
    return status;
}

felt_status felt_plain_odds(felt_plain *plain, const char *choices, const char *wager, const int32_t *shoe, char **ret)
{
    felt_selection selection;
    felt_odds_list list = {0};
    felt_shoe given;
    if (shoe != NULL)
        memcpy(given.cards, shoe, sizeof given.cards);
    felt_status status = plain_choices(plain, choices, &selection);
    if (status == FELT_OK)
        status = plain_odds(plain, &selection, wager, shoe == NULL ? NULL : &given, &list);
    if (status == FELT_OK)
        status = report(&list, ret);
    felt_odds_list_free(&list);
    return status == FELT_OK ? status : plain_fail(plain, status);
}

/* ---- many shoes ---- */

/* The one variant of a wager under the choices, in a game that is dealt from a shoe. */
static felt_status find(felt_plain *plain, const char *choices, const char *wager, const felt_wager **ret_wager, const felt_variant **ret)
{
    felt_selection selection;
    const felt_book *book;
    int index;
    felt_arena *arena = felt_arena_new(PLAIN_ARENA_MAX);
    felt_status status = arena == NULL ? FELT_ENOMEM : plain_choices(plain, choices, &selection);
    if (status == FELT_OK)
        status = plain_book(plain, arena, &selection, (felt_house){.rounding = FELT_ROUNDING_FLOOR}, &book);
    if (status == FELT_OK && felt_book_game(book)->source != FELT_SOURCE_SHOE)
        status = felt_error_set(&plain->error, FELT_EDATA, -1, "there is no shoe in %s", felt_book_game(book)->name);
    if (status == FELT_OK)
        status = felt_book_find(book, felt_text_from(wager), felt_text_from(""), &index, &plain->error);
    if (status == FELT_OK && felt_book_variant(book, index) == NULL)
        status = felt_error_set(&plain->error, FELT_ENOTFOUND, -1, "'%s' is not offered under these choices", wager);
    if (status == FELT_OK) {
        *ret_wager = felt_book_wager(book, index); /* both are the sheet's, and outlive the book */
        *ret = felt_book_variant(book, index);
    }
    felt_arena_free(arena);
    return status;
}

int felt_plain_row_count(felt_plain *plain, const char *choices, const char *wager)
{
    const felt_wager *found;
    const felt_variant *variant;
    felt_status status = find(plain, choices, wager, &found, &variant);
    if (status == FELT_OK)
        return found->row_count;
    plain_fail(plain, status);
    return 0;
}

felt_status felt_plain_rows(felt_plain *plain, const char *choices, const char *wager, const int32_t *shoes, size_t count, uint64_t *ret)
{
    const felt_wager *found;
    const felt_variant *variant;
    felt_status status = find(plain, choices, wager, &found, &variant);
    if (status == FELT_OK && count > FELT_PLAIN_SHOES_MAX)
        status = felt_error_set(&plain->error, FELT_ERANGE, -1, "found %zu shoes, expected at most %d", count, FELT_PLAIN_SHOES_MAX);
    if (status == FELT_OK)
        status = felt_odds_shoe_rows(found, variant, shoes, count, ret, &plain->error);
    return status == FELT_OK ? status : plain_fail(plain, status);
}
