/* src/audit/groups.c - tallies and luck by group and wager, and Holm's correction for looking at many of them. */
#include "audit.h"

#include <felt/arena.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SPANS_ARENA_MAX = 64 << 20 };

/* The odds of a wager, found when they are first needed. */
typedef struct group_odds {
    bool found, known;
    audit_odds odds[FELT_PHASES_MAX];
    double hit;
} group_odds;

struct felt_audit_groups {
    const felt_book *book;
    felt_audit inner; /* how the stakes of each cell are spread: its wagers are the cells */
    felt_audit_cell *cells;
    int count, capacity, judged;
    uint32_t *table; /* of cells, by their group and wager; UINT32_MAX: free */
    uint32_t mask;
    group_odds *odds; /* one for each wager of the book */
    felt_audit_group_rounds *rounds;
    uint32_t round_count;
};

felt_status felt_audit_groups_new(const felt_book *book, felt_audit_groups **ret)
{
    felt_audit_groups *g = calloc(1, sizeof *g);
    if (g == NULL)
        return FELT_ENOMEM;
    size_t moments = (size_t)felt_book_game(book)->hand_events_max + 1;
    g->book = book;
    g->odds = calloc((size_t)felt_book_wager_count(book) + 1, sizeof *g->odds);
    g->inner = (felt_audit){.book = book, .game = felt_book_game(book), .arena = felt_arena_new(SPANS_ARENA_MAX)};
    g->inner.closing = g->inner.arena == NULL ? NULL : felt_arena_take(g->inner.arena, moments, sizeof *g->inner.closing);
    if (g->odds == NULL || g->inner.closing == NULL) {
        felt_audit_groups_free(g);
        return FELT_ENOMEM;
    }
    *ret = g;
    return FELT_OK;
}

void felt_audit_groups_free(felt_audit_groups *g)
{
    if (g == NULL)
        return;
    felt_arena_free(g->inner.arena);
    free(g->inner.spreads);
    free(g->cells);
    free(g->table);
    free(g->odds);
    free(g->rounds);
    free(g);
}

void felt_audit_group_by(felt_audit *audit, felt_audit_groups *groups)
{
    audit->groups = groups;
}

/* ---- cells ---- */

static uint32_t hash_of(uint32_t round_group, uint32_t bet_group, int wager)
{
    uint64_t hash = ((uint64_t)round_group << 32 | bet_group) * 0x9e3779b97f4a7c15u + (uint64_t)wager;
    hash = (hash ^ hash >> 29) * 0xbf58476d1ce4e5b9u;
    return (uint32_t)(hash >> 32);
}

static void put_in_table(felt_audit_groups *g, int cell)
{
    const felt_audit_cell *c = &g->cells[cell];
    uint32_t at = hash_of(c->round_group, c->bet_group, c->wager) & g->mask;
    while (g->table[at] != UINT32_MAX)
        at = (at + 1) & g->mask;
    g->table[at] = (uint32_t)cell;
}

static bool grow(felt_audit_groups *g)
{
    int capacity = g->capacity == 0 ? 128 : 2 * g->capacity;
    uint32_t size = 2 * (uint32_t)capacity;
    felt_audit_cell *cells = realloc(g->cells, (size_t)capacity * sizeof *cells);
    g->cells = cells != NULL ? cells : g->cells;
    audit_spread *spreads = cells == NULL ? NULL : realloc(g->inner.spreads, (size_t)capacity * sizeof *spreads);
    g->inner.spreads = spreads != NULL ? spreads : g->inner.spreads;
    uint32_t *table = spreads == NULL ? NULL : malloc(size * sizeof *table);
    if (table == NULL)
        return false;
    free(g->table);
    g->table = table;
    g->mask = size - 1;
    g->capacity = capacity;
    memset(table, 0xff, size * sizeof *table);
    for (int i = 0; i < g->count; i++)
        put_in_table(g, i);
    return true;
}

