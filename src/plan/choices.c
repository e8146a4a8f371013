/* src/plan/choices.c - the choices of a table: `with` lines, and options of which none speaks. */
#include "plan.h"

#include <stdio.h>

enum { NAMES_MAX = 256 };

/* Does the line speak of this option of this sheet? */
static bool speaks_of(const plan_with *with, const felt_sheet *sheet, const felt_option *option)
{
    return felt_text_equal(with->option, option->name) && (with->sheet.length == 0 || felt_text_equal(with->sheet, sheet->short_name));
}

/* A number of decks that not every sheet allows is no choice. */
static bool all_allow(const plan_reader *r, int decks)
{
    for (int s = 0; s < r->sheet_count; s++) {
        const felt_option *option = &r->sheets[s]->options[r->sheets[s]->decks_option];
        bool allows = false;
        for (int i = 0; i < option->choice_count; i++)
            allows = allows || option->choices[i].number == decks;
        if (!allows)
            return false;
    }
    return true;
}

/* Its choices with their titles, for a reader who has to take one. */
static felt_text choices_text(plan_reader *r, const felt_option *option)
{
    char text[FELT_CHOICES_MAX * (FELT_NAME_BYTES_MAX + FELT_STRING_BYTES_MAX + 8)] = "";
    size_t at = 0;
    for (int i = 0; i < option->choice_count && at < sizeof text; i++) {
        const felt_choice *c = &option->choices[i];
        if (option->kind == FELT_OPTION_DECKS && !all_allow(r, c->number))
            continue;
        at += (size_t)snprintf(text + at, sizeof text - at, "%s%.*s", at == 0 ? "" : "; ", FELT_TEXT_ARGS(c->name));
        if (c->title.length > 0 && at < sizeof text)
            at += (size_t)snprintf(text + at, sizeof text - at, " (%.*s)", FELT_TEXT_ARGS(c->title));
    }
    return plan_print(r, "choose one of: %s", text);
}

/* ---- with ---- */

static bool unknown_option(plan_reader *r, const plan_with *with)
{
    felt_text names[NAMES_MAX];
    int count = 0;
    for (int s = 0; s < r->sheet_count; s++)
        for (int i = 0; i < r->sheets[s]->option_count && count < NAMES_MAX; i++)
            if (with->sheet.length == 0 || felt_text_equal(with->sheet, r->sheets[s]->short_name))
                names[count++] = r->sheets[s]->options[i].name;
    r->option_unknown = true;
    plan_fail(r, with->at, "unknown-name", "found '%.*s', expected an option or reading of the table's sheets",
              FELT_TEXT_ARGS(with->at->text));
    parser_suggest_names(&r->p, with->option, names, count);
    return false;
}

/* The shoe is one for all sheets. */
static bool decks_allowed(plan_reader *r, plan_with *with, const felt_option *option, int found, const token *choice)
{
    if (all_allow(r, option->choices[found].number))
        return true;
    with->bad = true;
    plan_fail(r, choice, "range", "found %.*s decks, expected a number that every sheet of the table allows", FELT_TEXT_ARGS(choice->text));
    plan_help(r, choices_text(r, option));
    return false;
}

/* Is it an option of one of the sheets, and has one of those the choice? Paytables of different wagers share one name. */
static bool known_choice(plan_reader *r, plan_with *with, const token *choice)
{
    felt_text names[NAMES_MAX];
    int count = 0;
    bool known = false;
    for (int s = 0; s < r->sheet_count; s++) {
        for (int i = 0; i < r->sheets[s]->option_count; i++) {
            const felt_option *option = &r->sheets[s]->options[i];
            if (!speaks_of(with, r->sheets[s], option))
                continue;
            known = true;
            int found = felt_choice_find(option, with->choice);
            if (found >= 0)
                return option->kind != FELT_OPTION_DECKS || decks_allowed(r, with, option, found, choice);
            for (int k = 0; k < option->choice_count && count < NAMES_MAX; k++)
                names[count++] = option->choices[k].name;
        }
    }
    if (!known)
        return unknown_option(r, with);
    with->bad = true;
    char list[512] = "";
    size_t at = 0;
    for (int i = 0; i < count && at < sizeof list; i++)
        at += (size_t)snprintf(list + at, sizeof list - at, "%s%.*s", plan_joint(i, count), FELT_TEXT_ARGS(names[i]));
    plan_fail(r, choice, "unknown-name", "found '%.*s', expected a choice of '%.*s': %s", FELT_TEXT_ARGS(with->choice),
              FELT_TEXT_ARGS(with->option), list);
    parser_suggest_names(&r->p, with->choice, names, count);
    return false;
}

/* Do both lines choose for one option? */
static bool is_said(const plan_reader *r, const plan_with *a, const plan_with *b)
{
    for (int s = 0; s < r->sheet_count; s++) {
        for (int i = 0; i < r->sheets[s]->option_count; i++) {
            const felt_option *option = &r->sheets[s]->options[i];
            if (speaks_of(a, r->sheets[s], option) && speaks_of(b, r->sheets[s], option) && felt_choice_find(option, a->choice) >= 0 &&
                felt_choice_find(option, b->choice) >= 0)
                return true;
        }
    }
    return false;
}

