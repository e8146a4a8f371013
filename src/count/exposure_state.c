/* src/count/exposure_state.c - the state of an exposure as bytes: written, and read again if it is of the same question and whole.
 *
 *     "felt exposure 1\n"   16 bytes
 *     the question          32 bytes: a hash of all that the sums depend on
 *     pilot shoes, shoes    8 bytes each, lowest byte first, as all numbers
 *     the sums              16 bytes each: those of the pilot, then those of the shoes
 *     a hash of all that    32 bytes */
#include "base/hash.h"
#include "count/exposure_inside.h"

#include <stdlib.h>
#include <string.h>

enum { HEAD_BYTES = 16, STATE_BYTES = HEAD_BYTES + HASH_BYTES + 2 * 8 };

static const char HEAD[] = "felt exposure 1\n";

static uint8_t *put_number(uint8_t *at, uint64_t number)
{
    for (int i = 0; i < 8; i++)
        *at++ = (uint8_t)(number >> 8 * i);
    return at;
}

static uint64_t get_number(const uint8_t *at)
{
    uint64_t number = 0;
    for (int i = 0; i < 8; i++)
        number |= (uint64_t)at[i] << 8 * i;
    return number;
}

/* ---- the question ---- */

/* Folds numbers into a hash, one after the other. */
static void fold(uint8_t hash[HASH_BYTES], const void *bytes, size_t size)
{
    uint8_t old[HASH_BYTES];
    memcpy(old, hash, sizeof old);
    hash_of_two(old, sizeof old, bytes, size, hash);
}

static void fold_numbers(uint8_t hash[HASH_BYTES], const int64_t *numbers, int count)
{
    uint8_t bytes[8];
    for (int i = 0; i < count; i++) {
        put_number(bytes, (uint64_t)numbers[i]);
        fold(hash, bytes, sizeof bytes);
    }
}

static void fold_form(uint8_t hash[HASH_BYTES], const value_form *form)
{
    const int64_t numbers[] = {form->unit, form->base, form->scale, form->row_count, form->term_count};
    fold_numbers(hash, numbers, 5);
    for (int i = 0; i < form->row_count; i++)
        fold_numbers(hash, (const int64_t[]){form->rows[i].zero, form->rows[i].low, form->rows[i].count}, 3);
    for (int i = 0; i < form->term_count; i++)
        fold_numbers(hash, (const int64_t[]){form->columns[i], form->weights[i]}, 2);
}

static void question_of(const felt_exposure *e, uint8_t ret[HASH_BYTES])
{
    const felt_exposure_setup *s = &e->setup;
    memset(ret, 0, HASH_BYTES);
    fold_numbers(ret,
                 (const int64_t[]){s->decks, s->rules.cut, s->rules.burn, s->divisor, (int64_t)s->seed, (int64_t)s->pilot, s->depths,
                                   s->cut_count, s->bet_count, s->system_count, s->group_count, e->values.count},
                 12);
    for (int i = 0; i < s->cut_count; i++)
        fold_numbers(ret, (const int64_t[]){e->cuts[i]}, 1);
    for (int i = 0; i < e->values.count; i++)
        fold_form(ret, &e->values.forms[i]);
    for (int i = 0; i < s->bet_count; i++)
        fold_numbers(ret, (const int64_t[]){e->values.form_of[i]}, 1);
    for (int i = 0; i < s->system_count; i++) {
        const felt_exposure_system *c = &s->systems[i];
        for (int r = 0; r < FELT_RANK_COUNT; r++)
            fold_numbers(ret, (const int64_t[]){c->tags[r]}, 1);
        fold_numbers(
            ret,
            (const int64_t[]){c->bet, c->start, c->has_trigger, c->has_trigger ? c->trigger_num : 0, c->has_trigger ? c->trigger_den : 0},
            5);
    }
    for (int i = 0; i < s->group_count; i++) {
        fold_numbers(ret, (const int64_t[]){e->groups[i].count}, 1);
        for (int k = 0; k < e->groups[i].count; k++)
            fold_numbers(ret, (const int64_t[]){e->groups[i].bets[k]}, 1);
    }
}

/* ---- bytes ---- */

size_t felt_exposure_bytes(const felt_exposure *e)
{
    return STATE_BYTES + 16 * (e->pilot_count + e->sum_count) + HASH_BYTES;
}

