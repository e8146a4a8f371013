/* src/table/table.h - a table from inside. */
#ifndef FELT_SRC_TABLE_TABLE_H
#define FELT_SRC_TABLE_TABLE_H

#include <felt/table.h>

/* An answer that was given. */
typedef struct table_answer {
    uint64_t command, digest;
    felt_refusal refusal;
    felt_status status;
    int32_t seat;
    uint64_t bet;
    char text[FELT_TABLE_TEXT_BYTES];
} table_answer;

/* Somebody who sits at the table or has sat at it; number 0 is the house. */
typedef struct table_player {
    int32_t seat; /* -1: none */
    bool leaving;
    int64_t seen_ms;                       /* his last command */
    uint64_t sequence;                     /* of the last event that was about him */
    uint64_t forgotten;                    /* the highest command whose answer is remembered no more */
    table_answer *answers;                 /* room for FELT_TABLE_ANSWERS_MAX */
    uint8_t order[FELT_TABLE_ANSWERS_MAX]; /* their numbers, by their commands: those of 0 to answer_count */
    int answer_count;
} table_player;

/* What the table knows of the position of the same index. */
typedef struct table_bet {
    uint64_t bet;
    felt_money held;
    bool stays;
} table_bet;

/* What a bet that has come down is owed: said by FELT_EVENT_PAID before anything else happens. */
typedef struct table_due {
    table_bet bet;
    felt_position position; /* as it was */
    felt_payment payment;
} table_due;

/* What is up in a play. The table's own, and a copy in which a decision tries things. */
typedef struct table_dues {
    table_due *list;
    int count, capacity;
} table_dues;

struct felt_table {
    felt_table_setup setup; /* .wagers are the table's own, as they are now, and so are its limits */
    felt_table_wager *wagers;
    bool *offered;      /* of each wager: it can be placed and paid at all */
    bool *touched;      /* of each wager: the operator has changed it */
    bool limited;       /* the operator has changed the table's limits */
    int64_t *multiples; /* of each wager: what a stake of 1 can cost at most, rounded up */

    uint64_t sequence, round, hand, last_bet, shoe, last_shoe;
    int64_t time_ms, dealt_ms, closes_ms; /* closes_ms: when the clock closes betting, 0: it does not run */
    felt_table_status status;
    felt_stage stage;
    int shooter;

    uint64_t *ids; /* of each player */
    table_player *players;
    int player_count;
    int32_t *seats; /* of each seat: the number of the player, -1: free */
    int seated;

    felt_play *play, *trial;
    felt_payment *payments; /* room for one of each position */
    table_bet *bets;        /* one for each position of `play`, all of which are up */
    int32_t *seat_bets;     /* of each seat: how many are its */
    int64_t *seat_stakes;   /* of each seat: the sum of their stakes */
    int64_t stakes, bound;  /* of all: their sum, and what table_bound says; kept so that a bet need not look at all others */
    felt_money up;
    table_dues dues; /* from due_next on: what is owed */
    int due_next;
    table_dues trial_dues;
    felt_saver *saver;
};

/* ---- table.c ---- */

/* The number of a player; -1: unknown. */
int table_find_player(const felt_table *t, uint64_t id);

/* Answer number `k` of a player, by their commands. */
static inline table_answer *table_answer_at(const table_player *p, int k)
{
    return &p->answers[p->order[k]];
}

/* The number of the first answer to this command or a higher one; answer_count: there is none. */
int table_find_answer(const table_player *p, uint64_t command);

/* The index of a bet that is up; -1: it is not. */
int table_find_bet(const felt_table *t, uint64_t bet);

static inline bool table_has_shooter(const felt_table *t)
{
    return !felt_book_game(t->setup.book)->one_event;
}

/* Is what happens dealt from shoes that have numbers? */
static inline bool table_has_shoes(const felt_table *t)
{
    return t->setup.supplied || felt_book_game(t->setup.book)->source == FELT_SOURCE_SHOE;
}

static inline bool table_lacks_shoe(const felt_table *t)
{
    return t->shoe == 0 && table_has_shoes(t);
}

/* Does somebody sit there who is not leaving, and has been heard of so lately that he has not timed out by `now`? */
bool table_stays(const felt_table *t, int seat, int64_t now);

/* The next seat after `seat` where somebody stays, but not seat `not`; -1: none. */
int table_next_shooter(const felt_table *t, int seat, int not, int64_t now);

/* Nobody is there who could say when: at a table on demand, time closes betting on what is up. */
bool table_plays_out(const felt_table *t);

/* The earliest time at which betting may be closed. */
int64_t table_least_close(const felt_table *t);

static inline int64_t table_now(const felt_table *t, int64_t time_ms)
{
    return time_ms > t->time_ms ? time_ms : t->time_ms;
}

/* Puts the bets of the table's play up in the trial. FELT_ENOMEM. */
felt_status table_try_out(felt_table *t);

/* A bound for what all bets of a play can ever cost; INT64_MAX where it does not fit. */
int64_t table_bound(const felt_table *t, const felt_play *play);

/* What a bet adds to such a bound. */
int64_t table_bound_add(const felt_table *t, int64_t bound, const felt_position *p);

/* Makes the sums of the bets that are up again from all of them; and are they what that would give? */
void table_add_up(felt_table *t);
bool table_sums_right(const felt_table *t);

/* ---- money.c: what happens to bets, in the table's play or in its trial ---- */

/* What is held of a stake: it and its vig. */
felt_status table_held(const felt_table *t, int wager, felt_money stake, felt_money *ret);

/* Changes position `index`. *ret_held and *ret_back: what is handed over and what comes back of it; what comes down with it is in `dues`,
 * itself not. */
felt_status table_change(felt_table *t, felt_play *play, int index, felt_action action, felt_money amount, table_dues *dues,
                         felt_money *ret_held, felt_money *ret_back, felt_error *error);

/* An event, and what it decides. */
felt_status table_event(felt_table *t, felt_play *play, int code, table_dues *dues, felt_error *error);

/* Everything that is up comes back. The play is as it was. */
felt_status table_return_all(felt_table *t, table_dues *dues);

/* What is said of it. */
felt_event table_paid(const felt_table *t, const table_due *due);

/* The event code of a result. */
felt_status table_code(const felt_table *t, int code, int way, const felt_dealt *dealt, int *ret, felt_error *error);

/* ---- setup.c ---- */

felt_status table_check_setup(const felt_table_setup *setup, felt_error *error);
void table_set_wagers(felt_table *t);

/* Limits that an operator may set. */
bool table_limits_good(const felt_table_limits *limits);
void table_set_limits(felt_table *t, const felt_table_limits *limits);
felt_table_limits table_limits(const felt_table *t);

/* Does the text end, and is it one line of UTF-8 without control characters? */
bool table_text_good(const char text[FELT_TABLE_TEXT_BYTES]);

/* ---- events ---- */

/* Room for one more event, all 0; NULL: no memory. */
felt_event *table_push(felt_events *events);

#endif
