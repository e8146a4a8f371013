/* tests/house/failures.c - what fails on its way to the disk, and what is large: nothing is lost, and nothing is told too early. */
#include "world.h"

#include "store/files.h"
#include "store/vfs.h"

enum { STEPS = 400 };

static uint64_t next_random(uint64_t *seed)
{
    *seed = *seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return *seed >> 33;
}

/* A command by chance, which may be the one before it again. */
static void send_random(world *w, uint64_t *seed)
{
    static const char *const cards[] = {"player", "banker", "tie"};
    static const char *const dice[] = {"pass", "dont-pass", "field", "come"};
    int table = (int)(next_random(seed) % 2), player = (int)(next_random(seed) % PLAYERS);
    uint64_t kind = next_random(seed) % 10;
    felt_command c = {.kind = FELT_COMMAND_BET, .amount = {100 * (int64_t)(1 + next_random(seed) % 8)}};
    if (kind == 0)
        c = (felt_command){.kind = FELT_COMMAND_SIT, .seat = -1};
    else if (kind == 1 && next_random(seed) % 4 == 0)
        c = (felt_command){.kind = FELT_COMMAND_LEAVE};
    else if (kind == 2)
        c = (felt_command){.kind = FELT_COMMAND_CHANGE, .action = FELT_ACTION_TAKE_DOWN, .bet = next_random(seed) % 40};
    else if (kind < 5)
        c = (felt_command){.kind = FELT_COMMAND_DEAL};
    else
        c.wager = world_wager(w, table, table == CARDS ? cards[next_random(seed) % 3] : dice[next_random(seed) % 4]);
    world_send(w, table, player, c, ++w->last_id);
}

/* A house under which the disk fails: it mends itself, and nothing that was answered is lost or done twice. */
static void each_write_fails_in_turn(void **state)
{
    (void)state;
    disk d;
    disk_install(&d, false);
    for (long at = 0; at < 60; at++) {
        uint64_t seed = (uint64_t)at + 1;
        world *w = world_new_of(1000000, at % 3 != 0);
        for (int i = 0; i < PLAYERS; i++) {
            world_sit(w, CARDS, i);
            world_sit(w, DICE, i);
        }
        disk_fail(&d, at, false, at % 2 == 0 ? SQLITE_IOERR : SQLITE_FULL);
        for (int i = 0; i < 60; i++) {
            int waiting = w->answers, sent = 1 + (int)(next_random(&seed) % 4);
            for (int k = 0; k < sent; k++)
                send_random(w, &seed);
            for (int tries = 0; tries < 10 && w->answers < waiting + sent; tries++) {
                world_turn(w);
                w->now += HOUSE_REOPEN_MS;
            }
            assert_int_equal(w->answers, waiting + sent);
        }
        assert_true(d.failed);
        assert_true(w->rebuilt > 0);
        disk_mend(&d);
        nothing_is_lost_or_paid_unseen(w);
        books_balance(w);
        world_free(w);
    }
    disk_remove(&d);
}

/* The number of a table of that name, which is there when the store is, whatever failed. */
static int find_third(world *w, const char *name, bool wanted)
{
    int found = -1;
    for (int tries = 0; tries < 10; tries++) {
        world_turn(w);
        found = house_find(w->h, felt_text_from(name));
        if (house_store(w->h) != NULL && (found >= 0) == wanted && (found < 0 || house_table_at(w->h, found) != NULL))
            return found;
        w->now += HOUSE_REOPEN_MS;
    }
    fail();
    return found;
}

