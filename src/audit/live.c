/* src/audit/live.c - an audit of a live table: bets are followed from their placing to their pay, event by event. */
#include "audit.h"

#include <assert.h>
#include <felt/live_audit.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LIVE_ARENA_MAX = 64 << 20 };

/* A bet that is up. */
typedef struct live_bet {
    uint64_t bet;
    felt_money stake;  /* that is up */
    felt_money staked; /* in all, raises included */
    felt_money back;   /* that has come back of it so far */
    uint16_t wager, phase, placed;
    bool changed, down; /* down: it is kept until there are many such */
} live_bet;

/* What is exact of a wager. */
typedef struct live_odds {
    bool ready, known;
    double hit;
    audit_odds odds[FELT_PHASES_MAX];
} live_odds;

struct felt_live_audit {
    felt_arena *arena;
    felt_audit *audit;
    live_odds *odds; /* of each wager, when it was asked for */
    live_bet *bets;  /* in the order of their numbers */
    int count, capacity;
    int phase;
    uint16_t events; /* of the hand */
    uint64_t round;  /* the last result */
    bool returning;  /* a round was made void: bets come back */
    bool hand_over;  /* with the last result, whose bets are being paid */
};

felt_status felt_live_audit_open(const felt_book *book, felt_live_audit **ret)
{
    felt_live_audit *live = calloc(1, sizeof *live);
    if (live == NULL)
        return FELT_ENOMEM;
    live->arena = felt_arena_new(LIVE_ARENA_MAX);
    felt_status status = live->arena == NULL ? FELT_ENOMEM : felt_audit_open(live->arena, book, &live->audit);
    if (status == FELT_OK) {
        live->odds = felt_arena_take(live->arena, (size_t)felt_book_wager_count(book), sizeof *live->odds);
        status = live->odds == NULL ? FELT_ENOMEM : FELT_OK;
    }
    if (status == FELT_OK)
        *ret = live;
    else
        felt_live_audit_close(live);
    return status;
}

void felt_live_audit_close(felt_live_audit *live)
{
    if (live == NULL)
        return;
    felt_audit_close(live->audit);
    felt_arena_free(live->arena);
    free(live->bets);
    free(live);
}

const felt_audit *felt_live_audit_look(const felt_live_audit *live)
{
    return live->audit;
}

/* ---- bets that are up ---- */

static live_bet *find_bet(felt_live_audit *live, uint64_t bet)
{
    int low = 0, high = live->count;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (live->bets[middle].bet < bet)
            low = middle + 1;
        else
            high = middle;
    }
    return low < live->count && live->bets[low].bet == bet && !live->bets[low].down ? &live->bets[low] : NULL;
}

/* Thousands of bets may come down at once: they are taken out together. */
static void tidy(felt_live_audit *live)
{
    int up = 0;
    for (int i = 0; i < live->count; i++) {
        if (!live->bets[i].down)
            live->bets[up++] = live->bets[i];
    }
    live->count = up;
}

/* Takes out what is down, and grows where that is less than half. */
static bool make_room(felt_live_audit *live)
{
    tidy(live);
    if (live->capacity > 0 && 2 * live->count < live->capacity)
        return true;
    int capacity = live->capacity == 0 ? 64 : 2 * live->capacity;
    live_bet *bets = realloc(live->bets, (size_t)capacity * sizeof *bets);
    if (bets == NULL)
        return false;
    live->bets = bets;
    live->capacity = capacity;
    return true;
}

static felt_status placed(felt_live_audit *live, const felt_event *e)
{
    if (live->count > 0 && live->bets[live->count - 1].bet >= e->bet)
        return FELT_OK; /* no event of a table */
    if (live->count == live->capacity && !make_room(live))
        return FELT_ENOMEM;
    live->bets[live->count++] = (live_bet){
        .bet = e->bet, .stake = e->amount, .staked = e->amount, .wager = e->wager, .phase = (uint16_t)live->phase, .placed = live->events};
    return FELT_OK;
}

static void changed(felt_live_audit *live, const felt_event *e)
{
    live_bet *bet = find_bet(live, e->bet);
    if (bet == NULL)
        return;
    bet->changed = true;
    bet->back.minor += e->back.minor;
    if (e->action == FELT_ACTION_RAISE) {
        bet->stake.minor += e->amount.minor;
        bet->staked.minor += e->amount.minor;
    }
    if (e->action == FELT_ACTION_LOWER)
        bet->stake.minor -= e->amount.minor;
    if (e->action == FELT_ACTION_TAKE_DOWN || bet->stake.minor <= 0)
        bet->down = true;
}

/* ---- results ---- */

/* The bets of a hand were up together; what goes on beyond it is judged as if it had been placed with the next. */
static void end_hand(felt_live_audit *live)
{
    if (live->audit->span_count > 0)
        audit_spread_end(live->audit);
    live->events = 0;
    live->hand_over = false;
    tidy(live);
    for (int i = 0; i < live->count; i++) {
        live->bets[i].placed = 0;
        live->bets[i].changed = true;
    }
}

static void dealt(felt_live_audit *live, const felt_event *e)
{
    const felt_game *game = live->audit->game;
    live->audit->counts.rounds++;
    live->round = e->round;
    live->returning = false;
    live->phase = game->phase_after(live->phase, e->code, &live->hand_over);
    if (live->events < game->hand_events_max)
        live->events++;
}

