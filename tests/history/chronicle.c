/* tests/history/chronicle.c - plays tables by chance: seats, bets, changes, shoes that come to be and are void, operators. */
#include "chronicle.h"

#include <felt/sheet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PLAYERS = 4, ROUNDS_MAX = 12 };

/* ---- documents ---- */

static felt_status load_shipped(void *context, felt_text name, const felt_sheet **ret, felt_error *error)
{
    const void *const *both = context;
    char path[1024];
    snprintf(path, sizeof path, "%s/rules/%.*s.felt", (const char *)both[1], FELT_TEXT_ARGS(name));
    return felt_sheet_load((felt_arena *)(uintptr_t)both[0], path, NULL, ret, error);
}

bool chronicle_open(chronicle *c, const char *root)
{
    static char bytes[1 << 20];
    char path[1024];
    *c = (chronicle){.arena = felt_arena_new((size_t)1 << 30)};
    snprintf(path, sizeof path, "%s/tables/felt.tables", root);
    FILE *file = fopen(path, "rb");
    if (file == NULL || c->arena == NULL)
        return false;
    size_t size = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    felt_diags diags = felt_diags_in(c->arena);
    const void *both[] = {c->arena, root};
    felt_table_sheets sheets = {(void *)both, load_shipped};
    felt_text text = felt_arena_copy(c->arena, (felt_text){bytes, size});
    return felt_tables_read(c->arena, felt_text_from("felt.tables"), text, &sheets, &diags, &c->tables) == FELT_OK;
}

void chronicle_close(chronicle *c)
{
    for (int i = 0; i < c->chain_count; i++) {
        for (int k = 0; k < c->chains[i].count; k++)
            free((char *)c->chains[i].records[k].bytes.bytes);
        free(c->chains[i].records);
    }
    felt_arena_free(c->arena);
}

static felt_status keep_document(void *context, felt_text document, felt_error *error)
{
    chronicle *c = context;
    (void)error;
    for (int i = 0; i < c->document_count; i++) {
        if (felt_text_equal(c->documents[i], document))
            return FELT_OK;
    }
    c->documents[c->document_count++] = felt_arena_copy(c->arena, document);
    return FELT_OK;
}

/* ---- chains ---- */

void chronicle_keep(chronicle_chain *chain, felt_text bytes)
{
    static const uint8_t zeros[FELT_HISTORY_HASH_BYTES];
    if (chain->count == chain->capacity) {
        chain->capacity = chain->capacity == 0 ? 256 : 2 * chain->capacity;
        chain->records = realloc(chain->records, (size_t)chain->capacity * sizeof *chain->records);
    }
    const uint8_t *before = chain->count == 0 ? zeros : chain->records[chain->count - 1].hash;
    chronicle_record *record = &chain->records[chain->count++];
    char *copy = malloc(bytes.length + 1);
    memcpy(copy, bytes.bytes, bytes.length);
    copy[bytes.length] = '\0';
    record->bytes = (felt_text){copy, bytes.length};
    felt_history_chain(before, chain->number, chain->count, record->bytes, record->hash);
}

void chronicle_hash(chronicle_chain *chain)
{
    uint8_t before[FELT_HISTORY_HASH_BYTES] = {0};
    for (int i = 0; i < chain->count; i++) {
        felt_history_chain(before, chain->number, i + 1, chain->records[i].bytes, chain->records[i].hash);
        memcpy(before, chain->records[i].hash, sizeof before);
    }
}

felt_status chronicle_write(const chronicle *c, felt_history_put *put, void *context, felt_error *error)
{
    static const uint8_t zeros[FELT_HISTORY_HASH_BYTES];
    felt_history_writer *w;
    felt_status status = felt_history_writer_new(put, context, &w, error);
    if (status != FELT_OK)
        return status;
    for (int i = 0; i < c->document_count && status == FELT_OK; i++)
        status = felt_history_writer_document(w, c->documents[i], error);
    for (int i = 0; i < c->chain_count && status == FELT_OK; i++) {
        const chronicle_chain *chain = &c->chains[i];
        const uint8_t *head = chain->count == 0 ? zeros : chain->records[chain->count - 1].hash;
        status = felt_history_writer_table(w, felt_text_from(chain->name), chain->number, NULL, chain->count, head, error);
        for (int k = 0; k < chain->count && status == FELT_OK; k++)
            status = felt_history_writer_record(w, k + 1, chain->records[k].hash, chain->records[k].bytes, error);
    }
    if (status == FELT_OK)
        status = felt_history_writer_end(w, error);
    felt_history_writer_free(w);
    return status;
}

/* ---- a table ---- */

typedef struct house {
    chronicle *c;
    chronicle_chain *chain;
    const felt_table_plan *plan;
    felt_table *table;
    felt_random chance;
    uint64_t ids[PLAYERS + 1];
    int64_t now;
    uint64_t shoe;
    felt_fair_shoe making;
    felt_fair_bytes seed;
    felt_fair_source source;
    bool failed;
} house;

static uint32_t below(house *h, uint32_t bound)
{
    return felt_random_below(&h->chance, bound);
}

