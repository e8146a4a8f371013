/* src/settle/book.c - settles the options of one or more sheets, so that every wager has one variant, and ties the wagers together. */
#include "book.h"
#include "../sheet/names.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- settings ---- */

/* The choice of an option that the selection names, -1 for none, -2 for two. */
static int named_choice(const felt_selection *selection, const felt_option *option)
{
    int found = -1;
    for (int i = 0; i < selection->count; i++) {
        if (!felt_text_equal(selection->options[i], option->name))
            continue;
        int choice = felt_choice_find(option, selection->choices[i]);
        if (choice < 0)
            continue; /* a column that only other paytables have */
        if (found >= 0 && found != choice)
            return -2;
        found = choice;
    }
    return found;
}

static felt_status take_choices(const felt_book *book, int s, const felt_selection *selection, felt_error *error)
{
    const felt_sheet *sheet = book->sheets[s];
    felt_selection own = felt_selection_of(selection, sheet);
    for (int i = 0; i < sheet->option_count; i++) {
        const felt_option *option = &sheet->options[i];
        int choice = named_choice(&own, option);
        if (choice == -2)
            return felt_error_set(error, FELT_EDATA, -1, "two choices of '%.*s' are named; a table has one", FELT_TEXT_ARGS(option->name));
        book->defaulted[s][i] = choice < 0;
        book->choices[s][i] = (uint8_t)(choice < 0 ? 0 : choice);
    }
    return FELT_OK;
}

/* ---- decks ---- */

/* The choice of so many decks, -1 for none. */
static int decks_choice(const felt_sheet *sheet, int decks)
{
    const felt_option *option = &sheet->options[sheet->decks_option];
    for (int i = 0; i < option->choice_count; i++)
        if (option->choices[i].number == decks)
            return i;
    return -1;
}

/* The number that a setting has named for a sheet; 0 for none. */
static int named_decks(const felt_book *book, int s)
{
    int option = book->sheets[s]->decks_option;
    return book->defaulted[s][option] ? 0 : book->sheets[s]->options[option].choices[book->choices[s][option]].number;
}

static bool all_allow(const felt_book *book, int decks)
{
    for (int s = 0; s < book->sheet_count; s++)
        if (decks_choice(book->sheets[s], decks) < 0 || (named_decks(book, s) != 0 && named_decks(book, s) != decks))
            return false;
    return true;
}

static felt_status take_decks(felt_book *book, felt_error *error)
{
    int decks = felt_game_decks_max(book->game);
    if (decks == 0)
        return FELT_OK;
    while (decks > 0 && !all_allow(book, decks))
        decks--;
    if (decks == 0)
        return felt_error_set(error, FELT_EDATA, -1, "the sheets of the book have no number of decks in common; a table has one shoe");
    for (int s = 0; s < book->sheet_count; s++)
        book->choices[s][book->sheets[s]->decks_option] = (uint8_t)decks_choice(book->sheets[s], decks);
    book->decks = decks;
    return FELT_OK;
}

/* ---- wagers ---- */

static const felt_variant *find_variant(const felt_wager *wager, const uint8_t *choices)
{
    for (int v = 0; v < wager->variant_count; v++) {
        bool fits = true;
        for (int k = 0; k < wager->option_count && fits; k++)
            fits = wager->variants[v].choices[k] == choices[wager->options[k]];
        if (fits)
            return &wager->variants[v];
    }
    return NULL;
}

/* The class of an event known in part, where all events that it may be have one class. */
static uint8_t partial_class(const felt_machine *m, int code)
{
    int class = -1;
    for (int event = 0; event < m->game->event_count; event++) {
        if (!m->game->covers(code, event))
            continue;
        if (class >= 0 && class != m->class_of[event])
            return BOOK_CLASS_NONE;
        class = m->class_of[event];
    }
    return class < 0 ? BOOK_CLASS_NONE : (uint8_t) class;
}

