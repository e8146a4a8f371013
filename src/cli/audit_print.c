/* src/cli/audit_print.c - the report of an audit. Differences are printed as they are found, so nothing is kept. */
#include "audit_print.h"

#include <math.h>
#include <string.h>

enum { OPTIONS_TEXT_BYTES = 4096, WAGER_COLUMNS_MAX = 32 };

typedef struct amount {
    char text[FELT_MONEY_BYTES];
} amount;

static amount money(const audit_printer *p, felt_money value)
{
    amount a;
    felt_money_write(value, p->decimals, a.text);
    return a;
}

/* "pair on player" */
static void wager_text(const felt_wager *wager, char *ret, size_t size)
{
    snprintf(ret, size, "%.*s%s%.*s", FELT_TEXT_ARGS(wager->short_name), wager->side.length > 0 ? " on " : "", FELT_TEXT_ARGS(wager->side));
}

/* ---- luck ---- */

void audit_luck_sentence(const audit_luck *l, char *ret, size_t size)
{
    double z = fabs(l->luck.deviate), chance = erfc(z / sqrt(2.0)), skewness = l->luck.skewness;
    double rarer = l->hit < 0.5 ? l->hit : 1 - l->hit;
    const char *way = l->luck.z > 0 ? "more" : "less";
    if (!l->known)
        snprintf(ret, size, "neither edge is known, as a pay or an outcome is left out");
    else if (l->luck.rounds * rarer < 5 || skewness * skewness > 0.2) /* as five events that are expected have it */
        snprintf(ret, size, "too few rounds to tell luck from anything else");
    else if (z < 2)
        snprintf(ret, size, "within luck: about %.0f %% of fair samples are further from the exact edge", chance * 100);
    else if (z < 3)
        snprintf(ret, size, "unusual: the house kept %s than expected; luck alone does this about once in %.0f samples", way, 1 / chance);
    else if (chance > 1e-6)
        snprintf(ret, size, "hardly luck: the house kept %s than expected; luck alone does this about once in %.0f samples", way,
                 1 / chance);
    else
        snprintf(ret, size, "not luck: the house kept %s than expected by %.1f standard deviations", way, fabs(l->luck.z));
}

/* ---- text ---- */

static void print_text_head(audit_printer *p)
{
    char options[OPTIONS_TEXT_BYTES];
    felt_book_write(p->book, false, options, sizeof options);
    fprintf(p->c->out, "%sAudit of %.*s%s\n", cli_paint(p->c->color_out, COLOR_BOLD), FELT_TEXT_ARGS(p->book->sheet->name),
            cli_paint(p->c->color_out, COLOR_PLAIN));
    if (options[0] != '\0')
        fprintf(p->c->out, "choices: %s\n", options);
    fprintf(p->c->out, "rounding: %s\n\n", felt_rounding_text(p->book->house.rounding));
}

static void print_text_difference(audit_printer *p, const felt_difference *d)
{
    const felt_bet_record *record = &d->joined->records[d->bet];
    const felt_wager *wager = &p->book->sheet->wagers[record->bet.wager];
    char name[160];
    wager_text(wager, name, sizeof name);
    fprintf(p->c->out, "%s:%llu: round %.*s, %s, stake %s: expected %s, paid %s: %s%s%s", p->bets_name, (unsigned long long)record->line,
            FELT_TEXT_ARGS(d->joined->round->id), name, money(p, record->bet.stake).text, money(p, d->expected->paid).text,
            money(p, record->paid).text, cli_paint(p->c->color_out, COLOR_RED), felt_mistake_text(d->mistake),
            cli_paint(p->c->color_out, COLOR_PLAIN));
    if (d->expected->row != FELT_ROW_NONE)
        fprintf(p->c->out, " (\"%.*s\")", FELT_TEXT_ARGS(wager->rows[d->expected->row].text));
    fputc('\n', p->c->out);
}

static void print_text_wagers(audit_printer *p, const felt_audit *audit)
{
    FILE *out = p->c->out;
    fprintf(out, "%-*s %10s %14s %14s %14s %8s\n", WAGER_COLUMNS_MAX, "wager", "bets", "staked", "expected", "paid", "mispaid");
    for (int i = 0; i < p->book->sheet->wager_count; i++) {
        const felt_audit_tally *t = &audit->wagers[i];
        char name[160];
        if (t->bets + t->undecided + t->mispaid == 0)
            continue;
        wager_text(&p->book->sheet->wagers[i], name, sizeof name);
        fprintf(out, "%-*s %10llu %14s %14s %14s %8llu\n", WAGER_COLUMNS_MAX, name, (unsigned long long)t->bets, money(p, t->staked).text,
                money(p, t->expected).text, money(p, t->paid).text, (unsigned long long)t->mispaid);
    }
}

