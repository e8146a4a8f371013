/* src/house/house.h - the tables of one process, with their store: commands in; answers and events out, when they are durable.
 *
 * What happens in one turn is one batch of the store. Commands are decided and tables evolve in memory as the batch grows; nobody is told
 * before it is committed. A batch that fails is given up: the tables are made again from the store, and the commands, which are still
 * there, are decided again; those that were committed all the same are found by their ids and answered as they were.
 *
 * Whatever is dealt comes from felt/fair.h: a shoe, or a shooter's hand, is made in the open before anybody can bet on it.
 *
 * Lifetime: the plans must outlive the house. Threads: one thread at a time. */
#ifndef FELT_SRC_HOUSE_HOUSE_H
#define FELT_SRC_HOUSE_HOUSE_H

#include <felt/fair.h>
#include <felt/store.h>
#include <felt/tables.h>

typedef struct house house;

enum {
    HOUSE_OPENED_MAX = 64,  /* tables that were opened while the house ran, */
    HOUSE_PRIVATE_MAX = 32, /* and private ones of players */
    HOUSE_TABLES_MAX = FELT_TABLES_MAX + HOUSE_OPENED_MAX + HOUSE_PRIVATE_MAX,
    HOUSE_QUEUE_MAX = 4096,      /* commands that wait for a turn */
    HOUSE_MOVES = 500,           /* of money in a batch, after which the other tables wait for the next one */
    HOUSE_LEASE_MS = 6000,       /* a process that has not been heard of for so long has lost its tables */
    HOUSE_LEASE_EVERY_MS = 1500, /* renewed, and asked for, as often */
    HOUSE_DOUBT_MS = 3000,       /* a store that has failed and kept nothing since is not trusted for so long */
    HOUSE_REOPEN_MS = 500,       /* between tries to open a store that failed */
    HOUSE_NOTE_MS = 10000,       /* between notes that a store goes on to fail */
    HOUSE_GIVE_UP_MS = 10000,    /* a command that no store has taken for so long is answered by "unavailable" */
    HOUSE_BARRED_SHOES = 10,     /* who withheld what he committed to is left out of so many */
};

#define HOUSE_SETUP_NOTES "setup" /* the kind of notes whose keys are "TABLE/NUMBER": records that are setups, in twenty digits */

/* How a command ended, for who sent it. */
typedef enum house_end {
    HOUSE_DONE = 0,
    HOUSE_REFUSED,     /* by the table, the bank or the player's limits: answer.refusal */
    HOUSE_ELSEWHERE,   /* another process has the table: `error` says where */
    HOUSE_UNAVAILABLE, /* the store does not answer: what became of the command is not known; ask again with the same id */
} house_end;

typedef struct house_answer {
    house_end end;
    felt_answer answer;
    felt_error error;     /* HOUSE_REFUSED and after it */
    uint64_t sequence;    /* of the table's last event when it was decided */
    felt_balance balance; /* of the player, after it; of no use when `end` is HOUSE_ELSEWHERE or after it */
} house_answer;

