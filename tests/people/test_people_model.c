/* tests/people/test_people_model.c - limits and exclusion, random, beside a model that keeps everything that ever happened and works each
 * answer out from the beginning.
 *
 *   test_people_model [SEED]     A run that fails prints its seed. */
#include "fake_store.h"
#include "world.h"

#include <stdlib.h>
#include <string.h>

enum { PLAYERS = 3, STEPS = 20000, HISTORY = STEPS, RUNS = 6 };

typedef struct play {
    int64_t at, staked, returned;
} play;

typedef struct request {
    int64_t at, value;
} request;

typedef struct model_player {
    felt_player_id player;
    play plays[HISTORY];
    request limits[PEOPLE_LIMIT_COUNT][HISTORY], exclusions[HISTORY];
    int play_count, limit_counts[PEOPLE_LIMIT_COUNT], exclusion_count;
} model_player;

typedef struct model {
    felt_store *store;
    people *p;
    people_options options;
    uint64_t random, seed;
    int64_t now;
    int step;
    model_player players[PLAYERS];
} model;

static uint64_t roll(model *m, uint64_t sides)
{
    m->random ^= m->random << 13;
    m->random ^= m->random >> 7;
    m->random ^= m->random << 17;
    return (m->random >> 11) % sides;
}

/* ---- the model ---- */

static int64_t day_of(const model *m, int64_t at)
{
    return (at + m->options.day_offset_ms) / PEOPLE_DAY_MS;
}

/* What holds at a time not before the last of the first `count` requests. */
static int64_t holds(const request *list, int count, int64_t at)
{
    if (count == 0)
        return PEOPLE_UNLIMITED;
    const request *last = &list[count - 1];
    int64_t before = holds(list, count - 1, last->at);
    bool is_raise = last->value > before;
    return is_raise && at < last->at + 24 * 3600 * INT64_C(1000) ? before : last->value;
}

static int64_t lost(const model *m, const model_player *who, int days)
{
    int64_t sum = 0;
    for (int i = 0; i < who->play_count; i++)
        if (day_of(m, who->plays[i].at) > day_of(m, m->now) - days)
            sum += who->plays[i].staked - who->plays[i].returned;
    return sum;
}

static int64_t time_today(const model *m, const model_player *who)
{
    int64_t sum = 0, midnight = day_of(m, m->now) * PEOPLE_DAY_MS - m->options.day_offset_ms;
    for (int i = 1; i < who->play_count; i++) {
        int64_t from = who->plays[i - 1].at, to = who->plays[i].at;
        if (to - from <= 300000 && to > midnight)
            sum += to - (from > midnight ? from : midnight);
    }
    return sum;
}

static bool is_excluded(const model *m, const model_player *who)
{
    for (int i = 0; i < who->exclusion_count; i++)
        if (m->now < who->exclusions[i].value)
            return true;
    return false;
}

static int64_t limit_now(const model *m, const model_player *who, people_limit_kind kind)
{
    return holds(who->limits[kind], who->limit_counts[kind], m->now);
}

static people_code answer(const model *m, const model_player *who, int64_t stake, int64_t more)
{
    if (is_excluded(m, who))
        return PEOPLE_EXCLUDED;
    if (stake > limit_now(m, who, PEOPLE_LIMIT_STAKE))
        return PEOPLE_LIMIT_OVER_STAKE;
    int64_t day = limit_now(m, who, PEOPLE_LIMIT_DAY_LOSS), week = limit_now(m, who, PEOPLE_LIMIT_WEEK_LOSS);
    if (day != PEOPLE_UNLIMITED && lost(m, who, 1) + more > day)
        return PEOPLE_LIMIT_OVER_DAY_LOSS;
    if (week != PEOPLE_UNLIMITED && lost(m, who, 7) + more > week)
        return PEOPLE_LIMIT_OVER_WEEK_LOSS;
    return time_today(m, who) >= limit_now(m, who, PEOPLE_LIMIT_DAY_TIME) ? PEOPLE_LIMIT_OVER_DAY_TIME : PEOPLE_FINE;
}

/* ---- both ---- */

static void check(const model *m, const char *what, int64_t found, int64_t expected)
{
    if (found != expected)
        fail_msg("seed %llu, step %d: %s: found %lld, expected %lld", (unsigned long long)m->seed, m->step, what, (long long)found,
                 (long long)expected);
}

static void played(model *m, model_player *who, int64_t staked, int64_t returned)
{
    check(m, "played", people_played(m->p, who->player, (felt_money){staked}, (felt_money){returned}, m->now, NULL), FELT_OK);
    who->plays[who->play_count++] = (play){m->now, staked, returned};
}

static void try_bet(model *m, model_player *who)
{
    people_refusal no = {.code = PEOPLE_FINE};
    int64_t stake = (int64_t)roll(m, 400), more = (int64_t)roll(m, 4) == 0 ? stake / 2 : stake;
    felt_status status = people_may_bet(m->p, who->player, (felt_money){stake}, (felt_money){more}, m->now, &no);
    people_code expected = answer(m, who, stake, more);
    check(m, "may bet", status, expected == PEOPLE_FINE ? FELT_OK : FELT_ELIMIT);
    check(m, "code", no.code, expected);
    if (status == FELT_OK)
        played(m, who, more, 0);
    if (status == FELT_OK && roll(m, 3) == 0)
        played(m, who, 0, (int64_t)roll(m, 3) * more);
}

