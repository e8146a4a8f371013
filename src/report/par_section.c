/* src/report/par_section.c - one wager on paper: its rules as rows of a table, its figures, ranges and sample, its choices as columns. */
#include "par_section.h"

#include <stdio.h>

static const double section_gap = 8;

enum { EXACT_MOST = 27, LEADING_DIGITS = 8, COLUMNS_WIDE = 4, COLUMNS_NARROW = 5 };

/* The sheets of a section. */
typedef struct section {
    int number;
    const felt_par_sheet *sheets;
    int count;
} section;

static section section_at(const press *p, int number)
{
    return (section){number, &p->par->sheets[p->sheets[number]], p->sheets[number + 1] - p->sheets[number]};
}

/* A fraction of at most `most` characters, else its leading digits. */
static felt_text short_fraction(press *p, felt_text fraction, size_t most)
{
    const char *slash = fraction.length > most ? memchr(fraction.bytes, '/', fraction.length) : NULL;
    if (fraction.length <= most)
        return fraction;
    if (slash == NULL)
        return press_say(p, "%.*s…", LEADING_DIGITS, fraction.bytes);
    int above = (int)(slash - fraction.bytes), below = (int)fraction.length - above - 1;
    return press_say(p, "%.*s%s/%.*s%s", above < LEADING_DIGITS ? above : LEADING_DIGITS, fraction.bytes, above > LEADING_DIGITS ? "…" : "",
                     below < LEADING_DIGITS ? below : LEADING_DIGITS, slash + 1, below > LEADING_DIGITS ? "…" : "");
}

/* ---- what stands before the tables ---- */

static bool has_free(const felt_par_sheet *s, felt_text option)
{
    for (int i = 0; i < s->free_count; i++)
        if (felt_text_equal(s->free[i].label, option))
            return true;
    return false;
}

/* Options that make no difference to the figures of any column, by name: the choices before the contents say what they are. */
static felt_text free_text(press *p, const section *s)
{
    felt_text text = felt_text_from("");
    for (int i = 0; i < s->sheets[0].free_count; i++) {
        felt_text option = s->sheets[0].free[i].label;
        bool all = true;
        for (int k = 1; k < s->count; k++)
            all = all && has_free(&s->sheets[k], option);
        if (all)
            text = press_say(p, "%.*s%s%.*s", FELT_TEXT_ARGS(text), text.length > 0 ? ", " : "  ·  same figures under every ",
                             FELT_TEXT_ARGS(option));
    }
    return text;
}

static bool has_term(const felt_par_sheet *s, felt_text term)
{
    for (int i = 0; i < s->rule_first; i++)
        if (felt_text_equal(s->rules[i], term))
            return true;
    return false;
}

/* The terms of every column, each once; one that does not hold for all says for which. */
static felt_text terms_text(press *p, const section *s)
{
    felt_text text = felt_text_from("");
    for (int k = 0; k < s->count; k++) {
        const felt_par_sheet *of = &s->sheets[k];
        for (int i = 0; i < of->rule_first; i++) {
            bool earlier = false, all = true;
            for (int j = 0; j < s->count; j++) {
                earlier = earlier || (j < k && has_term(&s->sheets[j], of->rules[i]));
                all = all && has_term(&s->sheets[j], of->rules[i]);
            }
            if (earlier)
                continue;
            text = press_say(p, "%.*s%s%.*s%s%.*s%s", FELT_TEXT_ARGS(text), text.length > 0 ? " " : "", FELT_TEXT_ARGS(of->rules[i]),
                             all ? "" : " (", FELT_TEXT_ARGS(all ? felt_text_from("") : of->choices), all ? "" : ")");
        }
    }
    return text;
}

