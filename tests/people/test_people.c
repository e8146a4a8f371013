/* tests/people/test_people.c - what people promises, on a store: guests, accounts, sessions, limits, exclusion, operators, the log. */
#include "world.h"

#include <stdlib.h>
#include <string.h>

static felt_text text(const char *terminated)
{
    return felt_text_from(terminated);
}

static int64_t available(world *w, felt_player_id player)
{
    felt_balance balance;
    assert_int_equal(felt_store_balance(w->store, player, &balance, NULL), FELT_OK);
    return balance.available.minor;
}

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
    assert_int_equal(available(&w, guest.player), w.options.guest_credit.minor);
    assert_int_equal(people_session_find(w.p, text(token), w.now, &session, &no), FELT_OK);
    assert_int_equal(session.player.player.number, guest.player.number);
    people_player found;
    assert_int_equal(people_find_name(w.p, text(name), w.now, &found, &no), FELT_OK);
    assert_int_equal(found.player.number, guest.player.number);
    assert_refused(people_find_name(w.p, text("Guest 0999"), w.now, &found, &no), no, PEOPLE_PLAYER_UNKNOWN);
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
    assert_refused(people_guest(w.p, text("192.0.2.1"), w.now, &player, token, &no), no, PEOPLE_GUEST_CAP);
    assert_int_equal(no.wait_ms, 23 * PEOPLE_HOUR_MS);
    world_commit(&w);
    world_guest(&w, "192.0.2.2", NULL); /* another address */
    world_restart(&w);
    world_begin(&w);
    assert_refused(people_guest(w.p, text("192.0.2.1"), w.now, &player, token, &no), no, PEOPLE_GUEST_CAP);
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
                      .name = text("Anna"),
                      .passphrase = text("correct horse"),
                      .address = text("192.0.2.1"),
                      .context = &w};
    people_result result = world_job(&w, &job);
    assert_int_equal(result.status, FELT_OK);
    assert_ptr_equal(result.context, &w);
    assert_int_equal(result.player.player.number, guest.player.number); /* the number and the credits stay */
    assert_string_equal(result.player.name, "Anna");
    assert_false(result.player.guest);
    assert_int_equal(available(&w, guest.player), w.options.guest_credit.minor);
    assert_refused(people_session_find(w.p, text(token), w.now, &session, &no), no, PEOPLE_SESSION_NONE); /* the guest's session */
    assert_int_equal(people_session_find(w.p, text(result.token), w.now, &session, &no), FELT_OK);
    result = world_job(&w, &job);
    assert_refused(result.status, result.no, PEOPLE_NAME_TAKEN);
    job.name = text("Anna Two");
    result = world_job(&w, &job);
    assert_refused(result.status, result.no, PEOPLE_NOT_GUEST);
    job.player.number = 999;
    result = world_job(&w, &job);
    assert_refused(result.status, result.no, PEOPLE_PLAYER_UNKNOWN);
    job.player.number = 0;
    job.name = text("ANNA");
    result = world_job(&w, &job);
    assert_refused(result.status, result.no, PEOPLE_NAME_TAKEN);
    job.name = text("Guest 7");
    result = world_job(&w, &job);
    assert_refused(result.status, result.no, PEOPLE_NAME_BAD);
    job.name = text("Berta");
    job.passphrase = text("short");
    result = world_job(&w, &job);
    assert_refused(result.status, result.no, PEOPLE_PASSPHRASE_BAD);
    assert_int_equal(available(&w, world_account(&w, "Berta", "correct horse", NULL).player), 0);
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
    people_job job = {.kind = PEOPLE_JOB_REGISTER, .name = text("Anna"), .passphrase = text("correct horse"), .address = text("192.0.2.1")};
    assert_int_equal(people_check_start(w.p, &job, w.now, &no), FELT_OK);
    job.name = text("aNNa");
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
    assert_int_equal(people_session_find(w.p, text(result.token), w.now, &session, &no), FELT_OK);
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
        assert_int_equal(felt_store_notes(w.store, text("person"), text(""), see_cost, &found, NULL), FELT_OK);
        assert_non_null(found);
    }
    assert_int_equal(people_session_find(w.p, text(token), w.now, &session, NULL), FELT_OK);
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
                         .passphrase = text("correct horse"),
                         .fresh = text("battery staple"),
                         .address = text("192.0.2.1")};
    people_job sign_in = {
        .kind = PEOPLE_JOB_SIGN_IN, .name = text("Anna"), .passphrase = text("correct horse"), .address = text("192.0.2.1")};
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
        people_job job = {.kind = PEOPLE_JOB_SIGN_IN, .name = text(name), .passphrase = text("wrong one"), .address = text(address)};
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
        people_job job = {
            .kind = PEOPLE_JOB_REGISTER, .name = text(name), .passphrase = text("correct horse"), .address = text("192.0.2.1")};
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
                      .passphrase = text("wrong one"),
                      .fresh = text("battery staple"),
                      .address = text("192.0.2.1")};
    people_result result = world_job(&w, &job);
    assert_refused(result.status, result.no, PEOPLE_SIGN_IN_WRONG);
    job.passphrase = text("correct horse");
    job.fresh = text("short");
    result = world_job(&w, &job);
    assert_refused(result.status, result.no, PEOPLE_PASSPHRASE_BAD);
    job.fresh = text("battery staple");
    result = world_job(&w, &job);
    assert_int_equal(result.status, FELT_OK);
    assert_refused(people_session_find(w.p, text(token), w.now, &session, &no), no, PEOPLE_SESSION_NONE);
    assert_int_equal(people_session_find(w.p, text(result.token), w.now, &session, &no), FELT_OK);
    assert_int_equal(world_sign_in(&w, "Anna", "correct horse", "192.0.2.1").no.code, PEOPLE_SIGN_IN_WRONG);
    assert_int_equal(world_sign_in(&w, "Anna", "battery staple", "192.0.2.1").status, FELT_OK);
    world_close(&w);
}

