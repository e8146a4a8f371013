/* felt/history.h - the chains of tables as one file that anybody can check: writing it, reading it, and settling all of it again.
 *
 * A history is JSON Lines: the sheets and compiled wagers by hash, and the records of each table with their hashes, events decoded. From
 * what a record says its bytes are made again, and with them the chain; so that nothing can be changed, left out, put in or moved without
 * being found. docs/history.md describes the file, docs/fairness.md what it proves.
 *
 * Lifetime: a writer and a reader are the caller's and are freed by their own functions. What a reader hands out is good until the next
 *           item is read.
 * Threads:  one thread at a time for one writer or reader.
 * Failure:  results are written only on FELT_OK, and the error only on failure; of a file, error->line says where. */
#ifndef FELT_HISTORY_H
#define FELT_HISTORY_H

#include <felt/api.h>
#include <felt/audit.h>
#include <felt/error.h>
#include <felt/opening.h>
#include <felt/record.h>
#include <felt/setup.h>
#include <felt/table.h>

FELT_API_BEGIN

enum {
    FELT_HISTORY_VERSION = 1,
    FELT_HISTORY_HASH_BYTES = 32,
    FELT_HISTORY_NAME_BYTES_MAX = 64,        /* of a table */
    FELT_HISTORY_RECORD_BYTES_MAX = 4 << 20, /* of a record's own bytes */
    FELT_HISTORY_LINE_BYTES_MAX = 64 << 20,
    FELT_HISTORY_DOCUMENTS_MAX = 65536,
    FELT_HISTORY_TABLES_MAX = 4096,
};

/* ---- writing ---- */

/* Takes one line, with its newline; returns false when it cannot be written, which ends the writing with FELT_EIO. */
typedef bool felt_history_put(void *context, felt_text line);

typedef struct felt_history_writer felt_history_writer;

/* Begins a file. FELT_EIO, FELT_ENOMEM. */
felt_status felt_history_writer_new(felt_history_put *put, void *context, felt_history_writer **ret, felt_error *error);
void felt_history_writer_free(felt_history_writer *writer); /* NULL is allowed */

/* The hashes of all documents that a setup (felt/setup.h) names; `see` returns false to see no more. FELT_EDATA: it is none.
 * FELT_ENOMEM. */
typedef bool felt_history_named_see(void *context, const uint8_t hash[FELT_HISTORY_HASH_BYTES]);
felt_status felt_history_named(felt_text setup, felt_history_named_see *see, void *context, felt_error *error);

/* A sheet or a compiled wager; one that was written before is not written again. It must come before the setup that names it. */
felt_status felt_history_writer_document(felt_history_writer *writer, felt_text document, felt_error *error);

/* Where a chain begins that has lost its beginning: the last record that it lost, its hash, and the table there (felt/opening.h). */
typedef struct felt_history_floor {
    int64_t sequence; /* 0: it has lost nothing, and the rest does not count */
    uint8_t hash[FELT_HISTORY_HASH_BYTES];
    felt_text opening;
} felt_history_floor;

/* Begins the chain of a table, which will have so many records above its floor (NULL: from the first on); `head` is the hash of the last.
 * The documents that the setup of an opening names must come before it. */
felt_status felt_history_writer_table(felt_history_writer *writer, felt_text name, int64_t number, const felt_history_floor *floor,
                                      int64_t records, const uint8_t head[FELT_HISTORY_HASH_BYTES], felt_error *error);

/* The next record of the table. */
felt_status felt_history_writer_record(felt_history_writer *writer, int64_t sequence, const uint8_t hash[FELT_HISTORY_HASH_BYTES],
                                       felt_text record, felt_error *error);

/* Ends the file. */
felt_status felt_history_writer_end(felt_history_writer *writer, felt_error *error);

/* ---- reading ---- */

typedef enum felt_history_kind {
    FELT_HISTORY_TABLE = 0, /* a chain begins: table, number, floor, records, head */
    FELT_HISTORY_EVENTS,    /* a record of events */
    FELT_HISTORY_JSON,      /* a record that is JSON: a setup, a shoe's making, ... */
    FELT_HISTORY_BYTES,     /* a record that is neither */
    FELT_HISTORY_END,       /* of the file, which was complete */
} felt_history_kind;

typedef struct felt_history_item {
    felt_history_kind kind;
    uint64_t line;
    felt_text table;
    int64_t number;   /* of the table in its store */
    int64_t sequence; /* of the record */
    felt_text record; /* its bytes */
    const felt_event *events;
    int event_count;
    felt_history_floor floor; /* of a table, as the next two: how many records follow, and the hash of the last */
    int64_t records;
    const uint8_t *head;
} felt_history_item;

typedef struct felt_history_reader felt_history_reader;

felt_status felt_history_reader_new(felt_input input, felt_history_reader **ret, felt_error *error); /* FELT_ENOMEM */
void felt_history_reader_free(felt_history_reader *reader);                                          /* NULL is allowed */

