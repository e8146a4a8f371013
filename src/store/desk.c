/* src/store/desk.c - what a batch has before it, and what a deed does to it. */
#include "desk.h"

#include <stdlib.h>
#include <string.h>

enum {
    ITEMS_MAX = 1 << 17,
    TRUSTED = 1000, /* batches for which a purse is good */
    DOUBTED = 5000, /* batches in which nobody is trusted, after one that was refused */
};

void desk_doubt(desk *d)
{
    d->wary = d->batch + DOUBTED;
}

void desk_begin(desk *d)
{
    d->batch++;
    d->part++;
    d->in_batch = true;
    if (d->item_count > ITEMS_MAX)
        desk_forget(d);
}

void desk_end(desk *d)
{
    d->in_batch = false;
}

/* ---- items ---- */

static felt_status load(desk *d, desk_item *item, felt_error *error)
{
    switch (item->kind) {
    case DESK_PURSE:
        item->value.purse.read = d->batch;
        return d->engine->purse(d->db, item->a, &item->value.purse.now, error);
    case DESK_TILL:
        return d->engine->till(d->db, item->a, &item->value.till, error);
    case DESK_HOLD:
        return d->engine->hold(d->db, item->a, item->b, &item->value.hold, error);
    case DESK_COMMAND:
        return d->engine->command(d->db, item->a, (uint64_t)item->b, &item->value.command, error);
    default:
        return d->engine->head(d->db, item->a, &item->value.head, error);
    }
}

/* Is what was read still so? */
static bool is_current(const desk *d, const desk_item *item)
{
    if (!d->engine->shared || (d->in_batch && item->batch == d->batch))
        return true;
    return item->kind != DESK_PURSE && item->kind != DESK_COMMAND && d->engine->leased(d->db, item->a);
}

/* The item of a key, read when it is not known. */
static felt_status get(desk *d, desk_kind kind, int64_t a, int64_t b, uint32_t *ret, felt_error *error)
{
    desk_item item = {.kind = kind, .a = a, .b = b, .batch = d->batch};
    bool found = desk_find(d, kind, a, b, ret);
    if (found && is_current(d, &d->items[*ret]))
        return FELT_OK;
    felt_status status = load(d, &item, error);
    if (status != FELT_OK)
        return status;
    if (!found)
        return desk_add(d, &item, ret, error);
    item.top = d->items[*ret].top;
    d->items[*ret] = item;
    return FELT_OK;
}

/* A purse that is good although it was not read in this batch: it is taken for as it is. */
static bool trust(desk *d, int64_t player, uint32_t *ret)
{
    if (!d->engine->shared || !d->in_batch || d->batch <= d->wary || !desk_find(d, DESK_PURSE, player, 0, ret))
        return false;
    desk_item *item = &d->items[*ret];
    if (d->batch - item->value.purse.read > TRUSTED)
        return false;
    item->batch = d->batch;
    return true;
}

felt_status desk_purse(desk *d, int64_t player, felt_balance *ret, felt_error *error)
{
    uint32_t item;
    felt_status status = get(d, DESK_PURSE, player, 0, &item, error);
    if (status == FELT_OK)
        *ret = d->items[item].value.purse.now;
    return status;
}

felt_status desk_command(desk *d, int64_t player, uint64_t id, engine_command *ret, felt_error *error)
{
    uint32_t item;
    felt_status status = get(d, DESK_COMMAND, player, (int64_t)id, &item, error);
    if (status == FELT_OK)
        *ret = d->items[item].value.command;
    return status;
}

felt_status desk_head(desk *d, int64_t table, felt_head *ret, felt_error *error)
{
    uint32_t item;
    felt_status status = get(d, DESK_HEAD, table, 0, &item, error);
    if (status == FELT_OK)
        *ret = d->items[item].value.head.last;
    return status;
}