/* ---- sessions ---- */

static void session_is(world *w, const char *token, bool there)
{
    people_session session;
    people_refusal no;
    felt_status status = people_session_find(w->p, text(token), w->now, &session, &no);
    if (there)
        assert_int_equal(status, FELT_OK);
    else
        assert_refused(status, no, PEOPLE_SESSION_NONE);
}

static void test_session_ends(void **state)
{
    (void)state;
    world w;
    char token[PEOPLE_TOKEN_BYTES];
    people_session session;
    people_refusal no;
    people_options options = world_options();
    options.session_idle_ms = 1000;
    options.session_longest_ms = 3500;
    world_open(&w, &options);
    world_account(&w, "Anna", "correct horse", token);
    w.now += 200;
    assert_int_equal(people_session_find(w.p, text(token), w.now, &session, &no), FELT_OK);
    assert_false(session.renew);
    for (int i = 0; i < 3; i++) {
        w.now += i < 1 ? 799 : 999;
        assert_int_equal(people_session_find(w.p, text(token), w.now, &session, &no), FELT_OK);
        assert_true(session.renew);
        world_begin(&w);
        assert_int_equal(people_session_renew(w.p, text(token), w.now, &session, &no), FELT_OK);
        world_commit(&w);
        assert_false(session.renew);
    }
    w.now = session.begun_ms + 3499; /* the longest time counts from the beginning */
    session_is(&w, token, true);
    w.now++;
    session_is(&w, token, false);
    world_begin(&w);
    assert_refused(people_session_renew(w.p, text(token), w.now, &session, &no), no, PEOPLE_SESSION_NONE);
    world_commit(&w);
    world_restart(&w);
    session_is(&w, token, false);
    session_is(&w, "", false);
    session_is(&w, "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", false);
    world_close(&w);
}

static void test_sign_out(void **state)
{
    (void)state;
    world w;
    char first[PEOPLE_TOKEN_BYTES];
    people_refusal no;
    world_open(&w, NULL);
    people_player anna = world_account(&w, "Anna", "correct horse", first);
    people_result second = world_sign_in(&w, "Anna", "correct horse", "192.0.2.1"), third = second;
    world_begin(&w);
    assert_int_equal(people_sign_out(w.p, text(first), w.now, &no), FELT_OK);
    assert_int_equal(people_sign_out(w.p, text(first), w.now, &no), FELT_OK);
    assert_int_equal(people_sign_out(w.p, text("what"), w.now, &no), FELT_OK);
    world_commit(&w);
    session_is(&w, first, false);
    session_is(&w, second.token, true);
    third = world_sign_in(&w, "Anna", "correct horse", "192.0.2.1");
    world_begin(&w);
    assert_int_equal(people_sign_out_all(w.p, anna.player, w.now, &no), FELT_OK);
    world_commit(&w);
    session_is(&w, second.token, false);
    session_is(&w, third.token, false);
    third = world_sign_in(&w, "Anna", "correct horse", "192.0.2.1");
    world_restart(&w);
    session_is(&w, second.token, false);
    session_is(&w, third.token, true);
    world_close(&w);
}

