/* src/sheet/explore_craps.c - a craps wager as a state machine: goes through every state that play can reach.
 *
 * A state holds only what the rows in force speak of: the puck, which totals have come, and counters, each up to the highest number that
 * a row asks for. The states are numbered in the order in which the shortest sequences of rolls reach them, so that the first round found
 * for a finding is a shortest one. */
#include "machine.h"
#include "rules_craps.h"

#include <limits.h>
#include <stdio.h>

/* Room is made for few states at first: nearly all wagers have few, and clearing room for many takes longer than finding them. */
enum { COUNTERS_MAX = 8, STATE_BITS = 64, PUCK_BITS = 3, SCRATCH_MAX = 64 << 20, FEW_STATES = 64 };
enum { MEMORIES_MAX = 1 + 11 + COUNTERS_MAX }; /* the puck, totals, counters */

/* What one counter counts. */
typedef enum counted { COUNT_ROLLS, COUNT_POINTS, COUNT_LINES } counted;

typedef struct counter {
    counted what;
    uint32_t mask; /* COUNT_ROLLS */
    int cap;       /* counts beyond it are not told apart */
    int shift, bits;
} counter;

/* A condition with all looked up that does not change from roll to roll. */
typedef struct test {
    cond_kind kind;
    uint32_t rolls, totals; /* bits of them */
    uint64_t come;          /* COND_ALL_ROLLED: bits of a state */
    const counter *counter; /* counts: how many, low..high */
    int low, high;
    const struct test *left, *right;
} test;

/* A row in force. */
typedef struct tested_row {
    int row;
    bool gives_way, stays;
    const test *test; /* NULL: it always fits */
} tested_row;

typedef struct explorer {
    compiler *c;
    felt_arena *scratch;
    const target *t;
    int number;            /* the wager's own, 0 when it has none */
    uint32_t own_rolls[3]; /* the rolls of that number: all, hard, easy */
    uint64_t work;         /* conditions looked at after one roll */
    bool puck_matters, own_puck, faces_matter;
    uint32_t totals; /* bit n: whether the total n has come is remembered */
    int totals_shift;
    uint64_t total_bit[13]; /* of a state, by total; 0: not remembered */
    counter counters[COUNTERS_MAX];
    int counter_count;
    int bits; /* of a state */
    tested_row rows[FELT_ROWS_MAX];
    int row_count;
    raw_machine raw;
    uint8_t symbol_of[FELT_ROLL_COUNT];
    int first_roll[FELT_ROLL_COUNT]; /* a roll of each symbol */
    uint64_t *keys;                  /* of each state */
    uint32_t *parent;                /* the state and symbol that first led there, as state * symbols + symbol */
    uint32_t *slots;                 /* hash table of states plus 1, twice the capacity */
    size_t capacity;                 /* states there is room for, a power of two */
    exam *exam;
} explorer;

/* This roll, with all that rows may ask about it. */
typedef struct moment {
    int roll, total;
    felt_puck puck; /* before the roll */
    uint64_t after; /* the state after it */
    bool point_made, seven_out, line_wins;
} moment;

/* ---- what has to be remembered ---- */

static void set_own_rolls(explorer *e)
{
    for (int roll = 0; roll < FELT_ROLL_COUNT; roll++) {
        if (felt_roll_total(roll) != e->number)
            continue;
        e->own_rolls[FACES_ANY] |= (uint32_t)1 << roll;
        e->own_rolls[felt_roll_is_double(roll) ? FACES_HARD : FACES_EASY] |= (uint32_t)1 << roll;
    }
}

static uint32_t rolls_mask(const explorer *e, const rolls *r)
{
    return r->own_number ? e->own_rolls[r->own_faces] : r->mask;
}

/* For conditions about totals, which `hard` and `easy` cannot be part of. */
static uint32_t totals_mask(const explorer *e, const rolls *r)
{
    return r->own_number ? (uint32_t)1 << e->number : r->totals;
}

/* Does the set split the rolls of some total? */
static bool splits_totals(uint32_t mask)
{
    uint32_t in = 0, out = 0;
    for (int roll = 0; roll < FELT_ROLL_COUNT; roll++)
        *(mask >> roll & 1 ? &in : &out) |= (uint32_t)1 << felt_roll_total(roll);
    return (in & out) != 0;
}