/* The next table or record, or the end; all that stands before it is checked: hashes of documents, the bytes, order and hash of every
 * record, the end of every chain. FELT_EDATA: something was changed, is missing or was moved, and the message says what. FELT_ELIMIT,
 * FELT_EIO, FELT_ENOMEM. Requires that neither an error nor the end has come. */
felt_status felt_history_reader_next(felt_history_reader *reader, felt_history_item *ret, felt_error *error);

/* The documents that have been read. Good as long as the reader. */
felt_setup_finder felt_history_reader_documents(felt_history_reader *reader);

/* The hash of a record: BLAKE2b, with 32 bytes and no key, of the hash before it (zeros before the first), then table, sequence and length
 * of the record, each in 8 bytes with the little end first, then the record. */
void felt_history_chain(const uint8_t previous[FELT_HISTORY_HASH_BYTES], int64_t table, int64_t sequence, felt_text record,
                        uint8_t ret[FELT_HISTORY_HASH_BYTES]);

/* ---- files that go on with one another ---- */

/* Where the chains of the files before have ended: archives of what was retired, each before what goes on at its end. */
typedef struct felt_history_ends felt_history_ends;

felt_status felt_history_ends_new(felt_history_ends **ret, felt_error *error); /* FELT_ENOMEM */
void felt_history_ends_free(felt_history_ends *ends);                          /* NULL is allowed */

/* The next file begins. */
void felt_history_ends_next(felt_history_ends *ends);

/* A table of the file at hand: a chain that a file before has must go on where it ended there, and one that begins at a floor must have
 * ended there in a file before, unless this is the first. *ret_known: a file before has it; NULL is allowed. FELT_EDATA: it does not.
 * FELT_ENOMEM. */
felt_status felt_history_ends_table(felt_history_ends *ends, const felt_history_item *table, bool *ret_known, felt_error *error);

/* After the last file. FELT_EDATA: a chain of a file before is not in it. */
felt_status felt_history_ends_check(const felt_history_ends *ends, felt_error *error);

/* Where a chain has ended; its opening is empty where a bet was up or a shoe in play, and where nothing was verified. FELT_ENOTFOUND. */
felt_status felt_history_ends_find(const felt_history_ends *ends, felt_text table, felt_history_floor *ret);

/* ---- settling all of it again ---- */

typedef struct felt_history_counts {
    uint64_t tables, records, events;
    uint64_t shoes;          /* dealt again from their seeds, card by card or roll by roll */
    uint64_t alone;          /* of them, with nobody's entropy but the server's */
    uint64_t early;          /* of them, ended before their cut card, or before the hand was over */
    uint64_t unrevealed;     /* makings that are not over: their seeds are still secret */
    uint64_t voids;          /* makings in which somebody withheld ... */
    uint64_t given_up;       /* ... and such that the house gave up itself */
    uint64_t rounds;         /* results */
    uint64_t covered;        /* of them, from shoes that were dealt again */
    uint64_t voided;         /* rounds that were made void, and results that were reversed */
    uint64_t bets;           /* that came down */
    uint64_t up;             /* bets that are up at the ends of the chains */
    felt_money staked, paid; /* of the bets that came down: their stakes, and all that their players got */
} felt_history_counts;

/* Reads a history to its end, replays every table by felt/table.h, which settles every bet again, and deals every shoe again whose seed is
 * revealed. FELT_EDATA: something is not so, and the message says what and where. Others as felt_history_reader_next; FELT_ERANGE: sums do
 * not fit. */
felt_status felt_history_verify(felt_input input, felt_history_counts *ret, felt_error *error);

/* The same for a file that goes on with others: its floors are compared with the ends of those before, with the tables as they were there,
 * and its own ends follow in `ends`. What it counts is added to *counts; a table that a file before has is counted once. */
felt_status felt_history_verify_on(felt_input input, felt_history_ends *ends, felt_history_counts *counts, felt_error *error);

/* ---- auditing ---- */

/* Told of every table, and of every setup of it, as it begins and ends; what is found between belongs to it. What the two return other than
 * FELT_OK ends the audit. */
typedef struct felt_history_auditor {
    void *context;
    felt_status (*begins)(void *context, felt_text table, const felt_book *book);
    felt_status (*ends)(void *context, const felt_audit *audit);
    felt_audit_report found;
} felt_history_auditor;

/* Settles every bet of a history again, as felt_history_verify does, but goes on where one was paid otherwise, as if it had been paid
 * rightly; `line` of what is found is that of the file. *ret is the worst of all verdicts. FELT_EDATA: a record was changed, or something
 * else than a pay or a deal is not so. Others as felt_history_reader_next. */
felt_status felt_history_audit(felt_input input, const felt_history_auditor *auditor, felt_audit_verdict *ret, felt_error *error);

FELT_API_END

#endif
