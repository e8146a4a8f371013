/* src/report/par_markdown.c - a PAR document as Markdown, whose hash is what is signed. */
#include "grid.h"

#include <felt/par.h>

/* A table with these columns, titles that begin with > standing to the right. */
static grid table(felt_arena *arena, const char *const *titles, int count)
{
    grid g = grid_in(arena);
    for (int i = 0; i < count; i++) {
        bool right = titles[i][0] == '>';
        grid_column_add(&g, (grid_column){.title = titles[i] + right, .align = right ? GRID_RIGHT : GRID_LEFT});
    }
    return g;
}

static void put_identity(text_out *out, const felt_par_sheet *s)
{
    grid g = table(out->arena, (const char *const[]){"", ""}, 2);
    for (int i = 0; i < s->identity_count; i++)
        grid_add(&g, (felt_text[]){s->identity[i].label, s->identity[i].text});
    grid_markdown(out, &g);
}

static void put_rules(text_out *out, const felt_par_sheet *s)
{
    out_print(out, "\n### Rules\n\n");
    for (int i = 0; i < s->rule_count; i++) {
        if (i >= s->rule_first)
            out_print(out, "%s%d. ", i == s->rule_first ? "\n" : "", i - s->rule_first + 1);
        out_markdown(out, s->rules[i]);
        out_print(out, "\n");
    }
}

static void put_events(text_out *out, const felt_par_sheet *s)
{
    felt_text ways = felt_arena_print(out->arena, ">%.*s", FELT_TEXT_ARGS(s->ways_title));
    const char *const titles[] = {"Event", "Pays", ways.bytes != NULL ? ways.bytes : "", ">Probability", ">Return", ">Fair pay"};
    grid g = table(out->arena, titles, 6);
    for (int i = 0; i <= s->event_count; i++) {
        const felt_par_event *e = i < s->event_count ? &s->events[i] : &s->totals;
        grid_row *row = grid_add(&g, (felt_text[]){e->event, e->pays, e->ways, e->probability, e->returns, e->fair});
        row->bold = i == s->event_count;
    }
    out_print(out, "\n### Pays and probabilities\n\n");
    grid_markdown(out, &g);
}

static void put_figures(text_out *out, const felt_par_sheet *s)
{
    grid g = table(out->arena, (const char *const[]){"Figure", ">Value", ">Exact"}, 3);
    for (int i = 0; i < s->figure_count; i++)
        grid_add(&g, (felt_text[]){s->figures[i].name, s->figures[i].value, s->figures[i].exact});
    out_print(out, "\n### Figures\n\n");
    grid_markdown(out, &g);
}

static void put_ranges(text_out *out, const felt_par_sheet *s)
{
    const char *const titles[] = {">Rounds", ">Expected wins", ">90 % from", ">to", ">95 % from", ">to"};
    grid g = table(out->arena, titles, 6);
    if (s->range_count == 0)
        return;
    for (int i = 0; i < s->range_count; i++) {
        const felt_par_range *r = &s->ranges[i];
        grid_add(&g, (felt_text[]){r->rounds, r->wins, r->low_90, r->high_90, r->low_95, r->high_95});
    }
    out_print(out, "\n### Realised return\n\n");
    grid_markdown(out, &g);
}

static void put_sample(text_out *out, const felt_par_sheet *s)
{
    grid g = table(out->arena, (const char *const[]){"", ">"}, 2);
    if (s->sample_count == 0)
        return;
    for (int i = 0; i < s->sample_count; i++)
        grid_add(&g, (felt_text[]){s->sample[i].label, s->sample[i].text});
    out_print(out, "\n### Simulation\n\n");
    grid_markdown(out, &g);
}

/* Four signs for each decade of probability. */
static void put_chart(text_out *out, const felt_par_sheet *s)
{
    grid g = grid_in(out->arena);
    grid_column_add(&g, (grid_column){"", GRID_RIGHT, 0, 7, 0});
    grid_column_add(&g, (grid_column){"", GRID_RIGHT, 2, 0, 0});
    grid_row *head = grid_add(&g, (felt_text[]){felt_text_from("net pay"), felt_text_from("")});
    head->after = felt_arena_print(out->arena, "  probability, four signs for each factor of ten, from 10^-%d to 1", s->decades);
    for (int i = 0; i < s->bar_count; i++) {
        const felt_par_bar *b = &s->bars[i];
        text_out bar = {.arena = out->arena};
        out_repeat(&bar, '#', (size_t)b->quarters);
        grid_row *row = grid_add(&g, (felt_text[]){b->net, b->probability});
        row->after = felt_arena_print(out->arena, "  %.*s", (int)bar.length, bar.bytes != NULL ? bar.bytes : "");
    }
    out_print(out, "\n### Pay distribution\n\n```\n");
    grid_print(out, &g);
    out_print(out, "```\n");
}