static void print_text_mistakes(audit_printer *p, const felt_audit *audit)
{
    FILE *out = p->c->out;
    if (audit->mispaid == 0)
        return;
    fprintf(out, "\n%-*s %-20s %10s %14s %14s\n", WAGER_COLUMNS_MAX, "wager", "mistake", "bets", "paid too much", "too little");
    for (int i = 0; i < p->book->sheet->wager_count; i++) {
        char name[160];
        wager_text(&p->book->sheet->wagers[i], name, sizeof name);
        for (int k = 1; k < FELT_MISTAKE_COUNT; k++) {
            const felt_mistake_tally *m = &audit->wagers[i].mistakes[k];
            if (m->bets > 0)
                fprintf(out, "%-*s %-20s %10llu %14s %14s\n", WAGER_COLUMNS_MAX, name, felt_mistake_text((felt_mistake)k),
                        (unsigned long long)m->bets, money(p, m->over).text, money(p, m->under).text);
        }
    }
}

static void print_text_luck(audit_printer *p, const felt_audit *audit, const audit_luck *lucks)
{
    FILE *out = p->c->out;
    fprintf(out, "\n%-*s %10s %10s %8s\n", WAGER_COLUMNS_MAX, "the house's edge", "realised", "exact", "z");
    for (int i = 0; i < p->book->sheet->wager_count; i++) {
        char name[160], sentence[160];
        if (audit->wagers[i].bets == 0)
            continue;
        wager_text(&p->book->sheet->wagers[i], name, sizeof name);
        audit_luck_sentence(&lucks[i], sentence, sizeof sentence);
        if (lucks[i].known)
            fprintf(out, "%-*s %8.3f %% %8.3f %% %8.2f", WAGER_COLUMNS_MAX, name, lucks[i].luck.realised * 100, lucks[i].luck.exact * 100,
                    lucks[i].luck.z);
        else /* where winners cannot be settled, the edge of the others says nothing */
            fprintf(out, "%-*s %10s %10s %8s", WAGER_COLUMNS_MAX, name, "-", "-", "-");
        fprintf(out, "  %s\n", sentence);
    }
}

static void print_text_totals(audit_printer *p, const felt_audit *audit, const audit_luck *lucks, uint64_t bad_rows)
{
    if (p->differences > 0)
        fputc('\n', p->c->out);
    print_text_wagers(p, audit);
    print_text_mistakes(p, audit);
    print_text_luck(p, audit, lucks);
    fprintf(p->c->out, "\n%llu round%s, %llu bet%s compared, %llu mispaid, %llu could not be compared, %llu bad row%s\n",
            (unsigned long long)audit->rounds, audit->rounds == 1 ? "" : "s", (unsigned long long)audit->bets, audit->bets == 1 ? "" : "s",
            (unsigned long long)audit->mispaid, (unsigned long long)audit->refused, (unsigned long long)bad_rows, bad_rows == 1 ? "" : "s");
}

/* ---- JSON ---- */

/* What has no memory is missing, and the printer remembers it. */
static void put_json(audit_printer *p, const char *before, json_t *value)
{
    fputs(before, p->c->out);
    if (value == NULL || json_dumpf(value, p->c->out, JSON_COMPACT | JSON_ENCODE_ANY) != 0)
        p->incomplete = true;
    json_decref(value);
}

static void add_json(audit_printer *p, json_t *object, const char *key, json_t *value)
{
    if (json_object_set_new(object, key, value) != 0)
        p->incomplete = true;
}

static json_t *json_money(const audit_printer *p, felt_money value)
{
    return json_string(money(p, value).text);
}

static json_t *json_wager(const felt_wager *wager)
{
    return json_pack("{s:o, s:o, s:o}", "wager", cli_json_text(wager->short_name), "side", cli_json_text(wager->side), "name",
                     cli_json_text(wager->name));
}

static void print_json_head(audit_printer *p)
{
    char options[OPTIONS_TEXT_BYTES];
    felt_book_write(p->book, false, options, sizeof options);
    put_json(p, "{\"sheet\":", cli_json_text(p->book->sheet->name));
    put_json(p, ",\"choices\":", json_string(options));
    put_json(p, ",\"rounding\":", json_string(felt_rounding_text(p->book->house.rounding)));
    fputs(",\"differences\":[", p->c->out);
}

