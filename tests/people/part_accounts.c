/* tests/people/part_accounts.c - guests and accounts: who comes in, with which passphrase, and how often one may try. */
#include "parts.h"

#include <string.h>

/* ---- guests ---- */

static void test_guest(void **state)
{
    (void)state;
    world w;
    char token[PEOPLE_TOKEN_BYTES], name[64];
    people_session session;
    people_refusal no;
    world_open(&w, NULL);
    people_player guest = world_guest(&w, "192.0.2.1", token);
    snprintf(name, sizeof name, "Guest %lld", (long long)guest.player.number);
    assert_string_equal(guest.name, name);
    assert_true(guest.guest);
    assert_int_equal(world_available(&w, guest.player), w.options.guest_credit.minor);
    assert_int_equal(people_session_find(w.p, felt_text_from(token), w.now, &session, &no), FELT_OK);
    assert_int_equal(session.player.player.number, guest.player.number);
    people_player found;
    assert_int_equal(people_find_name(w.p, felt_text_from(name), w.now, &found, &no), FELT_OK);
    assert_int_equal(found.player.number, guest.player.number);
    assert_refused(people_find_name(w.p, felt_text_from("Guest 0999"), w.now, &found, &no), no, PEOPLE_PLAYER_UNKNOWN);
    world_close(&w);
}

static void test_guest_cap(void **state)
{
    (void)state;
    world w;
    people_options options = world_options();
    options.guest_credit = (felt_money){100};
    options.guest_address_cap = (felt_money){250};
    people_player player;
    people_refusal no;
    char token[PEOPLE_TOKEN_BYTES];
    world_open(&w, &options);
    world_guest(&w, "192.0.2.1", NULL);
    world_guest(&w, "::ffff:192.0.2.1", NULL);
    world_begin(&w);
    assert_refused(people_guest(w.p, felt_text_from("192.0.2.1"), w.now, &player, token, &no), no, PEOPLE_GUEST_CAP);
    assert_int_equal(no.wait_ms, 23 * PEOPLE_HOUR_MS);
    world_commit(&w);
    world_guest(&w, "192.0.2.2", NULL); /* another address */
    world_restart(&w);
    world_begin(&w);
    assert_refused(people_guest(w.p, felt_text_from("192.0.2.1"), w.now, &player, token, &no), no, PEOPLE_GUEST_CAP);
    world_commit(&w);
    w.now += no.wait_ms; /* another day */
    world_guest(&w, "192.0.2.1", NULL);
    world_close(&w);
}

/* ---- accounts ---- */

static void test_register(void **state)
{
    (void)state;
    world w;
    char token[PEOPLE_TOKEN_BYTES];
    people_session session;
    people_refusal no;
    world_open(&w, NULL);
    people_player guest = world_guest(&w, "192.0.2.1", token);
    people_job job = {.kind = PEOPLE_JOB_REGISTER,
                      .player = guest.player,
                      .name = felt_text_from("Anna"),
                      .passphrase = felt_text_from("correct horse"),
                      .address = felt_text_from("192.0.2.1"),
                      .context = &w};
    people_result result = world_job(&w, &job);
    assert_int_equal(result.status, FELT_OK);
    assert_ptr_equal(result.context, &w);
    assert_int_equal(result.player.player.number, guest.player.number); /* the number and the credits stay */
    assert_string_equal(result.player.name, "Anna");
    assert_false(result.player.guest);
    assert_int_equal(world_available(&w, guest.player), w.options.guest_credit.minor);
    assert_refused(people_session_find(w.p, felt_text_from(token), w.now, &session, &no), no,
                   PEOPLE_SESSION_NONE); /* the guest's session */
    assert_int_equal(people_session_find(w.p, felt_text_from(result.token), w.now, &session, &no), FELT_OK);
    result = world_job(&w, &job);
    assert_refused(result.status, result.no, PEOPLE_NAME_TAKEN);
    job.name = felt_text_from("Anna Two");
    result = world_job(&w, &job);
    assert_refused(result.status, result.no, PEOPLE_NOT_GUEST);
    job.player.number = 999;
    result = world_job(&w, &job);
    assert_refused(result.status, result.no, PEOPLE_PLAYER_UNKNOWN);
    job.player.number = 0;
    job.name = felt_text_from("ANNA");
    result = world_job(&w, &job);
    assert_refused(result.status, result.no, PEOPLE_NAME_TAKEN);
    job.name = felt_text_from("Guest 7");
    result = world_job(&w, &job);
    assert_refused(result.status, result.no, PEOPLE_NAME_BAD);
    job.name = felt_text_from("Berta");
    job.passphrase = felt_text_from("short");
    result = world_job(&w, &job);
    assert_refused(result.status, result.no, PEOPLE_PASSPHRASE_BAD);
    assert_int_equal(world_available(&w, world_account(&w, "Berta", "correct horse", NULL).player), 0);
    world_close(&w);
}

