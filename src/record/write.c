/* src/record/write.c - settled bets as rows of CSV or NDJSON. */
#include "record.h"

#include <assert.h>
#include <stdio.h>

enum { WRITTEN_OPTIONS_BYTES = 2048 };

enum { WRITTEN_TEXT_MAX = 2000 }; /* a row of a sheet may be longer; more of it says nothing to a reader of pays */

/* The names of the columns and keys, in their order. What the readers know has the names that they expect. */
static const char *const names[] = {"round",   "seat",    "after", "action",   "wager",      "side",    "stake",
                                    "outcome", "decided", "back",  "winnings", "commission", "vig",     "paid",
                                    "dealer",  "row",     "cites", "options",  "by_default", "rounding"};

enum { NAME_COUNT = sizeof names / sizeof *names };

static void put_bytes(felt_output *out, const char *bytes, size_t length)
{
    assert(out->capacity - out->length >= length);
    memcpy(out->bytes + out->length, bytes, length);
    out->length += length;
}

static void put_byte(felt_output *out, char byte)
{
    put_bytes(out, &byte, 1);
}

static void put_csv_text(felt_output *out, felt_text text)
{
    bool plain = true;
    for (size_t i = 0; i < text.length && plain; i++)
        plain = text.bytes[i] != ',' && text.bytes[i] != '"' && text.bytes[i] != '\n' && text.bytes[i] != '\r';
    if (plain) {
        put_bytes(out, text.bytes, text.length);
        return;
    }
    put_byte(out, '"');
    for (size_t i = 0; i < text.length; i++) {
        if (text.bytes[i] == '"')
            put_byte(out, '"');
        put_byte(out, text.bytes[i]);
    }
    put_byte(out, '"');
}

static void put_json_text(felt_output *out, felt_text text)
{
    put_byte(out, '"');
    for (size_t i = 0; i < text.length; i++) {
        char escaped[FELT_JSON_BYTE_MAX];
        bool plain = (unsigned char)text.bytes[i] >= 0x20 && text.bytes[i] != '"' && text.bytes[i] != '\\';
        if (plain)
            put_byte(out, text.bytes[i]);
        else
            put_bytes(out, escaped, felt_text_json(text.bytes[i], escaped));
    }
    put_byte(out, '"');
}

/* A row in progress. */
typedef struct row {
    felt_output *out;
    bool json;
    int field;
} row;

/* The comma and, in JSON, the key before the next value. A value that is left out is an empty field, or no key at all. */
static void begin_value(row *r)
{
    if (r->field > 0)
        put_byte(r->out, ',');
    if (r->json) {
        put_json_text(r->out, felt_text_from(names[r->field]));
        put_byte(r->out, ':');
    }
    r->field++;
}

static void skip_value(row *r)
{
    if (!r->json)
        begin_value(r);
    else
        r->field++;
}

static void add_text(row *r, felt_text text)
{
    if (text.length > WRITTEN_TEXT_MAX)
        text = felt_text_whole((felt_text){text.bytes, WRITTEN_TEXT_MAX});
    if (text.length == 0) {
        skip_value(r);
        return;
    }
    begin_value(r);
    if (r->json)
        put_json_text(r->out, text);
    else
        put_csv_text(r->out, text);
}

static void add_number(row *r, uint32_t number)
{
    char text[16];
    begin_value(r);
    put_bytes(r->out, text, (size_t)snprintf(text, sizeof text, "%u", number));
}

/* Amounts are strings in JSON, too: a reader that takes numbers for doubles would lose cents. */
static void add_money(row *r, felt_money money, int decimals)
{
    char text[FELT_MONEY_BYTES];
    add_text(r, (felt_text){text, felt_money_write(money, decimals, text)});
}

/* What is done with a bet is part of it: what became of it stands in the bet's own row. */
static felt_text outcome_text(const felt_payment *payment)
{
    static const char *const words[] = {"loses", "pushes", "wins", "unset", "stays", "undefined"};
    if (payment->part_of >= 0)
        return felt_text_from("part");
    return felt_text_from(payment->taken_down ? "taken-down" : words[payment->kind]);
}

void felt_output_head(felt_output *out, felt_format format)
{
    if (format != FELT_FORMAT_CSV)
        return;
    for (int i = 0; i < NAME_COUNT; i++) {
        put_bytes(out, ",", i > 0);
        put_bytes(out, names[i], strlen(names[i]));
    }
    put_byte(out, '\n');
}

static void add_pays(row *r, const felt_book *book, const felt_payment *payment, bool has_vig, int decimals)
{
    if (!felt_book_game(book)->one_event && payment->kind != FELT_PAY_STAYS)
        add_number(r, payment->events);
    else
        skip_value(r);
    add_money(r, payment->back, decimals);
    add_money(r, payment->winnings, decimals);
    add_money(r, payment->commission, decimals);
    if (has_vig)
        add_money(r, payment->vig, decimals);
    else
        skip_value(r);
    add_money(r, payment->paid, decimals);
    if (payment->dealer_kind == FELT_PAY_WINS)
        add_money(r, payment->dealer, decimals);
    else
        add_text(r, payment->dealer_kind == FELT_PAY_UNSET ? felt_text_from("unset") : felt_text_from(""));
}

void felt_output_bet(felt_output *out, felt_format format, const felt_book *book, const felt_bet_record *record,
                     const felt_payment *payment, int decimals)
{
    int index = record->bet.wager;
    const felt_wager *w = felt_book_wager(book, index);
    char options[WRITTEN_OPTIONS_BYTES], defaults[WRITTEN_OPTIONS_BYTES];
    row r = {.out = out, .json = format == FELT_FORMAT_NDJSON};
    bool many = !felt_book_game(book)->one_event, decided = payment->row != FELT_ROW_NONE;
    felt_book_write_wager(book, index, false, options, sizeof options);
    felt_book_write_wager(book, index, true, defaults, sizeof defaults);
    put_bytes(out, "{", r.json);
    add_text(&r, record->id);
    add_number(&r, record->bet.seat);
    if (many)
        add_number(&r, record->bet.after);
    else
        skip_value(&r);
    add_text(&r, felt_text_from(record->bet.action == FELT_ACTION_BET ? "" : felt_action_text(record->bet.action)));
    add_text(&r, felt_book_short_name(book, index));
    add_text(&r, w->side);
    add_money(&r, record->bet.stake, decimals);
    add_text(&r, outcome_text(payment));
    add_pays(&r, book, payment, felt_book_variant(book, index)->vig_num > 0, decimals);
    add_text(&r, decided ? w->rows[payment->row].text : felt_text_from(""));
    add_text(&r, decided ? w->rows[payment->row].cites : felt_text_from(""));
    add_text(&r, felt_text_from(options));
    add_text(&r, felt_text_from(defaults));
    add_text(&r, felt_text_from(felt_rounding_text(felt_book_house(book)->rounding)));
    assert(r.field == NAME_COUNT);
    put_bytes(out, "}", r.json);
    put_byte(out, '\n');
}
