/* src/record/join.c - rounds and the bets on them, from two files sorted by round, as in a merge.
 *
 * Only the bets of one round are held at a time. Rounds are read one ahead, as one that is recorded twice is settled by neither record. */
#include "record.h"

#include <stdlib.h>

enum {
    MISPLACED_MAX = 10, /* rows out of order, after which a file is not sorted */
    MISSING_MAX = 5,    /* bets in a row on rounds that are not there, after which they are reported together */
};

/* The id of a round; no bytes: there is none. */
typedef struct round_id {
    char bytes[FELT_ROUND_ID_BYTES_MAX + RECORD_PAD];
    size_t length;
} round_id;

struct felt_join {
    felt_records *rounds, *bets;
    felt_record_report report;
    felt_round_record two[2]; /* the round that is looked at, and the one that is read ahead */
    felt_round_record *round, *ahead;
    felt_next ahead_next;
    int ahead_order;                      /* of the largest id so far and the one that is read ahead */
    round_id ids[2], *largest, *ahead_id; /* kept, as a row is gone when the next one is read */
    int misplaced[2];                     /* rows out of order, by felt_record_kind */
    uint64_t missing, missing_line;       /* bets on rounds that are not there, since the last round, and where the last of them stands */
    round_id missing_id;                  /* its round */
    bool has_pending;                     /* the next bet row is records[count] */
    bool pending_bad, bets_ended;
    felt_bet *list;
    felt_bet_record *records;
    int count, capacity;
    uint64_t bad;
    uint64_t beyond, beyond_line; /* bets of the round for which there is no room, and where the first of them stands */
    bool stray;                   /* a row that names no round is beside one of this round */
    felt_join_counts counts;
    felt_error error; /* with a message: it has failed */
};

/* ---- ids ---- */

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Compares the runs of digits at *i and *j by their number, and goes past them. */
static int compare_numbers(felt_text a, size_t *i, felt_text b, size_t *j)
{
    while (*i < a.length && a.bytes[*i] == '0')
        ++*i;
    while (*j < b.length && b.bytes[*j] == '0')
        ++*j;
    size_t begin_a = *i, begin_b = *j;
    while (*i < a.length && is_digit(a.bytes[*i]))
        ++*i;
    while (*j < b.length && is_digit(b.bytes[*j]))
        ++*j;
    if (*i - begin_a != *j - begin_b)
        return *i - begin_a < *j - begin_b ? -1 : 1;
    return memcmp(a.bytes + begin_a, b.bytes + begin_b, *i - begin_a);
}

/* Are two fields the same, and short, as those of a bet and its round mostly are? */
static inline bool are_same(felt_text a, felt_text b)
{
    return a.length == b.length && a.length - 1 < 8 && (record_raw(a.bytes) ^ record_raw(b.bytes)) << (8 * (8 - a.length)) == 0;
}

/* The order of two fields. Most are the same, or numbers of equally many digits, eight at most. */
static int compare_ids(felt_text a, felt_text b)
{
    if (a.length == b.length && a.length - 1 < 8) {
        unsigned empty = 8 * (8 - (unsigned)a.length);
        uint64_t first = record_raw(a.bytes) << empty, second = record_raw(b.bytes) << empty; /* the last byte is the highest */
        if (first == second)
            return 0;
        uint64_t fill = empty == 0 ? 0 : 0x3030303030303030u >> (64 - empty);
        if (record_digits(first | fill) && record_digits(second | fill))
            return __builtin_bswap64(first) < __builtin_bswap64(second) ? -1 : 1;
    }
    return felt_round_id_compare(a, b);
}

int felt_round_id_compare(felt_text a, felt_text b)
{
    size_t i = 0, j = 0;
    while (i < a.length && j < b.length) {
        int order = 0;
        if (is_digit(a.bytes[i]) && is_digit(b.bytes[j])) {
            order = compare_numbers(a, &i, b, &j);
        } else {
            order = (unsigned char)a.bytes[i++] - (unsigned char)b.bytes[j++];
        }
        if (order != 0)
            return order;
    }
    return (i < a.length) - (j < b.length);
}

/* ---- rows ---- */

static void report(felt_join *join, felt_record_kind file, uint64_t rows, const felt_error *error)
{
    if (file == FELT_RECORD_ROUNDS)
        join->counts.bad_rounds += rows;
    else
        join->counts.bad_bets += rows;
    if (join->report.bad != NULL)
        join->report.bad(join->report.context, file, rows, error);
}

