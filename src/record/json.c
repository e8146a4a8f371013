/* src/record/json.c - rows of NDJSON: one JSON object on each line, with the keys that CSV has as columns. */
#include "record.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* Parses a row, twice if it must: where there is no memory for a string, the parser calls it an invalid token. A second parse begins with
 * a request for memory, so it ends well, or without a word, or with the row's own fault. False when there is no memory. */
static bool parse_row(felt_records *r, felt_text line, json_error_t *error)
{
    json_decref(r->row);
    r->row = json_loadb(line.bytes, line.length, JSON_REJECT_DUPLICATES, error);
    if (r->row == NULL)
        r->row = json_loadb(line.bytes, line.length, JSON_REJECT_DUPLICATES, error);
    return r->row != NULL || (error->text[0] != '\0' && json_error_code(error) != json_error_out_of_memory);
}

/* The key by which a row has a field where that is not the field's own name: the map's, or its own as people write it. NULL: none. */
static const char *other_key(felt_records *r, record_field field)
{
    const char *name = record_field_name(r, field), *key;
    const map_entry *entry = map_find(r->map, MAP_COLUMN, felt_text_from(name));
    json_t *value;
    if (entry == NULL && field == FIELD_ROUND)
        entry = map_find(r->map, MAP_COLUMN, felt_text_from(r->game->words.hand));
    if (entry != NULL && json_object_get(r->row, entry->theirs.bytes) != NULL)
        return entry->theirs.bytes;
    r->mapped[field] = entry != NULL && field != FIELD_ROUND; /* the round alone is in both files, for which the map may be */
    if ((json_object_get(r->row, name) != NULL && !r->mapped[field]) ||
        (field == FIELD_ROUND && json_object_get(r->row, r->game->words.hand) != NULL))
        return NULL;
    json_object_foreach(
        r->row, key, value) if (fold_equal(felt_text_from(key), entry != NULL ? entry->theirs : felt_text_from(name)) ||
                                (field == FIELD_ROUND && fold_equal(felt_text_from(key), felt_text_from(r->game->words.hand)))) return key;
    return NULL;
}

/* Keys are looked for in the first row, and in the first of each other number of keys: a row may leave some out. False: no memory. */
static bool find_keys(felt_records *r)
{
    size_t size = json_object_size(r->row);
    uint64_t bit = (uint64_t)1 << (size < 63 ? size : 63);
    if ((r->sizes & bit) != 0)
        return true;
    r->sizes |= bit;
    for (int field = FIELD_ROUND; field < FIELD_COUNT; field++) {
        if (r->keys[field] != NULL || !record_field_of(r, r->kind, (record_field)field))
            continue;
        const char *key = other_key(r, (record_field)field);
        if (key != NULL && (r->keys[field] = strdup(key)) == NULL)
            return false;
    }
    return true;
}

static felt_next next_object(felt_records *r)
{
    for (;;) {
        felt_text line;
        felt_next next = record_next_line(r, &line);
        if (next != FELT_NEXT_ROW)
            return next;
        size_t at = 0;
        while (at < line.length && (line.bytes[at] == ' ' || line.bytes[at] == '\t'))
            at++;
        if (at == line.length)
            continue;
        json_error_t error;
        r->unquoted_used = 0;
        if (!parse_row(r, line, &error) || (json_is_object(r->row) && !find_keys(r))) {
            record_bad(r, "out of memory");
            return FELT_NEXT_FAILED;
        }
        if (json_is_object(r->row))
            return FELT_NEXT_ROW;
        if (r->row == NULL)
            record_bad(r, "column %d: %s", error.column, error.text);
        else
            record_bad(r, "expected a JSON object");
        return FELT_NEXT_BAD;
    }
}

static felt_text text_of(const json_t *string)
{
    return (felt_text){json_string_value(string), json_string_length(string)};
}

/* The value of a field; NULL where it is left out, null, or, of a bet, blank. */
static json_t *value_of(const felt_records *r, record_field field)
{
    json_t *value = r->keys[field] == NULL ? NULL : json_object_get(r->row, r->keys[field]);
    if (value == NULL && !r->mapped[field])
        value = json_object_get(r->row, record_field_name(r, field));
    if (value == NULL && field == FIELD_ROUND)
        value = json_object_get(r->row, r->game->words.hand);
    bool blank = field >= FIELD_WAGER && json_is_string(value) && text_trim(text_of(value)).length == 0;
    return json_is_null(value) || blank ? NULL : value;
}

