/* src/record/spelling.c - cards and dice as other systems write them, looked at where a field is not written as Felt writes it.
 *
 * Cards: "9♠ K♦", "9S-KD", "9SKD", "10h", "♠9", and "9 K" where suits decide nothing. Dice: "3+4", "3–4", the dates that a spreadsheet
 * makes of 3-4, and "34" or "3,4" where the map says that dice are always faces: else they might be two rolls, or a total. */
#include "record.h"

#include <stdio.h>

/* How a field is shown in a message. */
#define SHOWN(text) (int)((text).length > 40 ? 40 : (text).length), (text).bytes

/* ---- cards ---- */

/* The length of what stands at the beginning and belongs to no card. */
static size_t between(felt_text text)
{
    static const char *const marks[] = {
        " ", "\t", "-", ",", "/", "|", ";", "+", ".", "_", ":", "[", "]", "(", ")", "\xC2\xA0", "\xEF\xB8\x8F", "\xE2\x80\x93"};
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
        if (text.length >= strlen(marks[i]) && memcmp(text.bytes, marks[i], strlen(marks[i])) == 0)
            return strlen(marks[i]);
    return 0;
}

/* The suit at the beginning, as Felt's letter; *ret_length is 0 where there is none. */
static char suit_at(felt_text text, size_t *ret_length)
{
    static const struct {
        const char *sign;
        char suit;
    } signs[] = {{"♠", 'S'}, {"♥", 'H'}, {"♦", 'D'}, {"♣", 'C'}, {"♤", 'S'}, {"♡", 'H'}, {"♢", 'D'}, {"♧", 'C'}};
    *ret_length = 1;
    if (text.length > 0 && text.bytes[0] != '\0' && strchr("SsHhDdCc", text.bytes[0]) != NULL)
        return text.bytes[0];
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++) {
        *ret_length = strlen(signs[i].sign);
        if (text.length >= *ret_length && memcmp(text.bytes, signs[i].sign, *ret_length) == 0)
            return signs[i].suit;
    }
    *ret_length = 0;
    return '\0';
}

static size_t rank_at(felt_text text)
{
    if (text.length >= 2 && memcmp(text.bytes, "10", 2) == 0)
        return 2;
    return text.length >= 1 && text.bytes[0] != '\0' && strchr("23456789AaTtJjQqKk", text.bytes[0]) != NULL;
}

static felt_text skip(felt_text text, size_t length)
{
    return (felt_text){text.bytes + length, text.length - length};
}

static felt_text skip_between(felt_text text)
{
    for (size_t length; (length = between(text)) > 0;)
        text = skip(text, length);
    return text;
}

/* One card: a rank and a suit, in the order in which the field has them, or a rank alone. */
static bool take_card(const felt_records *r, felt_text *text, bool suit_first, felt_card *ret, bool *ret_suited)
{
    size_t suit_length = 0;
    char spelled[4], suit = suit_first ? suit_at(*text, &suit_length) : '\0';
    *text = skip(*text, suit_length);
    size_t rank = rank_at(*text);
    if (rank == 0)
        return false;
    memcpy(spelled, text->bytes, rank);
    *text = skip(*text, rank);
    if (!suit_first) {
        suit = suit_at(*text, &suit_length);
        *text = skip(*text, suit_length);
    }
    *ret_suited = suit_length > 0;
    spelled[rank] = *ret_suited ? suit : 'S';
    return r->game->piece_read((felt_text){spelled, rank + 1}, ret);
}

/* Gives a card without a suit the first of which fewest of its rank are there, so that no card comes more often than it must. The first
 * `parts` parts are there, and `count` cards of `part`. */
static void choose_suit(const felt_dealt *dealt, int parts, int part, int count, felt_card *card)
{
    int seen = 0;
    for (int p = 0; p < parts; p++)
        for (int i = 0; i < (p == part ? count : dealt->counts[p]); i++)
            seen += dealt->pieces[p][i].rank == card->rank;
    card->suit = (uint8_t)(seen % 4);
}

bool record_spell_piece(felt_records *r, felt_text text, const felt_dealt *dealt, int part, int count, felt_card *ret)
{
    bool suited;
    size_t length;
    text = skip_between(text);
    if (!take_card(r, &text, suit_at(text, &length) != '\0', ret, &suited) || skip_between(text).length > 0)
        return false;
    if (!suited)
        choose_suit(dealt, FELT_FIELDS_MAX, part, count, ret);
    return suited || r->game->suits_decide_nothing;
}

record_spelled record_spell_pieces(felt_records *r, int part, felt_text text, felt_dealt *ret)
{
    size_t length;
    bool suit_first, suited, any = false, none = false;
    int count = 0;
    text = skip_between(text);
    suit_first = suit_at(text, &length) != '\0';
    for (; text.length > 0; text = skip_between(text)) {
        felt_card *card = &ret->pieces[part][count];
        if (count == r->game->pieces_max || !take_card(r, &text, suit_first, card, &suited))
            return RECORD_SPELLED_NOT;
        any = any || suited;
        none = none || !suited;
        if (!suited)
            choose_suit(ret, part + 1, part, count, card);
        count++;
    }
    if (count < r->game->pieces_min || (any && none))
        return RECORD_SPELLED_NOT;
    if (none && !r->game->suits_decide_nothing)
        return RECORD_SPELLED_SUITLESS;
    ret->counts[part] = (uint8_t)count;
    return RECORD_SPELLED;
}

