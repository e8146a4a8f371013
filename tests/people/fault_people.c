/* tests/people/fault_people.c - every call of the store made to fail in turn, and every request for memory, while people come and play.
 *
 * What fails ends with the status of the failure, and nothing of its batch is there; after people_forget the same is done again, and in the
 * end everything is as if nothing had failed. */
#include "../fault/failing.h"
#include "fake_store.h"
#include "people/person.h"
#include "world.h"

#include <felt/people.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static felt_text text(const char *terminated)
{
    return felt_text_from(terminated);
}

/* A day in the house: who is there, and what they remember. */
typedef struct house {
    felt_store *store;
    people *p;
    int64_t now;
    felt_player_id guest, anna, boss;
    char token[PEOPLE_TOKEN_BYTES], code[PEOPLE_CODE_BYTES];
    people_refusal no;
} house;

/* ---- what happens ---- */

static void see_result(void *context, const people_result *result)
{
    *(people_result *)context = *result;
}

static felt_status job(house *h, people_job_kind kind, felt_player_id player, const char *name, const char *passphrase, const char *fresh,
                       felt_player_id *ret)
{
    struct timespec pause = {0, 100000};
    people_result result = {.status = FELT_OK};
    people_job job = {kind, player, text(name), text(passphrase), text(fresh), text("192.0.2.1"), NULL};
    felt_status status = people_check_start(h->p, &job, h->now, &h->no);
    if (status != FELT_OK)
        return status;
    while (!people_collectable(h->p))
        nanosleep(&pause, NULL);
    people_collect(h->p, h->now, see_result, &result);
    h->no = result.no;
    if (result.status == FELT_OK) {
        *ret = result.player.player;
        memcpy(h->token, result.token, sizeof h->token);
    }
    return result.status;
}

static felt_status do_guest(house *h)
{
    people_player player;
    felt_status status = people_guest(h->p, text("192.0.2.1"), h->now, &player, h->token, &h->no);
    if (status == FELT_OK)
        h->guest = player.player;
    return status;
}

static felt_status do_register(house *h)
{
    return job(h, PEOPLE_JOB_REGISTER, h->guest, "Anna", "correct horse", "", &h->anna);
}

static felt_status do_register_boss(house *h)
{
    return job(h, PEOPLE_JOB_REGISTER, (felt_player_id){0}, "Boss", "correct horse", "", &h->boss);
}

static felt_status do_role(house *h)
{
    return people_operator_set(h->p, (felt_player_id){0}, h->boss, true, text("first"), h->now, &h->no);
}

static felt_status do_grant(house *h)
{
    return people_grant(h->p, h->boss, h->anna, (felt_money){500}, text("a gift"), h->now, &h->no);
}

static felt_status do_code(house *h)
{
    return people_reset_code(h->p, h->boss, h->anna, text("lost"), h->now, h->code, &h->no);
}

static felt_status do_recover(house *h)
{
    return job(h, PEOPLE_JOB_RECOVER, (felt_player_id){0}, "Anna", h->code, "battery staple", &h->anna);
}

static felt_status do_change(house *h)
{
    return job(h, PEOPLE_JOB_CHANGE, h->anna, "", "battery staple", "tuesday morning", &h->anna);
}

static felt_status do_sign_in(house *h)
{
    return job(h, PEOPLE_JOB_SIGN_IN, (felt_player_id){0}, "Anna", "tuesday morning", "", &h->anna);
}

static felt_status do_bet(house *h)
{
    felt_status status = people_may_bet(h->p, h->anna, (felt_money){100}, (felt_money){100}, h->now, &h->no);
    if (status == FELT_OK)
        status = people_played(h->p, h->anna, (felt_money){100}, (felt_money){0}, h->now, &h->no);
    return status;
}

static felt_status do_limit(house *h)
{
    return people_limit_set(h->p, h->anna, h->anna, PEOPLE_LIMIT_DAY_LOSS, 1000, h->now, &h->no);
}

static felt_status do_win(house *h)
{
    felt_status status = people_won(h->p, h->anna, text("a table"), (felt_money){100}, (felt_money){5000000}, h->now, &h->no);
    if (status == FELT_OK)
        status = people_played(h->p, h->anna, (felt_money){0}, (felt_money){300}, h->now, &h->no);
    return status;
}

