/* tests/people/part_operators.c - operators: the role, codes for passphrases that were forgotten, and grants. */
#include "parts.h"

#include <string.h>

static felt_status role(world *w, felt_player_id by, felt_player_id player, bool is_operator, const char *reason, people_refusal *no)
{
    world_begin(w);
    felt_status status = people_operator_set(w->p, by, player, is_operator, felt_text_from(reason), w->now, no);
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
    world_session_is(&w, token, false); /* signs in again, for an operator's shorter time */
    people_result result = world_sign_in(&w, "Anna", "correct horse", "192.0.2.1");
    assert_int_equal(people_session_find(w.p, felt_text_from(result.token), w.now, &session, &no), FELT_OK);
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
    assert_refused(people_reset_code(w.p, anna, boss, felt_text_from("mine"), w.now, code, &no), no, PEOPLE_NOT_OPERATOR);
    assert_int_equal(people_reset_code(w.p, boss, anna, felt_text_from("lost"), w.now, code, &no), FELT_OK);
    world_commit(&w);
    world_session_is(&w, token, false);
    assert_int_equal(strlen(code), PEOPLE_CODE_BYTES - 1);
    for (size_t i = 0; i <= strlen(code); i++)
        small[i] = code[i] == '-' ? ' ' : (char)(code[i] >= 'A' && code[i] <= 'Z' ? code[i] + 32 : code[i]);
    people_job job = {.kind = PEOPLE_JOB_RECOVER,
                      .name = felt_text_from("Anna"),
                      .passphrase = felt_text_from("2222-2222-2222-2"),
                      .fresh = felt_text_from("battery staple"),
                      .address = felt_text_from("192.0.2.1")};
    people_result result = world_job(&w, &job);
    assert_refused(result.status, result.no, PEOPLE_SIGN_IN_WRONG);
    job.name = felt_text_from("Boss");
    job.passphrase = felt_text_from(code); /* somebody else's code */
    result = world_job(&w, &job);
    assert_refused(result.status, result.no, PEOPLE_SIGN_IN_WRONG);
    job.name = felt_text_from("Nobody");
    result = world_job(&w, &job);
    assert_refused(result.status, result.no, PEOPLE_SIGN_IN_WRONG);
    job.name = felt_text_from("Anna");
    job.passphrase = felt_text_from(small);
    world_restart(&w);
    result = world_job(&w, &job);
    assert_int_equal(result.status, FELT_OK);
    result = world_job(&w, &job); /* once */
    assert_refused(result.status, result.no, PEOPLE_SIGN_IN_WRONG);
    assert_int_equal(world_sign_in(&w, "Anna", "battery staple", "192.0.2.1").status, FELT_OK);
    world_begin(&w);
    assert_int_equal(people_reset_code(w.p, boss, anna, felt_text_from("lost"), w.now, code, &no), FELT_OK);
    world_commit(&w);
    w.now += PEOPLE_DAY_MS; /* too late */
    job.passphrase = felt_text_from(code);
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
    assert_int_equal(people_grant(w.p, boss, anna, (felt_money){500}, felt_text_from(reason), w.now, &no), FELT_OK);
    reason[PEOPLE_REASON_BYTES_MAX] = 'x';
    reason[PEOPLE_REASON_BYTES_MAX + 1] = '\0';
    assert_refused(people_grant(w.p, boss, anna, (felt_money){500}, felt_text_from(reason), w.now, &no), no, PEOPLE_REASON_BAD);
    assert_refused(people_grant(w.p, anna, anna, (felt_money){500}, felt_text_from("gift"), w.now, &no), no, PEOPLE_NOT_OPERATOR);
    assert_refused(people_grant(w.p, boss, anna, (felt_money){0}, felt_text_from("gift"), w.now, &no), no, PEOPLE_AMOUNT_BAD);
    assert_refused(people_grant(w.p, boss, anna, (felt_money){-5}, felt_text_from("gift"), w.now, &no), no, PEOPLE_AMOUNT_BAD);
    assert_refused(people_grant(w.p, boss, (felt_player_id){99}, (felt_money){5}, felt_text_from("gift"), w.now, &no), no,
                   PEOPLE_PLAYER_UNKNOWN);
    world_commit(&w);
    assert_int_equal(world_available(&w, anna), 500);
    world_close(&w);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_operator_role),
    cmocka_unit_test(test_reset_code),
    cmocka_unit_test(test_grant),
};

const people_part part_operators = {tests, sizeof tests / sizeof *tests};