static void put_start(press *p, const section *s)
{
    const felt_par_sheet *first = &s->sheets[0];
    felt_text title = press_say(p, "%d   %.*s", s->number + 1, FELT_TEXT_ARGS(first->title));
    p->y += canvas_text(p->canvas, FONT_SECTION, ALIGN_LEFT, PRESS_LEFT, p->y, PRESS_WIDTH, title) + 1;
    bool one = s->count == 1 && first->choices.length > 0;
    press_paragraph(p, FONT_SMALL, "", 0,
                    press_say(p, "%.*s%s%.*s%.*s", FELT_TEXT_ARGS(first->about), one ? "  ·  " : "",
                              FELT_TEXT_ARGS(one ? first->choices : felt_text_from("")), FELT_TEXT_ARGS(free_text(p, s))));
    press_paragraph(p, FONT_BODY, "", 0, terms_text(p, s));
}

static void put_notes(press *p, const section *s)
{
    for (int k = 0; k < s->count; k++)
        for (int i = 0; i < s->sheets[k].note_own; i++) {
            felt_text note = s->sheets[k].notes[i];
            if (s->count > 1)
                note = press_say(p, "%.*s: %.*s", FELT_TEXT_ARGS(s->sheets[k].choices), FELT_TEXT_ARGS(note));
            press_paragraph(p, FONT_SMALL, "–", 12, note);
        }
}

/* ---- one sheet ---- */

static double bar_of(const felt_par_sheet *s, const felt_par_event *e)
{
    for (int i = 0; i < s->bar_count; i++)
        if (felt_text_equal(s->bars[i].probability, e->probability))
            return s->bars[i].decades / s->decades;
    return -1;
}

static void put_rows(press *p, const felt_par_sheet *s)
{
    bool shoe = felt_text_is(s->ways_title, "Combinations");
    const table_column columns[] = {{"", ALIGN_RIGHT, false},
                                    {"If", ALIGN_LEFT, true},
                                    {"Pays", ALIGN_LEFT, false},
                                    {s->ways_title.bytes, ALIGN_RIGHT, false},
                                    {"Probability", ALIGN_RIGHT, false},
                                    {"log scale", ALIGN_LEFT, false},
                                    {"Return", ALIGN_RIGHT, false},
                                    {"Fair pay", ALIGN_RIGHT, false}};
    table t = {.columns = columns, .column_count = 8, .small = true, .bar_column = 5};
    felt_text none = felt_text_from("");
    for (int i = 0; i < s->row_count; i++) {
        const felt_par_row *r = &s->rows[i];
        const felt_par_event *e = r->event >= 0 ? &s->events[r->event] : NULL;
        felt_text number = press_say(p, "%d", i + 1);
        if (e == NULL) {
            table_add(p, &t, ROW_PLAIN, (felt_text[]){number, r->words, r->pays, none, none, none, none, none});
            continue;
        }
        felt_text ways = shoe ? e->ways : short_fraction(p, e->fraction, EXACT_MOST);
        table_row *row =
            table_add(p, &t, ROW_PLAIN, (felt_text[]){number, r->words, r->pays, ways, e->probability, none, e->returns, e->fair});
        if (row != NULL)
            row->bar = bar_of(s, e);
    }
    table_add(p, &t, ROW_BOLD,
              (felt_text[]){none, s->totals.event, none, s->totals.ways, s->totals.probability, none, s->totals.returns, none});
    table_print(p, &t);
    p->y += 4;
}

static table figures_table(press *p, const felt_par_sheet *s)
{
    static const table_column columns[] = {{"Figure", ALIGN_LEFT, true}, {"Value", ALIGN_RIGHT, false}, {"Exact", ALIGN_LEFT, false}};
    table t = {.columns = columns, .column_count = 3, .small = true, .x = PRESS_LEFT, .width = PRESS_WIDTH * 0.62};
    for (int i = 0; i < s->figure_count; i++) {
        const felt_par_figure *f = &s->figures[i];
        table_add(p, &t, ROW_PLAIN, (felt_text[]){f->name, f->value, short_fraction(p, f->fraction, EXACT_MOST)});
    }
    return t;
}