static felt_status do_renew(house *h)
{
    people_session session;
    felt_status status = people_session_find(h->p, text(h->token), h->now, &session, &h->no);
    if (status == FELT_OK)
        status = people_session_renew(h->p, text(h->token), h->now, &session, &h->no);
    return status;
}

static felt_status do_exclude(house *h)
{
    return people_exclude(h->p, h->boss, h->anna, PEOPLE_FOR_GOOD, h->now, &h->no);
}

static felt_status do_sign_out(house *h)
{
    return people_sign_out(h->p, text(h->token), h->now, &h->no);
}

static felt_status do_sign_out_all(house *h)
{
    return people_sign_out_all(h->p, h->anna, h->now, &h->no);
}

static felt_status do_sweep(house *h)
{
    return people_sweep(h->p, 100, h->now + 200 * PEOPLE_DAY_MS, &h->no);
}

static felt_status (*const steps[])(house *) = {do_guest,   do_register, do_register_boss, do_role,     do_grant,        do_code,
                                                do_recover, do_change,   do_sign_in,       do_bet,      do_limit,        do_bet,
                                                do_win,     do_renew,    do_exclude,       do_sign_out, do_sign_out_all, do_sweep};
enum { STEPS = sizeof steps / sizeof *steps };

/* One batch. What fails in it leaves nothing behind. */
static felt_status step(house *h, int number)
{
    h->no = (people_refusal){.code = PEOPLE_FINE};
    felt_status status = felt_store_begin(h->store, NULL);
    if (status != FELT_OK)
        return status;
    status = steps[number](h);
    if (status == FELT_OK)
        status = people_keep(h->p, true, h->now, &h->no);
    if (h->no.code == PEOPLE_WAIT) /* who cannot be counted for want of memory has to wait */
        return FELT_ENOMEM;
    if (status != FELT_OK && h->no.code != PEOPLE_FAILED)
        fail_msg("step %d: status %d, %s", number, (int)status, h->no.sentence);
    return status == FELT_OK ? felt_store_commit(h->store, NULL) : status;
}

/* What must be the same in the end. */
static void digest_house(const house *h, uint64_t *digest)
{
    static const char *const kinds[] = {"person", "name", "sums", "session", "address-key", "guest-credit"};
    char key[32];
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        int count = fake_note_count(h->store, kinds[i]);
        failing_digest(digest, &count, sizeof count);
    }
    snprintf(key, sizeof key, "%020lld", (long long)h->anna.number);
    failing_digest_text(digest, text(fake_note(h->store, "sums", key)));
    int records = fake_records(h->store, PEOPLE_LOG_CHAIN);
    failing_digest(digest, &records, sizeof records);
}

static house house_open(felt_store *store)
{
    people_options options = world_options();
    house h = {.store = store, .now = WORLD_DAY};
    assert_int_equal(people_open(store, &options, &h.p, &h.no), FELT_OK);
    return h;
}

static void house_close(house *h)
{
    people_close(h->p);
    felt_store_close(h->store);
}

/* ---- the store fails ---- */

static void test_store_fails(void **state)
{
    (void)state;
    uint64_t whole = 0;
    long failures = 0;
    bool failed = true;
    for (long at = -1; at <= 0 || failed; at++) {
        felt_store *store;
        uint64_t digest = 0;
        felt_store_open("", &store, NULL);
        house h = house_open(store);
        failed = false;
        fake_fail_at(store, at);
        for (int i = 0; i < STEPS; i++) {
            felt_status status = step(&h, i);
            if (status == FELT_OK)
                continue;
            assert_false(failed);
            assert_int_equal(status, FELT_EIO);
            if (h.no.code == PEOPLE_FAILED)
                assert_string_equal(h.no.sentence, "the disk is gone");
            failed = true;
            failures++;
            fake_revive(store);
            people_forget(h.p, store);
            i--;
        }
        digest_house(&h, &digest);
        whole = at < 0 ? digest : whole;
        assert_int_equal(digest, whole);
        house_close(&h);
    }
    assert_true(failures > 100);
}

