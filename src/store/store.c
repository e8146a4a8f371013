/* src/store/store.c - the border of the store: what comes from outside is looked at, and handed to the engine of the address.
 *
 * After FELT_EIO or FELT_ENOMEM from an engine nobody knows what is on the disk. The store is lost from then on: it answers nothing more,
 * so that nobody can go on from what was never written. */
#include "../base/hash.h"
#include "border.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static_assert((int)FELT_STORE_HASH_BYTES == (int)HASH_BYTES, "one kind of hash");

static const engine *const engines[] = {&engine_sqlite, &engine_postgres};

/* ---- what every call does ---- */

void store_await(felt_store *store)
{
    if (store->committing)
        courier_wait(store->courier);
}

felt_status store_ready(felt_store *store, felt_error *error)
{
    store_await(store);
    if (!store->lost)
        return FELT_OK;
    return felt_error_set(error, FELT_EIO, -1, "the store failed before; close it, open it again and go on from what is in it");
}

static felt_status refused_before(felt_error *error)
{
    return felt_error_set(error, FELT_EDATA, -1, "the batch was refused before, and nothing of it is kept; end it, rebuild and try again");
}

/* Before what changes the store. */
felt_status store_ready_to_write(felt_store *store, felt_error *error)
{
    store_await(store);
    assert(store->lost || store->in_batch);
    felt_status status = store_ready(store, error);
    return status == FELT_OK && store->spoiled ? refused_before(error) : status;
}

felt_status store_ended(felt_store *store, felt_status status)
{
    if (status == FELT_EIO || status == FELT_ENOMEM)
        store->lost = true;
    return status;
}

/* After the desk has kept something: what the schema refused there, the desk had allowed. */
static felt_status kept(felt_store *store, felt_status status)
{
    store->spoiled = store->spoiled || store->desk.refused;
    return store_ended(store, status);
}

felt_status store_check_length(felt_text text, size_t least, size_t most, const char *what, felt_error *error)
{
    if (text.length >= least && text.length <= most)
        return FELT_OK;
    return felt_error_set(error, FELT_ELIMIT, -1, "%s has %zu bytes; it may have %zu to %zu", what, text.length, least, most);
}

felt_status store_check_name(felt_text name, const char *what, felt_error *error)
{
    return store_check_length(name, 1, FELT_STORE_NAME_BYTES_MAX, what, error);
}

static felt_status check_amount(felt_money amount, int64_t least, felt_error *error)
{
    if (amount.minor >= least && amount.minor <= FELT_STORE_AMOUNT_MAX)
        return FELT_OK;
    return felt_error_set(error, FELT_ERANGE, -1, "an amount of %lld minor units; it may be %lld to %lld", (long long)amount.minor,
                          (long long)least, (long long)FELT_STORE_AMOUNT_MAX);
}

static felt_status check_player(felt_player_id player, felt_error *error)
{
    if (player.number >= 1 && player.number <= INT64_MAX / 2 - 1)
        return FELT_OK;
    return felt_error_set(error, FELT_ENOTFOUND, -1, "there is no such player");
}

felt_status store_check_table(felt_table_id table, felt_error *error)
{
    if (table.number >= 1)
        return FELT_OK;
    return felt_error_set(error, FELT_ENOTFOUND, -1, "there is no such table");
}

void store_take(store_wanted *w, felt_text text)
{
    w->found = true;
    w->text = felt_arena_copy(w->arena, text);
}

/* The caller's arena is full: the store is none the worse for it. */
felt_status store_taken(const store_wanted *w, const char *what, felt_text *ret, felt_error *error)
{
    if (!w->found)
        return felt_error_set(error, FELT_ENOTFOUND, -1, "there is no such %s", what);
    if (w->text.bytes == NULL)
        return felt_error_set(error, FELT_ELIMIT, -1, "the arena has no room for that %s", what);
    *ret = w->text;
    return FELT_OK;
}

/* ---- opening ---- */

