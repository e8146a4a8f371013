/* src/report/par_words.c - the rules of a wager as plain sentences. The words of a row are the compiler's (felt_row.words). */
#include "par_parts.h"
#include "text_out.h"

#include <ctype.h>
#include <felt/terms.h>

enum { RULES_EXTRA = 7 + 3 * FELT_WAGER_OPTIONS_MAX * FELT_CHOICES_MAX };

/* ---- sentences ---- */

static felt_text outcome_text(par_maker *m, const felt_row_pay *row)
{
    felt_text dealer = felt_text_from("");
    if (row->has_dealer)
        dealer = row->dealer.kind == FELT_PAY_UNSET ? felt_text_from("; the dealer is paid as well, an amount that the source leaves out")
                                                    : par_say(m, "; the dealer is paid %.*s", FELT_TEXT_ARGS(par_pay(m, &row->dealer)));
    switch (row->pay.kind) {
    case FELT_PAY_LOSES:
        return par_say(m, "it loses%.*s", FELT_TEXT_ARGS(dealer));
    case FELT_PAY_PUSHES:
        return par_say(m, "it pushes and the stake comes back%.*s", FELT_TEXT_ARGS(dealer));
    case FELT_PAY_STAYS:
        return felt_text_from("nothing is decided and the wager stays up");
    case FELT_PAY_UNDEFINED:
        return felt_text_from("the source does not say what happens, neither whether it wins nor what it pays");
    case FELT_PAY_UNSET:
        return par_say(m, "it wins an amount that the source leaves out%.*s", FELT_TEXT_ARGS(dealer));
    case FELT_PAY_WINS:
        break;
    }
    felt_text pay = par_pay(m, &row->pay);
    if (row->pay.printed_for)
        return par_say(m, "it pays %.*s, stake included%.*s", FELT_TEXT_ARGS(pay), FELT_TEXT_ARGS(dealer));
    return par_say(m, "it pays %.*s%.*s", FELT_TEXT_ARGS(pay), FELT_TEXT_ARGS(dealer));
}

static felt_text row_text(par_maker *m, int row, bool first)
{
    const felt_wager *w = m->odds->wager;
    const felt_row *r = &w->rows[row];
    felt_text outcome = outcome_text(m, &m->odds->variant->pays[row]);
    bool cited = r->cites.length > 0 && !felt_text_equal(r->cites, w->cites);
    felt_text cites = cited ? par_say(m, " [%.*s]", FELT_TEXT_ARGS(r->cites)) : felt_text_from("");
    if (r->otherwise)
        return par_say(m, "In every %scase %.*s.%.*s", first ? "" : "other ", FELT_TEXT_ARGS(outcome), FELT_TEXT_ARGS(cites));
    return par_say(m, "%s %.*s, %.*s.%.*s", r->gives_way && !first ? "Otherwise, if" : "If", FELT_TEXT_ARGS(r->words),
                   FELT_TEXT_ARGS(outcome), FELT_TEXT_ARGS(cites));
}

static felt_text placing_text(par_maker *m, const felt_variant *v)
{
    const felt_game *game = m->odds->sheet->game;
    return par_say(m, "it may be placed %s%s%s", game->placings[v->placing], v->own_phases ? "; " : "",
                   v->own_phases ? game->words.own_phases_begin : "");
}

static felt_text needs_text(par_maker *m, const felt_variant *v)
{
    felt_text needs = par_keep(m, felt_terms_needs(m->arena, m->odds->sheet, v)), most = par_keep(m, felt_terms_most(m->arena, v));
    if (needs.length == 0)
        return felt_text_from("no other wager is needed");
    return par_say(m, "a wager on %.*s is needed as well%s%.*s", FELT_TEXT_ARGS(needs), most.length > 0 ? ", and this one is " : "",
                   FELT_TEXT_ARGS(most));
}

/* Figures are of what is handed over; of rules in words, that is a part. */
static felt_text vig_text(par_maker *m, const felt_variant *v)
{
    felt_text vig = par_keep(m, felt_terms_vig(m->arena, v));
    return vig.length == 0 ? vig : par_say(m, "%.*s; the figures are of what is handed over, stake and vig", FELT_TEXT_ARGS(vig));
}

static felt_text may_text(par_maker *m, const felt_variant *v)
{
    const char *event = m->odds->sheet->game->words.event;
    felt_text may = par_keep(m, felt_terms_may(m->arena, v));
    if (may.length == 0)
        return par_say(m, "after its first %s, it stands until it is decided", event);
    return par_say(m, "after its first %s, it %.*s", event, FELT_TEXT_ARGS(may));
}

const felt_variant *par_with_choice(const par_maker *m, int option, int choice)
{
    const felt_odds *o = m->odds;
    for (int v = 0; v < o->wager->variant_count; v++) {
        const felt_variant *variant = &o->wager->variants[v];
        bool same = variant->choices[option] == choice && felt_variant_selected(m->request->selection, o->sheet, o->wager, variant);
        for (int i = 0; i < o->wager->option_count && same; i++)
            same = i == option || variant->choices[i] == o->variant->choices[i];
        if (same)
            return variant;
    }
    return NULL;
}

typedef felt_text (*term_text)(par_maker *m, const felt_variant *v);

static felt_text sentence(par_maker *m, felt_text text)
{
    if (text.length == 0) /* there was no memory for it */
        return text;
    return par_say(m, "%c%.*s.", toupper((unsigned char)text.bytes[0]), FELT_TEXT_ARGS(((felt_text){text.bytes + 1, text.length - 1})));
}

