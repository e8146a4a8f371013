/* src/store/courier.h - a thread that does one thing at a time for who has something else to do meanwhile.
 *
 * What the job touches belongs to the courier from courier_give until courier_idle has said so or courier_wait has returned. */
#ifndef FELT_SRC_STORE_COURIER_H
#define FELT_SRC_STORE_COURIER_H

#include <stdbool.h>
#include <stdint.h>

typedef struct courier courier;

courier *courier_new(void);    /* NULL: no memory, or no thread */
void courier_free(courier *c); /* waits for the job; NULL is allowed */

/* Requires that it is idle. `after`, which may be NULL, is called in the courier's thread when it is idle again: to wake somebody. */
void courier_give(courier *c, void (*job)(void *context), void *context, void (*after)(void *context), void *after_context);

bool courier_idle(courier *c);
void courier_wait(courier *c);
void courier_wait_for(courier *c, int64_t most_us); /* or so long */

#endif
