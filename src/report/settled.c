/* src/report/settled.c - what settling recorded bets has come to, in a line. */
#include "choices.h"
#include "text_out.h"

#include <felt/settle_report.h>

/* "3 bets", "1 bet". */
static void put_count(text_out *out, uint64_t count, const char *what)
{
    out_print(out, "%llu %s%s", (unsigned long long)count, what, count == 1 ? "" : "s");
}

static void put_money(text_out *out, const char *before, felt_money money, int decimals)
{
    char text[FELT_MONEY_BYTES];
    felt_money_write(money, decimals, text);
    out_print(out, "%s%s", before, text);
}

/* One more part of the line, if there is any. */
static void put_part(text_out *out, felt_text part)
{
    if (part.length > 0)
        out_print(out, "; %.*s", FELT_TEXT_ARGS(part));
}

felt_status felt_report_settled(felt_arena *arena, const felt_book *book, const felt_settled *settled, felt_text *ret)
{
    text_out out = {.arena = arena};
    put_count(&out, settled->bets, "bet");
    out_print(&out, " settled");
    if (settled->up > 0)
        out_print(&out, " (%llu still up)", (unsigned long long)settled->up);
    put_money(&out, ", staked ", settled->staked, settled->decimals);
    if (settled->vig.minor > 0)
        put_money(&out, ", vig ", settled->vig, settled->decimals);
    put_money(&out, ", paid ", settled->paid, settled->decimals);
    out_print(&out, "; rounding %s", felt_rounding_text(felt_book_house(book)->rounding));
    put_part(&out, report_choices(arena, book, false));
    put_part(&out, felt_report_defaults(arena, book));
    return out_finish(&out, ret);
}

felt_status felt_report_unsettled(felt_arena *arena, const felt_settled *settled, felt_text *ret)
{
    text_out out = {.arena = arena};
    if (settled->misdealt > 0) {
        put_count(&out, settled->misdealt, "round");
        out_print(&out, " misdealt");
    }
    if (settled->bad > 0) {
        out_print(&out, "%s", settled->misdealt > 0 ? ", " : "");
        put_count(&out, settled->bad, "bad row");
    }
    if (settled->misdealt > 0 || settled->bad > 0) {
        out_print(&out, "; ");
        put_count(&out, settled->unpaid, "bet");
        out_print(&out, " %s not paid", settled->unpaid == 1 ? "is" : "are");
    }
    return out_finish(&out, ret);
}
