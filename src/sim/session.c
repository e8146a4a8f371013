/* src/sim/session.c - sessions of one bettor: a bankroll, bets of fixed stakes, a number of rounds. */
#include "../settle/position.h"
#include "sim/action.h"
#include "sim/coming.h"
#include "sim/known.h"
#include "sim/pool.h"
#include "sim/purse.h"
#include "sim/run.h"

#include <assert.h>
#include <felt/sim.h>
#include <stdlib.h>
#include <string.h>

enum { PIECE_ROUNDS = 20000, TABLE_SLACK = 8, TABLE_POSITIONS = 4 * FELT_SESSION_BETS_MAX };

/* What one thread plays with. */
typedef struct session_table {
    felt_play *play;
    felt_payment payments[TABLE_POSITIONS];
    known_tables known; /* where events are thrown */
    bool failed;        /* there was no memory */
} session_table;

typedef struct session_job {
    const felt_session_setup *setup;
    felt_bet bets[FELT_SESSION_BETS_MAX];  /* base wagers before what needs them */
    int given[FELT_SESSION_BETS_MAX];      /* for each of them: which of the setup it is */
    int64_t handed[FELT_SESSION_BETS_MAX]; /* its stake, and the vig beside it */
    int64_t stakes, smallest;              /* of these: all together; of the bets that need no other */
    coming_plan coming;
    int64_t *outcomes;                     /* where a hand is one event: what all bets win together, by event */
    uint64_t each;                         /* sessions of a piece */
    session_table *tables;                 /* one for each thread */
    felt_session *sessions;
} session_job;

/* ---- from a shoe ---- */

static void play_shoes(const session_job *job, coming *c, purse *p)
{
    uint64_t rounds = job->setup->rounds;
    for (uint64_t first = 0; first < rounds; first += (uint64_t)c->count) {
        coming_fill(c);
        uint64_t end = (uint64_t)c->count < rounds - first ? (uint64_t)c->count : rounds - first;
        for (uint64_t r = 0; r < end; r++) {
            purse_settle(p, job->outcomes[c->list[r]]);
            if (p->worth < job->stakes) {
                p->session.ruined = (uint32_t)(first + r) + 1;
                return;
            }
        }
    }
}

/* ---- thrown ---- */

/* The bets of a session. A table that is known is only a number, until something must be worked out; then it is laid out, and there is a
 * position for each bet that is up. */
typedef struct bettor {
    const session_job *job;
    session_table *table;
    int number;                          /* of the known table; -1: there are too many, and it stays laid out */
    int position[FELT_SESSION_BETS_MAX]; /* of each bet, -1: it is not up */
    int64_t on_table;
} bettor;

/* Every bet that the table allows and the money covers. Base wagers come first, so one pass is enough. */
static void place_bets(bettor *b, const purse *p)
{
    felt_play *play = b->table->play;
    for (int i = 0; i < b->job->setup->bet_count; i++) {
        const felt_bet *bet = &b->job->bets[i];
        if (b->position[i] >= 0 || p->worth - b->on_table < b->job->handed[i])
            continue;
        felt_status status = felt_play_place(play, bet, 1, &b->position[i], NULL);
        if (status == FELT_OK) {
            b->on_table += b->job->handed[i];
            b->table->known.bet[i].placed++;
            b->table->known.bet[i].flow[felt_play_position(play, b->position[i])->state]++;
        }
        b->table->failed = b->table->failed || status == FELT_ENOMEM;
    }
}

/* Makes room in the table: positions that are down go, the others close ranks. */
static void tidy(bettor *b)
{
    felt_play *play = b->table->play;
    int order[TABLE_POSITIONS], count = 0;
    for (int i = 0; i < felt_play_count(play); i++)
        order[i] = felt_play_position(play, i)->state == FELT_STATE_NONE ? -1 : count++;
    for (int i = 0; i < b->job->setup->bet_count; i++)
        b->position[i] = b->position[i] < 0 ? -1 : order[b->position[i]];
    felt_play_tidy(play);
}

/* What the bets that an event decides win together. */
static int64_t decide_bets(bettor *b, int event)
{
    felt_play *play = b->table->play;
    const felt_payment *payments = b->table->payments;
    int64_t net = 0;
    /* Every row that can decide has a pay, as find_money has seen: only memory can be wanting. */
    if (felt_play_event(play, event, b->table->payments, NULL) != FELT_OK) {
        b->table->failed = true;
        return 0;
    }
    for (int i = 0; i < b->job->setup->bet_count; i++) {
        if (b->position[i] < 0 || payments[b->position[i]].kind == FELT_PAY_STAYS)
            continue;
        net += payments[b->position[i]].paid.minor - b->job->handed[i];
        b->on_table -= b->job->handed[i];
        b->position[i] = -1;
    }
    return net;
}

