/* src/table/save.c - a table as bytes, the same for equal tables, and back.
 *
 * Little end first: version (1 byte), the state's numbers, wagers that the operator has changed, players with their answers, bets with
 * their saved positions (felt/settle.h), what is owed, and a check sum (4). A change of this form changes the version. A table whose limits
 * the operator has changed is of version 2: they stand after the state's numbers. All others are of version 1. */
#include "../base/bytes.h"
#include "../base/hash.h"
#include "table.h"

#include <stdlib.h>
#include <string.h>

enum { TABLE_VERSION = 1, TABLE_VERSION_LIMITED = 2 };

/* ---- writing ---- */

typedef struct writer {
    uint8_t *bytes;
    size_t size, capacity;
    bool no_memory;
} writer;

static uint8_t *room(writer *w, size_t more)
{
    if (w->size + more > w->capacity) {
        size_t capacity = w->capacity == 0 ? 1024 : w->capacity;
        while (capacity < w->size + more)
            capacity *= 2;
        uint8_t *bytes = w->no_memory ? NULL : realloc(w->bytes, capacity);
        if (bytes == NULL) {
            w->no_memory = true;
            return NULL;
        }
        w->bytes = bytes;
        w->capacity = capacity;
    }
    w->size += more;
    return w->bytes + w->size - more;
}

static void put(writer *w, uint64_t number, int bytes)
{
    uint8_t *at = room(w, (size_t)bytes);
    if (at != NULL)
        bytes_put(at, number, bytes);
}

static void put_text(writer *w, const char *text)
{
    size_t length = strlen(text);
    put(w, length, 1);
    uint8_t *at = room(w, length);
    if (at != NULL && length > 0)
        memcpy(at, text, length);
}

static void put_head(writer *w, const felt_table *t)
{
    const uint64_t numbers[] = {
        t->sequence,           t->round, t->hand, t->last_bet, t->shoe, t->last_shoe, (uint64_t)t->time_ms, (uint64_t)t->dealt_ms,
        (uint64_t)t->closes_ms};
    put(w, t->limited ? TABLE_VERSION_LIMITED : TABLE_VERSION, 1);
    put(w, (uint64_t)t->setup.seats, 4);
    put(w, (uint64_t)felt_book_wager_count(t->setup.book), 4);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        put(w, numbers[i], 8);
    put(w, (uint64_t)t->status, 1);
    put(w, (uint64_t)t->stage, 1);
    put(w, (uint32_t)t->shooter, 4);
    put(w, (uint64_t)felt_play_phase(t->play), 1);
    put(w, (uint64_t)felt_play_events(t->play), 4);
}

static void put_limits(writer *w, const felt_table *t)
{
    felt_table_limits limits = table_limits(t);
    put(w, (uint64_t)limits.seat_max.minor, 8);
    put(w, (uint64_t)limits.round_max.minor, 8);
    put(w, (uint64_t)limits.cost_max.minor, 8);
}

static void put_wagers(writer *w, const felt_table *t)
{
    int count = 0, wagers = felt_book_wager_count(t->setup.book);
    for (int i = 0; i < wagers; i++)
        count += t->touched[i];
    put(w, (uint64_t)count, 4);
    for (int i = 0; i < wagers; i++) {
        if (!t->touched[i])
            continue;
        put(w, (uint64_t)i, 2);
        put(w, t->wagers[i].closed, 1);
        put(w, (uint64_t)t->wagers[i].min.minor, 8);
        put(w, (uint64_t)t->wagers[i].max.minor, 8);
        put_text(w, t->wagers[i].reason);
    }
}

static void put_player(writer *w, const felt_table *t, int i)
{
    const table_player *p = &t->players[i];
    put(w, t->ids[i], 8);
    put(w, (uint32_t)p->seat, 4);
    put(w, p->leaving, 1);
    put(w, (uint64_t)p->seen_ms, 8);
    put(w, p->sequence, 8);
    put(w, p->forgotten, 8);
    put(w, (uint64_t)p->answer_count, 1);
    for (int k = 0; k < p->answer_count; k++) {
        const table_answer *a = table_answer_at(p, k);
        put(w, a->command, 8);
        put(w, a->digest, 8);
        put(w, (uint64_t)a->refusal, 1);
        put(w, (uint64_t)a->status, 1);
        put(w, (uint32_t)a->seat, 4);
        put(w, a->bet, 8);
        put_text(w, a->text);
    }
}

static felt_status put_position(writer *w, felt_table *t, const table_bet *bet, const felt_position *p, felt_error *error)
{
    uint8_t saved[FELT_POSITION_BYTES];
    felt_status status = felt_position_save(t->saver, p, felt_play_phase(t->play), saved, error);
    if (status != FELT_OK)
        return status;
    put(w, bet->bet, 8);
    put(w, (uint64_t)bet->held.minor, 8);
    put(w, bet->stays, 1);
    uint8_t *at = room(w, sizeof saved);
    if (at != NULL)
        memcpy(at, saved, sizeof saved);
    return FELT_OK;
}

static felt_status put_bets(writer *w, felt_table *t, felt_error *error)
{
    felt_status status = FELT_OK;
    int count = felt_play_count(t->play);
    put(w, (uint64_t)count, 4);
    for (int i = 0; i < count && status == FELT_OK; i++)
        status = put_position(w, t, &t->bets[i], felt_play_position(t->play, i), error);
    return status;
}

static void put_dues(writer *w, const felt_table *t)
{
    put(w, (uint64_t)(t->dues.count - t->due_next), 4);
    for (int i = t->due_next; i < t->dues.count; i++) {
        const table_due *due = &t->dues.list[i];
        const felt_payment *p = &due->payment;
        const int64_t money[] = {due->bet.held.minor, due->position.stake.minor, p->back.minor,
                                 p->winnings.minor,   p->commission.minor,       p->dealer.minor};
        put(w, due->bet.bet, 8);
        put(w, due->position.seat, 4);
        put(w, due->position.wager, 2);
        for (size_t k = 0; k < sizeof money / sizeof *money; k++)
            put(w, (uint64_t)money[k], 8);
        put(w, (uint64_t)p->kind, 1);
        put(w, (uint64_t)p->dealer_kind, 1);
        put(w, p->row, 1);
        put(w, p->taken_down, 1);
    }
}

felt_status felt_table_save(felt_table *t, uint8_t **ret, size_t *ret_size, felt_error *error)
{
    writer w = {.bytes = NULL};
    put_head(&w, t);
    if (t->limited)
        put_limits(&w, t);
    put_wagers(&w, t);
    put(&w, (uint64_t)t->player_count, 4);
    for (int i = 0; i < t->player_count; i++)
        put_player(&w, t, i);
    felt_status status = put_bets(&w, t, error);
    put_dues(&w, t);
    if (!w.no_memory)
        put(&w, bytes_sum(w.bytes, w.size), 4);
    if (w.no_memory || status != FELT_OK) {
        free(w.bytes);
        return felt_error_set(error, FELT_ENOMEM, -1, "out of memory");
    }
    *ret = w.bytes;
    *ret_size = w.size;
    return FELT_OK;
}

felt_status felt_table_hash(felt_table *t, uint8_t ret[FELT_TABLE_HASH_BYTES], felt_error *error)
{
    _Static_assert((int)FELT_TABLE_HASH_BYTES == (int)HASH_BYTES, "one hash");
    uint8_t *bytes;
    size_t size;
    felt_status status = felt_table_save(t, &bytes, &size, error);
    if (status != FELT_OK)
        return status;
    hash_of(bytes, size, ret);
    free(bytes);
    return FELT_OK;
}
