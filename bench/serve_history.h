/* bench/serve_history.h - a store with many rounds in it, made through the house, without a network. */
#ifndef FELT_BENCH_SERVE_HISTORY_H
#define FELT_BENCH_SERVE_HISTORY_H

#include <stdbool.h>

/* Rolls the dice `rounds` times at the table called "dice" of a tables file, with one player who always has a bet up, and keeps all of it
 * in the store at `address` with the key in file `key`. false: it failed, and a sentence is on standard error. */
bool serve_history(const char *address, const char *key, const char *tables, int rounds);

#endif
