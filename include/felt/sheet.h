/* felt/sheet.h - from the text of a sheet to compiled wagers.
 *
 * A sheet is compiled whole or not at all: every independent mistake becomes a diagnostic, and any error means FELT_ESHEET.
 * Lifetime: the compiled sheet and all it points to live in the arena given to felt_sheet_compile, which must outlive it; the source
 *           text is copied into it.
 * Threads:  one thread at a time for one arena. */
#ifndef FELT_SHEET_H
#define FELT_SHEET_H

#include <felt/api.h>
#include <felt/arena.h>
#include <felt/diag.h>
#include <felt/error.h>
#include <felt/select.h>
#include <felt/wager.h>

FELT_API_BEGIN

/* The limits of the language. Each is tested at the limit and one past it. */
enum {
    FELT_SHEET_BYTES_MAX = 1 << 20,
    FELT_SHEET_LINES_MAX = 20000,
    FELT_LINE_TOKENS_MAX = 256,
    FELT_SHEET_NAME_BYTES_MAX = 255, /* of a file's name that become a sheet's */
    FELT_NAME_BYTES_MAX = 64,     /* a short name, an option, a choice */
    FELT_STRING_BYTES_MAX = 512,  /* anything in quotes */
    FELT_SOURCES_MAX = 16,
    FELT_OPTIONS_MAX = 64,        /* of a sheet, paytables not counted */
    FELT_CHOICES_MAX = 16,        /* of an option, and columns of a paytable */
    FELT_GROUPS_MAX = 32,
    FELT_WAGERS_MAX = 256,        /* of a sheet, before sides */
    FELT_SIDES_MAX = 11,          /* of a wager */
    FELT_ROWS_MAX = 64,           /* of a wager */
    FELT_ACCEPTS_MAX = 256,
    FELT_WAGER_OPTIONS_MAX = 8,   /* that one wager depends on */
    FELT_VARIANTS_MAX = 1024,     /* of a wager */
    FELT_SHEET_VARIANTS_MAX = 16384,
    FELT_SHEET_SHAPES_MAX = 4096, /* tables and machines */
    FELT_SHEET_STATES_MAX = 1 << 18,
    FELT_SHEET_WORK_MAX = 500000000, /* conditions looked at in a round or after a roll, over all variants: a few seconds */
    FELT_NESTING_MAX = 32,        /* parentheses and `not` in a condition */
    FELT_TIMES_MAX = 100,         /* in `rolled N times` and counts of points and line wins */
    FELT_PAY_MAX = 1000000,       /* any number in a pay */
    FELT_STATES_MAX = 32768,      /* of a craps wager, before it is made minimal */
    FELT_SHEET_ARENA_MAX = 256 << 20,
};

/* Compiles `text`. `file` is what diagnostics call it. FELT_ESHEET: `diags` says why. FELT_ENOMEM: the arena is full.
 * Warnings and notes may be added on success, too. Findings about the rules themselves come from felt_sheet_check. */
felt_status felt_sheet_compile(felt_arena *arena, felt_text file, felt_text text, felt_diags *diags, const felt_sheet **ret);

/* Compiles the sheet in the file at `path`, which diagnostics call by it; diags may be NULL. FELT_ENOTFOUND: there is no such file.
 * FELT_EIO: it cannot be read, or is no regular file. FELT_ELIMIT: it is larger than a sheet may be. FELT_ESHEET: `diags` says why, and
 * `error` what is wrong first. FELT_ENOMEM. */
felt_status felt_sheet_load(felt_arena *arena, const char *path, felt_diags *diags, const felt_sheet **ret, felt_error *error);

/* Examines a compiled sheet by going through every outcome that can occur in play and adds its findings, in the order of the sheet,
 * those that the sheet accepts marked so. FELT_ENOMEM only. */
felt_status felt_sheet_check(const felt_sheet *sheet, felt_diags *diags);

/* The same for the choices that the selection leaves alone; then nothing is said of `accept` lines that are not needed. */
felt_status felt_sheet_check_under(const felt_sheet *sheet, const felt_selection *selection, felt_diags *diags);

/* A kind of finding: what a check can say of a sheet. `accept` lines of a sheet name its code. */
typedef struct felt_finding {
    const char *code; /* as in felt_diag.code */
    felt_severity severity;
    bool of_odds;        /* felt_odds_check finds it; else felt_sheet_check */
    const char *meaning; /* one line; words of the language stand in backticks */
} felt_finding;

/* All of them. */
const felt_finding *felt_findings(int *ret_count);

/* The canonical layout of a sheet: words, order and comments are kept, only white space changes. FELT_ESHEET: the text cannot be
 * divided into words; `diags` says where. Formatting the result gives the result. */
felt_status felt_sheet_format(felt_arena *arena, felt_text file, felt_text text, felt_diags *diags, felt_text *ret);

FELT_API_END

#endif
