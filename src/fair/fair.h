/* src/fair/fair.h - what the files of fair dealing share: hashes with a domain, and numbers as bytes. */
#ifndef FELT_SRC_FAIR_FAIR_H
#define FELT_SRC_FAIR_FAIR_H

#include <felt/fair.h>
#include <sodium.h>

#define FAIR_NUMBER_MAX ((uint64_t)1 << 53) /* so that every reader of JSON takes it */

/* BLAKE2b that has taken `domain` with its NUL, the table's name behind its length in one byte, and the number of the shoe. */
crypto_generichash_state fair_hash_begin(const char *domain, felt_fair_about about);
void fair_hash_number(crypto_generichash_state *state, uint64_t number); /* 8 bytes, the lowest first */
void fair_hash_bytes(crypto_generichash_state *state, const felt_fair_bytes *bytes);
void fair_hash_name(crypto_generichash_state *state, felt_text name); /* its length in one byte, then the name */
felt_fair_bytes fair_hash_end(crypto_generichash_state *state);

felt_fair_about fair_about(const felt_fair_shoe *shoe);

/* Says that there is no such shoe: FELT_ERANGE. */
felt_status fair_wrong_shoe(int decks, int cut, felt_dealing_rules rules, felt_error *error);

/* Do the records of this shoe name its rules? They do not where it is thrown, or dealt as shoes were before rules had names. */
bool fair_names_rules(const felt_fair_shoe *shoe);

#endif