static bool count_note(void *context, const felt_note *note)
{
    (void)note;
    ++*(int *)context;
    return true;
}

static int notes_of(world *w, const char *kind)
{
    int count = 0;
    assert_int_equal(felt_store_notes(w->store, text(kind), text(""), count_note, &count, NULL), FELT_OK);
    return count;
}

/* The seventeenth session ends the first. */
static void test_sessions_max(void **state)
{
    (void)state;
    world w;
    char tokens[PEOPLE_SESSIONS_MAX + 1][PEOPLE_TOKEN_BYTES];
    people_refusal no;
    world_open(&w, NULL);
    felt_player_id anna = world_guest(&w, "192.0.2.1", tokens[0]).player;
    for (int i = 1; i <= PEOPLE_SESSIONS_MAX; i++) {
        session_is(&w, tokens[0], true);
        world_begin(&w);
        assert_int_equal(people_session_open(w.p, anna, w.now, tokens[i], &no), FELT_OK);
        world_commit(&w);
    }
    session_is(&w, tokens[0], false);
    assert_int_equal(notes_of(&w, "session"), PEOPLE_SESSIONS_MAX);
    world_restart(&w);
    for (int i = 1; i <= PEOPLE_SESSIONS_MAX; i++)
        session_is(&w, tokens[i], true);
    world_begin(&w);
    assert_int_equal(people_sign_out_all(w.p, anna, w.now, &no), FELT_OK);
    world_commit(&w);
    assert_int_equal(notes_of(&w, "session"), 0);
    world_close(&w);
}

/* What was not committed is forgotten. */
static void test_forget(void **state)
{
    (void)state;
    world w;
    char token[PEOPLE_TOKEN_BYTES], other[PEOPLE_TOKEN_BYTES];
    people_player guest;
    people_day_sum sum;
    people_refusal no;
    world_open(&w, NULL);
    people_player stays = world_guest(&w, "192.0.2.1", token);
    world_begin(&w);
    assert_int_equal(people_guest(w.p, text("192.0.2.1"), w.now, &guest, other, &no), FELT_OK);
    session_is(&w, other, true);
    assert_int_equal(people_sign_out(w.p, text(token), w.now, &no), FELT_OK);
    assert_int_equal(people_played(w.p, stays.player, (felt_money){70}, (felt_money){0}, w.now, &no), FELT_OK);
    assert_int_equal(felt_store_rollback(w.store, NULL), FELT_OK);
    people_forget(w.p, w.store);
    session_is(&w, other, false);
    session_is(&w, token, true);
    assert_int_equal(people_day(w.p, stays.player, 0, w.now, &sum, &no), FELT_OK);
    assert_int_equal(sum.staked, 0);
    people_forget(w.p, NULL); /* the store is lost */
    people_session session;
    assert_int_equal(people_session_find(w.p, text(token), w.now, &session, &no), FELT_EIO);
    assert_int_equal(no.code, PEOPLE_FAILED);
    people_forget(w.p, w.store);
    session_is(&w, token, true);
    world_close(&w);
}

/* More sessions and players than are remembered: all are found again. */
static void test_remembered(void **state)
{
    (void)state;
    world w;
    people_options options = world_options();
    options.remembered = 4;
    options.guest_address_cap = (felt_money){INT64_MAX};
    char tokens[20][PEOPLE_TOKEN_BYTES];
    people_player players[20];
    people_day_sum sum;
    people_refusal no;
    world_open(&w, &options);
    for (int i = 0; i < 20; i++)
        players[i] = world_guest(&w, "192.0.2.1", tokens[i]);
    for (int round = 0; round < 2; round++) {
        world_begin(&w);
        for (int i = 0; i < 20; i++)
            assert_int_equal(people_played(w.p, players[i].player, (felt_money){i}, (felt_money){0}, w.now, &no), FELT_OK);
        world_commit(&w);
    }
    for (int i = 0; i < 20; i++) {
        session_is(&w, tokens[i], true);
        assert_int_equal(people_day(w.p, players[i].player, 0, w.now, &sum, &no), FELT_OK);
        assert_int_equal(sum.staked, 2 * i);
    }
    world_close(&w);
}

