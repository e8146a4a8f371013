/* src/sim/strategy.c - sessions of a bettor who follows a strategy. */
#include "../settle/position.h"
#include "sim/action.h"
#include "sim/coming.h"
#include "sim/pool.h"
#include "sim/run.h"
#include "sim/strategy_fills.h"

#include <felt/strategy_run.h>
#include <stdlib.h>
#include <string.h>

enum { PIECE_ROUNDS = 20000 };

/* What one thread plays with, and what it has counted. */
typedef struct strategy_worker {
    strategy_tables tables;
    strategy_fills fills;
    uint64_t rounds, finished;
    uint64_t bets[FELT_STRATEGY_BETS_MAX]; /* of each wager of the strategy */
    int64_t action[FELT_STRATEGY_BETS_MAX];
    int64_t *flows[FELT_STRATEGY_BETS_MAX];
    bool overflowed;
} strategy_worker;

typedef struct strategy_job {
    const felt_strategy_setup *setup;
    const felt_strategy *strategy;
    coming_plan coming;
    bool runs;     /* the strategy asks for wins or losses in a row */
    uint64_t each; /* sessions of a piece */
    strategy_worker *workers;
    felt_session *sessions;
    felt_strategy_result result;
} strategy_job;

/* Several strategies, which all play a piece before the next begins. */
typedef struct strategy_jobs {
    strategy_job *list;
    int count;
} strategy_jobs;

/* One session. */
typedef struct strategy_session {
    const strategy_job *job;
    strategy_worker *worker;
    strategy_moment m;
    int table;
    bool stopping; /* no more bets */
    bool wants;    /* a bet that the money does not cover */
    int64_t need;  /* the most that had to be covered */
    int move_count;
    bool crowded;                                 /* there were more moves than these */
    strategy_move moves[STRATEGY_FILL_MOVES_MAX]; /* of the orders before this round */
} strategy_session;

/* ---- orders ---- */

static void add_move(void *context, const strategy_move *move, uint64_t times)
{
    strategy_worker *w = context;
    int64_t *flow = &w->flows[move->wager][move->state], at_work, handed;
    w->bets[move->wager] += move->placed ? times : 0;
    if (__builtin_mul_overflow(move->at_work, times, &at_work) || __builtin_mul_overflow(move->handed, times, &handed) ||
        __builtin_add_overflow(*flow, at_work, flow) ||
        (handed > 0 && __builtin_add_overflow(w->action[move->wager], handed, &w->action[move->wager])))
        w->overflowed = true;
}

static void note_move(strategy_session *s, strategy_move move)
{
    s->crowded = s->move_count == STRATEGY_FILL_MOVES_MAX;
    if (s->crowded)
        add_move(s->worker, &move, 1);
    else
        s->moves[s->move_count++] = move;
}

/* Gives an order about one bet and goes on to the table after it, if it is allowed and the money covers it. */
static bool obey(strategy_session *s, felt_action action, int bet, int64_t amount)
{
    int64_t on_table = s->m.table->on_table;
    int next = strategy_tables_order(&s->worker->tables, &s->table, action, bet, amount);
    s->m.table = strategy_table_at(&s->worker->tables, s->table);
    if (next < 0)
        return false;
    const strategy_table *after = strategy_table_at(&s->worker->tables, next);
    if (after->on_table > on_table && after->on_table > s->m.purse.worth) {
        s->wants = true;
        return false;
    }
    if (after->on_table > on_table && after->on_table > s->need)
        s->need = after->on_table;
    s->table = next;
    s->m.table = after;
    return true;
}

static void place(strategy_session *s, const strategy_order *order)
{
    uint32_t bets = (uint32_t)(((UINT64_C(1) << order->count) - 1) << order->first), down = bets & ~s->m.table->up;
    if (down == 0 || !strategy_holds(&s->m, order->when))
        return;
    int bet = __builtin_ctz(down);
    int64_t amount = strategy_number(&s->m, order->amount);
    if (amount < 1 || !obey(s, FELT_ACTION_BET, bet, amount))
        return;
    uint16_t wager = (uint16_t)s->job->strategy->bet_index[bet];
    note_move(s, (strategy_move){s->m.table->costs[bet], s->m.table->costs[bet], wager, s->m.table->states[bet], true});
}