static bool add_counter(explorer *e, counted what, uint32_t mask, int cap, const token *at)
{
    for (int i = 0; i < e->counter_count; i++) {
        counter *k = &e->counters[i];
        if (k->what == what && k->mask == mask) {
            k->cap = k->cap > cap ? k->cap : cap;
            return true;
        }
    }
    if (e->counter_count == COUNTERS_MAX) {
        compiler_error(e->c, at, "limit", "the wager counts more than %d different things", COUNTERS_MAX);
        return false;
    }
    e->counters[e->counter_count++] = (counter){.what = what, .mask = mask, .cap = cap};
    return true;
}

static const counter *find_counter(const explorer *e, counted what, uint32_t mask)
{
    int i = 0;
    while (e->counters[i].what != what || e->counters[i].mask != mask)
        i++;
    return &e->counters[i];
}

static bool collect(explorer *e, const cond *c)
{
    if (c == NULL)
        return true;
    int cap = c->high == INT_MAX ? c->low : c->high + 1;
    e->work += c->kind == COND_ALL_ROLLED ? 4 : 1;
    switch (c->kind) {
    case COND_ROLLED:
        e->faces_matter |= splits_totals(rolls_mask(e, &c->rolls));
        break;
    case COND_ROLLED_TIMES:
        e->faces_matter |= splits_totals(rolls_mask(e, &c->rolls));
        return add_counter(e, COUNT_ROLLS, rolls_mask(e, &c->rolls), cap, c->at);
    case COND_ALL_ROLLED:
        e->totals |= totals_mask(e, &c->rolls);
        break;
    case COND_POINTS_MADE:
        e->puck_matters = true;
        return add_counter(e, COUNT_POINTS, 0, cap, c->at);
    case COND_LINE_WINS_COUNT:
        e->puck_matters = true;
        return add_counter(e, COUNT_LINES, 0, cap, c->at);
    case COND_AND:
    case COND_OR:
    case COND_NOT:
        break;
    default:
        e->puck_matters = true;
        break;
    }
    return collect(e, c->left) && collect(e, c->right);
}

static bool lay_out_state(explorer *e)
{
    e->bits = PUCK_BITS;
    e->totals_shift = e->bits;
    for (int total = 2; total <= 12; total++)
        if (e->totals >> total & 1)
            e->total_bit[total] = (uint64_t)1 << e->bits++;
    for (int i = 0; i < e->counter_count; i++) {
        counter *k = &e->counters[i];
        while (1 << k->bits <= k->cap)
            k->bits++;
        k->shift = e->bits;
        e->bits += k->bits;
    }
    if (e->bits <= STATE_BITS)
        return true;
    compiler_error(e->c, e->t->source->at, "limit", "the wager has too much to remember: %d bits; at most %d are allowed", e->bits,
                   STATE_BITS);
    return false;
}

static uint64_t come_bits(const explorer *e, uint32_t totals)
{
    uint64_t bits = 0;
    for (int total = 2; total <= 12; total++)
        bits |= totals >> total & 1 ? e->total_bit[total] : 0;
    return bits;
}

/* NULL for no condition, and when memory runs out. */
static const test *make_test(explorer *e, const cond *c)
{
    test *t = c == NULL ? NULL : felt_arena_take(e->scratch, 1, sizeof *t);
    e->c->no_memory = e->c->no_memory || (c != NULL && t == NULL);
    if (t == NULL)
        return NULL;
    *t = (test){.kind = c->kind, .low = c->low, .high = c->high, .rolls = rolls_mask(e, &c->rolls), .totals = totals_mask(e, &c->rolls)};
    if (c->kind == COND_ALL_ROLLED)
        t->come = come_bits(e, t->totals);
    if (c->kind == COND_ROLLED_TIMES)
        t->counter = find_counter(e, COUNT_ROLLS, t->rolls);
    if (c->kind == COND_POINTS_MADE)
        t->counter = find_counter(e, COUNT_POINTS, 0);
    if (c->kind == COND_LINE_WINS_COUNT)
        t->counter = find_counter(e, COUNT_LINES, 0);
    t->left = make_test(e, c->left);
    t->right = make_test(e, c->right);
    return t;
}

