/* src/count/device.h - exposures dealt on a device of OpenCL: a graphics processor, or a processor that has a driver for it.
 *
 * Programs are made for one exposure: count/device.cl, with its numbers before it and the polynomials of wagers, nested value by value,
 * behind it; many wagers are shared out among several, which a driver makes side by side. A device deals, counts and values the same shoes
 * as this processor does and adds up the same whole numbers, so that it does not matter who dealt.
 * Threads:  one thread at a time for one device. */
#ifndef FELT_SRC_COUNT_DEVICE_H
#define FELT_SRC_COUNT_DEVICE_H

#include "count/exposure_inside.h"

enum {
    DEVICE_COPIES_MAX = 64,       /* of the sums, so that work items seldom wait for each other */
    DEVICE_PARTS_MAX = 16,        /* programs */
    DEVICE_SOURCE_MAX = 64 << 20, /* bytes */
};

typedef struct count_device count_device;

/* How many copies of the sums the programs of an exposure keep. */
int device_copies(const felt_exposure *e);

/* A program values rounds by some of the forms; the one with form 0 deals and adds up as well. */
typedef struct device_part {
    int first, end;
} device_part;

/* A form with many terms is summed piece by piece, so that the code of each stays in the caches of a device. How many there are. */
int device_pieces(const value_form *form);

/* A program as text, to be freed with free. FELT_ENOMEM; FELT_ELIMIT: it is too long. */
felt_status device_source(const felt_exposure *e, const device_part *part, char **ret);

/* Rows and terms of all forms, as device.cl reads them; to be freed with free. */
typedef struct device_tables {
    int32_t *rows;  /* four for each */
    int64_t *terms; /* two for each */
    size_t row_count, term_count;
} device_tables;

felt_status device_tables_make(const felt_exposure *e, device_tables *ret);
void device_tables_free(device_tables *tables);

/* Makes the exposure's programs on the best device there is. FELT_ENOTFOUND: there is none, or this build has no OpenCL. FELT_EDATA: the
 * driver refused; the error has its words. */
felt_status count_device_open(const felt_exposure *e, count_device **ret, felt_error *error);
void count_device_close(count_device *d); /* NULL is allowed */

/* What its maker calls it. */
const char *count_device_name(const count_device *d);

/* Deals shoes `first` to `first` + count - 1 and adds what came of them to the exposure's sums. Triggers must be known but in the pilot. */
felt_status count_device_deal(count_device *d, felt_exposure *e, uint64_t first, uint32_t count, bool pilot, felt_error *error);

#endif