/* A term of the wager, one sentence for each choice where an option that leaves the figures alone changes it. */
static int add_term(par_maker *m, felt_text *list, int count, term_text term)
{
    const felt_odds *o = m->odds;
    felt_text now = term(m, o->variant);
    int first = count;
    for (int i = 0; i < o->wager->option_count; i++) {
        const felt_option *option = &o->sheet->options[o->wager->options[i]];
        bool differs = false;
        for (int choice = 0; choice < option->choice_count && !felt_odds_names(o, i); choice++) {
            const felt_variant *v = par_with_choice(m, i, choice);
            differs = differs || (v != NULL && !felt_text_equal(term(m, v), now));
        }
        for (int choice = 0; choice < option->choice_count && differs; choice++) {
            const felt_variant *v = par_with_choice(m, i, choice);
            if (v != NULL)
                list[count++] = par_say(m, "Where %.*s is %.*s, %.*s.", FELT_TEXT_ARGS(option->name),
                                        FELT_TEXT_ARGS(option->choices[choice].name), FELT_TEXT_ARGS(term(m, v)));
        }
    }
    if (count == first)
        list[count++] = sentence(m, now);
    return count;
}

/* What comes before the rows. */
static felt_text order_text(par_maker *m)
{
    const felt_odds *o = m->odds;
    const felt_game_words *words = &o->sheet->game->words;
    bool counts = false;
    for (int row = 0; row < o->wager->row_count; row++)
        counts = counts || ((o->variant->active >> row & 1) && o->wager->rows[row].counts);
    if (o->sheet->game->one_event)
        return par_say(m, "The rows are read in order, and the first that fits the %s decides:", words->event);
    return counts ? par_say(m,
                            "After every %s the rows are read in order, and the first that fits decides; what has been %s is counted from "
                            "when the wager was placed, this %s included:",
                            words->event, words->counted, words->event)
                  : par_say(m, "After every %s the rows are read in order, and the first that fits decides:", words->event);
}

void par_rules(par_maker *m)
{
    const felt_odds *o = m->odds;
    felt_text *list = par_room(m, RULES_EXTRA + FELT_ROWS_MAX, sizeof *list);
    int count = 0;
    if (list == NULL)
        return;
    if (o->wager->offered_where.length > 0)
        list[count++] = par_say(m, "It is offered where %.*s.", FELT_TEXT_ARGS(o->wager->offered_where));
    if (o->sheet->game->phase_count > 1)
        count = add_term(m, list, count, placing_text);
    count = add_term(m, list, count, needs_text);
    if (o->variant->printed_vig > 0)
        list[count++] = sentence(m, vig_text(m, o->variant));
    if (felt_variant_stands(o->variant))
        count = add_term(m, list, count, may_text);
    list[count++] = order_text(m);
    m->sheet->rule_first = count;
    for (int row = 0; row < o->wager->row_count; row++) {
        if (!(o->variant->active >> row & 1))
            continue;
        list[count] = row_text(m, row, count == m->sheet->rule_first);
        count++;
    }
    m->sheet->rules = list;
    m->sheet->rule_count = count;
}

/* ---- rows for a table ---- */

/* What the bettor is paid, and the dealer. */
static felt_text paid_text(par_maker *m, const felt_row_pay *row)
{
    felt_text pay = row->pay.kind == FELT_PAY_STAYS ? felt_text_from("stays up") : par_pay(m, &row->pay);
    return row->has_dealer ? par_say(m, "%.*s; dealer %.*s", FELT_TEXT_ARGS(pay), FELT_TEXT_ARGS(par_pay(m, &row->dealer))) : pay;
}

static felt_text condition_text(par_maker *m, int row, bool first)
{
    const felt_wager *w = m->odds->wager;
    const felt_row *r = &w->rows[row];
    if (r->otherwise)
        return felt_text_from(first ? "every case" : "every other case");
    felt_text words = r->gives_way && !first ? par_say(m, "otherwise, %.*s", FELT_TEXT_ARGS(r->words)) : r->words;
    bool cited = r->cites.length > 0 && !felt_text_equal(r->cites, w->cites);
    return cited ? par_say(m, "%.*s [%.*s]", FELT_TEXT_ARGS(words), FELT_TEXT_ARGS(r->cites)) : words;
}

static felt_text about_text(par_maker *m)
{
    const felt_odds *o = m->odds;
    felt_text group = o->wager->group < 0 ? felt_text_from("") : o->sheet->groups[o->wager->group].name;
    return par_say(m, "%.*s%s%.*s%s%.*s%s%.*s", FELT_TEXT_ARGS(o->wager->short_name), o->wager->side.length > 0 ? " on " : "",
                   FELT_TEXT_ARGS(o->wager->side), group.length > 0 ? "  ·  group " : "", FELT_TEXT_ARGS(group),
                   o->wager->cites.length > 0 ? "  ·  " : "", FELT_TEXT_ARGS(o->wager->cites));
}

void par_rows(par_maker *m)
{
    const felt_odds *o = m->odds;
    felt_par_row *list = par_room(m, o->wager->row_count, sizeof *list);
    int count = 0, events = 0;
    for (int row = 0; row < o->wager->row_count && list != NULL; row++) {
        if (!(o->variant->active >> row & 1))
            continue;
        list[count] = (felt_par_row){.words = condition_text(m, row, count == 0), .pays = paid_text(m, &o->variant->pays[row]), .row = row};
        list[count++].event = par_row_decides(o, row) ? events++ : -1;
    }
    m->sheet->rows = list;
    m->sheet->row_count = count;
    m->sheet->about = about_text(m);
}
