/* src/cli/cmd_sim.c - `felt sim`: whole shoes or shooters with every wager on, beside the exact figures; and sessions of one bettor. */
#include "cli.h"
#include "progress.h"

#include <errno.h>
#include <felt/sim_report.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { DEFAULT_ROUNDS = 10000000, DEFAULT_SESSION_ROUNDS = 100, DEFAULT_SESSIONS = 10000, DEFAULT_DECIMALS = 2 };

#define ENDLESS (UINT64_C(1) << 61) /* rounds, when --time says when to stop */

typedef struct sim_request {
    felt_selection selection;
    const char *rounds, *time, *seed, *threads, *decks, *cut, *bankroll, *bets, *sessions, *svg, *decimals;
    bool json;
    double time_s; /* 0: no limit */
    felt_sim_setup setup;
    felt_session_setup session;
    felt_session_bet session_bets[FELT_SESSION_BETS_MAX];
    int money_decimals;
} sim_request;

/* ---- numbers ---- */

/* A whole number from `least` to `most`; k, M and G mean thousands, millions and thousands of millions. */
static bool read_number(cli *c, const char *name, const char *text, uint64_t least, uint64_t most, uint64_t *ret)
{
    static const struct {
        char letter;
        uint64_t factor;
    } units[] = {{'\0', 1}, {'k', 1000}, {'M', 1000000}, {'G', 1000000000}};
    char *end;
    errno = 0;
    unsigned long long number = strtoull(text, &end, 10);
    if (errno == 0 && text[0] >= '0' && text[0] <= '9') {
        for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
            bool fits = *end == units[i].letter && (*end == '\0' || end[1] == '\0') && number <= most / units[i].factor;
            if (fits && number * units[i].factor >= least) {
                *ret = number * units[i].factor;
                return true;
            }
        }
    }
    cli_usage(c, "found %s %s, expected a number from %llu to %llu", name, text, (unsigned long long)least, (unsigned long long)most);
    return false;
}

static bool read_optional(cli *c, const char *name, const char *text, uint64_t least, uint64_t most, uint64_t otherwise, uint64_t *ret)
{
    if (text != NULL)
        return read_number(c, name, text, least, most, ret);
    *ret = otherwise;
    return true;
}

/* "90", "90s", "15m" or "2h". */
static bool read_time(cli *c, const char *text, double *ret)
{
    char *end;
    double seconds = strtod(text, &end);
    double unit = *end == '\0' || *end == 's' ? 1 : *end == 'm' ? 60 : *end == 'h' ? 3600 : 0;
    if (end == text || unit == 0 || (*end != '\0' && end[1] != '\0') || !(seconds > 0) || seconds * unit > 1e7) {
        cli_usage(c, "found --time %s, expected a time such as 90, 90s, 15m or 2h", text);
        return false;
    }
    *ret = seconds * unit;
    return true;
}

static bool read_numbers(cli *c, sim_request *r)
{
    uint64_t seed, threads, cut, sessions, decimals, rounds;
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    bool session = r->bankroll != NULL;
    uint64_t default_threads = cores < 1 ? 1 : cores > FELT_SIM_THREADS_MAX ? FELT_SIM_THREADS_MAX : (uint64_t)cores;
    uint64_t default_rounds = session ? DEFAULT_SESSION_ROUNDS : r->time != NULL ? ENDLESS : DEFAULT_ROUNDS;
    if (!read_optional(c, "--seed", r->seed, 0, INT64_MAX, 1, &seed) ||
        !read_optional(c, "--threads", r->threads, 1, FELT_SIM_THREADS_MAX, default_threads, &threads) ||
        !read_optional(c, "--cut", r->cut, FELT_CUT_MIN, FELT_DEALING_CARDS_MAX, 0, &cut) ||
        !read_optional(c, "--sessions", r->sessions, 1, FELT_SESSIONS_MAX, DEFAULT_SESSIONS, &sessions) ||
        !read_optional(c, "--currency-decimals", r->decimals, 0, FELT_MONEY_DECIMALS_MAX, DEFAULT_DECIMALS, &decimals) ||
        !read_optional(c, "--rounds", r->rounds, 1, session ? FELT_SESSION_ROUNDS_MAX : ENDLESS, default_rounds, &rounds))
        return false;
    if (r->time != NULL && !read_time(c, r->time, &r->time_s))
        return false;
    r->money_decimals = (int)decimals;
    r->setup.seed = r->session.seed = seed;
    r->setup.threads = r->session.threads = (int)threads;
    r->setup.cut = r->session.cut = (int)cut;
    r->setup.rounds = session ? rounds * sessions : rounds;
    r->session.rounds = rounds;
    r->session.sessions = sessions;
    return true;
}

