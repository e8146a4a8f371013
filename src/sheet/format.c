/* src/sheet/format.c - the canonical layout of a sheet. Words, their order and comments are kept; only white space changes.
 *
 * Statements begin at the margin, the lines of an option or a wager are indented by two, and what rows do stands in one column. An
 * `accept` is a line of a wager, but after an option it speaks of the whole sheet and begins at the margin. A blank line stands before
 * every option, group and wager, and between one of them and a statement of the sheet; other blank lines are kept, but never two. */
#include "scan.h"

#include <felt/sheet.h>

enum { INDENT = 2, CONTINUED = 6, ALIGN_MOST = 80 };

typedef enum line_kind { LINE_BLANK, LINE_COMMENT, LINE_HEAD, LINE_OPENING, LINE_BLOCK, LINE_CONTINUED } line_kind;

typedef struct writer {
    felt_arena *arena;
    char *bytes;
    size_t length, capacity;
    bool no_memory;
} writer;

typedef struct formatter {
    scanned source;
    line_kind *kinds;
    int *split;     /* the token that goes into the second column of a line; its count when there is none */
    size_t *column; /* where that column is */
    writer out;
} formatter;

static void put(writer *w, const char *bytes, size_t length)
{
    if (length == 0)
        return;
    if (w->length + length > w->capacity) {
        size_t capacity = 2 * (w->length + length) + 4096;
        char *more = felt_arena_take(w->arena, capacity, 1);
        if (more == NULL) {
            w->no_memory = true;
            return;
        }
        if (w->length > 0)
            memcpy(more, w->bytes, w->length);
        w->bytes = more;
        w->capacity = capacity;
    }
    memcpy(w->bytes + w->length, bytes, length);
    w->length += length;
}

static void put_spaces(writer *w, size_t count)
{
    while (count-- > 0)
        put(w, " ", 1);
}

static bool is_word(const token *t, const char *word)
{
    return t->kind == TOKEN_WORD && felt_text_is(t->text, word);
}

static bool is_any(const token *t, const char *const *words)
{
    for (; *words != NULL; words++)
        if (is_word(t, *words))
            return true;
    return false;
}

static const char *const head_words[] = {"sheet", "source", "game", NULL};
static const char *const opening_words[] = {"option", "reading", "group", "wager", NULL};

/* The tokens of a line without a comment at its end. */
static int code_count(const text_line *l)
{
    return l->count > 0 && l->tokens[l->count - 1].kind == TOKEN_COMMENT ? l->count - 1 : l->count;
}

static bool ends_in_comma(const text_line *l)
{
    int count = code_count(l);
    return count > 0 && l->tokens[count - 1].kind == TOKEN_COMMA;
}

static void classify(formatter *f)
{
    bool in_wager = false, continued = false;
    for (int i = 0; i < f->source.count; i++) {
        const text_line *l = &f->source.lines[i];
        const token *first = &l->tokens[0];
        if (l->count == 0)
            f->kinds[i] = LINE_BLANK;
        else if (first->kind == TOKEN_COMMENT)
            f->kinds[i] = LINE_COMMENT;
        else if (continued)
            f->kinds[i] = LINE_CONTINUED;
        else if (is_any(first, head_words) || (is_word(first, "accept") && !in_wager))
            f->kinds[i] = LINE_HEAD;
        else if (is_any(first, opening_words)) {
            f->kinds[i] = LINE_OPENING;
            in_wager = is_word(first, "wager");
        } else
            f->kinds[i] = LINE_BLOCK;
        if (code_count(l) > 0)
            continued = ends_in_comma(l);
    }
}

static bool is_tight(const token *t)
{
    return t->kind == TOKEN_COMMA || t->kind == TOKEN_COLON || t->kind == TOKEN_CLOSE || t[-1].kind == TOKEN_OPEN;
}

static size_t token_columns(const token *t)
{
    return felt_text_columns(t->text) + (t->kind == TOKEN_STRING ? 2 : 0);
}

static size_t columns_of(const token *tokens, int count)
{
    size_t columns = 0;
    for (int i = 0; i < count; i++)
        columns += token_columns(&tokens[i]) + (i > 0 && !is_tight(&tokens[i]));
    return columns;
}

/* Where the second column of a line begins: what a row does, or what a choice means. */
static int split_of(const text_line *l, bool in_option)
{
    static const char *const outcomes[] = {"pays", "pushes", "loses", "stays", "undefined", NULL};
    static const char *const plain[] = {"cites", "offered", "placed", "needs", "may", "vig", "paytable", "accept", NULL};
    int count = code_count(l), split = count;
    if (count == 0 || is_any(&l->tokens[0], plain))
        return count;
    if (in_option)
        return count > 1 ? 1 : count;
    for (int i = 1; i < count; i++)
        if (is_any(&l->tokens[i], outcomes))
            split = i;
    return split;
}

/* Gives the lines of a block, from `start` up to `end`, one second column. */
static void align_block(formatter *f, int start, int end)
{
    size_t widest = 0;
    bool in_option =
        start > 0 && (is_word(f->source.lines[start - 1].tokens, "option") || is_word(f->source.lines[start - 1].tokens, "reading"));
    for (int i = start; i < end; i++) {
        const text_line *l = &f->source.lines[i];
        f->split[i] = f->kinds[i] == LINE_BLOCK ? split_of(l, in_option) : code_count(l);
        size_t columns = columns_of(l->tokens, f->split[i]);
        if (f->split[i] < code_count(l) && columns > widest && columns <= ALIGN_MOST)
            widest = columns;
    }
    for (int i = start; i < end; i++)
        f->column[i] = INDENT + widest + 2;
}

