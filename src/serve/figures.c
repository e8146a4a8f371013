/* src/serve/figures.c - exact figures of a live table: every wager from a fresh shoe, and, where the table allows it, from the cards that
 * players have seen so far, and what bets that stand are worth.
 *
 * A worker computes; the loop asks for a table's figures when they are wanted and what they are for has changed, one request at a time for
 * a table, and tells a result only while the round that it is for is still the one that is bet on. Nothing is computed of what is hidden:
 * a shoe goes to the worker as the number of cards of each rank that nobody has seen, burnt cards among them. */
#include "jobs.h"
#include "server.h"

#include <felt/ratio.h>
#include <felt/shoe.h>
#include <felt/standing.h>
#include <stdlib.h>
#include <string.h>

enum { PLACES = 12, ARENA = 64 << 20 };

/* What figures are for. */
typedef struct figures_key {
    const felt_table_plan *plan;
    uint64_t round, shoe;
    uint64_t sequence; /* thrown: bets that stand have come and gone up to here */
} figures_key;

/* A bet that stands, as the worker needs to know it. */
typedef struct figures_bet {
    uint64_t bet;
    uint16_t wager, state;
} figures_bet;

typedef struct figures_job {
    job head;
    int table;
    figures_key key;
    bool live, fresh; /* what is asked for */
    int phase;
    felt_shoe unseen;
    figures_bet *bets;
    int bet_count;
    struct thrown *thrown; /* of the table; the worker's while the job is its */
    wire live_text, fresh_text;
    bool failed;
} figures_job;

/* What every state of each wager of a table is worth: it never changes, and is worked out once. */
typedef struct thrown {
    const felt_table_plan *plan;
    felt_standings *list; /* one for each wager; `count` 0: there is none */
    int count;
} thrown;

struct server_figures {
    figures_key key; /* of `live` */
    wire live, fresh;
    const felt_table_plan *fresh_plan;
    thrown thrown;
    bool due, running;
    net_exchange waiting[SERVER_FIGURES_WAITING];
    int waiting_count;
};

/* ---- the worker ---- */

static void free_thrown(thrown *t)
{
    for (int i = 0; i < t->count; i++)
        if (t->list[i].count > 0)
            felt_standings_free(&t->list[i]);
    free(t->list);
    *t = (thrown){.plan = NULL};
}

static bool make_thrown(thrown *t, const felt_table_plan *plan)
{
    const felt_book *book = plan->book;
    if (t->plan == plan)
        return true;
    free_thrown(t);
    t->list = calloc((size_t)felt_book_wager_count(book), sizeof *t->list);
    if (t->list == NULL)
        return false;
    t->plan = plan;
    t->count = felt_book_wager_count(book);
    for (int i = 0; i < t->count; i++) {
        const felt_variant *variant = felt_book_variant(book, i);
        felt_error error;
        if (variant == NULL || felt_standings_make(felt_book_wager(book, i), variant, &t->list[i], &error) != FELT_OK)
            t->list[i] = (felt_standings){.count = 0};
    }
    return true;
}

static void put_ratio(wire *w, felt_arena *arena, const char *key, const char *decimal, mpq_t ratio)
{
    felt_text fraction = felt_ratio_print_fraction(arena, ratio), digits = felt_ratio_print_decimal(arena, ratio, PLACES);
    if (fraction.bytes == NULL || digits.bytes == NULL)
        return;
    wire_put_text(w, key, fraction);
    wire_key(w, decimal);
    wire_raw(w, digits);
}

/* From a shoe. */
static void put_dealt(figures_job *j, wire *w, felt_arena *arena, int index, const felt_shoe *shoe)
{
    const felt_book *book = j->key.plan->book;
    felt_standing s;
    felt_error error;
    if (felt_standing_make(felt_book_wager(book, index), felt_book_variant(book, index), 0, shoe, &s, &error) != FELT_OK)
        return;
    if (s.figures.has_outcomes)
        put_ratio(w, arena, "hit", "hit_decimal", s.figures.hit);
    if (s.figures.has_pays)
        put_ratio(w, arena, "edge", "edge_decimal", s.figures.edge);
    felt_standing_free(&s);
}

