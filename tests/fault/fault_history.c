/* tests/fault/fault_history.c - every request for memory made to fail in turn, while a history is written, verified and audited.
 *
 * A run in which a request failed ends with FELT_ENOMEM: what is right never becomes a difference, and no record is written otherwise. */
#include "../history/chronicle.h"
#include "failing.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

enum { RECORDS = 14 };

static const char dice[] = "sheet \"Dice\"\ngame craps\n"
                           "wager \"Pass\" as pass\n  placed before any come-out roll\n  line wins pays 1 to 1\n"
                           "  come-out craps or seven-out loses\n  otherwise stays\n"
                           "wager \"Seven\" as seven\n  any seven pays 4 to 1\n  otherwise loses\n";
static const char plan[] = "table \"Dice\" as dice\n  sheets dice\n  seats 2\n  pace on demand\n  stakes 1 to 10\n  limit event 1000\n";

typedef struct file {
    char bytes[1 << 17];
    size_t length, at;
} file;

static bool put(void *context, felt_text line)
{
    file *f = context;
    assert_true(f->length + line.length <= sizeof f->bytes);
    memcpy(f->bytes + f->length, line.bytes, line.length);
    f->length += line.length;
    return true;
}

static ptrdiff_t read_file(void *context, char *ret, size_t size)
{
    file *f = context;
    size_t left = f->length - f->at, taken = left < size ? left : size;
    memcpy(ret, f->bytes + f->at, taken);
    f->at += taken;
    return (ptrdiff_t)taken;
}

/* ---- what was played ---- */

static void write_text(const char *folder, const char *name, const char *text)
{
    char path[256];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *out = fopen(path, "w");
    assert_non_null(out);
    fputs(text, out);
    fclose(out);
}

static void make_folder(const char *folder, const char *name, bool made)
{
    char path[256];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    assert_int_equal(made ? mkdir(path, 0700) : remove(path), 0);
}

static chronicle played;

