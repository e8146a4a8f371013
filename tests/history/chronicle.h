/* tests/history/chronicle.h - a small house for tests: it plays tables of the shipped tables file by chance and keeps their chains. */
#ifndef FELT_TESTS_HISTORY_CHRONICLE_H
#define FELT_TESTS_HISTORY_CHRONICLE_H

#include <felt/fair.h>
#include <felt/history.h>

typedef struct chronicle_record {
    felt_text bytes; /* malloc'ed */
    uint8_t hash[FELT_HISTORY_HASH_BYTES];
} chronicle_record;

typedef struct chronicle_chain {
    char name[FELT_HISTORY_NAME_BYTES_MAX + 1];
    int64_t number;
    chronicle_record *records;
    int count, capacity;
} chronicle_chain;

typedef struct chronicle {
    felt_arena *arena; /* of sheets, plans and documents */
    const felt_tables *tables;
    chronicle_chain chains[8];
    int chain_count;
    felt_text documents[4096];
    int document_count;
    uint64_t rounds, bets; /* results, and bets that came down */
} chronicle;

/* The house with the tables of `root`/tables/felt.tables; false: they cannot be read. */
bool chronicle_open(chronicle *c, const char *root);
void chronicle_close(chronicle *c);

/* Plays a table: so many shoes or shooters, the last one still in play; the same seed plays the same. False: something failed that should
 * not. */
bool chronicle_play(chronicle *c, const char *table, int shoes, uint64_t seed);

/* Adds a record to a chain, and makes all its hashes anew after something was changed. */
void chronicle_keep(chronicle_chain *chain, felt_text bytes);
void chronicle_hash(chronicle_chain *chain);

/* All chains as a history. */
felt_status chronicle_write(const chronicle *c, felt_history_put *put, void *context, felt_error *error);

#endif
