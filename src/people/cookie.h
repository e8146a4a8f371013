/* src/people/cookie.h - a session's token, and the cookie it travels in: the one place where either is written or read.
 *
 * Threads:  every function is pure, but for people_token_new, which takes random bytes. */
#ifndef FELT_SRC_PEOPLE_COOKIE_H
#define FELT_SRC_PEOPLE_COOKIE_H

#include <felt/text.h>

enum {
    PEOPLE_TOKEN_BYTES = 44, /* 32 random bytes in base64url, without padding, and a NUL */
    PEOPLE_TOKEN_HASH_BYTES = 32,
    PEOPLE_COOKIE_BYTES = 160,       /* room for a Set-Cookie value, with its NUL */
    PEOPLE_COOKIES_BYTES_MAX = 8192, /* of a Cookie header that is read */
};

void people_token_new(char ret[PEOPLE_TOKEN_BYTES]);

/* BLAKE2b of the token's 32 bytes; false: it is no token. */
bool people_token_hash(felt_text token, uint8_t ret[PEOPLE_TOKEN_HASH_BYTES]);

/* The value of a Set-Cookie header: "felt=TOKEN; HttpOnly; SameSite=Strict; Path=/; Max-Age=N", and "; Secure" behind TLS. An empty token
 * takes the cookie away. Returns its length. */
size_t people_cookie_write(felt_text token, int64_t max_age_ms, bool secure, char ret[PEOPLE_COOKIE_BYTES]);

/* The token in the value of a Cookie header, which lives as long as that; empty when there is none, or there are two that differ. */
felt_text people_cookie_read(felt_text cookies);

#endif
