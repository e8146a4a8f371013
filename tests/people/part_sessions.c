/* tests/people/part_sessions.c - sessions: how long they last, what ends them, and what is kept of them. */
#include "parts.h"

#include <string.h>

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
    assert_int_equal(people_session_find(w.p, felt_text_from(token), w.now, &session, &no), FELT_OK);
    assert_false(session.renew);
    for (int i = 0; i < 3; i++) {
        w.now += i < 1 ? 799 : 999;
        assert_int_equal(people_session_find(w.p, felt_text_from(token), w.now, &session, &no), FELT_OK);
        assert_true(session.renew);
        world_begin(&w);
        assert_int_equal(people_session_renew(w.p, felt_text_from(token), w.now, &session, &no), FELT_OK);
        world_commit(&w);
        assert_false(session.renew);
    }
    w.now = session.begun_ms + 3499; /* the longest time counts from the beginning */
    world_session_is(&w, token, true);
    w.now++;
    world_session_is(&w, token, false);
    world_begin(&w);
    assert_refused(people_session_renew(w.p, felt_text_from(token), w.now, &session, &no), no, PEOPLE_SESSION_NONE);
    world_commit(&w);
    world_restart(&w);
    world_session_is(&w, token, false);
    world_session_is(&w, "", false);
    world_session_is(&w, "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", false);
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
    assert_int_equal(people_sign_out(w.p, felt_text_from(first), w.now, &no), FELT_OK);
    assert_int_equal(people_sign_out(w.p, felt_text_from(first), w.now, &no), FELT_OK);
    assert_int_equal(people_sign_out(w.p, felt_text_from("what"), w.now, &no), FELT_OK);
    world_commit(&w);
    world_session_is(&w, first, false);
    world_session_is(&w, second.token, true);
    third = world_sign_in(&w, "Anna", "correct horse", "192.0.2.1");
    world_begin(&w);
    assert_int_equal(people_sign_out_all(w.p, anna.player, w.now, &no), FELT_OK);
    world_commit(&w);
    world_session_is(&w, second.token, false);
    world_session_is(&w, third.token, false);
    third = world_sign_in(&w, "Anna", "correct horse", "192.0.2.1");
    world_restart(&w);
    world_session_is(&w, second.token, false);
    world_session_is(&w, third.token, true);
    world_close(&w);
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
        world_session_is(&w, tokens[0], true);
        world_begin(&w);
        assert_int_equal(people_session_open(w.p, anna, w.now, tokens[i], &no), FELT_OK);
        world_commit(&w);
    }
    world_session_is(&w, tokens[0], false);
    assert_int_equal(world_notes_of(&w, "session"), PEOPLE_SESSIONS_MAX);
    world_restart(&w);
    for (int i = 1; i <= PEOPLE_SESSIONS_MAX; i++)
        world_session_is(&w, tokens[i], true);
    world_begin(&w);
    assert_int_equal(people_sign_out_all(w.p, anna, w.now, &no), FELT_OK);
    world_commit(&w);
    assert_int_equal(world_notes_of(&w, "session"), 0);
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
    assert_int_equal(people_guest(w.p, felt_text_from("192.0.2.1"), w.now, &guest, other, &no), FELT_OK);
    world_session_is(&w, other, true);
    assert_int_equal(people_sign_out(w.p, felt_text_from(token), w.now, &no), FELT_OK);
    assert_int_equal(people_played(w.p, stays.player, (felt_money){70}, (felt_money){0}, w.now, &no), FELT_OK);
    assert_int_equal(felt_store_rollback(w.store, NULL), FELT_OK);
    people_forget(w.p, w.store);
    world_session_is(&w, other, false);
    world_session_is(&w, token, true);
    assert_int_equal(people_day(w.p, stays.player, 0, w.now, &sum, &no), FELT_OK);
    assert_int_equal(sum.staked, 0);
    people_forget(w.p, NULL); /* the store is lost */
    people_session session;
    assert_int_equal(people_session_find(w.p, felt_text_from(token), w.now, &session, &no), FELT_EIO);
    assert_int_equal(no.code, PEOPLE_FAILED);
    people_forget(w.p, w.store);
    world_session_is(&w, token, true);
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
        world_session_is(&w, tokens[i], true);
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
    assert_int_equal(people_reset_code(w.p, (felt_player_id){0}, anna.player, felt_text_from("lost"), w.now, code, &no), FELT_OK);
    world_commit(&w);
    char *secrets[] = {token, code, (char[]){"correct horse"}, (char[]){"192.0.2"}};
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
        for (size_t i = 0; i < sizeof secrets / sizeof *secrets; i++)
            assert_int_equal(felt_store_notes(w.store, felt_text_from(kinds[k]), felt_text_from(""), see_secret, secrets[i], NULL),
                             FELT_OK);
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
    assert_int_equal(world_notes_of(&w, "session"), 160);
    assert_int_equal(world_notes_of(&w, "address-key"), 2);
    assert_int_equal(world_notes_of(&w, "guest-credit"), 2);
    for (int i = 0; i < 200; i++) { /* few at a time: it goes on where it was */
        world_begin(&w);
        assert_int_equal(people_sweep(w.p, 1, w.now, &no), FELT_OK);
        world_commit(&w);
    }
    assert_int_equal(world_notes_of(&w, "session"), 10);
    assert_int_equal(world_notes_of(&w, "address-key"), 1);
    assert_int_equal(world_notes_of(&w, "guest-credit"), 1);
    world_session_is(&w, token, true);
    world_close(&w);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_session_ends), cmocka_unit_test(test_sign_out),   cmocka_unit_test(test_sessions_max),
    cmocka_unit_test(test_forget),       cmocka_unit_test(test_remembered), cmocka_unit_test(test_no_secrets),
    cmocka_unit_test(test_sweep),
};

const people_part part_sessions = {tests, sizeof tests / sizeof *tests};
