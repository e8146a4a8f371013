/* src/record/amounts.c - amounts as spreadsheets and cash desks write them: "$1,234.50", "1.234,50 €", "1 234,50", "(5.00)".
 *
 * The rule: where a point and a comma both stand, the last of them is the decimal mark; one that stands several times divides thousands;
 * one that stands once is the decimal mark, unless exactly three digits follow up to three others. Then it may be either, and only the
 * map can say which: nothing is guessed. */
#include "record.h"

enum { AMOUNT_BYTES = 48, THOUSANDS = '_' };

/* An amount in pieces. */
typedef struct amount {
    char digits[AMOUNT_BYTES]; /* digits, points and commas; THOUSANDS for what can only divide thousands */
    size_t length;
    bool negative;
} amount;

/* ---- what stands around the digits ---- */

static bool starts(felt_text text, const char *with)
{
    return text.length >= strlen(with) && memcmp(text.bytes, with, strlen(with)) == 0;
}

static bool ends(felt_text text, const char *with)
{
    size_t length = strlen(with);
    return text.length >= length && memcmp(text.bytes + text.length - length, with, length) == 0;
}

static bool is_capital(char c)
{
    return c >= 'A' && c <= 'Z';
}

/* The length of a currency at one end of the text: a sign, a code of three capitals, or up to three capitals and a dollar sign. */
static size_t currency(felt_text text, bool at_end)
{
    static const char *const signs[] = {"$", "€", "£", "¥", "₩", "₹", "฿", "₫", "₱", "₽", "₺", "₴", "₪", "kr", "Kč", "zł"};
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (at_end ? ends(text, signs[i]) : starts(text, signs[i]))
            return strlen(signs[i]);
    const char *at = at_end && text.length >= 3 ? text.bytes + text.length - 3 : text.bytes;
    size_t capitals = 0;
    while (capitals < 3 && capitals < text.length && is_capital(at[capitals]))
        capitals++;
    if (!at_end && capitals > 0 && capitals < text.length && text.bytes[capitals] == '$')
        return capitals + 1;
    return capitals == 3 ? 3 : 0;
}

static felt_text without(felt_text text, size_t first, size_t last)
{
    return text_trim((felt_text){text.bytes + first, text.length - first - last});
}

/* Takes signs and one currency off both ends. */
static felt_text bare(felt_text text, bool *ret_negative)
{
    static const char minus[] = "\xE2\x88\x92";
    bool found = false, has_sign = false;
    text = text_trim(text);
    if (text.length >= 2 && starts(text, "(") && ends(text, ")")) {
        *ret_negative = has_sign = true;
        text = without(text, 1, 1);
    }
    for (int turn = 0; turn < 2; turn++) { /* the sign may stand on either side of the currency */
        size_t sign = starts(text, minus) ? strlen(minus) : starts(text, "-") || starts(text, "+");
        sign = has_sign ? 0 : sign;
        has_sign = has_sign || sign > 0;
        *ret_negative = *ret_negative || (sign > 0 && !starts(text, "+"));
        text = without(text, sign, 0);
        size_t first = found ? 0 : currency(text, false), last = found || first > 0 ? 0 : currency(text, true);
        found = found || first + last > 0;
        text = without(text, first, last);
    }
    return text;
}

/* The length of a mark that can only divide thousands: a space, a no-break or thin one, an apostrophe. */
static size_t thousands_mark(felt_text text)
{
    static const char *const marks[] = {" ", "'", "\xC2\xA0", "\xE2\x80\xAF", "\xE2\x80\x89", "\xE2\x80\x99"};
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
        if (starts(text, marks[i]))
            return strlen(marks[i]);
    return 0;
}