/* Thrown: placed in this phase, where it may be. */
static void put_thrown(figures_job *j, wire *w, felt_arena *arena, int index, int phase)
{
    const felt_standings *all = &j->thrown->list[index];
    uint32_t start = felt_book_variant(j->key.plan->book, index)->machine->start[phase];
    mpq_t edge;
    if (start == FELT_STATE_NONE || start >= all->count || !all->known[start])
        return;
    mpq_init(edge);
    mpq_set_ui(edge, 1, 1);
    mpq_sub(edge, edge, all->worth[start]);
    put_ratio(w, arena, "edge", "edge_decimal", edge);
    put_ratio(w, arena, "events", "events_decimal", all->events[start]);
    mpq_clear(edge);
}

/* Thrown: in every phase in which it may be placed. */
static void put_phases(figures_job *j, wire *w, felt_arena *arena, int index)
{
    const felt_game *game = felt_book_game(j->key.plan->book);
    wire_key(w, "placed");
    wire_open(w, '[');
    for (int p = 0; p < game->phase_count; p++) {
        if (felt_book_variant(j->key.plan->book, index)->machine->start[p] == FELT_STATE_NONE)
            continue;
        wire_open(w, '{');
        wire_put_number(w, "point", game->phase_number == NULL ? 0 : game->phase_number(p));
        put_thrown(j, w, arena, index, p);
        wire_close(w, '}');
    }
    wire_close(w, ']');
}

/* From a shoe, or thrown: placed in `phase`, -1: in each. */
static void put_wagers(figures_job *j, wire *w, felt_arena *arena, const felt_shoe *shoe, int phase)
{
    const felt_book *book = j->key.plan->book;
    wire_key(w, "wagers");
    wire_open(w, '[');
    for (int i = 0; i < felt_book_wager_count(book); i++) {
        const felt_variant *variant = felt_book_variant(book, i);
        if (variant == NULL || !variant->complete)
            continue;
        wire_open(w, '{');
        wire_put_number(w, "number", i);
        show_wager(w, book, i);
        if (shoe != NULL)
            put_dealt(j, w, arena, i, shoe);
        else if (phase < 0)
            put_phases(j, w, arena, i);
        else
            put_thrown(j, w, arena, i, phase);
        wire_close(w, '}');
    }
    wire_close(w, ']');
}

static void put_standing(figures_job *j, wire *w, felt_arena *arena)
{
    wire_key(w, "standing");
    wire_open(w, '[');
    for (int i = 0; i < j->bet_count; i++) {
        const figures_bet *b = &j->bets[i];
        const felt_standings *all = &j->thrown->list[b->wager];
        if (b->state >= all->count || !all->known[b->state])
            continue;
        wire_open(w, '{');
        wire_put_number(w, "bet", (int64_t)b->bet);
        show_wager(w, j->key.plan->book, b->wager);
        put_ratio(w, arena, "worth", "worth_decimal", all->worth[b->state]);
        put_ratio(w, arena, "events", "events_decimal", all->events[b->state]);
        wire_close(w, '}');
    }
    wire_close(w, ']');
}

static void put_live(figures_job *j, wire *w, felt_arena *arena, bool shoe)
{
    wire_open(w, '{');
    wire_put_number(w, "after_round", (int64_t)j->key.round);
    wire_put_number(w, "shoe", (int64_t)j->key.shoe);
    if (shoe) {
        wire_put_number(w, "unseen", felt_shoe_size(&j->unseen));
        wire_key(w, "ranks");
        wire_open(w, '[');
        for (int i = 0; i < FELT_RANK_COUNT; i++)
            wire_number(w, j->unseen.cards[i]);
        wire_close(w, ']');
    }
    put_wagers(j, w, arena, shoe ? &j->unseen : NULL, j->phase);
    if (!shoe)
        put_standing(j, w, arena);
    wire_close(w, '}');
}

static void run_job(job *head)
{
    figures_job *j = (figures_job *)head;
    const felt_book *book = j->key.plan->book;
    bool shoe = felt_book_game(book)->source == FELT_SOURCE_SHOE;
    felt_arena *arena = felt_arena_new(ARENA);
    j->failed = arena == NULL || (!shoe && !make_thrown(j->thrown, j->key.plan));
    if (!j->failed && j->fresh) {
        felt_shoe fresh = felt_shoe_fresh(shoe ? felt_book_decks(book) : 1);
        wire_open(&j->fresh_text, '{');
        put_wagers(j, &j->fresh_text, arena, shoe ? &fresh : NULL, -1);
        wire_close(&j->fresh_text, '}');
    }
    if (!j->failed && j->live)
        put_live(j, &j->live_text, arena, shoe);
    felt_arena_free(arena);
}

static void free_job(job *head)
{
    figures_job *j = (figures_job *)head;
    wire_free(&j->live_text);
    wire_free(&j->fresh_text);
    free(j->bets);
    free(j);
}

