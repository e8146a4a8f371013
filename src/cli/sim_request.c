/* src/cli/sim_request.c - the flags of `felt sim`: numbers, the shoe, and the bets of sessions. */
#include "sim_request.h"

#include <errno.h>
#include <felt/book_report.h>
#include <felt/strategy.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { DEFAULT_ROUNDS = 10000000, DEFAULT_SESSION_ROUNDS = 100, DEFAULT_SESSIONS = 10000, DEFAULT_DECIMALS = 2 };

#define ENDLESS (UINT64_C(1) << 61) /* rounds, when --time says when to stop */

/* ---- numbers ---- */

static bool read_optional(cli *c, const char *name, const char *text, uint64_t least, uint64_t most, uint64_t otherwise, uint64_t *ret)
{
    if (text != NULL)
        return cli_number(c, name, text, least, most, ret);
    *ret = otherwise;
    return true;
}

/* "90", "90s", "15m" or "2h". */
static bool read_time(cli *c, const char *text, double *ret)
{
    char *end;
    double seconds = strtod(text, &end);
    static const char units[] = "smh";
    static const double lengths[] = {1, 60, 3600};
    const char *letter = *end == '\0' ? units : strchr(units, *end);
    double unit = letter == NULL ? 0 : lengths[letter - units];
    if (end == text || unit == 0 || (*end != '\0' && end[1] != '\0') || !(seconds > 0) || seconds * unit > 1e7) {
        cli_usage(c, "found --time %s, expected a time such as 90, 90s, 15m or 2h", text);
        return false;
    }
    *ret = seconds * unit;
    return true;
}

bool sim_read_numbers(cli *c, sim_request *r)
{
    uint64_t seed, threads, cut, sessions, decimals, rounds;
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    bool session = r->bankroll != NULL;
    uint64_t default_threads = cores < 1 ? 1 : (uint64_t)cores, default_rounds = r->time != NULL ? ENDLESS : DEFAULT_ROUNDS;
    if (default_threads > FELT_SIM_THREADS_MAX)
        default_threads = FELT_SIM_THREADS_MAX;
    if (session)
        default_rounds = DEFAULT_SESSION_ROUNDS;
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
    r->setup.rounds = rounds;
    r->session.rounds = rounds;
    r->session.sessions = sessions;
    return true;
}

/* ---- the rules of the shoe ---- */

bool cli_cut_rule_read(cli *c, const char *text, felt_cut_rule *ret)
{
    if (text == NULL || felt_cut_rule_find(felt_text_from(text), ret) == FELT_OK)
        return true;
    cli_usage(c, "found --cut-rule %s, expected %s, %s or %s", text, felt_cut_rule_text(FELT_CUT_ONE_MORE),
              felt_cut_rule_text(FELT_CUT_ALWAYS_ONE_MORE), felt_cut_rule_text(FELT_CUT_LAST_ROUND));
    return false;
}

bool cli_burn_rule_read(cli *c, const char *text, felt_burn_rule *ret)
{
    if (text == NULL || felt_burn_rule_find(felt_text_from(text), ret) == FELT_OK)
        return true;
    cli_usage(c, "found --burn %s, expected %s, %s or %s", text, felt_burn_rule_text(FELT_BURN_VALUE), felt_burn_rule_text(FELT_BURN_ONE),
              felt_burn_rule_text(FELT_BURN_NONE));
    return false;
}

bool sim_read_rules(cli *c, sim_request *r)
{
    if (!cli_cut_rule_read(c, r->cut_rule, &r->setup.rules.cut) || !cli_burn_rule_read(c, r->burn, &r->setup.rules.burn))
        return false;
    r->session.rules = r->setup.rules;
    return true;
}