__attribute__((format(printf, 4, 5))) static void report_row(felt_join *join, felt_record_kind file, uint64_t line, const char *format, ...)
{
    felt_error error;
    va_list args;
    va_start(args, format);
    error_write(&error, -1, format, args);
    va_end(args);
    error.line = line;
    report(join, file, 1, &error);
}

/* The file cannot be read any further. */
static void fail(felt_join *join, const char *name, const felt_error *error)
{
    felt_error_set(&join->error, FELT_EIO, -1, "%s: %.*s", name, FELT_ERROR_BYTES - 32, error->message);
    join->error.line = error->line;
}

/* Reads the next bet row if none is pending. False at the end or on failure. */
static bool peek_bet(felt_join *join)
{
    if (join->has_pending || join->bets_ended)
        return join->has_pending;
    felt_bet_record *pending = &join->records[join->count];
    felt_next next = felt_records_next_bet(join->bets, pending);
    if (next == FELT_NEXT_FAILED)
        fail(join, "bets", felt_records_error(join->bets));
    if (next == FELT_NEXT_END || next == FELT_NEXT_FAILED) {
        join->bets_ended = true;
        return false;
    }
    join->counts.bets++;
    join->pending_bad = next == FELT_NEXT_BAD;
    if (join->pending_bad)
        report(join, FELT_RECORD_BETS, 1, felt_records_error(join->bets));
    join->has_pending = true;
    return true;
}

/* In a file that is sorted, there can be one reason only. */
__attribute__((cold, noinline)) static const char *no_such_round(const felt_join *join)
{
    return join->bets->source == SOURCE_SORTED ? "there is no such round"
                                               : "there is no such round, or its bets are not sorted by round, as --sort does";
}

static felt_text text_of(const round_id *id)
{
    return (felt_text){id->bytes, id->length};
}

/* One row more is out of order; many of them are a file that is not sorted, of which nothing more is read. */
__attribute__((cold, noinline)) static void note_misplaced(felt_join *join, felt_record_kind file, uint64_t line)
{
    if (++join->misplaced[file] < MISPLACED_MAX || join->error.message[0] != '\0')
        return;
    felt_error_set(&join->error, FELT_EDATA, -1, "%s: not sorted by round, as %d rows up to line %llu are out of order; --sort sorts them",
                   file == FELT_RECORD_ROUNDS ? "rounds" : "bets", (int)MISPLACED_MAX, (unsigned long long)line);
    join->error.line = line;
}

static void refuse_pending(felt_join *join, const char *because)
{
    const felt_bet_record *pending = &join->records[join->count];
    if (!join->pending_bad)
        report_row(join, FELT_RECORD_BETS, pending->line, "round %.*s: %s", FELT_TEXT_ARGS(pending->id), because);
    join->has_pending = false;
}

__attribute__((cold, noinline)) static bool grow(felt_join *join)
{
    int capacity = join->capacity == 0 ? 64 : join->capacity * 2;
    felt_bet *list = realloc(join->list, (size_t)capacity * sizeof *list);
    if (list != NULL)
        join->list = list;
    felt_bet_record *records = list == NULL ? NULL : realloc(join->records, (size_t)capacity * sizeof *records);
    if (records == NULL)
        return false;
    join->records = records;
    join->capacity = capacity;
    return true;
}

/* Room for the bets of the round, the pending one and one more. */
static inline bool make_room(felt_join *join)
{
    return join->count + 2 <= join->capacity || grow(join);
}

/* Takes the pending bet, which is on the round. */
static void take_pending(felt_join *join)
{
    if (join->pending_bad) {
        join->bad++;
        join->has_pending = false;
        return;
    }
    if (join->count < FELT_ROUND_BETS_MAX && !make_room(join)) {
        felt_error_set(&join->error, FELT_ENOMEM, -1, "%s", felt_status_text(FELT_ENOMEM));
        join->has_pending = false;
        return;
    }
    if (join->count == FELT_ROUND_BETS_MAX) {
        if (join->beyond++ == 0)
            join->beyond_line = join->records[join->count].line;
        join->has_pending = false;
        return;
    }
    join->records[join->count].id = join->round->id;
    join->list[join->count] = join->records[join->count].bet;
    join->count++;
    join->has_pending = false;
}

/* Looks at the pending row for what is beside a row that names no round, which may be of the round of the row before it or of the one
 * behind it. `order` is that of its round and this one; `among`: a row of this one has come. */
static void note_stray(felt_join *join, bool names_none, int order, bool among)
{
    felt_records *bets = join->bets;
    if (names_none) {
        join->stray = join->stray || among;
        bets->beside_bad = bets->source != SOURCE_SORTED; /* what is behind it in a sorted file may not have been: sort.c says what was */
    } else if (order == 0) {
        join->stray = join->stray || bets->beside_bad;
        bets->beside_bad = false;
    } else if (!among) { /* of a round that is not there; among those of this one it is out of its place, and says nothing */
        bets->beside_bad = false;
    }
}

