/* src/record/csv.c - rows of comma-separated values (RFC 4180; a separator may be another), found 64 bytes at a time.
 *
 * A row without quotes is divided in place. One with quotes is divided byte by byte, its fields copied without their quotes. A quote that
 * is not closed spoils its own line only. */
#include "record.h"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

typedef struct csv_row {
    felt_text fields[FELT_RECORD_COLUMNS_MAX];
    int count; /* may be above FELT_RECORD_COLUMNS_MAX; only so many are kept */
} csv_row;

/* ---- scanning ---- */

/* Which of 64 bytes are separators, ends of lines and quotes: bit i for byte i. */
typedef struct block_marks {
    uint64_t separators, ends, quotes;
} block_marks;

#if defined(__SSE2__)
static inline uint64_t marks_of(const __m128i block[4], char byte)
{
    __m128i wanted = _mm_set1_epi8(byte);
    uint64_t a = (uint16_t)_mm_movemask_epi8(_mm_cmpeq_epi8(block[0], wanted));
    uint64_t b = (uint16_t)_mm_movemask_epi8(_mm_cmpeq_epi8(block[1], wanted));
    uint64_t c = (uint16_t)_mm_movemask_epi8(_mm_cmpeq_epi8(block[2], wanted));
    uint64_t d = (uint16_t)_mm_movemask_epi8(_mm_cmpeq_epi8(block[3], wanted));
    return a | b << 16 | c << 32 | d << 48;
}

static inline block_marks scan_block(const char *at, char separator)
{
    __m128i block[4];
    for (int i = 0; i < 4; i++)
        block[i] = _mm_loadu_si128((const __m128i *)(const void *)(at + 16 * i));
    return (block_marks){marks_of(block, separator), marks_of(block, '\n'), marks_of(block, '"')};
}
#else
static inline block_marks scan_block(const char *at, char separator)
{
    block_marks marks = {0, 0, 0};
    for (int i = 0; i < RECORD_BLOCK; i++) {
        marks.separators |= (uint64_t)(at[i] == separator) << i;
        marks.ends |= (uint64_t)(at[i] == '\n') << i;
        marks.quotes |= (uint64_t)(at[i] == '"') << i;
    }
    return marks;
}
#endif

/* Ends the field that began at `begin`. */
static inline const char *end_field(csv_row *row, const char *begin, const char *end)
{
    if (row->count < FELT_RECORD_COLUMNS_MAX)
        row->fields[row->count] = (felt_text){begin, (size_t)(end - begin)};
    row->count++;
    return end + 1;
}

/* ---- quotes ---- */

/* How far a row with quotes has been looked at, from its beginning: what has been read of it is not looked at again when more comes. */
typedef struct quote_scan {
    size_t at; /* in the end, its length up to the end of its last line */
    uint64_t lines;
    bool inside;
} quote_scan;

/* Goes on to the end of the row; false when that is not in the buffer. */
static bool scan_quotes(const felt_records *r, quote_scan *s)
{
    const char *begin = r->buffer + r->begin;
    size_t available = r->end - r->begin;
    for (; s->at < available; s->at++) {
        s->inside ^= begin[s->at] == '"';
        if (begin[s->at] == '\n' && !s->inside)
            return true;
        s->lines += begin[s->at] == '\n';
    }
    return !s->inside && r->ended;
}

static const char *skip_spaces(const char *at, const char *end)
{
    while (at < end && *at == ' ')
        at++;
    return at;
}

/* Ends a field without its quotes; what stands in ="…", so that a spreadsheet takes it for text, is all that it holds. */
static void end_unquoted(csv_row *row, const char *begin, const char *end)
{
    bool formula = end - begin >= 3 && begin[0] == '=' && begin[1] == '"' && end[-1] == '"';
    end_field(row, formula ? begin + 2 : begin, formula ? end - 1 : end);
}

/* One field of a row with quotes, around which there may be spaces; returns where the next begins, or NULL when quotes stand where they may
 * not. */
static const char *unquote(const char *at, const char *end, char separator, char **to, csv_row *row)
{
    char *begin = *to;
    const char *quote = skip_spaces(at, end);
    quote += quote + 1 < end && quote[0] == '=' && quote[1] == '"';
    if (quote < end && *quote == '"') {
        for (at = quote + 1; at < end && (*at != '"' || (at + 1 < end && at[1] == '"')); at++) {
            at += *at == '"';
            *(*to)++ = *at;
        }
        at = at == end ? NULL : skip_spaces(at + 1, end);
        if (at == NULL || (at < end && *at != separator))
            return NULL;
    } else {
        for (; at < end && *at != separator; at++) {
            if (*at == '"')
                return NULL;
            *(*to)++ = *at;
        }
    }
    end_unquoted(row, begin, *to);
    return at + 1;
}

