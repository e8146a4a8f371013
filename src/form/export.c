/* src/form/export.c - the wagers of a sheet as one JSON document, for programs that step and pay them without a compiler.
 *
 * docs/compiled.md has every field; what changes there changes the version. */
#include "form.h"

#include <stdlib.h>

enum { EXPORT_VERSION = 1 };

static void put_text(form_text *t, const char *key, felt_text text)
{
    form_next(t);
    form_put_string(t, felt_text_from(key));
    form_put(t, ":");
    form_put_string(t, text);
}

/* Begins the value of a key. */
static void put_key(form_text *t, const char *key)
{
    form_next(t);
    form_put_string(t, felt_text_from(key));
    form_put(t, ":");
}

/* ---- the game ---- */

static void put_event(form_text *t, const felt_game *game, int event)
{
    char text[FELT_EVENT_TEXT_BYTES];
    game->event_write(event, text, sizeof text);
    form_next(t);
    form_put(t, "{");
    put_text(t, "text", felt_text_from(text));
    put_key(t, "ways");
    if (game->source == FELT_SOURCE_THROWN)
        form_put_number(t, game->ways(event));
    else
        form_put(t, "null");
    form_put(t, "}");
}

/* Where each event leads from a phase, and which end the hand. */
static void put_phase(form_text *t, const felt_game *game, const uint16_t *events, int phase)
{
    char text[FELT_EVENT_TEXT_BYTES];
    bool over;
    game->phase_write(phase, text, sizeof text);
    form_next(t);
    form_put(t, "{");
    put_key(t, "number");
    form_put_number(t, game->phase_number == NULL ? 0 : game->phase_number(phase));
    put_text(t, "text", felt_text_from(text));
    put_key(t, "after");
    form_put(t, "[");
    for (int i = 0; i < game->event_count && !game->one_event; i++) {
        form_next(t);
        form_put_number(t, game->phase_after(phase, events[i], &over));
    }
    form_put(t, "]");
    put_key(t, "ends");
    form_put(t, "[");
    for (int i = 0; i < game->event_count && !game->one_event; i++) {
        game->phase_after(phase, events[i], &over);
        if (!over)
            continue;
        form_next(t);
        form_put_number(t, i);
    }
    form_put(t, "]}");
}

static void put_game(form_text *t, const felt_game *game, const form_game *shared)
{
    form_put(t, "{");
    put_text(t, "name", felt_text_from(game->name));
    put_key(t, "one_event");
    form_put_truth(t, game->one_event);
    put_key(t, "all_ways");
    if (game->source == FELT_SOURCE_THROWN)
        form_put_number(t, game->all_ways);
    else
        form_put(t, "null");
    put_text(t, "events_hash", felt_text_from(shared->events_hash));
    put_key(t, "events");
    form_put(t, "[");
    for (int i = 0; i < game->event_count; i++)
        put_event(t, game, shared->events[i]);
    form_put(t, "]");
    put_key(t, "phases");
    form_put(t, "[");
    for (int phase = 0; phase < game->phase_count; phase++)
        put_phase(t, game, shared->events, phase);
    form_put(t, "]}");
}

felt_status felt_form_game(felt_arena *arena, const felt_game *game, felt_text *ret)
{
    form_text t = {.bytes = NULL};
    form_game shared;
    felt_status status = form_game_make(arena, game, &shared);
    if (status != FELT_OK)
        return status;
    put_game(&t, game, &shared);
    return form_finish(&t, arena, ret);
}

/* ---- wagers ---- */

static void put_choices(form_text *t, const felt_form *form)
{
    const felt_wager *w = form->wager;
    put_key(t, "choices");
    form_put(t, "{");
    for (int i = 0; i < w->option_count; i++) {
        const felt_option *option = &form->sheet->options[w->options[i]];
        form_next(t);
        form_put_string(t, option->name);
        form_put(t, ":");
        form_put_string(t, option->choices[form->variant->choices[i]].name);
    }
    form_put(t, "}");
}

static void put_row_words(form_text *t, const felt_form *form)
{
    char pay[128];
    put_key(t, "words");
    form_put(t, "[");
    for (int row = 0; row < form->row_count; row++) {
        form_next(t);
        form_put(t, "{");
        put_text(t, "row", form->wager->rows[form->rows[row]].text);
        felt_pay_write(&form->variant->pays[form->rows[row]].pay, pay, sizeof pay);
        put_text(t, "pay", felt_text_from(pay));
        form_put(t, "}");
    }
    form_put(t, "]");
}

static void put_memory_events(form_text *t, const felt_form *form, const felt_memory *memory)
{
    put_key(t, "events");
    if (memory->events == NULL) {
        form_put(t, "null");
        return;
    }
    form_put(t, "[");
    for (int i = 0; i < form->sheet->game->event_count; i++) {
        if (!memory->events[form->events[i]])
            continue;
        form_next(t);
        form_put_number(t, i);
    }
    form_put(t, "]");
}

static void put_memories(form_text *t, const felt_form *form)
{
    static const char *const kinds[] = {[FELT_MEMORY_PHASE] = "phase", [FELT_MEMORY_HAS_COME] = "has come", [FELT_MEMORY_COUNT] = "count"};
    const felt_machine *m = form->variant->machine;
    put_key(t, "things");
    form_put(t, "[");
    for (uint32_t i = 0; i < m->memory_count; i++) {
        form_next(t);
        form_put(t, "{");
        put_text(t, "kind", felt_text_from(kinds[m->memories[i].kind]));
        put_text(t, "name", m->memories[i].name);
        put_memory_events(t, form, &m->memories[i]);
        put_key(t, "most");
        form_put_number(t, m->memories[i].most);
        form_put(t, "}");
    }
    form_put(t, "]");
}

