/* src/sim/run_dealt.c - whole shoes of a game that has no kernel of its own, divided into pieces; their rounds are counted by event and
 * settled from the counts. */
#include "sim/dealt.h"
#include "sim/engine.h"
#include "sim/pool.h"
#include "sim/run.h"

#include <stdlib.h>

enum { PIECE_SHOES = 64 };

typedef struct dealt_job {
    const felt_sim_setup *setup;
    dealt_plan plan;
    uint64_t shoes;
    uint64_t *counts; /* of each thread, of each event of the game */
} dealt_job;

static uint64_t deal_shoes(void *argument, int worker, uint64_t piece)
{
    dealt_job *job = argument;
    const felt_sim_setup *setup = job->setup;
    uint64_t *counts = job->counts + (size_t)worker * (size_t)setup->game->event_count;
    uint64_t end = (piece + 1) * PIECE_SHOES < job->shoes ? (piece + 1) * PIECE_SHOES : job->shoes, rounds = 0;
    for (uint64_t s = piece * PIECE_SHOES; s < end; s++) {
        felt_random random;
        uint16_t events[DEALT_ROUNDS_MAX];
        felt_random_counter(&random, setup->seed, s);
        int dealt = dealt_shoe(&job->plan, &random, events);
        for (int r = 0; r < dealt; r++)
            counts[events[r]]++;
        rounds += (uint64_t)dealt;
    }
    return rounds;
}

/* With a cut card there are more rounds than asked for, as most take fewer cards than they may. */
static uint64_t shoes_for(const felt_sim_setup *setup)
{
    int rounds = felt_sim_shoe_rounds(setup->game, setup->decks);
    int before = (FELT_DECK_CARDS * setup->decks - setup->cut - FELT_BURN_MAX) / felt_game_pieces_max(setup->game) + 1;
    uint64_t each = (uint64_t)(setup->cut == 0 ? rounds : before);
    return (setup->rounds + each - 1) / each;
}

felt_status run_dealt(const felt_sim_setup *setup, felt_sim_result *ret)
{
    dealt_job job = {.setup = setup, .shoes = shoes_for(setup)};
    size_t events = (size_t)setup->game->event_count;
    dealt_plan_make(&job.plan, setup->game, setup->decks, setup->cut, setup->rules);
    job.counts = calloc((size_t)setup->threads * events, sizeof *job.counts);
    if (job.counts == NULL)
        return FELT_ENOMEM;
    pool_setup pool = {.threads = setup->threads,
                       .pieces = (job.shoes + PIECE_SHOES - 1) / PIECE_SHOES,
                       .work = deal_shoes,
                       .job = &job,
                       .tick = setup->tick,
                       .context = setup->context};
    uint64_t done = pool_run(&pool);
    for (int t = 0; t < setup->threads; t++)
        run_settle_outcomes(setup, job.counts + (size_t)t * events, ret);
    ret->stopped = done < pool.pieces;
    ret->shoes = ret->stopped ? done * PIECE_SHOES : job.shoes;
    free(job.counts);
    return FELT_OK;
}
