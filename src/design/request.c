/* src/design/request.c - numbers, bands and lists of pays, as people write them. */
#include <felt/design.h>

#include <stdlib.h>

enum { DIGITS_MOST = 9, ERROR_SHOWN = 60 };

static int shown(felt_text text)
{
    return text.length > ERROR_SHOWN ? ERROR_SHOWN : (int)text.length;
}

/* ---- numbers ---- */

static int64_t gcd(int64_t a, int64_t b)
{
    while (b != 0) {
        int64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* Digits from `at` on, at most DIGITS_MOST, behind those of *value; returns how many there are, -1 for too many. */
static int take_digits(felt_text text, size_t *at, int64_t *value)
{
    int count = 0;
    while (*at < text.length && text.bytes[*at] >= '0' && text.bytes[*at] <= '9') {
        if (++count > DIGITS_MOST)
            return -1;
        *value = *value * 10 + (text.bytes[(*at)++] - '0');
    }
    return count;
}

static bool read_number(felt_text text, felt_design_number *ret)
{
    size_t at = text.length > 0 && text.bytes[0] == '-';
    bool negative = at == 1;
    int64_t num = 0, den = 1;
    if (take_digits(text, &at, &num) < 1)
        return false;
    if (at < text.length && text.bytes[at] == '.') {
        at++;
        int places = take_digits(text, &at, &num);
        if (places < 1)
            return false;
        for (; places > 0; places--)
            den *= 10;
    }
    if (at < text.length && text.bytes[at] == '%') {
        at++;
        den *= 100;
    }
    if (at != text.length)
        return false;
    int64_t divisor = gcd(num, den);
    *ret = (felt_design_number){(negative ? -num : num) / divisor, den / divisor};
    return true;
}

felt_status felt_design_number_read(felt_text text, felt_design_number *ret, felt_error *error)
{
    if (read_number(text, ret))
        return FELT_OK;
    return felt_error_set(error, FELT_EDATA, -1, "found '%.*s', expected a number such as 6.5%% or 0.065", shown(text), text.bytes);
}

/* ---- bands ---- */

static bool is_above(felt_design_number a, felt_design_number b)
{
    __extension__ typedef __int128 wide;
    return (wide)a.num * b.den > (wide)b.num * a.den;
}

static bool read_band(felt_text text, felt_design_band *band)
{
    for (size_t i = 0; i + 1 < text.length; i++) {
        if (text.bytes[i] != '.' || text.bytes[i + 1] != '.')
            continue;
        felt_text least = {text.bytes, i}, most = {text.bytes + i + 2, text.length - i - 2};
        band->has_least = least.length > 0;
        band->has_most = most.length > 0;
        return (band->has_least || band->has_most) && (!band->has_least || read_number(least, &band->least)) &&
               (!band->has_most || read_number(most, &band->most));
    }
    return false;
}

felt_status felt_design_band_read(felt_text text, felt_design_band *ret, felt_error *error)
{
    felt_design_band band = {.least = {0, 1}, .most = {0, 1}};
    if (!read_band(text, &band))
        return felt_error_set(error, FELT_EDATA, -1, "found '%.*s', expected a band such as 5%%..8%%, 5%%.. or ..8%%", shown(text),
                              text.bytes);
    if (band.has_least && band.has_most && is_above(band.least, band.most))
        return felt_error_set(error, FELT_EDATA, -1, "found '%.*s', which ends below where it begins", shown(text), text.bytes);
    *ret = band;
    return FELT_OK;
}

/* ---- pays ---- */

static const int casino[] = {1,   2,   3,   4,    5,    6,    7,    8,    9,    10,   11,   12,   15,   16,   18,   20,  22,  25,
                             28,  30,  35,  40,   45,   50,   55,   60,   65,   70,   75,   80,   85,   90,   95,   100, 110, 120,
                             125, 130, 140, 150,  160,  175,  180,  200,  225,  250,  275,  300,  350,  400,  450,  500, 600, 700,
                             750, 800, 900, 1000, 1200, 1250, 1500, 1750, 2000, 2500, 3000, 4000, 5000, 7500, 10000};

const int *felt_design_casino(int *ret_count)
{
    *ret_count = (int)(sizeof casino / sizeof *casino);
    return casino;
}

typedef struct pay_list {
    int pays[FELT_DESIGN_LIST_MAX];
    int count;
} pay_list;

static bool take_pay(felt_text text, size_t *at, int *ret)
{
    int64_t value = 0;
    if (take_digits(text, at, &value) < 1 || value < 1 || value > FELT_PAY_MAX)
        return false;
    *ret = (int)value;
    return true;
}

/* One pay or run of pays. FELT_EDATA: it is none. FELT_ELIMIT: there is no room for it. */
static felt_status take_run(felt_text text, size_t *at, pay_list *list)
{
    int first = 0, last;
    if (!take_pay(text, at, &first))
        return FELT_EDATA;
    last = first;
    if (*at + 1 < text.length && text.bytes[*at] == '.' && text.bytes[*at + 1] == '.') {
        *at += 2;
        if (!take_pay(text, at, &last) || last < first)
            return FELT_EDATA;
    }
    if (last - first >= FELT_DESIGN_LIST_MAX - list->count)
        return FELT_ELIMIT;
    for (int pay = first; pay <= last; pay++)
        list->pays[list->count++] = pay;
    return FELT_OK;
}

static int by_number(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

/* Rising, once each, in the arena. */
static felt_status keep(felt_arena *arena, pay_list *list, const int **ret, int *ret_count)
{
    int *kept = felt_arena_take(arena, (size_t)list->count, sizeof *kept), count = 0;
    if (kept == NULL)
        return FELT_ENOMEM;
    qsort(list->pays, (size_t)list->count, sizeof *list->pays, by_number);
    for (int i = 0; i < list->count; i++)
        if (count == 0 || kept[count - 1] != list->pays[i])
            kept[count++] = list->pays[i];
    *ret = kept;
    *ret_count = count;
    return FELT_OK;
}

felt_status felt_design_pays_read(felt_arena *arena, felt_text text, const int **ret, int *ret_count, felt_error *error)
{
    pay_list list = {.count = 0};
    size_t at = 0;
    felt_status status;
    if (felt_text_is(text, "casino")) {
        *ret = felt_design_casino(ret_count);
        return FELT_OK;
    }
    while ((status = take_run(text, &at, &list)) == FELT_OK && at < text.length && text.bytes[at] == ',')
        at++;
    if (status == FELT_ELIMIT)
        return felt_error_set(error, status, -1, "found more than %d pays; every whole number is what is tried without a list",
                              FELT_DESIGN_LIST_MAX);
    if (status != FELT_OK || at != text.length)
        return felt_error_set(error, FELT_EDATA, -1, "found '%.*s', expected pays from 1 to %d such as 1,2,5,10..20, or 'casino'",
                              shown(text), text.bytes, FELT_PAY_MAX);
    return keep(arena, &list, ret, ret_count);
}
