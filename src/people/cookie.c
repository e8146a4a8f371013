/* src/people/cookie.c - a session's token, and the cookie it travels in. */
#include "cookie.h"

#include <assert.h>
#include <inttypes.h>
#include <sodium.h>
#include <stdio.h>

enum { SECRET_BYTES = 32 };

#define COOKIE_NAME "felt"

void people_token_new(char ret[PEOPLE_TOKEN_BYTES])
{
    unsigned char secret[SECRET_BYTES];
    randombytes_buf(secret, sizeof secret);
    sodium_bin2base64(ret, PEOPLE_TOKEN_BYTES, secret, sizeof secret, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    sodium_memzero(secret, sizeof secret);
}

bool people_token_hash(felt_text token, uint8_t ret[PEOPLE_TOKEN_HASH_BYTES])
{
    unsigned char secret[SECRET_BYTES];
    size_t length = 0;
    if (token.length != PEOPLE_TOKEN_BYTES - 1 ||
        sodium_base642bin(secret, sizeof secret, token.bytes, token.length, NULL, &length, NULL,
                          sodium_base64_VARIANT_URLSAFE_NO_PADDING) != 0 ||
        length != sizeof secret)
        return false;
    crypto_generichash(ret, PEOPLE_TOKEN_HASH_BYTES, secret, sizeof secret, NULL, 0);
    sodium_memzero(secret, sizeof secret);
    return true;
}

size_t people_cookie_write(felt_text token, int64_t max_age_ms, bool secure, char ret[PEOPLE_COOKIE_BYTES])
{
    int64_t seconds = token.length > 0 && max_age_ms > 0 ? max_age_ms / 1000 : 0;
    assert(token.length < PEOPLE_TOKEN_BYTES);
    int length = snprintf(ret, PEOPLE_COOKIE_BYTES, COOKIE_NAME "=%.*s; HttpOnly; SameSite=Strict; Path=/; Max-Age=%" PRId64 "%s",
                          FELT_TEXT_ARGS(token), seconds, secure ? "; Secure" : "");
    assert(length > 0 && length < PEOPLE_COOKIE_BYTES);
    return (size_t)length;
}

static felt_text trimmed(felt_text text)
{
    while (text.length > 0 && (text.bytes[0] == ' ' || text.bytes[0] == '\t'))
        text = (felt_text){text.bytes + 1, text.length - 1};
    while (text.length > 0 && (text.bytes[text.length - 1] == ' ' || text.bytes[text.length - 1] == '\t'))
        text.length--;
    return text;
}

/* The value of a pair when it is Felt's; bytes is NULL when it is another's. */
static felt_text value_of(felt_text pair)
{
    felt_text value = {NULL, 0};
    const char *equals = pair.length > 0 ? memchr(pair.bytes, '=', pair.length) : NULL;
    if (equals == NULL)
        return value;
    felt_text name = {pair.bytes, (size_t)(equals - pair.bytes)};
    if (felt_text_is(trimmed(name), COOKIE_NAME))
        value = trimmed((felt_text){equals + 1, pair.length - name.length - 1});
    return value;
}

felt_text people_cookie_read(felt_text cookies)
{
    static const felt_text none = {"", 0};
    felt_text found = none;
    uint8_t hash[PEOPLE_TOKEN_HASH_BYTES];
    if (cookies.length > PEOPLE_COOKIES_BYTES_MAX)
        return none;
    while (cookies.length > 0) {
        const char *end = memchr(cookies.bytes, ';', cookies.length);
        size_t length = end != NULL ? (size_t)(end - cookies.bytes) : cookies.length;
        felt_text value = value_of((felt_text){cookies.bytes, length});
        if (value.bytes != NULL && found.length > 0 && !felt_text_equal(found, value))
            return none;
        if (value.bytes != NULL && people_token_hash(value, hash))
            found = value;
        length += end != NULL;
        cookies = (felt_text){cookies.bytes + length, cookies.length - length};
    }
    return found;
}
