/* tests/store/suite.h - what a store must do, whatever engine it has. */
#ifndef FELT_TESTS_STORE_SUITE_H
#define FELT_TESTS_STORE_SUITE_H

#include <felt/store.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

/* SQL past the triggers, and what is said about it. */
typedef struct suite_tamper {
    const char *sql, *part;
} suite_tamper;

/* How the suite gets at an engine. */
typedef struct suite_engine {
    const char *name;
    void (*fresh)(char ret_address[256]); /* a new, empty store */
    void (*drop)(const char *address);
    void (*tamper)(const char *address, const char *sql);  /* past every trigger, while the store is closed; must succeed */
    void (*edit)(const char *address, const char *sql);    /* the same, with the triggers left in place; must succeed */
    bool (*refuses)(const char *address, const char *sql); /* an ordinary connection; does the schema refuse it? */
    /* In its own SQL, each list ended by NULL: what the schema refuses after suite_schema.c's play_a_little; past the triggers, what the
     * audit sees then; what is seen of a chain with six records; a changed document; and a posting that is in the way of record 6. */
    const char *const *refusals, *const *books;
    const suite_tamper *histories;
    const char *document, *posting;
} suite_engine;

/* Runs every test, then those of the engine alone, SUITE_OWN_MAX at most, and returns the number of failed ones. */
enum { SUITE_COMMON_MAX = 64, SUITE_OWN_MAX = 32 };
int suite_run(const suite_engine *engine, const struct CMUnitTest *own, size_t own_count);

/* A store with a table, whose lease it has, and a player who has some credits. */
typedef struct bank {
    char address[256];
    felt_store *store;
    felt_table_id table;
    felt_player_id player;
    int64_t bets; /* made with bank_hold */
} bank;

enum { BANK_CREDITS = 100000 };

void bank_set_up(bank *b); /* in a store that is open */
felt_store *bank_open(const char *address);

/* A deed of nobody's command. */
felt_deed bank_deed(const bank *b, felt_entry_kind kind, const char *record, const felt_move *moves, int count);
felt_move bank_move(const bank *b, felt_move_kind kind, int64_t bet, int64_t amount);
int64_t bank_keep(bank *b, felt_entry_kind kind, const char *record, const felt_move *moves, int count); /* the record's sequence */
int64_t bank_append(bank *b, const char *record);
int64_t bank_hold(bank *b, int64_t amount); /* the number of a new bet */
void bank_check(bank *b);                   /* the books balance, the chains verify */
void bank_begin(bank *b);                   /* a batch ... */
void bank_commit(bank *b);
void bank_assert(bank *b, int64_t available, int64_t held); /* what the player has */

/* For the files of the suite: the store of a test, its engine, the store closed and opened again, and a new one. */
bank *suite_bank(void **state);
const suite_engine *suite_engine_of(void **state);
void suite_restart(bank *b);
void suite_anew(void **state);

/* The tests of one file of the suite. */
typedef struct suite_part {
    const struct CMUnitTest *tests;
    size_t count;
} suite_part;

extern const suite_part suite_bank_part, suite_commands_part, suite_history_part, suite_notes_part, suite_schema_part, suite_retire_part;

/* Fails with the store's message. */
void good(felt_status status, const felt_error *error);

/* That status, and a message with `part` in it. */
void refused(felt_status status, felt_status expected, const felt_error *error, const char *part);

#define TEXT(literal) ((felt_text){literal, sizeof literal - 1})

#endif