book_wager book_wager_alone(const felt_sheet *sheet, const felt_wager *wager, const felt_variant *variant, felt_text name)
{
    book_wager w = {.sheet = sheet, .wager = wager, .name = name, .complete = variant == NULL || variant->complete};
    if (variant == NULL || !variant->complete)
        return w;
    const felt_game *game = variant->machine->game;
    w.variant = variant;
    w.machine = variant->machine;
    w.pays = variant->pays;
    w.vig = variant->vig_num > 0;
    assert(game->code_count - game->event_count <= BOOK_PARTIAL_MAX);
    for (int code = game->event_count; code < game->code_count; code++)
        w.partial[code - game->event_count] = partial_class(variant->machine, code);
    return w;
}

/* Has a wager of another sheet the same short name? */
static bool is_shared(const felt_book *book, int s, const felt_wager *wager)
{
    for (int other = 0; other < book->sheet_count; other++)
        for (int i = 0; other != s && i < book->sheets[other]->wager_count; i++)
            if (felt_text_equal(book->sheets[other]->wagers[i].short_name, wager->short_name))
                return true;
    return false;
}

static felt_text make_name(felt_arena *arena, const felt_book *book, int s, const felt_wager *wager)
{
    bool shared = is_shared(book, s, wager);
    felt_text sheet = shared ? book->sheets[s]->short_name : felt_text_from("");
    return felt_arena_print(arena, "%.*s%s%.*s%s%.*s", FELT_TEXT_ARGS(sheet), shared ? "/" : "", FELT_TEXT_ARGS(wager->short_name),
                            wager->side.length == 0 ? "" : " on ", FELT_TEXT_ARGS(wager->side));
}

static felt_status open_wagers(felt_arena *arena, felt_book *book, int s, book_wager *ret)
{
    for (int i = 0; i < book->sheets[s]->wager_count; i++) {
        const felt_wager *wager = &book->sheets[s]->wagers[i];
        felt_text name = make_name(arena, book, s, wager);
        if (name.bytes == NULL)
            return FELT_ENOMEM;
        ret[i] = book_wager_alone(book->sheets[s], wager, find_variant(wager, book->choices[s]), name);
        ret[i].short_length = name.length - (wager->side.length == 0 ? 0 : wager->side.length + strlen(" on "));
    }
    return FELT_OK;
}

/* ---- base wagers ---- */

static int first_of_sheet(const felt_book *book, int s)
{
    int first = 0;
    for (int i = 0; i < s; i++)
        first += book->sheets[i]->wager_count;
    return first;
}

/* Writes the wagers of the book that a need means into `ret`, if it is not NULL, and returns their number. */
static int find_need(const felt_book *book, int s, const felt_need *need, book_need *ret)
{
    int count = 0;
    if (need->wager != FELT_WAGER_OUTSIDE) {
        if (ret != NULL)
            *ret = (book_need){(uint16_t)(first_of_sheet(book, s) + need->wager), need->on_number};
        return 1;
    }
    for (int i = 0; i < book->wager_count; i++) {
        const book_wager *w = &book->wagers[i];
        if (!felt_text_equal(w->sheet->short_name, need->sheet) || !felt_text_equal(w->wager->short_name, need->name))
            continue;
        if (ret != NULL)
            ret[count] = (book_need){(uint16_t)i, need->on_number};
        count++;
    }
    return count;
}

