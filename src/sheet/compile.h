/* src/sheet/compile.h - what the files of the compiler share.
 *
 * A shape is what a wager's rows in force decide: a table or a machine, and what was seen while it was made (the exam), from which
 * felt_sheet_check draws its findings.
 * Lifetime: the sheet's arena. */
#ifndef FELT_SRC_SHEET_COMPILE_H
#define FELT_SRC_SHEET_COMPILE_H

#include "tree.h"

enum {
    OVERLAPS_MAX = 64,
    EVENT_WORDS = FELT_EVENTS_MAX / 64,
};

/* `first` decides a round that `second` fits as well. */
typedef struct exam_overlap {
    int first, second;
    felt_text example;
} exam_overlap;

typedef struct exam {
    uint64_t decides; /* bit i: row i decides some round */
    exam_overlap overlaps[OVERLAPS_MAX];
    int overlap_count;
    felt_text undecided; /* a round that no row decides; empty when there is none */
    felt_text stuck;     /* events after which nothing can decide the wager; empty when there are none */
} exam;

typedef struct shape {
    uint64_t active;
    int placed;             /* index of the placed line in force, -1 */
    const uint8_t *choices; /* under which it was made; NULL when it depends on nothing but `active` and `placed` */
    const felt_machine *machine;
    exam exam;
} shape;

/* The events of a game that can happen, for wagers that every event decides. */
typedef struct event_space {
    int count;
    uint16_t *events;    /* number i of them */
    const void *details; /* what the game keeps of them */
    felt_text (*example)(const struct event_space *space, felt_arena *arena, int i);
} event_space;

/* One wager of one side: what the compiler knows of it beside its public form. */
typedef struct compiled_wager {
    const wager_source *source;
    int side;             /* index of the side, 0 when there are none */
    const shape **shapes; /* one for each variant */
} compiled_wager;

/* A compiled sheet: the public part, which points back here (felt_sheet.inside), and what only the checks need. */
typedef struct felt_sheet_inside {
    felt_sheet sheet;
    tree tree;
    felt_wager *wagers;               /* sheet.wagers, still to be written */
    compiled_wager *extras;           /* one for each of them */
    int first_wager[FELT_WAGERS_MAX]; /* of the tree's wager i in `wagers`: its first side */
} compiled;

typedef struct compiler {
    felt_arena *arena;
    felt_diags *diags;
    compiled *out;
    const struct sheet_rules *rules; /* of the game */
    event_space *space;              /* NULL until compile_table needs it */
    int variants, shapes, states; /* of the whole sheet so far, for the limits */
    uint64_t work;
    bool full; /* a limit of the whole sheet was passed, and reported: nothing more is compiled */
    bool no_memory;
} compiler;

/* What is compiled now: one side of a wager under one combination of choices. */
typedef struct target {
    const wager_source *source;
    int side;
    const felt_wager *wager;
    const uint8_t *choices; /* of wager->options */
    uint64_t active;
    const placed_source *placed; /* NULL: at any time */
} target;

void *compiler_take(compiler *c, size_t count, size_t size);
felt_diag *compiler_error(compiler *c, const token *at, const char *code, const char *format, ...) __attribute__((format(printf, 4, 5)));

/* Counts work; false, after a report at `at`, when it has become too much. */
bool compiler_work(compiler *c, const token *at, uint64_t amount);

/* resolve.c: finds the wagers that rows and `needs` lines speak of, and refuses circles. */
bool resolve_references(compiler *c);

/* variants.c: sides, options and variants of one wager of the tree; those it speaks of must be compiled already. */
bool compile_wager(compiler *c, int index);
int side_total(const wager_source *w); /* 1 when it has no sides */
bool refuse_second(compiler *c, const token *at); /* reports a second line of a kind in force; always false */
bool guard_fits(const guard *g, const felt_wager *wager, const uint8_t *choices, int side);

/* pay.c */
felt_pay pay_resolve(const pay_source *pay, const wager_source *source, const felt_wager *wager, const uint8_t *choices);
bool pay_add_vig(felt_pay *pay, int64_t num, int64_t den); /* false: what a unit handed over wins would not fit */
bool pay_reduce(int64_t num, int64_t den, int64_t times_num, int64_t times_den, int64_t *ret_num, int64_t *ret_den);
/* 1: the row wins whatever the paytable and units, 0: it does not, -1: that depends on them. */
int pay_wins(const outcome_source *outcome);

/* stakes.c: what the variant needs, its limit and vig, and what may be done with it. `pays` are the variant's, still to be written. */
bool compile_stakes(compiler *c, const target *t, felt_row_pay *pays, felt_variant *v);

/* table.c: a wager that every event decides; false when memory runs out or, after a report, when a limit is passed. */
bool compile_table(compiler *c, const target *t, shape *ret);

/* The variant of `wager` that agrees with `choices` of `other` on the options they share; NULL when it is not offered then. */
const felt_variant *matching_variant(const felt_wager *wager, const felt_wager *other, const uint8_t *choices);

#endif
