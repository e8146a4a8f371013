/* src/setup/write.c - the record of a table's setup, and the documents that it names. */
#include "../base/hash.h"
#include "../form/form.h"

#include <assert.h>
#include <felt/setup.h>
#include <string.h>

static_assert((int)HASH_BYTES == (int)FELT_SETUP_HASH_BYTES && (int)HASH_BYTES == (int)FELT_FORM_HASH_BYTES, "one hash for all documents");

static void put_text(form_text *t, const char *key, felt_text text)
{
    form_put(t, key);
    form_put_string(t, text);
}

static void put_number(form_text *t, const char *key, int64_t number)
{
    form_put(t, key);
    form_put_number(t, number);
}

static void put_hash(form_text *t, const char *key, const uint8_t hash[HASH_BYTES])
{
    char digits[2 * HASH_BYTES + 1];
    hash_digits(hash, digits);
    put_text(t, key, felt_text_from(digits));
}

/* Lines as every writer of JSON has them, so that whoever reads the record can write the same bytes. */
static void put_lines(form_text *t, felt_text text)
{
    form_put(t, "\"");
    for (size_t i = 0; i < text.length; i++) {
        char byte = text.bytes[i], escaped[FELT_JSON_BYTE_MAX];
        if (byte == '\n')
            form_put(t, "\\n");
        else if (byte == '\t')
            form_put(t, "\\t");
        else if (byte == '\r')
            form_put(t, "\\r");
        else
            form_put_bytes(t, escaped, felt_text_json(byte, escaped));
    }
    form_put(t, "\"");
}

/* Where the rules are those of before they had names they stay unnamed, so that a setup of that time is written as it was. */
static void put_rules(form_text *t, const felt_table_plan *plan)
{
    if (plan->cut == 0 || felt_dealing_rules_equal(plan->rules, felt_dealing_rules_unnamed()))
        return;
    put_text(t, ",\"cut_rule\":", felt_text_from(felt_cut_rule_text(plan->rules.cut)));
    put_text(t, ",\"burn\":", felt_text_from(felt_burn_rule_text(plan->rules.burn)));
}

static void put_house(form_text *t, const felt_house *house)
{
    put_text(t, ",\"rounding\":", felt_text_from(felt_rounding_text(house->rounding)));
    put_number(t, ",\"vig_min\":", house->vig_min.minor);
    put_number(t, ",\"vig_unit\":", house->vig_unit.minor);
    put_text(t, ",\"vig_rounding\":", felt_text_from(felt_rounding_text(house->vig_rounding)));
}

static void put_sheets(form_text *t, const felt_book *book)
{
    form_put(t, ",\"sheets\":[");
    for (int i = 0; i < felt_book_sheet_count(book); i++) {
        const felt_sheet *sheet = felt_book_sheet_at(book, i);
        uint8_t hash[HASH_BYTES];
        hash_of(sheet->text.bytes, sheet->text.length, hash);
        put_text(t, i == 0 ? "{\"name\":" : ",{\"name\":", sheet->short_name);
        put_hash(t, ",\"hash\":", hash);
        form_put(t, "}");
    }
    form_put(t, "]");
}

/* The form says how much a commission is, not that the house's rules for a vig round it. */
static bool takes_vig_of_wins(const felt_wager *wager, const felt_variant *variant)
{
    bool takes = false;
    for (int row = 0; variant != NULL && row < wager->row_count; row++)
        takes = takes || variant->pays[row].pay.commission_is_vig;
    return takes;
}

static felt_status put_wager(form_text *t, const felt_table_plan *plan, int number)
{
    const felt_variant *variant = felt_book_variant(plan->book, number);
    const felt_wager *wager = felt_book_wager(plan->book, number);
    const felt_sheet *sheet = felt_book_sheet(plan->book, number);
    const felt_wager_plan *terms = &plan->wagers[number];
    uint8_t hash[HASH_BYTES];
    put_text(t, number == 0 ? "{\"sheet\":" : ",{\"sheet\":", sheet->short_name);
    put_text(t, ",\"wager\":", wager->short_name);
    put_text(t, ",\"side\":", wager->side);
    if (variant != NULL && felt_wager_hash(sheet, wager, variant, hash) != FELT_OK)
        return FELT_ENOMEM;
    if (variant != NULL)
        put_hash(t, ",\"form\":", hash);
    else
        form_put(t, ",\"form\":null");
    form_put(t, ",\"vig_of_wins\":");
    form_put_truth(t, takes_vig_of_wins(wager, variant));
    put_number(t, ",\"min\":", terms->min.minor);
    put_number(t, ",\"max\":", terms->max.minor);
    put_number(t, ",\"unit\":", terms->chip.minor);
    put_text(t, ",\"closed\":", felt_text_from(felt_closed_text(terms->closed)));
    form_put(t, "}");
    return FELT_OK;
}

felt_status felt_setup_write(felt_arena *arena, const felt_table_plan *plan, felt_text *ret)
{
    form_text t = {.bytes = NULL};
    felt_status status = FELT_OK;
    put_text(&t, "{\"felt\":\"setup\",\"game\":", felt_text_from(felt_book_game(plan->book)->name));
    put_number(&t, ",\"decks\":", felt_book_decks(plan->book));
    put_number(&t, ",\"cut\":", plan->cut);
    put_rules(&t, plan);
    put_house(&t, felt_book_house(plan->book));
    put_sheets(&t, plan->book);
    form_put(&t, ",\"wagers\":[");
    for (int i = 0; i < felt_book_wager_count(plan->book) && status == FELT_OK; i++)
        status = put_wager(&t, plan, i);
    form_put(&t, "],\"plan\":");
    put_lines(&t, plan->text);
    form_put(&t, "}");
    t.failed = t.failed || status != FELT_OK;
    return form_finish(&t, arena, ret);
}

bool felt_setup_is(felt_text record)
{
    static const char start[] = "{\"felt\":\"setup\",";
    return record.length > sizeof start - 1 && memcmp(record.bytes, start, sizeof start - 1) == 0;
}

/* ---- documents ---- */

static felt_status see_form(const felt_book *book, int number, felt_setup_see *see, void *context, felt_error *error)
{
    const felt_variant *variant = felt_book_variant(book, number);
    const felt_form *form;
    felt_text text;
    if (variant == NULL)
        return FELT_OK;
    felt_arena *arena = felt_arena_new(FELT_SHEET_ARENA_MAX);
    felt_status status =
        arena == NULL ? FELT_ENOMEM : felt_form_make(arena, felt_book_sheet(book, number), felt_book_wager(book, number), variant, &form);
    if (status == FELT_OK)
        status = felt_form_write(arena, form, &text);
    if (status == FELT_OK)
        status = see(context, text, error);
    else
        felt_error_set(error, status, -1, "out of memory");
    felt_arena_free(arena);
    return status;
}

felt_status felt_setup_documents(const felt_table_plan *plan, felt_setup_see *see, void *context, felt_error *error)
{
    felt_status status = FELT_OK;
    for (int i = 0; i < felt_book_sheet_count(plan->book) && status == FELT_OK; i++)
        status = see(context, felt_book_sheet_at(plan->book, i)->text, error);
    for (int i = 0; i < felt_book_wager_count(plan->book) && status == FELT_OK; i++)
        status = see_form(plan->book, i, see, context, error);
    return status;
}