static bool see_secret(void *context, const felt_note *note)
{
    const char *secret = context;
    size_t length = strlen(secret);
    for (size_t i = 0; i + length <= note->key.length; i++)
        assert_memory_not_equal(note->key.bytes + i, secret, length);
    for (size_t i = 0; i + length <= note->value.length; i++)
        assert_memory_not_equal(note->value.bytes + i, secret, length);
    return true;
}

/* Neither tokens, passphrases, codes nor addresses stand in the store. */
static void test_no_secrets(void **state)
{
    (void)state;
    static const char *const kinds[] = {"person", "name", "sums", "session", "address-key", "guest-credit"};
    world w;
    char token[PEOPLE_TOKEN_BYTES], code[PEOPLE_CODE_BYTES];
    people_refusal no;
    world_open(&w, NULL);
    world_guest(&w, "192.0.2.199", NULL);
    people_player anna = world_account(&w, "Anna", "correct horse", token);
    world_begin(&w);
    assert_int_equal(people_reset_code(w.p, (felt_player_id){0}, anna.player, text("lost"), w.now, code, &no), FELT_OK);
    world_commit(&w);
    char *secrets[] = {token, code, (char[]){"correct horse"}, (char[]){"192.0.2"}};
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
        for (size_t i = 0; i < sizeof secrets / sizeof *secrets; i++)
            assert_int_equal(felt_store_notes(w.store, text(kinds[k]), text(""), see_secret, secrets[i], NULL), FELT_OK);
    world_close(&w);
}

static void test_sweep(void **state)
{
    (void)state;
    world w;
    people_options options = world_options();
    options.session_idle_ms = PEOPLE_DAY_MS;
    options.guest_address_cap = (felt_money){INT64_MAX};
    char token[PEOPLE_TOKEN_BYTES];
    people_refusal no;
    world_open(&w, &options);
    for (int i = 0; i < 150; i++)
        world_guest(&w, "192.0.2.1", NULL);
    w.now += PEOPLE_DAY_MS;
    for (int i = 0; i < 10; i++)
        world_guest(&w, "192.0.2.1", token);
    assert_int_equal(notes_of(&w, "session"), 160);
    assert_int_equal(notes_of(&w, "address-key"), 2);
    assert_int_equal(notes_of(&w, "guest-credit"), 2);
    for (int i = 0; i < 200; i++) { /* few at a time: it goes on where it was */
        world_begin(&w);
        assert_int_equal(people_sweep(w.p, 1, w.now, &no), FELT_OK);
        world_commit(&w);
    }
    assert_int_equal(notes_of(&w, "session"), 10);
    assert_int_equal(notes_of(&w, "address-key"), 1);
    assert_int_equal(notes_of(&w, "guest-credit"), 1);
    session_is(&w, token, true);
    world_close(&w);
}

/* ---- limits and exclusion ---- */

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
    paid(&w, anna, 500);                                                                    /* what stands is played out and paid */
    assert_int_equal(people_session_find(w.p, text(token), w.now, &session, &no), FELT_OK); /* he can see how */
    assert_int_equal(session.player.excluded_until_ms, until);
    w.now += 20 * PEOPLE_DAY_MS;
    assert_int_equal(people_session_find(w.p, text(token), w.now, &session, &no), FELT_OK);
    assert_false(session.renew);
    world_begin(&w);
    assert_refused(people_session_renew(w.p, text(token), w.now, &session, &no), no, PEOPLE_EXCLUDED);
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
                      .name = text("Anna"),
                      .passphrase = text("correct horse"),
                      .address = text("192.0.2.1")};
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
    assert_int_equal(notes_of(&w, "sums"), 0);
    w.now += w.options.sums_lag_ms;
    world_begin(&w);
    world_commit(&w);
    assert_int_equal(notes_of(&w, "sums"), 1);
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
    assert_int_equal(people_session_find(other.p, text(token), w.now, &session, &no), FELT_OK);
    assert_int_equal(exclude(&w, anna, anna, w.now + 30 * PEOPLE_DAY_MS, &no), FELT_OK);
    world_begin(&w);
    assert_int_equal(people_sign_out_all(w.p, anna, w.now, &no), FELT_OK);
    world_commit(&w);
    w.now = other.now += w.options.recheck_ms;
    assert_refused(bet(&other, anna, 1, &no), no, PEOPLE_EXCLUDED);
    session_is(&other, token, false);
    assert_int_equal(people_day(other.p, anna, 0, w.now, &sum, &no), FELT_OK);
    assert_int_equal(sum.staked, 900);
    people_close(other.p);
    felt_store_close(other.store);
    world_close(&w);
}

