/* fuzz/fuzz_people.c - what people read of strangers, and what they read of their own notes: the first byte says which.
 *
 *   c  a Cookie header          n  a name and, behind a line's end, another     w  a passphrase     a  an address
 *   p  a note of a person       d  a note of sums                               s  a note of a session
 * What is accepted must be in order: a token is a token, a name has a key that is no longer than it, a note is written as it was read. */
#include "people/person.h"
#include "people/rate.h"

#include <assert.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void cookie(felt_text input)
{
    uint8_t hash[PEOPLE_TOKEN_HASH_BYTES];
    char again[PEOPLE_COOKIE_BYTES];
    felt_text token = people_cookie_read(input);
    if (token.length == 0)
        return;
    assert(people_token_hash(token, hash));
    size_t length = people_cookie_write(token, 1000, true, again);
    felt_text back = people_cookie_read((felt_text){again, length}); /* a browser sends less, and it reads the same */
    assert(felt_text_equal(back, token));
    (void)back;
}

static bool key_of(felt_text name, char ret[PEOPLE_NAME_BYTES_MAX + 1])
{
    felt_error error;
    if (people_name_check(name, &error) != FELT_OK) {
        assert(error.message[0] != '\0');
        return false;
    }
    size_t length = people_name_key(name, ret);
    assert(length > 0 && length <= name.length && strlen(ret) == length);
    (void)length;
    return true;
}

static void names(felt_text input)
{
    char first[PEOPLE_NAME_BYTES_MAX + 1], second[PEOPLE_NAME_BYTES_MAX + 1];
    const char *end = input.length > 0 ? memchr(input.bytes, '\n', input.length) : NULL;
    felt_text name = {input.bytes, end != NULL ? (size_t)(end - input.bytes) : input.length};
    if (!key_of(name, first))
        return;
    if (people_name_check(felt_text_from(first), NULL) == FELT_OK) { /* a key is its own key */
        people_name_key(felt_text_from(first), second);
        assert(strcmp(first, second) == 0);
    }
    if (end != NULL)
        key_of((felt_text){end + 1, input.length - name.length - 1}, second);
}

static void passphrase(felt_text input)
{
    felt_error error = {.message = ""};
    felt_status status = people_passphrase_check(input, felt_text_from("Anna"), &error);
    assert((status == FELT_OK) == (error.message[0] == '\0'));
    (void)status;
}

static void written_again(json_t *value, felt_text input)
{
    char *text = json_dumps(value, JSON_COMPACT);
    assert(text != NULL && strlen(text) <= input.length + 4096);
    (void)input;
    free(text);
    json_decref(value);
}

static void note(char kind, felt_text input)
{
    person who;
    kept_sums sums;
    kept_session session;
    felt_error error;
    if (kind == 'p' && person_read(input, &who, &error) == FELT_OK) {
        for (int i = 0; i < PEOPLE_LIMIT_COUNT; i++)
            people_limit_asked(&who.limits.limits[i], 5, 1000);
        written_again(person_write(&who), input);
    }
    if (kind == 'd' && sums_read(input, &sums, &error) == FELT_OK) {
        people_sums_lost(&sums.sums, 0, INT64_MAX);
        written_again(sums_write(&sums), input);
    }
    if (kind == 's' && session_read(input, &session, &error) == FELT_OK)
        written_again(session_write(&session), input);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    uint8_t place[PEOPLE_PLACE_BYTES];
    if (size == 0 || sodium_init() < 0)
        return 0;
    felt_text input = {(const char *)data + 1, size - 1};
    switch (data[0]) {
    case 'c':
        cookie(input);
        break;
    case 'n':
        names(input);
        break;
    case 'w':
        passphrase(input);
        break;
    case 'a':
        people_place(input, place);
        break;
    default:
        note((char)data[0], input);
    }
    return 0;
}
