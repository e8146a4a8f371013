/* src/sheet/compile.c - from the text of a sheet to compiled wagers: scan, parse, resolve, then one wager after the other. */
#include "compile.h"

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

static bool make_space(compiler *c)
{
    c->space = compiler_take(c, 1, sizeof *c->space);
    if (c->space == NULL)
        return false;
    /* What can be dealt from one deck can be dealt from eight, and nothing more can: tests/unit/test_game.c. */
    felt_outcome_enumerate(1, &c->space->examples);
    for (int i = 0; i < FELT_OUTCOME_COUNT; i++) {
        if (c->space->examples.round[i].player_cards == 0)
            continue;
        c->space->hands[c->space->count] = felt_outcome_hands(i);
        c->space->index[c->space->count++] = (uint16_t)i;
    }
    return true;
}

/* Compiles first what `index` speaks of. Circles were refused before. */
static bool compile_in_order(compiler *c, int index, bool *done);

static bool compile_mentioned(compiler *c, const cond *condition, bool *done)
{
    if (condition == NULL)
        return true;
    for (int i = 0; i < condition->ref_count; i++)
        if (!compile_in_order(c, condition->refs[i].wager, done))
            return false;
    return compile_mentioned(c, condition->left, done) && compile_mentioned(c, condition->right, done);
}

static bool compile_in_order(compiler *c, int index, bool *done)
{
    if (done[index])
        return true;
    done[index] = true;
    const wager_source *w = &c->out->tree.wagers[index];
    for (int i = 0; i < w->row_count; i++)
        if (!compile_mentioned(c, w->rows[i].condition, done))
            return false;
    return compile_wager(c, index);
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
    bool done[FELT_WAGERS_MAX] = {false};
    for (int i = 0; i < out->tree.wager_count; i++)
        if (!compile_in_order(c, i, done))
            return false;
    return true;
}

static void fill_head(compiled *out, felt_text file, felt_text text)
{
    const tree *t = &out->tree;
    felt_sheet *s = &out->sheet;
    s->file = file;
    s->text = text;
    s->name = t->name;
    s->short_name = short_name_of(file);
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
}

felt_status felt_sheet_compile(felt_arena *arena, felt_text file, felt_text text, felt_diags *diags, const felt_sheet **ret)
{
    compiler c = {.arena = arena, .diags = diags};
    int errors_before = diags->error_count;
    felt_text file_copy = felt_arena_copy(arena, file);
    felt_text text_copy = text.length <= FELT_SHEET_BYTES_MAX ? felt_arena_copy(arena, text) : text;
    c.out = felt_arena_take(arena, 1, sizeof *c.out);
    if (c.out == NULL || file_copy.bytes == NULL || text_copy.bytes == NULL)
        return FELT_ENOMEM;
    scanned source;
    felt_status status = scan_text(arena, file_copy, text_copy, false, diags, &source);
    if (status == FELT_OK)
        status = parse_sheet(arena, &source, diags, &c.out->tree);
    if (status != FELT_OK)
        return status;
    if (diags->error_count > errors_before)
        return FELT_ESHEET;
    fill_head(c.out, file_copy, text_copy);
    bool good = (c.out->tree.game == FELT_GAME_CRAPS || make_space(&c)) && resolve_references(&c) && compile_wagers(&c);
    if (c.no_memory)
        return FELT_ENOMEM;
    if (!good || diags->error_count > errors_before)
        return FELT_ESHEET;
    *ret = &c.out->sheet;
    return FELT_OK;
}

int felt_option_find(const felt_sheet *sheet, felt_text name)
{
    for (int i = 0; i < sheet->option_count; i++)
        if (felt_text_equal(sheet->options[i].name, name))
            return i;
    return -1;
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
