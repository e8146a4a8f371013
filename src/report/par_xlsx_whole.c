/* src/report/par_xlsx_whole.c - is all of a spreadsheet in its file? Reads what libxlsxwriter has packed: a zip file of XML parts. */
#include "par_xlsx_whole.h"

#include <stdbool.h>
#include <stdlib.h>
#define ZLIB_CONST /* its input is not changed */
#include <zlib.h>

enum {
    END_BYTES = 22,
    ENTRY_BYTES = 46,
    LOCAL_BYTES = 30,
    DEFLATED = 8,
    PART_MOST = 256 << 20,
};

static const uint32_t end_mark = 0x06054b50, entry_mark = 0x02014b50, local_mark = 0x04034b50;

/* Numbers of a zip file: the lowest byte first. */
static uint32_t number_at(const unsigned char *at, int bytes)
{
    uint32_t number = 0;
    for (int i = bytes - 1; i >= 0; i--)
        number = number << 8 | at[i];
    return number;
}

typedef struct part {
    felt_text name;
    felt_text packed;
    size_t length; /* of its text */
} part;

/* `size` bytes from `offset` on; NULL where the file has not so many. */
static const unsigned char *bytes_at(felt_text file, size_t offset, size_t size)
{
    return offset <= file.length && size <= file.length - offset ? (const unsigned char *)file.bytes + offset : NULL;
}

/* The part whose entry in the list of contents is at *offset, which then is that of the next. */
static bool next_part(felt_text file, size_t *offset, part *ret)
{
    const unsigned char *entry = bytes_at(file, *offset, ENTRY_BYTES);
    if (entry == NULL || number_at(entry, 4) != entry_mark || number_at(entry + 10, 2) != DEFLATED)
        return false;
    size_t packed = number_at(entry + 20, 4), name = number_at(entry + 28, 2), at = number_at(entry + 42, 4);
    const unsigned char *local = bytes_at(file, at, LOCAL_BYTES);
    if (bytes_at(file, *offset + ENTRY_BYTES, name) == NULL || local == NULL || number_at(local, 4) != local_mark)
        return false;
    at += LOCAL_BYTES + number_at(local + 26, 2) + number_at(local + 28, 2);
    *ret = (part){{(const char *)entry + ENTRY_BYTES, name}, {file.bytes + at, packed}, number_at(entry + 24, 4)};
    *offset += ENTRY_BYTES + name + number_at(entry + 30, 2) + number_at(entry + 32, 2);
    return bytes_at(file, at, packed) != NULL && ret->length <= PART_MOST;
}

static bool unpack(const part *p, char *ret)
{
    z_stream z = {.next_in = (const unsigned char *)p->packed.bytes,
                  .avail_in = (uInt)p->packed.length,
                  .next_out = (unsigned char *)ret,
                  .avail_out = (uInt)p->length};
    if (inflateInit2(&z, -MAX_WBITS) != Z_OK)
        return false;
    bool whole = inflate(&z, Z_FINISH) == Z_STREAM_END && z.avail_out == 0;
    inflateEnd(&z);
    return whole;
}

static bool has_at(felt_text text, size_t at, const char *wanted)
{
    size_t length = strlen(wanted);
    return at <= text.length && length <= text.length - at && memcmp(text.bytes + at, wanted, length) == 0;
}

/* Its last word closes its first: "<sst ...>" and "</sst>". */
static bool is_closed(felt_text text)
{
    size_t first = 0, name = 0;
    while (first < text.length && !(text.bytes[first] == '<' && !has_at(text, first, "<?")))
        first++;
    while (first + 1 + name < text.length && strchr(" >/", text.bytes[first + 1 + name]) == NULL)
        name++;
    while (text.length > 0 && text.bytes[text.length - 1] == '\n')
        text.length--;
    return name > 0 && text.length >= name + 3 && has_at(text, text.length - 1, ">") && has_at(text, text.length - name - 3, "</") &&
           memcmp(text.bytes + text.length - name - 1, text.bytes + first + 1, name) == 0;
}

static long count_cells(felt_text text)
{
    long count = 0;
    for (size_t i = 0; i < text.length; i++)
        count += text.bytes[i] == '<' && has_at(text, i, "<c ");
    return count;
}

static felt_status look_at(const part *p, long *cells)
{
    char *text = malloc(p->length + 1);
    if (text == NULL)
        return FELT_ENOMEM;
    felt_status status = unpack(p, text) && is_closed((felt_text){text, p->length}) ? FELT_OK : FELT_EIO;
    if (status == FELT_OK && has_at(p->name, 0, "xl/worksheets/sheet"))
        *cells += count_cells((felt_text){text, p->length});
    free(text);
    return status;
}

felt_status par_xlsx_whole(felt_text bytes, long cells)
{
    const unsigned char *end = bytes.length < END_BYTES ? NULL : bytes_at(bytes, bytes.length - END_BYTES, END_BYTES);
    if (end == NULL || number_at(end, 4) != end_mark)
        return FELT_EIO;
    size_t offset = number_at(end + 16, 4);
    long found = 0;
    for (uint32_t left = number_at(end + 10, 2); left > 0; left--) {
        part p;
        felt_status status = next_part(bytes, &offset, &p) ? look_at(&p, &found) : FELT_EIO;
        if (status != FELT_OK)
            return status;
    }
    return found == cells ? FELT_OK : FELT_EIO;
}
