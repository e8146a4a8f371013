/* felt/money.h - amounts of money, exact to the smallest unit.
 *
 * An amount is a checked 64-bit number of minor units (cents). Whatever divides an amount says how it rounds.
 * Threads:  every function is pure.
 * Failure:  *ret is written only on FELT_OK. */
#ifndef FELT_MONEY_H
#define FELT_MONEY_H

#include <felt/api.h>
#include <felt/status.h>
#include <felt/text.h>
#include <stddef.h>
#include <stdint.h>

FELT_API_BEGIN

enum {
    FELT_MONEY_DECIMALS_MAX = 6,
    FELT_MONEY_BYTES = 24, /* room for any amount as text, with its NUL */
};

typedef struct felt_money {
    int64_t minor;
} felt_money;

/* The table's rule for fractions of a minor unit. */
typedef enum felt_rounding {
    FELT_ROUNDING_FLOOR = 0, /* "floor": for the house; winnings are rounded down, commission up. The default. */
    FELT_ROUNDING_NEAREST,   /* "nearest-half-up": winnings and commission go to the nearest unit, a half up */
    FELT_ROUNDING_UP,        /* "up": for the player; winnings are rounded up, commission down */
    FELT_ROUNDING_COUNT
} felt_rounding;

/* The name of a rule as it is printed and given on a command line. */
const char *felt_rounding_text(felt_rounding rounding);

/* The rule called `name`. FELT_ENOTFOUND: there is none. */
felt_status felt_rounding_find(felt_text name, felt_rounding *ret);

/* FELT_ERANGE: the result does not fit. */
felt_status felt_money_add(felt_money a, felt_money b, felt_money *ret);
felt_status felt_money_subtract(felt_money a, felt_money b, felt_money *ret);

/* What `stake` wins at `num` to `den`, any fraction of a minor unit dropped in the house's favour; _ceil: made a whole unit; _nearest:
 * rounded to the nearest unit, a half up. FELT_ERANGE: stake or num is below 0 or den not above it, or the product does not fit. */
felt_status felt_money_win_floor(felt_money stake, int64_t num, int64_t den, felt_money *ret);
felt_status felt_money_win_ceil(felt_money stake, int64_t num, int64_t den, felt_money *ret);
felt_status felt_money_win_nearest(felt_money stake, int64_t num, int64_t den, felt_money *ret);

/* Winnings, and a commission, as `rounding` has them. They fail as those do, and for a rule that there is not. */
felt_status felt_money_win(felt_money stake, int64_t num, int64_t den, felt_rounding rounding, felt_money *ret);
felt_status felt_money_commission(felt_money stake, int64_t num, int64_t den, felt_rounding rounding, felt_money *ret);

/* Reads an amount such as "12.50", "12" or "-3.5", with at most `decimals` digits after the point. FELT_EDATA: it is no such amount.
 * FELT_ERANGE: it does not fit, or decimals are not 0 to FELT_MONEY_DECIMALS_MAX. */
felt_status felt_money_read(felt_text text, int decimals, felt_money *ret);

/* Writes an amount with all its decimals, "12.50", and a NUL. Returns its length without the NUL.
 * Requires 0 <= decimals <= FELT_MONEY_DECIMALS_MAX. */
size_t felt_money_write(felt_money money, int decimals, char ret[FELT_MONEY_BYTES]);

FELT_API_END

#endif