/* Ranges of the realised return, and the sample below them. */
static table ranges_table(press *p, const felt_par_sheet *s)
{
    static const table_column columns[] = {
        {"Realised return", ALIGN_LEFT, true}, {"90 of 100", ALIGN_RIGHT, false}, {"95 of 100", ALIGN_RIGHT, false}};
    double left = PRESS_WIDTH * 0.62 + 14;
    table t = {.columns = columns, .column_count = 3, .small = true, .x = PRESS_LEFT + left, .width = PRESS_WIDTH - left};
    for (int i = 0; i < s->range_count; i++) {
        const felt_par_range *r = &s->ranges[i];
        table_add(p, &t, ROW_PLAIN,
                  (felt_text[]){press_say(p, "%.*s\n%.*s wins", FELT_TEXT_ARGS(r->rounds), FELT_TEXT_ARGS(r->wins)),
                                press_say(p, "%.*s\n%.*s", FELT_TEXT_ARGS(r->low_90), FELT_TEXT_ARGS(r->high_90)),
                                press_say(p, "%.*s\n%.*s", FELT_TEXT_ARGS(r->low_95), FELT_TEXT_ARGS(r->high_95))});
    }
    for (int i = 0; i < s->sample_count; i++)
        table_add(p, &t, ROW_WIDE,
                  (felt_text[]){
                      press_say(p, "%.*s: %.*s", FELT_TEXT_ARGS(s->sample[i].label), FELT_TEXT_ARGS(press_minus(p, s->sample[i].text)))});
    return t;
}

static void put_sheet(press *p, const felt_par_sheet *s)
{
    put_rows(p, s);
    table figures = figures_table(p, s), ranges = ranges_table(p, s);
    table_print_beside(p, &figures, &ranges);
}

/* ---- several sheets, a column each ---- */

/* Columns of a section that stand side by side. */
typedef struct block {
    const felt_par_sheet *sheets;
    int count;
    table t;
    table_column columns[TABLE_COLUMNS_MAX];
} block;

typedef felt_text (*cell_text)(press *p, const felt_par_sheet *s, int at);

static void add_line(press *p, block *b, felt_text label, cell_text cell, int at)
{
    felt_text cells[TABLE_COLUMNS_MAX];
    cells[0] = label;
    for (int k = 0; k < b->count; k++)
        cells[1 + k] = cell(p, &b->sheets[k], at);
    table_add(p, &b->t, ROW_PLAIN, cells);
}

static const felt_par_row *row_of(const felt_par_sheet *s, int row)
{
    for (int i = 0; i < s->row_count; i++)
        if (s->rows[i].row == row)
            return &s->rows[i];
    return NULL;
}

static const felt_par_event *event_of(const felt_par_sheet *s, int row)
{
    const felt_par_row *r = row_of(s, row);
    return r == NULL || r->event < 0 ? NULL : &s->events[r->event];
}

static felt_text dash(felt_text text)
{
    return text.length > 0 ? text : felt_text_from("–");
}

static felt_text pays_cell(press *p, const felt_par_sheet *s, int row)
{
    (void)p;
    const felt_par_row *r = row_of(s, row);
    return r == NULL ? felt_text_from("–") : r->pays;
}

static felt_text ways_cell(press *p, const felt_par_sheet *s, int row)
{
    (void)p;
    const felt_par_event *e = event_of(s, row);
    return e == NULL ? felt_text_from("–") : e->ways;
}

static felt_text probability_cell(press *p, const felt_par_sheet *s, int row)
{
    (void)p;
    const felt_par_event *e = event_of(s, row);
    return e == NULL ? felt_text_from("–") : e->probability;
}

static felt_text returns_cell(press *p, const felt_par_sheet *s, int row)
{
    (void)p;
    const felt_par_event *e = event_of(s, row);
    return e == NULL ? felt_text_from("–") : e->returns;
}

static felt_text fair_cell(press *p, const felt_par_sheet *s, int row)
{
    (void)p;
    const felt_par_event *e = event_of(s, row);
    return e == NULL ? felt_text_from("–") : dash(e->fair);
}

/* Is every cell of the line the same, so that it can be said once? */
static bool all_same(press *p, const block *b, cell_text cell, int at)
{
    for (int k = 1; k < b->count; k++)
        if (!felt_text_equal(cell(p, &b->sheets[k], at), cell(p, &b->sheets[0], at)))
            return false;
    return true;
}