static bool take_digits(felt_text text, amount *ret)
{
    for (ret->length = 0; text.length > 0;) {
        char c = text.bytes[0];
        size_t mark = thousands_mark(text);
        bool plain = (c >= '0' && c <= '9') || c == '.' || c == ',';
        if ((!plain && mark == 0) || ret->length + 1 >= AMOUNT_BYTES)
            return false;
        ret->digits[ret->length++] = (char)(plain ? c : THOUSANDS);
        text = (felt_text){text.bytes + (plain ? 1 : mark), text.length - (plain ? 1 : mark)};
    }
    return ret->length > 0;
}

/* ---- marks ---- */

static int count_of(const amount *a, char mark)
{
    int count = 0;
    for (size_t i = 0; i < a->length; i++)
        count += a->digits[i] == mark;
    return count;
}

static size_t last_of(const amount *a, char mark)
{
    size_t at = a->length;
    while (at > 0 && a->digits[at - 1] != mark)
        at--;
    return at; /* behind it; 0: there is none */
}

/* The decimal mark; 0: there is none. False: it may be either. */
static bool find_decimal(const amount *a, char said, char *ret)
{
    int points = count_of(a, '.'), commas = count_of(a, ',');
    char only = points > 0 ? '.' : ',';
    *ret = said;
    if (said != '\0' || points + commas == 0)
        return true;
    if (points > 0 && commas > 0) {
        *ret = last_of(a, '.') > last_of(a, ',') ? '.' : ',';
        return true;
    }
    *ret = points + commas > 1 ? '\0' : only;
    size_t behind = a->length - last_of(a, only), before = last_of(a, only) - 1;
    bool may_divide = behind == 3 && before >= 1 && before <= 3 && a->digits[0] != '0' && count_of(a, THOUSANDS) == 0;
    return points + commas > 1 || !may_divide;
}

/* Writes the digits with a point for the decimal mark. False: marks stand where none may. */
static bool write_plain(const amount *a, char decimal, int decimals, char ret[AMOUNT_BYTES + 2], size_t *ret_length)
{
    size_t whole = decimal != '\0' && last_of(a, decimal) > 0 ? last_of(a, decimal) - 1 : a->length, length = 0, group = 0, digits = 0;
    char divider = '\0';
    if (a->negative)
        ret[length++] = '-';
    for (size_t i = 0; i < whole; i++) {
        char c = a->digits[i];
        bool divides = c < '0' || c > '9';
        if (divides && (c == decimal || (divider != '\0' && (c != divider || group != 3)) || group == 0 || group > 3))
            return false;
        divider = divides ? c : divider;
        group = divides ? 0 : group + 1;
        digits += !divides;
        if (!divides)
            ret[length++] = c;
    }
    size_t end = a->length; /* zeros beyond the smallest unit say nothing */
    while (end > whole + 1 + (size_t)decimals && a->digits[end - 1] == '0')
        end--;
    if ((digits == 0 && end <= whole + 1) || (divider != '\0' && group != 3))
        return false;
    if (digits == 0) /* ".5", as databases write it; and "5." of a spreadsheet that leaves zeros out */
        ret[length++] = '0';
    for (size_t i = whole; i < end; i++)
        ret[length++] = (char)(i == whole ? '.' : a->digits[i]);
    if (length > 0 && ret[length - 1] == '.')
        length--;
    *ret_length = length;
    return true;
}

record_amount record_read_amount(felt_text text, char said, int decimals, felt_money *ret)
{
    amount a = {.negative = false};
    char decimal, plain[AMOUNT_BYTES + 2];
    size_t length;
    if (!take_digits(bare(text, &a.negative), &a))
        return RECORD_AMOUNT_NONE;
    if (!find_decimal(&a, said, &decimal))
        return RECORD_AMOUNT_EITHER;
    if (!write_plain(&a, decimal, decimals, plain, &length))
        return RECORD_AMOUNT_NONE;
    felt_status status = felt_money_read((felt_text){plain, length}, decimals, ret);
    if (status == FELT_ERANGE)
        return RECORD_AMOUNT_LARGE;
    return status == FELT_OK ? RECORD_AMOUNT_READ : RECORD_AMOUNT_NONE;
}
