/* felt/people.h - operators and players of a house, as they are looked after at the terminal: docs/people.md says what they can do.
 *
 * Each call is a batch of the store by itself, but for felt_change_log; it is logged, and durable when it returns FELT_OK. A file that a
 * server has cannot be opened: then the server has to be asked instead.
 * Failure:  FELT_EDATA: a name, a passphrase, a limit or a time that is not allowed, and the message says what was found and what was
 *           expected. FELT_ENOTFOUND: there is no such account. FELT_EIO and FELT_ENOMEM: as of felt/store.h.
 * Threads:  one store, one thread at a time. */
#ifndef FELT_PEOPLE_H
#define FELT_PEOPLE_H

#include <felt/store.h>

FELT_API_BEGIN

enum { FELT_PASSPHRASE_BYTES_MAX = 128 };

/* May this be a new account's name, and this its passphrase? For asking before anything is typed twice. */
felt_status felt_person_check(felt_text name, felt_text passphrase, felt_error *error);

/* ---- operators ---- */

/* Makes an account with the role, or gives it back to one that had it. FELT_EDATA: somebody else has that name, or one that looks like it.
 * Times are milliseconds since 1970. */
felt_status felt_operator_add(felt_store *store, felt_text name, felt_text passphrase, int64_t now_ms, felt_error *error);

/* Gives an operator a new passphrase; all sessions of his end. */
felt_status felt_operator_reset(felt_store *store, felt_text name, felt_text passphrase, int64_t now_ms, felt_error *error);

/* Takes the role; the account stays, and all sessions of it end. */
felt_status felt_operator_remove(felt_store *store, felt_text name, int64_t now_ms, felt_error *error);

typedef struct felt_operator {
    felt_player_id player;
    const char *name; /* lives as long as the call */
    int64_t made_ms;
} felt_operator;

/* Return false to see no more. Must not call the store. */
typedef bool felt_operator_see(void *context, const felt_operator *who);

/* Every operator, in the order of their numbers. */
felt_status felt_operator_list(felt_store *store, felt_operator_see *see, void *context, felt_error *error);

/* ---- the log of changes ---- */

enum { FELT_CHANGE_BYTES_MAX = 8192 }; /* of what was before and after, each */

/* Something that was done at the terminal. */
typedef struct felt_change {
    felt_text what;          /* such as "retire" */
    felt_text about;         /* such as the name of a table; may be empty */
    felt_text before, after; /* JSON, or empty */
} felt_change;

/* Puts it into the log of the house, in the batch of the store that is open. FELT_EDATA: before or after is no JSON, or too long. */
felt_status felt_change_log(felt_store *store, const felt_change *change, int64_t now_ms, felt_error *error);

FELT_API_END

#endif
