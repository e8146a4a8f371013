/* src/report/par_pdf.c - a PAR document on A4 pages: cover, contents, findings, one section for each wager, appendices, signatures. */
#include "par_canvas.h"
#include "par_section.h"
#include "par_table.h"

#include <felt/par.h>
#include <stdio.h>

static const double indent = 96; /* where the values of the cover begin, from the left margin */

/* ---- cover ---- */

static bool is_hash(felt_text label)
{
    return felt_text_is(label, "SHA-256") || felt_text_is(label, "Content hash");
}

static void put_item(press *p, felt_text label, felt_text text)
{
    canvas_font font = is_hash(label) ? FONT_MONO : FONT_BODY;
    double height = canvas_height(p->canvas, font, PRESS_WIDTH - indent, text);
    double label_height = canvas_height(p->canvas, FONT_BOLD, indent - 8, label);
    height = label_height > height ? label_height : height;
    press_need(p, height + 2);
    canvas_text(p->canvas, FONT_BOLD, ALIGN_LEFT, PRESS_LEFT, p->y, indent - 8, label);
    canvas_text(p->canvas, font, ALIGN_LEFT, PRESS_LEFT + indent, p->y + (is_hash(label) ? 1 : 0), PRESS_WIDTH - indent, text);
    p->y += height + 2;
}

static void put_items(press *p, const felt_par_item *items, int count)
{
    for (int i = 0; i < count; i++) {
        /* A label that says the same as the one above is not repeated. */
        bool again = i > 0 && felt_text_equal(items[i].label, items[i - 1].label);
        put_item(p, again ? felt_text_from("") : items[i].label, items[i].text);
    }
}

/* The lines of the cover, two beside each other, each on a rule to write on. A long one is broken: nothing of it is left out. */
static void put_cover_lines(press *p)
{
    const felt_par *par = p->par;
    const double half = PRESS_WIDTH / 2, width = half - 12, least = 12;
    for (int i = 0; i < par->cover_count; i += 2) {
        int end = i + 2 < par->cover_count ? i + 2 : par->cover_count;
        double height = least;
        for (int k = i; k < end; k++) {
            double own = canvas_height(p->canvas, FONT_BODY, width, par->cover[k].text);
            height = own > height ? own : height;
        }
        press_need(p, height + 13);
        for (int k = i; k < end; k++) {
            double x = PRESS_LEFT + (k - i) * half, rule = p->y + 8 + height;
            canvas_text(p->canvas, FONT_TINY, ALIGN_LEFT, x, p->y, width, par->cover[k].label);
            canvas_text(p->canvas, FONT_BODY, ALIGN_LEFT, x, p->y + 8, width, par->cover[k].text);
            canvas_rule(p->canvas, x, rule, x + width, rule, 0.4, 0.4);
        }
        p->y += height + 13;
    }
    p->y += 4;
}

static void put_cover(press *p)
{
    const felt_par *par = p->par;
    press_new_page(p, "PAR sheet");
    p->y += 6;
    p->y += canvas_text(p->canvas, FONT_SMALL, ALIGN_LEFT, PRESS_LEFT, p->y, PRESS_WIDTH, felt_text_from("PAR SHEET")) + 2;
    p->y += canvas_text(p->canvas, FONT_TITLE, ALIGN_LEFT, PRESS_LEFT, p->y, PRESS_WIDTH, par->title) + 4;
    canvas_rule(p->canvas, PRESS_LEFT, p->y, PRESS_RIGHT, p->y, 1.2, 0);
    p->y += 8;
    put_cover_lines(p);
    put_items(p, par->subject, par->subject_count);
    put_item(p, felt_text_from("Content hash"), felt_text_from(p->digest));
    if (par->option_count > 0)
        press_heading(p, "Choices", 30);
    put_items(p, par->options, par->option_count);
}

/* ---- contents and findings ---- */

