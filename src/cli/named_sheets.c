/* src/cli/named_sheets.c - sheets that a case file or a tables file names, each loaded once. */
#include "cli.h"

#include <string.h>

struct cli_named_sheet {
    felt_text path;
    felt_arena *arena;
    felt_status status;
    const felt_sheet *sheet;
    cli_named_sheet *next;
};

static bool starts_with(felt_text text, const char *start)
{
    size_t length = strlen(start);
    return text.length >= length && memcmp(text.bytes, start, length) == 0;
}

/* A relative path is seen from the folder of the file that names it. Empty when memory runs out. */
static felt_text resolve(const cli_named_sheets *s, felt_text name)
{
    const char *slash = strrchr(s->file, '/');
    if (slash == NULL || !(starts_with(name, "./") || starts_with(name, "../")))
        return felt_arena_copy(s->arena, name);
    while (starts_with(name, "./") && name.length > 2) {
        name.bytes += 2;
        name.length -= 2;
    }
    return felt_arena_print(s->arena, "%.*s/%.*s", (int)(slash - s->file), s->file, FELT_TEXT_ARGS(name));
}

static void load(cli_named_sheets *s, cli_named_sheet *l)
{
    l->status = FELT_ENOMEM;
    l->arena = felt_arena_new(FELT_SHEET_ARENA_MAX);
    if (l->arena == NULL)
        return;
    felt_diags diags = felt_diags_in(l->arena);
    fflush(s->c->out);
    l->status = cli_load(s->c, l->arena, l->path.bytes, &diags, &l->sheet);
    if (l->status != FELT_OK)
        cli_print_diags(s->c, &diags);
}

felt_status cli_named_sheets_find(void *context, felt_text name, const felt_sheet **ret, felt_error *error)
{
    cli_named_sheets *s = context;
    bool is_path = starts_with(name, "./") || starts_with(name, "../") || starts_with(name, "/");
    bool looks_like_path = memchr(name.bytes, '/', name.length) != NULL || memchr(name.bytes, '.', name.length) != NULL;
    if (!is_path && (looks_like_path || felt_text_is(name, "-")))
        return felt_error_set(error, FELT_ENOTFOUND, -1, "a name, or a path that begins with ./, ../ or /");
    felt_text path = resolve(s, name);
    cli_named_sheet **at = &s->first;
    if (path.bytes == NULL)
        return FELT_ENOMEM;
    while (*at != NULL && !felt_text_equal((*at)->path, path))
        at = &(*at)->next;
    if (*at == NULL) {
        cli_named_sheet *l = felt_arena_take(s->arena, 1, sizeof *l);
        if (l == NULL)
            return FELT_ENOMEM;
        l->path = path;
        load(s, l);
        *at = l;
    }
    *ret = (*at)->sheet;
    return (*at)->status;
}

void cli_named_sheets_free(cli_named_sheets *s)
{
    for (cli_named_sheet *l = s->first; l != NULL; l = l->next)
        felt_arena_free(l->arena);
    s->first = NULL;
}
