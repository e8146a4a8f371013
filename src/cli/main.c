/* src/cli/main.c - the program `felt`: a table of verbs. */
#include "cli.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#ifndef FELT_VERSION
#define FELT_VERSION "unknown"
#endif

static void print_verbs(FILE *file)
{
    fputs("felt - the rules of table games as software\n\nusage: felt VERB [OPTION...] [ARGUMENT...]\n\nverbs:\n", file);
    for (int i = 0; i < cli_command_count; i++)
        fprintf(file, "  %-8s %s\n", cli_commands[i].name, cli_commands[i].summary);
    fputs("  help     print this, or the help of a verb\n\n"
          "A SHEET is the name of a shipped sheet (felt list) or the path of a .felt file.\n"
          "Exit codes: 0 done, 1 a check failed, 2 usage, 3 a sheet does not compile, 4 data or store.\n",
          file);
}

static const command *find_command(const char *name)
{
    for (int i = 0; i < cli_command_count; i++)
        if (strcmp(cli_commands[i].name, name) == 0)
            return &cli_commands[i];
    return NULL;
}

static cli_exit unknown_verb(const char *name)
{
    felt_near near = felt_near_to(felt_text_from(name));
    for (int i = 0; i < cli_command_count; i++)
        felt_near_try(&near, felt_text_from(cli_commands[i].name));
    fprintf(stderr, "felt: found '%s', expected a verb", name);
    if (near.nearest.length > 0)
        fprintf(stderr, "; did you mean '%.*s'?", FELT_TEXT_ARGS(near.nearest));
    fprintf(stderr, "\nTry 'felt help'.\n");
    return CLI_USAGE;
}

static bool is_there(const char *path)
{
    struct stat info;
    return stat(path, &info) == 0;
}

/* What the variable says, else what is there of `installed` and `built`, as seen from the folder of the program. */
static const char *find_shipped(const char *variable, const char *installed, const char *built, char *buffer, size_t size)
{
    const char *given = getenv(variable), *const places[] = {installed, built};
    if (given != NULL && given[0] != '\0')
        return given;
    char program[PATH_MAX];
    ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    if (length <= 0)
        return NULL;
    program[length] = '\0';
    *strrchr(program, '/') = '\0';
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        char joined[PATH_MAX + 64], real[PATH_MAX];
        snprintf(joined, sizeof joined, "%s/%s", program, places[i]);
        if (is_there(joined) && realpath(joined, real) != NULL && strlen(real) < size)
            return memcpy(buffer, real, strlen(real) + 1);
    }
    return NULL;
}

static bool wants_color(FILE *file)
{
    const char *term = getenv("TERM");
    return isatty(fileno(file)) && getenv("NO_COLOR") == NULL && term != NULL && strcmp(term, "dumb") != 0;
}

static int terminal_columns(FILE *file)
{
    struct winsize size;
    return isatty(fileno(file)) && ioctl(fileno(file), TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

/* A verb has not done its work if what it printed did not arrive. */
static cli_exit finish(cli_exit code)
{
    if (fflush(stdout) != 0 || ferror(stdout)) {
        perror("felt: cannot write");
        return CLI_DATA;
    }
    return code;
}

static cli_exit help(int argc, char **argv)
{
    if (argc < 3) {
        print_verbs(stdout);
        return CLI_DONE;
    }
    const command *verb = find_command(argv[2]);
    if (verb == NULL)
        return unknown_verb(argv[2]);
    fputs(verb->help, stdout);
    return CLI_DONE;
}

/* Descriptors 0 to 2 belong to the standard streams: a file that was opened as one of them would get what the program says. One that is
 * closed is held by something that cannot be used the way the stream would be, so that its use still fails. */
static bool hold_standard_streams(void)
{
    static const int modes[] = {O_WRONLY, O_RDONLY, O_RDONLY};
    for (int i = 0; i < 3; i++)
        if (fcntl(i, F_GETFD) < 0 && errno == EBADF && open("/dev/null", modes[i]) != i)
            return false;
    return true;
}

int main(int argc, char **argv)
{
    char rules[PATH_MAX], cases[PATH_MAX], strategies[PATH_MAX], tables[PATH_MAX], web[PATH_MAX];
    if (!hold_standard_streams())
        return (int)CLI_DATA;
    if (argc < 2) {
        print_verbs(stderr);
        return (int)CLI_USAGE;
    }
    if (strcmp(argv[1], "help") == 0 || strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0)
        return (int)finish(help(argc, argv));
    if (strcmp(argv[1], "--version") == 0) {
        printf("felt %s\n", FELT_VERSION);
        return (int)finish(CLI_DONE);
    }
    const command *verb = find_command(argv[1]);
    if (verb == NULL)
        return (int)unknown_verb(argv[1]);
    cli c = {.out = stdout,
             .err = stderr,
             .color_out = wants_color(stdout),
             .columns = terminal_columns(stdout),
             .color_err = wants_color(stderr),
             .rules = find_shipped("FELT_RULES", "../share/felt/rules", "../rules", rules, sizeof rules),
             .cases = find_shipped("FELT_CASES", "../share/felt/cases", "../tests/cases", cases, sizeof cases),
             .strategies = find_shipped("FELT_STRATEGIES", "../share/felt/strategies", "../strategies", strategies, sizeof strategies),
             .web = find_shipped("FELT_WEB", "../share/felt/web", "../web/dist", web, sizeof web),
             .tables = find_shipped("FELT_TABLES", "../share/felt/tables/felt.tables", "../tables/felt.tables", tables, sizeof tables),
             .command = verb};
    cli_exit code = verb->run(&c, argc - 1, argv + 1);
    free(c.inputs);
    return (int)finish(code);
}
