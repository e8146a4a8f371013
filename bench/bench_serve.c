/* bench/bench_serve.c - `felt serve` under load: durable bets a second, what a crash costs, and what an idle connection does.
 *
 *   serve_bets_sqlite    bets acknowledged a second: 200 guests on the same machine, each with one bet outstanding, one bet to a command.
 *                        They sit at 10 tables of baccarat, 20 to a table, and a table is dealt after every 400 bets by whoever bets there
 *                        next, so that all but the last few hundred bets are settled and paid within the time that is measured. A bet that
 *                        comes between "no more bets" and the result is refused, sent again under a new id, and counts once it is taken.
 *   serve_bets_p99_...   the time from sending a bet to its acknowledgement, 99 of 100
 *   serve_bets_cpu_...   what the server itself uses for a bet, its settling included; serve_bets_load_... what the load generator does,
 *                        and serve_bets_database_... what the database's own processes do: the sum is at most what two cores have
 *   serve_plain_sqlite   four plain rows a bet, 200 bets to a commit, in the same run
 *   serve_found_...      bets that were acknowledged before kill -9 and are found after it: the same id gives the same bet's number, said
 *                        to be repeated; all of them, or the program fails
 *   serve_watched_sqlite as the first, with all 200 at one table, which each of them watches; and serve_watched_p99
 *   serve_recover        from kill -9, with a million rounds of history and bets being made, to the first bet that is accepted after it
 *   serve_bets_postgres  as the first, where FELT_POSTGRES is the address of a database (tests/postgres.sh), and serve_plain_postgres
 *   serve_takeover       from kill -9 of one of two processes on one database to the first bet at its table that the other accepts
 *   serve_idle           memory of the server for an idle WebSocket connection
 *
 * The files are in the folder of TMPDIR, or here: a disk, not memory, must be behind it. */
#include "load.h"
#include "plain.h"
#include "process.h"
#include "serve_history.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
    PLAYERS = 200,
    TABLES = 10,
    DEAL_AFTER = 400,
    IDLE = 900,
    ROUNDS = 1000000,
    LEASE_S = 9,
    COOKIE = 160,
    STAKE = 100,
    BETS_MAX = 1 << 20
};

/* ---- the server, a process of its own ---- */

typedef struct place {
    char folder[200], tables[240], store[240], key[260], address[64];
    char where[300]; /* the address of the store */
    bool shared;     /* it is PostgreSQL */
    pid_t server;
} place;

/* "felt: tables at http://127.0.0.1:34581, their bank ..." */
static bool read_address(int from, char address[64])
{
    char line[1024];
    size_t length = 0;
    while (length < sizeof line - 1 && read(from, line + length, 1) == 1 && line[length] != '\n')
        length++;
    line[length] = '\0';
    const char *at = strstr(line, "http://");
    return at != NULL && sscanf(at, "http://%63[^,]", address) == 1;
}

static bool start(place *p)
{
    int ends[2];
    if (pipe(ends) != 0)
        return false;
    p->server = fork();
    if (p->server == 0) {
        int nowhere = open("/dev/null", O_WRONLY);
        dup2(ends[1], 1);
        dup2(nowhere, 2);
        close(ends[0]);
        close(ends[1]);
        execl(FELT_PROGRAM, FELT_PROGRAM, "serve", "--listen", "127.0.0.1:0", "--store", p->where, "--key", p->key, "--tables", p->tables,
              "--guest", "1000000", "--guest-cap", "1000000000", "--rate", "1000000", (char *)NULL);
        _exit(127);
    }
    close(ends[1]);
    bool good = p->server > 0 && read_address(ends[0], p->address);
    close(ends[0]);
    if (!good)
        fprintf(stderr, "bench_serve: the server does not start\n");
    return good;
}

static void end(place *p, int number)
{
    if (p->server > 0) {
        kill(p->server, number);
        waitpid(p->server, NULL, 0);
    }
    p->server = 0;
}

static void table_line(FILE *file, const char *name, int seats)
{
    fprintf(file,
            "table \"%s\" as %s\n  sheets baccarat\n  with decks is 8\n  with banker-pay is commission\n  with tie-pay is 8\n"
            "  seats %d\n  pace on demand\n  cut 14\n  stakes 1 to 500\n  limit event 10000000\n",
            name, name, seats);
}

