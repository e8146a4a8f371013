/* src/fair/record.c - the records of a making as JSON, and following them. There is one way to write each: what is read is written again
 * and compared, so that a record has nothing in it that is not checked. */
#include "../base/json.h"
#include "fair.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { FOLLOW_ARENA_BYTES = 64 << 10 };

/* ---- writing ---- */

/* A text that grows; what does not fit is noticed at the end. */
typedef struct writer {
    char bytes[FELT_FAIR_RECORD_BYTES_MAX];
    size_t length;
} writer;

static void put(writer *w, const char *text)
{
    size_t length = strlen(text);
    assert(w->length + length <= sizeof w->bytes); /* FELT_FAIR_CLIENTS_MAX players with the longest numbers fit */
    memcpy(w->bytes + w->length, text, length);
    w->length += length;
}

static void put_number(writer *w, const char *name, uint64_t number)
{
    char text[64];
    snprintf(text, sizeof text, "%s%" PRIu64, name, number);
    put(w, text);
}

static void put_name(writer *w, const char *member, const char *name)
{
    put(w, member);
    put(w, "\"");
    put(w, name);
    put(w, "\"");
}

static void put_bytes(writer *w, const char *name, const felt_fair_bytes *bytes)
{
    char digits[FELT_FAIR_DIGITS + 1];
    felt_fair_digits(bytes, digits);
    put_name(w, name, digits);
}

static void put_open(writer *w, const felt_fair_shoe *shoe)
{
    if (shoe->decks > 0) {
        put_number(w, ",\"decks\":", (uint64_t)shoe->decks);
        put_number(w, ",\"cut\":", (uint64_t)shoe->cut);
    }
    if (fair_names_rules(shoe)) {
        put_name(w, ",\"cut_rule\":", felt_cut_rule_text(shoe->rules.cut));
        put_name(w, ",\"burn\":", felt_burn_rule_text(shoe->rules.burn));
    }
    put_bytes(w, ",\"commitment\":", &shoe->commitment);
}

static void put_clients(writer *w, const felt_fair_shoe *shoe)
{
    bool sealed = shoe->stage == FELT_FAIR_SEALED;
    put(w, sealed ? ",\"reveals\":[" : ",\"clients\":[");
    for (int i = 0; i < shoe->client_count; i++) {
        const felt_fair_client *client = &shoe->clients[i];
        put_number(w, i > 0 ? ",{\"player\":" : "{\"player\":", client->player);
        put_bytes(w, sealed ? ",\"entropy\":" : ",\"commitment\":", sealed ? &client->entropy : &client->commitment);
        put(w, "}");
    }
    put(w, "]");
    if (!sealed)
        put_bytes(w, ",\"list\":", &shoe->list);
}

static void put_missing(writer *w, const felt_fair_shoe *shoe)
{
    uint64_t missing[FELT_FAIR_CLIENTS_MAX];
    int count = felt_fair_missing(shoe, missing);
    put(w, ",\"missing\":[");
    for (int i = 0; i < count; i++)
        put_number(w, i > 0 ? "," : "", missing[i]);
    put(w, "]");
}

felt_status felt_fair_record_write(felt_arena *arena, const felt_fair_shoe *shoe, felt_text *ret)
{
    writer w = {.length = 0};
    put(&w, "{\"felt\":\"");
    put(&w, felt_fair_stage_text(shoe->stage));
    put_number(&w, "\",\"shoe\":", shoe->shoe);
    if (shoe->stage == FELT_FAIR_OPEN)
        put_open(&w, shoe);
    else if (shoe->stage == FELT_FAIR_CLOSED || shoe->stage == FELT_FAIR_SEALED)
        put_clients(&w, shoe);
    else if (shoe->stage == FELT_FAIR_VOID)
        put_missing(&w, shoe);
    else
        put_bytes(&w, ",\"seed\":", &shoe->seed);
    put(&w, "}");
    felt_text copy = felt_arena_copy(arena, (felt_text){w.bytes, w.length});
    if (copy.bytes == NULL)
        return FELT_ENOMEM;
    *ret = copy;
    return FELT_OK;
}

/* ---- reading ---- */

felt_fair_stage felt_fair_record_stage(felt_text record)
{
    for (int stage = FELT_FAIR_NOTHING + 1; stage < FELT_FAIR_STAGE_COUNT; stage++) {
        char start[64];
        int length = snprintf(start, sizeof start, "{\"felt\":\"%s\",", felt_fair_stage_text((felt_fair_stage)stage));
        if (record.length > (size_t)length && memcmp(record.bytes, start, (size_t)length) == 0)
            return (felt_fair_stage)stage;
    }
    return FELT_FAIR_NOTHING;
}

