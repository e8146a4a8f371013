/* src/serve/show_wagers.c - what a table offers as JSON: its sheets' options as they were chosen, and its wagers with rows, terms and
 * limits. */
#include "server.h"

#include <felt/terms.h>

/* ---- options ---- */

static void put_choice(wire *w, const felt_choice *choice)
{
    wire_put_text(w, "choice", choice->name);
    if (choice->title.length > 0)
        wire_put_text(w, "title", choice->title);
    if (choice->cites.length > 0)
        wire_put_text(w, "cites", choice->cites);
}

/* The wager that a paytable is of: it has the option among its own. */
static const felt_wager *wager_of(const felt_sheet *sheet, int option)
{
    for (int i = 0; i < sheet->wager_count; i++)
        for (int k = 0; k < sheet->wagers[i].option_count; k++)
            if (sheet->wagers[i].options[k] == option)
                return &sheet->wagers[i];
    return NULL;
}

static void show_option(wire *w, const felt_book *book, int at, int index)
{
    static const char *const kinds[] = {"house", "reading", "paytable", "decks"};
    const felt_sheet *sheet = felt_book_sheet_at(book, at);
    const felt_option *option = &sheet->options[index];
    bool defaulted;
    int chosen = felt_book_choice(book, at, index, &defaulted);
    const felt_wager *wager = option->kind == FELT_OPTION_PAYTABLE ? wager_of(sheet, index) : NULL;
    wire_open(w, '{');
    wire_put_text(w, "sheet", sheet->short_name);
    wire_put_text(w, "option", option->name);
    wire_put_string(w, "kind", kinds[option->kind]);
    if (option->title.length > 0)
        wire_put_text(w, "title", option->title);
    if (wager != NULL)
        wire_put_text(w, "of", wager->short_name);
    wire_key(w, "chosen");
    wire_open(w, '{');
    put_choice(w, &option->choices[chosen]);
    wire_close(w, '}');
    if (defaulted && option->choice_count > 1)
        wire_put_bool(w, "by_default", true);
    wire_key(w, "choices");
    wire_open(w, '[');
    for (int i = 0; i < option->choice_count; i++)
        wire_text(w, option->choices[i].name);
    wire_close(w, ']');
    wire_close(w, '}');
}

void show_options(server *s, wire *w, int table)
{
    const felt_book *book = house_plan(s->house, table)->book;
    wire_open(w, '[');
    for (int at = 0; at < felt_book_sheet_count(book); at++)
        for (int i = 0; i < felt_book_sheet_at(book, at)->option_count; i++)
            show_option(w, book, at, i);
    wire_close(w, ']');
}

/* ---- rows ---- */

static void put_fraction(wire *w, const char *key, int64_t num, int64_t den)
{
    wire_key(w, key);
    wire_open(w, '[');
    wire_number(w, num);
    wire_number(w, den);
    wire_close(w, ']');
}

static void show_pay(wire *w, const felt_pay *pay)
{
    static const char *const kinds[] = {"loses", "pushes", "wins", "unset", "stays", "undefined"};
    char text[128];
    felt_pay_write(pay, text, sizeof text);
    wire_put_string(w, "pays", text);
    wire_put_string(w, "kind", kinds[pay->kind]);
    if (pay->kind != FELT_PAY_WINS)
        return;
    felt_pay_write_cell(pay, FELT_PAY_UNIT_NONE, text, sizeof text);
    wire_put_string(w, "short", text);
    put_fraction(w, "win", pay->win_num, pay->win_den);
    if (pay->commission_num != 0)
        put_fraction(w, "commission", pay->commission_num, pay->commission_den);
}

static void show_rows(wire *w, const felt_wager *wager, const felt_variant *variant)
{
    wire_key(w, "rows");
    wire_open(w, '[');
    for (int i = 0; variant != NULL && i < wager->row_count; i++) {
        if ((variant->active >> i & 1) == 0)
            continue;
        wire_open(w, '{');
        wire_put_number(w, "row", i);
        wire_put_text(w, "when", show_row_words(&wager->rows[i]));
        show_pay(w, &variant->pays[i].pay);
        if (variant->pays[i].has_dealer) {
            wire_key(w, "dealer");
            wire_open(w, '{');
            show_pay(w, &variant->pays[i].dealer);
            wire_close(w, '}');
        }
        if (wager->rows[i].cites.length > 0)
            wire_put_text(w, "cites", wager->rows[i].cites);
        wire_close(w, '}');
    }
    wire_close(w, ']');
}

/* ---- terms ---- */

void show_memory_of(wire *w, const felt_memory *memory)
{
    static const char *const kinds[] = {"point", "come", "count"};
    wire_put_string(w, "kind", kinds[memory->kind]);
    wire_put_text(w, "name", memory->name);
    if (memory->kind != FELT_MEMORY_PHASE)
        wire_put_number(w, "most", memory->most);
}

static void put_terms(wire *w, const char *key, felt_text text)
{
    if (text.length > 0)
        wire_put_text(w, key, text);
}

static void show_needs(wire *w, const felt_book *book, int index, const felt_variant *variant)
{
    const felt_sheet *sheet = felt_book_sheet(book, index);
    wire_key(w, "needs");
    wire_open(w, '[');
    for (int i = 0; i < variant->needs_count; i++) {
        const felt_need *need = &variant->needs[i];
        char name[FELT_BOOK_NAME_BYTES] = "";
        for (int k = 0; k < felt_book_wager_count(book) && name[0] == '\0'; k++) {
            const felt_wager *other = felt_book_wager(book, k);
            bool outside = need->wager == FELT_WAGER_OUTSIDE && felt_text_equal(felt_book_sheet(book, k)->short_name, need->sheet) &&
                           felt_text_equal(other->short_name, need->name);
            if (outside || (need->wager != FELT_WAGER_OUTSIDE && other == &sheet->wagers[need->wager]))
                felt_book_name(book, k, name);
        }
        wire_text(w, felt_text_from(name));
    }
    wire_close(w, ']');
}

