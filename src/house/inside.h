/* src/house/inside.h - the house from inside. */
#ifndef FELT_SRC_HOUSE_INSIDE_H
#define FELT_SRC_HOUSE_INSIDE_H

#include "house.h"

enum {
    HOUSE_FAIR_RECORDS = 3, /* of a shoe before it is spent: open, closed, sealed */
    HOUSE_PURSES = 4096,
};

typedef struct barred {
    uint64_t player, until; /* the first shoe of which he may be again */
} barred;

typedef struct house_table {
    const felt_table_plan *plan; /* in force */
    const felt_table_plan *next; /* of the tables file, where that is another: taken when nothing is up any more; else NULL */
    felt_arena *arena;           /* of a plan that was made again from the store; NULL: the plan stays for as long as the table */
    felt_arena *own;             /* of the plan of a table that was opened; NULL: it is one of the tables file */
    felt_text record;            /* of that plan: its setup, in the same arena, and its documents are kept */
    uint64_t maker, account;     /* of a private table; 0: it is none */
    felt_table_setup setup;
    felt_arena *setup_arena;
    felt_table *table; /* NULL: another process has it */
    felt_table_id id;
    int64_t records;      /* in its chain */
    int64_t saved;        /* of them, when its state was last saved */
    int64_t setup_record; /* the number of the setup in force */
    felt_fair_shoe shoe;  /* in the making or in play */
    felt_fair_source source;
    bool source_ready;
    felt_text made[HOUSE_FAIR_RECORDS]; /* the records of the shoe, each malloc'ed */
    int made_count;
    int64_t retry_at;    /* betting was to be closed too soon after a result */
    int64_t window_ends; /* of commitments or of what is revealed; 0: it is not waited */
    uint64_t enrolled[FELT_FAIR_CLIENTS_MAX];
    int enrolled_count;
    barred barred[FELT_FAIR_CLIENTS_MAX];
    int barred_count;
    char owner[FELT_STORE_OWNER_BYTES_MAX + 1];
    bool leased;              /* this process has it */
    bool winding_up, changed; /* changed: in this batch */
    bool closing;             /* for good, when nothing is up */
    bool gone;                /* closed in this batch */
} house_table;

/* A command that waits. */
typedef struct house_job {
    uint64_t ticket;
    int table;
    felt_command command;
    int64_t came_ms;
} house_job;

/* What is to be told when the batch is durable. */
typedef enum news_kind { NEWS_ANSWER, NEWS_EVENTS, NEWS_RECORD } news_kind;

typedef struct news {
    news_kind kind;
    int table;
    uint64_t ticket;
    int answer;       /* the index of it */
    int first, count; /* of events */
    size_t at, size;  /* of a record's text */
    int64_t record;
} news;

typedef struct news_list {
    news *list;
    int count, capacity;
    house_answer *answers;
    int answer_count, answer_capacity;
    felt_event *events;
    int event_count, event_capacity;
    char *text;
    size_t text_size, text_capacity;
} news_list;

/* A player's balance as the house knows it. */
typedef struct purse {
    uint64_t player; /* 0: free */
    felt_balance balance;
} purse;

struct house {
    house_options options;
    house_listener listener;
    felt_store *store;
    house_table *tables; /* room for HOUSE_TABLES_MAX, each in its place for as long as it is there; no plan: the place is free */
    int table_end;       /* there is none from this place on */
    int private_count;
    int64_t unopened[HOUSE_OPENED_MAX + HOUSE_PRIVATE_MAX]; /* chains of tables that cannot be opened again */
    int unopened_count;
    house_job *queue;
    int queue_count;
    int in_flight; /* of them, the first that are in the batch that is being committed */
    news_list news;
    felt_events events;                      /* of one decision */
    uint64_t come_down[FELT_TABLE_BETS_MAX]; /* of one result */
    felt_move *moves;
    int move_capacity;
    uint8_t *bytes; /* of one record */
    size_t byte_capacity;
    purse *purses; /* by the hash of the player */
    int64_t reopen_at, lease_at;
    int failures;      /* of the store, one after the other, */
    int64_t failed_ms; /* and when the last one was */
    int64_t noted_ms;  /* when one was said last, */
    bool said;         /* and it was not yet said that it is over */
    int moved;         /* moves of money in the batch */
    int first_table;   /* whose turn it is first in the next batch */
    bool kept;         /* the batch has something to commit, */
    bool committing;   /* and is on its way: the store's thread has it */
};

