/* src/report/picture.h - a picture of rectangles, lines and texts as SVG or PNG, in units from the top left corner; drawn by cairo. */
#ifndef FELT_SRC_REPORT_PICTURE_H
#define FELT_SRC_REPORT_PICTURE_H

#include <felt/arena.h>
#include <felt/count_report.h>
#include <felt/status.h>
#include <stdint.h>

typedef enum picture_font { PICTURE_TITLE, PICTURE_TEXT, PICTURE_SMALL, PICTURE_FONTS } picture_font;
typedef enum picture_align { PICTURE_FROM, PICTURE_TO, PICTURE_AROUND } picture_align;

/* Red, green and blue from 0 to 255: 0xRRGGBB. */
typedef uint32_t picture_color;

enum { PICTURE_PAPER = 0xffffff, PICTURE_INK = 0x222222, PICTURE_FAINT = 0xdddddd, PICTURE_GAIN = 0x3c7d5a, PICTURE_LOSS = 0xb5473c };

typedef struct picture picture;

/* Requires 1 <= width, height <= PICTURE_MOST. FELT_EDATA: there is no font. FELT_ENOMEM. */
enum { PICTURE_MOST = 16000 };
felt_status picture_open(felt_arena *arena, felt_picture_format format, int width, int height, picture **ret);

/* The file's bytes, which live in the arena. Frees the picture whether or not it succeeds. */
felt_status picture_close(picture *p, felt_text *ret);

void picture_box(picture *p, double x, double y, double width, double height, picture_color color);
void picture_line(picture *p, double x1, double y1, double x2, double y2, picture_color color);

/* One line of text, its middle at the height y: from x, to x or around x. Returns its width. */
double picture_text(picture *p, picture_font font, picture_align align, double x, double y, picture_color color, felt_text text);

typedef struct picture_point {
    double x, y;
} picture_point;

/* How a line is drawn: without colors, lines are told apart by it. */
typedef enum picture_dash {
    PICTURE_SOLID,
    PICTURE_LONG,
    PICTURE_SHORT,
    PICTURE_DOTS,
    PICTURE_LONG_DOT,
    PICTURE_LONG_DOTS,
    PICTURE_DASHES
} picture_dash;

/* A line through all points, and the area within it. Nothing with fewer than two. */
void picture_path(picture *p, const picture_point *points, int count, picture_color color, picture_dash dash);
void picture_area(picture *p, const picture_point *points, int count, picture_color color);

/* Steps of 1, 2 or 5 times a power of ten of which at most `lines` make up `range`. Requires range > 0. */
double picture_step(double range, int lines);

#endif