/* The same when tables come and go: each is there once it was said to be, and gone once it has gone. */
static void each_write_fails_while_tables_come_and_go(void **state)
{
    (void)state;
    disk d;
    felt_error error;
    disk_install(&d, false);
    for (long at = 0; at < 60; at++) {
        world *w = world_new_of(1000000, at % 3 != 0);
        disk_fail(&d, at, false, at % 2 == 0 ? SQLITE_IOERR : SQLITE_FULL);
        for (int private = 0; private <= 1; private ++) {
            const char *name = private != 0 ? "w-1" : "third";
            int table = -1;
            felt_status status = world_try_third(w, name, private != 0, &table);
            for (int tries = 0; tries < 10 && status == FELT_EIO; tries++) { /* whether it was kept is not known */
                w->now += HOUSE_REOPEN_MS;
                world_turn(w);
                status = world_try_third(w, name, private != 0, &table);
            }
            assert_true(status == FELT_OK || (status == FELT_EDATA && house_find(w->h, felt_text_from(name)) >= 0));
            for (int i = 0; i < 3 && private == 0; i++) {
                table = find_third(w, name, true);
                world_send(w, table, 1, (felt_command){.kind = FELT_COMMAND_SIT, .seat = -1}, ++w->last_id);
                world_send(w, table, 1, (felt_command){.kind = FELT_COMMAND_BET, .wager = world_wager(w, table, "tie"), .amount = {100}},
                           ++w->last_id);
                world_turn(w);
            }
            for (int tries = 0; tries < 10 && house_find(w->h, felt_text_from(name)) >= 0; tries++) {
                table = house_find(w->h, felt_text_from(name));
                house_table_close(w->h, table, NULL, NULL, w->now, &error);
                w->now += HOUSE_REOPEN_MS;
                world_turn(w);
            }
            find_third(w, name, false);
        }
        assert_true(d.failed || at > 40);
        disk_mend(&d);
        world_reopen(w);
        find_third(w, "third", false);
        find_third(w, "w-1", false);
        books_balance(w);
        world_free(w);
    }
    disk_remove(&d);
}

/* Power is lost at a random moment: what was answered is there, and the tables go on. */
static void power_is_lost(void **state)
{
    (void)state;
    for (uint64_t run = 1; run <= 25; run++) {
        uint64_t seed = run;
        disk d;
        disk_install(&d, true);
        world *w = world_new_of(1000000, run % 2 == 0);
        for (int i = 0; i < PLAYERS; i++) {
            world_sit(w, CARDS, i);
            world_sit(w, DICE, i);
        }
        disk_fail(&d, (long)(next_random(&seed) % 120), true, SQLITE_IOERR);
        for (int i = 0; i < 60; i++) {
            send_random(w, &seed);
            world_turn(w);
        }
        world_close(w);
        disk_reboot(&d, run);
        disk_mend(&d);
        world_open(w);
        nothing_is_lost_or_paid_unseen(w);
        books_balance(w);
        world_free(w);
        disk_remove(&d);
    }
}

/* HOUSE_MOVES: "of money in a batch, after which the other tables wait for the next one". */
static void a_large_result_does_not_hold_up_the_others(void **state)
{
    (void)state;
    world *w = world_new(1000000);
    felt_command one = {.kind = FELT_COMMAND_BET, .wager = world_wager(w, CARDS, "player"), .amount = {100}};
    for (int i = 0; i < PLAYERS; i++)
        assert_int_equal(world_sit(w, CARDS, i), HOUSE_DONE);
    assert_int_equal(world_sit(w, DICE, 0), HOUSE_DONE);
    assert_int_equal(world_bet(w, DICE, 0, "field", 100), HOUSE_DONE);
    for (int i = 0; i < HOUSE_MOVES; i++) {
        world_send(w, CARDS, i % PLAYERS, one, ++w->last_id);
        if (i % 100 == 99)
            world_turn(w);
    }
    world_turn(w);
    assert_int_equal(felt_table_look(house_table_at(w->h, CARDS)).bets, HOUSE_MOVES);
    int before = w->results;
    world_send(w, CARDS, 0, (felt_command){.kind = FELT_COMMAND_DEAL}, ++w->last_id);
    world_send(w, DICE, 0, (felt_command){.kind = FELT_COMMAND_DEAL}, ++w->last_id);
    assert_int_equal(house_turn(w->h, w->now), w->now); /* at once again */
    assert_int_equal(w->results, before + 1);
    world_turn(w);
    assert_int_equal(w->results, before + 2);
    assert_true(house_turn(w->h, w->now) > w->now);
    nothing_is_lost(w);
    books_balance(w);
    world_free(w);
}