/* Bets for which there is no room are reported once: there may be millions of them. */
__attribute__((cold, noinline)) static void refuse_beyond(felt_join *join)
{
    felt_error error;
    unsigned long long beyond = join->beyond, all = beyond + FELT_ROUND_BETS_MAX;
    felt_error_set(&error, FELT_ELIMIT, -1, "round %.*s: found %llu bets, expected at most %d; %llu %s not used",
                   FELT_TEXT_ARGS(join->round->id), all, (int)FELT_ROUND_BETS_MAX, beyond, beyond == 1 ? "is" : "are");
    error.line = join->beyond_line;
    join->bad += join->beyond;
    report(join, FELT_RECORD_BETS, beyond, &error);
}

/* Refuses the pending bet, whose round is not there. It is out of order if the bet before it was on a later round: on the one that is
 * looked at (`among`), or on another that is not there. What was pending when the round was reached is not: it is behind the last one. */
__attribute__((cold, noinline)) static void refuse_missing(felt_join *join, bool among)
{
    const felt_bet_record *pending = &join->records[join->count];
    round_id *before = &join->missing_id;
    join->missing += !join->pending_bad;
    join->missing_line = pending->line;
    if (pending->id.length > 0) {
        if (among || (before->length > 0 && felt_round_id_compare(pending->id, text_of(before)) < 0))
            note_misplaced(join, FELT_RECORD_BETS, pending->line);
        memcpy(before->bytes, pending->id.bytes, pending->id.length);
        before->length = pending->id.length;
    }
    if (join->missing <= MISSING_MAX)
        refuse_pending(join, no_such_round(join));
    join->has_pending = false;
}

/* Bets on rounds that are not there may be millions, too: those beyond the first few are reported once. */
__attribute__((cold, noinline)) static void end_missing(felt_join *join)
{
    felt_error error;
    unsigned long long more = join->missing > MISSING_MAX ? join->missing - MISSING_MAX : 0;
    bool sorted = join->bets->source == SOURCE_SORTED;
    join->missing = join->missing_id.length = 0;
    if (more == 0)
        return;
    felt_error_set(&error, FELT_EDATA, -1, "%llu more bet%s up to here %s on rounds that are not there%s", more, more == 1 ? "" : "s",
                   more == 1 ? "is" : "are", sorted ? "" : ", or not sorted by round, as --sort does");
    error.line = join->missing_line;
    report(join, FELT_RECORD_BETS, more, &error);
}

/* Gathers the bets on the round; `broken`: the round's own row is bad, and they are reported instead. */
static void gather(felt_join *join, bool broken)
{
    bool among = false;
    felt_text round = join->round->id, next = join->ahead->id;
    if (join->has_pending)
        join->records[0] = join->records[join->count];
    join->count = 0;
    join->bad = join->beyond = 0;
    join->stray = false;
    while (join->error.message[0] == '\0' && peek_bet(join)) {
        felt_text id = join->records[join->count].id;
        int order = 0;
        if (!are_same(id, round)) {
            if (are_same(id, next) && join->ahead_order < 0)
                break;
            order = id.length == 0 ? -1 : compare_ids(id, round);
        }
        if (order > 0)
            break;
        note_stray(join, id.length == 0, order, among);
        among = among || order == 0;
        if (order < 0)
            refuse_missing(join, among);
        else if (broken)
            refuse_pending(join, "the round cannot be settled, as its own row says");
        else
            take_pending(join);
    }
    if (join->beyond > 0)
        refuse_beyond(join);
    if (join->missing_id.length > 0)
        end_missing(join);
}

/* ---- rounds ---- */

/* Reads the round behind the one that is looked at. */
static inline void read_ahead(felt_join *join)
{
    felt_round_record *ahead = join->ahead;
    join->ahead_order = -1;
    join->ahead_next = felt_records_next_round(join->rounds, ahead);
    if (join->ahead_next > FELT_NEXT_BAD)
        ahead->id.length = 0;
    if (ahead->id.length == 0)
        return;
    round_id *id = join->ahead_id;
    felt_text largest = text_of(join->largest);
    if (ahead->id.length <= RECORD_PAD) /* as most are; so many bytes may be read of any field */
        memcpy(id->bytes, ahead->id.bytes, RECORD_PAD);
    else
        memcpy(id->bytes, ahead->id.bytes, ahead->id.length);
    id->length = ahead->id.length;
    ahead->id.bytes = id->bytes;
    if (largest.length > 0)
        join->ahead_order = compare_ids(largest, ahead->id);
}

