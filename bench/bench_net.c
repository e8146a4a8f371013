/* bench/bench_net.c - messages a second that the network alone carries, and what a connection that says nothing costs.
 *
 *   net_echo   small messages echoed a second, 200 connections, one outstanding on each; the clients on the same machine
 *   net_idle   bytes of memory of the server for each idle WebSocket connection
 *
 * The server is a process of its own. */
#include "load.h"
#include "net/net.h"
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { CONNECTIONS = 200, IDLE = 2000 };

static net *running; /* for the signal handler alone */

static void stop(int signal_number)
{
    (void)signal_number;
    net_stop(running);
}

static void on_request(void *context, net_exchange exchange, const net_request *request)
{
    (void)request;
    net_respond_error(*(net **)context, exchange, 404, "not_found", "nothing is here", "ask for /ws", felt_text_from(""));
}

static bool on_open(void *context, net_peer peer, const net_request *request, net_reply *refusal)
{
    (void)context, (void)peer, (void)request, (void)refusal;
    return true;
}

static void on_message(void *context, net_peer peer, felt_text text)
{
    net_message *message = net_message_new(text);

    net_send(*(net **)context, peer, message);
    net_message_release(message);
}

static void on_closed(void *context, net_peer peer)
{
    (void)context, (void)peer;
}

static int64_t on_turn(void *context, int64_t now_ms)
{
    (void)context, (void)now_ms;
    return INT64_MAX;
}

static double seconds_of(struct timeval time)
{
    return (double)time.tv_sec + (double)time.tv_usec / 1e6;
}

/* What a message cost the server alone, whatever else the machine did. */
static void print_cost(const net *n)
{
    net_counters counters = net_counted(n);
    struct rusage used;

    getrusage(RUSAGE_SELF, &used);
    if (counters.messages_in > 0) {
        printf("net_echo_cpu %.2f us/message\n",
               (seconds_of(used.ru_utime) + seconds_of(used.ru_stime)) * 1e6 / (double)counters.messages_in);
        printf("net_echo_user %.2f us/message\n", seconds_of(used.ru_utime) * 1e6 / (double)counters.messages_in);
        printf("net_echo_pass %.1f messages\n", (double)counters.messages_in / (double)counters.turns);
    }
    fflush(stdout);
}

/* The server, in a process of its own; writes its address to `out`. */
static int serve(int out)
{
    net_options options = net_options_default("127.0.0.1:0");
    net *n = NULL;
    net_handlers handlers = {&n, on_request, on_open, on_message, on_closed, on_turn};
    felt_error error;

    options.connections_per_address_max = options.connections_max;
    if (net_open(&options, &handlers, &n, &error) != FELT_OK) {
        fprintf(stderr, "%s\n", error.message);
        return 1;
    }
    running = n;
    signal(SIGTERM, stop);
    dprintf(out, "%s", net_address(n));
    close(out);
    net_run(n, NULL);
    print_cost(n);
    net_free(n);
    return 0;
}

static pid_t start(char address[64])
{
    int ends[2];
    pid_t child;
    ssize_t length;

    if (pipe(ends) != 0)
        return -1;
    child = fork();
    if (child == 0) {
        close(ends[0]);
        _exit(serve(ends[1]));
    }
    close(ends[1]);
    length = read(ends[0], address, 63);
    close(ends[0]);
    if (child < 0 || length <= 0)
        return -1;
    address[length] = '\0';
    return child;
}

static long resident_bytes(pid_t process)
{
    char path[64], text[128];
    long pages = 0, all = 0;
    FILE *file;

    snprintf(path, sizeof path, "/proc/%ld/statm", (long)process);
    file = fopen(path, "r");
    if (file == NULL || fgets(text, sizeof text, file) == NULL || sscanf(text, "%ld %ld", &all, &pages) != 2)
        pages = 0;
    if (file != NULL)
        fclose(file);
    return pages * sysconf(_SC_PAGESIZE);
}

static size_t next(void *context, int connection, char *to)
{
    (void)context;
    return (size_t)snprintf(
        to, LOAD_MESSAGE_MAX,
        "{\"id\":%d,\"do\":\"bet\",\"table\":\"craps-1\",\"wager\":\"Pass Line\",\"stake\":500,\"padding\":\"0123456789\"}", connection);
}

static bool came(void *context, int connection, const char *text, size_t length)
{
    (void)context, (void)connection, (void)text, (void)length;
    return true;
}

static bool measure_echo(const char *address, double seconds)
{
    load_plan plan = {.address = address, .path = "/ws", .connections = CONNECTIONS, .next = next, .came = came};
    load *l = load_connect(&plan);
    load_result result;
    bool done = l != NULL && load_run(l, seconds / 4, &result) && load_run(l, seconds, &result);

    if (done) {
        printf("net_echo %.0f messages/s\n", (double)result.answered / result.seconds);
        printf("net_echo_p99 %.2f ms\n", result.p99_ms);
    }
    load_free(l);
    return done;
}

static bool measure_idle(const char *address, pid_t server)
{
    load_plan plan = {.address = address, .path = "/ws", .connections = IDLE, .next = next, .came = came};
    long before = resident_bytes(server);
    load *l = load_connect(&plan);

    if (l != NULL)
        printf("net_idle %.0f bytes/connection\n", (double)(resident_bytes(server) - before) / IDLE);
    load_free(l);
    return l != NULL;
}

int main(int argc, char **argv)
{
    double seconds = argc > 1 ? strtod(argv[1], NULL) : 2;
    struct rlimit files = {IDLE + 256, IDLE + 256};
    char address[64];
    pid_t server;
    int status = 1;
    bool done;

    setrlimit(RLIMIT_NOFILE, &files);
    fflush(stdout);
    server = start(address);
    if (server < 0)
        return 1;
    done = measure_idle(address, server) && measure_echo(address, seconds);
    fflush(stdout);
    kill(server, SIGTERM);
    waitpid(server, &status, 0);
    return done && status == 0 ? 0 : 1;
}
