/* felt/record.h - recorded rounds and bets: streaming readers of CSV and NDJSON, and the two files brought together round by round.
 *
 * docs/records.md describes the files. Rows are read one at a time into storage of fixed size, so memory does not grow with a file. A row
 * that cannot be read is reported with its line, and reading goes on with the next.
 *
 * Lifetime: records and a join own their memory and are freed with felt_records_free and felt_join_free. What a row points to is good
 *           until the next row of the same file is read.
 * Threads:  one thread at a time for one file. */
#ifndef FELT_RECORD_H
#define FELT_RECORD_H

#include <felt/api.h>
#include <felt/error.h>
#include <felt/record_map.h>
#include <felt/settle.h>
#include <stdio.h>

FELT_API_BEGIN

enum {
    FELT_RECORD_BYTES_MAX = 64 << 10, /* of one row */
    FELT_RECORD_COLUMNS_MAX = 64,     /* of a CSV file */
    FELT_ROUND_ID_BYTES_MAX = 64,
    FELT_ROUND_BETS_MAX = 65536,
    FELT_RECORD_BY_MAX = 4,         /* columns that rows are told apart by */
    FELT_RECORD_GROUPS_MAX = 65536, /* combinations of their values */
};

/* Where bytes come from. read returns how many it put into `ret`, 0 at the end, -1 when it failed. */
typedef struct felt_input {
    void *context;
    ptrdiff_t (*read)(void *context, char *ret, size_t size);
} felt_input;

typedef enum felt_format {
    FELT_FORMAT_GUESS = 0, /* by the first byte: a brace begins NDJSON */
    FELT_FORMAT_CSV,
    FELT_FORMAT_NDJSON,
} felt_format;

typedef enum felt_record_kind { FELT_RECORD_ROUNDS = 0, FELT_RECORD_BETS } felt_record_kind;

typedef struct felt_round_record {
    felt_text id;
    uint64_t line;
    int phase;              /* in which the hand begins: 0, or what the column that is called like the game's phase says */
    felt_dealt dealt;       /* where a hand is one event: what was dealt */
    const uint16_t *events; /* else the codes of its events */
    int event_count;
    uint32_t group; /* where felt_records_group has asked for it */
    int64_t time;   /* where felt_records_clock has */
} felt_round_record;

typedef struct felt_bet_record {
    felt_text id; /* of the round */
    uint64_t line;
    felt_bet bet;
    bool has_paid;  /* the row says what was paid */
    uint32_t group; /* where felt_records_group has asked for it */
    felt_money paid;
    int64_t time; /* where felt_records_clock has asked for it */
} felt_bet_record;

/* The hand of a record, as settlement wants it; `ret_event` is where the event of what was dealt goes, and must live as long as `ret`.
 * FELT_EDATA: it cannot be dealt by the rules, or not from the book's decks. */
felt_status felt_record_hand(const felt_book *book, const felt_round_record *round, uint16_t *ret_event, felt_hand *ret, felt_error *error);

typedef enum felt_next {
    FELT_NEXT_ROW = 0,
    FELT_NEXT_BAD, /* a row that cannot be read; felt_records_error says why, and the record's line and, if it could be read, id are set */
    FELT_NEXT_END,
    FELT_NEXT_FAILED, /* the file cannot be read any further; felt_records_error says why */
} felt_next;

typedef struct felt_records felt_records;

/* Opens a file of rounds or of bets on the wagers of `book`. Amounts have at most `decimals` digits after the point.
 * FELT_EDATA: the head of a CSV file lacks a column or has one twice. FELT_ERANGE: decimals are not 0 to FELT_MONEY_DECIMALS_MAX.
 * FELT_EIO, FELT_ENOMEM. */
felt_status felt_records_open(felt_record_kind kind, felt_input input, felt_format format, const felt_book *book, int decimals,
                              felt_records **ret, felt_error *error);
/* The same for a file that calls and spells things in its own way. `map` may be NULL, and must outlive the records. FELT_EDATA as well: the
 * map speaks of columns or wagers that there are not, or the file is no text; the message says what it is and how to export it. */
felt_status felt_records_open_mapped(felt_record_kind kind, felt_input input, felt_format format, const felt_book *book, int decimals,
                                     const felt_record_map *map, felt_records **ret, felt_error *error);
void felt_records_free(felt_records *records); /* NULL is allowed */

/* Do the two files have the columns that their maps speak of? What both maps say alike may be for either file. To be called before the
 * first row is read. FELT_EDATA: one of them does not, in the map of *ret_file, and the message says which columns that has. */
felt_status felt_records_mapped(felt_records *rounds, felt_records *bets, felt_record_kind *ret_file, felt_error *error);

/* Tells rows apart by the values of these columns: from then on a row's `group` is the number of its combination of values. A name that the
 * file does not have counts as empty, and its bit in *ret_found is 0. `hour` and `day` come out of a column `time` where there is none
 * called so. To be called before the first row is read, and before felt_records_sort. FELT_ELIMIT: too many names. FELT_ENOMEM. */
felt_status felt_records_group(felt_records *records, const felt_text *names, int count, unsigned *ret_found, felt_error *error);
/* Has the file a column by which felt_records_group could tell rows apart so? And the name of the column that is nearest to one that there
 * is not; without bytes where none is near, or in NDJSON. */