static bool number_of(const json_t *object, const char *name, uint64_t *ret)
{
    const json_t *value = json_object_get(object, name);
    if (!json_is_integer(value) || json_integer_value(value) < 0 || (uint64_t)json_integer_value(value) > FAIR_NUMBER_MAX)
        return false;
    *ret = (uint64_t)json_integer_value(value);
    return true;
}

static bool bytes_of(const json_t *object, const char *name, felt_fair_bytes *ret)
{
    const json_t *value = json_object_get(object, name);
    return json_is_string(value) && felt_fair_read((felt_text){json_string_value(value), json_string_length(value)}, ret) == FELT_OK;
}

static felt_status wrong_field(felt_error *error, felt_fair_stage stage, const char *name)
{
    return felt_error_set(error, FELT_EDATA, -1, "the record %s has no '%s', or one that cannot be", felt_fair_stage_text(stage), name);
}

static felt_text text_of(const json_t *object, const char *name)
{
    const json_t *value = json_object_get(object, name);
    return json_is_string(value) ? (felt_text){json_string_value(value), json_string_length(value)} : felt_text_from("");
}

/* A record names both rules or none. */
static bool rules_of(const json_t *record, felt_dealing_rules *ret)
{
    *ret = felt_dealing_rules_unnamed();
    if (json_object_get(record, "cut_rule") == NULL && json_object_get(record, "burn") == NULL)
        return true;
    return felt_cut_rule_find(text_of(record, "cut_rule"), &ret->cut) == FELT_OK &&
           felt_burn_rule_find(text_of(record, "burn"), &ret->burn) == FELT_OK;
}

static felt_status follow_open(felt_fair_shoe *shoe, felt_text table, const json_t *record, felt_error *error)
{
    uint64_t decks = 0, cut = 0;
    felt_dealing_rules rules;
    felt_fair_about about = {.table = table};
    felt_fair_bytes commitment;
    if (shoe->stage != FELT_FAIR_NOTHING && shoe->stage != FELT_FAIR_VOID && shoe->stage != FELT_FAIR_SPENT)
        return felt_error_set(error, FELT_EDATA, -1, "a shoe is opened while shoe %" PRIu64 " is neither void nor spent", shoe->shoe);
    if (!number_of(record, "shoe", &about.shoe) || about.shoe <= shoe->shoe)
        return felt_error_set(error, FELT_EDATA, -1, "found shoe %" PRIu64 ", expected one above %" PRIu64, about.shoe, shoe->shoe);
    if (!bytes_of(record, "commitment", &commitment))
        return wrong_field(error, FELT_FAIR_OPEN, "commitment");
    if (json_object_get(record, "decks") != NULL && (!number_of(record, "decks", &decks) || !number_of(record, "cut", &cut)))
        return wrong_field(error, FELT_FAIR_OPEN, "decks' or 'cut");
    if (decks > FELT_DECKS_MAX || cut > FELT_DEALING_CARDS_MAX)
        return wrong_field(error, FELT_FAIR_OPEN, "decks' or 'cut");
    if (!rules_of(record, &rules))
        return wrong_field(error, FELT_FAIR_OPEN, "cut_rule' or 'burn");
    return felt_fair_open(about, (int)decks, (int)cut, rules, &commitment, shoe, error);
}

static felt_status follow_closed(felt_fair_shoe *shoe, const json_t *record, felt_error *error)
{
    const json_t *clients = json_object_get(record, "clients");
    felt_fair_bytes list;
    felt_status status = FELT_OK;
    if (!json_is_array(clients))
        return wrong_field(error, FELT_FAIR_CLOSED, "clients");
    if (!bytes_of(record, "list", &list))
        return wrong_field(error, FELT_FAIR_CLOSED, "list");
    for (size_t i = 0; i < json_array_size(clients) && status == FELT_OK; i++) {
        uint64_t player;
        felt_fair_bytes commitment;
        const json_t *client = json_array_get(clients, i);
        if (!number_of(client, "player", &player) || !bytes_of(client, "commitment", &commitment))
            return wrong_field(error, FELT_FAIR_CLOSED, "clients");
        status = felt_fair_add(shoe, player, &commitment, error);
    }
    if (status == FELT_OK)
        status = felt_fair_close(shoe, error);
    if (status == FELT_OK && !felt_fair_equal(&list, &shoe->list))
        return felt_error_set(error, FELT_EDATA, -1, "shoe %" PRIu64 ": the hash of the closed list is not that of what was committed to",
                              shoe->shoe);
    return status;
}

