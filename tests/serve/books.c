/* tests/serve/books.c - the books of a store that no server has open: tests/serve_books STORE.
 *
 * Audits every posting and verifies every chain, and prints the sums as one JSON object. Exit: 0 they balance, 1 they do not, 4 no
 * store. */
#include <felt/store.h>
#include <stdio.h>

typedef struct chains {
    felt_store *store;
    felt_table_id list[256];
    int count;
} chains;

static bool see(void *context, const felt_table_entry *entry)
{
    chains *c = context;
    c->list[c->count++] = entry->table;
    return c->count < (int)(sizeof c->list / sizeof *c->list);
}

static felt_status verify(chains *c, int64_t *ret_records, felt_error *error)
{
    felt_status status = felt_store_tables(c->store, see, c, error);
    *ret_records = 0;
    for (int i = 0; i < c->count && status == FELT_OK; i++) {
        int64_t records;
        status = felt_store_verify(c->store, c->list[i], &records, error);
        *ret_records += status == FELT_OK ? records : 0;
    }
    return status;
}

int main(int argc, char **argv)
{
    chains c = {.count = 0};
    felt_error error;
    felt_store_audit_result a;
    int64_t records;
    if (argc != 2 || felt_store_open(argv[1], &c.store, &error) != FELT_OK) {
        fprintf(stderr, "%s\n", argc != 2 ? "usage: serve_books STORE" : error.message);
        return 4;
    }
    felt_status status = felt_store_audit(c.store, &a, &error);
    if (status == FELT_OK)
        status = verify(&c, &records, &error);
    if (status == FELT_OK)
        printf("{\"players\":%lld,\"postings\":%lld,\"ended\":%lld,\"standing\":%lld,\"available\":%lld,\"held\":%lld,\"house\":%lld,"
               "\"grants\":%lld,\"records\":%lld}\n",
               (long long)a.players, (long long)a.postings, (long long)a.ended, (long long)a.standing, (long long)a.available.minor,
               (long long)a.held.minor, (long long)a.house.minor, (long long)a.grants.minor, (long long)records);
    else
        fprintf(stderr, "%s\n", error.message);
    felt_store_close(c.store);
    return status == FELT_OK ? 0 : 1;
}