/* What was read of many at once, unless it is known better. */
static felt_status take_in(desk *d, const desk_item *item, felt_error *error)
{
    uint32_t at;
    if (!desk_find(d, item->kind, item->a, item->b, &at))
        return desk_add(d, item, &at, error);
    if (d->items[at].batch != d->batch) {
        int64_t top = d->items[at].top;
        d->items[at] = *item;
        d->items[at].top = top;
    }
    return FELT_OK;
}

static felt_status take_purse(void *context, int64_t player, const felt_balance *purse, felt_error *error)
{
    desk *d = context;
    desk_item item = {.kind = DESK_PURSE, .a = player, .batch = d->batch, .value.purse = {.now = *purse, .read = d->batch}};
    return take_in(d, &item, error);
}

static felt_status take_command(void *context, int64_t player, uint64_t id, const engine_command *command, felt_error *error)
{
    desk *d = context;
    desk_item item = {.kind = DESK_COMMAND, .a = player, .b = (int64_t)id, .batch = d->batch, .value.command = *command};
    return take_in(d, &item, error);
}

/* Need not be asked about: ids that have grown here, as by a clock, are new. */
static bool is_new(desk *d, const felt_expected *e)
{
    uint32_t purse, command;
    int64_t id = (int64_t)e->command;
    return trust(d, e->player.number, &purse) && d->items[purse].top > 0 && id > d->items[purse].top &&
           !desk_find(d, DESK_COMMAND, e->player.number, id, &command);
}

felt_status desk_expect(desk *d, const felt_expected *list, int count, felt_error *error)
{
    static const engine_command none;
    if (!d->engine->shared)
        return FELT_OK;
    felt_expected *asked = calloc((size_t)count + 1, sizeof *asked);
    int asked_count = 0;
    if (asked == NULL)
        return desk_no_memory(error);
    for (int i = 0; i < count; i++)
        if (!is_new(d, &list[i]))
            asked[asked_count++] = list[i];
    felt_status status = d->engine->expect(d->db, asked, asked_count, take_purse, take_command, d, error);
    free(asked);
    for (int i = 0; status == FELT_OK && i < count; i++) /* those that there are not */
        status = take_command(d, list[i].player.number, list[i].command, &none, error);
    return status;
}

felt_status desk_write(desk *d, bool last, felt_error *error)
{
    felt_status status = FELT_OK;
    for (; status == FELT_OK && d->grown_count > 0; d->grown_count--) {
        desk_item *item = &d->items[d->grown[d->grown_count - 1]];
        if (item->written)
            status = d->engine->head_set(d->db, item->a, &item->value.head.last, error);
        item->written = false;
    }
    d->part++;
    return status == FELT_OK ? d->engine->post(d->db, last, error) : status;
}

/* ---- what can be taken back ---- */

/* Before an item is changed. */
static felt_status remember(desk *d, uint32_t item, felt_error *error)
{
    if (!desk_room((void **)&d->undo, d->undo_count, &d->undo_room, sizeof *d->undo))
        return desk_no_memory(error);
    d->undo[d->undo_count++] = (desk_undo){item, d->items[item].written, d->items[item].value};
    return FELT_OK;
}

static void start(desk *d)
{
    d->undo_count = 0;
    d->posting_count = 0;
    d->refused = false;
}

/* Everything as it was at the start. */
static void take_back(desk *d)
{
    while (d->undo_count > 0) {
        const desk_undo *u = &d->undo[--d->undo_count];
        d->items[u->item].written = u->written;
        d->items[u->item].value = u->value;
    }
}

/* ---- postings ---- */

/* The sum of a balance and what it changes by. `least`: what it may come to; INT64_MIN: whatever fits. */
static felt_status add_up(int64_t balance, int64_t by, int64_t least, const char *too_little, int64_t *ret, felt_error *error)
{
    if (by > 0 ? balance > INT64_MAX - by : balance < INT64_MIN - by)
        return felt_error_set(error, FELT_ERANGE, -1, "a balance would not fit into 64 bits");
    if (balance + by < least)
        return felt_error_set(error, FELT_ELIMIT, -1, "%s", too_little);
    *ret = balance + by;
    return FELT_OK;
}

