/* src/cases/run.c - settles cases and says which expectations did not hold, and why. */
#include "cases.h"

#include <assert.h>
#include <stdio.h>

/* ---- comparing ---- */

/* Equal by meaning: `pays 1 for 1` is `pushes`. */
static bool same_pay(const felt_pay *a, const felt_pay *b)
{
    int64_t a_num, a_den, b_num, b_den;
    if (a->kind != b->kind)
        return false;
    if (a->kind == FELT_PAY_UNSET || a->kind == FELT_PAY_STAYS || a->kind == FELT_PAY_UNDEFINED)
        return true;
    felt_pay_net(a, &a_num, &a_den);
    felt_pay_net(b, &b_num, &b_den);
    return a_num == b_num && a_den == b_den;
}

static bool same_row_pay(const felt_row_pay *a, const felt_row_pay *b)
{
    return same_pay(&a->pay, &b->pay) && a->has_dealer == b->has_dealer && (!a->has_dealer || same_pay(&a->dealer, &b->dealer));
}

__extension__ typedef __int128 wide;

/* Was the stake paid as `wanted` says? A bet of its own has a stake of which every pay is whole; of any other, the row has been compared.
 * */
static bool is_paid(const felt_pay *wanted, const felt_payment *payment)
{
    int64_t num, den;
    if (wanted->kind != FELT_PAY_WINS)
        return payment->kind == wanted->kind;
    felt_pay_net(wanted, &num, &den);
    wide exact = (wide)payment->stake.minor * num, won = (wide)(payment->paid.minor - payment->stake.minor) * den;
    return (wide)payment->stake.minor * num % den != 0 ? won > exact - 2 * (wide)den : won == exact;
}

/* Does the row that decided pay so, and was that paid? */
static bool row_holds(const felt_row_pay *wanted, const decision *d, const felt_variant *variant, bool alone)
{
    const felt_row_pay *got = &variant->pays[d->row];
    if (!same_pay(&wanted->pay, &got->pay) || (wanted->has_dealer && !(got->has_dealer && same_pay(&wanted->dealer, &got->dealer))))
        return false;
    bool left_out = got->pay.kind == FELT_PAY_UNSET || got->pay.kind == FELT_PAY_UNDEFINED;
    return left_out ? !d->paid : d->paid && (!alone || is_paid(&wanted->pay, &d->payment));
}

static bool holds(const felt_case_expect *e, const decision *d, const felt_variant *variant)
{
    if (e->wants == FELT_WANTS_REFUSED)
        return d->kind == DECISION_REFUSED;
    if (e->wants == FELT_WANTS_AMOUNT)
        return d->kind != DECISION_REFUSED && d->paid && d->payment.paid.minor == e->amount.minor;
    if (d->kind == DECISION_STAYS)
        return e->pay.pay.kind == FELT_PAY_STAYS;
    return d->kind == DECISION_ROW && row_holds(&e->pay, d, variant, e->bet < 0);
}

/* ---- failures ---- */

/* Variants under which one expectation came out wrong in the same way. */
typedef struct wrong {
    const felt_variant *variant;
    decision decision;
    int variant_count;
    bool amount; /* an amount was expected */
} wrong;

typedef struct case_run {
    felt_arena *arena;
    const felt_case *c;
    felt_case_failure failures[FELT_CASE_FAILURES_MAX];
    int failure_count, dropped;
    bool no_memory;
} case_run;

static void write_row_pay(const felt_row_pay *pay, char *ret, size_t size)
{
    char dealer[96];
    felt_pay_write(&pay->pay, ret, size);
    if (!pay->has_dealer)
        return;
    felt_pay_write(&pay->dealer, dealer, sizeof dealer);
    size_t at = strlen(ret);
    snprintf(ret + at, size - at, " and dealer %s", strncmp(dealer, "pays ", 5) == 0 ? dealer + 5 : dealer);
}

