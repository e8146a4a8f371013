/* src/report/par_pdf.c - a PAR document on A4 pages: what stands where. */
#include "par_canvas.h"
#include "par_table.h"

#include <felt/par.h>
#include <stdio.h>

static const double indent = 96; /* where the values of the identification begin, from the left margin */

/* ---- parts of a sheet ---- */

static void put_title(press *p, felt_text kind, felt_text title, felt_text below)
{
    p->y += canvas_text(p->canvas, FONT_SMALL, ALIGN_LEFT, PRESS_LEFT, p->y, PRESS_WIDTH, kind) + 1;
    p->y += canvas_text(p->canvas, FONT_TITLE, ALIGN_LEFT, PRESS_LEFT, p->y, PRESS_WIDTH, title) + 2;
    if (below.length > 0)
        p->y += canvas_text(p->canvas, FONT_BODY, ALIGN_LEFT, PRESS_LEFT, p->y, PRESS_WIDTH, below) + 2;
    p->y += 3;
    canvas_rule(p->canvas, PRESS_LEFT, p->y, PRESS_RIGHT, p->y, 1.2, 0);
    p->y += 3;
}

static void put_item(press *p, felt_text label, felt_text text)
{
    bool hash = felt_text_is(label, "SHA-256");
    canvas_font font = hash ? FONT_MONO : FONT_BODY;
    double height = canvas_height(p->canvas, font, PRESS_WIDTH - indent, text);
    double label_height = canvas_height(p->canvas, FONT_BOLD, indent - 8, label);
    height = label_height > height ? label_height : height;
    press_need(p, height + 1.4);
    canvas_text(p->canvas, FONT_BOLD, ALIGN_LEFT, PRESS_LEFT, p->y, indent - 8, label);
    canvas_text(p->canvas, font, ALIGN_LEFT, PRESS_LEFT + indent, p->y + (hash ? 1 : 0), PRESS_WIDTH - indent, text);
    p->y += height + 1.4;
}

static void put_identity(press *p, const felt_par_sheet *s)
{
    press_heading(p, "Identification", 30);
    for (int i = 0; i < s->identity_count; i++) {
        /* A label that says the same as the one above is not repeated. */
        bool again = i > 0 && felt_text_equal(s->identity[i].label, s->identity[i - 1].label);
        put_item(p, again ? felt_text_from("") : s->identity[i].label, s->identity[i].text);
    }
}

static void put_rule(press *p, const char *number, double left, felt_text text)
{
    double height = canvas_height(p->canvas, FONT_BODY, PRESS_WIDTH - left, text);
    press_need(p, height + 1.5);
    if (left > 0)
        canvas_text(p->canvas, FONT_BODY, ALIGN_RIGHT, PRESS_LEFT, p->y, left - 5, felt_text_from(number));
    canvas_text(p->canvas, FONT_BODY, ALIGN_LEFT, PRESS_LEFT + left, p->y, PRESS_WIDTH - left, text);
    p->y += height + 1.5;
}

/* The terms as one paragraph, the rows numbered. */
static void put_rules(press *p, const felt_par_sheet *s)
{
    felt_text terms = felt_text_from("");
    press_heading(p, "Rules", 30);
    for (int i = 0; i < s->rule_first; i++)
        terms = felt_arena_print(p->arena, "%.*s%s%.*s", FELT_TEXT_ARGS(terms), i > 0 ? " " : "", FELT_TEXT_ARGS(s->rules[i]));
    p->no_memory = p->no_memory || terms.bytes == NULL;
    put_rule(p, "", 0, terms);
    for (int i = s->rule_first; i < s->rule_count; i++) {
        char number[16];
        snprintf(number, sizeof number, "%d.", i - s->rule_first + 1);
        put_rule(p, number, 18, s->rules[i]);
    }
}

/* A fraction in two lines where one would be too wide. */
static felt_text in_two_lines(press *p, felt_text text)
{
    const char *slash = text.length > 26 ? memchr(text.bytes, '/', text.length) : NULL;
    if (slash == NULL)
        return text;
    size_t above = (size_t)(slash + 1 - text.bytes);
    felt_text two = felt_arena_print(p->arena, "%.*s\n%.*s", (int)above, text.bytes, (int)(text.length - above), slash + 1);
    return two.bytes == NULL ? text : two;
}

