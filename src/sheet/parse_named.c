/* src/sheet/parse_named.c - a wager of compiled sheets, as a line of a case file or of a tables file names it. */
#include "parser.h"

#include <stdio.h>

static bool unknown_wager(parser *p, const felt_sheet *const *sheets, int sheet_count, const token *name)
{
    felt_text names[FELT_WAGERS_MAX];
    int count = 0;
    for (int s = 0; s < sheet_count; s++) {
        for (int i = 0; i < sheets[s]->wager_count && count < FELT_WAGERS_MAX; i++) {
            const felt_wager *w = &sheets[s]->wagers[i];
            if (i == 0 || !felt_text_equal(w->short_name, w[-1].short_name))
                names[count++] = name->kind == TOKEN_STRING ? w->name : w->short_name;
        }
    }
    p->at = name;
    parser_fail(p, "unknown-name", "found '%.*s', expected a wager of the %s", FELT_TEXT_ARGS(name->text),
                sheet_count == 1 ? "sheet" : "book");
    parser_suggest_names(p, name->text, names, count);
    return false;
}

/* Is the wager called so: by its printed name in quotes, else by its short name, with or without that of its sheet? */
static bool is_called(const felt_sheet *sheet, const felt_wager *w, const token *name)
{
    felt_text text = name->text;
    if (name->kind == TOKEN_STRING)
        return felt_text_equal(w->name, text);
    if (felt_text_equal(w->short_name, text))
        return true;
    size_t before = sheet->short_name.length;
    return text.length > before && text.bytes[before] == '/' && memcmp(text.bytes, sheet->short_name.bytes, before) == 0 &&
           felt_text_equal(w->short_name, (felt_text){text.bytes + before + 1, text.length - before - 1});
}

/* Finds the wager with all its sides, which stand next to each other. */
static bool read_name(parser *p, const felt_sheet *const *sheets, int sheet_count, named_sides *ret)
{
    const token *name = p->at;
    int matches = 0;
    if (name->kind != TOKEN_WORD && name->kind != TOKEN_STRING && name->kind != TOKEN_SLASHED)
        return parser_expected(p, "the name of a wager", NULL);
    for (int s = 0; s < sheet_count; s++) {
        const felt_sheet *sheet = sheets[s];
        for (int i = 0; i < sheet->wager_count; i++) {
            const felt_wager *w = &sheet->wagers[i];
            if (!is_called(sheet, w, name))
                continue;
            if (matches > 0 && ret->sheet == sheet && felt_text_equal(w->short_name, ret->wagers->short_name)) {
                ret->count += matches == 1;
                continue;
            }
            matches++;
            *ret = (named_sides){sheet, w, 1};
        }
    }
    if (matches > 1)
        return parser_fail(p, "unknown-name", "\"%.*s\" is the name of %d wagers; use the short name of one%s", FELT_TEXT_ARGS(name->text),
                           matches, sheet_count > 1 ? ", after that of its sheet and a slash" : "");
    if (matches == 0)
        return unknown_wager(p, sheets, sheet_count, name);
    p->at++;
    return true;
}

static bool read_side(parser *p, named_sides *w)
{
    felt_text sides[FELT_SIDES_MAX];
    int count = 0;
    if (!parser_accept(p, "on"))
        return true;
    if (w->wagers->side.length == 0)
        return parser_fail(p, "type", "found a side, but '%.*s' has none", FELT_TEXT_ARGS(w->wagers->short_name));
    for (int i = 0; i < w->count && count < FELT_SIDES_MAX; i++) {
        if ((p->at->kind == TOKEN_WORD || p->at->kind == TOKEN_NUMBER) && felt_text_equal(w->wagers[i].side, p->at->text)) {
            w->wagers += i;
            w->count = 1;
            p->at++;
            return true;
        }
        sides[count++] = w->wagers[i].side;
    }
    char what[96];
    snprintf(what, sizeof what, "a side of '%.*s'", FELT_TEXT_ARGS(w->wagers->short_name));
    parser_expected(p, what, NULL);
    parser_suggest_names(p, p->at->text, sides, count);
    return false;
}

bool parse_named_wager(parser *p, const felt_sheet *const *sheets, int sheet_count, named_sides *ret)
{
    *ret = (named_sides){NULL, NULL, 0};
    return read_name(p, sheets, sheet_count, ret) && read_side(p, ret);
}
