/* felt/table.h - a live table: seats, bets, rounds and hands as a state machine that can be replayed to the byte.
 *
 * A table has no clock, no randomness and no store. Commands come in with the time at which they came: from players, and from the house
 * (the operator and the dealer), who also says what was dealt or rolled. felt_table_decide looks at a command and answers with events, or
 * with a refusal; it changes nothing. felt_table_evolve takes one event and is all that changes a table. Whoever runs one decides, keeps
 * the events where they cannot be lost, and then evolves; two tables that have evolved by the same events are equal, and felt_table_save
 * gives the same bytes for them.
 *
 * Bets are placed, changed, moved and paid by a felt_play (felt/settle.h) and by nothing else.
 *
 * Money: a table knows no balances. felt_event.held is what a player hands over with an event (stake and vig), `back` what comes back of
 * it, `lost` what the house keeps of it, and `winnings` less `commission` what the house adds. Of every bet, all that was held is either
 * back, lost or still up: felt_table_up is the sum of what is up.
 *
 * Commands have ids that are unique for their player. A table remembers its last FELT_TABLE_ANSWERS_MAX answers to each player: the same
 * id again has no second effect and gets the same answer; with other contents it is an error, and so is an id that is older than what is
 * remembered. Refusals are remembered, too, as events. Who has never sat at the table is not remembered: what he is refused has had no
 * effect. Who has left is remembered until FELT_TABLE_PLAYERS_MAX others have come after him.
 *
 * Time never goes back: a command that comes with an earlier time than the last event is taken to come with that.
 *
 * Lifetime: a table is the caller's and is freed with felt_table_free; its book must outlive it.
 * Threads:  one thread at a time for one table.
 * Failure:  results are written only on FELT_OK unless a function says more, and the error only on failure. */
#ifndef FELT_TABLE_H
#define FELT_TABLE_H

#include <felt/api.h>
#include <felt/book.h>
#include <felt/error.h>
#include <felt/money.h>
#include <felt/settle.h>

FELT_API_BEGIN

enum {
    FELT_TABLE_SEATS_MAX = 1024,
    FELT_TABLE_PLAYERS_MAX = 2048, /* remembered, those seated and the house included */
    FELT_TABLE_ANSWERS_MAX = 32,   /* remembered of each player */
    FELT_TABLE_BETS_MAX = 8192,    /* up at one time */
    FELT_TABLE_SEAT_BETS_MAX = 256,
    FELT_TABLE_EVENTS_MAX = 2 * FELT_TABLE_BETS_MAX + 2 * FELT_TABLE_SEATS_MAX + 8, /* of one decision */
    FELT_TABLE_TEXT_BYTES = 224,                                                    /* of a reason or an answer, with its NUL */
    FELT_TABLE_HASH_BYTES = 32,
    FELT_COMMAND_DIGEST_BYTES = 16,
    FELT_EVENT_BYTES_MAX = 512, /* of one event as bytes */
};

#define FELT_TABLE_STAKE_MAX INT64_C(1000000000000)   /* of one bet: what it is paid fits */
#define FELT_TABLE_TIME_MAX INT64_C(4000000000000000) /* ms: sums of times fit */

/* ---- setting up ---- */

typedef enum felt_pace {
    FELT_PACE_ON_DEMAND = 0, /* a player says when: the shooter, or where there is none anybody with a bet up */
    FELT_PACE_TIMED,         /* betting is open for betting_ms from the first bet that is up */
} felt_pace;

/* Limits of the whole table. 0: none. */
typedef struct felt_table_limits {
    felt_money seat_max;  /* all stakes of one seat */
    felt_money round_max; /* all stakes that are up */
    felt_money cost_max;  /* the most that the next event may cost the house, exactly (felt_play_worst) */
} felt_table_limits;

/* What the table adds to the rules of one wager. */
typedef struct felt_table_wager {
    felt_money min, max; /* of one bet; 0: none but the book's */
    felt_money unit;     /* stakes are whole numbers of it; 0: of the minor unit */
    bool closed;
    char reason[FELT_TABLE_TEXT_BYTES]; /* why it is closed */
} felt_table_wager;

