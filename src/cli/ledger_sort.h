/* src/cli/ledger_sort.h - sorts the files of a ledger, with temporary files beside the output. */
#ifndef FELT_SRC_CLI_LEDGER_SORT_H
#define FELT_SRC_CLI_LEDGER_SORT_H

#include "cli.h"

#include <felt/record.h>

/* `output` is the file that will be written; NULL or "-" where there is none, and then temporary files go where TMPDIR says. `name` is
 * that of the file that is sorted. CLI_DONE, or it has complained. */
cli_exit ledger_sort(cli *c, const char *output, const char *name, felt_records *records);

#endif
