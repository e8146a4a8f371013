/* src/store/store.c - the border of the store: what comes from outside is looked at, and handed to the engine of the address.
 *
 * After FELT_EIO or FELT_ENOMEM from an engine nobody knows what is on the disk. The store is lost from then on: it answers nothing more,
 * so that nobody can go on from what was never written. */
#include "../base/hash.h"
#include "engine.h"

#include <assert.h>
#include <stdlib.h>

static_assert((int)FELT_STORE_HASH_BYTES == (int)HASH_BYTES, "one kind of hash");

struct felt_store {
    const engine *engine;
    engine_db *db;
    bool lost, in_batch, marked;
    int64_t entry; /* that is posted to; 0: none */
    felt_entry_kind kind;
};

static const engine *const engines[] = {&engine_sqlite};

/* ---- what every call does ---- */

static felt_status ready(const felt_store *store, felt_error *error)
{
    if (!store->lost)
        return FELT_OK;
    return felt_error_set(error, FELT_EIO, -1, "the store failed before; close it, open it again and go on from what is in it");
}

/* Before what changes the store. */
static felt_status ready_to_write(const felt_store *store, felt_error *error)
{
    assert(store->lost || store->in_batch);
    return ready(store, error);
}

/* Before what is posted to an entry. */
static felt_status ready_to_post(const felt_store *store, bool allowed, felt_error *error)
{
    assert(store->lost || (store->in_batch && store->entry != 0 && allowed));
    (void)allowed;
    return ready(store, error);
}

static felt_status ended(felt_store *store, felt_status status)
{
    if (status == FELT_EIO || status == FELT_ENOMEM)
        store->lost = true;
    return status;
}

static felt_status check_length(felt_text text, size_t least, size_t most, const char *what, felt_error *error)
{
    if (text.length >= least && text.length <= most)
        return FELT_OK;
    return felt_error_set(error, FELT_ELIMIT, -1, "%s has %zu bytes; it may have %zu to %zu", what, text.length, least, most);
}

static felt_status check_name(felt_text name, const char *what, felt_error *error)
{
    return check_length(name, 1, FELT_STORE_NAME_BYTES_MAX, what, error);
}

static felt_status check_amount(felt_money amount, int64_t least, felt_error *error)
{
    if (amount.minor >= least && amount.minor <= FELT_STORE_AMOUNT_MAX)
        return FELT_OK;
    return felt_error_set(error, FELT_ERANGE, -1, "an amount of %lld minor units; it may be %lld to %lld", (long long)amount.minor,
                          (long long)least, (long long)FELT_STORE_AMOUNT_MAX);
}

/* ---- opening ---- */

/* The engine of an address; *ret_place is what follows its prefix. */
static felt_status find_engine(const char *address, const engine **ret, const char **ret_place, felt_error *error)
{
    for (size_t i = 0; i < sizeof engines / sizeof *engines; i++) {
        size_t length = strlen(engines[i]->prefix);
        if (strncmp(address, engines[i]->prefix, length) == 0) {
            *ret = engines[i];
            *ret_place = address + length;
            return FELT_OK;
        }
    }
    return felt_error_set(error, FELT_EDATA, -1, "no kind of store is called '%.100s'; an address is such as sqlite:FILE", address);
}

felt_status felt_store_open(const char *address, felt_store **ret, felt_error *error)
{
    const char *place = NULL;
    felt_store *store = calloc(1, sizeof *store);
    if (store == NULL)
        return felt_error_set(error, FELT_ENOMEM, -1, "no memory to open the store");
    felt_status status = find_engine(address, &store->engine, &place, error);
    if (status == FELT_OK)
        status = store->engine->open(place, &store->db, error);
    if (status == FELT_OK)
        *ret = store;
    else
        free(store);
    return status;
}

void felt_store_close(felt_store *store)
{
    if (store == NULL)
        return;
    store->engine->close(store->db);
    free(store);
}

/* ---- batches ---- */

static felt_status act(felt_store *store, engine_act which, felt_error *error)
{
    felt_status status = ready(store, error);
    if (status != FELT_OK)
        return status;
    store->entry = 0;
    return ended(store, store->engine->act(store->db, which, error));
}

felt_status felt_store_begin(felt_store *store, felt_error *error)
{
    assert(store->lost || !store->in_batch);
    felt_status status = act(store, ENGINE_BEGIN, error);
    store->in_batch = status == FELT_OK;
    store->marked = false;
    return status;
}

