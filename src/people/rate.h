/* src/people/rate.h - how often somebody may do something: token buckets, and waits that grow with failures.
 *
 * A bucket holds `burst` tokens, and gets `per_minute` of them in a minute. Both tables have a most number of records; the one that was
 * not asked for the longest is thrown out, and begins anew. Keys are hashes with a key of the process's own, so that nobody outside can
 * choose which records meet.
 * Threads:  one at a time for one table. */
#ifndef FELT_SRC_PEOPLE_RATE_H
#define FELT_SRC_PEOPLE_RATE_H

#include <felt/text.h>

/* ---- buckets ---- */

typedef struct people_rate people_rate;

/* NULL when there is no memory. Requires 1 to 1,000,000 for `burst` and `per_minute`, and capacity > 0. */
people_rate *people_rate_new(int capacity, int burst, int per_minute);
void people_rate_free(people_rate *rate); /* NULL is allowed */

/* Takes `cost` tokens, 1 to `burst`. False: there are not so many, nothing is taken, and *ret_wait_ms, which may be NULL, is when there
 * will be. Time that goes back brings no tokens. */
bool people_rate_take(people_rate *rate, felt_text key, int cost, int64_t now_ms, int64_t *ret_wait_ms);

/* ---- failures ---- */

typedef struct people_attempts people_attempts;

/* The first `free` failures cost nothing; then one second, two, four and so on up to `longest_ms`. An hour without an attempt, all is
 * forgotten. NULL when there is no memory. Requires capacity, free and longest_ms above 0. */
people_attempts *people_attempts_new(int capacity, int free, int64_t longest_ms);
void people_attempts_free(people_attempts *attempts); /* NULL is allowed */

/* How long it is until an attempt may be made; 0: now. */
int64_t people_attempts_wait(people_attempts *attempts, felt_text key, int64_t now_ms);

/* An attempt is made, and counts as failed. False when there is no memory to count it. */
bool people_attempts_begin(people_attempts *attempts, felt_text key, int64_t now_ms);

/* It has succeeded: it does not count, or `all`: nor do those before it. */
void people_attempts_succeed(people_attempts *attempts, felt_text key, bool all);

/* ---- addresses ---- */

enum { PEOPLE_PLACE_BYTES = 17 };

/* What counts of an address: all of IPv4 (also where it is written as IPv6), the first half of IPv6, and of what is neither, its text
 * hashed. Returns its length, at most PEOPLE_PLACE_BYTES. */
size_t people_place(felt_text address, uint8_t ret[PEOPLE_PLACE_BYTES]);

#endif
