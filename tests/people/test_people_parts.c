/* tests/people/test_people_parts.c - the parts of src/people/ that need no store: names, cookies, limits, sums, rates, the crew. */
#include "people/cookie.h"
#include "people/crew.h"
#include "people/names.h"
#include "people/person.h"
#include "people/rate.h"
#include "people/shelf.h"

#include <setjmp.h>
#include <sodium.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

static felt_text text(const char *terminated)
{
    return felt_text_from(terminated);
}

/* ---- names ---- */

static void name_is(const char *name, const char *wrong)
{
    felt_error error = {.message = ""};
    felt_status status = people_name_check(text(name), &error);
    if (wrong == NULL) {
        assert_string_equal(error.message, "");
        assert_int_equal(status, FELT_OK);
        return;
    }
    assert_int_equal(status, FELT_EDATA);
    if (strstr(error.message, wrong) == NULL)
        fail_msg("'%s': found '%s', expected '%s'", name, error.message, wrong);
}

static void test_names(void **state)
{
    (void)state;
    name_is("Al", NULL);
    name_is("Anna", NULL);
    name_is("J. R. O'Neil-2", NULL);
    name_is("Жанна", NULL);
    name_is("Ελένη", NULL);
    name_is("花子", NULL);
    name_is("Łukasz", NULL);
    name_is("abcdefghijklmnopqrstuvwx", NULL);                    /* 24 */
    name_is("abcdefghijklmnopqrstuvwxy", "a name of 25 letters"); /* one past it */
    name_is("A", "a name of 1 letters");
    name_is("", "a name of 0 letters");
    name_is("花花花花花花花花花花花花花花花花花花花花花花", "a name of 66 bytes");
    name_is("花花花花花花花花花花花花花花花花花花花花花", NULL); /* 63 */
    name_is("4nna", "begins with a letter");
    name_is(" Anna", "begins with a letter");
    name_is("Anna ", "ends with a letter or a digit");
    name_is("An  na", "side by side");
    name_is("An-.na", "side by side");
    name_is("An\nna", "found U+000A as letter 3");
    name_is("An\xE2\x80\x8Bna", "found U+200B as letter 3"); /* a space of no width */
    name_is("An\xE2\x80\xAEna", "found U+202E as letter 3"); /* writes backwards */
    name_is("Anne\xCC\x81", "found U+0301 as letter 5");     /* a mark above the letter before */
    name_is("An\xFFna", "no UTF-8 as letter 3");
    name_is("An\xC0\xAFna", "no UTF-8");
    name_is("Ann\xD0\xB0", "letters of two scripts"); /* the last is Cyrillic */
    name_is("Guest 12", "begins with \"guest\"");
    name_is("GUE5T", NULL);
    name_is("guestbook", "begins with \"guest\"");
    name_is("G.u.e.s.t", "begins with \"guest\"");
    name_is("An<b>", "found U+003C");
}

static void same_names(const char *a, const char *b, bool same)
{
    char first[PEOPLE_NAME_BYTES_MAX + 1], second[PEOPLE_NAME_BYTES_MAX + 1];
    size_t length = people_name_key(text(a), first);
    assert_int_equal(length, strlen(first));
    people_name_key(text(b), second);
    if ((strcmp(first, second) == 0) != same)
        fail_msg("'%s' is '%s', '%s' is '%s'", a, first, b, second);
}

static void test_same_names(void **state)
{
    (void)state;
    same_names("Anna", "ANNA", true);
    same_names("Anna", "Anne", false);
    same_names("Bill", "BiII", true); /* capital i for l */
    same_names("Bob", "B0b", true);
    same_names("al-ice", "Al Ice", true);
    same_names("Éric", "éRIC", true);
    same_names("Łukasz", "łUKASZ", true);
    same_names("Žofie", "žofie", true);
    same_names("Ÿves", "ÿves", true);
    same_names("ЖАННА", "жанна", true);
    same_names("Ёж", "ёж", true);
    same_names("ΕΛΈΝΗ", "ελένη", true);
    same_names("Ώρα", "ώρα", true);
    same_names("σας", "ΣΑΣ", true);
    same_names("axa", "\xD0\xB0\xD1\x85\xD0\xB0", true); /* all of it Cyrillic */
    same_names("Eva", "Ενα", true);
    same_names("花子", "花木", false);
}

