/* src/cli/cmd_sim.c - `felt sim`: whole shoes or shooters with every wager on, beside the exact figures; and sessions of one bettor. */
#include "sim_request.h"
#include "watch.h"

#include <felt/sim_report.h>

static cli_exit failed(cli *c, felt_status status)
{
    if (status == FELT_EUNSET)
        cli_complain(c, "a bet can come to a pay that the sheet leaves unset, or to an outcome that it leaves undefined");
    else if (status == FELT_ERANGE)
        cli_complain(c, "the bankroll is less than the stakes, or the amounts are too large");
    else
        cli_complain(c, "%s", felt_status_text(status));
    return CLI_DATA;
}

/* In the view of sessions only the bets' own lines are printed. The entries still belong to `all`. */
static bool keep_bets(felt_arena *arena, const sim_request *r, const felt_odds_list *all, felt_odds_list *ret)
{
    *ret = *all;
    if (r->session.bet_count == 0)
        return true;
    *ret = (felt_odds_list){.list = felt_arena_take(arena, (size_t)all->count, sizeof *ret->list)};
    for (int i = 0; i < all->count && ret->list != NULL; i++) {
        bool wanted = false;
        for (int k = 0; k < r->session.bet_count; k++)
            wanted = wanted || all->list[i].variant == felt_book_variant(r->session.book, r->session_bets[k].wager);
        if (wanted)
            ret->list[ret->count++] = all->list[i];
    }
    return ret->list != NULL;
}

/* Each wager is placed where the exact figures of its entry hold. False: there is no memory. */
static bool take_wagers(felt_arena *arena, const felt_odds_list *odds, felt_sim_setup *setup)
{
    felt_sim_wager *wagers = felt_arena_take(arena, (size_t)odds->count, sizeof *wagers);
    for (int i = 0; i < odds->count && wagers != NULL; i++)
        wagers[i] = (felt_sim_wager){odds->list[i].wager, odds->list[i].variant, odds->list[i].same_rows};
    setup->wagers = wagers;
    setup->wager_count = odds->count;
    return wagers != NULL;
}

static cli_exit write_svg(cli *c, felt_arena *arena, const sim_request *r, const felt_sim_report *report)
{
    felt_text text;
    if (felt_report_sessions_svg(arena, report, &text) != FELT_OK)
        return failed(c, FELT_ENOMEM);
    return cli_write_file(c, r->svg, text);
}

static felt_status make_report(const cli *c, felt_arena *arena, const sim_request *r, const felt_sim_report *report, felt_text *ret)
{
    return felt_report_sim(arena, report, cli_style(c, r->json), ret);
}

/* Sessions, and what they were expected to bring: the figures are the caller's where report->figures points to them. */
static felt_status play_sessions(cli *c, const sim_request *r, watch *w, felt_session_result *sessions, felt_session_figures *figures,
                                 felt_sim_report *report)
{
    watch_begin(w, c, "sessions", r->session.sessions, 0);
    felt_status status = felt_session_run(&r->session, sessions);
    cli_progress_end(&w->progress);
    if (status == FELT_OK)
        status = felt_session_expect(r->session.book, sessions, figures, NULL);
    report->session_setup = &r->session;
    report->sessions = sessions;
    report->figures = status == FELT_OK ? figures : NULL;
    report->comp = r->comp_rate;
    return status;
}

static felt_status play_rounds(cli *c, const sim_request *r, watch *w, felt_sim_result *result, felt_sim_report *report)
{
    watch_begin(w, c, r->setup.game->words.events, r->time_s > 0 ? 0 : r->setup.rounds, r->time_s);
    felt_status status = felt_sim_run(&r->setup, result);
    cli_progress_end(&w->progress);
    if (r->time_s > 0 && !w->interrupted)
        result->stopped = false; /* the end that was asked for */
    report->result = result;
    return status;
}

/* Plays the rounds, or the sessions if they are wanted. */
static cli_exit play(cli *c, felt_arena *arena, sim_request *r, const felt_odds_list *odds)
{
    felt_sim_result result = {0};
    felt_session_result sessions = {0};
    felt_session_figures figures;
    felt_sim_report report = {.odds = odds, .setup = &r->setup, .decimals = r->money_decimals, .columns = c->columns};
    watch w = {.total = 0};
    sigset_t before;
    watch_hold_signals(&w.signals, &before);
    r->setup.tick = r->session.tick = watch_tick;
    r->setup.context = r->session.context = &w;
    felt_status status =
        r->session.bet_count > 0 ? play_sessions(c, r, &w, &sessions, &figures, &report) : play_rounds(c, r, &w, &result, &report);
    felt_text text = {"", 0};
    if (status == FELT_OK)
        status = make_report(c, arena, r, &report, &text);
    watch_release_signals(&w, &before);
    fwrite(text.bytes, 1, text.length, c->out);
    fflush(c->out); /* at once: from here on a signal ends the program */
    cli_exit code = status == FELT_OK ? CLI_DONE : failed(c, status);
    if (code == CLI_DONE && r->svg != NULL && report.session_setup != NULL)
        code = write_svg(c, arena, r, &report);
    if (report.figures != NULL)
        felt_session_figures_free(&figures);
    felt_sim_result_free(&result);
    felt_session_result_free(&sessions);
    return code;
}

