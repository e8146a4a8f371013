/* src/report/audit_page.c - an audit as one HTML page: verdict, pictures, the worst rounds and the groups. It needs no other file. */
#include "audit_plot.h"
#include "choices.h"

enum { PLOTS_MAX = 6, GROUP_ROWS_MAX = 500 };

static const char style[] =
    ":root{--ink:#1d2a26;--soft:#5b6a64;--line:#d9e0dc;--paper:#fff;--band:#d7e8df;--real:#0b6b4f;--exact:#7a6a2b;--bad:#b3261e;--low:#"
    "3b6ea5}\n"
    "@media(prefers-color-scheme:dark){:root{--ink:#e6ede9;--soft:#9fb0a8;--line:#33413b;--paper:#121916;--band:#22382f;--real:#5fd3a8;"
    "--exact:#d8c46a;--bad:#ff8a80;--low:#8ab4e8}}\n"
    "body{font:15px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--paper);max-width:1200px;margin:2rem auto;padding:0 1rem}\n"
    "h1{font-size:1.5rem;margin:0}h2{font-size:1.1rem;margin:2rem 0 .5rem}h3{font-size:1rem;margin:1.2rem 0 0}\n"
    "p{margin:.4rem 0}.soft{color:var(--soft)}.bad{color:var(--bad);font-weight:600}\n"
    ".wide{overflow-x:auto}table{border-collapse:collapse;font-variant-numeric:tabular-nums;width:100%}\n"
    "th,td{padding:.25rem .5rem;border-bottom:1px solid var(--line);text-align:right;white-space:nowrap}\n"
    "th.t,td.t{text-align:left}th{font-weight:600;color:var(--soft)}td{vertical-align:top}td.w{white-space:normal;text-align:left;min-"
    "width:15rem}\n"
    "svg{width:100%;min-width:560px;max-width:680px;height:auto;display:block}svg text{font-size:12px;fill:var(--ink)}\n"
    "svg .x{text-anchor:middle;fill:var(--soft)}svg .y{text-anchor:end;fill:var(--soft)}svg .grid{stroke:var(--line)}\n"
    "svg .band{fill:var(--band)}svg .exact{fill:none;stroke:var(--exact);stroke-dasharray:5 4}\n"
    "svg .realised{fill:none;stroke:var(--real);stroke-width:2}svg .over{fill:var(--bad)}svg .under{fill:var(--low)}\n"
    "@media print{body{margin:0}h2{break-after:avoid}svg,tr{break-inside:avoid}}\n";

static void put_head(text_out *out, const felt_audit_form *form, const felt_audit *audit)
{
    const felt_book *book = felt_audit_book(audit);
    felt_text title = felt_book_title(out->arena, book), choices = report_choices(out->arena, book, false);
    out_print(out, "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" "
                   "content=\"width=device-width\">\n<title>Audit of ");
    out_escaped(out, title);
    out_print(out, "</title>\n<style>\n%s</style>\n<h1>Audit of ", style);
    out_escaped(out, title);
    out_print(out, "</h1>\n<p class=\"soft\">");
    out_escaped(out, felt_text_from(form->rounds));
    out_print(out, ", ");
    out_escaped(out, felt_text_from(form->bets));
    out_print(out, "<br>choices: ");
    out_escaped(out, choices.length > 0 ? choices : felt_text_from("none"));
    out_print(out, "; rounding: %s</p>\n", felt_rounding_text(felt_book_house(book)->rounding));
}

static void put_counts(text_out *out, const felt_audit *audit)
{
    static const char *const verdicts[] = {[FELT_AUDIT_CLEAN] = "Every round was dealt and every bet paid as the sheet says.",
                                           [FELT_AUDIT_INCOMPLETE] = "Nothing is wrong in what could be looked at, but not all could be.",
                                           [FELT_AUDIT_DIFFERS] = "A round was misdealt or a bet mispaid."};
    felt_audit_counts c = felt_audit_count(audit);
    felt_audit_verdict verdict = felt_audit_conclude(audit);
    felt_arena *arena = out->arena;
    out_print(out, "<p%s>%s</p>\n", verdict == FELT_AUDIT_CLEAN ? "" : " class=\"bad\"", verdicts[verdict]);
    out_print(out, "<p>%.*s rounds verified, %.*s misdealt, %.*s could not be verified.<br>", FELT_TEXT_ARGS(out_grouped(arena, c.rounds)),
              FELT_TEXT_ARGS(out_grouped(arena, c.misdealt)), FELT_TEXT_ARGS(out_grouped(arena, c.not_verified)));
    out_print(out, "%.*s bets compared, %.*s mispaid, %.*s could not be compared.</p>\n", FELT_TEXT_ARGS(out_grouped(arena, c.bets)),
              FELT_TEXT_ARGS(out_grouped(arena, c.mispaid)), FELT_TEXT_ARGS(out_grouped(arena, c.not_compared)));
}

