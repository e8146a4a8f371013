/* src/form/form.h - what the files of this stage share: text that grows, as JSON without white space. */
#ifndef FELT_SRC_FORM_FORM_H
#define FELT_SRC_FORM_FORM_H

#include <felt/form.h>

/* Bytes on their way; `bytes` is the caller's to free(). */
typedef struct form_text {
    char *bytes;
    size_t length, capacity;
    bool failed; /* there was no memory; nothing more is added */
} form_text;

void form_put(form_text *t, const char *text);
void form_put_bytes(form_text *t, const char *bytes, size_t length);
void form_put_number(form_text *t, int64_t number);
void form_put_string(form_text *t, felt_text text);
void form_put_truth(form_text *t, bool truth);

/* Puts a comma unless the array or object has just begun, and what follows. */
void form_next(form_text *t);

/* A fraction as a list of two numbers. */
void form_put_fraction(form_text *t, int64_t num, int64_t den);

/* What all forms of a game share. */
typedef struct form_game {
    const uint16_t *events;  /* in the order of the form */
    const char *events_hash; /* of the list of their texts */
} form_game;

/* FELT_ENOMEM only, both. */
felt_status form_game_make(felt_arena *arena, const felt_game *game, form_game *ret);
felt_status form_make(felt_arena *arena, const form_game *game, const felt_sheet *sheet, const felt_wager *wager,
                      const felt_variant *variant, const felt_form **ret);

/* write.c: a whole form. */
void form_put_form(form_text *t, const felt_form *form);

/* A copy in the arena, and the end of `t`. FELT_ENOMEM also when something could not be added. */
felt_status form_finish(form_text *t, felt_arena *arena, felt_text *ret);

#endif