static bool verify_flags(cli *c, const sim_request *r, int words)
{
    if (words < 1)
        cli_usage(c, "expected a SHEET, or several that are played as one book");
    else if (r->decks != NULL && cli_sets_decks(&r->selection))
        cli_usage(c, "--decks and --set decks=... exclude each other");
    else if (r->rounds != NULL && r->time != NULL)
        cli_usage(c, "--rounds and --time exclude each other");
    else if ((r->bankroll == NULL) != (r->bets == NULL))
        cli_usage(c, "--bankroll and --bets go together");
    else if (r->bankroll == NULL && (r->svg != NULL || r->sessions != NULL || r->decimals != NULL))
        cli_usage(c, "--svg, --sessions and --currency-decimals are about sessions: give --bankroll and --bets");
    else if (r->bankroll != NULL && r->time != NULL)
        cli_usage(c, "sessions have a number of rounds: --bankroll and --time exclude each other");
    else
        return true;
    return false;
}

/* ---- the table ---- */

/* The choice of decks that --decks names, or else the usual one; -1: there is none. */
static int find_decks(const sim_request *r, const felt_option *option)
{
    return r->decks != NULL ? felt_choice_find(option, felt_text_from(r->decks)) : felt_choice_default(&r->selection, option);
}

static bool choose_decks(cli *c, sim_request *r, const felt_sheet *sheet)
{
    if (sheet->game->source != FELT_SOURCE_SHOE) {
        if (r->decks == NULL && r->cut == NULL)
            return true;
        cli_usage(c, "there is no shoe in %s: --decks and --cut are for games that have one", sheet->game->name);
        return false;
    }
    const felt_option *option = &sheet->options[sheet->decks_option];
    int found = find_decks(r, option);
    if (found < 0) {
        cli_usage(c, "found --decks %s, which the sheet does not have", r->decks != NULL ? r->decks : "");
        return false;
    }
    const felt_choice *chosen = &option->choices[found];
    /* Earlier settings of decks, which may be several, would leave more than this one. */
    int kept = 0;
    for (int i = 0; i < r->selection.count; i++) {
        if (felt_text_equal(r->selection.options[i], option->name))
            continue;
        r->selection.options[kept] = r->selection.options[i];
        r->selection.choices[kept++] = r->selection.choices[i];
    }
    r->selection.count = kept;
    if (kept == FELT_SETTINGS_MAX) {
        cli_usage(c, "more than %d settings, with decks", FELT_SETTINGS_MAX);
        return false;
    }
    r->selection.options[kept] = option->name;
    r->selection.choices[r->selection.count++] = chosen->name;
    r->setup.decks = chosen->number;
    if (r->setup.cut > felt_cut_max(r->setup.decks)) {
        cli_usage(c, "found --cut %d, expected at most %d for %d decks", r->setup.cut, felt_cut_max(r->setup.decks), r->setup.decks);
        return false;
    }
    return true;
}

/* ---- bets ---- */