static void put_events(press *p, const felt_par_sheet *s)
{
    const table_column columns[] = {{"Event", ALIGN_LEFT, true},
                                    {"Pays", ALIGN_LEFT, false},
                                    {s->ways_title.bytes, ALIGN_RIGHT, false},
                                    {"Probability", ALIGN_RIGHT, false},
                                    {"Return", ALIGN_RIGHT, false}};
    table t = {.columns = columns, .column_count = 5, .has_total = true};
    press_heading(p, "Pays and probabilities", 50);
    for (int i = 0; i <= s->event_count; i++) {
        const felt_par_event *e = i < s->event_count ? &s->events[i] : &s->totals;
        table_add(p, &t, (felt_text[]){e->event, e->pays, in_two_lines(p, e->ways), e->probability, e->returns});
    }
    table_print(p, &t);
}

static void put_figures(press *p, const felt_par_sheet *s)
{
    static const table_column columns[] = {{"Figure", ALIGN_LEFT, false}, {"Value", ALIGN_RIGHT, false}, {"Exact", ALIGN_LEFT, true}};
    table t = {.columns = columns, .column_count = 3};
    press_heading(p, "Figures", 14 * s->figure_count + 20);
    for (int i = 0; i < s->figure_count; i++)
        table_add(p, &t, (felt_text[]){s->figures[i].name, s->figures[i].value, s->figures[i].exact});
    table_print(p, &t);
}

static void put_ranges(press *p, const felt_par_sheet *s)
{
    static const table_column columns[] = {{"Rounds", ALIGN_RIGHT, true},    {"Expected wins", ALIGN_RIGHT, true},
                                           {"90 % from", ALIGN_RIGHT, true}, {"to", ALIGN_RIGHT, true},
                                           {"95 % from", ALIGN_RIGHT, true}, {"to", ALIGN_RIGHT, true}};
    table t = {.columns = columns, .column_count = 6};
    if (s->range_count == 0)
        return;
    press_heading(p, "Realised return, with 90 % and 95 % confidence", 14.5 * s->range_count + 20);
    for (int i = 0; i < s->range_count; i++) {
        const felt_par_range *r = &s->ranges[i];
        table_add(p, &t, (felt_text[]){r->rounds, r->wins, r->low_90, r->high_90, r->low_95, r->high_95});
    }
    table_print(p, &t);
}

/* ---- the chart ---- */

typedef struct plot {
    double left, right, top, step, decade; /* points: of the bars' area, from bar to bar, of a factor of ten */
} plot;

