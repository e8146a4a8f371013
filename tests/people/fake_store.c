/* tests/people/fake_store.c - a store in memory: players, credits, notes and chains, as plain lists. */
#include "fake_store.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

typedef struct fake_player {
    char name[FELT_STORE_NAME_BYTES_MAX + 1];
    int64_t available;
} fake_player;

typedef struct fake_note_row {
    char kind[32], key[128];
    char *value;
    int64_t version;
} fake_note_row;

typedef struct fake_record {
    int64_t chain;
    char *text;
} fake_record;

typedef struct fake_state {
    fake_player *players;
    fake_note_row *notes; /* by kind and key */
    fake_record *records;
    char chains[8][FELT_STORE_NAME_BYTES_MAX + 1];
    int player_count, note_count, record_count, chain_count;
} fake_state;

struct felt_store {
    fake_state now, begun; /* begun: as it was when the batch began */
    bool in_batch, dead;
    long calls, fail_at;
};

/* ---- states ---- */

/* Not by malloc, which some tests make fail. */
static void *take(size_t size)
{
    void *memory;
    if (posix_memalign(&memory, 16, size + 1) != 0)
        abort();
    return memory;
}

/* `old` with room for one more. */
static void *one_more(void *old, int count, size_t size)
{
    void *memory = take(((size_t)count + 1) * size);
    if (count > 0)
        memcpy(memory, old, (size_t)count * size);
    free(old);
    return memory;
}

static char *copy_bytes(const char *bytes, size_t length)
{
    char *copy = take(length + 1);
    memcpy(copy, bytes, length);
    copy[length] = '\0';
    return copy;
}

static void state_free(fake_state *s)
{
    for (int i = 0; i < s->note_count; i++)
        free(s->notes[i].value);
    for (int i = 0; i < s->record_count; i++)
        free(s->records[i].text);
    free(s->players);
    free(s->notes);
    free(s->records);
    memset(s, 0, sizeof *s);
}

static void state_copy(fake_state *to, const fake_state *from)
{
    *to = *from;
    to->players = take(((size_t)from->player_count + 1) * sizeof *to->players);
    to->notes = take(((size_t)from->note_count + 1) * sizeof *to->notes);
    to->records = take(((size_t)from->record_count + 1) * sizeof *to->records);
    for (int i = 0; i < from->player_count; i++)
        to->players[i] = from->players[i];
    for (int i = 0; i < from->note_count; i++) {
        to->notes[i] = from->notes[i];
        to->notes[i].value = copy_bytes(from->notes[i].value, strlen(from->notes[i].value));
    }
    for (int i = 0; i < from->record_count; i++) {
        to->records[i] = from->records[i];
        to->records[i].text = copy_bytes(from->records[i].text, strlen(from->records[i].text));
    }
}

/* ---- failures ---- */

void fake_fail_at(felt_store *store, long call)
{
    store->calls = 0;
    store->fail_at = call;
}

long fake_calls(const felt_store *store)
{
    return store->calls;
}

void fake_revive(felt_store *store)
{
    store->dead = false;
    store->fail_at = -1;
    if (store->in_batch) {
        state_free(&store->now);
        store->now = store->begun;
        store->in_batch = false;
    }
}

bool fake_in_batch(const felt_store *store)
{
    return store->in_batch;
}

static bool fails(felt_store *store, felt_error *error)
{
    if (store->fail_at >= 0 && store->calls++ >= store->fail_at)
        store->dead = true;
    if (store->dead)
        felt_error_set(error, FELT_EIO, -1, "the disk is gone");
    return store->dead;
}

/* ---- batches ---- */

felt_status felt_store_open(const char *address, felt_store **ret, felt_error *error)
{
    (void)address, (void)error;
    *ret = take(sizeof **ret);
    memset(*ret, 0, sizeof **ret);
    (*ret)->fail_at = -1;
    return FELT_OK;
}

void felt_store_close(felt_store *store)
{
    if (store == NULL)
        return;
    fake_revive(store);
    state_free(&store->now);
    free(store);
}

felt_status felt_store_begin(felt_store *store, felt_error *error)
{
    assert(!store->in_batch);
    if (fails(store, error))
        return FELT_EIO;
    state_copy(&store->begun, &store->now);
    store->in_batch = true;
    return FELT_OK;
}

felt_status felt_store_commit(felt_store *store, felt_error *error)
{
    assert(store->in_batch);
    if (fails(store, error))
        return FELT_EIO;
    state_free(&store->begun);
    store->in_batch = false;
    return FELT_OK;
}

felt_status felt_store_rollback(felt_store *store, felt_error *error)
{
    assert(store->in_batch);
    if (fails(store, error))
        return FELT_EIO;
    state_free(&store->now);
    store->now = store->begun;
    store->in_batch = false;
    return FELT_OK;
}

