/* src/count/sample.c - what each row of a wager decides before every round of some shoes, so that any pays of it can be valued. */
#include "count/sample.h"
#include "count/deal.h"

#include <assert.h>
#include <felt/sheet.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Numbers of one column, one for each shoe of a batch. */
typedef struct lane_numbers {
    _Alignas(64) double of[DEAL_LANES];
} lane_numbers;

/* A value is -1 and the sum over columns of (what its row wins + 1) times the probability of the row. The last column has all rows that are
 * not left open, weighed already. A shoe that is over has 0 everywhere, and so a value of -1. */
struct count_sample {
    int columns; /* the rows, and the last */
    int shoes;
    lane_numbers *cells; /* round by round, column by column, batch by batch */
    size_t *batch_ends;  /* in rounds */
    int batch_count;
};

/* ---- columns ---- */

static bool is_open(const count_sample_setup *s, int row)
{
    for (int i = 0; i < s->row_count; i++)
        if (s->rows[i] == row)
            return true;
    return false;
}

/* The variant as a column sees it: its own row gives the stake back, and all else loses; the last column has what is printed. */
static void set_pays(const count_sample_setup *s, int column, felt_row_pay *pays)
{
    for (int row = 0; row < s->bet.wager->row_count; row++) {
        bool last = column == s->row_count, open = is_open(s, row);
        if (last && !open)
            continue;
        felt_pay_kind kind = !last && s->rows[column] == row ? FELT_PAY_PUSHES : FELT_PAY_LOSES;
        pays[row].pay = (felt_pay){.kind = kind, .win_den = 1, .commission_den = 1, .vig_den = 1};
    }
}

/* What is valued: a variant for each column. */
typedef struct columns {
    felt_row_pay *pays;
    felt_variant *variants;
    const felt_variant **list;
    int count;
} columns;

static void free_columns(columns *c)
{
    free(c->pays);
    free(c->variants);
    free(c->list);
}

static bool make_columns(const count_sample_setup *s, columns *c)
{
    const felt_variant *variant = s->bet.variant;
    c->count = s->row_count + 1;
    c->pays = calloc((size_t)c->count * FELT_ROWS_MAX, sizeof *c->pays);
    c->variants = calloc((size_t)c->count, sizeof *c->variants);
    c->list = calloc((size_t)c->count, sizeof *c->list);
    if (c->pays == NULL || c->variants == NULL || c->list == NULL)
        return false;
    for (int i = 0; i < c->count; i++) {
        felt_row_pay *pays = c->pays + i * FELT_ROWS_MAX;
        memcpy(pays, variant->pays, (size_t)s->bet.wager->row_count * sizeof *pays);
        set_pays(s, i, pays);
        c->variants[i] = *variant;
        c->variants[i].pays = pays;
        c->list[i] = &c->variants[i];
    }
    return true;
}

/* ---- dealing ---- */

typedef struct dealing {
    const count_sample_setup *setup;
    count_sample *sample;
    value_plan values;
    deal_plan deals;
    deal_kernel deal;
    value_kernel value;
    deal_state *state;
    value_lanes *lanes;
    value_work *work;
    size_t rounds, room; /* in the sample */
} dealing;

static void *take(size_t size)
{
    void *room = aligned_alloc(64, (size + 63) / 64 * 64);
    if (room != NULL)
        memset(room, 0, size);
    return room;
}

static bool make_room(dealing *d)
{
    if (d->rounds < d->room)
        return true;
    size_t room = d->room == 0 ? 1024 : 2 * d->room, wide = (size_t)d->sample->columns;
    lane_numbers *cells = take(room * wide * sizeof *cells);
    if (cells == NULL)
        return false;
    if (d->rounds > 0)
        memcpy(cells, d->sample->cells, d->rounds * wide * sizeof *cells);
    free(d->sample->cells);
    d->sample->cells = cells;
    d->room = room;
    return true;
}