static felt_status follow_sealed(felt_fair_shoe *shoe, const json_t *record, felt_error *error)
{
    const json_t *reveals = json_object_get(record, "reveals");
    felt_status status = FELT_OK;
    if (!json_is_array(reveals))
        return wrong_field(error, FELT_FAIR_SEALED, "reveals");
    for (size_t i = 0; i < json_array_size(reveals) && status == FELT_OK; i++) {
        uint64_t player;
        felt_fair_bytes entropy;
        const json_t *reveal = json_array_get(reveals, i);
        if (!number_of(reveal, "player", &player) || !bytes_of(reveal, "entropy", &entropy))
            return wrong_field(error, FELT_FAIR_SEALED, "reveals");
        status = felt_fair_reveal(shoe, player, &entropy, error);
    }
    return status == FELT_OK ? felt_fair_seal(shoe, error) : status;
}

/* Who is not named as missing has revealed; what, a void shoe does not say. */
static felt_status follow_void(felt_fair_shoe *shoe, const json_t *record, felt_error *error)
{
    const json_t *missing = json_object_get(record, "missing");
    if (!json_is_array(missing))
        return wrong_field(error, FELT_FAIR_VOID, "missing");
    for (int i = 0; i < shoe->client_count; i++) {
        bool named = false;
        for (size_t m = 0; m < json_array_size(missing); m++) {
            const json_t *player = json_array_get(missing, m);
            named = named || (json_is_integer(player) && (uint64_t)json_integer_value(player) == shoe->clients[i].player);
        }
        shoe->clients[i].revealed = !named;
    }
    return felt_fair_void(shoe, error);
}

static felt_status follow_seed(felt_fair_shoe *shoe, const json_t *record, felt_error *error)
{
    felt_fair_bytes seed;
    if (!bytes_of(record, "seed", &seed))
        return wrong_field(error, FELT_FAIR_SPENT, "seed");
    return felt_fair_spend(shoe, &seed, error);
}

static felt_status follow(felt_fair_shoe *shoe, felt_text table, felt_fair_stage stage, const json_t *record, felt_error *error)
{
    uint64_t number;
    if (stage == FELT_FAIR_OPEN)
        return follow_open(shoe, table, record, error);
    if (shoe->stage == FELT_FAIR_NOTHING || !felt_text_is(table, shoe->table))
        return felt_error_set(error, FELT_EDATA, -1, "found %s, but no shoe is open", felt_fair_stage_text(stage));
    if (!number_of(record, "shoe", &number) || number != shoe->shoe)
        return felt_error_set(error, FELT_EDATA, -1, "found %s of another shoe, expected %" PRIu64, felt_fair_stage_text(stage),
                              shoe->shoe);
    if (stage == FELT_FAIR_CLOSED)
        return follow_closed(shoe, record, error);
    if (stage == FELT_FAIR_SEALED)
        return follow_sealed(shoe, record, error);
    return stage == FELT_FAIR_VOID ? follow_void(shoe, record, error) : follow_seed(shoe, record, error);
}

static felt_status check_written(const felt_fair_shoe *shoe, felt_text record, felt_error *error)
{
    felt_arena *arena = felt_arena_new(FOLLOW_ARENA_BYTES);
    felt_text again;
    felt_status status = arena == NULL ? FELT_ENOMEM : felt_fair_record_write(arena, shoe, &again);
    if (status != FELT_OK)
        felt_error_set(error, status, -1, "out of memory");
    if (status == FELT_OK && !felt_text_equal(again, record))
        status = felt_error_set(error, FELT_EDATA, -1, "the record %s is not written as it should be: expected %.*s",
                                felt_fair_stage_text(shoe->stage), FELT_TEXT_ARGS(again));
    felt_arena_free(arena);
    return status;
}

felt_status felt_fair_follow(felt_fair_shoe *shoe, felt_text table, felt_text record, felt_error *error)
{
    json_error_t wrong;
    felt_fair_shoe next = *shoe;
    felt_fair_stage stage = felt_fair_record_stage(record);
    if (stage == FELT_FAIR_NOTHING || record.length > FELT_FAIR_RECORD_BYTES_MAX)
        return felt_error_set(error, FELT_EDATA, -1, "this is no record of a shoe's making");
    json_t *read = NULL;
    felt_status status = json_parse(record, &read, &wrong);
    if (status == FELT_ENOMEM)
        return felt_error_set(error, FELT_ENOMEM, -1, "out of memory");
    if (status != FELT_OK)
        return felt_error_set(error, FELT_EDATA, -1, "the record %s is not JSON: %s", felt_fair_stage_text(stage), wrong.text);
    status = follow(&next, table, stage, read, error);
    json_decref(read);
    if (status == FELT_OK)
        status = check_written(&next, record, error);
    if (status == FELT_OK)
        *shoe = next;
    return status;
}