felt_status felt_store_commit(felt_store *store, felt_error *error)
{
    assert(store->lost || store->in_batch);
    felt_status status = act(store, ENGINE_COMMIT, error);
    store->in_batch = false;
    /* Whatever the reason, a batch that could not be committed is not known to be there or not. */
    if (status != FELT_OK)
        store->lost = true;
    return status;
}

felt_status felt_store_rollback(felt_store *store, felt_error *error)
{
    assert(store->lost || store->in_batch);
    store->in_batch = false;
    return act(store, ENGINE_ROLLBACK, error);
}

felt_status felt_store_mark(felt_store *store, felt_error *error)
{
    assert(store->lost || store->in_batch);
    felt_status status = store->marked ? act(store, ENGINE_FORGET, error) : FELT_OK;
    if (status == FELT_OK)
        status = act(store, ENGINE_MARK, error);
    store->marked = status == FELT_OK;
    return status;
}

felt_status felt_store_undo(felt_store *store, felt_error *error)
{
    assert(store->lost || (store->in_batch && store->marked));
    return act(store, ENGINE_UNDO, error);
}

/* ---- players and commands ---- */

felt_status felt_store_player_add(felt_store *store, felt_text name, felt_player_id *ret, felt_error *error)
{
    felt_status status = ready_to_write(store, error);
    if (status == FELT_OK)
        status = check_name(name, "a player's name", error);
    return status != FELT_OK ? status : ended(store, store->engine->player_add(store->db, name, &ret->number, error));
}

felt_status felt_store_player_find(felt_store *store, felt_text name, felt_player_id *ret, felt_error *error)
{
    felt_status status = ready(store, error);
    return status != FELT_OK ? status : ended(store, store->engine->player_find(store->db, name, &ret->number, error));
}

felt_status felt_store_balance(felt_store *store, felt_player_id player, felt_balance *ret, felt_error *error)
{
    felt_status status = ready(store, error);
    return status != FELT_OK ? status : ended(store, store->engine->balance(store->db, player.number, ret, error));
}

static felt_status check_command(felt_text id, felt_text contents, felt_error *error)
{
    felt_status status = check_name(id, "the id of a command", error);
    return status != FELT_OK ? status : check_length(contents, 0, FELT_STORE_COMMAND_BYTES_MAX, "a command", error);
}

felt_status felt_store_command_find(felt_store *store, felt_arena *arena, felt_player_id player, felt_text id, felt_text contents,
                                    felt_text *ret, felt_error *error)
{
    uint8_t hash[HASH_BYTES];
    felt_status status = ready(store, error);
    if (status == FELT_OK)
        status = check_command(id, contents, error);
    if (status != FELT_OK)
        return status;
    hash_of(contents.bytes, contents.length, hash);
    return ended(store, store->engine->command_find(store->db, arena, player.number, id, hash, ret, error));
}

felt_status felt_store_command_keep(felt_store *store, felt_player_id player, felt_text id, felt_text contents, felt_text answer,
                                    felt_error *error)
{
    uint8_t hash[HASH_BYTES];
    felt_status status = ready_to_write(store, error);
    if (status == FELT_OK)
        status = check_command(id, contents, error);
    if (status == FELT_OK)
        status = check_length(answer, 0, FELT_STORE_COMMAND_BYTES_MAX, "an answer", error);
    if (status != FELT_OK)
        return status;
    hash_of(contents.bytes, contents.length, hash);
    return ended(store, store->engine->command_keep(store->db, player.number, id, hash, answer, error));
}

/* ---- the bank ---- */

/* From here on, what is posted goes to this entry. */
static felt_status begin_entry(felt_store *store, const engine_entry *entry, felt_entry_id *ret, felt_error *error)
{
    int64_t number;
    felt_status status = ended(store, store->engine->entry(store->db, entry, &number, error));
    if (status != FELT_OK)
        return status;
    store->entry = number;
    store->kind = entry->kind;
    ret->number = number;
    return FELT_OK;
}

felt_status felt_store_entry(felt_store *store, felt_entry_kind kind, felt_table_id table, int64_t sequence, int64_t time_ms,
                             felt_entry_id *ret, felt_error *error)
{
    assert(kind == FELT_ENTRY_BET || kind == FELT_ENTRY_RESULT);
    engine_entry entry = {.kind = kind, .table = table.number, .sequence = sequence, .time_ms = time_ms};
    felt_status status = ready_to_write(store, error);
    if (status == FELT_OK && (table.number < 1 || sequence < 1))
        status = felt_error_set(error, FELT_ENOTFOUND, -1, "table %lld has no record %lld; append it before its entry",
                                (long long)table.number, (long long)sequence);
    return status != FELT_OK ? status : begin_entry(store, &entry, ret, error);
}

