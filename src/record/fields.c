/* src/record/fields.c - the fields of a row: ids, cards, rolls, wagers, amounts. */
#include "record.h"

#include <stdarg.h>
#include <stdio.h>

static const char *const field_names[FIELD_COUNT] = {"",     "round", "player", "banker", "rolls", "wager",
                                                     "side", "stake", "paid",   "seat",   "after"};

const char *record_field_name(record_field field)
{
    return field_names[field];
}

static bool field_of_rounds(const felt_records *r, record_field field)
{
    if (field == FIELD_ROUND)
        return true;
    return r->book->sheet->game == &felt_game_craps ? field == FIELD_ROLLS : field == FIELD_PLAYER || field == FIELD_BANKER;
}

record_field record_field_find(const felt_records *r, felt_text name)
{
    if (felt_text_is(name, "shooter"))
        return FIELD_ROUND;
    for (int field = FIELD_ROUND; field < FIELD_COUNT; field++) {
        bool here = r->kind == FELT_RECORD_ROUNDS ? field_of_rounds(r, (record_field)field) : field == FIELD_ROUND || field >= FIELD_WAGER;
        if (here && felt_text_is(name, field_names[field]))
            return (record_field)field;
    }
    return FIELD_IGNORED;
}

bool record_field_required(const felt_records *r, record_field field)
{
    if (r->kind == FELT_RECORD_ROUNDS)
        return field_of_rounds(r, field);
    return field == FIELD_ROUND || field == FIELD_WAGER || field == FIELD_STAKE;
}

/* A field as a message shows it, cut where it is long. */
#define SHOWN(text) (int)((text).length > 40 ? 40 : (text).length), (text).bytes

/* A message is one line of UTF-8, whatever stands in the row that it is about. */
bool record_bad(felt_records *r, const char *format, ...)
{
    char *message = r->error.message;
    va_list args;
    va_start(args, format);
    error_write(&r->error, -1, format, args);
    va_end(args);
    r->error.line = r->line;
    message[felt_text_printable(felt_text_from(message), message).length] = '\0';
    return false;
}

/* Ids are written again, in JSON and on terminals too, which other bytes would spoil. */
static bool is_clean(felt_text text)
{
    uint64_t fill = text.length >= 8 ? 0 : 0x2020202020202020u << (8 * text.length), word = record_word(text.bytes, text.length) | fill;
    if (text.length <= 8 && ((word | (word + 0x0101010101010101u) | (word - 0x2020202020202020u)) & 0x8080808080808080u) == 0)
        return true; /* every byte is from a space to a tilde */
    while (text.length > 0) {
        uint32_t point;
        size_t length = felt_text_decode(text, &point);
        if (length == 0 || felt_point_is_control(point))
            return false;
        text = (felt_text){text.bytes + length, text.length - length};
    }
    return true;
}

bool record_take_id(felt_records *r, felt_text text, felt_text *ret)
{
    if (text.length == 0)
        return record_bad(r, "round: found nothing, expected the name or number of a round");
    if (text.length > FELT_ROUND_ID_BYTES_MAX)
        return record_bad(r, "round: found %zu bytes, expected at most %d", text.length, FELT_ROUND_ID_BYTES_MAX);
    if (!is_clean(text))
        return record_bad(r, "round: found bytes that are not UTF-8, or control characters");
    *ret = text;
    return true;
}

/* ---- cards and rolls ---- */

static const uint8_t rank_of[256] = {
    ['A'] = 1, ['a'] = 1,  ['2'] = 2,  ['3'] = 3,  ['4'] = 4,  ['5'] = 5,  ['6'] = 6,  ['7'] = 7,  ['8'] = 8,
    ['9'] = 9, ['T'] = 10, ['t'] = 10, ['J'] = 11, ['j'] = 11, ['Q'] = 12, ['q'] = 12, ['K'] = 13, ['k'] = 13};
static const uint8_t suit_of[256] = {['S'] = 1, ['s'] = 1, ['H'] = 2, ['h'] = 2, ['D'] = 3, ['d'] = 3, ['C'] = 4, ['c'] = 4};