static int play(void **state)
{
    char folder[] = "/tmp/felt-fault-XXXXXX";
    (void)state;
    assert_non_null(mkdtemp(folder));
    make_folder(folder, "rules", true);
    make_folder(folder, "tables", true);
    write_text(folder, "rules/dice.felt", dice);
    write_text(folder, "tables/felt.tables", plan);
    bool good = chronicle_open(&played, folder) && chronicle_play(&played, "dice", 2, 3);
    static const char *const names[] = {"rules/dice.felt", "tables/felt.tables", "rules", "tables"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        make_folder(folder, names[i], false);
    rmdir(folder);
    for (int i = RECORDS; i < played.chains[0].count; i++)
        free((char *)(uintptr_t)played.chains[0].records[i].bytes.bytes);
    played.chains[0].count = RECORDS;
    return good ? 0 : -1;
}

static int forget(void **state)
{
    (void)state;
    chronicle_close(&played);
    return 0;
}

/* ---- runs ---- */

static felt_status write_run(void *context, uint64_t *ret_digest)
{
    file *f = context;
    f->length = 0;
    felt_status status = chronicle_write(&played, put, f, NULL);
    if (status == FELT_OK)
        failing_digest(ret_digest, f->bytes, f->length);
    return status;
}

static felt_status verify_run(void *context, uint64_t *ret_digest)
{
    file *f = context;
    felt_history_counts counts;
    f->at = 0;
    felt_error error = {.message = ""};
    felt_status status = felt_history_verify((felt_input){f, read_file}, &counts, &error);
    if (status == FELT_EDATA)
        print_error("line %llu: %s\n", (unsigned long long)error.line, error.message);
    if (status == FELT_OK)
        failing_digest(ret_digest, &counts, sizeof counts);
    return status;
}

static felt_status begins(void *context, felt_text table, const felt_book *book)
{
    (void)context;
    (void)table;
    (void)book;
    return FELT_OK;
}

static felt_status ends(void *context, const felt_audit *audit)
{
    felt_audit_counts counts = felt_audit_count(audit);
    failing_digest(context, &counts, sizeof counts);
    return FELT_OK;
}

static felt_status audit_run(void *context, uint64_t *ret_digest)
{
    file *f = context;
    felt_audit_verdict verdict;
    felt_history_auditor auditor = {.context = ret_digest, .begins = begins, .ends = ends};
    f->at = 0;
    felt_status status = felt_history_audit((felt_input){f, read_file}, &auditor, &verdict, NULL);
    if (status == FELT_OK)
        failing_digest(ret_digest, &verdict, sizeof verdict);
    return status;
}

/* The records of the chain above a floor, up to one, as a file. */
static felt_status write_part(file *f, const felt_history_floor *floor, int last)
{
    const chronicle_chain *chain = &played.chains[0];
    felt_history_writer *w = NULL;
    f->length = f->at = 0;
    felt_status status = felt_history_writer_new(put, f, &w, NULL);
    for (int i = 0; i < played.document_count && status == FELT_OK; i++)
        status = felt_history_writer_document(w, played.documents[i], NULL);
    if (status == FELT_OK)
        status = felt_history_writer_table(w, felt_text_from(chain->name), chain->number, floor, last - floor->sequence,
                                           chain->records[last - 1].hash, NULL);
    for (int k = (int)floor->sequence; k < last && status == FELT_OK; k++)
        status = felt_history_writer_record(w, k + 1, chain->records[k].hash, chain->records[k].bytes, NULL);
    if (status == FELT_OK)
        status = felt_history_writer_end(w, NULL);
    felt_history_writer_free(w);
    return status;
}

/* An archive of the setup alone, and what goes on at its end. */
static felt_status joined_run(void *context, uint64_t *ret_digest)
{
    file *f = context;
    felt_history_ends *joined = NULL;
    felt_history_floor floor = {.sequence = 0};
    felt_history_counts counts = {.tables = 0};
    felt_error error = {.message = ""};
    felt_status status = felt_history_ends_new(&joined, &error);
    if (status == FELT_OK)
        status = write_part(f, &floor, 1);
    if (status == FELT_OK)
        status = felt_history_verify_on((felt_input){f, read_file}, joined, &counts, &error);
    if (status == FELT_OK)
        status = felt_history_ends_find(joined, felt_text_from(played.chains[0].name), &floor);
    if (status == FELT_OK)
        status = write_part(f, &floor, RECORDS);
    if (status == FELT_OK)
        status = felt_history_verify_on((felt_input){f, read_file}, joined, &counts, &error);
    if (status == FELT_OK)
        status = felt_history_ends_check(joined, &error);
    if (status == FELT_EDATA)
        print_error("line %llu: %s\n", (unsigned long long)error.line, error.message);
    if (status == FELT_OK)
        failing_digest(ret_digest, &counts, sizeof counts);
    felt_history_ends_free(joined);
    return status;
}

static void each_source(failing_run *run, long least)
{
    static file f;
    uint64_t ignored = 0;
    assert_int_equal(write_run(&f, &ignored), FELT_OK);
    failing_each(FAILING_SYSTEM, FELT_ENOMEM, least, run, &f);
    failing_each(FAILING_ARENA, FELT_ENOMEM, least, run, &f);
    failing_each(FAILING_JSON, FELT_ENOMEM, least, run, &f);
}

static void a_history_is_written_whole_or_not(void **state)
{
    (void)state;
    each_source(write_run, 3);
}

static void a_history_that_is_right_is_never_wrong(void **state)
{
    (void)state;
    each_source(verify_run, 10);
}

/* The second file counts on with the first: together they have what the whole has. */
static void files_that_go_on_are_never_wrong(void **state)
{
    static file f;
    uint64_t whole = 0, joined = 0;
    (void)state;
    assert_int_equal(write_run(&f, &joined), FELT_OK);
    assert_int_equal(verify_run(&f, &whole), FELT_OK);
    joined = 0;
    assert_int_equal(joined_run(&f, &joined), FELT_OK);
    assert_true(joined == whole);
    each_source(joined_run, 10);
}

static void an_audit_is_whole_or_not(void **state)
{
    (void)state;
    each_source(audit_run, 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_history_is_written_whole_or_not),
        cmocka_unit_test(a_history_that_is_right_is_never_wrong),
        cmocka_unit_test(files_that_go_on_are_never_wrong),
        cmocka_unit_test(an_audit_is_whole_or_not),
    };
    return cmocka_run_group_tests_name("fault_history", tests, play, forget);
}
