/* src/cli/sim_strategy.c - `felt sim --strategy`: sessions by one strategy or several, on the same dice or shoes. */
#include "sim_request.h"
#include "watch.h"

#include <felt/strategy_report.h>
#include <string.h>
#include <unistd.h>

/* Says which strategies there are, or which was probably meant. */
static void complain_unknown(cli *c, felt_arena *arena, const char *name)
{
    const char **names;
    felt_near near = felt_near_to(felt_text_from(name));
    felt_text all = {"", 0};
    int count = cli_shipped_strategies(c, arena, &names);
    for (int i = 0; i < count; i++) {
        felt_near_try(&near, felt_text_from(names[i]));
        all = felt_arena_print(arena, "%.*s%s%s", FELT_TEXT_ARGS(all), i > 0 ? ", " : "; there are ", names[i]);
    }
    if (near.nearest.length > 0)
        cli_complain(c, "there is no shipped strategy '%s'; did you mean '%.*s'?", name, FELT_TEXT_ARGS(near.nearest));
    else
        cli_complain(c, "there is no shipped strategy '%s'%.*s; a path ends in %s or has a /", name, FELT_TEXT_ARGS(all),
                     CLI_STRATEGY_SUFFIX);
}

/* The path of a strategy given by name or path; NULL after a complaint. */
static const char *find_path(cli *c, felt_arena *arena, const char *name)
{
    size_t length = strlen(name), end = strlen(CLI_STRATEGY_SUFFIX);
    if (strchr(name, '/') != NULL || strcmp(name, "-") == 0 || (length > end && strcmp(name + length - end, CLI_STRATEGY_SUFFIX) == 0))
        return name;
    felt_text path =
        c->strategies == NULL ? felt_text_from("") : felt_arena_print(arena, "%s/%s%s", c->strategies, name, CLI_STRATEGY_SUFFIX);
    if (path.length > 0 && access(path.bytes, F_OK) == 0)
        return cli_path_from_here(path.bytes);
    complain_unknown(c, arena, name);
    return NULL;
}

/* Is a sheet of that name among the shipped ones? Nobody has asked for it: where it is not, nothing is said. */
static bool is_shipped(const cli *c, felt_arena *arena, const char *sheet)
{
    felt_text path = c->rules == NULL ? felt_text_from("") : felt_arena_print(arena, "%s/%s.felt", c->rules, sheet);
    return path.length > 0 && access(path.bytes, R_OK) == 0;
}

/* The game of whose shipped sheet the strategy would be one, where it is not that of the book; NULL: there is none. */
static const felt_game *other_game(cli *c, felt_arena *arena, const sim_request *r, felt_text text)
{
    const felt_selection none = {.count = 0};
    const felt_game *game;
    for (int i = 0; (game = felt_game_at(i)) != NULL; i++) {
        felt_diags diags = felt_diags_in(arena);
        const felt_sheet *sheet;
        const felt_book *book;
        const felt_strategy *strategy;
        if (game != felt_book_game(r->session.book) && is_shipped(c, arena, game->name) &&
            cli_load(c, arena, game->name, &diags, &sheet) == FELT_OK &&
            felt_book_open(arena, &sheet, 1, &none, *felt_book_house(r->session.book), &book, NULL) == FELT_OK &&
            felt_strategy_read(arena, felt_text_from(""), text, book, r->unit_amount, &diags, &strategy) == FELT_OK)
            return game;
    }
    return NULL;
}

/* Says what is wrong with a strategy: one of another game has one mistake, not one in every line. */
static void complain_strategy(cli *c, felt_arena *arena, const sim_request *r, const char *path, felt_text text, const felt_diags *diags)
{
    const felt_game *game = other_game(c, arena, r, text);
    if (game == NULL)
        cli_print_diags(c, diags);
    else
        cli_complain(c, "%s is a strategy for %s, and this is %s", path, game->name, felt_book_game(r->session.book)->name);
}

static cli_exit read_strategy(cli *c, felt_arena *arena, const sim_request *r, const char *name, const felt_strategy **ret)
{
    const char *path = find_path(c, arena, name);
    felt_text text;
    if (path == NULL)
        return CLI_USAGE;
    if (cli_read(c, arena, path, FELT_SHEET_BYTES_MAX, &text) != FELT_OK)
        return CLI_DATA;
    felt_diags diags = felt_diags_in(arena);
    felt_status status = felt_strategy_read(arena, felt_text_from(path), text, r->session.book, r->unit_amount, &diags, ret);
    if (status == FELT_EDATA)
        complain_strategy(c, arena, r, path, text, &diags);
    else if (status != FELT_OK)
        cli_complain(c, "%s", felt_status_text(status));
    else
        cli_print_diags(c, &diags);
    return status == FELT_OK ? CLI_DONE : CLI_DATA;
}

static felt_strategy_setup setup_of(const sim_request *r, const felt_strategy *strategy, watch *w)
{
    const felt_session_setup *s = &r->session;
    return (felt_strategy_setup){.strategy = strategy,
                                 .cut = s->cut,
                                 .rules = s->rules,
                                 .bankroll = s->bankroll,
                                 .rounds = s->rounds,
                                 .sessions = s->sessions,
                                 .seed = s->seed,
                                 .threads = s->threads,
                                 .tick = watch_tick,
                                 .context = w};
}