static void put_cell(text_out *out, const char *open, felt_text text)
{
    out_print(out, "%s", open);
    out_escaped(out, text);
}

static void put_wager_name(text_out *out, const char *open, const felt_book *book, int wager)
{
    char name[FELT_BOOK_NAME_BYTES];
    felt_book_name(book, wager, name);
    put_cell(out, open, felt_text_from(name));
}

/* ---- wagers ---- */

static felt_status put_wagers(text_out *out, const felt_audit_form *form, const felt_audit *audit)
{
    const felt_book *book = felt_audit_book(audit);
    out_print(
        out,
        "<h2>Wagers</h2>\n<p class=\"soft\">Realised is what the house kept, mistakes included; z and luck are by what should have been "
        "paid.</p>\n<div class=\"wide\"><table><tr><th class=\"t\">wager<th>bets<th>staked<th>expected<th>paid<th>mispaid"
        "<th>realised<th>exact<th>z<th class=\"t\">luck\n");
    for (int i = 0; i < felt_book_wager_count(book); i++) {
        const felt_audit_tally *t = felt_audit_wager(audit, i);
        felt_luck luck = {.verdict = FELT_LUCK_EARLY};
        if (!audit_has_bets(t))
            continue;
        if (t->bets > 0 && felt_audit_luck(audit, i, &luck) != FELT_OK)
            return FELT_ENOMEM;
        bool known = luck.verdict != FELT_LUCK_UNKNOWN && luck.rounds > 0;
        put_wager_name(out, "<tr><td class=\"t\">", book, i);
        out_print(out, "<td>%.*s", FELT_TEXT_ARGS(out_grouped(out->arena, t->bets)));
        put_cell(out, "<td>", audit_money(out->arena, form, t->staked));
        put_cell(out, "<td>", audit_money(out->arena, form, t->expected));
        put_cell(out, "<td>", audit_money(out->arena, form, t->paid));
        out_print(out, "<td%s>%.*s", t->mispaid > 0 ? " class=\"bad\"" : "", FELT_TEXT_ARGS(out_grouped(out->arena, t->mispaid)));
        if (known)
            out_print(out, "<td>%.3f %%<td>%.3f %%<td>%.2f", luck.realised * 100, luck.exact * 100, luck.z);
        else
            out_print(out, "<td>-<td>-<td>-");
        put_cell(out, "<td class=\"w\">", felt_report_luck(out->arena, &luck));
        out_print(out, "\n");
    }
    out_print(out, "</table></div>\n");
    return FELT_OK;
}

/* ---- pictures ---- */

/* The wager with the largest stakes that is not drawn yet; -1: none. */
static int next_wager(const felt_audit *audit, const bool *drawn)
{
    int best = -1;
    for (int i = 0; i < felt_book_wager_count(felt_audit_book(audit)); i++)
        if (!drawn[i] && felt_audit_wager(audit, i)->bets > 0 &&
            (best < 0 || felt_audit_wager(audit, i)->staked.minor > felt_audit_wager(audit, best)->staked.minor))
            best = i;
    return best;
}

static felt_status put_edges(text_out *out, const felt_audit_page *page)
{
    static const char *const across[] = {
        [FELT_AUDIT_UNTIMED] = "Across are the rounds, as the files have no times.",
        [FELT_AUDIT_TIMED] = "Across is the clock time of the files.",
        [FELT_AUDIT_TIMES_LEFT_OUT] = "Across are the rounds, as not every time in the files could be read.",
        [FELT_AUDIT_TIMES_MIXED] =
            "Across are the rounds, as they are not in the order of their times: rounds of several tables, perhaps."};
    const felt_book *book = felt_audit_book(page->audit);
    bool *drawn = felt_arena_take(out->arena, (size_t)felt_book_wager_count(book), sizeof *drawn);
    if (drawn == NULL)
        return FELT_ENOMEM;
    out_print(out,
              "<h2>The realised edge over time</h2>\n<p class=\"soft\">The line is what the house has kept of all that was staked so far, "
              "mistakes included, "
              "the dashes are the exact edge, and the band is two standard deviations around it: about 95 %% of fair tables end inside it. "
              "Shown are the wagers "
              "with the largest stakes, %d at most. %s</p>\n",
              PLOTS_MAX, across[felt_audit_series_timing(page->series)]);
    for (int count = 0, wager; count < PLOTS_MAX && (wager = next_wager(page->audit, drawn)) >= 0; drawn[wager] = true) {
        text_out picture = {.arena = out->arena};
        felt_text text;
        if (!plot_edge(&picture, page->series, wager))
            continue;
        if (out_finish(&picture, &text) != FELT_OK)
            return FELT_ENOMEM;
        put_wager_name(out, "<h3>", book, wager);
        out_print(out, "</h3>\n");
        out_text(out, text);
        count++;
    }
    return FELT_OK;
}