static bool list_rows(explorer *e)
{
    for (int row = 0; row < e->t->source->row_count; row++) {
        const row_source *r = &e->t->source->rows[row];
        if (e->t->active >> row & 1)
            e->rows[e->row_count++] = (tested_row){row, r->gives_way, r->outcome.kind == FELT_PAY_STAYS, make_test(e, r->condition)};
    }
    return !e->c->no_memory;
}

/* The kinds of rolls: by total, or by faces where a row asks for them. */
static void number_symbols(explorer *e)
{
    e->raw.game = &felt_game_craps;
    e->raw.symbols = e->faces_matter ? FELT_ROLL_COUNT : 11;
    e->raw.symbol_of = e->symbol_of;
    for (int roll = FELT_ROLL_COUNT; roll-- > 0;) {
        e->symbol_of[roll] = (uint8_t)(e->faces_matter ? roll : felt_roll_total(roll) - 2);
        e->first_roll[e->symbol_of[roll]] = roll;
    }
}

/* ---- one roll ---- */

static int counter_value(uint64_t state, const counter *k)
{
    return (int)(state >> k->shift & (((uint64_t)1 << k->bits) - 1));
}

static moment throw_dice(const explorer *e, uint64_t state, int roll)
{
    moment m = {.roll = roll, .total = felt_roll_total(roll), .puck = (felt_puck)(state & ((1 << PUCK_BITS) - 1))};
    bool come_out = m.puck == FELT_PUCK_OFF;
    m.point_made = !come_out && m.total == felt_puck_point(m.puck);
    m.seven_out = !come_out && m.total == 7;
    m.line_wins = m.point_made || (come_out && (m.total == 7 || m.total == 11));
    m.after = state & ~(uint64_t)((1 << PUCK_BITS) - 1);
    if (e->puck_matters)
        m.after |= (uint64_t)felt_puck_after(m.puck, m.total);
    m.after |= e->total_bit[m.total];
    for (int i = 0; i < e->counter_count; i++) {
        const counter *k = &e->counters[i];
        bool counts = k->what == COUNT_ROLLS ? k->mask >> roll & 1 : k->what == COUNT_POINTS ? m.point_made : m.line_wins;
        if (counts && counter_value(state, k) < k->cap)
            m.after += (uint64_t)1 << k->shift;
    }
    return m;
}

static bool count_fits(const test *t, const moment *m)
{
    int value = counter_value(m->after, t->counter);
    return value >= t->low && value <= t->high;
}

static bool fits(const test *t, const moment *m)
{
    bool come_out = m->puck == FELT_PUCK_OFF;
    switch (t->kind) {
    case COND_AND:
        return fits(t->left, m) && fits(t->right, m);
    case COND_OR:
        return fits(t->left, m) || fits(t->right, m);
    case COND_NOT:
        return !fits(t->left, m);
    case COND_ROLLED:
        return t->rolls >> m->roll & 1;
    case COND_SEVEN_OUT:
        return m->seven_out;
    case COND_POINT_SET:
        return come_out && felt_puck_on(m->total) != FELT_PUCK_OFF;
    case COND_POINT_MADE:
        return m->point_made;
    case COND_LINE_WINS:
        return m->line_wins;
    case COND_COME_OUT_CRAPS:
        return come_out && (m->total <= 3 || m->total == 12);
    case COND_ON_COME_OUT:
        return come_out;
    case COND_POINT_IS:
        return !come_out && (t->totals >> felt_puck_point(m->puck) & 1);
    case COND_ALL_ROLLED:
        return (m->after & t->come) == t->come;
    default: /* COND_ROLLED_TIMES, COND_POINTS_MADE, COND_LINE_WINS_COUNT */
        return count_fits(t, m);
    }
}

/* ---- all states ---- */