static cli_exit failed(cli *c, const felt_strategy *strategy, felt_status status, const felt_error *error)
{
    felt_text file = felt_strategy_file(strategy);
    if (status == FELT_EUNSET)
        cli_complain(c, "%.*s: a bet can come to a pay that the sheet leaves unset, or to an outcome that it leaves undefined",
                     FELT_TEXT_ARGS(file));
    else if (status == FELT_ERANGE)
        cli_complain(c, "%.*s: the bankroll or the amounts of all sessions together are too large", FELT_TEXT_ARGS(file));
    else
        cli_complain(c, "%.*s: %s", FELT_TEXT_ARGS(file), error->message[0] != '\0' ? error->message : felt_status_text(status));
    return CLI_DATA;
}

/* What one strategy was to be expected to bring, and what its sessions are like. */
static cli_exit sum_up(cli *c, felt_strategy_played *p)
{
    felt_error error = {.message = ""};
    felt_status status = felt_session_expect(felt_strategy_book(p->setup.strategy), &p->result.played, &p->figures, &error);
    if (status == FELT_OK)
        status = felt_session_digest_make(&p->result.played, &p->digest);
    return status == FELT_OK ? CLI_DONE : failed(c, p->setup.strategy, status, &error);
}

/* Ruin without a bet reads like bad luck, and is none; nor are limits under which nothing is bet. */
static void say_if_never_bet(cli *c, const felt_strategy_played *p)
{
    const felt_house *house = felt_book_house(felt_strategy_book(p->setup.strategy));
    felt_text file = felt_strategy_file(p->setup.strategy);
    if (p->digest.count == 0 || p->result.played.bets > 0)
        return;
    if (p->digest.ruined == p->digest.count)
        cli_complain(c, "%.*s: the bankroll does not cover its first bet: nothing was played", FELT_TEXT_ARGS(file));
    else if (house->min.minor > 0 || house->max.minor > 0)
        cli_complain(c, "%.*s: no bet was within the limits of the table", FELT_TEXT_ARGS(file));
}

/* All strategies, session by session. */
static cli_exit play_side_by_side(cli *c, watch *w, const felt_strategy *const *strategies, int count, felt_strategy_played *list)
{
    felt_strategy_result results[FELT_STRATEGIES_MAX];
    felt_error error = {.message = ""};
    watch_begin(w, c, "sessions", list[0].setup.sessions, 0);
    felt_status status = felt_strategies_run(&list[0].setup, strategies, count, results, &error);
    cli_progress_end(&w->progress);
    if (status != FELT_OK)
        return failed(c, strategies[error.item], status, &error);
    cli_exit code = CLI_DONE;
    for (int i = 0; i < count; i++)
        list[i].result = results[i];
    for (int i = 0; i < count && code == CLI_DONE; i++)
        code = sum_up(c, &list[i]);
    for (int i = 0; i < count && code == CLI_DONE; i++)
        say_if_never_bet(c, &list[i]);
    return code;
}

static cli_exit print_report(cli *c, felt_arena *arena, const sim_request *r, const felt_strategy_report *report, const watch *w,
                             const sigset_t *before)
{
    felt_text text = {"", 0}, svg;
    felt_status status = felt_report_strategies(arena, report, cli_style(c, r->json), &text);
    watch_release_signals(w, before);
    bool printed = cli_put(c, status, text);
    fflush(c->out); /* at once: from here on a signal ends the program */
    if (!printed || r->svg == NULL)
        return printed ? CLI_DONE : CLI_DATA;
    if (felt_report_strategies_svg(arena, report, &svg) != FELT_OK) {
        cli_complain(c, "out of memory");
        return CLI_DATA;
    }
    return cli_write_file(c, r->svg, svg);
}

static void free_played(felt_strategy_played *list, int count)
{
    for (int i = 0; i < count; i++) {
        if (list[i].figures.wagers != NULL)
            felt_session_figures_free(&list[i].figures);
        felt_strategy_result_free(&list[i].result);
    }
}

/* Interrupted, it prints the sessions that are over, the same of each strategy. */
static cli_exit play_all(cli *c, felt_arena *arena, const sim_request *r, const felt_strategy *const *strategies)
{
    felt_strategy_played list[FELT_STRATEGIES_MAX] = {0};
    felt_strategy_report report = {
        .list = list, .count = r->strategies.count, .decimals = r->money_decimals, .comp = r->comp_rate, .columns = c->columns};
    watch w = {.total = 0};
    sigset_t before;
    for (int i = 0; i < report.count; i++)
        list[i].setup = setup_of(r, strategies[i], &w);
    watch_hold_signals(&w.signals, &before);
    cli_exit code = play_side_by_side(c, &w, strategies, report.count, list);
    if (code == CLI_DONE)
        code = print_report(c, arena, r, &report, &w, &before);
    else
        watch_release_signals(&w, &before);
    free_played(list, report.count);
    return code;
}

cli_exit sim_strategies(cli *c, felt_arena *arena, sim_request *r)
{
    const felt_strategy *strategies[FELT_STRATEGIES_MAX];
    cli_exit code = CLI_DONE;
    if (r->strategies.count > FELT_STRATEGIES_MAX)
        return cli_usage(c, "more than %d times --strategy", FELT_STRATEGIES_MAX);
    for (int i = 0; i < r->strategies.count; i++) {
        cli_exit one = read_strategy(c, arena, r, r->strategies.list[i], &strategies[i]);
        code = code == CLI_DONE ? one : code;
    }
    if (code == CLI_DONE && r->svg != NULL)
        code = cli_output_verify(c, r->svg);
    return code == CLI_DONE ? play_all(c, arena, r, strategies) : code;
}
