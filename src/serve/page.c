/* src/serve/page.c - what this program is: its hash, those of its sheets, and a first page for a browser. */
#include "base/hash.h"
#include "server.h"

#include <sodium.h>
#include <stdio.h>

void page_sheets(server *s, wire *w)
{
    for (int t = house_next(s->house, -1); t >= 0; t = house_next(s->house, t)) {
        const felt_book *book = house_plan(s->house, t)->book;
        for (int i = 0; i < felt_book_sheet_count(book) && !private_is(s, t); i++) {
            const felt_sheet *sheet = felt_book_sheet_at(book, i);
            char name[256];
            uint8_t hash[HASH_BYTES];
            hash_of(sheet->text.bytes, sheet->text.length, hash);
            snprintf(name, sizeof name, "%.*s/%.*s", FELT_TEXT_ARGS(house_plan(s->house, t)->short_name),
                     FELT_TEXT_ARGS(sheet->short_name));
            wire_put_hex(w, name, hash, sizeof hash);
        }
    }
}

/* Was the sheet at another table before this one, or at this one? */
static bool is_logged(const server *s, int table, int index, felt_text text)
{
    for (int t = house_next(s->house, -1); t >= 0 && t <= table; t = house_next(s->house, t)) {
        const felt_book *book = house_plan(s->house, t)->book;
        for (int i = 0; i < (t == table ? index : felt_book_sheet_count(book)); i++)
            if (felt_text_equal(felt_book_sheet_at(book, i)->text, text))
                return true;
    }
    return false;
}

void page_log_sheets(server *s)
{
    for (int t = house_next(s->house, -1); t >= 0; t = house_next(s->house, t)) {
        const felt_book *book = house_plan(s->house, t)->book;
        for (int i = 0; i < felt_book_sheet_count(book) && !private_is(s, t); i++) {
            const felt_sheet *sheet = felt_book_sheet_at(book, i);
            uint8_t hash[HASH_BYTES];
            char digits[2 * HASH_BYTES + 1];
            if (is_logged(s, t, i, sheet->text))
                continue;
            hash_of(sheet->text.bytes, sheet->text.length, hash);
            hash_digits(hash, digits);
            server_log(s, "info", "sheet", "%.*s %s", FELT_TEXT_ARGS(sheet->short_name), digits);
        }
    }
}

/* BLAKE2b of the program's own file. */
bool page_hash_program(server *s)
{
    FILE *file = s->options->program == NULL ? NULL : fopen(s->options->program, "rb");
    if (file == NULL)
        return false;
    crypto_generichash_state state;
    uint8_t bytes[65536], hash[HASH_BYTES];
    crypto_generichash_init(&state, NULL, 0, sizeof hash);
    for (size_t count; (count = fread(bytes, 1, sizeof bytes, file)) > 0;)
        crypto_generichash_update(&state, bytes, count);
    bool good = ferror(file) == 0;
    fclose(file);
    crypto_generichash_final(&state, hash, sizeof hash);
    if (good)
        hash_digits(hash, s->program_hash);
    return good;
}

static void put(wire *w, const char *text)
{
    w->comma = false;
    wire_raw(w, felt_text_from(text));
}

static void put_text(wire *w, felt_text text)
{
    for (size_t i = 0; i < text.length; i++) {
        char one[2] = {text.bytes[i], '\0'};
        put(w, text.bytes[i] == '<' ? "&lt;" : text.bytes[i] == '&' ? "&amp;" : one);
    }
}

void page_answer(call *c)
{
    if (files_answer(c->s, c->exchange, c->request))
        return;
    server *s = c->s;
    wire *w = &s->answer;
    wire_clear(w);
    put(w, "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>Felt</title>"
           "<meta name=\"viewport\" content=\"width=device-width\"></head><body><h1>Felt</h1><p>Tables that are dealt here:</p><ul>\n");
    for (int i = house_next(s->house, -1); i >= 0; i = house_next(s->house, i)) {
        const felt_table_plan *plan = house_plan(s->house, i);
        if (private_is(s, i))
            continue;
        put(w, "<li><a href=\"/api/tables/");
        put_text(w, plan->short_name);
        put(w, "\">");
        put_text(w, plan->name);
        put(w, "</a> (<a href=\"/api/tables/");
        put_text(w, plan->short_name);
        put(w, "/rules\">rules</a>)</li>\n");
    }
    put(w, "</ul><p>Programs play at <code>/api/live</code>; docs/api.md says how.</p></body></html>\n");
    net_respond(s->net, c->exchange, &(net_reply){.status = 200, .type = "text/html; charset=utf-8", .body = wire_written(w)});
}