/* ---- asking ---- */

static bool key_now(server *s, int table, figures_key *ret)
{
    const felt_table *t = house_table_at(s->house, table);
    if (t == NULL)
        return false;
    felt_table_view view = felt_table_look(t);
    *ret = (figures_key){.plan = house_plan(s->house, table), .round = view.round, .shoe = view.shoe};
    if (felt_book_game(ret->plan->book)->source != FELT_SOURCE_SHOE)
        ret->sequence = view.sequence;
    return true;
}

static bool same_key(const figures_key *a, const figures_key *b)
{
    return a->plan == b->plan && a->round == b->round && a->shoe == b->shoe;
}

static bool copy_bets(figures_job *j, const felt_table *t)
{
    int count = felt_table_look(t).bets;
    j->bets = calloc((size_t)count + 1, sizeof *j->bets);
    for (int i = 0; i < count && j->bets != NULL; i++) {
        felt_table_bet bet = felt_table_bet_at(t, i);
        j->bets[j->bet_count++] = (figures_bet){bet.bet, bet.position.wager, bet.position.state};
    }
    return j->bets != NULL;
}

static bool fill_job(server *s, figures_job *j)
{
    const felt_table *t = house_table_at(s->house, j->table);
    const felt_fair_source *source = house_source(s->house, j->table);
    struct server_figures *f = s->tables[j->table].figures;
    bool shoe = felt_book_game(j->key.plan->book)->source == FELT_SOURCE_SHOE;
    j->phase = felt_table_look(t).phase;
    j->fresh = f->fresh_plan != j->key.plan;
    j->live = j->key.plan->odds_live && (!shoe || source != NULL);
    j->thrown = &f->thrown;
    if (shoe && j->live)
        j->unseen = felt_shoe_unseen(&source->shoe);
    return shoe || copy_bets(j, t);
}

static void ask(server *s, int table)
{
    struct server_figures *f = s->tables[table].figures;
    figures_job *j = calloc(1, sizeof *j);
    if (j == NULL)
        return;
    j->head.run = run_job;
    j->table = table;
    if (key_now(s, table, &j->key) && house_plan_stays(s->house, table) && fill_job(s, j) && jobs_add(s->figures, &j->head)) {
        f->due = false;
        f->running = true;
        return;
    }
    free_job(&j->head);
}

/* ---- telling ---- */

static bool wants(const peer *p, int table)
{
    for (int i = 0; i < p->watch_count; i++)
        if (p->watches[i] == table)
            return p->odds[i];
    return false;
}

static void put_message(server *s, wire *w, int table)
{
    wire_clear(w);
    wire_open(w, '{');
    wire_put_text(w, "table", house_plan(s->house, table)->short_name);
    wire_key(w, "odds");
    wire_raw(w, wire_written(&s->tables[table].figures->live));
    wire_close(w, '}');
}

typedef struct telling {
    int table;
    felt_text text;
    net_message *shared;
} telling;

static void tell(server *s, peer *p, void *context)
{
    telling *t = context;
    if (wants(p, t->table))
        peers_send_shared(s, p, t->text, &t->shared);
}

static void tell_all(server *s, int table)
{
    wire w = {.text = NULL};
    put_message(s, &w, table);
    telling t = {.table = table, .text = wire_written(&w)};
    peers_watching(s, table, tell, &t);
    net_message_release(t.shared);
    wire_free(&w);
}

static void answer(server *s, int table, net_exchange exchange)
{
    const struct server_figures *f = s->tables[table].figures;
    const felt_table_plan *plan = house_plan(s->house, table);
    wire *w = &s->answer;
    if (f->fresh_plan != plan) {
        http_error(s, exchange, 503, "unavailable", "the figures of this table cannot be had now", "ask again later");
        return;
    }
    wire_clear(w);
    wire_open(w, '{');
    wire_put_text(w, "table", plan->short_name);
    wire_put_bool(w, "live", plan->odds_live);
    wire_key(w, "fresh");
    wire_raw(w, wire_written(&f->fresh));
    if (plan->odds_live && f->live.length > 0) {
        wire_key(w, "now");
        wire_raw(w, wire_written(&f->live));
    }
    wire_close(w, '}');
    http_json(s, exchange, 200, w, felt_text_from(""));
}

static void take(wire *to, wire *from)
{
    wire_free(to);
    *to = *from;
    *from = (wire){.text = NULL};
}