static void put_scale(press *p, const felt_par_sheet *s, const plot *at)
{
    static const char *const digits[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
    double bottom = at->top + at->step * s->bar_count;
    int every = at->decade >= 24 ? 1 : 2; /* labels, so that they do not touch */
    if (at->decade < 12)
        every = 5;
    for (int k = s->decades; k >= 0; k--) {
        double x = at->right - at->decade * k;
        char label[32], tens[8] = "";
        canvas_rule(p->canvas, x, at->top, x, bottom + 2, k == s->decades ? 0.6 : 0.3, k == s->decades ? 0.2 : 0.8);
        if (k % every != 0)
            continue;
        if (k >= 10)
            snprintf(tens, sizeof tens, "%s", digits[k / 10 % 10]);
        if (k == 0)
            snprintf(label, sizeof label, "1");
        else
            snprintf(label, sizeof label, "10⁻%s%s", tens, digits[k % 10]);
        canvas_text(p->canvas, FONT_TINY, ALIGN_CENTER, x - 20, bottom + 3, 40, felt_text_from(label));
    }
}

static double label_width(press *p, const felt_par_sheet *s)
{
    double widest = 46;
    for (int i = 0; i < s->bar_count; i++) {
        double width = canvas_width(p->canvas, FONT_SMALL, s->bars[i].net) + 2;
        widest = width > widest ? width : widest;
    }
    return widest < 120 ? widest : 120;
}

static void put_chart(press *p, const felt_par_sheet *s)
{
    double room = PRESS_BOTTOM - PRESS_TOP - 60, step = s->bar_count * 12.0 > room ? room / s->bar_count : 12, label = label_width(p, s);
    press_heading(p, "Pay distribution: probability of each net pay, logarithmic", step * s->bar_count + 20);
    plot at = {.left = PRESS_LEFT + label + 6, .right = PRESS_RIGHT - 72, .top = p->y, .step = step};
    at.decade = (at.right - at.left) / s->decades;
    put_scale(p, s, &at);
    for (int i = 0; i < s->bar_count; i++) {
        const felt_par_bar *b = &s->bars[i];
        double y = at.top + step * i, text = y + (step - canvas_height(p->canvas, FONT_SMALL, -1, b->net)) / 2;
        double length = b->decades * at.decade;
        canvas_box(p->canvas, at.left, y + step * 0.2, length < 1 ? 1 : length, step * 0.6, 0.42);
        canvas_line(p->canvas, FONT_SMALL, ALIGN_RIGHT, PRESS_LEFT, text, label, press_minus(p, b->net));
        canvas_text(p->canvas, FONT_SMALL, ALIGN_RIGHT, PRESS_RIGHT - 66, text, 66, b->probability);
    }
    p->y += step * s->bar_count + 12;
}

/* ---- the end ---- */

static void put_notes(press *p, const felt_par_sheet *s)
{
    press_heading(p, "Notes", 20);
    for (int i = 0; i < s->note_count; i++) {
        double height = canvas_height(p->canvas, FONT_SMALL, PRESS_WIDTH - 18, s->notes[i]);
        press_need(p, height + 2);
        canvas_text(p->canvas, FONT_SMALL, ALIGN_RIGHT, PRESS_LEFT, p->y, 13, felt_text_from("–"));
        canvas_text(p->canvas, FONT_SMALL, ALIGN_LEFT, PRESS_LEFT + 18, p->y, PRESS_WIDTH - 18, s->notes[i]);
        p->y += height + 2;
    }
}

static void put_signatures(press *p, bool has_appendix)
{
    static const char *const roles[] = {"Prepared by", "Reviewed by"};
    const double half = PRESS_WIDTH / 2, name = half - 98, date = 76;
    press_heading(p, has_appendix ? "Signatures, for this sheet and its appendix" : "Signatures", 42);
    for (int i = 0; i < 2; i++) {
        double x = PRESS_LEFT + i * (half + 6), line = p->y + 30;
        canvas_text(p->canvas, FONT_BOLD, ALIGN_LEFT, x, p->y, half, felt_text_from(roles[i]));
        canvas_rule(p->canvas, x, line, x + name, line, 0.5, 0);
        canvas_rule(p->canvas, x + name + 16, line, x + name + 16 + date, line, 0.5, 0);
        canvas_text(p->canvas, FONT_TINY, ALIGN_LEFT, x, line + 2, name, felt_text_from("Name and signature"));
        canvas_text(p->canvas, FONT_TINY, ALIGN_LEFT, x + name + 16, line + 2, date, felt_text_from("Date"));
    }
    p->y += 42;
}

static void put_appendix(press *p, const felt_par_sheet *s)
{
    if (s->appendix_count == 0)
        return;
    press_heading(p, "Appendix: long fractions", 40);
    for (int i = 0; i < s->appendix_count; i++) {
        const felt_par_item *a = &s->appendix[i];
        double height = canvas_height(p->canvas, FONT_MONO, PRESS_WIDTH, a->text);
        press_need(p, height + 16);
        p->y += canvas_text(p->canvas, FONT_BOLD, ALIGN_LEFT, PRESS_LEFT, p->y, PRESS_WIDTH, a->label) + 1;
        p->y += canvas_text(p->canvas, FONT_MONO, ALIGN_LEFT, PRESS_LEFT, p->y, PRESS_WIDTH, a->text) + 5;
    }
}

/* What stands on one page if it can: the ranges, the chart and the signatures below them. */
static void put_second_half(press *p, const felt_par_sheet *s)
{
    put_ranges(p, s);
    put_chart(p, s);
    put_notes(p, s);
    put_signatures(p, s->appendix_count > 0);
}

static double second_half_height(const press *p, const felt_par_sheet *s)
{
    press trial = *p;
    bool before = canvas_measure_only(p->canvas, true);
    trial.y = PRESS_TOP;
    put_second_half(&trial, s);
    canvas_measure_only(p->canvas, before);
    return trial.page == p->page ? trial.y - PRESS_TOP : 0;
}

static void put_sheet(press *p, const felt_par_sheet *s)
{
    press_new_page(p, s->title);
    put_title(p, felt_text_from("PAR SHEET"), s->title, s->choices);
    put_identity(p, s);
    put_rules(p, s);
    put_events(p, s);
    put_figures(p, s);
    press_need(p, second_half_height(p, s) + 6);
    put_second_half(p, s);
    put_appendix(p, s);
}

/* ---- the document ---- */

static void put_contents(press *p, const felt_par *par)
{
    static const table_column columns[] = {{"", ALIGN_RIGHT, false},
                                           {"Wager", ALIGN_LEFT, false},
                                           {"Choices", ALIGN_LEFT, true},
                                           {"House edge", ALIGN_RIGHT, false},
                                           {"Page", ALIGN_RIGHT, false}};
    table t = {.columns = columns, .column_count = 5, .pages = p->starts};
    press_new_page(p, felt_text_from("Contents"));
    put_title(p, felt_text_from("PAR SHEETS"), par->name, felt_text_from(""));
    put_item(p, felt_text_from("Sheet file"), felt_arena_print(p->arena, "%.*s.felt", FELT_TEXT_ARGS(par->short_name)));
    put_item(p, felt_text_from("SHA-256"), par->hash);
    put_item(p, felt_text_from("Computed by"),
             felt_arena_print(p->arena, "Felt %.*s, exact rational arithmetic", FELT_TEXT_ARGS(par->version)));
    press_heading(p, "Contents", 50);
    for (int i = 0; i < par->count; i++) {
        const felt_par_sheet *s = &par->sheets[i];
        felt_text number = felt_arena_print(p->arena, "%d", i + 1), page = felt_arena_print(p->arena, "%d", p->starts[i]);
        table_add(p, &t, (felt_text[]){number, s->title, s->choices, s->edge, page});
    }
    table_print(p, &t);
}

/* Lays out the whole document, and finds out on the way where each sheet begins. */
static void put_document(press *p, void (*progress)(void *context, int done, int of), void *context)
{
    const felt_par *par = p->par;
    p->page = 0;
    if (par->count > 1)
        put_contents(p, par);
    for (int i = 0; i < par->count; i++) {
        p->starts[i] = p->page + 1;
        put_sheet(p, &par->sheets[i]);
        if (progress != NULL)
            progress(context, i + 1, par->count);
    }
    p->pages = p->page;
}

static void put_outline(press *p)
{
    for (int i = 0; i < p->par->count; i++) {
        const felt_par_sheet *s = &p->par->sheets[i];
        felt_text line = felt_arena_print(p->arena, "%.*s%s%.*s", FELT_TEXT_ARGS(s->title), s->choices.length > 0 ? ", " : "",
                                          FELT_TEXT_ARGS(s->choices));
        canvas_outline(p->canvas, line, p->starts[i]);
    }
}

felt_status felt_par_pdf(felt_arena *arena, const felt_par *par, void (*progress)(void *context, int done, int of), void *context,
                         felt_text *ret)
{
    press p = {.arena = arena, .par = par};
    canvas_about about = {.title = felt_arena_print(arena, "PAR sheet: %.*s", FELT_TEXT_ARGS(par->name)),
                          .subject = par->count == 1 ? par->sheets[0].title : par->name,
                          .keywords = felt_arena_print(arena, "sha256:%.*s", FELT_TEXT_ARGS(par->hash)),
                          .creator = felt_arena_print(arena, "Felt %.*s", FELT_TEXT_ARGS(par->version))};
    p.starts = felt_arena_take(arena, (size_t)par->count, sizeof *p.starts);
    if (about.title.bytes == NULL || about.keywords.bytes == NULL || about.creator.bytes == NULL || p.starts == NULL)
        return FELT_ENOMEM;
    felt_status status = canvas_open(arena, &about, &p.canvas);
    if (status != FELT_OK)
        return status;
    canvas_measure_only(p.canvas, true);
    put_document(&p, NULL, NULL);
    canvas_measure_only(p.canvas, false);
    put_document(&p, progress, context);
    canvas_end_page(p.canvas);
    put_outline(&p);
    felt_text bytes;
    status = canvas_close(p.canvas, &bytes);
    if (status == FELT_OK && p.no_memory)
        status = FELT_ENOMEM;
    if (status == FELT_OK)
        *ret = bytes;
    return status;
}