/* In which phases it may be placed, by their numbers: 0 is the one a hand begins in. */
static void show_phases(wire *w, const felt_game *game, const felt_variant *variant)
{
    char text[FELT_EVENT_TEXT_BYTES];
    unsigned phases = 0;
    if (game->phase_count < 2)
        return;
    wire_key(w, "points");
    wire_open(w, '[');
    for (int p = 0; p < game->phase_count; p++)
        if (variant->machine->start[p] != FELT_STATE_NONE) {
            phases |= 1u << p;
            wire_number(w, game->phase_number(p));
        }
    wire_close(w, ']');
    game->phases_write(phases, text, sizeof text);
    wire_put_string(w, "placed", game->placings[variant->placing]);
    wire_put_string(w, "placed_with", text);
}

static void show_terms(wire *w, const felt_book *book, int index, const felt_variant *variant)
{
    static const char *const may[] = {"raise", "lower", "take-down", "off"};
    felt_arena *arena = felt_arena_new(1 << 16);
    show_needs(w, book, index, variant);
    show_phases(w, felt_book_game(book), variant);
    wire_put_bool(w, "stands", felt_variant_stands(variant));
    wire_key(w, "may");
    wire_open(w, '[');
    for (int i = 0; i < 4; i++)
        if ((variant->may >> i & 1) != 0)
            wire_text(w, felt_text_from(may[i]));
    wire_close(w, ']');
    if (variant->most_den != 0)
        put_fraction(w, "most_of_base", variant->most_num, variant->most_den);
    if (variant->vig_num != 0)
        put_fraction(w, "vig", variant->vig_num, variant->vig_den);
    if (arena != NULL) {
        put_terms(w, "needs_words", felt_terms_needs(arena, felt_book_sheet(book, index), variant));
        put_terms(w, "most_words", felt_terms_most(arena, variant));
        put_terms(w, "may_words", felt_terms_may(arena, variant));
        put_terms(w, "vig_words", felt_terms_vig(arena, variant));
    }
    felt_arena_free(arena);
    wire_key(w, "remembers");
    wire_open(w, '[');
    for (uint32_t i = 0; i < variant->machine->memory_count; i++) {
        wire_open(w, '{');
        show_memory_of(w, &variant->machine->memories[i]);
        wire_close(w, '}');
    }
    wire_close(w, ']');
}

/* ---- wagers ---- */

/* Is it open now, and if not why: what the plan says, or what an operator has said since. */
static void show_open(wire *w, const felt_wager_plan *p, const felt_table_wager *now)
{
    bool open = now == NULL ? p->closed == FELT_CLOSED_NOT : !now->closed;
    wire_put_bool(w, "open", open);
    if (!open)
        wire_put_string(w, "closed", p->closed != FELT_CLOSED_NOT ? felt_closed_text(p->closed) : "operator");
    else if (p->but_offered != FELT_CLOSED_NOT)
        wire_put_string(w, "but_offered", felt_closed_text(p->but_offered));
    if (p->reason.length > 0)
        wire_put_text(w, "reason", p->reason);
    else if (now != NULL && now->reason[0] != '\0')
        wire_put_string(w, "reason", now->reason);
}

static void show_one(server *s, wire *w, int table, int index)
{
    const felt_table_plan *plan = house_plan(s->house, table);
    const felt_table *t = house_table_at(s->house, table);
    const felt_wager_plan *p = &plan->wagers[index];
    const felt_wager *wager = felt_book_wager(plan->book, index);
    const felt_sheet *sheet = felt_book_sheet(plan->book, index);
    const felt_variant *variant = felt_book_variant(plan->book, index);
    const felt_table_wager *now = t == NULL ? NULL : felt_table_wager_at(t, index);
    wire_open(w, '{');
    wire_put_number(w, "number", index);
    show_wager(w, plan->book, index);
    wire_put_text(w, "name", wager->name);
    if (wager->side.length > 0)
        wire_put_text(w, "side", wager->side);
    wire_put_text(w, "sheet", sheet->short_name);
    if (wager->group >= 0)
        wire_put_text(w, "group", sheet->groups[wager->group].name);
    if (wager->cites.length > 0)
        wire_put_text(w, "cites", wager->cites);
    show_open(w, p, now);
    wire_put_money(w, "min", now == NULL || now->min.minor == 0 ? p->min : now->min);
    wire_put_money(w, "max", now == NULL || now->max.minor == 0 ? p->max : now->max);
    wire_put_money(w, "chip", p->chip);
    if (p->edge.length > 0) {
        wire_put_text(w, "edge", p->edge);
        wire_put_text(w, "edge_percent", p->edge_percent);
    }
    if (variant != NULL)
        show_terms(w, plan->book, index, variant);
    show_rows(w, wager, variant);
    wire_close(w, '}');
}

void show_wagers(server *s, wire *w, int table)
{
    wire_open(w, '[');
    for (int i = 0; i < felt_book_wager_count(house_plan(s->house, table)->book); i++)
        show_one(s, w, table, i);
    wire_close(w, ']');
}
