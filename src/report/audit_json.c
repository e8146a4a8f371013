/* src/report/audit_json.c - the report of an audit as one JSON object, written piece by piece. */
#include "audit_report.h"
#include "choices.h"
#include "json_out.h"

/* `before`, and a value on the same line. */
static felt_status put_value(text_out *out, const char *before, json_t *value)
{
    out_print(out, "%s", before);
    return out_json_line(out, value);
}

static json_t *money_json(text_out *out, const felt_audit_form *form, felt_money value)
{
    return out_json_text(audit_money(out->arena, form, value));
}

static json_t *count_json(uint64_t count)
{
    return json_integer((json_int_t)count);
}

static json_t *wager_json(const felt_book *book, int wager)
{
    json_t *whole = json_object();
    out_json_put(&whole, "wager", out_json_text(felt_book_short_name(book, wager)));
    out_json_put(&whole, "side", out_json_text(felt_book_wager(book, wager)->side));
    out_json_put(&whole, "name", out_json_text(felt_book_wager(book, wager)->name));
    return whole;
}

felt_status audit_json_head(text_out *out, const felt_book *book)
{
    felt_status status = put_value(out, "{\"sheet\":", out_json_text(felt_book_title(out->arena, book)));
    if (status == FELT_OK)
        status = put_value(out, ",\"choices\":", out_json_text(report_choices(out->arena, book, false)));
    if (status == FELT_OK)
        status = put_value(out, ",\"by_default\":", out_json_text(report_choices(out->arena, book, true)));
    if (status == FELT_OK)
        status = put_value(out, ",\"rounding\":", json_string(felt_rounding_text(felt_book_house(book)->rounding)));
    out_print(out, ",\"differences\":[");
    return status;
}

felt_status audit_json_difference(text_out *out, const felt_audit_form *form, const felt_book *book, const felt_difference *d)
{
    const felt_bet_record *record = &d->joined->records[d->bet];
    const felt_wager *wager = felt_book_wager(book, record->bet.wager);
    felt_text row = d->expected->row == FELT_ROW_NONE ? felt_text_from("") : wager->rows[d->expected->row].text;
    json_t *whole = wager_json(book, record->bet.wager);
    out_json_put(&whole, "line", count_json(record->line));
    out_json_put(&whole, "round", out_json_text(d->joined->round->id));
    out_json_put(&whole, "seat", count_json(record->bet.seat));
    out_json_put(&whole, "stake", money_json(out, form, d->stake));
    out_json_put(&whole, "expected", money_json(out, form, d->expected->paid));
    out_json_put(&whole, "paid", money_json(out, form, d->paid));
    out_json_put(&whole, "mistake", json_string(felt_mistake_text(d->mistake)));
    out_json_put(&whole, "row", out_json_text(row));
    return put_value(out, form->findings > 0 ? ",\n" : "\n", whole);
}

felt_status audit_json_misdeal(text_out *out, const felt_audit_form *form, const felt_joined *joined, const char *why)
{
    json_t *whole = json_object();
    out_json_put(&whole, "line", count_json(joined->round->line));
    out_json_put(&whole, "round", out_json_text(joined->round->id));
    out_json_put(&whole, "mistake", json_string("misdealt"));
    out_json_put(&whole, "why", out_json_text(felt_text_from(why)));
    return put_value(out, form->findings > 0 ? ",\n" : "\n", whole);
}

static json_t *mistakes_json(text_out *out, const felt_audit_form *form, const felt_audit_tally *t)
{
    json_t *list = json_array();
    for (int k = 1; k < FELT_MISTAKE_COUNT; k++) {
        const felt_mistake_tally *m = &t->mistakes[k];
        if (m->bets == 0)
            continue;
        json_t *entry = json_object();
        out_json_put(&entry, "mistake", json_string(felt_mistake_text((felt_mistake)k)));
        out_json_put(&entry, "bets", count_json(m->bets));
        out_json_put(&entry, "over", money_json(out, form, m->over));
        out_json_put(&entry, "under", money_json(out, form, m->under));
        out_json_add(&list, entry);
    }
    return list;
}

static void put_luck(text_out *out, json_t **whole, const felt_luck *luck)
{
    bool known = luck->verdict != FELT_LUCK_UNKNOWN && luck->rounds > 0;
    out_json_put(whole, "realised_edge", known ? json_real(luck->realised) : json_null());
    out_json_put(whole, "due_edge", known ? json_real(luck->due) : json_null());
    out_json_put(whole, "exact_edge", known ? json_real(luck->exact) : json_null());
    out_json_put(whole, "z", known ? json_real(luck->z) : json_null());
    out_json_put(whole, "verdict", json_string(felt_luck_verdict_text(luck->verdict)));
    out_json_put(whole, "luck", out_json_text(felt_report_luck(out->arena, luck)));
}

