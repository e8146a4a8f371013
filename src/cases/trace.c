/* src/cases/trace.c - which rows cite a clause, and which cases come to them. */
#include <felt/trace.h>

#include <ctype.h>

typedef struct tracer {
    felt_arena *arena;
    const felt_sheet *sheet;
    felt_text clause;
    felt_trace *trace;
    bool no_memory;
} tracer;

static void *room(tracer *t, int count, size_t size)
{
    void *taken = felt_arena_take(t->arena, (size_t)count + 1, size);
    t->no_memory = t->no_memory || taken == NULL;
    return taken;
}

/* ---- clauses ---- */

static bool same_letter(char a, char b)
{
    return tolower((unsigned char)a) == tolower((unsigned char)b);
}

static bool begins(felt_text text, felt_text with)
{
    for (size_t i = 0; i < with.length; i++)
        if (i >= text.length || !same_letter(text.bytes[i], with.bytes[i]))
            return false;
    return true;
}

static bool has(felt_text text, felt_text part)
{
    for (size_t i = 0; i + part.length <= text.length; i++)
        if (begins((felt_text){text.bytes + i, text.length - i}, part))
            return true;
    return false;
}

/* Is the case named after the clause that is asked for? "GB-1" names "GB-1: a tie", and not "GB-10: ...". */
static bool is_named(const tracer *t, const felt_case *c)
{
    return begins(c->name, t->clause) && c->name.length > t->clause.length && c->name.bytes[t->clause.length] == ':';
}

static felt_trace_clause *clause_of(tracer *t, felt_text text)
{
    felt_trace *trace = t->trace;
    for (int i = 0; i < trace->clause_count; i++)
        if (felt_text_equal(trace->clauses[i].text, text))
            return &trace->clauses[i];
    trace->clauses[trace->clause_count].text = text;
    return &trace->clauses[trace->clause_count++];
}

static felt_trace_place *add_place(tracer *t, felt_text clause, felt_trace_place place, int most)
{
    felt_trace_clause *of = clause_of(t, clause);
    if (of->places == NULL)
        of->places = room(t, most, sizeof *of->places);
    place.cases = room(t, t->trace->case_count, sizeof *place.cases);
    if (of->places == NULL || place.cases == NULL)
        return NULL;
    of->places[of->place_count] = place;
    return &of->places[of->place_count++];
}

static int count_places(const felt_sheet *s)
{
    int count = 0;
    for (int i = 0; i < s->option_count; i++)
        count += s->options[i].choice_count;
    for (int i = 0; i < s->wager_count; i++)
        count += s->wagers[i].row_count;
    return count;
}

static void add_choices(tracer *t, int most)
{
    for (int i = 0; i < t->sheet->option_count; i++) {
        const felt_option *option = &t->sheet->options[i];
        for (int k = 0; k < option->choice_count; k++)
            if (option->choices[k].cites.length > 0)
                add_place(t, option->choices[k].cites,
                          (felt_trace_place){.choice = {option, &option->choices[k]}, .row = -1, .line = option->line}, most);
    }
}

/* ---- rows and their cases ---- */

/* What one case came to: bit r of rows[w]. */
typedef struct reach {
    uint64_t *rows;
} reach;

static bool is_side(const felt_wager *a, const felt_wager *b)
{
    return felt_text_equal(a->short_name, b->short_name);
}

/* The cases that come to row `row` of any side of wager `first`. */
static void add_cases(tracer *t, const reach *reached, int first, int row, felt_trace_place *place)
{
    for (int c = 0; c < t->trace->case_count; c++) {
        bool comes = false;
        for (int w = first; w < t->sheet->wager_count && is_side(&t->sheet->wagers[w], &t->sheet->wagers[first]); w++)
            comes = comes || (reached[c].rows[w] >> row & 1);
        if (comes)
            place->cases[place->case_count++] = c;
    }
}

static void add_rows(tracer *t, const reach *reached, int most)
{
    const felt_sheet *s = t->sheet;
    for (int w = 0; w < s->wager_count; w++) {
        uint64_t wanted = felt_coverage_wanted(&s->wagers[w]);
        if (w > 0 && is_side(&s->wagers[w - 1], &s->wagers[w]))
            continue;
        for (int row = 0; row < s->wagers[w].row_count; row++) {
            const felt_row *r = &s->wagers[w].rows[row];
            if (!(wanted >> row & 1))
                continue;
            felt_trace_place *place = add_place(t, r->cites, (felt_trace_place){.wager = &s->wagers[w], .row = row, .line = r->line}, most);
            if (place != NULL)
                add_cases(t, reached, w, row, place);
        }
    }
}

/* ---- running ---- */

static int wager_index(const felt_sheet *s, const felt_wager *wager)
{
    for (int w = 0; w < s->wager_count; w++)
        if (felt_text_equal(s->wagers[w].short_name, wager->short_name) && felt_text_equal(s->wagers[w].side, wager->side))
            return w;
    return -1;
}

/* A row that an expectation did not hold in is one that the case came to. */
static void add_failures(tracer *t, const felt_case_result *result, const felt_case *c, reach *reached)
{
    for (int i = 0; i < result->failure_count; i++) {
        const felt_case_failure *f = &result->failures[i];
        int w = c->sheet_count == 1 ? wager_index(t->sheet, f->wager) : -1;
        if (w >= 0 && f->row >= 0)
            reached->rows[w] |= (uint64_t)1 << f->row;
    }
}

