/* src/settle/saved.c - positions as bytes that outlive a program, and a sheet that is mended without changing the wager.
 *
 * The saved form, little end first: version (1 byte), flags (1: off; 2: moved), phase (1), 0 (1), seat (4), state (4, canonical, all ones
 * when it is decided), stake (8), hash of the wager's name (8), hash of the compiled wager (32), check sum (4). A change of this form
 * changes the version. */
#include "../base/bytes.h"
#include "book.h"

#include <assert.h>
#include <felt/form.h>
#include <stdlib.h>

enum { POSITION_VERSION = 2, FLAG_OFF = 1, FLAG_MOVED = 2, SAVER_ARENA_MAX = 1 << 28 };

#define STATE_DECIDED UINT32_MAX

/* What is kept of a wager once it has been saved or looked for. */
typedef struct saved_wager {
    const felt_form *form;
    uint16_t *reach; /* bit `phase` of reach[state]: a wager can be in this state in that phase */
} saved_wager;

struct felt_saver {
    const felt_book *book;
    felt_arena *arena;
    saved_wager *wagers;
};

/* ---- making ---- */

felt_status felt_saver_new(const felt_book *book, felt_saver **ret)
{
    felt_saver *saver = calloc(1, sizeof *saver);
    felt_arena *arena = felt_arena_new(SAVER_ARENA_MAX);
    saved_wager *wagers = calloc((size_t)book->wager_count + 1, sizeof *wagers);
    if (saver == NULL || arena == NULL || wagers == NULL) {
        free(wagers);
        felt_arena_free(arena);
        free(saver);
        return FELT_ENOMEM;
    }
    *saver = (felt_saver){book, arena, wagers};
    *ret = saver;
    return FELT_OK;
}

void felt_saver_free(felt_saver *saver)
{
    if (saver == NULL)
        return;
    free(saver->wagers);
    felt_arena_free(saver->arena);
    free(saver);
}

static uint64_t hash_text(uint64_t hash, felt_text text)
{
    for (size_t i = 0; i < text.length; i++)
        hash = (hash ^ (uint8_t)text.bytes[i]) * UINT64_C(0x100000001b3);
    return (hash ^ 0xFF) * UINT64_C(0x100000001b3); /* a byte that ends it: no text holds it */
}

/* Follows every event from every start, with the phase. */
static bool find_reach(const felt_machine *m, uint16_t *reach)
{
    int phases = m->game->phase_count;
    uint32_t *open = malloc((size_t)m->state_count * (size_t)phases * sizeof *open);
    size_t count = 0;
    if (open == NULL)
        return false;
    for (int phase = 0; phase < phases; phase++) {
        if (m->start[phase] == FELT_STATE_NONE)
            continue;
        reach[m->start[phase]] |= (uint16_t)(1u << phase);
        open[count++] = m->start[phase] * (uint32_t)phases + (uint32_t)phase;
    }
    while (count > 0) {
        uint32_t at = open[--count], state = at / (uint32_t)phases;
        for (int event = 0; event < m->game->event_count; event++) {
            bool over;
            int after = m->game->phase_after((int)(at % (uint32_t)phases), event, &over);
            uint32_t next = felt_machine_next(m, state, event);
            if (next >= m->state_count || (reach[next] >> after & 1) != 0)
                continue;
            reach[next] |= (uint16_t)(1u << after);
            open[count++] = next * (uint32_t)phases + (uint32_t)after;
        }
    }
    free(open);
    return true;
}

static uint64_t name_of(const book_wager *w)
{
    uint64_t name = hash_text(UINT64_C(0xcbf29ce484222325), w->sheet->short_name);
    return hash_text(hash_text(name, w->wager->short_name), w->wager->side);
}

/* What is known of a wager, found when it is first asked for. Requires that it is offered. */
static felt_status know(felt_saver *saver, int wager, const saved_wager **ret, felt_error *error)
{
    saved_wager *s = &saver->wagers[wager];
    const book_wager *w = &saver->book->wagers[wager];
    *ret = s;
    if (s->form != NULL)
        return FELT_OK;
    uint16_t *reach = felt_arena_take(saver->arena, w->machine->state_count, sizeof *reach);
    const felt_form *form;
    if (reach == NULL || !find_reach(w->machine, reach) || felt_form_make(saver->arena, w->sheet, w->wager, w->variant, &form) != FELT_OK)
        return felt_error_set(error, FELT_ENOMEM, -1, "out of memory");
    *s = (saved_wager){form, reach};
    return FELT_OK;
}

/* ---- bytes ---- */

enum { SUMMED_BYTES = FELT_POSITION_BYTES - 4 };