static void put_worst(text_out *out, const felt_audit_form *form, const felt_audit_page *page)
{
    if (page->worst_count == 0)
        return;
    out_print(out,
              "<h2>The worst rounds</h2>\n<div class=\"wide\"><table><tr><th class=\"t\">round<th>line<th>mispaid bets<th>paid too much"
              "<th>paid too little\n");
    for (int i = 0; i < page->worst_count; i++) {
        const felt_audit_worst *w = &page->worst[i];
        put_cell(out, "<tr><td class=\"t\">", felt_text_from(w->round));
        out_print(out, "<td>%llu<td>%d", (unsigned long long)w->line, w->bets);
        put_cell(out, "<td>", audit_money(out->arena, form, w->over));
        put_cell(out, "<td>", audit_money(out->arena, form, w->under));
        out_print(out, "\n");
    }
    out_print(out, "</table></div>\n");
}

/* ---- groups ---- */

static void put_group(text_out *out, const felt_audit_form *form, const felt_audit_page *page, const felt_audit_cell *c)
{
    const felt_audit_by *by = page->by;
    bool known = c->luck.verdict != FELT_LUCK_UNKNOWN && c->luck.rounds > 0, judged = c->luck.verdict >= FELT_LUCK_WITHIN;
    felt_money over, under;
    audit_cell_mistakes(c, &over, &under);
    out_print(out, "<tr>");
    for (int i = 0; i < by->count; i++)
        put_cell(out, "<td class=\"t\">", by->value(by->context, c->round_group, c->bet_group, i));
    put_wager_name(out, "<td class=\"t\">", felt_audit_book(page->audit), c->wager);
    out_print(out, "<td>%.*s", FELT_TEXT_ARGS(out_grouped(out->arena, c->tally.bets)));
    put_cell(out, "<td>", audit_money(out->arena, form, c->tally.staked));
    out_print(out, "<td%s>%.*s", c->tally.mispaid > 0 ? " class=\"bad\"" : "", FELT_TEXT_ARGS(out_grouped(out->arena, c->tally.mispaid)));
    put_cell(out, "<td>", audit_money(out->arena, form, over));
    put_cell(out, "<td>", audit_money(out->arena, form, under));
    if (known)
        out_print(out, "<td>%.3f %%<td>%.3f %%<td>%.2f", c->luck.realised * 100, c->luck.exact * 100, c->luck.z);
    else
        out_print(out, "<td>-<td>-<td>-");
    if (judged)
        out_print(out, "<td>%.2g<td%s>%.2g\n", c->luck.chance, c->verdict >= FELT_LUCK_UNUSUAL ? " class=\"bad\"" : "", c->corrected);
    else
        out_print(out, "<td>-<td>-\n");
}

static void put_groups(text_out *out, const felt_audit_form *form, const felt_audit_page *page)
{
    if (page->groups == NULL)
        return;
    int count = felt_audit_groups_count(page->groups);
    out_print(out, "<h2>By");
    for (int i = 0; i < page->by->count; i++)
        put_cell(out, i == 0 ? " " : ", ", page->by->names[i]);
    put_cell(out, "</h2>\n<p>", audit_correction(out->arena, page->groups));
    out_print(out, "</p>\n");
    for (int i = 0; i < count; i++) {
        const felt_audit_cell *c = felt_audit_groups_cell(page->groups, i);
        if (c->verdict < FELT_LUCK_UNUSUAL)
            continue;
        put_cell(out, "<p class=\"bad\">", audit_group_text(out->arena, page->by, c->round_group, c->bet_group));
        put_wager_name(out, ", ", felt_audit_book(page->audit), c->wager);
        put_cell(out, ": ", audit_cell_sentence(out->arena, c));
        out_print(out, "</p>\n");
    }
    out_print(out, "<div class=\"wide\"><table><tr>");
    for (int i = 0; i < page->by->count; i++)
        put_cell(out, "<th class=\"t\">", page->by->names[i]);
    out_print(
        out,
        "<th class=\"t\">wager<th>bets<th>staked<th>mispaid<th>too much<th>too little<th>realised<th>exact<th>z<th>chance<th>corrected\n");
    for (int i = 0; i < count && i < GROUP_ROWS_MAX; i++)
        put_group(out, form, page, felt_audit_groups_cell(page->groups, i));
    out_print(out, "</table></div>\n");
    if (count > GROUP_ROWS_MAX)
        out_print(out, "<p class=\"soft\">%d rows more are not shown; --by-csv writes all of them.</p>\n", count - GROUP_ROWS_MAX);
}

felt_status felt_report_audit_page(felt_arena *arena, const felt_audit_form *form, const felt_audit_page *page, felt_text *ret)
{
    text_out out = {.arena = arena};
    put_head(&out, form, page->audit);
    put_counts(&out, page->audit);
    felt_status status = put_wagers(&out, form, page->audit);
    if (status == FELT_OK)
        status = put_edges(&out, page);
    plot_mistakes(&out, form, page->audit);
    put_worst(&out, form, page);
    put_groups(&out, form, page);
    out_print(&out, "</html>\n");
    return status == FELT_OK ? out_finish(&out, ret) : status;
}