/* `told`: its row has been reported already. */
__attribute__((cold, noinline)) static void refuse_round(felt_join *join, int order, bool told)
{
    felt_text last = text_of(join->largest), id = join->round->id;
    if (!told && order == 0)
        report_row(join, FELT_RECORD_ROUNDS, join->round->line, "round %.*s comes twice", FELT_TEXT_ARGS(id));
    else if (!told)
        report_row(join, FELT_RECORD_ROUNDS, join->round->line, "round %.*s comes after round %.*s; rounds must be sorted, as --sort does",
                   FELT_TEXT_ARGS(id), FELT_TEXT_ARGS(last));
    if (order > 0)
        note_misplaced(join, FELT_RECORD_ROUNDS, join->round->line);
}

/* Goes on to the round that was read ahead, and reads the next. Does it come after all before it? `told` as above. */
static inline bool step(felt_join *join, bool told)
{
    int order = join->ahead_order;
    felt_round_record *round = join->ahead;
    join->ahead = join->round;
    join->round = round;
    if (round->id.length == 0 || order >= 0) {
        if (round->id.length > 0)
            refuse_round(join, order, told);
        read_ahead(join);
        return false;
    }
    join->ahead_id = join->largest;
    join->largest = join->largest == &join->ids[0] ? &join->ids[1] : &join->ids[0];
    read_ahead(join);
    return true;
}

/* Is the round recorded twice? Its two records contradict each other, or nobody knows. */
static inline bool is_doubled(felt_join *join, bool told)
{
    if (join->ahead_order != 0)
        return false;
    if (!told)
        report_row(join, FELT_RECORD_ROUNDS, join->round->line, "round %.*s is recorded twice, here and in line %llu; neither is used",
                   FELT_TEXT_ARGS(join->round->id), (unsigned long long)join->ahead->line);
    return true;
}

/* Behind the last round. */
static felt_next end(felt_join *join)
{
    if (join->ahead_next == FELT_NEXT_FAILED)
        fail(join, "rounds", felt_records_error(join->rounds));
    while (join->ahead_next == FELT_NEXT_END && join->error.message[0] == '\0' && peek_bet(join))
        refuse_missing(join, false);
    end_missing(join);
    return join->error.message[0] != '\0' ? FELT_NEXT_FAILED : FELT_NEXT_END;
}

felt_next felt_join_next(felt_join *join, felt_joined *ret)
{
    for (;;) {
        bool bad = join->ahead_next == FELT_NEXT_BAD;
        if (join->ahead_next > FELT_NEXT_BAD)
            return end(join);
        join->counts.rounds++;
        if (bad)
            report(join, FELT_RECORD_ROUNDS, 1, felt_records_error(join->rounds));
        bool follows = step(join, bad);
        if (follows) {
            bad = is_doubled(join, bad) || bad;
            gather(join, bad);
        }
        if (join->error.message[0] != '\0')
            return FELT_NEXT_FAILED;
        if (!follows || bad)
            continue;
        *ret = (felt_joined){join->round, join->list, join->records, join->count, join->bad, join->stray};
        return FELT_NEXT_ROW;
    }
}

/* ---- joins ---- */

felt_status felt_join_open(felt_records *rounds, felt_records *bets, felt_record_report told, felt_join **ret)
{
    felt_join *join = calloc(1, sizeof *join);
    if (join == NULL || !make_room(join)) {
        felt_join_free(join);
        return FELT_ENOMEM;
    }
    join->rounds = rounds;
    join->bets = bets;
    join->report = told;
    join->round = &join->two[0];
    join->ahead = &join->two[1];
    join->largest = &join->ids[0];
    join->ahead_id = &join->ids[1];
    read_ahead(join);
    *ret = join;
    return FELT_OK;
}

void felt_join_free(felt_join *join)
{
    if (join == NULL)
        return;
    free(join->list);
    free(join->records);
    free(join);
}

const felt_error *felt_join_error(const felt_join *join)
{
    return &join->error;
}

felt_join_counts felt_join_count(const felt_join *join)
{
    return join->counts;
}

felt_status felt_joined_settle(felt_play *play, const felt_hand *hand, const felt_joined *joined, felt_payment *ret, felt_error *error)
{
    if (joined->bad > 0)
        return felt_error_set(error, FELT_EDATA, 0, "another row of the round's bets is bad");
    if (joined->stray)
        return felt_error_set(error, FELT_EDATA, 0, "a bad row beside this one may be of the same round");
    return felt_settle_hand(play, hand, joined->bets, joined->count, ret, error);
}
