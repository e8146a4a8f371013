/* felt/rule_card.h - a sheet as a rule card: what it offers and what every row pays, for people.
 *
 * Lifetime: the text lives in the given arena.
 * Threads:  one thread at a time for one arena. */
#ifndef FELT_RULE_CARD_H
#define FELT_RULE_CARD_H

#include <felt/api.h>
#include <felt/arena.h>
#include <felt/report.h>
#include <felt/select.h>
#include <felt/status.h>
#include <felt/wager.h>

FELT_API_BEGIN

/* The card of `sheet` for the choices selected, and for the wagers and groups called `wager` (empty: all). FELT_REPORT_TEXT, in lines of
 * about 100 columns, FELT_REPORT_COLOR, FELT_REPORT_MARKDOWN, or FELT_REPORT_JSON, an object with the same words. FELT_ENOTFOUND: no wager
 * is called so, or none is offered under these choices. */
felt_status felt_rule_card_write(felt_arena *arena, const felt_sheet *sheet, const felt_selection *selection, felt_text wager,
                                 felt_report_style style, felt_text *ret);

FELT_API_END

#endif