/* ---- operators ---- */

static felt_status role(world *w, felt_player_id by, felt_player_id player, bool is_operator, const char *reason, people_refusal *no)
{
    world_begin(w);
    felt_status status = people_operator_set(w->p, by, player, is_operator, text(reason), w->now, no);
    world_commit(w);
    return status;
}

static void test_operator_role(void **state)
{
    (void)state;
    world w;
    char token[PEOPLE_TOKEN_BYTES];
    people_refusal no;
    people_session session;
    world_open(&w, NULL);
    felt_player_id boss = world_operator(&w, "Boss").player, anna = world_account(&w, "Anna", "correct horse", token).player;
    felt_player_id guest = world_guest(&w, "192.0.2.1", NULL).player;
    assert_refused(role(&w, anna, anna, true, "please", &no), no, PEOPLE_NOT_OPERATOR);
    assert_refused(role(&w, (felt_player_id){99}, anna, true, "please", &no), no, PEOPLE_NOT_OPERATOR);
    assert_refused(role(&w, boss, guest, true, "please", &no), no, PEOPLE_NOT_GUEST);
    assert_refused(role(&w, boss, anna, true, "", &no), no, PEOPLE_REASON_BAD);
    assert_refused(role(&w, boss, anna, true, "a\nb", &no), no, PEOPLE_REASON_BAD);
    assert_int_equal(role(&w, boss, anna, true, "a second one", &no), FELT_OK);
    session_is(&w, token, false); /* signs in again, for an operator's shorter time */
    people_result result = world_sign_in(&w, "Anna", "correct horse", "192.0.2.1");
    assert_int_equal(people_session_find(w.p, text(result.token), w.now, &session, &no), FELT_OK);
    assert_true(session.player.is_operator);
    assert_int_equal(session.until_ms, w.now + w.options.operator_idle_ms);
    assert_refused(role(&w, boss, boss, false, "tired", &no), no, PEOPLE_OPERATOR_LAST);
    assert_int_equal(role(&w, anna, boss, false, "tired", &no), FELT_OK);
    assert_refused(role(&w, boss, anna, false, "revenge", &no), no, PEOPLE_NOT_OPERATOR);
    assert_int_equal(people_must_be_operator(w.p, anna, w.now, &no), FELT_OK);
    world_close(&w);
}