/* The choices of a section's columns. */
static felt_text columns_text(press *p, int section)
{
    felt_text text = felt_text_from("");
    for (int i = p->sheets[section]; i < p->sheets[section + 1]; i++)
        text = press_say(p, "%.*s%s%.*s", FELT_TEXT_ARGS(text), text.length > 0 ? "  |  " : "", FELT_TEXT_ARGS(p->par->sheets[i].choices));
    return text;
}

/* One line for each section, or where it has several columns one for each of them. */
static void put_contents(press *p)
{
    static const table_column columns[] = {{"", ALIGN_RIGHT, false},
                                           {"Wager", ALIGN_LEFT, true},
                                           {"Choices", ALIGN_LEFT, true},
                                           {"House edge", ALIGN_RIGHT, false},
                                           {"Page", ALIGN_RIGHT, false}};
    const felt_par *par = p->par;
    table t = {.columns = columns, .column_count = 5, .small = true};
    int *pages = felt_arena_take(p->arena, (size_t)par->count, sizeof *pages);
    p->no_memory = p->no_memory || pages == NULL;
    for (int i = 0; i < par->count && pages != NULL; i++) {
        const felt_par_sheet *s = &par->sheets[i];
        bool first = p->sheets[s->section] == i;
        felt_text none = felt_text_from("");
        pages[i] = p->starts[s->section];
        table_add(p, &t, ROW_PLAIN,
                  (felt_text[]){first ? press_say(p, "%d", s->section + 1) : none, first ? s->title : none, s->choices, s->edge,
                                first ? press_say(p, "%d", pages[i]) : none});
    }
    t.pages = pages;
    press_heading(p, "Contents", 60);
    table_print(p, &t);
}

static void put_findings(press *p)
{
    static const table_column columns[] = {{"Finding", ALIGN_LEFT, false},
                                           {"Wager", ALIGN_LEFT, false},
                                           {"Line", ALIGN_RIGHT, false},
                                           {"What was found", ALIGN_LEFT, true},
                                           {"Accepted, since", ALIGN_LEFT, true}};
    const felt_par *par = p->par;
    table t = {.columns = columns, .column_count = 5, .small = true};
    if (!par->checked)
        return;
    for (int i = 0; i < par->finding_count; i++) {
        const felt_par_finding *f = &par->findings[i];
        table_add(p, &t, ROW_PLAIN, (felt_text[]){f->code, f->wager, press_say(p, "%d", f->line), f->message, f->reason});
    }
    press_heading(p, "Findings", 40);
    if (par->finding_count > 0)
        table_print(p, &t);
    else
        press_paragraph(p, FONT_BODY, "", 0, felt_text_from("The checks of the sheet found nothing under the choices of this document."));
}

/* What holds for all sections: said once, as the sheet with most of it says it. */
static void put_reading(press *p)
{
    const felt_par *par = p->par;
    const felt_par_sheet *most = &par->sheets[0];
    for (int i = 1; i < par->count; i++)
        if (par->sheets[i].note_count - par->sheets[i].note_own > most->note_count - most->note_own)
            most = &par->sheets[i];
    if (par->most.length > 0) {
        press_heading(p, "Most the house can lose", canvas_height(p->canvas, FONT_BODY, PRESS_WIDTH, par->most));
        press_paragraph(p, FONT_BODY, "", 0, par->most);
    }
    press_heading(p, "How to read the figures", 20);
    for (int i = most->note_own; i < most->note_count; i++)
        press_paragraph(p, FONT_SMALL, "–", 12, most->notes[i]);
    press_paragraph(p, FONT_SMALL, "–", 12,
                    felt_text_from(p->fractions
                                       ? "Fractions too long for their place show their leading digits; Appendix A has them whole."
                                       : "Fractions too long for their place show their leading digits; --fractions prints them whole, "
                                         "and the document in Markdown has them."));
}

/* ---- appendices ---- */

