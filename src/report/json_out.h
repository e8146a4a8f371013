/* src/report/json_out.h - JSON that is whole or not there at all. */
#ifndef FELT_SRC_REPORT_JSON_OUT_H
#define FELT_SRC_REPORT_JSON_OUT_H

#include "text_out.h"

#include <jansson.h>

/* Puts a value into an object or at the end of an array, which then owns it. When that cannot be done, or the value is NULL because it
 * could not be made, *whole becomes NULL, and so does whatever it is put into in its turn: out_json_finish sees it. */
void out_json_put(json_t **whole, const char *key, json_t *value);
void out_json_add(json_t **whole, json_t *value);

/* Texts of a sheet are UTF-8. Its short name is its file's, which can be any bytes: then what cannot be printed is replaced. NULL when
 * there is no memory, or there was none for the text. */
json_t *out_json_text(felt_text text);

/* A value on one line, at the end of a text that is written piece by piece; gives the value up. FELT_ENOMEM as below. */
felt_status out_json_line(text_out *out, json_t *whole);

/* The whole as text, with so many digits of real numbers, and the end of it. FELT_ENOMEM when it is NULL, and when the arena has refused
 * anything. */
felt_status out_json_finish(felt_arena *arena, json_t *whole, unsigned digits, felt_text *ret);

#endif