/* Puts up what is up at the known table. */
static void lay_out(bettor *b)
{
    felt_play *play = b->table->play;
    if (b->number < 0)
        return;
    const known_table *known = &b->table->known.tables[b->number];
    felt_play_resume(play, known->phase, known->fresh ? 0 : 1);
    b->on_table = known->on_table;
    for (int i = 0; i < b->job->setup->bet_count; i++) {
        const felt_bet *bet = &b->job->bets[i];
        felt_position position = {.stake = bet->stake, .seat = bet->seat, .wager = bet->wager, .state = known->states[i], .moved = true};
        b->position[i] = -1;
        if (position.state != FELT_STATE_NONE && felt_play_restore(play, &position, 1, &b->position[i]) != FELT_OK)
            b->table->failed = true;
    }
}

/* Finds the number of the table that is laid out. */
static void know(bettor *b)
{
    const felt_play *play = b->table->play;
    known_table like = {.phase = felt_play_phase(play), .fresh = felt_play_events(play) == 0, .on_table = b->on_table};
    for (int i = 0; i < b->job->setup->bet_count; i++)
        like.states[i] = b->position[i] < 0 ? (uint16_t)FELT_STATE_NONE : felt_play_position(play, b->position[i])->state;
    b->number = known_number(&b->table->known, &like);
}

/* Places what may be placed. While the money covers all bets, that depends on the table alone. */
static void fill(bettor *b, const purse *p)
{
    int before = b->number;
    bool covered = p->worth >= b->job->stakes;
    known_table *known = before < 0 ? NULL : &b->table->known.tables[before];
    if (known != NULL && covered && known->filled > 0) {
        b->number = known->filled - 1;
        known->fills++;
        return;
    }
    lay_out(b);
    place_bets(b, p);
    if (known == NULL)
        return;
    know(b);
    if (covered)
        known->filled = b->number + 1;
}

/* What the bets that a throw decides win together. */
static int64_t throw_once(bettor *b, int event)
{
    known_throw *known = b->number < 0 ? NULL : known_throw_at(&b->table->known, b->number, event);
    if (known != NULL && known->next > 0) {
        b->number = known->next - 1;
        return known->net;
    }
    lay_out(b);
    int64_t net = decide_bets(b, event);
    if (known == NULL)
        return net;
    know(b);
    *known = (known_throw){net, b->number + 1};
    return net;
}

/* What is up after the last roll is taken back. */
static void take_back(bettor *b)
{
    if (b->number >= 0) {
        b->table->known.tables[b->number].ends++;
        return;
    }
    for (int i = 0; i < b->job->setup->bet_count; i++)
        if (b->position[i] >= 0)
            b->table->known.bet[i].flow[felt_play_position(b->table->play, b->position[i])->state]--;
}

static void play_thrown(const session_job *job, session_table *table, coming *c, purse *p)
{
    bettor b = {.job = job, .table = table};
    for (int i = 0; i < job->setup->bet_count; i++)
        b.position[i] = -1;
    felt_play_begin(table->play, 0);
    know(&b);
    for (uint64_t r = 0; r < job->setup->rounds && !table->failed; r++) {
        if (b.number < 0 &&
            felt_play_count(table->play) > 2 * job->setup->bet_count + TABLE_SLACK) /* what is down costs a little time, too */
            tidy(&b);
        fill(&b, p);
        purse_settle(p, throw_once(&b, coming_event(c)));
        int64_t on_table = b.number < 0 ? b.on_table : table->known.tables[b.number].on_table;
        if (on_table == 0 && p->worth < job->smallest) {
            p->session.ruined = (uint32_t)r + 1;
            return; /* nothing is up */
        }
    }
    take_back(&b);
}

static uint64_t play_sessions(void *argument, int worker, uint64_t piece)
{
    session_job *job = argument;
    const felt_session_setup *setup = job->setup;
    uint64_t first = piece * job->each, end = first + job->each < setup->sessions ? first + job->each : setup->sessions;
    for (uint64_t s = first; s < end; s++) {
        coming c;
        purse p = {.worth = setup->bankroll.minor, .highest = setup->bankroll.minor};
        coming_begin(&c, &job->coming, s);
        if (felt_book_game(setup->book)->source == FELT_SOURCE_SHOE)
            play_shoes(job, &c, &p);
        else
            play_thrown(job, &job->tables[worker], &c, &p);
        p.session.result.minor = p.worth - setup->bankroll.minor;
        p.session.rounds = p.session.ruined > 0 ? p.session.ruined : setup->rounds;
        job->sessions[s] = p.session;
    }
    return end - first;
}

