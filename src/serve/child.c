/* src/serve/child.c - another process of this program.
 *
 * Its limits are set from here when it has been started and before it is given anything to read: until then it runs nothing but the
 * program's own beginning. It inherits no descriptor but its three pipes. */
#define _GNU_SOURCE /* prlimit, posix_spawn_file_actions_addclosefrom_np, pipe2 */
#include "child.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

typedef struct child {
    pid_t pid;
    int in, out, errors; /* our ends; -1: closed */
    int64_t ends_ms;
    const atomic_bool *stop;
} child;

enum { STOP_LOOK_MS = 100 }; /* how often it is looked whether it has to stop */

static int64_t clock_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void shut(int *descriptor)
{
    if (*descriptor >= 0)
        close(*descriptor);
    *descriptor = -1;
}

/* ---- starting ---- */

static bool spawn(const char *program, char *const arguments[], const child_limits *limits, int pipes[3][2], pid_t *ret)
{
    char locale[] = "LC_ALL=C", color[] = "NO_COLOR=1", folder[PATH_MAX + 16], *bare[4] = {locale, color, NULL};
    if (limits->rules != NULL && snprintf(folder, sizeof folder, "FELT_RULES=%s", limits->rules) < (int)sizeof folder)
        bare[2] = folder;
    char *const *environment = limits->trusted ? environ : bare;
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    if (posix_spawn_file_actions_init(&actions) != 0)
        return false;
    bool good = posix_spawnattr_init(&attributes) == 0;
    if (good) {
        good = posix_spawn_file_actions_adddup2(&actions, pipes[0][0], 0) == 0 &&
               posix_spawn_file_actions_adddup2(&actions, pipes[1][1], 1) == 0 &&
               posix_spawn_file_actions_adddup2(&actions, pipes[2][1], 2) == 0 &&
               posix_spawn_file_actions_addclosefrom_np(&actions, 3) == 0 && posix_spawnattr_setsigmask(&attributes, &none) == 0 &&
               posix_spawnattr_setsigdefault(&attributes, &all) == 0 && posix_spawnattr_setpgroup(&attributes, 0) == 0 &&
               posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP) == 0 &&
               posix_spawn(ret, program, &actions, &attributes, arguments, environment) == 0;
        posix_spawnattr_destroy(&attributes);
    }
    posix_spawn_file_actions_destroy(&actions);
    return good;
}

child_limits child_limits_strict(void)
{
    return (child_limits){.cpu_s = 2, .wall_ms = 5000, .memory_bytes = 256 << 20, .output_bytes = 1 << 20};
}

static bool limit(pid_t pid, const child_limits *most)
{
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    (void)most->memory_bytes;
    rlim_t memory = RLIM_INFINITY; /* their shadows are larger than any limit */
#else
    rlim_t memory = most->memory_bytes == SIZE_MAX ? RLIM_INFINITY : (rlim_t)most->memory_bytes;
#endif
    rlim_t files = most->trusted ? RLIM_INFINITY : 0;
    const struct {
        __rlimit_resource_t resource;
        rlim_t soft, hard;
    } limits[] = {{RLIMIT_AS, memory, memory},
                  {RLIMIT_CPU, (rlim_t)most->cpu_s, (rlim_t)most->cpu_s + 1},
                  {RLIMIT_FSIZE, files, files},
                  {RLIMIT_NOFILE, 16, 16},
                  {RLIMIT_CORE, 0, 0}};
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++)
        if (prlimit(pid, limits[i].resource, &(struct rlimit){limits[i].soft, limits[i].hard}, NULL) != 0)
            return false;
    setpriority(PRIO_PROCESS, (id_t)pid, most->trusted ? 19 : 10); /* tables go first */
    return true;
}

