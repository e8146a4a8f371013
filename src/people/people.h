/* src/people/people.h - who plays and who runs the house: guests, accounts, sessions, limits, exclusion, operators, the log of changes.
 *
 * Everything is kept in the store: as notes, which may be replaced, and what must never be forgotten as records of the chain "@house".
 *
 * Time:     there is no clock inside. Every call gets the time, in milliseconds since 1970.
 * Batches:  calls marked [batch] write, and stand between felt_store_begin and felt_store_commit; the others only read. Nothing of a batch
 *           may be shown before it is committed; when it is not, call people_forget: what is remembered was built on it.
 * Failure:  FELT_ELIMIT: it is refused by a rule, and the refusal says which and what to do; that may be shown to the person. Nothing was
 *           changed, and the batch can go on. Any other status is the store's, or that of memory (see felt/store.h), with the code
 *           PEOPLE_FAILED and the store's own sentence, which is for the log of the server: roll the batch back. Results are written only
 *           on FELT_OK. A `people_refusal *` may be NULL.
 * Threads:  one people, one thread at a time; passphrases are hashed by threads of its own. */
#ifndef FELT_SRC_PEOPLE_PEOPLE_H
#define FELT_SRC_PEOPLE_PEOPLE_H

#include "cookie.h"
#include "limits.h"
#include "names.h"

#include <felt/store.h>

enum {
    PEOPLE_SENTENCE_BYTES = 256,
    PEOPLE_ADDRESS_BYTES_MAX = 64,
    PEOPLE_PASSPHRASE_LETTERS_MIN = 8,
    PEOPLE_PASSPHRASE_BYTES_MAX = 128,
    PEOPLE_CODE_BYTES = 17, /* of a one-time code, "XXXX-XXXX-XXXX-X" in letters and digits, and a NUL */
    PEOPLE_REASON_BYTES_MAX = 200,
    PEOPLE_CHANGE_BYTES_MAX = 8192, /* of what a change was before and after, each */
    PEOPLE_QUEUE_MAX = 64,          /* passphrases that wait to be hashed */
    PEOPLE_WORKERS_MAX = 16,
    PEOPLE_SESSIONS_MAX = 16, /* of one player: another one ends the oldest */
};

typedef struct people people;

/* ---- refusals ---- */

typedef enum people_code {
    PEOPLE_FINE = 0,
    PEOPLE_FAILED,         /* the store or memory failed */
    PEOPLE_NAME_BAD,       /* a name that is not allowed */
    PEOPLE_NAME_TAKEN,     /* somebody has it, or one that looks like it */
    PEOPLE_PASSPHRASE_BAD, /* too short, too long, or the name itself */
    PEOPLE_SIGN_IN_WRONG,  /* no such name, or another passphrase or code: which of them is not said */
    PEOPLE_WAIT,           /* too many attempts, see wait_ms */
    PEOPLE_BUSY,           /* too many passphrases are being looked at */
    PEOPLE_SESSION_NONE,   /* no session, or it has ended */
    PEOPLE_EXCLUDED,
    PEOPLE_LIMIT_OVER_STAKE, /* these four: a limit that the player set */
    PEOPLE_LIMIT_OVER_DAY_LOSS,
    PEOPLE_LIMIT_OVER_WEEK_LOSS,
    PEOPLE_LIMIT_OVER_DAY_TIME,
    PEOPLE_LIMIT_BAD,         /* a limit or an exclusion that cannot be set so */
    PEOPLE_EXCLUSION_SHORTER, /* it stands, and can only be made longer */
    PEOPLE_GUEST_CAP,         /* no more credits for guests of this address today */
    PEOPLE_NOT_GUEST,         /* only a guest can become an account */
    PEOPLE_PLAYER_UNKNOWN,
    PEOPLE_NOT_OPERATOR,
    PEOPLE_OPERATOR_LAST, /* nobody takes the role from himself, and the last one keeps it */
    PEOPLE_AMOUNT_BAD,
    PEOPLE_REASON_BAD,
    PEOPLE_CODE_COUNT
} people_code;