static void test_reset_code(void **state)
{
    (void)state;
    world w;
    char code[PEOPLE_CODE_BYTES], token[PEOPLE_TOKEN_BYTES], small[PEOPLE_CODE_BYTES];
    people_refusal no;
    world_open(&w, NULL);
    felt_player_id boss = world_operator(&w, "Boss").player, anna = world_account(&w, "Anna", "correct horse", token).player;
    world_begin(&w);
    assert_refused(people_reset_code(w.p, anna, boss, text("mine"), w.now, code, &no), no, PEOPLE_NOT_OPERATOR);
    assert_int_equal(people_reset_code(w.p, boss, anna, text("lost"), w.now, code, &no), FELT_OK);
    world_commit(&w);
    session_is(&w, token, false);
    assert_int_equal(strlen(code), PEOPLE_CODE_BYTES - 1);
    for (size_t i = 0; i <= strlen(code); i++)
        small[i] = code[i] == '-' ? ' ' : (char)(code[i] >= 'A' && code[i] <= 'Z' ? code[i] + 32 : code[i]);
    people_job job = {.kind = PEOPLE_JOB_RECOVER,
                      .name = text("Anna"),
                      .passphrase = text("2222-2222-2222-2"),
                      .fresh = text("battery staple"),
                      .address = text("192.0.2.1")};
    people_result result = world_job(&w, &job);
    assert_refused(result.status, result.no, PEOPLE_SIGN_IN_WRONG);
    job.name = text("Boss");
    job.passphrase = text(code); /* somebody else's code */
    result = world_job(&w, &job);
    assert_refused(result.status, result.no, PEOPLE_SIGN_IN_WRONG);
    job.name = text("Nobody");
    result = world_job(&w, &job);
    assert_refused(result.status, result.no, PEOPLE_SIGN_IN_WRONG);
    job.name = text("Anna");
    job.passphrase = text(small);
    world_restart(&w);
    result = world_job(&w, &job);
    assert_int_equal(result.status, FELT_OK);
    result = world_job(&w, &job); /* once */
    assert_refused(result.status, result.no, PEOPLE_SIGN_IN_WRONG);
    assert_int_equal(world_sign_in(&w, "Anna", "battery staple", "192.0.2.1").status, FELT_OK);
    world_begin(&w);
    assert_int_equal(people_reset_code(w.p, boss, anna, text("lost"), w.now, code, &no), FELT_OK);
    world_commit(&w);
    w.now += PEOPLE_DAY_MS; /* too late */
    job.passphrase = text(code);
    result = world_job(&w, &job);
    assert_refused(result.status, result.no, PEOPLE_SIGN_IN_WRONG);
    world_close(&w);
}

static void test_grant(void **state)
{
    (void)state;
    world w;
    people_refusal no;
    world_open(&w, NULL);
    felt_player_id boss = world_operator(&w, "Boss").player, anna = world_account(&w, "Anna", "correct horse", NULL).player;
    char reason[PEOPLE_REASON_BYTES_MAX + 2];
    memset(reason, 'x', sizeof reason);
    reason[PEOPLE_REASON_BYTES_MAX] = '\0';
    world_begin(&w);
    assert_int_equal(people_grant(w.p, boss, anna, (felt_money){500}, text(reason), w.now, &no), FELT_OK);
    reason[PEOPLE_REASON_BYTES_MAX] = 'x';
    reason[PEOPLE_REASON_BYTES_MAX + 1] = '\0';
    assert_refused(people_grant(w.p, boss, anna, (felt_money){500}, text(reason), w.now, &no), no, PEOPLE_REASON_BAD);
    assert_refused(people_grant(w.p, anna, anna, (felt_money){500}, text("gift"), w.now, &no), no, PEOPLE_NOT_OPERATOR);
    assert_refused(people_grant(w.p, boss, anna, (felt_money){0}, text("gift"), w.now, &no), no, PEOPLE_AMOUNT_BAD);
    assert_refused(people_grant(w.p, boss, anna, (felt_money){-5}, text("gift"), w.now, &no), no, PEOPLE_AMOUNT_BAD);
    assert_refused(people_grant(w.p, boss, (felt_player_id){99}, (felt_money){5}, text("gift"), w.now, &no), no, PEOPLE_PLAYER_UNKNOWN);
    world_commit(&w);
    assert_int_equal(available(&w, anna), 500);
    world_close(&w);
}

/* ---- all of it ---- */

int main(void)
{
    const struct CMUnitTest tests[] = {
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
        cmocka_unit_test(test_session_ends),
        cmocka_unit_test(test_sign_out),
        cmocka_unit_test(test_sessions_max),
        cmocka_unit_test(test_forget),
        cmocka_unit_test(test_remembered),
        cmocka_unit_test(test_no_secrets),
        cmocka_unit_test(test_sweep),
        cmocka_unit_test(test_stake_limit),
        cmocka_unit_test(test_loss_limits),
        cmocka_unit_test(test_time_limit),
        cmocka_unit_test(test_limit_bounds),
        cmocka_unit_test(test_exclusion),
        cmocka_unit_test(test_excluded_guest),
        cmocka_unit_test(test_sums_late),
        cmocka_unit_test(test_two_processes),
        cmocka_unit_test(test_operator_role),
        cmocka_unit_test(test_reset_code),
        cmocka_unit_test(test_grant),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
