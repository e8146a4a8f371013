/* src/cli/audit_print.h - what `felt audit` prints: as text, or as one JSON object written piece by piece. */
#ifndef FELT_SRC_CLI_AUDIT_PRINT_H
#define FELT_SRC_CLI_AUDIT_PRINT_H

#include "cli.h"

#include <felt/audit.h>

/* What one wager came to against its exact odds. */
typedef struct audit_luck {
    bool known; /* its exact odds could be computed */
    felt_luck luck;
    double hit; /* the exact probability of a win */
} audit_luck;

typedef struct audit_printer {
    cli *c;
    const felt_book *book;
    int decimals;
    bool json;
    const char *bets_name; /* of the file, for differences */
    uint64_t differences;
    bool incomplete; /* JSON: something had no memory */
} audit_printer;

void audit_print_head(audit_printer *p);
void audit_print_difference(audit_printer *p, const felt_difference *difference);

/* Everything after the differences. `lucks` has one for each wager. False when memory or output fails. */
bool audit_print_totals(audit_printer *p, const felt_audit *audit, const audit_luck *lucks, uint64_t bad_rows);

/* In one plain sentence: is it luck? */
void audit_luck_sentence(const audit_luck *luck, char *ret, size_t size);

#endif
