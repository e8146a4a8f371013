/* src/report/history.c - what dealing and settling a history again has found, as text or JSON. */
#include "json_out.h"

#include <felt/history_report.h>
#include <felt/tables.h>

enum { NUMBER_COLUMNS = 14 };

/* ---- text ---- */

static void put_line(text_out *out, felt_text number, const char *what)
{
    size_t columns = felt_text_columns(number);
    out_repeat(out, ' ', columns < NUMBER_COLUMNS ? NUMBER_COLUMNS - columns : 0);
    out_text(out, number);
    out_print(out, "  %s\n", what);
}

static void put_count(text_out *out, uint64_t number, const char *what)
{
    put_line(out, out_grouped(out->arena, number), what);
}

static void put_money(text_out *out, felt_money money, const char *what)
{
    char text[FELT_MONEY_BYTES];
    felt_money_write(money, FELT_CREDIT_DECIMALS, text);
    put_line(out, felt_text_from(text), what);
}

/* Only what there is: nobody should have to look for what is not. */
static void put_remark(text_out *out, uint64_t number, const char *what)
{
    if (number == 0)
        return;
    out_paint(out, COLOR_YELLOW);
    put_count(out, number, what);
    out_paint(out, COLOR_PLAIN);
}

static felt_status put_text(felt_arena *arena, const felt_history_counts *n, bool color, felt_text *ret)
{
    text_out out = {.arena = arena, .color = color};
    put_count(&out, n->tables, "tables");
    put_count(&out, n->records, "records, each with its hash");
    put_count(&out, n->shoes, "shoes or hands dealt again from their seeds");
    put_count(&out, n->rounds, "rounds or rolls settled again");
    put_count(&out, n->bets, "bets that came down, each paid as its sheet says");
    put_money(&out, n->staked, "staked on them");
    put_money(&out, n->paid, "paid for them, stakes included");
    put_remark(&out, n->up, "bets still up");
    put_remark(&out, n->unrevealed, "shoes or hands whose seed is not revealed yet");
    put_remark(&out, n->rounds - n->covered, "rounds or rolls of these, to be dealt again when it is");
    put_remark(&out, n->alone, "shoes or hands with nobody's entropy but the server's");
    put_remark(&out, n->early, "shoes or hands that were ended early");
    put_remark(&out, n->voids, "makings that were void because somebody withheld");
    put_remark(&out, n->given_up, "makings that the house gave up");
    put_remark(&out, n->voided, "rounds that were made void");
    out_paint(&out, COLOR_BOLD);
    out_print(&out, "verified: nothing differs\n");
    out_paint(&out, COLOR_PLAIN);
    return out_finish(&out, ret);
}

/* ---- JSON ---- */

static felt_status put_json(felt_arena *arena, const felt_history_counts *n, felt_text *ret)
{
    const struct {
        const char *name;
        int64_t number;
    } fields[] = {
        {"tables", (int64_t)n->tables},
        {"records", (int64_t)n->records},
        {"events", (int64_t)n->events},
        {"shoes", (int64_t)n->shoes},
        {"alone", (int64_t)n->alone},
        {"early", (int64_t)n->early},
        {"unrevealed", (int64_t)n->unrevealed},
        {"voids", (int64_t)n->voids},
        {"given_up", (int64_t)n->given_up},
        {"rounds", (int64_t)n->rounds},
        {"covered", (int64_t)n->covered},
        {"voided", (int64_t)n->voided},
        {"bets", (int64_t)n->bets},
        {"up", (int64_t)n->up},
        {"staked", n->staked.minor},
        {"paid", n->paid.minor},
    };
    json_t *whole = json_object();
    out_json_put(&whole, "verified", json_true());
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
        out_json_put(&whole, fields[i].name, json_integer(fields[i].number));
    return out_json_finish(arena, whole, 17, ret);
}

felt_status felt_report_history(felt_arena *arena, const felt_history_counts *counts, felt_report_style style, felt_text *ret)
{
    return style == FELT_REPORT_JSON ? put_json(arena, counts, ret) : put_text(arena, counts, style == FELT_REPORT_COLOR, ret);
}

felt_status felt_report_history_wrong(felt_arena *arena, const felt_error *error, felt_text *ret)
{
    json_t *whole = json_object();
    out_json_put(&whole, "verified", json_false());
    out_json_put(&whole, "line", json_integer((json_int_t)error->line));
    out_json_put(&whole, "message", out_json_text(felt_text_from(error->message)));
    return out_json_finish(arena, whole, 17, ret);
}

felt_status felt_report_history_chains(felt_arena *arena, int64_t tables, int64_t records, int64_t floors, felt_text *ret)
{
    text_out out = {.arena = arena};
    out_print(&out, "%lld tables with %lld records: nothing was changed, left out or moved\n", (long long)tables, (long long)records);
    if (floors > 0)
        out_print(&out, "%lld of them begin where an archive ends: give the archives before this file, and all of it is verified as one\n",
                  (long long)floors);
    return out_finish(&out, ret);
}