/* What came out, in words, and which row of the sheet had it so. */
static felt_text write_got(case_run *run, const felt_sheet *sheet, const felt_wager *wager, const wrong *w)
{
    char pay[256], when[48] = "", amount[64] = "";
    const decision *d = &w->decision;
    const felt_game *game = sheet->game;
    if (d->kind == DECISION_STAYS)
        return felt_arena_print(run->arena, "stays after %d %s", d->events, d->events == 1 ? game->words.event : game->words.events);
    if (d->kind == DECISION_REFUSED)
        return felt_arena_print(run->arena, "refused: %.*s", FELT_TEXT_ARGS(d->why));
    if (d->kind == DECISION_TAKEN_DOWN)
        return felt_arena_print(run->arena, "taken down, and %lld back", (long long)d->payment.paid.minor);
    if (d->kind != DECISION_ROW)
        return felt_text_from("nothing, because no row fits");
    const felt_row *row = &wager->rows[d->row];
    write_row_pay(&w->variant->pays[d->row], pay, sizeof pay);
    if (d->events > 0 && !game->one_event)
        snprintf(when, sizeof when, " at %s %d", game->words.event, d->events);
    if (w->amount)
        snprintf(amount, sizeof amount, ", which is %lld", (long long)d->payment.paid.minor);
    return felt_arena_print(run->arena, "%s%s%s (row \"%.*s\", %.*s:%d)", pay, amount, when, FELT_TEXT_ARGS(row->text),
                            FELT_TEXT_ARGS(sheet->file), row->line);
}

static void write_wanted(const felt_case_expect *e, char *ret, size_t size)
{
    if (e->wants == FELT_WANTS_REFUSED)
        snprintf(ret, size, "refused");
    else if (e->wants == FELT_WANTS_AMOUNT)
        snprintf(ret, size, "gets %lld", (long long)e->amount.minor);
    else
        write_row_pay(&e->pay, ret, size);
}

static felt_text write_message(case_run *run, const felt_case_expect *e, const felt_wager *wager, const wrong *w)
{
    char wanted[256], variant[FELT_WAGER_OPTIONS_MAX * (FELT_NAME_BYTES_MAX * 2 + 4)], more[48] = "";
    felt_text got = write_got(run, e->sheet, wager, w);
    write_wanted(e, wanted, sizeof wanted);
    felt_variant_write(e->sheet, wager, w->variant, variant, sizeof variant);
    if (w->variant_count > 1)
        snprintf(more, sizeof more, " and %d more", w->variant_count - 1);
    if (got.bytes == NULL)
        return got;
    return felt_arena_print(run->arena, "expected %s, got %.*s%s%s%s", wanted, FELT_TEXT_ARGS(got), variant[0] == '\0' ? "" : " under ",
                            variant, more);
}

static void keep_failure(case_run *run, const felt_case_expect *e, const felt_wager *wager, const wrong *w)
{
    if (run->failure_count == FELT_CASE_FAILURES_MAX) {
        run->dropped++;
        return;
    }
    felt_case_failure *failure = &run->failures[run->failure_count++];
    *failure = (felt_case_failure){.line = e->line,
                                   .wager = wager,
                                   .variant = w->variant,
                                   .variant_count = w->variant_count,
                                   .row = w->decision.row,
                                   .message = write_message(run, e, wager, w)};
    run->no_memory = run->no_memory || failure->message.bytes == NULL;
}

static bool alike(const wrong *a, const wrong *b)
{
    if (a->decision.kind != b->decision.kind || a->decision.row != b->decision.row || a->decision.events != b->decision.events ||
        a->decision.payment.paid.minor != b->decision.payment.paid.minor || !felt_text_equal(a->decision.why, b->decision.why))
        return a->decision.kind == DECISION_ROW && b->decision.kind == DECISION_ROW && a->decision.row == b->decision.row && !a->amount &&
               a->decision.events == b->decision.events &&
               same_row_pay(&a->variant->pays[a->decision.row], &b->variant->pays[b->decision.row]);
    return a->decision.kind != DECISION_ROW || same_row_pay(&a->variant->pays[a->decision.row], &b->variant->pays[b->decision.row]);
}

/* Adds to the group that `next` belongs to, or begins one; beyond the room for groups it counts with the last. */
static int add_wrong(wrong *groups, int count, wrong next)
{
    for (int i = 0; i < count; i++) {
        if (alike(&groups[i], &next) || i == FELT_CASE_FAILURES_MAX - 1) {
            groups[i].variant_count++;
            return count;
        }
    }
    groups[count] = next;
    return count + 1;
}

/* ---- running ---- */

/* What comes of the expectation under one variant. `last` is what came of it under the variant before. */
static bool decide(case_run *run, const felt_case_expect *e, const felt_wager *wager, const felt_variant *variant, decision *ret)
{
    if (e->bet >= 0) {
        felt_status status = cases_decide_bet(run->arena, run->c, e, wager, variant, ret);
        run->no_memory = run->no_memory || status != FELT_OK;
        return status == FELT_OK;
    }
    *ret = cases_decide_alone(run->c, e->event_count, e->sheet, wager, variant);
    return true;
}