/* Is there anything to do for an order about a bet that stands? */
static bool is_due(const strategy_table *table, const strategy_order *order, int bet, int64_t amount)
{
    bool off = (table->off >> bet & 1) != 0;
    switch (order->action) {
    case FELT_ACTION_TURN_OFF:
        return !off;
    case FELT_ACTION_TURN_ON:
        return off;
    case FELT_ACTION_TAKE_DOWN:
        return true;
    default:
        return amount > 0;
    }
}

/* Raises, lowers, takes down or turns off or on one bet; what needs it may come down as well. */
static void change(strategy_session *s, const strategy_order *order, int bet)
{
    strategy_table before = *s->m.table;
    int64_t amount = order->amount.count == 0 ? 0 : strategy_number(&s->m, order->amount);
    if (!is_due(&before, order, bet, amount) || !obey(s, order->action, bet, amount))
        return;
    for (int i = 0; i < s->job->strategy->bet_count; i++) {
        int64_t handed = s->m.table->costs[i] - before.costs[i];
        int64_t at_work = strategy_table_at_work(s->m.table, i) - strategy_table_at_work(&before, i);
        if ((before.up >> i & 1) != 0 && (handed != 0 || at_work != 0))
            note_move(s, (strategy_move){handed, at_work, (uint16_t)s->job->strategy->bet_index[i], before.states[i], false});
    }
}

static void follow_orders(strategy_session *s)
{
    const felt_strategy *strategy = s->job->strategy;
    s->need = 0;
    s->move_count = 0;
    s->crowded = false;
    for (int i = 0; i < strategy->order_count; i++) {
        const strategy_order *order = &strategy->orders[i];
        if (order->action == FELT_ACTION_BET) {
            place(s, order);
            continue;
        }
        if ((order->bets & s->m.table->up) == 0 || !strategy_holds(&s->m, order->when))
            continue;
        for (uint32_t bets = order->bets; bets != 0; bets &= bets - 1)
            if ((s->m.table->up >> __builtin_ctz(bets) & 1) != 0)
                change(s, order, __builtin_ctz(bets));
    }
}

/* Orders that were given before at such a table, with such values, are only counted. Is something up after them? */
static bool give_orders(strategy_session *s)
{
    strategy_worker *w = s->worker;
    strategy_fill *at = NULL, fill = {.table = s->table + 1, .generation = w->tables.generation, .times = 1};
    s->wants = false;
    if (w->fills.known) {
        at = strategy_fills_at(&w->fills, &s->m, s->table, fill.values);
        if (strategy_fill_fits(at, s->table, fill.generation, fill.values) && s->m.purse.worth >= at->need) {
            at->times++;
            s->table = at->next;
            s->m.table = strategy_table_at(&w->tables, s->table);
            return at->up;
        }
    }
    follow_orders(s);
    fill.up = s->m.table->up != 0;
    if (at != NULL && !s->wants && !s->crowded && w->tables.generation == fill.generation) {
        fill.next = s->table;
        fill.need = s->need;
        fill.move_count = (uint16_t)s->move_count;
        strategy_fills_keep(&w->fills, at, &fill, s->moves);
        return fill.up;
    }
    for (int i = 0; i < s->move_count; i++)
        add_move(w, &s->moves[i], 1);
    return fill.up;
}

/* ---- results ---- */

/* Bit w: some of these bets are on wager w of the strategy. */
static uint32_t wagers_of(const felt_strategy *strategy, uint32_t bets)
{
    uint32_t wagers = 0;
    for (; bets != 0; bets &= bets - 1)
        wagers |= UINT32_C(1) << strategy->bet_index[__builtin_ctz(bets)];
    return wagers;
}

/* A round counts once for a wager, however many bets on it were decided, as `after` does; one that wins and loses ends both runs. */
static void note_runs(strategy_session *s, const strategy_event *e)
{
    uint32_t won = wagers_of(s->job->strategy, e->won), lost = wagers_of(s->job->strategy, e->lost);
    for (uint32_t wagers = won | lost; wagers != 0; wagers &= wagers - 1) {
        int wager = __builtin_ctz(wagers);
        s->m.wins[wager] = (lost >> wager & 1) != 0 ? 0 : s->m.wins[wager] + 1;
        s->m.losses[wager] = (won >> wager & 1) != 0 ? 0 : s->m.losses[wager] + 1;
    }
}