/* The engine of an address; *ret_place is what follows its prefix. */
felt_status store_find_engine(const char *address, const engine **ret, const char **ret_place, felt_error *error)
{
    for (size_t i = 0; i < sizeof engines / sizeof *engines; i++) {
        const char *first = engines[i]->prefix, *other = engines[i]->other_prefix;
        bool begins = strncmp(address, first, strlen(first)) == 0 || (other != NULL && strncmp(address, other, strlen(other)) == 0);
        if (begins) {
            *ret = engines[i];
            *ret_place = other == NULL ? address + strlen(first) : address;
            return FELT_OK;
        }
    }
    return felt_error_set(error, FELT_EDATA, -1, "no kind of store is called '%.100s'; an address is such as sqlite:FILE or %s", address,
                          "postgres://USER@HOST/DATABASE");
}

/* Where a password begins at or after `at`, and ends; NULL: there is none. As libpq reads addresses: user:PASSWORD@, and password=. */
static const char *find_password(const char *address, const char *at, const char **ret_end)
{
    static const char key[] = "password=";
    const char *host = strstr(address, "://");
    host = host == NULL ? address + strlen(address) : host + 3;
    size_t length = strcspn(host, "/?");
    const char *colon = memchr(host, ':', length), *sign = NULL;
    for (size_t i = 0; i < length; i++)
        sign = host[i] == '@' ? host + i : sign;
    if (colon != NULL && sign != NULL && colon < sign && at <= colon) {
        *ret_end = sign;
        return colon + 1;
    }
    const char *found = strstr(at, key);
    if (found == NULL)
        return NULL;
    found += sizeof key - 1;
    *ret_end = found + strcspn(found, "& ");
    return found;
}

void felt_store_address_write(const char *address, char *ret, size_t size)
{
    const char *at = address, *end, *password;
    size_t used = 0;
    while ((password = find_password(address, at, &end)) != NULL && used < size) {
        used += (size_t)snprintf(ret + used, size - used, "%.*s***", (int)(password - at), at);
        at = end;
    }
    if (used < size)
        snprintf(ret + used, size - used, "%s", at);
}

felt_status felt_store_open(const char *address, felt_store **ret, felt_error *error)
{
    const char *place = NULL;
    felt_store *store = calloc(1, sizeof *store);
    if (store == NULL)
        return felt_error_set(error, FELT_ENOMEM, -1, "no memory to open the store");
    felt_status status = store_find_engine(address, &store->engine, &place, error);
    if (status == FELT_OK)
        status = store->engine->open(place, &store->db, error);
    store->desk = (desk){.engine = store->engine, .db = store->db};
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
    courier_free(store->courier);
    store->engine->close(store->db);
    desk_free(&store->desk);
    free(store);
}

/* ---- batches ---- */

felt_status felt_store_begin(felt_store *store, felt_error *error)
{
    felt_status status = store_ready(store, error);
    assert(!store->committing && (store->lost || !store->in_batch));
    if (status != FELT_OK)
        return status;
    desk_begin(&store->desk);
    status = store_ended(store, store->engine->act(store->db, ENGINE_BEGIN, error));
    store->in_batch = status == FELT_OK;
    store->spoiled = false;
    return status;
}

/* Nothing of the batch is there, and what is known from it is not so. */
static void give_up(felt_store *store)
{
    store->in_batch = false;
    store->spoiled = false;
    desk_end(&store->desk);
    desk_forget(&store->desk);
}

/* What was kept is in the database, whole, before it is committed or looked at. */
static felt_status write_all(felt_store *store, bool last, felt_error *error)
{
    felt_status status = store_ended(store, desk_write(&store->desk, last, error));
    store->spoiled = store->spoiled || status == FELT_EDATA;
    return status;
}

/* Of an open batch that nothing has spoiled. */
static felt_status commit(felt_store *store, felt_error *error)
{
    felt_status status = write_all(store, true, error);
    if (status == FELT_OK)
        status = store_ended(store, store->engine->act(store->db, ENGINE_COMMIT, error));
    store->in_batch = false;
    desk_end(&store->desk);
    if (status != FELT_OK && !store->lost)
        store->engine->act(store->db, ENGINE_ROLLBACK, NULL); /* of what was refused before it could be committed */
    if (status != FELT_OK)
        give_up(store);
    if (status == FELT_EDATA)
        desk_doubt(&store->desk);
    return status;
}