static bool start(const char *program, char *const arguments[], const child_limits *limits, child *ret)
{
    int pipes[3][2] = {{-1, -1}, {-1, -1}, {-1, -1}};
    bool good = true;
    for (int i = 0; i < 3 && good; i++)
        good = pipe2(pipes[i], O_CLOEXEC) == 0;
    *ret = (child){.pid = -1, .in = pipes[0][1], .out = pipes[1][0], .errors = pipes[2][0], .stop = limits->stop};
    ret->ends_ms = clock_ms() + limits->wall_ms;
    good = good && spawn(program, arguments, limits, pipes, &ret->pid);
    shut(&pipes[0][0]);
    shut(&pipes[1][1]);
    shut(&pipes[2][1]);
    if (!good)
        ret->pid = -1;
    return good && limit(ret->pid, limits) && fcntl(ret->in, F_SETFL, O_NONBLOCK) == 0;
}

/* ---- talking ---- */

/* Writes what fits; the whole is written, or nobody reads any more: closed. */
static void feed(child *c, felt_text *input)
{
    ssize_t count = write(c->in, input->bytes, input->length);
    if (count > 0) {
        input->bytes += count;
        input->length -= (size_t)count;
    }
    if (input->length == 0 || (count < 0 && errno != EAGAIN && errno != EINTR))
        shut(&c->in);
}

/* False: it has written too much. */
static bool hear(child *c, size_t most, child_result *r)
{
    ssize_t count = read(c->out, r->output + r->length, most + 1 - r->length);
    if (count > 0)
        r->length += (size_t)count;
    if (count == 0 || (count < 0 && errno != EINTR))
        shut(&c->out);
    return r->length <= most;
}

static void hear_errors(child *c, child_result *r)
{
    char bytes[1024];
    size_t length = strlen(r->errors);
    ssize_t count = read(c->errors, bytes, sizeof bytes);
    if (count == 0 || (count < 0 && errno != EINTR))
        shut(&c->errors);
    for (ssize_t i = 0; i < count && length + 1 < sizeof r->errors && bytes[i] != '\0'; i++)
        r->errors[length++] = bytes[i];
}

static child_end talk(child *c, felt_text input, size_t most, child_result *r)
{
    while (c->out >= 0 || c->errors >= 0) {
        int64_t left = c->ends_ms - clock_ms();
        struct pollfd waits[3] = {{c->out, POLLIN, 0}, {c->errors, POLLIN, 0}, {c->in, POLLOUT, 0}};
        if (c->stop != NULL && atomic_load(c->stop))
            return CHILD_STOPPED;
        if (left <= 0)
            return CHILD_TOO_LONG;
        if (c->stop != NULL && left > STOP_LOOK_MS)
            left = STOP_LOOK_MS;
        if (poll(waits, 3, (int)left) < 0 && errno != EINTR)
            return CHILD_FAILED;
        if (waits[2].revents != 0)
            feed(c, &input);
        if (waits[1].revents != 0)
            hear_errors(c, r);
        if (waits[0].revents != 0 && !hear(c, most, r))
            return CHILD_TOO_MUCH;
    }
    return CHILD_EXITED;
}

/* ---- the end ---- */

static child_end end_of(int status, int *ret_code)
{
    if (WIFEXITED(status)) {
        *ret_code = WEXITSTATUS(status);
        return CHILD_EXITED;
    }
    return WTERMSIG(status) == SIGXCPU || WTERMSIG(status) == SIGKILL ? CHILD_TOO_LONG : CHILD_TOO_LARGE;
}

child_result child_run(const char *program, char *const arguments[], felt_text input, child_limits limits)
{
    child_result r = {.end = CHILD_FAILED, .output = malloc(limits.output_bytes + 1)};
    child c;
    int status = 0;
    if (r.output == NULL)
        return r;
    bool started = start(program, arguments, &limits, &c);
    if (started)
        r.end = talk(&c, input, limits.output_bytes, &r);
    if (c.pid > 0 && r.end != CHILD_EXITED)
        kill(c.pid, SIGKILL);
    shut(&c.in);
    shut(&c.out);
    shut(&c.errors);
    while (c.pid > 0 && waitpid(c.pid, &status, 0) < 0 && errno == EINTR)
        ;
    if (r.end == CHILD_EXITED)
        r.end = end_of(status, &r.code);
    return r;
}