static bool happens(const strategy_rule *rule, const strategy_event *e)
{
    switch (rule->trigger) {
    case AFTER_WIN:
        return (rule->seen & e->won) != 0;
    case AFTER_LOSS:
        return (rule->seen & e->lost) != 0;
    case AFTER_PUSH:
        return (rule->seen & e->pushed) != 0;
    case AFTER_HAND:
        return e->fresh;
    default:
        return true;
    }
}

static void follow_rules(strategy_session *s, const strategy_event *e)
{
    const felt_strategy *strategy = s->job->strategy;
    for (int i = 0; i < strategy->rule_count; i++) {
        const strategy_rule *rule = &strategy->rules[i];
        if (!happens(rule, e) || !strategy_holds(&s->m, rule->when))
            continue;
        s->stopping = s->stopping || rule->trigger == STOP;
        for (int k = 0; k < rule->set_count; k++) {
            const strategy_set *set = &strategy->sets[rule->first_set + k];
            s->m.variables[set->variable] = strategy_number(&s->m, set->value);
        }
    }
}

static void play_event(strategy_session *s, int event)
{
    strategy_event e = strategy_tables_event(&s->worker->tables, s->table, event);
    s->table = e.next;
    s->m.table = strategy_table_at(&s->worker->tables, s->table);
    purse_settle(&s->m.purse, e.net);
    if (s->job->runs)
        note_runs(s, &e);
    s->m.rounds++;
    s->m.rolls++;
    if (e.fresh) {
        s->m.hands++;
        s->m.rolls = 0;
    }
    follow_rules(s, &e);
    s->stopping = s->stopping || s->m.purse.worth > FELT_STRATEGY_VALUE_MAX;
}

/* ---- sessions ---- */

/* Before a round: is there one to play? */
static bool goes_on(strategy_session *s)
{
    if (s->stopping)
        return (s->m.table->up & ~s->m.table->off) != 0; /* nobody would turn on what is off */
    bool up = give_orders(s);
    if (!up && s->wants)
        s->m.purse.session.ruined = s->m.rounds > 0 ? (uint32_t)s->m.rounds : 1;
    return up || !s->wants;
}

/* What is up after the last round is taken back. */
static void end_session(strategy_session *s)
{
    const felt_strategy *strategy = s->job->strategy;
    for (uint32_t bets = s->m.table->up; bets != 0; bets &= bets - 1) {
        int bet = __builtin_ctz(bets);
        strategy_move back = {.handed = -s->m.table->costs[bet],
                              .at_work = -strategy_table_at_work(s->m.table, bet),
                              .wager = (uint16_t)strategy->bet_index[bet],
                              .state = s->m.table->states[bet]};
        add_move(s->worker, &back, 1);
    }
    s->worker->rounds += s->m.rounds;
    s->worker->finished += s->stopping;
    s->m.purse.session.result.minor = s->m.purse.worth - s->m.bankroll;
    s->m.purse.session.rounds = s->m.rounds;
}

static void play_session(strategy_session *s, coming *c)
{
    s->table = strategy_tables_begin(&s->worker->tables);
    s->m.table = strategy_table_at(&s->worker->tables, s->table);
    while (s->m.rounds < s->job->setup->rounds && s->worker->tables.status == FELT_OK && goes_on(s))
        play_event(s, coming_event(c));
    end_session(s);
}

static uint64_t play_piece(strategy_job *job, int worker, uint64_t piece)
{
    const felt_strategy_setup *setup = job->setup;
    uint64_t first = piece * job->each, end = first + job->each < setup->sessions ? first + job->each : setup->sessions;
    for (uint64_t i = first; i < end; i++) {
        coming c;
        strategy_session s = {.job = job, .worker = &job->workers[worker]};
        s.m = (strategy_moment){.strategy = job->strategy, .bankroll = setup->bankroll.minor};
        s.m.purse.worth = s.m.purse.highest = s.m.bankroll;
        memcpy(s.m.variables, job->strategy->variables, sizeof s.m.variables);
        coming_begin(&c, &job->coming, i);
        play_session(&s, &c);
        job->sessions[i] = s.m.purse.session;
    }
    return job->workers[worker].tables.status == FELT_OK && !job->workers[worker].overflowed ? end - first : 0;
}

