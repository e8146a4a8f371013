/* tests/unit/table_model.c - a plain model of a live table; see table_model.h. */
#include "table/table.h"
#include "unit/table_model_inside.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { EVERY_HASH = 8, EVERY_REPLAY = 1500, EVERY_LOAD = 97 };

static bool broken(model *m, const char *format, ...) __attribute__((format(printf, 2, 3)));

static bool broken(model *m, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    vsnprintf(m->why, MODEL_WHY_BYTES, format, list);
    va_end(list);
    return false;
}

/* ---- making ---- */

static bool model_open(model *m, const model_game *game, uint64_t seed, char *why)
{
    memset(m, 0, sizeof *m);
    m->game = game;
    m->why = why;
    m->next_id = m->next_shoe = 1;
    m->limits = (felt_table_limits){game->setup.seat_max, game->setup.round_max, game->setup.cost_max};
    felt_random_counter(&m->random, seed, 1);
    return felt_table_new(&game->setup, &m->table, NULL) == FELT_OK || broken(m, "the table cannot be made");
}

static void model_close(model *m)
{
    for (int i = 0; i < m->bet_count; i++)
        felt_play_free(m->bets[i].play);
    felt_table_free(m->table);
    free(m->answers);
    free(m->history);
}

static void *more(void *array, size_t wanted, size_t size)
{
    void *larger = realloc(array, wanted * size);
    if (larger == NULL)
        abort();
    return larger;
}

/* ---- what events say ---- */

static model_bet *find_bet(model *m, uint64_t bet)
{
    for (int i = 0; i < m->bet_count; i++)
        if (m->bets[i].bet == bet)
            return &m->bets[i];
    return NULL;
}

static void drop_bet(model *m, model_bet *bet)
{
    felt_play_free(bet->play);
    *bet = m->bets[--m->bet_count];
}

/* Puts the position that the table has into the bet's own play. */
static bool follow(model *m, model_bet *bet)
{
    felt_table_view view = felt_table_look(m->table);
    for (int i = 0; i < view.bets; i++) {
        felt_table_bet up = felt_table_bet_at(m->table, i);
        int first;
        if (up.bet != bet->bet)
            continue;
        felt_play_resume(bet->play, view.phase, view.events);
        return felt_play_restore(bet->play, &up.position, 1, &first) == FELT_OK;
    }
    return broken(m, "bet %llu is not up", (unsigned long long)bet->bet);
}

static bool limits_hold(model *m, const felt_event *e)
{
    const felt_table_limits *s = &m->limits;
    int64_t own = 0, all = 0;
    felt_money next, bound;
    for (int i = 0; i < felt_table_look(m->table).bets; i++) {
        felt_table_bet up = felt_table_bet_at(m->table, i);
        const felt_table_wager *w = felt_table_wager_at(m->table, up.position.wager);
        int64_t stake = up.position.stake.minor;
        all += stake;
        own += up.player == e->player ? stake : 0;
        if (up.bet == e->bet && (stake < w->min.minor || (w->max.minor > 0 && stake > w->max.minor) ||
                                 (w->unit.minor > 0 && stake % w->unit.minor != 0) || w->closed))
            return broken(m, "bet %llu of %lld is beyond its limits", (unsigned long long)up.bet, (long long)stake);
    }
    if ((s->seat_max.minor > 0 && own > s->seat_max.minor) || (s->round_max.minor > 0 && all > s->round_max.minor))
        return broken(m, "%lld of a seat or %lld in all is beyond the limits", (long long)own, (long long)all);
    if (felt_table_cost(m->table, &next, &bound, NULL) != FELT_OK || next.minor > bound.minor ||
        (s->cost_max.minor > 0 && next.minor > s->cost_max.minor))
        return broken(m, "the next event may cost too much, or more than its bound");
    return true;
}