felt_status felt_store_grant(felt_store *store, felt_player_id player, felt_money amount, felt_text reason, int64_t time_ms,
                             felt_entry_id *ret, felt_error *error)
{
    engine_entry entry = {.kind = FELT_ENTRY_GRANT, .time_ms = time_ms, .reason = reason};
    felt_balance balance;
    felt_status status = ready_to_write(store, error);
    if (status == FELT_OK)
        status = check_amount(amount, 1, error);
    if (status == FELT_OK)
        status = check_length(reason, 1, FELT_STORE_REASON_BYTES_MAX, "the reason of a grant", error);
    if (status == FELT_OK) /* so that no empty entry is left for a player that there is not */
        status = ended(store, store->engine->balance(store->db, player.number, &balance, error));
    if (status == FELT_OK)
        status = begin_entry(store, &entry, ret, error);
    if (status != FELT_OK)
        return status;
    status = ended(store, store->engine->grant(store->db, store->entry, player.number, amount.minor, error));
    store->entry = 0;
    return status;
}

felt_status felt_store_hold(felt_store *store, felt_player_id player, felt_money amount, felt_hold_id *ret, felt_error *error)
{
    felt_status status = ready_to_post(store, store->kind == FELT_ENTRY_BET, error);
    if (status == FELT_OK)
        status = check_amount(amount, 1, error);
    if (status != FELT_OK)
        return status;
    return ended(store, store->engine->hold(store->db, store->entry, player.number, amount.minor, &ret->number, error));
}

felt_status felt_store_settle(felt_store *store, felt_hold_id hold, felt_money paid, felt_error *error)
{
    felt_status status = ready_to_post(store, store->kind == FELT_ENTRY_RESULT, error);
    if (status == FELT_OK)
        status = check_amount(paid, 0, error);
    if (status != FELT_OK)
        return status;
    return ended(store, store->engine->release(store->db, store->entry, hold.number, ENGINE_SETTLED, paid.minor, error));
}

felt_status felt_store_return(felt_store *store, felt_hold_id hold, felt_error *error)
{
    felt_status status = ready_to_post(store, store->kind == FELT_ENTRY_BET || store->kind == FELT_ENTRY_RESULT, error);
    if (status != FELT_OK)
        return status;
    return ended(store, store->engine->release(store->db, store->entry, hold.number, ENGINE_RETURNED, 0, error));
}

felt_status felt_store_pay(felt_store *store, felt_hold_id hold, felt_money amount, felt_error *error)
{
    felt_status status = ready_to_post(store, store->kind == FELT_ENTRY_RESULT, error);
    if (status == FELT_OK)
        status = check_amount(amount, 1, error);
    return status != FELT_OK ? status : ended(store, store->engine->pay(store->db, store->entry, hold.number, amount.minor, error));
}

felt_status felt_store_void(felt_store *store, felt_entry_id result, felt_text reason, int64_t time_ms, felt_entry_id *ret,
                            felt_error *error)
{
    engine_entry entry = {.kind = FELT_ENTRY_VOID, .time_ms = time_ms, .reverses = result.number, .reason = reason};
    felt_status status = ready_to_write(store, error);
    if (status == FELT_OK)
        status = check_length(reason, 1, FELT_STORE_REASON_BYTES_MAX, "the reason of a void", error);
    if (status == FELT_OK)
        status = begin_entry(store, &entry, ret, error);
    store->entry = 0;
    return status;
}

felt_status felt_store_holds(felt_store *store, felt_table_id table, felt_hold_see *see, void *context, felt_error *error)
{
    felt_status status = ready(store, error);
    return status != FELT_OK ? status : ended(store, store->engine->holds(store->db, table.number, see, context, error));
}

felt_status felt_store_audit(felt_store *store, felt_store_audit_result *ret, felt_error *error)
{
    felt_status status = ready(store, error);
    return status != FELT_OK ? status : ended(store, store->engine->audit(store->db, ret, error));
}

/* ---- history ---- */

felt_status felt_store_table(felt_store *store, felt_text name, felt_table_id *ret, felt_error *error)
{
    felt_status status = ready_to_write(store, error);
    if (status == FELT_OK)
        status = check_name(name, "a table's name", error);
    return status != FELT_OK ? status : ended(store, store->engine->table(store->db, name, &ret->number, error));
}

felt_status felt_store_tables(felt_store *store, felt_table_see *see, void *context, felt_error *error)
{
    felt_status status = ready(store, error);
    return status != FELT_OK ? status : ended(store, store->engine->tables(store->db, see, context, error));
}

