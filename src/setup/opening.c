/* src/setup/opening.c - the opening of a table: what is known of it where its chain begins. */
#include "../base/json.h"
#include "../form/form.h"

#include <felt/opening.h>
#include <stdlib.h>
#include <string.h>

static felt_status no_memory(felt_error *error)
{
    return felt_error_set(error, FELT_ENOMEM, -1, "out of memory");
}

/* ---- writing ---- */

static void put_number(form_text *t, const char *key, int64_t number)
{
    form_put(t, key);
    form_put_number(t, number);
}

static void put_hex(form_text *t, const uint8_t *bytes, size_t size)
{
    static const char digits[] = "0123456789abcdef";
    for (size_t i = 0; i < size; i++) {
        char pair[2] = {digits[bytes[i] >> 4], digits[bytes[i] & 15]};
        form_put_bytes(t, pair, sizeof pair);
    }
}

static felt_status put_opening(form_text *t, felt_table *table, int64_t setup_record, felt_text setup, felt_error *error)
{
    felt_table_view v = felt_table_look(table);
    uint8_t *state;
    size_t size;
    felt_status status = felt_table_save(table, &state, &size, error);
    if (status != FELT_OK)
        return status;
    put_number(t, "{\"felt\":\"opening\",\"setup_record\":", setup_record);
    put_number(t, ",\"events\":", (int64_t)v.sequence);
    put_number(t, ",\"round\":", (int64_t)v.round);
    put_number(t, ",\"hand\":", (int64_t)v.hand);
    put_number(t, ",\"bet\":", (int64_t)v.last_bet);
    put_number(t, ",\"shoe\":", (int64_t)v.last_shoe);
    put_number(t, ",\"time\":", v.time_ms);
    put_number(t, ",\"phase\":", v.phase);
    put_number(t, ",\"hand_events\":", v.events);
    form_put(t, ",\"state\":\"");
    put_hex(t, state, size);
    form_put(t, "\",\"setup\":");
    form_put_bytes(t, setup.bytes, setup.length);
    form_put(t, "}");
    free(state);
    return FELT_OK;
}

felt_status felt_opening_write(felt_arena *arena, felt_table *table, int64_t setup_record, felt_text setup, felt_text *ret,
                               felt_error *error)
{
    felt_table_view v = felt_table_look(table);
    form_text t = {.bytes = NULL};
    if (v.bets > 0 || v.owed > 0 || v.shoe != 0)
        return felt_error_set(error, FELT_EDATA, -1, "%d bets are up, or a shoe is in play", v.bets);
    felt_status status = put_opening(&t, table, setup_record, setup, error);
    if (status == FELT_OK && t.length > FELT_OPENING_BYTES_MAX)
        status = felt_error_set(error, FELT_ELIMIT, -1, "an opening of %zu bytes; it may have %d", t.length, (int)FELT_OPENING_BYTES_MAX);
    if (status != FELT_OK) {
        free(t.bytes);
        return status;
    }
    return form_finish(&t, arena, ret) == FELT_OK ? FELT_OK : no_memory(error);
}

/* ---- reading ---- */

static bool number_of(const json_t *object, const char *name, int64_t *ret)
{
    const json_t *value = json_object_get(object, name);
    *ret = json_integer_value(value);
    return json_is_integer(value) && *ret >= 0;
}

static bool count_of(const json_t *object, const char *name, uint64_t *ret)
{
    int64_t number;
    bool good = number_of(object, name, &number);
    *ret = (uint64_t)number;
    return good;
}

static bool small_of(const json_t *object, const char *name, int *ret)
{
    int64_t number;
    bool good = number_of(object, name, &number) && number <= INT32_MAX;
    *ret = good ? (int)number : 0;
    return good;
}

