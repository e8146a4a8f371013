/* src/house/deal.c - the shoes of a table: made in the open, dealt from, and revealed.
 *
 * A shoe (in a game that is thrown: a shooter's hand) is opened, closed and sealed at once where nobody wishes to take part in it. Else
 * players have a window to commit and one to reveal; who withholds is left out of the next ones, and the shoe is void. */
#include "inside.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    STEPS_MAX = 64, /* that one turn goes on with one table, so that others have theirs */
    RETRY_MS = 100, /* when it was too soon to close betting */
};

static felt_fair_about about(const house_table *t, uint64_t shoe)
{
    return (felt_fair_about){t->plan->short_name, shoe};
}

/* ---- seeds at rest ---- */

static const char *seed_key(const house_table *t, uint64_t shoe, char ret[FELT_STORE_KEY_BYTES_MAX])
{
    snprintf(ret, FELT_STORE_KEY_BYTES_MAX, "%.*s/%llu", FELT_TEXT_ARGS(t->plan->short_name), (unsigned long long)shoe);
    return ret;
}

static felt_status keep_seed(house *h, const house_table *t, uint64_t shoe, const felt_fair_bytes *seed, felt_error *error)
{
    char key[FELT_STORE_KEY_BYTES_MAX];
    uint8_t box[FELT_FAIR_BOX_BYTES];
    felt_fair_lock(&h->options.key, about(t, shoe), seed, box);
    return felt_store_note_set(h->store, felt_text_from("seed"), felt_text_from(seed_key(t, shoe, key)),
                               (felt_text){(const char *)box, sizeof box}, 0, error);
}

static felt_status find_seed(house *h, const house_table *t, uint64_t shoe, felt_fair_bytes *ret, felt_error *error)
{
    char key[FELT_STORE_KEY_BYTES_MAX];
    felt_text box;
    felt_arena *arena = felt_arena_new(4096);
    felt_status status = arena == NULL ? FELT_ENOMEM
                                       : felt_store_note_get(h->store, arena, felt_text_from("seed"),
                                                             felt_text_from(seed_key(t, shoe, key)), &box, NULL, error);
    if (status == FELT_OK)
        status = felt_fair_unlock(&h->options.key, about(t, shoe), (const uint8_t *)box.bytes, box.length, ret, error);
    felt_arena_free(arena);
    return status;
}

/* ---- records ---- */

static void forget_made(house_table *t)
{
    for (int i = 0; i < t->made_count; i++)
        free((void *)(uintptr_t)t->made[i].bytes);
    t->made_count = 0;
}

static felt_status remember_made(house_table *t, felt_text record)
{
    if (t->made_count == HOUSE_FAIR_RECORDS)
        return FELT_EDATA;
    char *copy = malloc(record.length + 1);
    if (copy == NULL)
        return FELT_ENOMEM;
    memcpy(copy, record.bytes, record.length);
    t->made[t->made_count++] = (felt_text){copy, record.length};
    return FELT_OK;
}

/* Keeps the record of the stage that the shoe is in. */
static felt_status keep_stage(house *h, int table, int64_t now_ms, felt_error *error)
{
    house_table *t = &h->tables[table];
    felt_text record;
    felt_arena *arena = felt_arena_new(4 * FELT_FAIR_RECORD_BYTES_MAX);
    felt_status status = arena == NULL ? FELT_ENOMEM : felt_fair_record_write(arena, &t->shoe, &record);
    if (status == FELT_OK)
        status = act_record(h, table, record, now_ms, error);
    if (status == FELT_OK && (t->shoe.stage == FELT_FAIR_OPEN || t->shoe.stage > FELT_FAIR_SEALED))
        forget_made(t);
    if (status == FELT_OK && t->shoe.stage <= FELT_FAIR_SEALED)
        status = remember_made(t, record);
    felt_arena_free(arena);
    return status;
}

/* ---- who takes part ---- */

static bool is_barred(const house_table *t, uint64_t player)
{
    for (int i = 0; i < t->barred_count; i++)
        if (t->barred[i].player == player && t->barred[i].until > t->shoe.shoe)
            return true;
    return false;
}

bool deal_bars(const house_table *t)
{
    for (int i = 0; i < t->barred_count; i++)
        if (t->barred[i].until > t->shoe.shoe)
            return true;
    return false;
}