/* FELT_ELIMIT, FELT_ENOMEM. */
static felt_status find_cell(felt_audit_groups *g, uint32_t round_group, uint32_t bet_group, int wager, int *ret)
{
    if (g->count == g->capacity && !grow(g))
        return FELT_ENOMEM;
    uint32_t at = hash_of(round_group, bet_group, wager) & g->mask;
    for (; g->table[at] != UINT32_MAX; at = (at + 1) & g->mask) {
        const felt_audit_cell *c = &g->cells[g->table[at]];
        if (c->round_group == round_group && c->bet_group == bet_group && c->wager == wager) {
            *ret = (int)g->table[at];
            return FELT_OK;
        }
    }
    if (g->count == FELT_AUDIT_CELLS_MAX)
        return FELT_ELIMIT;
    const felt_variant *variant = felt_book_variant(g->book, wager);
    g->cells[g->count] = (felt_audit_cell){.round_group = round_group, .bet_group = bet_group, .wager = wager, .corrected = 1};
    memset(&g->inner.spreads[g->count], 0, sizeof *g->inner.spreads);
    g->inner.spreads[g->count].vig = variant != NULL && variant->vig_num > 0;
    g->table[at] = (uint32_t)g->count;
    *ret = g->count++;
    return FELT_OK;
}

/* ---- rounds and bets ---- */

felt_status audit_groups_round(felt_audit_groups *g, uint32_t round_group, bool misdealt)
{
    if (round_group >= g->round_count) {
        uint32_t count = g->round_count == 0 ? 64 : g->round_count;
        while (count <= round_group)
            count *= 2;
        felt_audit_group_rounds *rounds = realloc(g->rounds, count * sizeof *rounds);
        if (rounds == NULL)
            return FELT_ENOMEM;
        memset(rounds + g->round_count, 0, (count - g->round_count) * sizeof *rounds);
        g->rounds = rounds;
        g->round_count = count;
    }
    g->rounds[round_group].verified++;
    g->rounds[round_group].misdealt += misdealt;
    g->inner.counts.rounds++;
    return FELT_OK;
}

felt_status audit_groups_add(const felt_audit *audit, const felt_joined *joined, int i, const felt_payment *payment,
                             const audit_pay *recorded, bool left_alone)
{
    felt_audit_groups *g = audit->groups;
    const felt_bet_record *record = &joined->records[i];
    int cell;
    felt_status status = find_cell(g, joined->round->group, record->group, record->bet.wager, &cell);
    if (status != FELT_OK)
        return status;
    felt_mistake mistake = audit_mistake(audit, &record->bet, payment, recorded);
    audit_tally_add(&g->cells[cell].tally, recorded->staked, payment, recorded->paid, mistake); /* the whole fits, so a part does */
    if (!left_alone)
        return FELT_OK;
    audit_spread *spread = &g->inner.spreads[cell];
    double handed = (double)record->bet.stake.minor + (spread->vig ? audit_spread_vig(g->book, &record->bet) : 0);
    spread->staked += handed;
    audit_spread_pay(spread, payment->paid, recorded->paid);
    if (audit->game->one_event) {
        audit_spread_round(&g->inner, spread, handed);
        return FELT_OK;
    }
    audit_span span = {.stake = handed,
                       .wager = (uint16_t)cell,
                       .phase = audit->phases[record->bet.after],
                       .placed = record->bet.after,
                       .decided = payment->events};
    return audit_spread_put(&g->inner, &span);
}

void audit_groups_end(felt_audit_groups *g)
{
    if (g->inner.span_count > 0)
        audit_spread_end(&g->inner);
}

/* ---- luck ---- */

static felt_status judge_cell(felt_audit_groups *g, int cell)
{
    felt_audit_cell *c = &g->cells[cell];
    group_odds *o = &g->odds[c->wager];
    felt_status status = o->found ? FELT_OK : audit_odds_find(g->book, c->wager, o->odds, &o->hit, &o->known);
    o->found = o->found || status == FELT_OK;
    if (status != FELT_OK)
        return status;
    c->luck = o->known ? audit_luck(&g->inner.spreads[cell], o->odds, o->hit) : (felt_luck){.verdict = FELT_LUCK_UNKNOWN, .chance = 1};
    c->verdict = c->luck.verdict;
    c->corrected = 1;
    return FELT_OK;
}