bool sim_verify_flags(cli *c, const sim_request *r, int words)
{
    if (words < 1)
        cli_usage(c, "expected a SHEET, or several that are played as one book");
    else if (r->decks != NULL && cli_sets_decks(&r->selection))
        cli_usage(c, "--decks and --set decks=... exclude each other");
    else if (r->rounds != NULL && r->time != NULL)
        cli_usage(c, "--rounds and --time exclude each other");
    else if (r->cut == NULL && (r->cut_rule != NULL || r->burn != NULL))
        cli_usage(c, "--cut-rule and --burn are about shoes with a cut card: give --cut");
    else if ((r->bankroll == NULL) != (r->bets == NULL && r->strategies.count == 0))
        cli_usage(c, "--bankroll and --bets or --strategy go together");
    else if (r->bets != NULL && r->strategies.count > 0)
        cli_usage(c, "--bets and --strategy exclude each other");
    else if (r->strategies.count == 0 && (r->unit != NULL || r->min != NULL || r->max != NULL))
        cli_usage(c, "--unit, --min and --max are about strategies: give --strategy");
    else if (r->bankroll == NULL && (r->svg != NULL || r->sessions != NULL || r->decimals != NULL || r->comp != NULL))
        cli_usage(c, "--svg, --sessions, --comp and --currency-decimals are about sessions: give --bankroll, and --bets or --strategy");
    else if (r->bankroll != NULL && r->time != NULL)
        cli_usage(c, "sessions have a number of rounds or rolls: --bankroll and --time exclude each other");
    else
        return true;
    return false;
}

/* ---- the table ---- */

/* Has the sheet a shoe of so many decks, and does the selection leave it? */
static bool allows_decks(const felt_selection *selection, const felt_sheet *sheet, int decks)
{
    const felt_option *option = &sheet->options[sheet->decks_option];
    felt_selection own = felt_selection_of(selection, sheet);
    for (int i = 0; i < option->choice_count; i++)
        if (option->choices[i].number == decks && felt_choice_selected(&own, option, &option->choices[i]))
            return true;
    return false;
}

/* The choice of the first sheet's decks that --decks names, or else the largest that all sheets allow; NULL: there is none. */
static const felt_choice *find_decks(const sim_request *r, const felt_sheet *const *sheets, int count)
{
    const felt_option *option = &sheets[0]->options[sheets[0]->decks_option];
    const felt_choice *best = NULL;
    for (int i = 0; i < option->choice_count; i++) {
        const felt_choice *choice = &option->choices[i];
        bool fits = r->decks == NULL ? best == NULL || choice->number > best->number : felt_text_is(choice->name, r->decks);
        for (int s = 0; s < count && fits && r->decks == NULL; s++)
            fits = allows_decks(&r->selection, sheets[s], choice->number);
        best = fits ? choice : best;
    }
    return best;
}

/* Takes `choice` in the place of all settings of decks: there may be several, and they would leave more than one. */
static bool set_decks(cli *c, felt_selection *selection, const felt_option *option, const felt_choice *choice)
{
    int kept = 0;
    for (int i = 0; i < selection->count; i++) {
        if (cli_is_decks(selection->options[i]))
            continue;
        selection->options[kept] = selection->options[i];
        selection->choices[kept++] = selection->choices[i];
    }
    selection->count = kept;
    if (kept == FELT_SETTINGS_MAX) {
        cli_usage(c, "more than %d settings, with decks", FELT_SETTINGS_MAX);
        return false;
    }
    selection->options[kept] = option->name;
    selection->choices[selection->count++] = choice->name;
    return true;
}

bool sim_choose_decks(cli *c, sim_request *r, const felt_sheet *const *sheets, int count)
{
    const felt_game *game = sheets[0]->game;
    if (game->source != FELT_SOURCE_SHOE) {
        if (r->decks == NULL && r->cut == NULL)
            return true;
        cli_usage(c, "there is no shoe in %s: --decks and --cut are for games that have one", game->name);
        return false;
    }
    const felt_choice *chosen = find_decks(r, sheets, count);
    if (chosen == NULL) {
        if (r->decks != NULL)
            cli_usage(c, "found --decks %s, which the sheet does not have", r->decks);
        else
            cli_usage(c, "the sheets have no number of decks in common under these choices");
        return false;
    }
    r->decks_by_default = r->decks == NULL && !cli_sets_decks(&r->selection);
    if (!set_decks(c, &r->selection, &sheets[0]->options[sheets[0]->decks_option], chosen))
        return false;
    r->setup.decks = chosen->number;
    if (r->setup.cut > felt_cut_max(r->setup.decks)) {
        cli_usage(c, "found --cut %d, expected at most %d for %d decks", r->setup.cut, felt_cut_max(r->setup.decks), r->setup.decks);
        return false;
    }
    return true;
}

