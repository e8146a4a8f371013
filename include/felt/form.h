/* felt/form.h - the canonical form of a compiled wager: one numbering, one text, one hash.
 *
 * Two compiled wagers have the same form when their machines do the same in the same events, decided by rows that pay the same, and when
 * they may be placed and need the same. It does not depend on the text of the sheet (comments, titles, names of options, words of rows),
 * on how events, classes, states or rows happen to be numbered inside, nor on rows that cannot decide. docs/compiled.md has it field by
 * field.
 *
 * Lifetime: a felt_form lives in the arena it was made in; sheet, wager and variant must outlive it.
 * Threads:  making one is pure; a form never changes.
 * Failure:  results are written only on FELT_OK. */
#ifndef FELT_FORM_H
#define FELT_FORM_H

#include <felt/api.h>
#include <felt/arena.h>
#include <felt/select.h>
#include <felt/sheet.h>
#include <felt/wager.h>

FELT_API_BEGIN

enum {
    FELT_FORM_VERSION = 1,
    FELT_FORM_HASH_BYTES = 32, /* BLAKE2b */
    FELT_FORM_HASH_DIGITS = 64,
};

/* A variant numbered canonically. Events stand in the order of their texts (felt_game.event_write), byte by byte; states in the order in
 * which they are first reached, from the starts by phase and then by events; classes by their first event; rows by the first state and
 * class in which they decide. */
typedef struct felt_form {
    const felt_sheet *sheet;
    const felt_wager *wager;
    const felt_variant *variant;
    const char *events_hash; /* of the list of their texts, in hexadecimal digits */
    const uint16_t *events;  /* event i of the form, as an event of the game */
    const uint8_t *class_of; /* of event i of the form */
    const uint8_t *classes;  /* class c of the form, as a class of the machine */
    uint32_t class_count;
    const uint16_t *states; /* state s of the form, as a state of the machine */
    uint32_t state_count;
    const uint16_t *numbers;     /* the other way round: of a state of the machine; FELT_STATE_NONE: play does not come there */
    uint8_t rows[FELT_ROWS_MAX]; /* row r of the form, as a row of the wager */
    int row_count;
    uint8_t hash[FELT_FORM_HASH_BYTES]; /* of felt_form_write's text */
} felt_form;

/* FELT_ENOMEM only. */
felt_status felt_form_make(felt_arena *arena, const felt_sheet *sheet, const felt_wager *wager, const felt_variant *variant,
                           const felt_form **ret);

/* The form as JSON without white space, its keys in order: what the hash is of. FELT_ENOMEM only. */
felt_status felt_form_write(felt_arena *arena, const felt_form *form, felt_text *ret);

/* What forms say of their game by name, as JSON without white space: its events in their order, and its phases with where events lead; the
 * `game` of docs/compiled.md. FELT_ENOMEM only. */
felt_status felt_form_game(felt_arena *arena, const felt_game *game, felt_text *ret);

/* What an event of the form does in a state of it: the next state, or -1 - row, both of the form; FELT_FORM_NOTHING where no row decides,
 * or where the event cannot happen. Requires a state and a class of the form. */
enum { FELT_FORM_NOTHING = INT32_MIN };
int felt_form_next(const felt_form *form, uint32_t state, uint32_t class_number);

/* The hash alone. FELT_ENOMEM only. */
felt_status felt_wager_hash(const felt_sheet *sheet, const felt_wager *wager, const felt_variant *variant,
                            uint8_t ret[FELT_FORM_HASH_BYTES]);

/* The wagers of a sheet called `wager` (empty: all), every variant that the selection leaves, as one JSON document from which a program can
 * step and pay them without a compiler: docs/compiled.md. FELT_ENOTFOUND: nothing is left. FELT_ENOMEM. */
felt_status felt_form_export(felt_arena *arena, const felt_sheet *sheet, const felt_selection *selection, felt_text wager, felt_text *ret);

/* Their hashes alone: a line "SHEET WAGER SIDE CHOICES HASH" for each, with - where there is no side or no choice, such as
 * "craps pass - - 9c41...". Statuses as felt_form_export. */
felt_status felt_form_hashes(felt_arena *arena, const felt_sheet *sheet, const felt_selection *selection, felt_text wager, felt_text *ret);

void felt_form_hash_write(const uint8_t hash[FELT_FORM_HASH_BYTES], char ret[FELT_FORM_HASH_DIGITS + 1]);

FELT_API_END

#endif