/* "name", "name on side", "name/side", each after the name of its sheet if it must. */
static bool find_wager(cli *c, const sim_request *r, felt_text name, int *ret)
{
    const char *slash = memchr(name.bytes, '/', name.length);
    felt_error error, other;
    if (felt_book_find(r->session.book, name, felt_text_from(""), ret, &error) == FELT_OK)
        return true;
    for (; slash != NULL; slash = memchr(slash + 1, '/', name.length - (size_t)(slash + 1 - name.bytes))) {
        felt_text before = {name.bytes, (size_t)(slash - name.bytes)}, side = {slash + 1, name.length - before.length - 1};
        if (felt_book_find(r->session.book, before, side, ret, &other) == FELT_OK)
            return true;
        error = other;
    }
    cli_usage(c, "%s; 'felt list' names them", error.message);
    return false;
}

static bool read_bet(cli *c, sim_request *r, felt_text text)
{
    const char *colon = memchr(text.bytes, ':', text.length);
    size_t length = colon == NULL ? 0 : (size_t)(colon - text.bytes);
    felt_text stake = colon == NULL ? text : (felt_text){colon + 1, text.length - length - 1};
    if (r->session.bet_count == FELT_SESSION_BETS_MAX) {
        cli_usage(c, "more than %d bets", FELT_SESSION_BETS_MAX);
        return false;
    }
    felt_session_bet *bet = &r->session_bets[r->session.bet_count];
    if (colon == NULL || felt_money_read(stake, r->money_decimals, &bet->stake) != FELT_OK || bet->stake.minor < 1) {
        cli_usage(c, "found bet '%.*s', expected wager:stake or wager/side:stake", FELT_TEXT_ARGS(text));
        return false;
    }
    if (!find_wager(c, r, (felt_text){text.bytes, length}, &bet->wager))
        return false;
    if (felt_book_variant(r->session.book, bet->wager) == NULL) {
        cli_usage(c, "'%.*s' is not offered under these choices", FELT_TEXT_ARGS(felt_book_short_name(r->session.book, bet->wager)));
        return false;
    }
    r->session.bet_count++;
    return true;
}

static int choices_left(const felt_selection *own, const felt_option *option)
{
    int left = 0;
    for (int i = 0; i < option->choice_count; i++)
        left += felt_choice_selected(own, option, &option->choices[i]);
    return left;
}

/* Of an option of which several choices are selected, only the one taken by default is kept; where a book takes it anyway, nobody has made
 * the choice. */
static void keep_default(const felt_sheet *sheet, const felt_option *option, felt_selection *selection)
{
    felt_selection own = felt_selection_of(selection, sheet);
    int chosen = felt_choice_default(&own, option), kept = 0;
    if (choices_left(&own, option) < 2)
        return;
    for (int i = 0; i < selection->count && chosen >= 0; i++) {
        felt_selection one = {.options = {selection->options[i]}, .choices = {selection->choices[i]}, .count = 1};
        felt_selection spoken = felt_selection_of(&one, sheet);
        bool of_it = spoken.count == 1 && felt_text_equal(spoken.options[0], option->name);
        int choice = of_it ? felt_choice_find(option, selection->choices[i]) : -1;
        if (choice >= 0 && (choice != chosen || chosen == 0))
            continue;
        selection->options[kept] = selection->options[i];
        selection->choices[kept++] = selection->choices[i];
    }
    selection->count = chosen >= 0 ? kept : selection->count;
}

/* Sessions are played under one choice of everything: which were taken without being asked for is said. */
static bool open_book(cli *c, felt_arena *arena, sim_request *r, const felt_sheet *const *sheets, int count)
{
    char options[2048];
    bool readings = false;
    felt_error error;
    felt_house house = {.rounding = FELT_ROUNDING_FLOOR};
    felt_selection selection = r->selection;
    for (int s = 0; s < count; s++)
        for (int i = 0; i < sheets[s]->option_count; i++)
            keep_default(sheets[s], &sheets[s]->options[i], &selection);
    if (felt_book_open(arena, sheets, count, &selection, house, &r->session.book, &error) != FELT_OK) {
        cli_usage(c, "%s", error.message);
        return false;
    }
    felt_book_write(r->session.book, true, options, sizeof options);
    for (int s = 0; s < count; s++) {
        for (int i = 0; i < sheets[s]->option_count; i++) {
            bool defaulted;
            felt_book_choice(r->session.book, s, i, &defaulted);
            readings = readings || (defaulted && sheets[s]->options[i].kind == FELT_OPTION_READING);
        }
    }
    cli_say_defaults(c, options, readings);
    return true;
}

