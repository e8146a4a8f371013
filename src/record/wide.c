/* src/record/wide.c - how a file begins: byte order marks, UTF-16 read as UTF-8, and files that are no text at all. */
#include "record.h"

#include <stdlib.h>

/* ---- UTF-16 ---- */

enum { WIDE_CHUNK = 4096, WIDE_TEXT = WIDE_CHUNK / 2 * 3 + 4 }; /* bytes looked at together, and what they make at most */

struct record_wide {
    felt_input input;
    bool big, ended;
    size_t raw_begin, raw_end, text_begin, text_end;
    char text[WIDE_TEXT];
    unsigned char raw[RECORD_CAPACITY];
};

static uint32_t unit_at(const record_wide *w, size_t at)
{
    return w->big ? (uint32_t)w->raw[at] << 8 | w->raw[at + 1] : (uint32_t)w->raw[at + 1] << 8 | w->raw[at];
}

static void put_point(record_wide *w, uint32_t point)
{
    char *to = w->text + w->text_end;
    if (point < 0x80) {
        to[0] = (char)point;
        w->text_end += 1;
    } else if (point < 0x800) {
        to[0] = (char)(0xC0 | point >> 6);
        to[1] = (char)(0x80 | (point & 0x3F));
        w->text_end += 2;
    } else if (point < 0x10000) {
        to[0] = (char)(0xE0 | point >> 12);
        to[1] = (char)(0x80 | (point >> 6 & 0x3F));
        to[2] = (char)(0x80 | (point & 0x3F));
        w->text_end += 3;
    } else {
        to[0] = (char)(0xF0 | point >> 18);
        to[1] = (char)(0x80 | (point >> 12 & 0x3F));
        to[2] = (char)(0x80 | (point >> 6 & 0x3F));
        to[3] = (char)(0x80 | (point & 0x3F));
        w->text_end += 4;
    }
}

/* Reads on where fewer than four bytes are there, so that no pair is cut; false when the input fails. */
static bool fill_raw(record_wide *w)
{
    while (!w->ended && w->raw_end - w->raw_begin < 4) {
        memmove(w->raw, w->raw + w->raw_begin, w->raw_end - w->raw_begin);
        w->raw_end -= w->raw_begin;
        w->raw_begin = 0;
        ptrdiff_t got = w->input.read(w->input.context, (char *)w->raw + w->raw_end, WIDE_CHUNK);
        if (got < 0)
            return false;
        w->ended = got == 0;
        w->raw_end += (size_t)got;
    }
    return true;
}

/* One letter; half of a pair, or an odd byte at the end, is U+FFFD, which no field takes. */
static void take_point(record_wide *w)
{
    size_t left = w->raw_end - w->raw_begin;
    uint32_t first = left >= 2 ? unit_at(w, w->raw_begin) : 0xFFFD;
    size_t taken = left >= 2 ? 2 : left;
    if (first >= 0xD800 && first < 0xE000) {
        uint32_t second = left >= 4 ? unit_at(w, w->raw_begin + 2) : 0;
        bool pair = first < 0xDC00 && second >= 0xDC00 && second < 0xE000;
        first = pair ? 0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00) : 0xFFFD;
        taken = pair ? 4 : 2;
    }
    put_point(w, first);
    w->raw_begin += taken;
}

static ptrdiff_t read_wide(void *context, char *ret, size_t size)
{
    record_wide *w = context;
    if (w->text_begin == w->text_end) {
        w->text_begin = w->text_end = 0;
        if (!fill_raw(w))
            return -1;
        while (w->raw_end - w->raw_begin >= 4 || (w->ended && w->raw_end > w->raw_begin)) {
            if (w->text_end + 4 > WIDE_TEXT)
                break;
            take_point(w);
        }
    }
    size_t take = w->text_end - w->text_begin < size ? w->text_end - w->text_begin : size;
    if (take > 0)
        memcpy(ret, w->text + w->text_begin, take);
    w->text_begin += take;
    return (ptrdiff_t)take;
}

/* From here on the input is read through a converter, which begins with what the buffer holds behind a mark of so many bytes. */
static felt_status begin_wide(felt_records *r, bool big, size_t mark)
{
    record_wide *w = r->wide = calloc(1, sizeof *w);
    if (w == NULL) {
        record_bad(r, "%s", felt_status_text(FELT_ENOMEM));
        return FELT_ENOMEM;
    }
    w->input = r->input;
    w->big = big;
    w->ended = r->ended;
    w->raw_end = r->end - r->begin - mark;
    memcpy(w->raw, r->buffer + r->begin + mark, w->raw_end);
    r->input = (felt_input){w, read_wide};
    r->begin = r->end = 0;
    r->ended = false;
    record_refill(r);
    return r->failed ? FELT_EIO : FELT_OK;
}