/* Such as "name-taken", never NULL. */
const char *people_code_text(people_code code);

typedef struct people_refusal {
    people_code code;
    char sentence[PEOPLE_SENTENCE_BYTES]; /* what was refused and why */
    char advice[PEOPLE_SENTENCE_BYTES];   /* what to do */
    int64_t wait_ms;                      /* until it may be tried again; 0: time does not help, or is not known */
} people_refusal;

/* ---- opening ---- */

typedef struct people_options {
    felt_money guest_credit;      /* what a guest begins with; 0: nothing */
    felt_money guest_address_cap; /* credits for guests of one address in one day */
    felt_money large_win;         /* won at once, from this on: it is put into the log; 0: never */
    int64_t session_idle_ms;      /* a player's session ends so long after it was renewed last, */
    int64_t session_longest_ms;   /* and so long after it was begun */
    int64_t operator_idle_ms, operator_longest_ms;
    int64_t recheck_ms;  /* what is remembered of a session or a player is read again after so long: another process may have changed it */
    int64_t sums_lag_ms; /* sums of a player without limits may be kept so late; 0: in every batch, as for those with limits */
    int64_t day_offset_ms;              /* a day begins so long before midnight UTC */
    int remembered;                     /* most sessions, and most players, in memory */
    int workers;                        /* threads that hash passphrases, 1 to PEOPLE_WORKERS_MAX; 0: none, and there are no jobs */
    unsigned long long hash_operations; /* cost of argon2id */
    size_t hash_bytes;
    bool shared;                 /* several processes have the store: sums of players with limits are read again for every bet */
    void (*wake)(void *context); /* called from a worker when there is something to collect; may be NULL */
    void *wake_context;
} people_options;

people_options people_defaults(void);

/* The store must outlive it. FELT_ENOMEM; FELT_EIO: no thread, or libsodium does not work. */
felt_status people_open(felt_store *store, const people_options *options, people **ret, people_refusal *no);

/* Waits for the passphrase that is being hashed; jobs that were not collected are dropped. `p` may be NULL. */
void people_close(people *p);

/* After a batch that was not committed, with the store that is open now: forgets everything remembered of the store. Jobs go on. NULL: the
 * store is lost, and before it is closed; until there is another, calls that need it fail with FELT_EIO. */
void people_forget(people *p, felt_store *store);

/* [batch] Before each commit: keeps the sums that have changed; `all`: those that may be kept later as well, as before the end. */
felt_status people_keep(people *p, bool all, int64_t now_ms, people_refusal *no);

/* [batch] Takes away some of what is over (sessions, guests' sums of other days), `most` notes looked at; call it now and then. */
felt_status people_sweep(people *p, int most, int64_t now_ms, people_refusal *no);

/* ---- players ---- */

typedef struct people_player {
    felt_player_id player;
    bool guest, is_operator;
    char name[PEOPLE_NAME_BYTES_MAX + 1]; /* as it was given; "Guest 4821" */
    int64_t made_ms;
    int64_t excluded_until_ms; /* 0: he is not; PEOPLE_FOR_GOOD */
} people_player;

/* Refusal PEOPLE_PLAYER_UNKNOWN. */
felt_status people_find(people *p, felt_player_id player, int64_t now_ms, people_player *ret, people_refusal *no);
felt_status people_find_name(people *p, felt_text name, int64_t now_ms, people_player *ret, people_refusal *no);

/* [batch] A new guest with his credits and a session. `address` is as text, IPv4 or IPv6 (of which the first half counts); only a hash of
 * it is kept, with a key that is thrown away the next day. Refusal PEOPLE_GUEST_CAP. */
felt_status people_guest(people *p, felt_text address, int64_t now_ms, people_player *ret, char ret_token[PEOPLE_TOKEN_BYTES],
                         people_refusal *no);

/* ---- passphrases: jobs ---- */

