/* src/report/audit_groups.c - the groups of an audit as a table, and what their luck comes to where many of them are looked at. */
#include "audit_report.h"
#include "grid.h"

#include <felt/audit_breakdown.h>
#include <math.h>

void audit_cell_mistakes(const felt_audit_cell *c, felt_money *ret_over, felt_money *ret_under)
{
    *ret_over = *ret_under = (felt_money){0};
    for (int k = 1; k < FELT_MISTAKE_COUNT; k++) { /* sums that do not fit stay as they are: each kind has its own */
        felt_money_add(*ret_over, c->tally.mistakes[k].over, ret_over);
        felt_money_add(*ret_under, c->tally.mistakes[k].under, ret_under);
    }
}

static felt_text wager_text(felt_arena *arena, const felt_book *book, int wager)
{
    char name[FELT_BOOK_NAME_BYTES];
    felt_book_name(book, wager, name);
    return felt_arena_copy(arena, felt_text_from(name));
}

felt_text audit_group_text(felt_arena *arena, const felt_audit_by *by, uint32_t round_group, uint32_t bet_group)
{
    text_out out = {.arena = arena};
    felt_text text = {"", 0};
    for (int i = 0; i < by->count; i++) {
        felt_text value = by->value(by->context, round_group, bet_group, i);
        out_print(&out, "%s%.*s %.*s", i == 0 ? "" : ", ", FELT_TEXT_ARGS(by->names[i]),
                  FELT_TEXT_ARGS(value.length == 0 ? felt_text_from("-") : value));
    }
    out_finish(&out, &text);
    return text;
}

static void add_columns(grid *g, felt_arena *arena, const felt_audit_by *by)
{
    static const char *const titles[] = {"bets", "staked", "expected", "paid", "mispaid", "realised", "exact", "z", "chance", "corrected"};
    for (int i = 0; i < by->count; i++) {
        felt_text name = felt_arena_print(arena, "%.*s", FELT_TEXT_ARGS(by->names[i]));
        grid_column_add(g, (grid_column){name.bytes == NULL ? "" : name.bytes, GRID_LEFT, i == 0 ? 0 : 2, 0, 0});
    }
    grid_column_add(g, (grid_column){"wager", GRID_LEFT, 2, 0, 0});
    for (size_t i = 0; i < sizeof titles / sizeof *titles; i++)
        grid_column_add(g, (grid_column){titles[i], GRID_RIGHT, 2, 0, 0});
}

static felt_text chance_text(felt_arena *arena, double chance)
{
    return chance >= 0.0001 ? felt_arena_print(arena, "%.4f", chance) : felt_arena_print(arena, "%.1e", chance);
}

static void add_cell(grid *g, const felt_audit_form *form, const felt_audit_by *by, const felt_book *book, const felt_audit_cell *c)
{
    felt_arena *arena = g->arena;
    const felt_text none = felt_text_from("-");
    felt_text cells[FELT_RECORD_BY_MAX + 11];
    bool known = c->luck.verdict != FELT_LUCK_UNKNOWN && c->luck.rounds > 0, judged = c->luck.verdict >= FELT_LUCK_WITHIN;
    int at = 0;
    for (int i = 0; i < by->count; i++)
        cells[at++] = by->value(by->context, c->round_group, c->bet_group, i);
    cells[at++] = wager_text(arena, book, c->wager);
    cells[at++] = felt_arena_print(arena, "%llu", (unsigned long long)c->tally.bets);
    cells[at++] = audit_money(arena, form, c->tally.staked);
    cells[at++] = audit_money(arena, form, c->tally.expected);
    cells[at++] = audit_money(arena, form, c->tally.paid);
    cells[at++] = felt_arena_print(arena, "%llu", (unsigned long long)c->tally.mispaid);
    cells[at++] = known ? felt_arena_print(arena, "%.3f %%", c->luck.realised * 100) : none;
    cells[at++] = known ? felt_arena_print(arena, "%.3f %%", c->luck.exact * 100) : none;
    cells[at++] = known ? felt_arena_print(arena, "%.2f", c->luck.z) : none;
    cells[at++] = judged ? chance_text(arena, c->luck.chance) : none;
    cells[at++] = judged ? chance_text(arena, c->corrected) : none;
    grid_row *row = grid_add(g, cells);
    if (c->tally.mispaid > 0)
        row->colors[by->count + 5] = COLOR_RED;
}

