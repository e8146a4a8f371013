/* src/cli/passphrase.c - a passphrase from whoever sits at the terminal, which does not show it.
 *
 * A signal that ends the program in the middle must not leave the terminal without echo: signals wait in a descriptor meanwhile. */
#include "passphrase.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/signalfd.h>
#include <termios.h>
#include <unistd.h>

void cli_forget(char *bytes, size_t size)
{
    volatile char *at = bytes;
    while (size-- > 0)
        *at++ = '\0';
}

typedef enum line_end { LINE_READ, LINE_NO_INPUT, LINE_TOO_LONG, LINE_STOPPED } line_end;

/* One line of descriptor 0, byte by byte: what comes after it is not for us. `signals` -1: there are none to look at. */
static line_end read_line(int signals, char ret[PASSPHRASE_ROOM])
{
    size_t length = 0;
    for (;;) {
        struct pollfd from[] = {{.fd = STDIN_FILENO, .events = POLLIN}, {.fd = signals, .events = POLLIN}};
        char byte;
        if (poll(from, 2, -1) < 0 && errno != EINTR)
            return LINE_NO_INPUT;
        if (from[1].revents != 0)
            return LINE_STOPPED;
        if (from[0].revents == 0)
            continue;
        ssize_t got = read(STDIN_FILENO, &byte, 1);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0 && length == 0)
            return LINE_NO_INPUT;
        if (got <= 0 || byte == '\n') {
            length -= length > 0 && ret[length - 1] == '\r';
            ret[length] = '\0';
            return strlen(ret) == length ? LINE_READ : LINE_TOO_LONG;
        }
        if (length == PASSPHRASE_ROOM - 1)
            return LINE_TOO_LONG;
        ret[length++] = byte;
    }
}

static bool understood(cli *c, line_end end)
{
    if (end == LINE_NO_INPUT)
        cli_complain(c, "found the end of input, expected a passphrase");
    else if (end == LINE_TOO_LONG)
        cli_complain(c, "found more than %d bytes, or a NUL, expected a passphrase", FELT_PASSPHRASE_BYTES_MAX);
    return end == LINE_READ;
}

/* With echo off; the line's own end is not shown either, so it is printed. */
static line_end ask(cli *c, int signals, const char *question, char ret[PASSPHRASE_ROOM])
{
    struct termios shown, hidden;
    fputs(question, c->err);
    fflush(c->err);
    if (tcgetattr(STDIN_FILENO, &shown) != 0)
        return LINE_NO_INPUT;
    hidden = shown;
    hidden.c_lflag &= ~(tcflag_t)ECHO;
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &hidden);
    line_end end = read_line(signals, ret);
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &shown);
    fputc('\n', c->err);
    return end;
}

static bool ask_twice(cli *c, const char *name, int signals, char ret[PASSPHRASE_ROOM], line_end *ret_end)
{
    char question[128], again[PASSPHRASE_ROOM];
    felt_error error;
    snprintf(question, sizeof question, "A passphrase for %.64s: ", name);
    *ret_end = ask(c, signals, question, ret);
    if (!understood(c, *ret_end))
        return false;
    if (felt_person_check(felt_text_from(name), felt_text_from(ret), &error) != FELT_OK) { /* before it is typed again */
        cli_complain(c, "%s", error.message);
        return false;
    }
    *ret_end = ask(c, signals, "The same again: ", again);
    bool same = understood(c, *ret_end) && strcmp(ret, again) == 0;
    if (*ret_end == LINE_READ && !same)
        cli_complain(c, "the two are not the same");
    cli_forget(again, sizeof again);
    return same;
}

bool cli_new_passphrase(cli *c, const char *name, char ret[PASSPHRASE_ROOM])
{
    static const int ending[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP};
    sigset_t set, before;
    line_end end;
    if (!isatty(STDIN_FILENO))
        return understood(c, read_line(-1, ret));
    sigemptyset(&set);
    for (size_t i = 0; i < sizeof ending / sizeof *ending; i++)
        sigaddset(&set, ending[i]);
    sigprocmask(SIG_BLOCK, &set, &before);
    int signals = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
    bool good = ask_twice(c, name, signals, ret, &end);
    close(signals);
    sigprocmask(SIG_SETMASK, &before, NULL); /* a signal that waits takes effect here */
    return good;
}