static void try_limit(model *m, model_player *who)
{
    static const int64_t scale[PEOPLE_LIMIT_COUNT] = {40, 150, 300, 600000};
    people_limit_kind kind = (people_limit_kind)roll(m, PEOPLE_LIMIT_COUNT);
    int64_t value = roll(m, 4) == 0 ? PEOPLE_UNLIMITED : (int64_t)(1 + roll(m, 10)) * scale[kind];
    felt_player_id by = roll(m, 2) == 0 ? who->player : (felt_player_id){0};
    check(m, "limit", people_limit_set(m->p, by, who->player, kind, value, m->now, NULL), FELT_OK);
    who->limits[kind][who->limit_counts[kind]++] = (request){m->now, value};
}

static void try_exclude(model *m, model_player *who)
{
    int64_t until = m->now + (int64_t)roll(m, 4 * 24) * PEOPLE_HOUR_MS, latest = 0;
    for (int i = 0; i < who->exclusion_count; i++)
        latest = who->exclusions[i].value > latest ? who->exclusions[i].value : latest;
    bool good = until >= m->now + 24 * PEOPLE_HOUR_MS && (m->now >= latest || until > latest);
    check(m, "exclude", people_exclude(m->p, who->player, who->player, until, m->now, NULL), good ? FELT_OK : FELT_ELIMIT);
    if (good)
        who->exclusions[who->exclusion_count++] = (request){m->now, until};
}

static void pass_time(model *m)
{
    static const int64_t most[] = {1000, 60000, 400000, 3600000, 86400000, 3 * INT64_C(86400000)};
    m->now += (int64_t)roll(m, (uint64_t)most[roll(m, roll(m, 8) == 0 ? 6 : 4)]) + 1;
}

static void act(model *m, model_player *who)
{
    uint64_t what = roll(m, 200);
    if (what < 150)
        try_bet(m, who);
    else if (what < 170)
        played(m, who, 0, 0);
    else if (what < 190)
        try_limit(m, who);
    else if (what < 192)
        try_exclude(m, who);
    people_day_sum sum;
    check(m, "day", people_day(m->p, who->player, 0, m->now, &sum, NULL), FELT_OK);
    check(m, "lost today", sum.staked - sum.returned, lost(m, who, 1));
    check(m, "time today", sum.played_ms, time_today(m, who));
}

/* What the model knew before a batch; all that is in its lists only grows. */
typedef struct counts {
    int play_count, limit_counts[PEOPLE_LIMIT_COUNT], exclusion_count;
} counts;

static counts counts_of(const model_player *who)
{
    counts c = {.play_count = who->play_count, .exclusion_count = who->exclusion_count};
    memcpy(c.limit_counts, who->limit_counts, sizeof c.limit_counts);
    return c;
}

static void go_back(model_player *who, const counts *c)
{
    who->play_count = c->play_count;
    who->exclusion_count = c->exclusion_count;
    memcpy(who->limit_counts, c->limit_counts, sizeof who->limit_counts);
}

/* Another process has the store; or, where sums may be kept late, the same one that closed in order. */
static void reopen(model *m)
{
    people_close(m->p);
    check(m, "open", people_open(m->store, &m->options, &m->p, NULL), FELT_OK);
}

static void batch(model *m)
{
    counts before[PLAYERS];
    bool all = m->options.sums_lag_ms > 0 && roll(m, 20) == 0;
    for (int i = 0; i < PLAYERS; i++)
        before[i] = counts_of(&m->players[i]);
    check(m, "begin", felt_store_begin(m->store, NULL), FELT_OK);
    for (uint64_t i = roll(m, 4); i > 0; i--)
        act(m, &m->players[roll(m, PLAYERS)]);
    check(m, "keep", people_keep(m->p, all, m->now, NULL), FELT_OK);
    if (m->options.sums_lag_ms == 0 && roll(m, 10) == 0) { /* it comes to nothing */
        check(m, "rollback", felt_store_rollback(m->store, NULL), FELT_OK);
        people_forget(m->p, m->store);
        for (int i = 0; i < PLAYERS; i++)
            go_back(&m->players[i], &before[i]);
        return;
    }
    check(m, "commit", felt_store_commit(m->store, NULL), FELT_OK);
    if (all || (m->options.sums_lag_ms == 0 && roll(m, 50) == 0))
        reopen(m);
}

static void open_model(model *m, uint64_t seed)
{
    char token[PEOPLE_TOKEN_BYTES];
    people_player player;
    m->seed = seed;
    m->random = seed * 2654435769u + 88172645463325252u;
    m->now = WORLD_DAY + (int64_t)roll(m, 86400000);
    m->options = world_options();
    m->options.workers = 0;
    m->options.sums_lag_ms = seed % 2 == 0 ? 0 : 5000;
    m->options.shared = seed % 3 == 0;
    m->options.day_offset_ms = (int64_t)(seed % 4) * PEOPLE_HOUR_MS;
    m->options.remembered = seed % 5 == 0 ? 2 : 100;
    felt_store_open("", &m->store, NULL);
    check(m, "open", people_open(m->store, &m->options, &m->p, NULL), FELT_OK);
    for (int i = 0; i < PLAYERS; i++) {
        felt_store_begin(m->store, NULL);
        check(m, "guest", people_guest(m->p, felt_text_from("192.0.2.1"), m->now, &player, token, NULL), FELT_OK);
        felt_store_commit(m->store, NULL);
        m->players[i].player = player.player;
    }
}

static uint64_t first_seed = 1;

static void test_model(void **state)
{
    (void)state;
    for (uint64_t seed = first_seed; seed < first_seed + RUNS; seed++) {
        model *m = calloc(1, sizeof *m);
        assert_non_null(m);
        open_model(m, seed);
        for (m->step = 0; m->step < STEPS / RUNS; m->step++) {
            pass_time(m);
            batch(m);
        }
        people_close(m->p);
        felt_store_close(m->store);
        free(m);
    }
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_model)};
    if (argc > 1)
        first_seed = strtoull(argv[1], NULL, 10);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
