/* src/report/par_canvas.h - paper to print on: A4 pages of a PDF file, texts, rules and boxes, in points from the top left corner.
 *
 * par_canvas.c, and picture.c beside it, are the files that know cairo and pango. A canvas can measure without printing, so that a document
 * is laid out twice: once to count its pages, once to print. */
#ifndef FELT_SRC_REPORT_PAR_CANVAS_H
#define FELT_SRC_REPORT_PAR_CANVAS_H

#include <felt/arena.h>
#include <felt/status.h>

#define CANVAS_WIDTH 595.276
#define CANVAS_HEIGHT 841.890

typedef enum canvas_font {
    FONT_TITLE,
    FONT_SECTION,
    FONT_HEADING,
    FONT_BODY,
    FONT_BOLD,
    FONT_SMALL,
    FONT_SMALL_BOLD,
    FONT_TINY,
    FONT_MONO,
    FONT_LISTING,
    FONT_COUNT
} canvas_font;
typedef enum canvas_align { ALIGN_LEFT, ALIGN_RIGHT, ALIGN_CENTER } canvas_align;

typedef struct canvas canvas;

/* What the file says of itself. */
typedef struct canvas_about {
    felt_text title, author, subject, keywords, creator;
} canvas_about;

/* FELT_EDATA: there is no font. */
felt_status canvas_open(felt_arena *arena, const canvas_about *about, canvas **ret);

/* Ends the last page; the file's bytes live in the arena. Frees the canvas whether or not it succeeds. */
felt_status canvas_close(canvas *c, felt_text *ret);

/* While it only measures, nothing is printed and no page is ended. Returns whether it did so before. */
bool canvas_measure_only(canvas *c, bool only);

void canvas_end_page(canvas *c);

/* Prints `text` broken into lines of `width` and returns its height; canvas_height only tells it. */
double canvas_text(canvas *c, canvas_font font, canvas_align align, double x, double y, double width, felt_text text);

/* The same on one line, with its end cut off if it is too long. */
double canvas_line(canvas *c, canvas_font font, canvas_align align, double x, double y, double width, felt_text text);

/* The first few letters that no font has, of what was printed so far. */
felt_text canvas_missing(const canvas *c);

double canvas_height(canvas *c, canvas_font font, double width, felt_text text);
double canvas_width(canvas *c, canvas_font font, felt_text text);

/* gray: 0 is black, 1 is white. */
void canvas_rule(canvas *c, double x1, double y1, double x2, double y2, double thickness, double gray);
void canvas_box(canvas *c, double x, double y, double width, double height, double gray);

/* An entry of the outline that a viewer shows beside the pages, and a part of this page that leads to another. Pages count from 1. */
void canvas_outline(canvas *c, felt_text text, int page);
void canvas_link(canvas *c, double x, double y, double width, double height, int page);

#endif