typedef struct outcomes {
    int done, taken, count;
} outcomes;

static void see_outcome(void *context, const people_result *result)
{
    outcomes *o = context;
    o->done += result->status == FELT_OK;
    o->taken += result->status == FELT_ELIMIT && result->no.code == PEOPLE_NAME_TAKEN;
    o->count++;
}

/* Collects until there were so many. */
static outcomes collect(world *w, int count)
{
    outcomes o = {.count = 0};
    while (o.count < count) {
        world_begin(w);
        people_collect(w->p, w->now, see_outcome, &o);
        world_commit(w);
    }
    return o;
}

/* Two want one name while both are hashed: one gets it. */
static void test_register_race(void **state)
{
    (void)state;
    world w;
    people_refusal no;
    world_open(&w, NULL);
    people_job job = {.kind = PEOPLE_JOB_REGISTER,
                      .name = felt_text_from("Anna"),
                      .passphrase = felt_text_from("correct horse"),
                      .address = felt_text_from("192.0.2.1")};
    assert_int_equal(people_check_start(w.p, &job, w.now, &no), FELT_OK);
    job.name = felt_text_from("aNNa");
    assert_int_equal(people_check_start(w.p, &job, w.now, &no), FELT_OK);
    outcomes o = collect(&w, 2);
    assert_int_equal(o.done, 1);
    assert_int_equal(o.taken, 1);
    assert_int_equal(world_sign_in(&w, "anna", "correct horse", "192.0.2.1").status, FELT_OK);
    world_close(&w);
}

static bool see_cost(void *context, const felt_note *note)
{
    static char yes[] = "yes";
    static const char cost[] = "m=8,t=2,p=1";
    for (size_t i = 0; i + sizeof cost - 1 <= note->value.length; i++)
        if (memcmp(note->value.bytes + i, cost, sizeof cost - 1) == 0)
            *(char **)context = yes;
    return true;
}

static void test_sign_in(void **state)
{
    (void)state;
    world w;
    people_session session;
    people_refusal no;
    world_open(&w, NULL);
    people_player anna = world_account(&w, "Anna", "correct horse", NULL);
    world_restart(&w);
    people_result result = world_sign_in(&w, "aNNa", "correct horse", "192.0.2.1");
    assert_int_equal(result.status, FELT_OK);
    assert_int_equal(result.player.player.number, anna.player.number);
    assert_int_equal(people_session_find(w.p, felt_text_from(result.token), w.now, &session, &no), FELT_OK);
    static const char *const wrong[][2] = {{"Anna", "correct hors"}, {"Anna", ""}, {"Berta", "correct horse"}, {"\x01", "correct horse"}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        result = world_sign_in(&w, wrong[i][0], wrong[i][1], "192.0.2.9");
        assert_refused(result.status, result.no, PEOPLE_SIGN_IN_WRONG);
        assert_string_equal(result.no.sentence, "There is no account with this name and passphrase.");
    }
    world_close(&w);
}

