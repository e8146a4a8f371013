/* src/sheet/compile.c - from the text of a sheet to compiled wagers: scan, parse, resolve, then one wager after the other. */
#include "rules.h"

#include <stdio.h>

/* The file's name without folder and ending. */
static felt_text short_name_of(felt_text file)
{
    size_t start = 0, end = file.length;
    for (size_t i = 0; i < file.length; i++)
        if (file.bytes[i] == '/')
            start = i + 1;
    for (size_t i = file.length; i-- > start;) {
        if (file.bytes[i] == '.' && i > start) {
            end = i;
            break;
        }
    }
    return (felt_text){file.bytes + start, end - start};
}

/* Names of sheets are written into messages, CSV and JSON, which the bytes that a file system allows would spoil. */
static bool name_sheet(compiler *c, felt_text file)
{
    felt_text name = short_name_of(file);
    name.length = name.length > FELT_SHEET_NAME_BYTES_MAX ? FELT_SHEET_NAME_BYTES_MAX : name.length;
    char *bytes = compiler_take(c, name.length + 1, 1);
    if (bytes == NULL)
        return false;
    c->out->sheet.short_name = felt_text_printable(name, bytes);
    return true;
}

typedef enum progress { TO_DO = 0, COMPILED, REFUSED } progress;

/* Compiles first what `index` speaks of; circles were refused before. A wager that speaks of a refused one is refused without a word. */
static bool compile_in_order(compiler *c, int index, progress *done);

static bool compile_mentioned(compiler *c, const cond *condition, progress *done)
{
    if (condition == NULL)
        return true;
    for (int i = 0; i < condition->ref_count; i++)
        if (!compile_in_order(c, condition->refs[i].wager, done))
            return false;
    return compile_mentioned(c, condition->left, done) && compile_mentioned(c, condition->right, done);
}

static bool compile_in_order(compiler *c, int index, progress *done)
{
    if (done[index] != TO_DO)
        return done[index] == COMPILED;
    const wager_source *w = &c->out->tree.wagers[index];
    bool good = true;
    for (int i = 0; i < w->row_count && good; i++)
        good = compile_mentioned(c, w->rows[i].condition, done);
    good = good && compile_wager(c, index);
    done[index] = good ? COMPILED : REFUSED;
    return good;
}

static bool compile_wagers(compiler *c)
{
    compiled *out = c->out;
    int count = 0;
    for (int i = 0; i < out->tree.wager_count; i++) {
        out->first_wager[i] = count;
        count += out->tree.wagers[i].side_count > 0 ? out->tree.wagers[i].side_count : 1;
    }
    out->wagers = compiler_take(c, (size_t)count, sizeof *out->wagers);
    out->extras = compiler_take(c, (size_t)count, sizeof *out->extras);
    if (out->wagers == NULL || out->extras == NULL)
        return false;
    out->sheet.wagers = out->wagers;
    out->sheet.wager_count = count;
    progress done[FELT_WAGERS_MAX] = {TO_DO};
    bool good = true;
    for (int i = 0; i < out->tree.wager_count && !c->no_memory && !c->full; i++)
        good = compile_in_order(c, i, done) && good;
    return good;
}

static void fill_head(compiled *out, felt_text file, felt_text text)
{
    const tree *t = &out->tree;
    felt_sheet *s = &out->sheet;
    s->file = file;
    s->text = text;
    s->name = t->name;
    s->game = t->game;
    s->sources = t->sources;
    s->source_count = t->source_count;
    s->options = t->options;
    s->option_count = t->option_count;
    s->decks_option = t->decks_option;
    s->groups = t->groups;
    s->group_count = t->group_count;
    s->accepts = t->accepts;
    s->accept_count = t->accept_count;
    s->inside = out;
}

/* From copies of the file's name and text that live as long as the sheet. */
static felt_status compile_text(compiler *c, felt_text file, felt_text text)
{
    scanned source;
    int errors_before = c->diags->error_count;
    felt_status status = scan_text(c->arena, file, text, false, c->diags, &source);
    if (status == FELT_OK)
        status = parse_sheet(c->arena, &source, c->diags, NULL, &c->out->tree);
    if (status != FELT_OK)
        return status;
    fill_head(c->out, file, source.text);
    if (!name_sheet(c, file))
        return FELT_ENOMEM;
    bool parsed = c->diags->error_count == errors_before;
    bool good = (parsed || !c->out->tree.wagers_lost) && resolve_references(c) && parsed;
    c->rules = c->out->tree.game == NULL ? NULL : sheet_rules_of(c->out->tree.game);
    good = good && compile_wagers(c);
    return c->no_memory ? FELT_ENOMEM : good ? FELT_OK : FELT_ESHEET;
}

felt_status felt_sheet_compile(felt_arena *arena, felt_text file, felt_text text, felt_diags *diags, const felt_sheet **ret)
{
    compiler c = {.arena = arena, .diags = diags};
    int diags_before = diags->count;
    felt_text file_copy = felt_arena_copy(arena, file);
    /* What is too long is refused before anything is kept of it. */
    felt_text text_copy = text.length <= FELT_SHEET_BYTES_MAX + 3 ? felt_arena_copy(arena, text) : text;
    c.out = felt_arena_take(arena, 1, sizeof *c.out);
    if (c.out == NULL || file_copy.bytes == NULL || text_copy.bytes == NULL)
        return FELT_ENOMEM;
    felt_status status = compile_text(&c, file_copy, text_copy);
    scan_diags_sort(diags, diags_before);
    if (scan_diags_lost(diags))
        return FELT_ENOMEM;
    if (status == FELT_OK)
        *ret = &c.out->sheet;
    return status;
}

int felt_option_find(const felt_sheet *sheet, felt_text name)
{
    for (int i = 0; i < sheet->option_count; i++)
        if (felt_text_equal(sheet->options[i].name, name))
            return i;
    return -1;
}

felt_text felt_need_name(const felt_sheet *sheet, const felt_need *need)
{
    return need->wager == FELT_WAGER_OUTSIDE ? need->name : sheet->wagers[need->wager].name;
}

int felt_choice_find(const felt_option *option, felt_text name)
{
    for (int i = 0; i < option->choice_count; i++)
        if (felt_text_equal(option->choices[i].name, name))
            return i;
    return -1;
}

void felt_variant_write(const felt_sheet *sheet, const felt_wager *wager, const felt_variant *variant, char *ret, size_t size)
{
    size_t at = 0;
    ret[0] = '\0';
    for (int i = 0; i < wager->option_count && at < size; i++) {
        const felt_option *option = &sheet->options[wager->options[i]];
        int wrote = snprintf(ret + at, size - at, "%s%.*s=%.*s", i == 0 ? "" : ", ", FELT_TEXT_ARGS(option->name),
                             FELT_TEXT_ARGS(option->choices[variant->choices[i]].name));
        at += wrote > 0 ? (size_t)wrote : 0;
    }
}