typedef struct felt_table_setup {
    const felt_book *book;
    int seats;                      /* 1 to FELT_TABLE_SEATS_MAX */
    int seat_bets;                  /* that one seat may have up: 1 to FELT_TABLE_SEAT_BETS_MAX; seats * seat_bets need not fit the table */
    const felt_table_wager *wagers; /* one for each wager of the book; NULL: no limits */
    felt_money seat_max, round_max, cost_max; /* as in felt_table_limits, until FELT_COMMAND_LIMIT says otherwise */
    felt_pace pace;
    int64_t betting_ms;      /* FELT_PACE_TIMED */
    int64_t between_ms;      /* the least time from one result to the close of betting on the next; 0: none */
    int64_t seat_timeout_ms; /* a player who has sent no command for so long has left; 0: never */
    bool supplied; /* a bet is placed only while a shoe is in play; in a game that is thrown, whoever deals makes each hand a shoe */
    struct {
        uint64_t sequence, round, hand, bet, shoe;
        int64_t time_ms;
    } after; /* where a table of this name with another setup ended, for numbers to go on; all 0: there was none */
} felt_table_setup;

typedef struct felt_table felt_table;

/* A table that is open, with nobody at it. A wager that the book does not offer is closed, and so is one with a row that can come up and
 * whose pay or outcome the document leaves out: it could not be paid. FELT_EDATA: the setup contradicts itself or passes a limit.
 * FELT_ENOMEM. */
felt_status felt_table_new(const felt_table_setup *setup, felt_table **ret, felt_error *error);
void felt_table_free(felt_table *table); /* NULL is allowed */

/* ---- commands ---- */

typedef enum felt_command_kind {
    /* of players */
    FELT_COMMAND_SIT = 0, /* in `seat`, -1: the first that is free. Who is leaving, and whose bets are up, sits in his seat again */
    FELT_COMMAND_LEAVE,   /* his bets play out, and his seat is kept until they are down */
    FELT_COMMAND_STAY,    /* nothing but a sign of life */
    FELT_COMMAND_BET,     /* `amount` on `wager`. With `stays`, when it has won and been paid it is put up again, under a new number, if it
                             may be placed then, the limits allow it and he has not left */
    FELT_COMMAND_CHANGE,  /* `action` with `bet`: raise or lower it by `amount`, take it down, turn it off or on */
    FELT_COMMAND_DEAL,    /* FELT_PACE_ON_DEMAND: no more bets */
    /* of the house: player is 0 */
    FELT_COMMAND_TICK,          /* time goes by. It needs no id, and nothing is remembered of it */
    FELT_COMMAND_CLOSE_BETTING, /* no more bets, at any pace */
    FELT_COMMAND_RESULT,        /* `dealt`, or `code` where a hand is more than one event; betting is closed */
    FELT_COMMAND_VOID,          /* every bet that is up comes back, and a new hand begins; `text` says why. What results
                                   before have paid stands: to reverse it is the bank's */
    FELT_COMMAND_OPEN,          /* the table ... */
    FELT_COMMAND_PAUSE,         /* ... nothing is bet or dealt; what may be taken back may be */
    FELT_COMMAND_SHUT,          /* ... nobody sits down or bets; what is up plays out */
    FELT_COMMAND_WAGER_OPEN,    /* `wager` */
    FELT_COMMAND_WAGER_CLOSE,   /* `wager`, and `text` says why; what is up on it stays */
    FELT_COMMAND_WAGER_LIMIT,   /* `wager`: min and max of one bet, 0 as in felt_table_wager */
    FELT_COMMAND_SHOE_BEGIN,    /* shoe number `shoe`, above that of the one before; at a table that is supplied, or dealt from one */
    FELT_COMMAND_SHOE_END,      /* not while a result is waited for */
    FELT_COMMAND_LIMIT,         /* `limits` of the table, each at most FELT_TABLE_STAKE_MAX; what is up stays */
    FELT_COMMAND_STAND_UP,      /* who sits in `seat` leaves, as if he had said so */
    FELT_COMMAND_COUNT
} felt_command_kind;

/* Fields that a kind does not name are not looked at, but for telling commands of one id apart. */
typedef struct felt_command {
    felt_command_kind kind;
    uint64_t player; /* 0: the house */
    uint64_t id;     /* above 0, but for FELT_COMMAND_TICK */
    int32_t seat;
    uint16_t wager; /* of the book */
    felt_action action;
    uint64_t bet;
    felt_money amount;
    bool stays;
    felt_money min, max;
    felt_table_limits limits;
    int32_t code;
    uint8_t way; /* thrown: in which of the game's ways it fell, from 1; 0: nobody has said */
    felt_dealt dealt;
    uint64_t shoe;
    char text[FELT_TABLE_TEXT_BYTES]; /* ended by NUL */
    const uint64_t *come_down;        /* of a result: bets that stay, but are not put up again, since their players may not bet any more */
    int come_down_count;
} felt_command;