static felt_status add_posting(const felt_balance *before, const engine_posting *p, const char *too_little, felt_balance *ret,
                               felt_error *error)
{
    felt_status status = add_up(before->available.minor, p->available, 0, too_little, &ret->available.minor, error);
    return status == FELT_OK ? add_up(before->held.minor, p->held, 0, "the player holds less than the bet", &ret->held.minor, error)
                             : status;
}

/* What was found takes the place of what was known; what this batch has done to it, and the database does not know yet, comes on top. */
static void correct(desk_known *p, const felt_balance *found, uint64_t batch)
{
    p->now.available.minor += found->available.minor - p->told.available.minor;
    p->now.held.minor += found->held.minor - p->told.held.minor;
    p->told = *found;
    p->read = batch;
}

/* A purse that was trusted is read after all. */
static felt_status read_again(desk *d, uint32_t at, felt_error *error)
{
    felt_balance found;
    felt_status status = d->engine->purse(d->db, d->items[at].a, &found, error);
    if (status != FELT_OK)
        return status;
    correct(&d->items[at].value.purse, &found, d->batch);
    for (size_t i = 0; i < d->undo_count; i++)
        if (d->undo[i].item == at)
            correct(&d->undo[i].value.purse, &found, d->batch);
    return FELT_OK;
}

/* The purse of a posting. Who is paid need not be asked about. */
static felt_status get_purse(desk *d, const engine_posting *p, uint32_t *ret, felt_error *error)
{
    felt_status status = p->available >= 0 && trust(d, p->player, ret) ? FELT_OK : get(d, DESK_PURSE, p->player, 0, ret, error);
    desk_known *purse = status == FELT_OK ? &d->items[*ret].value.purse : NULL;
    if (purse != NULL && purse->since != d->part) {
        purse->since = d->part;
        purse->told = purse->now;
    }
    return status;
}

static felt_status change_purse(desk *d, const engine_posting *p, const char *too_little, felt_error *error)
{
    uint32_t item;
    felt_balance after;
    felt_status status = get_purse(d, p, &item, error);
    if (status != FELT_OK)
        return status;
    status = add_posting(&d->items[item].value.purse.now, p, too_little, &after, error);
    if (status == FELT_ELIMIT && d->engine->shared && d->items[item].value.purse.read != d->batch) {
        status = read_again(d, item, error);
        if (status == FELT_OK)
            status = add_posting(&d->items[item].value.purse.now, p, too_little, &after, error);
    }
    if (status == FELT_OK)
        status = remember(d, item, error);
    if (status == FELT_OK)
        d->items[item].value.purse.now = after;
    return status;
}

static felt_status change_till(desk *d, int64_t table, int64_t by, felt_error *error)
{
    uint32_t item;
    int64_t after;
    felt_status status = by == 0 ? FELT_OK : get(d, DESK_TILL, table, 0, &item, error);
    if (status != FELT_OK || by == 0)
        return status;
    status = add_up(d->items[item].value.till, by, INT64_MIN, "", &after, error);
    if (status == FELT_OK)
        status = remember(d, item, error);
    if (status == FELT_OK)
        d->items[item].value.till = after;
    return status;
}

/* Amounts are at most FELT_STORE_AMOUNT_MAX, and what a bet holds is a player's: nothing here is near the edge of 64 bits. */
static felt_status post(desk *d, int64_t table, const engine_posting *posting, const char *too_little, felt_error *error)
{
    felt_status status = change_purse(d, posting, too_little, error);
    if (status == FELT_OK)
        status = change_till(d, table, engine_posting_house(posting), error);
    if (status != FELT_OK)
        return status;
    if (!desk_room((void **)&d->postings, d->posting_count, &d->posting_room, sizeof *d->postings))
        return desk_no_memory(error);
    d->postings[d->posting_count++] = *posting;
    return FELT_OK;
}

