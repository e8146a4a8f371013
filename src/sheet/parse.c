/* src/sheet/parse.c - from lines of words to a tree: which statement a line is, and what it belongs to.
 *
 * A line that is wrong is reported once and passed over, so that every independent mistake of a sheet is found in one run. When the line
 * that opens an option or a wager is wrong, the lines below it are passed over as well. */
#include "parse_statement.h"

typedef struct statement {
    const char *word;
    bool (*parse)(parser *p);
    bool keeps_block; /* it does not end the option or wager it stands in */
} statement;

static const statement statements[] = {
    {"sheet", parse_sheet_name, false}, {"source", parse_source, false}, {"game", parse_game, false},   {"option", parse_option, false},
    {"reading", parse_option, false},   {"group", parse_group, false},   {"wager", parse_wager, false}, {"accept", parse_accept, true},
};

static const statement *find_statement(const token *t)
{
    for (size_t i = 0; i < sizeof statements / sizeof *statements; i++)
        if (t->kind == TOKEN_WORD && felt_text_is(t->text, statements[i].word))
            return &statements[i];
    return NULL;
}

/* Every statement may begin a line; those of the block above it were noted before. */
static void note_statements(parser *p, const token *first)
{
    for (size_t i = 0; i < sizeof statements / sizeof *statements; i++)
        probe_note(p->probe, first, felt_text_from(statements[i].word), (felt_text){"", 0});
}

static const char *const first_words[] = {"sheet", "source", "game", "option", "reading", "group", "wager", "accept", NULL};

/* An option must have choices; said when its block ends. */
static void close_option(parser *p)
{
    felt_option *option = p->option;
    p->option = NULL;
    if (option == NULL || option->choice_count > 0 || p->option_broken)
        return;
    token at = {.line = option->line, .column = option->column, .width = (int)option->name.length};
    const token *before = p->at;
    p->at = &at;
    parser_fail(p, "syntax", "'%.*s' has no choices; expected lines such as: choice-name \"what it means\"", FELT_TEXT_ARGS(option->name));
    p->at = before;
}

static void close_wager(parser *p)
{
    wager_source *w = p->wager;
    p->wager = NULL;
    if (w == NULL || w->broken || w->row_count > 0)
        return;
    const token *before = p->at;
    p->at = w->at;
    parser_fail(p, "syntax", "the wager \"%.*s\" has no rows; expected at least 'otherwise ...'", FELT_TEXT_ARGS(w->name));
    w->broken = true;
    p->at = before;
}

/* Is this a misspelt statement that opens a block, such as `wagr "Name" as name`, rather than a line of the block above? */
static bool is_misspelt_opening(const parser *p)
{
    static const char *const words[] = {"option", "reading", "group", "wager"};
    felt_text names[] = {felt_text_from(words[0]), felt_text_from(words[1]), felt_text_from(words[2]), felt_text_from(words[3])};
    int nearest = p->at->kind == TOKEN_WORD ? parser_nearest(p->at->text, names, 4) : -1;
    if (nearest < 0)
        return false;
    const token *title = nearest < 2 ? p->at + 1 : p->at;
    if (title->kind == TOKEN_END || title[1].kind != TOKEN_STRING)
        return false;
    return p->wager != NULL || nearest < 2 || parser_is_after(p, 2, "as") || parser_is_after(p, 2, "on");
}

static bool is_near(const token *t, const char *word)
{
    felt_text name = felt_text_from(word);
    return t->kind == TOKEN_WORD && parser_nearest(t->text, &name, 1) == 0;
}

static void parse_block_line(parser *p)
{
    bool misspelt = is_misspelt_opening(p);
    if (misspelt) {
        p->skipping = false;
        p->tree->wagers_lost = true;
        close_option(p);
        close_wager(p);
    }
    if (p->skipping)
        return;
    if (p->wager != NULL) {
        if (!parse_wager_line(p))
            p->wager->broken = true;
    } else if (p->option != NULL) {
        if (!parse_choice(p))
            p->option_broken = true;
    } else {
        parser_expected(p, "a statement: sheet, source, game, option, reading, group, wager or accept", first_words);
        p->skipping = true; /* the lines below are no statements either */
        p->game_unknown = p->game_unknown || (!p->tree->has_game && is_near(p->at, "game"));
        if (p->tree->name.bytes == NULL && is_near(p->at, "sheet"))
            p->tree->name = (felt_text){"", 0};
    }
}