static bool on_placed(model *m, const felt_event *e)
{
    if (m->closed)
        return broken(m, "bet %llu was accepted after betting was closed", (unsigned long long)e->bet);
    if (m->game->setup.supplied && felt_table_look(m->table).shoe == 0)
        return broken(m, "bet %llu was accepted while no shoe was in play", (unsigned long long)e->bet);
    if (m->game->fault > 0 && e->amount.minor > m->game->fault)
        return broken(m, "a mistake on purpose: the stake is above %lld", (long long)m->game->fault);
    if (e->seat < 0 || m->seated[e->seat] != e->player || m->bet_count == MODEL_BETS || e->held.minor < e->amount.minor)
        return broken(m, "bet %llu is nobody's, or holds too little", (unsigned long long)e->bet);
    model_bet *bet = &m->bets[m->bet_count++];
    *bet = (model_bet){.bet = e->bet, .player = e->player, .held = e->held.minor, .stays = e->stays};
    m->held += e->held.minor;
    if (felt_play_new(m->game->setup.book, &bet->play) != FELT_OK)
        return broken(m, "out of memory");
    return follow(m, bet) && limits_hold(m, e);
}

static bool on_changed(model *m, const felt_event *e)
{
    model_bet *bet = find_bet(m, e->bet);
    if (m->closed || bet == NULL || bet->player != e->player)
        return broken(m, "bet %llu was changed after betting was closed, or is another's", (unsigned long long)e->bet);
    bet->held += e->held.minor - e->back.minor;
    m->held += e->held.minor;
    m->back += e->back.minor;
    if (bet->held < 0)
        return broken(m, "more came back of bet %llu than was held", (unsigned long long)e->bet);
    if (bet->held == 0) {
        drop_bet(m, bet);
        return true;
    }
    bool limited = e->action == FELT_ACTION_RAISE || e->action == FELT_ACTION_TURN_ON;
    return follow(m, bet) && (e->action != FELT_ACTION_RAISE || !limited || limits_hold(m, e));
}

static bool on_paid(model *m, const felt_event *e)
{
    model_bet *bet = find_bet(m, e->bet);
    if (bet == NULL || bet->player != e->player)
        return broken(m, "bet %llu was paid twice, or to another", (unsigned long long)e->bet);
    if (e->back.minor < 0 || e->lost.minor < 0 || e->back.minor + e->lost.minor != bet->held)
        return broken(m, "of bet %llu %lld was held, and %lld came back and %lld was lost", (unsigned long long)e->bet,
                      (long long)bet->held, (long long)e->back.minor, (long long)e->lost.minor);
    const felt_payment *own = &m->payments[bet - m->bets];
    if (m->closed && !e->taken_down &&
        (own->kind != e->pay || own->back.minor != e->back.minor || own->winnings.minor != e->winnings.minor ||
         own->commission.minor != e->commission.minor || own->row != e->row))
        return broken(m, "bet %llu was not paid what its own play pays", (unsigned long long)e->bet);
    m->back += e->back.minor;
    m->lost += e->lost.minor;
    m->payments[bet - m->bets] = m->payments[m->bet_count - 1];
    drop_bet(m, bet);
    return true;
}

/* Every bet moves in its own play as well. */
static bool on_dealt(model *m, const felt_event *e)
{
    if (!m->closed)
        return broken(m, "a result came while betting was open");
    for (int i = 0; i < m->bet_count; i++)
        if (felt_play_event(m->bets[i].play, e->code, &m->payments[i], NULL) != FELT_OK)
            return broken(m, "bet %llu does not move in its own play", (unsigned long long)m->bets[i].bet);
    return true;
}

static bool on_event(model *m, const felt_event *e)
{
    switch (e->kind) {
    case FELT_EVENT_SEATED:
        if (m->seated[e->seat] != 0 && m->seated[e->seat] != e->player)
            return broken(m, "seat %d is taken", (int)e->seat);
        m->seated[e->seat] = e->player;
        return true;
    case FELT_EVENT_FREED:
        for (int i = 0; i < m->bet_count; i++)
            if (m->bets[i].player == e->player)
                return broken(m, "a seat was freed while bets are up");
        m->seated[e->seat] = 0;
        return true;
    case FELT_EVENT_PLACED:
        m->closed = m->closed && e->again == 0; /* of a result that has been paid */
        return on_placed(m, e);
    case FELT_EVENT_CHANGED:
        return on_changed(m, e);
    case FELT_EVENT_CLOSED:
        m->closed = true;
        return true;
    case FELT_EVENT_DEALT:
        return on_dealt(m, e);
    case FELT_EVENT_PAID:
        return on_paid(m, e);
    case FELT_EVENT_VOIDED:
        m->closed = false;
        return true;
    case FELT_EVENT_LIMITED:
        m->limits = e->limits;
        return true;
    default:
        return true;
    }
}

/* ---- bytes ---- */

