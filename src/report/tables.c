/* src/report/tables.c - what tables offer, as text or JSON. */
#include "choices.h"
#include "grid.h"
#include "json_out.h"

#include <felt/tables_report.h>
#include <stdio.h>

enum { LABEL_COLUMNS = 10, LINE_COLUMNS = 125 };

/* Whole credits are written without decimals. */
static felt_text credits(felt_arena *arena, felt_money money)
{
    char text[FELT_MONEY_BYTES];
    felt_money_write(money, FELT_CREDIT_DECIMALS, text);
    if (money.minor % FELT_CREDIT_MINOR == 0)
        return out_grouped(arena, (uint64_t)(money.minor / FELT_CREDIT_MINOR));
    return felt_arena_copy(arena, felt_text_from(text));
}

/* ---- text ---- */

static void put_label(text_out *out, const char *label)
{
    out_print(out, "  ");
    out_paint(out, COLOR_FAINT);
    out_print(out, "%-*s", LABEL_COLUMNS - 2, label);
    out_paint(out, COLOR_PLAIN);
}

static void put_wrapped(text_out *out, const char *label, felt_text text)
{
    put_label(out, label);
    out_wrapped(out, text, LABEL_COLUMNS, LABEL_COLUMNS, LINE_COLUMNS);
}

static felt_text sheets_text(felt_arena *arena, const felt_book *book)
{
    text_out out = {.arena = arena};
    felt_text text = {"", 0};
    for (int i = 0; i < felt_book_sheet_count(book); i++) {
        out_print(&out, "%s", i == 0 ? "" : ", ");
        out_text(&out, felt_book_sheet_at(book, i)->short_name);
    }
    out_finish(&out, &text);
    return text;
}

/* A rule as its line in the file has it, and what it says. */
static void put_rule(text_out *out, const char *label, const char *line, const char *name, const char *words)
{
    put_wrapped(out, label, felt_arena_print(out->arena, "%s %s: %s", line, name, words));
}

static void put_dealing(text_out *out, const felt_table_plan *t)
{
    const felt_game *game = felt_book_game(t->book);
    put_label(out, "dealt");
    out_print(out, "%d seat%s of at most %d bets, ", t->seats, t->seats == 1 ? "" : "s", t->seat_bets);
    if (t->betting_s == 0)
        out_print(out, "on demand");
    else
        out_print(out, "betting open for %d s", t->betting_s);
    if (t->rest_s > 0)
        out_print(out, ", at least %d s between %s", t->rest_s, game->words.events);
    if (t->idle_s > 0)
        out_print(out, ", seats given up after %d s of silence", t->idle_s);
    if (t->cut > 0)
        out_print(out, ", %d cards behind the cut card", t->cut);
    out_print(out, "\n");
    if (t->cut == 0)
        return;
    put_rule(out, "shoe", "cut-rule", felt_cut_rule_text(t->rules.cut), felt_cut_rule_words(t->rules.cut));
    put_rule(out, "", "burn", felt_burn_rule_text(t->rules.burn), felt_burn_rule_words(t->rules.burn));
}

static void put_limits(text_out *out, const felt_table_plan *t)
{
    felt_arena *arena = out->arena;
    put_label(out, "stakes");
    out_print(out, "%.*s to %.*s in chips of %.*s; one %s may cost the house %.*s", FELT_TEXT_ARGS(credits(arena, t->stakes_min)),
              FELT_TEXT_ARGS(credits(arena, t->stakes_max)), FELT_TEXT_ARGS(credits(arena, t->chip)), felt_book_game(t->book)->words.event,
              FELT_TEXT_ARGS(credits(arena, t->event_most)));
    if (t->seat_most.minor > 0)
        out_print(out, "; a seat has at most %.*s up", FELT_TEXT_ARGS(credits(arena, t->seat_most)));
    if (t->round_most.minor > 0)
        out_print(out, "; the felt at most %.*s", FELT_TEXT_ARGS(credits(arena, t->round_most)));
    out_print(out, "\n");
}

static felt_text wager_name(felt_arena *arena, const felt_book *book, int wager)
{
    char name[FELT_BOOK_NAME_BYTES];
    felt_book_name(book, wager, name);
    return felt_arena_copy(arena, felt_text_from(name));
}

static felt_text stakes_text(felt_arena *arena, const felt_wager_plan *w)
{
    return felt_arena_print(arena, "%.*s to %.*s", FELT_TEXT_ARGS(credits(arena, w->min)), FELT_TEXT_ARGS(credits(arena, w->max)));
}