static void put_tally(text_out *out, const felt_audit_form *form, json_t **whole, const felt_audit_tally *t)
{
    out_json_put(whole, "bets", count_json(t->bets));
    out_json_put(whole, "undecided", count_json(t->undecided));
    out_json_put(whole, "mispaid", count_json(t->mispaid));
    out_json_put(whole, "staked", money_json(out, form, t->staked));
    out_json_put(whole, "expected", money_json(out, form, t->expected));
    out_json_put(whole, "paid", money_json(out, form, t->paid));
    out_json_put(whole, "mistakes", mistakes_json(out, form, t));
}

/* NULL when there is no memory. */
static json_t *tally_json(text_out *out, const felt_audit_form *form, const felt_audit *audit, int wager)
{
    const felt_audit_tally *t = felt_audit_wager(audit, wager);
    felt_luck luck = {.verdict = FELT_LUCK_UNKNOWN};
    if (t->bets > 0 && felt_audit_luck(audit, wager, &luck) != FELT_OK)
        return NULL;
    json_t *whole = wager_json(felt_audit_book(audit), wager);
    put_tally(out, form, &whole, t);
    if (t->bets > 0)
        put_luck(out, &whole, &luck);
    return whole;
}

/* ---- groups ---- */

enum { NAME_BYTES = 80 }; /* of a column; what is longer is cut */

static json_t *cell_json(text_out *out, const felt_audit_form *form, const felt_book *book, const felt_audit_cell *c)
{
    json_t *whole = wager_json(book, c->wager), *values = json_object();
    bool judged = c->luck.verdict >= FELT_LUCK_WITHIN;
    for (int i = 0; i < form->by->count; i++) {
        char name[NAME_BYTES] = "";
        felt_text given = form->by->names[i];
        felt_text_printable(felt_text_whole((felt_text){given.bytes, given.length < sizeof name ? given.length : sizeof name - 1}), name);
        out_json_put(&values, name, out_json_text(form->by->value(form->by->context, c->round_group, c->bet_group, i)));
    }
    out_json_put(&whole, "by", values);
    put_tally(out, form, &whole, &c->tally);
    put_luck(out, &whole, &c->luck);
    out_json_put(&whole, "chance", judged ? json_real(c->luck.chance) : json_null());
    out_json_put(&whole, "corrected_chance", judged ? json_real(c->corrected) : json_null());
    out_json_put(&whole, "corrected_verdict", json_string(felt_luck_verdict_text(c->verdict)));
    return whole;
}

/* All cells, and how many of them the chances are corrected for. */
static felt_status put_groups(text_out *out, const felt_audit_form *form, const felt_book *book)
{
    felt_status status = FELT_OK;
    out_print(out, ",\"groups\":[");
    for (int i = 0; status == FELT_OK && i < felt_audit_groups_count(form->groups); i++)
        status = put_value(out, i == 0 ? "\n" : ",\n", cell_json(out, form, book, felt_audit_groups_cell(form->groups, i)));
    out_print(out, "\n],\"judged\":%d", felt_audit_groups_judged(form->groups));
    return status;
}

static felt_status put_counts(text_out *out, const felt_audit *audit)
{
    felt_audit_counts c = felt_audit_count(audit);
    const struct {
        const char *before;
        uint64_t count;
    } counts[] = {
        {",\"rounds\":", c.rounds},
        {",\"misdealt\":", c.misdealt},
        {",\"not_verified\":", c.not_verified},
        {",\"bets\":", c.bets},
        {",\"changes\":", c.changes},
        {",\"mispaid\":", c.mispaid},
        {",\"not_compared\":", c.not_compared},
        {",\"not_summed\":", c.not_summed},
    };
    felt_status status = FELT_OK;
    for (size_t i = 0; status == FELT_OK && i < sizeof counts / sizeof *counts; i++)
        status = put_value(out, counts[i].before, count_json(counts[i].count));
    return status == FELT_OK ? put_value(out, ",\"verdict\":", json_string(felt_audit_verdict_text(felt_audit_conclude(audit)))) : status;
}

felt_status audit_json_totals(text_out *out, const felt_audit_form *form, const felt_audit *audit)
{
    felt_status status = FELT_OK;
    bool first = true;
    out_print(out, form->findings > 0 ? "\n],\"wagers\":[" : "],\"wagers\":[");
    for (int i = 0; status == FELT_OK && i < felt_book_wager_count(felt_audit_book(audit)); i++) {
        if (!audit_has_bets(felt_audit_wager(audit, i)))
            continue;
        status = put_value(out, first ? "\n" : ",\n", tally_json(out, form, audit, i));
        first = false;
    }
    out_print(out, "\n]");
    if (status == FELT_OK && form->groups != NULL)
        status = put_groups(out, form, felt_audit_book(audit));
    if (status == FELT_OK)
        status = put_counts(out, audit);
    out_print(out, "}\n");
    return status;
}