static uint64_t play_piece_of_all(void *argument, int worker, uint64_t piece)
{
    strategy_jobs *jobs = argument;
    uint64_t played = 1;
    for (int i = 0; i < jobs->count && played > 0; i++)
        played = play_piece(&jobs->list[i], worker, piece);
    return played;
}

/* ---- all sessions ---- */

static felt_status check_setup(const felt_strategy_setup *setup, const felt_book *book)
{
    const felt_game *game = felt_book_game(book);
    if (setup->threads < 1 || setup->threads > FELT_SIM_THREADS_MAX || setup->rounds < 1 || setup->rounds > FELT_SESSION_ROUNDS_MAX ||
        setup->sessions < 1 || setup->sessions > FELT_SESSIONS_MAX || setup->bankroll.minor < 1 ||
        setup->bankroll.minor > FELT_STRATEGY_VALUE_MAX)
        return FELT_ERANGE;
    if (game->source == FELT_SOURCE_SHOE && !run_shoe_in_range(game, felt_book_decks(book), setup->cut, setup->rules))
        return FELT_ERANGE;
    return FELT_OK;
}

/* Has every row that can decide the wager a pay? */
static felt_status check_pays(const felt_book *book, int wager)
{
    const book_wager *w = &book->wagers[wager];
    const felt_machine *m = w->variant->machine;
    for (uint32_t i = 0; i < m->state_count * m->class_count; i++) {
        felt_payment payment;
        if (m->next[i] < m->state_count || m->next[i] == FELT_STATE_NONE)
            continue;
        felt_status status = position_pay(&book->house, w, (felt_money){1}, (int)(m->next[i] - m->state_count), 0, &payment, NULL);
        if (status != FELT_OK)
            return status;
    }
    return FELT_OK;
}

static bool asks_for_runs(const felt_strategy *s)
{
    for (int i = 0; i < s->code_count; i++)
        if (s->code[i].op == OP_WINS || s->code[i].op == OP_LOSSES)
            return true;
    return false;
}

static felt_status open_workers(strategy_job *job)
{
    job->workers = calloc((size_t)job->setup->threads, sizeof *job->workers);
    felt_status status = job->workers == NULL ? FELT_ENOMEM : FELT_OK;
    for (int t = 0; t < job->setup->threads && status == FELT_OK; t++) {
        status = strategy_tables_open(&job->workers[t].tables, job->strategy);
        if (status == FELT_OK)
            status = strategy_fills_open(&job->workers[t].fills, job->strategy, add_move, &job->workers[t]);
        for (int w = 0; w < job->strategy->wager_count && status == FELT_OK; w++) {
            const felt_machine *machine = felt_book_variant(job->strategy->book, job->strategy->wagers[w])->machine;
            job->workers[t].flows[w] = calloc(machine->state_count, sizeof *job->workers[t].flows[w]);
            status = job->workers[t].flows[w] == NULL ? FELT_ENOMEM : FELT_OK;
        }
    }
    return status;
}

static void close_workers(strategy_job *job)
{
    for (int t = 0; t < job->setup->threads && job->workers != NULL; t++) {
        strategy_tables_close(&job->workers[t].tables);
        strategy_fills_close(&job->workers[t].fills);
        for (int w = 0; w < job->strategy->wager_count; w++)
            free(job->workers[t].flows[w]);
    }
    free(job->workers);
}

/* Adds what a thread has counted of one wager. False: it does not fit. */
static bool add_action(const strategy_worker *from, int wager, felt_session_action *to)
{
    bool fits = !__builtin_add_overflow(to->action.minor, from->action[wager], &to->action.minor);
    to->bets += from->bets[wager];
    for (uint32_t i = 0; i < to->state_count; i++)
        fits = !__builtin_add_overflow(to->flows[i], from->flows[wager][i], &to->flows[i]) && fits;
    return fits;
}

static felt_status add_up(const strategy_job *job, felt_strategy_result *ret)
{
    const felt_strategy *s = job->strategy;
    felt_status status = actions_make(&ret->played, s->book, s->wagers, s->wager_count);
    if (status != FELT_OK)
        return status;
    for (int t = 0; t < job->setup->threads; t++) {
        for (int w = 0; w < s->wager_count; w++)
            if (!add_action(&job->workers[t], w, &ret->played.wagers[w]))
                return FELT_ERANGE;
        ret->played.rounds += job->workers[t].rounds;
        ret->finished += job->workers[t].finished;
    }
    return actions_add_up(&ret->played);
}