static size_t slot_of(const explorer *e, uint64_t key)
{
    size_t last_slot = 2 * e->capacity - 1, at = (size_t)(key * 0x9E3779B97F4A7C15u >> 32) & last_slot;
    while (e->slots[at] != 0 && e->keys[e->slots[at] - 1] != key)
        at = (at + 1) & last_slot;
    return at;
}

/* Room for `capacity` states, with those that there are. */
static bool make_room(explorer *e, size_t capacity)
{
    size_t states = (size_t)e->raw.states, symbols = (size_t)e->raw.symbols;
    uint64_t *keys = felt_arena_take(e->scratch, capacity, sizeof *keys);
    uint32_t *parent = felt_arena_take(e->scratch, capacity, sizeof *parent);
    uint32_t *slots = felt_arena_take(e->scratch, 2 * capacity, sizeof *slots);
    uint32_t *next = felt_arena_take(e->scratch, capacity * symbols, sizeof *next);
    if (keys == NULL || parent == NULL || slots == NULL || next == NULL) {
        e->c->no_memory = true;
        return false;
    }
    if (states > 0) {
        memcpy(keys, e->keys, states * sizeof *keys);
        memcpy(parent, e->parent, states * sizeof *parent);
        memcpy(next, e->raw.next, states * symbols * sizeof *next);
    }
    e->keys = keys;
    e->parent = parent;
    e->slots = slots;
    e->raw.next = next;
    e->capacity = capacity;
    for (size_t state = 0; state < states; state++)
        slots[slot_of(e, keys[state])] = (uint32_t)state + 1;
    return true;
}

/* The number of the state `key`, which is added when it is new; -1 when there are too many, or no memory. */
static int state_number(explorer *e, uint64_t key, uint32_t parent)
{
    size_t at = slot_of(e, key);
    if (e->slots[at] != 0)
        return (int)e->slots[at] - 1;
    if (e->raw.states == FELT_STATES_MAX) {
        compiler_error(e->c, e->t->source->at, "limit", "the wager has more than %d states; count up to smaller numbers", FELT_STATES_MAX);
        return -1;
    }
    if ((size_t)e->raw.states == e->capacity) {
        if (!make_room(e, 4 * e->capacity))
            return -1;
        at = slot_of(e, key);
    }
    e->keys[e->raw.states] = key;
    e->parent[e->raw.states] = parent;
    e->slots[at] = (uint32_t)++e->raw.states;
    return e->raw.states - 1;
}

/* The rolls that lead to `state` and then `symbol`, as a text; symbol -1 for none. */
static felt_text example_text(const explorer *e, uint32_t state, int symbol)
{
    int path[64];
    int count = 0;
    if (symbol >= 0)
        path[count++] = symbol;
    while (e->parent[state] != UINT32_MAX && count < 64) {
        path[count++] = (int)(e->parent[state] % (uint32_t)e->raw.symbols);
        state = e->parent[state] / (uint32_t)e->raw.symbols;
    }
    bool cut = e->parent[state] != UINT32_MAX;
    felt_puck placed = e->own_puck ? FELT_PUCK_OFF : (felt_puck)(e->keys[state] & ((1 << PUCK_BITS) - 1));
    char text[512];
    int length = cut                       ? snprintf(text, sizeof text, "rolls ...")
                 : placed == FELT_PUCK_OFF ? snprintf(text, sizeof text, "rolls")
                                           : snprintf(text, sizeof text, "point %d, rolls", felt_puck_point(placed));
    while (count-- > 0) {
        int roll = e->first_roll[path[count]];
        if (e->faces_matter)
            length += snprintf(text + length, sizeof text - (size_t)length, " %d-%d", felt_roll_low(roll), felt_roll_high(roll));
        else
            length += snprintf(text + length, sizeof text - (size_t)length, " %d", felt_roll_total(roll));
    }
    felt_text copy = felt_arena_copy(e->c->arena, (felt_text){text, (size_t)length});
    e->c->no_memory = e->c->no_memory || copy.bytes == NULL;
    return copy;
}

static void note_overlap(explorer *e, int first, int second, uint32_t state, int symbol)
{
    exam *x = e->exam;
    for (int i = 0; i < x->overlap_count; i++)
        if (x->overlaps[i].first == first && x->overlaps[i].second == second)
            return;
    if (x->overlap_count < OVERLAPS_MAX)
        x->overlaps[x->overlap_count++] = (exam_overlap){first, second, example_text(e, state, symbol)};
}

