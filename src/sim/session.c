/* src/sim/session.c - sessions of one bettor: a bankroll, bets of fixed stakes, a number of rounds. */
#include "sim/pool.h"
#include "sim/run.h"

#include <assert.h>
#include <felt/random.h>
#include <felt/sim.h>
#include <stdlib.h>
#include <string.h>

enum { PIECE_ROUNDS = 20000 };

static_assert(FELT_SESSION_BETS_MAX <= 64, "a bit for each bet");

#define SESSION_STREAMS (UINT64_C(1) << 63) /* streams of sessions; those of many rounds are numbered from 0 */

typedef struct session_job {
    const felt_session_setup *setup;
    int64_t stakes, smallest;              /* all together; of the bets that need no other */
    int64_t (*nets)[FELT_ROWS_MAX];        /* of each bet: what the bettor wins when a row decides */
    int64_t *outcomes;                     /* baccarat: what all bets win together */
    uint64_t bases[FELT_SESSION_BETS_MAX]; /* bit k: bet k is of a base wager that this one needs */
    uint64_t each;                         /* sessions of a piece */
    felt_session *sessions;
} session_job;

/* ---- money ---- */

/* What a stake wins, less the commission; the stake itself when it is lost. */
static felt_status net_of(const felt_pay *pay, felt_money stake, int64_t *ret)
{
    felt_money win, commission;
    if (pay->kind == FELT_PAY_UNSET || pay->kind == FELT_PAY_UNDEFINED)
        return FELT_EUNSET;
    if (pay->kind != FELT_PAY_WINS) {
        *ret = pay->kind == FELT_PAY_LOSES ? -stake.minor : 0;
        return FELT_OK;
    }
    felt_status status = felt_money_win(stake, pay->win_num, pay->win_den, FELT_ROUNDING_FLOOR, &win);
    if (status == FELT_OK)
        status = felt_money_commission(stake, pay->commission_num, pay->commission_den, FELT_ROUNDING_FLOOR, &commission);
    if (status == FELT_OK)
        *ret = win.minor - commission.minor;
    return status;
}

/* Can the row decide at all? A pay that cannot come up may be unset. */
static bool row_decides(const felt_variant *v, int row)
{
    for (uint32_t i = 0; i < v->machine->state_count * v->machine->class_count; i++)
        if (v->machine->next[i] == v->machine->state_count + (uint32_t)row)
            return true;
    return false;
}

static felt_status find_nets(session_job *job, int64_t *ret_most)
{
    for (int i = 0; i < job->setup->bet_count; i++) {
        const felt_session_bet *bet = &job->setup->bets[i];
        int64_t most = bet->stake.minor;
        for (int row = 0; row < bet->wager->row_count; row++) {
            if (!row_decides(bet->variant, row))
                continue;
            felt_status status = net_of(&bet->variant->pays[row].pay, bet->stake, &job->nets[i][row]);
            if (status != FELT_OK)
                return status;
            most = job->nets[i][row] > most ? job->nets[i][row] : most;
        }
        if (most > INT64_MAX / 4 || __builtin_add_overflow(*ret_most, most, ret_most))
            return FELT_ERANGE;
    }
    return FELT_OK;
}

static felt_status find_outcomes(session_job *job)
{
    if (job->setup->game != &felt_game_baccarat)
        return FELT_OK;
    job->outcomes = calloc(FELT_OUTCOME_COUNT, sizeof *job->outcomes);
    if (job->outcomes == NULL)
        return FELT_ENOMEM;
    for (int o = 0; o < FELT_OUTCOME_COUNT; o++)
        for (int i = 0; i < job->setup->bet_count; i++)
            if (felt_machine_row(job->setup->bets[i].variant->machine, 0, o) != FELT_ROW_NONE)
                job->outcomes[o] += job->nets[i][felt_machine_row(job->setup->bets[i].variant->machine, 0, o)];
    return FELT_OK;
}

/* ---- one session ---- */

typedef struct purse {
    int64_t worth, highest; /* money on hand and on the table */
    uint32_t losing;        /* rounds of the present losing run */
    felt_session session;
} purse;

static void settle(purse *p, int64_t net)
{
    p->worth += net;
    if (net < 0)
        p->losing++;
    else if (net > 0)
        p->losing = 0;
    if (p->losing > p->session.losing_run)
        p->session.losing_run = p->losing;
    if (p->worth > p->highest)
        p->highest = p->worth;
    if (p->highest - p->worth > p->session.drawdown.minor)
        p->session.drawdown.minor = p->highest - p->worth;
}