/* Half of the lanes: from forms to probabilities. */
static void note_half(const dealing *d, lane_numbers *cells, int half)
{
    for (int i = 0; i < VALUE_LANES; i++) {
        int lane = half * VALUE_LANES + i;
        double n = d->state->unseen_cards[lane], deals = n * (n - 1) * (n - 2) * (n - 3) * (n - 4) * (n - 5);
        for (int column = 0; column < d->sample->columns && d->state->active[lane] != 0; column++) {
            int form = d->values.form_of[column];
            const value_end *end = &d->values.ends[form];
            cells[column].of[lane] = (end->scale * (d->work->forms[form][i] / deals) + end->base + end->unit) / end->unit;
        }
    }
}

static bool note_round(dealing *d)
{
    if (!make_room(d))
        return false;
    lane_numbers *cells = d->sample->cells + d->rounds * (size_t)d->sample->columns;
    d->deal.look(d->state, d->lanes);
    for (int half = 0; half < 2; half++) {
        value_plan_forms(&d->value, &d->values, d->work, &d->lanes[half]);
        note_half(d, cells, half);
    }
    d->rounds++;
    return true;
}

static bool deal_batch(dealing *d, int batch)
{
    int count = d->setup->shoes - batch * DEAL_LANES;
    bool goes_on = true;
    d->deal.begin(d->state, &d->deals, (uint64_t)batch * DEAL_LANES);
    for (int lane = 0; lane < DEAL_LANES; lane++)
        d->state->active[lane] = lane < count ? -1 : 0;
    for (int round = 0; goes_on && round < DEAL_ROUNDS_MAX; round++) {
        int16_t before[DEAL_LANES];
        if (!note_round(d))
            return false;
        memcpy(before, d->state->left, sizeof before);
        d->deal.round(d->state);
        goes_on = false;
        for (int lane = 0; lane < DEAL_LANES; lane++) {
            if (d->setup->cut >= deal_over_from(d->setup->rules.cut, before[lane], d->state->left[lane]))
                d->state->active[lane] = 0;
            goes_on = goes_on || d->state->active[lane] != 0;
        }
    }
    d->sample->batch_ends[batch] = d->rounds;
    return true;
}

static felt_status deal_all(dealing *d)
{
    deal_kernel deals[3];
    value_kernel values[3];
    deal_kernels(deals);
    value_kernels(values);
    d->deal = deals[0];
    d->value = values[0];
    d->state = take(sizeof *d->state);
    d->lanes = take(2 * sizeof *d->lanes);
    d->work = value_work_new(&d->values);
    bool enough = d->state != NULL && d->lanes != NULL && d->work != NULL;
    if (enough)
        deal_plan_make(&d->deals, d->setup->seed, d->setup->decks, d->setup->rules.burn);
    for (int batch = 0; batch < d->sample->batch_count && enough; batch++)
        enough = deal_batch(d, batch);
    free(d->state);
    free(d->lanes);
    free(d->work);
    return enough ? FELT_OK : FELT_ENOMEM;
}

/* ---- making ---- */

static felt_status verify(const count_sample_setup *s, felt_error *error)
{
    if (!s->bet.variant->complete || s->bet.variant->machine->game != &felt_game_baccarat)
        return felt_error_set(error, FELT_EDATA, -1, "the wager is not dealt from a shoe, or does not decide every outcome");
    if (s->decks < 1 || s->decks > FELT_DECKS_MAX)
        return felt_error_set(error, FELT_ERANGE, -1, "found %d decks, expected 1 to %d", s->decks, FELT_DECKS_MAX);
    if (!felt_dealing_rules_exist(s->rules))
        return felt_error_set(error, FELT_ERANGE, -1, "there is no such rule of the shoe");
    if (s->cut < FELT_CUT_MIN || s->cut > felt_cut_max(s->decks))
        return felt_error_set(error, FELT_ERANGE, -1, "found %d cards behind the cut card, expected %d to %d", s->cut, FELT_CUT_MIN,
                              felt_cut_max(s->decks));
    if (s->shoes < 1)
        return felt_error_set(error, FELT_ERANGE, -1, "found %d shoes, expected 1 or more", s->shoes);
    return FELT_OK;
}

