/* src/report/count_plot.h - what pictures of counting share, and the kinds of them that come from dealt shoes. */
#ifndef FELT_SRC_REPORT_COUNT_PLOT_H
#define FELT_SRC_REPORT_COUNT_PLOT_H

#include "chart.h"

#include <assert.h>
#include <felt/count_report.h>

enum { COUNT_PLOT_WIDTH = 800, COUNT_PLOT_LEFT = 70 };

/* The panel of one wager from the height `top` on. */
typedef void count_plot_panel(picture *p, felt_arena *arena, const felt_count_entry *e, double top);

/* One kind of pictures. */
typedef struct count_plot {
    const char *title;   /* begins with a capital */
    const char *subject; /* the same behind the name of a sheet */
    int height;          /* of a panel, its heading included */
    bool (*has)(const felt_count_entry *e);
    count_plot_panel *put;
} count_plot;

enum {
    COUNT_PLOT_HEADING = 30,     /* of a panel: the wager and its choices */
    COUNT_PLOT_HEIGHT_MAX = 320, /* of a panel */
};

static_assert(100 + FELT_COUNT_PANELS_MAX * COUNT_PLOT_HEIGHT_MAX <= PICTURE_MOST, "all panels fit a picture");

extern const count_plot report_count_plot_effects, report_count_plot_depth, report_count_plot_cut, report_count_plot_values;

#endif
