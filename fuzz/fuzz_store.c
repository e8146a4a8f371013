/* fuzz/fuzz_store.c - a file of a store with bytes changed, opened, read, audited, verified, written to and copied.
 *
 * Every four bytes of the input are one change: where (three, little end first, modulo the size) and the new byte. Whatever the file says
 * then, every call must end with a status. */
#include <assert.h>
#include <felt/store.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { FILE_BYTES_MAX = 1 << 20, CHANGE_BYTES = 4, NAME_BYTES = 80 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static felt_text text(const char *terminated)
{
    return felt_text_from(terminated);
}

/* A bet that is won, in a batch that need not come to anything. */
static void play(felt_store *store, felt_player_id player, felt_table_id table, int64_t bet)
{
    int64_t sequence;
    felt_move list[] = {{FELT_MOVE_HOLD, player, bet, {100}}, {FELT_MOVE_PAY, player, bet, {5}}, {FELT_MOVE_SETTLE, player, bet, {150}}};
    felt_deed deed = {.table = table,
                      .record = text("bet"),
                      .kind = FELT_ENTRY_BET,
                      .player = player,
                      .command = (uint64_t)bet,
                      .moves = list,
                      .move_count = 1};
    if (felt_store_begin(store, NULL) != FELT_OK)
        return;
    if (felt_store_keep(store, &deed, &sequence, NULL) == FELT_OK) {
        deed = (felt_deed){.table = table, .record = text("roll"), .kind = FELT_ENTRY_RESULT, .moves = &list[1], .move_count = 2};
        felt_store_keep(store, &deed, &sequence, NULL);
        felt_store_void(store, table, sequence, text("why not"), 1, &sequence, NULL);
    }
    felt_store_note_set(store, text("kind"), text("key"), text("value"), 0, NULL);
    felt_store_commit(store, NULL);
}

/* The bytes of a good store. */
static size_t make_store(const char *address, const char *path, uint8_t *ret)
{
    felt_store *store;
    felt_player_id player;
    felt_table_id table;
    uint8_t hash[FELT_STORE_HASH_BYTES];
    felt_status status = felt_store_open(address, &store, NULL);
    assert(status == FELT_OK && felt_store_begin(store, NULL) == FELT_OK);
    (void)status;
    felt_store_table(store, text("table"), &table, NULL);
    felt_store_player_add(store, text("player"), &player, NULL);
    felt_store_grant(store, player, (felt_money){100000}, text("fuzz"), 1, NULL);
    felt_store_document_keep(store, text("{}"), hash, NULL);
    felt_store_commit(store, NULL);
    play(store, player, table, 1);
    felt_store_close(store);
    FILE *file = fopen(path, "rb");
    assert(file != NULL);
    size_t size = fread(ret, 1, FILE_BYTES_MAX, file);
    fclose(file);
    return size;
}

static bool see_hold(void *context, const felt_standing_hold *hold)
{
    *(int64_t *)context += hold->amount.minor & 1;
    return true;
}

static bool see_record(void *context, const felt_history_record *record)
{
    for (size_t i = 0; i < record->event.length; i++)
        *(int64_t *)context += record->event.bytes[i];
    return true;
}

static void use(felt_store *store, const char *copy)
{
    felt_arena *arena = felt_arena_new(1 << 20);
    felt_store_audit_result audit;
    felt_balance balance;
    felt_player_id player = {1};
    felt_table_id table = {1};
    felt_backup *backup;
    felt_text answer;
    felt_lease lease;
    int64_t number = 0;
    bool done = false;
    felt_store_balance(store, player, &balance, NULL);
    felt_store_command_find(store, player, 1, (const uint8_t[FELT_STORE_DIGEST_BYTES]){0}, &table, &number, NULL);
    felt_store_holds(store, (felt_table_id){0}, (felt_player_id){0}, see_hold, &number, NULL);
    felt_store_note_get(store, arena, text("kind"), text("key"), &answer, &number, NULL);
    felt_store_record(store, arena, table, 1, &answer, NULL);
    felt_store_lease_look(store, arena, table, &lease, NULL);
    felt_store_lease_take(store, table, text("me"), 1000, &number, NULL);
    felt_store_read(store, table, 1, see_record, &number, NULL);
    felt_store_verify(store, table, &number, NULL);
    felt_store_audit(store, &audit, NULL);
    play(store, player, table, 2);
    if (felt_backup_open(store, copy, &backup, NULL) == FELT_OK) {
        while (!done && felt_backup_step(backup, 100, &done, NULL) == FELT_OK)
            ;
        felt_backup_close(backup);
    }
    felt_arena_free(arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static uint8_t good[FILE_BYTES_MAX], bytes[FILE_BYTES_MAX];
    static size_t length; /* of the good one; 0: not made yet */
    static const char *const endings[] = {"", "-wal", "-journal", ".copy"};
    char path[NAME_BYTES], address[NAME_BYTES + 8], copy[NAME_BYTES + 8], other[NAME_BYTES + 8];
    felt_store *store;
    snprintf(path, sizeof path, "/tmp/felt-fuzz-store-%ld", (long)getpid());
    snprintf(address, sizeof address, "sqlite:%s", path);
    snprintf(copy, sizeof copy, "%s.copy", path);
    if (length == 0)
        length = make_store(address, path, good);
    memcpy(bytes, good, length);
    for (; size >= CHANGE_BYTES; data += CHANGE_BYTES, size -= CHANGE_BYTES)
        bytes[(data[0] | (size_t)data[1] << 8 | (size_t)data[2] << 16) % length] = data[3];
    FILE *file = fopen(path, "wb");
    if (file == NULL)
        return 0;
    fwrite(bytes, 1, length, file);
    fclose(file);
    if (felt_store_open(address, &store, NULL) == FELT_OK) {
        use(store, copy);
        felt_store_close(store);
    }
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        snprintf(other, sizeof other, "%s%s", path, endings[i]);
        unlink(other);
    }
    return 0;
}
