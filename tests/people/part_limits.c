/* tests/people/part_limits.c - limits and exclusion: what a player may stake and lose, and for how long one may play. */
#include "parts.h"

#include <stdlib.h>

static felt_status bet(world *w, felt_player_id player, int64_t stake, people_refusal *no)
{
    felt_status status = people_may_bet(w->p, player, (felt_money){stake}, (felt_money){stake}, w->now, no);
    if (status != FELT_OK)
        return status;
    world_begin(w);
    assert_int_equal(people_played(w->p, player, (felt_money){stake}, (felt_money){0}, w->now, no), FELT_OK);
    world_commit(w);
    return FELT_OK;
}

static void paid(world *w, felt_player_id player, int64_t amount)
{
    world_begin(w);
    assert_int_equal(people_played(w->p, player, (felt_money){0}, (felt_money){amount}, w->now, NULL), FELT_OK);
    world_commit(w);
}

static felt_status limit(world *w, felt_player_id by, felt_player_id player, people_limit_kind kind, int64_t value, people_refusal *no)
{
    world_begin(w);
    felt_status status = people_limit_set(w->p, by, player, kind, value, w->now, no);
    world_commit(w);
    return status;
}

static void test_stake_limit(void **state)
{
    (void)state;
    world w;
    people_refusal no;
    world_open(&w, NULL);
    felt_player_id anna = world_account(&w, "Anna", "correct horse", NULL).player;
    assert_int_equal(bet(&w, anna, 1000000, &no), FELT_OK);
    assert_int_equal(limit(&w, anna, anna, PEOPLE_LIMIT_STAKE, 500, &no), FELT_OK);
    assert_int_equal(bet(&w, anna, 500, &no), FELT_OK);
    assert_refused(bet(&w, anna, 501, &no), no, PEOPLE_LIMIT_OVER_STAKE);
    assert_string_equal(no.sentence, "Your limit is 5.00 for a stake.");
    assert_int_equal(limit(&w, anna, anna, PEOPLE_LIMIT_STAKE, 800, &no), FELT_OK);
    w.now += PEOPLE_RAISE_AFTER_MS - 1;
    world_restart(&w);
    assert_refused(bet(&w, anna, 501, &no), no, PEOPLE_LIMIT_OVER_STAKE);
    w.now++;
    assert_int_equal(bet(&w, anna, 800, &no), FELT_OK);
    assert_refused(bet(&w, anna, 801, &no), no, PEOPLE_LIMIT_OVER_STAKE);
    world_close(&w);
}

static void test_loss_limits(void **state)
{
    (void)state;
    world w;
    people_refusal no;
    world_open(&w, NULL);
    felt_player_id anna = world_account(&w, "Anna", "correct horse", NULL).player;
    assert_int_equal(bet(&w, anna, 100, &no), FELT_OK); /* what was lost before counts */
    assert_int_equal(limit(&w, anna, anna, PEOPLE_LIMIT_DAY_LOSS, 1000, &no), FELT_OK);
    assert_int_equal(limit(&w, anna, anna, PEOPLE_LIMIT_WEEK_LOSS, 2500, &no), FELT_OK);
    assert_int_equal(bet(&w, anna, 600, &no), FELT_OK);
    assert_refused(bet(&w, anna, 301, &no), no, PEOPLE_LIMIT_OVER_DAY_LOSS); /* what stands counts as lost */
    assert_int_equal(no.wait_ms, 23 * PEOPLE_HOUR_MS);
    paid(&w, anna, 1200);
    assert_int_equal(bet(&w, anna, 1500, &no), FELT_OK); /* he was 500 ahead */
    world_restart(&w);
    assert_refused(bet(&w, anna, 1, &no), no, PEOPLE_LIMIT_OVER_DAY_LOSS);
    w.now += PEOPLE_DAY_MS;
    assert_int_equal(bet(&w, anna, 1000, &no), FELT_OK);
    w.now += PEOPLE_DAY_MS;
    assert_int_equal(bet(&w, anna, 500, &no), FELT_OK);
    assert_refused(bet(&w, anna, 1, &no), no, PEOPLE_LIMIT_OVER_WEEK_LOSS); /* 1000 + 1000 + 500 */
    w.now += 4 * PEOPLE_DAY_MS;
    assert_refused(bet(&w, anna, 1, &no), no, PEOPLE_LIMIT_OVER_WEEK_LOSS);
    w.now += PEOPLE_DAY_MS; /* the first of them is seven days ago */
    assert_int_equal(bet(&w, anna, 1000, &no), FELT_OK);
    assert_refused(bet(&w, anna, 1, &no), no, PEOPLE_LIMIT_OVER_DAY_LOSS);
    world_close(&w);
}

