/* src/sim/run.c - many rounds with many wagers on at once: divided into pieces, counted, and settled from the counts. */
#include "sim/run.h"
#include "sim/pool.h"
#include "sim/rolls.h"
#include "sim/shoes.h"

#include <felt/sim.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    PIECE_BATCHES = 32, /* of shoes */
    PIECE_ROLLS = 1 << 18,
    TAKE_ROLLS = 1 << 30, /* counts are taken out of their 32 bits at least this often */
};

int felt_sim_shoe_rounds(int decks)
{
    return FELT_DECK_CARDS * decks / SHOES_ROUND_ROWS;
}

bool run_shoe_in_range(int decks, int cut)
{
    return decks >= 1 && decks <= FELT_DECKS_MAX && (cut == 0 || (cut >= FELT_CUT_MIN && cut <= felt_cut_max(decks)));
}

bool run_can_be_played(const felt_game *game, const felt_wager *wager, const felt_variant *variant)
{
    bool own = variant >= wager->variants && variant < wager->variants + wager->variant_count;
    return own && variant->complete && variant->machine->game == game;
}

static felt_status verify(const felt_sim_setup *setup)
{
    if (setup->threads < 1 || setup->threads > FELT_SIM_THREADS_MAX || setup->rounds == 0 || setup->rounds >> 62 != 0)
        return FELT_ERANGE;
    if (setup->game == &felt_game_baccarat && !run_shoe_in_range(setup->decks, setup->cut))
        return FELT_ERANGE;
    if (setup->wager_count < 0)
        return FELT_ERANGE;
    for (int i = 0; i < setup->wager_count; i++)
        if (!run_can_be_played(setup->game, setup->wagers[i].wager, setup->wagers[i].variant))
            return FELT_EDATA;
    return FELT_OK;
}

/* ---- baccarat ---- */

typedef struct shoe_worker {
    _Alignas(64) uint32_t counts[SHOES_SLOTS];
    uint64_t outcomes[FELT_OUTCOME_COUNT];
} shoe_worker;

typedef struct shoe_job {
    shoes_plan plan;
    shoes_kernel *play;
    uint64_t shoes;
    shoe_worker *workers;
} shoe_job;

static uint64_t play_shoes(void *argument, int number, uint64_t piece)
{
    shoe_job *job = argument;
    shoe_worker *w = &job->workers[number];
    uint64_t rounds = 0, batches = (job->shoes + SHOES_LANES - 1) / SHOES_LANES;
    memset(w->counts, 0, sizeof w->counts);
    for (uint64_t batch = piece * PIECE_BATCHES; batch < batches && batch < (piece + 1) * PIECE_BATCHES; batch++) {
        uint64_t left = job->shoes - batch * SHOES_LANES;
        rounds += job->play(&job->plan, batch, left < SHOES_LANES ? (int)left : SHOES_LANES, w->counts);
    }
    for (int i = 0; i < FELT_OUTCOME_COUNT; i++)
        w->outcomes[i] += w->counts[i];
    return rounds;
}

/* With a cut card a round uses 4.94 cards on average, so this is a little more shoes than `rounds` need. */
static uint64_t shoes_for(const felt_sim_setup *setup)
{
    int cards = FELT_DECK_CARDS * setup->decks;
    uint64_t each = setup->cut == 0 ? (uint64_t)felt_sim_shoe_rounds(setup->decks) : (uint64_t)((cards - setup->cut - 8 + 4) / 5 + 1);
    return (setup->rounds + each - 1) / each;
}

void run_settle_outcomes(const felt_sim_setup *setup, const uint64_t outcomes[FELT_OUTCOME_COUNT], felt_sim_result *ret)
{
    for (int o = 0; o < FELT_OUTCOME_COUNT; o++) {
        if (outcomes[o] == 0)
            continue;
        ret->rounds += outcomes[o];
        for (int i = 0; i < setup->wager_count; i++)
            ret->rows[i][felt_machine_row(setup->wagers[i].variant->machine, 0, o)] += outcomes[o];
    }
}