static felt_status tie_wager(felt_arena *arena, const felt_book *book, int s, book_wager *w, felt_error *error)
{
    int count = 0;
    for (int i = 0; w->variant != NULL && i < w->variant->needs_count; i++) {
        int found = find_need(book, s, &w->variant->needs[i], NULL);
        const felt_need *need = &w->variant->needs[i];
        if (found == 0)
            return felt_error_set(error, FELT_ENOTFOUND, -1, "%.*s needs a bet on %.*s/%.*s, which is not in the book: add that sheet",
                                  FELT_TEXT_ARGS(w->name), FELT_TEXT_ARGS(need->sheet), FELT_TEXT_ARGS(need->name));
        count += found;
    }
    book_need *needs = felt_arena_take(arena, (size_t)count, sizeof *needs);
    if (needs == NULL)
        return FELT_ENOMEM;
    w->needs = needs;
    w->needs_count = count;
    for (int i = 0; w->variant != NULL && i < w->variant->needs_count; i++)
        needs += find_need(book, s, &w->variant->needs[i], needs);
    return FELT_OK;
}

/* The other way round: who needs a wager. */
static felt_status list_dependents(felt_arena *arena, felt_book *book)
{
    int *counts = calloc((size_t)book->wager_count + 1, sizeof *counts);
    felt_status status = counts == NULL ? FELT_ENOMEM : FELT_OK;
    for (int i = 0; status == FELT_OK && i < book->wager_count; i++)
        for (int k = 0; k < book->wagers[i].needs_count; k++)
            counts[book->wagers[i].needs[k].wager]++;
    for (int i = 0; status == FELT_OK && i < book->wager_count; i++) {
        book->wagers[i].needed_by = felt_arena_take(arena, (size_t)counts[i], sizeof *book->wagers[i].needed_by);
        if (book->wagers[i].needed_by == NULL)
            status = FELT_ENOMEM;
    }
    for (int i = 0; status == FELT_OK && i < book->wager_count; i++) {
        for (int k = 0; k < book->wagers[i].needs_count; k++) {
            book_wager *base = &book->wagers[book->wagers[i].needs[k].wager];
            ((uint16_t *)(uintptr_t)base->needed_by)[base->needed_by_count++] = (uint16_t)i;
            base->by_number = base->by_number || book->wagers[i].needs[k].on_number;
            book->by_number = book->by_number || base->by_number;
        }
    }
    free(counts);
    return status;
}

/* Sheets refuse circles of their own; two sheets that need each other could still make one. */
static felt_status find_depths(felt_book *book, felt_error *error)
{
    for (bool changed = true; changed;) {
        changed = false;
        for (int i = 0; i < book->wager_count; i++) {
            book_wager *w = &book->wagers[i];
            for (int k = 0; k < w->needs_count; k++) {
                int depth = book->wagers[w->needs[k].wager].depth + 1;
                if (depth <= w->depth)
                    continue;
                if (depth > book->wager_count)
                    return felt_error_set(error, FELT_EDATA, -1, "%.*s needs a bet that needs it in turn", FELT_TEXT_ARGS(w->name));
                w->depth = depth;
                changed = true;
            }
            book->depth_max = w->depth > book->depth_max ? w->depth : book->depth_max;
        }
    }
    return FELT_OK;
}

static felt_status tie_wagers(felt_arena *arena, felt_book *book, felt_error *error)
{
    felt_status status = FELT_OK;
    book_wager *w = book->wagers;
    for (int s = 0; s < book->sheet_count; s++)
        for (int i = 0; i < book->sheets[s]->wager_count && status == FELT_OK; i++)
            status = tie_wager(arena, book, s, w++, error);
    if (status == FELT_OK)
        status = list_dependents(arena, book);
    return status == FELT_OK ? find_depths(book, error) : status;
}

/* ---- books ---- */

