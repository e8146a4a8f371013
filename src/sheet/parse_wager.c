/* src/sheet/parse_wager.c - the wager statement and the lines below it. */
#include "parse_statement.h"
#include "rules.h"

felt_text parse_slug(parser *p, felt_text printed)
{
    char *bytes = parser_take(p, printed.length + 1, 1);
    size_t length = 0;
    if (bytes == NULL)
        return (felt_text){"", 0};
    for (size_t i = 0; i < printed.length && length < FELT_NAME_BYTES_MAX; i++) {
        char c = printed.bytes[i];
        if (c >= 'A' && c <= 'Z')
            c = (char)(c - 'A' + 'a');
        if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'))
            bytes[length++] = c;
        else if (length > 0 && bytes[length - 1] != '-' && c != '\'')
            bytes[length++] = '-';
    }
    while (length > 0 && bytes[length - 1] == '-')
        length--;
    return (felt_text){bytes, length};
}

static bool parse_number_sides(parser *p, wager_source *w)
{
    const felt_game *game = p->tree->game;
    do {
        const token *at = p->at;
        int number;
        if (w->side_count == FELT_SIDES_MAX)
            return parser_fail(p, "limit", "more than %d sides", FELT_SIDES_MAX);
        if (!parser_need_number(p, game->sides_expected, game->side_low, game->side_high, &number))
            return false;
        for (int i = 0; i < w->side_count; i++) {
            if (w->side_numbers[i] == number) {
                p->at = at;
                return parser_fail(p, "duplicate", "the side %d stands there twice", number);
            }
        }
        w->side_numbers[w->side_count] = number;
        w->sides[w->side_count++] = at->text;
    } while (parser_accept_kind(p, TOKEN_COMMA) || parser_accept(p, "or"));
    return true;
}

/* All sides that the game has, in its order: a fact that speaks of a wager's own side knows it by its number. */
static bool parse_named_sides(parser *p, wager_source *w)
{
    const char *const *names = p->tree->game->sides;
    for (int i = 0; names[i] != NULL; i++) {
        if (i > 0 && !parser_accept_kind(p, TOKEN_COMMA) && !parser_need(p, "or"))
            return false;
        if (!parser_need(p, names[i]))
            return false;
        w->side_numbers[i] = i;
        w->sides[w->side_count++] = felt_text_from(names[i]);
    }
    return true;
}

static bool parse_sides(parser *p, wager_source *w)
{
    if (!parser_accept(p, "on"))
        return true;
    return p->tree->game->sides != NULL ? parse_named_sides(p, w) : parse_number_sides(p, w);
}

static bool short_name_is_free(parser *p, felt_text name)
{
    for (int i = 0; i < p->tree->wager_count; i++)
        if (felt_text_equal(p->tree->wagers[i].short_name, name))
            return parser_fail(p, "duplicate", "the short name '%.*s' is that of another wager; give this one its own with 'as'",
                               FELT_TEXT_ARGS(name));
    return true;
}

bool parse_wager(parser *p)
{
    wager_source w = {.paytable = -1, .group = p->tree->group_count - 1, .cites = {"", 0}};
    const token *name, *short_name = NULL;
    p->skipping = true; /* until the statement is found to be good */
    if (p->game_unknown)
        return false;
    if (!p->tree->has_game) {
        char games[PARSER_GAMES_BYTES];
        parser_games(true, games);
        p->game_unknown = true;
        return parser_fail(p, "syntax", "found 'wager' before the game is known; expected %s", games);
    }
    if (p->tree->wager_count == FELT_WAGERS_MAX)
        return parser_fail(p, "limit", "more than %d wagers", FELT_WAGERS_MAX);
    p->at++;
    if (!parser_need_string(p, "the printed name of the wager in \"quotes\"", &name))
        return false;
    if (parser_accept(p, "as") && !parser_need_name(p, "a short name", false, &short_name))
        return false;
    if (!parse_sides(p, &w) || !parser_need_end(p))
        return false;
    w.at = name;
    w.name = name->text;
    w.short_name = short_name != NULL ? short_name->text : parse_slug(p, name->text);
    p->at = short_name != NULL ? short_name : name;
    if (w.short_name.length == 0 && !p->no_memory)
        return parser_fail(p, "syntax", "no short name can be made of this; give the wager one with 'as'");
    if (!short_name_is_free(p, w.short_name))
        return false;
    w.rows = parser_take(p, FELT_ROWS_MAX, sizeof *w.rows);
    if (w.rows == NULL)
        return false;
    p->skipping = false;
    p->placed_capacity = p->needs_capacity = p->may_capacity = p->vig_capacity = 0;
    p->wager = &p->tree->wagers[p->tree->wager_count++];
    *p->wager = w;
    return true;
}

