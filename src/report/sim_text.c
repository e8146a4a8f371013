/* src/report/sim_text.c - samples beside the exact figures, as columns. */
#include "label.h"
#include "sim_report.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { LINE_MOST = 130, FIGURES = 84 };

/* ---- from odds to wagers ---- */

/* Which of the entries first to end - 1, all of one variant, is about a wager placed with the puck at `puck`; -1: none, since the list of
 * odds leaves out positions with the edge of its first one, though wins and pushes may come in other shares there. */
static felt_status entry_for(const felt_odds_list *odds, int first, int end, int puck, int *ret)
{
    const uint16_t *start = odds->list[first].variant->machine->start;
    bool same = false;
    *ret = -1;
    if (start[puck] == FELT_STATE_NONE)
        return FELT_OK;
    for (int i = first; i < end && *ret < 0; i++)
        if (start[odds->list[i].start] == start[puck])
            *ret = i;
    if (*ret >= 0)
        return FELT_OK;
    felt_status status = felt_odds_decided_alike(&odds->list[first], (felt_puck)puck, &same);
    *ret = same ? first : -1;
    return status;
}

felt_status felt_sim_wagers_from(felt_arena *arena, const felt_odds_list *odds, const felt_sim_wager **ret)
{
    felt_sim_wager *wagers = felt_arena_take(arena, (size_t)odds->count, sizeof *wagers);
    if (wagers == NULL)
        return FELT_ENOMEM;
    for (int i = 0; i < odds->count; i++)
        wagers[i] = (felt_sim_wager){.wager = odds->list[i].wager, .variant = odds->list[i].variant};
    for (int first = 0, end; first < odds->count; first = end) {
        for (end = first + 1; end < odds->count && odds->list[end].variant == odds->list[first].variant;)
            end++;
        for (int puck = 0; puck < FELT_PUCK_COUNT && !odds->list[first].sheet->game->one_event; puck++) {
            int entry;
            felt_status status = entry_for(odds, first, end, puck, &entry);
            if (status != FELT_OK)
                return status;
            if (entry >= 0)
                wagers[entry].pucks = (uint8_t)(wagers[entry].pucks | 1 << puck);
        }
    }
    *ret = wagers;
    return FELT_OK;
}

/* ---- labels ---- */

felt_text sim_count(felt_arena *arena, uint64_t count)
{
    char digits[24], grouped[32];
    int length = snprintf(digits, sizeof digits, "%llu", (unsigned long long)count), at = 0;
    for (int i = 0; i < length; i++) {
        if (i > 0 && (length - i) % 3 == 0)
            grouped[at++] = ',';
        grouped[at++] = digits[i];
    }
    return felt_arena_copy(arena, (felt_text){grouped, (size_t)at});
}

felt_text sim_amount(felt_arena *arena, int64_t minor, int decimals)
{
    char text[FELT_MONEY_BYTES];
    size_t length = felt_money_write((felt_money){minor}, decimals, text);
    return felt_arena_copy(arena, (felt_text){text, length});
}

/* ---- figures ---- */

bool felt_sim_z(const felt_odds *odds, const felt_sim_figures *sample, double *ret)
{
    double hit = mpq_get_d(odds->hit), variance = odds->has_pays ? mpq_get_d(odds->variance) : hit * (1 - hit);
    if (sample->decided == 0 || variance <= 0 || !odds->has_outcomes || !sample->has_outcomes || (odds->has_pays && !sample->has_pays))
        return false;
    double n = (double)sample->decided;
    double difference = odds->has_pays ? sample->mean + mpq_get_d(odds->edge) : (double)sample->hits / n - hit;
    *ret = difference / sqrt(variance / n);
    return true;
}

typedef struct columns {
    label_layout label;
    size_t bets; /* columns for them; 0: every wager was decided in every round */
    bool color;
} columns;

static void put_head(text_out *out, const felt_sim_report *r, const columns *c)
{
    const char *bold = c->color ? "\033[1m" : "", *plain = c->color ? "\033[0m" : "";
    const felt_sim_setup *s = r->setup;
    out_print(out, "%s%.*s%s  %.*s\n", bold, FELT_TEXT_ARGS(r->sheet->short_name), plain, FELT_TEXT_ARGS(r->sheet->name));
    out_print(out, "  %.*s %s, %.*s %s%s, seed %llu%s\n", FELT_TEXT_ARGS(sim_count(out->arena, r->result->rounds)),
              s->game == &felt_game_baccarat ? "rounds" : "rolls", FELT_TEXT_ARGS(sim_count(out->arena, r->result->shoes)),
              s->game == &felt_game_baccarat ? "shoe" : "shooter", r->result->shoes == 1 ? "" : "s", (unsigned long long)s->seed,
              r->result->stopped ? "; stopped before the end" : "");
    if (s->game == &felt_game_baccarat && s->cut == 0)
        out_print(out,
                  "  %d deck%s, %d rounds from each shoe whatever they use: each round is as good as from a fresh shoe\n"
                  "  every wager is on in every round\n",
                  s->decks, s->decks == 1 ? "" : "s", felt_sim_shoe_rounds(s->decks));
    else if (s->game == &felt_game_baccarat)
        out_print(out,
                  "  %d deck%s, the cut card %d from the end: the exact figures are of a fresh shoe, and it moves the sample a little\n"
                  "  every wager is on in every round\n",
                  s->decks, s->decks == 1 ? "" : "s", s->cut);
    else
        out_print(out, "  every wager is placed again as soon as it may be; bets are those decided\n");
    out_print(out, "\n  ");
    label_put_heads(out, &c->label);
    if (c->bets > 0)
        out_print(out, "  %*s", (int)c->bets, "bets");
    out_print(out, "  %12s %12s  %6s  %11s %11s  %10s %9s\n", "edge sampled", "exact", "z", "hit sampled", "exact", "sd sampled", "exact");
}