static void keep(model *m, const uint8_t *bytes, size_t size)
{
    if (m->history_size + size + 2 > m->history_capacity) {
        m->history_capacity = 2 * (m->history_capacity + size + 2);
        m->history = more(m->history, m->history_capacity, 1);
    }
    m->history[m->history_size++] = (uint8_t)size;
    m->history[m->history_size++] = (uint8_t)(size >> 8);
    memcpy(m->history + m->history_size, bytes, size);
    m->history_size += size;
}

/* The table goes on by what is read back from the event's bytes. */
static bool evolve(model *m, const felt_event *event)
{
    uint8_t bytes[FELT_EVENT_BYTES_MAX], again[FELT_EVENT_BYTES_MAX];
    felt_event back;
    felt_error error;
    size_t size = felt_event_write(event, bytes);
    if (felt_event_read(bytes, size, &back, &error) != FELT_OK)
        return broken(m, "an event is not read back: %.100s", error.message);
    if (felt_event_write(&back, again) != size || memcmp(bytes, again, size) != 0)
        return broken(m, "an event is read back as another");
    keep(m, bytes, size);
    if (felt_table_evolve(m->table, &back, &error) != FELT_OK)
        return broken(m, "%.200s", error.message);
    return on_event(m, &back);
}

static bool same_tables(model *m, felt_table *a, felt_table *b, const char *what)
{
    uint8_t *left, *right;
    size_t left_size, right_size;
    if (felt_table_save(a, &left, &left_size, NULL) != FELT_OK || felt_table_save(b, &right, &right_size, NULL) != FELT_OK)
        return broken(m, "out of memory");
    bool same = left_size == right_size && memcmp(left, right, left_size) == 0;
    free(left);
    free(right);
    return same || broken(m, "%s is not the same table", what);
}

static bool replay(model *m)
{
    felt_table *table;
    bool good = true;
    if (felt_table_new(&m->game->setup, &table, NULL) != FELT_OK)
        return broken(m, "out of memory");
    for (size_t at = 0; at < m->history_size && good;) {
        size_t size = (size_t)(m->history[at] | m->history[at + 1] << 8);
        felt_event event;
        good = felt_event_read(m->history + at + 2, size, &event, NULL) == FELT_OK && felt_table_evolve(table, &event, NULL) == FELT_OK;
        at += size + 2;
    }
    good = good ? same_tables(m, m->table, table, "what is replayed") : broken(m, "the history cannot be replayed");
    felt_table_free(table);
    return good;
}

/* Saved, loaded, and gone on with from there. */
static bool reload(model *m)
{
    uint8_t *bytes;
    size_t size;
    felt_table *loaded;
    felt_error error;
    if (felt_table_save(m->table, &bytes, &size, NULL) != FELT_OK)
        return broken(m, "out of memory");
    felt_status status = felt_table_load(&m->game->setup, bytes, size, &loaded, &error);
    free(bytes);
    if (status != FELT_OK)
        return broken(m, "a saved table is not loaded: %.150s", error.message);
    if (!same_tables(m, m->table, loaded, "what is loaded")) {
        felt_table_free(loaded);
        return false;
    }
    felt_table_free(m->table);
    m->table = loaded;
    return true;
}

/* ---- one step ---- */

/* Everything that must hold between two commands. */
static bool check(model *m)
{
    felt_table_view view = felt_table_look(m->table);
    int64_t up = 0;
    for (int i = 0; i < view.bets; i++) {
        felt_table_bet bet = felt_table_bet_at(m->table, i);
        const model_bet *own = find_bet(m, bet.bet);
        if (own == NULL || own->held != bet.held.minor || own->player != bet.player || own->stays != bet.stays ||
            bet.position.stake.minor > bet.held.minor)
            return broken(m, "bet %llu is not as the events said", (unsigned long long)bet.bet);
        if (felt_play_position(own->play, 0)->state != bet.position.state)
            return broken(m, "bet %llu has moved otherwise than its own play", (unsigned long long)bet.bet);
        up += bet.held.minor;
    }
    if (!table_sums_right(m->table))
        return broken(m, "the sums that the table keeps of its bets are not those of its bets");
    if (view.bets != m->bet_count || up != view.up.minor || m->held - m->back - m->lost != up)
        return broken(m, "held %lld, back %lld, lost %lld, up %lld: money is not conserved", (long long)m->held, (long long)m->back,
                      (long long)m->lost, (long long)view.up.minor);
    if ((view.stage == FELT_STAGE_DEALING) != m->closed)
        return broken(m, "betting is open or closed against what the events said");
    int seated = 0, staying = 0;
    for (int seat = 0; seat < m->game->setup.seats; seat++) {
        uint64_t player = 0;
        bool leaving = false, taken = felt_table_seat(m->table, seat, &player, &leaving);
        if (player != m->seated[seat])
            return broken(m, "seat %d is not as the events said", seat);
        seated += taken;
        staying += taken && !leaving;
    }
    bool dice = !felt_book_game(m->game->setup.book)->one_event;
    if (seated != view.seated || (dice && (view.shooter >= 0) != (staying > 0)))
        return broken(m, "%d are seated, %d stay, the dice are at %d", seated, staying, view.shooter);
    return true;
}