/* Does the expectation hold for one wager? ret_rows: the rows that decided. */
static bool run_wager(case_run *run, const felt_case_expect *e, const felt_wager *wager, uint64_t *ret_rows)
{
    wrong groups[FELT_CASE_FAILURES_MAX];
    decision d = {0};
    int count = 0;
    *ret_rows = 0;
    for (int i = 0; i < wager->variant_count; i++) {
        const felt_variant *variant = &wager->variants[i];
        if (!cases_variant_fits(run->c, e->with_count, e->sheet, wager, variant))
            continue;
        if (!decide(run, e, wager, variant, &d))
            return false;
        if (d.kind == DECISION_ROW)
            *ret_rows |= (uint64_t)1 << d.row;
        if (!holds(e, &d, variant))
            count = add_wrong(groups, count, (wrong){variant, d, 1, e->wants == FELT_WANTS_AMOUNT});
    }
    for (int i = 0; i < count; i++)
        keep_failure(run, e, wager, &groups[i]);
    return count == 0;
}

static void run_expect(case_run *run, const felt_case_expect *e, felt_coverage_sheet *coverage)
{
    uint64_t rows[FELT_SIDES_MAX];
    bool good = true;
    assert(e->wager_count <= FELT_SIDES_MAX);
    for (int i = 0; i < e->wager_count; i++)
        good = run_wager(run, e, &e->wagers[i], &rows[i]) && good;
    for (int i = 0; coverage != NULL && good && i < e->wager_count; i++)
        coverage->decided[e->wagers + i - e->sheet->wagers] |= rows[i];
}

/* The place in `coverage` for a sheet, made when there is none; NULL when memory runs out. */
static felt_coverage_sheet *coverage_of(felt_coverage *coverage, const felt_sheet *sheet)
{
    felt_coverage_sheet **at = &coverage->first;
    for (; *at != NULL; at = &(*at)->next)
        if ((*at)->sheet == sheet)
            return *at;
    felt_coverage_sheet *made = felt_arena_take(coverage->arena, 1, sizeof *made);
    uint64_t *decided = felt_arena_take(coverage->arena, (size_t)sheet->wager_count, sizeof *decided);
    if (made == NULL || decided == NULL)
        return NULL;
    *made = (felt_coverage_sheet){.sheet = sheet, .decided = decided};
    *at = made;
    return made;
}

static bool run_case(felt_arena *arena, const felt_case *c, felt_coverage *coverage, felt_case_result *ret)
{
    case_run run = {.arena = arena, .c = c};
    for (int i = 0; i < c->expect_count && !run.no_memory; i++) {
        felt_coverage_sheet *covered = coverage == NULL ? NULL : coverage_of(coverage, c->expects[i].sheet);
        run.no_memory = coverage != NULL && covered == NULL;
        if (!run.no_memory)
            run_expect(&run, &c->expects[i], covered);
    }
    felt_case_failure *failures = felt_arena_take(arena, (size_t)run.failure_count, sizeof *failures);
    if (failures == NULL || run.no_memory)
        return false;
    memcpy(failures, run.failures, (size_t)run.failure_count * sizeof *failures);
    *ret = (felt_case_result){failures, run.failure_count, run.dropped};
    return true;
}

felt_coverage felt_coverage_in(felt_arena *arena)
{
    return (felt_coverage){.arena = arena};
}

uint64_t felt_coverage_wanted(const felt_wager *wager)
{
    uint64_t rows = 0;
    for (int i = 0; i < wager->variant_count; i++)
        rows |= wager->variants[i].active;
    for (int i = 0; i < wager->row_count; i++)
        if (wager->variants[0].pays[i].pay.kind == FELT_PAY_STAYS)
            rows &= ~((uint64_t)1 << i);
    return rows;
}

felt_status felt_cases_run(felt_arena *arena, const felt_cases *cases, felt_coverage *coverage, felt_case_results *ret)
{
    felt_case_result *list = felt_arena_take(arena, (size_t)cases->count, sizeof *list);
    felt_case_results results = {.list = list};
    if (list == NULL)
        return FELT_ENOMEM;
    for (int i = 0; i < cases->count; i++) {
        if (!run_case(arena, &cases->list[i], coverage, &list[i]))
            return FELT_ENOMEM;
        results.failed += list[i].failure_count > 0;
    }
    results.passed = cases->count - results.failed;
    *ret = results;
    return FELT_OK;
}