static bool write_tables(const place *p)
{
    FILE *file = fopen(p->tables, "w");
    if (file == NULL)
        return false;
    for (int i = 0; i < TABLES; i++) {
        char name[16];
        snprintf(name, sizeof name, "t%d", i);
        table_line(file, name, PLAYERS / TABLES);
    }
    table_line(file, "all", PLAYERS);
    fprintf(file, "table \"dice\" as dice\n  sheets craps\n  with odds-working is off\n  with dont-odds-working is working\n"
                  "  with place-come-out is off\n  with hard-come-out is working\n  with lay-come-out is working\n  with vig is on-win\n"
                  "  with field-12 is triple\n  with odds-limit is 3-4-5\n  seats 12\n  pace on demand\n  stakes 1 to 500\n"
                  "  limit event 10000000\n");
    return fclose(file) == 0;
}

/* ---- players ---- */

/* Where `wanted` begins in a text; NULL: it does not. */
static const char *find_in(const char *text, size_t length, const char *wanted, size_t size)
{
    const char *end = text + length;
    while ((size_t)(end - text) >= size) {
        text = memchr(text, wanted[0], (size_t)(end - text) - size + 1);
        if (text == NULL || memcmp(text, wanted, size) == 0)
            return text;
        text++;
    }
    return NULL;
}

typedef struct taken {
    long long id;
    int bet;
} taken;

typedef struct player {
    char cookie[COOKIE];
    char table[16];
    int at;      /* the table's number */
    long long id; /* of the last command: microseconds, as the page numbers its own, so that those of all players grow together */
    bool deals;  /* it was "deal" */
    taken *bets; /* that were acknowledged */
    int bet_count, checked;
} player;

typedef struct crowd {
    player players[PLAYERS];
    int since_deal[TABLES + 1];
    bool sits;  /* sitting down, not betting */
    bool watch; /* watching as well */
    int accepted, refused, dealt, wrong;
} crowd;

/* A guest's cookie. */
static bool become_guest(const place *p, char cookie[COOKIE])
{
    struct sockaddr_in to = {.sin_family = AF_INET};
    char request[256], answer[4096], host[64];
    unsigned port = 0;
    size_t length = 0;
    ssize_t got = 0;
    if (sscanf(p->address, "%63[^:]:%u", host, &port) != 2 || inet_pton(AF_INET, host, &to.sin_addr) != 1)
        return false;
    to.sin_port = htons((uint16_t)port);
    int socket_ = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    int written = snprintf(request, sizeof request, "POST /api/guest HTTP/1.1\r\nHost: %s\r\nContent-Length: 0\r\n\r\n", p->address);
    bool good = connect(socket_, (struct sockaddr *)&to, sizeof to) == 0 && send(socket_, request, (size_t)written, 0) == written;
    answer[0] = '\0';
    while (good && strstr(answer, "\r\n\r\n") == NULL && length < sizeof answer - 1 &&
           (got = recv(socket_, answer + length, sizeof answer - 1 - length, 0)) > 0) {
        length += (size_t)got;
        answer[length] = '\0';
    }
    close(socket_);
    const char *at = strstr(answer, "et-cookie: ");
    if (at == NULL)
        at = strstr(answer, "et-Cookie: ");
    if (at == NULL)
        fprintf(stderr, "bench_serve: no guest: %s\n", answer);
    return good && at != NULL && sscanf(at + 11, "%159[^;\r]", cookie) == 1;
}

static size_t headers(void *context, int connection, char *to, size_t room)
{
    crowd *c = context;
    return (size_t)snprintf(to, room, "Cookie: %s\r\n", c->players[connection].cookie);
}

static long long next_id(long long last)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    long long id = (long long)now.tv_sec * 1000000 + now.tv_nsec / 1000;
    return id > last ? id : last + 1;
}

static size_t next(void *context, int connection, char *to)
{
    crowd *c = context;
    player *p = &c->players[connection];
    if (c->sits) {
        if (p->id != 0)
            return 0;
        p->id = 1;
        return (size_t)snprintf(to, LOAD_MESSAGE_MAX, "{\"do\":\"sit\",\"id\":1,\"table\":\"%s\"}", p->table);
    }
    if (c->watch && p->id == 1) {
        p->id = 2;
        return (size_t)snprintf(to, LOAD_MESSAGE_MAX, "{\"do\":\"watch\",\"id\":2,\"table\":\"%s\"}", p->table);
    }
    p->deals = c->since_deal[p->at] >= DEAL_AFTER;
    p->id = next_id(p->id);
    if (p->deals) {
        c->since_deal[p->at] = 0;
        return (size_t)snprintf(to, LOAD_MESSAGE_MAX, "{\"do\":\"deal\",\"id\":%lld,\"table\":\"%s\"}", p->id, p->table);
    }
    return (size_t)snprintf(to, LOAD_MESSAGE_MAX, "{\"do\":\"bet\",\"id\":%lld,\"table\":\"%s\",\"wager\":\"player\",\"amount\":%d}", p->id,
                            p->table, (int)STAKE);
}