void record_wide_free(record_wide *wide)
{
    free(wide);
}

/* ---- other files ---- */

#define SAVE_AS "in the spreadsheet save it as 'CSV UTF-8' (File, Save As) and give that file"

/* What files that people have begin with, and what to do about it. */
static const struct {
    const char *begins;
    size_t length;
    const char *says;
} others[] = {
    {"PK\x03\x04", 4, "an XLSX spreadsheet or another ZIP file; " SAVE_AS},
    {"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1", 8, "an old Excel file (XLS); " SAVE_AS},
    {"PAR1", 4, "a Parquet file; export it, such as with duckdb -csv -c \"from 'FILE'\" >FILE.csv, and give that file"},
    {"\x1F\x8B", 2, "compressed (gzip); give what `zcat FILE` prints, with - for the file"},
    {"\x28\xB5\x2F\xFD", 4, "compressed (zstd); give what `zstdcat FILE` prints, with - for the file"},
    {"\xFD"
     "7zXZ",
     5, "compressed (xz); give what `xzcat FILE` prints, with - for the file"},
    {"SQLite format 3", 15, "an SQLite database; export the table, such as with sqlite3 -header -csv FILE 'select * from TABLE'"},
    {"%PDF", 4, "a PDF document; ask for the same as CSV"},
    {"<html", 5, "a web page (some systems call it .xls); open it in a spreadsheet, save it as 'CSV UTF-8' and give that file"},
    {"<table", 6, "a web page (some systems call it .xls); open it in a spreadsheet, save it as 'CSV UTF-8' and give that file"},
    {"<?xml", 5, "an XML file; open it in a spreadsheet, save it as 'CSV UTF-8' and give that file"},
};

static bool begins_with(const felt_records *r, const char *bytes, size_t length)
{
    const char *at = r->buffer + r->begin;
    if (r->end - r->begin < length)
        return false;
    for (size_t i = 0; i < length; i++) {
        char c = at[i] >= 'A' && at[i] <= 'Z' && bytes[0] == '<' ? (char)(at[i] - 'A' + 'a') : at[i];
        if (c != bytes[i])
            return false;
    }
    return true;
}

static size_t skip_blanks(const felt_records *r, size_t at)
{
    while (at < r->end && (r->buffer[at] == ' ' || r->buffer[at] == '\t' || r->buffer[at] == '\r' || r->buffer[at] == '\n'))
        at++;
    return at;
}

/* JSON that is one value over many lines. `[round]` may be the name of a column. */
static bool is_by_line(felt_records *r)
{
    size_t first = skip_blanks(r, r->begin), next = first < r->end ? skip_blanks(r, first + 1) : r->end;
    char c = first < r->end ? r->buffer[first] : '\0', second = next < r->end ? r->buffer[next] : '\0';
    if (c == '[' && (second == '{' || second == '\0' || second == ']'))
        return record_bad(r, "found one JSON array; expected an object on each line, such as `jq -c '.[]' FILE` prints");
    bool broken = c == '{' && memchr(r->buffer + first, '\n', next - first) != NULL;
    return !broken || record_bad(r, "found a JSON object over several lines, expected one on each line, such as `jq -c . FILE` prints");
}

static bool is_text(felt_records *r)
{
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (begins_with(r, others[i].begins, others[i].length))
            return record_bad(r, "found %s", others[i].says);
    if (!is_by_line(r))
        return false;
    return r->begin == r->end || r->buffer[r->begin] != '\0' ||
           record_bad(r, "found zeros, expected text; the file is damaged, or was cut off while it was written");
}

/* Two plain letters with a zero behind each, or before each: UTF-16 without a mark, which nothing else can be. */
static bool is_unmarked(const felt_records *r, bool big)
{
    const char *at = r->buffer + r->begin;
    bool four = r->end - r->begin >= 4;
    return four && at[!big] == '\0' && at[2 + !big] == '\0' && at[big] > '\0' && at[2 + big] > '\0';
}

felt_status record_begin(felt_records *r)
{
    enum { LONGEST = 16 };
    r->line = 1;
    while (r->end - r->begin < LONGEST && record_refill(r)) {
    }
    if (begins_with(r, "\xFF\xFE", 2) || begins_with(r, "\xFE\xFF", 2))
        return begin_wide(r, r->buffer[r->begin] == '\xFE', 2);
    for (int big = 0; big < 2; big++)
        if (is_unmarked(r, big))
            return begin_wide(r, big, 0);
    if (begins_with(r, "\xEF\xBB\xBF", 3))
        r->begin += 3;
    if (r->failed)
        return FELT_EIO;
    return is_text(r) ? FELT_OK : FELT_EDATA;
}