static felt_status run_baccarat(const felt_sim_setup *setup, felt_sim_result *ret)
{
    shoes_choice choices[3];
    shoes_choices(choices);
    shoe_job job = {.play = choices[0].play, .shoes = shoes_for(setup)};
    uint64_t batches = (job.shoes + SHOES_LANES - 1) / SHOES_LANES;
    shoes_plan_make(&job.plan, setup->seed, setup->decks, setup->cut == 0 ? felt_sim_shoe_rounds(setup->decks) : 0, setup->cut);
    job.workers = aligned_alloc(64, (size_t)setup->threads * sizeof *job.workers);
    if (job.workers == NULL)
        return FELT_ENOMEM;
    memset(job.workers, 0, (size_t)setup->threads * sizeof *job.workers);
    pool_setup pool = {.threads = setup->threads,
                       .pieces = (batches + PIECE_BATCHES - 1) / PIECE_BATCHES,
                       .work = play_shoes,
                       .job = &job,
                       .tick = setup->tick,
                       .context = setup->context};
    uint64_t done = pool_run(&pool), outcomes[FELT_OUTCOME_COUNT] = {0};
    for (int t = 0; t < setup->threads; t++)
        for (int o = 0; o < FELT_OUTCOME_COUNT; o++)
            outcomes[o] += job.workers[t].outcomes[o];
    run_settle_outcomes(setup, outcomes, ret);
    ret->stopped = done < pool.pieces;
    ret->shoes = ret->stopped ? done * PIECE_BATCHES * SHOES_LANES : job.shoes;
    free(job.workers);
    return FELT_OK;
}

/* ---- craps ---- */

typedef struct roll_worker {
    rolls_count count;
    uint64_t *totals; /* NULL until the worker has its first piece */
    bool failed;
} roll_worker;

typedef struct roll_job {
    rolls_plan plan;
    uint64_t seed, rolls;
    roll_worker *workers;
} roll_job;

static bool roll_worker_begin(roll_worker *w, const rolls_plan *plan)
{
    w->totals = calloc(plan->firsts[plan->set.product_count], sizeof *w->totals);
    if (w->totals != NULL && rolls_count_make(&w->count, plan) == FELT_OK)
        return true;
    free(w->totals);
    w->totals = NULL;
    return false;
}

static uint64_t play_rolls(void *argument, int number, uint64_t piece)
{
    roll_job *job = argument;
    roll_worker *w = &job->workers[number];
    uint64_t left = job->rolls - piece * PIECE_ROLLS;
    if (w->failed || (w->totals == NULL && !roll_worker_begin(w, &job->plan))) {
        w->failed = true;
        return 0;
    }
    uint64_t thrown = rolls_play(&job->plan, job->seed, piece, left < PIECE_ROLLS ? left : PIECE_ROLLS, &w->count);
    w->failed = thrown == 0;
    if (w->count.since >= TAKE_ROLLS)
        rolls_count_take(&w->count, &job->plan, w->totals);
    return thrown;
}

/* Adds up what the workers have counted, in the first one's totals, and settles it. */
static felt_status settle_rolls(const felt_sim_setup *setup, roll_job *job, const int *seat_of, int seat_count, felt_sim_result *ret)
{
    const rolls_plan *plan = &job->plan;
    uint32_t steps = plan->firsts[plan->set.product_count];
    uint64_t *totals = calloc(steps, sizeof *totals), (*rows)[FELT_ROWS_MAX] = calloc((size_t)seat_count + 1, sizeof *rows);
    felt_status status = totals != NULL && rows != NULL ? FELT_OK : FELT_ENOMEM;
    for (int t = 0; t < setup->threads && status == FELT_OK; t++) {
        roll_worker *w = &job->workers[t];
        status = w->failed ? FELT_ENOMEM : FELT_OK;
        if (w->totals == NULL)
            continue;
        rolls_count_take(&w->count, plan, w->totals);
        for (uint32_t s = 0; s < steps; s++)
            totals[s] += w->totals[s];
        ret->rounds += w->count.rolls;
    }
    if (status == FELT_OK) {
        ret->shoes = rolls_settle(plan, totals, rows);
        for (int i = 0; i < setup->wager_count; i++)
            memcpy(ret->rows[i], rows[seat_of[i]], sizeof rows[0]);
    }
    free(totals);
    free(rows);
    return status;
}

/* Wagers that are decided alike and placed alike share a seat. */
static int find_seats(const felt_sim_setup *setup, product_seat *seats, int *seat_of)
{
    int count = 0;
    for (int i = 0; i < setup->wager_count; i++) {
        const felt_variant *v = setup->wagers[i].variant;
        product_seat seat = {.machine = v->machine, .new_hand = v->placing == FELT_PLACED_NEW_SHOOTER, .phases = setup->wagers[i].phases};
        int at = 0;
        while (at < count && (seats[at].machine != seat.machine || seats[at].new_hand != seat.new_hand || seats[at].phases != seat.phases))
            at++;
        if (at == count)
            seats[count++] = seat;
        seat_of[i] = at;
    }
    return count;
}