static bool same_command(const felt_command *a, const felt_command *b)
{
    return memcmp(a, b, sizeof *a) == 0;
}

/* What was answered before is answered again, or refused as old or reused. */
static bool check_answer(model *m, const felt_command *c, const felt_events *events, const felt_answer *answer, felt_status status,
                         const char *text)
{
    const model_answer *before = NULL;
    if (c->id == 0 || (c->kind == FELT_COMMAND_TICK && c->player == 0))
        return true;
    for (int i = c->id > m->highest_id ? -1 : m->answer_count - 1; i >= 0 && before == NULL; i--)
        if (m->answers[i].command.player == c->player && m->answers[i].command.id == c->id)
            before = &m->answers[i];
    if (before == NULL) {
        if (answer->repeated)
            return broken(m, "a new command was called a repetition");
        if (events->count == 0)
            return true; /* nothing is to be remembered */
        if (m->answer_count == m->answer_capacity) {
            m->answer_capacity = 2 * m->answer_capacity + 64;
            m->answers = more(m->answers, (size_t)m->answer_capacity, sizeof *m->answers);
        }
        m->highest_id = c->id > m->highest_id ? c->id : m->highest_id;
        model_answer *kept = &m->answers[m->answer_count++];
        *kept = (model_answer){.command = *c, .answer = *answer, .status = status};
        snprintf(kept->text, sizeof kept->text, "%s", status == FELT_OK ? "" : text);
        return true;
    }
    if (events->count != 0)
        return broken(m, "a command had a second effect");
    if (answer->refusal == FELT_REFUSAL_ID_OLD)
        return true;
    if (!same_command(&before->command, c))
        return answer->refusal == FELT_REFUSAL_ID_REUSED || broken(m, "other contents under an id were not noticed");
    bool same = answer->repeated && answer->refusal == before->answer.refusal && answer->bet == before->answer.bet &&
                answer->seat == before->answer.seat && status == before->status && (status == FELT_OK || strcmp(text, before->text) == 0);
    return same || broken(m, "a repetition was answered otherwise");
}

static bool decide(model *m, const script_step *step, int number, felt_events *events)
{
    uint8_t before[FELT_TABLE_HASH_BYTES], after[FELT_TABLE_HASH_BYTES];
    bool hashed = number % EVERY_HASH == 0;
    felt_answer answer;
    felt_error error = {.item = 0};
    if (hashed)
        felt_table_hash(m->table, before, NULL);
    felt_status status = felt_table_decide(m->table, &step->command, step->time_ms, events, &answer, &error);
    if (hashed) {
        felt_table_hash(m->table, after, NULL);
        if (memcmp(before, after, sizeof before) != 0)
            return broken(m, "a decision changed the table");
    }
    if ((status == FELT_OK) != (answer.refusal == FELT_REFUSAL_NONE) || (status != FELT_OK && events->count > 1))
        return broken(m, "an answer contradicts itself");
    return check_answer(m, &step->command, events, &answer, status, error.message);
}

/* A tick has an effect when the table says so, and after it there is nothing more to do at that time. */
static bool check_tick(model *m, const script_step *step, int64_t wakes_before, int64_t now, const felt_events *events)
{
    if (step->command.kind != FELT_COMMAND_TICK || step->command.player != 0)
        return true;
    if ((wakes_before <= now) != (events->count > 0))
        return broken(m, "the table wakes at %lld, and a tick at %lld has %d events", (long long)wakes_before, (long long)now,
                      events->count);
    return felt_table_wakes(m->table) > now || broken(m, "a tick has left something to be done at %lld", (long long)now);
}