static void shuffle(const felt_session_setup *setup, felt_random *random, felt_dealing *shoe)
{
    felt_dealing_shuffle(shoe, random, setup->decks, setup->cut > 0 ? setup->cut : FELT_CUT_MIN);
    if (setup->cut > 0)
        felt_dealing_burn(shoe);
}

static void play_baccarat(const session_job *job, felt_random *random, purse *p)
{
    const felt_session_setup *setup = job->setup;
    int shoe_rounds = felt_sim_shoe_rounds(setup->decks);
    felt_dealing shoe;
    shuffle(setup, random, &shoe);
    for (uint64_t r = 0; r < setup->rounds; r++) {
        if (setup->cut > 0 ? !felt_dealing_goes_on(&shoe) : shoe.rounds == shoe_rounds)
            shuffle(setup, random, &shoe);
        if (setup->cut == 0)
            shoe.rounds_left = -1; /* the cut card does not count */
        felt_round round = felt_dealing_round(&shoe);
        settle(p, job->outcomes[felt_outcome_index(felt_round_hands(&round))]);
        if (p->worth < job->stakes) {
            p->session.ruined = (uint32_t)r + 1;
            return;
        }
    }
}

typedef struct craps_table {
    felt_puck puck;
    bool new_shooter;
    uint16_t states[FELT_SESSION_BETS_MAX]; /* of the bets that are up */
    uint64_t up;                            /* bit i: bet i */
    int64_t on_table;
} craps_table;

static bool may_place(const session_job *job, const purse *p, const craps_table *t, int i)
{
    const felt_session_bet *bet = &job->setup->bets[i];
    if (t->up >> i & 1 || bet->variant->machine->start[t->puck] == FELT_STATE_NONE || p->worth - t->on_table < bet->stake.minor)
        return false;
    if (bet->variant->placing == FELT_PLACED_NEW_SHOOTER && !t->new_shooter)
        return false;
    return bet->variant->needs_count == 0 || (t->up & job->bases[i]) != 0;
}

/* A base wager that goes up lets others follow it, wherever they stand among the bets: so again, until nothing more goes up. */
static void place_bets(const session_job *job, const purse *p, craps_table *t)
{
    uint64_t before;
    do {
        before = t->up;
        for (int i = 0; i < job->setup->bet_count; i++) {
            const felt_session_bet *bet = &job->setup->bets[i];
            if (!may_place(job, p, t, i))
                continue;
            t->states[i] = bet->variant->machine->start[t->puck];
            t->on_table += bet->stake.minor;
            t->up |= UINT64_C(1) << i;
        }
    } while (t->up != before);
}

/* What the bets that a roll decides win together. */
static int64_t decide_bets(const session_job *job, craps_table *t, int roll)
{
    int64_t net = 0;
    for (int i = 0; i < job->setup->bet_count; i++) {
        const felt_session_bet *bet = &job->setup->bets[i];
        const felt_machine *m = bet->variant->machine;
        if (!(t->up >> i & 1))
            continue;
        uint16_t next = m->next[(uint32_t)t->states[i] * m->class_count + m->class_of[roll]];
        if (next < m->state_count) {
            t->states[i] = next;
            continue;
        }
        net += job->nets[i][next - m->state_count];
        t->on_table -= bet->stake.minor;
        t->up &= ~(UINT64_C(1) << i);
    }
    return net;
}

static void play_craps(const session_job *job, felt_random *random, purse *p)
{
    craps_table t = {.puck = FELT_PUCK_OFF, .new_shooter = true};
    for (uint64_t r = 0; r < job->setup->rounds; r++) {
        place_bets(job, p, &t);
        felt_dice dice = felt_dice_throw(random);
        int roll = felt_roll_index(dice.first, dice.second);
        t.new_shooter = t.puck != FELT_PUCK_OFF && felt_roll_total(roll) == 7;
        t.puck = felt_puck_after(t.puck, felt_roll_total(roll));
        settle(p, decide_bets(job, &t, roll));
        if (t.up == 0 && p->worth < job->smallest) {
            p->session.ruined = (uint32_t)r + 1;
            return;
        }
    }
}