/* Hashes that cost something else than new ones do are made again, once; sessions stay. */
static void test_hashed_again(void **state)
{
    (void)state;
    world w;
    char token[PEOPLE_TOKEN_BYTES];
    people_session session;
    world_open(&w, NULL);
    world_account(&w, "Anna", "correct horse", token);
    w.options.hash_operations++;
    world_restart(&w);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(world_sign_in(&w, "Anna", "wrong one", "192.0.2.1").no.code, PEOPLE_SIGN_IN_WRONG);
        assert_int_equal(world_sign_in(&w, "Anna", "correct horse", "192.0.2.1").status, FELT_OK);
        char *found = NULL;
        assert_int_equal(felt_store_notes(w.store, felt_text_from("person"), felt_text_from(""), see_cost, &found, NULL), FELT_OK);
        assert_non_null(found);
    }
    assert_int_equal(people_session_find(w.p, felt_text_from(token), w.now, &session, NULL), FELT_OK);
    world_close(&w);
}

/* A passphrase that was changed while it was looked at opens nothing any more. */
static void test_changed_meanwhile(void **state)
{
    (void)state;
    world w;
    people_refusal no;
    world_open(&w, NULL);
    people_player anna = world_account(&w, "Anna", "correct horse", NULL);
    people_job change = {.kind = PEOPLE_JOB_CHANGE,
                         .player = anna.player,
                         .passphrase = felt_text_from("correct horse"),
                         .fresh = felt_text_from("battery staple"),
                         .address = felt_text_from("192.0.2.1")};
    people_job sign_in = {.kind = PEOPLE_JOB_SIGN_IN,
                          .name = felt_text_from("Anna"),
                          .passphrase = felt_text_from("correct horse"),
                          .address = felt_text_from("192.0.2.1")};
    assert_int_equal(people_check_start(w.p, &change, w.now, &no), FELT_OK);
    assert_int_equal(people_check_start(w.p, &change, w.now, &no), FELT_OK);
    assert_int_equal(people_check_start(w.p, &sign_in, w.now, &no), FELT_OK);
    outcomes o = collect(&w, 3); /* in their order */
    assert_int_equal(o.done, 1);
    world_close(&w);
}

/* Five attempts at a name are free, then waits grow; success forgets them. */
static void test_attempts_by_name(void **state)
{
    (void)state;
    world w;
    world_open(&w, NULL);
    world_account(&w, "Anna", "correct horse", NULL);
    char address[32];
    int64_t waits[] = {1000, 2000, 4000};
    for (int i = 0; i < 5; i++) {
        snprintf(address, sizeof address, "192.0.2.%d", i + 10);
        assert_int_equal(world_sign_in(&w, "Anna", "wrong one", address).no.code, PEOPLE_SIGN_IN_WRONG);
    }
    for (int i = 0; i < 3; i++) {
        assert_int_equal(world_sign_in(&w, "Anna", "wrong one", "192.0.2.77").no.code, PEOPLE_SIGN_IN_WRONG);
        people_result result = world_sign_in(&w, "Anna", "correct horse", "192.0.2.78");
        assert_refused(result.status, result.no, PEOPLE_WAIT);
        assert_int_equal(result.no.wait_ms, waits[i]);
        w.now += waits[i];
    }
    assert_int_equal(world_sign_in(&w, "Anna", "correct horse", "192.0.2.78").status, FELT_OK);
    assert_int_equal(world_sign_in(&w, "Anna", "wrong one", "192.0.2.78").no.code, PEOPLE_SIGN_IN_WRONG);
    assert_int_equal(world_sign_in(&w, "Anna", "correct horse", "192.0.2.78").status, FELT_OK);
    world_close(&w);
}

/* Whoever tries many names from one address waits as well, also where some of them are his own. */
static void test_attempts_by_address(void **state)
{
    (void)state;
    world w;
    char name[32];
    int tries = 0;
    people_result result = {.status = FELT_OK};
    world_open(&w, NULL);
    world_account(&w, "Mallory", "correct horse", NULL);
    do {
        snprintf(name, sizeof name, "Player %d", tries);
        if (tries % 2 == 0)
            assert_int_equal(world_sign_in(&w, "Mallory", "correct horse", "192.0.2.66").status, FELT_OK);
        result = world_sign_in(&w, name, "wrong one", "192.0.2.66");
    } while (result.no.code == PEOPLE_SIGN_IN_WRONG && ++tries < 100);
    assert_refused(result.status, result.no, PEOPLE_WAIT);
    assert_int_equal(tries, 21);
    assert_int_equal(world_sign_in(&w, "Mallory", "correct horse", "192.0.2.67").status, FELT_OK);
    world_close(&w);
}