typedef enum people_job_kind {
    PEOPLE_JOB_SIGN_IN,  /* name, passphrase */
    PEOPLE_JOB_REGISTER, /* name, passphrase, and the guest who becomes the account; player 0: a new one without credits */
    PEOPLE_JOB_CHANGE,   /* player, passphrase, fresh; ends all his sessions and begins one */
    PEOPLE_JOB_RECOVER   /* name, a one-time code as passphrase, fresh; the same */
} people_job_kind;

typedef struct people_job {
    people_job_kind kind;
    felt_player_id player;
    felt_text name, passphrase, fresh;
    felt_text address;
    void *context; /* comes back in the result */
} people_job;

/* Takes a job, for which nothing needs to live on but the context. An attempt counts as failed until it has succeeded. Refusals: NAME_BAD,
 * PASSPHRASE_BAD, WAIT, BUSY, and what can be seen at once. */
felt_status people_check_start(people *p, const people_job *job, int64_t now_ms, people_refusal *no);

typedef struct people_result {
    people_job_kind kind;
    void *context;
    felt_status status;
    people_refusal no;              /* FELT_ELIMIT and failures */
    people_player player;           /* on FELT_OK, as well as */
    char token[PEOPLE_TOKEN_BYTES]; /* a new session */
} people_result;

/* Must not call people. */
typedef void people_done(void *context, const people_result *result);

/* [batch] Finishes what the workers have done, and tells of each; the number of jobs. Results hold when the batch is committed. */
int people_collect(people *p, int64_t now_ms, people_done *done, void *context);

/* Is there something to collect? */
bool people_collectable(people *p);

/* ---- sessions ---- */

typedef struct people_session {
    people_player player;
    int64_t begun_ms, until_ms;
    bool renew; /* it is time to call people_session_renew */
} people_session;

/* [batch] A new session. Refusals PEOPLE_EXCLUDED, PEOPLE_PLAYER_UNKNOWN. */
felt_status people_session_open(people *p, felt_player_id player, int64_t now_ms, char ret_token[PEOPLE_TOKEN_BYTES], people_refusal *no);

/* Refusal PEOPLE_SESSION_NONE, also for what is no token. */
felt_status people_session_find(people *p, felt_text token, int64_t now_ms, people_session *ret, people_refusal *no);

/* [batch] Makes a session last on, from now; the token stays. Refusals PEOPLE_SESSION_NONE and PEOPLE_EXCLUDED. */
felt_status people_session_renew(people *p, felt_text token, int64_t now_ms, people_session *ret, people_refusal *no);

/* [batch] Ends a session; one that is none is no mistake. */
felt_status people_sign_out(people *p, felt_text token, int64_t now_ms, people_refusal *no);

/* [batch] Ends all sessions of a player. */
felt_status people_sign_out_all(people *p, felt_player_id player, int64_t now_ms, people_refusal *no);

/* ---- limits ---- */

felt_status people_limits_find(people *p, felt_player_id player, int64_t now_ms, people_limits *ret, people_refusal *no);

/* [batch] Sets one limit, minor units or milliseconds, PEOPLE_UNLIMITED takes it away: at once where that is lower than what holds, else
 * 24 hours from now, in the place of what was to come. `by` is who asks: the player, or an operator, who is bound by the same rule. It is
 * logged. Refusals PEOPLE_LIMIT_BAD, PEOPLE_NOT_OPERATOR, PEOPLE_PLAYER_UNKNOWN. */
felt_status people_limit_set(people *p, felt_player_id by, felt_player_id player, people_limit_kind kind, int64_t value, int64_t now_ms,
                             people_refusal *no);

/* [batch] Excludes a player until a time at least 24 hours away, or PEOPLE_FOR_GOOD. Nobody can undo or shorten it. Refusals
 * PEOPLE_EXCLUSION_SHORTER, PEOPLE_LIMIT_BAD, PEOPLE_NOT_OPERATOR, PEOPLE_PLAYER_UNKNOWN. */
felt_status people_exclude(people *p, felt_player_id by, felt_player_id player, int64_t until_ms, int64_t now_ms, people_refusal *no);

