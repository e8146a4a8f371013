/* src/cli/store_retire.h - `felt store retire`. */
#ifndef FELT_SRC_CLI_STORE_RETIRE_H
#define FELT_SRC_CLI_STORE_RETIRE_H

#include "cli.h"

typedef struct retire_request {
    const char *store, *before, *output; /* NULL: not given */
    bool json;
} retire_request;

cli_exit store_retire(cli *c, const retire_request *request);

#endif