static felt_next quoted_row(felt_records *r, csv_row *row)
{
    quote_scan s = {.lines = 1};
    bool whole = scan_quotes(r, &s);
    while (!whole && r->end - r->begin <= FELT_RECORD_BYTES_MAX && record_refill(r))
        whole = scan_quotes(r, &s);
    if (!whole && !r->failed) /* the last refill may have found the end of the file */
        whole = scan_quotes(r, &s);
    if (!whole || s.at > FELT_RECORD_BYTES_MAX) {
        felt_text line;
        felt_next next = record_next_line(r, &line);
        if (next == FELT_NEXT_ROW)
            record_bad(r, "a quote is not closed");
        return next == FELT_NEXT_ROW ? FELT_NEXT_BAD : next;
    }
    const char *at = r->buffer + r->begin, *end = at + s.at;
    char *to = r->unquoted;
    r->line = r->next_line;
    r->next_line += s.lines;
    r->begin += s.at + (r->begin + s.at < r->end);
    if (end > at && end[-1] == '\r')
        end--;
    row->count = 0;
    do
        at = unquote(at, end, r->separator, &to, row);
    while (at != NULL && at <= end);
    if (at == NULL)
        record_bad(r, "a quote stands inside a field; write a field with quotes in quotes, each of them doubled");
    return at == NULL ? FELT_NEXT_BAD : FELT_NEXT_ROW;
}

/* ---- rows ---- */

typedef enum scan_end { SCAN_ROW, SCAN_QUOTES, SCAN_MORE } scan_end;

/* Marks the ends of fields in the block at `block`. SCAN_MORE: nothing has been read there yet. */
static inline scan_end mark_block(felt_records *r, size_t block)
{
    if (block >= r->end)
        return SCAN_MORE;
    block_marks marks = scan_block(r->buffer + block, r->separator); /* behind the buffer there is a block of room */
    uint64_t valid = r->end - block >= RECORD_BLOCK ? ~(uint64_t)0 : ((uint64_t)1 << (r->end - block)) - 1;
    r->block = block;
    r->stops = (marks.separators | marks.ends) & valid;
    return (marks.quotes & valid) == 0 ? SCAN_ROW : SCAN_QUOTES;
}

/* Ends the row at `stop`, where its line ends, with the field that began at `field`; `count` stand before it. */
static inline scan_end end_row(felt_records *r, csv_row *row, int count, const char *field, const char *stop)
{
    row->count = count;
    end_field(row, field, stop > field && stop[-1] == '\r' ? stop - 1 : stop);
    r->line = r->next_line++;
    r->begin = (size_t)(stop - r->buffer) + 1;
    return SCAN_ROW;
}

/* Divides the row at the beginning of the buffer. The marks of a block are kept from row to row. If it is SCAN_QUOTES, when there are
 * quotes in sight, or SCAN_MORE, when the end of the row is not, nothing has been taken. */
static inline scan_end scan_row(felt_records *r, csv_row *row)
{
    const char *begin = r->buffer + r->begin, *field = begin;
    scan_end end = r->block == SIZE_MAX ? mark_block(r, r->begin) : SCAN_ROW;
    int count = 0; /* here, and not in the row, for speed */
    while (end == SCAN_ROW) {
        const char *block = r->buffer + r->block;
        for (uint64_t stops = r->stops; stops != 0;) {
            const char *stop = block + __builtin_ctzll(stops);
            stops &= stops - 1;
            if (*stop != '\n') {
                if (count < FELT_RECORD_COLUMNS_MAX)
                    row->fields[count] = (felt_text){field, (size_t)(stop - field)};
                count++;
                field = stop + 1;
                continue;
            }
            r->stops = stops;
            if (stop - begin <= FELT_RECORD_BYTES_MAX)
                return end_row(r, row, count, field, stop);
            r->block = SIZE_MAX;
            return SCAN_MORE;
        }
        end = mark_block(r, r->block + RECORD_BLOCK);
    }
    r->block = SIZE_MAX;
    return end;
}

