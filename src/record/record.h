/* src/record/record.h - what the readers of CSV and NDJSON share. */
#ifndef FELT_SRC_RECORD_RECORD_H
#define FELT_SRC_RECORD_RECORD_H

#include "../base/error.h"
#include "map.h"

#include <felt/record.h>
#include <jansson.h>

enum {
    RECORD_BLOCK = 64,                                       /* bytes scanned at once */
    RECORD_BUFFER = 4 * FELT_RECORD_BYTES_MAX,               /* bytes asked for at once */
    RECORD_TITLES_MAX = 20,                                  /* rows above the head */
    RECORD_CAPACITY = RECORD_BUFFER + FELT_RECORD_BYTES_MAX, /* and a row that was cut off before them */
};

/* What a column or key holds. */
typedef enum record_field {
    FIELD_IGNORED = 0,
    FIELD_ROUND,
    FIELD_PARTS, /* the first field of the game; as many as there may be follow */
    FIELD_PHASE = FIELD_PARTS + FELT_FIELDS_MAX,
    FIELD_WAGER,
    FIELD_SIDE,
    FIELD_STAKE,
    FIELD_PAID,
    FIELD_SEAT,
    FIELD_AFTER,
    FIELD_ACTION,
    FIELD_COUNT
} record_field;

/* A field is followed by this many bytes that may be read, whatever they hold, so that short fields need no loops. */
enum { RECORD_PAD = 16 };

enum { RECORD_NO_POINT = 0x100 }; /* no byte is it */

/* Eight bytes, the first in the lowest place. */
static inline uint64_t record_raw(const char *bytes)
{
    uint64_t word;
    memcpy(&word, bytes, 8);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    word = __builtin_bswap64(word);
#endif
    return word;
}

/* The first `length` bytes, the first in the lowest place; at most 8. Reads 8 bytes. */
static inline uint64_t record_word(const char *bytes, size_t length)
{
    uint64_t word = record_raw(bytes);
    return length >= 8 ? word : word & (((uint64_t)1 << (8 * length)) - 1);
}

/* The same for the bytes from 8 on. Reads 16 bytes. */
static inline uint64_t record_second_word(const char *bytes, size_t length)
{
    return record_word(bytes + 8, length > 8 ? length - 8 : 0);
}

/* Do eight bytes hold digits only? */
static inline bool record_digits(uint64_t word)
{
    return (((word + 0x4646464646464646u) | (word - 0x3030303030303030u)) & 0x8080808080808080u) == 0;
}

/* Wagers by name and side; see names.c. */
typedef struct record_names record_names;
record_names *record_names_new(const felt_book *book); /* NULL when there is no memory */
void record_names_free(record_names *names);
/* -1 for none. Both are fields. */
int record_names_find(const record_names *names, felt_text name, felt_text side);
/* The same in whatever way people write them; see aliases.c. */
typedef struct record_aliases record_aliases;
felt_status
record_aliases_open(felt_records *r); /* else record_bad has said which wager of the map there is not, or that there is no memory */
void record_aliases_free(record_aliases *aliases); /* NULL is allowed */
int record_aliases_find(const record_aliases *aliases, felt_text name, felt_text side);
/* The short name of the wager whose name is nearest; without bytes where none is near. */
felt_text record_aliases_nearest(const felt_records *r, felt_text name);

/* Bytes of UTF-16 on their way to UTF-8; see wide.c. */
typedef struct record_wide record_wide;

/* Rows that are put in order; see sort.c. */
typedef struct record_sort record_sort;
void record_sort_free(record_sort *sort); /* NULL is allowed */

/* Columns that rows are told apart by; see keep.c. */
typedef struct record_keep record_keep;
void record_keep_free(record_keep *keep); /* NULL is allowed */
/* The group of a row, by its fields; NULL: of the NDJSON row. False: record_bad has said why there is none. */
bool record_keep_row(felt_records *r, const felt_text *fields, uint32_t *ret);
/* Where a file has a column: its number in CSV, its key in NDJSON, which the caller frees. False: it has none. */
bool record_seek(felt_records *r, felt_text name, int *ret_column, char **ret_key);
/* Has the next row of NDJSON a key that is called so, in whatever way people write it? */
bool record_json_has(felt_records *r, felt_text name);
/* A value of the NDJSON row as text. */
felt_text record_json_value(const felt_records *r, const char *key, char number[32]);

/* When a row was written; see clock.c. */
typedef struct record_clock record_clock;
void record_clock_free(record_clock *clock); /* NULL is allowed */
int64_t record_clock_row(felt_records *r, const felt_text *fields);
int64_t record_read_time(felt_text text); /* FELT_TIME_NONE: it is none */

