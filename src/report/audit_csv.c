/* src/report/audit_csv.c - what an audit found as rows of CSV, for a spreadsheet. */
#include "audit_report.h"

#include <felt/audit_breakdown.h>
#include <string.h>

/* Would a spreadsheet take it for a formula? An apostrophe before it makes text of it. */
static bool is_formula(felt_text text)
{
    return text.length > 0 && text.bytes[0] != '\0' && strchr("=+-@\t\r", text.bytes[0]) != NULL;
}

static void put_field(text_out *out, felt_text text)
{
    bool plain = true;
    for (size_t i = 0; i < text.length && plain; i++)
        plain = text.bytes[i] != ',' && text.bytes[i] != '"' && text.bytes[i] != '\n' && text.bytes[i] != '\r';
    out_print(out, "%s%s", plain ? "" : "\"", is_formula(text) ? "'" : "");
    for (size_t i = 0; i < text.length; i++) {
        if (text.bytes[i] == '"')
            out_print(out, "\"");
        out_bytes(out, &text.bytes[i], 1);
    }
    out_print(out, "%s", plain ? "" : "\"");
}

static void put_next(text_out *out, felt_text text)
{
    out_print(out, ",");
    put_field(out, text);
}

static void put_number(text_out *out, uint64_t number)
{
    out_print(out, ",%llu", (unsigned long long)number);
}

static void put_money(text_out *out, const felt_audit_form *form, felt_money money)
{
    out_print(out, ",%.*s", FELT_TEXT_ARGS(audit_money(out->arena, form, money)));
}

static void put_names(text_out *out, const felt_audit_by *by)
{
    for (int i = 0; by != NULL && i < by->count; i++)
        put_next(out, by->names[i]);
}

static void put_values(text_out *out, const felt_audit_by *by, uint32_t round_group, uint32_t bet_group)
{
    for (int i = 0; by != NULL && i < by->count; i++)
        put_next(out, by->value(by->context, round_group, bet_group, i));
}

static void put_empty(text_out *out, const felt_audit_by *by)
{
    out_repeat(out, ',', by == NULL ? 0 : (size_t)by->count);
}

/* ---- findings ---- */

felt_status felt_report_finding_head(felt_arena *arena, const felt_audit_by *by, felt_text *ret)
{
    text_out out = {.arena = arena};
    out_print(&out, "finding,file,line,round");
    put_names(&out, by);
    out_print(&out, ",wager,side,stake,expected,paid,difference,mistake,why\n");
    return out_finish(&out, ret);
}

static void begin_finding(text_out *out, const char *finding, const char *file, uint64_t line, felt_text round)
{
    out_print(out, "%s", finding);
    put_next(out, felt_text_from(file));
    put_number(out, line);
    put_next(out, round);
}

felt_status felt_report_finding_difference(felt_arena *arena, const felt_audit_form *form, const felt_audit_by *by, const felt_book *book,
                                           const felt_difference *d, felt_text *ret)
{
    text_out out = {.arena = arena};
    const felt_bet_record *record = &d->joined->records[d->bet];
    const felt_wager *wager = felt_book_wager(book, record->bet.wager);
    felt_money off = {0};
    bool fits = felt_money_subtract(d->paid, d->expected->paid, &off) == FELT_OK;
    begin_finding(&out, "mispaid", form->bets, record->line, d->joined->round->id);
    put_values(&out, by, d->joined->round->group, record->group);
    put_next(&out, felt_book_short_name(book, record->bet.wager));
    put_next(&out, wager->side);
    put_money(&out, form, d->stake);
    put_money(&out, form, d->expected->paid);
    put_money(&out, form, d->paid);
    if (fits)
        put_money(&out, form, off);
    else
        out_print(&out, ",");
    put_next(&out, felt_text_from(felt_mistake_text(d->mistake)));
    put_next(&out, d->expected->row == FELT_ROW_NONE ? felt_text_from("") : wager->rows[d->expected->row].text);
    out_print(&out, "\n");
    return out_finish(&out, ret);
}

felt_status felt_report_finding_misdeal(felt_arena *arena, const felt_audit_form *form, const felt_audit_by *by, const felt_joined *joined,
                                        const felt_error *error, felt_text *ret)
{
    text_out out = {.arena = arena};
    begin_finding(&out, "misdealt", form->rounds, joined->round->line, joined->round->id);
    if (by != NULL && by->bets_differ)
        put_empty(&out, by);
    else
        put_values(&out, by, joined->round->group, 0);
    out_print(&out, ",,,,,,,misdealt");
    put_next(&out, felt_text_from(error->message));
    out_print(&out, "\n");
    return out_finish(&out, ret);
}

felt_status felt_report_finding_row(felt_arena *arena, const felt_audit_form *form, const felt_audit_by *by, felt_record_kind file,
                                    uint64_t line, felt_text round, const char *why, felt_text *ret)
{
    text_out out = {.arena = arena};
    begin_finding(&out, "not used", file == FELT_RECORD_ROUNDS ? form->rounds : form->bets, line, round);
    put_empty(&out, by);
    out_print(&out, ",,,,,,,");
    put_next(&out, felt_text_from(why));
    out_print(&out, "\n");
    return out_finish(&out, ret);
}

/* ---- groups ---- */

static void put_luck(text_out *out, const felt_audit_cell *c)
{
    bool known = c->luck.verdict != FELT_LUCK_UNKNOWN && c->luck.rounds > 0;
    if (known)
        out_print(out, ",%.6f,%.6f,%.6f,%.3f,%.6g,%.6g", c->luck.realised, c->luck.exact, c->luck.deviation, c->luck.z, c->luck.chance,
                  c->corrected);
    else
        out_print(out, ",,,,,,");
    out_print(out, ",%s\n", felt_luck_verdict_text(c->verdict));
}

felt_status felt_report_groups_csv(felt_arena *arena, const felt_audit_form *form, const felt_audit_by *by, const felt_book *book,
                                   const felt_audit_groups *groups, felt_text *ret)
{
    text_out out = {.arena = arena};
    for (int i = 0; i < by->count; i++) {
        put_field(&out, by->names[i]);
        out_print(&out, ",");
    }
    out_print(&out,
              "wager,side,bets,staked,expected,paid,mispaid,paid_too_much,paid_too_little,realised_edge,exact_edge,deviation,z,chance,"
              "corrected_chance,verdict\n");
    for (int i = 0; i < felt_audit_groups_count(groups); i++) {
        const felt_audit_cell *c = felt_audit_groups_cell(groups, i);
        felt_money over, under;
        audit_cell_mistakes(c, &over, &under);
        for (int k = 0; k < by->count; k++) {
            put_field(&out, by->value(by->context, c->round_group, c->bet_group, k));
            out_print(&out, ",");
        }
        put_field(&out, felt_book_short_name(book, c->wager));
        put_next(&out, felt_book_wager(book, c->wager)->side);
        put_number(&out, c->tally.bets);
        put_money(&out, form, c->tally.staked);
        put_money(&out, form, c->tally.expected);
        put_money(&out, form, c->tally.paid);
        put_number(&out, c->tally.mispaid);
        put_money(&out, form, over);
        put_money(&out, form, under);
        put_luck(&out, c);
    }
    return out_finish(&out, ret);
}
