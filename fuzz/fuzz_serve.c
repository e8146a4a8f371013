/* fuzz/fuzz_serve.c - any lines as messages of a player and as requests, to a whole server that has no clients: "GET /path" and
 * "POST /path {body}" are requests of an operator, "guest POST ..." of the player, anything else is a message. After each line the server
 * has a turn. Whatever it says is JSON, and the books balance.
 *
 * Left out is what begins other processes or takes long by intention: passphrases, posted sheets, odds. */
#include "serve/server.h"

#include <felt/sheet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char two_tables[] = "table \"Cards\" as cards\n  sheets baccarat\n  with decks is 8\n  with banker-pay is commission\n"
                                 "  with tie-pay is 8\n  seats 3\n  pace on demand\n  cut 380\n  stakes 1 to 500\n  limit event 100000\n"
                                 "table \"Dice\" as dice\n  sheets craps\n  with odds-working is off\n  with dont-odds-working is working\n"
                                 "  with place-come-out is off\n  with hard-come-out is working\n  with lay-come-out is working\n"
                                 "  with vig is on-win\n  with field-12 is double\n  with odds-limit is 3-4-5\n  seats 3\n"
                                 "  pace on demand\n  stakes 1 to 500\n  limit event 1000000\n";

typedef struct somebody {
    felt_player_id player;
    char token[PEOPLE_TOKEN_BYTES];
    bool make; /* a new guest; else a session of who is there */
} somebody;

/* One server for all inputs: it takes long to open. */
typedef struct world {
    felt_arena *arena;
    char folder[64], store[128], key[128];
    felt_serve_options options;
    felt_server *server;
    server *s; /* its first member */
    somebody guest, boss;
    uint64_t peers, inputs;
} world;

static world w;

/* ---- opening ---- */

static void must(bool good, const char *what)
{
    if (good)
        return;
    fprintf(stderr, "fuzz_serve: %s\n", what);
    abort();
}

static felt_status find_sheet(void *context, felt_text name, const felt_sheet **ret, felt_error *error)
{
    felt_text path = felt_arena_print(context, "%s/rules/%.*s.felt", FELT_SOURCE_DIR, FELT_TEXT_ARGS(name));
    return felt_sheet_load(context, path.bytes, NULL, ret, error);
}

static felt_status open_session(void *context, felt_store *store, int64_t now_ms, felt_error *error)
{
    somebody *who = context;
    people_player player;
    people_refusal no;
    (void)store;
    felt_status status = who->make ? people_guest(w.s->people, felt_text_from("192.0.2.1"), now_ms, &player, who->token, &no)
                                   : people_session_open(w.s->people, who->player, now_ms, who->token, &no);
    if (status == FELT_OK && who->make)
        who->player = player.player;
    return status == FELT_OK ? status : felt_error_set(error, status, -1, "%s", no.sentence);
}

static felt_status promote(void *context, felt_store *store, int64_t now_ms, felt_error *error)
{
    somebody *who = context;
    people_refusal no;
    (void)store;
    felt_status status = people_operator_set(w.s->people, (felt_player_id){0}, who->player, true, felt_text_from("fuzz"), now_ms, &no);
    return status == FELT_OK ? status : felt_error_set(error, status, -1, "%s", no.sentence);
}

static void request(const somebody *who, net_method method, felt_text path, felt_text body)
{
    char cookie[PEOPLE_COOKIE_BYTES];
    net_argument argument = {felt_text_from("from"), felt_text_from("1")};
    size_t mark = 0;
    people_cookie_write(felt_text_from(who->token), 1000, false, cookie);
    while (mark < path.length && path.bytes[mark] != '?')
        mark++;
    if (mark < path.length)
        argument.value = (felt_text){path.bytes + mark + 1, path.length - mark - 1};
    path.length = mark;
    net_request r = {.method = method,
                     .path = path,
                     .arguments = &argument,
                     .argument_count = 1,
                     .body = body,
                     .address = felt_text_from("192.0.2.1"),
                     .cookie = felt_text_from(cookie),
                     .content_type = felt_text_from("application/json"),
                     .host = felt_text_from("localhost"),
                     .authorization = felt_text_from(""),
                     .origin = felt_text_from(""),
                     .sec_fetch_site = felt_text_from(""),
                     .if_none_match = felt_text_from(""),
                     .user_agent = felt_text_from("")};
    routes_request(w.s, (net_exchange){0}, &r); /* nobody waits for the answer */
}

/* An account, by way of a passphrase that is hashed once. */
static void make_boss(void)
{
    felt_error error;
    people_player who = {.guest = true};
    w.boss.make = true;
    must(house_alone(w.s->house, open_session, &w.boss, w.s->now, &error) == FELT_OK, "no second guest");
    request(&w.boss, NET_POST, felt_text_from("/api/register"),
            felt_text_from("{\"name\":\"Boss\",\"passphrase\":\"correct horse battery\"}"));
    for (int i = 0; i < 30000 && who.guest; i++) {
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
        http_collect(w.s);
        must(people_find(w.s->people, w.boss.player, w.s->now, &who, NULL) == FELT_OK, "no account");
    }
    w.boss.make = false;
    must(house_alone(w.s->house, promote, &w.boss, w.s->now, &error) == FELT_OK, error.message);
    must(house_alone(w.s->house, open_session, &w.boss, w.s->now, &error) == FELT_OK, error.message);
}

