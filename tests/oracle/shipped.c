/* oracle/shipped.c - loads rules/ and goes through its wagers; see shipped.h. */
#include "oracle/shipped.h"

#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static char *read_whole(const char *path)
{
    FILE *file = fopen(path, "rb");
    char *text = calloc(1, FELT_SHEET_BYTES_MAX + 1);
    assert_non_null(file);
    assert_non_null(text);
    size_t length = fread(text, 1, FELT_SHEET_BYTES_MAX, file);
    assert_true(length > 0 && length < FELT_SHEET_BYTES_MAX);
    fclose(file);
    return text;
}

static void compile_sheet(shipped *s, const char *file)
{
    char path[512];
    snprintf(path, sizeof path, "%s/rules/%s", FELT_SOURCE_DIR, file);
    char *text = read_whole(path);
    felt_diags diags = felt_diags_in(s->arena);
    assert_int_equal(felt_sheet_compile(s->arena, felt_text_from(file), felt_text_from(text), &diags, &s->sheets[s->count]), FELT_OK);
    free(text);
    snprintf(s->names[s->count], SHIPPED_NAME_BYTES, "%.*s", (int)strcspn(file, "."), file);
    s->count++;
}

int shipped_setup(void **state)
{
    shipped *s = calloc(1, sizeof *s);
    assert_non_null(s);
    s->arena = felt_arena_new(FELT_SHEET_ARENA_MAX);
    DIR *folder = opendir(FELT_SOURCE_DIR "/rules");
    assert_non_null(s->arena);
    assert_non_null(folder);
    for (struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        size_t length = strlen(entry->d_name);
        if (length <= 5 || strcmp(entry->d_name + length - 5, ".felt") != 0)
            continue;
        assert_true(s->count < SHIPPED_MAX);
        compile_sheet(s, entry->d_name);
    }
    closedir(folder);
    assert_true(s->count > 0);
    *state = s;
    return 0;
}

int shipped_teardown(void **state)
{
    shipped *s = *state;
    felt_arena_free(s->arena);
    free(s);
    return 0;
}

pairing pairing_of(const shipped *s, int sheet, const felt_wager *wager)
{
    pairing p = {.sheet_name = s->names[sheet], .sheet = s->sheets[sheet], .wager = wager};
    snprintf(p.wager_name, sizeof p.wager_name, "%.*s", FELT_TEXT_ARGS(wager->short_name));
    snprintf(p.side, sizeof p.side, "%.*s", FELT_TEXT_ARGS(wager->side));
    return p;
}

void pairing_fail(const pairing *p, const char *what)
{
    fail_msg("%s %s %s (%s): %s", p->sheet_name, p->wager_name, p->side, p->options, what);
}

void shipped_each(const shipped *s, const felt_game *game, void (*visit)(const pairing *p, void *with), void *with)
{
    for (int i = 0; i < s->count; i++)
        for (int w = 0; s->sheets[i]->game == game && w < s->sheets[i]->wager_count; w++)
            for (int v = 0; v < s->sheets[i]->wagers[w].variant_count; v++) {
                pairing p = pairing_of(s, i, &s->sheets[i]->wagers[w]);
                p.variant = &p.wager->variants[v];
                felt_variant_write(p.sheet, p.wager, p.variant, p.options, sizeof p.options);
                if (!oracle_find(p.sheet_name, p.wager_name, p.side, p.options, &p.bet))
                    pairing_fail(&p, "the oracle has no such wager; write it from its document in tests/oracle/wagers_*.c");
                visit(&p, with);
            }
}
