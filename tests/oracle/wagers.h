/* oracle/wagers.h - the second opinion on every wager: the four documents' clauses once more, in plain C, by hand.
 *
 * Shares no code with src/ and reads no sheet; only the names of wagers, options and choices are those of rules/. A baccarat wager is a
 * function from two hands to a pay, a craps wager a function from what has been rolled and one more roll to a pay or to "undecided".
 * Read wagers_baccarat.c and wagers_craps.c next to the documents: each function cites its clause. */
#ifndef ORACLE_WAGERS_H
#define ORACLE_WAGERS_H

#include <stdbool.h>

/* ---- pays ---- */

typedef enum oracle_kind {
    ORACLE_UNDECIDED = 0, /* craps: the wager stays up */
    ORACLE_PAID,          /* decided: won, given back or lost */
    ORACLE_UNSET,         /* decided, but the document leaves the pay out */
    ORACLE_UNDEFINED,     /* the document does not say what happens */
} oracle_kind;

/* What a stake of 1 wins, stake not counted and commission taken off: -1/1 is a loss, 0/1 the stake back. Lowest terms are not needed. */
typedef struct oracle_pay {
    oracle_kind kind;
    int num, den;
    bool dealer; /* the dealer is paid as well, an amount that the document leaves out */
} oracle_pay;

/* ---- options ---- */

/* The options of all sheets that change play. Options that do not are in wagers_find.c. */
typedef enum oracle_option {
    PAYTABLE = 0,
    BANKER_PAY,
    BASE_GAME,
    TIE_PAY,
    GREEN_DRAGON,
    DRAGONS,
    INFINITE_LIST,
    PHOENIX,
    SIDE_PAYS,
    SEVEN_PUSH,
    SEVEN_IN_TIGER,
    SIX_PAY,
    TIGER_PAIR,
    VERSION,
    ENDS,
    UNITS,
    HORN,
    SETTLED,
    ODDS_WORKING,
    PLACE_COME_OUT,
    HARD_COME_OUT,
    DONT_ODDS_WORKING,
    LAY_COME_OUT,
    VIG,
    FIELD_12,
    ORACLE_OPTIONS
} oracle_option;

/* clang-format off */
typedef enum oracle_choice {
    NOT_ASKED = 0,
    PT1, PT2, PT3, PT4, PT5, PT6, PT7, PAYS_40, PAYS_45, PAYS_50, /* paytable: PT1 must be 1 */
    COMMISSION, PUSH_ON_7, HALF_ON_6,                             /* banker-pay */
    NO_COMMISSION, NEPAL, TIGER,                                  /* base-game, with COMMISSION; six-pay, with TIGER */
    EIGHT, NINE,                                                  /* tie-pay */
    PLAYERS, BANKERS,                                             /* green-dragon */
    AS_LISTED, ANY_DRAGON, GOLDEN_BACC,                           /* dragons; side-pays, with GOLDEN_BACC */
    LIST_BOTH, LIST_TEXT, LIST_TABLE,                             /* infinite-list */
    NATURAL_FIRST, MARGIN_FIRST, AS_PRINTED,                      /* phoenix; side-pays, with AS_PRINTED */
    NOTHING, BANKER_ONLY, PLAYER_AND_BANKER, ALL_BASE,            /* seven-push */
    NO, YES,                                                      /* seven-in-tiger */
    GOLDEN_DRAGON,                                                /* six-pay */
    BEST, AS_ORDERED,                                             /* tiger-pair */
    THREE_CARD, ALL_HANDS,                                        /* version */
    SEVEN_OUT, ANY_SEVEN,                                         /* ends */
    FOR_1, TO_1,                                                  /* units */
    TOGETHER, ONE_NUMBER,                                         /* horn */
    AT_SEVEN_OUT, AT_TENTH_POINT,                                 /* settled */
    OFF, WORKING,                                                 /* odds-working and dont-odds-working; place-, hard- and lay-come-out */
    ON_WIN, ALWAYS, UP_FRONT,                                     /* vig */
    DOUBLE, TRIPLE,                                               /* field-12 */
} oracle_choice;
/* clang-format on */