/* A field: a copy with room behind it. */
static felt_text field_of(felt_records *r, felt_text text)
{
    char *copy = r->unquoted + r->unquoted_used;
    if (text.length > 0)
        memcpy(copy, text.bytes, text.length);
    r->unquoted_used += text.length;
    return (felt_text){copy, text.length};
}

static bool missing(felt_records *r, record_field field)
{
    return record_bad(r, "there is no '%s'", record_field_name(r, field));
}

static bool take_id(felt_records *r, felt_text *ret)
{
    const json_t *value = value_of(r, FIELD_ROUND);
    if (value == NULL)
        return missing(r, FIELD_ROUND);
    const char *hand = r->game->words.hand;
    if (json_object_get(r->row, hand) != NULL && json_object_get(r->row, hand) != value)
        return record_bad(r, "there are both 'round' and '%s'", hand);
    if (json_is_string(value))
        return record_take_id(r, field_of(r, text_of(value)), ret);
    if (!json_is_integer(value) || json_integer_value(value) < 0)
        return record_bad(r, "round: expected a string or a whole number");
    snprintf(r->id_text, sizeof r->id_text, "%" JSON_INTEGER_FORMAT, json_integer_value(value));
    *ret = felt_text_from(r->id_text);
    return true;
}

/* ---- rounds ---- */

enum { PIECE_BYTES = 8 }; /* "10♥" has five */

/* Pieces: "2S 4D" or ["2S", "4D"]. */
static bool take_pieces(felt_records *r, int part, const json_t *value, felt_round_record *ret)
{
    const felt_game_field *field = &r->game->fields[part];
    char joined[FELT_FIELD_PIECES_MAX * (PIECE_BYTES + 1) + 1];
    size_t at = 0;
    for (size_t i = 0; i < json_array_size(value); i++) {
        const json_t *piece = json_array_get(value, i);
        if (!json_is_string(piece) || json_string_length(piece) > PIECE_BYTES || i >= FELT_FIELD_PIECES_MAX)
            return record_bad(r, "%s: expected %s", field->name, field->expected);
        at += (size_t)snprintf(joined + at, sizeof joined - at, "%s%s", i == 0 ? "" : " ", json_string_value(piece));
    }
    return record_take_part(r, part, field_of(r, (felt_text){joined, at}), ret);
}

/* Events: "4 3-4", or an array of such strings and of numbers. */
static bool take_events(felt_records *r, const json_t *value, felt_round_record *ret)
{
    const felt_game_field *field = &r->game->fields[0];
    ret->events = r->events;
    for (size_t i = 0; i < json_array_size(value); i++) {
        const json_t *event = json_array_get(value, i);
        char number[24] = "";
        if (json_is_integer(event))
            snprintf(number, sizeof number, "%" JSON_INTEGER_FORMAT, json_integer_value(event));
        else if (!json_is_string(event))
            return record_bad(r, "%s: expected %s", field->name, field->expected);
        if (!record_take_part(r, 0, json_is_string(event) ? text_of(event) : felt_text_from(number), ret))
            return false;
    }
    return true;
}

static bool take_part(felt_records *r, int part, felt_round_record *ret)
{
    const felt_game *game = r->game;
    const json_t *value = value_of(r, (record_field)(FIELD_PARTS + part));
    if (value == NULL)
        return missing(r, (record_field)(FIELD_PARTS + part));
    if (json_is_string(value))
        return record_take_part(r, part, field_of(r, text_of(value)), ret);
    if (!json_is_array(value))
        return record_bad(r, "%s: expected a string or an array of %s", game->fields[part].name,
                          game->one_event ? game->words.pieces : game->words.events);
    return game->one_event ? take_pieces(r, part, value, ret) : take_events(r, value, ret);
}

static bool take_phase(felt_records *r, felt_round_record *ret)
{
    const json_t *value = r->game->words.phase == NULL ? NULL : value_of(r, FIELD_PHASE);
    char number[24];
    if (value == NULL)
        return true;
    snprintf(number, sizeof number, "%" JSON_INTEGER_FORMAT, json_integer_value(value));
    return record_take_phase(r, json_is_string(value) ? text_of(value) : felt_text_from(number), ret);
}

felt_next record_json_round(felt_records *r, felt_round_record *ret)
{
    felt_next next = next_object(r);
    ret->id = (felt_text){NULL, 0};
    ret->line = r->line;
    if (next != FELT_NEXT_ROW)
        return next;
    ret->event_count = ret->phase = 0;
    bool good = take_id(r, &ret->id) && take_phase(r, ret);
    for (int part = 0; part < r->game->field_count; part++)
        good = good && take_part(r, part, ret);
    if (good && r->extras && !record_take_extras(r, NULL, &ret->group, &ret->time))
        return FELT_NEXT_FAILED;
    return good ? FELT_NEXT_ROW : FELT_NEXT_BAD;
}