/* ---- players ---- */

felt_status felt_store_player_add(felt_store *store, felt_text name, felt_player_id *ret, felt_error *error)
{
    assert(store->in_batch && name.length <= FELT_STORE_NAME_BYTES_MAX);
    if (fails(store, error))
        return FELT_EIO;
    fake_state *s = &store->now;
    s->players = one_more(s->players, s->player_count, sizeof *s->players);
    fake_player *player = &s->players[s->player_count++];
    *player = (fake_player){.available = 0};
    memcpy(player->name, name.bytes, name.length);
    ret->number = s->player_count;
    return FELT_OK;
}

felt_status felt_store_balance(felt_store *store, felt_player_id player, felt_balance *ret, felt_error *error)
{
    if (fails(store, error))
        return FELT_EIO;
    if (player.number < 1 || player.number > store->now.player_count)
        return felt_error_set(error, FELT_ENOTFOUND, -1, "no such player");
    *ret = (felt_balance){{store->now.players[player.number - 1].available}, {0}};
    return FELT_OK;
}

felt_status felt_store_grant(felt_store *store, felt_player_id player, felt_money amount, felt_text reason, int64_t time_ms,
                             felt_error *error)
{
    (void)reason, (void)time_ms;
    assert(store->in_batch && reason.length > 0 && reason.length <= FELT_STORE_REASON_BYTES_MAX);
    if (fails(store, error))
        return FELT_EIO;
    if (amount.minor < 1 || amount.minor > FELT_STORE_AMOUNT_MAX)
        return felt_error_set(error, FELT_ERANGE, -1, "no such amount");
    assert(player.number >= 1 && player.number <= store->now.player_count);
    store->now.players[player.number - 1].available += amount.minor;
    return FELT_OK;
}

/* ---- notes ---- */

static int compare(const fake_note_row *row, felt_text kind, felt_text key)
{
    int order = strncmp(row->kind, kind.bytes, kind.length);
    order = order == 0 ? row->kind[kind.length] : order;
    if (order != 0)
        return order;
    size_t length = strlen(row->key), shorter = length < key.length ? length : key.length;
    order = memcmp(row->key, key.bytes, shorter);
    return order != 0 ? order : (length > key.length) - (length < key.length);
}