static void put_offered(text_out *out, const felt_table_plan *t)
{
    grid g = grid_in(out->arena);
    grid_column_add(&g, (grid_column){"offered", GRID_LEFT, 2, 0, 0});
    grid_column_add(&g, (grid_column){"house edge", GRID_RIGHT, 2, 0, 0});
    grid_column_add(&g, (grid_column){"stakes", GRID_RIGHT, 2, 0, 0});
    grid_column_add(&g, (grid_column){"chips", GRID_RIGHT, 2, 0, 0});
    grid_column_add(&g, (grid_column){"", GRID_LEFT, 2, 0, 0});
    for (int i = 0; i < felt_book_wager_count(t->book); i++) {
        const felt_wager_plan *w = &t->wagers[i];
        if (w->closed != FELT_CLOSED_NOT)
            continue;
        felt_text said = w->but_offered == FELT_CLOSED_NOT ? (felt_text){"", 0}
                                                           : felt_arena_print(out->arena, "offered though %s: %.*s",
                                                                              felt_closed_text(w->but_offered), FELT_TEXT_ARGS(w->reason));
        felt_text edge = felt_arena_print(out->arena, "%.*s%%", FELT_TEXT_ARGS(w->edge_percent));
        grid_add(&g,
                 (felt_text[]){wager_name(out->arena, t->book, i), edge, stakes_text(out->arena, w), credits(out->arena, w->chip), said});
    }
    grid_print(out, &g);
}

static void put_closed(text_out *out, const felt_table_plan *t)
{
    grid g = grid_in(out->arena);
    grid_column_add(&g, (grid_column){"closed", GRID_LEFT, 2, 0, 0});
    grid_column_add(&g, (grid_column){"by", GRID_LEFT, 2, 0, 0});
    grid_column_add(&g, (grid_column){"why", GRID_LEFT, 2, 0, 0});
    for (int i = 0; i < felt_book_wager_count(t->book); i++) {
        const felt_wager_plan *w = &t->wagers[i];
        if (w->closed == FELT_CLOSED_NOT)
            continue;
        const char *by = w->closed == FELT_CLOSED_CONFIGURATION ? "the file" : "itself";
        grid_add(&g, (felt_text[]){wager_name(out->arena, t->book, i), felt_text_from(by), w->reason});
    }
    if (t->closed > 0)
        grid_print(out, &g);
}

static void put_table(text_out *out, const felt_table_plan *t)
{
    out_painted(out, COLOR_BOLD, t->short_name);
    out_print(out, "  ");
    out_text(out, t->name);
    out_print(out, "  ");
    out_paint(out, COLOR_FAINT);
    out_print(out, "(%s)", felt_book_game(t->book)->name);
    out_paint(out, COLOR_PLAIN);
    out_print(out, "\n");
    put_wrapped(out, "sheets", sheets_text(out->arena, t->book));
    felt_text choices = report_choices(out->arena, t->book, false), defaults = felt_report_defaults(out->arena, t->book);
    if (choices.length > 0)
        put_wrapped(out, "choices", choices);
    if (defaults.length > 0)
        put_wrapped(out, "", defaults);
    put_dealing(out, t);
    put_limits(out, t);
    put_offered(out, t);
    put_closed(out, t);
}

/* ---- JSON ---- */

static json_t *sheet_json(const felt_book *book, int s)
{
    const felt_sheet *sheet = felt_book_sheet_at(book, s);
    json_t *object = json_object(), *choices = json_array();
    for (int i = 0; i < sheet->option_count; i++) {
        json_t *choice = json_object();
        bool defaulted;
        const felt_option *option = &sheet->options[i];
        out_json_put(&choice, "option", out_json_text(option->name));
        out_json_put(&choice, "choice", out_json_text(option->choices[felt_book_choice(book, s, i, &defaulted)].name));
        out_json_put(&choice, "by_default", json_boolean(defaulted && option->choice_count > 1));
        out_json_add(&choices, choice);
    }
    out_json_put(&object, "sheet", out_json_text(sheet->short_name));
    out_json_put(&object, "choices", choices);
    return object;
}

static json_t *money_json(felt_money money)
{
    char text[FELT_MONEY_BYTES];
    felt_money_write(money, FELT_CREDIT_DECIMALS, text);
    return json_string(text);
}

/* A limit that there need not be. */
static json_t *limit_json(felt_money money)
{
    return money.minor == 0 ? json_null() : money_json(money);
}

