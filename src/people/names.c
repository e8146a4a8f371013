/* src/people/names.c - which names and passphrases are allowed, and when two names are the same. */
#include "names.h"

#include "people.h"

#include <assert.h>
#include <string.h>

/* ---- letters ---- */

/* Marks that stand above or below a letter are in no block: names that differ by them could look the same. */
typedef enum script { SCRIPT_NONE = 0, SCRIPT_LATIN, SCRIPT_GREEK, SCRIPT_CYRILLIC, SCRIPT_EAST } script;

static script script_of(uint32_t point)
{
    static const struct {
        uint32_t first, last;
        script is;
    } blocks[] = {
        {'A', 'Z', SCRIPT_LATIN},       {'a', 'z', SCRIPT_LATIN},       {0x00C0, 0x00D6, SCRIPT_LATIN}, {0x00D8, 0x00F6, SCRIPT_LATIN},
        {0x00F8, 0x0148, SCRIPT_LATIN}, {0x014A, 0x017E, SCRIPT_LATIN}, {0x0386, 0x0386, SCRIPT_GREEK}, {0x0388, 0x038A, SCRIPT_GREEK},
        {0x038C, 0x038C, SCRIPT_GREEK}, {0x038E, 0x03A1, SCRIPT_GREEK}, {0x03A3, 0x03CE, SCRIPT_GREEK}, {0x0400, 0x045F, SCRIPT_CYRILLIC},
        {0x3041, 0x3096, SCRIPT_EAST},  {0x30A1, 0x30FA, SCRIPT_EAST},  {0x4E00, 0x9FFF, SCRIPT_EAST},  {0xAC00, 0xD7A3, SCRIPT_EAST},
    };
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++)
        if (point >= blocks[i].first && point <= blocks[i].last)
            return blocks[i].is;
    return SCRIPT_NONE;
}

static bool is_digit(uint32_t point)
{
    return point >= '0' && point <= '9';
}

static bool is_separator(uint32_t point)
{
    return point < 0x80 && point != 0 && strchr(" -._'", (int)point) != NULL;
}

/* From U+0100 on, capitals and small letters stand in pairs; where the capital is even and where odd. */
static uint32_t small_extended(uint32_t point)
{
    if (point == 0x0130 || point == 0x0131) /* i with a dot too many, and with none */
        return 'i';
    if (point == 0x0138)
        return 'k';
    if (point == 0x0178)
        return 0x00FF;
    bool odd = (point >= 0x0139 && point <= 0x0148) || point >= 0x0179;
    return (point & 1) == (odd ? 1u : 0u) ? point + 1 : point;
}

static uint32_t small_greek(uint32_t point)
{
    if (point >= 0x0391 && point <= 0x03AB)
        return point + 0x20;
    switch (point) {
    case 0x0386:
        return 0x03AC;
    case 0x0388:
    case 0x0389:
    case 0x038A:
        return point + 0x25;
    case 0x038C:
        return 0x03CC;
    case 0x038E:
    case 0x038F:
        return point + 0x3F;
    case 0x03C2: /* sigma at the end of a word */
        return 0x03C3;
    default:
        return point;
    }
}

static uint32_t small(uint32_t point)
{
    if ((point >= 'A' && point <= 'Z') || (point >= 0x00C0 && point <= 0x00DE))
        return point + 0x20;
    if (point >= 0x0100 && point <= 0x017E)
        return small_extended(point);
    if (point >= 0x0370 && point <= 0x03FF)
        return small_greek(point);
    if (point >= 0x0400 && point <= 0x040F)
        return point + 0x50;
    if (point >= 0x0410 && point <= 0x042F)
        return point + 0x20;
    return point;
}

/* Small letters and digits that look like a letter of the Latin script, small or capital. */
static uint32_t looks_like(uint32_t point)
{
    static const struct {
        uint32_t from;
        char to;
    } pairs[] = {{'0', 'o'},    {'1', 'l'},    {'i', 'l'},    {0x03AC, 'a'}, {0x03AF, 'l'}, {0x03B1, 'a'}, {0x03B2, 'b'}, {0x03B5, 'e'},
                 {0x03B6, 'z'}, {0x03B7, 'n'}, {0x03B9, 'l'}, {0x03BA, 'k'}, {0x03BC, 'm'}, {0x03BD, 'v'}, {0x03BF, 'o'}, {0x03C1, 'p'},
                 {0x03C4, 't'}, {0x03C5, 'y'}, {0x03C7, 'x'}, {0x03CC, 'o'}, {0x03CD, 'y'}, {0x0430, 'a'}, {0x0432, 'b'}, {0x0433, 'r'},
                 {0x0435, 'e'}, {0x043A, 'k'}, {0x043C, 'm'}, {0x043D, 'h'}, {0x043E, 'o'}, {0x0440, 'p'}, {0x0441, 'c'}, {0x0442, 't'},
                 {0x0443, 'y'}, {0x0445, 'x'}, {0x0455, 's'}, {0x0456, 'l'}, {0x0458, 'j'}};
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        if (pairs[i].from == point)
            return (uint32_t)pairs[i].to;
    return point;
}

/* ---- names ---- */

static uint32_t take_point(felt_text *text, size_t *ret_length)
{
    uint32_t point = 0;
    *ret_length = felt_text_decode(*text, &point);
    *text = (felt_text){text->bytes + *ret_length, text->length - *ret_length};
    return point;
}

