/* src/base/text.c - UTF-8, columns of a text, and how far apart two words are. */
#include <felt/text.h>
#include <stdio.h>

/* ---- UTF-8 ---- */

size_t felt_text_decode(felt_text text, uint32_t *ret_point)
{
    static const struct {
        unsigned char first, last; /* of the first byte */
        uint32_t least;            /* the lowest point that needs so many bytes */
    } kinds[] = {{0x00, 0x7F, 0}, {0xC0, 0xDF, 0x80}, {0xE0, 0xEF, 0x800}, {0xF0, 0xF7, 0x10000}};
    const unsigned char *bytes = (const unsigned char *)text.bytes;
    if (text.length > 0 && bytes[0] < 0x80) { /* as nearly all are */
        if (ret_point != NULL)
            *ret_point = bytes[0];
        return 1;
    }
    for (size_t k = 1; k < 4 && k < text.length; k++) {
        if (bytes[0] < kinds[k].first || bytes[0] > kinds[k].last)
            continue;
        uint32_t point = bytes[0] - (uint32_t)kinds[k].first;
        for (size_t i = 1; i <= k; i++) {
            if ((bytes[i] & 0xC0) != 0x80)
                return 0;
            point = point << 6 | (bytes[i] & 0x3Fu);
        }
        if (point < kinds[k].least || point > 0x10FFFF || (point >= 0xD800 && point <= 0xDFFF))
            return 0;
        if (ret_point != NULL)
            *ret_point = point;
        return k + 1;
    }
    return 0;
}

/* Takes one letter off the beginning of `text`; a stray byte counts as '?'. */
static uint32_t next_point(felt_text *text)
{
    uint32_t point = '?';
    size_t length = felt_text_decode(*text, &point);
    length = length > 0 ? length : 1;
    *text = (felt_text){text->bytes + length, text->length - length};
    return point;
}

size_t felt_text_letters(felt_text text)
{
    size_t letters = 0;
    while (text.length > 0) {
        next_point(&text);
        letters++;
    }
    return letters;
}

/* Blocks, not single letters: good for every script that a terminal sets apart, and short enough to be read. */
static size_t point_columns(uint32_t point)
{
    static const struct {
        uint32_t first, last;
        size_t columns;
    } blocks[] = {{0x0300, 0x036F, 0},   {0x0483, 0x0489, 0},   {0x1100, 0x115F, 2},  {0x1AB0, 0x1AFF, 0},   {0x1DC0, 0x1DFF, 0},
                  {0x200B, 0x200F, 0},   {0x20D0, 0x20FF, 0},   {0x2E80, 0x303E, 2},  {0x3041, 0x4DBF, 2},   {0x4E00, 0xA4CF, 2},
                  {0xA960, 0xA97F, 2},   {0xAC00, 0xD7A3, 2},   {0xF900, 0xFAFF, 2},  {0xFE00, 0xFE0F, 0},   {0xFE20, 0xFE2F, 0},
                  {0xFE30, 0xFE6F, 2},   {0xFF00, 0xFF60, 2},   {0xFFE0, 0xFFE6, 2},  {0x1F300, 0x1F64F, 2}, {0x1F680, 0x1F6FF, 2},
                  {0x1F900, 0x1F9FF, 2}, {0x20000, 0x3FFFD, 2}, {0xE0100, 0xE01EF, 0}};
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks && point >= blocks[i].first; i++)
        if (point <= blocks[i].last)
            return blocks[i].columns;
    return 1;
}

size_t felt_text_columns(felt_text text)
{
    size_t columns = 0;
    while (text.length > 0)
        columns += point_columns(next_point(&text));
    return columns;
}

bool felt_text_is_printable(felt_text text)
{
    while (text.length > 0) {
        uint32_t point;
        size_t length = felt_text_decode(text, &point);
        if (length == 0 || felt_point_is_control(point))
            return false;
        text = (felt_text){text.bytes + length, text.length - length};
    }
    return true;
}

felt_text felt_text_printable(felt_text text, char *to)
{
    size_t at = 0;
    while (text.length > 0) {
        uint32_t point = 0;
        size_t length = felt_text_decode(text, &point);
        if (length > 0 && !felt_point_is_control(point)) {
            memmove(to + at, text.bytes, length);
            at += length;
        } else
            to[at++] = length > 0 && (point == '\t' || point == '\r') ? ' ' : '?';
        length = length > 0 ? length : 1;
        text = (felt_text){text.bytes + length, text.length - length};
    }
    return (felt_text){to, at};
}