/* ---- moves ---- */

/* What is held for a bet changes, and with it the player's purse; with the last of it the bet has ended. */
static felt_status change_hold(desk *d, int64_t table, uint32_t item, const engine_posting *posting, felt_error *error)
{
    engine_hold hold = d->items[item].value.hold;
    felt_status status = post(d, table, posting, "the player has less than that; bet less", error);
    if (status == FELT_OK)
        status = remember(d, item, error);
    if (status != FELT_OK)
        return status;
    hold.player = posting->player;
    hold.amount += posting->held;
    hold.state = hold.amount == 0 ? ENGINE_ENDED : ENGINE_STANDS;
    d->items[item].value.hold = hold;
    return FELT_OK;
}

/* A bet with a number that none had before need not be looked for. */
static felt_status find_bet(desk *d, int64_t table, int64_t bet, uint32_t *ret, felt_error *error)
{
    uint32_t item;
    felt_status status = get(d, DESK_HEAD, table, 0, &item, error);
    if (status != FELT_OK)
        return status;
    if (bet <= d->items[item].value.head.top_bet)
        return get(d, DESK_HOLD, table, bet, ret, error);
    status = remember(d, item, error);
    if (status != FELT_OK)
        return status;
    d->items[item].value.head.top_bet = bet;
    desk_item none = {.kind = DESK_HOLD, .a = table, .b = bet, .batch = d->batch};
    if (!desk_find(d, DESK_HOLD, table, bet, ret))
        return desk_add(d, &none, ret, error);
    d->items[*ret] = none;
    return FELT_OK;
}

/* The bet of a move, as far as every kind of move needs it. */
static felt_status get_bet(desk *d, int64_t table, const felt_move *m, uint32_t *ret, felt_error *error)
{
    long long bet = (long long)m->bet;
    felt_status status = find_bet(d, table, m->bet, ret, error);
    if (status != FELT_OK)
        return status;
    const engine_hold *hold = &d->items[*ret].value.hold;
    if (hold->state == ENGINE_ENDED)
        return felt_error_set(error, FELT_EDATA, -1, "bet %lld of table %lld has ended before", bet, (long long)table);
    if (hold->state == ENGINE_STANDS && hold->player != m->player.number)
        return felt_error_set(error, FELT_EDATA, -1, "bet %lld of table %lld is another player's", bet, (long long)table);
    if (hold->state == ENGINE_NO_HOLD && m->kind != FELT_MOVE_HOLD)
        return felt_error_set(error, FELT_ENOTFOUND, -1, "nothing is held for bet %lld of table %lld", bet, (long long)table);
    return FELT_OK;
}

static felt_status move(desk *d, int64_t table, const felt_move *m, felt_error *error)
{
    uint32_t item;
    felt_status status = get_bet(d, table, m, &item, error);
    if (status != FELT_OK)
        return status;
    int64_t amount = m->amount.minor, held = d->items[item].value.hold.amount;
    engine_posting posting = {.player = m->player.number, .bet = m->bet};
    switch (m->kind) {
    case FELT_MOVE_HOLD:
        posting.available = -amount;
        posting.held = amount;
        return change_hold(d, table, item, &posting, error);
    case FELT_MOVE_RETURN:
        if (amount > held)
            return felt_error_set(error, FELT_EDATA, -1, "bet %lld holds %lld, and %lld was to be returned", (long long)m->bet,
                                  (long long)held, (long long)amount);
        posting.available = amount;
        posting.held = -amount;
        return change_hold(d, table, item, &posting, error);
    case FELT_MOVE_SETTLE:
        posting.available = amount;
        posting.held = -held;
        return change_hold(d, table, item, &posting, error);
    default:
        posting.available = amount;
        return post(d, table, &posting, "", error);
    }
}

/* ---- records ---- */

