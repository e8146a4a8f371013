/* felt/wager.h - compiled wagers: the one form that odds, settlement, simulation and live tables read.
 *
 * A sheet holds wagers; `on player or banker` makes two wagers of one text. A wager holds one variant for each combination of the
 * choices it depends on. A variant says which row decides, as a minimal machine over the game's events, and what
 * each row pays. Variants that differ only in pays share one machine.
 *
 * Lifetime: everything here is owned by the felt_sheet it was compiled from and never changes.
 * Threads:  read-only, so any number. */
#ifndef FELT_WAGER_H
#define FELT_WAGER_H

#include <felt/api.h>
#include <felt/game.h>
#include <felt/status.h>
#include <felt/text.h>
#include <stdbool.h>
#include <stdint.h>

FELT_API_BEGIN

enum {
    FELT_ROW_NONE = 255,     /* no row decides this event, or it cannot happen */
    FELT_STATE_NONE = 65535, /* in felt_machine.start: the wager may not be placed in that phase; in next: nothing decides */
    FELT_CLASSES_MAX = 255,
    FELT_WAGER_OUTSIDE = 65535, /* in felt_need.wager */
};

/* ---- pays ---- */

typedef enum felt_pay_kind {
    FELT_PAY_LOSES = 0, /* the stake is lost */
    FELT_PAY_PUSHES,    /* the stake comes back */
    FELT_PAY_WINS,      /* the stake comes back with winnings */
    FELT_PAY_UNSET,     /* the document leaves the pay out */
    FELT_PAY_STAYS,     /* craps: nothing is decided yet */
    FELT_PAY_UNDEFINED, /* the document does not say what happens: neither whether the wager wins nor what it pays */
} felt_pay_kind;

/* A pay as it was printed and as it counts. win is what a stake of 1 wins before commission, commission what is kept of that, both
 * fractions in lowest terms with a positive denominator; both are 0/1 unless kind is FELT_PAY_WINS. The net win is win - commission. */
typedef struct felt_pay {
    felt_pay_kind kind;
    int64_t win_num, win_den;
    int64_t commission_num, commission_den;
    int64_t vig_num, vig_den; /* felt_variant.vig of a row that wins; 0/1 for none */
    bool commission_is_vig;   /* the house's smallest vig, unit and rounding hold for the commission */
    int32_t printed_num, printed_den; /* "printed_num to printed_den" or "... for ..."; 0 and 0 when nothing was printed */
    bool printed_for;
    int32_t printed_less;             /* the commission in hundredths of a per cent, 0 for none ... */
    bool printed_less_of_stake;       /* ... of the stake, else of the win */
} felt_pay;

/* What a stake of 1 wins after commission as a fraction in lowest terms: -1/1 for a loss, 0/1 for a push.
 * Requires a kind of FELT_PAY_LOSES, FELT_PAY_PUSHES or FELT_PAY_WINS. */
void felt_pay_net(const felt_pay *pay, int64_t *ret_num, int64_t *ret_den);

/* What a unit handed over wins, which is what figures are of: the net win, or, where a vig is handed over beside the stake, (net - vig) /
 * (1 + vig). A push gives back the vig, too. Requires as above. */
void felt_pay_worth(const felt_pay *pay, int64_t *ret_num, int64_t *ret_den);

/* Writes the pay in a sheet's words, such as "pays 40 to 1", "pays 1 to 1 less 5%", "pushes", "pays unset" or "undefined". */
void felt_pay_write(const felt_pay *pay, char *ret, size_t size);

/* What a win is counted in, where it is a whole number without commission; nothing else has a unit. */
typedef enum felt_pay_unit { FELT_PAY_UNIT_NONE = 0, FELT_PAY_UNIT_TO_1, FELT_PAY_UNIT_FOR_1 } felt_pay_unit;

felt_pay_unit felt_pay_unit_of(const felt_pay *pay);

/* Does the pay print a number, as "pays 40 to 1" does and "pushes" does not? */
bool felt_pay_has_number(const felt_pay *pay);

/* Writes the pay for a table's cell, such as "40 to 1", "pushes" or "unset"; and the number alone, "40", where its unit is `said`. */
void felt_pay_write_cell(const felt_pay *pay, felt_pay_unit said, char *ret, size_t size);

/* What a row pays: the bettor, and somebody else (the dealer's envy pay) where has_dealer says so. */
typedef struct felt_row_pay {
    felt_pay pay;
    bool has_dealer;
    felt_pay dealer;
} felt_row_pay;

/* ---- options ---- */

typedef enum felt_option_kind {
    FELT_OPTION_HOUSE = 0, /* `option`: the house chooses */
    FELT_OPTION_READING,   /* `reading`: the document can be read in more than one way */
    FELT_OPTION_PAYTABLE,  /* `paytable`: columns of pays of one wager */
    FELT_OPTION_DECKS,     /* from `game baccarat with ... decks`; choices are named "1" to "8" */
} felt_option_kind;

typedef struct felt_choice {
    felt_text name;  /* as in --set option=name */
    felt_text title; /* what it means; may be empty */
    felt_text cites; /* where it comes from; may be empty */
    int number;      /* FELT_OPTION_DECKS: how many decks; 0 for every other option */
} felt_choice;

