/* src/base/amount.h - amounts in sentences for people: as their money is written, or as minor units where nobody has said how.
 *
 * Threads: every function is pure. */
#ifndef FELT_SRC_BASE_AMOUNT_H
#define FELT_SRC_BASE_AMOUNT_H

#include <felt/money.h>
#include <string.h>

typedef struct amount_text {
    char text[FELT_MONEY_BYTES + 16];
} amount_text;

/* "12.50", or "1250" where decimals are 0. */
static inline amount_text amount_plain(int64_t minor, int decimals)
{
    amount_text ret;
    felt_money_write((felt_money){minor}, decimals, ret.text);
    return ret;
}

/* "12.50", or "1250 minor units". */
static inline amount_text amount_said(int64_t minor, int decimals)
{
    amount_text ret = amount_plain(minor, decimals);
    if (decimals == 0)
        strcat(ret.text, " minor units");
    return ret;
}

#endif