/* The next record of a chain, with its hash in `hash`. */
static felt_status extend(desk *d, engine_deed *rows, uint8_t hash[FELT_STORE_HASH_BYTES], felt_error *error)
{
    uint32_t item;
    felt_status status = get(d, DESK_HEAD, rows->table, 0, &item, error);
    if (status == FELT_OK)
        status = remember(d, item, error);
    if (status != FELT_OK)
        return status;
    felt_head *head = &d->items[item].value.head.last;
    rows->sequence = head->sequence + 1;
    felt_history_hash(head->hash, (felt_table_id){rows->table}, rows->sequence, rows->event, hash);
    rows->hash = hash;
    head->sequence = rows->sequence;
    memcpy(head->hash, hash, FELT_STORE_HASH_BYTES);
    if (!d->items[item].written) {
        if (!desk_room((void **)&d->grown, d->grown_count, &d->grown_room, sizeof *d->grown))
            return desk_no_memory(error);
        d->grown[d->grown_count++] = item;
        d->items[item].written = true;
    }
    return FELT_OK;
}

/* Hands the rows to the engine, with the record that they belong to. */
static felt_status write_rows(desk *d, engine_deed *rows, felt_error *error)
{
    uint8_t hash[FELT_STORE_HASH_BYTES];
    felt_status status = extend(d, rows, hash, error);
    rows->postings = d->postings;
    rows->posting_count = (int)d->posting_count;
    if (status == FELT_OK) {
        status = d->engine->keep(d->db, rows, error);
        d->refused = status == FELT_EDATA;
    }
    return status;
}

/* The command of a deed. One with a higher id than any that its player can have used need not be looked for: ids that grow, as by a clock,
 * are new. */
static felt_status find_command(desk *d, uint32_t purse, const felt_deed *deed, uint32_t *ret, felt_error *error)
{
    int64_t player = deed->player.number, id = (int64_t)deed->command;
    felt_status status = FELT_OK;
    if (d->engine->top_command != NULL && !d->top_known) {
        status = d->engine->top_command(d->db, &d->top, error);
        d->top_known = status == FELT_OK;
    }
    if (status != FELT_OK)
        return status;
    if (!d->top_known || id <= d->top || id <= d->items[purse].top)
        return get(d, DESK_COMMAND, player, id, ret, error);
    desk_item none = {.kind = DESK_COMMAND, .a = player, .b = id, .batch = d->batch};
    return desk_find(d, DESK_COMMAND, player, id, ret) ? FELT_OK : desk_add(d, &none, ret, error);
}

static felt_status note_command(desk *d, const felt_deed *deed, felt_error *error)
{
    uint32_t purse, item;
    felt_status status = get(d, DESK_PURSE, deed->player.number, 0, &purse, error);
    if (status == FELT_OK)
        status = find_command(d, purse, deed, &item, error);
    if (status == FELT_OK && d->items[item].value.command.found)
        status = felt_error_set(error, FELT_EDATA, -1, "that id was used before; give each command an id of its own");
    return status == FELT_OK ? remember(d, item, error) : status;
}

/* The record's number is known only after everything else was looked at. */
static void number_command(desk *d, const felt_deed *deed, int64_t sequence)
{
    uint32_t item;
    if (!desk_find(d, DESK_COMMAND, deed->player.number, (int64_t)deed->command, &item))
        return;
    engine_command *command = &d->items[item].value.command;
    *command = (engine_command){.found = true, .table = deed->table.number, .sequence = sequence};
    memcpy(command->digest, deed->digest, sizeof command->digest);
    int64_t id = (int64_t)deed->command;
    d->top_kept = id > d->top_kept ? id : d->top_kept;
    if (desk_find(d, DESK_PURSE, deed->player.number, 0, &item) && id > d->items[item].top)
        d->items[item].top = id;
}

