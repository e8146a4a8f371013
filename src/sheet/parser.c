/* src/sheet/parser.c - the cursor of the parser, its errors, and the small pieces that many statements share. */
#include "parser.h"

#include <limits.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>

void *parser_take(parser *p, size_t count, size_t size)
{
    void *memory = felt_arena_take(p->arena, count, size);
    if (memory == NULL)
        p->no_memory = true;
    return memory;
}

bool parser_grow(parser *p, void **items, int count, int *capacity, size_t size)
{
    if (count < *capacity)
        return true;
    *capacity = *capacity == 0 ? 4 : *capacity * 2;
    void *more = parser_take(p, (size_t)*capacity, size);
    if (more == NULL)
        return false;
    if (count > 0)
        memcpy(more, *items, (size_t)count * size);
    *items = more;
    return true;
}

bool parser_fail(parser *p, const char *code, const char *format, ...)
{
    char message[1024];
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    felt_text copy = felt_arena_copy(p->arena, felt_text_from(message));
    if (copy.bytes == NULL)
        p->no_memory = true;
    scan_error(&p->tree->source, p->diags, p->at, code, copy);
    return false;
}

/* What the next token is, in words. */
static const char *describe(const token *t, char *buffer, size_t size)
{
    switch (t->kind) {
    case TOKEN_END:
        return "the end of the line";
    case TOKEN_STRING:
        snprintf(buffer, size, "the string \"%.*s\"", FELT_TEXT_ARGS(t->text));
        return buffer;
    case TOKEN_NUMBER:
        snprintf(buffer, size, "the number %.*s", FELT_TEXT_ARGS(t->text));
        return buffer;
    default:
        snprintf(buffer, size, "'%.*s'", FELT_TEXT_ARGS(t->text));
        return buffer;
    }
}

void parser_help(parser *p, felt_text help)
{
    if (p->diags->count > 0 && p->diags->dropped == 0)
        p->diags->list[p->diags->count - 1].help = help;
}

bool parser_expected(parser *p, const char *what, const char *const *words)
{
    char found[FELT_STRING_BYTES_MAX + 32];
    parser_fail(p, "syntax", "found %s, expected %s", describe(p->at, found, sizeof found), what);
    bool continued = p->first != NULL && p->at > p->first && p->at[-1].kind == TOKEN_COMMA && p->at[-1].line < p->at->line;
    if (continued)
        parser_help(p, felt_arena_print(p->arena, "the comma at the end of line %d makes this line a part of it", p->at[-1].line));
    else if (p->at->kind == TOKEN_WORD && words != NULL)
        parser_suggest(p, p->at->text, words);
    return false;
}

/* How many edits away a word may be to be suggested. */
static size_t tolerance(felt_text found, felt_text name)
{
    bool begun = found.length >= 3 && found.length < name.length && memcmp(found.bytes, name.bytes, found.length) == 0;
    return found.length < 5 && !begun ? 1 : found.length < 8 ? 2 : 3;
}

int parser_nearest(felt_text found, const felt_text *names, int count)
{
    size_t best = SIZE_MAX;
    int nearest = -1;
    for (int i = 0; i < count; i++) {
        size_t most = tolerance(found, names[i]);
        size_t distance = felt_text_distance(found, names[i], most);
        if (distance > most)
            continue;
        if (distance < best) {
            best = distance;
            nearest = i;
        }
    }
    return nearest;
}

void parser_suggest_names(parser *p, felt_text found, const felt_text *names, int count)
{
    int nearest = parser_nearest(found, names, count);
    if (nearest >= 0 && !felt_text_equal(found, names[nearest])) /* the word itself, in the wrong place, is no help */
        parser_help(p, felt_arena_print(p->arena, "did you mean '%.*s'?", FELT_TEXT_ARGS(names[nearest])));
}

void parser_suggest(parser *p, felt_text found, const char *const *words)
{
    felt_text names[64];
    int count = 0;
    while (count < 64 && words[count] != NULL) {
        names[count] = felt_text_from(words[count]);
        count++;
    }
    parser_suggest_names(p, found, names, count);
}

bool parser_is_after(const parser *p, int ahead, const char *word)
{
    for (int i = 0; i < ahead; i++)
        if (p->at[i].kind == TOKEN_END)
            return false;
    if (p->probe != NULL)
        probe_note(p->probe, &p->at[ahead], felt_text_from(word), (felt_text){"", 0});
    return p->at[ahead].kind == TOKEN_WORD && felt_text_is(p->at[ahead].text, word);
}

bool parser_is(const parser *p, const char *word)
{
    return parser_is_after(p, 0, word);
}

bool parser_accept(parser *p, const char *word)
{
    bool found = parser_is(p, word);
    p->at += found;
    return found;
}

bool parser_accept_kind(parser *p, token_kind kind)
{
    bool found = p->at->kind == kind && kind != TOKEN_END;
    p->at += found;
    return found;
}

bool parser_need(parser *p, const char *word)
{
    if (parser_accept(p, word))
        return true;
    char what[64];
    snprintf(what, sizeof what, "'%s'", word);
    return parser_expected(p, what, (const char *const[]){word, NULL});
}

bool parser_need_string(parser *p, const char *what, const token **ret)
{
    if (p->at->kind != TOKEN_STRING)
        return parser_expected(p, what, NULL);
    if (p->at->text.length == 0)
        return parser_fail(p, "syntax", "found an empty string, expected %s", what);
    *ret = p->at++;
    return true;
}

