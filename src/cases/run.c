/* src/cases/run.c - settles cases and says which expectations did not hold, and why. */
#include "cases.h"

#include <assert.h>
#include <stdio.h>

/* ---- deciding ---- */

bool cases_variant_fits(const felt_case *c, int with_count, const felt_wager *wager, const felt_variant *variant)
{
    for (int i = 0; i < with_count; i++) {
        for (int k = 0; k < wager->option_count; k++) {
            const felt_option *option = &c->sheet->options[wager->options[k]];
            if (felt_text_equal(option->name, c->withs[i].option) &&
                !felt_text_equal(option->choices[variant->choices[k]].name, c->withs[i].choice))
                return false;
        }
    }
    return true;
}

/* The class of a roll; -1 when it was given by its total and the machine tells rolls of that total apart. */
static int class_of(const felt_machine *m, const felt_case_roll *roll)
{
    int class = -1;
    if (roll->roll >= 0)
        return m->class_of[roll->roll];
    for (int i = 0; i < FELT_ROLL_COUNT; i++) {
        if (felt_roll_total(i) != roll->total)
            continue;
        if (class >= 0 && class != m->class_of[i])
            return -1;
        class = m->class_of[i];
    }
    return class;
}

static decision decide_rolls(const felt_case *c, int roll_count, const felt_machine *m)
{
    uint32_t state = m->start[c->puck];
    if (state == FELT_STATE_NONE)
        return (decision){.kind = DECISION_NOT_PLACED, .row = -1};
    for (int i = 0; i < roll_count; i++) {
        int class = class_of(m, &c->rolls[i]);
        if (class < 0)
            return (decision){.kind = DECISION_NEEDS_FACES, .row = -1, .rolls = i};
        uint32_t next = m->next[state * m->class_count + (uint32_t) class];
        if (next >= m->state_count)
            return (decision){.kind = DECISION_ROW, .row = (int)(next - m->state_count), .rolls = i + 1};
        state = next;
    }
    return (decision){.kind = DECISION_STAYS, .row = -1, .rolls = roll_count};
}

decision cases_decide(const felt_case *c, int roll_count, const felt_variant *variant)
{
    if (!variant->machine->game->one_event)
        return decide_rolls(c, roll_count, variant->machine);
    int row = felt_machine_row(variant->machine, 0, felt_outcome_index(felt_round_hands(&c->round)));
    if (row == FELT_ROW_NONE)
        return (decision){.kind = DECISION_NONE, .row = -1};
    return (decision){.kind = DECISION_ROW, .row = row};
}

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

static bool holds(const felt_row_pay *wanted, const decision *d, const felt_variant *variant)
{
    if (d->kind == DECISION_STAYS)
        return wanted->pay.kind == FELT_PAY_STAYS;
    if (d->kind != DECISION_ROW)
        return false;
    const felt_row_pay *got = &variant->pays[d->row];
    return same_pay(&wanted->pay, &got->pay) && (!wanted->has_dealer || (got->has_dealer && same_pay(&wanted->dealer, &got->dealer)));
}

/* ---- failures ---- */

/* Variants under which one expectation came out wrong in the same way. */
typedef struct wrong {
    const felt_variant *variant;
    decision decision;
    int variant_count;
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
static felt_text write_got(case_run *run, const felt_wager *wager, const wrong *w)
{
    char pay[256], when[48] = "";
    const decision *d = &w->decision;
    if (d->kind == DECISION_STAYS)
        return felt_arena_print(run->arena, "stays after %d roll%s", d->rolls, d->rolls == 1 ? "" : "s");
    if (d->kind != DECISION_ROW)
        return felt_text_from("nothing, because no row fits");
    const felt_row *row = &wager->rows[d->row];
    write_row_pay(&w->variant->pays[d->row], pay, sizeof pay);
    if (d->rolls > 0)
        snprintf(when, sizeof when, " at roll %d", d->rolls);
    return felt_arena_print(run->arena, "%s%s (row \"%.*s\", %.*s:%d)", pay, when, FELT_TEXT_ARGS(row->text),
                            FELT_TEXT_ARGS(run->c->sheet->file), row->line);
}

static felt_text write_message(case_run *run, const felt_case_expect *e, const felt_wager *wager, const wrong *w)
{
    char wanted[256], variant[FELT_WAGER_OPTIONS_MAX * (FELT_NAME_BYTES_MAX * 2 + 4)], more[48] = "";
    felt_text got = write_got(run, wager, w);
    write_row_pay(&e->pay, wanted, sizeof wanted);
    felt_variant_write(run->c->sheet, wager, w->variant, variant, sizeof variant);
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
    if (a->decision.kind != b->decision.kind || a->decision.row != b->decision.row || a->decision.rolls != b->decision.rolls)
        return false;
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

/* Does the expectation hold for one wager? ret_rows: the rows that decided. */
static bool run_wager(case_run *run, const felt_case_expect *e, const felt_wager *wager, uint64_t *ret_rows)
{
    wrong groups[FELT_CASE_FAILURES_MAX];
    const felt_machine *last = NULL;
    decision d = {0};
    int count = 0;
    *ret_rows = 0;
    for (int i = 0; i < wager->variant_count; i++) {
        const felt_variant *variant = &wager->variants[i];
        if (!cases_variant_fits(run->c, e->with_count, wager, variant))
            continue;
        if (variant->machine != last) /* variants that differ only in pays share a machine */
            d = cases_decide(run->c, e->roll_count, variant);
        last = variant->machine;
        if (d.kind == DECISION_ROW)
            *ret_rows |= (uint64_t)1 << d.row;
        if (!holds(&e->pay, &d, variant))
            count = add_wrong(groups, count, (wrong){variant, d, 1});
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
        coverage->decided[e->wagers + i - run->c->sheet->wagers] |= rows[i];
}

static bool run_case(felt_arena *arena, const felt_case *c, felt_coverage_sheet *coverage, felt_case_result *ret)
{
    case_run run = {.arena = arena, .c = c};
    for (int i = 0; i < c->expect_count && !run.no_memory; i++)
        run_expect(&run, &c->expects[i], coverage);
    felt_case_failure *failures = felt_arena_take(arena, (size_t)run.failure_count, sizeof *failures);
    if (failures == NULL || run.no_memory)
        return false;
    memcpy(failures, run.failures, (size_t)run.failure_count * sizeof *failures);
    *ret = (felt_case_result){failures, run.failure_count, run.dropped};
    return true;
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
        const felt_case *c = &cases->list[i];
        felt_coverage_sheet *covered = coverage == NULL ? NULL : coverage_of(coverage, c->sheet);
        if ((coverage != NULL && covered == NULL) || !run_case(arena, c, covered, &list[i]))
            return FELT_ENOMEM;
        results.failed += list[i].failure_count > 0;
    }
    results.passed = cases->count - results.failed;
    *ret = results;
    return FELT_OK;
}