/* ---- bets ---- */

/* A string "12.50", a whole number 12, or 12.5 where that is exactly what was written: printed with the table's decimals, at most 15
 * digits in all, it reads back as the same number. */
static bool take_money(felt_records *r, record_field field, const json_t *value, felt_money *ret)
{
    char number[64];
    if (json_is_string(value))
        return record_take_money(r, field, field_of(r, text_of(value)), ret);
    if (json_is_integer(value)) {
        snprintf(number, sizeof number, "%" JSON_INTEGER_FORMAT, json_integer_value(value));
        return record_take_money(r, field, field_of(r, felt_text_from(number)), ret);
    }
    double real = json_real_value(value);
    if (!json_is_real(value) || !(fabs(real) < 1e15))
        return record_bad(r, "%s: expected an amount", record_field_name(r, field));
    int length = snprintf(number, sizeof number, "%.*f", r->decimals, real);
    if (length > 16 || strtod(number, NULL) != real) {
        snprintf(number, sizeof number, "%.15g", real); /* as it was written, if that says it */
        return record_bad(r, "%s: found %.*g, expected an amount with at most %d decimals; large ones as a string",
                          record_field_name(r, field), strtod(number, NULL) == real ? 15 : 17, real, r->decimals);
    }
    return record_take_money(r, field, field_of(r, felt_text_from(number)), ret);
}

static bool take_number(felt_records *r, record_field field, uint32_t most, uint32_t *ret)
{
    const json_t *value = value_of(r, field);
    if (value == NULL)
        return true;
    if (json_is_string(value))
        return record_take_number(r, field, text_of(value), most, ret);
    if (!json_is_integer(value) || json_integer_value(value) < 0 || json_integer_value(value) > (json_int_t)most)
        return record_bad(r, "%s: expected a number from 0 to %u", record_field_name(r, field), most);
    *ret = (uint32_t)json_integer_value(value);
    return true;
}

static bool take_wager(felt_records *r, uint16_t *ret)
{
    const json_t *wager = value_of(r, FIELD_WAGER), *side = value_of(r, FIELD_SIDE);
    char number[24] = "";
    if (wager == NULL)
        return missing(r, FIELD_WAGER);
    if (!json_is_string(wager))
        return record_bad(r, "wager: expected a string");
    if (json_is_integer(side))
        snprintf(number, sizeof number, "%" JSON_INTEGER_FORMAT, json_integer_value(side));
    else if (side != NULL && !json_is_string(side))
        return record_bad(r, "side: expected a string or a number");
    return record_take_wager(r, field_of(r, text_of(wager)), field_of(r, json_is_string(side) ? text_of(side) : felt_text_from(number)),
                             ret);
}

felt_next record_json_bet(felt_records *r, felt_bet_record *ret)
{
    felt_next next = next_object(r);
    uint32_t after = 0;
    ret->id = (felt_text){NULL, 0};
    ret->line = r->line;
    if (next != FELT_NEXT_ROW)
        return next;
    ret->bet = (felt_bet){.seat = 0};
    if (!take_id(r, &ret->id) || !take_wager(r, &ret->bet.wager))
        return FELT_NEXT_BAD;
    const json_t *stake = value_of(r, FIELD_STAKE), *paid = value_of(r, FIELD_PAID), *action = value_of(r, FIELD_ACTION);
    ret->has_paid = paid != NULL;
    if (action != NULL && !record_take_action(r, json_is_string(action) ? text_of(action) : felt_text_from("?"), &ret->bet.action))
        return FELT_NEXT_BAD;
    bool needs_stake = ret->bet.action <= FELT_ACTION_LOWER;
    if (stake == NULL && needs_stake)
        missing(r, FIELD_STAKE);
    if ((stake == NULL && needs_stake) || (stake != NULL && !take_money(r, FIELD_STAKE, stake, &ret->bet.stake)) ||
        (ret->has_paid && !take_money(r, FIELD_PAID, paid, &ret->paid)) || !take_number(r, FIELD_SEAT, UINT32_MAX, &ret->bet.seat) ||
        !take_number(r, FIELD_AFTER, FELT_HAND_EVENTS_MAX, &after))
        return FELT_NEXT_BAD;
    ret->bet.after = (uint16_t)after;
    if (r->extras && !record_take_extras(r, NULL, &ret->group, &ret->time))
        return FELT_NEXT_FAILED;
    return FELT_NEXT_ROW;
}