static bool read_bets(cli *c, sim_request *r)
{
    if (felt_money_read(felt_text_from(r->bankroll), r->money_decimals, &r->session.bankroll) != FELT_OK || r->session.bankroll.minor < 1) {
        cli_usage(c, "found --bankroll %s, expected an amount such as 500 or 500.00", r->bankroll);
        return false;
    }
    for (const char *at = r->bets; at != NULL;) {
        const char *comma = strchr(at, ',');
        if (!read_bet(c, r, comma == NULL ? felt_text_from(at) : (felt_text){at, (size_t)(comma - at)}))
            return false;
        at = comma == NULL ? NULL : comma + 1;
    }
    r->session.bets = r->session_bets;
    return true;
}

/* ---- while it runs ---- */

typedef struct watch {
    cli_progress progress;
    uint64_t total; /* 0: until the time is up */
    double limit_s;
    struct timespec begun;
    sigset_t signals; /* that ask for what there is */
    bool interrupted;
} watch;

static double elapsed_s(const watch *w)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)(now.tv_sec - w->begun.tv_sec) + (double)(now.tv_nsec - w->begun.tv_nsec) / 1e9;
}

static bool take_signal(const watch *w)
{
    const struct timespec at_once = {0};
    return sigtimedwait(&w->signals, NULL, &at_once) > 0;
}

static bool tick(void *context, uint64_t done)
{
    watch *w = context;
    double elapsed = elapsed_s(w);
    uint64_t total = w->total;
    if (w->limit_s > 0 && elapsed > 0)
        total = (uint64_t)((double)done * w->limit_s / elapsed);
    cli_progress_show(&w->progress, done, total);
    w->interrupted = w->interrupted || take_signal(w);
    return !w->interrupted && (w->limit_s <= 0 || elapsed < w->limit_s);
}

static void watch_begin(watch *w, cli *c, const char *unit, uint64_t total, double limit_s)
{
    w->total = total;
    w->limit_s = limit_s;
    clock_gettime(CLOCK_MONOTONIC, &w->begun);
    cli_progress_begin(&w->progress, c, unit);
}

/* Signals that ask the program to end wait until tick looks for them, unless whoever started it has them ignored. */
static void hold_signals(sigset_t *ret_held, sigset_t *ret_before)
{
    static const int asking[] = {SIGINT, SIGTERM};
    sigemptyset(ret_held);
    for (size_t i = 0; i < sizeof asking / sizeof *asking; i++) {
        struct sigaction now;
        if (sigaction(asking[i], NULL, &now) == 0 && now.sa_handler != SIG_IGN)
            sigaddset(ret_held, asking[i]);
    }
    pthread_sigmask(SIG_BLOCK, ret_held, ret_before);
}

/* A signal that came since tick last looked has nothing left to stop, and must not end the program before it has printed. */
static void release_signals(const watch *w, const sigset_t *before)
{
    while (take_signal(w))
        continue;
    pthread_sigmask(SIG_SETMASK, before, NULL);
}

/* ---- runs ---- */

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

static felt_status play_sessions(cli *c, const sim_request *r, watch *w, felt_session_result *sessions, felt_sim_report *report)
{
    if (w->interrupted) {
        cli_complain(c, "interrupted before the sessions began: there are none%s", r->svg != NULL ? ", and no picture" : "");
        return FELT_OK;
    }
    watch_begin(w, c, "sessions", r->session.sessions, 0);
    felt_status status = felt_session_run(&r->session, sessions);
    cli_progress_end(&w->progress);
    report->session_setup = &r->session;
    report->sessions = sessions;
    return status;
}

