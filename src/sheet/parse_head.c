/* src/sheet/parse_head.c - the statements outside wagers: sheet, source, game, options and their choices, groups. */
#include "parse_statement.h"

#include <stdio.h>

enum { SOURCE_HASH_DIGITS = 64 };

bool parse_sheet_name(parser *p)
{
    const token *name;
    if (p->tree->name.bytes != NULL)
        return parser_fail(p, "duplicate", "a second 'sheet' statement; a file holds one sheet");
    p->at++;
    if (!parser_need_string(p, "the printed name of the sheet in \"quotes\"", &name))
        return false;
    p->tree->name = name->text;
    return parser_need_end(p);
}

/* `word "text"`, which may be left out. */
static bool parse_said(parser *p, const char *word, const char *expected, felt_text *ret)
{
    const token *text;
    if (!parser_accept(p, word))
        return true;
    if (!parser_need_string(p, expected, &text))
        return false;
    *ret = text->text;
    return true;
}

/* Which edition of a document, and which copy of it. */
static bool parse_copy(parser *p, felt_source *source)
{
    if (!parse_said(p, "edition", "the edition in \"quotes\"", &source->edition) ||
        !parse_said(p, "dated", "the date of the document in \"quotes\"", &source->date) ||
        !parse_said(p, "file", "the path of a copy in \"quotes\"", &source->file))
        return false;
    if (source->file.length == 0)
        return true;
    if (!parse_said(p, "sha256", "the SHA-256 of the copy, 64 hexadecimal digits in \"quotes\"", &source->hash))
        return false;
    bool whole = source->hash.length == 0 || source->hash.length == SOURCE_HASH_DIGITS;
    for (size_t i = 0; i < source->hash.length; i++)
        whole = whole && strchr("0123456789abcdef", source->hash.bytes[i]) != NULL;
    p->at -= !whole;
    return whole || parser_fail(p, "syntax", "found %zu letters, expected the SHA-256 of the copy, %d digits 0 to 9 and a to f",
                                felt_text_letters(source->hash), SOURCE_HASH_DIGITS);
}

bool parse_source(parser *p)
{
    const token *title, *publisher = NULL;
    if (p->tree->source_count == FELT_SOURCES_MAX)
        return parser_fail(p, "limit", "more than %d sources", FELT_SOURCES_MAX);
    p->at++;
    if (!parser_need_string(p, "the title of a document in \"quotes\"", &title))
        return false;
    if (parser_accept_kind(p, TOKEN_COMMA) && !parser_need_string(p, "the publisher in \"quotes\"", &publisher))
        return false;
    felt_text none = {"", 0};
    felt_source source = {title->text, publisher == NULL ? none : publisher->text, none, none, none, none};
    if (!parse_copy(p, &source) || !parser_need_end(p))
        return false;
    p->tree->sources[p->tree->source_count++] = source;
    return true;
}

static bool add_option(parser *p, felt_option_kind kind, felt_text name, felt_text title, const token *at)
{
    felt_option *option = &p->tree->options[p->tree->option_count];
    felt_choice *choices = parser_take(p, FELT_CHOICES_MAX, sizeof *choices);
    if (choices == NULL)
        return false;
    *option = (felt_option){.kind = kind, .name = name, .title = title, .choices = choices, .line = at->line, .column = at->column};
    p->tree->option_count++;
    p->option = option;
    return true;
}

static felt_choice *add_choice(felt_option *option, felt_text name)
{
    /* The array belongs to this file until the sheet is compiled; the public view of it is const. */
    felt_choice *choices = (felt_choice *)(uintptr_t)option->choices;
    felt_choice *choice = &choices[option->choice_count++];
    *choice = (felt_choice){.name = name, .title = {"", 0}, .cites = {"", 0}};
    return choice;
}

static bool parse_deck_numbers(parser *p, uint32_t *ret)
{
    return parser_need(p, "with") && parse_numbers(p, "a number of decks", 1, FELT_DECKS_MAX, ret) &&
           (parser_accept(p, "deck") || parser_need(p, "decks")) && parser_need_end(p);
}