static void passphrase_is(const char *passphrase, const char *wrong)
{
    felt_error error = {.message = ""};
    felt_status status = people_passphrase_check(text(passphrase), text("Anna Maria"), &error);
    assert_int_equal(status, wrong == NULL ? FELT_OK : FELT_EDATA);
    if (strstr(error.message, wrong == NULL ? "" : wrong) == NULL)
        fail_msg("found '%s', expected '%s'", error.message, wrong);
    if (strlen(passphrase) > 3)
        assert_null(strstr(error.message, passphrase));
}

static void test_passphrases(void **state)
{
    (void)state;
    char longest[PEOPLE_PASSPHRASE_BYTES_MAX + 2];
    memset(longest, 'x', sizeof longest);
    longest[0] = 'y';
    longest[PEOPLE_PASSPHRASE_BYTES_MAX] = '\0';
    passphrase_is("12345678", NULL);
    passphrase_is("1234567", "a passphrase of 7 letters");
    passphrase_is("ÄÖÜßäöü", "a passphrase of 7 letters");
    passphrase_is("ÄÖÜßäöüé", NULL);
    passphrase_is(longest, NULL);
    longest[PEOPLE_PASSPHRASE_BYTES_MAX] = 'x';
    longest[PEOPLE_PASSPHRASE_BYTES_MAX + 1] = '\0';
    passphrase_is(longest, "a passphrase of 129 bytes");
    passphrase_is("Anna Maria", "the name");
    passphrase_is("zzzzzzzzzz", "one letter");
    passphrase_is("ßßßßßßßß", "one letter");
    passphrase_is("abcd\tefgh", "control character");
    passphrase_is("abcd\xFF"
                  "efgh",
                  "no UTF-8");
}

/* ---- cookies ---- */

static void cookie_is(const char *cookies, const char *token)
{
    felt_text found = people_cookie_read(text(cookies));
    if (!felt_text_is(found, token))
        fail_msg("'%s': found '%.*s'", cookies, FELT_TEXT_ARGS(found));
}

static void test_cookies(void **state)
{
    (void)state;
    static const char a[] = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", b[] = "BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBA";
    char line[400], long_line[PEOPLE_COOKIES_BYTES_MAX + 64];
    cookie_is("", "");
    snprintf(line, sizeof line, "felt=%s", a);
    cookie_is(line, a);
    snprintf(line, sizeof line, "other=1; felt=%s; third", a);
    cookie_is(line, a);
    snprintf(line, sizeof line, " felt = %s ;", a);
    cookie_is(line, a);
    snprintf(line, sizeof line, "felt=%s; felt=%s", a, a);
    cookie_is(line, a);
    snprintf(line, sizeof line, "felt=%s; felt=%s", a, b);
    cookie_is(line, "");
    snprintf(line, sizeof line, "xfelt=%s; Felt=%s; feltx=%s", a, a, a);
    cookie_is(line, "");
    snprintf(line, sizeof line, "felt=%sA", a);
    cookie_is(line, "");
    snprintf(line, sizeof line, "felt=%.42s", a);
    cookie_is(line, "");
    snprintf(line, sizeof line, "felt=%.42sB", a); /* bits behind the 32nd byte */
    cookie_is(line, "");
    snprintf(line, sizeof line, "felt=\"%.41s\"", a);
    cookie_is(line, "");
    cookie_is("felt=", "");
    cookie_is("felt", "");
    cookie_is(";;;=;", "");
    memset(long_line, ' ', sizeof long_line);
    snprintf(line, sizeof line, "felt=%s", a);
    memcpy(long_line + PEOPLE_COOKIES_BYTES_MAX - strlen(line), line, strlen(line) + 1);
    cookie_is(long_line, a);
    long_line[PEOPLE_COOKIES_BYTES_MAX] = ' ';
    long_line[PEOPLE_COOKIES_BYTES_MAX + 1] = '\0';
    cookie_is(long_line, "");
}

static void test_cookie_written(void **state)
{
    (void)state;
    char cookie[PEOPLE_COOKIE_BYTES], token[PEOPLE_TOKEN_BYTES], other[PEOPLE_TOKEN_BYTES], wanted[PEOPLE_COOKIE_BYTES];
    uint8_t hash[PEOPLE_TOKEN_HASH_BYTES];
    people_token_new(token);
    people_token_new(other);
    assert_string_not_equal(token, other);
    assert_int_equal(strlen(token), PEOPLE_TOKEN_BYTES - 1);
    assert_true(people_token_hash(text(token), hash));
    assert_false(people_token_hash(text(""), hash));
    people_cookie_write(text(token), 86400000, true, cookie);
    snprintf(wanted, sizeof wanted, "felt=%s; HttpOnly; SameSite=Strict; Path=/; Max-Age=86400; Secure", token);
    assert_string_equal(cookie, wanted);
    people_cookie_write(text(""), 86400000, false, cookie);
    assert_string_equal(cookie, "felt=; HttpOnly; SameSite=Strict; Path=/; Max-Age=0");
    size_t length = people_cookie_write(text(token), INT64_MAX, true, cookie);
    assert_true(length < PEOPLE_COOKIE_BYTES);
}