/* Can it be committed at all? */
static felt_status ready_to_commit(felt_store *store, felt_error *error)
{
    felt_status status = store_ready(store, error);
    assert(store->lost || store->in_batch);
    if (status != FELT_OK || !store->spoiled)
        return status;
    desk_doubt(&store->desk);
    status = felt_store_rollback(store, error);
    return status == FELT_OK ? refused_before(error) : status;
}

felt_status felt_store_commit(felt_store *store, felt_error *error)
{
    felt_status status = ready_to_commit(store, error);
    return status == FELT_OK ? commit(store, error) : status;
}

static void carry(void *context)
{
    felt_store *store = context;
    store->found = commit(store, &store->error);
}

felt_status felt_store_commit_begin(felt_store *store, void (*done)(void *context), void *context, felt_error *error)
{
    felt_status status = ready_to_commit(store, error);
    if (status != FELT_OK)
        return status;
    if (store->courier == NULL)
        store->courier = courier_new();
    if (store->courier == NULL)
        return store_ended(store, felt_error_set(error, FELT_ENOMEM, -1, "no memory for a thread that commits"));
    store->committing = true;
    courier_give(store->courier, carry, store, done, context);
    return FELT_OK;
}

bool felt_store_commit_ended(felt_store *store)
{
    return !store->committing || courier_idle(store->courier);
}

void felt_store_commit_wait(felt_store *store, int64_t most_us)
{
    if (store->committing)
        courier_wait_for(store->courier, most_us);
}

felt_status felt_store_commit_end(felt_store *store, felt_error *error)
{
    assert(store->committing);
    store_await(store);
    store->committing = false;
    if (store->found != FELT_OK && error != NULL)
        *error = store->error;
    return store->found;
}

felt_status felt_store_rollback(felt_store *store, felt_error *error)
{
    store_await(store);
    assert(store->lost || store->in_batch);
    give_up(store);
    felt_status status = store_ready(store, error);
    return status != FELT_OK ? status : store_ended(store, store->engine->act(store->db, ENGINE_ROLLBACK, error));
}

felt_status store_ready_to_read(felt_store *store, felt_error *error)
{
    felt_status status = store_ready(store, error);
    return status != FELT_OK || !store->in_batch || store->spoiled ? status : write_all(store, false, error);
}

/* ---- players ---- */

felt_status felt_store_player_add(felt_store *store, felt_text name, felt_player_id *ret, felt_error *error)
{
    felt_status status = store_ready_to_write(store, error);
    if (status == FELT_OK)
        status = store_check_name(name, "a player's name", error);
    return status != FELT_OK ? status : store_ended(store, store->engine->player_add(store->db, name, &ret->number, error));
}

felt_status felt_store_player_find(felt_store *store, felt_text name, felt_player_id *ret, felt_error *error)
{
    felt_status status = store_ready(store, error);
    return status != FELT_OK ? status : store_ended(store, store->engine->player_find(store->db, name, &ret->number, error));
}

felt_status felt_store_balance(felt_store *store, felt_player_id player, felt_balance *ret, felt_error *error)
{
    felt_status status = store_ready(store, error);
    if (status == FELT_OK)
        status = check_player(player, error);
    return status == FELT_OK ? store_ended(store, desk_purse(&store->desk, player.number, ret, error)) : status;
}

/* ---- records that the store writes itself ---- */

enum { OWN_RECORD_BYTES = 6 * FELT_STORE_REASON_BYTES_MAX + 200 };

typedef struct own_record {
    char bytes[OWN_RECORD_BYTES];
    size_t length;
} own_record;

static felt_text own_text(const own_record *r)
{
    return (felt_text){r->bytes, r->length};
}

/* `begin`, the reason as a string of JSON, and the end. */
static void write_own(own_record *r, const char *begin, felt_text reason)
{
    r->length = (size_t)snprintf(r->bytes, sizeof r->bytes, "%s,\"reason\":\"", begin);
    for (size_t i = 0; i < reason.length; i++)
        r->length += felt_text_json(reason.bytes[i], r->bytes + r->length);
    r->length += (size_t)snprintf(r->bytes + r->length, sizeof r->bytes - r->length, "\"}");
}

