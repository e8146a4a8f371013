/* src/report/par_markdown.c - a PAR document as Markdown. */
#include "text_out.h"

#include <felt/par.h>

static void put_cells(text_out *out, const felt_text *cells, int count, bool bold)
{
    for (int i = 0; i < count; i++) {
        const char *mark = bold && cells[i].length > 0 ? "**" : "";
        out_print(out, "%s%s", i > 0 ? " | " : "| ", mark);
        out_markdown(out, cells[i]);
        out_print(out, "%s", mark);
    }
    out_print(out, " |\n");
}

static void put_identity(text_out *out, const felt_par_sheet *s)
{
    out_print(out, "| | |\n| --- | --- |\n");
    for (int i = 0; i < s->identity_count; i++)
        put_cells(out, (felt_text[]){s->identity[i].label, s->identity[i].text}, 2, false);
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
    out_print(out, "\n### Pays and probabilities\n\n| Event | Pays | ");
    out_text(out, s->ways_title);
    out_print(out, " | Probability | Return |\n| --- | --- | ---: | ---: | ---: |\n");
    for (int i = 0; i <= s->event_count; i++) {
        const felt_par_event *e = i < s->event_count ? &s->events[i] : &s->totals;
        put_cells(out, (felt_text[]){e->event, e->pays, e->ways, e->probability, e->returns}, 5, i == s->event_count);
    }
}

static void put_figures(text_out *out, const felt_par_sheet *s)
{
    out_print(out, "\n### Figures\n\n| Figure | Value | Exact |\n| --- | ---: | ---: |\n");
    for (int i = 0; i < s->figure_count; i++)
        put_cells(out, (felt_text[]){s->figures[i].name, s->figures[i].value, s->figures[i].exact}, 3, false);
}

static void put_ranges(text_out *out, const felt_par_sheet *s)
{
    if (s->range_count == 0)
        return;
    out_print(out, "\n### Realised return\n\n| Rounds | Expected wins | 90 %% from | to | 95 %% from | to |\n"
                   "| ---: | ---: | ---: | ---: | ---: | ---: |\n");
    for (int i = 0; i < s->range_count; i++) {
        const felt_par_range *r = &s->ranges[i];
        put_cells(out, (felt_text[]){r->rounds, r->wins, r->low_90, r->high_90, r->low_95, r->high_95}, 6, false);
    }
}

/* Four signs for each decade of probability. */
static void put_chart(text_out *out, const felt_par_sheet *s)
{
    size_t widest = 7;
    for (int i = 0; i < s->bar_count; i++)
        widest = s->bars[i].net.length > widest ? s->bars[i].net.length : widest;
    out_print(out, "\n### Pay distribution\n\n```\nnet pay");
    out_repeat(out, ' ', widest - 7 + 2);
    out_print(out, "probability, four signs for each factor of ten, from 10^-%d to 1\n", s->decades);
    for (int i = 0; i < s->bar_count; i++) {
        const felt_par_bar *b = &s->bars[i];
        out_repeat(out, ' ', widest - b->net.length);
        out_text(out, b->net);
        out_print(out, "  %.*s  ", FELT_TEXT_ARGS(b->probability));
        out_repeat(out, '#', (size_t)b->quarters);
        out_print(out, "\n");
    }
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
    out_print(out, "\n### Signatures\n\n| | Name | Signature | Date |\n| --- | --- | --- | --- |\n"
                   "| Prepared by | | | |\n| Reviewed by | | | |\n");
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
    out_print(out, "\n| | Wager | Choices | House edge |\n| ---: | --- | --- | ---: |\n");
    for (int i = 0; i < par->count; i++) {
        const felt_par_sheet *s = &par->sheets[i];
        out_print(out, "| %d ", i + 1);
        put_cells(out, (felt_text[]){s->title, s->choices, s->edge}, 3, false);
    }
}

felt_status felt_par_markdown(felt_arena *arena, const felt_par *par, felt_text *ret)
{
    text_out out = {.arena = arena};
    out_print(&out, "# PAR sheet: ");
    out_markdown(&out, par->name);
    out_print(&out, "\n");
    if (par->count > 1)
        put_contents(&out, par);
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
        put_chart(&out, s);
        put_end(&out, s);
    }
    return out_finish(&out, ret);
}
