/* src/settle/book.c - settles the options of a sheet, so that every wager has one variant. */
#include "settle.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- choices ---- */

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

static felt_status take_choices(const felt_sheet *sheet, const felt_selection *selection, uint8_t *choices, bool *defaulted, char *ret_why,
                                size_t size)
{
    static const felt_selection everything = {.count = 0};
    for (int i = 0; i < sheet->option_count; i++) {
        const felt_option *option = &sheet->options[i];
        int choice = named_choice(selection, option);
        if (choice == -2) {
            snprintf(ret_why, size, "two choices of '%.*s' are named; a table has one", FELT_TEXT_ARGS(option->name));
            return FELT_EDATA;
        }
        defaulted[i] = choice < 0;
        choices[i] = (uint8_t)(choice < 0 ? felt_choice_default(&everything, option) : choice);
    }
    return FELT_OK;
}

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

/* ---- machines ---- */

/* The class of each total where all its rolls have one class. */
static void find_classes(const felt_machine *machine, uint8_t *ret)
{
    memcpy(ret, machine->class_of, FELT_ROLL_COUNT);
    for (int total = 2; total <= 12; total++) {
        int class = -1;
        for (int roll = 0; roll < FELT_ROLL_COUNT; roll++)
            if (felt_roll_total(roll) == total)
                class = class == -1 || class == machine->class_of[roll] ? machine->class_of[roll] : 255;
        ret[FELT_ROLL_TOTALS + total - 2] = (uint8_t) class;
    }
}

/* Follows every roll from every start, with the puck. */
static bool find_reach(const felt_machine *m, uint8_t *reach)
{
    uint32_t *open = malloc((size_t)m->state_count * FELT_PUCK_COUNT * sizeof *open);
    size_t count = 0;
    if (open == NULL)
        return false;
    for (uint32_t puck = 0; puck < FELT_PUCK_COUNT; puck++) {
        if (m->start[puck] == FELT_STATE_NONE)
            continue;
        reach[m->start[puck]] |= (uint8_t)(1u << puck);
        open[count++] = m->start[puck] * (uint32_t)FELT_PUCK_COUNT + puck;
    }
    while (count > 0) {
        uint32_t at = open[--count], state = at / FELT_PUCK_COUNT;
        felt_puck puck = (felt_puck)(at % FELT_PUCK_COUNT);
        for (int roll = 0; roll < FELT_ROLL_COUNT; roll++) {
            uint32_t next = m->next[state * m->class_count + m->class_of[roll]];
            uint32_t after = (uint32_t)felt_puck_after(puck, felt_roll_total(roll));
            if (next >= m->state_count || (reach[next] >> after & 1) != 0)
                continue;
            reach[next] |= (uint8_t)(1u << after);
            open[count++] = next * (uint32_t)FELT_PUCK_COUNT + after;
        }
    }
    free(open);
    return true;
}

static uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ ((const uint8_t *)bytes)[i]) * 0x100000001b3u;
    return hash;
}

/* Saved states are numbers of one machine's states, so its numbering goes into the fingerprint as the text of the rules does. */
static uint32_t fingerprint_of(uint64_t hash, const felt_machine *m)
{
    hash = hash_bytes(hash, m->class_of, (size_t)m->game->event_count);
    for (int puck = 0; puck < FELT_PUCK_COUNT; puck++)
        hash = (hash ^ m->start[puck]) * 0x100000001b3u;
    for (size_t i = 0; i < (size_t)m->state_count * m->class_count; i++)
        hash = (hash ^ m->next[i]) * 0x100000001b3u;
    return (uint32_t)(hash >> 32 ^ hash);
}

static felt_status open_wager(felt_arena *arena, const felt_wager *wager, const uint8_t *choices, uint64_t hash, felt_book_wager *ret)
{
    const felt_variant *variant = find_variant(wager, choices);
    *ret = (felt_book_wager){.wager = wager, .complete = variant == NULL || variant->complete};
    if (variant == NULL || !variant->complete)
        return FELT_OK;
    ret->variant = variant;
    if (variant->machine->game->one_event)
        return FELT_OK;
    uint8_t *reach = felt_arena_take(arena, variant->machine->state_count, 1);
    if (reach == NULL || !find_reach(variant->machine, reach))
        return FELT_ENOMEM;
    ret->reach = reach;
    ret->fingerprint = fingerprint_of(hash, variant->machine);
    find_classes(variant->machine, ret->class_of);
    return FELT_OK;
}