/* Cards of two bytes each with a space between, as most hands are: read alike whether there is a third or not. */
static bool read_plain_cards(felt_text text, felt_card *cards, int *ret_count)
{
    const uint8_t *at = (const uint8_t *)text.bytes;
    bool third = text.length == 8;
    if (text.length != 5 && text.length != 8)
        return false;
    for (int i = 0; i < FELT_HAND_CARDS_MAX; i++)
        cards[i] = (felt_card){.rank = rank_of[at[3 * i]], .suit = (uint8_t)(suit_of[at[3 * i + 1]] - 1)};
    bool two = (cards[0].rank != 0) & (cards[0].suit < 4) & (cards[1].rank != 0) & (cards[1].suit < 4) & (at[2] == ' ');
    bool three = (cards[2].rank != 0) & (cards[2].suit < 4) & (at[5] == ' ');
    *ret_count = 2 + third;
    return two & (three | !third);
}

bool record_take_cards(felt_records *r, record_field field, felt_text text, felt_card *cards, int *ret_count)
{
    const uint8_t *at = (const uint8_t *)text.bytes, *end = at + text.length;
    int count = 0;
    if (read_plain_cards(text, cards, ret_count))
        return true;
    while (end - at >= 2 && count < FELT_HAND_CARDS_MAX) {
        uint8_t rank = rank_of[at[0]];
        if (at[0] == '1' && at[1] == '0' && end - at >= 3) {
            rank = 10;
            at++;
        }
        uint8_t suit = suit_of[at[1]];
        if (rank == 0 || suit == 0)
            break;
        cards[count++] = (felt_card){.rank = rank, .suit = (uint8_t)(suit - 1)};
        at += 2;
        if (at == end)
            break;
        if (*at != ' ')
            break;
        while (at < end && *at == ' ')
            at++;
    }
    if (at != end || count < 2)
        return record_bad(r, "%s: found '%.*s', expected two or three cards such as 9S 10H", field_names[field], SHOWN(text));
    *ret_count = count;
    return true;
}

/* "8", "12", "3-5": the code of a roll, -1 for none. */
static int roll_code(const char *at, size_t length)
{
    if (length == 3 && at[1] == '-' && at[0] >= '1' && at[0] <= '6' && at[2] >= '1' && at[2] <= '6')
        return felt_roll_index(at[0] - '0', at[2] - '0');
    if (length == 1 && at[0] >= '2' && at[0] <= '9')
        return FELT_ROLL_TOTALS + at[0] - '2';
    if (length == 2 && at[0] == '1' && at[1] >= '0' && at[1] <= '2')
        return FELT_ROLL_TOTALS + 8 + at[1] - '0';
    return -1;
}

bool record_take_rolls(felt_records *r, felt_text text, felt_round_record *ret)
{
    for (size_t at = 0; at < text.length;) {
        if (text.bytes[at] == ' ') {
            at++;
            continue;
        }
        size_t begin = at;
        while (at < text.length && text.bytes[at] != ' ')
            at++;
        int code = roll_code(text.bytes + begin, at - begin);
        if (code < 0)
            return record_bad(r, "rolls: found '%.*s', expected a total such as 8 or faces such as 3-5",
                              (int)(at - begin > 40 ? 40 : at - begin), text.bytes + begin);
        if (ret->roll_count == FELT_SHOOTER_ROLLS_MAX)
            return record_bad(r, "rolls: found more than %d rolls of one shooter", FELT_SHOOTER_ROLLS_MAX);
        r->rolls[ret->roll_count++] = (uint8_t)code;
    }
    ret->rolls = r->rolls;
    return true;
}

/* ---- bets ---- */

