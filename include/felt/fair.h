/* felt/fair.h - fair dealing that can be checked: commitments, the making of a shoe, and what its seed deals.
 *
 * Before a shoe (in a game that is thrown: a shooter's hand) the server commits to a seed, players who wish to take part commit to entropy
 * of theirs, the list of commitments is closed, all of them reveal, and only then is the shoe's seed fixed: it comes of the server's seed
 * and of what was revealed. After the last round the server's seed is revealed, and anybody can deal the shoe again. docs/fairness.md has
 * it byte by byte, and what it proves.
 *
 * A felt_fair_shoe is the making of one shoe, without a store or a clock: whoever runs a table keeps each record (felt_fair_record_write)
 * where it cannot be lost before going on, and gets the same state back by following the records (felt_fair_follow). A felt_fair_source is
 * what a shoe's seed deals, for the live table and for whoever checks it.
 *
 * Lifetime: all structs are values of the caller's. A source holds a secret while its shoe is in play: felt_fair_forget wipes it.
 * Threads:  every function is pure but felt_fair_draw and felt_fair_key.
 * Failure:  results are written only on FELT_OK, and a state is as it was. */
#ifndef FELT_FAIR_H
#define FELT_FAIR_H

#include <felt/api.h>
#include <felt/arena.h>
#include <felt/dealing.h>
#include <felt/error.h>
#include <felt/game.h>
#include <felt/random.h>
#include <felt/text.h>

FELT_API_BEGIN

enum {
    FELT_FAIR_BYTES = 32, /* of a seed, an entropy, a commitment, a hash and a key */
    FELT_FAIR_DIGITS = 2 * FELT_FAIR_BYTES,
    FELT_FAIR_TABLE_BYTES_MAX = 64, /* of a table's name, at least one */
    FELT_FAIR_CLIENTS_MAX = 64,
    FELT_FAIR_RECORD_BYTES_MAX = 16384,
    FELT_FAIR_BOX_BYTES = 24 + FELT_FAIR_BYTES + 16, /* of an encrypted seed */
};

typedef struct felt_fair_bytes {
    uint8_t bytes[FELT_FAIR_BYTES];
} felt_fair_bytes;

/* Are they equal? In a time that does not depend on what they hold. */
bool felt_fair_equal(const felt_fair_bytes *a, const felt_fair_bytes *b);

/* In lower-case hexadecimal digits and a NUL, and back. FELT_EDATA: the text is not FELT_FAIR_DIGITS such digits. */
void felt_fair_digits(const felt_fair_bytes *bytes, char ret[FELT_FAIR_DIGITS + 1]);
felt_status felt_fair_read(felt_text digits, felt_fair_bytes *ret);

/* Fresh secret bytes from the operating system: a seed, an entropy, or a key. */
void felt_fair_draw(felt_fair_bytes *ret);

/* ---- commitments ---- */

/* What a commitment is about. Requires a table's name of 1 to FELT_FAIR_TABLE_BYTES_MAX bytes. */
typedef struct felt_fair_about {
    felt_text table;
    uint64_t shoe; /* from 1; each making has its own, also one that is void */
} felt_fair_about;

/* The server's commitment to its seed. */
felt_fair_bytes felt_fair_commit(felt_fair_about about, const felt_fair_bytes *seed);

/* A player's to his entropy. */
felt_fair_bytes felt_fair_client_commit(felt_fair_about about, uint64_t player, const felt_fair_bytes *entropy);

/* ---- the making of a shoe ---- */

typedef enum felt_fair_stage {
    FELT_FAIR_NOTHING = 0,
    FELT_FAIR_OPEN,   /* the server has committed; players may */
    FELT_FAIR_CLOSED, /* the list is closed; players reveal */
    FELT_FAIR_SEALED, /* all have revealed: the shoe is fixed, and in play */
    FELT_FAIR_VOID,   /* it was given up before any bet: somebody withheld, or nobody did and the house gave it up */
    FELT_FAIR_SPENT,  /* the server's seed is revealed */
    FELT_FAIR_STAGE_COUNT
} felt_fair_stage;

/* The records of the stages: "shoe-open", "shoe-closed", "shoe-sealed", "shoe-void", "shoe-seed". Requires a stage above 0. */
const char *felt_fair_stage_text(felt_fair_stage stage);

typedef struct felt_fair_client {
    uint64_t player;
    felt_fair_bytes commitment;
    bool revealed;
    felt_fair_bytes entropy; /* once it is revealed; the records of a void shoe do not say it */
} felt_fair_client;

typedef struct felt_fair_shoe {
    felt_fair_stage stage;
    char table[FELT_FAIR_TABLE_BYTES_MAX + 1];
    uint64_t shoe;
    int decks, cut; /* of the shoe, and the cards behind its cut card; 0 in a game that is thrown */
    felt_dealing_rules rules;
    felt_fair_bytes commitment;
    felt_fair_client clients[FELT_FAIR_CLIENTS_MAX]; /* in the order in which they committed */
    int client_count;
    felt_fair_bytes list; /* from FELT_FAIR_CLOSED on: the hash of everything that was committed to */
    felt_fair_bytes seed; /* FELT_FAIR_SPENT: the server's */
} felt_fair_shoe;

/* Opens a making; of the rules nothing is kept in a game that is thrown. FELT_ELIMIT: the table's name is empty or too long. FELT_ERANGE:
 * the shoe's number is 0, or above 2^53, or decks, cut or rules cannot be. */
felt_status felt_fair_open(felt_fair_about about, int decks, int cut, felt_dealing_rules rules, const felt_fair_bytes *commitment,
                           felt_fair_shoe *ret, felt_error *error);