/* ---- limits ---- */

static void test_limits(void **state)
{
    (void)state;
    people_limit limit = people_limits_none().limits[PEOPLE_LIMIT_STAKE];
    int64_t now = 1000000;
    limit = people_limit_asked(&limit, 500, now); /* lower holds at once */
    assert_int_equal(people_limit_at(&limit, now), 500);
    limit = people_limit_asked(&limit, 800, now); /* higher after 24 hours */
    assert_int_equal(people_limit_at(&limit, now), 500);
    assert_int_equal(people_limit_at(&limit, now + PEOPLE_RAISE_AFTER_MS - 1), 500);
    assert_int_equal(people_limit_at(&limit, now + PEOPLE_RAISE_AFTER_MS), 800);
    people_limit other = people_limit_asked(&limit, 900, now + 10); /* another takes its place, and its time */
    assert_int_equal(people_limit_at(&other, now + PEOPLE_RAISE_AFTER_MS), 500);
    assert_int_equal(people_limit_at(&other, now + 10 + PEOPLE_RAISE_AFTER_MS), 900);
    other = people_limit_asked(&limit, 500, now + 10); /* asking for what holds takes the raise back */
    assert_int_equal(people_limit_at(&other, INT64_MAX), 500);
    other = people_limit_asked(&limit, 700, now + PEOPLE_RAISE_AFTER_MS); /* the raise is there: 700 is lower */
    assert_int_equal(people_limit_at(&other, now + PEOPLE_RAISE_AFTER_MS), 700);
    other = people_limit_asked(&limit, PEOPLE_UNLIMITED, now); /* none is the highest */
    assert_int_equal(people_limit_at(&other, now), 500);
    assert_int_equal(people_limit_at(&other, now + PEOPLE_RAISE_AFTER_MS), PEOPLE_UNLIMITED);
}

static void test_sums(void **state)
{
    (void)state;
    people_sums sums = {.days = {{.day = 0}}};
    for (int64_t day = 100; day < 110; day++)
        people_sums_add(&sums, &(people_day_sum){day, 10, 3, 5});
    assert_int_equal(people_sums_lost(&sums, 103, 109), 49);
    assert_int_equal(people_sums_lost(&sums, 109, 109), 7);
    assert_int_equal(people_sums_day(&sums, 103).staked, 10);
    assert_int_equal(people_sums_day(&sums, 102).staked, 0); /* eight days ago */
    people_sums_add(&sums, &(people_day_sum){102, 10, 3, 5});
    assert_int_equal(people_sums_lost(&sums, 100, 109), 49);
    people_sums_add(&sums, &(people_day_sum){109, INT64_MAX, 0, INT64_MAX}); /* as large as it can be */
    assert_int_equal(people_sums_day(&sums, 109).staked, INT64_MAX);
    assert_int_equal(people_sums_lost(&sums, 103, 109), INT64_MAX - 21);
    assert_int_equal(people_day_of(PEOPLE_DAY_MS - 1, 0), 0);
    assert_int_equal(people_day_of(PEOPLE_DAY_MS, 0), 1);
    assert_int_equal(people_day_of(PEOPLE_DAY_MS - 1, PEOPLE_HOUR_MS), 1);
}

/* ---- notes ---- */

static void person_is_wrong(const char *json, const char *part)
{
    person who;
    felt_error error = {.message = ""};
    assert_int_equal(person_read(text(json), &who, &error), FELT_EDATA);
    if (strstr(error.message, part) == NULL)
        fail_msg("'%s': found '%s'", json, error.message);
}