/* May this player bet? `stake` is what the bet will be in all, `more` what is to be held for it now. Refusals PEOPLE_EXCLUDED,
 * PEOPLE_LIMIT_OVER_...; requires 0 <= more <= stake. */
felt_status people_may_bet(people *p, felt_player_id player, felt_money stake, felt_money more, int64_t now_ms, people_refusal *no);

/* May this player sit down? Refusal PEOPLE_EXCLUDED. */
felt_status people_may_sit(people *p, felt_player_id player, int64_t now_ms, people_refusal *no);

/* [batch] What has left a player's credits (a stake is held) and what has come back to them (taken back, returned, paid). What stands
 * counts as lost until it comes back. Time between two such calls counts as time at play where it is no longer than five minutes. Requires
 * amounts from 0. */
felt_status people_played(people *p, felt_player_id player, felt_money staked, felt_money returned, int64_t now_ms, people_refusal *no);

/* [batch] The same of a result of `when_ms` that is taken back: it counts for the day of the result, and is no time at play. */
felt_status people_taken_back(people *p, felt_player_id player, felt_money taken, felt_money given, int64_t when_ms, int64_t now_ms,
                              people_refusal *no);

/* Staked, returned and time of a day, 0 to 6 days ago. */
felt_status people_day(people *p, felt_player_id player, int days_ago, int64_t now_ms, people_day_sum *ret, people_refusal *no);

/* ---- operators ---- */

/* [batch] Gives the role to an account, or takes it; `by` must have it. Refusals PEOPLE_NOT_OPERATOR, PEOPLE_PLAYER_UNKNOWN,
 * PEOPLE_OPERATOR_LAST, PEOPLE_NOT_GUEST where a guest would get it. Taking it ends all sessions of that account. */
felt_status people_operator_set(people *p, felt_player_id by, felt_player_id player, bool is_operator, felt_text reason, int64_t now_ms,
                                people_refusal *no);

/* [batch] A code with which the player can set a new passphrase, once, within 24 hours; his sessions end. The same refusals. */
felt_status people_reset_code(people *p, felt_player_id by, felt_player_id player, felt_text reason, int64_t now_ms,
                              char ret_code[PEOPLE_CODE_BYTES], people_refusal *no);

/* [batch] Credits from an operator. PEOPLE_AMOUNT_BAD, PEOPLE_REASON_BAD, PEOPLE_NOT_OPERATOR, PEOPLE_PLAYER_UNKNOWN. */
felt_status people_grant(people *p, felt_player_id by, felt_player_id player, felt_money amount, felt_text reason, int64_t now_ms,
                         people_refusal *no);

/* ---- the log of changes: records of the chain "@house" ---- */

#define PEOPLE_LOG_CHAIN "@house"

typedef struct people_change {
    felt_player_id by;       /* 0: at the terminal, or the house itself */
    felt_text what;          /* such as "table-pause" */
    felt_text about;         /* a table, a wager; may be empty */
    felt_player_id player;   /* whom it is about; 0: nobody */
    felt_text before, after; /* JSON, or empty */
    felt_text reason;        /* may be empty */
} people_change;

/* [batch] {"felt":"change","when":MS,"by":NUMBER,"name":NAME,"what":...,"about":...,"player":...,"before":...,"after":...,"reason":...}.
 * Refusals PEOPLE_REASON_BAD (too long, or no text) and PEOPLE_AMOUNT_BAD (before or after is no JSON, or too long). */
felt_status people_log(people *p, const people_change *change, int64_t now_ms, people_refusal *no);

/* [batch] Puts a win into the log when it is large: what came back less what was staked. `about` says where. */
felt_status people_won(people *p, felt_player_id player, felt_text about, felt_money staked, felt_money returned, int64_t now_ms,
                       people_refusal *no);

/* Requires that `by` is an operator now: refusal PEOPLE_NOT_OPERATOR. */
felt_status people_must_be_operator(people *p, felt_player_id by, int64_t now_ms, people_refusal *no);

#endif
