/* tests/history/make_history.c - writes a history of tables played by chance, and with STORE their chains into a store as well:
 *
 *     [STORE=ADDRESS] make_history ROOT SEED SHOES TABLE... */
#include "chronicle.h"

#include <felt/store.h>

#include <stdio.h>
#include <stdlib.h>

static bool put(void *context, felt_text line)
{
    return fwrite(line.bytes, 1, line.length, context) == line.length;
}

static felt_status keep_chain(felt_store *store, const chronicle_chain *chain, felt_error *error)
{
    felt_table_id table;
    int64_t sequence;
    felt_status status = felt_store_table(store, felt_text_from(chain->name), &table, error);
    for (int i = 0; i < chain->count && status == FELT_OK; i++) {
        felt_deed deed = {.table = table, .record = chain->records[i].bytes, .time_ms = 1700000000000 + i};
        status = felt_store_keep(store, &deed, &sequence, error);
    }
    return status;
}

static felt_status keep(const chronicle *c, const char *address, felt_error *error)
{
    felt_store *store = NULL;
    felt_status status = felt_store_open(address, &store, error);
    if (status == FELT_OK)
        status = felt_store_begin(store, error);
    for (int i = 0; i < c->document_count && status == FELT_OK; i++) {
        uint8_t hash[FELT_STORE_HASH_BYTES];
        status = felt_store_document_keep(store, c->documents[i], hash, error);
    }
    for (int i = 0; i < c->chain_count && status == FELT_OK; i++)
        status = keep_chain(store, &c->chains[i], error);
    if (status == FELT_OK)
        status = felt_store_commit(store, error);
    felt_store_close(store);
    return status;
}

int main(int argc, char **argv)
{
    static chronicle c;
    felt_error error = {.message = "it could not be played"};
    bool good = argc > 4 && chronicle_open(&c, argv[1]);
    for (int i = 4; i < argc && good; i++)
        good = chronicle_play(&c, argv[i], atoi(argv[3]), (uint64_t)(atoi(argv[2]) + i));
    good = good && (getenv("STORE") == NULL || keep(&c, getenv("STORE"), &error) == FELT_OK);
    good = good && chronicle_write(&c, put, stdout, &error) == FELT_OK && fflush(stdout) == 0;
    if (!good)
        fprintf(stderr, "make_history: %s\n", error.message);
    else
        fprintf(stderr, "%llu rounds, %llu bets\n", (unsigned long long)c.rounds, (unsigned long long)c.bets);
    chronicle_close(&c);
    return good ? 0 : 1;
}