static bool begins_with_guest(felt_text name)
{
    static const char guest[] = "guest";
    char key[PEOPLE_NAME_BYTES_MAX + 1];
    return people_name_key(name, key) >= sizeof guest - 1 && memcmp(key, guest, sizeof guest - 1) == 0;
}

/* The letters of a name, one after the other. */
static felt_status points_check(felt_text name, felt_error *error)
{
    script seen = SCRIPT_NONE;
    uint32_t before = ' ';
    int number = 0;
    while (name.length > 0) {
        size_t length;
        uint32_t point = take_point(&name, &length);
        script is = script_of(point);
        number++;
        if (length == 0)
            return felt_error_set(error, FELT_EDATA, -1, "found a byte that is no UTF-8 as letter %d of a name", number);
        if (is == SCRIPT_NONE && !is_digit(point) && !is_separator(point))
            return felt_error_set(error, FELT_EDATA, -1,
                                  "found U+%04X as letter %d of a name, expected a letter, a digit or one of - . _ '", (unsigned)point,
                                  number);
        if (number == 1 && is == SCRIPT_NONE)
            return felt_error_set(error, FELT_EDATA, -1, "a name begins with a letter");
        if (is_separator(point) && is_separator(before) && (before != '.' || point != ' '))
            return felt_error_set(error, FELT_EDATA, -1, "found two of - . _ ' and space side by side in a name, expected one");
        if (is != SCRIPT_NONE && seen != SCRIPT_NONE && is != seen)
            return felt_error_set(error, FELT_EDATA, -1, "found letters of two scripts in a name, expected one, since some look alike");
        seen = is != SCRIPT_NONE ? is : seen;
        before = point;
    }
    return is_separator(before) ? felt_error_set(error, FELT_EDATA, -1, "a name ends with a letter or a digit") : FELT_OK;
}

felt_status people_name_check(felt_text name, felt_error *error)
{
    size_t letters = felt_text_letters(name);
    if (letters < PEOPLE_NAME_LETTERS_MIN || letters > PEOPLE_NAME_LETTERS_MAX)
        return felt_error_set(error, FELT_EDATA, -1, "found a name of %zu letters, expected %d to %d", letters, PEOPLE_NAME_LETTERS_MIN,
                              PEOPLE_NAME_LETTERS_MAX);
    if (name.length > PEOPLE_NAME_BYTES_MAX)
        return felt_error_set(error, FELT_EDATA, -1, "found a name of %zu bytes, expected at most %d", name.length, PEOPLE_NAME_BYTES_MAX);
    felt_status status = points_check(name, error);
    if (status == FELT_OK && begins_with_guest(name))
        return felt_error_set(error, FELT_EDATA, -1, "found a name that begins with \"guest\"; such names are given by the house");
    return status;
}

static size_t put_point(uint32_t point, char *to)
{
    if (point < 0x80) {
        to[0] = (char)point;
        return 1;
    }
    if (point < 0x800) {
        to[0] = (char)(0xC0 | point >> 6);
        to[1] = (char)(0x80 | (point & 0x3F));
        return 2;
    }
    to[0] = (char)(0xE0 | point >> 12);
    to[1] = (char)(0x80 | (point >> 6 & 0x3F));
    to[2] = (char)(0x80 | (point & 0x3F));
    return 3;
}

size_t people_name_key(felt_text name, char *ret)
{
    assert(name.length <= PEOPLE_NAME_BYTES_MAX);
    size_t at = 0, length;
    while (name.length > 0) {
        uint32_t point = take_point(&name, &length);
        assert(length > 0 && point < 0x10000);
        if (!is_separator(point))
            at += put_point(looks_like(small(point)), ret + at); /* never longer than it was */
    }
    ret[at] = '\0';
    return at;
}

/* ---- passphrases ---- */

static bool is_one_letter(felt_text text)
{
    size_t length = felt_text_decode(text, NULL);
    for (size_t at = length; at + length <= text.length; at += length)
        if (memcmp(text.bytes, text.bytes + at, length) != 0)
            return false;
    return true;
}

felt_status people_passphrase_check(felt_text passphrase, felt_text name, felt_error *error)
{
    size_t letters = felt_text_letters(passphrase);
    if (passphrase.length > PEOPLE_PASSPHRASE_BYTES_MAX)
        return felt_error_set(error, FELT_EDATA, -1, "found a passphrase of %zu bytes, expected at most %d", passphrase.length,
                              PEOPLE_PASSPHRASE_BYTES_MAX);
    if (letters < PEOPLE_PASSPHRASE_LETTERS_MIN)
        return felt_error_set(error, FELT_EDATA, -1, "found a passphrase of %zu letters, expected at least %d", letters,
                              PEOPLE_PASSPHRASE_LETTERS_MIN);
    if (!felt_text_is_printable(passphrase))
        return felt_error_set(error, FELT_EDATA, -1, "found a control character, or no UTF-8, in a passphrase; expected letters");
    if (is_one_letter(passphrase))
        return felt_error_set(error, FELT_EDATA, -1, "found one letter again and again, expected a passphrase that is hard to guess");
    if (felt_text_equal(passphrase, name))
        return felt_error_set(error, FELT_EDATA, -1, "found the name as passphrase, expected one that is hard to guess");
    return FELT_OK;
}