/* An amount of at most seven digits and a point, or eight digits, eight bytes at once. */
static bool read_short_money(felt_text text, int decimals, felt_money *ret)
{
    static const int64_t scale[FELT_MONEY_DECIMALS_MAX + 1] = {1, 10, 100, 1000, 10000, 100000, 1000000};
    if (text.length - 1 > 7)
        return false;
    uint64_t word = record_word(text.bytes, text.length) << (8 * (8 - text.length)); /* the last byte is the highest */
    uint64_t found = word ^ 0x2e2e2e2e2e2e2e2eu;
    found = (found - 0x0101010101010101u) & ~found & 0x8080808080808080u;
    size_t after = 0;
    if (found != 0) { /* a point: what stands before it moves up by one byte */
        unsigned low = (unsigned)__builtin_ctzll(found) / 8;
        after = 7 - low;
        uint64_t below = ((uint64_t)1 << (8 * low)) - 1;
        if (after == 0 || after > (size_t)decimals || after + 1 == text.length)
            return false;
        word = (word & ~(below << 8 | 0xff)) | (word & below) << 8;
    }
    size_t digits = text.length - (found != 0);
    word |= digits == 8 ? 0 : 0x3030303030303030u >> (8 * digits); /* the empty places below hold zeros */
    if (!record_digits(word))
        return false;
    word -= 0x3030303030303030u;
    word = (word * 10 + (word >> 8)) & 0x00ff00ff00ff00ffu;
    word = (word * 100 + (word >> 16)) & 0x0000ffff0000ffffu;
    word = (word * 10000 + (word >> 32)) & 0xffffffffu;
    ret->minor = (int64_t)word * scale[(size_t)decimals - after];
    return true;
}

bool record_take_money(felt_records *r, record_field field, felt_text text, felt_money *ret)
{
    if (read_short_money(text, r->decimals, ret))
        return true;
    felt_status status = felt_money_read(text, r->decimals, ret);
    if (status == FELT_OK && ret->minor < 0 && field == FIELD_PAID)
        return record_bad(r, "paid: found '%.*s', expected what the bettor got, 0 for a bet that lost", SHOWN(text));
    if (status == FELT_OK)
        return true;
    if (status == FELT_ERANGE)
        return record_bad(r, "%s: '%.*s' is too large an amount", field_names[field], SHOWN(text));
    return record_bad(r, "%s: found '%.*s', expected an amount with at most %d decimals", field_names[field], SHOWN(text), r->decimals);
}

bool record_take_number(felt_records *r, record_field field, felt_text text, uint32_t most, uint32_t *ret)
{
    uint64_t number = 0;
    bool good = text.length > 0 && text.length <= 10;
    for (size_t i = 0; good && i < text.length; i++) {
        unsigned digit = (unsigned)(unsigned char)text.bytes[i] - '0';
        number = number * 10 + digit;
        good = digit <= 9;
    }
    if (!good || number > most)
        return record_bad(r, "%s: found '%.*s', expected a number from 0 to %u", field_names[field], SHOWN(text), most);
    *ret = (uint32_t)number;
    return true;
}

/* The sides of the wagers called `name`, or what is near to it. */
static bool refuse_wager(felt_records *r, felt_text name, felt_text side)
{
    const felt_sheet *sheet = r->book->sheet;
    const felt_wager *called = NULL, *nearest = NULL;
    size_t best = 4;
    bool shared = false;
    for (int i = 0; i < sheet->wager_count; i++) {
        const felt_wager *w = &sheet->wagers[i];
        if (felt_text_equal(w->short_name, name) || felt_text_equal(w->name, name)) {
            shared = shared || (called != NULL && !felt_text_equal(called->short_name, w->short_name));
            called = w;
        }
        size_t distance = felt_text_distance(name, w->short_name, best);
        if (distance < best) {
            best = distance;
            nearest = w;
        }
    }
    if (shared)
        return record_bad(r, "wager: several wagers are called '%.*s'; use the short name", SHOWN(name));
    if (called != NULL && called->side.length == 0)
        return record_bad(r, "side: found '%.*s', but '%.*s' has no sides", SHOWN(side), SHOWN(name));
    if (called != NULL)
        return record_bad(r, "side: found '%.*s', expected a side of '%.*s' such as %.*s", SHOWN(side), SHOWN(name),
                          FELT_TEXT_ARGS(called->side));
    if (nearest != NULL)
        return record_bad(r, "wager: there is no wager '%.*s'; did you mean '%.*s'?", SHOWN(name), FELT_TEXT_ARGS(nearest->short_name));
    return record_bad(r, "wager: there is no wager '%.*s'", SHOWN(name));
}

bool record_take_wager(felt_records *r, felt_text name, felt_text side, uint16_t *ret)
{
    int wager = record_names_find(r->names, name, side);
    if (wager < 0)
        return refuse_wager(r, name, side);
    *ret = (uint16_t)wager;
    return true;
}