/* One card or roll on each line; see events.c. */
typedef struct record_events record_events;
felt_status record_events_open(felt_records *r); /* else record_bad has said why not */
void record_events_free(record_events *events);  /* NULL is allowed */
felt_next record_event_round(felt_records *r, felt_round_record *ret);

/* Where a list of events begins: its text, and what was there before it. */
typedef struct record_list {
    felt_text text;
    int events;
    uint64_t dates;
} record_list;

/* Where rows come from. */
typedef enum record_source { SOURCE_CSV = 0, SOURCE_JSON, SOURCE_SORTED, SOURCE_EVENTS } record_source;

struct felt_records {
    felt_record_kind kind;
    felt_format format;
    record_source source;
    felt_input input;
    const felt_book *book;
    const felt_game *game;      /* of the book */
    const felt_record_map *map; /* NULL: there is none */
    int decimals;
    unsigned point;    /* the decimal mark of amounts that are read at once: a point, or RECORD_NO_POINT */
    bool faces;        /* dice are always faces */
    char separator;    /* of CSV */
    record_wide *wide; /* UTF-16, which becomes UTF-8 on its way */
    record_names *names;
    record_aliases *aliases;
    char *buffer;      /* RECORD_CAPACITY bytes and a block of zeros */
    size_t begin, end; /* what has been read and not used */
    bool ended, failed;
    size_t block; /* CSV: the 64 bytes whose ends of fields are in `stops`; SIZE_MAX: none */
    uint64_t stops;
    uint64_t line; /* of the row that is looked at */
    uint64_t next_line;
    int column_of[FIELD_COUNT]; /* the CSV column of each field, -1 for none */
    int column_count;
    felt_text head[FELT_RECORD_COLUMNS_MAX]; /* the names of the columns */
    char *head_bytes;
    record_keep *keep;
    record_clock *clock;
    bool extras; /* there is one of them */
    record_events *by_event;
    char *unquoted; /* FELT_RECORD_BYTES_MAX bytes and a pad: fields of a CSV row without their quotes, strings of a JSON one */
    size_t unquoted_used;
    json_t *row;              /* the NDJSON row that texts point to */
    char id_text[24];         /* and its id where that is a number */
    char *keys[FIELD_COUNT];  /* NDJSON: what a row calls a field where that is not its own name */
    bool mapped[FIELD_COUNT]; /* a map has a key for the field, which only this file has: its own name is that of something else */
    uint64_t sizes;           /* of the rows in which such names were looked for, a bit each */
    record_list list;         /* that is looked at */
    uint64_t faces_line;      /* where a roll first stood that may be two faces, and nobody has said whether they are; 0: there was none */
    uint16_t hands[2][FELT_HAND_EVENTS_MAX]; /* in turn, so that those of a round are there while the next is read */
    uint16_t *events;                        /* one of them */
    record_sort *sort;
    bool beside_bad; /* before the row that was read last stood one that names no round; a join looks after it where nothing is sorted */
    felt_record_notes notes;
    felt_error error;
};

/* The names of fields, the same in both formats. */
const char *record_field_name(const felt_records *r, record_field field);
record_field record_field_find(const felt_records *r, felt_text name);

/* Which fields rounds or bets of this game have, and which this file must have. */
bool record_field_of(const felt_records *r, felt_record_kind kind, record_field field);
bool record_field_required(const felt_records *r, record_field field);