felt_status felt_store_grant(felt_store *store, felt_player_id player, felt_money amount, felt_text reason, int64_t time_ms,
                             felt_error *error)
{
    char begin[160];
    own_record record;
    felt_status status = store_ready_to_write(store, error);
    if (status == FELT_OK)
        status = check_player(player, error);
    if (status == FELT_OK)
        status = check_amount(amount, 1, error);
    if (status == FELT_OK)
        status = store_check_length(reason, 1, FELT_STORE_REASON_BYTES_MAX, "the reason of a grant", error);
    if (status != FELT_OK)
        return status;
    snprintf(begin, sizeof begin, "{\"felt\":\"grant\",\"time\":%lld,\"player\":%lld,\"amount\":%lld", (long long)time_ms,
             (long long)player.number, (long long)amount.minor);
    write_own(&record, begin, reason);
    return kept(store, desk_grant(&store->desk, player.number, amount.minor, own_text(&record), time_ms, error));
}

felt_status felt_store_void(felt_store *store, felt_table_id table, int64_t sequence, felt_text reason, int64_t time_ms,
                            int64_t *ret_sequence, felt_error *error)
{
    char begin[160];
    own_record record;
    felt_status status = store_ready_to_write(store, error);
    if (status == FELT_OK)
        status = store_check_table(table, error);
    if (status == FELT_OK)
        status = store_check_length(reason, 1, FELT_STORE_REASON_BYTES_MAX, "the reason of a void", error);
    if (status != FELT_OK)
        return status;
    snprintf(begin, sizeof begin, "{\"felt\":\"void\",\"time\":%lld,\"record\":%lld", (long long)time_ms, (long long)sequence);
    write_own(&record, begin, reason);
    return kept(store, desk_void(&store->desk, table.number, sequence, own_text(&record), time_ms, ret_sequence, error));
}

/* ---- deeds ---- */

static bool allowed(felt_entry_kind kind, felt_move_kind move)
{
    switch (kind) {
    case FELT_ENTRY_BET:
        return move == FELT_MOVE_HOLD || move == FELT_MOVE_RETURN;
    case FELT_ENTRY_RESULT:
        return move >= FELT_MOVE_HOLD && move <= FELT_MOVE_PAY;
    case FELT_ENTRY_VOID:
        return move == FELT_MOVE_RETURN;
    default:
        return false;
    }
}

static felt_status check_move(felt_entry_kind kind, const felt_move *move, felt_error *error)
{
    felt_status status = check_amount(move->amount, move->kind == FELT_MOVE_SETTLE ? 0 : 1, error);
    if (status == FELT_OK)
        status = check_player(move->player, error);
    if (status == FELT_OK && !allowed(kind, move->kind))
        status = felt_error_set(error, FELT_EDATA, -1, "a move of kind %d in a deed of kind %d", (int)move->kind, (int)kind);
    if (status == FELT_OK && move->bet < 1)
        status = felt_error_set(error, FELT_ERANGE, -1, "bet %lld; bets count from 1", (long long)move->bet);
    return status;
}

static felt_status check_deed(const felt_deed *deed, felt_error *error)
{
    felt_status status = store_check_table(deed->table, error);
    if (status == FELT_OK)
        status = store_check_length(deed->record, 1, FELT_STORE_EVENT_BYTES_MAX, "a record", error);
    if (status == FELT_OK && deed->player.number != 0)
        status = check_player(deed->player, error);
    if (status == FELT_OK && (deed->move_count < 0 || deed->move_count > FELT_STORE_MOVES_MAX))
        status =
            felt_error_set(error, FELT_ELIMIT, -1, "%d moves in one deed; there may be 0 to %d", deed->move_count, FELT_STORE_MOVES_MAX);
    for (int i = 0; status == FELT_OK && i < deed->move_count; i++)
        status = check_move(deed->kind, &deed->moves[i], error);
    return status;
}

felt_status felt_store_keep(felt_store *store, const felt_deed *deed, int64_t *ret_sequence, felt_error *error)
{
    assert(deed->kind >= FELT_ENTRY_NONE && deed->kind <= FELT_ENTRY_VOID && deed->kind != FELT_ENTRY_GRANT);
    felt_status status = store_ready_to_write(store, error);
    if (status == FELT_OK)
        status = check_deed(deed, error);
    return status == FELT_OK ? kept(store, desk_keep(&store->desk, deed, ret_sequence, error)) : status;
}