/* ---- dates ---- */

/* A month by how its name begins in the languages that spreadsheets are set to; 0: none. Months beyond the sixth are no face. */
static int month_named(felt_text text)
{
    static const struct {
        const char *begins;
        int month;
    } months[] = {{"jan", 1}, {"ene", 1}, {"gen", 1}, {"feb", 2}, {"f\xC3\xA9v", 2}, {"mar", 3},  {"m\xC3\xA4r", 3}, {"mrz", 3}, {"apr", 4},
                  {"avr", 4}, {"abr", 4}, {"may", 5}, {"mai", 5}, {"mag", 5},        {"juin", 6}, {"jun", 6},        {"giu", 6}};
    char folded[FOLD_MAX];
    felt_text name = fold_name(text, folded);
    for (size_t i = 0; i < sizeof months / sizeof *months; i++)
        if (name.length >= strlen(months[i].begins) && memcmp(name.bytes, months[i].begins, strlen(months[i].begins)) == 0)
            return months[i].month;
    return 0;
}

static int small_number(felt_text text)
{
    int number = 0;
    if (text.length == 0 || text.length > 4)
        return -1;
    for (size_t i = 0; i < text.length; i++) {
        if (text.bytes[i] < '0' || text.bytes[i] > '9')
            return -1;
        number = 10 * number + (text.bytes[i] - '0');
    }
    return number;
}

/* The next piece of a date. */
static felt_text date_piece(felt_text *text)
{
    size_t length = 0;
    while (length < text->length && strchr("-/.", text->bytes[length]) == NULL)
        length++;
    felt_text piece = {text->bytes, length};
    *text = skip(*text, length < text->length ? length + 1 : length);
    return piece;
}

/* "4-Apr", "Apr-04", "4-Apr-26", "4/3/2026", "2026-04-03": the day and the month, which are the two faces in some order. */
static bool read_date(felt_text text, int ret[2])
{
    static const char midnight[] = "T00:00:00";
    int count = 0, faces = 0;
    bool named = false, year = false;
    if (text.length > sizeof midnight && memcmp(text.bytes + text.length - (sizeof midnight - 1), midnight, sizeof midnight - 1) == 0)
        text.length -= sizeof midnight - 1;
    for (; text.length > 0; count++) {
        felt_text piece = date_piece(&text);
        int number = small_number(piece), month = number < 0 ? month_named(piece) : 0;
        bool is_year = piece.length == 4 && number >= 1900;
        if (month > 0 ? named : number < 0)
            return false;
        if (is_year ? year : month == 0 && piece.length > 2)
            return false;
        named = named || month > 0;
        year = year || is_year;
        if (!is_year && faces < 2)
            ret[faces++] = month > 0 ? month : number;
    }
    bool whole = (named && (count == 2 || count == 3)) || (year && count == 3);
    return whole && faces == 2 && ret[0] >= 1 && ret[0] <= 6 && ret[1] >= 1 && ret[1] <= 6;
}

static void note_date(felt_records *r, felt_text word, const int faces[2])
{
    if (r->notes.dates++ > 0)
        return;
    r->notes.first_date_line = r->line;
    snprintf(r->notes.first_date, sizeof r->notes.first_date, "%.*s", (int)(word.length > 20 ? 20 : word.length), word.bytes);
    snprintf(r->notes.first_read, sizeof r->notes.first_read, "%d-%d", faces[0], faces[1]);
}

/* ---- dice ---- */

static int dice_of(const felt_game *game)
{
    uint8_t faces[FELT_FIELD_PIECES_MAX];
    return game->faces == NULL ? 0 : game->faces(0, faces);
}

/* The event of so many faces. */
static int event_of(const felt_records *r, const int *faces, int count)
{
    char text[2 * FELT_FIELD_PIECES_MAX + 1] = "";
    for (int i = 0; i < count; i++) {
        text[2 * i] = (char)('0' + faces[i]);
        text[2 * i + 1] = '-';
    }
    return r->game->event_read((felt_text){text, (size_t)(2 * count - 1)});
}

