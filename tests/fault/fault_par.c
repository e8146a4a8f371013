/* tests/fault/fault_par.c - every request for memory made to fail in turn, while a spreadsheet is made of a PAR document and while clauses
 * are traced; and the spreadsheet on a disk that is full after so many bytes.
 *
 * What libxlsxwriter asks for itself is left alone. Its temporary files are not: they end where the limit on the size of files is. */
#include "failing.h"

#include <fcntl.h>
#include <felt/par.h>
#include <felt/trace_report.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cmocka.h>

/* A pay that is left out, one that would be fair below 0, and rows that the parts of the file are longer for than the file. */
static const char sheet_text[] = "sheet \"Dice\"\nsource \"A\", \"B\" edition \"2\" dated \"1\" file \"a.pdf\"\ngame craps\n\n"
                                 "option way \"W\"\n  one \"1\" cites \"clause 1\"\n  two \"2\"\n\n"
                                 "wager \"Seven\" as seven\n  cites \"clause 2\"\n  paytable A B\n  any seven pays 4, unset to 1\n"
                                 "  where way is one: 2 rolled pays 30 to 1\n  where way is two: 3 rolled pays 90 to 1\n"
                                 "  11 rolled pays 1 to 2 cites \"clause 3\"\n  otherwise loses\n\n"
                                 "wager \"Two\" as two\n  2 rolled pays 30 to 1\n  otherwise loses\n";

static const char case_text[] = "sheet x\ncase \"2: a seven\"\n  with paytable is A\n  rolls 3-4\n  expect seven pays 4 to 1\n\n"
                                "case \"3: it fails\"\n  with paytable is A\n  rolls 5-6\n  expect seven loses\n";

static const felt_selection everything = {.count = 0};

typedef struct given {
    felt_arena *arena;
    const felt_sheet *sheet;
    felt_odds_list odds;
    felt_par_request request;
    const felt_par *par;
    const felt_cases *cases;
    felt_report_style style;
} given;

static felt_status find_sheet(void *context, felt_text name, const felt_sheet **ret, felt_error *error)
{
    (void)name;
    (void)error;
    *ret = ((given *)context)->sheet;
    return FELT_OK;
}

static void given_open(given *g)
{
    static const uint64_t rounds[] = {1000, 1000000};
    *g = (given){.arena = felt_arena_new(FELT_SHEET_ARENA_MAX)};
    assert_non_null(g->arena);
    felt_diags diags = felt_diags_in(g->arena);
    assert_int_equal(felt_sheet_compile(g->arena, felt_text_from("x.felt"), felt_text_from(sheet_text), &diags, &g->sheet), FELT_OK);
    assert_int_equal(felt_odds_add(&g->odds, g->sheet, &everything, (felt_text){"", 0}, NULL, NULL), FELT_OK);
    g->request = (felt_par_request){.odds = &g->odds,
                                    .selection = &everything,
                                    .rounds = rounds,
                                    .round_count = 2,
                                    .version = felt_text_from("0"),
                                    .cover = {.title = felt_text_from("A title")}};
    assert_int_equal(felt_par_make(g->arena, &g->request, &g->par), FELT_OK);
    felt_case_sheets sheets = {g, find_sheet};
    assert_int_equal(felt_cases_read(g->arena, felt_text_from("x.case"), felt_text_from(case_text), &sheets, &diags, &g->cases), FELT_OK);
}

static void given_close(given *g)
{
    felt_odds_list_free(&g->odds);
    felt_arena_free(g->arena);
}

static felt_status write_xlsx(void *context, uint64_t *ret_digest)
{
    const given *g = context;
    felt_text bytes = {NULL, 0};
    felt_arena *arena = felt_arena_new(FELT_SHEET_ARENA_MAX);
    if (arena == NULL)
        return FELT_ENOMEM;
    felt_status status = felt_par_xlsx(arena, &g->request, g->par, &bytes);
    if (status == FELT_OK)
        failing_digest_text(ret_digest, bytes);
    else
        assert_null(bytes.bytes);
    felt_arena_free(arena);
    return status;
}