/* ---- bets ---- */

/* "name", "name on side", "name/side", each after the name of its sheet if it must. `error` says why there is none. */
static bool find_wager(const sim_request *r, felt_text name, int *ret, felt_error *error)
{
    const char *slash = memchr(name.bytes, '/', name.length);
    felt_error other;
    if (felt_book_find(r->session.book, name, felt_text_from(""), ret, error) == FELT_OK)
        return true;
    for (; slash != NULL; slash = memchr(slash + 1, '/', name.length - (size_t)(slash + 1 - name.bytes))) {
        felt_text before = {name.bytes, (size_t)(slash - name.bytes)}, side = {slash + 1, name.length - before.length - 1};
        if (felt_book_find(r->session.book, before, side, ret, &other) == FELT_OK)
            return true;
        *error = other;
    }
    return false;
}

/* Is the wager one of several that `name` means: a wager with sides, or a group? It may stand behind the name of the sheet. */
static bool is_meant(const felt_book *book, int wager, felt_text name, bool by_group)
{
    const felt_sheet *sheet = felt_book_sheet(book, wager);
    const felt_wager *w = felt_book_wager(book, wager);
    felt_text of = sheet->short_name;
    if (name.length > of.length && memcmp(name.bytes, of.bytes, of.length) == 0 && name.bytes[of.length] == '/')
        name = (felt_text){name.bytes + of.length + 1, name.length - of.length - 1};
    bool own = felt_text_alike(name, w->short_name) || felt_text_alike(name, w->name);
    return by_group ? felt_wager_called(sheet, w, name) && !own : own && w->side.length > 0;
}

/* Finds what is called so and offered. More than one sheet, or more than one wager of a printed name, is no group: then there is none. */
static int find_several(const felt_book *book, felt_text name, bool by_group, int ret[FELT_SESSION_BETS_MAX + 1])
{
    int count = 0, first = -1;
    for (int i = 0; i < felt_book_wager_count(book) && count <= FELT_SESSION_BETS_MAX; i++) {
        if (!is_meant(book, i, name, by_group))
            continue;
        first = first < 0 ? i : first;
        if (felt_book_sheet(book, i) != felt_book_sheet(book, first))
            return 0;
        if (!by_group && !felt_text_equal(felt_book_wager(book, i)->short_name, felt_book_wager(book, first)->short_name))
            return 0;
        if (felt_book_variant(book, i) != NULL)
            ret[count++] = i;
    }
    return count;
}

static bool add_bet(cli *c, sim_request *r, int wager, felt_money stake)
{
    if (r->session.bet_count == FELT_SESSION_BETS_MAX)
        cli_usage(c, "more than %d bets", FELT_SESSION_BETS_MAX);
    else if (felt_book_variant(r->session.book, wager) == NULL)
        cli_usage(c, "'%.*s' is not offered under these choices", FELT_TEXT_ARGS(felt_book_short_name(r->session.book, wager)));
    else {
        r->session_bets[r->session.bet_count++] = (felt_session_bet){wager, stake};
        return true;
    }
    return false;
}

/* One bet, or one on each side of a wager, or one on each wager of a group. */
static bool add_bets(cli *c, sim_request *r, felt_text name, felt_money stake)
{
    int one, several[FELT_SESSION_BETS_MAX + 1];
    felt_error error;
    if (find_wager(r, name, &one, &error))
        return add_bet(c, r, one, stake);
    int count = find_several(r->session.book, name, false, several);
    if (count == 0)
        count = find_several(r->session.book, name, true, several);
    if (count == 0)
        cli_usage(c, "%s", error.message);
    for (int i = 0; i < count; i++)
        if (!add_bet(c, r, several[i], stake))
            return false;
    return count > 0;
}

static felt_text trim(felt_text text)
{
    while (text.length > 0 && *text.bytes == ' ')
        text = (felt_text){text.bytes + 1, text.length - 1};
    while (text.length > 0 && text.bytes[text.length - 1] == ' ')
        text.length--;
    return text;
}