static bool play_step(model *m, const script_step *step, int number, felt_events *events)
{
    int64_t wakes = felt_table_wakes(m->table), last = felt_table_look(m->table).time_ms;
    int64_t now = step->time_ms > last ? step->time_ms : last;
    if (!decide(m, step, number, events))
        return false;
    bool result = false;
    for (int i = 0; i < events->count; i++) {
        if (!evolve(m, &events->list[i]))
            return false;
        result = result || events->list[i].kind == FELT_EVENT_DEALT;
    }
    if (result)
        m->closed = false;
    for (int i = 0; result && i < m->bet_count; i++)
        if (!follow(m, &m->bets[i]))
            return false;
    if (!check(m) || !check_tick(m, step, wakes, now, events) || (number % EVERY_LOAD == 0 && !reload(m)))
        return false;
    return number % EVERY_REPLAY != 0 || replay(m);
}

/* ---- scripts ---- */

static int run(const model_game *game, uint64_t seed, script *s, bool draws, char *why)
{
    model *m = calloc(1, sizeof *m);
    felt_events events = {0};
    int failed = -1;
    if (m == NULL)
        abort();
    if (!model_open(m, game, seed, why))
        failed = 0;
    for (int i = 0; i < s->count && failed < 0; i++) {
        if (draws)
            s->steps[i] = model_draw_step(m);
        if (!play_step(m, &s->steps[i], i + 1, &events))
            failed = i;
    }
    if (failed < 0 && !replay(m))
        failed = s->count - 1;
    felt_events_free(&events);
    model_close(m);
    free(m);
    return failed;
}

int model_draw(const model_game *game, uint64_t seed, int count, script *ret, char why[MODEL_WHY_BYTES])
{
    ret->steps = more(NULL, (size_t)count, sizeof *ret->steps);
    ret->count = count;
    int failed = run(game, seed, ret, true, why);
    if (failed >= 0)
        ret->count = failed + 1;
    return failed;
}

int model_play(const model_game *game, const script *s, char why[MODEL_WHY_BYTES])
{
    return run(game, 0, (script *)s, false, why);
}

/* Without `count` steps from `from` on; false when it does not fail any more, and then nothing is left out. */
static bool without(const model_game *game, script *s, int from, int count)
{
    char why[MODEL_WHY_BYTES];
    script less = {more(NULL, (size_t)s->count, sizeof *s->steps), s->count - count};
    memcpy(less.steps, s->steps, (size_t)from * sizeof *s->steps);
    memcpy(less.steps + from, s->steps + from + count, (size_t)(s->count - from - count) * sizeof *s->steps);
    int failed = model_play(game, &less, why);
    if (failed < 0) {
        free(less.steps);
        return false;
    }
    free(s->steps);
    *s = (script){less.steps, failed + 1};
    return true;
}

void model_shrink(const model_game *game, script *s)
{
    for (int size = s->count / 2; size >= 1;) {
        bool shorter = false;
        for (int from = 0; from + size <= s->count && s->count > 1;) {
            if (without(game, s, from, size))
                shorter = true;
            else
                from += size;
        }
        if (!shorter || size > 1)
            size /= 2;
        if (size == 0 && shorter)
            size = 1;
    }
}

void model_print(const script *s)
{
    static const char *const names[FELT_COMMAND_COUNT] = {
        "sit",  "leave", "stay", "bet",        "change",      "deal",        "tick",       "close-betting", "result", "void",
        "open", "pause", "shut", "wager-open", "wager-close", "wager-limit", "shoe-begin", "shoe-end",      "limit",  "stand-up"};
    for (int i = 0; i < s->count; i++) {
        const felt_command *c = &s->steps[i].command;
        printf("# %3d: at %lld player %llu id %llu %s: seat %d wager %d bet %llu action %d amount %lld stays %d min %lld max %lld code %d "
               "shoe %llu\n",
               i + 1, (long long)s->steps[i].time_ms, (unsigned long long)c->player, (unsigned long long)c->id, names[c->kind],
               (int)c->seat, c->wager, (unsigned long long)c->bet, (int)c->action, (long long)c->amount.minor, c->stays,
               (long long)c->min.minor, (long long)c->max.minor, (int)c->code, (unsigned long long)c->shoe);
    }
}
