/* src/report/par_table.h - a document going through the press: pages with a head and a foot, headings, tables. */
#ifndef FELT_SRC_REPORT_PAR_TABLE_H
#define FELT_SRC_REPORT_PAR_TABLE_H

#include "par_canvas.h"

#include <felt/par.h>

/* Of the text on a page, in points. */
#define PRESS_LEFT 51.0
#define PRESS_RIGHT (CANVAS_WIDTH - 51.0)
#define PRESS_WIDTH (PRESS_RIGHT - PRESS_LEFT)
#define PRESS_TOP 72.0
#define PRESS_BOTTOM (CANVAS_HEIGHT - 48.0)

/* Which sections stand on a page; `first` is -1 where none does. */
typedef struct press_page {
    int first, last;
} press_page;

typedef struct press {
    felt_arena *arena;
    canvas *canvas;
    const felt_par *par;
    const char *digest; /* of the content */
    bool fractions;
    int *starts;       /* the page on which each section begins; 0 while it is not known */
    const int *sheets; /* the first sheet of each section, and one more: the number of sheets */
    press_page *marks; /* of each page, from 1 on; NULL while a part is only tried */
    int mark_capacity;
    int page, pages;     /* this one; all, 0 while they are being counted */
    double y;            /* where the next thing goes */
    const char *running; /* the part in the head of the page */
    int section;         /* that is being printed, -1: none */
    bool no_memory;
} press;

/* Ends the page, if there is one, and begins another with `running` in its head. */
void press_new_page(press *p, const char *running);

/* From here on a section is printed, on this page and those it runs over to; -1: none. */
void press_section(press *p, int section);

/* Goes to the next page unless `height` is left on this one. */
void press_need(press *p, double height);

/* A heading, on the same page as `keep` points of what follows. */
void press_heading(press *p, const char *text, double keep);

/* A paragraph over the whole width, after a number or sign that stands `left` points before it. */
void press_paragraph(press *p, canvas_font font, const char *sign, double left, felt_text text);

/* The text of a number with a proper minus sign. */
felt_text press_minus(press *p, felt_text text);

/* printf into the arena; an empty text, and no_memory, when it runs out. */
felt_text press_say(press *p, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The height of what `put` prints if it began a page; 0: it takes more than one. */
double press_height(const press *p, void (*put)(press *p, const void *what), const void *what);

/* How many pages `put` begins. */
int press_pages(const press *p, void (*put)(press *p, const void *what), const void *what);

enum { TABLE_COLUMNS_MAX = 10 };

/* ROW_SPAN, ROW_WIDE: the first cell has the whole width. ROW_SPAN, in bold, is the name of the group of rows that follows. */
typedef enum row_kind { ROW_PLAIN = 0, ROW_BOLD, ROW_SPAN, ROW_WIDE } row_kind;

typedef struct table_column {
    const char *title;
    canvas_align align;
    bool stretches; /* takes its share of the width that the others leave; its texts may break */
} table_column;

typedef struct table_row {
    felt_text *cells;
    row_kind kind;
    double bar; /* from 0 to 1, in the column of bars; below 0: none */
} table_row;

typedef struct table {
    const table_column *columns;
    int column_count;
    double x, width;  /* 0 and 0: the whole page */
    bool small;       /* letters */
    bool bare;        /* no titles */
    int bar_column;   /* -1 or 0: there is none, the first cannot be one */
    const int *pages; /* where each row leads to; NULL: nowhere */
    table_row *rows;
    int row_count, row_capacity;
} table;

/* The row that was added, to be completed; NULL when there is no memory. */
table_row *table_add(press *p, table *t, row_kind kind, const felt_text *cells);
void table_print(press *p, const table *t);

/* Prints two tables side by side on one page. */
void table_print_beside(press *p, const table *left, const table *right);

#endif
