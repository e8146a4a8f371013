/* src/base/error.c - why a call failed. */
#include "error.h"

#include <felt/text.h>
#include <stddef.h>
#include <stdio.h>

void error_write(felt_error *error, int item, const char *format, va_list args)
{
    *error = (felt_error){.item = item};
    int length = vsnprintf(error->message, sizeof error->message, format, args);
    if (length >= FELT_ERROR_BYTES) /* cut off, perhaps in the middle of a letter */
        error->message[felt_text_whole(felt_text_from(error->message)).length] = '\0';
}

felt_status felt_error_set(felt_error *error, felt_status status, int item, const char *format, ...)
{
    if (error == NULL)
        return status;
    va_list args;
    va_start(args, format);
    error_write(error, item, format, args);
    va_end(args);
    return status;
}
