/* src/cli/cmd_audit.c - `felt audit`: recorded pays against the sheet's. */
#include "audit_print.h"
#include "ledger.h"

#include <felt/odds.h>
#include <string.h>
#include <unistd.h>

typedef struct audit_run {
    ledger ledger;
    audit_printer printer;
    felt_audit *audit;
} audit_run;

/* ---- comparing ---- */

static void on_difference(void *context, const felt_difference *difference)
{
    audit_run *run = context;
    cli_progress_end(&run->ledger.progress);
    audit_print_difference(&run->printer, difference);
}

static void on_refused(void *context, const felt_joined *joined, int bet, const char *why)
{
    audit_run *run = context;
    ledger_bad(&run->ledger, bet < 0 ? FELT_RECORD_ROUNDS : FELT_RECORD_BETS, bet < 0 ? joined->round->line : joined->records[bet].line,
               joined->round->id, why);
}

static cli_exit compare_all(audit_run *run)
{
    felt_joined joined;
    felt_audit_report report = {run, on_difference, on_refused};
    while (ledger_next(&run->ledger, &joined)) {
        if (felt_audit_round(run->audit, &joined, &report) != FELT_OK) {
            cli_progress_end(&run->ledger.progress);
            cli_complain(run->ledger.c, "out of memory");
            return CLI_DATA;
        }
    }
    return ledger_ended(&run->ledger);
}

/* ---- exact odds ---- */

/* The choices that the book takes for one wager. */
static void select_choices(const felt_book *book, const felt_wager *wager, felt_selection *ret)
{
    const felt_sheet *sheet = book->sheet;
    ret->count = 0;
    for (int k = 0; k < wager->option_count; k++) {
        const felt_option *option = &sheet->options[wager->options[k]];
        ret->options[ret->count] = option->name;
        ret->choices[ret->count++] = option->choices[book->choices[wager->options[k]]].name;
    }
    if (sheet->decks_option >= 0) {
        const felt_option *option = &sheet->options[sheet->decks_option];
        ret->options[ret->count] = option->name;
        ret->choices[ret->count++] = option->choices[book->choices[sheet->decks_option]].name;
    }
}

/* Where the edge is the same for another position of the puck, the variance may be another. */
static felt_status add_positions(const felt_wager *wager, felt_odds_list *list)
{
    felt_status status = FELT_OK;
    for (int k = 0, count = list->count; k < count; k++)
        for (int puck = 0; puck < FELT_PUCK_COUNT && status == FELT_OK; puck++)
            if (list->list[k].wager == wager && list->list[k].same_edge >> puck & 1)
                status = felt_odds_add_from(list, k, (felt_puck)puck);
    return status;
}

/* False when there are none, or a pay is left out. */
static bool find_odds(const felt_book *book, int i, const felt_odds_list *list, felt_luck_odds ret[FELT_PUCK_COUNT], double *ret_hit)
{
    const felt_book_wager *w = &book->wagers[i];
    bool found = false;
    for (int k = 0; k < list->count; k++) {
        const felt_odds *odds = &list->list[k];
        if (odds->wager != w->wager)
            continue;
        if (!odds->has_pays)
            return false;
        for (int puck = 0; puck < FELT_PUCK_COUNT; puck++) {
            const felt_machine *m = w->variant->machine;
            if (found && m->start[puck] != m->start[odds->start]) /* later ones are there only where they differ from the first */
                continue;
            ret[puck] = (felt_luck_odds){mpq_get_d(odds->edge), mpq_get_d(odds->variance), mpq_get_d(odds->third)};
        }
        *ret_hit = found ? *ret_hit : mpq_get_d(odds->hit);
        found = true;
    }
    return found;
}

static audit_luck luck_of(audit_run *run, int i)
{
    const felt_book *book = run->ledger.book;
    felt_luck_odds odds[FELT_PUCK_COUNT] = {{0}};
    felt_selection selection;
    felt_odds_list list = {0};
    audit_luck luck = {.known = false};
    select_choices(book, book->wagers[i].wager, &selection);
    if (felt_odds_add(&list, book->sheet, &selection, book->wagers[i].wager->short_name, NULL, NULL) == FELT_OK &&
        add_positions(book->wagers[i].wager, &list) == FELT_OK)
        luck.known = find_odds(book, i, &list, odds, &luck.hit);
    luck.luck = felt_audit_luck(&run->audit->wagers[i], odds);
    felt_odds_list_free(&list);
    return luck;
}

/* ---- the verb ---- */

static cli_exit run_audit(audit_run *run, cli *c, felt_arena *arena)
{
    const felt_book *book = run->ledger.book;
    audit_luck *lucks = felt_arena_take(arena, (size_t)book->sheet->wager_count, sizeof *lucks);
    if (lucks == NULL || felt_audit_open(arena, book, &run->audit) != FELT_OK) {
        cli_complain(c, "out of memory");
        return CLI_DATA;
    }
    run->printer.c = c;
    run->printer.book = book;
    run->printer.decimals = run->ledger.decimals;
    run->printer.bets_name = run->ledger.bets.name;
    run->ledger.shows_progress =
        !run->printer.json || !isatty(fileno(c->out)); /* a bar needs a line of its own, which JSON does not leave */
    audit_print_head(&run->printer);
    cli_exit code = compare_all(run);
    for (int i = 0; i < book->sheet->wager_count; i++)
        if (run->audit->wagers[i].bets > 0)
            lucks[i] = luck_of(run, i);
    if (!audit_print_totals(&run->printer, run->audit, lucks, run->ledger.bad)) {
        if (run->printer.incomplete)
            cli_complain(run->ledger.c, "out of memory: the report is not complete");
        return CLI_DATA;
    }
    return code != CLI_DONE ? code : run->audit->mispaid > 0 ? CLI_FAILED : CLI_DONE;
}

cli_exit cmd_audit(cli *c, int argc, char **argv)
{
    ledger_request r = {.rounds = NULL};
    audit_run run = {.audit = NULL};
    flag flags[LEDGER_FLAGS + 1];
    ledger_flags(&r, flags);
    flags[LEDGER_FLAGS] = (flag){"--json", FLAG_SWITCH, &run.printer.json};
    int words = cli_arguments(c, argc, argv, flags, LEDGER_FLAGS + 1);
    if (words < 0)
        return words == -2 ? CLI_DONE : CLI_USAGE;
    felt_arena *arena = felt_arena_new((size_t)2 * FELT_SHEET_ARENA_MAX);
    if (arena == NULL) {
        cli_complain(c, "out of memory");
        return CLI_DATA;
    }
    cli_exit code = ledger_open(&run.ledger, c, arena, &r, words, argv + 1);
    if (code == CLI_DONE)
        code = run_audit(&run, c, arena);
    ledger_close(&run.ledger);
    felt_arena_free(arena);
    return code;
}
