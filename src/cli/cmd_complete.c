/* src/cli/cmd_complete.c - `felt complete`: what may stand where a command line ends. The scripts in completions/ ask it.
 *
 * Options are read from the help of the verb, so that a new one is completed without another word. */
#include "candidates.h"

#include <string.h>

enum { LINE_BYTES_MAX = 65536, LINE_WORDS_MAX = 512 };

typedef struct typed {
    felt_text words[LINE_WORDS_MAX]; /* the program, the verb, and so on; the last is not finished, and may be empty */
    int count;
} typed;

/* ---- the line ---- */

/* Divides the line as a shell does, as far as names of sheets, wagers and files need it. False: there are too many words. */
static bool divide(felt_arena *arena, const char *line, typed *ret)
{
    size_t length = strlen(line);
    char *to = felt_arena_take(arena, 2 * length + 2, 1), quote = '\0', *start = to;
    *ret = (typed){.count = 0};
    for (size_t i = 0; i <= length && to != NULL; i++) {
        bool ends = line[i] == '\0' || (quote == '\0' && (line[i] == ' ' || line[i] == '\t'));
        if (ends && (to > start || line[i] == '\0')) {
            if (ret->count == LINE_WORDS_MAX)
                return false;
            ret->words[ret->count++] = (felt_text){start, (size_t)(to - start)};
            *to++ = '\0';
            start = to;
        } else if (!ends && line[i] == quote)
            quote = '\0';
        else if (!ends && quote == '\0' && (line[i] == '"' || line[i] == '\''))
            quote = line[i];
        else if (!ends && line[i] == '\\' && quote == '\0' && line[i + 1] != '\0')
            *to++ = line[++i];
        else if (!ends)
            *to++ = line[i];
    }
    return to != NULL;
}

/* ---- options, as the help of a verb has them ---- */

typedef struct option_line {
    felt_text name;  /* "--sort" */
    felt_text value; /* "KEY"; empty: it takes none */
} option_line;

/* Reads the next option of a help text; a line may have two, "-o FILE, --output FILE". `at` is where to go on. False: there is no more. */
static bool next_option(const char **at, option_line *ret)
{
    while (**at != '\0') {
        bool begins = strncmp(*at, "  -", 3) == 0, goes_on = strncmp(*at, ", -", 3) == 0;
        if (!begins && !goes_on) {
            const char *end = strchr(*at, '\n');
            *at = end == NULL ? *at + strlen(*at) : end + 1;
            continue;
        }
        const char *name = *at + 2;
        size_t length = strcspn(name, " =,\n"), taken = 0;
        const char *value = name + length;
        if (*value == '=' || (*value == ' ' && value[1] != ' ' && value[1] != '\n')) {
            value++;
            while (value[taken] != '\0' && value[taken] != '\n' && value[taken] != ' ' && strncmp(value + taken, ", ", 2) != 0)
                taken++;
        }
        *ret = (option_line){{name, length}, {value, taken}};
        *at = value + taken;
        return true;
    }
    return false;
}

static bool find_option(const command *verb, felt_text name, option_line *ret)
{
    const char *at = verb->help;
    while (next_option(&at, ret))
        if (felt_text_equal(ret->name, name))
            return true;
    return false;
}

static void offer_options(candidates *l, const command *verb)
{
    option_line option;
    const char *at = verb->help;
    while (next_option(&at, &option))
        if (option.name.length > 2) /* -o is there for who knows it */
            candidates_offer(l, option.name, felt_text_is(option.name, "--color") ? "=" : "");
}

/* ---- words and values ---- */

static const command *find_verb(felt_text name)
{
    for (int i = 0; i < cli_command_count; i++)
        if (felt_text_is(name, cli_commands[i].name))
            return &cli_commands[i];
    return NULL;
}

static void offer_verbs(candidates *l)
{
    for (int i = 0; i < cli_command_count; i++)
        candidates_offer(l, felt_text_from(cli_commands[i].name), "");
    candidates_offer_words(l, "help");
}

/* The sheets that the line names; where it names none, all shipped ones. One that cannot be read is passed over. */
static int load_sheets(candidates *l, const command *verb, const typed *line, const felt_sheet ***ret)
{
    const felt_sheet **sheets = felt_arena_take(l->arena, LINE_WORDS_MAX, sizeof *sheets);
    int count = 0;
    for (int i = 2; i + 1 < line->count && sheets != NULL; i++) {
        option_line option;
        felt_diags diags = felt_diags_in(l->arena);
        if (line->words[i].length > 0 && line->words[i].bytes[0] == '-') {
            bool known = find_option(verb, line->words[i], &option);
            i += known && option.value.length > 0;
        } else if (!felt_text_is(line->words[i], "-") && cli_load(l->c, l->arena, line->words[i].bytes, &diags, &sheets[count]) == FELT_OK)
            count++;
    }
    *ret = sheets;
    if (count > 0 || sheets == NULL)
        return count;
    return cli_load_all(l->c, l->arena, 0, NULL, ret, &count) == CLI_DONE ? count : 0;
}

/* Values that are words of the program. */
static const char *words_of(felt_text option)
{
    static const char *const list[][2] = {
        {"--color", "auto always never"},
        {"--sort", "edge hit sd"},
        {"--format", "csv ndjson"},
        {"--by", "hour day"},
        {"--map", "round= wager= side= stake= paid= seat= after= action="},
        {"--separator", "comma semicolon tab pipe"},
        {"--decimal", "point comma"},
        {"--dice", "faces plain"},
        {"--rounding", "floor nearest-half-up up"},
        {"--vig-rounding", "floor nearest-half-up up"},
        {"--cut-rule", "one-more always-one-more last-round"},
        {"--burn", "value one none"},
        {"--prefer", "edge= low-sd high-top near-printed"},
        {"--pays", "casino whole"},
        {"--plot", "effects depth cut values"},
        {"--device", "cpu gpu"},
        {"--true-count", "unseen undealt"},
    };
    for (size_t i = 0; i < sizeof list / sizeof *list; i++)
        if (felt_text_is(option, list[i][0]))
            return list[i][1];
    return NULL;
}