/* The first of the rows in force that fits; -1 when none does. Notes what else fits. */
static int deciding_row(explorer *e, const moment *m, uint32_t state, int symbol)
{
    int first = -1;
    for (int i = 0; i < e->row_count; i++) {
        const tested_row *r = &e->rows[i];
        if ((first >= 0 && r->gives_way) || (r->test != NULL && !fits(r->test, m)))
            continue;
        if (first >= 0)
            note_overlap(e, e->rows[first].row, r->row, state, symbol);
        else
            first = i;
    }
    return first;
}

static bool expand(explorer *e, uint32_t state)
{
    if (!compiler_work(e->c, e->t->source->at, (1 + e->work) * (uint64_t)e->raw.symbols))
        return false;
    for (int symbol = 0; symbol < e->raw.symbols; symbol++) {
        moment m = throw_dice(e, e->keys[state], e->first_roll[symbol]);
        int first = deciding_row(e, &m, state, symbol);
        uint32_t edge = state * (uint32_t)e->raw.symbols + (uint32_t)symbol;
        if (first < 0 && e->exam->undecided.length == 0)
            e->exam->undecided = example_text(e, state, symbol);
        if (first >= 0)
            e->exam->decides |= (uint64_t)1 << e->rows[first].row;
        if (first >= 0 && !e->rows[first].stays) {
            e->raw.next[edge] = DECIDED + (uint32_t)e->rows[first].row;
            continue;
        }
        int number = state_number(e, m.after, edge);
        if (number < 0)
            return false;
        e->raw.next[edge] = (uint32_t)number;
    }
    return true;
}

static bool may_start(const explorer *e, felt_puck puck)
{
    felt_placing placing = e->t->placed == NULL ? FELT_PLACED_ANY_TIME : e->t->placed->placing;
    switch (placing) {
    case FELT_PLACED_NEW_HAND:
    case FELT_PLACED_START:
        return puck == FELT_PUCK_OFF;
    case FELT_PLACED_LATER:
        return puck != FELT_PUCK_OFF;
    case FELT_PLACED_ITS_NUMBER:
        return puck != FELT_PUCK_OFF && felt_puck_point(puck) == e->number;
    default:
        return true;
    }
}

static bool add_starts(explorer *e)
{
    bool any = false;
    for (int puck = 0; puck < FELT_PUCK_COUNT; puck++) {
        bool allowed = may_start(e, (felt_puck)puck);
        uint64_t key = e->puck_matters && !e->own_puck ? (uint64_t)puck : 0;
        e->raw.start[puck] = allowed ? state_number(e, key, UINT32_MAX) : -1;
        any = any || allowed;
    }
    if (!any)
        compiler_error(e->c, e->t->source->at, "type", "the wager can never be placed: its number %d is no point", e->number);
    return any;
}

/* A state from which no roll leads to a decision, by going backwards from those that can be decided. */
static bool find_stuck(explorer *e)
{
    size_t symbols = (size_t)e->raw.symbols;
    bool *decidable = felt_arena_take(e->scratch, (size_t)e->raw.states, sizeof *decidable);
    if (decidable == NULL)
        return false;
    for (bool changed = true; changed;) {
        changed = false;
        /* Later states mostly lead to still later ones, so going down settles nearly all of them at once. */
        for (size_t state = (size_t)e->raw.states; state-- > 0;) {
            for (size_t k = 0; k < symbols && !decidable[state]; k++) {
                uint32_t next = e->raw.next[state * symbols + k];
                if (next >= DECIDED || decidable[next])
                    decidable[state] = changed = true;
            }
        }
    }
    for (size_t state = 0; state < (size_t)e->raw.states; state++) {
        if (!decidable[state]) {
            e->exam->stuck = example_text(e, (uint32_t)state, -1);
            break;
        }
    }
    return true;
}

/* ---- what the states remember, as data ---- */

