/* src/history/audit.c - every bet of a history settled again and compared, whatever was paid before: what a result pays is decided by the
 * table, and the table goes on with that. */
#include "replay.h"

#include <felt/live_audit.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

typedef struct auditing {
    replay *r;
    const felt_history_auditor *auditor;
    felt_live_audit *live; /* of the setup in force */
    bool broken;           /* a round was misdealt: what follows at the table cannot be settled ... */
    uint64_t left_rounds;  /* ... and is only counted */
    uint64_t left_bets;
    felt_audit_verdict worst;
    felt_events expected; /* of a result */
    uint64_t come_down[FELT_TABLE_BETS_MAX];
} auditing;

/* ---- setups ---- */

static felt_status end_setup(auditing *a)
{
    if (a->live == NULL)
        return FELT_OK;
    felt_live_audit_left_out(a->live, a->left_rounds, a->left_bets);
    const felt_audit *audit = felt_live_audit_look(a->live);
    felt_audit_verdict verdict = felt_audit_conclude(audit);
    a->worst = verdict > a->worst ? verdict : a->worst;
    felt_status status = a->auditor->ends(a->auditor->context, audit);
    felt_live_audit_close(a->live);
    a->live = NULL;
    a->broken = false;
    a->left_rounds = a->left_bets = 0;
    return status;
}

/* Of the setup that is in force now. */
static felt_status open_live(auditing *a)
{
    felt_status status = felt_live_audit_open(a->r->plan->book, &a->live);
    return status == FELT_OK ? a->auditor->begins(a->auditor->context, felt_text_from(a->r->name), a->r->plan->book) : status;
}

static felt_status begin_setup(auditing *a)
{
    felt_status status = end_setup(a);
    if (status == FELT_OK)
        status = replay_setup(a->r);
    return status == FELT_OK ? open_live(a) : status;
}

/* One that begins at a floor has a setup from the start. */
static felt_status begin_table(auditing *a)
{
    felt_status status = end_setup(a);
    if (status == FELT_OK)
        status = replay_begin(a->r);
    return status == FELT_OK && a->r->table != NULL ? open_live(a) : status;
}

/* ---- results ---- */

/* The first event of that kind from `at` on; count: there is none. */
static int find_kind(const felt_event *events, int count, int at, felt_event_kind kind)
{
    while (at < count && events[at].kind != kind)
        at++;
    return at;
}

static const felt_event *find_paid(const felt_events *events, uint64_t bet)
{
    for (int i = 0; i < events->count; i++) {
        if (events->list[i].kind == FELT_EVENT_PAID && events->list[i].bet == bet)
            return &events->list[i];
    }
    return NULL;
}

/* Bets that stay, and were not put up again: whether their players were allowed to bet is not in the history. */
static int find_come_down(auditing *a)
{
    const felt_history_item *item = &a->r->item;
    int count = 0;
    for (int i = 0; i < felt_table_look(a->r->table).bets; i++) {
        felt_table_bet bet = felt_table_bet_at(a->r->table, i);
        int at = 0;
        while (bet.stays && at < item->event_count && item->events[at].again != bet.bet)
            at = find_kind(item->events, item->event_count, at + 1, FELT_EVENT_PLACED);
        if (bet.stays && at == item->event_count)
            a->come_down[count++] = bet.bet;
    }
    return count;
}

/* What the table says of the result at hand: all events that it should have made. */
static felt_status decide_again(auditing *a, const felt_event *dealt, felt_error *error)
{
    const felt_history_item *item = &a->r->item;
    int answered = find_kind(item->events, item->event_count, 0, FELT_EVENT_ANSWERED);
    felt_command command = {.kind = FELT_COMMAND_RESULT, .id = 1, .code = dealt->code, .way = dealt->way, .dealt = dealt->dealt};
    felt_answer answer;
    command.come_down = a->come_down;
    command.come_down_count = find_come_down(a);
    if (answered < item->event_count)
        command.id = item->events[answered].command;
    return felt_table_decide(a->r->table, &command, dealt->time_ms, &a->expected, &answer, error);
}

