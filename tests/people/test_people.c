/* tests/people/test_people.c - what people promises, on a store: guests, accounts, sessions, limits, exclusion, operators, the log. */
#include "parts.h"

int64_t world_available(world *w, felt_player_id player)
{
    felt_balance balance;
    assert_int_equal(felt_store_balance(w->store, player, &balance, NULL), FELT_OK);
    return balance.available.minor;
}

void world_session_is(world *w, const char *token, bool there)
{
    people_session session;
    people_refusal no;
    felt_status status = people_session_find(w->p, felt_text_from(token), w->now, &session, &no);
    if (there)
        assert_int_equal(status, FELT_OK);
    else
        assert_refused(status, no, PEOPLE_SESSION_NONE);
}

static bool count_note(void *context, const felt_note *note)
{
    (void)note;
    ++*(int *)context;
    return true;
}

int world_notes_of(world *w, const char *kind)
{
    int count = 0;
    assert_int_equal(felt_store_notes(w->store, felt_text_from(kind), felt_text_from(""), count_note, &count, NULL), FELT_OK);
    return count;
}

int main(void)
{
    static const people_part *const parts[] = {&part_accounts, &part_sessions, &part_limits, &part_operators};
    enum { TESTS_MAX = 64 };
    struct CMUnitTest tests[TESTS_MAX] = {{.name = NULL}};
    size_t count = 0;
    for (size_t p = 0; p < sizeof parts / sizeof *parts; p++)
        for (size_t i = 0; i < parts[p]->count && count < TESTS_MAX; i++)
            tests[count++] = parts[p]->tests[i];
    return _cmocka_run_group_tests("people", tests, count, NULL, NULL);
}