/* What one strategy came to in the first `done` sessions. */
static felt_status finish_job(strategy_job *job, uint64_t done)
{
    const felt_strategy_setup *setup = job->setup;
    for (int t = 0; t < setup->threads; t++) {
        strategy_fills_add_up(&job->workers[t].fills);
        if (job->workers[t].tables.status != FELT_OK)
            return job->workers[t].tables.status;
        if (job->workers[t].overflowed)
            return FELT_ERANGE;
    }
    job->result.played = (felt_session_result){
        .sessions = job->sessions, .count = done < setup->sessions ? done : setup->sessions, .stopped = done < setup->sessions};
    job->sessions = NULL;
    return add_up(job, &job->result);
}

static felt_status open_job(strategy_job *job, const felt_strategy_setup *setup, const felt_strategy *strategy)
{
    *job = (strategy_job){.setup = setup, .strategy = strategy};
    felt_status status = check_setup(setup, strategy->book);
    for (int i = 0; i < strategy->bet_count + strategy->watch_count && status == FELT_OK; i++)
        status = check_pays(strategy->book, strategy->bet_wager[i]);
    if (status != FELT_OK)
        return status;
    coming_plan_make(&job->coming, strategy->book, setup->cut, setup->rules, setup->seed);
    job->runs = asks_for_runs(strategy);
    job->each = setup->rounds < PIECE_ROUNDS ? PIECE_ROUNDS / setup->rounds : 1;
    job->sessions = calloc((size_t)setup->sessions, sizeof *job->sessions);
    return job->sessions == NULL ? FELT_ENOMEM : open_workers(job);
}

static void close_job(strategy_job *job)
{
    if (job->setup != NULL)
        close_workers(job);
    free(job->sessions);
    felt_strategy_result_free(&job->result);
}

/* Plays with all that are open, and says which one failed. */
static felt_status play_all(strategy_jobs *jobs, int *ret_failed)
{
    const felt_strategy_setup *setup = jobs->list[0].setup;
    uint64_t each = jobs->list[0].each;
    pool_setup pool = {.threads = setup->threads,
                       .pieces = (setup->sessions + each - 1) / each,
                       .work = play_piece_of_all,
                       .job = jobs,
                       .tick = setup->tick,
                       .context = setup->context};
    uint64_t done = pool_run(&pool) * each;
    felt_status status = FELT_OK;
    for (int i = 0; i < jobs->count && status == FELT_OK; i++) {
        status = finish_job(&jobs->list[i], done);
        *ret_failed = i;
    }
    return status;
}

felt_status felt_strategies_run(const felt_strategy_setup *setup, const felt_strategy *const *strategies, int count,
                                felt_strategy_result *ret, felt_error *error)
{
    strategy_jobs jobs = {.list = calloc((size_t)count, sizeof *jobs.list), .count = count};
    felt_status status = jobs.list == NULL ? FELT_ENOMEM : FELT_OK;
    int failed = 0;
    for (int i = 0; i < count && status == FELT_OK; i++) {
        status = open_job(&jobs.list[i], setup, strategies[i]);
        failed = i;
    }
    if (status == FELT_OK)
        status = play_all(&jobs, &failed);
    for (int i = 0; i < count && status == FELT_OK; i++) {
        ret[i] = jobs.list[i].result;
        jobs.list[i].result = (felt_strategy_result){.finished = 0};
    }
    for (int i = 0; i < count && jobs.list != NULL; i++)
        close_job(&jobs.list[i]);
    free(jobs.list);
    return status == FELT_OK ? FELT_OK : felt_error_set(error, status, failed, "%s", felt_status_text(status));
}

felt_status felt_strategy_run(const felt_strategy_setup *setup, felt_strategy_result *ret)
{
    return felt_strategies_run(setup, &setup->strategy, 1, ret, NULL);
}

void felt_strategy_result_free(felt_strategy_result *result)
{
    felt_session_result_free(&result->played);
    *result = (felt_strategy_result){.finished = 0};
}
