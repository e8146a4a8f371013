/* felt/tables.h - the tables file: which tables are dealt, with which sheets, choices and limits, and what each of them offers.
 *
 * A tables file is read whole: every independent mistake becomes a diagnostic, and any error means that no table is opened. Every option
 * and reading with more than one choice must be stated. A wager is closed by itself where the document leaves out what it pays or what
 * happens, or where the player has the edge, however it may be placed; a player's edge can be offered all the same, in as many words.
 * docs/tables.md is the reference.
 *
 * Lifetime: plans live in the arena given to felt_tables_read; the sheets must outlive them.
 * Threads:  one thread at a time for one arena; plans are read-only. */
#ifndef FELT_TABLES_H
#define FELT_TABLES_H

#include <felt/api.h>
#include <felt/arena.h>
#include <felt/book.h>
#include <felt/dealing.h>
#include <felt/diag.h>
#include <felt/money.h>
#include <felt/table.h>

FELT_API_BEGIN

/* Bytes, lines and words are limited as in a sheet, sheets of a table as in a book, seats and their bets as at a table. */
enum {
    FELT_TABLES_MAX = 64,
    FELT_TABLE_SECONDS_MAX = 3600,
    FELT_TABLE_CREDITS_MAX = 1000000000,      /* in any amount of the file */
    FELT_TABLE_WITHS_MAX = FELT_SETTINGS_MAX, /* `with` lines of a table */
    FELT_TABLE_TERMS_MAX = 512,               /* wagers and sheets that lines of a table name */
    FELT_CREDIT_MINOR = 100,                  /* minor units of a credit: amounts have two decimals */
    FELT_CREDIT_DECIMALS = 2,
};

/* Why a wager is closed. */
typedef enum felt_closed {
    FELT_CLOSED_NOT = 0,       /* it is offered */
    FELT_CLOSED_BY_CHOICES,    /* it is not part of the game under the choices taken */
    FELT_CLOSED_UNDECIDED,     /* its sheet leaves an outcome undecided */
    FELT_CLOSED_UNDEFINED,     /* the document does not say what happens in an outcome that can occur */
    FELT_CLOSED_UNSET,         /* the document leaves out a pay that can occur */
    FELT_CLOSED_DEALER_UNSET,  /* the same of what a row gives the dealer */
    FELT_CLOSED_PLAYER_EDGE,   /* the player has the edge, in some phase in which it may be placed */
    FELT_CLOSED_BASE,          /* every base wager that it needs is closed */
    FELT_CLOSED_CONFIGURATION, /* `close` */
} felt_closed;

/* The reason as a short word for programs, such as "player-edge"; "" for FELT_CLOSED_NOT. */
const char *felt_closed_text(felt_closed closed);

/* What a table does with one wager of its book. */
typedef struct felt_wager_plan {
    felt_closed closed;
    felt_text reason;        /* for the felt: why it is closed, or why it is offered though it would be closed; may be empty */
    felt_closed but_offered; /* `offer`: what it would be closed for; else FELT_CLOSED_NOT */
    felt_money min, max;     /* of a bet, in whole chips */
    felt_money chip;         /* every stake is a multiple of it */
    felt_text edge;          /* the lowest over the phases in which it may be placed, as a fraction; empty where there is none ... */
    felt_text edge_percent;  /* ... and in per cent, with four decimals */
} felt_wager_plan;

typedef struct felt_table_plan {
    felt_text name;       /* as printed */
    felt_text short_name; /* unique in the file */
    int line;
    felt_text text; /* its lines in the file: a tables file of this table alone */
    const felt_book *book;
    int seats, seat_bets;                    /* and how many bets one may have up */
    int betting_s;                           /* betting is open for so many seconds; 0: on demand, a player says when */
    int rest_s;                              /* the shortest time between two rounds */
    int idle_s;                              /* who has been silent for so long has left; 0: nobody */
    int cut;                                 /* cards behind the cut card; 0: the game has no shoe */
    felt_dealing_rules rules;                /* of the shoe */
    bool rules_stated;                       /* a line says one of them */
    felt_money stakes_min, stakes_max, chip; /* of wagers of which nothing else is said */
    felt_money seat_most;                    /* all stakes of one seat together; 0: no limit */
    felt_money round_most;                   /* all stakes on the felt together; 0: no limit */
    felt_money event_most;                   /* the most that one event may cost the house */
    const felt_wager_plan *wagers;           /* one for each wager of the book */
    int offered, closed;                     /* how many */
    bool odds_live;                          /* players may ask for the edges of the cards that are left, and for what bets are worth */
} felt_table_plan;

typedef struct felt_tables {
    felt_text file; /* as given to felt_tables_read */
    const felt_table_plan *list;
    int count;
} felt_tables;

/* How the reader gets at sheets: `find` is called for each name of a `sheets` line, a shipped sheet's or a path, and gives the compiled
 * sheet. FELT_ENOTFOUND and FELT_EIO become a diagnostic, in which the error's message (empty before, and may be left so) tells more.
 * FELT_ESHEET: the sheet does not compile, which is for `find` to report. FELT_ENOMEM ends the reading. */
typedef struct felt_table_sheets {
    void *context;
    felt_status (*find)(void *context, felt_text name, const felt_sheet **ret, felt_error *error);
} felt_table_sheets;

/* Reads a tables file, opens the book of each table and computes what its wagers are worth. `file` is what diagnostics call it.
 * FELT_EDATA: `diags` says why. FELT_ESHEET: nothing is wrong with the file, but a sheet that it names does not compile. FELT_ENOMEM: the
 * arena is full. */
felt_status felt_tables_read(felt_arena *arena, felt_text file, felt_text text, const felt_table_sheets *sheets, felt_diags *diags,
                             const felt_tables **ret);

/* A table of texts that came with a request: for a table that is opened while others are dealt. */
typedef struct felt_posted {
    felt_text table;           /* a tables file of one table, whose sheets are shipped ones by name, and `posted`: the next */
    felt_text sheet;           /* may be empty where `table` is not */
    bool checked;              /* the sheet is to be examined as well: felt_sheet_check, felt_odds_check */
    felt_text name, beside;    /* `table` is empty: a private table of the sheet, and of a shipped one where `beside` is not empty, ... */
    const felt_text *settings; /* ... under choices such as "decks=8", and the first, or the most decks, of what is not said */
    int setting_count;
} felt_posted;

/* The plan of such a table. `shipped` is asked for names of lower-case letters, digits and hyphens only. At a private one every wager is
 * offered that can be paid. FELT_EDATA: `diags` says why; what it says of the lines has the file "table", and of the sheet "posted.felt".
 * FELT_ESHEET: the same, and a sheet does not compile. FELT_ENOMEM. */
felt_status felt_tables_posted(felt_arena *arena, const felt_posted *posted, const felt_table_sheets *shipped, felt_diags *diags,
                               const felt_table_plan **ret);

/* The setup of the live table (felt/table.h); reasons that are too long for it are cut. Lifetime: in the arena, with the plan's book.
 * FELT_ENOMEM. */
felt_status felt_table_plan_setup(felt_arena *arena, const felt_table_plan *plan, felt_table_setup *ret);

/* The table with that short name; NULL: there is none. */
const felt_table_plan *felt_tables_find(const felt_tables *tables, felt_text short_name);

FELT_API_END

#endif