/* The events that a counter counts or a total has; false when memory runs out. */
static bool set_events(explorer *e, uint32_t mask, felt_memory *ret)
{
    bool *events = felt_arena_take(e->c->arena, FELT_ROLL_COUNT, sizeof *events);
    if (events == NULL)
        return false;
    for (int roll = 0; roll < FELT_ROLL_COUNT; roll++)
        events[roll] = mask >> roll & 1;
    ret->events = events;
    return true;
}

static uint32_t rolls_of_total(int total)
{
    uint32_t mask = 0;
    for (int roll = 0; roll < FELT_ROLL_COUNT; roll++)
        mask |= felt_roll_total(roll) == total ? (uint32_t)1 << roll : 0;
    return mask;
}

static bool list_total(explorer *e, int total, int shift, memory_field *ret)
{
    *ret = (memory_field){.memory = {.kind = FELT_MEMORY_HAS_COME, .most = 1}, .shift = shift, .bits = 1};
    ret->memory.name = felt_arena_print(e->c->arena, "%d", total);
    return ret->memory.name.bytes != NULL && set_events(e, rolls_of_total(total), &ret->memory);
}

static bool list_counter(explorer *e, const counter *k, memory_field *ret)
{
    *ret = (memory_field){.memory = {.kind = FELT_MEMORY_COUNT, .most = k->cap}, .shift = k->shift, .bits = k->bits};
    felt_memory *m = &ret->memory;
    if (k->what != COUNT_ROLLS) {
        m->name = felt_text_from(k->what == COUNT_POINTS ? "points made" : "line wins");
        m->single = felt_text_from(k->what == COUNT_POINTS ? "point made" : "line win");
        return true;
    }
    m->name = words_rolls(e->c->arena, k->mask);
    return m->name.bytes != NULL && set_events(e, k->mask, m);
}

static bool keep_memory(explorer *e, felt_machine *machine)
{
    memory_field fields[MEMORIES_MAX];
    int count = 0, shift = e->totals_shift;
    felt_text point = felt_text_from(felt_game_craps.words.phase);
    if (e->puck_matters)
        fields[count++] =
            (memory_field){.memory = {.kind = FELT_MEMORY_PHASE, .name = point, .most = FELT_PUCK_COUNT - 1}, .bits = PUCK_BITS};
    for (int total = 2; total <= 12; total++)
        if ((e->totals >> total & 1) && !list_total(e, total, shift++, &fields[count++]))
            return false;
    for (int i = 0; i < e->counter_count; i++)
        if (!list_counter(e, &e->counters[i], &fields[count++]))
            return false;
    return remember(e->c->arena, machine, fields, count, &e->raw, e->keys);
}

static bool explore(explorer *e, shape *ret)
{
    set_own_rolls(e);
    for (int row = 0; row < e->t->source->row_count; row++)
        if ((e->t->active >> row & 1) && !collect(e, e->t->source->rows[row].condition))
            return false;
    number_symbols(e);
    if (!lay_out_state(e) || !list_rows(e) || !make_room(e, FEW_STATES) || !add_starts(e))
        return false;
    for (int state = 0; state < e->raw.states; state++)
        if (!expand(e, (uint32_t)state))
            return false;
    e->c->states += e->raw.states;
    felt_machine *machine = find_stuck(e) ? minimize(e->c->arena, e->scratch, &e->raw) : NULL;
    if (machine != NULL && keep_memory(e, machine))
        ret->machine = machine;
    e->c->no_memory = e->c->no_memory || ret->machine == NULL;
    return ret->machine != NULL && compiler_work(e->c, e->t->source->at, e->raw.work);
}

bool compile_machine(compiler *c, const target *t, shape *ret)
{
    felt_arena *scratch = felt_arena_new(SCRATCH_MAX);
    if (scratch == NULL) {
        c->no_memory = true;
        return false;
    }
    ret->exam = (exam){0};
    explorer e = {.c = c,
                  .scratch = scratch,
                  .t = t,
                  .number = t->source->side_count > 0 ? t->source->side_numbers[t->side] : 0,
                  .own_puck = t->placed != NULL && t->placed->own_phases,
                  .exam = &ret->exam};
    bool good = explore(&e, ret);
    felt_arena_free(scratch);
    return good;
}