/* ---- wagers ---- */

typedef enum oracle_side { NO_SIDE = 0, ON_PLAYER = 1, ON_BANKER = 2 /* in craps the number itself: 2 to 12 */ } oracle_side;

struct oracle_baccarat_rule;
struct oracle_craps_rule;

/* A wager with all its choices made. */
typedef struct oracle_bet {
    const struct oracle_baccarat_rule *baccarat; /* one of the two is NULL */
    const struct oracle_craps_rule *craps;
    int side;
    oracle_choice chose[ORACLE_OPTIONS];
} oracle_bet;

/* Finds a wager by the names of rules/: the sheet's file, the wager's short name, "" or a side, and choices such as
 * "paytable=PT1, ends=seven-out". False: the oracle does not know it, or does not know one of the options or choices, or the wager
 * depends on an option that is not among them. `ret` is written only on true. */
bool oracle_find(const char *sheet, const char *wager, const char *side, const char *options, oracle_bet *ret);

/* Is the option one that never changes play, such as when a wager is placed? */
bool oracle_option_ignored(const char *option);

/* May the house offer the wager at all under these choices? */
bool oracle_offered(const oracle_bet *bet);

/* The numbers of decks a baccarat sheet is played with, bit n for n decks; 0 for a sheet that the oracle does not know. */
unsigned oracle_decks(const char *sheet);

/* The wagers the oracle knows, in no order that matters: false past the last. */
bool oracle_known(int index, const char **ret_sheet, const char **ret_wager);

/* ---- baccarat ---- */

typedef struct oracle_hand {
    int total; /* 0 to 9 */
    int cards; /* 2 or 3 */
    bool pair; /* the first two cards are of one rank */
} oracle_hand;

typedef struct oracle_hands {
    oracle_hand player, banker;
    bool same_pair; /* both hands are pairs, of one rank */
} oracle_hands;

typedef struct oracle_baccarat_rule {
    const char *sheet, *wager;
    bool sides; /* on player or banker */
    oracle_pay (*pays)(const oracle_bet *bet, const oracle_hands *hands);
    unsigned options;                       /* those it depends on, bit OPTION for each */
    bool (*offered)(const oracle_bet *bet); /* NULL: always */
} oracle_baccarat_rule;

const oracle_baccarat_rule *oracle_baccarat_rules(int *ret_count);

/* Golden Frog, Table 1: does a hand draw? `player` and `banker` are totals of two cards, `third` the value of the player's third card,
 * -1 if the player stood. */
bool oracle_player_draws(int player, int banker);
bool oracle_banker_draws(int player, int banker, int third);

/* The hands with these cards: ranks 1 (ace) to 13 (king), a third card of 0 for none. */
oracle_hands oracle_hands_of(const int player[3], const int banker[3]);

/* ---- craps ---- */

/* What a wager remembers of the rolls since it was placed; each wager uses what it needs. All bytes, so memcmp compares two of them. */
typedef struct oracle_track {
    unsigned char point;     /* where the puck is, 0 when it is off */
    unsigned char own_point; /* come wagers: the number it stands on, 0 before that */
    unsigned char points;    /* points made */
    unsigned char wins;      /* pass line wins */
    unsigned char times[13]; /* how often a total has come */
} oracle_track;

typedef enum oracle_placing { PLACED_COME_OUT, PLACED_POINT, PLACED_ITS_POINT, PLACED_ANY_TIME } oracle_placing;

typedef struct oracle_craps_rule {
    const char *sheet, *wager;
    unsigned sides; /* the numbers it may be on, bit n for n; 0: it has no sides */
    oracle_placing placing;
    oracle_pay (*rolls)(const oracle_bet *bet, oracle_track *track, int a, int b);
    unsigned options;
    int number, times, pay; /* wagers on a number that repeats */
} oracle_craps_rule;

const oracle_craps_rule *oracle_craps_rules(int *ret_count);

/* May the wager be placed with the puck on `point` (0: off)? And what it remembers then. */
bool oracle_may_place(const oracle_bet *bet, int point);
oracle_track oracle_place(int point);

#endif