/* ---- all sessions ---- */

static felt_status check_numbers(const felt_session_setup *setup, felt_error *error)
{
    const felt_game *game = felt_book_game(setup->book);
    if (setup->threads < 1 || setup->threads > FELT_SIM_THREADS_MAX || setup->rounds < 1 || setup->rounds > FELT_SESSION_ROUNDS_MAX ||
        setup->sessions < 1 || setup->sessions > FELT_SESSIONS_MAX || setup->bet_count < 1 || setup->bet_count > FELT_SESSION_BETS_MAX)
        return felt_error_set(error, FELT_ERANGE, -1, "threads, %s, sessions or bets are out of range", game->words.events);
    if (game->source == FELT_SOURCE_SHOE && !run_shoe_in_range(game, felt_book_decks(setup->book), setup->cut, setup->rules))
        return felt_error_set(error, FELT_ERANGE, -1,
                              "found %d cards behind the cut card, which %d decks do not have, or a rule that there is not", setup->cut,
                              felt_book_decks(setup->book));
    return FELT_OK;
}

/* Wagers that the book offers? */
static felt_status check_wagers(const felt_session_setup *setup, felt_error *error)
{
    for (int i = 0; i < setup->bet_count; i++) {
        int wager = setup->bets[i].wager;
        if (wager < 0 || wager >= felt_book_wager_count(setup->book))
            return felt_error_set(error, FELT_EDATA, i, "there is no wager number %d", wager);
        if (felt_book_variant(setup->book, wager) == NULL)
            return felt_error_set(error, FELT_EDATA, i, "%.*s is not offered under the choices taken",
                                  FELT_TEXT_ARGS(setup->book->wagers[wager].name));
    }
    return FELT_OK;
}

/* A state in which a bet stands on `number`, where it can; else the first. */
static uint16_t state_on(const felt_machine *machine, int number)
{
    for (uint32_t state = 0; state < machine->state_count; state++)
        if (felt_machine_number(machine, state) == number)
            return (uint16_t)state;
    return 0;
}

/* In `phase`, with all other bets up: may those on the wager of bet `i` be placed? The others stand where they count most. */
static felt_status try_bet(felt_play *play, const felt_session_setup *setup, int i, int phase, felt_error *error)
{
    int wager = setup->bets[i].wager, number = felt_book_wager(setup->book, wager)->number, count = 0, first;
    felt_bet tried[FELT_SESSION_BETS_MAX];
    felt_play_begin(play, phase);
    for (int k = 0; k < setup->bet_count; k++) {
        felt_money stake = setup->bets[k].stake;
        uint16_t other = (uint16_t)setup->bets[k].wager;
        if (other == wager) {
            tried[count++] = (felt_bet){.stake = stake, .wager = other};
            continue;
        }
        felt_position up = {.stake = stake, .wager = other, .state = state_on(felt_book_variant(setup->book, other)->machine, number)};
        if (felt_play_restore(play, &up, 1, &first) != FELT_OK)
            return felt_error_set(error, FELT_ENOMEM, -1, "out of memory");
    }
    felt_status status = felt_play_try(play, tried, count, error);
    if (status != FELT_OK && error != NULL && error->item >= 0)
        error->item = i;
    return status;
}

/* Is what the bet needs among the bets, and is all on its wager within what it may be behind all of that? A table says. */
static felt_status check_base(felt_play *play, const felt_session_setup *setup, int i, felt_error *error)
{
    const felt_variant *variant = felt_book_variant(setup->book, setup->bets[i].wager);
    felt_status status = FELT_OK;
    for (int phase = 0; phase < felt_book_game(setup->book)->phase_count && variant->needs_count > 0; phase++) {
        if (variant->machine->start[phase] == FELT_STATE_NONE)
            continue;
        status = try_bet(play, setup, i, phase, error);
        if (status == FELT_OK)
            break;
    }
    return status;
}

felt_status felt_session_verify(const felt_session_setup *setup, felt_error *error)
{
    felt_play *play = NULL;
    felt_status status = check_numbers(setup, error);
    if (status == FELT_OK)
        status = check_wagers(setup, error);
    if (status == FELT_OK && felt_play_new(setup->book, &play) != FELT_OK)
        status = felt_error_set(error, FELT_ENOMEM, -1, "out of memory");
    for (int i = 0; i < setup->bet_count && status == FELT_OK; i++)
        status = check_base(play, setup, i, error);
    felt_play_free(play);
    return status;
}