typedef struct felt_option {
    felt_option_kind kind;
    felt_text name;
    felt_text title;
    const felt_choice *choices;
    int choice_count;
    int line, column;
} felt_option;

/* ---- machines ---- */

typedef enum felt_memory_kind {
    FELT_MEMORY_PHASE = 0, /* the phase of the game as the wager has seen it: its own where it has own_phases */
    FELT_MEMORY_HAS_COME,  /* whether one of `events` has come since the wager was placed: 0 or 1 */
    FELT_MEMORY_COUNT,     /* how often one of `events` has come, or what `name` says has happened, since then */
} felt_memory_kind;

/* One of the things that the states of a machine remember. */
typedef struct felt_memory {
    felt_memory_kind kind;
    felt_text name;     /* in the sheet's words: "point"; "2", which has come; "6 rolled", some times; "points made", so many */
    felt_text single;   /* FELT_MEMORY_COUNT that is written with the number first: the name for 1, "point made"; else empty */
    const bool *events; /* one for each event of the game: whether it is meant; NULL where no single event is */
    int most;           /* the largest value; of FELT_MEMORY_COUNT, it stands for all beyond it as well */
} felt_memory;

enum {
    FELT_MEMORY_UNKNOWN = -1,     /* the state is one for several values: the wager does not tell them apart any more */
    FELT_MEMORY_TEXT_BYTES = 512, /* room for what felt_memory_write writes */
};

/* A minimal deterministic machine over the events of a game. next[state * class_count + class_of[event]] is the state after the event when
 * it is below state_count; otherwise the wager is decided by row next - state_count, or by none when it is FELT_STATE_NONE. start[phase]
 * is the state of a wager placed in that phase, or FELT_STATE_NONE where it may not be. Every state can be reached from a start; from
 * every state a decision can be reached if the variant is complete. A wager that every event decides has one state. */
typedef struct felt_machine {
    const felt_game *game;
    uint32_t state_count;
    uint32_t class_count;    /* kinds of events that the machine tells apart, at most FELT_CLASSES_MAX */
    const uint8_t *class_of; /* of each event of the game */
    uint16_t start[FELT_PHASES_MAX];
    const uint16_t *next;
    const felt_memory *memories; /* what its states remember; none for a wager that every event decides */
    uint32_t memory_count;
    const int16_t *memory; /* memory[state * memory_count + i]: the value of memories[i] in that state, or FELT_MEMORY_UNKNOWN */
} felt_machine;

static inline uint32_t felt_machine_next(const felt_machine *machine, uint32_t state, int event)
{
    return machine->next[state * machine->class_count + machine->class_of[event]];
}

/* The row that decides when `event` meets a wager in `state`: -1 when it stays up, FELT_ROW_NONE when nothing decides, or when the event
 * cannot happen. */
static inline int felt_machine_row(const felt_machine *machine, uint32_t state, int event)
{
    uint32_t next = felt_machine_next(machine, state, event);
    if (next < machine->state_count)
        return -1;
    return next == FELT_STATE_NONE ? FELT_ROW_NONE : (int)(next - machine->state_count);
}

/* The number of the phase that a wager in `state` has seen, its own where it has own_phases, such as 6 where the point is 6; 0: a phase
 * without a number; -1: the wager does not remember it. Requires state < state_count. */
int felt_machine_number(const felt_machine *machine, uint32_t state);

/* Writes what a state remembers, such as "point 6, 2 points made" or "2, 3 and 5 have come; 4 and 6 have not"; what it does not know is
 * left out. Empty when nothing is left. Requires state < state_count and size > 0. */
void felt_memory_write(const felt_machine *machine, uint32_t state, char *ret, size_t size);

/* Are the two the same, state for state and class for class? */
bool felt_machine_same(const felt_machine *a, const felt_machine *b);

/* When a wager may be placed; felt_game.placings has what the game calls each. */
typedef enum felt_placing {
    FELT_PLACED_NEW_HAND = 0, /* before the first event of a hand */
    FELT_PLACED_START,        /* whenever the game is in phase 0 */
    FELT_PLACED_LATER,        /* in any other phase */
    FELT_PLACED_ITS_NUMBER,   /* in the phase that has the number of the wager's side */
    FELT_PLACED_ANY_TIME,
} felt_placing;

/* ---- wagers ---- */

typedef struct felt_row {
    felt_text text;  /* the condition as the sheet has it, "otherwise" for the last */
    felt_text words; /* the same in words for people, as a clause: "the banker hand wins with a 3-card 7"; empty for a bare `otherwise` */
    felt_text where; /* the side and choices under which it is in force, in the sheet's words; empty: always */
    felt_text where_chosen; /* the same without the side, which the wager tells: "vig is on-win" */
    felt_text cites; /* where the row comes from, else the wager's; may be empty */
    bool otherwise;  /* a bare `otherwise` */
    bool gives_way;  /* begins with `otherwise`: only where no row above fits */
    bool counts;     /* craps: it asks for something that has happened since the wager was placed */
    int line, column;
} felt_row;