static void put_fraction(press *p, felt_text name, felt_text fraction)
{
    if (fraction.length > 0)
        press_paragraph(p, FONT_MONO, "", 0, press_say(p, "%.*s = %.*s", FELT_TEXT_ARGS(name), FELT_TEXT_ARGS(fraction)));
}

static void put_fractions(press *p)
{
    press_new_page(p, "Appendix A: exact fractions");
    press_heading(p, "Appendix A: exact fractions", 40);
    for (int i = 0; i < p->par->count; i++) {
        const felt_par_sheet *s = &p->par->sheets[i];
        felt_text title = press_say(p, "%d  %.*s%s%.*s", s->section + 1, FELT_TEXT_ARGS(s->title), s->choices.length > 0 ? ", " : "",
                                    FELT_TEXT_ARGS(s->choices));
        press_need(p, 40);
        press_section(p, s->section);
        p->y += 3 + canvas_text(p->canvas, FONT_SMALL_BOLD, ALIGN_LEFT, PRESS_LEFT, p->y + 2, PRESS_WIDTH, title);
        for (int k = 0; k < s->event_count; k++)
            put_fraction(p, press_say(p, "P(%.*s)", FELT_TEXT_ARGS(s->events[k].event)), s->events[k].fraction);
        for (int k = 0; k < s->figure_count; k++)
            put_fraction(p, s->figures[k].plain, s->figures[k].fraction);
    }
    press_section(p, -1);
}

/* The sheet's text in columns. */
typedef struct listing {
    const char *title;
    int columns;
    int column, page; /* this one; the first page of it */
    double top;       /* where it begins on that page */
} listing;

/* One line of the file in its column, broken where it is too long. */
static void put_line(press *p, listing *l, int number, felt_text line)
{
    const double gap = 14, width = (PRESS_WIDTH - gap * (l->columns - 1)) / l->columns, left = 20;
    felt_text digits = press_say(p, "%d", number);
    double height = canvas_height(p->canvas, FONT_LISTING, width - left, line);
    if (p->y + height > PRESS_BOTTOM) {
        l->column = (l->column + 1) % l->columns;
        if (l->column == 0)
            press_new_page(p, p->running);
        else
            p->y = p->page == l->page ? l->top : PRESS_TOP;
    }
    double x = PRESS_LEFT + l->column * (width + gap);
    canvas_text(p->canvas, FONT_LISTING, ALIGN_RIGHT, x, p->y, left - 5, digits);
    canvas_text(p->canvas, FONT_LISTING, ALIGN_LEFT, x + left, p->y, width - left, line);
    p->y += height;
}

/* The file as it is, line by line with numbers. */
static void put_listing(press *p, const void *what)
{
    listing l = *(const listing *)what;
    const char *at = p->par->text.bytes, *end = at + p->par->text.length;
    press_new_page(p, l.title);
    press_heading(p, l.title, 40);
    l.page = p->page;
    l.top = p->y;
    for (int number = 1; at < end; number++) {
        const char *newline = memchr(at, '\n', (size_t)(end - at)), *stop = newline == NULL ? end : newline;
        put_line(p, &l, number, (felt_text){at, (size_t)(stop - at)});
        at = newline == NULL ? end : newline + 1;
    }
}

/* Two columns, unless the whole width takes no more pages. */
static void put_text(press *p)
{
    listing whole = {.title = p->fractions ? "Appendix B: the sheet of rules" : "Appendix: the sheet of rules", .columns = 1},
            halves = whole;
    halves.columns = 2;
    put_listing(p, press_pages(p, put_listing, &whole) <= press_pages(p, put_listing, &halves) ? &whole : &halves);
}

/* ---- signatures ---- */