static void bar(house_table *t, uint64_t player)
{
    int at = 0, same = 0; /* the one whose time is over first makes room */
    for (int i = 0; i < t->barred_count; i++)
        if (t->barred[i].until < t->barred[at].until)
            at = i;
    while (same < t->barred_count && t->barred[same].player != player)
        same++;
    if (same < t->barred_count)
        at = same;
    else if (t->barred_count < FELT_FAIR_CLIENTS_MAX)
        at = t->barred_count++;
    t->barred[at] = (barred){player, t->shoe.shoe + HOUSE_BARRED_SHOES + 1};
}

static bool has_committed(const house_table *t, uint64_t player)
{
    for (int i = 0; i < t->shoe.client_count; i++)
        if (t->shoe.clients[i].player == player)
            return true;
    return false;
}

/* Is somebody waited for who has not committed? */
static bool awaits_commitment(const house_table *t)
{
    for (int i = 0; i < t->enrolled_count; i++) {
        if (!is_barred(t, t->enrolled[i]) && !has_committed(t, t->enrolled[i]))
            return true;
    }
    return false;
}

felt_status house_enrol(house *h, int table, uint64_t player, bool in, felt_error *error)
{
    house_table *t = &h->tables[table];
    int at = 0;
    while (at < t->enrolled_count && t->enrolled[at] != player)
        at++;
    if (in && at == FELT_FAIR_CLIENTS_MAX)
        return felt_error_set(error, FELT_ELIMIT, -1, "%d players take part already", (int)FELT_FAIR_CLIENTS_MAX);
    if (in && at == t->enrolled_count)
        t->enrolled[t->enrolled_count++] = player;
    if (!in && at < t->enrolled_count)
        t->enrolled[at] = t->enrolled[--t->enrolled_count];
    return FELT_OK;
}

static felt_status check_shoe(const house_table *t, uint64_t shoe, felt_error *error)
{
    if (t->table == NULL || t->shoe.shoe != shoe)
        return felt_error_set(error, FELT_EDATA, -1, "shoe %llu is not in the making; %llu is the last", (unsigned long long)shoe,
                              (unsigned long long)t->shoe.shoe);
    return FELT_OK;
}

felt_status house_commit(house *h, int table, uint64_t player, uint64_t shoe, const felt_fair_bytes *commitment, felt_error *error)
{
    house_table *t = &h->tables[table];
    felt_status status = check_shoe(t, shoe, error);
    if (status != FELT_OK)
        return status;
    if (is_barred(t, player))
        return felt_error_set(error, FELT_EDATA, -1, "who withheld what he had committed to is left out of the next %d shoes",
                              (int)HOUSE_BARRED_SHOES);
    return felt_fair_add(&t->shoe, player, commitment, error);
}

felt_status house_reveal(house *h, int table, uint64_t player, uint64_t shoe, const felt_fair_bytes *entropy, felt_error *error)
{
    house_table *t = &h->tables[table];
    felt_status status = check_shoe(t, shoe, error);
    return status == FELT_OK ? felt_fair_reveal(&t->shoe, player, entropy, error) : status;
}

/* ---- a shoe is made ---- */

static felt_status open_shoe(house *h, int table, int64_t now_ms, felt_error *error)
{
    house_table *t = &h->tables[table];
    uint64_t last = felt_table_look(t->table).last_shoe;
    uint64_t number = (t->shoe.shoe > last ? t->shoe.shoe : last) + 1;
    felt_fair_bytes seed;
    felt_fair_draw(&seed);
    felt_fair_bytes commitment = felt_fair_commit(about(t, number), &seed);
    felt_status status = keep_seed(h, t, number, &seed, error);
    memset(&seed, 0, sizeof seed);
    if (status == FELT_OK)
        status =
            felt_fair_open(about(t, number), felt_book_decks(t->plan->book), t->plan->cut, t->plan->rules, &commitment, &t->shoe, error);
    if (status == FELT_OK)
        status = keep_stage(h, table, now_ms, error);
    t->window_ends = now_ms + h->options.window_ms;
    return status;
}

