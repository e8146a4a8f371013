/* src/sim/run_thrown.c - whole hands of a game whose events are thrown, divided into pieces; the steps that decide something are counted
 * and settled from the counts. */
#include "sim/engine.h"
#include "sim/pool.h"
#include "sim/rolls.h"

#include <stdlib.h>
#include <string.h>

enum {
    PIECE_ROLLS = 1 << 18,
    TAKE_ROLLS = 1 << 30, /* counts are taken out of their 32 bits at least this often */
};

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
        product_seat seat = {.machine = v->machine, .new_hand = v->placing == FELT_PLACED_NEW_HAND, .phases = setup->wagers[i].phases};
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

felt_status run_thrown(const felt_sim_setup *setup, felt_sim_result *ret)
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