static int compare_chances(const void *a, const void *b)
{
    const felt_audit_cell *first = *(felt_audit_cell *const *)a, *second = *(felt_audit_cell *const *)b;
    return first->luck.chance < second->luck.chance ? -1 : first->luck.chance > second->luck.chance;
}

/* The verdict that a corrected chance deserves: the borders are those of two and three standard deviations, and one in a million. */
static felt_luck_verdict verdict_of(double chance)
{
    if (chance >= erfc(2 / sqrt(2)))
        return FELT_LUCK_WITHIN;
    if (chance >= erfc(3 / sqrt(2)))
        return FELT_LUCK_UNUSUAL;
    return chance > 1e-6 ? FELT_LUCK_HARDLY : FELT_LUCK_NOT;
}

static felt_status correct(felt_audit_groups *g)
{
    felt_audit_cell **judged = malloc(((size_t)g->count + 1) * sizeof *judged);
    double most = 0;
    if (judged == NULL)
        return FELT_ENOMEM;
    g->judged = 0;
    for (int i = 0; i < g->count; i++)
        if (g->cells[i].luck.verdict >= FELT_LUCK_WITHIN)
            judged[g->judged++] = &g->cells[i];
    if (g->judged > 1)
        qsort(judged, (size_t)g->judged, sizeof *judged, compare_chances);
    for (int i = 0; i < g->judged; i++) {
        double chance = judged[i]->luck.chance * (g->judged - i);
        most = chance > most ? chance : most;
        judged[i]->corrected = most < 1 ? most : 1;
        judged[i]->verdict = verdict_of(judged[i]->corrected);
    }
    free(judged);
    return FELT_OK;
}

/* How cells are to be sorted. */
typedef struct cell_order {
    felt_audit_order order;
    void *context;
} cell_order;

static bool comes_before(const cell_order *o, const felt_audit_cell *a, const felt_audit_cell *b)
{
    int order = o->order(o->context, a, b);
    return order != 0 ? order < 0 : a->wager < b->wager;
}

/* Lets the cell at `at` sink in a heap of `count` whose last comes first. */
static void sink(felt_audit_cell *cells, int at, int count, const cell_order *o)
{
    for (int child; (child = 2 * at + 1) < count; at = child) {
        if (child + 1 < count && comes_before(o, &cells[child], &cells[child + 1]))
            child++;
        if (!comes_before(o, &cells[at], &cells[child]))
            return;
        felt_audit_cell cell = cells[at];
        cells[at] = cells[child];
        cells[child] = cell;
    }
}

/* A heap sort: qsort would not know the context. */
static void sort_cells(felt_audit_cell *cells, int count, const cell_order *o)
{
    for (int i = count / 2; i-- > 0;)
        sink(cells, i, count, o);
    for (int last = count; --last > 0;) {
        felt_audit_cell cell = cells[0];
        cells[0] = cells[last];
        cells[last] = cell;
        sink(cells, 0, last, o);
    }
}

felt_status felt_audit_groups_judge(felt_audit_groups *g, felt_audit_order order, void *context)
{
    felt_status status = FELT_OK;
    for (int i = 0; i < g->count && status == FELT_OK; i++)
        status = judge_cell(g, i);
    if (status == FELT_OK)
        status = correct(g);
    if (status == FELT_OK) /* how stakes are spread is not needed any more, nor the table */
        sort_cells(g->cells, g->count, &(cell_order){order, context});
    return status;
}

int felt_audit_groups_count(const felt_audit_groups *g)
{
    return g->count;
}

const felt_audit_cell *felt_audit_groups_cell(const felt_audit_groups *g, int index)
{
    return &g->cells[index];
}

int felt_audit_groups_judged(const felt_audit_groups *g)
{
    return g->judged;
}

felt_audit_group_rounds felt_audit_groups_rounds(const felt_audit_groups *g, uint32_t round_group)
{
    return round_group < g->round_count ? g->rounds[round_group] : (felt_audit_group_rounds){0, 0};
}
