/* src/cli/history_input.c - opens and reads a history. */
#include "history_input.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

/* read, also after a signal. */
static ptrdiff_t read_again(int descriptor, char *ret, size_t size)
{
    ssize_t got;
    do
        got = read(descriptor, ret, size);
    while (got < 0 && errno == EINTR);
    return got;
}

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

bool history_input_try(cli *c, const char *path, history_input *ret)
{
    static const char start[] = "{\"felt\":\"history\"";
    static_assert(sizeof start - 1 == HISTORY_START_BYTES, "the start is read whole");
    bool standard = strcmp(path, "-") == 0;
    history_input input = {.name = standard ? "standard input" : path};
    input.descriptor = standard ? STDIN_FILENO : cli_open_descriptor(path);
    ptrdiff_t got = input.descriptor < 0 ? -1 : 1;
    while (got > 0 && input.start_length < HISTORY_START_BYTES) {
        got = read_again(input.descriptor, input.start + input.start_length, HISTORY_START_BYTES - input.start_length);
        input.start_length += got > 0 ? (size_t)got : 0;
    }
    bool is = input.start_length == HISTORY_START_BYTES && memcmp(input.start, start, HISTORY_START_BYTES) == 0;
    if (is && cli_note_input(c, input.descriptor))
        *ret = input;
    else
        history_input_close(&input);
    return input.descriptor >= 0;
}

void history_input_close(history_input *input)
{
    if (input->descriptor > STDIN_FILENO)
        close(input->descriptor);
    input->descriptor = -1;
}

static ptrdiff_t read_bytes(void *context, char *ret, size_t size)
{
    history_input *input = context;
    size_t left = input->start_length - input->start_used, given = left < size ? left : size;
    if (given == 0)
        return read_again(input->descriptor, ret, size);
    memcpy(ret, input->start + input->start_used, given);
    input->start_used += given;
    return (ptrdiff_t)given;
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
