/* src/odds/findings.c - what the figures of a sheet say against it.
 *
 * A finding is made once for each wager of the sheet, sides together, with the combination of choices in which it is worst. */
#include "../sheet/accept.h"
#include "../sheet/scan.h"
#include "figures.h"

#include <stdio.h>
#include <stdlib.h>

/* An entry, to be sorted beside those that differ from it in the choice of one option only. */
typedef struct pick {
    const felt_odds *odds;
    int option;
} pick;

typedef struct findings {
    const felt_sheet *sheet;
    felt_diags *diags;
    accept_marks marks;
    const felt_odds *list; /* of one wager, all its sides */
    int count;
    pick *picks; /* room for as many as the sheet has */
} findings;

/* "'all-lows' on 4 with paytable=PT1, ends=seven-out, 8 decks": the wager and the choices that matter. */
static felt_text describe(const findings *f, const felt_odds *o)
{
    char choices[FELT_ODDS_SETTINGS_MAX * (2 * FELT_NAME_BYTES_MAX + 4)] = "";
    felt_setting settings[FELT_ODDS_SETTINGS_MAX];
    int at = 0, count = felt_odds_settings(o, settings);
    for (int i = 0; i < count; i++)
        if (settings[i].option->kind != FELT_OPTION_DECKS) /* they come last, in words */
            at += snprintf(choices + at, sizeof choices - (size_t)at, "%s%.*s=%.*s", at > 0 ? ", " : "",
                           FELT_TEXT_ARGS(settings[i].option->name), FELT_TEXT_ARGS(settings[i].choice->name));
    if (o->decks > 0)
        snprintf(choices + at, sizeof choices - (size_t)at, "%s%d deck%s", at > 0 ? ", " : "", o->decks, o->decks == 1 ? "" : "s");
    return felt_arena_print(f->diags->arena, "'%.*s'%s%.*s%s%s", FELT_TEXT_ARGS(o->wager->short_name),
                            o->wager->side.length > 0 ? " on " : "", FELT_TEXT_ARGS(o->wager->side), choices[0] != '\0' ? " with " : "",
                            choices);
}

static felt_text percent(const findings *f, const mpq_t ratio)
{
    return felt_ratio_print_percent(f->diags->arena, ratio, 4);
}

static void report(findings *f, const felt_odds *o, finding which, felt_text message, felt_text help)
{
    accept_report(f->sheet, f->diags, &f->marks, o->wager->line, which,
                  (felt_diag){.line = o->wager->line,
                              .column = o->wager->column,
                              .width = (int)felt_text_letters(o->wager->name) + 2,
                              .message = message,
                              .help = help,
                              .wager = o->wager->short_name});
}

static felt_text words_of_row(const felt_row *row)
{
    return row->otherwise ? row->text : row->words;
}

/* ---- readings ---- */

/* Do the two differ in the choice of option `i` only? */
static bool differ_only_in(const felt_odds *a, const felt_odds *b, int i)
{
    return figures_same_choices(a, b, i) && a->variant->choices[i] != b->variant->choices[i];
}

static const felt_option *reading_at(const findings *f, const felt_odds *o, int i)
{
    const felt_option *option = &f->sheet->options[o->wager->options[i]];
    return felt_odds_names(o, i) && option->kind == FELT_OPTION_READING ? option : NULL;
}

/* The combination that differs from `o` in the choice of one reading and whose edge is from `least` up to `most`; NULL: there is none. */
static const felt_odds *remedy(const findings *f, const felt_odds *o, const mpq_t least, const mpq_t most, int *ret_option)
{
    for (int i = 0; i < o->wager->option_count; i++) {
        if (reading_at(f, o, i) == NULL)
            continue;
        for (int k = 0; k < f->count; k++) {
            const felt_odds *other = &f->list[k];
            if (other->has_pays && mpq_cmp(other->edge, least) >= 0 && mpq_cmp(other->edge, most) <= 0 && differ_only_in(o, other, i)) {
                *ret_option = i;
                return other;
            }
        }
    }
    return NULL;
}

/* "the reading ends=seven-out (which seven ends the wager) causes it, see (1)(A); with any-seven the house has 7.7613%", or `otherwise`
 * where no reading is to blame. */
static felt_text blame(const findings *f, const felt_odds *o, const mpq_t least, const mpq_t most, const char *otherwise)
{
    int option = 0;
    const felt_odds *other = remedy(f, o, least, most, &option);
    if (other == NULL)
        return felt_text_from(otherwise);
    const felt_option *reading = &f->sheet->options[o->wager->options[option]];
    const felt_choice *cause = &reading->choices[o->variant->choices[option]], *cure = &reading->choices[other->variant->choices[option]];
    return felt_arena_print(f->diags->arena, "the reading %.*s=%.*s (%.*s) causes it%s%.*s; with %.*s the house has %.*s%%",
                            FELT_TEXT_ARGS(reading->name), FELT_TEXT_ARGS(cause->name), FELT_TEXT_ARGS(reading->title),
                            cause->cites.length > 0 ? ", see " : "", FELT_TEXT_ARGS(cause->cites), FELT_TEXT_ARGS(cure->name),
                            FELT_TEXT_ARGS(percent(f, other->edge)));
}