/* Each wager with the choices of its columns, or only how many there are. */
static felt_text signed_wagers(press *p, bool brief)
{
    felt_text text = felt_text_from("");
    for (int i = 0; i < p->par->section_count; i++) {
        int count = p->sheets[i + 1] - p->sheets[i];
        felt_text columns = columns_text(p, i);
        if (brief)
            columns = press_say(p, "%d column%s, page %d", count, count == 1 ? "" : "s", p->starts[i]);
        text = press_say(p, "%.*s%s%d %.*s%s%.*s%s", FELT_TEXT_ARGS(text), i > 0 ? ";  " : "", i + 1,
                         FELT_TEXT_ARGS(p->par->sheets[p->sheets[i]].title), columns.length > 0 ? " (" : "", FELT_TEXT_ARGS(columns),
                         columns.length > 0 ? ")" : "");
    }
    return text;
}

static void put_signed(press *p, bool brief)
{
    const felt_par *par = p->par;
    put_item(p, felt_text_from("Document"),
             press_say(p, "%.*s%s%.*s%s%.*s", FELT_TEXT_ARGS(par->title), par->number.length > 0 ? ", " : "", FELT_TEXT_ARGS(par->number),
                       par->revision.length > 0 ? ", revision " : "", FELT_TEXT_ARGS(par->revision)));
    put_item(p, felt_text_from("Pages"), press_say(p, "1 to %d", p->pages));
    put_item(p, felt_text_from("Sheet of rules"),
             press_say(p, "%.*s (%.*s.felt)", FELT_TEXT_ARGS(par->name), FELT_TEXT_ARGS(par->short_name)));
    put_item(p, felt_text_from("SHA-256"), par->hash);
    put_item(p, felt_text_from("Choices stated"),
             par->choices.length > 0 ? par->choices : felt_text_from("none: every choice of the sheet"));
    put_item(p, felt_text_from("Wagers"), signed_wagers(p, brief));
    put_item(p, felt_text_from("Content hash"), felt_text_from(p->digest));
    put_item(
        p, felt_text_from(""),
        press_say(p,
                  "SHA-256 of the document as 'felt par --markdown' prints it with the same sheet, flags and version; it stands at the "
                  "foot of every page. That has every fraction whole; these pages have %s, and the hash is the same with "
                  "and without --fractions.",
                  p->fractions ? "them in Appendix A" : "the leading digits of long ones"));
}

static void put_signature_page(press *p, const void *brief)
{
    static const char *const roles[] = {"Prepared by", "Reviewed by", "Approved by"};
    const double name = PRESS_WIDTH - 240, sign = 130, date = 82;
    press_new_page(p, "Signatures");
    press_heading(p, "Signatures", 60);
    press_paragraph(p, FONT_BODY, "", 0, felt_text_from("Those who sign below sign this document whole, and nothing beside it:"));
    p->y += 4;
    put_signed(p, *(const bool *)brief);
    press_need(p, 3 * 52 + 10);
    p->y += 16;
    for (int i = 0; i < 3; i++) {
        const double x[] = {PRESS_LEFT, PRESS_LEFT + name + 14, PRESS_RIGHT - date}, width[] = {name, sign, date};
        static const char *const below[] = {"Name and function", "Signature", "Date"};
        canvas_text(p->canvas, FONT_BOLD, ALIGN_LEFT, PRESS_LEFT, p->y, PRESS_WIDTH, felt_text_from(roles[i]));
        for (int k = 0; k < 3; k++) {
            canvas_rule(p->canvas, x[k], p->y + 36, x[k] + width[k], p->y + 36, 0.5, 0);
            canvas_text(p->canvas, FONT_TINY, ALIGN_LEFT, x[k], p->y + 38, width[k], felt_text_from(below[k]));
        }
        p->y += 52;
    }
}

/* Names and signatures stand on one page with what they sign: where the choices leave no room, the contents have them. */
static void put_signatures(press *p)
{
    bool brief = false;
    brief = press_pages(p, put_signature_page, &brief) > 1;
    put_signature_page(p, &brief);
}

/* ---- the document ---- */

