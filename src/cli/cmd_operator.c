/* src/cli/cmd_operator.c - `felt operator`: who runs the house, looked after at the terminal. */
#include "cli.h"
#include "passphrase.h"

#include <felt/people.h>
#include <felt/store_report.h>
#include <string.h>
#include <time.h>

enum { LINE_ARENA_MAX = 1 << 16 };

static int64_t now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static cli_exit finish(cli *c, felt_status status, const felt_error *error, const char *done, const char *name)
{
    if (status == FELT_OK) {
        fprintf(c->out, "%s %s\n", name, done);
        return CLI_DONE;
    }
    cli_complain(c, "%s", error->message);
    return status == FELT_EDATA || status == FELT_ENOTFOUND ? CLI_FAILED : CLI_DATA;
}

/* ---- actions ---- */

typedef felt_status with_passphrase(felt_store *store, felt_text name, felt_text passphrase, int64_t now_ms, felt_error *error);

static cli_exit ask_and_do(cli *c, felt_store *store, const char *name, with_passphrase *act, const char *done)
{
    char passphrase[PASSPHRASE_ROOM];
    felt_error error = {.message = ""};
    cli_exit code = CLI_DATA;
    if (cli_new_passphrase(c, name, passphrase))
        code = finish(c, act(store, felt_text_from(name), felt_text_from(passphrase), now_ms(), &error), &error, done, name);
    cli_forget(passphrase, sizeof passphrase);
    return code;
}

static cli_exit add(cli *c, felt_store *store, const char *name)
{
    return ask_and_do(c, store, name, felt_operator_add, "is an operator");
}

static cli_exit reset(cli *c, felt_store *store, const char *name)
{
    return ask_and_do(c, store, name, felt_operator_reset, "has a new passphrase, and is signed out everywhere");
}

static cli_exit remove_role(cli *c, felt_store *store, const char *name)
{
    felt_error error = {.message = ""};
    felt_status status = felt_operator_remove(store, felt_text_from(name), now_ms(), &error);
    return finish(c, status, &error, "is no operator any more, and is signed out everywhere", name);
}

typedef struct listing {
    cli *c;
    bool failed;
} listing;

static bool print_operator(void *context, const felt_operator *who)
{
    listing *l = context;
    felt_text text = {"", 0};
    felt_operator_line line = {who->name, who->player.number, who->made_ms};
    felt_arena *arena = felt_arena_new(LINE_ARENA_MAX);
    l->failed = !cli_put(l->c, arena == NULL ? FELT_ENOMEM : felt_report_operator(arena, &line, &text), text);
    felt_arena_free(arena);
    return !l->failed;
}

static cli_exit list(cli *c, felt_store *store, const char *name)
{
    felt_error error = {.message = ""};
    listing l = {.c = c};
    (void)name;
    if (felt_operator_list(store, print_operator, &l, &error) == FELT_OK)
        return l.failed ? CLI_DATA : CLI_DONE;
    cli_complain(c, "%s", error.message);
    return CLI_DATA;
}

/* ---- the verb ---- */

typedef struct action {
    const char *word;
    bool named; /* a NAME follows */
    bool makes; /* a store, where there is none */
    cli_exit (*run)(cli *c, felt_store *store, const char *name);
} action;

static const action actions[] = {
    {"add", true, true, add}, {"reset", true, false, reset}, {"remove", true, false, remove_role}, {"list", false, false, list}};

static const action *find_action(const char *word)
{
    for (size_t i = 0; i < sizeof actions / sizeof *actions; i++)
        if (strcmp(actions[i].word, word) == 0)
            return &actions[i];
    return NULL;
}

/* A store is made only for an operator to be put into it. */
static bool is_missing(const action *chosen, const char *address)
{
    static const char sqlite[] = "sqlite:";
    struct stat info;
    return !chosen->makes && strncmp(address, sqlite, sizeof sqlite - 1) == 0 && stat(address + sizeof sqlite - 1, &info) != 0;
}

static cli_exit open_and_run(cli *c, const action *chosen, const char *address, const char *name)
{
    felt_error error = {.message = ""};
    felt_store *store;
    if (is_missing(chosen, address)) {
        cli_complain(c, "there is no store at %s", address);
        return CLI_DATA;
    }
    if (felt_store_open(address, &store, &error) != FELT_OK) {
        cli_complain(c, "%s", error.message);
        return CLI_DATA;
    }
    cli_exit code = chosen->run(c, store, name);
    felt_store_close(store);
    return code;
}

cli_exit cmd_operator(cli *c, int argc, char **argv)
{
    const char *address = NULL;
    const flag flags[] = {{"--store", FLAG_TEXT, &address}};
    int words = cli_arguments(c, argc, argv, flags, 1);
    if (words < 0)
        return words == -2 ? CLI_DONE : CLI_USAGE;
    const action *chosen = words > 0 ? find_action(argv[1]) : NULL;
    if (chosen == NULL)
        return cli_usage(c, "expected add, reset, remove or list%s%s", words > 0 ? "; found " : "", words > 0 ? argv[1] : "");
    if (words != (chosen->named ? 2 : 1))
        return cli_usage(c, chosen->named ? "%s: expected one NAME" : "%s: expected nothing more", chosen->word);
    return open_and_run(c, chosen, address != NULL ? address : CLI_STORE, chosen->named ? argv[2] : NULL);
}