/* The answer to command `id` in a message; NULL: it is not there. */
static const char *answer_in(const char *text, size_t length, long long id)
{
    char wanted[32];
    int size = snprintf(wanted, sizeof wanted, "\"answer\":%lld,", id);
    return find_in(text, length, wanted, (size_t)size);
}

static bool number_in(const char *text, size_t length, const char *name, int *ret)
{
    const char *at = find_in(text, length, name, strlen(name));
    if (at == NULL)
        return false;
    *ret = (int)strtol(at + strlen(name), NULL, 10);
    return true;
}

static bool came(void *context, int connection, const char *text, size_t length)
{
    crowd *c = context;
    player *p = &c->players[connection];
    const char *at = answer_in(text, length, p->id);
    int bet;
    if (at == NULL)
        return false;
    size_t left = length - (size_t)(at - text);
    if (find_in(at, left, "\"ok\":true", 9) == NULL) {
        c->refused++;
        if (c->sits && c->refused < 3)
            fprintf(stderr, "bench_serve: %.*s\n", (int)left, at);
    } else if (p->deals)
        c->dealt++;
    else if (!c->sits && number_in(at, left, "\"bet\":", &bet) && p->bet_count < BETS_MAX / PLAYERS) {
        p->bets[p->bet_count++] = (taken){p->id, bet};
        c->since_deal[p->at]++;
        c->accepted++;
    }
    return true;
}

/* ---- asked again ---- */

static size_t ask_again(void *context, int connection, char *to)
{
    player *p = &((crowd *)context)->players[connection];
    if (p->checked == p->bet_count)
        return 0;
    return (size_t)snprintf(to, LOAD_MESSAGE_MAX, "{\"do\":\"bet\",\"id\":%lld,\"table\":\"%s\",\"wager\":\"player\",\"amount\":%d}",
                            p->bets[p->checked].id, p->table, (int)STAKE);
}

static bool came_again(void *context, int connection, const char *text, size_t length)
{
    crowd *c = context;
    player *p = &c->players[connection];
    const char *at = p->checked < p->bet_count ? answer_in(text, length, p->bets[p->checked].id) : NULL;
    int bet = 0;
    if (at == NULL)
        return false;
    size_t left = length - (size_t)(at - text);
    if (find_in(at, left, "\"repeated\":true", 15) == NULL || !number_in(at, left, "\"bet\":", &bet) || bet != p->bets[p->checked].bet) {
        if (c->wrong++ < 3)
            fprintf(stderr, "bench_serve: bet %d was acknowledged, and then: %.*s\n", p->bets[p->checked].bet, (int)left, at);
    }
    p->checked++;
    return true;
}

/* ---- measuring ---- */

static bool gather(const place *p, crowd *c, bool together)
{
    bool good = true;
    memset(c->since_deal, 0, sizeof c->since_deal);
    c->sits = true;
    for (int i = 0; i < PLAYERS && good; i++) {
        player *one = &c->players[i];
        taken *room = one->bets == NULL ? malloc(BETS_MAX / PLAYERS * sizeof *room) : one->bets;
        *one = (player){.at = together ? TABLES : i % TABLES, .bets = room};
        if (together)
            snprintf(one->table, sizeof one->table, "all");
        else
            snprintf(one->table, sizeof one->table, "t%d", i % TABLES);
        good = room != NULL && become_guest(p, one->cookie);
    }
    if (!good)
        fprintf(stderr, "bench_serve: guests are not let in\n");
    return good;
}

static load *sit_down(const place *p, crowd *c)
{
    load_plan plan = {
        .address = p->address, .path = "/api/live", .connections = PLAYERS, .context = c, .headers = headers, .next = next, .came = came};
    load_result result;
    load *l = load_connect(&plan);
    if (l != NULL && load_run(l, 10, &result)) {
        c->sits = false;
        return l;
    }
    load_free(l);
    return NULL;
}