/* The last line, which has no end, or one that is too long. */
static felt_next last_row(felt_records *r, csv_row *row)
{
    felt_text line;
    felt_next next = record_next_line(r, &line);
    if (next != FELT_NEXT_ROW)
        return next;
    const char *field = line.bytes, *end = line.bytes + line.length;
    row->count = 0;
    for (const char *at = field; at < end; at++)
        if (*at == r->separator)
            field = end_field(row, field, at);
    end_field(row, field, end);
    return FELT_NEXT_ROW;
}

/* Are the fields from one on blank, and as many as are kept? */
__attribute__((cold, noinline)) static bool are_blank(const csv_row *row, int from)
{
    for (int i = from; i < row->count; i++)
        if (i >= FELT_RECORD_COLUMNS_MAX || text_trim(row->fields[i]).length > 0)
            return false;
    return true;
}

static inline felt_next next_row(felt_records *r, csv_row *row)
{
    for (;;) {
        felt_next next = FELT_NEXT_ROW;
        scan_end end = scan_row(r, row);
        if (end == SCAN_QUOTES)
            next = quoted_row(r, row);
        else if (end == SCAN_MORE && r->end - r->begin <= FELT_RECORD_BYTES_MAX && record_refill(r))
            continue;
        else if (end == SCAN_MORE)
            next = last_row(r, row);
        if (next != FELT_NEXT_ROW || (row->fields[0].length > 0 && row->fields[0].bytes[0] > ' ') || !are_blank(row, 0))
            return next; /* else an empty line */
    }
}

/* Fields that nobody has named may stand behind the others where they are empty. */
__attribute__((cold, noinline)) static bool check_surplus(felt_records *r, const csv_row *row)
{
    bool more = row->count > r->column_count;
    if (more && are_blank(row, r->column_count))
        return true;
    return record_bad(r, "found %d field%s, expected %d as in the head; %s", row->count, row->count == 1 ? "" : "s", r->column_count,
                      more ? "a field with a separator in it must stand in quotes" : "a field that is empty keeps its separator");
}

static inline bool check_count(felt_records *r, const csv_row *row)
{
    return row->count == r->column_count || check_surplus(r, row);
}

/* Takes the next row for the head. FELT_EDATA: it is none, and record_bad has said why. */
static felt_status take_head(felt_records *r)
{
    csv_row row = {.count = 0};
    if (!record_find_separator(r))
        return r->failed ? FELT_EIO : FELT_EDATA;
    felt_next next = next_row(r, &row);
    r->column_count = 0;
    if (next == FELT_NEXT_END)
        record_bad(r, "the file is empty; expected a first row that names the columns");
    if (next != FELT_NEXT_ROW)
        return next == FELT_NEXT_FAILED ? FELT_EIO : FELT_EDATA;
    if (row.count > FELT_RECORD_COLUMNS_MAX) {
        record_bad(r, "found %d columns, expected at most %d", row.count, FELT_RECORD_COLUMNS_MAX);
        return FELT_EDATA;
    }
    r->column_count = row.count;
    if (!record_keep_head(r, row.fields, row.count))
        return FELT_ENOMEM;
    if (r->source == SOURCE_EVENTS)
        return record_events_open(r);
    return record_find_columns(r, row.fields, row.count) ? FELT_OK : FELT_EDATA;
}

/* Titles may stand above the head: it is the first row that names what is needed. Where none does, the one with most columns was meant. */
felt_status record_csv_head(felt_records *r)
{
    felt_error error = {.message = ""};
    felt_status status = FELT_EDATA;
    for (int rows = 0, most = -1; rows <= RECORD_TITLES_MAX && status == FELT_EDATA && (rows == 0 || !r->ended || r->begin < r->end);
         rows++) {
        status = take_head(r);
        if (status == FELT_OK && rows > 0)
            r->notes.head_line = r->line;
        if (status == FELT_EDATA && r->column_count > most) {
            most = r->column_count;
            error = r->error;
        }
    }
    if (status == FELT_EDATA)
        r->error = error;
    return status;
}

felt_next record_csv_row(felt_records *r, felt_text fields[FELT_RECORD_COLUMNS_MAX])
{
    csv_row row;
    felt_next next = next_row(r, &row);
    if (next == FELT_NEXT_ROW && !check_count(r, &row))
        return FELT_NEXT_BAD;
    if (next == FELT_NEXT_ROW)
        memcpy(fields, row.fields, (size_t)row.count * sizeof *fields);
    return next;
}