/* The line is bounded, and attempts that wait in it count. */
static void test_busy(void **state)
{
    (void)state;
    world w;
    people_refusal no;
    char name[32], address[32];
    felt_status status = FELT_OK;
    int started = 0;
    world_open(&w, NULL);
    for (; status == FELT_OK && started < 1000; started += status == FELT_OK) {
        snprintf(name, sizeof name, "Player %d", started);
        snprintf(address, sizeof address, "192.0.2.%d", started);
        people_job job = {.kind = PEOPLE_JOB_SIGN_IN,
                          .name = felt_text_from(name),
                          .passphrase = felt_text_from("wrong one"),
                          .address = felt_text_from(address)};
        status = people_check_start(w.p, &job, w.now, &no);
    }
    assert_refused(status, no, PEOPLE_BUSY);
    assert_int_equal(started, PEOPLE_QUEUE_MAX);
    collect(&w, PEOPLE_QUEUE_MAX);
    world_close(&w);
}

/* An address makes 20 accounts at once, then one a minute. */
static void test_registrations(void **state)
{
    (void)state;
    world w;
    char name[32];
    people_result result = {.status = FELT_OK};
    int made = 0;
    world_open(&w, NULL);
    for (; result.status == FELT_OK && made < 100; made += result.status == FELT_OK) {
        snprintf(name, sizeof name, "Player %d", made);
        people_job job = {.kind = PEOPLE_JOB_REGISTER,
                          .name = felt_text_from(name),
                          .passphrase = felt_text_from("correct horse"),
                          .address = felt_text_from("192.0.2.1")};
        result = world_job(&w, &job);
    }
    assert_refused(result.status, result.no, PEOPLE_WAIT);
    assert_int_equal(made, 20);
    assert_int_equal(result.no.wait_ms, 60000);
    w.now += 60000;
    world_account(&w, "One More", "correct horse", NULL);
    world_close(&w);
}

static void test_change_passphrase(void **state)
{
    (void)state;
    world w;
    char token[PEOPLE_TOKEN_BYTES];
    people_session session;
    people_refusal no;
    world_open(&w, NULL);
    people_player anna = world_account(&w, "Anna", "correct horse", token);
    people_job job = {.kind = PEOPLE_JOB_CHANGE,
                      .player = anna.player,
                      .passphrase = felt_text_from("wrong one"),
                      .fresh = felt_text_from("battery staple"),
                      .address = felt_text_from("192.0.2.1")};
    people_result result = world_job(&w, &job);
    assert_refused(result.status, result.no, PEOPLE_SIGN_IN_WRONG);
    job.passphrase = felt_text_from("correct horse");
    job.fresh = felt_text_from("short");
    result = world_job(&w, &job);
    assert_refused(result.status, result.no, PEOPLE_PASSPHRASE_BAD);
    job.fresh = felt_text_from("battery staple");
    result = world_job(&w, &job);
    assert_int_equal(result.status, FELT_OK);
    assert_refused(people_session_find(w.p, felt_text_from(token), w.now, &session, &no), no, PEOPLE_SESSION_NONE);
    assert_int_equal(people_session_find(w.p, felt_text_from(result.token), w.now, &session, &no), FELT_OK);
    assert_int_equal(world_sign_in(&w, "Anna", "correct horse", "192.0.2.1").no.code, PEOPLE_SIGN_IN_WRONG);
    assert_int_equal(world_sign_in(&w, "Anna", "battery staple", "192.0.2.1").status, FELT_OK);
    world_close(&w);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_guest),
    cmocka_unit_test(test_guest_cap),
    cmocka_unit_test(test_register),
    cmocka_unit_test(test_register_race),
    cmocka_unit_test(test_sign_in),
    cmocka_unit_test(test_hashed_again),
    cmocka_unit_test(test_changed_meanwhile),
    cmocka_unit_test(test_attempts_by_name),
    cmocka_unit_test(test_attempts_by_address),
    cmocka_unit_test(test_busy),
    cmocka_unit_test(test_registrations),
    cmocka_unit_test(test_change_passphrase),
};

const people_part part_accounts = {tests, sizeof tests / sizeof *tests};
