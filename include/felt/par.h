/* felt/par.h - the PAR sheet: what a test laboratory signs for a wager.
 *
 * A felt_par is the whole content of a document, in words and printed figures: one felt_par_sheet for each entry of odds. Both renderings,
 * Markdown and PDF, show it and compute nothing, so they cannot disagree. Every printed figure is made from exact fractions.
 *
 * Lifetime: a felt_par and its renderings live in the given arena; the odds and their sheet must outlive it.
 * Threads:  one thread at a time for one arena.
 * Failure:  results are written only on FELT_OK; FELT_ENOMEM when the arena is full. */
#ifndef FELT_PAR_H
#define FELT_PAR_H

#include <felt/api.h>
#include <felt/arena.h>
#include <felt/odds.h>
#include <felt/select.h>
#include <stdint.h>

FELT_API_BEGIN

enum {
    FELT_PAR_ROUNDS_MAX = 16,  /* numbers of rounds that ranges are given for */
    FELT_PAR_HASH_DIGITS = 64, /* of a SHA-256 */
};

/* The largest number of rounds that a range is given for. */
#define FELT_PAR_ROUND_MOST UINT64_C(1000000000000)

/* ---- the content ---- */

/* A line of the identification, or a fraction that is too long for its table. */
typedef struct felt_par_item {
    felt_text label, text;
} felt_par_item;

/* A row that can decide, or the totals. Without pays that are all set, `returns` is "unset" where it needs one. */
typedef struct felt_par_event {
    felt_text event, pays;
    felt_text ways; /* baccarat: six-card deals; craps: the probability as a fraction, or where in the appendix it is */
    felt_text probability, returns;
} felt_par_event;

typedef struct felt_par_figure {
    felt_text name, value;
    felt_text exact; /* the fraction, or where in the appendix it is; empty for roots and unset figures */
} felt_par_figure;

/* Where the realised return will be after so many rounds, in 90 and 95 of 100 cases. */
typedef struct felt_par_range {
    felt_text rounds, wins;
    felt_text low_90, high_90, low_95, high_95;
} felt_par_range;

/* All rows of one net pay. */
typedef struct felt_par_bar {
    felt_text net, probability;
    int quarters;   /* of a decade, above the lowest power of ten of the chart, rounded down; at least 1 */
    double decades; /* the same, for drawing */
} felt_par_bar;

/* The PAR sheet of one wager, side and combination of choices. */
typedef struct felt_par_sheet {
    felt_text title;   /* the wager and its side */
    felt_text choices; /* such as "decks=8"; may be empty */
    felt_text edge;    /* for the contents */
    felt_text ways_title;
    const felt_par_item *identity;
    int identity_count;
    const felt_text *rules; /* plain sentences, in order */
    int rule_count;
    int rule_first; /* the rules from here on are the rows and are numbered */
    const felt_par_event *events;
    int event_count;
    felt_par_event totals;
    const felt_par_figure *figures;
    int figure_count;
    const felt_par_range *ranges; /* none where a pay is unset */
    int range_count;
    const felt_par_bar *bars; /* by net pay, unset last */
    int bar_count;
    int decades;            /* of the chart, from 10^-decades to 1 */
    const felt_text *notes; /* on how to read the figures */
    int note_count;
    const felt_par_item *appendix;
    int appendix_count;
} felt_par_sheet;

typedef struct felt_par {
    felt_text name, short_name; /* of the sheet of rules */
    felt_text version;          /* of Felt */
    felt_text hash;             /* SHA-256 of the sheet's file */
    const felt_par_sheet *sheets;
    int count;
} felt_par;

/* ---- making it ---- */

typedef struct felt_par_request {
    const felt_odds_list *odds; /* of one sheet, at least one entry, from felt_odds_add without a shoe */
    const felt_selection *selection;
    const uint64_t *rounds; /* each from 1 to FELT_PAR_ROUND_MOST */
    int round_count;        /* at most FELT_PAR_ROUNDS_MAX */
    felt_text version;
} felt_par_request;

/* FELT_ERANGE: `rounds` are too many, or one is out of range. */
felt_status felt_par_make(felt_arena *arena, const felt_par_request *request, const felt_par **ret);

felt_status felt_par_markdown(felt_arena *arena, const felt_par *par, felt_text *ret);

/* The document as the bytes of a PDF file, A4. It has no date in it: the same content gives the same bytes. `progress`, if not NULL, is
 * called with each sheet that is done. FELT_EDATA: there is no font on this machine. */
felt_status felt_par_pdf(felt_arena *arena, const felt_par *par, void (*progress)(void *context, int done, int of), void *context,
                         felt_text *ret);

/* Writes the SHA-256 of `text` as hexadecimal digits and a NUL. */
void felt_par_hash(felt_text text, char ret[FELT_PAR_HASH_DIGITS + 1]);

FELT_API_END

#endif