static void print_json_difference(audit_printer *p, const felt_difference *d)
{
    const felt_bet_record *record = &d->joined->records[d->bet];
    const felt_wager *wager = &p->book->sheet->wagers[record->bet.wager];
    json_t *object = json_wager(wager);
    felt_text row = d->expected->row == FELT_ROW_NONE ? felt_text_from("") : wager->rows[d->expected->row].text;
    add_json(p, object, "line", json_integer((json_int_t)record->line));
    add_json(p, object, "round", cli_json_text(d->joined->round->id));
    add_json(p, object, "seat", json_integer((json_int_t)record->bet.seat));
    add_json(p, object, "stake", json_money(p, record->bet.stake));
    add_json(p, object, "expected", json_money(p, d->expected->paid));
    add_json(p, object, "paid", json_money(p, record->paid));
    add_json(p, object, "mistake", json_string(felt_mistake_text(d->mistake)));
    add_json(p, object, "row", cli_json_text(row));
    put_json(p, p->differences > 0 ? ",\n" : "\n", object);
}

static json_t *json_mistakes(audit_printer *p, const felt_audit_tally *t)
{
    json_t *list = json_array();
    for (int k = 1; k < FELT_MISTAKE_COUNT; k++) {
        const felt_mistake_tally *m = &t->mistakes[k];
        if (m->bets == 0)
            continue;
        json_t *entry = json_pack("{s:s, s:I, s:o, s:o}", "mistake", felt_mistake_text((felt_mistake)k), "bets", (json_int_t)m->bets,
                                  "over", json_money(p, m->over), "under", json_money(p, m->under));
        if (json_array_append_new(list, entry) != 0)
            p->incomplete = true;
    }
    return list;
}

static json_t *json_tally(audit_printer *p, int i, const felt_audit_tally *t, const audit_luck *luck)
{
    char sentence[160];
    json_t *object = json_wager(&p->book->sheet->wagers[i]);
    audit_luck_sentence(luck, sentence, sizeof sentence);
    add_json(p, object, "bets", json_integer((json_int_t)t->bets));
    add_json(p, object, "undecided", json_integer((json_int_t)t->undecided));
    add_json(p, object, "mispaid", json_integer((json_int_t)t->mispaid));
    add_json(p, object, "staked", json_money(p, t->staked));
    add_json(p, object, "expected", json_money(p, t->expected));
    add_json(p, object, "paid", json_money(p, t->paid));
    add_json(p, object, "mistakes", json_mistakes(p, t));
    if (t->bets == 0)
        return object;
    add_json(p, object, "realised_edge", luck->known ? json_real(luck->luck.realised) : json_null());
    add_json(p, object, "exact_edge", luck->known ? json_real(luck->luck.exact) : json_null());
    add_json(p, object, "z", luck->known ? json_real(luck->luck.z) : json_null());
    add_json(p, object, "luck", json_string(sentence));
    return object;
}

static void print_json_totals(audit_printer *p, const felt_audit *audit, const audit_luck *lucks, uint64_t bad_rows)
{
    bool first = true;
    fputs(p->differences > 0 ? "\n],\"wagers\":[" : "],\"wagers\":[", p->c->out);
    for (int i = 0; i < p->book->sheet->wager_count; i++) {
        const felt_audit_tally *t = &audit->wagers[i];
        if (t->bets + t->undecided + t->mispaid == 0)
            continue;
        put_json(p, first ? "\n" : ",\n", json_tally(p, i, t, &lucks[i]));
        first = false;
    }
    fprintf(p->c->out, "\n],\"rounds\":%llu,\"bets\":%llu,\"mispaid\":%llu,\"refused\":%llu,\"bad_rows\":%llu}\n",
            (unsigned long long)audit->rounds, (unsigned long long)audit->bets, (unsigned long long)audit->mispaid,
            (unsigned long long)audit->refused, (unsigned long long)bad_rows);
}

/* ---- both ---- */

void audit_print_head(audit_printer *p)
{
    if (p->json)
        print_json_head(p);
    else
        print_text_head(p);
}

void audit_print_difference(audit_printer *p, const felt_difference *difference)
{
    if (p->json)
        print_json_difference(p, difference);
    else
        print_text_difference(p, difference);
    p->differences++;
}

bool audit_print_totals(audit_printer *p, const felt_audit *audit, const audit_luck *lucks, uint64_t bad_rows)
{
    if (p->json)
        print_json_totals(p, audit, lucks, bad_rows);
    else
        print_text_totals(p, audit, lucks, bad_rows);
    return !p->incomplete && !ferror(p->c->out);
}