static void test_time_limit(void **state)
{
    (void)state;
    world w;
    people_refusal no;
    people_day_sum sum;
    world_open(&w, NULL);
    felt_player_id anna = world_account(&w, "Anna", "correct horse", NULL).player;
    assert_int_equal(limit(&w, anna, anna, PEOPLE_LIMIT_DAY_TIME, 600000, &no), FELT_OK);
    assert_int_equal(bet(&w, anna, 1, &no), FELT_OK);
    w.now += PEOPLE_PAUSE_MS;
    assert_int_equal(bet(&w, anna, 1, &no), FELT_OK);
    w.now += PEOPLE_PAUSE_MS + 1; /* this pause is no time at play */
    assert_int_equal(bet(&w, anna, 1, &no), FELT_OK);
    w.now += PEOPLE_PAUSE_MS - 1;
    assert_int_equal(bet(&w, anna, 1, &no), FELT_OK);
    world_restart(&w);
    w.now += 1;
    world_begin(&w);
    assert_int_equal(people_played(w.p, anna, (felt_money){0}, (felt_money){0}, w.now, &no), FELT_OK);
    world_commit(&w);
    assert_refused(bet(&w, anna, 1, &no), no, PEOPLE_LIMIT_OVER_DAY_TIME);
    assert_string_equal(no.sentence, "You have played for your limit of 10 minutes a day.");
    assert_int_equal(people_day(w.p, anna, 0, w.now, &sum, &no), FELT_OK);
    assert_int_equal(sum.played_ms, 600000);
    w.now = WORLD_DAY + 2 * PEOPLE_DAY_MS - 1000; /* time over midnight belongs to both days */
    paid(&w, anna, 0);
    w.now += 1500;
    paid(&w, anna, 0);
    assert_int_equal(people_day(w.p, anna, 0, w.now, &sum, &no), FELT_OK);
    assert_int_equal(sum.played_ms, 500);
    assert_int_equal(people_day(w.p, anna, 1, w.now, &sum, &no), FELT_OK);
    assert_int_equal(sum.played_ms, 1000);
    world_close(&w);
}

static void test_limit_bounds(void **state)
{
    (void)state;
    world w;
    people_refusal no;
    people_limits limits;
    world_open(&w, NULL);
    felt_player_id anna = world_account(&w, "Anna", "correct horse", NULL).player;
    felt_player_id berta = world_account(&w, "Berta", "correct horse", NULL).player;
    felt_player_id boss = world_operator(&w, "Boss").player;
    assert_refused(limit(&w, anna, anna, PEOPLE_LIMIT_STAKE, -1, &no), no, PEOPLE_LIMIT_BAD);
    assert_int_equal(limit(&w, anna, anna, PEOPLE_LIMIT_STAKE, FELT_STORE_AMOUNT_MAX, &no), FELT_OK);
    assert_refused(limit(&w, anna, anna, PEOPLE_LIMIT_STAKE, FELT_STORE_AMOUNT_MAX + 1, &no), no, PEOPLE_LIMIT_BAD);
    assert_int_equal(limit(&w, anna, anna, PEOPLE_LIMIT_DAY_TIME, PEOPLE_DAY_MS, &no), FELT_OK);
    assert_refused(limit(&w, anna, anna, PEOPLE_LIMIT_DAY_TIME, PEOPLE_DAY_MS + 1, &no), no, PEOPLE_LIMIT_BAD);
    assert_refused(limit(&w, berta, anna, PEOPLE_LIMIT_STAKE, 5, &no), no, PEOPLE_NOT_OPERATOR);
    assert_int_equal(limit(&w, boss, anna, PEOPLE_LIMIT_STAKE, 5, &no), FELT_OK);
    assert_int_equal(limit(&w, boss, anna, PEOPLE_LIMIT_STAKE, 50, &no), FELT_OK); /* an operator cannot raise it at once either */
    assert_int_equal(people_limits_find(w.p, anna, w.now, &limits, &no), FELT_OK);
    assert_int_equal(people_limit_at(&limits.limits[PEOPLE_LIMIT_STAKE], w.now), 5);
    assert_refused(limit(&w, boss, (felt_player_id){99}, PEOPLE_LIMIT_STAKE, 5, &no), no, PEOPLE_PLAYER_UNKNOWN);
    world_close(&w);
}