/* ---- memory fails ---- */

static felt_status play_all(void *context, uint64_t *ret_digest)
{
    people_options options = world_options();
    house h = {.now = WORLD_DAY};
    int again = 0;
    (void)context;
    felt_store_open("", &h.store, NULL);
    felt_status status = people_open(h.store, &options, &h.p, &h.no);
    for (int i = 0; i < STEPS && status == FELT_OK; i++) {
        status = step(&h, i);
        if ((status == FELT_ENOMEM || status == FELT_EDATA) && again++ == 0) { /* once more */
            fake_revive(h.store);
            people_forget(h.p, h.store);
            status = FELT_OK;
            i--;
        }
    }
    if (status == FELT_OK)
        digest_house(&h, ret_digest);
    people_close(h.p);
    felt_store_close(h.store);
    return status;
}

static void test_memory_fails(void **state)
{
    (void)state;
    failing_each(FAILING_SYSTEM, FELT_ENOMEM, 30, play_all, NULL);
}

/* Writes and reads again what notes have. Texts are short: where there is no memory for one of 16 letters to grow, the JSON library (2.14)
 * ends the program itself. */
static felt_status write_and_read(void *context, uint64_t *ret_digest)
{
    (void)context;
    char bytes[NOTE_BYTES_MAX];
    person who = {.name = "Anna", .made_ms = 12, .limits = people_limits_none()};
    kept_sums sums = {.last_ms = 88};
    felt_error error;
    who.limits.limits[PEOPLE_LIMIT_STAKE] = (people_limit){5, 6, 7};
    people_sums_add(&sums.sums, &(people_day_sum){20000, 1, 2, 3});
    json_t *values[] = {person_write(&who), sums_write(&sums)};
    felt_status status = values[0] != NULL && values[1] != NULL ? FELT_OK : FELT_ENOMEM;
    for (int i = 0; i < 2 && status == FELT_OK; i++) {
        size_t length = json_dumpb(values[i], bytes, sizeof bytes, JSON_COMPACT);
        felt_text written = {bytes, length};
        status = length == 0 ? FELT_ENOMEM : FELT_OK;
        if (status == FELT_OK)
            status = i == 0 ? person_read(written, &who, &error) : sums_read(written, &sums, &error);
    }
    json_decref(values[0]);
    json_decref(values[1]);
    if (status == FELT_OK) {
        failing_digest(ret_digest, &who, sizeof who);
        failing_digest(ret_digest, &sums, sizeof sums);
    }
    return status;
}

static void test_json_fails(void **state)
{
    (void)state;
    failing_each(FAILING_JSON, FELT_ENOMEM, 50, write_and_read, NULL);
}

static void test_arena_fails(void **state)
{
    (void)state;
    failing_each(FAILING_ARENA, FELT_EDATA, 15, play_all, NULL);
}

static void test_threads_fail(void **state)
{
    (void)state;
    failing_each(FAILING_THREAD, FELT_EIO, 1, play_all, NULL);
}

/* ---- at the terminal ---- */

static bool count_operator(void *context, const felt_operator *who)
{
    assert_string_equal(who->name, "Maria");
    ++*(int *)context;
    return true;
}

static int operators_of(felt_store *store)
{
    int count = 0;
    assert_int_equal(felt_operator_list(store, count_operator, &count, NULL), FELT_OK);
    return count;
}

typedef enum terminal_deed { TERMINAL_ADD, TERMINAL_REMOVE, TERMINAL_DEEDS } terminal_deed;

static felt_status at_terminal(felt_store *store, terminal_deed what, felt_error *error)
{
    if (what == TERMINAL_ADD)
        return felt_operator_add(store, text("Maria"), text("correct horse"), WORLD_DAY, error);
    return felt_operator_remove(store, text("Maria"), WORLD_DAY, error);
}