felt_text audit_correction(felt_arena *arena, const felt_audit_groups *groups)
{
    int judged = felt_audit_groups_judged(groups), count = felt_audit_groups_count(groups), unusual = 0, alone = 0;
    for (int i = 0; i < count; i++) {
        unusual += felt_audit_groups_cell(groups, i)->verdict >= FELT_LUCK_UNUSUAL;
        alone += felt_audit_groups_cell(groups, i)->luck.verdict >= FELT_LUCK_UNUSUAL;
    }
    if (judged == 0)
        return felt_arena_print(arena, "No group has enough rounds on a wager to tell luck from anything else.");
    return felt_arena_print(arena,
                            "%d of %d groups and wagers have enough rounds to be judged. Of so many places about %.0f would look unusual "
                            "by luck alone, and %d %s; so "
                            "each chance is corrected for looking in %d places (Holm's method), and with that %d %s unusual.",
                            judged, count, judged * erfc(2 / sqrt(2)), alone, alone == 1 ? "does" : "do", judged, unusual,
                            unusual == 1 ? "is" : "are");
}

felt_text audit_cell_sentence(felt_arena *arena, const felt_audit_cell *c)
{
    const char *way = c->luck.z > 0 ? "more" : "less";
    const char *verdict = c->verdict == FELT_LUCK_NOT ? "not luck" : c->verdict == FELT_LUCK_HARDLY ? "hardly luck" : "unusual";
    return felt_arena_print(arena,
                            "%s: the house kept %s than expected, by %.1f standard deviations; luck alone does this in one of so many "
                            "places about once in %.0f samples",
                            verdict, way, fabs(c->luck.z), 1 / c->corrected);
}

/* Rounds that were misdealt, where a round is of one group. */
static void put_misdealt(text_out *out, const felt_audit_by *by, const felt_audit_groups *groups)
{
    for (int i = 0; !by->bets_differ && i < felt_audit_groups_count(groups); i++) {
        const felt_audit_cell *c = felt_audit_groups_cell(groups, i);
        felt_audit_group_rounds rounds = felt_audit_groups_rounds(groups, c->round_group);
        bool first = i == 0 || felt_audit_groups_cell(groups, i - 1)->round_group != c->round_group;
        if (first && rounds.misdealt > 0)
            out_print(out, "%.*s: %llu of %llu rounds misdealt\n",
                      FELT_TEXT_ARGS(audit_group_text(out->arena, by, c->round_group, c->bet_group)), (unsigned long long)rounds.misdealt,
                      (unsigned long long)rounds.verified);
    }
}

felt_status felt_report_groups(felt_arena *arena, const felt_audit_form *form, const felt_audit_by *by, const felt_book *book,
                               const felt_audit_groups *groups, felt_text *ret)
{
    text_out out = {.arena = arena, .color = form->style == FELT_REPORT_COLOR};
    grid g = grid_in(arena);
    add_columns(&g, arena, by);
    for (int i = 0; i < felt_audit_groups_count(groups); i++)
        add_cell(&g, form, by, book, felt_audit_groups_cell(groups, i));
    if (form->findings > 0)
        out_print(&out, "\n");
    if (g.row_count > 0)
        grid_print(&out, &g);
    out_print(&out, "\n");
    put_misdealt(&out, by, groups);
    out_text(&out, audit_correction(arena, groups));
    out_print(&out, "\n");
    for (int i = 0; i < felt_audit_groups_count(groups); i++) {
        const felt_audit_cell *c = felt_audit_groups_cell(groups, i);
        if (c->verdict >= FELT_LUCK_UNUSUAL)
            out_print(&out, "%.*s, %.*s: %.*s\n", FELT_TEXT_ARGS(audit_group_text(arena, by, c->round_group, c->bet_group)),
                      FELT_TEXT_ARGS(wager_text(arena, book, c->wager)), FELT_TEXT_ARGS(audit_cell_sentence(arena, c)));
    }
    out_print(&out, "%s", form->findings == 0 ? "\n" : ""); /* else the totals begin with an empty line */
    return out_finish(&out, ret);
}