/* "pass:10", with blanks wherever they may stand. */
static bool read_bet(cli *c, sim_request *r, felt_text text)
{
    const char *colon = memchr(text.bytes, ':', text.length);
    size_t length = colon == NULL ? 0 : (size_t)(colon - text.bytes);
    felt_text amount = colon == NULL ? text : (felt_text){colon + 1, text.length - length - 1};
    felt_money stake;
    if (colon == NULL || felt_money_read(trim(amount), r->money_decimals, &stake) != FELT_OK || stake.minor < 1) {
        cli_usage(c, "found bet '%.*s', expected wager:stake or wager/side:stake", FELT_TEXT_ARGS(text));
        return false;
    }
    return add_bets(c, r, trim((felt_text){text.bytes, length}), stake);
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

/* A limit of the table; 0: there is none. */
static bool read_limit(cli *c, const sim_request *r, const char *name, const char *text, felt_money *ret)
{
    if (text == NULL || (felt_money_read(felt_text_from(text), r->money_decimals, ret) == FELT_OK && ret->minor > 0))
        return true;
    cli_usage(c, "found %s %s, expected an amount such as 10 or 2.50", name, text);
    return false;
}

/* Sessions are played under one choice of everything. */
static bool open_book(cli *c, felt_arena *arena, sim_request *r, const felt_sheet *const *sheets, int count)
{
    felt_error error;
    felt_house house = {.rounding = FELT_ROUNDING_FLOOR, .decimals = r->money_decimals};
    felt_selection selection = r->selection;
    if (!read_limit(c, r, "--min", r->min, &house.min) || !read_limit(c, r, "--max", r->max, &house.max))
        return false;
    selection.count -= r->decks_by_default; /* it is the last setting, and a book takes the same */
    for (int s = 0; s < count; s++)
        for (int i = 0; i < sheets[s]->option_count; i++)
            keep_default(sheets[s], &sheets[s]->options[i], &selection);
    if (felt_book_open(arena, sheets, count, &selection, house, &r->session.book, &error) != FELT_OK) {
        cli_usage(c, "%s", error.message);
        return false;
    }
    return true;
}

/* Which choices were taken without being asked for is said, once nothing is left to complain of. */
static bool say_defaults(cli *c, felt_arena *arena, const sim_request *r)
{
    felt_text defaults = felt_report_defaults(arena, r->session.book);
    if (defaults.bytes == NULL)
        cli_complain(c, "out of memory");
    else
        cli_say_defaults(c, defaults);
    return defaults.bytes != NULL;
}

/* "30", "30%" or "12.5%", in hundredths of a per cent. */
static bool read_comp(cli *c, sim_request *r)
{
    size_t length = strlen(r->comp);
    felt_money rate;
    felt_text number = {r->comp, length - (length > 0 && r->comp[length - 1] == '%')};
    if (felt_money_read(number, 2, &rate) != FELT_OK || rate.minor < 1 || rate.minor > 10000) {
        cli_usage(c, "found --comp %s, expected what the house gives back of the expected loss, such as 30%%", r->comp);
        return false;
    }
    r->comp_rate = (int)rate.minor;
    return true;
}

/* What a unit of strategies is, and the rate of comps. */
static bool read_rates(cli *c, sim_request *r)
{
    if (r->unit != NULL && (felt_money_read(felt_text_from(r->unit), r->money_decimals, &r->unit_amount) != FELT_OK ||
                            r->unit_amount.minor < 1 || r->unit_amount.minor > FELT_STRATEGY_VALUE_MAX)) {
        cli_usage(c, "found --unit %s, expected an amount such as 10 or 2.50", r->unit);
        return false;
    }
    return r->comp == NULL || read_comp(c, r);
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

/* Opens the book of the sessions and reads their bets. */
bool sim_prepare_sessions(cli *c, felt_arena *arena, sim_request *r, const felt_sheet *const *sheets, int count)
{
    felt_error error;
    if (r->bankroll == NULL)
        return true;
    if (!open_book(c, arena, r, sheets, count) || !read_bets(c, r) || !read_rates(c, r))
        return false;
    if (r->strategies.count > 0 || felt_session_verify(&r->session, &error) == FELT_OK)
        return say_defaults(c, arena, r);
    cli_usage(c, "%s", error.message);
    return false;
}