static bool check_found(place *p, crowd *c)
{
    load_plan plan = {.address = p->address,
                      .path = "/api/live",
                      .connections = PLAYERS,
                      .context = c,
                      .headers = headers,
                      .next = ask_again,
                      .came = came_again};
    load_result result;
    load *l = load_connect(&plan);
    bool good = l != NULL && load_run(l, 600, &result);
    load_free(l);
    int checked = 0;
    for (int i = 0; i < PLAYERS; i++)
        checked += c->players[i].checked;
    printf("serve_found_%s %d of %d bets\n", p->shared ? "postgres" : "sqlite", checked - c->wrong, c->accepted);
    return good && c->wrong == 0 && checked == c->accepted;
}

/* Processor time of all that work for a bet. */
typedef struct costs {
    double server_s, load_s, database_s;
} costs;

static costs look_at_costs(const place *p)
{
    return (costs){process_used_s(p->server), process_used_s(getpid()), p->shared ? plain_postgres_used_s(p->where) : 0};
}

static bool measure_bets(place *p, crowd *c, double seconds)
{
    char path[260];
    const char *kind = p->shared ? "postgres" : "sqlite";
    load_result warm, result;
    if (!start(p) || !gather(p, c, false))
        return false;
    load *l = sit_down(p, c);
    bool good = l != NULL && load_run(l, seconds / 4, &warm);
    int before = c->accepted;
    costs used = look_at_costs(p);
    good = good && load_run(l, seconds, &result);
    costs now = look_at_costs(p);
    load_free(l);
    end(p, SIGKILL);
    if (!good)
        return false;
    int bets = c->accepted - before;
    printf("serve_bets_%s %.0f bets/s\n", kind, bets / result.seconds);
    printf("serve_bets_p99_%s %.2f ms\n", kind, result.p99_ms);
    printf("serve_bets_p50_%s %.2f ms\n", kind, result.median_ms);
    printf("serve_bets_cpu_%s %.1f us/bet\n", kind, (now.server_s - used.server_s) * 1e6 / bets);
    printf("serve_bets_load_%s %.1f us/bet\n", kind, (now.load_s - used.load_s) * 1e6 / bets);
    if (p->shared)
        printf("serve_bets_database_%s %.1f us/bet\n", kind, (now.database_s - used.database_s) * 1e6 / bets);
    printf("serve_bets_refused_%s %.2f %%\n", kind, 100.0 * c->refused / (c->accepted + c->refused));
    snprintf(path, sizeof path, "%s/plain", p->folder);
    printf("serve_plain_%s %.0f bets/s\n", kind, p->shared ? plain_postgres(p->where, 40000, 200) : plain_sqlite(path, 40000, 200));
    fflush(stdout);
    good = start(p);
    if (p->shared)
        nanosleep(&(struct timespec){.tv_sec = LEASE_S}, NULL); /* the tables are the dead process's until its leases have run out */
    good = good && check_found(p, c);
    end(p, SIGTERM);
    return good;
}

static bool measure_watched(place *p, crowd *c, double seconds)
{
    load_result warm, result;
    c->watch = true;
    c->accepted = c->refused = 0;
    if (!start(p) || !gather(p, c, true))
        return false;
    load *l = sit_down(p, c);
    bool good = l != NULL && load_run(l, seconds / 4, &warm);
    int before = c->accepted;
    good = good && load_run(l, seconds, &result);
    load_free(l);
    if (good) {
        printf("serve_watched_sqlite %.0f bets/s\n", (c->accepted - before) / result.seconds);
        printf("serve_watched_p99 %.2f ms\n", result.p99_ms);
    }
    return good;
}

/* ---- after a crash ---- */

static void remove_store(const place *p)
{
    static const char *const names[] = {"store", "store-wal", "store.key"};
    char path[260];
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        snprintf(path, sizeof path, "%s/%s", p->folder, names[i]);
        unlink(path);
    }
}

/* The first player sends a bet. false: the server did not answer. */
static bool bet_once(place *p, crowd *c)
{
    load_plan plan = {
        .address = p->address, .path = "/api/live", .connections = 1, .context = c, .headers = headers, .next = next, .came = came};
    load_result result;
    load *l = load_connect(&plan);
    bool good = l != NULL && load_run(l, 0, &result);
    load_free(l);
    return good;
}