static int digit_of(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static felt_status read_state(felt_arena *arena, const json_t *value, felt_text *ret, felt_error *error)
{
    const char *text = json_string_value(value);
    size_t digits = json_string_length(value), size = digits / 2;
    char *bytes = felt_arena_take(arena, size + 1, 1);
    if (bytes == NULL)
        return no_memory(error);
    for (size_t i = 0; i < size; i++) {
        int high = digit_of(text[2 * i]), low = digit_of(text[2 * i + 1]);
        if (high < 0 || low < 0)
            digits = 1;
        bytes[i] = (char)(high << 4 | low);
    }
    if (digits == 0 || digits % 2 != 0)
        return felt_error_set(error, FELT_EDATA, -1, "the state of an opening is no list of bytes in hexadecimal digits");
    *ret = (felt_text){bytes, size};
    return FELT_OK;
}

static felt_status read_setup(felt_arena *arena, const json_t *value, felt_text *ret, felt_error *error)
{
    char *text = json_is_object(value) ? json_write(value, 0) : NULL;
    if (text == NULL)
        return json_is_object(value) ? no_memory(error) : felt_error_set(error, FELT_EDATA, -1, "an opening has no setup");
    *ret = felt_arena_copy(arena, felt_text_from(text));
    free(text);
    if (ret->bytes == NULL)
        return no_memory(error);
    return felt_setup_is(*ret) ? FELT_OK : felt_error_set(error, FELT_EDATA, -1, "the setup of an opening is none");
}

static felt_status read_fields(felt_arena *arena, const json_t *o, felt_opening *ret, felt_error *error)
{
    const char *what = json_string_value(json_object_get(o, "felt"));
    bool good = what != NULL && strcmp(what, "opening") == 0 && json_object_size(o) == 12;
    good = good && number_of(o, "setup_record", &ret->setup_record) && count_of(o, "events", &ret->sequence);
    good = good && count_of(o, "round", &ret->round) && count_of(o, "hand", &ret->hand) && count_of(o, "bet", &ret->bet);
    good = good && count_of(o, "shoe", &ret->shoe) && number_of(o, "time", &ret->time_ms) && small_of(o, "phase", &ret->phase);
    good = good && small_of(o, "hand_events", &ret->hand_events) && json_is_string(json_object_get(o, "state"));
    if (!good)
        return felt_error_set(error, FELT_EDATA, -1, "an opening has a member too many or too few, or one that cannot be");
    felt_status status = read_state(arena, json_object_get(o, "state"), &ret->state, error);
    return status == FELT_OK ? read_setup(arena, json_object_get(o, "setup"), &ret->setup, error) : status;
}

felt_status felt_opening_read(felt_arena *arena, felt_text text, felt_opening *ret, felt_error *error)
{
    json_t *read = NULL;
    json_error_t why;
    felt_opening found = {.setup_record = 0};
    felt_status status = json_parse(text, &read, &why);
    if (status == FELT_ENOMEM)
        return no_memory(error);
    if (status != FELT_OK)
        return felt_error_set(error, FELT_EDATA, -1, "an opening is not JSON: %s", why.text);
    status = read_fields(arena, read, &found, error);
    json_decref(read);
    if (status == FELT_OK)
        *ret = found;
    return status;
}

felt_status felt_opening_load(const felt_opening *o, const felt_table_setup *setup, felt_table **ret, felt_error *error)
{
    felt_table *table;
    felt_status status = felt_table_load(setup, (const uint8_t *)o->state.bytes, o->state.length, &table, error);
    if (status != FELT_OK)
        return status;
    felt_table_view v = felt_table_look(table);
    bool same = v.sequence == o->sequence && v.round == o->round && v.hand == o->hand && v.last_bet == o->bet && v.last_shoe == o->shoe &&
                v.time_ms == o->time_ms && v.phase == o->phase && v.events == o->hand_events;
    if (same && v.bets == 0 && v.owed == 0 && v.shoe == 0) {
        *ret = table;
        return FELT_OK;
    }
    felt_table_free(table);
    return felt_error_set(error, FELT_EDATA, -1, "the saved table of an opening is another than the opening says");
}
