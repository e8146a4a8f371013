/* src/cli/hand_over.c - verbs that another program has: it is started in the place of this one. */
#include "cli.h"

#include <errno.h>
#include <limits.h>
#include <string.h>
#include <unistd.h>

/* As seen from the folder of this program: where it is built, and where it is installed. */
static const char *const places[] = {"", "../libexec/"};

cli_exit cli_hand_over(cli *c, const char *program, int argc, char **argv)
{
    char folder[PATH_MAX], path[PATH_MAX + 64];
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
        snprintf(path, sizeof path, "%s/%s%s", folder, places[i], program);
        execv(path, words); /* returns only where it is not there */
    }
    cli_complain(c, "%s cannot be started: %s; it belongs beside felt, or into ../libexec", program, strerror(errno));
    return CLI_DATA;
}
