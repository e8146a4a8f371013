/* src/cli/shoe_text.c - a shoe as it is written on the command line: `--shoe 8-9,9,K`, or thirteen numbers. */
#include "cli.h"

#include <felt/shoe.h>
#include <stdlib.h>
#include <string.h>

static const char rank_letters[] = "A23456789TJQK";

/* "8-A,A,K": decks less some cards. */
static bool read_decks_less(const char *text, felt_shoe *ret)
{
    int decks = text[0] - '0';
    if (decks < 1 || decks > FELT_DECKS_MAX || (text[1] != '\0' && text[1] != '-'))
        return false;
    *ret = felt_shoe_fresh(decks);
    for (const char *at = text + 1; *at != '\0';) {
        bool ten = at[1] == '1' && at[2] == '0';
        const char *rank = ten ? strchr(rank_letters, 'T') : strchr(rank_letters, at[1]);
        if (*at != (at == text + 1 ? '-' : ',') || at[1] == '\0' || rank == NULL)
            return false;
        ret->cards[rank - rank_letters]--;
        at += ten ? 3 : 2;
    }
    return true;
}

/* Thirteen numbers, aces first. */
static bool read_counts(const char *text, felt_shoe *ret)
{
    for (int i = 0; i < FELT_RANK_COUNT; i++) {
        char *end;
        long count = strtol(text, &end, 10);
        if (end == text || count < -1000 || count > 1000 || *end != (i + 1 < FELT_RANK_COUNT ? ',' : '\0'))
            return false;
        ret->cards[i] = (int32_t)count;
        text = end + 1;
    }
    return true;
}

bool cli_shoe_read(cli *c, const char *text, felt_shoe *ret)
{
    felt_error error;
    bool good = strchr(text, ',') != NULL && text[1] != '-' ? read_counts(text, ret) : read_decks_less(text, ret);
    if (!good) {
        cli_usage(c, "found --shoe %s, expected 13 numbers (ace, 2, ... king) such as 32,32,...,32, or decks less cards such as 8-9,9,K",
                  text);
        return false;
    }
    if (felt_shoe_check(ret, &error) != FELT_OK) {
        cli_usage(c, "%s", error.message);
        return false;
    }
    return true;
}