/* Why a command is refused, for programs. The error's message says it for people. */
typedef enum felt_refusal {
    FELT_REFUSAL_NONE = 0,
    FELT_REFUSAL_ID_MISSING, /* a command without an id; not remembered, nor are the two below */
    FELT_REFUSAL_ID_REUSED,  /* the id had other contents */
    FELT_REFUSAL_ID_OLD,     /* the id is older than what is remembered */
    FELT_REFUSAL_WHO,        /* a command of the house by a player, or the other way round */
    FELT_REFUSAL_MALFORMED,  /* a field cannot be */
    FELT_REFUSAL_NOT_SEATED,
    FELT_REFUSAL_SEATED,     /* already */
    FELT_REFUSAL_SEAT_TAKEN, /* or no seat is free */
    FELT_REFUSAL_TABLE_PAUSED,
    FELT_REFUSAL_TABLE_SHUT,
    FELT_REFUSAL_BETTING_CLOSED,
    FELT_REFUSAL_WAGER_CLOSED,
    FELT_REFUSAL_NO_BET,   /* none of that number is up, or it is somebody else's; or no bet is up */
    FELT_REFUSAL_RULES,    /* the sheet does not allow it */
    FELT_REFUSAL_LIMIT,    /* a stake beyond a limit, or too many bets */
    FELT_REFUSAL_COST,     /* the next event could cost the house too much */
    FELT_REFUSAL_TOO_SOON, /* after the last result */
    FELT_REFUSAL_NOT_SHOOTER,
    FELT_REFUSAL_PACE,         /* the table's clock closes betting, not a player */
    FELT_REFUSAL_BETTING_OPEN, /* a result while bets are taken */
    FELT_REFUSAL_SHOE,         /* there is none in play, or one is */
    FELT_REFUSAL_RESULT,       /* it cannot be dealt or rolled, or it cannot be settled */
    FELT_REFUSAL_FUNDS,        /* of who runs the table (felt_table_refuse): the player has not so much */
    FELT_REFUSAL_PLAYER,       /* likewise: limits of the player's own, or an exclusion, do not allow it */
    FELT_REFUSAL_COUNT
} felt_refusal;

/* "id-missing", "id-reused", ... */
const char *felt_refusal_text(felt_refusal refusal);

typedef struct felt_answer {
    bool repeated;        /* the command had been answered before: this is that answer */
    felt_refusal refusal; /* FELT_REFUSAL_NONE: it was done */
    int32_t seat;         /* FELT_COMMAND_SIT: where; else -1 */
    uint64_t bet;         /* FELT_COMMAND_BET: the number of the bet; else 0 */
} felt_answer;

/* ---- events ---- */

typedef enum felt_event_kind {
    FELT_EVENT_ANSWERED = 0, /* `player` was answered as to `command`: digest, refusal, status, seat, bet, text */
    FELT_EVENT_SEATED,       /* player, seat */
    FELT_EVENT_LEFT,         /* player, seat: it is kept while his bets are up */
    FELT_EVENT_FREED,        /* player, seat: it is free */
    FELT_EVENT_SHOOTER,      /* the dice go to `seat`, -1: to nobody */
    FELT_EVENT_PLACED,       /* player, seat, bet, wager, amount: the stake; held, stays; again: the number of the bet
                                that has won and stays up as this one, 0: it is new */
    FELT_EVENT_CHANGED,      /* player, seat, bet, wager, action; amount: what it was changed by; held, back */
    FELT_EVENT_CLOSED,       /* no more bets on round `round` */
    FELT_EVENT_DEALT,        /* round, code, way, dealt; what it decided follows as FELT_EVENT_PAID, before anything else */
    FELT_EVENT_PAID,         /* player, seat, bet, wager: it is down; amount: its stake; back, lost, winnings, commission, dealer; pay, row,
                                dealer_pay; taken_down: no row decided it, and all of it came back */
    FELT_EVENT_VOIDED,       /* round, text; what comes back follows as FELT_EVENT_PAID */
    FELT_EVENT_STATUS,       /* `status` is the felt_table_status */
    FELT_EVENT_WAGER_OPENED, /* wager */
    FELT_EVENT_WAGER_CLOSED, /* wager, text */
    FELT_EVENT_WAGER_LIMITED, /* wager, min, max */
    FELT_EVENT_SHOE_BEGUN,    /* shoe */
    FELT_EVENT_SHOE_ENDED,    /* shoe */
    FELT_EVENT_LIMITED,       /* limits */
    FELT_EVENT_COUNT
} felt_event_kind;

