/* src/sim/action.c - what was bet in many sessions, wager by wager. */
#include "sim/action.h"

#include "../settle/book.h"

#include <stdlib.h>

felt_status actions_make(felt_session_result *result, const felt_book *book, const int *wagers, int count)
{
    result->wagers = calloc((size_t)count, sizeof *result->wagers);
    if (result->wagers == NULL)
        return FELT_ENOMEM;
    result->wager_count = count;
    for (int i = 0; i < count; i++) {
        felt_session_action *a = &result->wagers[i];
        *a = (felt_session_action){.wager = wagers[i], .state_count = book->wagers[wagers[i]].machine->state_count};
        a->flows = calloc(a->state_count, sizeof *a->flows);
        if (a->flows == NULL)
            return FELT_ENOMEM;
    }
    return FELT_OK;
}

felt_status actions_add_up(felt_session_result *result)
{
    bool fits = true;
    for (int i = 0; i < result->wager_count; i++) {
        result->bets += result->wagers[i].bets;
        fits = !__builtin_add_overflow(result->action.minor, result->wagers[i].action.minor, &result->action.minor) && fits;
    }
    return fits ? FELT_OK : FELT_ERANGE;
}

void felt_session_result_free(felt_session_result *result)
{
    for (int i = 0; i < result->wager_count; i++)
        free(result->wagers[i].flows);
    free(result->wagers);
    free(result->sessions);
    *result = (felt_session_result){.count = 0};
}