static int compare_the_rest(const pick *a, const pick *b)
{
    if (a->odds->wager != b->odds->wager)
        return a->odds->wager < b->odds->wager ? -1 : 1;
    if (a->odds->decks != b->odds->decks || a->odds->start != b->odds->start)
        return a->odds->decks != b->odds->decks ? a->odds->decks - b->odds->decks : (int)a->odds->start - (int)b->odds->start;
    for (int i = 0; i < a->odds->wager->option_count; i++) {
        int difference = a->odds->variant->choices[i] - b->odds->variant->choices[i];
        if (difference != 0 && i != a->option && felt_odds_names(a->odds, i))
            return difference;
    }
    return 0;
}

/* Neighbours differ in the one choice only; among themselves they keep their order. */
static int by_the_rest(const void *a, const void *b)
{
    const pick *first = a, *second = b;
    int rest = compare_the_rest(first, second);
    return rest != 0 ? rest : (first->odds > second->odds) - (first->odds < second->odds);
}

/* The entries to which the reading matters, sorted. */
static int pick_readings(findings *f, int reading)
{
    int count = 0;
    for (int k = 0; k < f->count; k++) {
        const felt_odds *o = &f->list[k];
        for (int i = 0; o->has_pays && i < o->wager->option_count; i++)
            if (o->wager->options[i] == reading && felt_odds_names(o, i))
                f->picks[count++] = (pick){o, i};
    }
    qsort(f->picks, (size_t)count, sizeof *f->picks, by_the_rest);
    return count;
}

static void report_reading_sign(findings *f, const felt_option *reading, int i, const felt_odds *bad, const felt_odds *good)
{
    felt_arena *arena = f->diags->arena;
    const felt_choice *worse = &reading->choices[bad->variant->choices[i]], *better = &reading->choices[good->variant->choices[i]];
    bool both = worse->cites.length > 0 && better->cites.length > 0;
    felt_text clause = {"", 0};
    if (worse->cites.length + better->cites.length > 0)
        clause = felt_arena_print(arena, " (\"%.*s%s%.*s\")", FELT_TEXT_ARGS(worse->cites), both ? "\" against \"" : "",
                                  FELT_TEXT_ARGS(better->cites));
    report(f, bad, FINDING_READING_SIGN,
           felt_arena_print(
               arena,
               "two readings of one clause (%.*s) give the edge to different sides: the house has %.*s%% with %.*s=%.*s, %.*s%% with %.*s",
               FELT_TEXT_ARGS(reading->title), FELT_TEXT_ARGS(percent(f, bad->edge)), FELT_TEXT_ARGS(reading->name),
               FELT_TEXT_ARGS(worse->name), FELT_TEXT_ARGS(percent(f, good->edge)), FELT_TEXT_ARGS(better->name)),
           felt_arena_print(arena, "settle the clause%.*s before the wager is offered; the first figure is that of %.*s",
                            FELT_TEXT_ARGS(clause), FELT_TEXT_ARGS(describe(f, bad))));
}

/* Among the pairs that differ in this reading only, the one that gives the player most. */
static void check_reading_sign(findings *f, int reading)
{
    const felt_odds *bad = NULL, *good = NULL;
    int count = pick_readings(f, reading), option = 0;
    for (int start = 0, end; start < count; start = end) {
        const felt_odds *low = f->picks[start].odds, *high = low;
        for (end = start + 1; end < count && compare_the_rest(&f->picks[start], &f->picks[end]) == 0; end++) {
            const felt_odds *o = f->picks[end].odds;
            low = mpq_cmp(o->edge, low->edge) < 0 ? o : low;
            high = mpq_cmp(o->edge, high->edge) > 0 ? o : high;
        }
        if (mpq_sgn(low->edge) >= 0 || mpq_sgn(high->edge) < 0 || (bad != NULL && mpq_cmp(low->edge, bad->edge) >= 0))
            continue;
        bad = low;
        good = high;
        option = f->picks[start].option;
    }
    if (bad != NULL)
        report_reading_sign(f, &f->sheet->options[reading], option, bad, good);
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
    mpq_t least, most;
    if (o == NULL || mpq_sgn(o->edge) >= 0)
        return;
    mpq_inits(least, most, NULL);
    mpq_set_ui(most, 1, 1);
    report(f, o, FINDING_PLAYER_EDGE,
           felt_arena_print(f->diags->arena, "the player has the edge on %.*s: %.*s%% for the house", FELT_TEXT_ARGS(describe(f, o)),
                            FELT_TEXT_ARGS(percent(f, o->edge))),
           blame(f, o, least, most, "no single reading is to blame: lower the pays, or correct the rule"));
    mpq_clears(least, most, NULL);
}