/* "the tables are then ahead of what anybody may be shown": nobody is told of what is on its way, and what comes meanwhile waits. */
static void nobody_is_told_of_what_is_on_its_way(void **state)
{
    (void)state;
    world *w = world_new_of(1000000, true);
    felt_command one = {.kind = FELT_COMMAND_BET, .wager = world_wager(w, CARDS, "player"), .amount = {100}};
    assert_int_equal(world_sit(w, CARDS, 0), HOUSE_DONE);
    int before = w->answers;
    world_send(w, CARDS, 0, one, ++w->last_id);
    assert_true(house_turn(w->h, w->now) > w->now);
    assert_int_equal(w->answers, before);
    assert_false(house_wind_up(w->h, w->now));
    world_send(w, CARDS, 0, one, ++w->last_id);
    house_await(w->h, 10000000);
    assert_int_equal(w->answers, before);
    assert_true(house_settled(w->h, false, w->now));
    assert_int_equal(w->answers, before + 1);
    assert_int_equal(w->answer.answer.bet, 1);
    world_reopen(w); /* the second was in no batch, and is forgotten */
    assert_int_equal(felt_table_look(house_table_at(w->h, CARDS)).bets, 1);
    nothing_is_lost(w);
    books_balance(w);
    world_free(w);
}

/* A commit fails after the turn: both the command that was in it and the one that came meanwhile are done, once. */
static void what_fails_on_its_way_is_done_again(void **state)
{
    (void)state;
    disk d;
    disk_install(&d, false);
    int failed = 0;
    for (long at = 0; at < 6; at++) {
        world *w = world_new_of(1000000, true);
        felt_command one = {.kind = FELT_COMMAND_BET, .wager = world_wager(w, CARDS, "player"), .amount = {100}};
        assert_int_equal(world_sit(w, CARDS, 0), HOUSE_DONE);
        int before = w->answers, rebuilt = w->rebuilt;
        world_send(w, CARDS, 0, one, ++w->last_id);
        disk_fail(&d, at, false, SQLITE_IOERR);
        house_turn(w->h, w->now);
        world_send(w, CARDS, 0, one, ++w->last_id);
        house_settled(w->h, true, w->now);
        bool lost = d.failed;
        assert_int_equal(w->answers, before + (lost ? 0 : 1));
        for (int tries = 0; tries < 10 && w->answers < before + 2; tries++) {
            world_turn(w);
            w->now += HOUSE_REOPEN_MS;
        }
        assert_int_equal(w->answers, before + 2);
        assert_true(!lost || w->rebuilt > rebuilt);
        failed += lost;
        disk_mend(&d);
        assert_int_equal(felt_table_look(house_table_at(w->h, CARDS)).bets, 2);
        nothing_is_lost(w);
        books_balance(w);
        world_free(w);
    }
    assert_true(failed > 0);
    disk_remove(&d);
}

static void many_commands_with_restarts(void **state)
{
    (void)state;
    uint64_t seed = 99;
    world *w = world_new_of(1000000, true);
    for (int i = 0; i < PLAYERS; i++) {
        world_sit(w, CARDS, i);
        world_sit(w, DICE, i);
    }
    for (int i = 0; i < STEPS; i++) {
        int sent = 1 + (int)(next_random(&seed) % 20), before = w->answers;
        for (int k = 0; k < sent; k++)
            send_random(w, &seed);
        w->now += (int64_t)(next_random(&seed) % 500);
        world_turn(w);
        assert_int_equal(w->answers, before + sent);
        if (next_random(&seed) % 20 == 0) {
            world_reopen(w);
            nothing_is_lost_or_paid_unseen(w);
            books_balance(w);
        }
    }
    assert_true(w->results > 100);
    world_free(w);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(many_commands_with_restarts),
    cmocka_unit_test(a_large_result_does_not_hold_up_the_others),
    cmocka_unit_test(nobody_is_told_of_what_is_on_its_way),
    cmocka_unit_test(what_fails_on_its_way_is_done_again),
    cmocka_unit_test(each_write_fails_in_turn),
    cmocka_unit_test(each_write_fails_while_tables_come_and_go),
    cmocka_unit_test(power_is_lost),
};

const house_part house_failures = {tests, sizeof tests / sizeof *tests};
