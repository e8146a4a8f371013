/* src/audit/spread.c - how the stakes on each wager were spread: by the phase in which they were placed, and which were up together. */
#include "audit.h"

#include <stdlib.h>
#include <string.h>

/* The phases of the hand, found once for all its bets. */
static void follow_phases(felt_audit *audit, const felt_round_record *round)
{
    const felt_game *game = audit->game;
    int phase = round->phase;
    bool over;
    audit->phases[0] = (uint8_t)phase;
    for (int i = 0; i < round->event_count; i++) {
        phase = game->phase_after(phase, round->events[i], &over);
        audit->phases[i + 1] = (uint8_t)phase;
    }
}

static bool make_room(felt_audit *audit)
{
    if (audit->span_count < audit->span_capacity)
        return true;
    int capacity = audit->span_capacity == 0 ? 64 : 2 * audit->span_capacity;
    audit_span *spans = felt_arena_take(audit->arena, (size_t)capacity, sizeof *spans);
    if (spans == NULL)
        return false;
    if (audit->span_count > 0)
        memcpy(spans, audit->spans, (size_t)audit->span_count * sizeof *spans);
    audit->spans = spans;
    audit->span_capacity = capacity;
    return true;
}

double audit_spread_vig(const felt_book *book, const felt_bet *bet)
{
    felt_money vig;
    return felt_book_vig(book, bet->wager, bet->stake, &vig) == FELT_OK ? (double)vig.minor : 0;
}

felt_status audit_spread_put(felt_audit *audit, const audit_span *span)
{
    if (!make_room(audit))
        return FELT_ENOMEM;
    audit->spans[audit->span_count++] = *span;
    audit->spreads[span->wager].staked_at[span->phase] += span->stake;
    return FELT_OK;
}

felt_status audit_spread_span(felt_audit *audit, const felt_joined *joined, int i, const felt_payment *payment, double handed)
{
    const felt_bet *bet = &joined->bets[i];
    if (audit->span_count == 0)
        follow_phases(audit, joined->round);
    audit_span span = {
        .stake = handed, .wager = bet->wager, .phase = audit->phases[bet->after], .placed = bet->after, .decided = payment->events};
    return audit_spread_put(audit, &span);
}

/* ---- what was up together ---- */

static int compare_spans(const void *a, const void *b)
{
    const audit_span *first = a, *second = b;
    return first->wager != second->wager ? first->wager - second->wager : first->placed - second->placed;
}

/* Goes through a hand's bets on one wager in the order in which they were placed. */
static void add_together(felt_audit *audit, const audit_span *spans, int count)
{
    audit_spread *spread = &audit->spreads[spans[0].wager];
    double up[FELT_PHASES_MAX] = {0};
    int phases = audit->game->phase_count, last = 0, at = spans[0].placed;
    for (int i = 0; i < count; i++) {
        const audit_span *span = &spans[i];
        for (; at < span->placed; at++)
            for (int phase = 0; phase < phases; phase++) {
                up[phase] -= audit->closing[at + 1][phase];
                audit->closing[at + 1][phase] = 0;
            }
        for (int phase = 0; phase < phases; phase++)
            spread->together_at[phase][span->phase] += 2 * up[phase] * span->stake;
        spread->together_at[span->phase][span->phase] += span->stake * span->stake;
        up[span->phase] += span->stake;
        audit->closing[span->decided][span->phase] += span->stake;
        last = span->decided > last ? span->decided : last;
    }
    if (last > at)
        memset(audit->closing[at + 1], 0, (size_t)(last - at) * sizeof *audit->closing);
}

void audit_spread_end(felt_audit *audit)
{
    if (audit->span_count > 1)
        qsort(audit->spans, (size_t)audit->span_count, sizeof *audit->spans, compare_spans);
    for (int begin = 0, end; begin < audit->span_count; begin = end) {
        for (end = begin + 1; end < audit->span_count && audit->spans[end].wager == audit->spans[begin].wager; end++) {
        }
        add_together(audit, &audit->spans[begin], end - begin);
    }
    audit->span_count = 0;
}