/* Who is told. Nothing in it may call the house but for looking. */
typedef struct house_listener {
    void *context;
    void (*answered)(void *context, uint64_t ticket, const house_answer *answer);

    /* Events of one decision, and a record that is no events (felt/fair.h, a setup), in the order of the table's chain. */
    void (*happened)(void *context, int table, int64_t record, const felt_event *events, int count);
    void (*told)(void *context, int table, int64_t record, felt_text json);

    /* A table was made again from the store, or has come or gone with its lease: what was told of it before may be half of it. */
    void (*rebuilt)(void *context, int table);

    /* A table has come that another process has opened, or the store had; one is about to go, and its number with it. */
    void (*came)(void *context, int table);
    void (*gone)(void *context, int table);

    /* May a table that closes go now, or does somebody still look at its plan? */
    bool (*may_go)(void *context, int table);

    /* The store was opened, at first or again after it failed; or what was kept since the last commit is lost. NULL: it has failed, and is
     * about to be closed. Inside of no batch. */
    void (*opened)(void *context, felt_store *store);

    /* The next four are called inside of a batch. FELT_EIO and FELT_ENOMEM end it. */

    /* May the player bet so much: `stake` in all on one bet, of which `more` is new? FELT_ELIMIT: no, and `error` says why. */
    felt_status (*may_bet)(void *context, int table, uint64_t player, felt_money stake, felt_money more, int64_t now_ms, felt_error *error);

    /* May the player sit down? FELT_ELIMIT likewise. */
    felt_status (*may_sit)(void *context, int table, uint64_t player, int64_t now_ms, felt_error *error);

    /* What has left a player's credits with one event at a table, and what has come back to them; `won` of it is the house's. */
    felt_status (*played)(void *context, int table, uint64_t player, felt_money out, felt_money in, felt_money won, int64_t now_ms,
                          felt_error *error);

    /* Before the batch is committed. */
    felt_status (*ending)(void *context, int64_t now_ms, felt_error *error);

    /* Something an operator wants to know: what could not be read or kept, and what was done about it. */
    void (*noted)(void *context, const char *message);
} house_listener;

typedef struct house_options {
    const char *store; /* its address */
    const felt_tables *tables;
    felt_fair_bytes key;         /* of seeds at rest */
    const char *owner;           /* where clients reach this process */
    int64_t window_ms;           /* for players' commitments to a shoe, and again for what they reveal */
    int save_every;              /* records of a table after which its state is saved */
    bool shared;                 /* other processes have the store as well, and open tables */
    void (*wake)(void *context); /* calls for a turn, from another thread; NULL: turns wait until they are durable */
    void *wake_context;
} house_options;

/* Opens the store and every table, each where it was left. FELT_EDATA: a table cannot be made again from the store, and `error` says why;
 * or the store is none. FELT_EIO, FELT_ENOMEM. */
felt_status house_open(const house_options *options, const house_listener *listener, int64_t now_ms, house **ret, felt_error *error);

/* Commands that wait are forgotten: nobody has been told that they were done. NULL is allowed. */
void house_close(house *h);

/* Queues a command of a player or of the house for the next turn. Returns false when the queue is full. */
bool house_command(house *h, uint64_t ticket, int table, const felt_command *command, int64_t now_ms);

/* Does all that is queued, and all that time brings. Returns when to call again at the latest. With `wake`, what was done may still be on
 * its way to the disk: the tables are then ahead of what anybody may be shown. */
int64_t house_turn(house *h, int64_t now_ms);

/* Nothing is on its way any more: who was to be told has been told, and what the tables show may be shown. `wait`: until it is so. */
bool house_settled(house *h, bool wait, int64_t now_ms);
void house_await(house *h, int64_t most_us); /* until it could be so, or so long; nobody is told yet */

/* Does something else in a batch of its own, such as a grant; `act` returns FELT_OK to keep it, and its own status is passed on. A store
 * that fails is opened again in the next turn. FELT_ELIMIT from `act` says that it has changed nothing, in memory neither. */
typedef felt_status house_deed(void *context, felt_store *store, int64_t now_ms, felt_error *error);
felt_status house_alone(house *h, house_deed *act, void *context, int64_t now_ms, felt_error *error);

/* Takes a result back (felt_store_void), and whatever `act` keeps in the same batch; who listens is told of the record. FELT_EDATA,
 * FELT_ENOTFOUND and FELT_ELIMIT are felt_store_void's. */
felt_status house_void_result(house *h, int table, int64_t record, felt_text reason, house_deed *act, void *context, int64_t now_ms,
                              felt_error *error);

/* ---- tables that come and go ---- */

