/* src/record/fields.c - the fields of a row: ids, cards or events, wagers, amounts. */
#include "record.h"

#include <stdarg.h>
#include <stdio.h>

const char *record_field_name(const felt_records *r, record_field field)
{
    static const char *const names[FIELD_COUNT] = {
        [FIELD_IGNORED] = "",  [FIELD_ROUND] = "round", [FIELD_WAGER] = "wager", [FIELD_SIDE] = "side",    [FIELD_STAKE] = "stake",
        [FIELD_PAID] = "paid", [FIELD_SEAT] = "seat",   [FIELD_AFTER] = "after", [FIELD_ACTION] = "action"};
    const felt_game *game = r->game;
    if (field == FIELD_PHASE)
        return game->words.phase;
    if (field >= FIELD_PARTS && field < FIELD_PARTS + FELT_FIELDS_MAX)
        return game->fields[field - FIELD_PARTS].name;
    return names[field];
}

static bool field_of_rounds(const felt_records *r, record_field field)
{
    const felt_game *game = r->game;
    if (field == FIELD_PHASE)
        return game->words.phase != NULL;
    return field == FIELD_ROUND || (field >= FIELD_PARTS && field < FIELD_PARTS + (unsigned)game->field_count);
}

bool record_field_of(const felt_records *r, felt_record_kind kind, record_field field)
{
    return kind == FELT_RECORD_ROUNDS ? field_of_rounds(r, field) : field == FIELD_ROUND || field >= FIELD_WAGER;
}

record_field record_field_find(const felt_records *r, felt_text name)
{
    if (felt_text_is(name, r->game->words.hand))
        return FIELD_ROUND;
    for (int field = FIELD_ROUND; field < FIELD_COUNT; field++)
        if (record_field_of(r, r->kind, (record_field)field) && felt_text_is(name, record_field_name(r, (record_field)field)))
            return (record_field)field;
    return FIELD_IGNORED;
}

