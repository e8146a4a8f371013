/* src/sheet/tree.h - a parsed sheet: what its lines say, before options, sides and references are worked out.
 *
 * Lifetime: the sheet's arena. */
#ifndef FELT_SRC_SHEET_TREE_H
#define FELT_SRC_SHEET_TREE_H

#include "probe.h"

#include <felt/sheet.h>

/* ---- conditions ---- */

typedef enum cond_kind {
    COND_AND,
    COND_OR,
    COND_NOT,  /* of `left` */
    COND_FACT, /* of a game that needs no kinds of its own: fact, numbers, low..high, as its rules have it */
    COND_WAGER_WINS, /* refs; for wagers that every event decides */
    /* baccarat */
    COND_WINS, /* hand, winner, loser, low..high */
    COND_HAS,  /* hand, winner */
    COND_TIE,  /* winner describes both hands */
    COND_SAME_PAIR,
    /* craps: this roll */
    COND_ROLLED, /* rolls */
    COND_SEVEN_OUT,
    COND_POINT_SET,
    COND_POINT_MADE,
    COND_LINE_WINS,
    COND_COME_OUT_CRAPS,
    COND_ON_COME_OUT,
    COND_POINT_IS, /* rolls, as totals */
    /* craps: since the wager was placed */
    COND_ROLLED_TIMES, /* rolls, low..high */
    COND_ALL_ROLLED,   /* rolls, as totals */
    COND_POINTS_MADE,  /* low..high */
    COND_LINE_WINS_COUNT,
} cond_kind;

typedef enum hand { HAND_PLAYER, HAND_BANKER, HAND_EITHER, HAND_BOTH, HAND_ONLY_ONE, HAND_OWN, HAND_OTHER } hand;

/* A description of a hand. */
typedef struct spec {
    int cards;       /* 2, 3, or 0 for either */
    unsigned totals; /* bit n: a total of n fits */
    bool pair;
} spec;

typedef enum faces { FACES_ANY, FACES_HARD, FACES_EASY } faces;

/* A set of rolls. */
typedef struct rolls {
    uint32_t mask;   /* bit i: roll i is in it */
    uint32_t totals; /* bit n: a roll with the total n is in it */
    bool own_number; /* the rolls of the wager's own number instead */
    faces own_faces;
} rolls;

enum { REF_OUTSIDE = -2 }; /* in ref.wager: a wager of another sheet, which the book finds */

/* A reference to another wager. */
typedef struct ref {
    const token *at;
    int wager; /* index into tree.wagers, -1 until resolved, REF_OUTSIDE */
} ref;

typedef struct cond {
    cond_kind kind;
    const struct cond *left, *right;
    hand hand;
    spec winner, loser;
    rolls rolls;
    int fact;          /* COND_FACT: which, by the game's own count */
    uint32_t numbers;  /* COND_FACT: bits, as parse_numbers gives them */
    int low, high;     /* margins; counts; high is INT_MAX for no upper bound */
    const token *bare; /* counts: the number, where neither `exactly` nor `at least` nor a range says what it means; else NULL */
    ref *refs;
    int ref_count;
    const token *at;
} cond;

/* ---- guards: where OPTION is CHOICE and ... ---- */

enum { GUARD_SIDE = -2 }; /* in guard_test.option: the wager's side */

typedef struct guard_test {
    int option;       /* index into tree.options, or GUARD_SIDE */
    uint32_t choices; /* bit i: choice (or side) i fits */
    bool negated;     /* written with `is not` */
} guard_test;

typedef struct guard {
    guard_test *tests;
    int count; /* 0: always in force */
} guard;

/* ---- pays ---- */

typedef enum unit_kind { UNIT_NONE, UNIT_TO, UNIT_FOR, UNIT_BY_OPTION } unit_kind;

typedef struct cell {
    bool unset;
    int number;
    const token *at;
} cell;

typedef struct pay_source {
    cell *cells;
    int count; /* 1, or one for each column of the paytable */
    unit_kind unit;
    int denominator; /* of UNIT_TO and UNIT_FOR */
    int option;      /* of UNIT_BY_OPTION: index into tree.options */
    int for_choice;  /* of UNIT_BY_OPTION: the choice that means `for 1` */
    int less;        /* the commission in hundredths of a per cent */
    bool less_of_stake;
} pay_source;

typedef struct outcome_source {
    felt_pay_kind kind; /* FELT_PAY_WINS for `pays ...` */
    pay_source pay;
    bool has_dealer;
    pay_source dealer;
} outcome_source;

/* ---- wagers ---- */

typedef struct row_source {
    guard guard;
    bool gives_way;        /* begins with `otherwise` */
    const cond *condition; /* NULL for a bare `otherwise` */
    outcome_source outcome;
    felt_text text, where, cites;
    const token *at;
} row_source;

typedef struct placed_source {
    guard guard;
    felt_placing placing;
    bool own_phases; /* as felt_variant.own_phases */
    const token *at;
} placed_source;

typedef struct needs_source {
    guard guard;
    ref *refs;
    int count;
    bool on_number;         /* `on its number` */
    int most_num, most_den; /* 0 and 0: no limit */
    bool most_wins;         /* the limit is of what the bet can win, else of its stake */
    const token *at;
} needs_source;

typedef struct vig_source {
    guard guard;
    int percent; /* in hundredths */
    bool of_stake;
    bool on_win; /* out of a win, else beside the stake */
    const token *at;
} vig_source;

typedef struct may_source {
    guard guard;
    uint8_t may; /* bits of felt_may */
    const token *at;
} may_source;

typedef struct wager_source {
    felt_text name, short_name, cites;
    const token *at; /* the printed name */
    int group;
    felt_text sides[FELT_SIDES_MAX];
    int side_numbers[FELT_SIDES_MAX]; /* of sides that are numbers */
    int side_count;                   /* 0: no sides */
    guard offered;
    int paytable; /* index into tree.options, -1 */
    row_source *rows;
    int row_count;
    placed_source *placed;
    int placed_count;
    needs_source *needs;
    int needs_count;
    may_source *may;
    int may_count;
    vig_source *vigs;
    int vig_count;
    bool broken; /* a line of it could not be read */
} wager_source;

typedef struct tree {
    scanned source;
    felt_text name;
    const felt_game *game; /* NULL: not known */
    bool has_game;
    felt_source *sources;
    int source_count;
    felt_option *options;
    bool *option_used;
    int option_count;
    int decks_option;
    felt_group *groups;
    int group_count;
    wager_source *wagers;
    int wager_count;
    felt_accept *accepts;
    int accept_count;
    bool wagers_lost; /* a wager statement was wrong: a name that no wager has may be its */
} tree;

/* Parses the lines of a sheet. Every mistake is a diagnostic; the tree holds what could be read. `probe` (or NULL) is told what may stand
 * at its place. FELT_ENOMEM only. */
felt_status parse_sheet(felt_arena *arena, const scanned *source, felt_diags *diags, word_probe *probe, tree *ret);

#endif
