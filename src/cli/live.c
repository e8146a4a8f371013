/* src/cli/live.c - verbs of the other program, felt-live, which has what live tables and their store need.
 *
 * Most verbs need neither a network nor a database, and would wait for their libraries to be loaded. Those that do are handed over whole. */
#include "cli.h"

#include <errno.h>
#include <limits.h>
#include <string.h>
#include <unistd.h>

/* As seen from the folder of this program: where it is built, and where it is installed. */
static const char *const places[] = {"felt-live", "../libexec/felt-live"};

static cli_exit hand_over(cli *c, int argc, char **argv)
{
    char folder[PATH_MAX], path[PATH_MAX + 32];
    char *words[256], name[] = "felt";
    ssize_t length = readlink("/proc/self/exe", folder, sizeof folder - 1);
    if (length <= 0 || argc > 250) {
        cli_complain(c, argc > 250 ? "too many arguments" : "the program does not know where it is");
        return CLI_DATA;
    }
    folder[length] = '\0';
    *strrchr(folder, '/') = '\0';
    words[0] = name;
    memcpy(words + 1, argv, (size_t)argc * sizeof *argv);
    words[argc + 1] = NULL;
    fflush(c->out);
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, places[i]);
        execv(path, words); /* returns only where it is not there */
    }
    cli_complain(c, "felt-live cannot be started: %s; it belongs beside felt, or into ../libexec", strerror(errno));
    return CLI_DATA;
}

cli_exit cmd_history(cli *c, int argc, char **argv)
{
    return hand_over(c, argc, argv);
}

cli_exit cmd_operator(cli *c, int argc, char **argv)
{
    return hand_over(c, argc, argv);
}

cli_exit cmd_serve(cli *c, int argc, char **argv)
{
    return hand_over(c, argc, argv);
}

cli_exit cmd_store(cli *c, int argc, char **argv)
{
    return hand_over(c, argc, argv);
}