static void put_line(text_out *out, const felt_sim_report *r, int i, const columns *c)
{
    const felt_odds *o = &r->odds->list[i];
    felt_sim_figures f = felt_sim_sample(&r->setup->wagers[i], r->result->rows[i]);
    felt_arena *arena = out->arena;
    double n = (double)f.decided, z;
    out_print(out, "  ");
    label_put(out, &c->label, i);
    if (c->bets > 0)
        out_print(out, "  %*.*s", (int)c->bets, FELT_TEXT_ARGS(sim_count(arena, f.decided)));
    if (f.decided > 0 && f.has_pays && o->has_pays)
        out_print(out, "  %10.4f %%", -100 * f.mean);
    else
        out_print(out, "  %12s", o->has_pays ? "-" : felt_odds_missing(o));
    felt_text edge = o->has_pays ? felt_arena_print(arena, "%.*s %%", FELT_TEXT_ARGS(felt_ratio_print_percent(arena, o->edge, 4)))
                                 : felt_text_from(felt_odds_missing(o));
    out_print(out, " %12.*s", FELT_TEXT_ARGS(edge));
    if (felt_sim_z(o, &f, &z))
        out_print(out, "  %s%+6.2f%s", c->color && fabs(z) > 4 ? "\033[1;31m" : "", z, c->color && fabs(z) > 4 ? "\033[0m" : "");
    else
        out_print(out, "  %6s", "-");
    if (f.decided > 0 && f.has_outcomes)
        out_print(out, "  %9.4f %%", 100 * (double)f.hits / n);
    else
        out_print(out, "  %11s", "-");
    if (o->has_outcomes)
        out_print(out, " %9.*s %%", FELT_TEXT_ARGS(felt_ratio_print_percent(arena, o->hit, 4)));
    else
        out_print(out, " %11s", "-");
    if (o->has_pays && f.decided > 0)
        out_print(out, "  %10.3f %9.*s", f.deviation, FELT_TEXT_ARGS(felt_ratio_print_root(arena, o->variance, 3)));
    out_print(out, "\n");
}

static void put_foot(text_out *out, const felt_sim_report *r)
{
    double worst = 0;
    int count = 0;
    for (int i = 0; i < r->odds->count; i++) {
        felt_sim_figures f = felt_sim_sample(&r->setup->wagers[i], r->result->rows[i]);
        double z;
        if (!felt_sim_z(&r->odds->list[i], &f, &z))
            continue;
        count++;
        worst = fabs(z) > fabs(worst) ? z : worst;
    }
    if (count == 0)
        return;
    /* The chance that the largest of so many independent z-scores is at least this large. Wagers on the same rounds are not independent,
     * so it is a rough guide, and the words say so. */
    double chance = 1 - pow(erf(fabs(worst) / sqrt(2)), count);
    out_print(out,
              "\n  z is the difference in standard errors, + in the bettor's favour. The largest of %d is %+.2f:\n"
              "  luck alone gives one as large in about %.*f %% of such tables%s\n",
              count, worst, chance < 0.01 ? 2 : 0, 100 * chance, chance < 0.0001 ? ", so look for another cause." : ".");
}

static felt_status measure(felt_arena *arena, const felt_sim_report *r, bool color, columns *ret)
{
    const felt_odds **list = felt_arena_take(arena, (size_t)r->odds->count, sizeof *list);
    if (list == NULL)
        return FELT_ENOMEM;
    bool all = true;
    *ret = (columns){.bets = 4, .color = color};
    for (int i = 0; i < r->odds->count; i++) {
        uint64_t decided = felt_sim_sample(&r->setup->wagers[i], r->result->rows[i]).decided;
        size_t digits = sim_count(arena, decided).length;
        list[i] = &r->odds->list[i];
        ret->bets = digits > ret->bets ? digits : ret->bets;
        all = all && decided == r->result->rounds;
    }
    ret->bets = all ? 0 : ret->bets;
    ret->label = label_lay_out(arena, list, r->odds->count, false, LINE_MOST - FIGURES - (all ? 0 : 2 + ret->bets));
    return FELT_OK;
}

felt_status felt_report_sim(felt_arena *arena, const felt_sim_report *report, felt_report_style style, felt_text *ret)
{
    session_digest digest;
    if (report->session_setup != NULL && session_digest_make(report->sessions, &digest) != FELT_OK)
        return FELT_ENOMEM;
    if (style == FELT_REPORT_JSON)
        return sim_json(arena, report, report->session_setup != NULL ? &digest : NULL, ret);
    text_out out = {.arena = arena};
    columns c;
    if (measure(arena, report, style == FELT_REPORT_COLOR, &c) != FELT_OK)
        return FELT_ENOMEM;
    put_head(&out, report, &c);
    for (int i = 0; i < report->odds->count; i++)
        put_line(&out, report, i, &c);
    put_foot(&out, report);
    if (report->session_setup != NULL)
        sim_put_sessions(&out, report, &digest, c.color);
    return out_finish(&out, ret);
}