static felt_status exclude(world *w, felt_player_id by, felt_player_id player, int64_t until, people_refusal *no)
{
    world_begin(w);
    felt_status status = people_exclude(w->p, by, player, until, w->now, no);
    world_commit(w);
    return status;
}

static void test_exclusion(void **state)
{
    (void)state;
    world w;
    char token[PEOPLE_TOKEN_BYTES];
    people_refusal no;
    people_session session;
    world_open(&w, NULL);
    felt_player_id anna = world_account(&w, "Anna", "correct horse", token).player, boss = world_operator(&w, "Boss").player;
    int64_t until = w.now + 30 * PEOPLE_DAY_MS;
    assert_refused(exclude(&w, anna, anna, w.now + PEOPLE_DAY_MS - 1, &no), no, PEOPLE_LIMIT_BAD);
    assert_refused(exclude(&w, anna, anna, INT64_MIN, &no), no, PEOPLE_LIMIT_BAD);
    assert_int_equal(exclude(&w, anna, anna, until, &no), FELT_OK);
    assert_refused(bet(&w, anna, 1, &no), no, PEOPLE_EXCLUDED);
    assert_int_equal(no.wait_ms, 30 * PEOPLE_DAY_MS);
    assert_refused(exclude(&w, anna, anna, until, &no), no, PEOPLE_EXCLUSION_SHORTER); /* nobody can undo it */
    assert_refused(exclude(&w, boss, anna, until - 1, &no), no, PEOPLE_EXCLUSION_SHORTER);
    assert_refused(exclude(&w, (felt_player_id){0}, anna, w.now + 2 * PEOPLE_DAY_MS, &no), no, PEOPLE_EXCLUSION_SHORTER);
    paid(&w, anna, 500); /* what stands is played out and paid */
    assert_int_equal(people_session_find(w.p, felt_text_from(token), w.now, &session, &no), FELT_OK); /* he can see how */
    assert_int_equal(session.player.excluded_until_ms, until);
    w.now += 20 * PEOPLE_DAY_MS;
    assert_int_equal(people_session_find(w.p, felt_text_from(token), w.now, &session, &no), FELT_OK);
    assert_false(session.renew);
    world_begin(&w);
    assert_refused(people_session_renew(w.p, felt_text_from(token), w.now, &session, &no), no, PEOPLE_EXCLUDED);
    assert_refused(people_session_open(w.p, anna, w.now, token, &no), no, PEOPLE_EXCLUDED);
    world_commit(&w);
    people_result result = world_sign_in(&w, "Anna", "correct horse", "192.0.2.1");
    assert_refused(result.status, result.no, PEOPLE_EXCLUDED);
    result = world_sign_in(&w, "Anna", "wrong one", "192.0.2.1"); /* which is told only who knows the passphrase */
    assert_refused(result.status, result.no, PEOPLE_SIGN_IN_WRONG);
    world_restart(&w);
    w.now = until - 1;
    assert_refused(bet(&w, anna, 1, &no), no, PEOPLE_EXCLUDED);
    w.now = until;
    assert_int_equal(world_sign_in(&w, "Anna", "correct horse", "192.0.2.1").status, FELT_OK);
    assert_int_equal(bet(&w, anna, 1, &no), FELT_OK);
    assert_int_equal(exclude(&w, boss, anna, PEOPLE_FOR_GOOD, &no), FELT_OK);
    w.now = INT64_MAX / 2;
    assert_refused(bet(&w, anna, 1, &no), no, PEOPLE_EXCLUDED);
    assert_refused(exclude(&w, anna, anna, PEOPLE_FOR_GOOD, &no), no, PEOPLE_EXCLUSION_SHORTER);
    world_close(&w);
}

static void test_excluded_guest(void **state)
{
    (void)state;
    world w;
    people_refusal no;
    world_open(&w, NULL);
    felt_player_id guest = world_guest(&w, "192.0.2.1", NULL).player;
    assert_int_equal(exclude(&w, guest, guest, PEOPLE_FOR_GOOD, &no), FELT_OK);
    people_job job = {.kind = PEOPLE_JOB_REGISTER,
                      .player = guest,
                      .name = felt_text_from("Anna"),
                      .passphrase = felt_text_from("correct horse"),
                      .address = felt_text_from("192.0.2.1")};
    people_result result = world_job(&w, &job);
    assert_refused(result.status, result.no, PEOPLE_EXCLUDED);
    world_close(&w);
}

