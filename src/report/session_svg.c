/* src/report/session_svg.c - the distribution of the results of sessions as a picture. */
#include "sim_report.h"

enum { WIDTH = 800, HEIGHT = 420, LEFT = 60, RIGHT = 20, TOP = 70, BOTTOM = 60, LABELS = 8 };

static void put_bars(text_out *out, const session_digest *d, uint64_t most)
{
    double step = (double)(WIDTH - LEFT - RIGHT) / d->bin_count;
    for (int i = 0; i < d->bin_count; i++) {
        double height = (double)(HEIGHT - TOP - BOTTOM) * (double)d->bins[i] / (double)most;
        out_print(out, "<rect x=\"%.2f\" y=\"%.2f\" width=\"%.2f\" height=\"%.2f\" fill=\"%s\"><title>%llu sessions</title></rect>\n",
                  LEFT + i * step + 1, HEIGHT - BOTTOM - height, step - 2, height,
                  d->bin_first + i * d->bin_width < 0 ? "#b5473c" : "#3c7d5a", (unsigned long long)d->bins[i]);
    }
}

static void put_axes(text_out *out, const felt_sim_report *r, const session_digest *d, uint64_t most)
{
    double step = (double)(WIDTH - LEFT - RIGHT) / d->bin_count;
    int every = d->bin_count / LABELS + 1;
    out_print(out, "<path d=\"M%d %d H%d\" stroke=\"#333\"/>\n", LEFT, HEIGHT - BOTTOM, WIDTH - RIGHT);
    for (int i = 0; i < d->bin_count; i += every)
        out_print(out, "<text x=\"%.2f\" y=\"%d\" text-anchor=\"middle\">%.*s</text>\n", LEFT + i * step, HEIGHT - BOTTOM + 18,
                  FELT_TEXT_ARGS(sim_amount(out->arena, d->bin_first + i * d->bin_width, r->decimals)));
    for (int i = 0; i <= 4; i++) {
        double share = 100 * (double)most / (double)d->count * i / 4;
        double y = HEIGHT - BOTTOM - (double)(HEIGHT - TOP - BOTTOM) * i / 4;
        out_print(out, "<text x=\"%d\" y=\"%.2f\" text-anchor=\"end\">%.1f %%</text>\n", LEFT - 8, y + 4, share);
    }
    out_print(out, "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">result of a session</text>\n", (WIDTH + LEFT - RIGHT) / 2, HEIGHT - 14);
}

/* Names come from a sheet and may have characters that mean something in XML. */
static void put_escaped(text_out *out, felt_text text)
{
    for (size_t i = 0; i < text.length; i++) {
        char c = text.bytes[i];
        const char *entity = c == '<' ? "&lt;" : c == '>' ? "&gt;" : c == '&' ? "&amp;" : c == '"' ? "&quot;" : NULL;
        if (entity != NULL)
            out_print(out, "%s", entity);
        else
            out_bytes(out, &c, 1);
    }
}

static void put_title(text_out *out, const felt_sim_report *r, const session_digest *d)
{
    const felt_session_setup *s = r->session_setup;
    out_print(out, "<text x=\"%d\" y=\"26\" font-size=\"18\">", LEFT);
    put_escaped(out, r->sheet->name);
    for (int i = 0; i < s->bet_count; i++) {
        out_print(out, "%s %.*s on ", i == 0 ? ":" : ",", FELT_TEXT_ARGS(sim_amount(out->arena, s->bets[i].stake.minor, r->decimals)));
        put_escaped(out, s->bets[i].wager->name);
        if (s->bets[i].wager->side.length > 0)
            out_print(out, " on %.*s", FELT_TEXT_ARGS(s->bets[i].wager->side));
    }
    out_print(out,
              "</text>\n<text x=\"%d\" y=\"48\">%.*s sessions of %.*s %s, bankroll %.*s, seed %llu: ahead %.2f %%, ruined %.2f %%</text>\n",
              LEFT, FELT_TEXT_ARGS(sim_count(out->arena, d->count)), FELT_TEXT_ARGS(sim_count(out->arena, s->rounds)),
              s->game == FELT_GAME_BACCARAT ? "rounds" : "rolls", FELT_TEXT_ARGS(sim_amount(out->arena, s->bankroll.minor, r->decimals)),
              (unsigned long long)s->seed, 100 * (double)d->ahead / (double)d->count, 100 * (double)d->ruined / (double)d->count);
}

felt_status felt_report_sessions_svg(felt_arena *arena, const felt_sim_report *report, felt_text *ret)
{
    session_digest d;
    text_out out = {.arena = arena};
    uint64_t most = 1;
    if (session_digest_make(report->sessions, &d) != FELT_OK)
        return FELT_ENOMEM;
    for (int i = 0; i < d.bin_count; i++)
        most = d.bins[i] > most ? d.bins[i] : most;
    out_print(&out, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\" font-size=\"12\">\n", WIDTH,
              HEIGHT);
    out_print(&out, "<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n");
    if (d.count > 0) {
        put_title(&out, report, &d);
        put_bars(&out, &d, most);
        put_axes(&out, report, &d, most);
    }
    out_print(&out, "</svg>\n");
    return out_finish(&out, ret);
}