/* Each call of the store fails in turn: it is said, and nothing has changed. */
static void test_terminal_fails(void **state)
{
    (void)state;
    felt_store *store;
    felt_store_open("", &store, NULL);
    for (int what = 0; what < TERMINAL_DEEDS; what++) {
        felt_error error = {.message = ""};
        felt_status status = FELT_EIO;
        for (long at = 0; status != FELT_OK; at++) {
            int before = operators_of(store), records = fake_records(store, PEOPLE_LOG_CHAIN);
            fake_fail_at(store, at);
            status = at_terminal(store, (terminal_deed)what, &error);
            fake_revive(store);
            if (status == FELT_OK)
                break;
            assert_int_equal(status, FELT_EIO);
            assert_string_equal(error.message, "the disk is gone");
            assert_int_equal(operators_of(store), before);
            assert_int_equal(fake_records(store, PEOPLE_LOG_CHAIN), records);
        }
        assert_int_equal(operators_of(store), what == TERMINAL_ADD);
        assert_int_equal(fake_records(store, PEOPLE_LOG_CHAIN), what + 1);
    }
    felt_store_close(store);
}

/* ---- another process ---- */

static void other_process(house *h, felt_player_id player, int64_t staked)
{
    char key[32], value[128];
    snprintf(key, sizeof key, "%020lld", (long long)player.number);
    snprintf(value, sizeof value, "{\"days\":[[%lld,%lld,0,0]],\"last\":1}", (long long)(h->now / PEOPLE_DAY_MS), (long long)staked);
    fake_touch(h->store, "sums", key, value);
}

/* Sums that another process has kept are added to, not written over. */
static void test_sums_of_others(void **state)
{
    (void)state;
    felt_store *store;
    people_day_sum sum;
    felt_store_open("", &store, NULL);
    house h = house_open(store);
    for (int i = 0; i < 10; i++) /* up to the bet */
        assert_int_equal(step(&h, i), FELT_OK);
    other_process(&h, h.anna, 1000);
    assert_int_equal(step(&h, 9), FELT_OK); /* one more bet of 100, and 100 from before that the other one did not know */
    assert_int_equal(people_day(h.p, h.anna, 0, h.now, &sum, &h.no), FELT_OK);
    assert_int_equal(sum.staked, 1100);
    house_close(&h);
}

/* In a store that is shared, limits look at what others have kept, and what others have changed is seen after a while. */
static void test_shared(void **state)
{
    (void)state;
    felt_store *store;
    people_refusal no;
    people_session session;
    felt_store_open("", &store, NULL);
    house h = house_open(store);
    people_options options = world_options();
    options.shared = true;
    for (int i = 0; i < 11; i++)
        assert_int_equal(step(&h, i), FELT_OK);
    people *other;
    assert_int_equal(people_open(store, &options, &other, &no), FELT_OK);
    assert_int_equal(people_may_bet(other, h.anna, (felt_money){900}, (felt_money){900}, h.now, &no), FELT_OK);
    assert_int_equal(step(&h, 11), FELT_OK); /* 100 more, here */
    assert_refused(people_may_bet(other, h.anna, (felt_money){801}, (felt_money){801}, h.now, &no), no, PEOPLE_LIMIT_OVER_DAY_LOSS);
    assert_int_equal(people_session_find(other, text(h.token), h.now, &session, &no), FELT_OK);
    assert_int_equal(felt_store_begin(store, NULL), FELT_OK);
    assert_int_equal(people_sign_out_all(h.p, h.anna, h.now, &no), FELT_OK);
    assert_int_equal(felt_store_commit(store, NULL), FELT_OK);
    h.now += options.recheck_ms;
    assert_refused(people_session_find(other, text(h.token), h.now, &session, &no), no, PEOPLE_SESSION_NONE);
    people_close(other);
    house_close(&h);
}

/* ---- the log ---- */