static felt_status compare_result(auditing *a)
{
    const felt_history_item *item = &a->r->item;
    felt_status status = FELT_OK;
    int paid = 0, owed = 0;
    for (int i = 0; i < item->event_count && status == FELT_OK; i++) {
        const felt_event *event = &item->events[i], *expected = NULL;
        if (event->kind == FELT_EVENT_PAID) {
            expected = find_paid(&a->expected, event->bet);
            paid++;
            if (expected == NULL)
                return replay_differs(a->r, "bet %" PRIu64 " is paid, which has not come down", event->bet);
        }
        status = felt_live_audit_event(a->live, event, expected, item->line, &a->auditor->found);
    }
    for (int i = 0; i < a->expected.count; i++)
        owed += a->expected.list[i].kind == FELT_EVENT_PAID;
    if (status == FELT_OK && paid != owed)
        return replay_differs(a->r, "%d bets came down, but %d are paid", owed, paid);
    return status;
}

static felt_status take_result(auditing *a, int at)
{
    felt_error found = {.message = ""};
    const felt_event *dealt = &a->r->item.events[at];
    for (int i = 0; i < at; i++) { /* nothing should stand before it */
        felt_status status = replay_passed_on(a->r, felt_table_evolve(a->r->table, &a->r->item.events[i], &found), &found);
        if (status != FELT_OK)
            return status;
    }
    felt_status status = decide_again(a, dealt, &found);
    if (status == FELT_ENOMEM)
        return replay_passed_on(a->r, status, &found);
    if (status != FELT_OK) {
        felt_live_audit_misdealt(a->live, dealt, a->r->item.line, &a->auditor->found, &found);
        a->broken = true;
        return FELT_OK;
    }
    status = compare_result(a);
    for (int i = 0; i < a->expected.count && status == FELT_OK; i++)
        status = replay_passed_on(a->r, felt_table_evolve(a->r->table, &a->expected.list[i], &found), &found);
    return status;
}

/* ---- events ---- */

static felt_status count_left(auditing *a)
{
    for (int i = 0; i < a->r->item.event_count; i++) {
        a->left_rounds += a->r->item.events[i].kind == FELT_EVENT_DEALT;
        a->left_bets += a->r->item.events[i].kind == FELT_EVENT_PAID;
    }
    return FELT_OK;
}

static felt_status take_events(auditing *a)
{
    const felt_history_item *item = &a->r->item;
    felt_error found = {.message = ""};
    felt_status status = FELT_OK;
    if (a->live == NULL)
        return replay_differs(a->r, "there are events before the table has a setup");
    if (a->broken)
        return count_left(a);
    int dealt = find_kind(item->events, item->event_count, 0, FELT_EVENT_DEALT);
    if (dealt < item->event_count)
        return take_result(a, dealt);
    for (int i = 0; i < item->event_count && status == FELT_OK; i++) {
        status = replay_passed_on(a->r, felt_table_evolve(a->r->table, &item->events[i], &found), &found);
        if (status == FELT_OK)
            status = felt_live_audit_event(a->live, &item->events[i], NULL, item->line, &a->auditor->found);
    }
    return status;
}

static felt_status take_item(replay *r, void *context)
{
    auditing *a = context;
    switch (r->item.kind) {
    case FELT_HISTORY_TABLE:
        return begin_table(a);
    case FELT_HISTORY_EVENTS:
        return take_events(a);
    case FELT_HISTORY_JSON:
        return felt_setup_is(r->item.record) ? begin_setup(a) : FELT_OK;
    case FELT_HISTORY_BYTES:
        return replay_differs(r, "the record is neither events nor JSON");
    case FELT_HISTORY_END:
        return end_setup(a);
    }
    return FELT_OK;
}

felt_status felt_history_audit(felt_input input, const felt_history_auditor *auditor, felt_audit_verdict *ret, felt_error *error)
{
    replay r = {.reader = NULL};
    auditing a = {.r = &r, .auditor = auditor};
    felt_status status = replay_all(&r, input, take_item, &a, error);
    felt_live_audit_close(a.live);
    felt_events_free(&a.expected);
    if (status == FELT_OK)
        *ret = a.worst;
    return status;
}
