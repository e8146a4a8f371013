/* src/report/store.c - the books of a store, what is held in it, what was taken out of it and who runs it, as text or JSON. */
#include "json_out.h"

#include <felt/store_report.h>
#include <felt/tables.h>
#include <time.h>

enum { NUMBER_COLUMNS = 20 };

/* A value on a line of its own. */
static felt_status finish_line(felt_arena *arena, json_t *whole, felt_text *ret)
{
    text_out out = {.arena = arena};
    felt_status status = out_json_line(&out, whole);
    out_print(&out, "\n");
    return status == FELT_OK ? out_finish(&out, ret) : status;
}

/* ---- the books ---- */

static void put_count(text_out *out, int64_t number, const char *what)
{
    out_print(out, "%*lld  %s\n", NUMBER_COLUMNS, (long long)number, what);
}

static void put_money(text_out *out, felt_money money, const char *what)
{
    char text[FELT_MONEY_BYTES];
    felt_money_write(money, FELT_CREDIT_DECIMALS, text);
    out_print(out, "%*s  %s\n", NUMBER_COLUMNS, text, what);
}

static felt_status books_text(felt_arena *arena, const felt_books *b, felt_text *ret)
{
    text_out out = {.arena = arena};
    put_count(&out, b->players, "players");
    put_count(&out, b->records, "records, each with its hash");
    put_count(&out, b->postings, "postings");
    if (b->retired > 0)
        put_count(&out, b->retired, "records that were retired, their postings carried forward");
    put_count(&out, b->ended, "bets that have ended, each once");
    put_count(&out, b->standing, "bets that stand");
    put_money(&out, b->available, "that players have");
    put_money(&out, b->held, "that is held for bets");
    put_money(&out, b->house, "of the house");
    put_money(&out, b->grants, "granted");
    out_print(&out, "the books balance: these four sum to zero\n");
    return out_finish(&out, ret);
}

static felt_status books_json(felt_arena *arena, const felt_books *b, felt_text *ret)
{
    const struct {
        const char *name;
        int64_t number;
    } fields[] = {
        {"players", b->players},   {"records", b->records},     {"retired", b->retired},           {"postings", b->postings},
        {"ended", b->ended},       {"standing", b->standing},   {"available", b->available.minor}, {"held", b->held.minor},
        {"house", b->house.minor}, {"grants", b->grants.minor},
    };
    json_t *whole = json_object();
    out_json_put(&whole, "balanced", json_true());
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
        out_json_put(&whole, fields[i].name, json_integer(fields[i].number));
    return finish_line(arena, whole, ret);
}

felt_status felt_report_books(felt_arena *arena, const felt_books *books, felt_report_style style, felt_text *ret)
{
    return style == FELT_REPORT_JSON ? books_json(arena, books, ret) : books_text(arena, books, ret);
}

/* ---- what is held ---- */

felt_status felt_report_hold(felt_arena *arena, const felt_held_bet *hold, int64_t before, felt_report_style style, felt_text *ret)
{
    text_out out = {.arena = arena};
    if (style != FELT_REPORT_JSON) {
        char text[FELT_MONEY_BYTES];
        felt_money_write(hold->amount, FELT_CREDIT_DECIMALS, text);
        out_print(&out, "table %lld, bet %lld, player %lld: %s\n", (long long)hold->table, (long long)hold->bet, (long long)hold->player,
                  text);
        return out_finish(&out, ret);
    }
    json_t *whole = json_object();
    out_json_put(&whole, "table", json_integer(hold->table));
    out_json_put(&whole, "bet", json_integer(hold->bet));
    out_json_put(&whole, "player", json_integer(hold->player));
    out_json_put(&whole, "amount", json_integer(hold->amount.minor));
    out_print(&out, "%s\n  ", before == 0 ? "[" : ",");
    felt_status status = out_json_line(&out, whole);
    return status == FELT_OK ? out_finish(&out, ret) : status;
}

felt_status felt_report_holds_end(felt_arena *arena, int64_t count, felt_report_style style, felt_text *ret)
{
    text_out out = {.arena = arena};
    if (style == FELT_REPORT_JSON)
        out_print(&out, "%s\n]\n", count == 0 ? "[" : "");
    else if (count == 0)
        out_print(&out, "nothing is held\n");
    return out_finish(&out, ret);
}

/* ---- what was retired ---- */

static int64_t records_of(const felt_retired *r)
{
    int64_t records = 0;
    for (int i = 0; i < r->count; i++)
        records += r->tables[i].to - r->tables[i].from + 1;
    return records;
}

static felt_status retired_text(felt_arena *arena, const felt_retired *r, felt_text *ret)
{
    text_out out = {.arena = arena};
    for (int i = 0; i < r->count; i++)
        out_print(&out, "%s: records %lld to %lld\n", r->tables[i].name, (long long)r->tables[i].from, (long long)r->tables[i].to);
    if (r->count == 0)
        out_print(&out, "nothing was retired: no table has a finished shoe or hand before %s after which nothing was held\n", r->before);
    else
        out_print(&out, "%lld records are in %s, which verifies, and no more in the store, whose books balance\n", (long long)records_of(r),
                  r->archive);
    return out_finish(&out, ret);
}

static felt_status retired_json(felt_arena *arena, const felt_retired *r, felt_text *ret)
{
    json_t *whole = json_object(), *tables = json_array();
    out_json_put(&whole, "before", out_json_text(felt_text_from(r->before)));
    out_json_put(&whole, "archive", r->count == 0 ? json_null() : out_json_text(felt_text_from(r->archive)));
    out_json_put(&whole, "records", json_integer(records_of(r)));
    for (int i = 0; i < r->count; i++) {
        json_t *table = json_object();
        out_json_put(&table, "table", out_json_text(felt_text_from(r->tables[i].name)));
        out_json_put(&table, "from", json_integer(r->tables[i].from));
        out_json_put(&table, "to", json_integer(r->tables[i].to));
        out_json_add(&tables, table);
    }
    out_json_put(&whole, "tables", tables);
    return finish_line(arena, whole, ret);
}

felt_status felt_report_retired(felt_arena *arena, const felt_retired *retired, felt_report_style style, felt_text *ret)
{
    return style == FELT_REPORT_JSON ? retired_json(arena, retired, ret) : retired_text(arena, retired, ret);
}

/* ---- operators ---- */

felt_status felt_report_operator(felt_arena *arena, const felt_operator_line *who, felt_text *ret)
{
    text_out out = {.arena = arena};
    char date[32];
    time_t seconds = (time_t)(who->made_ms / 1000);
    struct tm utc;
    if (gmtime_r(&seconds, &utc) == NULL || strftime(date, sizeof date, "%Y-%m-%d", &utc) == 0)
        date[0] = '\0';
    out_print(&out, "%s\t%lld\t%s\n", who->name, (long long)who->player, date);
    return out_finish(&out, ret);
}
