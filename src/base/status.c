/* src/base/status.c - statuses as words. */
#include <felt/status.h>

const char *felt_status_text(felt_status status)
{
    switch (status) {
    case FELT_OK:
        return "done";
    case FELT_ENOMEM:
        return "out of memory";
    case FELT_EIO:
        return "input or output failed";
    case FELT_ESHEET:
        return "the sheet does not compile";
    case FELT_EDATA:
        return "malformed data";
    case FELT_ERANGE:
        return "a number does not fit";
    case FELT_EUNSET:
        return "a pay is unset";
    case FELT_ELIMIT:
        return "a limit was passed";
    case FELT_ENOTFOUND:
        return "not found";
    }
    return "unknown status";
}