bool felt_records_has(felt_records *records, felt_text name);
felt_text felt_records_nearest(const felt_records *records, felt_text name);
uint32_t felt_records_group_count(const felt_records *records); /* of the rows read so far */
felt_text felt_records_group_value(const felt_records *records, uint32_t group, int name);

#define FELT_TIME_NONE INT64_MIN

/* Reads the time of each row out of its column `time`, which a map may call otherwise: from then on a row's `time` is in seconds since 1970 by
 * the file's own clock; since midnight, and below 86400, where the file has no dates; FELT_TIME_NONE where it cannot be read. *ret_found:
 * there is such a column. To be called as felt_records_group is. FELT_ENOMEM. */
felt_status felt_records_clock(felt_records *records, bool *ret_found);

/* Where rows are put away that do not fit in memory: `file` opens a new, empty file that can be written and read, and that is gone when it
 * is closed; NULL when there can be none. */
typedef struct felt_spill {
    void *context;
    FILE *(*file)(void *context);
} felt_spill;

/* Reads all rows and puts them in the order of their rounds; those of one round stay in theirs. Uses about so many bytes of memory, and as
 * many files as it must. From then on the rows come in that order, with the lines where they stand in the file. To be called before the
 * first row is read. FELT_ELIMIT: it would take too many files, or there are too many groups. FELT_EIO, FELT_ENOMEM. */
felt_status felt_records_sort(felt_records *records, felt_spill spill, size_t memory, felt_error *error);

felt_next felt_records_next_round(felt_records *records, felt_round_record *ret);
felt_next felt_records_next_bet(felt_records *records, felt_bet_record *ret);
const felt_error *felt_records_error(const felt_records *records); /* of the last row that was bad, or of the failure */
felt_format felt_records_format(const felt_records *records);      /* never FELT_FORMAT_GUESS */

/* What was read though it is not what somebody wrote: dates that a spreadsheet has made of the faces of dice, a head below titles; and times
 * that could not be read. The first of each is kept. */
typedef struct felt_record_notes {
    uint64_t dates, first_date_line;
    char first_date[24], first_read[8]; /* "4-Apr", "4-4" */
    uint64_t head_line;                 /* where the columns are named, if titles stand above; else 0 */
    uint64_t bad_times, first_bad_time_line;
    char first_bad_time[24];
    uint64_t unknown_times, first_unknown_line; /* times of which felt_records_group could not tell the hour or the day */
    char first_unknown[24];
} felt_record_notes;
felt_record_notes felt_records_noted(const felt_records *records);

/* ---- rounds with their bets ---- */

/* How ids are ordered: runs of digits by their number, everything else by its bytes, so that T1-9 comes before T1-10. */
int felt_round_id_compare(felt_text a, felt_text b);

/* A round with all the bets on it. */
typedef struct felt_joined {
    const felt_round_record *round;
    const felt_bet *bets;
    const felt_bet_record *records; /* their rows; id points to the round's */
    int count;                      /* 0: nobody bet on it, or only rows that could not be read are of it */
    uint64_t bad;                   /* bet rows of this round that could not be read; they are not among the bets */
    bool stray;                     /* beside these rows is one of which not even the round could be read: it may be of this one */
} felt_joined;

/* Told of every row that is not used: error->line says which, and the message why. Bets on one round beyond FELT_ROUND_BETS_MAX are told of
 * at once: `rows` says how many there are, and the line is that of the first. */
typedef struct felt_record_report {
    void *context;
    void (*bad)(void *context, felt_record_kind file, uint64_t rows, const felt_error *error);
} felt_record_report;

typedef struct felt_join felt_join;

/* Brings the two files together; both must be sorted by round. It does not own them, and reads the first round at once. FELT_ENOMEM. */
felt_status felt_join_open(felt_records *rounds, felt_records *bets, felt_record_report told, felt_join **ret);
void felt_join_free(felt_join *join); /* NULL is allowed */

/* The next round, with the bets on it, if there are any. Bad rows, rows out of order, bets on rounds that are not there or cannot be read
 * are reported and passed over. FELT_NEXT_ROW, FELT_NEXT_END or FELT_NEXT_FAILED (felt_join_error). */
felt_next felt_join_next(felt_join *join, felt_joined *ret);
const felt_error *felt_join_error(const felt_join *join); /* without a message while nothing has failed */

/* What each bet of a round is paid: all of them, or none. Fails as felt_settle_hand does, and with FELT_EDATA where another row of the
 * round's bets is bad, or one beside them may be of this round. */
felt_status felt_joined_settle(felt_play *play, const felt_hand *hand, const felt_joined *joined, felt_payment *ret, felt_error *error);

/* Rows of a file read so far, and bad ones among them. */
typedef struct felt_join_counts {
    uint64_t rounds, bad_rounds, bets, bad_bets;
} felt_join_counts;
felt_join_counts felt_join_count(const felt_join *join);

/* ---- writing ---- */

/* Bytes to be written; the owner writes them out and sets length to 0 when there are many. */
typedef struct felt_output {
    char *bytes;
    size_t length, capacity;
} felt_output;

enum { FELT_OUTPUT_ROW_BYTES_MAX = 64 << 10 }; /* room that a row or a head needs */

/* The columns of settled bets (CSV only), and one settled bet. Require FELT_OUTPUT_ROW_BYTES_MAX bytes of room. */
void felt_output_head(felt_output *out, felt_format format);
void felt_output_bet(felt_output *out, felt_format format, const felt_book *book, const felt_bet_record *record,
                     const felt_payment *payment, int decimals);

FELT_API_END

#endif