/* "3+4" or "3–4": single digits with one mark between them, which cannot be anything else. */
static int read_marked(const felt_records *r, felt_text word)
{
    static const char *const marks[] = {"-", "+", "/", ":", "&", "x", "\xE2\x80\x93", "\xE2\x80\x94", "\xE2\x80\x91"};
    int faces[FELT_FIELD_PIECES_MAX], count = 0, dice = dice_of(r->game);
    while (word.length > 0 && count < dice) {
        size_t mark = 0;
        if (word.bytes[0] < '1' || word.bytes[0] > '6')
            return -1;
        faces[count++] = word.bytes[0] - '0';
        word = skip(word, 1);
        for (size_t i = 0; i < sizeof marks / sizeof *marks && mark == 0; i++)
            if (word.length > strlen(marks[i]) && memcmp(word.bytes, marks[i], strlen(marks[i])) == 0)
                mark = strlen(marks[i]);
        if (mark == 0)
            break;
        word = skip(word, mark);
    }
    return word.length == 0 && count == dice && dice > 0 ? event_of(r, faces, count) : -1;
}

/* A date: one word, or two as in "04. Apr"; the time of day that a spreadsheet puts behind it is taken off `rest`, too. */
static bool take_date(felt_records *r, felt_text word, felt_text *rest, int ret[2])
{
    felt_text after = *rest, next = record_next_word(&after), both = {word.bytes, (size_t)(next.bytes + next.length - word.bytes)};
    if (!read_date(word, ret)) {
        if (next.length == 0 || !read_date(both, ret))
            return false;
        *rest = after;
        word = both;
        next = record_next_word(&after);
    }
    if (felt_text_is(next, "00:00:00") || felt_text_is(next, "00:00") || felt_text_is(next, "0:00"))
        *rest = after;
    note_date(r, word, ret);
    return true;
}

int record_spell_event(felt_records *r, felt_text word, felt_text *rest)
{
    int faces[2], code = read_marked(r, word);
    if (code >= 0 || dice_of(r->game) != 2 || !take_date(r, word, rest, faces))
        return code;
    return event_of(r, faces, 2);
}

/* The length of a mark between faces, or of an apostrophe, at the beginning; 0: none is there. */
static size_t mark_at(felt_text text, bool *ret_quote)
{
    static const char *const marks[] = {"'", "\xE2\x80\x98", "\xE2\x80\x99", "-", "+", "\xE2\x80\x93", "\xE2\x80\x94", "\xE2\x80\x91"};
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
        size_t length = strlen(marks[i]);
        *ret_quote = i < 3;
        if (text.length >= length && memcmp(text.bytes, marks[i], length) == 0)
            return length;
    }
    return 0;
}

bool record_tidy_events(felt_text text, char ret[RECORD_TIDY_BYTES], felt_text *ret_text)
{
    size_t at = 0;
    if (text.length > RECORD_TIDY_BYTES)
        return false;
    for (felt_text rest = text; rest.length > 0;) {
        bool quote;
        size_t mark = mark_at(rest, &quote), length = mark > 0 ? mark : 1;
        while (mark > 0 && !quote && at > 0 && ret[at - 1] == ' ')
            at--;
        if (mark == 0 || !quote)
            memcpy(ret + at, rest.bytes, length);
        at += mark == 0 || !quote ? length : 0;
        rest = skip(rest, length);
        while (mark > 0 && !quote && rest.length > 0 && rest.bytes[0] == ' ')
            rest = skip(rest, 1);
    }
    *ret_text = (felt_text){ret, at};
    return at < text.length;
}

/* Two digits that are faces, alone or with a comma between: what may be one roll or something else. */
bool record_may_be_faces(felt_text word)
{
    bool comma = word.length == 3 && (word.bytes[1] == ',' || word.bytes[1] == '.');
    if (!comma && word.length != 2)
        return false;
    char second = word.bytes[word.length - 1];
    return word.bytes[0] >= '1' && word.bytes[0] <= '6' && second >= '1' && second <= '6';
}

/* Takes a word of digits: with those before it, every so many faces are one event. */
static bool take_faces(felt_records *r, felt_text word, int *faces, int *count, felt_round_record *ret)
{
    int dice = dice_of(r->game);
    for (size_t i = 0; i < word.length; i++) {
        char c = word.bytes[i];
        if (c >= '1' && c <= '6')
            faces[(*count)++] = c - '0';
        else if (c >= '0' && c <= '9')
            return record_bad(r, "%s: found '%.*s', expected faces from 1 to 6, as the map says dice are faces", r->game->fields[0].name,
                              SHOWN(word));
        if (*count < dice)
            continue;
        *count = 0;
        if (!record_add_event(r, event_of(r, faces, dice), ret))
            return false;
    }
    return true;
}

bool record_take_faces(felt_records *r, felt_text text, felt_round_record *ret)
{
    int faces[FELT_FIELD_PIECES_MAX], count = 0, date[2];
    felt_text rest = text;
    for (felt_text word; (word = record_next_word(&rest)).length > 0;) {
        if (count == 0 && dice_of(r->game) == 2 && take_date(r, word, &rest, date)) {
            if (!record_add_event(r, event_of(r, date, 2), ret))
                return false;
        } else if (!take_faces(r, word, faces, &count, ret)) {
            return false;
        }
    }
    ret->events = r->events;
    return count == 0 || record_bad(r, "%s: found '%.*s', expected %d faces for each %s", r->game->fields[0].name, SHOWN(text),
                                    dice_of(r->game), r->game->words.event);
}