static felt_payment payment_of(const felt_event *e, const live_bet *bet)
{
    felt_money back = {e->back.minor + bet->back.minor};
    return (felt_payment){.kind = e->pay,
                          .row = e->row,
                          .part_of = -1,
                          .taken_down = e->taken_down,
                          .stake = e->amount,
                          .back = back,
                          .winnings = e->winnings,
                          .commission = e->commission,
                          .paid = {back.minor + e->winnings.minor - e->commission.minor},
                          .dealer_kind = e->dealer_pay,
                          .dealer = e->dealer};
}

static felt_status add_luck(felt_live_audit *live, const live_bet *bet, const felt_event *e, felt_money due, felt_money paid)
{
    felt_audit *audit = live->audit;
    audit_spread *spread = &audit->spreads[bet->wager];
    felt_bet placed_bet = {.stake = bet->staked, .wager = bet->wager};
    audit_span span = {.wager = bet->wager, .phase = bet->phase, .placed = bet->placed, .decided = live->events};
    span.stake = (double)e->amount.minor + (spread->vig ? audit_spread_vig(audit->book, &placed_bet) : 0);
    spread->staked += span.stake;
    audit_spread_pay(spread, due, paid);
    if (!audit->game->one_event)
        return audit_spread_put(audit, &span);
    audit_spread_round(audit, spread, span.stake);
    return FELT_OK;
}

static felt_status paid(felt_live_audit *live, const felt_event *e, const felt_event *expected, uint64_t line,
                        const felt_audit_report *report)
{
    static const felt_audit_report nobody = {.context = NULL};
    live_bet *bet = find_bet(live, e->bet), known;
    if (bet == NULL)
        return FELT_OK;
    known = *bet;
    bet->down = true;
    if (live->returning)
        return FELT_OK;
    char id[24];
    snprintf(id, sizeof id, "%" PRIu64, live->round);
    felt_round_record round = {.id = felt_text_from(id), .line = line};
    felt_payment should = payment_of(expected == NULL ? e : expected, &known), was = payment_of(e, &known);
    felt_bet_record record = {.id = round.id,
                              .line = line,
                              .bet = {.stake = e->amount, .seat = (uint32_t)e->seat, .wager = e->wager, .after = known.placed},
                              .has_paid = true,
                              .paid = was.paid};
    felt_joined joined = {.round = &round, .bets = &record.bet, .records = &record, .count = 1};
    audit_pay recorded = {.paid = was.paid, .staked = known.staked, .known = true, .changed = known.changed};
    bool left_alone = audit_compare(live->audit, &joined, report == NULL ? &nobody : report, &should, &recorded);
    return left_alone ? add_luck(live, &known, e, should.paid, was.paid) : FELT_OK;
}

/* ---- all events ---- */

felt_status felt_live_audit_event(felt_live_audit *live, const felt_event *event, const felt_event *expected, uint64_t line,
                                  const felt_audit_report *report)
{
    if (live->hand_over && event->kind != FELT_EVENT_PAID)
        end_hand(live);
    switch (event->kind) {
    case FELT_EVENT_PLACED:
        return placed(live, event);
    case FELT_EVENT_CHANGED:
        changed(live, event);
        live->returning = true; /* what needs a bet that is taken down comes down with it, and is no result */
        return FELT_OK;
    case FELT_EVENT_DEALT:
        dealt(live, event);
        return FELT_OK;
    case FELT_EVENT_VOIDED:
        end_hand(live);
        live->phase = 0;
        live->returning = true;
        return FELT_OK;
    case FELT_EVENT_PAID:
        return paid(live, event, expected, line, report);
    default:
        return FELT_OK;
    }
}

void felt_live_audit_misdealt(felt_live_audit *live, const felt_event *event, uint64_t line, const felt_audit_report *report,
                              const felt_error *error)
{
    char id[24];
    snprintf(id, sizeof id, "%" PRIu64, event->round);
    felt_round_record round = {.id = felt_text_from(id), .line = line, .dealt = event->dealt};
    felt_joined joined = {.round = &round};
    live->audit->counts.rounds++;
    live->audit->counts.misdealt++;
    if (report != NULL && report->misdealt != NULL)
        report->misdealt(report->context, &joined, error);
}

void felt_live_audit_left_out(felt_live_audit *live, uint64_t rounds, uint64_t bets)
{
    live->audit->rows.rounds = live->audit->counts.rounds + rounds;
    live->audit->counts.not_compared += bets;
}

felt_status felt_live_audit_luck(felt_live_audit *live, int wager, felt_luck *ret)
{
    assert(wager >= 0 && wager < felt_book_wager_count(live->audit->book));
    live_odds *o = &live->odds[wager];
    felt_status status = o->ready ? FELT_OK : audit_odds_find(live->audit->book, wager, o->odds, &o->hit, &o->known);
    if (status != FELT_OK)
        return status;
    o->ready = true;
    *ret = o->known ? audit_luck(&live->audit->spreads[wager], o->odds, o->hit) : (felt_luck){.verdict = FELT_LUCK_UNKNOWN};
    return FELT_OK;
}

void felt_live_audit_resume(felt_live_audit *live, int phase, int events)
{
    int most = live->audit->game->hand_events_max;
    end_hand(live);
    live->count = 0;
    live->returning = false;
    live->phase = phase;
    live->events = (uint16_t)(events < most ? events : most);
}
