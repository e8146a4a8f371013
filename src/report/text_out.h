/* src/report/text_out.h - a text that grows in an arena, and columns in it. */
#ifndef FELT_SRC_REPORT_TEXT_OUT_H
#define FELT_SRC_REPORT_TEXT_OUT_H

#include <felt/arena.h>
#include <felt/status.h>

typedef enum out_color { COLOR_PLAIN = 0, COLOR_BOLD, COLOR_RED, COLOR_YELLOW, COLOR_CYAN, COLOR_FAINT, COLOR_LOSS, COLOR_GAIN } out_color;

typedef struct text_out {
    felt_arena *arena;
    char *bytes;
    size_t length, capacity;
    bool color; /* it is for a terminal that shows colors */
} text_out;

/* The text so far; FELT_ENOMEM when the arena has refused anything, since then something is missing in it. */
felt_status out_finish(const text_out *out, felt_text *ret);

void out_bytes(text_out *out, const char *bytes, size_t length);
void out_text(text_out *out, felt_text text);
void out_print(text_out *out, const char *format, ...) __attribute__((format(printf, 2, 3)));
void out_repeat(text_out *out, char c, size_t count);

/* For HTML and SVG: names come from sheets and files, and may have letters that mean something there. */
void out_escaped(text_out *out, felt_text text);

/* What begins a color, and COLOR_PLAIN what ends it; "" where there are none. */
const char *out_code(const text_out *out, out_color color);

/* From here on in this color, where there are colors; and a text alone. */
void out_paint(text_out *out, out_color color);
void out_painted(text_out *out, out_color color, felt_text text);

/* What stands before item `i` of `count`: "", ", " or " or ". */
const char *out_joint(int i, int count);

/* A whole number with commas between its thousands: "1,234,567". */
felt_text out_grouped(felt_arena *arena, uint64_t number);

/* `text` as a quoted field of CSV. */
void out_csv(text_out *out, felt_text text);

/* `text` for Markdown, inside a line: whatever would begin markup or HTML, or end a table's cell or a heading, stands for itself. */
void out_markdown(text_out *out, felt_text text);

/* The same at the beginning of a line, where a number or a dash could begin a list. */
void out_markdown_line(text_out *out, felt_text text);

/* `text` and spaces up to `columns`, at least none. */
void out_padded(text_out *out, felt_text text, size_t columns);

/* `text` broken at spaces into lines of `width` columns, all but the first behind `indent` spaces; ends in a newline. `at` is the column
 * at which the first line begins. */
void out_wrapped(text_out *out, felt_text text, size_t at, size_t indent, size_t width);

#endif