static bool wins_somewhere(const block *b, int row)
{
    for (int k = 0; k < b->count; k++) {
        const felt_par_event *e = event_of(&b->sheets[k], row);
        if (e != NULL && e->fair.length > 0)
            return true;
    }
    return false;
}

static bool decides_somewhere(const block *b, int row)
{
    for (int k = 0; k < b->count; k++)
        if (event_of(&b->sheets[k], row) != NULL)
            return true;
    return false;
}

static void add_row(press *p, block *b, const felt_par_row *r, int number)
{
    bool same = all_same(p, b, pays_cell, r->row);
    felt_text words = same ? press_say(p, "%d. %.*s: %.*s", number, FELT_TEXT_ARGS(r->words), FELT_TEXT_ARGS(r->pays))
                           : press_say(p, "%d. %.*s", number, FELT_TEXT_ARGS(r->words));
    table_add(p, &b->t, ROW_SPAN, &words);
    if (!same)
        add_line(p, b, felt_text_from("pays"), pays_cell, r->row);
    if (!decides_somewhere(b, r->row))
        return;
    if (felt_text_is(b->sheets[0].ways_title, "Combinations"))
        add_line(p, b, felt_text_from("combinations"), ways_cell, r->row);
    add_line(p, b, felt_text_from("probability"), probability_cell, r->row);
    if (wins_somewhere(b, r->row)) {
        add_line(p, b, felt_text_from("return"), returns_cell, r->row);
        add_line(p, b, felt_text_from("fair pay"), fair_cell, r->row);
    }
}

/* Every row that is in force in some column, in the order of the wager. */
static void add_rows(press *p, block *b)
{
    int number = 0;
    for (int row = 0; row < FELT_ROWS_MAX; row++) {
        const felt_par_row *r = NULL;
        for (int k = 0; k < b->count && r == NULL; k++)
            r = row_of(&b->sheets[k], row);
        if (r != NULL)
            add_row(p, b, r, ++number);
    }
}

/* ---- figures of a block ---- */

static const felt_par_figure *figure_of(const felt_par_sheet *s, felt_text plain)
{
    for (int i = 0; i < s->figure_count; i++)
        if (felt_text_equal(s->figures[i].plain, plain))
            return &s->figures[i];
    return NULL;
}

static void add_figure(press *p, block *b, felt_text plain)
{
    felt_text values[TABLE_COLUMNS_MAX], rare[TABLE_COLUMNS_MAX];
    bool has_rare = false;
    values[0] = plain;
    rare[0] = felt_text_from("   one in");
    for (int k = 0; k < b->count; k++) {
        const felt_par_figure *f = figure_of(&b->sheets[k], plain);
        values[1 + k] = f == NULL ? felt_text_from("–") : f->value;
        rare[1 + k] = f == NULL ? felt_text_from("–") : dash(f->one_in);
        has_rare = has_rare || (f != NULL && f->one_in.length > 0);
    }
    (void)p;
    table_add(p, &b->t, ROW_PLAIN, values);
    if (has_rare)
        table_add(p, &b->t, ROW_PLAIN, rare);
}

/* The sheet of the block that has most figures names them: a column that lacks one shows a dash. */
static void add_figures(press *p, block *b)
{
    const felt_par_sheet *most = &b->sheets[0];
    felt_text title = felt_text_from("Figures");
    for (int k = 1; k < b->count; k++)
        most = b->sheets[k].figure_count > most->figure_count ? &b->sheets[k] : most;
    table_add(p, &b->t, ROW_SPAN, &title);
    for (int i = 0; i < most->figure_count; i++)
        add_figure(p, b, most->figures[i].plain);
}

/* "97.98 % to 173.30 %", which breaks before "to" alone. */
static felt_text range_text(press *p, felt_text low, felt_text high)
{
    const size_t sign = sizeof " %" - 1;
    return press_say(p, "%.*s\u00A0%% to\u00A0%.*s\u00A0%%", (int)(low.length - sign), low.bytes, (int)(high.length - sign), high.bytes);
}

