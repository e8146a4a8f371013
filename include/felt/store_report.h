/* felt/store_report.h - the books of a store, what is held in it and what was taken out of it, as text or JSON.
 *
 * Styles:   FELT_REPORT_TEXT, FELT_REPORT_COLOR or FELT_REPORT_JSON. As JSON, amounts are in the smallest unit.
 * Lifetime: texts live in the given arena.
 * Threads:  one thread at a time for one arena.
 * Failure:  results are written only on FELT_OK; FELT_ENOMEM when memory runs out. */
#ifndef FELT_STORE_REPORT_H
#define FELT_STORE_REPORT_H

#include <felt/api.h>
#include <felt/arena.h>
#include <felt/money.h>
#include <felt/report.h>
#include <felt/status.h>

FELT_API_BEGIN

/* Books that balance: what felt_store_audit adds up, and the records whose hashes were made again. */
typedef struct felt_books {
    int64_t players, records, retired, postings, ended, standing;
    felt_money available, held, house, grants;
} felt_books;

felt_status felt_report_books(felt_arena *arena, const felt_books *books, felt_report_style style, felt_text *ret);

/* What is held for bets, piece by piece, as there may be much of it: each with the number of those before it, then the end of all. */
typedef struct felt_held_bet {
    int64_t table, bet, player;
    felt_money amount;
} felt_held_bet;

felt_status felt_report_hold(felt_arena *arena, const felt_held_bet *hold, int64_t before, felt_report_style style, felt_text *ret);
felt_status felt_report_holds_end(felt_arena *arena, int64_t count, felt_report_style style, felt_text *ret);

/* Records that went from a store into an archive. */
typedef struct felt_retired_table {
    const char *name;
    int64_t from, to; /* their numbers */
} felt_retired_table;

typedef struct felt_retired {
    const char *before;  /* the date, such as 2026-01-31T00:00:00Z */
    const char *archive; /* the file */
    const felt_retired_table *tables;
    int count; /* 0: nothing was retired, and there is no archive */
} felt_retired;

felt_status felt_report_retired(felt_arena *arena, const felt_retired *retired, felt_report_style style, felt_text *ret);

/* Who runs the house, one at a time, as a line of text: the name, the number, and the day of the account in UTC, tabs between them. */
typedef struct felt_operator_line {
    const char *name;
    int64_t player, made_ms;
} felt_operator_line;

felt_status felt_report_operator(felt_arena *arena, const felt_operator_line *who, felt_text *ret);

FELT_API_END

#endif
