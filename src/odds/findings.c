/* src/odds/findings.c - what the figures of a sheet say against it.
 *
 * A finding is made once for each wager of the sheet, sides together, with the combination of choices in which it is worst. */
#include "../sheet/accept.h"
#include "figures.h"

#include <stdio.h>

typedef struct findings {
    const felt_sheet *sheet;
    felt_diags *diags;
    accept_marks marks;
    const felt_odds *list; /* of one wager, all its sides */
    int count;
} findings;

static const char *const codes[] = {"player-edge", "low-return", "uneven-rows", "reading-sign", NULL};

/* "all-lows on 4 with paytable=PT1, ends=seven-out, 8 decks": the wager and the choices that matter. */
static felt_text describe(const findings *f, const felt_odds *o)
{
    char text[600];
    int at = snprintf(text, sizeof text, "'%.*s'", FELT_TEXT_ARGS(o->wager->short_name));
    if (o->wager->side.length > 0)
        at += snprintf(text + at, sizeof text - (size_t)at, " on %.*s", FELT_TEXT_ARGS(o->wager->side));
    const char *before = " with ";
    for (int i = 0; i < o->wager->option_count && at < 500; i++) {
        if (!(o->relevant >> i & 1))
            continue;
        const felt_option *option = &f->sheet->options[o->wager->options[i]];
        at += snprintf(text + at, sizeof text - (size_t)at, "%s%.*s=%.*s", before, FELT_TEXT_ARGS(option->name),
                       FELT_TEXT_ARGS(option->choices[o->variant->choices[i]].name));
        before = ", ";
    }
    if (o->decks > 0)
        snprintf(text + at, sizeof text - (size_t)at, "%s%d deck%s", before, o->decks, o->decks == 1 ? "" : "s");
    return felt_arena_copy(f->diags->arena, felt_text_from(text));
}

static felt_text percent(const findings *f, const mpq_t ratio)
{
    return felt_ratio_print_percent(f->diags->arena, ratio, 4);
}

static void report(findings *f, const felt_odds *o, felt_severity severity, const char *code, felt_text message, felt_text help)
{
    accept_report(f->sheet, f->diags, &f->marks, o->wager->line,
                  (felt_diag){.severity = severity,
                              .code = code,
                              .line = o->wager->line,
                              .column = o->wager->column,
                              .width = (int)felt_text_columns(o->wager->name) + 2,
                              .message = message,
                              .help = help,
                              .wager = o->wager->short_name});
}

/* ---- readings ---- */

/* Do the two differ in the choice of option `i` only? */
static bool differ_only_in(const felt_odds *a, const felt_odds *b, int i)
{
    if (a->wager != b->wager || a->decks != b->decks || a->start != b->start)
        return false;
    for (int k = 0; k < a->wager->option_count; k++)
        if ((a->relevant >> k & 1) && (a->variant->choices[k] != b->variant->choices[k]) != (k == i))
            return false;
    return true;
}

static const felt_option *reading_at(const findings *f, const felt_odds *o, int i)
{
    const felt_option *option = &f->sheet->options[o->wager->options[i]];
    return (o->relevant >> i & 1) && option->kind == FELT_OPTION_READING ? option : NULL;
}

/* The combination that differs from `o` in the choice of one reading and gives the house the edge; NULL when there is none. */
static const felt_odds *remedy(const findings *f, const felt_odds *o, int *ret_option)
{
    for (int i = 0; i < o->wager->option_count; i++) {
        if (reading_at(f, o, i) == NULL)
            continue;
        for (int k = 0; k < f->count; k++) {
            const felt_odds *other = &f->list[k];
            if (other->has_pays && mpq_sgn(other->edge) >= 0 && differ_only_in(o, other, i)) {
                *ret_option = i;
                return other;
            }
        }
    }
    return NULL;
}

static void check_reading_sign(findings *f, int i)
{
    for (int a = 0; a < f->count; a++) {
        for (int b = 0; b < f->count; b++) {
            const felt_odds *bad = &f->list[a], *good = &f->list[b];
            const felt_option *option = i < bad->wager->option_count ? reading_at(f, bad, i) : NULL;
            if (option == NULL || !bad->has_pays || !good->has_pays || mpq_sgn(bad->edge) >= 0 || mpq_sgn(good->edge) < 0 ||
                !differ_only_in(bad, good, i))
                continue;
            const felt_choice *worse = &option->choices[bad->variant->choices[i]], *better = &option->choices[good->variant->choices[i]];
            felt_text message = felt_arena_print(f->diags->arena, "two readings of one clause (%.*s) give the edge to different sides: %.*s=%.*s %.*s%%, %.*s %.*s%%",
                                                 FELT_TEXT_ARGS(option->title), FELT_TEXT_ARGS(option->name), FELT_TEXT_ARGS(worse->name),
                                                 FELT_TEXT_ARGS(percent(f, bad->edge)), FELT_TEXT_ARGS(better->name),
                                                 FELT_TEXT_ARGS(percent(f, good->edge)));
            felt_text help = felt_arena_print(f->diags->arena, "settle the clause%s%.*s before the wager is offered; for the rest: %.*s",
                                              worse->cites.length > 0 ? " " : "", FELT_TEXT_ARGS(worse->cites), FELT_TEXT_ARGS(describe(f, bad)));
            report(f, bad, FELT_WARNING, "reading-sign", message, help);
            return;
        }
    }
}

/* ---- edges ---- */

static const felt_odds *worst(const findings *f, int sign)
{
    const felt_odds *found = NULL;
    for (int i = 0; i < f->count; i++) {
        const felt_odds *o = &f->list[i];
        if (o->has_pays && (found == NULL || mpq_cmp(o->edge, found->edge) * sign > 0))
            found = o;
    }
    return found;
}