typedef enum felt_table_status { FELT_TABLE_OPEN = 0, FELT_TABLE_PAUSED, FELT_TABLE_SHUT, FELT_TABLE_STATUS_COUNT } felt_table_status;

/* Fields that a kind does not name are 0. */
typedef struct felt_event {
    felt_event_kind kind;
    uint64_t sequence; /* 1, 2, 3 ... of the table */
    int64_t time_ms;
    uint64_t player;
    int32_t seat;
    uint64_t bet; /* 1, 2, 3 ... of the table */
    uint16_t wager;
    felt_action action;
    felt_money amount;
    felt_money held;
    bool stays;
    uint64_t again;
    felt_money back, lost, winnings, commission, dealer;
    felt_pay_kind pay, dealer_pay;
    uint8_t row; /* FELT_ROW_NONE: none */
    bool taken_down;
    felt_money min, max;
    felt_table_limits limits;
    uint64_t round; /* 1, 2, 3 ...: how many results there have been, this one included */
    uint16_t code;
    uint8_t way;
    felt_dealt dealt;
    uint64_t shoe;
    uint64_t command; /* FELT_EVENT_ANSWERED */
    uint64_t digest;  /* of the command's contents */
    felt_refusal refusal;
    int32_t status; /* FELT_EVENT_ANSWERED: the felt_status of the answer */
    char text[FELT_TABLE_TEXT_BYTES];
} felt_event;

/* "answered", "seated", ... */
const char *felt_event_kind_text(felt_event_kind kind);

/* Events as bytes, for a store. Little end first: version (1 byte), kind (1), length of the whole (2), sequence (8), time (8), then the
 * fields that the kind names, in the order in which the struct has them: wager and code in 2 bytes, row and way in 1, enums, the status and
 * what is so or not in 1, seat in 4, all other numbers in 8; `dealt` as the number of pieces of each of its 4 fields, then their ranks and
 * suits; `text` as its length (1) and its bytes; at last a check sum (4). A change of this form changes the version. Returns the number of
 * bytes. */
size_t felt_event_write(const felt_event *event, uint8_t ret[FELT_EVENT_BYTES_MAX]);

/* FELT_EDATA: these are not the bytes of one event, and of nothing more. */
felt_status felt_event_read(const uint8_t *bytes, size_t size, felt_event *ret, felt_error *error);

/* Events of one decision stand one after the other in a record: takes the first of `left` off. Requires left->length > 0. FELT_EDATA: what
 * is left does not begin with an event. */
felt_status felt_event_next(felt_text *left, felt_event *ret, felt_error *error);

/* Events of one decision. Begin with {0}; felt_events_free when it is used no more. */
typedef struct felt_events {
    felt_event *list;
    int count, capacity;
} felt_events;

void felt_events_free(felt_events *events);

/* ---- deciding and evolving ---- */

/* What a command does. FELT_OK: `ret` holds its events, none where the same command has been answered before. Every other status is a
 * refusal: `error` and `ret_answer` say why, and `ret` holds one FELT_EVENT_ANSWERED where the refusal is to be remembered, else nothing;
 * FELT_EDATA, FELT_ELIMIT, FELT_ENOTFOUND, FELT_ERANGE or FELT_EUNSET. With FELT_ENOMEM nothing was decided, and `ret` is empty.
 * `ret_answer` is always written. The table is as it was: its saved bytes are the same. Requires that nothing is owed
 * (felt_table_view.owed). */
felt_status felt_table_decide(felt_table *table, const felt_command *command, int64_t time_ms, felt_events *ret, felt_answer *ret_answer,
                              felt_error *error);

/* What a command does that whoever runs the table refuses, such as a bet that its player cannot pay for: `ret` holds one
 * FELT_EVENT_ANSWERED, with the message of `error`, or nothing where the player has never sat at the table. Requires a command that
 * felt_table_decide has just allowed, and a refusal of FELT_REFUSAL_FUNDS or after it. FELT_ENOMEM. */
