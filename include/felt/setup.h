/* felt/setup.h - the record of a table's setup: what its chain says before its first event, and the plan made again from it.
 *
 * A setup names every sheet and every compiled wager by its hash and holds the table's lines of the tables file. With the documents that
 * have these hashes, whoever has the chain has the table: its book, its choices and its limits, whatever has become of the files since.
 * docs/history.md has the record field by field.
 *
 * Lifetime: what is made lives in the arena that is given.
 * Threads:  one thread at a time for one arena.
 * Failure:  results are written only on FELT_OK. */
#ifndef FELT_SETUP_H
#define FELT_SETUP_H

#include <felt/api.h>
#include <felt/arena.h>
#include <felt/error.h>
#include <felt/tables.h>

FELT_API_BEGIN

enum {
    FELT_SETUP_HASH_BYTES = 32, /* of a document: BLAKE2b */
    FELT_SETUP_BYTES_MAX = 4 << 20,
};

/* The record of a plan, as JSON: the same plan gives the same bytes. FELT_ENOMEM. */
felt_status felt_setup_write(felt_arena *arena, const felt_table_plan *plan, felt_text *ret);

/* Is this the record of a setup? Looks at its beginning only. */
bool felt_setup_is(felt_text record);

/* What must be kept by its hash with the record: the text of each sheet, then the form of each wager that the book offers (felt/form.h).
 * What `see` returns other than FELT_OK ends it. FELT_ENOMEM. */
typedef felt_status felt_setup_see(void *context, felt_text document, felt_error *error);
felt_status felt_setup_documents(const felt_table_plan *plan, felt_setup_see *see, void *context, felt_error *error);

/* How a document is had by its hash. FELT_ENOTFOUND: there is none. */
typedef struct felt_setup_finder {
    void *context;
    felt_status (*find)(void *context, felt_arena *arena, const uint8_t hash[FELT_SETUP_HASH_BYTES], felt_text *ret, felt_error *error);
} felt_setup_finder;

/* The plan of a record. Its sheets are compiled again, and everything that the record says is compared. FELT_EDATA: it is no such record,
 * a sheet has another hash, or what the plan makes today is not what the record says, such as another pay. FELT_ENOTFOUND: a sheet is not
 * there. FELT_ENOMEM. The arena should have room for FELT_SHEET_ARENA_MAX bytes for each sheet at the least. */
felt_status felt_setup_read(felt_arena *arena, felt_text record, const felt_setup_finder *finder, const felt_table_plan **ret,
                            felt_error *error);

FELT_API_END

#endif
