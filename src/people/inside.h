/* src/people/inside.h - what the files of this room share: the whole of `people`, refusals, notes. */
#ifndef FELT_SRC_PEOPLE_INSIDE_H
#define FELT_SRC_PEOPLE_INSIDE_H

#include "crew.h"
#include "people.h"
#include "person.h"
#include "rate.h"
#include "shelf.h"

typedef struct waiting_job {
    bool taken;
    people_job_kind kind;
    felt_player_id player;
    void *context;
    char name[PEOPLE_NAME_BYTES_MAX + 1], key[PEOPLE_NAME_BYTES_MAX + 1];
    uint8_t place[PEOPLE_PLACE_BYTES];
    size_t place_length;
    uint8_t code[RESET_HASH_BYTES]; /* of the one-time code that was given */
} waiting_job;

/* A list of players whose sums have to be kept, in the order they were played. Some may be kept already. */
typedef struct due_list {
    int64_t *players;
    int first, count, room;
} due_list;

struct people {
    felt_store *store;
    people_options options;
    shelf *sessions;   /* of remembered_session */
    shelf *known;      /* of known_player */
    due_list soon;     /* players with limits: before every commit */
    due_list late;     /* the others */
    felt_table_id log; /* 0: not looked for yet */
    people_attempts *by_name, *by_place;
    people_rate *registrations; /* by address */
    crew *crew;
    waiting_job jobs[PEOPLE_QUEUE_MAX];
    char sweep_from[NOTE_KEY_BYTES];
};

/* When the sums of a player have to be kept: they need not; within the lag; in this batch. */
typedef enum listing { LISTED_NOT = 0, LISTED_LATE, LISTED_SOON } listing;

/* What is remembered of a player. */
typedef struct known_player {
    people_player player;
    int64_t epoch;
    people_limits limits;
    kept_sums kept;       /* as of now, what is pending included */
    people_sums pending;  /* not yet in the store */
    int64_t sums_version; /* of the note; 0: there is none */
    int64_t read_ms;      /* when it was read from the store */
    listing listed;       /* its sums are to be kept, */
    int64_t listed_ms;    /* since then */
} known_player;

/* ---- refusals (people.c) ---- */

/* Writes a refusal, and returns FELT_ELIMIT. */
felt_status refuse(people_refusal *no, people_code code, int64_t wait_ms, const char *advice, const char *format, ...)
    __attribute__((format(printf, 5, 6)));

/* Passes on what the store, or memory, said; never FELT_ELIMIT. */
felt_status failed(people_refusal *no, felt_status status, const felt_error *error);
felt_status no_memory(people_refusal *no);

/* ---- notes (notes.c) ---- */

void number_key(int64_t number, char ret[NOTE_KEY_BYTES]);
bool key_number(felt_text key, int64_t *ret); /* false: it is none */

/* The text of a note, in memory of the caller's; FELT_ENOTFOUND leaves the refusal alone. `ret_version` may be NULL. */
typedef struct note_text {
    char bytes[NOTE_BYTES_MAX];
    size_t length;
} note_text;

felt_status note_get(people *p, const char *kind, const char *key, note_text *ret, int64_t *ret_version, people_refusal *no);

/* Keeps a value, which is given up; NULL: there was no memory for it. `version` as of felt_store_note_set; -1: it is new. FELT_EDATA:
 * another came first. */
felt_status note_put(people *p, const char *kind, const char *key, json_t *value, int64_t version, people_refusal *no);
felt_status note_remove(people *p, const char *kind, const char *key, people_refusal *no);

/* ---- players (players.c) ---- */

/* As it is in the store now. Refusal PEOPLE_PLAYER_UNKNOWN. */
felt_status person_get(people *p, felt_player_id player, person *ret, int64_t *ret_version, people_refusal *no);

/* [batch] Replaces a person, and what is remembered of him. `version` as it was got; -1: he is new. */
felt_status person_put(people *p, felt_player_id player, const person *who, int64_t version, people_refusal *no);

/* [batch] A new player with a random name in the bank. */
felt_status player_new(people *p, felt_player_id *ret, people_refusal *no);

/* What is remembered, read from the store where it has to be; valid until the next call of this. */
felt_status known_get(people *p, felt_player_id player, int64_t now_ms, known_player **ret, people_refusal *no);

/* Reads the sums again, and adds what is pending. */
felt_status known_sums(people *p, known_player *k, people_refusal *no);

/* [batch] */
felt_status known_keep(people *p, known_player *k, people_refusal *no);

void player_key(felt_player_id player, uint8_t ret[SHELF_KEY_BYTES]);
people_player player_of(felt_player_id player, const person *who);

/* FELT_ENOTFOUND leaves the refusal alone. */
felt_status name_get(people *p, const char *key, felt_player_id *ret, people_refusal *no);

/* ---- sessions (sessions.c) ---- */

/* What is remembered of a session. */
typedef struct remembered_session {
    uint8_t hash[PEOPLE_TOKEN_HASH_BYTES];
    kept_session session;
    int64_t read_ms;
} remembered_session;

/* [batch] A new session of a person, who is kept with it: the oldest ends where there are PEOPLE_SESSIONS_MAX. `version` as for
 * person_put. */
felt_status session_begin(people *p, felt_player_id player, person *who, int64_t version, int64_t now_ms,
                          char ret_token[PEOPLE_TOKEN_BYTES], people_refusal *no);

/* [batch] Ends all sessions of a person, who has to be kept after it. */
felt_status sessions_end(people *p, person *who, people_refusal *no);

/* ---- shared rules ---- */

/* The hash of a one-time code, as it was typed. */
void code_hash(felt_text code, uint8_t ret[RESET_HASH_BYTES]);

felt_status refuse_excluded(people_refusal *no, int64_t until_ms, int64_t now_ms);

/* An amount for people: credits, with two decimals. */
const char *money_text(int64_t minor, char ret[FELT_MONEY_BYTES]);

/* A reason is UTF-8 without control characters, of at most PEOPLE_REASON_BYTES_MAX bytes; `needed`: it is not empty. */
felt_status reason_check(felt_text reason, bool needed, people_refusal *no);

/* `by` may act for the player: he is that player, or an operator; 0: at the terminal. */
felt_status may_act_for(people *p, felt_player_id by, felt_player_id player, int64_t now_ms, people_refusal *no);

/* [batch] Keeps the record of a change in the log, which is found where it is 0; `name`, of who made it, is taken over. Refusals as of
 * people_log. */
felt_status change_keep(felt_store *store, felt_table_id *log, const people_change *change, json_t *name, int64_t now_ms,
                        people_refusal *no);

#endif