static void put_memory(form_text *t, const felt_form *form)
{
    const felt_machine *m = form->variant->machine;
    put_key(t, "memory");
    if (m->memory_count == 0) {
        form_put(t, "null");
        return;
    }
    form_put(t, "{");
    put_memories(t, form);
    put_key(t, "states");
    form_put(t, "[");
    for (uint32_t state = 0; state < form->state_count; state++) {
        form_put(t, state == 0 ? "[" : ",[");
        for (uint32_t i = 0; i < m->memory_count; i++) {
            int value = m->memory[form->states[state] * m->memory_count + i];
            form_next(t);
            if (value == FELT_MEMORY_UNKNOWN)
                form_put(t, "null");
            else
                form_put_number(t, value);
        }
        form_put(t, "]");
    }
    form_put(t, "]}");
}

static void put_wager(form_text *t, const felt_form *form)
{
    const felt_wager *w = form->wager;
    char hash[FELT_FORM_HASH_DIGITS + 1];
    felt_form_hash_write(form->hash, hash);
    form_next(t);
    form_put(t, "\n{");
    put_text(t, "name", w->name);
    put_text(t, "short_name", w->short_name);
    put_text(t, "side", w->side);
    put_choices(t, form);
    put_key(t, "complete");
    form_put_truth(t, form->variant->complete);
    put_text(t, "hash", felt_text_from(hash));
    put_row_words(t, form);
    put_memory(t, form);
    put_key(t, "form");
    form_put_form(t, form);
    form_put(t, "}");
}

/* ---- documents ---- */

/* Calls `put` for every variant that is left. */
static felt_status each_form(const felt_sheet *sheet, const felt_selection *selection, felt_text wager, const form_game *game, form_text *t,
                             void (*put)(form_text *t, const felt_form *form))
{
    felt_status status = FELT_ENOTFOUND;
    for (int i = 0; i < sheet->wager_count; i++) {
        const felt_wager *w = &sheet->wagers[i];
        bool meant = felt_wager_selected(selection, sheet, w) && (wager.length == 0 || felt_wager_called(sheet, w, wager));
        for (int v = 0; v < w->variant_count && meant; v++) {
            if (!felt_variant_selected(selection, sheet, w, &w->variants[v]))
                continue;
            felt_arena *scratch = felt_arena_new(FELT_SHEET_ARENA_MAX);
            const felt_form *form;
            status = scratch == NULL ? FELT_ENOMEM : form_make(scratch, game, sheet, w, &w->variants[v], &form);
            if (status == FELT_OK)
                put(t, form);
            felt_arena_free(scratch);
            if (status != FELT_OK)
                return status;
        }
    }
    return status;
}

/* A file's name can be any bytes. */
static void put_sheet_name(form_text *t, felt_arena *arena, const felt_sheet *sheet)
{
    char *room = felt_arena_take(arena, sheet->short_name.length + 1, 1);
    t->failed = t->failed || room == NULL;
    if (room != NULL)
        put_text(t, "short_name", felt_text_printable(sheet->short_name, room));
}

felt_status felt_form_export(felt_arena *arena, const felt_sheet *sheet, const felt_selection *selection, felt_text wager, felt_text *ret)
{
    form_text t = {.bytes = NULL};
    form_game game;
    felt_status status = form_game_make(arena, sheet->game, &game);
    if (status != FELT_OK)
        return status;
    form_put(&t, "{\"format\":\"felt-compiled\",\"version\":");
    form_put_number(&t, EXPORT_VERSION);
    put_key(&t, "sheet");
    form_put(&t, "{");
    put_text(&t, "name", sheet->name);
    put_sheet_name(&t, arena, sheet);
    form_put(&t, "}");
    put_key(&t, "game");
    put_game(&t, sheet->game, &game);
    form_put(&t, ",\n\"wagers\":[");
    status = each_form(sheet, selection, wager, &game, &t, put_wager);
    form_put(&t, "]}\n");
    if (status == FELT_OK)
        return form_finish(&t, arena, ret);
    free(t.bytes);
    return status;
}

static void put_word(form_text *t, felt_text word)
{
    form_put_bytes(t, word.bytes, word.length);
}

static void put_hash_line(form_text *t, const felt_form *form)
{
    const felt_wager *w = form->wager;
    char hash[FELT_FORM_HASH_DIGITS + 1];
    felt_form_hash_write(form->hash, hash);
    put_word(t, form->sheet->short_name);
    form_put(t, " ");
    put_word(t, w->short_name);
    form_put(t, " ");
    put_word(t, w->side.length == 0 ? felt_text_from("-") : w->side);
    form_put(t, w->option_count == 0 ? " -" : " ");
    for (int i = 0; i < w->option_count; i++) {
        const felt_option *option = &form->sheet->options[w->options[i]];
        form_put(t, i == 0 ? "" : ",");
        put_word(t, option->name);
        form_put(t, "=");
        put_word(t, option->choices[form->variant->choices[i]].name);
    }
    form_put(t, " ");
    form_put(t, hash);
    form_put(t, "\n");
}

felt_status felt_form_hashes(felt_arena *arena, const felt_sheet *sheet, const felt_selection *selection, felt_text wager, felt_text *ret)
{
    form_text t = {.bytes = NULL};
    form_game game;
    felt_status status = form_game_make(arena, sheet->game, &game);
    if (status == FELT_OK)
        status = each_form(sheet, selection, wager, &game, &t, put_hash_line);
    if (status == FELT_OK)
        return form_finish(&t, arena, ret);
    free(t.bytes);
    return status;
}
