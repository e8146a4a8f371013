/* src/cli/audit_history.h - `felt audit` of a history, which says itself what its tables have chosen. */
#ifndef FELT_SRC_CLI_AUDIT_HISTORY_H
#define FELT_SRC_CLI_AUDIT_HISTORY_H

#include "cli.h"

/* Does the file begin as a history does? False also when it cannot be read. */
bool audit_history_is(const char *path);
cli_exit audit_history(cli *c, const char *path, bool json);

#endif