/* Plays the rounds, then the sessions if they are wanted and nobody has interrupted. */
static cli_exit play(cli *c, felt_arena *arena, sim_request *r, const felt_odds_list *odds)
{
    felt_sim_result result = {0};
    felt_session_result sessions = {0};
    felt_sim_report report = {.odds = odds, .setup = &r->setup, .result = &result, .decimals = r->money_decimals, .columns = c->columns};
    watch w = {.total = 0};
    sigset_t before;
    hold_signals(&w.signals, &before);
    r->setup.tick = r->session.tick = tick;
    r->setup.context = r->session.context = &w;
    watch_begin(&w, c, r->setup.game->words.events, r->time_s > 0 ? 0 : r->setup.rounds, r->time_s);
    felt_status status = felt_sim_run(&r->setup, &result);
    cli_progress_end(&w.progress);
    if (r->time_s > 0 && !w.interrupted)
        result.stopped = false; /* the end that was asked for */
    if (status == FELT_OK && r->session.bet_count > 0)
        status = play_sessions(c, r, &w, &sessions, &report);
    felt_text text = {"", 0};
    if (status == FELT_OK)
        status = make_report(c, arena, r, &report, &text);
    release_signals(&w, &before);
    fwrite(text.bytes, 1, text.length, c->out);
    fflush(c->out); /* at once: from here on a signal ends the program */
    cli_exit code = status == FELT_OK ? CLI_DONE : failed(c, status);
    if (code == CLI_DONE && r->svg != NULL && report.session_setup != NULL)
        code = write_svg(c, arena, r, &report);
    felt_sim_result_free(&result);
    felt_session_result_free(&sessions);
    return code;
}

/* Opens the book of the sessions and reads their bets. */
static bool prepare_sessions(cli *c, felt_arena *arena, sim_request *r, const felt_sheet *const *sheets, int count)
{
    felt_error error;
    if (r->bets == NULL)
        return true;
    if (!open_book(c, arena, r, sheets, count) || !read_bets(c, r))
        return false;
    if (felt_session_verify(&r->session, &error) == FELT_OK)
        return true;
    cli_usage(c, "%s", error.message);
    return false;
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
    if (!choose_decks(c, r, sheets[0]) || !prepare_sessions(c, arena, r, sheets, count))
        return CLI_USAGE;
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
    const flag flags[] = {{"--rounds", FLAG_TEXT, &r.rounds},
                          {"--time", FLAG_TEXT, &r.time},
                          {"--seed", FLAG_TEXT, &r.seed},
                          {"--threads", FLAG_TEXT, &r.threads},
                          {"--decks", FLAG_TEXT, &r.decks},
                          {"--cut", FLAG_TEXT, &r.cut},
                          {"--set", FLAG_SETTING, &r.selection},
                          {"--json", FLAG_SWITCH, &r.json},
                          {"--bankroll", FLAG_TEXT, &r.bankroll},
                          {"--bets", FLAG_TEXT, &r.bets},
                          {"--sessions", FLAG_TEXT, &r.sessions},
                          {"--svg", FLAG_TEXT, &r.svg},
                          {"--currency-decimals", FLAG_TEXT, &r.decimals}};
    int words = cli_arguments(c, argc, argv, flags, (int)(sizeof flags / sizeof *flags));
    if (words < 0)
        return words == -2 ? CLI_DONE : CLI_USAGE;
    if (!verify_flags(c, &r, words) || !read_numbers(c, &r))
        return CLI_USAGE;
    felt_arena *arena = felt_arena_new((size_t)4 * FELT_SHEET_ARENA_MAX);
    if (arena == NULL)
        return CLI_DATA;
    cli_exit code = run(c, arena, &r, words, argv + 1);
    felt_arena_free(arena);
    return code;
}