/* Base wagers first; bets of one depth in the order given. */
static void sort_bets(session_job *job)
{
    const felt_session_setup *setup = job->setup;
    int count = 0;
    for (int depth = 0; depth <= setup->book->depth_max; depth++) {
        for (int i = 0; i < setup->bet_count; i++) {
            if (setup->book->wagers[setup->bets[i].wager].depth != depth)
                continue;
            job->given[count] = i;
            job->bets[count++] = (felt_bet){.stake = setup->bets[i].stake, .wager = (uint16_t)setup->bets[i].wager};
        }
    }
}

/* The most that a bet can win when any row that can decide it does. */
static felt_status find_most(const session_job *job, int index, int64_t *ret)
{
    const felt_bet *bet = &job->bets[index];
    const book_wager *w = &job->setup->book->wagers[bet->wager];
    const felt_machine *m = w->variant->machine;
    *ret = job->handed[index];
    for (uint32_t i = 0; i < m->state_count * m->class_count; i++) {
        felt_payment payment;
        if (m->next[i] < m->state_count || m->next[i] == FELT_STATE_NONE)
            continue;
        felt_status status = position_pay(&job->setup->book->house, w, bet->stake, (int)(m->next[i] - m->state_count), 0, &payment, NULL);
        if (status != FELT_OK)
            return status;
        *ret = payment.paid.minor > *ret ? payment.paid.minor : *ret;
    }
    return FELT_OK;
}

/* Where a hand is one event, what the bets win together is the same whenever the event comes: each is settled once. */
static felt_status find_outcomes(session_job *job)
{
    const felt_session_setup *setup = job->setup;
    const felt_game *game = felt_book_game(setup->book);
    if (!game->one_event)
        return FELT_OK;
    job->outcomes = calloc((size_t)game->event_count, sizeof *job->outcomes);
    if (job->outcomes == NULL)
        return FELT_ENOMEM;
    for (int event = 0; event < game->event_count; event++) {
        session_table *table = &job->tables[0];
        uint16_t code = (uint16_t)event;
        if (felt_machine_row(setup->book->wagers[job->bets[0].wager].variant->machine, 0, event) == FELT_ROW_NONE)
            continue; /* it cannot happen */
        felt_status status = felt_settle_hand(table->play, &(felt_hand){&code, 1, 0}, job->bets, setup->bet_count, table->payments, NULL);
        if (status != FELT_OK)
            return status;
        for (int i = 0; i < setup->bet_count; i++)
            job->outcomes[event] += table->payments[i].paid.minor - job->handed[i];
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
        felt_money stake = job->bets[i].stake, vig;
        int64_t win;
        if (stake.minor < 1 || felt_book_vig(setup->book, job->bets[i].wager, stake, &vig) != FELT_OK)
            return FELT_ERANGE;
        job->handed[i] = stake.minor + vig.minor;
        if (__builtin_add_overflow(job->stakes, job->handed[i], &job->stakes))
            return FELT_ERANGE;
        if (job->handed[i] < job->smallest && setup->book->wagers[job->bets[i].wager].needs_count == 0)
            job->smallest = job->handed[i];
        felt_status status = find_most(job, i, &win);
        if (status != FELT_OK)
            return status;
        if (win > INT64_MAX / 4 || __builtin_add_overflow(most, win, &most))
            return FELT_ERANGE;
    }
    if (setup->bankroll.minor < job->stakes || setup->bankroll.minor > INT64_MAX / 4 ||
        __builtin_mul_overflow(most, (int64_t)setup->rounds, &swing) || swing > INT64_MAX / 4)
        return FELT_ERANGE;
    return find_outcomes(job);
}

static felt_status open_tables(session_job *job)
{
    const felt_game *game = felt_book_game(job->setup->book);
    uint32_t states[FELT_SESSION_BETS_MAX];
    for (int i = 0; i < job->setup->bet_count; i++)
        states[i] = job->setup->book->wagers[job->bets[i].wager].machine->state_count;
    job->tables = calloc((size_t)job->setup->threads, sizeof *job->tables);
    felt_status status = job->tables == NULL ? FELT_ENOMEM : FELT_OK;
    for (int t = 0; t < job->setup->threads && status == FELT_OK; t++) {
        status = felt_play_new(job->setup->book, &job->tables[t].play);
        if (status == FELT_OK && game->source != FELT_SOURCE_SHOE &&
            !known_open(&job->tables[t].known, job->setup->bet_count, game->event_count, states))
            status = FELT_ENOMEM;
    }
    return status;
}

