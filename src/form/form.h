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
void form_put_number(form_text *t, int64_t number);
void form_put_string(form_text *t, felt_text text);
void form_put_truth(form_text *t, bool truth);

/* Puts a comma unless the array or object has just begun, and what follows. */
void form_next(form_text *t);

/* The game's events as a list of their texts; `events` are in the order of the form. */
void form_put_events(form_text *t, const felt_game *game, const uint16_t *events);

/* All of a form. */
void form_put_form(form_text *t, const felt_form *form);

/* The events of a game in the order of the form. FELT_ENOMEM only. */
felt_status form_order_events(felt_arena *arena, const felt_game *game, const uint16_t **ret);

/* A copy in the arena, and the end of `t`. FELT_ENOMEM also when something could not be added. */
felt_status form_finish(form_text *t, felt_arena *arena, felt_text *ret);

#endif