/* Pieces are read where they stand; what is wrong with them, or a list of events, is record_take_part's. */
static inline bool take_part(felt_records *r, int part, felt_text text, felt_round_record *ret)
{
    return (r->game->one_event && r->game->pieces_read(text, ret->dealt.pieces[part], &ret->dealt.counts[part])) ||
           record_take_part(r, part, text, ret);
}

felt_next record_csv_round(felt_records *r, felt_round_record *ret)
{
    csv_row row;
    felt_next next = next_row(r, &row);
    ret->id = (felt_text){NULL, 0};
    ret->line = r->line;
    if (next != FELT_NEXT_ROW)
        return next;
    if (!check_count(r, &row) || !record_take_id(r, row.fields[r->column_of[FIELD_ROUND]], &ret->id))
        return FELT_NEXT_BAD;
    ret->event_count = ret->phase = 0;
    for (int part = 0; part < r->game->field_count; part++)
        if (!take_part(r, part, row.fields[r->column_of[FIELD_PARTS + part]], ret))
            return FELT_NEXT_BAD;
    if (r->column_of[FIELD_PHASE] >= 0 && !record_take_phase(r, row.fields[r->column_of[FIELD_PHASE]], ret))
        return FELT_NEXT_BAD;
    if (__builtin_expect(r->extras, false) && !record_take_extras(r, row.fields, &ret->group, &ret->time))
        return FELT_NEXT_FAILED;
    return FELT_NEXT_ROW;
}

/* A field that may be left out: empty where there is no such column. */
static inline felt_text optional(const felt_records *r, const csv_row *row, record_field field)
{
    static const char nothing[RECORD_PAD] = "";
    return r->column_of[field] < 0 ? (felt_text){nothing, 0} : row->fields[r->column_of[field]];
}

/* Between two quotes that are not closed there may be rows of other rounds: then the row names none. */
__attribute__((cold, noinline)) static felt_next bad_bet(const felt_records *r, felt_bet_record *ret)
{
    if (r->next_line - r->line > 1)
        ret->id = (felt_text){NULL, 0};
    return FELT_NEXT_BAD;
}

/* How many events there were; false: record_bad has said why not. */
static bool take_after(felt_records *r, felt_text text, felt_bet *ret)
{
    uint32_t number = 0;
    if (!record_take_number(r, FIELD_AFTER, text, FELT_HAND_EVENTS_MAX, &number))
        return false;
    ret->after = (uint16_t)number;
    return true;
}

felt_next record_csv_bet(felt_records *r, felt_bet_record *ret)
{
    csv_row row;
    felt_next next = next_row(r, &row);
    ret->id = (felt_text){NULL, 0};
    ret->line = r->line;
    if (next != FELT_NEXT_ROW)
        return next;
    ret->bet = (felt_bet){.seat = 0};
    felt_text action = optional(r, &row, FIELD_ACTION);
    if (!check_count(r, &row) || !record_take_id(r, row.fields[r->column_of[FIELD_ROUND]], &ret->id) ||
        !record_take_wager(r, row.fields[r->column_of[FIELD_WAGER]], optional(r, &row, FIELD_SIDE), &ret->bet.wager) ||
        (action.length > 0 && !record_take_action(r, action, &ret->bet.action)))
        return bad_bet(r, ret);
    felt_text stake = row.fields[r->column_of[FIELD_STAKE]];
    if ((stake.length > 0 || ret->bet.action <= FELT_ACTION_LOWER) && !record_take_money(r, FIELD_STAKE, stake, &ret->bet.stake) &&
        (ret->bet.action <= FELT_ACTION_LOWER || text_trim(stake).length > 0))
        return bad_bet(r, ret);
    felt_text paid = optional(r, &row, FIELD_PAID), seat = optional(r, &row, FIELD_SEAT), after = optional(r, &row, FIELD_AFTER);
    ret->has_paid = paid.length > 0;
    if (ret->has_paid && !record_take_money(r, FIELD_PAID, paid, &ret->paid)) {
        if (text_trim(paid).length > 0)
            return bad_bet(r, ret);
        ret->has_paid = false;
    }
    if ((seat.length > 0 && !record_take_number(r, FIELD_SEAT, seat, UINT32_MAX, &ret->bet.seat)) ||
        (after.length > 0 && !take_after(r, after, &ret->bet)))
        return bad_bet(r, ret);
    if (__builtin_expect(r->extras, false) && !record_take_extras(r, row.fields, &ret->group, &ret->time))
        return FELT_NEXT_FAILED;
    return FELT_NEXT_ROW;
}
