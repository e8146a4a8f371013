/* felt/plain.h - Felt for other languages: plain numbers and texts in, JSON and buffers out.
 *
 * Whoever cannot read C structures needs no more than this header: bindings/python is made of it. A plain handle holds the sheets of one
 * table; everything else is an argument. Texts are UTF-8 and end with a NUL; JSON is that of the program's own --json, so amounts that are
 * fractions are texts such as "103841353768/723147898655".
 *
 * `choices` are settings such as "decks=8" or "craps/vig=always", one to a line; NULL or empty: none.
 * Lifetime: a handle is freed with felt_plain_free, and every text that a call gives with felt_plain_release.
 * Threads:  one thread at a time for one handle; a simulation starts its own.
 * Failure:  results are written only on FELT_OK; felt_plain_error says what was wrong last. */
#ifndef FELT_PLAIN_H
#define FELT_PLAIN_H

#include <felt/api.h>
#include <felt/status.h>
#include <stddef.h>
#include <stdint.h>

FELT_API_BEGIN

enum {
    FELT_PLAIN_RANKS = 13,          /* numbers of a shoe: aces, 2 ... kings */
    FELT_PLAIN_SHOES_MAX = 1 << 24, /* of one call */
    FELT_PLAIN_BYTES_MAX = 1 << 30, /* of a text of rounds or of bets */
};

typedef struct felt_plain felt_plain;

/* A handle without sheets. FELT_ENOMEM. */
felt_status felt_plain_open(felt_plain **ret);
void felt_plain_free(felt_plain *plain); /* NULL is allowed */

/* What was wrong with the last call that failed, as a sentence with its place; empty when none has. Good until the next call. */
const char *felt_plain_error(const felt_plain *plain);

/* Frees a text. NULL is allowed. */
void felt_plain_release(char *text);

/* ---- sheets ---- */

/* Compiles a sheet and adds it to the table; `file` is what messages call it, and its short name comes from it. FELT_ESHEET: it is wrong.
 * FELT_EDATA: it is of another game than those that are there. FELT_ELIMIT: there are too many, or it is too long. FELT_ENOMEM. */
felt_status felt_plain_add(felt_plain *plain, const char *file, const char *text, size_t size);

/* All that can be said of a sheet, as `felt check --json` does: of one that does not compile, why. The sheets of the table are not
 * touched. FELT_ELIMIT, FELT_ENOMEM. */
felt_status felt_plain_check(felt_plain *plain, const char *file, const char *text, size_t size, char **ret);

/* The wagers of the table's sheets, as `felt list --json`. */
felt_status felt_plain_list(felt_plain *plain, char **ret);

/* ---- figures ---- */

/* Exact odds as `felt odds --json`: of the wagers called `wager` (NULL: all) under every choice left, from fresh shoes, or from `shoe` if
 * it is not NULL: FELT_PLAIN_RANKS numbers of cards. FELT_ENOTFOUND: there is no such wager, option or choice. FELT_EDATA, FELT_ELIMIT:
 * the shoe cannot be dealt from, or a wager is not complete. FELT_ENOMEM. */
felt_status felt_plain_odds(felt_plain *plain, const char *choices, const char *wager, const int32_t *shoe, char **ret);

/* How many rows the wager called `wager` has ("tie", "pair on player"); 0: there is no such wager under these choices, or no shoe. */
int felt_plain_row_count(felt_plain *plain, const char *choices, const char *wager);

/* How many ordered deals of six cards each row decides, exactly, from `count` shoes of FELT_PLAIN_RANKS numbers each: ret[i * rows + r].
 * The rows of a shoe add up to all its deals, n (n - 1) ... (n - 5) for n cards. FELT_EDATA, FELT_ELIMIT: a shoe cannot be dealt from;
 * the sentence says which. FELT_ENOTFOUND: as of felt_plain_odds. FELT_ERANGE: more than FELT_PLAIN_SHOES_MAX. */
felt_status felt_plain_rows(felt_plain *plain, const char *choices, const char *wager, const int32_t *shoes, size_t count, uint64_t *ret);

/* ---- shoes and rounds ---- */

/* Shuffles shoes `first` to `first` + count - 1 of `seed`, each a stream of its own of the counter generator, into ret[count][52 * decks]:
 * a card is its rank, 1 to 13, and 16 times its suit, 0 to 3. The same on every machine. FELT_ERANGE: decks are not 1 to 8, or more than
 * FELT_PLAIN_SHOES_MAX. */
felt_status felt_plain_shoes(felt_plain *plain, int decks, uint64_t seed, uint64_t first, size_t count, uint8_t *ret);

/* Plays at least `rounds` rounds or rolls with every wager on that is called `wager` (NULL: all), under the one choice of everything that
 * a table would take, and gives samples beside the exact figures, as `felt sim --json`. cut: cards behind the cut card, 0: none.
 * FELT_ENOTFOUND, FELT_EDATA: as of felt_plain_odds. FELT_ERANGE: a number is. FELT_ENOMEM. */
felt_status felt_plain_simulate(felt_plain *plain, const char *choices, const char *wager, uint64_t rounds, uint64_t seed, int threads,
                                int cut, char **ret);

/* ---- settlement ---- */

/* Settles bets on recorded rounds, both CSV or NDJSON as docs/records.md has them, in their own way if `map` says so (the lines of a map file;
 * NULL: none), sorted first where `sort` is not 0, and gives one line of JSON for each bet, as `felt settle
 * --format ndjson`, and in *ret_refused a JSON array of the rows that could not be used: `file`, `line`, `message`. rounding is a rule such
 * as "floor"; amounts have at most `decimals` digits. All bets of a round are paid, or none is. FELT_ENOTFOUND: a choice or a rule of
 * rounding is none. FELT_EDATA: a head lacks a column, the map is wrong, or the table cannot be opened. FELT_ELIMIT, FELT_ERANGE, FELT_ENOMEM. */
felt_status felt_plain_settle(felt_plain *plain, const char *choices, const char *rounding, int decimals, const char *map, int sort,
                              const char *rounds, size_t rounds_size, const char *bets, size_t bets_size, char **ret, char **ret_refused);

FELT_API_END

#endif
