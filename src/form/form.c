/* src/form/form.c - a compiled wager numbered canonically: what the machine does decides the numbers, not how it was found. */
#include "form.h"

#include "../base/hash.h"

#include <assert.h>
#include <stdlib.h>

static_assert((int)FELT_FORM_HASH_BYTES == (int)HASH_BYTES && (int)FELT_FORM_HASH_DIGITS == 2 * (int)HASH_BYTES, "the hash of base/hash.h");

/* ---- events ---- */

typedef struct named_event {
    char text[FELT_EVENT_TEXT_BYTES];
    uint16_t event;
} named_event;

static int by_text(const void *a, const void *b)
{
    const named_event *left = a, *right = b;
    int order = strcmp(left->text, right->text);
    return order != 0 ? order : (left->event > right->event) - (left->event < right->event);
}

static void name_events(const felt_game *game, named_event *named)
{
    for (int i = 0; i < game->event_count; i++) {
        named[i].event = (uint16_t)i;
        game->event_write(i, named[i].text, sizeof named[i].text);
    }
    qsort(named, (size_t)game->event_count, sizeof *named, by_text);
}

/* Of the list of texts as JSON. */
static bool hash_events(const named_event *named, int count, char *digits)
{
    form_text list = {.bytes = NULL};
    uint8_t hash[HASH_BYTES];
    form_put(&list, "[");
    for (int i = 0; i < count; i++) {
        form_next(&list);
        form_put_string(&list, felt_text_from(named[i].text));
    }
    form_put(&list, "]");
    if (!list.failed) {
        hash_of(list.bytes, list.length, hash);
        hash_digits(hash, digits);
    }
    free(list.bytes);
    return !list.failed;
}

felt_status form_game_make(felt_arena *arena, const felt_game *game, form_game *ret)
{
    char *digits = felt_arena_take(arena, 2 * HASH_BYTES + 1, 1);
    uint16_t *events = felt_arena_take(arena, (size_t)game->event_count, sizeof *events);
    named_event *named = malloc((size_t)game->event_count * sizeof *named);
    bool good = digits != NULL && events != NULL && named != NULL;
    if (good)
        name_events(game, named);
    good = good && hash_events(named, game->event_count, digits);
    for (int i = 0; good && i < game->event_count; i++)
        events[i] = named[i].event;
    free(named);
    *ret = (form_game){.events = events, .events_hash = digits};
    return good ? FELT_OK : FELT_ENOMEM;
}

/* ---- numbering ---- */

typedef struct numbering {
    const felt_machine *machine;
    felt_form *form;
    uint16_t *states, *numbers;
    uint8_t *class_of, *classes;
} numbering;

static uint16_t next_of(const numbering *n, uint32_t state, uint32_t class_number)
{
    return n->machine->next[state * n->machine->class_count + class_number];
}

static void number_state(numbering *n, uint16_t state)
{
    if (state >= n->machine->state_count || n->numbers[state] != FELT_STATE_NONE)
        return;
    n->numbers[state] = (uint16_t)n->form->state_count;
    n->states[n->form->state_count++] = state;
}

/* Do two classes of the machine lead to the same from every state? */
static bool same_class(const numbering *n, uint32_t a, uint32_t b)
{
    for (uint32_t i = 0; i < n->form->state_count; i++)
        if (next_of(n, n->states[i], a) != next_of(n, n->states[i], b))
            return false;
    return true;
}

static void number_states(numbering *n)
{
    const felt_machine *m = n->machine;
    const uint8_t *class_of = m->class_of;
    memset(n->numbers, 0xFF, m->state_count * sizeof *n->numbers);
    for (int phase = 0; phase < m->game->phase_count; phase++)
        number_state(n, m->start[phase]);
    for (uint32_t i = 0; i < n->form->state_count; i++) {
        bool seen[FELT_CLASSES_MAX + 1] = {false};
        for (int k = 0; k < m->game->event_count; k++) {
            uint8_t class_number = class_of[n->form->events[k]];
            if (!seen[class_number])
                number_state(n, next_of(n, n->states[i], class_number));
            seen[class_number] = true;
        }
    }
}

