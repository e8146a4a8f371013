/* felt/opening.h - where a table begins whose chain has lost its beginning: its state there, and the setup in force.
 *
 * A chain may be retired up to a record after which no bet is up and no shoe in play (felt_store_retire). What follows can still be
 * replayed with an opening: a text of JSON with the numbers to go on from, the saved table (felt/table.h) and the setup. Whoever has the
 * archive of what was retired replays it and gets the same text, byte for byte. docs/history.md has it field by field.
 *
 * Lifetime: what is made lives in the arena that is given.
 * Failure:  results are written only on FELT_OK. */
#ifndef FELT_OPENING_H
#define FELT_OPENING_H

#include <felt/api.h>
#include <felt/arena.h>
#include <felt/error.h>
#include <felt/setup.h>
#include <felt/table.h>

FELT_API_BEGIN

enum { FELT_OPENING_BYTES_MAX = 16 << 20 };

typedef struct felt_opening {
    int64_t setup_record;                      /* its number in the chain */
    felt_text setup;                           /* and the record */
    uint64_t sequence, round, hand, bet, shoe; /* the last of each */
    int64_t time_ms;
    int phase, hand_events;
    felt_text state; /* the bytes of felt_table_save */
} felt_opening;

/* FELT_EDATA: a bet is up, is owed, or a shoe is in play. FELT_ELIMIT: it would have more than FELT_OPENING_BYTES_MAX. FELT_ENOMEM. */
felt_status felt_opening_write(felt_arena *arena, felt_table *table, int64_t setup_record, felt_text setup, felt_text *ret,
                               felt_error *error);

/* FELT_EDATA: it is no opening. FELT_ENOMEM. */
felt_status felt_opening_read(felt_arena *arena, felt_text text, felt_opening *ret, felt_error *error);

/* The table of an opening, with the setup that its record makes. FELT_EDATA: the saved table is another than the opening says.
 * FELT_ENOMEM. */
felt_status felt_opening_load(const felt_opening *opening, const felt_table_setup *setup, felt_table **ret, felt_error *error);

FELT_API_END

#endif