static void test_person(void **state)
{
    (void)state;
    person who = {.name = "Anna",
                  .is_operator = true,
                  .was_operator = true,
                  .made_ms = 12,
                  .epoch = 3,
                  .hash = "$argon2id$x",
                  .reset_until_ms = 9},
           again;
    who.limits = people_limits_none();
    who.limits.limits[PEOPLE_LIMIT_WEEK_LOSS] = (people_limit){5, PEOPLE_UNLIMITED, 77};
    who.limits.excluded_until_ms = PEOPLE_FOR_GOOD;
    memset(who.reset, 0xA5, sizeof who.reset);
    memset(who.sessions, 0x5A, sizeof who.sessions);
    who.session_count = PEOPLE_SESSIONS_MAX;
    json_t *json = person_write(&who);
    char *written = json_dumps(json, JSON_COMPACT);
    assert_int_equal(person_read(text(written), &again, NULL), FELT_OK);
    assert_memory_equal(&who, &again, sizeof who);
    free(written);
    json_decref(json);
    person_is_wrong("", "something else than one JSON object");
    person_is_wrong("[]", "something else than one JSON object");
    person_is_wrong("{}", "no name");
    person_is_wrong("{\"name\":\"A\"}", "no time or epoch");
    person_is_wrong("{\"name\":\"A\",\"made\":1,\"epoch\":-1}", "no time or epoch");
    person_is_wrong("{\"name\":\"A\\u0000\",\"made\":1,\"epoch\":1}", "something else than one JSON object");
    person_is_wrong("{\"name\":\"A\",\"made\":1,\"epoch\":1,\"passphrase\":1}", "no hash");
    person_is_wrong("{\"name\":\"A\",\"made\":1,\"epoch\":1,\"reset\":\"00\"}", "a code");
    person_is_wrong("{\"name\":\"A\",\"made\":1,\"epoch\":1,\"stake\":[1,2]}", "a limit");
    person_is_wrong("{\"name\":\"A\",\"made\":1,\"epoch\":1,\"sessions\":[\"5A\"]}", "sessions");
    person_is_wrong("{\"name\":\"A\",\"made\":1,\"epoch\":1,\"sessions\":{}}", "sessions");
    person_is_wrong("{\"name\":\"A\",\"made\":1,\"epoch\":1,\"sessions\":[1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1]}", "sessions");
    person_is_wrong("{\"name\":\"A\",\"made\":1,\"epoch\":1,\"excluded\":\"no\"}", "a limit");
}

static void test_kept_sums(void **state)
{
    (void)state;
    kept_sums sums = {.last_ms = 88}, again;
    people_sums_add(&sums.sums, &(people_day_sum){20000, 1, 2, 3});
    people_sums_add(&sums.sums, &(people_day_sum){20003, 4, 5, 6});
    json_t *json = sums_write(&sums);
    char *written = json_dumps(json, JSON_COMPACT);
    assert_int_equal(sums_read(text(written), &again, NULL), FELT_OK);
    assert_memory_equal(&sums, &again, sizeof sums);
    free(written);
    json_decref(json);
    assert_int_equal(sums_read(text("{\"days\":[[1,2,3]],\"last\":1}"), &again, NULL), FELT_EDATA);
    assert_int_equal(sums_read(text("{\"days\":[[1,2,3,-4]],\"last\":1}"), &again, NULL), FELT_EDATA);
    assert_int_equal(sums_read(text("{\"days\":[]}"), &again, NULL), FELT_EDATA);
}

/* ---- rates ---- */

static void test_rate(void **state)
{
    (void)state;
    people_rate *rate = people_rate_new(2, 3, 60); /* three at once, then one a second */
    int64_t wait = 0, now = 5000;
    for (int i = 0; i < 3; i++)
        assert_true(people_rate_take(rate, text("a"), 1, now, &wait));
    assert_false(people_rate_take(rate, text("a"), 1, now, &wait));
    assert_int_equal(wait, 1000);
    assert_false(people_rate_take(rate, text("a"), 1, now + 999, &wait));
    assert_int_equal(wait, 1);
    assert_true(people_rate_take(rate, text("a"), 1, now + 1000, &wait));
    assert_false(people_rate_take(rate, text("a"), 1, 0, &wait)); /* time that goes back brings nothing */
    assert_true(people_rate_take(rate, text("b"), 3, now, &wait));
    assert_true(people_rate_take(rate, text("a"), 3, now + 4000, &wait)); /* full, and not fuller */
    assert_false(people_rate_take(rate, text("a"), 1, now + 4000, &wait));
    assert_true(people_rate_take(rate, text("c"), 1, now + 4000, &wait)); /* throws out b */
    assert_false(people_rate_take(rate, text("a"), 1, now + 4000, &wait));
    assert_true(people_rate_take(rate, text("b"), 3, now, &wait)); /* which begins anew */
    assert_true(people_rate_take(rate, text("d"), 1, INT64_MAX, &wait));
    people_rate_free(rate);
}

