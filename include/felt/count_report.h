/* felt/count_report.h - what a card counter can know of wagers, as text, JSON and pictures.
 *
 * Lifetime: texts live in the given arena.
 * Threads:  one thread at a time for one arena.
 * Failure:  results are written only on FELT_OK; FELT_ENOMEM when the arena is full. */
#ifndef FELT_COUNT_REPORT_H
#define FELT_COUNT_REPORT_H

#include <felt/api.h>
#include <felt/arena.h>
#include <felt/exposure.h>
#include <felt/leak.h>
#include <felt/orders.h>
#include <felt/removal.h>
#include <felt/report.h>
#include <felt/safe.h>
#include <felt/tags.h>

FELT_API_BEGIN

/* Where the figures of a wager are in an exposure. */
typedef struct felt_count_dealt {
    const felt_exposure *exposure; /* NULL: no shoes were dealt for it */
    int bet;
    int systems[FELT_SYSTEMS_MAX]; /* of its systems, in their order ... */
    int scales[FELT_SYSTEMS_MAX];  /* ... which were dealt with tags so many times as large */
    int shown;                     /* so many cut cards are shown, the deepest first; 0: all */
} felt_count_dealt;

/* What would make a wager safe. */
typedef struct felt_count_safe {
    double units;              /* below which it is; 0: nobody asks */
    const felt_safe_row *rows; /* of this wager */
    int row_count;
} felt_count_safe;

/* All that is said of one wager under one combination of choices. */
typedef struct felt_count_entry {
    const felt_removal *removal;
    const felt_systems *systems; /* of that wager; NULL: none are shown */
    felt_count_dealt dealt;
    felt_count_safe safe;
    const felt_orders *orders; /* and these, the same */
    const felt_known_card *known_card;
    const felt_known_last *known_last;
} felt_count_entry;

/* One line, or one JSON object, for each of `count` entries, in their order. Effects are printed in thousandths of a unit as text, and per
 * unit in JSON. FELT_REPORT_TEXT, FELT_REPORT_COLOR and FELT_REPORT_JSON. */
felt_status felt_report_count(felt_arena *arena, const felt_count_entry *list, int count, felt_report_style style,
                              felt_report_columns columns, felt_text *ret);

/* Wagers on which somebody bets whatever is favourable: a group of a sheet, or its whole table. */
typedef struct felt_count_group {
    const felt_sheet *sheet;
    int group; /* index into the sheet's groups; -1: the whole table */
    int decks;
    felt_exposure_group bets;
    const felt_exposure *exposure;
    int index; /* of the group in it */
} felt_count_group;

/* The same for groups: one line or JSON object for each. */
felt_status felt_report_count_groups(felt_arena *arena, const felt_count_group *list, int count, felt_report_style style,
                                     felt_report_columns columns, felt_text *ret);

/* ---- pictures ---- */

typedef enum felt_picture_format { FELT_PICTURE_SVG = 0, FELT_PICTURE_PNG } felt_picture_format;

enum { FELT_COUNT_PANELS_MAX = 48 };

/* What is drawn; a panel for each wager. */
typedef enum felt_count_plot {
    FELT_COUNT_PLOT_EFFECTS = 0, /* "effects": effects of removal, as bars */
    FELT_COUNT_PLOT_DEPTH,       /* "depth": the value, and the edge of bets, by cards not seen; the exposure keeps depths */
    FELT_COUNT_PLOT_CUT,         /* "cut": units won in a shoe by cards behind the cut card; there are several cuts */
    FELT_COUNT_PLOT_VALUES,      /* "values": how often which value comes before a round; the exposure keeps depths */
    FELT_COUNT_PLOTS
} felt_count_plot;

/* FELT_ENOTFOUND: no plot is called so. */
felt_status felt_count_plot_find(felt_text name, felt_count_plot *ret);

/* A panel for each entry that has what is drawn. FELT_ENOTFOUND: none has. FELT_ELIMIT: more than FELT_COUNT_PANELS_MAX have. FELT_EDATA:
 * there is no font. FELT_ENOMEM. */
felt_status felt_report_count_picture(felt_arena *arena, const felt_count_entry *list, int count, felt_count_plot plot,
                                      felt_picture_format format, felt_text *ret);

FELT_API_END

#endif
