/* src/report/chart.h - lines and bars over two axes, as a part of a picture. */
#ifndef FELT_SRC_REPORT_CHART_H
#define FELT_SRC_REPORT_CHART_H

#include "picture.h"

typedef struct chart_axis {
    felt_text title;  /* with the unit */
    double low, high; /* what is shown */
    double step;      /* between two lines */
    bool backwards;   /* the highest number comes first */
} chart_axis;

/* Where the plot is, its axes outside of it. */
typedef struct chart {
    picture *p;
    felt_arena *arena;
    double left, top, width, height;
    chart_axis x, y;
} chart;

typedef struct chart_point {
    double x, y;
    double spread; /* y may be as much less or more, which is shaded; 0: not shaded */
} chart_point;

/* A line with a name; it is broken where y is not a number. */
typedef struct chart_series {
    felt_text name;
    picture_color color, shade;
    picture_dash dash;
    chart_point *points;
    int count;
} chart_series;

/* Shows at least low to high, from one round number to another, with at most `lines` steps between. Equal numbers get room around them. */
void chart_axis_fit(chart_axis *axis, double low, double high, int lines);

double chart_x(const chart *c, double x);
double chart_y(const chart *c, double y);

/* Lines, numbers and titles of both axes; 0 is drawn darker. */
void chart_axes(const chart *c);

/* The spread of a line, cut off where it leaves the plot; and the line itself. */
void chart_shade(const chart *c, const chart_series *s);
void chart_line(const chart *c, const chart_series *s);

/* One line of a legend: what a line, or an area, stands for. Returns the height of the next. */
double chart_legend_line(const chart *c, double x, double y, const chart_series *s);
double chart_legend_area(const chart *c, double x, double y, picture_color color, felt_text name);

#endif
