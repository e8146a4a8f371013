/* src/setup/read.c - a plan made again from its record. The plan is written again and compared, so that everything the record says is
 * checked: a sheet that would be compiled to something else today is refused. */
#include "../base/hash.h"
#include "../base/json.h"

#include <felt/setup.h>
#include <felt/sheet.h>
#include <stdio.h>
#include <string.h>

/* The sheets of a record, in the order in which the plan names them. */
typedef struct sheet_list {
    felt_arena *arena;
    const felt_setup_finder *finder;
    const json_t *sheets;
    size_t next;
    felt_status status; /* of the sheet that could not be had */
    felt_error error;
} sheet_list;

static bool read_hash(const json_t *value, uint8_t ret[HASH_BYTES])
{
    static const char digits[] = "0123456789abcdef";
    if (!json_is_string(value) || json_string_length(value) != 2 * (size_t)HASH_BYTES)
        return false;
    const char *text = json_string_value(value);
    for (size_t i = 0; i < HASH_BYTES; i++) {
        const char *high = strchr(digits, text[2 * i]), *low = strchr(digits, text[2 * i + 1]);
        if (high == NULL || low == NULL || *high == '\0' || *low == '\0')
            return false;
        ret[i] = (uint8_t)((high - digits) << 4 | (low - digits));
    }
    return true;
}

static felt_status compile(sheet_list *l, const char *name, felt_text text, const felt_sheet **ret)
{
    felt_diags diags = felt_diags_in(l->arena);
    felt_text file = felt_arena_print(l->arena, "%s.felt", name);
    felt_status status = file.bytes == NULL ? FELT_ENOMEM : felt_sheet_compile(l->arena, file, text, &diags, ret);
    if (status == FELT_ESHEET)
        return felt_error_set(&l->error, FELT_EDATA, -1, "the sheet %s of the setup does not compile", name);
    return status;
}

static felt_status next_sheet(sheet_list *l, const felt_sheet **ret)
{
    const json_t *sheet = json_array_get(l->sheets, l->next++);
    const char *name = json_string_value(json_object_get(sheet, "name"));
    uint8_t hash[HASH_BYTES], found[HASH_BYTES];
    felt_text text;
    if (name == NULL || !read_hash(json_object_get(sheet, "hash"), hash))
        return felt_error_set(&l->error, FELT_EDATA, -1, "the setup has no name and hash of sheet %zu", l->next);
    felt_status status = l->finder->find(l->finder->context, l->arena, hash, &text, &l->error);
    if (status != FELT_OK)
        return status;
    hash_of(text.bytes, text.length, found);
    if (memcmp(found, hash, HASH_BYTES) != 0)
        return felt_error_set(&l->error, FELT_EDATA, -1, "the sheet %s of the setup has another hash", name);
    return compile(l, name, text, ret);
}

static felt_status find_sheet(void *context, felt_text name, const felt_sheet **ret, felt_error *error)
{
    sheet_list *l = context;
    (void)name;
    (void)error;
    l->status = next_sheet(l, ret);
    if (l->status == FELT_OK || l->status == FELT_ENOMEM)
        return l->status;
    return FELT_ESHEET; /* the reader says nothing of it: l->error does */
}

/* A record that names no rules of the shoe may be from before they had names, when the lines of the table could not say them either and
 * meant others than today. NULL: there is no memory. */
static const felt_table_plan *with_rules(felt_arena *arena, const json_t *record, const felt_table_plan *plan)
{
    if (plan->cut == 0 || plan->rules_stated || json_object_get(record, "cut_rule") != NULL)
        return plan;
    felt_table_plan *before = felt_arena_take(arena, 1, sizeof *before);
    if (before == NULL)
        return NULL;
    *before = *plan;
    before->rules = felt_dealing_rules_unnamed();
    return before;
}

static felt_status read_plan(sheet_list *l, const json_t *record, const felt_table_plan **ret, felt_error *error)
{
    const json_t *plan = json_object_get(record, "plan");
    const felt_tables *tables;
    l->sheets = json_object_get(record, "sheets");
    if (!json_is_string(plan) || !json_is_array(l->sheets))
        return felt_error_set(error, FELT_EDATA, -1, "the setup has no 'plan' or no 'sheets'");
    felt_text text = felt_arena_copy(l->arena, (felt_text){json_string_value(plan), json_string_length(plan)});
    felt_table_sheets sheets = {l, find_sheet};
    felt_diags diags = felt_diags_in(l->arena);
    if (text.bytes == NULL)
        return felt_error_set(error, FELT_ENOMEM, -1, "out of memory");
    felt_status status = felt_tables_read(l->arena, felt_text_from("setup"), text, &sheets, &diags, &tables);
    if (status == FELT_ENOMEM)
        return felt_error_set(error, FELT_ENOMEM, -1, "out of memory");
    if (l->status != FELT_OK) {
        if (error != NULL)
            *error = l->error;
        return l->status;
    }
    if (status != FELT_OK || tables->count != 1)
        return felt_error_set(error, FELT_EDATA, -1, "the plan of the setup is not that of one table%s%.*s", diags.count > 0 ? ": " : "",
                              diags.count > 0 ? (int)diags.list[0].message.length : 0, diags.count > 0 ? diags.list[0].message.bytes : "");
    *ret = with_rules(l->arena, record, &tables->list[0]);
    return *ret != NULL ? FELT_OK : felt_error_set(error, FELT_ENOMEM, -1, "out of memory");
}

static felt_status check_written(felt_arena *arena, const felt_table_plan *plan, felt_text record, felt_error *error)
{
    felt_text again;
    size_t at = 0;
    if (felt_setup_write(arena, plan, &again) != FELT_OK)
        return felt_error_set(error, FELT_ENOMEM, -1, "out of memory");
    if (felt_text_equal(again, record))
        return FELT_OK;
    while (at < again.length && at < record.length && again.bytes[at] == record.bytes[at])
        at++;
    at = at < 40 ? 0 : at - 40;
    int found = (int)(record.length - at < 120 ? record.length - at : 120), made = (int)(again.length - at < 120 ? again.length - at : 120);
    return felt_error_set(error, FELT_EDATA, -1, "the setup says '%.*s', but its plan and sheets make '%.*s'", found, record.bytes + at,
                          made, again.bytes + at);
}

felt_status felt_setup_read(felt_arena *arena, felt_text record, const felt_setup_finder *finder, const felt_table_plan **ret,
                            felt_error *error)
{
    json_error_t wrong;
    sheet_list list = {.arena = arena, .finder = finder};
    const felt_table_plan *plan = NULL;
    if (!felt_setup_is(record) || record.length > FELT_SETUP_BYTES_MAX)
        return felt_error_set(error, FELT_EDATA, -1, "this is no record of a setup");
    json_t *read = NULL;
    felt_status status = json_parse(record, &read, &wrong);
    if (status == FELT_ENOMEM)
        return felt_error_set(error, FELT_ENOMEM, -1, "out of memory");
    if (status != FELT_OK)
        return felt_error_set(error, FELT_EDATA, -1, "the setup is not JSON: %s", wrong.text);
    status = read_plan(&list, read, &plan, error);
    json_decref(read);
    if (status == FELT_OK)
        status = check_written(arena, plan, record, error);
    if (status == FELT_OK)
        *ret = plan;
    return status;
}