static void test_log(void **state)
{
    (void)state;
    static const char *const wanted[] = {
        "{\"felt\":\"change\",\"when\":%lld,\"by\":0,\"name\":null,\"what\":\"operator\",\"about\":null,\"player\":2,\"before\":false,"
        "\"after\":true,\"reason\":\"first\"}",
        "{\"felt\":\"change\",\"when\":%lld,\"by\":2,\"name\":\"Boss\",\"what\":\"grant\",\"about\":null,\"player\":1,\"before\":null,"
        "\"after\":500,\"reason\":\"a gift\"}",
        "{\"felt\":\"change\",\"when\":%lld,\"by\":2,\"name\":\"Boss\",\"what\":\"reset-code\",\"about\":null,\"player\":1,\"before\":null,"
        "\"after\":null,\"reason\":\"lost\"}",
        "{\"felt\":\"change\",\"when\":%lld,\"by\":1,\"name\":\"Anna\",\"what\":\"limit\",\"about\":\"day-loss\",\"player\":1,"
        "\"before\":{\"now\":9223372036854775807,\"next\":9223372036854775807,\"from\":0},"
        "\"after\":{\"now\":1000,\"next\":1000,\"from\":0},\"reason\":null}",
        "{\"felt\":\"change\",\"when\":%lld,\"by\":0,\"name\":null,\"what\":\"large-win\",\"about\":\"a table\",\"player\":1,"
        "\"before\":null,\"after\":{\"staked\":100,\"returned\":5000000},\"reason\":null}",
        "{\"felt\":\"change\",\"when\":%lld,\"by\":2,\"name\":\"Boss\",\"what\":\"limit\",\"about\":\"exclusion\",\"player\":1,"
        "\"before\":0,\"after\":9223372036854775807,\"reason\":null}",
    };
    static const int after[] = {3, 4, 5, 10, 12, 14}; /* the steps that are logged */
    felt_store *store;
    char line[512];
    felt_store_open("", &store, NULL);
    house h = house_open(store);
    for (int i = 0, logged = 0; i < STEPS; i++) {
        assert_int_equal(step(&h, i), FELT_OK);
        if (logged < 6 && after[logged] == i) {
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
            snprintf(line, sizeof line, wanted[logged++], (long long)h.now);
#pragma GCC diagnostic pop
            assert_string_equal(fake_last_record(store, PEOPLE_LOG_CHAIN), line);
        }
        assert_int_equal(fake_records(store, PEOPLE_LOG_CHAIN), logged);
    }
    house_close(&h);
}

static felt_status log_after(house *h, const char *after, size_t length)
{
    people_change change = {.what = text("test"), .after = {after, length}};
    felt_store_begin(h->store, NULL);
    felt_status status = people_log(h->p, &change, h->now, &h->no);
    felt_store_commit(h->store, NULL);
    return status;
}

/* A win is large from the threshold on; a change has a most length. */
static void test_log_bounds(void **state)
{
    (void)state;
    felt_store *store;
    char value[PEOPLE_CHANGE_BYTES_MAX + 1];
    felt_store_open("", &store, NULL);
    house h = house_open(store);
    int64_t large = world_options().large_win.minor;
    felt_store_begin(store, NULL);
    assert_int_equal(people_won(h.p, (felt_player_id){1}, text("t"), (felt_money){7}, (felt_money){large + 6}, h.now, &h.no), FELT_OK);
    assert_int_equal(fake_records(store, PEOPLE_LOG_CHAIN), 0);
    assert_int_equal(people_won(h.p, (felt_player_id){1}, text("t"), (felt_money){7}, (felt_money){large + 7}, h.now, &h.no), FELT_OK);
    assert_int_equal(fake_records(store, PEOPLE_LOG_CHAIN), 1);
    felt_store_commit(store, NULL);
    memset(value, ' ', sizeof value);
    value[0] = '1';
    assert_int_equal(log_after(&h, value, PEOPLE_CHANGE_BYTES_MAX), FELT_OK);
    assert_refused(log_after(&h, value, PEOPLE_CHANGE_BYTES_MAX + 1), h.no, PEOPLE_AMOUNT_BAD);
    assert_refused(log_after(&h, "{", 1), h.no, PEOPLE_AMOUNT_BAD);
    house_close(&h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_store_fails),    cmocka_unit_test(test_memory_fails), cmocka_unit_test(test_json_fails),
        cmocka_unit_test(test_arena_fails),    cmocka_unit_test(test_threads_fail), cmocka_unit_test(test_terminal_fails),
        cmocka_unit_test(test_sums_of_others), cmocka_unit_test(test_shared),       cmocka_unit_test(test_log),
        cmocka_unit_test(test_log_bounds),
    };
    return sodium_init() < 0 ? 1 : cmocka_run_group_tests(tests, NULL, NULL);
}
