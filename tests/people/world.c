/* tests/people/world.c - a house with a store, a clock of its own and quick hashes. */
#include "world.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

people_options world_options(void)
{
    people_options options = people_defaults();
    options.hash_operations = crypto_pwhash_OPSLIMIT_MIN;
    options.hash_bytes = crypto_pwhash_MEMLIMIT_MIN;
    options.shared = getenv("FELT_POSTGRES") != NULL;
    return options;
}

static void open_store(world *w)
{
    char address[160];
    const char *postgres = getenv("FELT_POSTGRES");
    felt_error error = {.message = ""};
    people_refusal no;
    snprintf(address, sizeof address, "%s%s", postgres != NULL ? "" : "sqlite:", postgres != NULL ? postgres : w->path);
    if (postgres != NULL) /* an empty one */
        assert_int_equal(system("PGOPTIONS='-c client_min_messages=warning' psql -q -c 'DROP SCHEMA IF EXISTS felt CASCADE' "
                                "\"$FELT_POSTGRES\""),
                         0);
    if (felt_store_open(address, &w->store, &error) != FELT_OK)
        fail_msg("%s", error.message);
    assert_int_equal(people_open(w->store, &w->options, &w->p, &no), FELT_OK);
}

void world_open(world *w, const people_options *options)
{
    const char *folder = getenv("TMPDIR");
    *w = (world){.options = options != NULL ? *options : world_options(), .now = WORLD_DAY + PEOPLE_HOUR_MS};
    snprintf(w->path, sizeof w->path, "%s/felt-people-%ld", folder != NULL ? folder : "/tmp", (long)getpid());
    unlink(w->path);
    open_store(w);
}

void world_close(world *w)
{
    char path[160];
    people_close(w->p);
    felt_store_close(w->store);
    unlink(w->path);
    snprintf(path, sizeof path, "%s-wal", w->path);
    unlink(path);
    snprintf(path, sizeof path, "%s-shm", w->path);
    unlink(path);
}

void world_restart(world *w)
{
    people_refusal no;
    people_close(w->p);
    assert_int_equal(people_open(w->store, &w->options, &w->p, &no), FELT_OK);
}

void world_begin(world *w)
{
    assert_int_equal(felt_store_begin(w->store, NULL), FELT_OK);
}

void world_commit(world *w)
{
    people_refusal no;
    assert_int_equal(people_keep(w->p, false, w->now, &no), FELT_OK);
    assert_int_equal(felt_store_commit(w->store, NULL), FELT_OK);
}

people_player world_guest(world *w, const char *address, char token[PEOPLE_TOKEN_BYTES])
{
    people_player player;
    people_refusal no = {.sentence = ""};
    char unused[PEOPLE_TOKEN_BYTES];
    world_begin(w);
    if (people_guest(w->p, felt_text_from(address), w->now, &player, token != NULL ? token : unused, &no) != FELT_OK)
        fail_msg("%s", no.sentence);
    world_commit(w);
    return player;
}

static void see_result(void *context, const people_result *result)
{
    *(people_result *)context = *result;
}

people_result world_job(world *w, const people_job *job)
{
    struct timespec pause = {0, 200000};
    people_result result = {.kind = job->kind};
    result.status = people_check_start(w->p, job, w->now, &result.no);
    if (result.status != FELT_OK)
        return result;
    while (!people_collectable(w->p))
        nanosleep(&pause, NULL);
    world_begin(w);
    assert_int_equal(people_collect(w->p, w->now, see_result, &result), 1);
    world_commit(w);
    return result;
}

people_player world_account(world *w, const char *name, const char *passphrase, char token[PEOPLE_TOKEN_BYTES])
{
    people_job job = {.kind = PEOPLE_JOB_REGISTER,
                      .name = felt_text_from(name),
                      .passphrase = felt_text_from(passphrase),
                      .address = felt_text_from("192.0.2.1")};
    people_result result = world_job(w, &job);
    if (result.status != FELT_OK)
        fail_msg("%s: %s", name, result.no.sentence);
    if (token != NULL)
        memcpy(token, result.token, PEOPLE_TOKEN_BYTES);
    return result.player;
}

people_player world_operator(world *w, const char *name)
{
    people_player player = world_account(w, name, "an operator's own", NULL);
    people_refusal no = {.sentence = ""};
    world_begin(w);
    if (people_operator_set(w->p, (felt_player_id){0}, player.player, true, felt_text_from("a test"), w->now, &no) != FELT_OK)
        fail_msg("%s", no.sentence);
    world_commit(w);
    return player;
}

people_result world_sign_in(world *w, const char *name, const char *passphrase, const char *address)
{
    people_job job = {.kind = PEOPLE_JOB_SIGN_IN,
                      .name = felt_text_from(name),
                      .passphrase = felt_text_from(passphrase),
                      .address = felt_text_from(address)};
    return world_job(w, &job);
}

void world_refused(felt_status status, const people_refusal *no, people_code wanted, const char *file, int line)
{
    if (status != FELT_ELIMIT)
        print_error("status %s: %s\n", felt_status_text(status), no->sentence);
    else if (no->code != wanted)
        print_error("code %s: %s\n", people_code_text(no->code), no->sentence);
    _assert_int_equal((uintmax_t)status, FELT_ELIMIT, file, line);
    _assert_int_equal((uintmax_t)no->code, (uintmax_t)wanted, file, line);
    _assert_true(no->sentence[0] != '\0' && no->advice[0] != '\0', "a sentence and an advice", file, line);
}
