/* src/people/sweep.c - takes away what is over: sessions, and what was kept of guests' addresses on other days. */
#include "inside.h"

#include <stdio.h>
#include <string.h>

enum { SWEPT_MAX = 64 }; /* notes taken away at once */

typedef struct sweep {
    int64_t now_ms;
    const char *until; /* keys before this one are over; NULL: they are sessions, which say so themselves */
    int left, count;
    bool done; /* there is no more */
    char keys[SWEPT_MAX][NOTE_KEY_BYTES - 1], last[NOTE_KEY_BYTES - 1];
} sweep;

static bool is_over(const sweep *s, const felt_note *note)
{
    kept_session session;
    if (s->until != NULL) {
        size_t length = strlen(s->until);
        return note->key.length < length || memcmp(note->key.bytes, s->until, length) < 0;
    }
    return session_read(note->value, &session, NULL) != FELT_OK || session.until_ms <= s->now_ms;
}

static bool see(void *context, const felt_note *note)
{
    sweep *s = context;
    bool fits = note->key.length < NOTE_KEY_BYTES - 1;
    if (s->left-- == 0 || s->count == SWEPT_MAX) {
        s->done = false;
        return false;
    }
    if (!fits) /* nobody here wrote it */
        return true;
    memcpy(s->last, note->key.bytes, note->key.length);
    s->last[note->key.length] = '\0';
    if (is_over(s, note))
        memcpy(s->keys[s->count++], s->last, sizeof s->last);
    else if (s->until != NULL) /* all others are later */
        return false;
    return true;
}

static felt_status sweep_kind(people *p, const char *kind, const char *from, sweep *s, people_refusal *no)
{
    felt_error error = {.message = ""};
    s->done = true;
    felt_status status = felt_store_notes(p->store, felt_text_from(kind), felt_text_from(from), see, s, &error);
    if (status != FELT_OK)
        return failed(no, status, &error);
    for (int i = 0; i < s->count && status == FELT_OK; i++)
        status = note_remove(p, kind, s->keys[i], no);
    return status;
}

felt_status people_sweep(people *p, int most, int64_t now_ms, people_refusal *no)
{
    static const char *const daily[] = {"address-key", "guest-credit"};
    char today[NOTE_KEY_BYTES];
    number_key(people_day_of(now_ms, p->options.day_offset_ms), today);
    for (size_t i = 0; i < sizeof daily / sizeof *daily; i++) {
        sweep s = {.now_ms = now_ms, .until = today, .left = most};
        felt_status status = sweep_kind(p, daily[i], "", &s, no);
        if (status != FELT_OK)
            return status;
    }
    sweep s = {.now_ms = now_ms, .left = most};
    felt_status status = sweep_kind(p, "session", p->sweep_from, &s, no);
    if (status == FELT_OK) /* the next time from behind the last one */
        snprintf(p->sweep_from, sizeof p->sweep_from, "%s%s", s.done ? "" : s.last, s.done ? "" : "!");
    return status;
}