/* ---- books ---- */

static void tabulate_draws(uint16_t draws[10][10])
{
    for (int player = 0; player < 10; player++) {
        for (int banker = 0; banker < 10; banker++) {
            unsigned bits = (unsigned)felt_player_draws(player, banker) << 10 | (unsigned)felt_banker_draws(player, banker, -1) << 11;
            for (int third = 0; third < 10; third++)
                bits |= (unsigned)felt_banker_draws(player, banker, third) << third;
            draws[player][banker] = (uint16_t)bits;
        }
    }
}

felt_status felt_book_open(felt_arena *arena, const felt_sheet *sheet, const felt_selection *selection, felt_house house,
                           const felt_book **ret, char *ret_why, size_t size)
{
    felt_book *book = felt_arena_take(arena, 1, sizeof *book);
    uint8_t *choices = felt_arena_take(arena, (size_t)sheet->option_count, 1);
    bool *defaulted = felt_arena_take(arena, (size_t)sheet->option_count, sizeof *defaulted);
    felt_book_wager *wagers = felt_arena_take(arena, (size_t)sheet->wager_count, sizeof *wagers);
    snprintf(ret_why, size, "out of memory");
    if (book == NULL || choices == NULL || defaulted == NULL || wagers == NULL)
        return FELT_ENOMEM;
    if (house.min.minor < 0 || house.max.minor < 0 || (house.max.minor > 0 && house.min.minor > house.max.minor)) {
        snprintf(ret_why, size, "the limits contradict each other: at least %lld and at most %lld minor units", (long long)house.min.minor,
                 (long long)house.max.minor);
        return FELT_EDATA;
    }
    felt_error error;
    felt_status status = felt_selection_verify(selection, sheet, &error);
    if (status != FELT_OK)
        snprintf(ret_why, size, "%s", error.message);
    if (status == FELT_OK)
        status = take_choices(sheet, selection, choices, defaulted, ret_why, size);
    uint64_t hash = hash_bytes(0xcbf29ce484222325u, sheet->text.bytes, sheet->text.length);
    for (int i = 0; status == FELT_OK && i < sheet->wager_count; i++)
        status = open_wager(arena, &sheet->wagers[i], choices, hash, &wagers[i]);
    if (status != FELT_OK)
        return status;
    *book = (felt_book){.sheet = sheet, .house = house, .choices = choices, .defaulted = defaulted, .wagers = wagers};
    tabulate_draws(book->draws);
    if (sheet->decks_option >= 0)
        book->decks = sheet->options[sheet->decks_option].choices[choices[sheet->decks_option]].number;
    *ret = book;
    return FELT_OK;
}

/* The wager whose paytable the option is; NULL for none. */
static const felt_wager *paytable_owner(const felt_sheet *sheet, int option)
{
    for (int i = 0; i < sheet->wager_count; i++)
        for (int k = 0; k < sheet->wagers[i].option_count; k++)
            if (sheet->wagers[i].options[k] == option)
                return &sheet->wagers[i];
    return NULL;
}

void felt_book_write(const felt_book *book, bool only_defaulted, char *ret, size_t size)
{
    size_t at = 0;
    assert(size > 0);
    ret[0] = '\0';
    for (int i = 0; i < book->sheet->option_count; i++) {
        const felt_option *option = &book->sheet->options[i];
        const felt_choice *choice = &option->choices[book->choices[i]];
        const felt_wager *owner = option->kind == FELT_OPTION_PAYTABLE ? paytable_owner(book->sheet, i) : NULL;
        if (only_defaulted && (!book->defaulted[i] || option->choice_count == 1))
            continue;
        int wrote = snprintf(ret + at, size - at, "%s%.*s%s%.*s=%.*s", at == 0 ? "" : ", ",
                             owner == NULL ? 0 : (int)owner->short_name.length, owner == NULL ? "" : owner->short_name.bytes,
                             owner == NULL ? "" : " ", FELT_TEXT_ARGS(option->name), FELT_TEXT_ARGS(choice->name));
        at = wrote < 0 || at + (size_t)wrote >= size ? size - 1 : at + (size_t)wrote;
    }
}