static felt_status run_planned(const felt_sim_setup *setup, roll_job *job, const int *seat_of, int seat_count, felt_sim_result *ret)
{
    pool_setup pool = {.threads = setup->threads,
                       .pieces = (setup->rounds + PIECE_ROLLS - 1) / PIECE_ROLLS,
                       .work = play_rolls,
                       .job = job,
                       .tick = setup->tick,
                       .context = setup->context};
    ret->stopped = pool_run(&pool) < pool.pieces;
    felt_status status = settle_rolls(setup, job, seat_of, seat_count, ret);
    for (int t = 0; t < setup->threads; t++) {
        rolls_count_free(&job->workers[t].count);
        free(job->workers[t].totals);
    }
    return status;
}

static felt_status run_craps(const felt_sim_setup *setup, felt_sim_result *ret)
{
    roll_job job = {.seed = setup->seed, .rolls = setup->rounds};
    product_seat *seats = calloc((size_t)setup->wager_count + 1, sizeof *seats);
    int *seat_of = calloc((size_t)setup->wager_count + 1, sizeof *seat_of);
    felt_status status = FELT_ENOMEM;
    job.workers = calloc((size_t)setup->threads, sizeof *job.workers);
    if (seats != NULL && seat_of != NULL && job.workers != NULL) {
        int seat_count = find_seats(setup, seats, seat_of);
        status = rolls_plan_make(&job.plan, setup->game, seats, seat_count);
        if (status == FELT_OK) {
            status = run_planned(setup, &job, seat_of, seat_count, ret);
            rolls_plan_free(&job.plan);
        }
    }
    free(job.workers);
    free(seats);
    free(seat_of);
    return status;
}

/* ---- results ---- */

felt_status felt_sim_run(const felt_sim_setup *setup, felt_sim_result *ret)
{
    felt_sim_result result = {.wager_count = setup->wager_count};
    felt_status status = verify(setup);
    if (status != FELT_OK)
        return status;
    result.rows = calloc((size_t)setup->wager_count + 1, sizeof *result.rows);
    if (result.rows == NULL)
        return FELT_ENOMEM;
    status = setup->game == &felt_game_baccarat ? run_baccarat(setup, &result) : run_craps(setup, &result);
    if (status == FELT_OK)
        *ret = result;
    else
        free(result.rows);
    return status;
}

void felt_sim_result_free(felt_sim_result *result)
{
    free(result->rows);
    *result = (felt_sim_result){0};
}

felt_sim_figures felt_sim_sample(const felt_sim_wager *wager, const uint64_t rows[FELT_ROWS_MAX])
{
    felt_sim_figures f = {.has_pays = true, .has_outcomes = true};
    double sum = 0, squares = 0;
    for (int row = 0; row < wager->wager->row_count; row++) {
        const felt_pay *pay = &wager->variant->pays[row].pay;
        int64_t num, den;
        if (rows[row] == 0)
            continue;
        f.decided += rows[row];
        if (pay->kind == FELT_PAY_WINS || pay->kind == FELT_PAY_UNSET)
            f.hits += rows[row];
        if (pay->kind == FELT_PAY_UNSET || pay->kind == FELT_PAY_UNDEFINED) {
            f.has_pays = false;
            f.has_outcomes = f.has_outcomes && pay->kind == FELT_PAY_UNSET;
            continue;
        }
        felt_pay_worth(pay, &num, &den);
        double net = (double)num / (double)den;
        sum += net * (double)rows[row];
        squares += net * net * (double)rows[row];
    }
    if (f.decided > 0 && f.has_pays) {
        f.mean = sum / (double)f.decided;
        double variance = squares / (double)f.decided - f.mean * f.mean;
        f.deviation = variance > 0 ? sqrt(variance) : 0;
    }
    return f;
}

bool felt_sim_z(const felt_sim_figures *sample, const felt_sim_exact *exact, double *ret)
{
    double variance = exact->has_pays ? exact->variance : exact->hit * (1 - exact->hit);
    bool comparable = exact->has_outcomes && sample->has_outcomes && (!exact->has_pays || sample->has_pays);
    if (sample->decided == 0 || variance <= 0 || !comparable)
        return false;
    double n = (double)sample->decided;
    double difference = exact->has_pays ? sample->mean + exact->edge : (double)sample->hits / n - exact->hit;
    *ret = difference / sqrt(variance / n);
    return true;
}

double felt_sim_z_chance(double z, int count)
{
    return 1 - pow(erf(fabs(z) / sqrt(2)), count);
}