felt_status felt_table_refuse(felt_table *table, const felt_command *command, int64_t time_ms, felt_refusal refusal,
                              const felt_error *error, felt_events *ret, felt_answer *ret_answer);

/* 128 bits of BLAKE2b of all that a command says but who sends it and its id: what tells commands of one id apart. */
void felt_command_digest(const felt_command *command, uint8_t ret[FELT_COMMAND_DIGEST_BYTES]);

/* Goes on by one event. FELT_EDATA: it is not one that can follow; the table is as it was. FELT_ENOMEM likewise. */
felt_status felt_table_evolve(felt_table *table, const felt_event *event, felt_error *error);

/* Decides, and evolves by all events. FELT_ENOMEM may leave events of `ret` undone: the table is then of no more use. */
felt_status felt_table_do(felt_table *table, const felt_command *command, int64_t time_ms, felt_events *ret, felt_answer *ret_answer,
                          felt_error *error);

/* ---- looking ---- */

typedef enum felt_stage {
    FELT_STAGE_BETTING = 0,
    FELT_STAGE_DEALING, /* betting is closed, and the result is waited for */
} felt_stage;

typedef struct felt_table_view {
    uint64_t sequence; /* of the last event; 0: there was none */
    int64_t time_ms;   /* and its time */
    felt_table_status status;
    felt_stage stage;
    uint64_t round;               /* results so far */
    uint64_t hand;                /* hands that have ended */
    int phase;                    /* of the game */
    int events;                   /* of this hand */
    int shooter;                  /* the seat, -1: nobody */
    uint64_t shoe;                /* in play; 0: none */
    uint64_t last_shoe, last_bet; /* numbers given so far */
    int seated;                   /* players with a seat, those leaving included */
    int bets;                     /* up */
    int owed;      /* bets that have come down, and whose FELT_EVENT_PAID is still to follow; nothing can be decided before */
    felt_money up; /* all that is held of them */
    felt_table_limits limits;
} felt_table_view;

felt_table_view felt_table_look(const felt_table *table);

/* When the next FELT_COMMAND_TICK can have an effect; INT64_MAX: not before something else happens. */
int64_t felt_table_wakes(const felt_table *table);

/* Seat `seat`, from 0. Returns false when it is free. */
bool felt_table_seat(const felt_table *table, int seat, uint64_t *ret_player, bool *ret_leaving);

const felt_table_wager *felt_table_wager_at(const felt_table *table, int wager);

/* A bet that is up: number `index` of felt_table_view.bets, in the order in which they were placed. */
typedef struct felt_table_bet {
    uint64_t bet, player;
    felt_money held;
    bool stays;             /* it is put up again when it has won */
    felt_position position; /* felt/settle.h; felt_memory_write says what its state remembers */
} felt_table_bet;

felt_table_bet felt_table_bet_at(const felt_table *table, int index);

/* Writes how far a bet that is up has come, such as "point 6, 2 points made"; empty where there is nothing to say. Requires size > 0. */
void felt_table_progress(const felt_table *table, int index, char *ret, size_t size);

/* What the bets that are up can cost the house: exactly, with the next event (felt_play_worst), and a bound for all that may come of them,
 * which is the sum of the most that each can win. FELT_ERANGE, FELT_ENOMEM. */
felt_status felt_table_cost(const felt_table *table, felt_money *ret_next, felt_money *ret_bound, felt_error *error);

/* ---- saved tables ---- */

/* The whole state as bytes, the same for equal tables; the setup is not part of it. `ret` is to be freed with free. FELT_ENOMEM. */
felt_status felt_table_save(felt_table *table, uint8_t **ret, size_t *ret_size, felt_error *error);

/* A table from what felt_table_save gave and the same setup. FELT_EDATA: the bytes are no saved table, or one of another setup or book.
 * FELT_ENOTFOUND: a bet is on a wager that the book does not offer. FELT_ENOMEM. */
felt_status felt_table_load(const felt_table_setup *setup, const uint8_t *bytes, size_t size, felt_table **ret, felt_error *error);

/* BLAKE2b of the saved bytes. FELT_ENOMEM. */
felt_status felt_table_hash(felt_table *table, uint8_t ret[FELT_TABLE_HASH_BYTES], felt_error *error);

FELT_API_END

#endif