/* Adds a player's commitment. FELT_EDATA: the list is closed, or the player has committed to something else; the same again changes
 * nothing. FELT_ELIMIT: there are FELT_FAIR_CLIENTS_MAX. FELT_ERANGE: the player's number is 0, or above 2^53. */
felt_status felt_fair_add(felt_fair_shoe *shoe, uint64_t player, const felt_fair_bytes *commitment, felt_error *error);

/* Closes the list, which may be empty. FELT_EDATA: it is not open. */
felt_status felt_fair_close(felt_fair_shoe *shoe, felt_error *error);

/* Takes a player's entropy. FELT_EDATA: the list is not closed yet, or the entropy is not what he committed to; the same again changes
 * nothing. FELT_ENOTFOUND: he is not in the list. */
felt_status felt_fair_reveal(felt_fair_shoe *shoe, uint64_t player, const felt_fair_bytes *entropy, felt_error *error);

/* How many have not revealed, and who they are, in the order of the list. `ret` may be NULL. */
int felt_fair_missing(const felt_fair_shoe *shoe, uint64_t ret[FELT_FAIR_CLIENTS_MAX]);

/* Fixes the shoe. FELT_EDATA: the list is not closed, or somebody has not revealed. */
felt_status felt_fair_seal(felt_fair_shoe *shoe, felt_error *error);

/* Gives the shoe up: those who are missing have withheld, and from an open list nobody has. FELT_EDATA: it is neither open nor closed. */
felt_status felt_fair_void(felt_fair_shoe *shoe, felt_error *error);

/* Takes the server's seed when the shoe is over. FELT_EDATA: it is not sealed, or the seed is not what the server committed to. */
felt_status felt_fair_spend(felt_fair_shoe *shoe, const felt_fair_bytes *seed, felt_error *error);

/* The seed of the shoe, of the server's seed and all entropies in the order of the list; for felt_fair_begin. Requires FELT_FAIR_SEALED or
 * FELT_FAIR_SPENT. FELT_EDATA: `seed` is not what the server committed to. */
felt_status felt_fair_seed(const felt_fair_shoe *shoe, const felt_fair_bytes *seed, felt_fair_bytes *ret, felt_error *error);

/* ---- records ---- */

/* The record of the stage that a shoe is in, as JSON for the table's chain. FELT_ENOMEM. Requires a stage above 0. */
felt_status felt_fair_record_write(felt_arena *arena, const felt_fair_shoe *shoe, felt_text *ret);

/* The stage whose record this is; FELT_FAIR_NOTHING: it is none. Looks at its beginning only. */
felt_fair_stage felt_fair_record_stage(felt_text record);

/* Goes on by a record: "shoe-open" begins a making of `table` where none is going on, every other goes on with it. All that can be checked
 * is. FELT_EDATA: it is no such record, or one that cannot follow, and the message says why. FELT_ENOMEM. */
felt_status felt_fair_follow(felt_fair_shoe *shoe, felt_text table, felt_text record, felt_error *error);

/* ---- seeds at rest ---- */

/* Encrypts a seed that is not revealed yet (XChaCha20-Poly1305), for this table and shoe only. The same seed gives the same bytes. */
void felt_fair_lock(const felt_fair_bytes *key, felt_fair_about about, const felt_fair_bytes *seed, uint8_t ret[FELT_FAIR_BOX_BYTES]);

/* FELT_EDATA: it was encrypted with another key, or for another table or shoe, or was changed, or is not FELT_FAIR_BOX_BYTES long. */
felt_status felt_fair_unlock(const felt_fair_bytes *key, felt_fair_about about, const uint8_t *box, size_t size, felt_fair_bytes *ret,
                             felt_error *error);

/* The key in a file: FELT_FAIR_DIGITS hexadecimal digits and a newline. A file that does not exist is made, complete or not at all, and
 * readable by its owner alone. FELT_EDATA: it holds something else, is no file, or others may read or write it. FELT_EIO. */
felt_status felt_fair_key(const char *path, felt_fair_bytes *ret, felt_error *error);

/* ---- what a seed deals ---- */

typedef struct felt_fair_source {
    const felt_game *game;
    int decks;
    uint64_t events; /* dealt so far */
    felt_random random;
    felt_dealing shoe; /* where the game has one */
    felt_card shown;   /* at the burn; of rank 0: none was */
} felt_fair_source;

/* What came: `dealt` from a shoe, else `way`, one of the game's ways to throw, and `dealt` where a hand is one throw; `code` is the event
 * that it makes. A felt_command has one more than `way`, since it has 0 for none. */
typedef struct felt_fair_event {
    int way; /* -1: from a shoe */
    int code;
    felt_dealt dealt;
} felt_fair_event;

/* Begins at the first event of a shoe or shooter that was made: shuffles and burns where there is a shoe. `seed` is that of felt_fair_seed.
 * FELT_ERANGE: decks, cut or rules cannot be, or decks and cut are not 0 in a game that is thrown. FELT_EDATA: the game records a throw in
 * several fields. */
felt_status felt_fair_begin(felt_fair_source *ret, const felt_game *game, const felt_fair_shoe *made, const felt_fair_bytes *seed,
                            felt_error *error);

/* Is there more to come? A shoe ends by its cut card; throws never do. */
bool felt_fair_goes_on(const felt_fair_source *source);

/* The next event. Requires felt_fair_goes_on. */
felt_fair_event felt_fair_next(felt_fair_source *source);

/* Leaves out `events` events, to go on where a table was. FELT_ERANGE: the shoe ends before. */
felt_status felt_fair_skip(felt_fair_source *source, uint64_t events, felt_error *error);

void felt_fair_forget(felt_fair_source *source);

FELT_API_END

#endif
