/* src/cli/passphrase.h - a passphrase from whoever sits at the terminal. */
#ifndef FELT_SRC_CLI_PASSPHRASE_H
#define FELT_SRC_CLI_PASSPHRASE_H

#include "cli.h"

#include <felt/people.h>

enum { PASSPHRASE_ROOM = FELT_PASSPHRASE_BYTES_MAX + 2 };

/* Asks for a new passphrase on the terminal, twice and without showing it; where standard input is no terminal, one line of it is taken.
 * False after a complaint: input ended, the two differ, or it is too long. */
bool cli_new_passphrase(cli *c, const char *name, char ret[PASSPHRASE_ROOM]);

/* Wipes it. */
void cli_forget(char *bytes, size_t size);

#endif
