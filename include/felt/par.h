/* felt/par.h - the PAR document: what a test laboratory signs for the wagers of a sheet.
 *
 * A felt_par is the whole content of a document, in words and printed figures: one felt_par_sheet for each entry of odds. Both renderings,
 * Markdown and PDF, show it and compute nothing, so they cannot disagree. Every printed figure is made from exact fractions, and so is
 * what a sample says beside them. Markdown has the sheets one after another; the PDF has one section for each wager, with a column for
 * each of its sheets, and is signed once, for the hash of the Markdown.
 *
 * Lifetime: a felt_par and its renderings live in the given arena; the odds and their sheet must outlive it.
 * Threads:  one thread at a time for one arena.
 * Failure:  results are written only on FELT_OK; FELT_ENOMEM when the arena is full. */
#ifndef FELT_PAR_H
#define FELT_PAR_H

#include <felt/api.h>
#include <felt/arena.h>
#include <felt/diag.h>
#include <felt/most.h>
#include <felt/odds.h>
#include <felt/select.h>
#include <stdint.h>

FELT_API_BEGIN

enum {
    FELT_PAR_ROUNDS_MAX = 16,       /* numbers of rounds that ranges are given for */
    FELT_PAR_HASH_DIGITS = 64,      /* of a SHA-256 */
    FELT_PAR_COVER_BYTES_MAX = 400, /* of a line of the cover */
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
    felt_text fair;     /* the pay, net and to 1, at which the wager would be fair; empty where the row does not win, or no pay would do */
    felt_text fraction; /* the probability, however long; empty for the totals */
    int row;            /* of the wager, -1 for the totals */
} felt_par_event;

/* A row in force, whether it decides or leaves the wager up. */
typedef struct felt_par_row {
    felt_text words; /* the condition, with "otherwise" where it gives way, and what it cites */
    felt_text pays;
    int row;   /* of the wager */
    int event; /* index into events; -1: it leaves the wager up */
} felt_par_row;

typedef struct felt_par_figure {
    felt_text name, value;
    felt_text plain, one_in; /* the name without how rare it is, and that; empty where it is no probability */
    felt_text fraction;      /* the whole of it, however long; empty where `exact` is */
    felt_text exact;         /* the fraction, or where in the appendix it is; empty for roots and unset figures */
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
    int section;       /* the sheets of one wager and side have the same, from 0 on, and stand next to each other */
    felt_text about;   /* the wager's short name, group and citation */
    felt_text title;   /* the wager and its side */
    felt_text choices; /* such as "decks=8"; may be empty */
    felt_text edge;    /* for the contents */
    felt_text ways_title;
    const felt_par_item *identity;
    int identity_count;
    const felt_par_item *free; /* options whose choice makes no difference to the figures, by name, and what the identity says of them */
    int free_count;
    const felt_text *rules; /* plain sentences, in order */
    int rule_count;
    int rule_first; /* the rules from here on are the rows and are numbered */
    const felt_par_event *events;
    int event_count;
    felt_par_event totals;
    const felt_par_row *rows;
    int row_count;
    const felt_par_figure *figures;
    int figure_count;
    const felt_par_item *sample; /* what a simulation found beside the exact figures; none where there was none */
    int sample_count;
    const felt_par_range *ranges; /* none where a pay is unset */
    int range_count;
    const felt_par_bar *bars; /* by net pay, unset last */
    int bar_count;
    int decades;            /* of the chart, from 10^-decades to 1 */
    const felt_text *notes; /* on how to read the figures */
    int note_count;
    int note_own; /* so many, the first, are of this sheet alone; the others hold for all sheets of the document that have pays */
    const felt_par_item *appendix;
    int appendix_count;
} felt_par_sheet;

/* A finding of the checks: `reason` is why the sheet accepts it, else "not accepted", or of a note that it is one. */
typedef struct felt_par_finding {
    felt_text code, wager, message, reason;
    int line;
} felt_par_finding;