static felt_status add_odds(const sim_request *r, const felt_sheet *const *sheets, int count, felt_odds_list *all, felt_error *error)
{
    felt_status status = FELT_OK;
    for (int i = 0; i < count && status == FELT_OK; i++) {
        felt_selection own = felt_selection_of(&r->selection, sheets[i]);
        status = felt_odds_add(all, sheets[i], &own, felt_text_from(""), NULL, error);
    }
    return status;
}

static cli_exit run(cli *c, felt_arena *arena, sim_request *r, int words, char **names)
{
    const felt_sheet **sheets;
    felt_odds_list all = {0}, odds;
    felt_error error;
    int count;
    cli_exit code = cli_load_all(c, arena, words, names, &sheets, &count);
    if (code == CLI_DONE && r->svg != NULL)
        code = cli_output_verify(c, r->svg);
    if (code != CLI_DONE)
        return code;
    for (int i = 1; i < count; i++)
        if (sheets[i]->game != sheets[0]->game)
            return cli_usage(c, "these sheets are of different games; a table has one");
    if (felt_selection_verify_all(&r->selection, sheets, count, &error) != FELT_OK)
        return cli_usage(c, "%s", error.message);
    r->setup.game = sheets[0]->game;
    if (!sim_choose_decks(c, r, sheets, count) || !sim_prepare_sessions(c, arena, r, sheets, count))
        return CLI_USAGE;
    if (r->strategies.count > 0)
        return sim_strategies(c, arena, r);
    felt_status status = add_odds(r, sheets, count, &all, &error);
    if (status == FELT_OK && (!keep_bets(arena, r, &all, &odds) || !take_wagers(arena, &odds, &r->setup)))
        status = felt_error_set(&error, FELT_ENOMEM, -1, "%s", felt_status_text(FELT_ENOMEM));
    if (status != FELT_OK) {
        cli_complain(c, "%s", error.message);
        code = status == FELT_EDATA ? CLI_FAILED : CLI_DATA;
    } else if (odds.count == 0) {
        code = cli_usage(c, "no wager is left under these choices");
    } else {
        code = play(c, arena, r, &odds);
    }
    felt_odds_list_free(&all);
    return code;
}

cli_exit cmd_sim(cli *c, int argc, char **argv)
{
    sim_request r = {.rounds = NULL};
    const flag flags[] = {
        {"--rounds", FLAG_TEXT, &r.rounds},
        {"--time", FLAG_TEXT, &r.time},
        {"--seed", FLAG_TEXT, &r.seed},
        {"--threads", FLAG_TEXT, &r.threads},
        {"--decks", FLAG_TEXT, &r.decks},
        {"--cut", FLAG_TEXT, &r.cut},
        {"--cut-rule", FLAG_TEXT, &r.cut_rule},
        {"--burn", FLAG_TEXT, &r.burn},
        {"--set", FLAG_SETTING, &r.selection},
        {"--json", FLAG_SWITCH, &r.json},
        {"--bankroll", FLAG_TEXT, &r.bankroll},
        {"--bets", FLAG_TEXT, &r.bets},
        {"--sessions", FLAG_TEXT, &r.sessions},
        {"--svg", FLAG_TEXT, &r.svg},
        {"--currency-decimals", FLAG_TEXT, &r.decimals},
        {"--strategy", FLAG_TEXTS, &r.strategies},
        {"--unit", FLAG_TEXT, &r.unit},
        {"--comp", FLAG_TEXT, &r.comp},
        {"--min", FLAG_TEXT, &r.min},
        {"--max", FLAG_TEXT, &r.max},
    };
    int words = cli_arguments(c, argc, argv, flags, (int)(sizeof flags / sizeof *flags));
    if (words < 0)
        return words == -2 ? CLI_DONE : CLI_USAGE;
    if (!sim_verify_flags(c, &r, words) || !sim_read_numbers(c, &r) || !sim_read_rules(c, &r))
        return CLI_USAGE;
    felt_arena *arena = felt_arena_new((size_t)4 * FELT_SHEET_ARENA_MAX);
    if (arena == NULL)
        return CLI_DATA;
    cli_exit code = run(c, arena, &r, words, argv + 1);
    felt_arena_free(arena);
    return code;
}