static void offer_value(candidates *l, const command *verb, const typed *line, const option_line *option)
{
    const felt_sheet **sheets = NULL;
    const char *words = words_of(option->name);
    bool wager = felt_text_is(option->name, "--wager") || felt_text_is(option->name, "--explain");
    bool setting = felt_text_is(option->name, "--set"), decks = felt_text_is(option->name, "--decks");
    bool bets = felt_text_is(option->name, "--bets") && felt_text_is(option->value, "SPEC");
    int count = wager || setting || decks || bets ? load_sheets(l, verb, line, &sheets) : 0;
    if (words != NULL)
        candidates_offer_words(l, words);
    if (wager)
        candidates_wagers(l, sheets, count);
    if (setting)
        candidates_settings(l, sheets, count);
    if (decks)
        candidates_decks(l, sheets, count);
    if (bets)
        candidates_bets(l, sheets, count);
    for (int i = 0; felt_text_is(option->name, "--game") && felt_game_at(i) != NULL; i++)
        candidates_offer(l, felt_text_from(felt_game_at(i)->name), "");
    bool strategy = felt_text_is(option->name, "--strategy");
    if (strategy)
        candidates_strategies(l);
    if (felt_text_is(option->value, "FILE") || felt_text_is(option->value, "FOLDER"))
        fputs(strategy ? ":files strategy\n" : ":files\n", l->c->out);
}

/* What is no option: a word of the verb's own, sheets where its usage speaks of them, or files. */
static void offer_argument(candidates *l, const command *verb, const typed *line)
{
    static const char *const own[][2] = {
        {"store", "audit holds backup restore retire"}, {"history", "export verify"}, {"operator", "add reset remove list"}};
    for (size_t i = 0; i < sizeof own / sizeof *own && line->count == 3; i++)
        if (strcmp(verb->name, own[i][0]) == 0) {
            candidates_offer_words(l, own[i][1]);
            return;
        }
    size_t first = strcspn(verb->help, "\n");
    const char *sheet = strstr(verb->help, "SHEET");
    bool sheets = sheet != NULL && (size_t)(sheet - verb->help) < first;
    if (sheets)
        candidates_sheets(l);
    fputs(sheets ? ":files felt\n" : ":files\n", l->c->out);
}

static void complete(candidates *l, const typed *line)
{
    felt_text last = line->words[line->count - 1];
    const command *verb = line->count < 3 ? NULL : find_verb(line->words[1]);
    const char *equals = last.length == 0 ? NULL : memchr(last.bytes, '=', last.length);
    option_line option;
    l->begun = last;
    if (line->count == 2) {
        offer_verbs(l);
        candidates_offer_words(l, "--version --help");
    } else if (line->count == 3 && felt_text_is(line->words[1], "help"))
        offer_verbs(l);
    else if (verb == NULL)
        return;
    else if (find_option(verb, line->words[line->count - 2], &option) && option.value.length > 0)
        offer_value(l, verb, line, &option);
    else if (last.length > 0 && last.bytes[0] == '-' && equals != NULL) {
        l->kept = (felt_text){last.bytes, (size_t)(equals + 1 - last.bytes)};
        l->begun = (felt_text){equals + 1, last.length - l->kept.length};
        if (find_option(verb, (felt_text){last.bytes, l->kept.length - 1}, &option))
            offer_value(l, verb, line, &option);
    } else if (last.length > 0 && last.bytes[0] == '-')
        offer_options(l, verb);
    else
        offer_argument(l, verb, line);
}

cli_exit cmd_complete(cli *c, int argc, char **argv)
{
    const char *line = NULL;
    const flag flags[] = {{"--line", FLAG_TEXT, &line}};
    int words = cli_arguments(c, argc, argv, flags, 1);
    if (words < 0)
        return words == -2 ? CLI_DONE : CLI_USAGE;
    if (line == NULL || words > 0)
        return cli_usage(c, "expected --line LINE, and nothing else");
    if (strlen(line) > LINE_BYTES_MAX)
        return cli_usage(c, "found a line of %zu bytes, expected at most %d", strlen(line), LINE_BYTES_MAX);
    felt_arena *arena = felt_arena_new((size_t)8 * FELT_SHEET_ARENA_MAX);
    typed *typed_line = arena == NULL ? NULL : felt_arena_take(arena, 1, sizeof *typed_line);
    candidates *list = arena == NULL ? NULL : felt_arena_take(arena, 1, sizeof *list);
    FILE *silent = fopen("/dev/null", "w"); /* nobody reads what is wrong with a sheet while a line is typed */
    cli_exit code = typed_line == NULL || list == NULL || silent == NULL ? CLI_DATA : CLI_DONE;
    if (code == CLI_DONE) {
        FILE *errors = c->err;
        c->err = silent;
        *list = (candidates){.c = c, .arena = arena, .kept = {"", 0}};
        if (divide(arena, line, typed_line) && typed_line->count >= 2)
            complete(list, typed_line);
        c->err = errors;
    }
    if (silent != NULL)
        fclose(silent);
    felt_arena_free(arena);
    return code;
}