static void number_classes(numbering *n)
{
    int known[FELT_CLASSES_MAX + 1];
    for (int i = 0; i <= FELT_CLASSES_MAX; i++)
        known[i] = -1;
    for (int k = 0; k < n->machine->game->event_count; k++) {
        uint8_t old = n->machine->class_of[n->form->events[k]];
        if (known[old] < 0) {
            uint32_t c = 0;
            while (c < n->form->class_count && !same_class(n, n->classes[c], old))
                c++;
            if (c == n->form->class_count)
                n->classes[n->form->class_count++] = old;
            known[old] = (int)c;
        }
        n->class_of[k] = (uint8_t)known[old];
    }
}

static void number_rows(numbering *n)
{
    bool seen[FELT_ROWS_MAX] = {false};
    for (uint32_t i = 0; i < n->form->state_count; i++)
        for (uint32_t c = 0; c < n->form->class_count; c++) {
            uint32_t next = next_of(n, n->states[i], n->classes[c]);
            if (next < n->machine->state_count || next == FELT_STATE_NONE || seen[next - n->machine->state_count])
                continue;
            seen[next - n->machine->state_count] = true;
            n->form->rows[n->form->row_count++] = (uint8_t)(next - n->machine->state_count);
        }
}

int felt_form_next(const felt_form *form, uint32_t state, uint32_t class_number)
{
    const felt_machine *m = form->variant->machine;
    uint32_t next = m->next[form->states[state] * m->class_count + form->classes[class_number]];
    if (next == FELT_STATE_NONE)
        return FELT_FORM_NOTHING;
    if (next < m->state_count)
        return form->numbers[next];
    int row = 0;
    while (form->rows[row] != next - m->state_count)
        row++;
    return -1 - row;
}

/* ---- forms ---- */

static felt_status set_hash(felt_form *form)
{
    form_text text = {.bytes = NULL};
    form_put_form(&text, form);
    if (!text.failed)
        hash_of(text.bytes, text.length, form->hash);
    free(text.bytes);
    return text.failed ? FELT_ENOMEM : FELT_OK;
}

felt_status form_make(felt_arena *arena, const form_game *game, const felt_sheet *sheet, const felt_wager *wager,
                      const felt_variant *variant, const felt_form **ret)
{
    const felt_machine *m = variant->machine;
    felt_form *form = felt_arena_take(arena, 1, sizeof *form);
    numbering n = {.machine = m, .form = form};
    n.states = felt_arena_take(arena, m->state_count, sizeof *n.states);
    n.numbers = felt_arena_take(arena, m->state_count, sizeof *n.numbers);
    n.class_of = felt_arena_take(arena, (size_t)m->game->event_count, 1);
    n.classes = felt_arena_take(arena, m->class_count, 1);
    if (form == NULL || n.states == NULL || n.numbers == NULL || n.class_of == NULL || n.classes == NULL)
        return FELT_ENOMEM;
    *form = (felt_form){.sheet = sheet,
                        .wager = wager,
                        .variant = variant,
                        .events_hash = game->events_hash,
                        .events = game->events,
                        .class_of = n.class_of,
                        .classes = n.classes,
                        .states = n.states,
                        .numbers = n.numbers};
    number_states(&n);
    number_classes(&n);
    number_rows(&n);
    felt_status status = set_hash(form);
    if (status == FELT_OK)
        *ret = form;
    return status;
}

felt_status felt_form_make(felt_arena *arena, const felt_sheet *sheet, const felt_wager *wager, const felt_variant *variant,
                           const felt_form **ret)
{
    form_game game;
    felt_status status = form_game_make(arena, sheet->game, &game);
    return status != FELT_OK ? status : form_make(arena, &game, sheet, wager, variant, ret);
}

felt_status felt_form_write(felt_arena *arena, const felt_form *form, felt_text *ret)
{
    form_text text = {.bytes = NULL};
    form_put_form(&text, form);
    return form_finish(&text, arena, ret);
}

felt_status felt_wager_hash(const felt_sheet *sheet, const felt_wager *wager, const felt_variant *variant,
                            uint8_t ret[FELT_FORM_HASH_BYTES])
{
    felt_arena *arena = felt_arena_new(FELT_SHEET_ARENA_MAX);
    const felt_form *form;
    felt_status status = arena == NULL ? FELT_ENOMEM : felt_form_make(arena, sheet, wager, variant, &form);
    if (status == FELT_OK)
        memcpy(ret, form->hash, FELT_FORM_HASH_BYTES);
    felt_arena_free(arena);
    return status;
}

void felt_form_hash_write(const uint8_t hash[FELT_FORM_HASH_BYTES], char ret[FELT_FORM_HASH_DIGITS + 1])
{
    hash_digits(hash, ret);
}