/* Lays out the whole document, and finds out on the way where each section begins. */
static void put_document(press *p, const felt_par_print *print)
{
    p->page = 0;
    p->section = -1;
    put_cover(p);
    put_contents(p);
    put_findings(p);
    put_reading(p);
    p->y += 10;
    for (int i = 0; i < p->par->section_count; i++) {
        section_print(p, i);
        if (print != NULL && print->progress != NULL)
            print->progress(print->context, i + 1, p->par->section_count);
    }
    press_section(p, -1);
    if (p->fractions)
        put_fractions(p);
    put_text(p);
    put_signatures(p);
    p->pages = p->page;
}

static void put_outline(press *p)
{
    canvas_outline(p->canvas, felt_text_from("Cover and contents"), 1);
    for (int i = 0; i < p->par->section_count; i++)
        canvas_outline(p->canvas, press_say(p, "%d  %.*s", i + 1, FELT_TEXT_ARGS(p->par->sheets[p->sheets[i]].title)), p->starts[i]);
    canvas_outline(p->canvas, felt_text_from("Signatures"), p->pages);
}

/* Where each section begins among the sheets. */
static int *first_sheets(felt_arena *arena, const felt_par *par)
{
    int *list = felt_arena_take(arena, (size_t)par->section_count + 1, sizeof *list);
    for (int i = par->count - 1; i >= 0 && list != NULL; i--)
        list[par->sheets[i].section] = i;
    if (list != NULL)
        list[par->section_count] = par->count;
    return list;
}

static felt_status print_twice(press *p, const canvas_about *about, const felt_par_print *print, felt_text *ret)
{
    felt_status status = canvas_open(p->arena, about, &p->canvas);
    if (status != FELT_OK)
        return status;
    canvas_measure_only(p->canvas, true);
    put_document(p, NULL);
    canvas_measure_only(p->canvas, false);
    if (!p->no_memory)
        put_document(p, print);
    canvas_end_page(p->canvas);
    put_outline(p);
    if (print != NULL && print->missing != NULL)
        *print->missing = canvas_missing(p->canvas);
    felt_text bytes;
    status = canvas_close(p->canvas, &bytes);
    if (status == FELT_OK && p->no_memory)
        status = FELT_ENOMEM;
    if (status == FELT_OK)
        *ret = bytes;
    return status;
}

felt_status felt_par_pdf(felt_arena *arena, const felt_par *par, const felt_par_print *print, felt_text *ret)
{
    char digest[FELT_PAR_HASH_DIGITS + 1];
    felt_status status = felt_par_digest(arena, par, digest);
    if (status != FELT_OK)
        return status;
    press p = {.arena = arena, .par = par, .digest = digest, .fractions = print != NULL && print->fractions, .mark_capacity = 32};
    canvas_about about = {.title = press_say(&p, "PAR sheet: %.*s", FELT_TEXT_ARGS(par->title)),
                          .author = par->laboratory,
                          .subject = press_say(&p, "%.*s%s%.*s", FELT_TEXT_ARGS(par->name), par->choices.length > 0 ? ", " : "",
                                               FELT_TEXT_ARGS(par->choices)),
                          .keywords = press_say(&p, "sheet sha256:%.*s, content sha256:%s", FELT_TEXT_ARGS(par->hash), digest),
                          .creator = press_say(&p, "Felt %.*s", FELT_TEXT_ARGS(par->version))};
    p.starts = felt_arena_take(arena, (size_t)par->section_count, sizeof *p.starts);
    p.sheets = first_sheets(arena, par);
    p.marks = felt_arena_take(arena, (size_t)p.mark_capacity, sizeof *p.marks);
    if (p.no_memory || p.starts == NULL || p.sheets == NULL || p.marks == NULL)
        return FELT_ENOMEM;
    for (int i = 0; i < p.mark_capacity; i++)
        p.marks[i] = (press_page){-1, -1};
    return print_twice(&p, &about, print, ret);
}