felt_text felt_text_whole(felt_text text)
{
    size_t tail = 0; /* bytes of the last sequence; a letter is at most four */
    while (tail < text.length && tail < 4 && ((unsigned char)text.bytes[text.length - 1 - tail] & 0xC0) == 0x80)
        tail++;
    if (tail == text.length || (unsigned char)text.bytes[text.length - 1 - tail] < 0xC0)
        return text;
    felt_text last = {text.bytes + text.length - 1 - tail, tail + 1};
    return felt_text_decode(last, NULL) > 0 ? text : (felt_text){text.bytes, text.length - last.length};
}

size_t felt_text_json(char byte, char ret[FELT_JSON_BYTE_MAX])
{
    unsigned char value = (unsigned char)byte;
    if (byte == '"' || byte == '\\')
        return (size_t)snprintf(ret, FELT_JSON_BYTE_MAX, "\\%c", byte);
    return (size_t)snprintf(ret, FELT_JSON_BYTE_MAX, value < 0x20 ? "\\u%04x" : "%c", value);
}

/* ---- words ---- */

/* The next letter that tells names apart, small; 0: there is none. */
static char next_letter(felt_text *text)
{
    while (text->length > 0) {
        char c = *text->bytes++;
        text->length--;
        if (c >= 'A' && c <= 'Z')
            return (char)(c - 'A' + 'a');
        if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '/' || (unsigned char)c >= 0x80)
            return c;
    }
    return '\0';
}

bool felt_text_alike(felt_text a, felt_text b)
{
    char first = next_letter(&a), second = next_letter(&b);
    bool empty = first == '\0';
    while (first == second && first != '\0') {
        first = next_letter(&a);
        second = next_letter(&b);
    }
    return !empty && first == second;
}

enum { DISTANCE_BYTES_MAX = 64 };

size_t felt_text_distance(felt_text a, felt_text b, size_t most)
{
    if (a.length > DISTANCE_BYTES_MAX || b.length > DISTANCE_BYTES_MAX)
        return most + 1;
    size_t rows[3][DISTANCE_BYTES_MAX + 1];
    size_t *before = rows[0], *last = rows[1], *now = rows[2];
    for (size_t j = 0; j <= b.length; j++)
        before[j] = last[j] = j;
    for (size_t i = 1; i <= a.length; i++) {
        now[0] = i;
        for (size_t j = 1; j <= b.length; j++) {
            size_t best = last[j - 1] + (a.bytes[i - 1] != b.bytes[j - 1]);
            best = last[j] + 1 < best ? last[j] + 1 : best;
            best = now[j - 1] + 1 < best ? now[j - 1] + 1 : best;
            if (i > 1 && j > 1 && a.bytes[i - 1] == b.bytes[j - 2] && a.bytes[i - 2] == b.bytes[j - 1] && before[j - 2] + 1 < best)
                best = before[j - 2] + 1;
            now[j] = best;
        }
        size_t *oldest = before;
        before = last;
        last = now;
        now = oldest;
    }
    return last[b.length] > most ? most + 1 : last[b.length];
}

static felt_text lower(felt_text text, char to[DISTANCE_BYTES_MAX])
{
    for (size_t i = 0; i < text.length; i++)
        to[i] = (char)(text.bytes[i] >= 'A' && text.bytes[i] <= 'Z' ? text.bytes[i] - 'A' + 'a' : text.bytes[i]);
    return (felt_text){to, text.length};
}

/* Short words are all near each other, so that few edits make another one of them. */
felt_near felt_near_to(felt_text found)
{
    return (felt_near){.found = found, .nearest = {"", 0}, .best = found.length < 2 ? 0 : found.length < 4 ? 2 : found.length < 8 ? 3 : 4};
}

void felt_near_try(felt_near *near, felt_text word)
{
    char a[DISTANCE_BYTES_MAX], b[DISTANCE_BYTES_MAX];
    if (near->best == 0 || near->found.length > sizeof a || word.length > sizeof b)
        return;
    size_t distance = felt_text_distance(lower(near->found, a), lower(word, b), near->best);
    if (distance >= near->best)
        return;
    near->best = distance;
    near->nearest = word;
}