/* A table to be opened. */
typedef struct house_opening {
    felt_arena *arena; /* of the plan and its sheets: the house's, once it is open */
    const felt_table_plan *plan;
    felt_text record;           /* of its setup, and ... */
    const felt_text *documents; /* ... what goes with that: house_opening_prepare makes them, in the arena */
    int document_count;
    bool private;            /* it is played with the credits of an account of its own, for one player alone */
    uint64_t maker, account; /* of a private table: that player, and the account, at the latest when `act` has returned */
} house_opening;

/* Writes the setup of a plan, which takes a while: for a thread beside the loop's. FELT_ENOMEM. */
felt_status house_opening_prepare(house_opening *o);

/* Opens a table from the next turn on, and again after every start; `act`, which may be NULL, keeps something in the same batch. A private
 * one is closed by the next start. FELT_EDATA: there is a table of that name. FELT_ELIMIT: there are as many as may be. */
felt_status house_table_open(house *h, house_opening *o, house_deed *act, void *context, int64_t now_ms, int *ret, felt_error *error);

/* Closes one that was opened: from now on nobody bets there. What is up plays out, at a private table it is given back, and when nothing is
 * up any more the table is gone; its chain stays. FELT_EDATA: it was not opened, or another process has it. */
felt_status house_table_close(house *h, int table, house_deed *act, void *context, int64_t now_ms, felt_error *error);

bool house_is_opened(const house *h, int table);
bool house_is_closing(const house *h, int table);
int house_private_count(const house *h);

/* What the bank's sums have of private tables: how many there were, and what is at them, up or not. */
typedef struct house_private_sums {
    int64_t tables;
    felt_money credits;
} house_private_sums;

felt_status house_private_sum(house *h, house_private_sums *ret, felt_error *error);
uint64_t house_maker(const house *h, int table);   /* of a private table, else 0 */
uint64_t house_account(const house *h, int table); /* the same */

/* ---- looking ---- */

/* The table after this one, -1: the first; returns -1 when there are no more. A table keeps its number for as long as it is there, and the
 * numbers have gaps. */
int house_next(const house *h, int table);
const felt_table_plan *house_plan(const house *h, int table); /* in force: the one under which what is up was bet */
bool house_plan_stays(const house *h, int table);             /* for as long as the table does: it was not made again from the store */
felt_table *house_table_at(const house *h, int table);        /* NULL: another process has it */
felt_table_id house_table_id(const house *h, int table);
int64_t house_records(const house *h, int table);      /* in its chain */
int64_t house_setup_record(const house *h, int table); /* the one of them that says the setup in force */
const felt_fair_shoe *house_shoe(const house *h, int table);
const felt_fair_source *house_source(const house *h, int table); /* what is dealt from; a secret. NULL: nothing is in play */
int house_find(const house *h, felt_text short_name);            /* -1: there is none */
felt_store *house_store(const house *h);                         /* NULL while it cannot be opened */
bool house_keeps(const house *h, int64_t now_ms);                /* the store is there, and has not failed of late */
const char *house_owner(const house *h, int table);              /* of a table that another process has; "" where nobody knows */
felt_status house_balance(house *h, uint64_t player, felt_balance *ret, felt_error *error);
void house_forget_balance(house *h, uint64_t player); /* something else than a bet has changed it */

/* ---- fair dealing ---- */

/* A player who wishes to take part in the making of shoes is waited for. At most FELT_FAIR_CLIENTS_MAX do. */
felt_status house_enrol(house *h, int table, uint64_t player, bool in, felt_error *error);
felt_status house_commit(house *h, int table, uint64_t player, uint64_t shoe, const felt_fair_bytes *commitment, felt_error *error);
felt_status house_reveal(house *h, int table, uint64_t player, uint64_t shoe, const felt_fair_bytes *entropy, felt_error *error);

/* ---- the end ---- */

/* From now on nobody bets; rounds that are one event are dealt at once. Returns false while something is still to be dealt. */
bool house_wind_up(house *h, int64_t now_ms);

#endif