felt_status desk_keep(desk *d, const felt_deed *deed, int64_t *ret_sequence, felt_error *error)
{
    engine_deed rows = {.table = deed->table.number, .time_ms = deed->time_ms, .kind = deed->kind, .event = deed->record};
    felt_status status = FELT_OK;
    start(d);
    if (deed->player.number != 0) {
        rows.player = deed->player.number;
        rows.command = deed->command;
        rows.digest = deed->digest;
        status = note_command(d, deed, error);
    }
    for (int i = 0; status == FELT_OK && i < deed->move_count; i++)
        status = move(d, rows.table, &deed->moves[i], error);
    if (status == FELT_OK)
        status = write_rows(d, &rows, error);
    if (status != FELT_OK) {
        take_back(d);
        return status;
    }
    if (rows.player != 0)
        number_command(d, deed, rows.sequence);
    *ret_sequence = rows.sequence;
    return FELT_OK;
}

felt_status desk_grant(desk *d, int64_t player, int64_t amount, felt_text record, int64_t time_ms, felt_error *error)
{
    engine_deed rows = {.time_ms = time_ms, .kind = FELT_ENTRY_GRANT, .event = record};
    engine_posting posting = {.player = player, .available = amount};
    start(d);
    felt_status status = post(d, 0, &posting, "", error);
    if (status == FELT_OK)
        status = write_rows(d, &rows, error);
    if (status != FELT_OK)
        take_back(d);
    return status;
}

/* ---- results that are taken back ---- */

/* The postings of a result, the other way round: what the house had of a bet goes back to what is available. What was held and has ended
 * is not held again. */
typedef struct reversal {
    engine_posting *list;
    size_t count, room;
    bool full; /* no memory */
} reversal;

static bool reverse(void *context, const engine_posting *p)
{
    reversal *r = context;
    engine_posting back = {.player = p->player, .available = engine_posting_house(p)};
    if (back.available == 0)
        return true;
    r->full = !desk_room((void **)&r->list, r->count, &r->room, sizeof *r->list);
    if (!r->full)
        r->list[r->count++] = back;
    return !r->full;
}

/* What players get comes first: nobody must be below zero on the way. */
static felt_status post_back(desk *d, int64_t table, const reversal *r, felt_error *error)
{
    felt_status status = r->full ? desk_no_memory(error) : FELT_OK;
    for (int taken = 0; taken < 2; taken++)
        for (size_t i = 0; status == FELT_OK && i < r->count; i++)
            if ((r->list[i].available < 0) == (taken == 1))
                status = post(d, table, &r->list[i], "a player has less than would be taken back; grant it first", error);
    return status;
}

static felt_status check_result(desk *d, int64_t table, int64_t sequence, felt_error *error)
{
    engine_result result;
    felt_status status = d->engine->result(d->db, table, sequence, &result, error);
    if (status != FELT_OK)
        return status;
    if (result.kind != FELT_ENTRY_RESULT)
        return felt_error_set(error, FELT_EDATA, -1, "record %lld of table %lld is no result; only a result can be voided",
                              (long long)sequence, (long long)table);
    if (result.voided)
        return felt_error_set(error, FELT_EDATA, -1, "that result was voided before");
    return FELT_OK;
}

felt_status desk_void(desk *d, int64_t table, int64_t sequence, felt_text record, int64_t time_ms, int64_t *ret_sequence, felt_error *error)
{
    engine_deed rows = {.table = table, .time_ms = time_ms, .kind = FELT_ENTRY_VOID, .event = record, .reverses = sequence};
    reversal r = {.list = NULL};
    start(d);
    felt_status status = desk_write(d, false, error); /* the result may be of this batch */
    d->refused = status == FELT_EDATA;
    if (status == FELT_OK)
        status = check_result(d, table, sequence, error);
    if (status == FELT_OK)
        status = d->engine->postings(d->db, table, sequence, reverse, &r, error);
    if (status == FELT_OK)
        status = post_back(d, table, &r, error);
    if (status == FELT_OK)
        status = write_rows(d, &rows, error);
    free(r.list);
    if (status != FELT_OK) {
        take_back(d);
        return status;
    }
    *ret_sequence = rows.sequence;
    return FELT_OK;
}