/* The first row that is not before this one. */
static int row_at(const fake_state *s, felt_text kind, felt_text key)
{
    int low = 0, high = s->note_count;
    while (low < high) {
        int middle = (low + high) / 2;
        if (compare(&s->notes[middle], kind, key) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static fake_note_row *find_row(const fake_state *s, felt_text kind, felt_text key)
{
    int at = row_at(s, kind, key);
    return at < s->note_count && compare(&s->notes[at], kind, key) == 0 ? &s->notes[at] : NULL;
}

static void add_row(fake_state *s, felt_text kind, felt_text key, felt_text value)
{
    int at = row_at(s, kind, key);
    assert(kind.length < sizeof s->notes->kind && key.length > 0 && key.length < sizeof s->notes->key);
    s->notes = one_more(s->notes, s->note_count, sizeof *s->notes);
    memmove(&s->notes[at + 1], &s->notes[at], (size_t)(s->note_count - at) * sizeof *s->notes);
    s->note_count++;
    fake_note_row *row = &s->notes[at];
    *row = (fake_note_row){.value = copy_bytes(value.bytes, value.length), .version = 1};
    memcpy(row->kind, kind.bytes, kind.length);
    memcpy(row->key, key.bytes, key.length);
}

static void replace_row(fake_note_row *row, felt_text value)
{
    char *copy = copy_bytes(value.bytes, value.length);
    free(row->value);
    row->value = copy;
    row->version++;
}

felt_status felt_store_note_add(felt_store *store, felt_text kind, felt_text key, felt_text value, felt_error *error)
{
    assert(store->in_batch);
    if (fails(store, error))
        return FELT_EIO;
    if (find_row(&store->now, kind, key) != NULL)
        return felt_error_set(error, FELT_EDATA, -1, "there is such a note");
    add_row(&store->now, kind, key, value);
    return FELT_OK;
}

felt_status felt_store_note_set(felt_store *store, felt_text kind, felt_text key, felt_text value, int64_t expected, felt_error *error)
{
    assert(store->in_batch);
    if (fails(store, error))
        return FELT_EIO;
    fake_note_row *row = find_row(&store->now, kind, key);
    if (expected != 0 && (row == NULL || row->version != expected))
        return felt_error_set(error, FELT_EDATA, -1, "the note has another version");
    if (row == NULL)
        add_row(&store->now, kind, key, value);
    else
        replace_row(row, value);
    return FELT_OK;
}

felt_status felt_store_note_get(felt_store *store, felt_arena *arena, felt_text kind, felt_text key, felt_text *ret, int64_t *ret_version,
                                felt_error *error)
{
    if (fails(store, error))
        return FELT_EIO;
    const fake_note_row *row = find_row(&store->now, kind, key);
    if (row == NULL)
        return felt_error_set(error, FELT_ENOTFOUND, -1, "there is no such note");
    felt_text copy = felt_arena_copy(arena, felt_text_from(row->value));
    if (copy.bytes == NULL)
        return felt_error_set(error, FELT_ELIMIT, -1, "the arena is full");
    *ret = copy;
    if (ret_version != NULL)
        *ret_version = row->version;
    return FELT_OK;
}

felt_status felt_store_note_remove(felt_store *store, felt_text kind, felt_text key, felt_error *error)
{
    assert(store->in_batch);
    if (fails(store, error))
        return FELT_EIO;
    fake_note_row *row = find_row(&store->now, kind, key);
    if (row == NULL)
        return felt_error_set(error, FELT_ENOTFOUND, -1, "there is no such note");
    free(row->value);
    store->now.note_count--;
    memmove(row, row + 1, (size_t)(&store->now.notes[store->now.note_count] - row) * sizeof *row);
    return FELT_OK;
}

felt_status felt_store_notes(felt_store *store, felt_text kind, felt_text from, felt_note_see *see, void *context, felt_error *error)
{
    if (fails(store, error))
        return FELT_EIO;
    for (int i = row_at(&store->now, kind, from); i < store->now.note_count; i++) {
        const fake_note_row *row = &store->now.notes[i];
        felt_note note = {felt_text_from(row->key), felt_text_from(row->value), row->version};
        if (!felt_text_is(kind, row->kind) || !see(context, &note))
            break;
    }
    return FELT_OK;
}

void fake_touch(felt_store *store, const char *kind, const char *key, const char *value)
{
    fake_note_row *row = find_row(&store->now, felt_text_from(kind), felt_text_from(key));
    if (row == NULL)
        add_row(&store->now, felt_text_from(kind), felt_text_from(key), felt_text_from(value));
    else
        replace_row(row, felt_text_from(value != NULL ? value : row->value));
}

const char *fake_note(const felt_store *store, const char *kind, const char *key)
{
    const fake_note_row *row = find_row(&store->now, felt_text_from(kind), felt_text_from(key));
    return row != NULL ? row->value : NULL;
}

int fake_note_count(const felt_store *store, const char *kind)
{
    int count = 0;
    for (int i = 0; i < store->now.note_count; i++)
        count += strcmp(store->now.notes[i].kind, kind) == 0;
    return count;
}

/* ---- chains ---- */

static int64_t chain_of(const fake_state *s, felt_text name)
{
    for (int i = 0; i < s->chain_count; i++)
        if (felt_text_is(name, s->chains[i]))
            return i + 1;
    return 0;
}

felt_status felt_store_table(felt_store *store, felt_text name, felt_table_id *ret, felt_error *error)
{
    if (fails(store, error))
        return FELT_EIO;
    if (chain_of(&store->now, name) == 0) {
        assert(store->in_batch && store->now.chain_count < 8 && name.length <= FELT_STORE_NAME_BYTES_MAX);
        char *chain = store->now.chains[store->now.chain_count++];
        memcpy(chain, name.bytes, name.length);
        chain[name.length] = '\0';
    }
    ret->number = chain_of(&store->now, name);
    return FELT_OK;
}

felt_status felt_store_keep(felt_store *store, const felt_deed *deed, int64_t *ret_sequence, felt_error *error)
{
    assert(store->in_batch && deed->kind == FELT_ENTRY_NONE && deed->move_count == 0);
    if (fails(store, error))
        return FELT_EIO;
    fake_state *s = &store->now;
    assert(deed->table.number >= 1 && deed->table.number <= s->chain_count);
    s->records = one_more(s->records, s->record_count, sizeof *s->records);
    s->records[s->record_count++] = (fake_record){deed->table.number, copy_bytes(deed->record.bytes, deed->record.length)};
    *ret_sequence = s->record_count;
    return FELT_OK;
}

int fake_records(const felt_store *store, const char *chain)
{
    int64_t number = chain_of(&store->now, felt_text_from(chain));
    int count = 0;
    for (int i = 0; i < store->now.record_count; i++)
        count += store->now.records[i].chain == number;
    return count;
}

const char *fake_last_record(const felt_store *store, const char *chain)
{
    int64_t number = chain_of(&store->now, felt_text_from(chain));
    for (int i = store->now.record_count - 1; i >= 0; i--)
        if (store->now.records[i].chain == number)
            return store->now.records[i].text;
    return NULL;
}