/* Who let the time pass is not waited for again, until he says that he takes part. */
static void forget_silent(house_table *t)
{
    int left = 0;
    for (int i = 0; i < t->enrolled_count; i++)
        if (is_barred(t, t->enrolled[i]) || has_committed(t, t->enrolled[i]))
            t->enrolled[left++] = t->enrolled[i];
    t->enrolled_count = left;
}

static felt_status close_list(house *h, int table, int64_t now_ms, felt_error *error)
{
    house_table *t = &h->tables[table];
    forget_silent(t);
    felt_status status = felt_fair_close(&t->shoe, error);
    t->window_ends = now_ms + h->options.window_ms;
    return status == FELT_OK ? keep_stage(h, table, now_ms, error) : status;
}

/* The dealer's shoe, from its seed. */
static felt_status begin_source(house *h, house_table *t, felt_error *error)
{
    felt_fair_bytes seed, mixed;
    felt_status status = find_seed(h, t, t->shoe.shoe, &seed, error);
    if (status == FELT_OK)
        status = felt_fair_seed(&t->shoe, &seed, &mixed, error);
    if (status == FELT_OK)
        status = felt_fair_begin(&t->source, felt_book_game(t->plan->book), &t->shoe, &mixed, error);
    t->source_ready = status == FELT_OK;
    memset(&seed, 0, sizeof seed);
    memset(&mixed, 0, sizeof mixed);
    return status;
}

static felt_status seal_shoe(house *h, int table, int64_t now_ms, felt_error *error)
{
    house_table *t = &h->tables[table];
    felt_status status = felt_fair_seal(&t->shoe, error);
    if (status == FELT_OK)
        status = keep_stage(h, table, now_ms, error);
    if (status == FELT_OK)
        status = begin_source(h, t, error);
    if (status == FELT_OK)
        status = act_house(h, table, (felt_command){.kind = FELT_COMMAND_SHOE_BEGIN, .shoe = t->shoe.shoe}, now_ms, error);
    t->window_ends = 0;
    return status;
}

static felt_status void_shoe(house *h, int table, int64_t now_ms, felt_error *error)
{
    house_table *t = &h->tables[table];
    uint64_t missing[FELT_FAIR_CLIENTS_MAX];
    int count = felt_fair_missing(&t->shoe, missing);
    felt_status status = felt_fair_void(&t->shoe, error);
    for (int i = 0; i < count && status == FELT_OK; i++)
        bar(t, missing[i]);
    return status == FELT_OK ? keep_stage(h, table, now_ms, error) : status;
}

/* One step towards a shoe in play. *ret_waits: players are waited for. */
static felt_status make_shoe(house *h, int table, int64_t now_ms, bool *ret_waits, felt_error *error)
{
    house_table *t = &h->tables[table];
    if (t->window_ends == 0) /* the table was made again meanwhile */
        t->window_ends = now_ms + h->options.window_ms;
    bool over = now_ms >= t->window_ends;
    *ret_waits = false;
    switch (t->shoe.stage) {
    case FELT_FAIR_OPEN:
        *ret_waits = !over && awaits_commitment(t);
        return *ret_waits ? FELT_OK : close_list(h, table, now_ms, error);
    case FELT_FAIR_CLOSED:
        if (felt_fair_missing(&t->shoe, NULL) == 0)
            return seal_shoe(h, table, now_ms, error);
        *ret_waits = !over;
        return over ? void_shoe(h, table, now_ms, error) : FELT_OK;
    default:
        return open_shoe(h, table, now_ms, error);
    }
}

/* ---- and dealt from ---- */

static felt_status end_shoe(house *h, int table, int64_t now_ms, felt_error *error)
{
    house_table *t = &h->tables[table];
    felt_fair_bytes seed;
    felt_status status = act_house(h, table, (felt_command){.kind = FELT_COMMAND_SHOE_END}, now_ms, error);
    if (status == FELT_OK)
        status = find_seed(h, t, t->shoe.shoe, &seed, error);
    if (status == FELT_OK)
        status = felt_fair_spend(&t->shoe, &seed, error);
    if (status == FELT_OK)
        status = keep_stage(h, table, now_ms, error);
    felt_fair_forget(&t->source);
    t->source_ready = false;
    return status;
}

