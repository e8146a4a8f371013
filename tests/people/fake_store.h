/* tests/people/fake_store.h - a store in memory, in the place of the real one: quick, and with calls that fail when they are told to. */
#ifndef FELT_TESTS_PEOPLE_FAKE_STORE_H
#define FELT_TESTS_PEOPLE_FAKE_STORE_H

#include <felt/store.h>

/* From now on the call with this number, from 0, fails with FELT_EIO, and so does every one after it until the store is revived; -1: none
 * fails. A batch that was open is lost. */
void fake_fail_at(felt_store *store, long call);
long fake_calls(const felt_store *store); /* since fake_fail_at was called */
void fake_revive(felt_store *store);
bool fake_in_batch(const felt_store *store);

/* Another process has changed a note: its version grows, its value is the one given, or as it was. */
void fake_touch(felt_store *store, const char *kind, const char *key, const char *value);

/* The value of a note; NULL: there is none. */
const char *fake_note(const felt_store *store, const char *kind, const char *key);
int fake_note_count(const felt_store *store, const char *kind);

/* The number of records of a chain, and the last of them. */
int fake_records(const felt_store *store, const char *chain);
const char *fake_last_record(const felt_store *store, const char *chain);

#endif