bool plan_choice(plan_reader *r)
{
    parser *p = &r->p;
    plan_with with = {.at = p->at};
    if (with.at->kind != TOKEN_WORD && with.at->kind != TOKEN_SLASHED) {
        r->option_unknown = true;
        return parser_expected(p, "an option of a sheet: with SHEET/OPTION is CHOICE", NULL);
    }
    if (with.at->kind == TOKEN_SLASHED)
        slashed_parts(with.at->text, &with.sheet, &with.option);
    else
        with.option = with.at->text;
    p->at++;
    r->option_unknown = r->option_unknown || !parser_is(p, "is");
    if (!parser_need(p, "is"))
        return false;
    const token *choice = p->at;
    if (choice->kind != TOKEN_WORD && choice->kind != TOKEN_NUMBER) {
        r->option_unknown = true;
        return parser_expected(p, "a choice", NULL);
    }
    p->at++;
    with.choice = choice->text;
    bool good = parser_need_end(p) && known_choice(r, &with, choice);
    for (int i = 0; good && i < r->with_count; i++)
        if (is_said(r, &r->withs[i], &with))
            return plan_fail(r, with.at, "duplicate", "found '%.*s' again, expected each option once: line %d says that it is %.*s",
                             FELT_TEXT_ARGS(with.at->text), r->withs[i].at->line, FELT_TEXT_ARGS(r->withs[i].choice));
    if (r->with_count == FELT_TABLE_WITHS_MAX)
        return plan_fail(r, with.at, "limit", "more than %d 'with' lines in a table", FELT_TABLE_WITHS_MAX);
    r->withs[r->with_count++] = with;
    return good;
}

/* ---- what is not stated ---- */

/* The book takes them, and knows that nobody has chosen them. */
bool plan_others(plan_reader *r)
{
    return parser_need(&r->p, "by") && parser_need(&r->p, "default") && parser_need_end(&r->p);
}

static bool is_stated(const plan_reader *r, const felt_sheet *sheet, const felt_option *option)
{
    for (int i = 0; i < r->with_count; i++)
        if (speaks_of(&r->withs[i], sheet, option) && (r->withs[i].bad || felt_choice_find(option, r->withs[i].choice) >= 0))
            return true;
    return false;
}

/* Is the choice of this option, a paytable, left by what is stated of the others? Not where its wager is not offered anyway. */
static bool variant_left(const plan_reader *r, const felt_sheet *sheet, const felt_wager *w, const felt_variant *v)
{
    for (int i = 0; i < w->option_count; i++) {
        const felt_option *option = &sheet->options[w->options[i]];
        bool named = false, chosen = false;
        for (int k = 0; k < r->with_count; k++) {
            int choice = speaks_of(&r->withs[k], sheet, option) ? felt_choice_find(option, r->withs[k].choice) : -1;
            named = named || choice >= 0;
            chosen = chosen || choice == v->choices[i];
        }
        if (named && !chosen)
            return false;
    }
    return true;
}

static const felt_wager *wager_of_paytable(const plan_reader *r, const felt_sheet *sheet, int option)
{
    for (int i = 0; i < sheet->wager_count; i++) {
        const felt_wager *w = &sheet->wagers[i];
        bool depends = false;
        for (int k = 0; k < w->option_count; k++)
            depends = depends || w->options[k] == option;
        for (int v = 0; depends && v < w->variant_count; v++)
            if (variant_left(r, sheet, w, &w->variants[v]))
                return w;
    }
    return NULL;
}

static void report_missing(plan_reader *r, const felt_sheet *sheet, const felt_option *option, const felt_wager *wager)
{
    bool qualified = r->sheet_count > 1 && option->kind != FELT_OPTION_DECKS;
    felt_text before = qualified ? sheet->short_name : (felt_text){"", 0};
    felt_text title = option->title;
    if (wager != NULL)
        title = plan_print(r, "the pays of %.*s", FELT_TEXT_ARGS(wager->short_name));
    else if (option->kind == FELT_OPTION_DECKS)
        title = felt_text_from("the decks of the shoe");
    plan_fail(r, r->name, "missing", "the table does not state '%.*s%s%.*s': %.*s; expected a line: with %.*s%s%.*s is CHOICE",
              FELT_TEXT_ARGS(before), qualified ? "/" : "", FELT_TEXT_ARGS(option->name), FELT_TEXT_ARGS(title), FELT_TEXT_ARGS(before),
              qualified ? "/" : "", FELT_TEXT_ARGS(option->name));
    plan_help(r, choices_text(r, option));
}

bool plan_choices_stated(plan_reader *r)
{
    bool good = true, decks_said = false;
    if (r->seen[LINE_OTHERS] != NULL)
        return true;
    for (int s = 0; s < r->sheet_count; s++) {
        const felt_sheet *sheet = r->sheets[s];
        bool paytable_said = false;
        for (int i = 0; i < sheet->option_count; i++) {
            const felt_option *option = &sheet->options[i];
            bool is_decks = option->kind == FELT_OPTION_DECKS, is_paytable = option->kind == FELT_OPTION_PAYTABLE;
            if (option->choice_count < 2 || is_stated(r, sheet, option) || (is_decks && decks_said) || (is_paytable && paytable_said))
                continue;
            const felt_wager *wager = is_paytable ? wager_of_paytable(r, sheet, i) : NULL;
            if (is_paytable && wager == NULL)
                continue;
            decks_said = decks_said || is_decks;
            paytable_said = paytable_said || is_paytable;
            report_missing(r, sheet, option, wager);
            good = false;
        }
    }
    return good;
}