static void check_low_return(findings *f)
{
    const felt_odds *o = worst(f, 1);
    mpq_t back, least, most;
    if (o == NULL || mpq_cmp_ui(o->edge, 1, 4) <= 0)
        return;
    mpq_inits(back, least, most, NULL);
    mpq_set_ui(most, 1, 4);
    felt_odds_return(o, back);
    report(f, o, FINDING_LOW_RETURN,
           felt_arena_print(f->diags->arena, "%.*s returns only %.*s%% of the stakes; many regulators want 75%%",
                            FELT_TEXT_ARGS(describe(f, o)), FELT_TEXT_ARGS(percent(f, back))),
           blame(f, o, least, most, "raise its pays, or accept it with a reason"));
    mpq_clears(back, least, most, NULL);
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

static void report_uneven(findings *f, const felt_odds *o)
{
    mpq_t least, most;
    int low = 0, high = 0;
    mpq_inits(least, most, NULL);
    extreme_rows(o, least, most, &low, &high);
    const felt_row *rows = o->wager->rows;
    report(f, o, FINDING_UNEVEN_ROWS,
           felt_arena_print(f->diags->arena, "the rows of %.*s return unevenly: line %d (%.*s) %.*s%% of the stakes, line %d (%.*s) %.*s%%",
                            FELT_TEXT_ARGS(describe(f, o)), rows[low].line, FELT_TEXT_ARGS(words_of_row(&rows[low])),
                            FELT_TEXT_ARGS(percent(f, least)), rows[high].line, FELT_TEXT_ARGS(words_of_row(&rows[high])),
                            FELT_TEXT_ARGS(percent(f, most))),
           felt_text_from("a pay may be misprinted; if not, accept it with a reason"));
    mpq_clears(least, most, NULL);
}

static void check_uneven(findings *f)
{
    const felt_odds *found = NULL;
    mpq_t least, most, limit;
    mpq_inits(least, most, limit, NULL);
    mpq_set_ui(limit, UNEVEN_TIMES, 1);
    for (int i = 0; i < f->count; i++) {
        int low, high;
        if (!f->list[i].has_pays || !extreme_rows(&f->list[i], least, most, &low, &high))
            continue;
        mpq_div(most, most, least);
        if (mpq_cmp(most, limit) <= 0)
            continue;
        mpq_set(limit, most);
        found = &f->list[i];
    }
    if (found != NULL)
        report_uneven(f, found);
    mpq_clears(least, most, limit, NULL);
}

static void check_wager(findings *f)
{
    check_player_edge(f);
    for (int i = 0; i < f->sheet->option_count; i++)
        if (f->sheet->options[i].kind == FELT_OPTION_READING)
            check_reading_sign(f, i);
    check_low_return(f);
    check_uneven(f);
}

felt_status felt_odds_check(const felt_sheet *sheet, felt_diags *diags)
{
    return felt_odds_check_under(sheet, &(felt_selection){.count = 0}, diags);
}

felt_status felt_odds_check_under(const felt_sheet *sheet, const felt_selection *selection, felt_diags *diags)
{
    findings f = {.sheet = sheet, .diags = diags};
    felt_odds_list list = {0};
    felt_status status = felt_odds_add(&list, sheet, selection, (felt_text){"", 0}, NULL, NULL);
    if (status == FELT_OK && (f.picks = malloc(((size_t)list.count + 1) * sizeof *f.picks)) == NULL)
        status = FELT_ENOMEM;
    for (int start = 0; status == FELT_OK && start < list.count; start += f.count) {
        f.list = &list.list[start];
        f.count = 0;
        while (start + f.count < list.count && f.list[f.count].wager->line == f.list[0].wager->line)
            f.count++;
        check_wager(&f);
    }
    if (status == FELT_OK && selection->count + selection->wager_count == 0) /* what is accepted may occur under other choices */
        accept_report_unused(sheet, diags, &f.marks, true);
    free(f.picks);
    felt_odds_list_free(&list);
    if (status == FELT_OK && felt_arena_ran_out(diags->arena)) /* something that was found is not there, or has no words */
        status = FELT_ENOMEM;
    scan_diags_sort(diags, 0);                      /* with what was found before, in the order of the sheet */
    return status == FELT_EDATA ? FELT_OK : status; /* what is not complete was reported by felt_sheet_check */
}