/* A base wager: a bet on it, of the same seat, must be up for this one to be placed. */
typedef struct felt_need {
    uint16_t wager;        /* index into this sheet's wagers; FELT_WAGER_OUTSIDE: of another sheet of the book */
    felt_text sheet, name; /* FELT_WAGER_OUTSIDE: short names of that sheet and of its wager, on any side */
    bool on_number;        /* only while its own phases have put it on this wager's number */
} felt_need;

/* What may be done with a bet that an event has moved. Until then it may be taken back, and raised. */
typedef enum felt_may {
    FELT_MAY_RAISE = 1,
    FELT_MAY_LOWER = 2,
    FELT_MAY_TAKE_DOWN = 4,
    FELT_MAY_TURN_OFF = 8, /* and on again */
} felt_may;

typedef struct felt_variant {
    const uint8_t *choices;     /* the choice taken of each of the wager's options, in their order */
    const felt_row_pay *pays;   /* one for each row of the wager */
    uint64_t active;            /* bit i: row i is in force under these choices */
    const felt_machine *machine;
    felt_placing placing;       /* where the game has several phases */
    bool own_phases;            /* the phases that its rows speak of are its own: it begins in phase 0 with the event after it was placed */
    const felt_need *needs;     /* one of these must be bet on as well */
    int needs_count;            /* 0: no base wager is required */
    int32_t most_num, most_den; /* all stakes on this wager are at most so many times those on what it needs; 0 and 0: no limit */
    uint8_t may;                /* bits of felt_may */
    int64_t vig_num, vig_den;   /* a commission on a stake of 1 that is handed over beside it when it is placed, and kept whether the bet
                                   wins or loses; 0/1: none */
    int32_t printed_vig;        /* the same as printed, in hundredths of a per cent ... */
    bool printed_vig_of_stake;  /* ... of the stake, else of what it can win */
    bool complete;              /* every outcome is decided, and in craps a decision can always be reached; if not, felt_sheet_check
                                   says why, and nothing should be computed or paid */
} felt_variant;

typedef struct felt_wager {
    felt_text name;       /* as printed */
    felt_text short_name; /* as used on a command line; unique in the sheet but for its sides */
    felt_text side;       /* "player", "banker", "4" ...; empty when the wager has no sides */
    int number;           /* of a side that is a number; else 0 */
    felt_text cites;
    felt_text offered_where; /* the choices under which it is offered, in the sheet's words: "version is 3-card"; empty: under all */
    int group;            /* index into groups, -1 for none */
    int line, column;
    const felt_row *rows;
    int row_count;
    const uint16_t *options; /* indices into the sheet's options that this wager depends on (decks only if a row mentions them) */
    int option_count;
    const felt_variant *variants; /* only combinations in which the wager is offered; the last option varies fastest */
    int variant_count;
} felt_wager;

typedef struct felt_group {
    felt_text name;
    felt_text short_name;
} felt_group;

/* A document. Whatever the sheet does not say of it is empty. */
typedef struct felt_source {
    felt_text title;
    felt_text publisher;
    felt_text edition, date; /* as they are printed */
    felt_text file;          /* a copy that somebody has: a path seen from the sheet's folder */
    felt_text hash;          /* its SHA-256, 64 hexadecimal digits */
} felt_source;

/* A finding code acknowledged in the sheet, with the reason. */
typedef struct felt_accept {
    felt_text code;
    felt_text reason;
    int wager_line; /* felt_wager.line of the wager it stands in, 0: the whole sheet */
    int line, column;
} felt_accept;

/* What the compiler keeps of a sheet for its checks. */
struct felt_sheet_inside;

typedef struct felt_sheet {
    felt_text file;       /* as given to the compiler */
    felt_text text;       /* the source, for diagnostics */
    felt_text name;       /* as printed */
    felt_text short_name; /* the file's name without folder and ending, cut where it is too long; '?' for what cannot be printed */
    const felt_game *game;
    const felt_source *sources;
    int source_count;
    const felt_option *options; /* in the order of the sheet */
    int option_count;
    int decks_option; /* index into options, -1 for craps */
    const felt_group *groups;
    int group_count;
    const felt_wager *wagers; /* in the order of the sheet, sides of one text next to each other */
    int wager_count;
    const felt_accept *accepts;
    int accept_count;
    const struct felt_sheet_inside *inside;
} felt_sheet;

/* The index of the option called `name`; -1 when there is none. Paytables of different wagers share the name "paytable": the first is
 * returned, and felt_wager.options says which one a wager has. */
int felt_option_find(const felt_sheet *sheet, felt_text name);

/* The printed name of a base wager; of one of another sheet, its short name. */
felt_text felt_need_name(const felt_sheet *sheet, const felt_need *need);

/* The index of the choice called `name`, -1 when there is none. */
int felt_choice_find(const felt_option *option, felt_text name);

/* Writes the choices of a variant, such as "paytable=PT1, ends=seven-out"; empty when it depends on nothing. */
void felt_variant_write(const felt_sheet *sheet, const felt_wager *wager, const felt_variant *variant, char *ret, size_t size);

FELT_API_END

#endif
