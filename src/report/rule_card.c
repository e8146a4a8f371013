/* src/report/rule_card.c - a sheet as a rule card: its head, its options and its wagers. */
#include "card_layout.h"

#include <felt/rule_card.h>
#include <stdio.h>

typedef struct card {
    text_out out;
    const felt_sheet *sheet;
    const felt_selection *selection;
    felt_report_style style;
} card;

static const char *bold(const card *k)
{
    return out_code(&k->out, COLOR_BOLD);
}

static const char *plain(const card *k)
{
    return out_code(&k->out, COLOR_PLAIN);
}

/* A text of the sheet, escaped where it must be. */
static void put_text(card *k, felt_text text)
{
    if (k->style == FELT_REPORT_MARKDOWN)
        out_markdown(&k->out, text);
    else
        out_text(&k->out, text);
}

static void put_choice(card *k, const felt_option *option, const felt_choice *choice, size_t widest)
{
    felt_text title = choice->title;
    if (felt_choice_as_printed(option, choice))
        title = felt_arena_print(k->out.arena, "%.*s, as printed", FELT_TEXT_ARGS(title));
    if (choice->cites.length > 0)
        title = felt_arena_print(k->out.arena, "%.*s [%.*s]", FELT_TEXT_ARGS(title), FELT_TEXT_ARGS(choice->cites));
    if (k->style == FELT_REPORT_MARKDOWN) {
        out_print(&k->out, "  - `%.*s`: ", FELT_TEXT_ARGS(choice->name));
        out_markdown(&k->out, title);
        out_print(&k->out, "\n");
        return;
    }
    out_repeat(&k->out, ' ', CARD_INDENT);
    out_padded(&k->out, choice->name, widest + 2);
    out_wrapped(&k->out, title, CARD_INDENT + widest + 2, CARD_INDENT + widest + 2, CARD_WIDTH);
}

static void put_option(card *k, const felt_option *option, size_t widest)
{
    const char *kind = option->kind == FELT_OPTION_READING ? "reading" : "option";
    felt_text name = option->name, title = option->title;
    if (k->style == FELT_REPORT_MARKDOWN) {
        out_print(&k->out, "\n- %s `%.*s`: ", kind, FELT_TEXT_ARGS(name));
        out_markdown(&k->out, title);
        out_print(&k->out, "\n");
    } else {
        out_print(&k->out, "  %s %s%.*s%s: ", kind, bold(k), FELT_TEXT_ARGS(name), plain(k));
        out_wrapped(&k->out, title, 2 + strlen(kind) + 1 + name.length + 2, CARD_INDENT, CARD_WIDTH);
    }
    for (int i = 0; i < option->choice_count; i++)
        if (felt_choice_selected(k->selection, option, &option->choices[i]))
            put_choice(k, option, &option->choices[i], widest);
}

static bool is_listed(const felt_option *option)
{
    return option->kind == FELT_OPTION_HOUSE || option->kind == FELT_OPTION_READING;
}

static void put_options(card *k)
{
    size_t widest = 8;
    bool headed = false;
    for (int i = 0; i < k->sheet->option_count; i++)
        for (int c = 0; is_listed(&k->sheet->options[i]) && c < k->sheet->options[i].choice_count; c++)
            if (k->sheet->options[i].choices[c].name.length > widest)
                widest = k->sheet->options[i].choices[c].name.length;
    for (int i = 0; i < k->sheet->option_count; i++) {
        if (!is_listed(&k->sheet->options[i]))
            continue;
        if (!headed)
            out_print(&k->out, k->style == FELT_REPORT_MARKDOWN ? "\n## Options\n" : "\n%sOptions%s\n", bold(k), plain(k));
        headed = true;
        put_option(k, &k->sheet->options[i], widest);
    }
}

/* " with 4, 6 or 8 decks", " with 1 to 8 decks". */
static void put_decks(card *k)
{
    const felt_option *decks = &k->sheet->options[k->sheet->decks_option];
    int numbers[FELT_DECKS_MAX], count = 0;
    for (int i = 0; i < decks->choice_count; i++)
        if (felt_choice_selected(k->selection, decks, &decks->choices[i]))
            numbers[count++] = decks->choices[i].number;
    out_print(&k->out, " with ");
    bool range = count > 2 && numbers[count - 1] - numbers[0] == count - 1;
    if (range)
        out_print(&k->out, "%d to %d", numbers[0], numbers[count - 1]);
    for (int i = 0; i < count && !range; i++)
        out_print(&k->out, "%s%d", out_joint(i, count), numbers[i]);
    out_print(&k->out, count == 1 && numbers[0] == 1 ? " deck" : " decks");
}

static void put_edition(card *k, const felt_source *source)
{
    out_print(&k->out, "%s", source->edition.length > 0 ? ", edition " : "");
    put_text(k, source->edition);
    out_print(&k->out, "%s", source->date.length > 0 ? ", " : "");
    put_text(k, source->date);
}

static void put_head(card *k)
{
    const felt_sheet *s = k->sheet;
    bool markdown = k->style == FELT_REPORT_MARKDOWN;
    out_print(&k->out, "%s%s", markdown ? "# " : "", bold(k));
    put_text(k, s->name);
    out_print(&k->out, "%s%s\n", plain(k), markdown ? "\n" : "");
    out_print(&k->out, "%s", s->game->title);
    if (s->game->source == FELT_SOURCE_SHOE)
        put_decks(k);
    out_print(&k->out, "\n");
    for (int i = 0; i < s->source_count; i++) {
        bool published = s->sources[i].publisher.length > 0;
        out_print(&k->out, "%sSource: ", markdown ? "\n" : "");
        put_text(k, s->sources[i].title);
        out_print(&k->out, "%s", published ? " (" : "");
        put_text(k, s->sources[i].publisher);
        out_print(&k->out, "%s", published ? ")" : "");
        put_edition(k, &s->sources[i]);
        out_print(&k->out, "\n");
    }
    put_options(k);
}

static bool put_wagers(card *k, felt_text name)
{
    int group = -1;
    bool any = false;
    for (int i = 0; i < k->sheet->wager_count; i++) {
        card_layout l;
        if (!felt_wager_selected(k->selection, k->sheet, &k->sheet->wagers[i]) ||
            (name.length > 0 && !felt_wager_called(k->sheet, &k->sheet->wagers[i], name)))
            continue;
        card_layout_make(k->sheet, k->selection, &k->sheet->wagers[i], &l);
        if (l.column_count == 0)
            continue;
        any = true;
        if (l.wager->group != group) {
            group = l.wager->group;
            out_print(&k->out, "\n%s%s", k->style == FELT_REPORT_MARKDOWN ? "## " : "", bold(k));
            put_text(k, k->sheet->groups[group].name);
            out_print(&k->out, "%s\n", plain(k));
        }
        if (k->style == FELT_REPORT_MARKDOWN)
            card_put_wager_markdown(&k->out, &l);
        else
            card_put_wager_text(&k->out, &l);
    }
    return any;
}

felt_status felt_rule_card_write(felt_arena *arena, const felt_sheet *sheet, const felt_selection *selection, felt_text wager,
                                 felt_report_style style, felt_text *ret)
{
    if (style == FELT_REPORT_JSON)
        return card_json(arena, sheet, selection, wager, ret);
    card k = {.out = {.arena = arena, .color = style == FELT_REPORT_COLOR}, .sheet = sheet, .selection = selection, .style = style};
    put_head(&k);
    if (!put_wagers(&k, wager))
        return FELT_ENOTFOUND;
    return out_finish(&k.out, ret);
}