/* ---- news.c ---- */

bool news_add_answer(house *h, uint64_t ticket, const house_answer *answer);
bool news_add_events(house *h, int table, int64_t record, const felt_events *events);
bool news_add_record(house *h, int table, int64_t record, felt_text json);
void news_tell(house *h);
void news_clear(house *h);
void news_free(news_list *n);
void house_note(house *h, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* ---- purse.c: room for HOUSE_PURSES of them ---- */

felt_status purse_get(house *h, uint64_t player, felt_balance *ret, felt_error *error);
void purse_move(house *h, uint64_t player, int64_t available, int64_t held); /* by so much, where it is known */
void purse_forget(house *h, uint64_t player);                                /* 0: everybody */

/* ---- act.c: one decision after the other, inside of a batch ---- */

/* Keeps what is in h->events, and evolves the table by it; `command` is what it answers, NULL: it came from nobody.
 * FELT_ELIMIT: a player has not enough; nothing was done. FELT_EDATA: the command's id is taken; nothing was done. Any other failure ends
 * the batch. */
felt_status act_keep(house *h, int table, const felt_command *command, int64_t now_ms, felt_error *error);

/* A command of the house, with an id of its own. FELT_EDATA: the table refuses it. Any failure of the store ends the batch. */
felt_status act_house(house *h, int table, felt_command command, int64_t now_ms, felt_error *error);

/* A command that was queued. Only failures that end the batch are returned. */
felt_status act_job(house *h, const house_job *job, int64_t now_ms, felt_error *error);

/* Keeps a record that is no events. */
felt_status act_record(house *h, int table, felt_text json, int64_t now_ms, felt_error *error);

/* ---- deal.c: shoes are made, and what they deal ---- */

/* All that time brings to a table. `ret_wakes`: when it brings more. Only failures that end the batch are returned. */
felt_status deal_table(house *h, int table, int64_t now_ms, felt_error *error);
int64_t deal_wakes(const house *h, int table, int64_t now_ms); /* when there is something to do for it; not later than now: now */

/* Goes on by a record of the chain, when a table is made again. `dealt` counts events since the shoe began. */
felt_status deal_follow(house *h, house_table *t, felt_text record, felt_error *error);
bool deal_bars(const house_table *t); /* is somebody left out of the making of shoes? */
felt_status deal_resume(house *h, house_table *t, uint64_t dealt, felt_error *error);
void deal_forget(house_table *t);

/* ---- setup.c: what a table is, in its chain ---- */

/* Puts a setup in force: the plan of the record, made again where it is not that of the tables file. */
felt_status setup_take(house *h, house_table *t, felt_text record, felt_error *error);

/* A table of the tables file's setup takes the place of this one, in which nothing is up, or is the first. Inside of a batch. */
felt_status setup_change(house *h, int table, int64_t now_ms, felt_error *error);

/* ---- rebuild.c ---- */

/* Makes a table again from the store. */
felt_status rebuild_table(house *h, int table, felt_error *error);
felt_status rebuild_save(house *h, int table, felt_error *error); /* inside of a batch */

/* ---- opened.c ---- */

/* The tables of notes that are not there yet come, and those whose notes are gone go. Inside of no batch. */
felt_status opened_load(house *h, felt_error *error);

/* The table ends with this batch. Requires that nothing is up. */
felt_status opened_remove(house *h, int table, felt_error *error);
void opened_sweep(house *h); /* those that ended with the last */
void opened_free(house_table *t);

/* ---- lease.c ---- */

/* Renews what this process has, and asks for what others have lost. Inside of no batch. */
felt_status lease_all(house *h, int64_t now_ms, felt_error *error);

#endif
