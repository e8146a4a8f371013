/* src/sheet/edit.c - what an editor of sheets asks: where pays stand, and which words may stand at a place. */
#include "compile.h"
#include "probe.h"

#include <string.h>

/* ---- pays ---- */

typedef struct pays {
    felt_pay_place *list; /* NULL: they are only counted */
    int count;
} pays;

static void add_cells(pays *p, const pay_source *source, felt_pay_place place)
{
    static const char *const units[] = {[UNIT_NONE] = "", [UNIT_TO] = "to", [UNIT_FOR] = "for", [UNIT_BY_OPTION] = "by"};
    for (int i = 0; i < source->count; i++, p->count++) {
        const cell *c = &source->cells[i];
        if (p->list == NULL)
            continue;
        place.choice = source->count > 1 ? i : -1;
        place.text = c->at->text;
        place.line = c->at->line;
        place.column = c->at->column;
        place.width = c->at->width;
        place.unset = c->unset;
        place.number = c->unset ? 0 : c->number;
        place.unit = units[source->unit];
        place.denominator = source->unit == UNIT_NONE ? 1 : source->denominator;
        p->list[p->count] = place;
    }
}

static void add_all(pays *p, const compiled *sheet)
{
    p->count = 0;
    for (int i = 0; i < sheet->tree.wager_count; i++) {
        const wager_source *w = &sheet->tree.wagers[i];
        for (int row = 0; row < w->row_count; row++) {
            const outcome_source *outcome = &w->rows[row].outcome;
            if (outcome->kind != FELT_PAY_WINS)
                continue;
            add_cells(p, &outcome->pay, (felt_pay_place){.wager = sheet->first_wager[i], .row = row});
            if (outcome->has_dealer)
                add_cells(p, &outcome->dealer, (felt_pay_place){.wager = sheet->first_wager[i], .row = row, .dealer = true});
        }
    }
}

felt_status felt_sheet_pays(felt_arena *arena, const felt_sheet *sheet, const felt_pay_place **ret, int *ret_count)
{
    pays p = {.list = NULL};
    add_all(&p, sheet->inside);
    p.list = felt_arena_take(arena, (size_t)p.count + 1, sizeof *p.list);
    if (p.list == NULL)
        return FELT_ENOMEM;
    add_all(&p, sheet->inside);
    *ret = p.list;
    *ret_count = p.count;
    return FELT_OK;
}

/* ---- words ---- */

bool probe_is_at(const word_probe *probe, const token *at)
{
    return probe != NULL && at->line == probe->line && at->column == probe->column && at->kind == TOKEN_WORD;
}

void probe_note(word_probe *probe, const token *at, felt_text word, felt_text meaning)
{
    if (!probe_is_at(probe, at) || probe->count == FELT_NEXT_WORDS_MAX)
        return;
    for (int i = 0; i < probe->count; i++)
        if (felt_text_equal(probe->list[i].word, word))
            return;
    probe->list[probe->count++] = (felt_next_word){word, meaning};
}

/* Stands where words are looked for, so that there is a token of which the parser asks; none that a sheet has. */
static const char stand_in[] = "the-word-that-is-looked-for";

/* How many bytes the first `letters` of a line have; false: it has fewer letters. */
static bool letters_length(felt_text line, int letters, size_t *ret)
{
    size_t at = 0;
    for (int i = 0; i < letters; i++) {
        size_t length = felt_text_decode((felt_text){line.bytes + at, line.length - at}, NULL);
        if (at >= line.length)
            return false;
        at += length > 0 ? length : 1;
    }
    *ret = at;
    return true;
}

/* The beginning of a line, which may be the one after the last end of line; false: there is no such line. */
static bool find_line(felt_text text, int number, size_t *ret_begin, size_t *ret_end)
{
    size_t begin = 0;
    for (int i = 1; i < number; i++) {
        const char *end = begin < text.length ? memchr(text.bytes + begin, '\n', text.length - begin) : NULL;
        if (end == NULL)
            return false;
        begin = (size_t)(end - text.bytes) + 1;
    }
    const char *end = begin < text.length ? memchr(text.bytes + begin, '\n', text.length - begin) : NULL;
    *ret_begin = begin;
    *ret_end = end == NULL ? text.length : (size_t)(end - text.bytes);
    return true;
}

/* Is what follows in the line inside quotes, or a comment? */
static bool is_no_place(felt_text before)
{
    bool quoted = false;
    for (size_t i = 0; i < before.length; i++) {
        if (before.bytes[i] == '#' && !quoted)
            return true;
        quoted ^= before.bytes[i] == '"';
    }
    return quoted;
}

/* The text with the stand-in at the place, and without the rest of its line; length 0: there is no such place. */
static felt_text with_stand_in(felt_arena *arena, felt_text text, int line, int column)
{
    size_t begin, end, before;
    felt_text none = {"", 0};
    if (text.length > FELT_SHEET_BYTES_MAX || line < 1 || column < 1 || !find_line(text, line, &begin, &end) ||
        !letters_length((felt_text){text.bytes + begin, end - begin}, column - 1, &before) ||
        is_no_place((felt_text){text.bytes + begin, before}))
        return none;
    size_t kept = begin + before, added = sizeof stand_in - 1, rest = text.length - end;
    char *bytes = felt_arena_take(arena, kept + added + rest + 1, 1);
    if (bytes == NULL)
        return (felt_text){NULL, 0};
    if (kept > 0)
        memcpy(bytes, text.bytes, kept);
    memcpy(bytes + kept, stand_in, added);
    if (rest > 0)
        memcpy(bytes + kept + added, text.bytes + end, rest);
    return (felt_text){bytes, kept + added + rest};
}

static void note_wagers(word_probe *probe, const tree *parsed)
{
    for (int i = 0; i < parsed->wager_count; i++)
        probe_note(probe, &(token){.kind = TOKEN_WORD, .line = probe->line, .column = probe->column}, parsed->wagers[i].short_name,
                   parsed->wagers[i].name);
}

felt_status felt_sheet_words(felt_arena *arena, felt_text text, int line, int column, const felt_next_word **ret, int *ret_count)
{
    word_probe p = {.line = line, .column = column, .list = felt_arena_take(arena, FELT_NEXT_WORDS_MAX, sizeof *p.list)};
    felt_diags diags = felt_diags_in(arena);
    felt_text probed = with_stand_in(arena, text, line, column);
    scanned source;
    tree parsed;
    if (p.list == NULL || probed.bytes == NULL)
        return FELT_ENOMEM;
    if (probed.length > 0 && scan_text(arena, felt_text_from("-"), probed, false, &diags, &source) == FELT_OK) {
        if (parse_sheet(arena, &source, &diags, &p, &parsed) != FELT_OK)
            return FELT_ENOMEM;
        if (p.wagers)
            note_wagers(&p, &parsed);
    }
    *ret = p.list;
    *ret_count = p.count;
    return FELT_OK;
}