felt_status count_sample_make(const count_sample_setup *setup, count_sample **ret, felt_error *error)
{
    columns c = {.count = 0};
    dealing d = {.setup = setup};
    felt_status status = verify(setup, error);
    if (status != FELT_OK)
        return status;
    count_sample *s = d.sample = calloc(1, sizeof *s);
    if (s == NULL)
        return FELT_ENOMEM;
    s->columns = setup->row_count + 1;
    s->shoes = setup->shoes;
    s->batch_count = (setup->shoes + DEAL_LANES - 1) / DEAL_LANES;
    s->batch_ends = calloc((size_t)s->batch_count, sizeof *s->batch_ends);
    status = s->batch_ends != NULL && make_columns(setup, &c) ? FELT_OK : FELT_ENOMEM;
    if (status == FELT_OK)
        status = value_plan_make(&d.values, c.list, c.count, VALUE_BY_COST, error);
    if (status == FELT_OK)
        status = deal_all(&d);
    value_plan_free(&d.values);
    free_columns(&c);
    if (status == FELT_OK)
        *ret = s;
    else
        count_sample_free(s);
    return status;
}

void count_sample_free(count_sample *s)
{
    if (s == NULL)
        return;
    free(s->cells);
    free(s->batch_ends);
    free(s);
}

size_t count_sample_bytes(const count_sample_setup *s)
{
    /* A round takes close to five cards on average; room is doubled where it is too small. */
    size_t rounds = (size_t)s->decks * FELT_DECK_CARDS / 5 + 1, batches = ((size_t)s->shoes + DEAL_LANES - 1) / DEAL_LANES;
    return 2 * rounds * batches * ((size_t)s->row_count + 1) * sizeof(lane_numbers);
}

uint64_t count_sample_numbers(const count_sample *s)
{
    return (uint64_t)s->batch_ends[s->batch_count - 1] * (uint64_t)s->columns * DEAL_LANES;
}

/* ---- valuing ---- */

static void value_round(const count_sample *s, const lane_numbers *cells, const double *wins, lane_numbers *ret)
{
    for (int i = 0; i < DEAL_LANES; i++)
        ret->of[i] = cells[s->columns - 1].of[i] - 1;
    for (int column = 0; column + 1 < s->columns; column++)
        for (int i = 0; i < DEAL_LANES; i++)
            ret->of[i] += (wins[column] + 1) * cells[column].of[i];
}

felt_exposure_figure count_sample_worth(const count_sample *s, const double *wins)
{
    const double n = s->shoes;
    double sum = 0, squares = 0;
    size_t round = 0;
    for (int batch = 0; batch < s->batch_count; batch++) {
        lane_numbers won = {{0}}, value;
        for (; round < s->batch_ends[batch]; round++) {
            value_round(s, s->cells + round * (size_t)s->columns, wins, &value);
            for (int i = 0; i < DEAL_LANES; i++)
                won.of[i] += value.of[i] > 0 ? value.of[i] : 0;
        }
        for (int i = 0; i < DEAL_LANES; i++) {
            sum += won.of[i];
            squares += won.of[i] * won.of[i];
        }
    }
    double mean = sum / n, variance = squares / n - mean * mean;
    return (felt_exposure_figure){mean, variance > 0 && s->shoes > 1 ? sqrt(variance / (n - 1)) : 0};
}

void count_sample_slopes(const count_sample *s, const double *wins, double *ret)
{
    size_t rounds = s->batch_ends[s->batch_count - 1];
    for (int column = 0; column + 1 < s->columns; column++)
        ret[column] = 0;
    for (size_t round = 0; round < rounds; round++) {
        const lane_numbers *cells = s->cells + round * (size_t)s->columns;
        lane_numbers value;
        value_round(s, cells, wins, &value);
        for (int column = 0; column + 1 < s->columns; column++) {
            double sum = 0;
            for (int i = 0; i < DEAL_LANES; i++)
                sum += value.of[i] > 0 ? cells[column].of[i] : 0;
            ret[column] += sum / s->shoes;
        }
    }
}