static bool parse_decks(parser *p, const token *at)
{
    static const char *const digits[] = {"0", "1", "2", "3", "4", "5", "6", "7", "8"};
    uint32_t decks;
    bool good = parse_deck_numbers(p, &decks);
    if (!good)
        decks = ~(uint32_t)0; /* so that lines which speak of decks are not refused as well */
    p->tree->decks_option = p->tree->option_count;
    if (!add_option(p, FELT_OPTION_DECKS, felt_text_from("decks"), felt_text_from("how many decks are in the shoe"), at))
        return false;
    for (int i = 1; i <= FELT_DECKS_MAX; i++)
        if (decks >> i & 1)
            add_choice(p->option, felt_text_from(digits[i]))->number = i;
    p->tree->option_used[p->tree->decks_option] = true;
    p->option = NULL;
    return good;
}

void parser_games(bool statements, char ret[PARSER_GAMES_BYTES])
{
    size_t at = 0;
    for (int i = 0; i < PARSER_GAMES_MAX && felt_game_at(i) != NULL; i++) {
        const felt_game *game = felt_game_at(i);
        const char *between = felt_game_at(i + 1) == NULL ? " or " : ", ";
        const char *decks = statements && game->source == FELT_SOURCE_SHOE ? " with ... decks" : "";
        at += (size_t)snprintf(ret + at, PARSER_GAMES_BYTES - at, "%s'%s%.32s%s'", i == 0 ? "" : between, statements ? "game " : "",
                               game->name, decks);
    }
}

/* Says which games there are. */
static bool expected_game(parser *p)
{
    const char *names[PARSER_GAMES_MAX + 1] = {NULL};
    char what[PARSER_GAMES_BYTES];
    for (int i = 0; i < PARSER_GAMES_MAX && felt_game_at(i) != NULL; i++) {
        names[i] = felt_game_at(i)->name;
        probe_note(p->probe, p->at, felt_text_from(names[i]), (felt_text){"", 0});
    }
    parser_games(false, what);
    return parser_expected(p, what, names);
}

bool parse_game(parser *p)
{
    const token *at = p->at;
    if (p->tree->has_game)
        return parser_fail(p, "duplicate", "a second 'game' statement; a sheet is about one game");
    p->at++;
    p->tree->has_game = true; /* even when the rest is wrong: one report is enough */
    const felt_game *game = p->at->kind == TOKEN_WORD ? felt_game_find(p->at->text) : NULL;
    if (game == NULL) {
        p->game_unknown = true;
        return expected_game(p);
    }
    p->tree->game = game;
    p->at++;
    if (game->source != FELT_SOURCE_SHOE)
        return parser_need_end(p);
    if (p->tree->option_count > 0) {
        p->at = at;
        return parser_fail(p, "syntax", "found the game after an option; expected it before all options, groups and wagers");
    }
    return parse_decks(p, at);
}

static bool name_is_taken(parser *p, const token *name)
{
    for (int i = 0; i < p->tree->option_count; i++)
        if (p->tree->options[i].kind != FELT_OPTION_PAYTABLE && felt_text_equal(p->tree->options[i].name, name->text))
            return true;
    return false;
}

static int declared_options(const tree *t)
{
    int count = 0;
    for (int i = 0; i < t->option_count; i++)
        count += t->options[i].kind != FELT_OPTION_PAYTABLE;
    return count;
}

bool parse_option(parser *p)
{
    felt_option_kind kind = parser_is(p, "reading") ? FELT_OPTION_READING : FELT_OPTION_HOUSE;
    const token *name, *title;
    p->skipping = true; /* until the statement is found to be good */
    p->at++;
    if (declared_options(p->tree) >= FELT_OPTIONS_MAX)
        return parser_fail(p, "limit", "more than %d options and readings", FELT_OPTIONS_MAX);
    if (!parser_need_name(p, "a name for the option", false, &name))
        return false;
    if (name_is_taken(p, name)) {
        p->at = name;
        return parser_fail(p, "duplicate", "'%.*s' is declared already", FELT_TEXT_ARGS(name->text));
    }
    if (felt_text_is(name->text, "side")) {
        p->at = name;
        return parser_fail(p, "duplicate", "'side' is the side of a wager; expected another name for the option");
    }
    /* Now that it has a name, it is an option whatever else is wrong with the line: lines that speak of it are no mistakes. */
    p->skipping = p->option_broken = false;
    if (!add_option(p, kind, name->text, (felt_text){"", 0}, name))
        return false;
    if (!parser_need_string(p, "what it decides, in \"quotes\"", &title) || !parser_need_end(p))
        return false;
    p->option->title = title->text;
    return true;
}