static felt_status check_setup(const felt_sheet *const *sheets, int sheet_count, felt_house house, felt_error *error)
{
    int wagers = 0;
    if (sheet_count > FELT_BOOK_SHEETS_MAX)
        return felt_error_set(error, FELT_ELIMIT, -1, "found %d sheets, expected at most %d", sheet_count, (int)FELT_BOOK_SHEETS_MAX);
    for (int s = 0; s < sheet_count; s++) {
        wagers += sheets[s]->wager_count;
        if (sheets[s]->game != sheets[0]->game)
            return felt_error_set(error, FELT_EDATA, -1, "%.*s is a sheet of %s and %.*s one of %s; a book is of one game",
                                  FELT_TEXT_ARGS(sheets[0]->short_name), sheets[0]->game->name, FELT_TEXT_ARGS(sheets[s]->short_name),
                                  sheets[s]->game->name);
        for (int other = 0; other < s; other++)
            if (felt_text_equal(sheets[s]->short_name, sheets[other]->short_name))
                return felt_error_set(error, FELT_EDATA, -1, "two sheets of the book are called '%.*s'",
                                      FELT_TEXT_ARGS(sheets[s]->short_name));
    }
    if (wagers > FELT_BOOK_WAGERS_MAX)
        return felt_error_set(error, FELT_ELIMIT, -1, "found %d wagers, expected at most %d", wagers, (int)FELT_BOOK_WAGERS_MAX);
    if (house.min.minor < 0 || house.max.minor < 0 || (house.max.minor > 0 && house.min.minor > house.max.minor))
        return felt_error_set(error, FELT_EDATA, -1, "the limits contradict each other: at least %lld and at most %lld minor units",
                              (long long)house.min.minor, (long long)house.max.minor);
    if (house.decimals < 0 || house.decimals > FELT_MONEY_DECIMALS_MAX)
        return felt_error_set(error, FELT_EDATA, -1, "found %d decimals of amounts, expected 0 to %d", house.decimals,
                              (int)FELT_MONEY_DECIMALS_MAX);
    if ((unsigned)house.rounding >= FELT_ROUNDING_COUNT || (unsigned)house.vig_rounding >= FELT_ROUNDING_COUNT)
        return felt_error_set(error, FELT_EDATA, -1, "found rule %d of rounding and %d of the vig's, expected 0 to %d", (int)house.rounding,
                              (int)house.vig_rounding, FELT_ROUNDING_COUNT - 1);
    if (house.vig_min.minor < 0 || house.vig_unit.minor < 0)
        return felt_error_set(error, FELT_EDATA, -1, "the smallest vig is %lld minor units and its unit %lld; neither may be below 0",
                              (long long)house.vig_min.minor, (long long)house.vig_unit.minor);
    return FELT_OK;
}

static felt_book *take_book(felt_arena *arena, const felt_sheet *const *sheets, int sheet_count, felt_house house)
{
    felt_book *book = felt_arena_take(arena, 1, sizeof *book);
    const felt_sheet **list = felt_arena_take(arena, (size_t)sheet_count, sizeof *list);
    uint8_t **choices = felt_arena_take(arena, (size_t)sheet_count, sizeof *choices);
    bool **defaulted = felt_arena_take(arena, (size_t)sheet_count, sizeof *defaulted);
    if (book == NULL || list == NULL || choices == NULL || defaulted == NULL)
        return NULL;
    *book = (felt_book){.game = sheets[0]->game, .house = house, .sheets = list, .sheet_count = sheet_count};
    for (int s = 0; s < sheet_count; s++) {
        list[s] = sheets[s];
        choices[s] = felt_arena_take(arena, (size_t)sheets[s]->option_count, 1);
        defaulted[s] = felt_arena_take(arena, (size_t)sheets[s]->option_count, sizeof **defaulted);
        if (choices[s] == NULL || defaulted[s] == NULL)
            return NULL;
        book->wager_count += sheets[s]->wager_count;
    }
    book->choices = choices;
    book->defaulted = defaulted;
    book->wagers = felt_arena_take(arena, (size_t)book->wager_count, sizeof *book->wagers);
    return book->wagers == NULL ? NULL : book;
}