static void close_world(void)
{
    char path[160];
    felt_serve_close(w.server);
    felt_arena_free(w.arena);
    const char *const names[] = {"felt.db", "felt.db-wal", "felt.db-shm", "felt.db-journal", "felt.db.lock", "key"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        snprintf(path, sizeof path, "%s/%s", w.folder, names[i]);
        unlink(path);
    }
    rmdir(w.folder);
}

static void open_world(void)
{
    felt_error error = {.message = ""};
    snprintf(w.folder, sizeof w.folder, "%s/felt-fuzz-XXXXXX", access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp");
    must(mkdtemp(w.folder) != NULL, "no folder");
    snprintf(w.store, sizeof w.store, "sqlite:%s/felt.db", w.folder);
    snprintf(w.key, sizeof w.key, "%s/key", w.folder);
    w.arena = felt_arena_new((size_t)4 * FELT_SHEET_ARENA_MAX);
    felt_table_sheets sheets = {w.arena, find_sheet};
    felt_diags diags = felt_diags_in(w.arena);
    w.options = felt_serve_defaults();
    must(felt_tables_read(w.arena, felt_text_from("two"), felt_text_from(two_tables), &sheets, &diags, &w.options.tables) == FELT_OK,
         "the tables are wrong");
    w.options.listen = "127.0.0.1:0";
    w.options.store = w.store;
    w.options.key = w.key;
    w.options.guest_cap.minor = FELT_STORE_AMOUNT_MAX;
    w.options.rate_per_minute = 1000000;
    must(felt_serve_open(&w.options, &w.server, &error) == FELT_OK, error.message);
    w.s = (server *)(void *)w.server;
    w.guest.make = true;
    make_boss();
    atexit(close_world);
}

/* ---- one input ---- */

static void check_out(peer *p)
{
    char *text = malloc(p->out.length + 2);
    must(text != NULL, "no memory");
    text[0] = '[';
    if (p->out.length > 0)
        memcpy(text + 1, p->out.text, p->out.length);
    text[p->out.length + 1] = ']';
    json_t *json = json_loadb(text, p->out.length + 2, JSON_REJECT_DUPLICATES, NULL);
    must(json != NULL, "what was said is no JSON");
    json_decref(json);
    free(text);
}

/* What takes long, or begins another process. */
static bool is_left_out(felt_text path)
{
    static const char *const words[] = {"passphrase", "register", "sign-in", "recover", "sheets", "odds", "backup"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        size_t length = strlen(words[i]);
        for (size_t at = 0; at + length <= path.length; at++)
            if (memcmp(path.bytes + at, words[i], length) == 0)
                return true;
    }
    return false;
}

static bool starts(felt_text line, const char *word)
{
    size_t length = strlen(word);
    return line.length > length && memcmp(line.bytes, word, length) == 0;
}

/* True: it was a request. */
static bool take_request(felt_text line)
{
    const somebody *who = &w.boss;
    if (starts(line, "guest ")) {
        who = &w.guest;
        line = (felt_text){line.bytes + 6, line.length - 6};
    }
    size_t method = starts(line, "POST /") ? 5 : 4, end = method;
    if (method == 4 && !starts(line, "GET /"))
        return false;
    while (end < line.length && line.bytes[end] != ' ')
        end++;
    felt_text path = {line.bytes + method, end - method}, body = {line.bytes + end, line.length - end};
    if (!is_left_out(path))
        request(who, method == 5 ? NET_POST : NET_GET, path, body);
    return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    felt_error error;
    felt_store_audit_result sums;
    if (w.server == NULL)
        open_world();
    if (size > 16384)
        return 0;
    people_session session;
    if (w.guest.make || people_session_find(w.s->people, felt_text_from(w.guest.token), w.s->now, &session, NULL) != FELT_OK) {
        w.guest.make = true;
        must(house_alone(w.s->house, open_session, &w.guest, w.s->now, &error) == FELT_OK, "no guest");
        w.guest.make = false;
    }
    peer *p = peers_add(w.s, (net_peer){UINT64_C(1) << 40 | ++w.peers}, w.guest.player);
    must(p != NULL, "no memory");
    snprintf(p->token, sizeof p->token, "%s", w.guest.token);
    p->checked_ms = w.s->now;
    for (size_t from = 0, at = 0; at <= size; at++) {
        if (at < size && data[at] != '\n')
            continue;
        felt_text line = {(const char *)data + from, at - from};
        if (!take_request(line))
            commands_read(w.s, p, line);
        house_turn(w.s->house, ++w.s->now);
        check_out(p);
        live_felts(w.s);
        peers_flush(w.s);
        from = at + 1;
    }
    live_closed(w.s, p->id);
    w.inputs++;
    if ((w.inputs & (w.inputs - 1)) == 0)
        must(felt_store_audit(w.s->store, &sums, &error) == FELT_OK, error.message);
    return 0;
}
