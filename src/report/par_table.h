/* src/report/par_table.h - a document going through the press: pages with a head and a foot, headings, tables. */
#ifndef FELT_SRC_REPORT_PAR_TABLE_H
#define FELT_SRC_REPORT_PAR_TABLE_H

#include "par_canvas.h"

#include <felt/par.h>

/* Of the text on a page, in points. */
#define PRESS_LEFT 51.0
#define PRESS_RIGHT (CANVAS_WIDTH - 51.0)
#define PRESS_WIDTH (PRESS_RIGHT - PRESS_LEFT)
#define PRESS_TOP 58.0
#define PRESS_BOTTOM (CANVAS_HEIGHT - 48.0)

typedef struct press {
    felt_arena *arena;
    canvas *canvas;
    const felt_par *par;
    int *starts;       /* the page on which each sheet begins; 0 while it is not known */
    int page, pages;   /* this one; all, 0 while they are being counted */
    double y;          /* where the next thing goes */
    felt_text running; /* the title in the head of the page */
    bool no_memory;
} press;

/* Ends the page, if there is one, and begins another with `running` in its head. */
void press_new_page(press *p, felt_text running);

/* Goes to the next page unless `height` is left on this one. */
void press_need(press *p, double height);

/* A heading, on the same page as `keep` points of what follows. */
void press_heading(press *p, const char *text, double keep);

/* The text of a number with a proper minus sign. */
felt_text press_minus(press *p, felt_text text);

enum { TABLE_COLUMNS_MAX = 6 };

typedef struct table_column {
    const char *title;
    canvas_align align;
    bool stretches; /* takes its share of the width that the others leave; its texts may break */
} table_column;

typedef struct table {
    const table_column *columns;
    int column_count;
    bool has_total;   /* the last row is one */
    const int *pages; /* where each row leads to; NULL: nowhere */
    felt_text *cells;
    int row_count, row_capacity;
} table;

void table_add(press *p, table *t, const felt_text *cells);
void table_print(press *p, const table *t);

#endif
