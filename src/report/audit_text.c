/* src/report/audit_text.c - the report of an audit, for people to read. */
#include "audit_report.h"
#include "choices.h"
#include "grid.h"

#include <math.h>

enum { WAGER_COLUMNS = 32 };

felt_text audit_money(felt_arena *arena, const felt_audit_form *form, felt_money value)
{
    char text[FELT_MONEY_BYTES];
    size_t length = felt_money_write(value, form->decimals, text);
    return felt_arena_copy(arena, (felt_text){text, length});
}

bool audit_has_bets(const felt_audit_tally *tally)
{
    return tally->bets + tally->undecided + tally->mispaid > 0;
}

static felt_text number(felt_arena *arena, uint64_t value)
{
    return felt_arena_print(arena, "%llu", (unsigned long long)value);
}

/* "pair on player" */
static felt_text wager_text(felt_arena *arena, const felt_book *book, int wager)
{
    char name[FELT_BOOK_NAME_BYTES];
    felt_book_name(book, wager, name);
    return felt_arena_copy(arena, felt_text_from(name));
}

/* ---- luck ---- */

felt_text felt_report_luck(felt_arena *arena, const felt_luck *luck)
{
    const char *way = luck->z > 0 ? "more" : "less";
    switch (luck->verdict) {
    case FELT_LUCK_EARLY:
        return felt_text_from("too few rounds to tell luck from anything else");
    case FELT_LUCK_WITHIN:
        return felt_arena_print(arena, "within luck: about %.0f %% of fair samples are further from the exact edge", luck->chance * 100);
    case FELT_LUCK_UNUSUAL:
        return felt_arena_print(arena, "unusual: the house kept %s than expected; luck alone does this about once in %.0f samples", way,
                                1 / luck->chance);
    case FELT_LUCK_HARDLY:
        return felt_arena_print(arena, "hardly luck: the house kept %s than expected; luck alone does this about once in %.0f samples", way,
                                1 / luck->chance);
    case FELT_LUCK_NOT:
        return felt_arena_print(arena, "not luck: the house kept %s than expected by %.1f standard deviations", way, fabs(luck->z));
    case FELT_LUCK_UNKNOWN:
        break;
    }
    return felt_text_from("neither edge is known, as a pay or an outcome is left out");
}

/* ---- head and findings ---- */

static text_out begin(felt_arena *arena, const felt_audit_form *form)
{
    return (text_out){.arena = arena, .color = form->style == FELT_REPORT_COLOR};
}

static void put_head(text_out *out, const felt_book *book)
{
    felt_text choices = report_choices(out->arena, book, false), defaults = felt_report_defaults(out->arena, book);
    out_paint(out, COLOR_BOLD);
    out_print(out, "Audit of ");
    out_text(out, felt_book_title(out->arena, book));
    out_paint(out, COLOR_PLAIN);
    if (choices.length > 0) {
        out_print(out, "\nchoices: ");
        out_text(out, choices);
    }
    if (defaults.length > 0) {
        out_print(out, "\n");
        out_text(out, defaults);
    }
    out_print(out, "\nrounding: %s\n\n", felt_rounding_text(felt_book_house(book)->rounding));
}

felt_status felt_report_audit_head(felt_arena *arena, const felt_audit_form *form, const felt_book *book, felt_text *ret)
{
    text_out out = begin(arena, form);
    if (form->style != FELT_REPORT_JSON)
        put_head(&out, book);
    else if (audit_json_head(&out, book) != FELT_OK)
        return FELT_ENOMEM;
    return out_finish(&out, ret);
}

