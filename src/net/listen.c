/* src/net/listen.c - the listening socket, and who is let in.
 *
 * It is opened here and not by libwebsockets, so that a port that is taken can be told from an address of another machine, and a client too
 * many can be told so. */
#define _GNU_SOURCE /* accept4 */
#include "inside.h"
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <unistd.h>

enum { BACKLOG = 1024, ACCEPTS_PER_PASS = 256 };

static felt_status refuse(felt_error *error, int reason, const char *listen)
{
    switch (reason) {
    case EADDRINUSE:
        return felt_error_set(error, FELT_EIO, -1, "%s is taken: another program listens there; end it, or give another port", listen);
    case EADDRNOTAVAIL:
        return felt_error_set(error, FELT_EIO, -1, "%s is no address of this machine; 127.0.0.1 is for this machine alone, 0.0.0.0 for all",
                              listen);
    case EACCES:
        return felt_error_set(error, FELT_EIO, -1, "%s is not allowed: ports below 1024 are the system's; give another, such as 8080",
                              listen);
    default:
        return felt_error_set(error, FELT_EIO, -1, "cannot listen at %s: %s", listen, strerror(reason));
    }
}

static void write_address(net *n)
{
    struct sockaddr_storage bound = {0};
    socklen_t length = sizeof bound;
    char host[INET6_ADDRSTRLEN];
    bool six;

    getsockname(n->listener, (struct sockaddr *)&bound, &length);
    six = bound.ss_family == AF_INET6;
    net_place_write(net_place_of(&bound), host);
    snprintf(n->address, sizeof n->address, six ? "[%s]:%u" : "%s:%u", host,
             (unsigned)ntohs(six ? ((struct sockaddr_in6 *)&bound)->sin6_port : ((struct sockaddr_in *)&bound)->sin_port));
}

static int open_socket(const struct addrinfo *info)
{
    int yes = 1;
    int descriptor = socket(info->ai_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);

    if (descriptor < 0)
        return -1;
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    if (info->ai_family == AF_INET6)
        setsockopt(descriptor, IPPROTO_IPV6, IPV6_V6ONLY, &yes, sizeof yes);
    if (bind(descriptor, info->ai_addr, info->ai_addrlen) != 0 || listen(descriptor, BACKLOG) != 0) {
        int reason = errno;
        close(descriptor);
        errno = reason;
        return -1;
    }
    return descriptor;
}

felt_status net_listen(net *n, felt_error *error)
{
    struct addrinfo hints = {.ai_family = AF_UNSPEC, .ai_socktype = SOCK_STREAM, .ai_flags = AI_NUMERICHOST | AI_NUMERICSERV};
    struct addrinfo *found = NULL;
    char host[NET_ADDRESS_BYTES], service[8];
    uint16_t port;

    if (!net_text_listen(n->options.listen, host, &port))
        return felt_error_set(error, FELT_EDATA, -1,
                              "\"%s\" is no address to listen at; expected HOST:PORT, such as 127.0.0.1:8080 or [::1]:8080",
                              n->options.listen);
    if (strcmp(host, "localhost") == 0)
        strcpy(host, "127.0.0.1");
    snprintf(service, sizeof service, "%u", (unsigned)port);
    if (getaddrinfo(host, service, &hints, &found) != 0)
        return felt_error_set(error, FELT_EDATA, -1,
                              "\"%s\" is no address; expected numbers, such as 127.0.0.1, ::1 in brackets, or localhost", host);
    n->listener = open_socket(found);
    freeaddrinfo(found);
    if (n->listener < 0)
        return refuse(error, errno, n->options.listen);
    n->spare = open("/dev/null", O_RDONLY | O_CLOEXEC);
    write_address(n);
    return FELT_OK;
}

/* Says why, to a client that is not let in, as far as one write goes. */
static void turn_away(const net *n, int descriptor, const char *code, const char *message)
{
    char body[512], answer[1024];
    size_t length = net_error_body(body, sizeof body, code, message, "close a connection, or come back later");
    int written = snprintf(answer, sizeof answer,
                           "HTTP/1.1 503 Service Unavailable\r\nContent-Type: application/json\r\nContent-Length: %zu\r\n"
                           "Retry-After: 10\r\nX-Content-Type-Options: nosniff\r\nConnection: close\r\n\r\n%s",
                           length, body);

    if (n->options.certificate == NULL && written > 0 && send(descriptor, answer, (size_t)written, MSG_NOSIGNAL | MSG_DONTWAIT) > 0)
        shutdown(descriptor, SHUT_WR);
    close(descriptor);
}

static void let_in(net *n, int descriptor, net_place place)
{
    lws_adopt_desc_t adopted = {.vh = n->vhost, .type = LWS_ADOPT_SOCKET | LWS_ADOPT_HTTP | LWS_ADOPT_ALLOW_SSL};
    net_client *client;
    int yes = 1;

    if (n->counters.connections_now >= (uint64_t)n->options.connections_max) {
        n->counters.refused_connections++;
        turn_away(n, descriptor, "too-many-connections", "the server has as many connections as it takes");
        return;
    }
    if (!n->options.trust_proxy && !net_places_add(&n->places, place, n->options.connections_per_address_max)) {
        n->counters.refused_address++;
        turn_away(n, descriptor, "too-many-connections", "there are as many connections from this address as it may have");
        return;
    }
    client = net_client_new(n);
    client->place = place;
    client->counted_place = !n->options.trust_proxy;
    client->secure = n->options.certificate != NULL;
    setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    adopted.fd.sockfd = descriptor;
    adopted.opaque = client;
    /* On failure libwebsockets has closed the descriptor; with the slot it may or may not have got as far as freeing it. */
    if (lws_adopt_descriptor_vhost_via_info(&adopted) == NULL && client->state != NET_FREE)
        net_client_free(n, client);
}

void net_accept(net *n)
{
    for (int i = 0; i < ACCEPTS_PER_PASS; i++) {
        struct sockaddr_storage address;
        socklen_t length = sizeof address;
        int descriptor = accept4(n->listener, (struct sockaddr *)&address, &length, SOCK_NONBLOCK | SOCK_CLOEXEC);

        if (descriptor < 0 && (errno == EMFILE || errno == ENFILE) && n->spare >= 0) {
            /* Whoever waits would wait for ever, and the loop would find the listener ready for ever. */
            close(n->spare);
            descriptor = accept4(n->listener, NULL, NULL, SOCK_CLOEXEC);
            n->counters.refused_connections++;
            if (descriptor >= 0)
                turn_away(n, descriptor, "too-many-connections", "the server has as many connections as the system lets it have");
            n->spare = open("/dev/null", O_RDONLY | O_CLOEXEC);
            continue;
        }
        if (descriptor < 0)
            return;
        n->counters.connections++;
        let_in(n, descriptor, net_place_of(&address));
    }
}