bool record_field_required(const felt_records *r, record_field field)
{
    if (r->kind == FELT_RECORD_ROUNDS)
        return field != FIELD_PHASE && field_of_rounds(r, field);
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

bool record_take_long_id(felt_records *r, felt_text text, felt_text *ret)
{
    text = text_trim(text);
    if (text.length == 0)
        return record_bad(r, "round: found nothing, expected the name or number of a round; a line of totals must be left out");
    if (text.length > FELT_ROUND_ID_BYTES_MAX)
        return record_bad(r, "round: found %zu bytes, expected at most %d", text.length, FELT_ROUND_ID_BYTES_MAX);
    if (!felt_text_is_printable(text)) /* it is written again, in JSON and on terminals too, which other bytes would spoil */
        return record_bad(r, "round: found bytes that are not UTF-8, or control characters");
    *ret = text;
    return true;
}

/* ---- hands ---- */

bool record_add_event(felt_records *r, int code, felt_round_record *ret)
{
    const felt_game *game = r->game;
    if (code < 0)
        return record_bad(r, "%s: expected %s", game->fields[0].name, game->fields[0].expected);
    if (ret->event_count == game->hand_events_max)
        return record_bad(r, "%s: found more than %d %s of one %s", game->fields[0].name, game->hand_events_max, game->words.events,
                          game->words.hand);
    r->events[ret->event_count++] = (uint16_t)code;
    return true;
}

/* A message would end at a NUL, and so hide what is wrong. */
static bool refuse_nul(felt_records *r, const char *name, felt_text text)
{
    if (text.length == 0 || memchr(text.bytes, '\0', text.length) == NULL)
        return false;
    record_bad(r, "%s: found a zero among the letters; the file is damaged, or was cut off while it was written", name);
    return true;
}

static bool is_serial(felt_text word)
{
    size_t digits = 0;
    while (digits < word.length && word.bytes[digits] >= '0' && word.bytes[digits] <= '9')
        digits++;
    return digits == 5 && word.length == 5 && word.bytes[0] >= '3' && word.bytes[0] <= '6';
}

static bool refuse_event(felt_records *r, felt_text word)
{
    const felt_game_field *field = &r->game->fields[0];
    if (refuse_nul(r, field->name, word))
        return false;
    if (is_serial(word))
        return record_bad(r, "%s: found '%.*s', expected %s; it may be the number of a date that a spreadsheet has made of dice",
                          field->name, SHOWN(word), field->expected);
    if (record_may_be_faces(word) && r->faces_line == 0 && map_find(r->map, MAP_SETTING, felt_text_from("dice")) == NULL)
        r->faces_line = r->line;
    if (record_may_be_faces(word))
        return record_bad(r, "%s: found '%.*s', expected %s; if these are the two faces of one %s, say so with --dice faces", field->name,
                          SHOWN(word), field->expected, r->game->words.event);
    return record_bad(r, "%s: found '%.*s', expected %s", field->name, SHOWN(word), field->expected);
}

/* In a file that has 34 for two faces, 11 and 12 may be faces, too. */
__attribute__((cold, noinline)) static bool check_totals(felt_records *r, felt_text text)
{
    for (felt_text word; (word = record_next_word(&text)).length > 0;)
        if (felt_text_is(word, "11") || felt_text_is(word, "12"))
            return record_bad(
                r, "%s: found '%.*s', which may be a total or two faces, as in line %llu; say which with --dice plain or --dice faces",
                r->game->fields[0].name, FELT_TEXT_ARGS(word), (unsigned long long)r->faces_line);
    return true;
}

static bool take_events(felt_records *r, const felt_game *game, felt_text text, felt_round_record *ret);

/* A list with a word that is no event may be one without the blanks and apostrophes that people put into dice. */
__attribute__((cold, noinline)) static bool take_tidied(felt_records *r, felt_text word, felt_round_record *ret)
{
    char tidy[RECORD_TIDY_BYTES];
    felt_text tidied;
    if (!record_tidy_events(r->list.text, tidy, &tidied))
        return refuse_event(r, word);
    ret->event_count = r->list.events; /* it is looked at again from its beginning */
    r->notes.dates = r->list.dates;
    return take_events(r, r->game, tidied, ret); /* once: now it is tidy */
}

/* A list of events, with blanks between them. */
static bool take_events(felt_records *r, const felt_game *game, felt_text text, felt_round_record *ret)
{
    if (r->faces)
        return record_take_faces(r, text, ret);
    if (__builtin_expect(r->faces_line > 0, false) && !check_totals(r, text))
        return false;
    r->list = (record_list){text, ret->event_count, r->notes.dates};
    for (felt_text word; (word = record_next_word(&text)).length > 0;) {
        int code = game->event_read(word);
        if (code < 0)
            code = record_spell_event(r, word, &text);
        if (code < 0)
            return take_tidied(r, word, ret);
        if (!record_add_event(r, code, ret))
            return false;
    }
    ret->events = r->events;
    return true;
}

bool record_take_part(felt_records *r, int part, felt_text text, felt_round_record *ret)
{
    const felt_game *game = r->game;
    if (!game->one_event)
        return take_events(r, game, text, ret);
    if (game->pieces_read(text, ret->dealt.pieces[part], &ret->dealt.counts[part]))
        return true;
    record_spelled spelled = game->piece_read == NULL ? RECORD_SPELLED_NOT : record_spell_pieces(r, part, text, &ret->dealt);
    if (spelled == RECORD_SPELLED_SUITLESS)
        return record_bad(r, "%s: found '%.*s', expected %s: suits decide something here", game->fields[part].name, SHOWN(text),
                          game->fields[part].expected);
    if (spelled == RECORD_SPELLED || refuse_nul(r, game->fields[part].name, text))
        return spelled == RECORD_SPELLED;
    return record_bad(r, "%s: found '%.*s', expected %s", game->fields[part].name, SHOWN(text), game->fields[part].expected);
}

/* Empty, "off" or a number. */
bool record_take_phase(felt_records *r, felt_text text, felt_round_record *ret)
{
    const felt_game *game = r->game;
    int number = 0;
    text = text_trim(text);
    if (text.length == 0 || fold_equal(text, felt_text_from("off")))
        return true;
    for (size_t i = 0; i < text.length && number < 1000; i++)
        number = text.bytes[i] >= '0' && text.bytes[i] <= '9' ? 10 * number + (text.bytes[i] - '0') : 1000;
    int phase = number < 1000 ? game->phase_find(number) : -1;
    if (phase < 0)
        return record_bad(r, "%s: found '%.*s', expected %s, or nothing", game->words.phase, SHOWN(text), game->phase_expected);
    ret->phase = phase;
    return true;
}

felt_status felt_record_hand(const felt_book *book, const felt_round_record *round, uint16_t *ret_event, felt_hand *ret, felt_error *error)
{
    const felt_game *game = felt_book_game(book);
    if (!game->one_event) {
        *ret = (felt_hand){round->events, round->event_count, round->phase};
        return felt_hand_verify(game, ret, error);
    }
    int event = 0;
    felt_status status = game->classify(&round->dealt, felt_book_decks(book), &event, error);
    if (status != FELT_OK)
        return status;
    *ret_event = (uint16_t)event;
    *ret = (felt_hand){ret_event, 1, round->phase};
    return FELT_OK;
}

/* ---- bets ---- */

/* The number that eight digits make, the lowest byte the first of them. False: they are not digits. */
static inline bool read_eight(uint64_t word, int64_t *ret)
{
    if (!record_digits(word))
        return false;
    word -= 0x3030303030303030u;
    word = (word * 10 + (word >> 8)) & 0x00ff00ff00ff00ffu;
    word = (word * 100 + (word >> 16)) & 0x0000ffff0000ffffu;
    *ret = (int64_t)((word * 10000 + (word >> 32)) & 0xffffffffu);
    return true;
}

/* Takes a byte out: what stands below it moves up. `below`: the bits below it. */
static inline uint64_t take_out(uint64_t word, uint64_t below)
{
    return (word & ~(below << 8 | 0xff)) | (word & below) << 8;
}

/* An amount of at most seven digits and a point, or eight digits, eight bytes at once; most have all their decimals. `point` is no byte
 * where something else is the decimal mark. */
static inline bool read_short_money(felt_text text, unsigned point, int decimals, felt_money *ret)
{
    static const int64_t scale[FELT_MONEY_DECIMALS_MAX + 1] = {1, 10, 100, 1000, 10000, 100000, 1000000};
    if (text.length - 1 > 7)
        return false;
    uint64_t word = record_raw(text.bytes) << (8 * (8 - text.length)); /* the last byte is the highest */
    uint64_t zeros = 0x3030303030303030u;                              /* for the empty places below */
    unsigned usual = 8 * (7 - (unsigned)decimals);
    if ((word >> usual & 0xff) == point && decimals > 0 && text.length > (size_t)decimals + 1)
        return read_eight(take_out(word, ((uint64_t)1 << usual) - 1) | zeros >> (8 * (text.length - 1)), &ret->minor);
    uint64_t found = word ^ 0x2e2e2e2e2e2e2e2eu;
    found = (found - 0x0101010101010101u) & ~found & 0x8080808080808080u;
    size_t after = 0;
    if (found != 0) {
        unsigned low = (unsigned)__builtin_ctzll(found) / 8;
        after = 7 - low;
        if (after == 0 || after > (size_t)decimals || after + 1 == text.length || point != '.')
            return false;
        word = take_out(word, ((uint64_t)1 << (8 * low)) - 1);
    }
    size_t digits = text.length - (found != 0);
    word |= digits == 8 ? 0 : zeros >> (8 * digits);
    if (!read_eight(word, &ret->minor))
        return false;
    ret->minor *= scale[(size_t)decimals - after];
    return true;
}

/* As Felt writes an amount, then as others do. */
__attribute__((cold, noinline)) static bool read_long_money(felt_records *r, record_field field, felt_text text, felt_money *ret)
{
    const char *name = record_field_name(r, field);
    char said = r->map == NULL ? '\0' : r->map->decimal;
    felt_money found;
    bool plain = said != ',' && felt_money_read(text, r->decimals, &found) == FELT_OK;
    record_amount read = plain ? RECORD_AMOUNT_READ : record_read_amount(text, said, r->decimals, &found);
    if (read == RECORD_AMOUNT_EITHER)
        return record_bad(r, "%s: found '%.*s', which may be thousands or three decimals; say which mark is the decimal one with --decimal",
                          name, SHOWN(text));
    if (read == RECORD_AMOUNT_LARGE)
        return record_bad(r, "%s: '%.*s' is too large an amount", name, SHOWN(text));
    if (read == RECORD_AMOUNT_NONE && refuse_nul(r, name, text))
        return false;
    if (read == RECORD_AMOUNT_NONE)
        return record_bad(r, "%s: found '%.*s', expected an amount with at most %d decimals", name, SHOWN(text), r->decimals);
    if (found.minor < 0 && field == FIELD_PAID)
        return record_bad(r, "paid: found '%.*s', expected what the bettor got, 0 for a bet that lost", SHOWN(text));
    *ret = found;
    return true;
}

bool record_take_money(felt_records *r, record_field field, felt_text text, felt_money *ret)
{
    return read_short_money(text, r->point, r->decimals, ret) || read_long_money(r, field, text, ret);
}

bool record_take_number(felt_records *r, record_field field, felt_text text, uint32_t most, uint32_t *ret)
{
    uint64_t number = 0;
    text = text_trim(text);
    bool good = text.length <= 10;
    for (size_t i = 0; good && i < text.length; i++) {
        unsigned digit = (unsigned)(unsigned char)text.bytes[i] - '0';
        number = number * 10 + digit;
        good = digit <= 9;
    }
    if (!good || number > most)
        return record_bad(r, "%s: found '%.*s', expected a number from 0 to %u", record_field_name(r, field), SHOWN(text), most);
    if (text.length > 0)
        *ret = (uint32_t)number;
    return true;
}

bool record_take_action(felt_records *r, felt_text text, felt_action *ret)
{
    if (text_trim(text).length == 0)
        return true;
    for (int i = 0; i < FELT_ACTION_COUNT; i++) {
        if (fold_equal(text, felt_text_from(felt_action_text((felt_action)i)))) {
            *ret = (felt_action)i;
            return true;
        }
    }
    return record_bad(r, "action: found '%.*s', expected bet, raise, lower, take-down, off or on", SHOWN(text));
}

/* The sides of the wagers called `name`, or what is near to it. */
static bool refuse_wager(felt_records *r, felt_text name, felt_text side)
{
    const felt_book *book = r->book;
    const felt_wager *called = NULL;
    int texts = 0;
    for (int i = 0; i < felt_book_wager_count(book); i++) {
        const felt_wager *w = felt_book_wager(book, i);
        if (fold_equal(w->short_name, name) || fold_equal(w->name, name) || felt_text_equal(felt_book_short_name(book, i), name)) {
            texts += called == NULL || w - called != 1 || !felt_text_equal(called->short_name, w->short_name);
            called = w;
        }
    }
    if (texts > 1)
        return record_bad(r, "wager: several wagers are called '%.*s'; use the short name%s", SHOWN(name),
                          felt_book_sheet_count(book) > 1 ? ", after that of its sheet and a slash" : "");
    if (called != NULL && called->side.length == 0)
        return record_bad(r, "side: found '%.*s', but '%.*s' has no sides", SHOWN(side), SHOWN(name));
    if (called != NULL)
        return record_bad(r, "side: found '%.*s', expected a side of '%.*s' such as %.*s", SHOWN(side), SHOWN(name),
                          FELT_TEXT_ARGS(called->side));
    if (refuse_nul(r, "wager", name))
        return false;
    if (text_trim(name).length == 0)
        return record_bad(r, "wager: found nothing, expected the name of a wager; a line of totals must be left out");
    felt_text nearest = record_aliases_nearest(r, name);
    if (nearest.bytes != NULL)
        return record_bad(r, "wager: there is no wager '%.*s'; did you mean '%.*s'?", SHOWN(name), FELT_TEXT_ARGS(nearest));
    return record_bad(r, "wager: there is no wager '%.*s'", SHOWN(name));
}

bool record_take_wager(felt_records *r, felt_text name, felt_text side, uint16_t *ret)
{
    int wager = record_names_find(r->names, name, side);
    if (wager < 0)
        wager = record_aliases_find(r->aliases, name, side);
    if (wager < 0)
        return refuse_wager(r, name, side);
    *ret = (uint16_t)wager;
    return true;
}