felt_status felt_store_command_find(felt_store *store, felt_player_id player, uint64_t id, const uint8_t digest[FELT_STORE_DIGEST_BYTES],
                                    felt_table_id *ret_table, int64_t *ret_sequence, felt_error *error)
{
    engine_command found;
    felt_status status = store_ready(store, error);
    if (status == FELT_OK)
        status = store_ended(store, desk_command(&store->desk, player.number, id, &found, error));
    if (status != FELT_OK)
        return status;
    if (!found.found)
        return felt_error_set(error, FELT_ENOTFOUND, -1, "there is no such command");
    if (memcmp(found.digest, digest, FELT_STORE_DIGEST_BYTES) != 0)
        return felt_error_set(error, FELT_EDATA, -1, "that id was used for another command; give each command an id of its own");
    ret_table->number = found.table;
    *ret_sequence = found.sequence;
    return FELT_OK;
}

felt_status felt_store_expect(felt_store *store, const felt_expected *list, int count, felt_error *error)
{
    felt_status status = store_ready_to_write(store, error);
    return status == FELT_OK ? store_ended(store, desk_expect(&store->desk, list, count, error)) : status;
}

felt_status felt_store_holds(felt_store *store, felt_table_id table, felt_player_id player, felt_hold_see *see, void *context,
                             felt_error *error)
{
    felt_status status = store_ready_to_read(store, error);
    return status != FELT_OK ? status
                             : store_ended(store, store->engine->holds(store->db, table.number, player.number, see, context, error));
}

felt_status felt_store_audit(felt_store *store, felt_store_audit_result *ret, felt_error *error)
{
    felt_status status = store_ready_to_read(store, error);
    return status != FELT_OK ? status : store_ended(store, store->engine->audit(store->db, ret, error));
}

/* ---- history ---- */

felt_status felt_store_table(felt_store *store, felt_text name, felt_table_id *ret, felt_error *error)
{
    felt_status status = store_ready_to_write(store, error);
    if (status == FELT_OK)
        status = store_check_name(name, "a table's name", error);
    return status != FELT_OK ? status : store_ended(store, store->engine->table(store->db, name, &ret->number, error));
}

felt_status felt_store_tables(felt_store *store, felt_table_see *see, void *context, felt_error *error)
{
    felt_status status = store_ready_to_read(store, error);
    return status != FELT_OK ? status : store_ended(store, store->engine->tables(store->db, see, context, error));
}

felt_status felt_store_head(felt_store *store, felt_table_id table, felt_head *ret, felt_error *error)
{
    felt_status status = store_ready(store, error);
    return status != FELT_OK ? status : store_ended(store, desk_head(&store->desk, table.number, ret, error));
}

felt_status felt_store_read(felt_store *store, felt_table_id table, int64_t from, felt_history_see *see, void *context, felt_error *error)
{
    felt_status status = store_ready_to_read(store, error);
    if (status != FELT_OK)
        return status;
    return store_ended(store, store->engine->read(store->db, table.number, from, INT64_MAX, see, context, error));
}

static bool take_record(void *context, const felt_history_record *record)
{
    store_take(context, record->event);
    return false;
}

felt_status felt_store_record(felt_store *store, felt_arena *arena, felt_table_id table, int64_t sequence, felt_text *ret,
                              felt_error *error)
{
    store_wanted w = {.arena = arena};
    felt_status status = store_ready_to_read(store, error);
    if (status == FELT_OK)
        status = store_ended(store, store->engine->read(store->db, table.number, sequence, sequence, take_record, &w, error));
    if (status == FELT_OK && !w.found)
        return store_kept_record(store, arena, table, sequence, ret, error);
    return status == FELT_OK ? store_taken(&w, "record", ret, error) : status;
}

felt_status felt_store_voided(felt_store *store, felt_table_id table, int64_t sequence, bool *ret, felt_error *error)
{
    engine_result result;
    felt_status status = store_ready_to_read(store, error);
    if (status == FELT_OK)
        status = store_ended(store, store->engine->result(store->db, table.number, sequence, &result, error));
    if (status == FELT_OK)
        *ret = result.voided;
    return status;
}