static void put_difference(text_out *out, const felt_audit_form *form, const felt_book *book, const felt_difference *d)
{
    const felt_bet_record *record = &d->joined->records[d->bet];
    const felt_wager *wager = felt_book_wager(book, record->bet.wager);
    out_text(out, felt_text_from(form->bets));
    out_print(out, ":%llu: round %.*s, %.*s, stake %.*s: expected %.*s, paid %.*s: ", (unsigned long long)record->line,
              FELT_TEXT_ARGS(d->joined->round->id), FELT_TEXT_ARGS(wager_text(out->arena, book, record->bet.wager)),
              FELT_TEXT_ARGS(audit_money(out->arena, form, d->stake)), FELT_TEXT_ARGS(audit_money(out->arena, form, d->expected->paid)),
              FELT_TEXT_ARGS(audit_money(out->arena, form, d->paid)));
    out_painted(out, COLOR_RED, felt_text_from(felt_mistake_text(d->mistake)));
    if (d->expected->row != FELT_ROW_NONE) {
        out_print(out, " (\"");
        out_text(out, wager->rows[d->expected->row].text);
        out_print(out, "\")");
    }
    out_print(out, "\n");
}

felt_status felt_report_audit_difference(felt_arena *arena, felt_audit_form *form, const felt_book *book, const felt_difference *difference,
                                         felt_text *ret)
{
    text_out out = begin(arena, form);
    if (form->style != FELT_REPORT_JSON)
        put_difference(&out, form, book, difference);
    else if (audit_json_difference(&out, form, book, difference) != FELT_OK)
        return FELT_ENOMEM;
    form->findings++;
    return out_finish(&out, ret);
}

static void put_misdeal(text_out *out, const felt_audit_form *form, const felt_joined *joined, const char *why)
{
    out_text(out, felt_text_from(form->rounds));
    out_print(out, ":%llu: round %.*s: ", (unsigned long long)joined->round->line, FELT_TEXT_ARGS(joined->round->id));
    out_painted(out, COLOR_RED, felt_text_from("misdealt"));
    out_print(out, ": %s\n", why);
}

felt_status felt_report_audit_misdeal(felt_arena *arena, felt_audit_form *form, const felt_joined *joined, const felt_error *error,
                                      felt_text *ret)
{
    text_out out = begin(arena, form);
    if (form->style != FELT_REPORT_JSON)
        put_misdeal(&out, form, joined, error->message);
    else if (audit_json_misdeal(&out, form, joined, error->message) != FELT_OK)
        return FELT_ENOMEM;
    form->findings++;
    return out_finish(&out, ret);
}

/* ---- totals ---- */

static void add_columns(grid *g, const char *first, const char *const *titles, const size_t *least, int count)
{
    grid_column_add(g, (grid_column){first, GRID_LEFT, 0, WAGER_COLUMNS, 0});
    for (int i = 0; i < count; i++)
        grid_column_add(g, (grid_column){titles[i], GRID_RIGHT, 1, least[i], 0});
}

/* A table and an empty line, or nothing where it has no rows. */
static void put_table(text_out *out, const grid *g)
{
    if (g->row_count == 0)
        return;
    grid_print(out, g);
    out_print(out, "\n");
}

static void put_wagers(text_out *out, const felt_audit_form *form, const felt_audit *audit)
{
    static const char *const titles[] = {"bets", "staked", "expected", "paid", "mispaid"};
    static const size_t least[] = {10, 14, 14, 14, 8};
    const felt_book *book = felt_audit_book(audit);
    felt_arena *arena = out->arena;
    grid g = grid_in(arena);
    add_columns(&g, "wager", titles, least, 5);
    for (int i = 0; i < felt_book_wager_count(book); i++) {
        const felt_audit_tally *t = felt_audit_wager(audit, i);
        if (!audit_has_bets(t))
            continue;
        const felt_text cells[] = {wager_text(arena, book, i),          number(arena, t->bets),
                                   audit_money(arena, form, t->staked), audit_money(arena, form, t->expected),
                                   audit_money(arena, form, t->paid),   number(arena, t->mispaid)};
        grid_add(&g, cells);
    }
    put_table(out, &g);
}