static bool parse_placed(parser *p, guard where)
{
    placed_source placed = {.guard = where, .at = p->at};
    const felt_game *game = p->tree->game;
    const sheet_rules *rules = sheet_rules_of(game);
    if (rules->parse_placing == NULL)
        return parser_fail(p, "type", "found 'placed', but a %s wager is always placed before the %s", game->name, game->words.event);
    p->at++;
    if (!rules->parse_placing(p, &placed) || !parser_need_end(p))
        return false;
    if (!parser_grow(p, (void **)&p->wager->placed, p->wager->placed_count, &p->placed_capacity, sizeof placed))
        return false;
    p->wager->placed[p->wager->placed_count++] = placed;
    return true;
}

static bool parse_cites(parser *p, felt_text *ret)
{
    const token *text;
    if (!parser_accept(p, "cites"))
        return true;
    if (!parser_need_string(p, "where it comes from, in \"quotes\"", &text))
        return false;
    *ret = text->text;
    return true;
}

static bool parse_row(parser *p, guard where, felt_text where_text)
{
    row_source row = {.guard = where, .where = where_text, .at = p->at, .cites = {"", 0}};
    if (p->wager->row_count == FELT_ROWS_MAX)
        return parser_fail(p, "limit", "more than %d rows", FELT_ROWS_MAX);
    row.gives_way = parser_accept(p, "otherwise");
    if (row.gives_way)
        parser_accept_kind(p, TOKEN_COMMA);
    bool bare = row.gives_way && (parser_is(p, "pays") || parser_is(p, "pushes") || parser_is(p, "stays") || parser_is(p, "undefined") ||
                                  (parser_is(p, "loses") && (p->wager->side_count == 0 || p->tree->game->sides == NULL)) ||
                                  (parser_is(p, "loses") && (p->at[1].kind == TOKEN_END || parser_is_after(p, 1, "cites"))));
    if (!bare && !parse_condition(p, &row.condition))
        return false;
    row.text = parser_words(p, row.at, p->at);
    if (!parse_outcome(p, &row.outcome) || !parse_cites(p, &row.cites) || !parser_need_end(p))
        return false;
    p->wager->rows[p->wager->row_count++] = row;
    return true;
}

static bool parse_offered(parser *p)
{
    if (p->wager->offered.count > 0)
        return parser_fail(p, "duplicate", "a second 'offered' line; join the tests with 'and'");
    p->at++;
    return parser_need(p, "where") && parse_guard(p, &p->wager->offered) && parser_need_end(p);
}

static bool parse_guarded(parser *p)
{
    guard where = {0};
    felt_text where_text = {"", 0};
    if (parser_accept(p, "where")) {
        const token *first = p->at;
        if (!parse_guard(p, &where))
            return false;
        where_text = parser_words(p, first, p->at);
        if (!parser_accept_kind(p, TOKEN_COLON))
            return parser_expected(p, "':' after the choices", NULL);
    }
    if (parser_is(p, "placed"))
        return parse_placed(p, where);
    if (parser_is(p, "needs"))
        return parse_needs(p, where);
    if (parser_is(p, "may"))
        return parse_may(p, where);
    if (parser_is(p, "vig")) /* no condition begins with it, so that an option may be called so */
        return parse_vig(p, where);
    return parse_row(p, where, where_text);
}

bool parse_wager_line(parser *p)
{
    if (parser_is(p, "cites"))
        return parse_cites(p, &p->wager->cites) && parser_need_end(p);
    if (parser_is(p, "offered"))
        return parse_offered(p);
    if (parser_is(p, "paytable"))
        return parse_paytable(p);
    return parse_guarded(p);
}
