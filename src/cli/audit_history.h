/* src/cli/audit_history.h - `felt audit` of a history, which says itself what its tables have chosen. */
#ifndef FELT_SRC_CLI_AUDIT_HISTORY_H
#define FELT_SRC_CLI_AUDIT_HISTORY_H

#include "history_input.h"

/* Audits it, and closes it. */
cli_exit audit_history(cli *c, history_input *input, bool json);

#endif