static void align(formatter *f)
{
    for (int i = 0; i < f->source.count;) {
        f->split[i] = code_count(&f->source.lines[i]);
        i++;
        int end = i;
        if (f->kinds[i - 1] != LINE_OPENING)
            continue;
        while (end < f->source.count && f->kinds[end] != LINE_OPENING && f->kinds[end] != LINE_HEAD)
            end++;
        align_block(f, i, end);
        i = end;
    }
}

static void put_tokens(formatter *f, int index, size_t indent)
{
    const text_line *l = &f->source.lines[index];
    int count = code_count(l);
    size_t at = indent;
    put_spaces(&f->out, indent);
    for (int i = 0; i < count; i++) {
        const token *t = &l->tokens[i];
        size_t gap = i == 0 || is_tight(t) ? 0 : 1;
        if (i == f->split[index] && i > 0)
            gap = f->column[index] > at + 1 ? f->column[index] - at : 2;
        put_spaces(&f->out, gap);
        put(&f->out, "\"", t->kind == TOKEN_STRING);
        put(&f->out, t->text.bytes, t->text.length);
        put(&f->out, "\"", t->kind == TOKEN_STRING);
        at += gap + token_columns(t);
    }
    if (count < l->count) {
        put_spaces(&f->out, count > 0 ? 2 : 0);
        put(&f->out, l->tokens[count].text.bytes, l->tokens[count].text.length);
    }
    put(&f->out, "\n", 1);
}

/* The kind of the next line that is neither blank nor a comment; LINE_BLANK when there is none. */
static line_kind next_kind(const formatter *f, int index)
{
    while (index < f->source.count && (f->kinds[index] == LINE_BLANK || f->kinds[index] == LINE_COMMENT))
        index++;
    return index < f->source.count ? f->kinds[index] : LINE_BLANK;
}

static void write_lines(formatter *f)
{
    bool blank_before = true, comment_before = false, in_block = false;
    for (int i = 0; i < f->source.count; i++) {
        line_kind kind = f->kinds[i];
        if (kind == LINE_BLANK) {
            bool last = true;
            for (int k = i; k < f->source.count; k++)
                last = last && f->kinds[k] == LINE_BLANK;
            if (!blank_before && !last)
                put(&f->out, "\n", 1);
            blank_before = true;
            comment_before = false;
            continue;
        }
        line_kind block = kind == LINE_COMMENT ? next_kind(f, i) : kind;
        bool opens = (block == LINE_OPENING || (block == LINE_HEAD && in_block)) && !comment_before;
        if (opens && !blank_before)
            put(&f->out, "\n", 1);
        put_tokens(f, i, block == LINE_BLOCK ? INDENT : block == LINE_CONTINUED ? CONTINUED : 0);
        blank_before = false;
        comment_before = kind == LINE_COMMENT;
        if (!comment_before && kind != LINE_CONTINUED)
            in_block = kind == LINE_BLOCK;
    }
}

/* What a sheet may not be cannot be its layout either. */
static felt_status refuse_large(const formatter *f, felt_diags *diags)
{
    size_t lines = 0;
    for (size_t i = 0; i < f->out.length; i++)
        lines += f->out.bytes[i] == '\n';
    if (f->out.length <= FELT_SHEET_BYTES_MAX && lines <= FELT_SHEET_LINES_MAX)
        return FELT_OK;
    felt_text message = felt_arena_print(f->out.arena, "laid out, the file has %zu bytes and %zu lines; at most %d and %d are allowed",
                                         f->out.length, lines, FELT_SHEET_BYTES_MAX, FELT_SHEET_LINES_MAX);
    felt_diags_add(diags, (felt_diag){.severity = FELT_ERROR, .code = "limit", .file = f->source.file, .message = message, .width = 1});
    return FELT_ESHEET;
}

felt_status felt_sheet_format(felt_arena *arena, felt_text file, felt_text text, felt_diags *diags, felt_text *ret)
{
    formatter f = {.out = {.arena = arena}};
    int errors_before = diags->error_count;
    felt_status status = scan_text(arena, file, text, true, diags, &f.source);
    if (status != FELT_ENOMEM && scan_diags_lost(diags))
        return FELT_ENOMEM;
    if (status != FELT_OK)
        return status;
    if (diags->error_count > errors_before)
        return FELT_ESHEET;
    size_t count = (size_t)f.source.count;
    f.kinds = felt_arena_take(arena, count + 1, sizeof *f.kinds);
    f.split = felt_arena_take(arena, count + 1, sizeof *f.split);
    f.column = felt_arena_take(arena, count + 1, sizeof *f.column);
    if (f.kinds == NULL || f.split == NULL || f.column == NULL)
        return FELT_ENOMEM;
    classify(&f);
    align(&f);
    write_lines(&f);
    if (f.out.no_memory)
        return FELT_ENOMEM;
    status = refuse_large(&f, diags);
    if (status != FELT_OK)
        return status;
    *ret = (felt_text){f.out.bytes == NULL ? "" : f.out.bytes, f.out.length};
    return FELT_OK;
}