static json_t *wager_json(const felt_table_plan *t, int i)
{
    const felt_wager_plan *w = &t->wagers[i];
    const felt_wager *wager = felt_book_wager(t->book, i);
    json_t *object = json_object();
    bool offered = w->closed == FELT_CLOSED_NOT;
    out_json_put(&object, "sheet", out_json_text(felt_book_sheet(t->book, i)->short_name));
    out_json_put(&object, "wager", out_json_text(wager->short_name));
    out_json_put(&object, "side", out_json_text(wager->side));
    out_json_put(&object, "name", out_json_text(wager->name));
    out_json_put(&object, "offered", json_boolean(offered));
    out_json_put(&object, "closed", offered ? json_null() : json_string(felt_closed_text(w->closed)));
    out_json_put(&object, "offered_though",
                 w->but_offered == FELT_CLOSED_NOT ? json_null() : json_string(felt_closed_text(w->but_offered)));
    out_json_put(&object, "reason", out_json_text(w->reason));
    out_json_put(&object, "edge", w->edge.length == 0 ? json_null() : out_json_text(w->edge));
    out_json_put(&object, "min", money_json(w->min));
    out_json_put(&object, "max", money_json(w->max));
    out_json_put(&object, "chip", money_json(w->chip));
    return object;
}

static json_t *table_json(const felt_table_plan *t)
{
    json_t *object = json_object(), *sheets = json_array(), *wagers = json_array();
    for (int s = 0; s < felt_book_sheet_count(t->book); s++)
        out_json_add(&sheets, sheet_json(t->book, s));
    for (int i = 0; i < felt_book_wager_count(t->book); i++)
        out_json_add(&wagers, wager_json(t, i));
    out_json_put(&object, "table", out_json_text(t->short_name));
    out_json_put(&object, "name", out_json_text(t->name));
    out_json_put(&object, "game", json_string(felt_book_game(t->book)->name));
    out_json_put(&object, "sheets", sheets);
    out_json_put(&object, "seats", json_integer(t->seats));
    out_json_put(&object, "seat_bets", json_integer(t->seat_bets));
    out_json_put(&object, "idle_seconds", t->idle_s == 0 ? json_null() : json_integer(t->idle_s));
    out_json_put(&object, "betting_seconds", t->betting_s == 0 ? json_null() : json_integer(t->betting_s));
    out_json_put(&object, "rest_seconds", json_integer(t->rest_s));
    out_json_put(&object, "decks", felt_book_decks(t->book) == 0 ? json_null() : json_integer(felt_book_decks(t->book)));
    out_json_put(&object, "cut", t->cut == 0 ? json_null() : json_integer(t->cut));
    out_json_put(&object, "cut_rule", t->cut == 0 ? json_null() : json_string(felt_cut_rule_text(t->rules.cut)));
    out_json_put(&object, "burn", t->cut == 0 ? json_null() : json_string(felt_burn_rule_text(t->rules.burn)));
    out_json_put(&object, "odds", json_string(t->odds_live ? "live" : "fresh"));
    out_json_put(&object, "rounding", json_string(felt_rounding_text(felt_book_house(t->book)->rounding)));
    out_json_put(&object, "seat_most", limit_json(t->seat_most));
    out_json_put(&object, "round_most", limit_json(t->round_most));
    out_json_put(&object, "event_most", limit_json(t->event_most));
    out_json_put(&object, "wagers", wagers);
    return object;
}

felt_status felt_report_tables(felt_arena *arena, const felt_table_plan *list, int count, felt_report_style style, felt_text *ret)
{
    text_out out = {.arena = arena, .color = style == FELT_REPORT_COLOR};
    json_t *array = style == FELT_REPORT_JSON ? json_array() : NULL;
    for (int i = 0; i < count; i++) {
        if (style == FELT_REPORT_JSON) {
            out_json_add(&array, table_json(&list[i]));
            continue;
        }
        out_print(&out, "%s", i == 0 ? "" : "\n");
        put_table(&out, &list[i]);
    }
    return style == FELT_REPORT_JSON ? out_json_finish(arena, array, 0, ret) : out_finish(&out, ret);
}

felt_status felt_report_tables_totals(felt_arena *arena, const felt_tables *tables, felt_report_style style, felt_text *ret)
{
    text_out out = {.arena = arena, .color = style == FELT_REPORT_COLOR};
    int offered = 0, closed = 0;
    for (int i = 0; i < tables->count; i++) {
        offered += tables->list[i].offered;
        closed += tables->list[i].closed;
    }
    out_print(&out, "%d table%s: %d wagers offered, %d closed\n", tables->count, tables->count == 1 ? "" : "s", offered, closed);
    return out_finish(&out, ret);
}
