/* src/base/error.c - why a call failed. */
#include "error.h"

#include <stddef.h>
#include <stdio.h>

/* What was cut in the middle of a UTF-8 sequence ends before it. */
static void drop_half_a_letter(char message[FELT_ERROR_BYTES])
{
    size_t end = FELT_ERROR_BYTES - 1, at = end;
    while (at > 0 && ((unsigned char)message[at - 1] & 0xc0) == 0x80)
        at--;
    if (at == 0 || (unsigned char)message[at - 1] < 0xc0)
        return;
    unsigned char first = (unsigned char)message[at - 1];
    size_t length = 2 + (size_t)(first >= 0xe0) + (size_t)(first >= 0xf0);
    if (at - 1 + length > end)
        message[at - 1] = '\0';
}

void error_write(felt_error *error, int item, const char *format, va_list args)
{
    *error = (felt_error){.item = item};
    int length = vsnprintf(error->message, sizeof error->message, format, args);
    if (length >= FELT_ERROR_BYTES)
        drop_half_a_letter(error->message);
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
