/* src/cli/ledger.h - what `felt settle` and `felt audit` share: a book, and files of rounds and bets read side by side. */
#ifndef FELT_SRC_CLI_LEDGER_H
#define FELT_SRC_CLI_LEDGER_H

#include "cli.h"
#include "ledger_map.h"
#include "progress.h"

#include <felt/audit_groups.h>
#include <felt/record.h>

/* The arguments. */
typedef struct ledger_request {
    felt_selection selection;
    const char *rounds, *bets, *rounding, *min, *max, *vig_min, *vig_unit, *vig_rounding, *decimals;
    ledger_map_request map;
    const char *output; /* where the verb writes; NULL: standard output */
    const char *by;     /* columns that rows are told apart by, with commas between them; NULL: none */
    bool strict, sort;
    bool clock; /* times are wanted, where the files have them */
} ledger_request;

/* The flags that set them, to go first in a verb's table. */
enum { LEDGER_FLAGS = 18 };
void ledger_flags(ledger_request *request, flag *ret);

/* Has any flag been given but the two files? */
bool ledger_chooses(const ledger_request *r);

typedef struct ledger_file {
    const char *name;    /* "-": standard input */
    int descriptor;      /* -1: not open */
    uint64_t read, size; /* bytes; a size of 0 is unknown */
    felt_record_map *map;
    felt_records *records;
} ledger_file;

typedef struct ledger {
    cli *c;
    const felt_sheet **sheets;
    int sheet_count;
    const felt_book *book;
    felt_text defaults; /* of the book, as felt_report_defaults says them */
    int decimals;
    bool strict;
    ledger_file rounds, bets;
    felt_join *join;
    cli_progress progress;
    bool shows_progress;
    uint64_t count; /* rounds so far */
    uint64_t bad;   /* rows reported */
    felt_text by_names[FELT_RECORD_BY_MAX];
    int by_count;
    bool clock_rounds, clock_bets; /* times are those of the rounds, or else of the bets */
    unsigned by_bets;              /* which of them are columns of the bets; the others are of the rounds */
    /* Told of every row that cannot be used, beside the error stream; NULL: nobody is. */
    void (*told)(void *context, felt_record_kind file, uint64_t line, felt_text round, const char *why);
    void *told_context;
} ledger;

/* Opens everything, in `arena`, and says on the error stream which choices were taken because nothing was said. Not CLI_DONE: it has
 * complained. ledger_close is due in any case. */
cli_exit ledger_open(ledger *l, cli *c, felt_arena *arena, const ledger_request *request, int words, char **names);
void ledger_close(ledger *l);

/* Takes the names of the columns that rows are told apart by; and, once the files are open and before any row is read, tells them apart.
 * CLI_DONE, or it has complained. And the value of one of them for a group; the context is the ledger. */
cli_exit ledger_by_names(ledger *l, const char *by);
cli_exit ledger_by(ledger *l);
felt_text ledger_by_value(void *context, uint32_t round_group, uint32_t bet_group, int name);

/* By value, column after column, numbers by their number. */
int ledger_by_order(void *context, const felt_audit_cell *a, const felt_audit_cell *b);

/* When a round took place; FELT_TIME_NONE where nobody knows. Requires that one of the files has times. */
int64_t ledger_time(const ledger *l, const felt_joined *joined);

/* The next round with its bets, if it has any; false at the end, on failure (ledger_ended), and after a bad row with --strict. */
bool ledger_next(ledger *l, felt_joined *ret);

/* CLI_DONE when all was read; else what was wrong, after a complaint. */
cli_exit ledger_ended(ledger *l);

/* Says something of a row: "FILE:LINE: round ID: …", or without the round where it is empty. The bar is taken away first. */
void ledger_say(ledger *l, felt_record_kind file, uint64_t line, felt_text round, const char *format, ...)
    __attribute__((format(printf, 5, 6)));

/* Reports a row that cannot be used, and counts it. */
void ledger_bad(ledger *l, felt_record_kind file, uint64_t line, felt_text round, const char *why);

#endif