static void collect(server *s, figures_job *j)
{
    struct server_figures *f = s->tables[j->table].figures;
    figures_key now;
    f->running = false;
    bool good = !j->failed && !j->fresh_text.failed && !j->live_text.failed;
    if (good && j->fresh) {
        take(&f->fresh, &j->fresh_text);
        f->fresh_plan = j->key.plan;
    }
    bool holds = good && j->live && key_now(s, j->table, &now) && same_key(&now, &j->key);
    if (holds) {
        take(&f->live, &j->live_text);
        f->key = j->key;
        tell_all(s, j->table);
    }
    if (good && j->live && !holds)
        f->due = true; /* something has been dealt meanwhile */
    if (f->waiting_count > 0 && (holds || !j->live || !good)) {
        for (int i = 0; i < f->waiting_count; i++)
            answer(s, j->table, f->waiting[i]);
        f->waiting_count = 0;
    }
}

void figures_turn(server *s)
{
    for (job *j; s->figures != NULL && (j = jobs_collect(s->figures)) != NULL; free_job(j))
        collect(s, (figures_job *)j);
    for (int i = s->figures == NULL ? -1 : house_next(s->house, -1); i >= 0; i = house_next(s->house, i)) {
        struct server_figures *f = s->tables[i].figures;
        if (f->due && !f->running && !house_is_closing(s->house, i) && (s->tables[i].odds_peers > 0 || f->waiting_count > 0))
            ask(s, i);
    }
}

void figures_changed(server *s, int table)
{
    if (s->tables[table].figures != NULL)
        s->tables[table].figures->due = true;
}

/* ---- who asks ---- */

void http_odds(call *c)
{
    server *s = c->s;
    struct server_figures *f = s->tables[c->table].figures;
    figures_key now;
    bool here = key_now(s, c->table, &now);
    if (s->figures == NULL || !here || !house_plan_stays(s->house, c->table)) {
        http_error(s, c->exchange, 503, "unavailable", "the figures of this table cannot be had now", "ask again later");
        return;
    }
    bool live_good = !now.plan->odds_live || (same_key(&now, &f->key) && f->key.sequence == now.sequence);
    if (f->fresh_plan == now.plan && live_good) {
        answer(s, c->table, c->exchange);
        return;
    }
    if (f->waiting_count == SERVER_FIGURES_WAITING) {
        http_error(s, c->exchange, 503, "busy", "as many ask for these figures as may", "ask again in a second");
        return;
    }
    f->waiting[f->waiting_count++] = c->exchange;
    f->due = true;
    net_wake(s->net);
}

void figures_subscribe(server *s, peer *p, int table, bool on)
{
    const struct server_figures *f = s->tables[table].figures;
    figures_key now;
    for (int i = 0; i < p->watch_count; i++)
        if (p->watches[i] == table && p->odds[i] != on) {
            p->odds[i] = on;
            s->tables[table].odds_peers += on ? 1 : -1;
        }
    if (on && key_now(s, table, &now) && same_key(&now, &f->key) && f->key.sequence == now.sequence && f->live.length > 0) {
        put_message(s, &s->answer, table);
        peers_send(s, p, wire_written(&s->answer));
    } else if (on)
        figures_changed(s, table);
}

bool figures_busy(const server *s, int table)
{
    return s->tables[table].figures != NULL && s->tables[table].figures->running;
}

void figures_forget(server *s, int table)
{
    struct server_figures *f = s->tables[table].figures;
    if (f == NULL)
        return;
    for (int i = 0; i < f->waiting_count; i++)
        http_error(s, f->waiting[i], 404, "no-table", "the table has closed for good", "ask GET /api/tables which there are");
    wire_free(&f->live);
    wire_free(&f->fresh);
    free_thrown(&f->thrown);
    *f = (struct server_figures){.due = false};
}

bool figures_open(server *s, void (*wake)(void *context), void *context)
{
    for (int i = 0; i < HOUSE_TABLES_MAX; i++)
        if ((s->tables[i].figures = calloc(1, sizeof *s->tables[i].figures)) == NULL)
            return false;
    s->figures = jobs_new(1, HOUSE_TABLES_MAX, wake, context);
    return s->figures != NULL;
}

void figures_close(server *s)
{
    jobs_free(s->figures, free_job);
    for (int i = 0; s->tables != NULL && i < HOUSE_TABLES_MAX; i++) {
        struct server_figures *f = s->tables[i].figures;
        if (f == NULL)
            continue;
        f->waiting_count = 0;
        figures_forget(s, i);
        free(f);
    }
}