typedef struct felt_par {
    felt_text name, short_name; /* of the sheet of rules */
    felt_text version;          /* of Felt */
    felt_text hash;             /* SHA-256 of the sheet's file */
    felt_text text;             /* the sheet's file */
    const felt_par_item *cover; /* the lines of the cover, in their order; the texts may be empty */
    int cover_count;
    felt_text title;              /* of the cover, else the sheet's name */
    felt_text number, revision;   /* of the document; may be empty */
    felt_text laboratory;         /* may be empty */
    felt_text choices;            /* that were stated, such as "decks=8"; empty: all there are */
    const felt_par_item *subject; /* what the document is about: sources, file, hash, game */
    int subject_count;
    const felt_par_item *options; /* of the sheet, each with what this document takes of it */
    int option_count;
    const felt_par_finding *findings; /* those that are not accepted come first */
    int finding_count;
    bool checked;   /* the findings were looked for */
    felt_text most; /* what the house can lose in one round, in a sentence or two; may be empty */
    const felt_par_sheet *sheets;
    int count;
    int section_count;
} felt_par;

/* ---- making it ---- */

/* What the cover says beside the content. Each may be empty: it is left blank, for a pen. */
typedef struct felt_par_cover {
    felt_text title, number, revision, jurisdiction, requester, laboratory, received, issued;
} felt_par_cover;

/* Sets one of them by its name, such as "number"; read: from lines such as "number: PAR-17", empty ones and those that begin with # left
 * out, on top of what is there. Texts live as long as what they were given from. FELT_EDATA: there is no such name, or the text cannot be
 * printed; *cover and *ret are as they were. */
felt_status felt_par_cover_set(felt_par_cover *cover, felt_text key, felt_text value, felt_error *error);
felt_status felt_par_cover_read(felt_text text, felt_par_cover *ret, felt_error *error);

/* A simulation: how often each row of each entry of odds decided. */
typedef struct felt_par_sample {
    uint64_t rounds, seed;
    const uint64_t (*rows)[FELT_ROWS_MAX];
} felt_par_sample;

typedef struct felt_par_request {
    const felt_odds_list *odds; /* of one sheet, at least one entry, from felt_odds_add without a shoe */
    const felt_selection *selection;
    const uint64_t *rounds; /* each from 1 to FELT_PAR_ROUND_MOST */
    int round_count;        /* at most FELT_PAR_ROUNDS_MAX */
    felt_text version;
    felt_par_cover cover;
    const felt_diags *findings;    /* of felt_sheet_check and felt_odds_check; NULL: nobody has looked */
    const felt_most *most;         /* NULL: what the house can lose is not said */
    const felt_par_sample *sample; /* NULL: none */
} felt_par_request;

/* FELT_ERANGE: `rounds` are too many, or one is out of range. */
felt_status felt_par_make(felt_arena *arena, const felt_par_request *request, const felt_par **ret);

felt_status felt_par_markdown(felt_arena *arena, const felt_par *par, felt_text *ret);

/* The hash that stands on every page and that is signed: the SHA-256 of the document as felt_par_markdown writes it. */
felt_status felt_par_digest(felt_arena *arena, const felt_par *par, char ret[FELT_PAR_HASH_DIGITS + 1]);

/* How the pages are made. */
typedef struct felt_par_print {
    bool fractions;                                    /* with an appendix of all exact fractions */
    void (*progress)(void *context, int done, int of); /* NULL, or called with each section that is done */
    void *context;
    felt_text *missing; /* NULL, or gets letters that no font on this machine has, and that stand there as boxes; the first few */
} felt_par_print;

/* The document as the bytes of a PDF file, A4. It has no date in it but what the cover says: the same content gives the same bytes.
 * FELT_EDATA: there is no font on this machine. */
felt_status felt_par_pdf(felt_arena *arena, const felt_par *par, const felt_par_print *print, felt_text *ret);

/* The document as the bytes of a spreadsheet (XLSX) whose figures are formulas of its pays. `par` is what felt_par_make made of `request`.
 * It is written by way of a temporary file, in $TMPDIR or /tmp. FELT_EIO: that cannot be written. FELT_ENOTFOUND: Felt was built without
 * libxlsxwriter, and felt_par_has_xlsx is false. */
felt_status felt_par_xlsx(felt_arena *arena, const felt_par_request *request, const felt_par *par, felt_text *ret);
bool felt_par_has_xlsx(void);

/* Writes the SHA-256 of `text` as hexadecimal digits and a NUL. */
void felt_par_hash(felt_text text, char ret[FELT_PAR_HASH_DIGITS + 1]);

FELT_API_END

#endif