/* Says why a row is bad; returns false. */
bool record_bad(felt_records *r, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Takes one field of a row. False: record_bad has said why. The events of a part are added to those already there. An id is taken by
 * record_take_id, below. Of a phase, an action or a number that is blank nothing is written. */
bool record_take_part(felt_records *r, int part, felt_text text, felt_round_record *ret);
bool record_take_phase(felt_records *r, felt_text text, felt_round_record *ret);
bool record_take_action(felt_records *r, felt_text text, felt_action *ret);
bool record_take_long_id(felt_records *r, felt_text text, felt_text *ret);
bool record_take_money(felt_records *r, record_field field, felt_text text, felt_money *ret);
bool record_take_number(felt_records *r, record_field field, felt_text text, uint32_t most, uint32_t *ret);
bool record_take_wager(felt_records *r, felt_text name, felt_text side, uint16_t *ret);

/* ---- as other systems write them ---- */

/* Takes the next word off a text, and the blanks around it; without bytes at the end. */
felt_text record_next_word(felt_text *text);

typedef enum record_amount {
    RECORD_AMOUNT_READ = 0,
    RECORD_AMOUNT_NONE,   /* it is none, or has too many decimals */
    RECORD_AMOUNT_EITHER, /* its one mark may be a decimal one or divide thousands */
    RECORD_AMOUNT_LARGE,
} record_amount;

/* `said` is the decimal mark, 0 where nobody has said which. */
record_amount record_read_amount(felt_text text, char said, int decimals, felt_money *ret);

typedef enum record_spelled {
    RECORD_SPELLED = 0,
    RECORD_SPELLED_NOT,
    RECORD_SPELLED_SUITLESS, /* cards without suits, which decide something here */
} record_spelled;

/* The cards of a part. */
record_spelled record_spell_pieces(felt_records *r, int part, felt_text text, felt_dealt *ret);

/* One card of a part; `dealt` has all that came before it, `count` of that part. */
bool record_spell_piece(felt_records *r, felt_text text, const felt_dealt *dealt, int part, int count, felt_card *ret);

/* One event; -1: it is none. `rest` is what follows, of which it takes what belongs to a date. */
int record_spell_event(felt_records *r, felt_text word, felt_text *rest);

/* Events without the apostrophes that keep a spreadsheet from reading dates, and without blanks around the marks between faces: "'4-4",
 * "4 - 4". False: there are none, or the text is too long. */
enum { RECORD_TIDY_BYTES = 8192 };
bool record_tidy_events(felt_text text, char ret[RECORD_TIDY_BYTES], felt_text *ret_text);

/* May it be the faces of one roll, or something else? */
bool record_may_be_faces(felt_text word);

/* All events of a field where dice are always faces; false: record_bad has said why. */
bool record_take_faces(felt_records *r, felt_text text, felt_round_record *ret);

/* One event more; false: record_bad has said that it is none, or that there are too many. */
bool record_add_event(felt_records *r, int code, felt_round_record *ret);

/* ---- ids ---- */

/* Most ids are a few plain letters: every byte is from an exclamation mark to a tilde. */
static inline bool record_take_id(felt_records *r, felt_text text, felt_text *ret)
{
    if (text.length - 1 >= 8)
        return record_take_long_id(r, text, ret);
    uint64_t fill = text.length == 8 ? 0 : 0x2121212121212121u << (8 * text.length), word = record_word(text.bytes, text.length) | fill;
    if (((word | (word + 0x0101010101010101u) | (word - 0x2121212121212121u)) & 0x8080808080808080u) != 0)
        return record_take_long_id(r, text, ret);
    *ret = text;
    return true;
}

/* ---- heads ---- */

/* What stands between the fields: what the map says, else what the first line has most of. A first line `sep=;` says it, too. False after
 * record_bad, or when the input fails. */
bool record_find_separator(felt_records *r);

/* Keeps the names of the columns. False: there is no memory. */
bool record_keep_head(felt_records *r, const felt_text *names, int count);

/* The column that the file calls so, exactly or in whatever way people write it; and that of one of our names, which the map may have
 * another name for; -1: none. */
int record_head_named(const felt_records *r, felt_text wanted);
int record_head_column(const felt_records *r, felt_text name);

/* Which column each field is, by the names in the head. False: record_bad has said why. */
bool record_find_columns(felt_records *r, const felt_text *names, int count);

/* Is no column that the map speaks of a slip for one that rounds or bets of this game have? Others are those that rows may be told apart by.
 * False: record_bad has said which it is. */
bool record_check_map(felt_records *r);

/* What is asked of a row beside its fields: its group and its time. `fields` as for record_keep_row. */
static inline bool record_take_extras(felt_records *r, const felt_text *fields, uint32_t *ret_group, int64_t *ret_time)
{
    if (r->clock != NULL)
        *ret_time = record_clock_row(r, fields);
    return r->keep == NULL || record_keep_row(r, fields, ret_group);
}

/* ---- bytes ---- */

/* Looks at how the file begins: passes over a byte order mark, and sees to it that UTF-16 is read as UTF-8. FELT_EDATA: the file is no
 * text, and record_bad has said what it is. FELT_EIO: the input fails. FELT_ENOMEM. */
felt_status record_begin(felt_records *r);
void record_wide_free(record_wide *wide);

/* More bytes; false when there are none, or when the buffer is full. */
bool record_refill(felt_records *r);

/* The next line without its end. ROW, END, FAILED, or BAD for one that is too long and has been passed over. */
felt_next record_next_line(felt_records *r, felt_text *ret);

/* The two formats. */
felt_status record_csv_head(felt_records *r);
felt_next record_csv_round(felt_records *r, felt_round_record *ret);
felt_next record_csv_bet(felt_records *r, felt_bet_record *ret);
/* The fields of the next row, as many as the head has; good until the next one is read. */
felt_next record_csv_row(felt_records *r, felt_text fields[FELT_RECORD_COLUMNS_MAX]);
felt_next record_json_round(felt_records *r, felt_round_record *ret);
felt_next record_json_bet(felt_records *r, felt_bet_record *ret);

/* Rows that felt_records_sort has put in order. */
felt_next record_sorted_round(felt_records *r, felt_round_record *ret);
felt_next record_sorted_bet(felt_records *r, felt_bet_record *ret);

#endif