felt_status felt_store_append(felt_store *store, felt_table_id table, felt_text event, int64_t *ret_sequence, felt_error *error)
{
    felt_head head;
    uint8_t hash[HASH_BYTES];
    felt_status status = ready_to_write(store, error);
    if (status == FELT_OK)
        status = check_length(event, 0, FELT_STORE_EVENT_BYTES_MAX, "an event", error);
    if (status == FELT_OK)
        status = ended(store, store->engine->head(store->db, table.number, &head, error));
    if (status != FELT_OK)
        return status;
    felt_history_hash(head.hash, table, head.sequence + 1, event, hash);
    status = ended(store, store->engine->append(store->db, table.number, head.sequence + 1, event, hash, error));
    if (status == FELT_OK)
        *ret_sequence = head.sequence + 1;
    return status;
}

felt_status felt_store_head(felt_store *store, felt_table_id table, felt_head *ret, felt_error *error)
{
    felt_status status = ready(store, error);
    return status != FELT_OK ? status : ended(store, store->engine->head(store->db, table.number, ret, error));
}

felt_status felt_store_read(felt_store *store, felt_table_id table, int64_t from, felt_history_see *see, void *context, felt_error *error)
{
    felt_status status = ready(store, error);
    return status != FELT_OK ? status : ended(store, store->engine->read(store->db, table.number, from, see, context, error));
}

/* ---- documents ---- */

felt_status felt_store_document_keep(felt_store *store, felt_text document, uint8_t ret[FELT_STORE_HASH_BYTES], felt_error *error)
{
    uint8_t hash[HASH_BYTES];
    felt_status status = ready_to_write(store, error);
    if (status == FELT_OK)
        status = check_length(document, 0, FELT_STORE_DOCUMENT_BYTES_MAX, "a document", error);
    if (status != FELT_OK)
        return status;
    hash_of(document.bytes, document.length, hash);
    status = ended(store, store->engine->document_keep(store->db, hash, document, error));
    if (status == FELT_OK)
        memcpy(ret, hash, HASH_BYTES);
    return status;
}

felt_status felt_store_document_find(felt_store *store, felt_arena *arena, const uint8_t hash[FELT_STORE_HASH_BYTES], felt_text *ret,
                                     felt_error *error)
{
    felt_text found;
    uint8_t again[HASH_BYTES];
    char digits[2 * HASH_BYTES + 1];
    felt_status status = ready(store, error);
    if (status == FELT_OK)
        status = ended(store, store->engine->document_find(store->db, arena, hash, &found, error));
    if (status != FELT_OK)
        return status;
    hash_of(found.bytes, found.length, again);
    hash_digits(hash, digits);
    if (memcmp(again, hash, HASH_BYTES) != 0)
        return felt_error_set(error, FELT_EDATA, -1, "the document kept as %s was changed in the store; restore a backup", digits);
    *ret = found;
    return FELT_OK;
}

/* ---- copies ---- */

struct felt_backup {
    felt_store *store;
    engine_backup *copy;
    bool done;
};

felt_status felt_backup_open(felt_store *store, const char *path, felt_backup **ret, felt_error *error)
{
    felt_status status = ready(store, error);
    if (status != FELT_OK)
        return status;
    felt_backup *backup = calloc(1, sizeof *backup);
    if (backup == NULL)
        return felt_error_set(error, FELT_ENOMEM, -1, "no memory for a backup");
    backup->store = store;
    status = store->engine->backup_open(store->db, path, &backup->copy, error);
    if (status == FELT_OK)
        *ret = backup;
    else
        free(backup);
    return status;
}

felt_status felt_backup_step(felt_backup *backup, int pages, bool *ret_done, felt_error *error)
{
    assert(pages > 0 && !backup->done && (backup->store->lost || !backup->store->in_batch));
    felt_status status = ready(backup->store, error);
    if (status == FELT_OK)
        status = backup->store->engine->backup_step(backup->copy, pages, &backup->done, error);
    if (status == FELT_OK)
        *ret_done = backup->done;
    return status;
}

void felt_backup_close(felt_backup *backup)
{
    if (backup == NULL)
        return;
    backup->store->engine->backup_close(backup->copy);
    free(backup);
}

felt_status felt_store_restore(const char *backup, const char *address, felt_error *error)
{
    const engine *found = NULL;
    const char *place = NULL;
    felt_status status = find_engine(address, &found, &place, error);
    return status != FELT_OK ? status : found->restore(backup, place, error);
}