bool parse_choice(parser *p)
{
    const token *name, *title, *cites = NULL;
    if (!parser_need_name(p, "a choice, or a statement such as 'wager'", true, &name))
        return false;
    p->at = name;
    if (felt_choice_find(p->option, name->text) >= 0)
        return parser_fail(p, "duplicate", "'%.*s' is a choice of '%.*s' already", FELT_TEXT_ARGS(name->text),
                           FELT_TEXT_ARGS(p->option->name));
    if (p->option->choice_count == FELT_CHOICES_MAX)
        return parser_fail(p, "limit", "more than %d choices", FELT_CHOICES_MAX);
    p->at++;
    felt_choice *choice = add_choice(p->option, name->text); /* as with options, whatever else is wrong with the line */
    if (!parser_need_string(p, "what the choice means, in \"quotes\"", &title))
        return false;
    if (parser_accept(p, "cites") && !parser_need_string(p, "where it comes from, in \"quotes\"", &cites))
        return false;
    choice->title = title->text;
    if (cites != NULL)
        choice->cites = cites->text;
    return parser_need_end(p);
}

static bool parse_columns(parser *p, felt_option *option)
{
    while (p->at->kind != TOKEN_END) {
        const token *name;
        if (option->choice_count == FELT_CHOICES_MAX)
            return parser_fail(p, "limit", "more than %d columns", FELT_CHOICES_MAX);
        if (!parser_need_name(p, "the name of a column", true, &name))
            return false;
        p->at = name;
        if (felt_choice_find(option, name->text) >= 0)
            return parser_fail(p, "duplicate", "the column '%.*s' stands there twice", FELT_TEXT_ARGS(name->text));
        add_choice(option, name->text);
        p->at++;
    }
    return option->choice_count > 0 || parser_expected(p, "names of columns, such as 'PT1 PT2'", NULL);
}

bool parse_paytable(parser *p)
{
    const token *at = p->at++;
    if (p->wager->paytable >= 0 || p->wager->row_count > 0) {
        p->at = at;
        return parser_fail(p, "duplicate", "the paytable line stands once, before the rows");
    }
    p->wager->paytable = p->tree->option_count;
    if (!add_option(p, FELT_OPTION_PAYTABLE, felt_text_from("paytable"), felt_text_from("which paytable is offered"), at))
        return false;
    felt_option *option = p->option;
    p->option = NULL;
    p->tree->option_used[p->wager->paytable] = true;
    if (parse_columns(p, option))
        return true;
    option->choice_count = 0; /* so that nothing is said about the number of pays in the rows */
    return false;
}

bool parse_group(parser *p)
{
    const token *name, *short_name = NULL;
    if (p->tree->group_count == FELT_GROUPS_MAX)
        return parser_fail(p, "limit", "more than %d groups", FELT_GROUPS_MAX);
    p->at++;
    if (!parser_need_string(p, "the printed name of the group in \"quotes\"", &name))
        return false;
    if (parser_accept(p, "as") && !parser_need_name(p, "a short name", false, &short_name))
        return false;
    if (!parser_need_end(p))
        return false;
    felt_text slug = short_name != NULL ? short_name->text : parse_slug(p, name->text);
    p->tree->groups[p->tree->group_count++] = (felt_group){name->text, slug};
    return true;
}

static void note_codes(parser *p)
{
    int count;
    const felt_finding *findings = felt_findings(&count);
    for (int i = 0; i < count; i++)
        probe_note(p->probe, p->at, felt_text_from(findings[i].code), felt_text_from(findings[i].meaning));
}

bool parse_accept(parser *p)
{
    const token *at = p->at++, *code, *reason;
    if (p->tree->accept_count == FELT_ACCEPTS_MAX)
        return parser_fail(p, "limit", "more than %d accepted findings", FELT_ACCEPTS_MAX);
    note_codes(p);
    if (!parser_need_name(p, "the code of a finding, such as 'row-overlap'", false, &code))
        return false;
    if (!parser_need_string(p, "the reason in \"quotes\"", &reason) || !parser_need_end(p))
        return false;
    p->tree->accepts[p->tree->accept_count++] = (felt_accept){.code = code->text,
                                                              .reason = reason->text,
                                                              .wager_line = p->wager == NULL ? 0 : p->wager->at->line,
                                                              .line = at->line,
                                                              .column = at->column};
    return true;
}
