/* src/sheet/pay.c - pays: from the cells of a row to what a stake of 1 wins, and back to words. */
#include "compile.h"

#include <assert.h>
#include <stdio.h>

static bool cell_wins(const pay_source *pay, const cell *c, bool by_for)
{
    return c->unset || (by_for ? c->number > pay->denominator : c->number > 0);
}

int pay_wins(const outcome_source *outcome)
{
    if (outcome->kind != FELT_PAY_WINS)
        return 0;
    const pay_source *pay = &outcome->pay;
    int wins = 0, ways = 0;
    for (int i = 0; i < pay->count; i++) {
        if (pay->unit != UNIT_FOR) {
            wins += cell_wins(pay, &pay->cells[i], false);
            ways++;
        }
        if (pay->unit == UNIT_FOR || pay->unit == UNIT_BY_OPTION) {
            wins += cell_wins(pay, &pay->cells[i], true);
            ways++;
        }
    }
    return wins == ways ? 1 : wins == 0 ? 0 : -1;
}

static int choice_of(const felt_wager *wager, const uint8_t *choices, int option)
{
    for (int i = 0; i < wager->option_count; i++)
        if (wager->options[i] == option)
            return choices[i];
    return 0;
}

static int64_t gcd(int64_t a, int64_t b)
{
    while (b != 0) {
        int64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a < 0 ? -a : a;
}

static void set_fraction(int64_t num, int64_t den, int64_t *ret_num, int64_t *ret_den)
{
    int64_t divisor = gcd(num, den);
    *ret_num = num / divisor;
    *ret_den = den / divisor;
}

__extension__ typedef __int128 wide;

/* A fraction in lowest terms; false when it does not fit. */
static bool fit_fraction(wide num, wide den, int64_t *ret_num, int64_t *ret_den)
{
    wide a = num < 0 ? -num : num, b = den;
    while (b != 0) {
        wide rest = a % b;
        a = b;
        b = rest;
    }
    num /= a;
    den /= a;
    if (num > INT64_MAX || num < -INT64_MAX || den > INT64_MAX)
        return false;
    *ret_num = (int64_t)num;
    *ret_den = (int64_t)den;
    return true;
}

bool pay_reduce(int64_t num, int64_t den, int64_t times_num, int64_t times_den, int64_t *ret_num, int64_t *ret_den)
{
    return fit_fraction((wide)num * times_num, (wide)den * times_den, ret_num, ret_den);
}

/* (net - vig) / (1 + vig) */
static bool worth_of(const felt_pay *pay, int64_t *ret_num, int64_t *ret_den)
{
    int64_t num, den;
    felt_pay_net(pay, &num, &den);
    if (pay->kind != FELT_PAY_WINS || pay->vig_num == 0) {
        *ret_num = num;
        *ret_den = den;
        return true;
    }
    return fit_fraction((wide)num * pay->vig_den - (wide)pay->vig_num * den, (wide)den * (pay->vig_den + pay->vig_num), ret_num, ret_den);
}

bool pay_add_vig(felt_pay *pay, int64_t num, int64_t den)
{
    int64_t worth_num, worth_den;
    if (pay->kind != FELT_PAY_WINS)
        return true;
    pay->vig_num = num;
    pay->vig_den = den;
    return worth_of(pay, &worth_num, &worth_den);
}

void felt_pay_worth(const felt_pay *pay, int64_t *ret_num, int64_t *ret_den)
{
    bool fits = worth_of(pay, ret_num, ret_den);
    assert(fits); /* the compiler has seen to it */
    (void)fits;
}

felt_pay pay_resolve(const pay_source *pay, const wager_source *source, const felt_wager *wager, const uint8_t *choices)
{
    int column = pay->count > 1 ? choice_of(wager, choices, source->paytable) : 0;
    const cell *c = &pay->cells[column];
    bool by_for = pay->unit == UNIT_FOR || (pay->unit == UNIT_BY_OPTION && choice_of(wager, choices, pay->option) == pay->for_choice);
    felt_pay result = {.win_den = 1, .commission_den = 1, .vig_den = 1};
    if (c->unset) {
        result.kind = FELT_PAY_UNSET;
        return result;
    }
    result.printed_num = c->number;
    result.printed_den = pay->denominator;
    result.printed_for = by_for;
    int64_t win = by_for ? (int64_t)c->number - pay->denominator : c->number;
    result.kind = win > 0 ? FELT_PAY_WINS : win == 0 ? FELT_PAY_PUSHES : FELT_PAY_LOSES;
    /* N for D with 0 < N < D, which would give back a part of the stake, was refused by the parser. */
    if (win <= 0)
        return result;
    set_fraction(win, pay->denominator, &result.win_num, &result.win_den);
    result.printed_less = pay->less;
    result.printed_less_of_stake = pay->less_of_stake;
    if (pay->less > 0) {
        int64_t num = pay->less_of_stake ? pay->less : pay->less * result.win_num;
        int64_t den = pay->less_of_stake ? 10000 : 10000 * result.win_den;
        set_fraction(num, den, &result.commission_num, &result.commission_den);
    }
    return result;
}

void felt_pay_net(const felt_pay *pay, int64_t *ret_num, int64_t *ret_den)
{
    assert(pay->kind == FELT_PAY_LOSES || pay->kind == FELT_PAY_PUSHES || pay->kind == FELT_PAY_WINS);
    if (pay->kind != FELT_PAY_WINS) {
        *ret_num = pay->kind == FELT_PAY_LOSES ? -1 : 0;
        *ret_den = 1;
        return;
    }
    int64_t num = pay->win_num * pay->commission_den - pay->commission_num * pay->win_den;
    set_fraction(num, pay->win_den * pay->commission_den, ret_num, ret_den);
}

static void write_less(const felt_pay *pay, char *ret, size_t size)
{
    int hundredths = pay->printed_less % 100;
    const char *of = pay->printed_less_of_stake ? " of the stake" : "";
    if (hundredths == 0)
        snprintf(ret, size, " less %d%%%s", pay->printed_less / 100, of);
    else if (hundredths % 10 == 0)
        snprintf(ret, size, " less %d.%d%%%s", pay->printed_less / 100, hundredths / 10, of);
    else
        snprintf(ret, size, " less %d.%02d%%%s", pay->printed_less / 100, hundredths, of);
}

bool felt_pay_has_number(const felt_pay *pay)
{
    return pay->kind == FELT_PAY_WINS || (pay->kind == FELT_PAY_PUSHES && pay->printed_for);
}

felt_pay_unit felt_pay_unit_of(const felt_pay *pay)
{
    if (!felt_pay_has_number(pay) || pay->printed_den != 1 || pay->printed_less > 0)
        return FELT_PAY_UNIT_NONE;
    return pay->printed_for ? FELT_PAY_UNIT_FOR_1 : FELT_PAY_UNIT_TO_1;
}

void felt_pay_write_cell(const felt_pay *pay, felt_pay_unit said, char *ret, size_t size)
{
    static const char *const words[] = {"loses", "pushes", "", "unset", "stays", "undefined"};
    char less[48] = "";
    if (!felt_pay_has_number(pay)) {
        snprintf(ret, size, "%s", (unsigned)pay->kind < sizeof words / sizeof *words ? words[pay->kind] : "unknown");
        return;
    }
    if (said != FELT_PAY_UNIT_NONE && said == felt_pay_unit_of(pay)) {
        snprintf(ret, size, "%d", pay->printed_num);
        return;
    }
    if (pay->printed_less > 0)
        write_less(pay, less, sizeof less);
    snprintf(ret, size, "%d %s %d%s", pay->printed_num, pay->printed_for ? "for" : "to", pay->printed_den, less);
}

void felt_pay_write(const felt_pay *pay, char *ret, size_t size)
{
    bool pays = felt_pay_has_number(pay) || pay->kind == FELT_PAY_UNSET;
    char text[96];
    felt_pay_write_cell(pay, FELT_PAY_UNIT_NONE, text, sizeof text);
    snprintf(ret, size, "%s%s", pays ? "pays " : "", text);
}
