/* oracle/shipped.c - loads rules/ and goes through its wagers; see shipped.h. */
#include "oracle/shipped.h"

#include <dirent.h>
#include <felt/select.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void compile_sheet(shipped *s, const char *file)
{
    char path[512];
    snprintf(path, sizeof path, "%s/rules/%s", FELT_SOURCE_DIR, file);
    assert_int_equal(felt_sheet_load(s->arena, path, NULL, &s->sheets[s->count], NULL), FELT_OK);
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

const felt_sheet *shipped_base(const shipped *s, const felt_sheet *sheet)
{
    for (int i = 0; i < s->count; i++)
        if (s->sheets[i] != sheet && strcmp(s->names[i], sheet->game->name) == 0)
            return s->sheets[i];
    return NULL;
}

static felt_selection selection_of(const char *settings)
{
    felt_selection selection = {.count = 0};
    for (size_t length; *(settings += strspn(settings, " ")) != '\0'; settings += length) {
        length = strcspn(settings, " ");
        assert_int_equal(felt_selection_add(&selection, (felt_text){settings, length}), FELT_OK);
    }
    return selection;
}

const felt_variant *shipped_variant(const shipped *s, const char *sheet, const char *wager, const char *side, const char *settings,
                                    const felt_wager **ret_wager)
{
    felt_selection selection = selection_of(settings);
    felt_error error;
    for (int i = 0; i < s->count; i++) {
        if (strcmp(s->names[i], sheet) != 0)
            continue;
        const felt_wager *w = NULL;
        if (felt_selection_verify(&selection, s->sheets[i], &error) != FELT_OK ||
            felt_wager_find(s->sheets[i], felt_text_from(wager), felt_text_from(side), &w, &error) != FELT_OK)
            fail_msg("%s", error.message);
        for (int v = 0; v < w->variant_count; v++) {
            if (!felt_variant_selected(&selection, s->sheets[i], w, &w->variants[v]))
                continue;
            if (ret_wager != NULL)
                *ret_wager = w;
            return &w->variants[v];
        }
    }
    fail_msg("no %s %s %s with %s", sheet, wager, side, settings);
    return NULL;
}

pairing pairing_of(const shipped *s, int sheet, const felt_wager *wager)
{
    pairing p = {.sheet_name = s->names[sheet], .sheet = s->sheets[sheet], .base = shipped_base(s, s->sheets[sheet]), .wager = wager};
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
