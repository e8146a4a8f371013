/* src/serve/http_tables.c - tables, their wagers and rules, and what has happened at them. */
#include "server.h"

#include <felt/book_report.h>
#include <felt/rule_card.h>
#include <felt/sheet.h>
#include <stdlib.h>

void http_tables(call *c)
{
    server *s = c->s;
    wire *w = &s->answer;
    felt_player_id who = {0};
    if (house_private_count(s->house) > 0)
        who = http_session(s, c->request).player.player;
    wire_clear(w);
    wire_open(w, '{');
    wire_key(w, "tables");
    wire_open(w, '[');
    for (int i = house_next(s->house, -1); i >= 0; i = house_next(s->house, i))
        if (private_sees(s, i, who) && !house_is_closing(s->house, i))
            show_table_short(s, w, i);
    wire_close(w, ']');
    wire_close(w, '}');
    http_json(s, c->exchange, 200, w, felt_text_from(""));
}

void http_table(call *c)
{
    server *s = c->s;
    people_session session = http_session(s, c->request);
    wire *w = &s->answer;
    wire_clear(w);
    show_table(s, w, c->table, (uint64_t)session.player.player.number);
    http_json(s, c->exchange, 200, w, felt_text_from(""));
}

void http_wagers(call *c)
{
    server *s = c->s;
    int table = c->table;
    wire *w = &s->answer;
    wire_clear(w);
    wire_open(w, '{');
    wire_put_text(w, "table", house_plan(s->house, table)->short_name);
    wire_key(w, "options");
    show_options(s, w, table);
    wire_key(w, "wagers");
    show_wagers(s, w, table);
    wire_close(w, '}');
    http_json(s, c->exchange, 200, w, felt_text_from(""));
}

/* The rule card of a sheet under the book's choices, as Markdown, and at its end those that nobody has made. */
static felt_status write_card(felt_arena *arena, const felt_book *book, int at, felt_text *ret)
{
    const felt_sheet *sheet = felt_book_sheet_at(book, at);
    felt_selection selection = {.count = 0};
    for (int i = 0; i < sheet->option_count; i++) {
        const felt_option *option = &sheet->options[i];
        bool defaulted;
        int choice = felt_book_choice(book, at, i, &defaulted);
        felt_text setting =
            felt_arena_print(arena, "%.*s=%.*s", FELT_TEXT_ARGS(option->name), FELT_TEXT_ARGS(option->choices[choice].name));
        if (option->kind != FELT_OPTION_PAYTABLE && setting.bytes != NULL)
            felt_selection_add(&selection, setting);
    }
    felt_text defaults = felt_report_defaults(arena, book);
    felt_status status = felt_rule_card_write(arena, sheet, &selection, felt_text_from(""), FELT_REPORT_MARKDOWN, ret);
    if (status != FELT_OK || defaults.bytes == NULL)
        return status == FELT_OK ? FELT_ENOMEM : status;
    if (defaults.length > 0)
        *ret = felt_arena_print(arena, "%.*s\nChosen %.*s.\n", FELT_TEXT_ARGS(*ret), FELT_TEXT_ARGS(defaults));
    return ret->bytes == NULL ? FELT_ENOMEM : FELT_OK;
}

void http_rules(call *c)
{
    server *s = c->s;
    const felt_book *book = house_plan(s->house, c->table)->book;
    felt_text wanted = felt_text_from(""), text;
    net_request_argument(c->request, "sheet", &wanted);
    int at = 0;
    while (at < felt_book_sheet_count(book) && wanted.length > 0 && !felt_text_equal(felt_book_sheet_at(book, at)->short_name, wanted))
        at++;
    if (at == felt_book_sheet_count(book)) {
        http_error(s, c->exchange, 404, "no-sheet", "the table does not deal that sheet", "ask GET /api/tables/NAME for its sheets");
        return;
    }
    felt_arena *arena = felt_arena_new(16 << 20);
    felt_status status = arena == NULL ? FELT_ENOMEM : write_card(arena, book, at, &text);
    if (status == FELT_OK)
        net_respond(s->net, c->exchange, &(net_reply){.status = 200, .type = "text/markdown; charset=utf-8", .body = text});
    else
        http_error(s, c->exchange, 503, "no-memory", "the server has no memory for the rules", "ask again later");
    felt_arena_free(arena);
}
