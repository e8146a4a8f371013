/* src/serve/show_sheets.c - the sheets that the server knows, as JSON: what each is, its options and readings, its wagers and their
 * clauses, its text and its rule card. */
#include "base/hash.h"
#include "server.h"

#include <felt/rule_card.h>

static void put_choices(wire *w, const felt_option *option)
{
    wire_key(w, "choices");
    wire_open(w, '[');
    for (int i = 0; i < option->choice_count; i++) {
        wire_open(w, '{');
        wire_put_text(w, "choice", option->choices[i].name);
        wire_put_text(w, "title", option->choices[i].title);
        wire_put_text(w, "cites", option->choices[i].cites);
        wire_close(w, '}');
    }
    wire_close(w, ']');
}

static void put_options(wire *w, const felt_sheet *sheet)
{
    static const char *const kinds[] = {"house", "reading", "paytable", "decks"};
    wire_key(w, "options");
    wire_open(w, '[');
    for (int i = 0; i < sheet->option_count; i++) {
        wire_open(w, '{');
        wire_put_text(w, "option", sheet->options[i].name);
        wire_put_string(w, "kind", kinds[sheet->options[i].kind]);
        wire_put_text(w, "title", sheet->options[i].title);
        put_choices(w, &sheet->options[i]);
        wire_close(w, '}');
    }
    wire_close(w, ']');
}

/* As felt show --json has them. */
static void put_sources(wire *w, const felt_sheet *sheet)
{
    wire_key(w, "sources");
    wire_open(w, '[');
    for (int i = 0; i < sheet->source_count; i++) {
        const felt_source *source = &sheet->sources[i];
        wire_open(w, '{');
        wire_put_text(w, "title", source->title);
        wire_put_text(w, "publisher", source->publisher);
        wire_put_text(w, "edition", source->edition);
        wire_put_text(w, "date", source->date);
        wire_put_text(w, "file", source->file);
        wire_put_text(w, "sha256", source->hash);
        wire_close(w, '}');
    }
    wire_close(w, ']');
}

/* The tables at which it is dealt. */
static void put_tables(server *s, wire *w, const felt_sheet *sheet)
{
    wire_key(w, "tables");
    wire_open(w, '[');
    for (int t = house_next(s->house, -1); t >= 0; t = house_next(s->house, t)) {
        const felt_table_plan *plan = house_plan(s->house, t);
        for (int i = 0; i < felt_book_sheet_count(plan->book) && !private_is(s, t); i++) {
            if (!felt_text_equal(felt_book_sheet_at(plan->book, i)->text, sheet->text))
                continue;
            wire_open(w, '{');
            wire_put_text(w, "table", plan->short_name);
            wire_put_text(w, "name", plan->name);
            wire_close(w, '}');
        }
    }
    wire_close(w, ']');
}

/* What is said of a sheet in a list of them, within an object that is open. */
static void put_head(server *s, wire *w, const felt_sheet *sheet)
{
    uint8_t hash[HASH_BYTES];
    hash_of(sheet->text.bytes, sheet->text.length, hash);
    wire_put_text(w, "sheet", sheet->short_name);
    wire_put_text(w, "name", sheet->name);
    wire_put_string(w, "game", sheet->game->name);
    wire_put_bool(w, "shoe", sheet->game->source == FELT_SOURCE_SHOE);
    wire_put_hex(w, "hash", hash, sizeof hash);
    wire_put_number(w, "wager_count", sheet->wager_count);
    put_sources(w, sheet);
    put_options(w, sheet);
    put_tables(s, w, sheet);
}

static void put_row(wire *w, const felt_row *row)
{
    wire_open(w, '{');
    wire_put_number(w, "line", row->line);
    wire_put_text(w, "when", show_row_words(row));
    wire_put_text(w, "where", row->where);
    wire_put_text(w, "cites", row->cites);
    wire_close(w, '}');
}

static void put_wager(wire *w, const felt_sheet *sheet, const felt_wager *wager)
{
    wire_open(w, '{');
    wire_put_text(w, "wager", wager->short_name);
    wire_put_text(w, "name", wager->name);
    wire_put_text(w, "side", wager->side);
    wire_put_text(w, "group", wager->group < 0 ? felt_text_from("") : sheet->groups[wager->group].name);
    wire_put_text(w, "cites", wager->cites);
    wire_put_number(w, "line", wager->line);
    wire_key(w, "rows");
    wire_open(w, '[');
    for (int i = 0; i < wager->row_count; i++)
        put_row(w, &wager->rows[i]);
    wire_close(w, ']');
    wire_close(w, '}');
}

void http_known_sheets(call *c)
{
    wire *w = &c->s->answer;
    wire_clear(w);
    wire_open(w, '{');
    wire_key(w, "sheets");
    wire_open(w, '[');
    for (int i = 0; i < library_count(c->s); i++) {
        wire_open(w, '{');
        put_head(c->s, w, library_sheet_at(c->s, i));
        wire_close(w, '}');
    }
    wire_close(w, ']');
    wire_close(w, '}');
    http_json(c->s, c->exchange, 200, w, felt_text_from(""));
}

void http_known_sheet(call *c)
{
    const felt_sheet *sheet = library_sheet_at(c->s, c->sheet);
    felt_selection everything = {.count = 0};
    felt_text card = {"", 0};
    wire *w = &c->s->answer;
    felt_arena *arena = felt_arena_new(16 << 20);
    if (arena == NULL || felt_rule_card_write(arena, sheet, &everything, felt_text_from(""), FELT_REPORT_JSON, &card) != FELT_OK) {
        felt_arena_free(arena);
        http_error(c->s, c->exchange, 503, "no-memory", "the server has no memory for the rules", "ask again later");
        return;
    }
    wire_clear(w);
    wire_open(w, '{');
    put_head(c->s, w, sheet);
    wire_put_text(w, "text", sheet->text);
    wire_key(w, "card");
    wire_raw(w, card);
    wire_key(w, "wagers");
    wire_open(w, '[');
    for (int i = 0; i < sheet->wager_count; i++)
        put_wager(w, sheet, &sheet->wagers[i]);
    wire_close(w, ']');
    wire_close(w, '}');
    felt_arena_free(arena);
    http_json(c->s, c->exchange, 200, w, felt_text_from(""));
}