static uint64_t play_sessions(void *argument, int worker, uint64_t piece)
{
    session_job *job = argument;
    const felt_session_setup *setup = job->setup;
    uint64_t first = piece * job->each, end = first + job->each < setup->sessions ? first + job->each : setup->sessions;
    (void)worker;
    for (uint64_t s = first; s < end; s++) {
        felt_random random;
        purse p = {.worth = setup->bankroll.minor, .highest = setup->bankroll.minor};
        felt_random_counter(&random, setup->seed, SESSION_STREAMS | s);
        if (setup->game == &felt_game_baccarat)
            play_baccarat(job, &random, &p);
        else
            play_craps(job, &random, &p);
        p.session.result.minor = p.worth - setup->bankroll.minor;
        job->sessions[s] = p.session;
    }
    return end - first;
}

/* ---- all sessions ---- */

static felt_status verify(const felt_session_setup *setup)
{
    if (setup->threads < 1 || setup->threads > FELT_SIM_THREADS_MAX || setup->rounds < 1 || setup->rounds > FELT_SESSION_ROUNDS_MAX)
        return FELT_ERANGE;
    if (setup->sessions < 1 || setup->sessions > FELT_SESSIONS_MAX || setup->bet_count < 1 || setup->bet_count > FELT_SESSION_BETS_MAX)
        return FELT_ERANGE;
    if (setup->game == &felt_game_baccarat && !run_shoe_in_range(setup->decks, setup->cut))
        return FELT_ERANGE;
    for (int i = 0; i < setup->bet_count; i++)
        if (!run_can_be_played(setup->game, setup->bets[i].wager, setup->bets[i].variant))
            return FELT_EDATA;
    return FELT_OK;
}

/* Which bets let which others be made. */
static felt_status find_bases(session_job *job)
{
    const felt_session_setup *setup = job->setup;
    for (int i = 0; i < setup->bet_count; i++) {
        const felt_variant *v = setup->bets[i].variant;
        for (int n = 0; n < v->needs_count && setup->sheet != NULL; n++)
            for (int k = 0; k < setup->bet_count; k++)
                if (v->needs[n].wager != FELT_WAGER_OUTSIDE && setup->bets[k].wager == &setup->sheet->wagers[v->needs[n].wager])
                    job->bases[i] |= UINT64_C(1) << k;
        if (v->needs_count > 0 && job->bases[i] == 0)
            return FELT_EDATA;
    }
    return FELT_OK;
}

/* Stakes, and whether any sum of money can overflow. */
static felt_status find_money(session_job *job)
{
    const felt_session_setup *setup = job->setup;
    int64_t most = 0, swing;
    job->smallest = INT64_MAX;
    for (int i = 0; i < setup->bet_count; i++) {
        int64_t stake = setup->bets[i].stake.minor;
        if (stake < 1 || __builtin_add_overflow(job->stakes, stake, &job->stakes))
            return FELT_ERANGE;
        if (stake < job->smallest && setup->bets[i].variant->needs_count == 0)
            job->smallest = stake;
    }
    felt_status status = find_nets(job, &most);
    if (status != FELT_OK)
        return status;
    if (setup->bankroll.minor < job->stakes || setup->bankroll.minor > INT64_MAX / 4 ||
        __builtin_mul_overflow(most, (int64_t)setup->rounds, &swing) || swing > INT64_MAX / 4)
        return FELT_ERANGE;
    return find_outcomes(job);
}

felt_status felt_session_run(const felt_session_setup *setup, felt_session_result *ret)
{
    session_job job = {.setup = setup};
    felt_status status = verify(setup);
    if (status != FELT_OK)
        return status;
    job.each = setup->rounds < PIECE_ROUNDS ? PIECE_ROUNDS / setup->rounds : 1;
    job.sessions = calloc((size_t)setup->sessions, sizeof *job.sessions);
    job.nets = calloc((size_t)setup->bet_count, sizeof *job.nets);
    status = job.sessions != NULL && job.nets != NULL ? find_bases(&job) : FELT_ENOMEM;
    if (status == FELT_OK)
        status = find_money(&job);
    if (status == FELT_OK) {
        pool_setup pool = {.threads = setup->threads,
                           .pieces = (setup->sessions + job.each - 1) / job.each,
                           .work = play_sessions,
                           .job = &job,
                           .tick = setup->tick,
                           .context = setup->context};
        uint64_t done = pool_run(&pool) * job.each;
        *ret = (felt_session_result){
            .sessions = job.sessions, .count = done < setup->sessions ? done : setup->sessions, .stopped = done < setup->sessions};
        job.sessions = NULL;
    }
    free(job.sessions);
    free(job.nets);
    free(job.outcomes);
    return status;
}

void felt_session_result_free(felt_session_result *result)
{
    free(result->sessions);
    *result = (felt_session_result){0};
}