static felt_status write_trace(void *context, uint64_t *ret_digest)
{
    const given *g = context;
    static const felt_trace_source sources[] = {{FELT_COPY_MISSING, {"", 0}}};
    const felt_trace *trace;
    felt_text text;
    felt_arena *arena = felt_arena_new(FELT_SHEET_ARENA_MAX);
    if (arena == NULL)
        return FELT_ENOMEM;
    felt_status status = felt_trace_make(arena, g->sheet, &g->cases, 1, felt_text_from(""), &trace);
    if (status == FELT_OK)
        status = felt_report_trace(arena, g->sheet, sources, trace, g->style, &text);
    if (status == FELT_OK)
        failing_digest_text(ret_digest, text);
    felt_arena_free(arena);
    return status;
}

static void no_memory_for_a_spreadsheet(void **state)
{
    given g;
    (void)state;
    if (!felt_par_has_xlsx())
        return;
    given_open(&g);
    failing_each(FAILING_SYSTEM, FELT_ENOMEM, 2, write_xlsx, &g);
    failing_each(FAILING_ARENA, FELT_ENOMEM, 100, write_xlsx, &g);
    given_close(&g);
}

/* The library says on standard error what it could not write. */
static int silence(void)
{
    int before = dup(STDERR_FILENO), nowhere = open("/dev/null", O_WRONLY);
    assert_true(before >= 0 && nowhere >= 0 && dup2(nowhere, STDERR_FILENO) >= 0);
    close(nowhere);
    return before;
}

/* No file may have more than `bytes`. */
static felt_status write_within(given *g, rlim_t bytes, uint64_t *ret_digest)
{
    struct rlimit before, limit;
    int spoken = silence();
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    limit = (struct rlimit){bytes, before.rlim_max};
    setrlimit(RLIMIT_FSIZE, &limit);
    felt_status status = write_xlsx(g, ret_digest);
    setrlimit(RLIMIT_FSIZE, &before);
    dup2(spoken, STDERR_FILENO);
    close(spoken);
    return status;
}

static void a_disk_that_fills_up(void **state)
{
    enum { STEP = 97, MOST = 1 << 20 };
    given g;
    uint64_t whole = 0, digest = 0;
    rlim_t bytes = 0;
    int failures = 0;
    (void)state;
    if (!felt_par_has_xlsx())
        return;
    signal(SIGXFSZ, SIG_IGN);
    given_open(&g);
    assert_int_equal(write_xlsx(&g, &whole), FELT_OK);
    for (felt_status status = FELT_EIO; status != FELT_OK; bytes += STEP, failures++) {
        digest = 0;
        status = write_within(&g, bytes, &digest);
        assert_true(bytes < MOST && (status == FELT_EIO || (status == FELT_OK && digest == whole)));
    }
    assert_true(failures > 100);
    given_close(&g);
}

static void no_memory_for_a_trace(void **state)
{
    static const felt_report_style styles[] = {FELT_REPORT_TEXT, FELT_REPORT_COLOR, FELT_REPORT_JSON};
    given g;
    (void)state;
    given_open(&g);
    for (int i = 0; i < 3; i++) {
        g.style = styles[i];
        failing_each(FAILING_SYSTEM, FELT_ENOMEM, 2, write_trace, &g);
        failing_each(FAILING_ARENA, FELT_ENOMEM, 20, write_trace, &g);
    }
    failing_each(FAILING_JSON, FELT_ENOMEM, 30, write_trace, &g);
    given_close(&g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_memory_for_a_spreadsheet),
        cmocka_unit_test(a_disk_that_fills_up),
        cmocka_unit_test(no_memory_for_a_trace),
    };
    return cmocka_run_group_tests_name("par", tests, NULL, NULL);
}