static felt_status fill_book(felt_arena *arena, felt_book *book, const felt_selection *selection, felt_error *error)
{
    felt_status status = felt_selection_verify_all(selection, book->sheets, book->sheet_count, error);
    for (int s = 0; s < book->sheet_count && status == FELT_OK; s++)
        status = take_choices(book, s, selection, error);
    if (status == FELT_OK)
        status = take_decks(book, error);
    for (int s = 0; s < book->sheet_count && status == FELT_OK; s++)
        status = open_wagers(arena, book, s, book->wagers + first_of_sheet(book, s));
    return status == FELT_OK ? tie_wagers(arena, book, error) : status;
}

felt_status felt_book_open(felt_arena *arena, const felt_sheet *const *sheets, int sheet_count, const felt_selection *selection,
                           felt_house house, const felt_book **ret, felt_error *error)
{
    assert(sheet_count > 0);
    felt_status status = check_setup(sheets, sheet_count, house, error);
    if (status != FELT_OK)
        return status;
    felt_book *book = take_book(arena, sheets, sheet_count, house);
    status = book == NULL ? FELT_ENOMEM : fill_book(arena, book, selection, error);
    if (status == FELT_OK)
        *ret = book;
    return status == FELT_ENOMEM ? felt_error_set(error, status, -1, "out of memory") : status;
}

/* ---- asking ---- */

const felt_game *felt_book_game(const felt_book *book)
{
    return book->game;
}

const felt_house *felt_book_house(const felt_book *book)
{
    return &book->house;
}

int felt_book_decks(const felt_book *book)
{
    return book->decks;
}

int felt_book_sheet_count(const felt_book *book)
{
    return book->sheet_count;
}

const felt_sheet *felt_book_sheet_at(const felt_book *book, int index)
{
    assert(index >= 0 && index < book->sheet_count);
    return book->sheets[index];
}

felt_text felt_book_title(felt_arena *arena, const felt_book *book)
{
    felt_text title = felt_arena_copy(arena, book->sheets[0]->name);
    for (int s = 1; s < book->sheet_count && title.bytes != NULL; s++)
        title = felt_arena_print(arena, "%.*s%s%.*s", FELT_TEXT_ARGS(title), s + 1 < book->sheet_count ? ", " : " and ",
                                 FELT_TEXT_ARGS(book->sheets[s]->name));
    return title;
}

int felt_book_choice(const felt_book *book, int index, int option, bool *ret_defaulted)
{
    assert(index >= 0 && index < book->sheet_count && option >= 0 && option < book->sheets[index]->option_count);
    *ret_defaulted = book->defaulted[index][option];
    return book->choices[index][option];
}

int felt_book_wager_count(const felt_book *book)
{
    return book->wager_count;
}

const felt_sheet *felt_book_sheet(const felt_book *book, int wager)
{
    assert(wager >= 0 && wager < book->wager_count);
    return book->wagers[wager].sheet;
}

const felt_wager *felt_book_wager(const felt_book *book, int wager)
{
    assert(wager >= 0 && wager < book->wager_count);
    return book->wagers[wager].wager;
}

const felt_variant *felt_book_variant(const felt_book *book, int wager)
{
    assert(wager >= 0 && wager < book->wager_count);
    return book->wagers[wager].variant;
}

felt_text felt_book_short_name(const felt_book *book, int wager)
{
    assert(wager >= 0 && wager < book->wager_count);
    return (felt_text){book->wagers[wager].name.bytes, book->wagers[wager].short_length};
}

void felt_book_name(const felt_book *book, int wager, char ret[FELT_BOOK_NAME_BYTES])
{
    assert(wager >= 0 && wager < book->wager_count);
    snprintf(ret, FELT_BOOK_NAME_BYTES, "%.*s", FELT_TEXT_ARGS(book->wagers[wager].name));
}

/* ---- names ---- */

felt_status felt_book_find(const felt_book *book, felt_text name, felt_text side, int *ret, felt_error *error)
{
    named_wager found;
    felt_status status = names_find(book->sheets, book->sheet_count, name, side, &found, error);
    if (status != FELT_OK)
        return status;
    *ret = found.wager;
    for (int i = 0; i < found.sheet; i++)
        *ret += book->sheets[i]->wager_count;
    return FELT_OK;
}