/* Sheets are told apart by their text: a case file may have loaded its own. */
static bool is_about(const tracer *t, const felt_case *c)
{
    for (int i = 0; i < c->sheet_count; i++)
        if (felt_text_equal(c->sheets[i]->text, t->sheet->text))
            return true;
    return false;
}

static felt_status run_case(tracer *t, const felt_cases *file, int at, reach *reached)
{
    felt_coverage coverage = felt_coverage_in(t->arena);
    felt_case_results results;
    const felt_case *c = &file->list[at];
    felt_cases one = {file->file, c, 1};
    if (!is_about(t, c)) {
        t->trace->foreign++;
        return FELT_OK;
    }
    reached->rows = room(t, t->sheet->wager_count, sizeof *reached->rows);
    if (reached->rows == NULL)
        return FELT_ENOMEM;
    felt_status status = felt_cases_run(t->arena, &one, &coverage, &results);
    if (status != FELT_OK)
        return status;
    for (const felt_coverage_sheet *of = coverage.first; of != NULL; of = of->next)
        if (felt_text_equal(of->sheet->text, t->sheet->text))
            for (int w = 0; w < t->sheet->wager_count; w++)
                reached->rows[w] |= of->decided[w];
    add_failures(t, &results.list[0], c, reached);
    bool passed = results.failed == 0;
    felt_text why = passed || results.list[0].failure_count == 0 ? felt_text_from("") : results.list[0].failures[0].message;
    t->trace->cases[t->trace->case_count++] = (felt_trace_case){file->file, c, passed, why};
    return FELT_OK;
}

/* ---- what was asked for ---- */

/* Leaves the places that the clause is about: of another clause, those that a case named after it comes to, with those cases alone. */
static void keep_clause(tracer *t)
{
    felt_trace *trace = t->trace;
    int clauses = 0;
    for (int i = 0; i < trace->clause_count; i++) {
        felt_trace_clause of = trace->clauses[i];
        int places = 0;
        for (int k = 0; k < of.place_count && !has(of.text, t->clause); k++) {
            felt_trace_place place = of.places[k];
            int cases = 0;
            for (int c = 0; c < place.case_count; c++)
                if (is_named(t, trace->cases[place.cases[c]].of))
                    place.cases[cases++] = place.cases[c];
            place.case_count = cases;
            if (cases > 0)
                of.places[places++] = place;
        }
        of.place_count = has(of.text, t->clause) ? of.place_count : places;
        if (of.place_count > 0)
            trace->clauses[clauses++] = of;
    }
    trace->clause_count = clauses;
}

/* Counts the cases that stand at a place, and finds those that stand at none. */
static void count_cases(tracer *t)
{
    felt_trace *trace = t->trace;
    bool *placed = room(t, trace->case_count, sizeof *placed);
    trace->others = room(t, trace->case_count, sizeof *trace->others);
    if (placed == NULL || trace->others == NULL)
        return;
    for (int i = 0; i < trace->clause_count; i++)
        for (int k = 0; k < trace->clauses[i].place_count; k++)
            for (int c = 0; c < trace->clauses[i].places[k].case_count; c++)
                placed[trace->clauses[i].places[k].cases[c]] = true;
    for (int c = 0; c < trace->case_count; c++) {
        bool other = !placed[c] && (t->clause.length == 0 || is_named(t, trace->cases[c].of));
        if (other)
            trace->others[trace->other_count++] = c;
        trace->passed += (placed[c] || other) && trace->cases[c].passed;
        trace->failed += (placed[c] || other) && !trace->cases[c].passed;
    }
}

static void count_rows(felt_trace *trace)
{
    for (int i = 0; i < trace->clause_count; i++)
        for (int k = 0; k < trace->clauses[i].place_count; k++) {
            const felt_trace_place *place = &trace->clauses[i].places[k];
            trace->row_count += place->wager != NULL;
            trace->bare += place->wager != NULL && place->case_count == 0;
        }
}

felt_status felt_trace_make(felt_arena *arena, const felt_sheet *sheet, const felt_cases *const *files, int file_count, felt_text clause,
                            const felt_trace **ret)
{
    tracer t = {.arena = arena, .sheet = sheet, .clause = clause};
    int total = 0, most = count_places(sheet);
    for (int i = 0; i < file_count; i++)
        total += files[i]->count;
    t.trace = room(&t, 1, sizeof *t.trace);
    reach *reached = room(&t, total, sizeof *reached);
    if (t.trace == NULL || reached == NULL)
        return FELT_ENOMEM;
    t.trace->cases = room(&t, total, sizeof *t.trace->cases);
    t.trace->clauses = room(&t, most, sizeof *t.trace->clauses);
    felt_status status = t.no_memory ? FELT_ENOMEM : FELT_OK;
    for (int i = 0; i < file_count && status == FELT_OK; i++)
        for (int k = 0; k < files[i]->count && status == FELT_OK; k++)
            status = run_case(&t, files[i], k, &reached[t.trace->case_count]);
    if (status != FELT_OK)
        return status;
    add_choices(&t, most);
    add_rows(&t, reached, most);
    if (clause.length > 0)
        keep_clause(&t);
    count_cases(&t);
    count_rows(t.trace);
    if (t.no_memory)
        return FELT_ENOMEM;
    *ret = t.trace;
    return FELT_OK;
}