/* What cannot be paid is given back. */
static felt_status void_round(house *h, int table, int64_t now_ms, const felt_error *why, felt_error *error)
{
    felt_command command = {.kind = FELT_COMMAND_VOID};
    snprintf(command.text, sizeof command.text, "what was dealt cannot be settled: %.150s", why->message);
    house_note(h, "%.*s: round is void: %s", FELT_TEXT_ARGS(h->tables[table].plan->short_name), why->message);
    return act_house(h, table, command, now_ms, error);
}

/* A bet that stays is put up again only for who may bet: nobody has excluded himself for it to go on. */
static felt_status find_coming_down(house *h, int table, int64_t now_ms, int *ret_count, felt_error *error)
{
    const felt_table *t = h->tables[table].table;
    const house_listener *l = &h->listener;
    felt_status status = FELT_OK;
    *ret_count = 0;
    for (int i = 0; l->may_bet != NULL && i < felt_table_look(t).bets && status == FELT_OK; i++) {
        felt_table_bet bet = felt_table_bet_at(t, i);
        if (!bet.stays)
            continue;
        status = l->may_bet(l->context, table, bet.player, bet.held, (felt_money){0}, now_ms, error);
        if (status == FELT_ELIMIT) {
            h->come_down[(*ret_count)++] = bet.bet;
            status = FELT_OK;
        }
    }
    return status;
}

static felt_status deal_result(house *h, int table, int64_t now_ms, felt_error *error)
{
    house_table *t = &h->tables[table];
    int coming_down;
    felt_status status = find_coming_down(h, table, now_ms, &coming_down, error);
    if (status != FELT_OK)
        return status == FELT_ENOMEM ? status : FELT_EIO;
    felt_fair_event came = felt_fair_next(&t->source);
    uint64_t hand = felt_table_look(t->table).hand;
    felt_command result = {.kind = FELT_COMMAND_RESULT, .code = came.code, .way = (uint8_t)(came.way + 1), .dealt = came.dealt};
    result.come_down = h->come_down;
    result.come_down_count = coming_down;
    status = act_house(h, table, result, now_ms, error);
    bool settled = status != FELT_EDATA; /* else the shoe ends: what it dealt is not in the history */
    if (!settled) {
        felt_error why = *error;
        status = void_round(h, table, now_ms, &why, error);
    }
    bool thrown = felt_book_game(t->plan->book)->source == FELT_SOURCE_THROWN;
    bool over = thrown ? felt_table_look(t->table).hand != hand : !felt_fair_goes_on(&t->source);
    if (status == FELT_OK && (over || !settled))
        status = end_shoe(h, table, now_ms, error);
    return status;
}

/* ---- time ---- */

/* Under an old setup bets play out; nobody is asked when. */
static bool must_close(const house_table *t, const felt_table_view *view)
{
    bool one_event = felt_book_game(t->plan->book)->one_event;
    return view->stage == FELT_STAGE_BETTING && view->bets > 0 && (t->next != NULL || t->closing || (t->winding_up && one_event));
}

/* May the table go, or what is up at it? A private one gives it back, at any other it plays out. */
static bool may_end(const house_table *t, const felt_table_view *view)
{
    return t->closing && view->stage == FELT_STAGE_BETTING && (view->bets == 0 || t->account != 0);
}

/* One step towards the end of a table that closes for good. */
static felt_status end_table(house *h, int table, int64_t now_ms, bool *ret_more, felt_error *error)
{
    house_table *t = &h->tables[table];
    const house_listener *l = &h->listener;
    if (felt_table_look(t->table).bets > 0)
        return act_house(h, table, (felt_command){.kind = FELT_COMMAND_VOID, .text = "the table is closed for good"}, now_ms, error);
    if (t->source_ready)
        return end_shoe(h, table, now_ms, error);
    *ret_more = false;
    t->retry_at = now_ms + RETRY_MS;
    return l->may_go == NULL || l->may_go(l->context, table) ? opened_remove(h, table, error) : FELT_OK;
}