static felt_fair_bytes drawn(house *h)
{
    felt_fair_bytes ret;
    for (int i = 0; i < FELT_FAIR_BYTES; i++)
        ret.bytes[i] = (uint8_t)below(h, 256);
    return ret;
}

/* Does a command, and keeps what it did as one record. */
static felt_answer act(house *h, felt_command command)
{
    static uint8_t bytes[FELT_TABLE_EVENTS_MAX * 64];
    felt_events events = {0};
    felt_answer answer;
    size_t size = 0;
    command.id = ++h->ids[command.player];
    h->now += below(h, 3000);
    felt_status status = felt_table_do(h->table, &command, h->now, &events, &answer, NULL);
    h->failed = h->failed || status == FELT_ENOMEM;
    for (int i = 0; i < events.count; i++) {
        size += felt_event_write(&events.list[i], bytes + size);
        h->c->rounds += events.list[i].kind == FELT_EVENT_DEALT;
        h->c->bets += events.list[i].kind == FELT_EVENT_PAID;
    }
    if (size > 0)
        chronicle_keep(h->chain, (felt_text){(const char *)bytes, size});
    felt_events_free(&events);
    return answer;
}

/* What the house does must be done. */
static void act_house(house *h, felt_command command)
{
    h->failed = act(h, command).refusal != FELT_REFUSAL_NONE || h->failed;
}

static void keep_making(house *h)
{
    felt_arena *arena = felt_arena_new(1 << 20);
    felt_text record;
    h->failed = felt_fair_record_write(arena, &h->making, &record) != FELT_OK || h->failed;
    if (!h->failed)
        chronicle_keep(h->chain, record);
    felt_arena_free(arena);
}

/* One making, with `clients` players, of whom the last withholds if `withheld`. */
static void make(house *h, int clients, bool withheld)
{
    felt_fair_bytes entropies[PLAYERS];
    felt_fair_about about = {felt_text_from(h->chain->name), ++h->shoe};
    h->seed = drawn(h);
    felt_fair_bytes commitment = felt_fair_commit(about, &h->seed);
    felt_status opened = felt_fair_open(about, felt_book_decks(h->plan->book), h->plan->cut, h->plan->rules, &commitment, &h->making, NULL);
    h->failed = opened != FELT_OK || h->failed;
    keep_making(h);
    for (int i = 0; i < clients; i++) {
        entropies[i] = drawn(h);
        commitment = felt_fair_client_commit(about, (uint64_t)(i + 1), &entropies[i]);
        h->failed = felt_fair_add(&h->making, (uint64_t)(i + 1), &commitment, NULL) != FELT_OK || h->failed;
    }
    h->failed = felt_fair_close(&h->making, NULL) != FELT_OK || h->failed;
    keep_making(h);
    for (int i = 0; i < clients - (withheld ? 1 : 0); i++)
        h->failed = felt_fair_reveal(&h->making, (uint64_t)(i + 1), &entropies[i], NULL) != FELT_OK || h->failed;
    felt_status status = withheld ? felt_fair_void(&h->making, NULL) : felt_fair_seal(&h->making, NULL);
    h->failed = status != FELT_OK || h->failed;
    keep_making(h);
}

static void begin_shoe(house *h)
{
    felt_fair_bytes seed;
    if (below(h, 3) == 0) {
        make(h, PLAYERS, true);
        make(h, PLAYERS - 1, false);
    } else
        make(h, (int)below(h, PLAYERS + 1), false);
    if (h->failed)
        return;
    h->failed = felt_fair_seed(&h->making, &h->seed, &seed, NULL) != FELT_OK ||
                felt_fair_begin(&h->source, felt_book_game(h->plan->book), &h->making, &seed, NULL) != FELT_OK;
    act_house(h, (felt_command){.kind = FELT_COMMAND_SHOE_BEGIN, .shoe = h->shoe});
}

static void end_shoe(house *h)
{
    act_house(h, (felt_command){.kind = FELT_COMMAND_SHOE_END});
    h->failed = felt_fair_spend(&h->making, &h->seed, NULL) != FELT_OK || h->failed;
    keep_making(h);
}

/* ---- players ---- */

static void place(house *h, uint64_t player)
{
    int wager = (int)below(h, (uint32_t)felt_book_wager_count(h->plan->book));
    const felt_table_wager *terms = felt_table_wager_at(h->table, wager);
    int64_t unit = terms->unit.minor > 0 ? terms->unit.minor : 1, steps = 1 + below(h, 20);
    int64_t amount = (terms->min.minor + unit - 1) / unit * unit + steps * unit;
    if (!terms->closed || below(h, 20) == 0)
        act(h, (felt_command){
                   .kind = FELT_COMMAND_BET, .player = player, .wager = (uint16_t)wager, .amount = {amount}, .stays = below(h, 8) == 0});
}