static void check_player_edge(findings *f)
{
    const felt_odds *o = worst(f, -1);
    int option = 0;
    if (o == NULL || mpq_sgn(o->edge) >= 0)
        return;
    const felt_odds *other = remedy(f, o, &option);
    felt_text message = felt_arena_print(f->diags->arena, "the player has the edge on %.*s: %.*s%% for the house", FELT_TEXT_ARGS(describe(f, o)),
                                         FELT_TEXT_ARGS(percent(f, o->edge)));
    felt_text help = felt_text_from("no choice of a reading mends it: the pays are too high, or the rule is");
    if (other != NULL) {
        const felt_option *reading = &f->sheet->options[o->wager->options[option]];
        const felt_choice *cause = &reading->choices[o->variant->choices[option]], *cure = &reading->choices[other->variant->choices[option]];
        help = felt_arena_print(f->diags->arena, "the reading %.*s=%.*s (%.*s) causes it%s%.*s; with %.*s the house has %.*s%%", FELT_TEXT_ARGS(reading->name),
                                FELT_TEXT_ARGS(cause->name), FELT_TEXT_ARGS(reading->title), cause->cites.length > 0 ? ", see " : "",
                                FELT_TEXT_ARGS(cause->cites), FELT_TEXT_ARGS(cure->name), FELT_TEXT_ARGS(percent(f, other->edge)));
    }
    report(f, o, FELT_ERROR, "player-edge", message, help);
}

static void check_low_return(findings *f)
{
    const felt_odds *o = worst(f, 1);
    mpq_t back;
    if (o == NULL || mpq_cmp_ui(o->edge, 1, 4) <= 0)
        return;
    mpq_init(back);
    felt_odds_return(o, back);
    report(f, o, FELT_WARNING, "low-return",
           felt_arena_print(f->diags->arena, "%.*s returns only %.*s%% of the stakes; many regulators want 75%%", FELT_TEXT_ARGS(describe(f, o)),
                            FELT_TEXT_ARGS(percent(f, back))),
           felt_text_from("raise its pays, or accept it with a reason"));
    mpq_clear(back);
}

/* ---- rows ---- */

enum { UNEVEN_TIMES = 30 };

/* The winning rows that return least and most of a unit staked, stake included; false when there are fewer than two. */
static bool extreme_rows(const felt_odds *o, mpq_t least, mpq_t most, int *ret_least, int *ret_most)
{
    int rows = 0;
    mpq_t back;
    mpq_init(back);
    for (int row = 0; row < o->wager->row_count; row++) {
        if (!figures_row_counts(o, row) || o->variant->pays[row].pay.kind != FELT_PAY_WINS)
            continue;
        felt_odds_contribution(o, row, back);
        mpq_add(back, back, o->rows[row]);
        if (rows == 0 || mpq_cmp(back, least) < 0) {
            mpq_set(least, back);
            *ret_least = row;
        }
        if (rows == 0 || mpq_cmp(back, most) > 0) {
            mpq_set(most, back);
            *ret_most = row;
        }
        rows++;
    }
    mpq_clear(back);
    return rows > 1;
}

static void check_uneven(findings *f)
{
    mpq_t least, most, limit;
    mpq_inits(least, most, limit, NULL);
    for (int i = 0; i < f->count; i++) {
        const felt_odds *o = &f->list[i];
        int low, high;
        if (!o->has_pays || !extreme_rows(o, least, most, &low, &high))
            continue;
        mpq_set_ui(limit, UNEVEN_TIMES, 1);
        mpq_mul(limit, limit, least);
        if (mpq_cmp(most, limit) <= 0)
            continue;
        report(f, o, FELT_NOTE, "uneven-rows",
               felt_arena_print(f->diags->arena, "the rows of %.*s return unevenly: line %d (%.*s) %.*s%% of the stakes, line %d (%.*s) %.*s%%",
                                FELT_TEXT_ARGS(describe(f, o)), o->wager->rows[low].line, FELT_TEXT_ARGS(o->wager->rows[low].text),
                                FELT_TEXT_ARGS(percent(f, least)), o->wager->rows[high].line, FELT_TEXT_ARGS(o->wager->rows[high].text),
                                FELT_TEXT_ARGS(percent(f, most))),
               felt_text_from("a pay may be misprinted; if not, accept it with a reason"));
        break;
    }
    mpq_clears(least, most, limit, NULL);
}

felt_status felt_odds_check(const felt_sheet *sheet, felt_diags *diags)
{
    findings f = {.sheet = sheet, .diags = diags};
    static const felt_selection everything = {.count = 0};
    felt_odds_list list = {0};
    char why[200];
    felt_status status = felt_odds_add(&list, sheet, &everything, (felt_text){"", 0}, NULL, why, sizeof why);
    for (int start = 0; status == FELT_OK && start < list.count; start += f.count) {
        f.list = &list.list[start];
        f.count = 0;
        while (start + f.count < list.count && f.list[f.count].wager->line == f.list[0].wager->line)
            f.count++;
        check_player_edge(&f);
        for (int i = 0; i < FELT_WAGER_OPTIONS_MAX; i++)
            check_reading_sign(&f, i);
        check_low_return(&f);
        check_uneven(&f);
    }
    if (status == FELT_OK)
        accept_report_unused(sheet, diags, &f.marks, codes);
    felt_odds_list_free(&list);
    return status == FELT_EDATA ? FELT_OK : status; /* what is not complete was reported by felt_sheet_check */
}