static uint8_t *put_sums(uint8_t *at, const value_wide *sums, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        at = put_number(at, (uint64_t)sums[i]);
        at = put_number(at, (uint64_t)(sums[i] >> 64));
    }
    return at;
}

static const uint8_t *get_sums(const uint8_t *at, value_wide *sums, size_t count)
{
    __extension__ typedef unsigned __int128 wide;
    for (size_t i = 0; i < count; i++, at += 16)
        sums[i] = (value_wide)((wide)get_number(at + 8) << 64 | get_number(at));
    return at;
}

felt_status felt_exposure_write(const felt_exposure *e, felt_arena *arena, felt_text *ret)
{
    size_t size = felt_exposure_bytes(e);
    uint8_t *bytes = felt_arena_take(arena, size, 1), *at = bytes;
    if (bytes == NULL)
        return FELT_ENOMEM;
    memcpy(at, HEAD, HEAD_BYTES);
    question_of(e, at + HEAD_BYTES);
    at = put_number(at + HEAD_BYTES + HASH_BYTES, e->pilot_done);
    at = put_number(at, e->shoes_done);
    at = put_sums(at, e->pilot, e->pilot_count);
    at = put_sums(at, e->sums, e->sum_count);
    hash_of(bytes, (size_t)(at - bytes), at);
    *ret = (felt_text){(const char *)bytes, size};
    return FELT_OK;
}

static felt_status verify(const felt_exposure *e, felt_text bytes, felt_error *error)
{
    const uint8_t *at = (const uint8_t *)bytes.bytes;
    uint8_t hash[HASH_BYTES];
    if (bytes.length < STATE_BYTES + HASH_BYTES || memcmp(at, HEAD, HEAD_BYTES) != 0)
        return felt_error_set(error, FELT_EDATA, -1, "found no state of a count, expected a file that begins with \"felt exposure 1\"");
    hash_of(at, bytes.length - HASH_BYTES, hash);
    if (memcmp(hash, at + bytes.length - HASH_BYTES, HASH_BYTES) != 0)
        return felt_error_set(error, FELT_EDATA, -1, "the state is damaged: its checksum does not fit its %zu bytes", bytes.length);
    question_of(e, hash);
    if (memcmp(hash, at + HEAD_BYTES, HASH_BYTES) != 0 || bytes.length != felt_exposure_bytes(e))
        return felt_error_set(
            error, FELT_EDATA, -1,
            "the state is of another question: wagers, choices, decks, cut cards, rules, systems and seed have to be the same");
    uint64_t pilot = get_number(at + HEAD_BYTES + HASH_BYTES), shoes = get_number(at + HEAD_BYTES + HASH_BYTES + 8);
    if (pilot > e->setup.pilot || (shoes > 0 && pilot < e->setup.pilot))
        return felt_error_set(error, FELT_EDATA, -1, "the state is damaged: found %llu pilot shoes, expected %llu",
                              (unsigned long long)pilot, (unsigned long long)e->setup.pilot);
    if (shoes > e->setup.shoes)
        return felt_error_set(error, FELT_ERANGE, -1, "the state has %llu shoes, and only %llu are asked for", (unsigned long long)shoes,
                              (unsigned long long)e->setup.shoes);
    return FELT_OK;
}

/* No sum of real shoes comes near 2^118, and what is not that large can be added up without care. */
static bool sums_fit(const uint8_t *at, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        int64_t high = (int64_t)get_number(at + 16 * i + 8);
        if (high >= INT64_C(1) << 54 || high < -(INT64_C(1) << 54))
            return false;
    }
    return true;
}

felt_status felt_exposure_read(felt_exposure *e, felt_text bytes, felt_error *error)
{
    felt_status status = verify(e, bytes, error);
    if (status == FELT_OK && !sums_fit((const uint8_t *)bytes.bytes + STATE_BYTES, e->pilot_count + e->sum_count))
        status = felt_error_set(error, FELT_EDATA, -1, "the state is damaged: a sum is beyond all that can be dealt");
    if (status != FELT_OK)
        return status;
    const uint8_t *at = (const uint8_t *)bytes.bytes + HEAD_BYTES + HASH_BYTES;
    e->pilot_done = get_number(at);
    e->shoes_done = get_number(at + 8);
    at = get_sums(at + 16, e->pilot, e->pilot_count);
    get_sums(at, e->sums, e->sum_count);
    if (e->pilot_done == e->setup.pilot)
        exposure_find_triggers(e);
    return FELT_OK;
}
