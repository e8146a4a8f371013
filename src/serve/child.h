/* src/serve/child.h - another process of this program: for what strangers send, with little time, little memory and no files; or for the
 * server's own work that takes long. */
#ifndef FELT_SRC_SERVE_CHILD_H
#define FELT_SRC_SERVE_CHILD_H

#include <felt/text.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

enum {
    CHILD_ERRORS_BYTES_MAX = 4096,
    CHILD_ARGUMENTS_MAX = 80,
};

/* What it may use. */
typedef struct child_limits {
    int cpu_s, wall_ms;
    size_t memory_bytes, output_bytes; /* SIZE_MAX of memory: as much as there is */
    bool trusted;                      /* it may write files, has this process's environment, and comes last of all */
    const atomic_bool *stop;           /* ends it before its time; NULL: nothing does */
    const char *rules;                 /* the folder of shipped sheets that it is told of; NULL: none */
} child_limits;

/* For what strangers send: 2 seconds of its own clock, 5 on the wall, 256 MiB, and 1 MiB of output. */
child_limits child_limits_strict(void);

typedef enum child_end {
    CHILD_EXITED = 0, /* `code` says how */
    CHILD_TOO_LONG,   /* beyond its time, by its own clock or by that on the wall */
    CHILD_TOO_LARGE,  /* it ended for want of memory, or by a signal */
    CHILD_TOO_MUCH,   /* it wrote more than is taken */
    CHILD_STOPPED,    /* by `stop` */
    CHILD_FAILED,     /* it could not be started or heard */
} child_end;

typedef struct child_result {
    child_end end;
    int code;
    char *output; /* malloc'ed */
    size_t length;
    char errors[CHILD_ERRORS_BYTES_MAX]; /* the beginning of what it said on standard error, ended by NUL */
} child_result;

/* Runs `program` with `arguments`, ended by NULL and the program's name first, and with `input` on its standard input. Blocks: not for the
 * loop's thread. */
child_result child_run(const char *program, char *const arguments[], felt_text input, child_limits limits);

#endif
