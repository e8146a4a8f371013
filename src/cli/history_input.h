/* src/cli/history_input.h - a history as the input of a verb. */
#ifndef FELT_SRC_CLI_HISTORY_INPUT_H
#define FELT_SRC_CLI_HISTORY_INPUT_H

#include "cli.h"

#include <felt/history.h>

enum { HISTORY_START_BYTES = 17 }; /* {"felt":"history" */

typedef struct history_input {
    const char *name; /* for messages */
    int descriptor;
    char start[HISTORY_START_BYTES]; /* read already, to see what it is; */
    size_t start_length, start_used; /* and how much of that has been given out */
} history_input;

/* Opens a file ("-": standard input). Complains and returns CLI_DATA when it cannot. */
cli_exit history_input_open(cli *c, const char *path, history_input *ret);

/* Opens it if it begins as a history does, and says nothing if it does not or cannot be read. It is opened once, as a pipe cannot be read
 * again; one that nobody writes to is not waited for. */
bool history_input_try(cli *c, const char *path, history_input *ret);
void history_input_close(history_input *input);

/* How the library reads it. */
felt_input history_input_of(history_input *input);

/* Says what the library found wrong with it, and where; returns CLI_FAILED for what was changed, CLI_DATA for what cannot be read. */
cli_exit history_input_wrong(cli *c, const history_input *input, felt_status status, const felt_error *error);

#endif