/* One step; *ret_more: there may be another. */
static felt_status step(house *h, int table, int64_t now_ms, bool *ret_more, felt_error *error)
{
    house_table *t = &h->tables[table];
    felt_table_view view = felt_table_look(t->table);
    *ret_more = true;
    if (may_end(t, &view))
        return end_table(h, table, now_ms, ret_more, error);
    if (t->next != NULL && view.bets == 0 && view.stage == FELT_STAGE_BETTING) {
        if (t->source_ready)
            return end_shoe(h, table, now_ms, error);
        return setup_change(h, table, now_ms, error);
    }
    if (view.shoe == 0) {
        bool waits;
        felt_status status = make_shoe(h, table, now_ms, &waits, error);
        *ret_more = !waits;
        return status;
    }
    if (view.stage == FELT_STAGE_DEALING)
        return deal_result(h, table, now_ms, error);
    if (must_close(t, &view)) {
        felt_status status = act_house(h, table, (felt_command){.kind = FELT_COMMAND_CLOSE_BETTING}, now_ms, error);
        *ret_more = status == FELT_OK; /* refused: it is too soon after the last result */
        t->retry_at = *ret_more ? 0 : now_ms + RETRY_MS;
        return status == FELT_EDATA ? FELT_OK : status;
    }
    *ret_more = felt_table_wakes(t->table) <= now_ms;
    if (!*ret_more)
        return FELT_OK;
    felt_status status = act_house(h, table, (felt_command){.kind = FELT_COMMAND_TICK}, now_ms, error);
    *ret_more = h->events.count > 0;
    return status == FELT_EDATA ? FELT_OK : status;
}

felt_status deal_table(house *h, int table, int64_t now_ms, felt_error *error)
{
    bool more = true;
    felt_status status = FELT_OK;
    for (int i = 0; i < STEPS_MAX && more && status == FELT_OK; i++)
        status = step(h, table, now_ms, &more, error);
    return status == FELT_OK || status == FELT_ENOMEM ? status : FELT_EIO;
}

int64_t deal_wakes(const house *h, int table, int64_t now_ms)
{
    const house_table *t = &h->tables[table];
    felt_table_view view = felt_table_look(t->table);
    int64_t wakes = felt_table_wakes(t->table);
    if (may_end(t, &view))
        return t->retry_at;
    if (view.shoe == 0) {
        bool waits = (t->shoe.stage == FELT_FAIR_OPEN && awaits_commitment(t)) ||
                     (t->shoe.stage == FELT_FAIR_CLOSED && felt_fair_missing(&t->shoe, NULL) > 0);
        return waits ? t->window_ends : now_ms;
    }
    if (view.stage == FELT_STAGE_DEALING || (t->next != NULL && view.bets == 0))
        return now_ms;
    if (must_close(t, &view))
        return t->retry_at < wakes ? t->retry_at : wakes;
    return wakes;
}

/* ---- made again ---- */

felt_status deal_follow(house *h, house_table *t, felt_text record, felt_error *error)
{
    (void)h;
    felt_fair_stage stage = felt_fair_record_stage(record);
    if (stage == FELT_FAIR_NOTHING)
        return FELT_OK;
    if (stage == FELT_FAIR_OPEN)
        forget_made(t);
    felt_status status = felt_fair_follow(&t->shoe, t->plan->short_name, record, error);
    if (status == FELT_OK && stage <= FELT_FAIR_SEALED)
        return remember_made(t, record);
    uint64_t missing[FELT_FAIR_CLIENTS_MAX];
    int count = status == FELT_OK && stage == FELT_FAIR_VOID ? felt_fair_missing(&t->shoe, missing) : 0;
    for (int i = 0; i < count; i++)
        bar(t, missing[i]);
    forget_made(t); /* it is void or spent */
    return status;
}

felt_status deal_resume(house *h, house_table *t, uint64_t dealt, felt_error *error)
{
    felt_table_view view = felt_table_look(t->table);
    t->source_ready = false;
    t->window_ends = 0; /* whoever was waited for has gone */
    if (view.shoe == 0)
        return FELT_OK;
    if (t->shoe.stage != FELT_FAIR_SEALED || t->shoe.shoe != view.shoe)
        return felt_error_set(error, FELT_EDATA, -1, "shoe %llu is in play, and its records are missing", (unsigned long long)view.shoe);
    felt_status status = begin_source(h, t, error);
    return status == FELT_OK ? felt_fair_skip(&t->source, dealt, error) : status;
}

void deal_forget(house_table *t)
{
    forget_made(t);
    if (t->source_ready)
        felt_fair_forget(&t->source);
    t->source_ready = false;
    memset(&t->shoe, 0, sizeof t->shoe);
}
