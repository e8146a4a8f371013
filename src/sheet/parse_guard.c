/* src/sheet/parse_guard.c - `where OPTION is CHOICE and ...`. */
#include "parser.h"

static const char *const side_name = "side";

static bool choice_fails(parser *p, const felt_option *option)
{
    felt_text names[FELT_CHOICES_MAX];
    for (int i = 0; i < option->choice_count; i++)
        names[i] = option->choices[i].name;
    parser_fail(p, "unknown-name", "found '%.*s', expected a choice of '%.*s'", FELT_TEXT_ARGS(p->at->text), FELT_TEXT_ARGS(option->name));
    parser_suggest_names(p, p->at->text, names, option->choice_count);
    return false;
}

/* The choices of an option, or the sides of the wager, for who writes one. */
static void note_choices(parser *p, int option)
{
    const felt_option *o = option == GUARD_SIDE ? NULL : &p->tree->options[option];
    if (p->probe == NULL)
        return;
    for (int i = 0; o != NULL && i < o->choice_count; i++)
        probe_note(p->probe, p->at, o->choices[i].name, o->choices[i].title);
    for (int i = 0; o == NULL && i < p->wager->side_count; i++)
        probe_note(p->probe, p->at, p->wager->sides[i], (felt_text){"", 0});
}

static bool accept_choice(parser *p, int option, uint32_t *choices)
{
    note_choices(p, option);
    if (p->at->kind != TOKEN_WORD && p->at->kind != TOKEN_NUMBER)
        return parser_expected(p, "a choice", NULL);
    if (option != GUARD_SIDE) {
        int choice = felt_choice_find(&p->tree->options[option], p->at->text);
        if (choice < 0)
            return choice_fails(p, &p->tree->options[option]);
        *choices |= (uint32_t)1 << choice;
        p->at++;
        return true;
    }
    for (int i = 0; i < p->wager->side_count; i++) {
        if (felt_text_equal(p->wager->sides[i], p->at->text)) {
            *choices |= (uint32_t)1 << i;
            p->at++;
            return true;
        }
    }
    parser_fail(p, "unknown-name", "found '%.*s', expected a side of this wager", FELT_TEXT_ARGS(p->at->text));
    parser_suggest_names(p, p->at->text, p->wager->sides, p->wager->side_count);
    return false;
}

static void note_options(parser *p)
{
    if (p->probe == NULL)
        return;
    for (int i = 0; i < p->tree->option_count; i++)
        if (p->tree->options[i].kind != FELT_OPTION_PAYTABLE)
            probe_note(p->probe, p->at, p->tree->options[i].name, p->tree->options[i].title);
    if (p->wager->side_count > 0)
        probe_note(p->probe, p->at, felt_text_from(side_name), felt_text_from("the side of the wager"));
}

/* The option that the next word names: one of the sheet, this wager's paytable, or its side. */
static bool parse_option_name(parser *p, int *ret)
{
    const token *name;
    note_options(p);
    if (!parser_need_name(p, "the name of an option", false, &name))
        return false;
    felt_text names[FELT_OPTIONS_MAX + 2];
    int count = 0;
    if (felt_text_is(name->text, side_name) && p->wager->side_count > 0) {
        *ret = GUARD_SIDE;
        return true;
    }
    for (int i = 0; i < p->tree->option_count; i++) {
        const felt_option *option = &p->tree->options[i];
        if (option->kind == FELT_OPTION_PAYTABLE)
            continue;
        if (felt_text_equal(option->name, name->text)) {
            *ret = i;
            p->tree->option_used[i] = true;
            return true;
        }
        names[count++] = option->name;
    }
    p->at = name;
    if (felt_text_is(name->text, side_name))
        return parser_fail(p, "type", "'side' needs a wager with sides: write 'on %s' after its name",
                           p->tree->game->sides_example);
    parser_fail(p, "unknown-name", "found '%.*s', expected the name of an option or reading of this sheet", FELT_TEXT_ARGS(name->text));
    parser_suggest_names(p, name->text, names, count);
    return false;
}

static bool parse_test(parser *p, guard_test *ret)
{
    *ret = (guard_test){0};
    if (!parse_option_name(p, &ret->option) || !parser_need(p, "is"))
        return false;
    ret->negated = parser_accept(p, "not");
    do {
        if (!accept_choice(p, ret->option, &ret->choices))
            return false;
    } while (parser_accept_kind(p, TOKEN_COMMA) || parser_accept(p, "or"));
    if (ret->negated)
        ret->choices = ~ret->choices;
    return true;
}

bool parse_guard(parser *p, guard *ret)
{
    guard_test tests[FELT_WAGER_OPTIONS_MAX];
    int count = 0;
    do {
        if (count == FELT_WAGER_OPTIONS_MAX)
            return parser_fail(p, "limit", "more than %d tests after 'where'", FELT_WAGER_OPTIONS_MAX);
        if (!parse_test(p, &tests[count++]))
            return false;
    } while (parser_accept(p, "and"));
    ret->tests = parser_take(p, (size_t)count, sizeof *tests);
    if (ret->tests == NULL)
        return false;
    memcpy(ret->tests, tests, (size_t)count * sizeof *tests);
    ret->count = count;
    return true;
}