felt_status felt_position_save(felt_saver *saver, const felt_position *position, int phase, uint8_t ret[FELT_POSITION_BYTES],
                               felt_error *error)
{
    const felt_book *book = saver->book;
    const saved_wager *s;
    assert(position->wager < book->wager_count && book->wagers[position->wager].variant != NULL);
    assert(phase >= 0 && phase < book->game->phase_count);
    felt_status status = know(saver, position->wager, &s, error);
    if (status != FELT_OK)
        return status;
    bool decided = position->state == FELT_STATE_NONE;
    assert(decided || position->state < book->wagers[position->wager].variant->machine->state_count);
    uint8_t *at = bytes_put(ret, POSITION_VERSION, 1);
    at = bytes_put(at, (uint64_t)((position->off ? FLAG_OFF : 0) | (position->moved ? FLAG_MOVED : 0)), 1);
    at = bytes_put(at, (uint64_t)phase, 1);
    at = bytes_put(at, 0, 1);
    at = bytes_put(at, position->seat, 4);
    at = bytes_put(at, decided ? STATE_DECIDED : s->form->numbers[position->state], 4);
    at = bytes_put(at, (uint64_t)position->stake.minor, 8);
    at = bytes_put(at, name_of(&book->wagers[position->wager]), 8);
    memcpy(at, s->form->hash, FELT_FORM_HASH_BYTES);
    bytes_put(at + FELT_FORM_HASH_BYTES, bytes_sum(ret, SUMMED_BYTES), 4);
    return FELT_OK;
}

/* The wager of the book that has the name and the hash; an error says which of the two it lacks. */
static felt_status find_wager(felt_saver *saver, uint64_t name, const uint8_t *hash, int *ret, felt_error *error)
{
    const felt_book *book = saver->book;
    const book_wager *named = NULL;
    for (int i = 0; i < book->wager_count; i++) {
        const saved_wager *s;
        if (book->wagers[i].variant == NULL || name_of(&book->wagers[i]) != name)
            continue;
        felt_status status = know(saver, i, &s, error);
        if (status != FELT_OK)
            return status;
        named = &book->wagers[i];
        if (memcmp(s->form->hash, hash, FELT_FORM_HASH_BYTES) == 0) {
            *ret = i;
            return FELT_OK;
        }
    }
    if (named != NULL)
        return felt_error_set(error, FELT_EDATA, -1, "the saved position on %.*s was made under other rules", FELT_TEXT_ARGS(named->name));
    return felt_error_set(error, FELT_ENOTFOUND, -1, "the saved position is on a wager that the book does not offer");
}

static felt_status check_restored(const felt_saver *saver, const felt_position *p, uint32_t state, int phase, felt_error *error)
{
    const book_wager *w = &saver->book->wagers[p->wager];
    const saved_wager *s = &saver->wagers[p->wager];
    if (p->stake.minor <= 0)
        return felt_error_set(error, FELT_EDATA, -1, "the saved position on %.*s has a stake of %lld minor units, expected more than 0",
                              FELT_TEXT_ARGS(w->name), (long long)p->stake.minor);
    if (p->off && !(w->variant->may & FELT_MAY_TURN_OFF))
        return felt_error_set(error, FELT_EDATA, -1, "the saved position on %.*s is off, which its sheet does not allow",
                              FELT_TEXT_ARGS(w->name));
    if (phase >= saver->book->game->phase_count ||
        (state != STATE_DECIDED && (state >= s->form->state_count || !(s->reach[s->form->states[state]] >> phase & 1))))
        return felt_error_set(error, FELT_EDATA, -1, "the saved position on %.*s is in state %lld in phase %d, where it cannot come",
                              FELT_TEXT_ARGS(w->name), state == STATE_DECIDED ? -1 : (long long)state, phase);
    return FELT_OK;
}

felt_status felt_position_restore(felt_saver *saver, const uint8_t *bytes, size_t size, felt_position *ret, int *ret_phase,
                                  felt_error *error)
{
    if (size != FELT_POSITION_BYTES)
        return felt_error_set(error, FELT_EDATA, -1, "found %zu bytes, expected a saved position of %d", size, (int)FELT_POSITION_BYTES);
    const uint8_t *at = bytes;
    uint64_t version = bytes_get(&at, 1), flags = bytes_get(&at, 1);
    int phase = (int)bytes_get(&at, 1), wager = 0;
    uint64_t zero = bytes_get(&at, 1);
    if (version != POSITION_VERSION)
        return felt_error_set(error, FELT_EDATA, -1, "found a saved position of version %d, expected %d", (int)version, POSITION_VERSION);
    felt_position position = {.off = flags & FLAG_OFF, .moved = flags & FLAG_MOVED, .seat = (uint32_t)bytes_get(&at, 4)};
    uint32_t state = (uint32_t)bytes_get(&at, 4);
    position.stake.minor = (int64_t)bytes_get(&at, 8);
    uint64_t name = bytes_get(&at, 8);
    const uint8_t *hash = at;
    at += FELT_FORM_HASH_BYTES;
    if (bytes_get(&at, 4) != bytes_sum(bytes, SUMMED_BYTES) || zero != 0 || flags > (FLAG_OFF | FLAG_MOVED))
        return felt_error_set(error, FELT_EDATA, -1, "the saved position is damaged: its check sum does not fit");
    felt_status status = find_wager(saver, name, hash, &wager, error);
    if (status != FELT_OK)
        return status;
    position.wager = (uint16_t)wager;
    status = check_restored(saver, &position, state, phase, error);
    if (status != FELT_OK)
        return status;
    position.state = state == STATE_DECIDED ? (uint16_t)FELT_STATE_NONE : saver->wagers[wager].form->states[state];
    *ret = position;
    *ret_phase = phase;
    return FELT_OK;
}