/* What could not be read was reported; what it would have said must not be missed once more. */
static void parse_bad_statement(parser *p, const statement *s)
{
    if (s->parse == parse_sheet_name && p->tree->name.bytes == NULL)
        p->tree->name = (felt_text){"", 0};
    if (s->parse == parse_game)
        p->tree->has_game = p->game_unknown = true;
    p->tree->wagers_lost |= s->parse == parse_wager;
}

static void parse_line(parser *p, const text_line *l)
{
    p->at = p->first = l->tokens;
    const statement *s = find_statement(p->at);
    if (s == NULL) {
        if (!l->bad)
            parse_block_line(p);
        else if (p->wager != NULL)
            p->wager->broken = true;
        p->option_broken |= l->bad;
        note_statements(p, l->tokens);
        return;
    }
    if (!s->keeps_block) {
        close_option(p);
        close_wager(p);
        p->skipping = l->bad && (s->parse == parse_wager || s->parse == parse_option);
    }
    if (l->bad) {
        parse_bad_statement(p, s);
        return;
    }
    if (p->tree->name.bytes == NULL && s->parse != parse_sheet_name) {
        parser_fail(p, "syntax", "found '%s', expected the sheet's name first: sheet \"Name\"", s->word);
        p->tree->name = (felt_text){"", 0}; /* said once */
    }
    bool good = s->parse(p);
    p->tree->wagers_lost |= !good && s->parse == parse_wager;
    if (!good && p->tree->name.bytes == NULL)
        p->tree->name = (felt_text){"", 0};
}

static bool make_room(parser *p, tree *t)
{
    t->sources = parser_take(p, FELT_SOURCES_MAX, sizeof *t->sources);
    /* Paytables are options, too: at most one for each wager. */
    t->options = parser_take(p, FELT_OPTIONS_MAX + FELT_WAGERS_MAX, sizeof *t->options);
    t->option_used = parser_take(p, FELT_OPTIONS_MAX + FELT_WAGERS_MAX, sizeof *t->option_used);
    t->groups = parser_take(p, FELT_GROUPS_MAX, sizeof *t->groups);
    t->wagers = parser_take(p, FELT_WAGERS_MAX, sizeof *t->wagers);
    t->accepts = parser_take(p, FELT_ACCEPTS_MAX, sizeof *t->accepts);
    return !p->no_memory;
}

/* What a sheet without a mistake may still lack. */
static void check_head(parser *p)
{
    token whole = {.line = 1, .column = 1, .width = 1};
    p->at = &whole;
    if (p->tree->source.count == 0)
        parser_fail(p, "syntax", "the file says nothing; expected a sheet, which begins: sheet \"Name\"");
    else if (!p->tree->has_game && !p->game_unknown) {
        char games[PARSER_GAMES_BYTES];
        parser_games(true, games);
        parser_fail(p, "syntax", "the sheet names no game; expected %s", games);
    }
    p->at = NULL;
}

felt_status parse_sheet(felt_arena *arena, const scanned *source, felt_diags *diags, word_probe *probe, tree *ret)
{
    *ret = (tree){.source = *source, .decks_option = -1};
    parser p = {.arena = arena, .diags = diags, .tree = ret, .probe = probe};
    int errors_before = diags->error_count;
    bool all_read = true;
    if (!make_room(&p, ret))
        return FELT_ENOMEM;
    for (int i = 0; i < source->count && !p.no_memory; i++) {
        parse_line(&p, &source->lines[i]);
        all_read = all_read && !source->lines[i].bad;
    }
    close_option(&p);
    close_wager(&p);
    if (all_read && diags->error_count == errors_before)
        check_head(&p);
    if (ret->name.bytes == NULL)
        ret->name = (felt_text){"", 0};
    return p.no_memory ? FELT_ENOMEM : FELT_OK;
}