static void test_attempts(void **state)
{
    (void)state;
    people_attempts *attempts = people_attempts_new(10, 3, 5000);
    int64_t now = 1000, waits[] = {0, 0, 0, 1000, 2000, 4000, 5000, 5000};
    for (size_t i = 0; i < sizeof waits / sizeof *waits; i++) {
        assert_int_equal(people_attempts_wait(attempts, text("a"), now), 0);
        assert_true(people_attempts_begin(attempts, text("a"), now));
        assert_int_equal(people_attempts_wait(attempts, text("a"), now), waits[i]);
        now += waits[i];
    }
    assert_int_equal(people_attempts_wait(attempts, text("b"), now), 0);
    people_attempts_begin(attempts, text("a"), now);
    people_attempts_succeed(attempts, text("a"), false); /* takes back one, no more */
    assert_true(people_attempts_wait(attempts, text("a"), now) > 0);
    people_attempts_succeed(attempts, text("a"), true);
    assert_int_equal(people_attempts_wait(attempts, text("a"), now), 0);
    for (int i = 0; i < 100; i++)
        people_attempts_begin(attempts, text("a"), now);
    assert_int_equal(people_attempts_wait(attempts, text("a"), now), 5000);
    now += PEOPLE_HOUR_MS;
    people_attempts_begin(attempts, text("a"), now); /* all is forgotten after an hour */
    assert_int_equal(people_attempts_wait(attempts, text("a"), now), 0);
    people_attempts_free(attempts);
}

static bool same_place(const char *a, const char *b)
{
    uint8_t first[PEOPLE_PLACE_BYTES], second[PEOPLE_PLACE_BYTES];
    size_t length = people_place(text(a), first);
    return people_place(text(b), second) == length && memcmp(first, second, length) == 0;
}

static void test_places(void **state)
{
    (void)state;
    assert_true(same_place("192.0.2.7", "192.0.2.7"));
    assert_false(same_place("192.0.2.7", "192.0.2.8"));
    assert_true(same_place("192.0.2.7", "::ffff:192.0.2.7"));
    assert_true(same_place("2001:db8:1:2::1", "2001:db8:1:2:ffff::2"));
    assert_false(same_place("2001:db8:1:2::1", "2001:db8:1:3::1"));
    assert_false(same_place("unix", "other"));
    assert_false(same_place("", "0.0.0.0"));
}

/* ---- the shelf, beside a plain list ---- */

enum { SHELF_ROOM = 20, SHELF_KEYS = 60, SHELF_STEPS = 200000 };

typedef struct plain {
    int keys[SHELF_ROOM], values[SHELF_ROOM], count; /* the newest first */
} plain;

static int plain_at(const plain *p, int key)
{
    for (int i = 0; i < p->count; i++)
        if (p->keys[i] == key)
            return i;
    return -1;
}

static void plain_take(plain *p, int at)
{
    for (int i = at; i + 1 < p->count; i++) {
        p->keys[i] = p->keys[i + 1];
        p->values[i] = p->values[i + 1];
    }
    p->count--;
}

static void plain_put(plain *p, int key, int value)
{
    for (int i = p->count; i > 0; i--) {
        p->keys[i] = p->keys[i - 1];
        p->values[i] = p->values[i - 1];
    }
    p->keys[0] = key;
    p->values[0] = value;
    p->count++;
}

static bool is_odd(const void *record)
{
    return *(const int *)record % 2 == 1;
}

/* What is thrown out is the oldest with an even value. */
static void plain_room(plain *p)
{
    int at = p->count - 1;
    while (p->count == SHELF_ROOM && at >= 0 && p->values[at] % 2 == 1)
        at--;
    if (p->count == SHELF_ROOM && at >= 0)
        plain_take(p, at);
}

static void shelf_step(shelf *s, plain *p, int key, int what)
{
    uint8_t bytes[SHELF_KEY_BYTES] = {(uint8_t)key};
    int *record = shelf_find(s, bytes), at = plain_at(p, key);
    assert_int_equal(record != NULL, at >= 0);
    if (record != NULL) {
        int value = p->values[at];
        assert_int_equal(*record, value);
        plain_take(p, at);
        plain_put(p, key, value);
        if (what % 3 == 0) {
            shelf_remove(s, bytes);
            plain_take(p, 0);
        }
        return;
    }
    plain_room(p);
    record = shelf_add(s, bytes);
    assert_int_equal(record != NULL, p->count < SHELF_ROOM);
    if (record == NULL)
        return;
    assert_int_equal(*record, 0);
    *record = what;
    plain_put(p, key, what);
}

