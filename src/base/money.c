/* src/base/money.c - checked sums, named roundings, and amounts as text. */
#include <assert.h>
#include <felt/money.h>

__extension__ typedef unsigned __int128 wide;

static const char *const rounding_names[FELT_ROUNDING_COUNT] = {"floor", "nearest-half-up", "up"};

const char *felt_rounding_text(felt_rounding rounding)
{
    return (unsigned)rounding < FELT_ROUNDING_COUNT ? rounding_names[rounding] : "unknown";
}

felt_status felt_rounding_find(felt_text name, felt_rounding *ret)
{
    for (int i = 0; i < FELT_ROUNDING_COUNT; i++) {
        if (felt_text_is(name, rounding_names[i])) {
            *ret = (felt_rounding)i;
            return FELT_OK;
        }
    }
    return FELT_ENOTFOUND;
}

/* ---- sums and shares ---- */

felt_status felt_money_add(felt_money a, felt_money b, felt_money *ret)
{
    int64_t sum;
    if (__builtin_add_overflow(a.minor, b.minor, &sum))
        return FELT_ERANGE;
    ret->minor = sum;
    return FELT_OK;
}

felt_status felt_money_subtract(felt_money a, felt_money b, felt_money *ret)
{
    int64_t difference;
    if (__builtin_sub_overflow(a.minor, b.minor, &difference))
        return FELT_ERANGE;
    ret->minor = difference;
    return FELT_OK;
}

/* stake * num / den, rounded by the rule. Most products fit 64 bits, where a division costs a third. */
static felt_status share(felt_money stake, int64_t num, int64_t den, felt_rounding rounding, felt_money *ret)
{
    if (stake.minor < 0 || num < 0 || den <= 0 || (unsigned)rounding >= FELT_ROUNDING_COUNT)
        return FELT_ERANGE;
    int64_t product, sum, extra = 0;
    if (rounding == FELT_ROUNDING_UP)
        extra = den - 1;
    else if (rounding == FELT_ROUNDING_NEAREST)
        extra = den / 2; /* a half is only possible where den is even */
    if (!__builtin_mul_overflow(stake.minor, num, &product) && !__builtin_add_overflow(product, extra, &sum)) {
        ret->minor = den == 1 ? sum : sum / den;
        return FELT_OK;
    }
    wide quotient = ((wide)stake.minor * (wide)num + (wide)extra) / (wide)den;
    if (quotient > (wide)INT64_MAX)
        return FELT_ERANGE;
    ret->minor = (int64_t)quotient;
    return FELT_OK;
}

felt_status felt_money_win_floor(felt_money stake, int64_t num, int64_t den, felt_money *ret)
{
    return share(stake, num, den, FELT_ROUNDING_FLOOR, ret);
}

felt_status felt_money_win_ceil(felt_money stake, int64_t num, int64_t den, felt_money *ret)
{
    return share(stake, num, den, FELT_ROUNDING_UP, ret);
}

felt_status felt_money_win_nearest(felt_money stake, int64_t num, int64_t den, felt_money *ret)
{
    return share(stake, num, den, FELT_ROUNDING_NEAREST, ret);
}

felt_status felt_money_win(felt_money stake, int64_t num, int64_t den, felt_rounding rounding, felt_money *ret)
{
    return share(stake, num, den, rounding, ret);
}

felt_status felt_money_commission(felt_money stake, int64_t num, int64_t den, felt_rounding rounding, felt_money *ret)
{
    static const felt_rounding opposite[FELT_ROUNDING_COUNT] = {FELT_ROUNDING_UP, FELT_ROUNDING_NEAREST, FELT_ROUNDING_FLOOR};
    return (unsigned)rounding < FELT_ROUNDING_COUNT ? share(stake, num, den, opposite[rounding], ret) : FELT_ERANGE;
}

/* ---- texts ---- */

/* Appends a digit; false when the number gets too large. */
static bool append_digit(uint64_t *number, unsigned digit)
{
    return !__builtin_mul_overflow(*number, (uint64_t)10, number) && !__builtin_add_overflow(*number, (uint64_t)digit, number);
}

/* The usual case: up to 12 digits and a point, nothing that could overflow. */
static bool read_small(felt_text text, int decimals, felt_money *ret)
{
    static const int64_t scale[FELT_MONEY_DECIMALS_MAX + 1] = {1, 10, 100, 1000, 10000, 100000, 1000000};
    int64_t number = 0;
    size_t point = text.length;
    if (text.length - 1 > 12)
        return false;
    for (size_t i = 0; i < text.length; i++) {
        unsigned digit = (unsigned)(unsigned char)text.bytes[i] - '0';
        if (digit <= 9)
            number = number * 10 + (int64_t)digit;
        else if (text.bytes[i] == '.' && i > 0 && point == text.length)
            point = i;
        else
            return false;
    }
    size_t after = point == text.length ? 0 : text.length - point - 1;
    if (after > (size_t)decimals || (point != text.length && after == 0))
        return false;
    ret->minor = number * scale[(size_t)decimals - after];
    return true;
}

felt_status felt_money_read(felt_text text, int decimals, felt_money *ret)
{
    if (decimals < 0 || decimals > FELT_MONEY_DECIMALS_MAX)
        return FELT_ERANGE;
    if (read_small(text, decimals, ret))
        return FELT_OK;
    size_t i = 0;
    bool negative = text.length > 0 && text.bytes[0] == '-', point = false, fits = true;
    int digits = 0, after = 0;
    uint64_t number = 0;
    for (i = negative; i < text.length; i++) {
        unsigned digit = (unsigned)(unsigned char)text.bytes[i] - '0';
        if (text.bytes[i] == '.' && !point && digits > 0) {
            point = true;
            continue;
        }
        if (digit > 9 || (point && after == decimals))
            return FELT_EDATA;
        fits = append_digit(&number, digit) && fits;
        digits++;
        after += point;
    }
    if (digits == 0 || (point && after == 0))
        return FELT_EDATA;
    for (; after < decimals; after++)
        fits = append_digit(&number, 0) && fits;
    if (!fits || number > (uint64_t)INT64_MAX)
        return FELT_ERANGE;
    ret->minor = negative ? -(int64_t)number : (int64_t)number;
    return FELT_OK;
}

size_t felt_money_write(felt_money money, int decimals, char ret[FELT_MONEY_BYTES])
{
    assert(decimals >= 0 && decimals <= FELT_MONEY_DECIMALS_MAX);
    char backwards[FELT_MONEY_BYTES];
    uint64_t left = money.minor < 0 ? 0 - (uint64_t)money.minor : (uint64_t)money.minor;
    size_t length = 0, at = 0;
    for (int digit = 0; left > 0 || digit <= decimals; digit++) {
        if (digit == decimals && decimals > 0)
            backwards[length++] = '.';
        backwards[length++] = (char)('0' + left % 10);
        left /= 10;
    }
    if (money.minor < 0)
        backwards[length++] = '-';
    while (length > 0)
        ret[at++] = backwards[--length];
    ret[at] = '\0';
    return at;
}
