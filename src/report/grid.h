/* src/report/grid.h - a table of texts: columns as wide as what stands in them, on a terminal or in Markdown.
 *
 * Widths are columns of a terminal. A text that is wider than its column may be is put on a line of its own, and the rest of its row goes
 * on below it. A grid that has no memory for a row leaves it out; the arena remembers that, and out_finish says so. */
#ifndef FELT_SRC_REPORT_GRID_H
#define FELT_SRC_REPORT_GRID_H

#include "text_out.h"

enum { GRID_COLUMNS_MAX = 80 };

typedef enum grid_align { GRID_LEFT = 0, GRID_RIGHT } grid_align;

typedef struct grid_column {
    const char *title;
    grid_align align;
    size_t gap;   /* columns before it; the first column's is the table's indent */
    size_t least; /* columns that it has at least */
    size_t most;  /* columns that no text may widen it beyond; 0: as many as it takes */
} grid_column;

typedef struct grid_row {
    felt_text *cells; /* one for each column */
    out_color *colors;
    felt_text above; /* a line before the row, for all columns; none where it is empty */
    felt_text after; /* behind the last column */
    out_color after_color;
    bool bold; /* a total */
} grid_row;

typedef struct grid {
    felt_arena *arena;
    grid_column columns[GRID_COLUMNS_MAX];
    int column_count;
    grid_row *rows;
    int row_count, row_capacity;
    grid_row spare; /* where a row goes for which there is no memory */
    felt_text spare_cells[GRID_COLUMNS_MAX];
    out_color spare_colors[GRID_COLUMNS_MAX];
} grid;

grid grid_in(felt_arena *arena);
void grid_column_add(grid *g, grid_column column);

/* A new row, all of it empty, to be filled in by the caller before the next one. All columns are there before the first row. */
grid_row *grid_row_add(grid *g);

/* A new row with the texts of all columns. */
grid_row *grid_add(grid *g, const felt_text *cells);

/* For a terminal; titles come first where there are any. */
void grid_print(text_out *out, const grid *g);

/* As a table in Markdown, titles, texts and all but colors. */
void grid_markdown(text_out *out, const grid *g);

#endif
