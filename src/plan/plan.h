/* src/plan/plan.h - what the files of the tables reader share. */
#ifndef FELT_SRC_SERVE_PLAN_H
#define FELT_SRC_SERVE_PLAN_H

#include "../sheet/parser.h"

#include <felt/tables.h>

/* The lines of a table, by their first words. */
typedef enum plan_line {
    LINE_UNKNOWN = 0,
    LINE_TABLE,
    LINE_SHEETS,
    LINE_WITH,
    LINE_OTHERS,
    LINE_SEATS,
    LINE_BETS,
    LINE_IDLE,
    LINE_PACE,
    LINE_REST,
    LINE_CUT,
    LINE_CUT_RULE,
    LINE_BURN,
    LINE_STAKES,
    LINE_CHIPS,
    LINE_LIMIT,
    LINE_ODDS,
    LINE_ROUNDING,
    LINE_VIG,
    LINE_OFFER,
    LINE_CLOSE,
    LINE_COUNT
} plan_line;

/* `with OPTION is CHOICE`, or SHEET/OPTION. */
typedef struct plan_with {
    const token *at; /* the option */
    felt_text sheet; /* empty: every sheet that has the option */
    felt_text option, choice;
    bool bad; /* the choice is none: it is stated, and said to be wrong */
} plan_with;

/* How much a line speaks of; what speaks of less goes before what speaks of more. */
typedef enum plan_reach { REACH_TABLE = 0, REACH_SHEET, REACH_WAGER, REACH_SIDE } plan_reach;

/* What a line says of some wagers that stand next to each other in the book. */
typedef struct plan_term {
    plan_line line;
    const token *at;
    plan_reach reach;
    int first, count;
    felt_money min, max; /* LINE_STAKES; LINE_CHIPS: min is the unit */
    felt_text reason;    /* LINE_OFFER and LINE_CLOSE */
    bool opened;         /* LINE_OFFER: something that would be closed */
} plan_term;

typedef struct plan_reader {
    parser p; /* the sheet parser's cursor and errors; `tree` is there because those ask it for the source */
    tree tree;
    const felt_table_sheets *finder;
    felt_table_plan *list;
    int count;
    const token *words[FELT_TABLES_MAX]; /* short names of the tables so far, also of those that are wrong */
    int word_count;
    bool sheet_failed; /* a sheet does not compile */
    bool skipping;     /* the line that would open a table was wrong */

    /* The table being read. */
    bool open;
    bool broken;         /* a line of it is wrong */
    bool option_unknown; /* a `with` line names no option: what is missing may be what it meant */
    bool sheets_asked;   /* said already that the sheets come first */
    const token *name, *cut_at;
    const token *seen[LINE_COUNT];
    const token *limits[3];
    felt_table_plan now;
    felt_house house;
    const felt_sheet *sheets[FELT_BOOK_SHEETS_MAX];
    int sheet_count; /* 0: none was named yet, or one could not be had */
    plan_with *withs;
    int with_count;
    plan_term *terms;
    int term_count;
} plan_reader;

/* Sets the help of the last diagnostic. */
void plan_help(plan_reader *r, felt_text help);

/* printf into the arena; what there is no memory for is remembered and empty. */
felt_text plan_print(plan_reader *r, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* What stands before item `i` of `count`: "", ", " or " or ". */
const char *plan_joint(int i, int count);

/* Reports an error at a token; always false. */
bool plan_fail(plan_reader *r, const token *at, const char *code, const char *format, ...) __attribute__((format(printf, 4, 5)));

/* lines.c: each begins after the first word of its line, and returns false after a report. */
bool plan_sheets(plan_reader *r);
bool plan_seats(plan_reader *r);
bool plan_bets(plan_reader *r);
bool plan_idle(plan_reader *r);
bool plan_pace(plan_reader *r);
bool plan_rest(plan_reader *r);
bool plan_cut(plan_reader *r);
bool plan_cut_rule(plan_reader *r);
bool plan_burn(plan_reader *r);
bool plan_stakes(plan_reader *r);
bool plan_chips(plan_reader *r);
bool plan_limit(plan_reader *r);
bool plan_odds(plan_reader *r);
bool plan_rounding(plan_reader *r);
bool plan_vig(plan_reader *r);
bool plan_offer(plan_reader *r);
bool plan_close(plan_reader *r);

/* choices.c */
bool plan_choice(plan_reader *r);         /* a `with` line */
bool plan_others(plan_reader *r);         /* `others by default` */
bool plan_choices_stated(plan_reader *r); /* is every option of the sheets stated, or the others by default? Reports those that are not */

/* offer.c: opens the book of a table whose lines are good, and decides what it offers. */
bool plan_open(plan_reader *r);

#endif
