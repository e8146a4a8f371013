/* src/serve/posted.c - texts that anybody posts and that go to a process of their own: what all of them are refused for. */
#include "posted.h"

enum { SETTING_BYTES_MAX = 200 };

bool posted_may(call *c, const jobs *pool, size_t bytes, const posted_words *words)
{
    server *s = c->s;
    int64_t wait;
    if (pool == NULL || s->options->program == NULL)
        http_error(s, c->exchange, 503, "unavailable", words->none, words->instead);
    else if (!people_rate_take(s->rate_sheets, c->request->address, 1, s->now, &wait))
        http_error(s, c->exchange, 429, "too-fast", "more sheets than are looked at in a minute", "wait, then send it again");
    else if (bytes > SERVER_SHEET_BYTES_MAX)
        http_error(s, c->exchange, 413, "too-large", words->large, words->smaller);
    else
        return true;
    return false;
}

bool posted_queue(call *c, jobs *pool, job *j, const char *wrong, const posted_words *words)
{
    if (j == NULL)
        http_error(c->s, c->exchange, 503, "no-memory", "the server has no memory for this", "ask again later");
    else if (wrong != NULL)
        http_error(c->s, c->exchange, 422, "malformed", wrong, "mend the body; docs/api.md has its fields");
    else if (!jobs_add(pool, j))
        http_error(c->s, c->exchange, 503, "busy", words->busy, "ask again in some seconds");
    else
        return true;
    return false;
}

bool posted_is_plain(const json_t *value)
{
    const char *text = json_string_value(value);
    size_t length = json_string_length(value);
    if (text == NULL || length == 0 || length > SETTING_BYTES_MAX || text[0] == '-')
        return false;
    for (size_t i = 0; i < length; i++)
        if ((unsigned char)text[i] < 0x20)
            return false;
    return true;
}