static void put_end(text_out *out, const felt_par_sheet *s)
{
    out_print(out, "\n### Notes\n\n");
    for (int i = 0; i < s->note_count; i++) {
        out_print(out, "- ");
        out_markdown(out, s->notes[i]);
        out_print(out, "\n");
    }
    if (s->appendix_count > 0)
        out_print(out, "\n### Appendix: long fractions\n\n");
    for (int i = 0; i < s->appendix_count; i++) {
        out_print(out, "- ");
        out_markdown(out, s->appendix[i].label);
        out_print(out, ": `");
        out_text(out, s->appendix[i].text);
        out_print(out, "`\n");
    }
}

static void put_heading(text_out *out, const felt_par_sheet *s)
{
    out_markdown(out, s->title);
    if (s->choices.length > 0)
        out_print(out, ", ");
    out_markdown(out, s->choices);
}

static void put_contents(text_out *out, const felt_par *par)
{
    grid g = table(out->arena, (const char *const[]){">", "Wager", "Choices", ">House edge"}, 4);
    for (int i = 0; i < par->count; i++) {
        const felt_par_sheet *s = &par->sheets[i];
        grid_add(&g, (felt_text[]){felt_arena_print(out->arena, "%d", i + 1), s->title, s->choices, s->edge});
    }
    out_print(out, "\n");
    grid_markdown(out, &g);
}

/* ---- before the sheets ---- */

static void put_items(text_out *out, const felt_par_item *items, int count, bool empty)
{
    grid g = table(out->arena, (const char *const[]){"", ""}, 2);
    for (int i = 0; i < count; i++)
        if (empty || items[i].text.length > 0)
            grid_add(&g, (felt_text[]){items[i].label, items[i].text});
    if (g.row_count == 0)
        return;
    out_print(out, "\n");
    grid_markdown(out, &g);
}

static void put_findings(text_out *out, const felt_par *par)
{
    const char *const titles[] = {"Finding", "Wager", ">Line", "What was found", "Accepted, since"};
    grid g = table(out->arena, titles, 5);
    if (!par->checked)
        return;
    for (int i = 0; i < par->finding_count; i++) {
        const felt_par_finding *f = &par->findings[i];
        felt_text line = felt_arena_print(out->arena, "%d", f->line);
        grid_add(&g, (felt_text[]){f->code, f->wager, line, f->message, f->reason});
    }
    out_print(out, "\n## Findings\n\n");
    if (par->finding_count == 0)
        out_print(out, "The checks of the sheet found nothing under the choices of this document.\n");
    else
        grid_markdown(out, &g);
}

static void put_front(text_out *out, const felt_par *par)
{
    out_print(out, "# PAR sheet: ");
    out_markdown(out, par->title);
    out_print(out, "\n");
    put_items(out, par->cover, par->cover_count, false);
    put_items(out, par->subject, par->subject_count, true);
    put_items(out, par->options, par->option_count, true);
    if (par->most.length > 0) {
        out_print(out, "\n");
        out_markdown_line(out, par->most);
        out_print(out, "\n");
    }
    put_findings(out, par);
    if (par->count > 1) {
        out_print(out, "\n## Contents\n");
        put_contents(out, par);
    }
}

felt_status felt_par_markdown(felt_arena *arena, const felt_par *par, felt_text *ret)
{
    text_out out = {.arena = arena};
    put_front(&out, par);
    for (int i = 0; i < par->count; i++) {
        const felt_par_sheet *s = &par->sheets[i];
        out_print(&out, "\n## ");
        if (par->count > 1)
            out_print(&out, "%d. ", i + 1);
        put_heading(&out, s);
        out_print(&out, "\n\n");
        put_identity(&out, s);
        put_rules(&out, s);
        put_events(&out, s);
        put_figures(&out, s);
        put_ranges(&out, s);
        put_sample(&out, s);
        put_chart(&out, s);
        put_end(&out, s);
    }
    out_print(&out, "\n## Signatures\n\n| | Name and function | Signature | Date |\n| --- | --- | --- | --- |\n"
                    "| Prepared by | | | |\n| Reviewed by | | | |\n| Approved by | | | |\n");
    return out_finish(&out, ret);
}

felt_status felt_par_digest(felt_arena *arena, const felt_par *par, char ret[FELT_PAR_HASH_DIGITS + 1])
{
    felt_text text;
    felt_status status = felt_par_markdown(arena, par, &text);
    if (status == FELT_OK)
        felt_par_hash(text, ret);
    return status;
}
