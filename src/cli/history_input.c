/* src/cli/history_input.c - opens and reads a history. */
#include "history_input.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

cli_exit history_input_open(cli *c, const char *path, history_input *ret)
{
    bool standard = strcmp(path, "-") == 0;
    *ret = (history_input){.name = standard ? "standard input" : path, .descriptor = STDIN_FILENO};
    if (!standard)
        ret->descriptor = open(path, O_RDONLY | O_CLOEXEC);
    if (ret->descriptor < 0) {
        cli_complain(c, "cannot read %s: %s", path, strerror(errno));
        return CLI_DATA;
    }
    if (!cli_note_input(c, ret->descriptor)) {
        history_input_close(ret);
        cli_complain(c, "out of memory");
        return CLI_DATA;
    }
    return CLI_DONE;
}

void history_input_close(history_input *input)
{
    if (input->descriptor > STDIN_FILENO)
        close(input->descriptor);
    input->descriptor = -1;
}

static ptrdiff_t read_bytes(void *context, char *ret, size_t size)
{
    const history_input *input = context;
    ssize_t got;
    do
        got = read(input->descriptor, ret, size);
    while (got < 0 && errno == EINTR);
    return got;
}

felt_input history_input_of(history_input *input)
{
    return (felt_input){input, read_bytes};
}

cli_exit history_input_wrong(cli *c, const history_input *input, felt_status status, const felt_error *error)
{
    if (error->line > 0)
        cli_complain(c, "%s:%llu: %s", input->name, (unsigned long long)error->line, error->message);
    else
        cli_complain(c, "%s: %s", input->name, error->message);
    return status == FELT_EDATA || status == FELT_ENOTFOUND ? CLI_FAILED : CLI_DATA;
}