static void close_tables(session_job *job)
{
    for (int t = 0; t < job->setup->threads && job->tables != NULL; t++) {
        felt_play_free(job->tables[t].play);
        known_close(&job->tables[t].known);
    }
    free(job->tables);
}

/* ---- what was bet ---- */

/* Adds `bets` that were placed in a state, or taken back where they are below 0. False: the sum does not fit. */
static bool add_flow(felt_session_action *a, int64_t handed, uint32_t state, int64_t bets)
{
    int64_t amount;
    return !__builtin_mul_overflow(handed, bets, &amount) && !__builtin_add_overflow(a->flows[state], amount, &a->flows[state]);
}

/* Adds what one thread has put up of bet `bet`; from a shoe, where every bet is placed in every round, `rounds` of them. */
static bool add_bet(const session_job *job, const session_table *table, int bet, int64_t rounds, felt_session_action *a)
{
    const known_bet *known = &table->known.bet[bet];
    int64_t placed = known->flow == NULL ? rounds : known->placed, amount;
    bool fits =
        !__builtin_mul_overflow(job->handed[bet], placed, &amount) && !__builtin_add_overflow(a->action.minor, amount, &a->action.minor);
    a->bets += (uint64_t)placed;
    if (known->flow == NULL)
        return add_flow(a, job->handed[bet], 0, placed) && fits;
    for (uint32_t s = 0; s < a->state_count; s++)
        fits = add_flow(a, job->handed[bet], s, known->flow[s]) && fits;
    return fits;
}

static felt_status count_bets(const session_job *job, felt_session_result *ret)
{
    const felt_session_setup *setup = job->setup;
    int wagers[FELT_SESSION_BETS_MAX];
    bool fits = true;
    for (int i = 0; i < setup->bet_count; i++)
        wagers[i] = setup->bets[i].wager;
    felt_status status = actions_make(ret, setup->book, wagers, setup->bet_count);
    if (status != FELT_OK)
        return status;
    for (uint64_t s = 0; s < ret->count; s++)
        ret->rounds += ret->sessions[s].rounds;
    for (int t = 0; t < setup->threads; t++) {
        known_add_up(&job->tables[t].known);
        for (int i = 0; i < setup->bet_count; i++)
            fits = add_bet(job, &job->tables[t], i, t == 0 ? (int64_t)ret->rounds : 0, &ret->wagers[job->given[i]]) && fits;
    }
    return fits ? actions_add_up(ret) : FELT_ERANGE;
}

static felt_status play_all(session_job *job, felt_session_result *ret)
{
    const felt_session_setup *setup = job->setup;
    pool_setup pool = {.threads = setup->threads,
                       .pieces = (setup->sessions + job->each - 1) / job->each,
                       .work = play_sessions,
                       .job = job,
                       .tick = setup->tick,
                       .context = setup->context};
    felt_session_result result = {.sessions = job->sessions};
    uint64_t done = pool_run(&pool) * job->each;
    job->sessions = NULL;
    result.count = done < setup->sessions ? done : setup->sessions;
    result.stopped = done < setup->sessions;
    felt_status status = FELT_OK;
    for (int t = 0; t < setup->threads && status == FELT_OK; t++)
        status = job->tables[t].failed ? FELT_ENOMEM : FELT_OK;
    if (status == FELT_OK)
        status = count_bets(job, &result);
    if (status == FELT_OK)
        *ret = result;
    else
        felt_session_result_free(&result);
    return status;
}

felt_status felt_session_run(const felt_session_setup *setup, felt_session_result *ret)
{
    session_job job = {.setup = setup};
    felt_status status = felt_session_verify(setup, NULL);
    if (status != FELT_OK)
        return status;
    sort_bets(&job);
    coming_plan_make(&job.coming, setup->book, setup->cut, setup->rules, setup->seed);
    job.each = setup->rounds < PIECE_ROUNDS ? PIECE_ROUNDS / setup->rounds : 1;
    job.sessions = calloc((size_t)setup->sessions, sizeof *job.sessions);
    status = job.sessions != NULL ? open_tables(&job) : FELT_ENOMEM;
    if (status == FELT_OK)
        status = find_money(&job);
    if (status == FELT_OK)
        status = play_all(&job, ret);
    free(job.sessions);
    free(job.outcomes);
    close_tables(&job);
    return status;
}