bool parser_need_number(parser *p, const char *what, int low, int high, int *ret)
{
    if (p->at->kind != TOKEN_NUMBER)
        return parser_expected(p, what, NULL);
    long value;
    if (!scan_number(p->at, INT_MAX, &value) || value < low || value > high)
        return parser_fail(p, "range", "found the number %.*s, expected %s from %d to %d", FELT_TEXT_ARGS(p->at->text), what, low, high);
    *ret = (int)value;
    p->at++;
    return true;
}

bool parser_need_last(parser *p, const char *what, int low, int high, int *ret)
{
    long value;
    if (p->at->kind == TOKEN_NUMBER && scan_number(p->at, INT_MAX, &value) && value < low)
        return parser_fail(p, "range", "found %d to %ld, expected the smaller number first", low, value);
    return parser_need_number(p, what, low, high, ret);
}

bool parser_need_end(parser *p)
{
    return p->at->kind == TOKEN_END || parser_expected(p, "the end of the line", NULL);
}

static const char *const statement_words[] = {"accept",   "cites",  "game",    "group", "may",    "needs", "offered", "option", "otherwise",
                                              "paytable", "placed", "reading", "sheet", "source", "wager", "where",   NULL};

bool parser_need_name(parser *p, const char *what, bool numbers, const token **ret)
{
    if (p->at->kind != TOKEN_WORD && !(numbers && p->at->kind == TOKEN_NUMBER))
        return parser_expected(p, what, NULL);
    for (int i = 0; statement_words[i] != NULL; i++)
        if (felt_text_is(p->at->text, statement_words[i]))
            return parser_fail(p, "syntax", "found '%s', which begins a statement, expected %s", statement_words[i], what);
    *ret = p->at++;
    return true;
}

bool parse_numbers(parser *p, const char *what, int low, int high, uint32_t *ret)
{
    int first = 0, last = 0;
    if (!parser_need_number(p, what, low, high, &first))
        return false;
    if (parser_is(p, "to") && p->at[1].kind == TOKEN_NUMBER) {
        p->at++;
        if (!parser_need_last(p, what, first, high, &last))
            return false;
        *ret = (uint32_t)((((uint64_t)1 << (last + 1)) - 1) & ~(((uint64_t)1 << first) - 1));
        return true;
    }
    uint32_t mask = (uint32_t)1 << first;
    for (;;) {
        bool comma = p->at->kind == TOKEN_COMMA;
        bool last_one = parser_is(p, "or") || parser_is(p, "and");
        if (!(comma || last_one) || p->at[1].kind != TOKEN_NUMBER)
            break;
        p->at++;
        if (!parser_need_number(p, what, low, high, &first))
            return false;
        mask |= (uint32_t)1 << first;
    }
    *ret = mask;
    return true;
}

/* A comma, or `or`, with another name after it: `, at most` and `, winning at most` go on about stakes. */
static bool accept_next_ref(parser *p)
{
    int at = parser_is_after(p, 1, "winning") ? 2 : 1;
    if (p->at->kind == TOKEN_COMMA && parser_is_after(p, at, "at") && parser_is_after(p, at + 1, "most"))
        return false;
    return parser_accept_kind(p, TOKEN_COMMA) || parser_accept(p, "or");
}

bool parse_refs(parser *p, bool outside, ref **ret, int *ret_count)
{
    ref refs[FELT_LINE_TOKENS_MAX];
    int count = 0;
    do {
        bool named = p->at->kind == TOKEN_STRING || p->at->kind == TOKEN_WORD || (outside && p->at->kind == TOKEN_SLASHED);
        if (!named)
            return parser_expected(p, "the name of a wager", NULL);
        if (probe_is_at(p->probe, p->at))
            p->probe->wagers = true;
        refs[count++] = (ref){.at = p->at++, .wager = -1};
    } while (accept_next_ref(p));
    *ret = parser_take(p, (size_t)count, sizeof **ret);
    if (*ret == NULL)
        return false;
    memcpy(*ret, refs, (size_t)count * sizeof *refs);
    *ret_count = count;
    return true;
}

void slashed_parts(felt_text text, felt_text *ret_before, felt_text *ret_after)
{
    const char *slash = memchr(text.bytes, '/', text.length);
    size_t before = (size_t)(slash - text.bytes);
    *ret_before = (felt_text){text.bytes, before};
    *ret_after = (felt_text){slash + 1, text.length - before - 1};
}

felt_text parser_words(parser *p, const token *first, const token *end)
{
    size_t length = 0;
    for (const token *t = first; t < end; t++)
        length += t->text.length + 3;
    char *bytes = parser_take(p, length + 1, 1);
    if (bytes == NULL)
        return (felt_text){"", 0};
    size_t at = 0;
    for (const token *t = first; t < end; t++) {
        bool tight = t == first || t->kind == TOKEN_COMMA || t->kind == TOKEN_COLON || t->kind == TOKEN_CLOSE || t[-1].kind == TOKEN_OPEN;
        if (!tight)
            bytes[at++] = ' ';
        const char *quote = t->kind == TOKEN_STRING ? "\"" : "";
        at += (size_t)snprintf(bytes + at, length + 1 - at, "%s%.*s%s", quote, FELT_TEXT_ARGS(t->text), quote);
    }
    return (felt_text){bytes, at};
}