static void put_mistakes(text_out *out, const felt_audit_form *form, const felt_audit *audit)
{
    static const char *const titles[] = {"bets", "paid too much", "too little"};
    static const size_t least[] = {10, 14, 14};
    const felt_book *book = felt_audit_book(audit);
    felt_arena *arena = out->arena;
    grid g = grid_in(arena);
    grid_column_add(&g, (grid_column){"wager", GRID_LEFT, 0, WAGER_COLUMNS, 0});
    grid_column_add(&g, (grid_column){"mistake", GRID_LEFT, 1, 20, 0});
    for (int i = 0; i < 3; i++)
        grid_column_add(&g, (grid_column){titles[i], GRID_RIGHT, 1, least[i], 0});
    for (int i = 0; i < felt_book_wager_count(book); i++)
        for (int k = 1; k < FELT_MISTAKE_COUNT; k++) {
            const felt_mistake_tally *m = &felt_audit_wager(audit, i)->mistakes[k];
            if (m->bets == 0)
                continue;
            const felt_text cells[] = {wager_text(arena, book, i), felt_text_from(felt_mistake_text((felt_mistake)k)),
                                       number(arena, m->bets), audit_money(arena, form, m->over), audit_money(arena, form, m->under)};
            grid_add(&g, cells);
        }
    put_table(out, &g);
}

static felt_status put_luck(text_out *out, const felt_audit *audit)
{
    static const char *const titles[] = {"realised", "exact", "z"};
    static const size_t least[] = {10, 10, 8};
    const felt_book *book = felt_audit_book(audit);
    felt_arena *arena = out->arena;
    grid g = grid_in(arena);
    add_columns(&g, "the house's edge", titles, least, 3);
    for (int i = 0; i < felt_book_wager_count(book); i++) {
        felt_luck luck;
        if (felt_audit_wager(audit, i)->bets == 0)
            continue;
        if (felt_audit_luck(audit, i, &luck) != FELT_OK)
            return FELT_ENOMEM;
        bool known = luck.verdict != FELT_LUCK_UNKNOWN && luck.rounds > 0;
        const felt_text none = felt_text_from("-");
        const felt_text cells[] = {wager_text(arena, book, i), known ? felt_arena_print(arena, "%.3f %%", luck.realised * 100) : none,
                                   known ? felt_arena_print(arena, "%.3f %%", luck.exact * 100) : none,
                                   known ? felt_arena_print(arena, "%.2f", luck.z) : none};
        grid_add(&g, cells)->after = felt_arena_print(arena, "  %.*s", FELT_TEXT_ARGS(felt_report_luck(arena, &luck)));
    }
    put_table(out, &g);
    return FELT_OK;
}

static void put_counts(text_out *out, const felt_audit_counts *c)
{
    out_print(out, "%llu round%s verified, %llu misdealt, %llu could not be verified\n", (unsigned long long)c->rounds,
              c->rounds == 1 ? "" : "s", (unsigned long long)c->misdealt, (unsigned long long)c->not_verified);
    out_print(out, "%llu bet%s ", (unsigned long long)c->bets, c->bets == 1 ? "" : "s");
    if (c->changes > 0)
        out_print(out, "with %llu change%s ", (unsigned long long)c->changes, c->changes == 1 ? "" : "s");
    out_print(out, "compared, %llu mispaid, %llu could not be compared", (unsigned long long)c->mispaid,
              (unsigned long long)c->not_compared);
    if (c->not_summed > 0)
        out_print(out, ", %llu left out of the sums", (unsigned long long)c->not_summed);
    out_print(out, "\n");
}

static felt_status put_totals(text_out *out, const felt_audit_form *form, const felt_audit *audit)
{
    felt_audit_counts counts = felt_audit_count(audit);
    if (form->findings > 0)
        out_print(out, "\n");
    put_wagers(out, form, audit);
    put_mistakes(out, form, audit);
    felt_status status = put_luck(out, audit);
    if (counts.mispaid > 0)
        out_print(out, "z and luck are by what should have been paid, mistakes apart\n\n");
    put_counts(out, &counts);
    return status;
}

felt_status felt_report_audit_totals(felt_arena *arena, const felt_audit_form *form, const felt_audit *audit, felt_text *ret)
{
    text_out out = begin(arena, form);
    felt_status status = form->style == FELT_REPORT_JSON ? audit_json_totals(&out, form, audit) : put_totals(&out, form, audit);
    return status == FELT_OK ? out_finish(&out, ret) : status;
}
