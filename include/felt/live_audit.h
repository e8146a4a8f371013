/* felt/live_audit.h - an audit of a live table as its events come: what was paid against what should have been, and whether what came out
 * on each wager is luck.
 *
 * Whoever runs a table hands over its events and asks for felt_audit_luck now and then; whoever checks one also says what each bet should
 * have been paid. A bet that was up before the first event is not known, and is passed over.
 *
 * Lifetime: a live audit is the caller's and is freed with felt_live_audit_close; its book must outlive it.
 * Threads:  one thread at a time for one live audit.
 * Failure:  results are written only on FELT_OK. */
#ifndef FELT_LIVE_AUDIT_H
#define FELT_LIVE_AUDIT_H

#include <felt/api.h>
#include <felt/audit.h>
#include <felt/table.h>

FELT_API_BEGIN

typedef struct felt_live_audit felt_live_audit;

/* FELT_ENOMEM. */
felt_status felt_live_audit_open(const felt_book *book, felt_live_audit **ret);
void felt_live_audit_close(felt_live_audit *live); /* NULL is allowed */

/* Takes the next event. `expected` is what a FELT_EVENT_PAID should be; NULL: what it is. `line` is where it was read, for `report`, which
 * may be NULL. FELT_ENOMEM. Requires events as a table makes them; those that say nothing of bets and results are passed over. */
felt_status felt_live_audit_event(felt_live_audit *live, const felt_event *event, const felt_event *expected, uint64_t line,
                                  const felt_audit_report *report);

/* A result that cannot have come so, by the rules of the game: counted, and told. */
void felt_live_audit_misdealt(felt_live_audit *live, const felt_event *event, uint64_t line, const felt_audit_report *report,
                              const felt_error *error);

/* `rounds` results, with `bets` bets that came down, which could not be looked at. */
void felt_live_audit_left_out(felt_live_audit *live, uint64_t rounds, uint64_t bets);

/* What it has come to: felt_audit_count, felt_audit_wager, felt_audit_luck, felt_audit_conclude. */
const felt_audit *felt_live_audit_look(const felt_live_audit *live);

/* As felt_audit_luck, but what is exact is computed once. FELT_ENOMEM. */
felt_status felt_live_audit_luck(felt_live_audit *live, int wager, felt_luck *ret);

/* Events were missed: goes on in a hand that is in `phase`, after `events` events. Bets that are up are not known any more. */
void felt_live_audit_resume(felt_live_audit *live, int phase, int events);

FELT_API_END

#endif