/* ---- writing ---- */

/* The wager whose paytable the option is; NULL for none. */
static const felt_wager *paytable_owner(const felt_sheet *sheet, int option)
{
    for (int i = 0; i < sheet->wager_count; i++)
        for (int k = 0; k < sheet->wagers[i].option_count; k++)
            if (sheet->wagers[i].options[k] == option)
                return &sheet->wagers[i];
    return NULL;
}

static size_t write_choice(const felt_book *book, int s, int i, char *ret, size_t size, bool first)
{
    const felt_sheet *sheet = book->sheets[s];
    const felt_option *option = &sheet->options[i];
    const felt_choice *choice = &option->choices[book->choices[s][i]];
    const felt_wager *owner = option->kind == FELT_OPTION_PAYTABLE ? paytable_owner(sheet, i) : NULL;
    felt_text of = owner == NULL ? felt_text_from("") : owner->short_name;
    bool several = book->sheet_count > 1 && option->kind != FELT_OPTION_DECKS;
    int wrote = snprintf(ret, size, "%s%.*s%s%.*s%s%.*s=%.*s", first ? "" : ", ", several ? (int)sheet->short_name.length : 0,
                         sheet->short_name.bytes, several ? "/" : "", FELT_TEXT_ARGS(of), owner == NULL ? "" : " ",
                         FELT_TEXT_ARGS(option->name), FELT_TEXT_ARGS(choice->name));
    return wrote < 0 || (size_t)wrote >= size ? size - 1 : (size_t)wrote;
}

/* Was option `i` of sheet `s` a choice, and taken because nothing was said? */
static bool took_by_default(const felt_book *book, int s, int i)
{
    return book->defaulted[s][i] && book->sheets[s]->options[i].choice_count > 1;
}

void felt_book_write(const felt_book *book, bool only_defaulted, char *ret, size_t size)
{
    size_t at = 0;
    assert(size > 0);
    ret[0] = '\0';
    for (int s = 0; s < book->sheet_count; s++) {
        for (int i = 0; i < book->sheets[s]->option_count; i++) {
            const felt_option *option = &book->sheets[s]->options[i];
            bool said = option->kind == FELT_OPTION_DECKS && s > 0;
            bool no_choice = option->kind == FELT_OPTION_PAYTABLE && option->choice_count == 1;
            if (said || no_choice || (only_defaulted && !took_by_default(book, s, i)))
                continue;
            at += write_choice(book, s, i, ret + at, size - at, at == 0);
        }
    }
}

/* As much of a text as there is room for beside a NUL. */
static void put_text(char *ret, size_t size, size_t *at, felt_text text)
{
    size_t room = size - 1 - *at, length = text.length < room ? text.length : room;
    memcpy(ret + *at, text.bytes, length);
    *at += length;
}

/* Every settled bet is written with this: no printf. */
void felt_book_write_wager(const felt_book *book, int wager, bool only_defaulted, char *ret, size_t size)
{
    assert(wager >= 0 && wager < book->wager_count && size > 0);
    const book_wager *w = &book->wagers[wager];
    size_t at = 0;
    int s = 0;
    while (book->sheets[s] != w->sheet)
        s++;
    for (int i = 0; i < w->wager->option_count; i++) {
        int index = w->wager->options[i];
        const felt_option *option = &w->sheet->options[index];
        if (only_defaulted && !took_by_default(book, s, index))
            continue;
        if (at > 0)
            put_text(ret, size, &at, felt_text_from(", "));
        put_text(ret, size, &at, option->name);
        put_text(ret, size, &at, felt_text_from("="));
        put_text(ret, size, &at, option->choices[book->choices[s][index]].name);
    }
    ret[at] = '\0';
}