static void test_shelf(void **state)
{
    (void)state;
    shelf *s = shelf_new(SHELF_ROOM, sizeof(int), is_odd);
    plain p = {.count = 0};
    uint32_t random = 1;
    for (int i = 0; i < SHELF_STEPS; i++) {
        random = random * 1664525u + 1013904223u;
        shelf_step(s, &p, (int)(random >> 16) % SHELF_KEYS, (int)(random >> 24));
        assert_int_equal(shelf_count(s), p.count);
        if (i % 5000 == 4999) {
            shelf_clear(s);
            p.count = 0;
        }
    }
    shelf_free(s);
}

/* ---- the crew ---- */

static void count_wake(void *context)
{
    __atomic_add_fetch((int *)context, 1, __ATOMIC_SEQ_CST);
}

static void wait_done(crew *c)
{
    struct timespec pause = {0, 1000000};
    while (!crew_has_done(c))
        nanosleep(&pause, NULL);
}

static void test_crew(void **state)
{
    (void)state;
    int woken = 0, place = 7;
    crew_options options = {2, crypto_pwhash_OPSLIMIT_MIN, crypto_pwhash_MEMLIMIT_MIN, count_wake, &woken};
    crew *c;
    assert_int_equal(crew_new(&options, &c), FELT_OK);
    crew_task made = {.make = true, .fresh = "correct horse"}, back;
    void *context;
    assert_false(crew_take(c, &back, &context));
    assert_true(crew_put(c, &made, &place));
    wait_done(c);
    assert_true(crew_take(c, &back, &context));
    assert_ptr_equal(context, &place);
    assert_int_equal(memcmp(back.made, "$argon2id$", 10), 0);
    assert_string_equal(back.fresh, ""); /* wiped */
    static const struct {
        const char *passphrase;
        bool known, matched;
    } tries[] = {{"correct horse", true, true}, {"correct hors", true, false}, {"", true, false}, {"correct horse", false, false}};
    for (size_t i = 0; i < sizeof tries / sizeof *tries; i++) {
        crew_task task = {.verify = true, .known = tries[i].known}, done;
        strcpy(task.passphrase, tries[i].passphrase);
        memcpy(task.hash, back.made, sizeof task.hash);
        assert_true(crew_put(c, &task, NULL));
        wait_done(c);
        assert_true(crew_take(c, &done, &context));
        assert_int_equal(done.matched, tries[i].matched);
        assert_string_equal(done.passphrase, "");
    }
    crew_free(c);
    assert_int_equal(woken, 5);
}

/* The line has an end, and is in order; what was not taken back is dropped. */
static void test_crew_line(void **state)
{
    (void)state;
    crew_options options = {3, crypto_pwhash_OPSLIMIT_MIN, crypto_pwhash_MEMLIMIT_MIN, NULL, NULL};
    crew *c;
    assert_int_equal(crew_new(&options, &c), FELT_OK);
    crew_task task = {.make = true, .fresh = "correct horse"};
    int places[PEOPLE_QUEUE_MAX + 1];
    void *context;
    for (int i = 0; i < PEOPLE_QUEUE_MAX; i++)
        assert_true(crew_put(c, &task, &places[i]));
    assert_false(crew_put(c, &task, &places[PEOPLE_QUEUE_MAX]));
    for (int i = 0; i < PEOPLE_QUEUE_MAX / 2; i++) {
        wait_done(c);
        assert_true(crew_take(c, &task, &context));
        assert_ptr_equal(context, &places[i]);
    }
    crew_free(c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_names),   cmocka_unit_test(test_same_names),     cmocka_unit_test(test_passphrases),
        cmocka_unit_test(test_cookies), cmocka_unit_test(test_cookie_written), cmocka_unit_test(test_limits),
        cmocka_unit_test(test_sums),    cmocka_unit_test(test_person),         cmocka_unit_test(test_kept_sums),
        cmocka_unit_test(test_rate),    cmocka_unit_test(test_attempts),       cmocka_unit_test(test_places),
        cmocka_unit_test(test_shelf),   cmocka_unit_test(test_crew),           cmocka_unit_test(test_crew_line),
    };
    if (sodium_init() < 0)
        return 1;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