/* He bets until a bet is accepted: meanwhile the shoe may be being made, or another process may have the table. */
static bool bet_until_accepted(place *p, crowd *c)
{
    int before = c->accepted;
    double begin = plain_now_s();
    bool good = true;
    memset(c->since_deal, 0, sizeof c->since_deal);
    while (good && c->accepted == before && plain_now_s() - begin < 60) {
        good = bet_once(p, c);
        if (c->accepted == before)
            nanosleep(&(struct timespec){.tv_nsec = 20000000}, NULL);
    }
    return c->accepted > before;
}

static bool measure_recovery(place *p, crowd *c)
{
    load_result result;
    remove_store(p);
    c->watch = false;
    if (!serve_history(p->where, p->key, p->tables, ROUNDS) || !start(p) || !gather(p, c, false))
        return false;
    load *l = sit_down(p, c);
    bool good = l != NULL && load_run(l, 1, &result);
    double begin = plain_now_s();
    end(p, SIGKILL);
    load_free(l);
    good = good && start(p) && bet_until_accepted(p, c);
    if (good)
        printf("serve_recover %.2f s\n", plain_now_s() - begin);
    end(p, SIGTERM);
    return good;
}

/* ---- a table of a dead process ---- */

/* From the kill of one to the first bet at its table that another accepts. */
static bool measure_takeover(place *p, crowd *c)
{
    place other = *p;
    c->watch = false;
    if (!start(p) || !gather(p, c, true))
        return false;
    load *l = sit_down(p, c);
    bool good = l != NULL && start(&other);
    double begin = plain_now_s();
    end(p, SIGKILL);
    load_free(l);
    good = good && bet_until_accepted(&other, c);
    if (good)
        printf("serve_takeover %.2f s\n", plain_now_s() - begin);
    end(&other, SIGTERM);
    return good;
}

static size_t nothing(void *context, int connection, char *to)
{
    (void)context, (void)connection, (void)to;
    return 0;
}

static bool measure_idle(place *p)
{
    load_plan plan = {.address = p->address, .path = "/api/live", .connections = IDLE, .next = nothing, .came = came};
    end(p, SIGTERM); /* memory that others had would be used again */
    if (!start(p))
        return false;
    long before = 0;
    for (int i = 0; i < 50 && before != process_resident_bytes(p->server); i++) { /* what it needed to start is given back first */
        before = process_resident_bytes(p->server);
        nanosleep(&(struct timespec){.tv_nsec = 300000000}, NULL);
    }
    load *l = load_connect(&plan);
    if (l != NULL)
        printf("serve_idle %.0f bytes/connection\n", (double)(process_resident_bytes(p->server) - before) / IDLE);
    load_free(l);
    return l != NULL;
}

int main(int argc, char **argv)
{
    double seconds = argc > 1 ? strtod(argv[1], NULL) : 4;
    bool bets_only = argc > 2; /* no more than the first figures, on PostgreSQL where it is there */
    const char *folder = getenv("TMPDIR"), *database = getenv("FELT_POSTGRES");
    place p = {.server = 0};
    static crowd c;
    snprintf(p.folder, sizeof p.folder, "%s/felt-bench-XXXXXX", folder == NULL ? "." : folder);
    if (mkdtemp(p.folder) == NULL)
        return 1;
    snprintf(p.tables, sizeof p.tables, "%s/tables", p.folder);
    snprintf(p.store, sizeof p.store, "%s/store", p.folder);
    snprintf(p.key, sizeof p.key, "%s/store.key", p.folder);
    snprintf(p.where, sizeof p.where, "sqlite:%s", p.store);
    bool good = write_tables(&p);
    if (!bets_only || database == NULL)
        good = good && measure_bets(&p, &c, seconds);
    if (!bets_only)
        good = good && measure_watched(&p, &c, seconds) && measure_idle(&p);
    end(&p, SIGKILL);
    if (!bets_only)
        good = good && measure_recovery(&p, &c);
    end(&p, SIGKILL);
    if (good && database != NULL) {
        p.shared = true;
        c.accepted = c.refused = c.wrong = 0;
        snprintf(p.where, sizeof p.where, "%s", database);
        good = measure_bets(&p, &c, seconds) && (bets_only || measure_takeover(&p, &c));
        end(&p, SIGKILL);
        plain_postgres_drop(p.where);
    }
    remove_store(&p);
    unlink(p.tables);
    rmdir(p.folder);
    return good ? 0 : 1;
}