static felt_text range_90_cell(press *p, const felt_par_sheet *s, int at)
{
    return at >= s->range_count ? felt_text_from("–") : range_text(p, s->ranges[at].low_90, s->ranges[at].high_90);
}

static felt_text range_95_cell(press *p, const felt_par_sheet *s, int at)
{
    return at >= s->range_count ? felt_text_from("–") : range_text(p, s->ranges[at].low_95, s->ranges[at].high_95);
}

static felt_text sample_cell(press *p, const felt_par_sheet *s, int at)
{
    (void)p;
    return at >= s->sample_count ? felt_text_from("–") : s->sample[at].text;
}

static void add_ranges(press *p, block *b)
{
    const felt_par_sheet *most = &b->sheets[0];
    felt_text title = felt_text_from("Realised return, from and to");
    for (int k = 1; k < b->count; k++)
        most = b->sheets[k].range_count > most->range_count ? &b->sheets[k] : most;
    if (most->range_count > 0)
        table_add(p, &b->t, ROW_SPAN, &title);
    for (int i = 0; i < most->range_count; i++) {
        felt_text rounds = most->ranges[i].rounds;
        add_line(p, b, press_say(p, "%.*s rounds, 90 of 100", FELT_TEXT_ARGS(rounds)), range_90_cell, i);
        add_line(p, b, felt_text_from("   95 of 100"), range_95_cell, i);
    }
}

static void add_sample(press *p, block *b)
{
    const felt_par_sheet *most = &b->sheets[0];
    for (int k = 1; k < b->count; k++)
        most = b->sheets[k].sample_count > most->sample_count ? &b->sheets[k] : most;
    if (most->sample_count == 0)
        return;
    felt_text title = press_say(p, "%.*s %.*s", FELT_TEXT_ARGS(most->sample[0].label), FELT_TEXT_ARGS(most->sample[0].text));
    table_add(p, &b->t, ROW_SPAN, &title);
    for (int i = 1; i < most->sample_count; i++)
        add_line(p, b, most->sample[i].label, sample_cell, i);
}

static void put_block(press *p, const felt_par_sheet *sheets, int count)
{
    block b = {.sheets = sheets, .count = count};
    b.columns[0] = (table_column){"", ALIGN_LEFT, false};
    for (int k = 0; k < count; k++)
        b.columns[1 + k] = (table_column){sheets[k].choices.length > 0 ? sheets[k].choices.bytes : "", ALIGN_RIGHT, true};
    b.t = (table){.columns = b.columns, .column_count = 1 + count, .small = true};
    add_rows(p, &b);
    add_figures(p, &b);
    add_ranges(p, &b);
    add_sample(p, &b);
    table_print(p, &b.t);
    p->y += 5;
}

/* As few blocks as there must be, all about as wide. */
static void put_columns(press *p, const section *s)
{
    int widest = felt_text_is(s->sheets[0].ways_title, "Combinations") ? COLUMNS_WIDE : COLUMNS_NARROW;
    int blocks = (s->count + widest - 1) / widest, each = (s->count + blocks - 1) / blocks;
    for (int first = 0; first < s->count; first += each)
        put_block(p, &s->sheets[first], first + each < s->count ? each : s->count - first);
}

/* ---- the section ---- */

static void put_section(press *p, const void *what)
{
    const section *s = what;
    put_start(p, s);
    if (s->count == 1)
        put_sheet(p, &s->sheets[0]);
    else
        put_columns(p, s);
    put_notes(p, s);
    p->y += section_gap;
}

/* A section stays on one page unless that would leave much of the page before it empty. */
void section_print(press *p, int number)
{
    const double most_empty = (PRESS_BOTTOM - PRESS_TOP) * 0.3;
    section s = section_at(p, number);
    double height = press_height(p, put_section, &s), left = PRESS_BOTTOM - p->y;
    p->section = -1;
    if ((height > 0 && height - section_gap > left && left < most_empty) || left < 150)
        press_new_page(p, p->running);
    press_section(p, number);
    p->starts[number] = p->page;
    put_section(p, &s);
}
