/* src/count/device.h - exposures dealt on a device of OpenCL: a graphics processor, or a processor that has a driver for it.
 *
 * The program is made for one exposure: count/device.cl, with its numbers before it and the polynomials of its wagers, nested value by value,
 * behind it. A device deals, counts and values the same shoes as this processor does and adds up the same whole numbers, so that it does not
 * matter who dealt.
 * Threads:  one thread at a time for one device. */
#ifndef FELT_SRC_COUNT_DEVICE_H
#define FELT_SRC_COUNT_DEVICE_H

#include "count/exposure_inside.h"

enum {
    DEVICE_COPIES = 64,           /* of the sums, so that work items seldom wait for each other */
    DEVICE_SOURCE_MAX = 64 << 20, /* bytes */
};

typedef struct count_device count_device;

/* The program of an exposure as text, to be freed with free; `together`: work items of a group keep step. FELT_ENOMEM; FELT_ELIMIT: it is too
 * long. */
felt_status device_source(const felt_exposure *e, bool together, char **ret);

/* Rows and terms of all forms, as device.cl reads them; to be freed with free. */
typedef struct device_tables {
    int32_t *rows;  /* four for each */
    int64_t *terms; /* two for each */
    size_t row_count, term_count;
} device_tables;

felt_status device_tables_make(const felt_exposure *e, device_tables *ret);
void device_tables_free(device_tables *tables);

/* Makes the exposure's program on the best device there is. FELT_ENOTFOUND: there is none, or this build has no OpenCL. FELT_EDATA: the
 * driver refused; the error has its words. */
felt_status count_device_open(const felt_exposure *e, count_device **ret, felt_error *error);
void count_device_close(count_device *d); /* NULL is allowed */

/* What its maker calls it. */
const char *count_device_name(const count_device *d);

/* Deals shoes `first` to `first` + count - 1 and adds what came of them to the exposure's sums. Triggers must be known but in the pilot. */
felt_status count_device_deal(count_device *d, felt_exposure *e, uint64_t first, uint32_t count, bool pilot, felt_error *error);

#endif
