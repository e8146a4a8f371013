/* src/people/person.h - what is kept of a player, as the values of notes: JSON to structs and back.
 *
 * Kinds of notes and their keys:
 *   "person"       player number           a person
 *   "name"         people_name_key         {"player":N}
 *   "sums"         player number           sums of the last days
 *   "session"      hash of the token, hex  a session
 *   "address-key"  day                     {"key":HEX}, the key of that day's hashes of addresses
 *   "guest-credit" day/hash of an address  {"credit":N} that guests of the address got that day
 * Numbers and days have 20 digits, so that keys are in their order.
 * Threads:  every function is pure.
 * Failure:  FELT_EDATA: the text is no such value. FELT_ENOMEM. */
#ifndef FELT_SRC_PEOPLE_PERSON_H
#define FELT_SRC_PEOPLE_PERSON_H

#include "crew.h"
#include "people.h"

#include <jansson.h>

enum {
    NOTE_BYTES_MAX = 8192, /* of every note of this room */
    NOTE_KEY_BYTES = 96,   /* room for any of its keys */
    RESET_HASH_BYTES = 32,
};

typedef struct person {
    char name[PEOPLE_NAME_BYTES_MAX + 1];
    bool guest, is_operator, was_operator;
    int64_t made_ms;
    int64_t epoch;                                                  /* sessions of another one have ended */
    uint8_t sessions[PEOPLE_SESSIONS_MAX][PEOPLE_TOKEN_HASH_BYTES]; /* the oldest first; some may have ended */
    int session_count;
    char hash[CREW_HASH_BYTES]; /* of the passphrase; empty: there is none, as of a guest */
    uint8_t reset[RESET_HASH_BYTES];
    int64_t reset_until_ms; /* 0: there is no code */
    people_limits limits;
} person;

/* Reads JSON, of any kind; NULL: it is none, or *ret_no_memory. */
json_t *json_from(felt_text text, bool *ret_no_memory);

felt_status person_read(felt_text text, person *ret, felt_error *error);
json_t *person_write(const person *who); /* NULL: no memory, as of all these */

typedef struct kept_sums {
    people_sums sums;
    int64_t last_ms; /* of the last play; 0: none */
} kept_sums;

felt_status sums_read(felt_text text, kept_sums *ret, felt_error *error);
json_t *sums_write(const kept_sums *sums);

typedef struct kept_session {
    felt_player_id player;
    int64_t begun_ms, until_ms, epoch;
} kept_session;

felt_status session_read(felt_text text, kept_session *ret, felt_error *error);
json_t *session_write(const kept_session *session);

/* One number, from 0, or bytes as hexadecimal digits, under a name. */
felt_status number_read(felt_text text, const char *name, int64_t *ret, felt_error *error);
felt_status bytes_read(felt_text text, const char *name, uint8_t *ret, size_t size, felt_error *error);

#endif
