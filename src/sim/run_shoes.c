/* src/sim/run_shoes.c - whole shoes of baccarat, divided into pieces; their rounds are counted by outcome and settled from the counts. */
#include "sim/engine.h"
#include "sim/pool.h"
#include "sim/run.h"
#include "sim/shoes.h"

#include <stdlib.h>
#include <string.h>

enum { PIECE_BATCHES = 32 }; /* of shoes */

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

/* With a cut card about so many rounds are dealt from a shoe: they use 4.94 cards on average, and mostly one more follows. */
static int rounds_with_cut(const felt_sim_setup *setup)
{
    static const int burnt[FELT_BURN_RULE_COUNT] = {[FELT_BURN_VALUE] = 8, [FELT_BURN_ONE] = 1, [FELT_BURN_NONE] = 0};
    int before = FELT_DECK_CARDS * setup->decks - setup->cut - burnt[setup->rules.burn];
    return (before + 4) / 5 + (setup->rules.cut != FELT_CUT_LAST_ROUND);
}

static uint64_t shoes_for(const felt_sim_setup *setup)
{
    int rounds = setup->cut == 0 ? felt_sim_shoe_rounds(setup->game, setup->decks) : rounds_with_cut(setup);
    uint64_t each = (uint64_t)rounds;
    return (setup->rounds + each - 1) / each;
}

static felt_status run_shoes(const felt_sim_setup *setup, felt_sim_result *ret)
{
    shoes_choice choices[3];
    shoes_choices(choices);
    shoe_job job = {.play = choices[0].play, .shoes = shoes_for(setup)};
    uint64_t batches = (job.shoes + SHOES_LANES - 1) / SHOES_LANES;
    shoes_plan_make(&job.plan, setup->seed, setup->decks, setup->cut == 0 ? felt_sim_shoe_rounds(setup->game, setup->decks) : 0, setup->cut,
                    setup->rules);
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

const sim_engine sim_engine_shoes = {run_shoes, .shoes = true};