static void change(house *h, uint64_t player)
{
    int bets = felt_table_look(h->table).bets;
    if (bets == 0)
        return;
    felt_table_bet bet = felt_table_bet_at(h->table, (int)below(h, (uint32_t)bets));
    const felt_table_wager *terms = felt_table_wager_at(h->table, bet.position.wager);
    felt_action action = (felt_action)(FELT_ACTION_RAISE + below(h, FELT_ACTION_COUNT - FELT_ACTION_RAISE));
    act(h, (felt_command){.kind = FELT_COMMAND_CHANGE,
                          .player = below(h, 10) == 0 ? player : bet.player,
                          .bet = bet.bet,
                          .action = action,
                          .amount = {terms->unit.minor > 0 ? terms->unit.minor : 100}});
}

static void play_players(house *h)
{
    for (int i = 0; i < 6; i++) {
        uint64_t player = 1 + below(h, PLAYERS);
        uint32_t what = below(h, 20);
        if (what == 0)
            act(h, (felt_command){.kind = FELT_COMMAND_LEAVE, .player = player});
        else if (what < 3)
            act(h, (felt_command){.kind = FELT_COMMAND_SIT, .player = player, .seat = -1});
        else if (what < 7)
            change(h, player);
        else
            place(h, player);
    }
}

/* ---- rounds ---- */

static void operate(house *h)
{
    uint16_t wager = (uint16_t)below(h, (uint32_t)felt_book_wager_count(h->plan->book));
    uint32_t what = below(h, 12);
    if (what == 0) {
        act_house(h, (felt_command){.kind = FELT_COMMAND_PAUSE});
        act_house(h, (felt_command){.kind = FELT_COMMAND_OPEN});
    } else if (what == 1)
        act(h, (felt_command){.kind = FELT_COMMAND_WAGER_CLOSE, .wager = wager, .text = "closed for \"a while\""});
    else if (what == 2)
        act(h, (felt_command){.kind = FELT_COMMAND_WAGER_OPEN, .wager = wager});
    else if (what == 3)
        act(h, (felt_command){.kind = FELT_COMMAND_WAGER_LIMIT, .wager = wager, .min = {100}, .max = {30000}});
    else if (what == 4)
        act(h, (felt_command){.kind = FELT_COMMAND_VOID, .text = "a card fell"});
    else if (what == 5)
        act(h, (felt_command){.kind = FELT_COMMAND_LIMIT, .limits = {{200000}, {0}, {4000000}}});
}

/* False: the hand, or the shoe, is over. */
static bool play_round(house *h)
{
    felt_table_view view = felt_table_look(h->table);
    uint64_t hand = view.hand;
    h->now += 60000;
    if (act(h, (felt_command){.kind = FELT_COMMAND_CLOSE_BETTING}).refusal != FELT_REFUSAL_NONE)
        return true; /* nobody has bet */
    felt_fair_event event = felt_fair_next(&h->source);
    bool thrown = event.way >= 0;
    act_house(h, (felt_command){.kind = FELT_COMMAND_RESULT, .code = event.code, .way = (uint8_t)(event.way + 1), .dealt = event.dealt});
    return thrown ? felt_table_look(h->table).hand == hand : felt_fair_goes_on(&h->source);
}

static void play_shoe(house *h)
{
    bool goes_on = true;
    begin_shoe(h);
    for (int round = 0; goes_on && !h->failed && round < ROUNDS_MAX * 8; round++) {
        play_players(h);
        goes_on = play_round(h);
        if (goes_on && felt_table_look(h->table).stage == FELT_STAGE_BETTING)
            operate(h);
    }
}

static void set_up(house *h)
{
    felt_table_setup setup;
    felt_text record;
    h->failed = felt_setup_write(h->c->arena, h->plan, &record) != FELT_OK ||
                felt_table_plan_setup(h->c->arena, h->plan, &setup) != FELT_OK ||
                felt_setup_documents(h->plan, keep_document, h->c, NULL) != FELT_OK;
    setup.supplied = true;
    if (h->table != NULL) {
        felt_table_view view = felt_table_look(h->table);
        setup.after.sequence = view.sequence;
        setup.after.round = view.round;
        setup.after.hand = view.hand;
        setup.after.bet = view.last_bet;
        setup.after.shoe = view.last_shoe;
        setup.after.time_ms = view.time_ms;
        felt_table_free(h->table);
        h->table = NULL;
    }
    h->failed = h->failed || felt_table_new(&setup, &h->table, NULL) != FELT_OK;
    if (!h->failed)
        chronicle_keep(h->chain, record);
}

bool chronicle_play(chronicle *c, const char *table, int shoes, uint64_t seed)
{
    chronicle_chain *chain = &c->chains[c->chain_count];
    house h = {.c = c, .chain = chain, .plan = felt_tables_find(c->tables, felt_text_from(table)), .now = 1700000000000};
    if (h.plan == NULL)
        return false;
    felt_random_counter(&h.chance, seed, 0);
    chain->number = ++c->chain_count;
    snprintf(chain->name, sizeof chain->name, "%s", table);
    set_up(&h);
    for (int i = 0; i < shoes && !h.failed; i++) {
        if (i > 0)
            end_shoe(&h);
        if (i > 0 && i == shoes / 2 && felt_table_look(h.table).bets == 0)
            set_up(&h);
        play_shoe(&h);
    }
    felt_table_free(h.table);
    felt_fair_forget(&h.source);
    return !h.failed;
}
