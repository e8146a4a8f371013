/* src/report/label.c - what each line of a table of wagers begins with. */
#include "label.h"

#include <felt/report.h>
#include <stdio.h>

enum { NAME_MOST = 56, OPTIONS_MOST = 64, WIDTH_LEAST = 24 };

felt_text label_wager(felt_arena *arena, const felt_odds *o)
{
    if (o->wager->side.length == 0)
        return o->wager->name;
    return felt_arena_print(arena, "%.*s on %.*s", FELT_TEXT_ARGS(o->wager->name), FELT_TEXT_ARGS(o->wager->side));
}

felt_text label_options(felt_arena *arena, const felt_odds *o, bool decks)
{
    /* Room for all names at their longest: there are many labels, and what they do not need is not taken from the arena. */
    char text[FELT_ODDS_SETTINGS_MAX * (2 * FELT_NAME_BYTES_MAX + 4) + FELT_NAME_BYTES_MAX] = "";
    felt_setting settings[FELT_ODDS_SETTINGS_MAX];
    int count = felt_odds_settings(o, settings), at = 0;
    for (int i = 0; i < count; i++)
        if (decks || settings[i].option->kind != FELT_OPTION_DECKS)
            at += snprintf(text + at, sizeof text - (size_t)at, "%s%.*s=%.*s", at > 0 ? ", " : "", FELT_TEXT_ARGS(settings[i].option->name),
                           FELT_TEXT_ARGS(settings[i].choice->name));
    if (felt_odds_names_start(o))
        at += snprintf(text + at, sizeof text - (size_t)at, "%splaced on %s %d", at > 0 ? ", " : "", o->sheet->game->words.phase,
                       o->sheet->game->phase_number(o->start));
    return felt_arena_copy(arena, (felt_text){text, (size_t)at});
}

felt_text felt_report_options(felt_arena *arena, const felt_odds *odds)
{
    return label_options(arena, odds, true);
}

static bool same_wager(const label_layout *l, int a, int b)
{
    return a >= 0 && b < l->count && l->list[a]->wager == l->list[b]->wager;
}

static bool is_alone(const label_layout *l, int i)
{
    return !same_wager(l, i - 1, i) && !same_wager(l, i, i + 1);
}

/* The wager and the choices in one, for the only line of its wager. */
static felt_text label_both(felt_arena *arena, const felt_odds *o, bool decks)
{
    felt_text name = label_wager(arena, o), options = label_options(arena, o, decks);
    return options.length == 0 ? name : felt_arena_print(arena, "%.*s, %.*s", FELT_TEXT_ARGS(name), FELT_TEXT_ARGS(options));
}

static size_t larger(size_t a, size_t b, size_t most)
{
    return b > a && b <= most ? b : a;
}

label_layout label_lay_out(felt_arena *arena, const felt_odds *const *list, int count, bool decks, size_t room)
{
    label_layout l = {.list = list, .count = count, .decks = decks, .name = 5, .options = 7, .width = WIDTH_LEAST};
    for (int i = 0; i < count; i++) {
        size_t options = felt_text_columns(label_options(arena, list[i], decks));
        size_t both = felt_text_columns(label_both(arena, list[i], decks));
        l.name = larger(l.name, felt_text_columns(label_wager(arena, list[i])), NAME_MOST);
        l.options = larger(l.options, options, OPTIONS_MOST);
        l.width = larger(l.width, is_alone(&l, i) ? both : 2 + options, room);
    }
    l.grouped = l.name + 2 + l.options > room;
    if (!l.grouped)
        l.width = l.name + 2 + l.options;
    return l;
}

void label_columns(const label_layout *l, grid *g, size_t gap)
{
    if (l->grouped) {
        grid_column_add(g, (grid_column){"wager", GRID_LEFT, gap, l->width, l->width});
        return;
    }
    grid_column_add(g, (grid_column){"wager", GRID_LEFT, gap, l->name, 0});
    grid_column_add(g, (grid_column){"options", GRID_LEFT, 2, l->options, 0});
}

int label_put(felt_arena *arena, const label_layout *l, int i, int at, grid_row *row)
{
    const felt_odds *o = l->list[i];
    felt_text name = label_wager(arena, o), options = label_options(arena, o, l->decks);
    if (!l->grouped) {
        row->cells[at] = name;
        row->cells[at + 1] = options;
        return at + 2;
    }
    if (is_alone(l, i)) {
        row->cells[at] = label_both(arena, o, l->decks);
        return at + 1;
    }
    if (!same_wager(l, i - 1, i))
        row->above = name;
    if (options.length == 0)
        options = felt_arena_print(arena, "placed at the %s", o->sheet->game->words.start);
    row->cells[at] = felt_arena_print(arena, "  %.*s", FELT_TEXT_ARGS(options));
    return at + 1;
}
