/* tests/store/postgres.h - what the tests of stores in PostgreSQL share. */
#ifndef TESTS_STORE_POSTGRES_H
#define TESTS_STORE_POSTGRES_H

#include "play.h"

int64_t postgres_now_ms(void);
void postgres_sleep_ms(long ms);
void postgres_make_bank(bank *b);
void postgres_take(bank *b, const char *owner, int64_t ttl_ms);

/* postgres_several.c: several processes on one database. */
void test_one_player_at_two_tables(void **state);
void test_one_command_at_two_tables(void **state);
void test_trusted_player(void **state);
void test_trusted_player_has_more(void **state);
void test_trusted_player_told(void **state);
void test_trusted_id(void **state);
void test_grants_at_once(void **state);
void test_lease_taken_over(void **state);
void test_stopped_owner(void **state);

#endif
