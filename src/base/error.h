/* src/base/error.h - errors from a list of arguments, for functions of other stages that take a format themselves. */
#ifndef FELT_SRC_BASE_ERROR_H
#define FELT_SRC_BASE_ERROR_H

#include <felt/error.h>
#include <stdarg.h>

/* Writes an error about no file. */
void error_write(felt_error *error, int item, const char *format, va_list args) __attribute__((format(printf, 3, 0)));

#endif
