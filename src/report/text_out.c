/* src/report/text_out.c - a text that grows in an arena. */
#include "text_out.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

felt_status out_finish(const text_out *out, felt_text *ret)
{
    if (felt_arena_ran_out(out->arena))
        return FELT_ENOMEM;
    *ret = (felt_text){out->bytes == NULL ? "" : out->bytes, out->length};
    return FELT_OK;
}

void out_bytes(text_out *out, const char *bytes, size_t length)
{
    if (out->length + length > out->capacity) {
        size_t capacity = 2 * (out->length + length) + 4096;
        char *more = felt_arena_take(out->arena, capacity, 1);
        if (more == NULL)
            return;
        if (out->length > 0)
            memcpy(more, out->bytes, out->length);
        out->bytes = more;
        out->capacity = capacity;
    }
    if (length > 0)
        memcpy(out->bytes + out->length, bytes, length);
    out->length += length;
}

void out_text(text_out *out, felt_text text)
{
    out_bytes(out, text.bytes, text.length);
}

void out_print(text_out *out, const char *format, ...)
{
    char buffer[1024], *bytes = buffer;
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int length = vsnprintf(buffer, sizeof buffer, format, args);
    size_t whole = length < 0 ? 0 : (size_t)length;
    if (whole >= sizeof buffer && (bytes = felt_arena_take(out->arena, whole + 1, 1)) != NULL)
        vsnprintf(bytes, whole + 1, format, again);
    if (bytes != NULL)
        out_bytes(out, bytes, whole);
    va_end(again);
    va_end(args);
}

void out_escaped(text_out *out, felt_text text)
{
    static const char special[] = "<>&\"";
    static const char *const entities[] = {"&lt;", "&gt;", "&amp;", "&quot;"};
    for (size_t i = 0; i < text.length; i++) {
        const char *found = memchr(special, text.bytes[i], sizeof special - 1);
        if (found != NULL)
            out_print(out, "%s", entities[found - special]);
        else
            out_bytes(out, &text.bytes[i], 1);
    }
}

void out_repeat(text_out *out, char c, size_t count)
{
    while (count-- > 0)
        out_bytes(out, &c, 1);
}

const char *out_code(const text_out *out, out_color color)
{
    static const char *const codes[] = {"\033[0m", "\033[1m", "\033[1;31m", "\033[1;33m", "\033[1;36m", "\033[2m", "\033[31m", "\033[32m"};
    return out->color ? codes[color] : "";
}

void out_paint(text_out *out, out_color color)
{
    out_print(out, "%s", out_code(out, color));
}

void out_painted(text_out *out, out_color color, felt_text text)
{
    if (color == COLOR_PLAIN || text.length == 0) {
        out_text(out, text);
        return;
    }
    out_paint(out, color);
    out_text(out, text);
    out_paint(out, COLOR_PLAIN);
}

const char *out_joint(int i, int count)
{
    if (i == 0)
        return "";
    return i + 1 < count ? ", " : " or ";
}

felt_text out_grouped(felt_arena *arena, uint64_t number)
{
    char digits[24], grouped[32];
    int length = snprintf(digits, sizeof digits, "%llu", (unsigned long long)number), at = 0;
    for (int i = 0; i < length; i++) {
        if (i > 0 && (length - i) % 3 == 0)
            grouped[at++] = ',';
        grouped[at++] = digits[i];
    }
    return felt_arena_copy(arena, (felt_text){grouped, (size_t)at});
}

void out_csv(text_out *out, felt_text text)
{
    out_bytes(out, "\"", 1);
    for (size_t i = 0; i < text.length; i++) {
        if (text.bytes[i] == '"')
            out_bytes(out, "\"", 1);
        out_bytes(out, &text.bytes[i], 1);
    }
    out_bytes(out, "\"", 1);
}

/* Every sign of ASCII may be escaped; these are the ones that need it somewhere, $ and ~ in the dialect of many sites. */
void out_markdown(text_out *out, felt_text text)
{
    static const char special[] = "\\`*_[]<>&|#~$";
    for (size_t i = 0; i < text.length; i++) {
        if (memchr(special, text.bytes[i], sizeof special - 1) != NULL)
            out_bytes(out, "\\", 1);
        out_bytes(out, &text.bytes[i], 1);
    }
}

void out_markdown_line(text_out *out, felt_text text)
{
    size_t digits = 0;
    while (digits < text.length && text.bytes[digits] >= '0' && text.bytes[digits] <= '9')
        digits++;
    const char *marks = digits > 0 ? ".)" : "-+=";
    if (digits < text.length && strchr(marks, text.bytes[digits]) != NULL) {
        out_bytes(out, text.bytes, digits);
        out_bytes(out, "\\", 1);
        out_bytes(out, text.bytes + digits, 1);
        text = (felt_text){text.bytes + digits + 1, text.length - digits - 1};
    }
    out_markdown(out, text);
}

void out_padded(text_out *out, felt_text text, size_t columns)
{
    size_t used = felt_text_columns(text);
    out_text(out, text);
    out_repeat(out, ' ', used < columns ? columns - used : 0);
}

void out_wrapped(text_out *out, felt_text text, size_t at, size_t indent, size_t width)
{
    size_t start = 0;
    bool first = true;
    while (start < text.length) {
        const char *space = memchr(text.bytes + start, ' ', text.length - start);
        size_t end = space == NULL ? text.length : (size_t)(space - text.bytes);
        felt_text word = {text.bytes + start, end - start};
        size_t columns = felt_text_columns(word);
        if (!first && at + 1 + columns > width) {
            out_bytes(out, "\n", 1);
            out_repeat(out, ' ', indent);
            at = indent;
        } else if (!first) {
            out_bytes(out, " ", 1);
            at++;
        }
        out_text(out, word);
        at += columns;
        first = false;
        start = end + 1;
    }
    out_bytes(out, "\n", 1);
}
