/* src/plan/posted.c - a table of texts that came with a request: its lines, a sheet that comes with them, and shipped sheets by name. A
 * private table has no lines: they are written here, with the choices that were made, the others by default, and every wager offered that
 * can be paid. */
#include <felt/design.h>
#include <felt/sheet.h>
#include <felt/tables.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define POSTED "posted"

enum { LINES_BYTES = 32 << 10 };

typedef struct posting {
    felt_arena *arena;
    const felt_posted *posted;
    const felt_table_sheets *shipped;
    felt_diags *diags;
    const felt_sheet *sheet; /* the one that came with the request, once it is compiled */
    felt_status status;      /* of that */
} posting;

/* ---- sheets ---- */

static felt_status compile(posting *p)
{
    if (p->sheet != NULL || p->status != FELT_OK)
        return p->status;
    p->status = felt_sheet_compile(p->arena, felt_text_from(POSTED ".felt"), p->posted->sheet, p->diags, &p->sheet);
    if (p->status == FELT_OK && p->posted->checked)
        p->status = felt_sheet_check(p->sheet, p->diags);
    if (p->status == FELT_OK && p->posted->checked)
        p->status = felt_odds_check(p->sheet, p->diags);
    if (p->status == FELT_OK && p->posted->checked)
        p->status = felt_design_mend(p->sheet, p->diags);
    return p->status;
}

static bool is_plain(felt_text name)
{
    for (size_t i = 0; i < name.length; i++)
        if (!((name.bytes[i] >= 'a' && name.bytes[i] <= 'z') || (name.bytes[i] >= '0' && name.bytes[i] <= '9') || name.bytes[i] == '-'))
            return false;
    return name.length > 0 && name.length <= FELT_NAME_BYTES_MAX;
}

static felt_status find(void *context, felt_text name, const felt_sheet **ret, felt_error *error)
{
    posting *p = context;
    if (felt_text_is(name, POSTED) && p->posted->sheet.length > 0) {
        felt_status status = compile(p);
        *ret = p->sheet;
        return status;
    }
    if (!is_plain(name))
        return felt_error_set(error, FELT_ENOTFOUND, -1,
                              "the name of a shipped sheet, or '" POSTED "' for the one that comes with the table");
    return p->shipped->find(p->shipped->context, name, ret, error);
}

/* ---- the lines of a private table ---- */

typedef struct lines {
    char *text;
    size_t length;
} lines;

static void put(lines *l, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int count = vsnprintf(l->text + l->length, LINES_BYTES - l->length, format, args);
    va_end(args);
    if (count > 0)
        l->length = l->length + (size_t)count < LINES_BYTES ? l->length + (size_t)count : LINES_BYTES;
}

/* The sheets of a private table, and what was chosen of their options. */
typedef struct chosen {
    const felt_sheet *sheets[2];
    int sheet_count;
    felt_selection said;
} chosen;

static bool has_shoe(const chosen *c)
{
    return c->sheets[0]->game->source == FELT_SOURCE_SHOE;
}

/* Every wager is offered: that is what a table of one's own is for. */
static void write_lines(lines *l, const posting *p, const chosen *c)
{
    put(l, "table \"%.*s\" as %.*s\n  sheets %.*s%s" POSTED "\n", FELT_TEXT_ARGS(p->sheet->name), FELT_TEXT_ARGS(p->posted->name),
        FELT_TEXT_ARGS(p->posted->beside), p->posted->beside.length > 0 ? ", " : "");
    for (int i = 0; i < c->said.count; i++)
        put(l, "  with %.*s is %.*s\n", FELT_TEXT_ARGS(c->said.options[i]), FELT_TEXT_ARGS(c->said.choices[i]));
    put(l,
        "  others by default\n  seats 1\n  pace on demand\n%s  stakes 1 to 1000\n  limit event %d\n  odds live\n"
        "  offer every wager \"a private table offers whatever can be paid\"\n",
        has_shoe(c) ? "  cut 14\n" : "", (int)FELT_TABLE_CREDITS_MAX);
}

static felt_status choose_all(posting *p, chosen *c, felt_error *error)
{
    felt_status status = FELT_OK;
    if (p->posted->beside.length > 0)
        status = find(p, p->posted->beside, &c->sheets[c->sheet_count++], error);
    if (status == FELT_OK)
        status = compile(p);
    c->sheets[c->sheet_count++] = p->sheet;
    for (int i = 0; i < p->posted->setting_count && status == FELT_OK; i++)
        status = felt_selection_add(&c->said, p->posted->settings[i]);
    return status;
}

static void say(posting *p, const char *message)
{
    felt_text copy = felt_arena_copy(p->arena, felt_text_from(message));
    if (copy.bytes != NULL)
        felt_diags_add(p->diags,
                       (felt_diag){.severity = FELT_ERROR, .code = "table", .file = felt_text_from("table"), .width = 1, .message = copy});
}

static felt_status make_lines(posting *p, felt_text *ret)
{
    chosen c = {.sheet_count = 0};
    lines l = {.text = felt_arena_take(p->arena, LINES_BYTES, 1)};
    felt_error error = {.message = ""};
    felt_status status = l.text == NULL ? FELT_ENOMEM : choose_all(p, &c, &error);
    if (status == FELT_ENOTFOUND || status == FELT_EIO)
        say(p, "there is no shipped sheet of the name in `beside`");
    if (status == FELT_EDATA || status == FELT_ELIMIT)
        say(p, "a setting is not of the form option=choice, or there are too many");
    if (status != FELT_OK)
        return status == FELT_ENOMEM || status == FELT_ESHEET ? status : FELT_EDATA;
    write_lines(&l, p, &c);
    *ret = (felt_text){l.text, l.length};
    return FELT_OK;
}

/* ---- all of it ---- */

felt_status felt_tables_posted(felt_arena *arena, const felt_posted *posted, const felt_table_sheets *shipped, felt_diags *diags,
                               const felt_table_plan **ret)
{
    posting p = {.arena = arena, .posted = posted, .shipped = shipped, .diags = diags};
    felt_diags of_lines = felt_diags_in(arena); /* what is found in the sheet makes no line wrong */
    felt_table_sheets sheets = {&p, find};
    const felt_tables *tables;
    felt_text text = posted->table;
    felt_status status = text.length == 0 ? make_lines(&p, &text) : FELT_OK;
    if (status == FELT_OK)
        status = felt_tables_read(arena, felt_text_from("table"), text, &sheets, &of_lines, &tables);
    for (int i = 0; i < of_lines.count; i++)
        felt_diags_add(diags, of_lines.list[i]);
    if (status == FELT_OK && tables->count != 1) {
        say(&p, "found more than one table, expected one");
        status = FELT_EDATA;
    }
    if (status == FELT_OK)
        *ret = &tables->list[0];
    return status;
}