/* Sums of players without limits may be kept late, but not lost when a limit is set, or the house closes in order. */
static void test_sums_late(void **state)
{
    (void)state;
    world w;
    people_refusal no;
    people_day_sum sum;
    world_open(&w, NULL);
    felt_player_id anna = world_account(&w, "Anna", "correct horse", NULL).player;
    assert_int_equal(bet(&w, anna, 100, &no), FELT_OK);
    assert_int_equal(world_notes_of(&w, "sums"), 0);
    w.now += w.options.sums_lag_ms;
    world_begin(&w);
    world_commit(&w);
    assert_int_equal(world_notes_of(&w, "sums"), 1);
    assert_int_equal(bet(&w, anna, 200, &no), FELT_OK);
    assert_int_equal(limit(&w, anna, anna, PEOPLE_LIMIT_DAY_LOSS, 1000, &no), FELT_OK);
    world_restart(&w);
    assert_int_equal(people_day(w.p, anna, 0, w.now, &sum, &no), FELT_OK);
    assert_int_equal(sum.staked, 300);
    assert_int_equal(bet(&w, anna, 50, &no), FELT_OK); /* with a limit: in the same batch */
    world_restart(&w);
    assert_int_equal(people_day(w.p, anna, 0, w.now, &sum, &no), FELT_OK);
    assert_int_equal(sum.staked, 350);
    felt_player_id berta = world_account(&w, "Berta", "correct horse", NULL).player;
    assert_int_equal(bet(&w, berta, 70, &no), FELT_OK);
    world_begin(&w);
    assert_int_equal(people_keep(w.p, true, w.now, &no), FELT_OK);
    world_commit(&w);
    world_restart(&w);
    assert_int_equal(people_day(w.p, berta, 0, w.now, &sum, &no), FELT_OK);
    assert_int_equal(sum.staked, 70);
    world_close(&w);
}

/* Another process on the same database: what it knows of a player is ten seconds old at most, and sums add up. */
static void test_two_processes(void **state)
{
    (void)state;
    world w, other;
    people_refusal no;
    people_day_sum sum;
    people_session session;
    char token[PEOPLE_TOKEN_BYTES];
    if (getenv("FELT_POSTGRES") == NULL)
        return; /* a file has one process */
    world_open(&w, NULL);
    other = w;
    assert_int_equal(felt_store_open(getenv("FELT_POSTGRES"), &other.store, NULL), FELT_OK);
    assert_int_equal(people_open(other.store, &other.options, &other.p, &no), FELT_OK);
    felt_player_id anna = world_account(&w, "Anna", "correct horse", token).player;
    assert_int_equal(limit(&w, anna, anna, PEOPLE_LIMIT_DAY_LOSS, 1000, &no), FELT_OK);
    for (int i = 0; i < 3; i++) { /* by turns */
        assert_int_equal(bet(&w, anna, 100, &no), FELT_OK);
        assert_int_equal(bet(&other, anna, 200, &no), FELT_OK);
    }
    assert_refused(bet(&w, anna, 101, &no), no, PEOPLE_LIMIT_OVER_DAY_LOSS);
    assert_refused(bet(&other, anna, 101, &no), no, PEOPLE_LIMIT_OVER_DAY_LOSS);
    assert_int_equal(people_session_find(other.p, felt_text_from(token), w.now, &session, &no), FELT_OK);
    assert_int_equal(exclude(&w, anna, anna, w.now + 30 * PEOPLE_DAY_MS, &no), FELT_OK);
    world_begin(&w);
    assert_int_equal(people_sign_out_all(w.p, anna, w.now, &no), FELT_OK);
    world_commit(&w);
    w.now = other.now += w.options.recheck_ms;
    assert_refused(bet(&other, anna, 1, &no), no, PEOPLE_EXCLUDED);
    world_session_is(&other, token, false);
    assert_int_equal(people_day(other.p, anna, 0, w.now, &sum, &no), FELT_OK);
    assert_int_equal(sum.staked, 900);
    people_close(other.p);
    felt_store_close(other.store);
    world_close(&w);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_stake_limit),  cmocka_unit_test(test_loss_limits),   cmocka_unit_test(test_time_limit),
    cmocka_unit_test(test_limit_bounds), cmocka_unit_test(test_exclusion),     cmocka_unit_test(test_excluded_guest),
    cmocka_unit_test(test_sums_late),    cmocka_unit_test(test_two_processes),
};

const people_part part_limits = {tests, sizeof tests / sizeof *tests};
