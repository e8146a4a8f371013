/* felt/status.h - how a call of the library ended.
 *
 * Every call that can fail returns a felt_status. Results are written only on FELT_OK. */
#ifndef FELT_STATUS_H
#define FELT_STATUS_H

#include <felt/api.h>

FELT_API_BEGIN

typedef enum felt_status {
    FELT_OK = 0,
    FELT_ENOMEM,   /* an allocation failed, or an arena reached its cap */
    FELT_EIO,      /* a file could not be read or written */
    FELT_ESHEET,   /* a sheet does not compile; the diagnostics say why */
    FELT_EDATA,    /* data other than a sheet is malformed: cases, shoes, rounds */
    FELT_ERANGE,   /* a number does not fit where it has to go */
    FELT_EUNSET,   /* a pay, or an outcome, that the document leaves out would be needed */
    FELT_ELIMIT,   /* a stated limit was passed */
    FELT_ENOTFOUND /* no such sheet, wager, option or choice */
} felt_status;

/* A short lower-case phrase for `status`, never NULL. */
const char *felt_status_text(felt_status status);

FELT_API_END

#endif
