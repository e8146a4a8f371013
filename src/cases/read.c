/* src/cases/read.c - reads a case file: which line is which, and what it belongs to.
 *
 * A line that is wrong is reported once and passed over, so that every independent mistake of a file is found in one run. When the line
 * that opens a case or names a sheet is wrong, the lines that depend on it are passed over as well. */
#include "cases.h"

#include <stdio.h>

typedef enum line_kind {
    LINE_UNKNOWN,
    LINE_SHEET,
    LINE_CASE,
    LINE_FIELD,
    LINE_PHASE,
    LINE_WITH,
    LINE_BET,
    LINE_CHANGE,
    LINE_EXPECT
} line_kind;

typedef struct case_line {
    const char *word;
    line_kind kind;
} case_line;

static const case_line case_lines[] = {{"sheet", LINE_SHEET}, {"case", LINE_CASE},    {"with", LINE_WITH},
                                       {"bet", LINE_BET},     {"raise", LINE_CHANGE}, {"lower", LINE_CHANGE},
                                       {"take", LINE_CHANGE}, {"turn", LINE_CHANGE},  {"expect", LINE_EXPECT}};

enum { FIXED_LINES = sizeof case_lines / sizeof *case_lines, LINE_WORDS_MAX = 64 };

/* What a word begins that some game has: the cards of a hand, rolls, a point. */
static line_kind game_line(felt_text word)
{
    for (int i = 0; felt_game_at(i) != NULL; i++) {
        const felt_game *game = felt_game_at(i);
        if (game->words.phase != NULL && felt_text_is(word, game->words.phase))
            return LINE_PHASE;
        for (int k = 0; k < game->field_count; k++)
            if (felt_text_is(word, game->fields[k].name))
                return LINE_FIELD;
    }
    return LINE_UNKNOWN;
}

static line_kind find_line(const token *t)
{
    if (t->kind != TOKEN_WORD)
        return LINE_UNKNOWN;
    for (int i = 0; i < FIXED_LINES; i++)
        if (felt_text_is(t->text, case_lines[i].word))
            return case_lines[i].kind;
    return game_line(t->text);
}

/* ---- the text ---- */

static bool is_path_byte(char c)
{
    return c > ' ' && c < 0x7F && c != '"' && c != '#' && c != ',';
}

static bool is_word_byte(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_' || c == '\'';
}

/* Turns ./rules/x.felt into one word for the scanner, which knows nothing of paths. */
static void mask_path(char *bytes, size_t length)
{
    size_t i = 0;
    while (i < length && (bytes[i] == ' ' || bytes[i] == '\t'))
        i++;
    if (length - i < 6 || memcmp(bytes + i, "sheet", 5) != 0 || is_path_byte(bytes[i + 5]))
        return;
    for (i += 5; i < length && bytes[i] != '"' && bytes[i] != '#'; i++)
        if (is_path_byte(bytes[i]) && !is_word_byte(bytes[i]))
            bytes[i] = '_';
}

static felt_text masked_copy(felt_arena *arena, felt_text text)
{
    char *bytes = felt_arena_take(arena, text.length + 1, 1);
    if (bytes == NULL)
        return (felt_text){0};
    if (text.length > 0)
        memcpy(bytes, text.bytes, text.length);
    for (size_t start = 0; start < text.length;) {
        const char *end = memchr(bytes + start, '\n', text.length - start);
        size_t length = end == NULL ? text.length - start : (size_t)(end - bytes) - start;
        mask_path(bytes + start, length);
        start += length + 1;
    }
    return (felt_text){bytes, text.length};
}

static void rebase(felt_text *text, const char *from, const char *to)
{
    if (text->bytes != NULL)
        text->bytes = to + (text->bytes - from);
}

/* Scans a masked copy, then lets everything point into the text itself. */
static felt_status scan_cases(felt_arena *arena, felt_text file, felt_text text, felt_diags *diags, scanned *ret)
{
    felt_text masked = text.length <= FELT_SHEET_BYTES_MAX ? masked_copy(arena, text) : text; /* too long: scan_text refuses it */
    if (masked.bytes == NULL)
        return FELT_ENOMEM;
    int diags_before = diags->count;
    felt_status status = scan_text(arena, file, masked, false, diags, ret);
    for (int i = diags_before; i < diags->count; i++)
        rebase(&diags->list[i].source, masked.bytes, text.bytes);
    if (status != FELT_OK)
        return status;
    ret->text = text;
    for (int i = 0; i < ret->count; i++)
        for (int k = 0; k <= ret->lines[i].count; k++)
            rebase(&ret->lines[i].tokens[k].text, masked.bytes, text.bytes);
    return FELT_OK;
}

/* ---- cases ---- */

static bool keep_case(case_reader *r)
{
    if (r->count == r->capacity) {
        int capacity = r->capacity == 0 ? 64 : r->capacity * 2;
        felt_case *list = parser_take(&r->p, (size_t)capacity, sizeof *list);
        if (list == NULL)
            return false;
        if (r->count > 0)
            memcpy(list, r->list, (size_t)r->count * sizeof *list);
        r->list = list;
        r->capacity = capacity;
    }
    felt_case *c = &r->now;
    felt_case_event *events = parser_take(&r->p, (size_t)c->event_count, sizeof *events);
    felt_case_with *withs = parser_take(&r->p, (size_t)c->with_count, sizeof *withs);
    felt_case_bet *bets = parser_take(&r->p, (size_t)c->bet_count, sizeof *bets);
    felt_case_expect *expects = parser_take(&r->p, (size_t)c->expect_count, sizeof *expects);
    const felt_sheet **sheets = parser_take(&r->p, (size_t)r->sheet_count, sizeof *sheets);
    if (events == NULL || withs == NULL || bets == NULL || expects == NULL || sheets == NULL)
        return false;
    memcpy(events, r->events, (size_t)c->event_count * sizeof *events);
    memcpy(withs, r->withs, (size_t)c->with_count * sizeof *withs);
    memcpy(bets, r->bets, (size_t)c->bet_count * sizeof *bets);
    memcpy(expects, r->expects, (size_t)c->expect_count * sizeof *expects);
    memcpy(sheets, r->sheets, (size_t)r->sheet_count * sizeof *sheets);
    c->events = events;
    c->withs = withs;
    c->bets = bets;
    c->expects = expects;
    c->sheets = sheets;
    r->list[r->count++] = *c;
    return true;
}

static void close_case(case_reader *r)
{
    bool was_open = r->open;
    r->open = false;
    if (!was_open || r->broken)
        return;
    if (r->now.expect_count > 0) {
        keep_case(r);
        return;
    }
    const token *before = r->p.at;
    r->p.at = r->name;
    parser_fail(&r->p, "syntax", "the case \"%.*s\" expects nothing; expected at least one line 'expect WAGER OUTCOME'",
                FELT_TEXT_ARGS(r->name->text));
    r->p.at = before;
}

static bool open_case(case_reader *r)
{
    if (!r->sheet_named) {
        r->sheet_named = true; /* said once */
        return parser_fail(&r->p, "syntax", "found 'case', expected the sheet first: sheet NAME");
    }
    r->p.at++;
    if (!parser_need_string(&r->p, "the name of the case in quotes", &r->name) || !parser_need_end(&r->p) || r->sheet_count == 0)
        return false;
    r->now = (felt_case){.name = r->name->text,
                         .line = r->name->line,
                         .sheets = r->sheets,
                         .sheet_count = r->sheet_count,
                         .events = r->events,
                         .withs = r->withs,
                         .bets = r->bets,
                         .expects = r->expects};
    memset(r->fields, 0, sizeof r->fields);
    r->phase = NULL;
    r->broken = r->hand_broken = r->hand_checked = false;
    r->open = true;
    memset(r->more_asked, 0, FELT_CASE_EVENTS_MAX * sizeof *r->more_asked);
    return true;
}

/* Takes one sheet of the book. */
static bool take_sheet(case_reader *r, const token *name)
{
    parser *p = &r->p;
    felt_error error = {.message = ""};
    const felt_sheet *sheet;
    felt_status status = r->finder->find(r->finder->context, name->text, &sheet, &error);
    if (status == FELT_ESHEET)
        r->sheet_failed = true;
    else if (status == FELT_ENOMEM)
        p->no_memory = true;
    p->at = name;
    if (status == FELT_ESHEET || status == FELT_ENOMEM)
        return false;
    if (status != FELT_OK)
        return parser_fail(p, "unknown-name", "found '%.*s', expected a sheet%s%s", FELT_TEXT_ARGS(name->text),
                           error.message[0] != '\0' ? ": " : "", error.message);
    if (r->sheet_count > 0 && sheet->game != r->sheets[0]->game)
        return parser_fail(p, "type", "found a sheet of %s, expected one of %s: a book is of one game", sheet->game->name,
                           r->sheets[0]->game->name);
    for (int i = 0; i < r->sheet_count; i++)
        if (r->sheets[i] == sheet)
            return parser_fail(p, "duplicate", "found '%.*s' again, expected each sheet once", FELT_TEXT_ARGS(name->text));
    r->sheets[r->sheet_count++] = sheet;
    r->tree.game = sheet->game;
    p->at++;
    return true;
}

/* `sheet NAME`, or several that are one book: `sheet craps, dice-works`. */
static bool name_sheets(case_reader *r)
{
    parser *p = &r->p;
    r->sheet_named = true;
    r->sheet_count = 0;
    bool good = true;
    do {
        p->at++;
        const token *name = p->at;
        if ((name->kind != TOKEN_WORD && name->kind != TOKEN_STRING) || name->text.length == 0)
            good = parser_expected(p, "a shipped sheet's name, or a path that begins with ./, ../ or /", NULL);
        else if (r->sheet_count == FELT_BOOK_SHEETS_MAX)
            good = parser_fail(p, "limit", "more than %d sheets in a book", FELT_BOOK_SHEETS_MAX);
        else if (name[1].kind != TOKEN_COMMA && name[1].kind != TOKEN_END) {
            p->at++;
            good = parser_need_end(p);
        } else
            good = take_sheet(r, name);
    } while (good && p->at->kind == TOKEN_COMMA);
    good = good && parser_need_end(p);
    if (!good)
        r->sheet_count = 0;
    return good;
}

/* Adds a word to a list that ends in NULL, unless it is there. */
static int add_word(const char **words, int count, const char *word)
{
    for (int i = 0; i < count; i++)
        if (strcmp(words[i], word) == 0)
            return count;
    if (count < LINE_WORDS_MAX)
        words[count++] = word;
    return count;
}

/* The words that begin a line, those of the games among them. */
static int line_words(const char *words[LINE_WORDS_MAX + 1])
{
    int count = 0;
    for (int i = 0; i < FIXED_LINES; i++)
        count = add_word(words, count, case_lines[i].word);
    for (int i = 0; felt_game_at(i) != NULL; i++) {
        const felt_game *game = felt_game_at(i);
        for (int k = 0; k < game->field_count; k++)
            count = add_word(words, count, game->fields[k].name);
        if (game->words.phase != NULL)
            count = add_word(words, count, game->words.phase);
    }
    words[count] = NULL;
    return count;
}

/* A word that begins no line. If it may be a misspelt `case`, the lines below belong to that case and not to the one before. */
static void read_unknown(case_reader *r, const text_line *l)
{
    const char *words[LINE_WORDS_MAX + 1];
    char what[512] = "a line of a case: ";
    int count = line_words(words);
    size_t at = strlen(what);
    for (int i = 0; i < count && at < sizeof what; i++)
        at += (size_t)snprintf(what + at, sizeof what - at, "%s%s", i == 0 ? "" : i + 1 == count ? " or " : ", ", words[i]);
    if (l->count == 2 && l->tokens[1].kind == TOKEN_STRING)
        close_case(r);
    r->skipping = r->skipping || !r->open;
    r->broken = r->hand_broken = true;
    parser_expected(&r->p, what, words);
}

/* A word of some game: is it of this one, and which? */
static bool read_game_line(case_reader *r, line_kind kind)
{
    parser *p = &r->p;
    const felt_game *game = cases_game(r);
    felt_text word = p->at->text;
    if (kind == LINE_PHASE && game->words.phase != NULL && felt_text_is(word, game->words.phase)) {
        p->at++;
        return cases_phase(r);
    }
    for (int i = 0; i < game->field_count; i++) {
        if (felt_text_is(word, game->fields[i].name)) {
            p->at++;
            return cases_field(r, i);
        }
    }
    char words[256] = "";
    size_t at = 0;
    for (int i = 0; i < game->field_count; i++)
        at += (size_t)snprintf(words + at, sizeof words - at, "'%s', ", game->fields[i].name);
    if (game->words.phase != NULL)
        snprintf(words + at, sizeof words - at, "'%s', ", game->words.phase);
    return parser_fail(p, "type", "found '%.*s', which is for another game; expected %s'bet', 'with' or 'expect' for this %s sheet",
                       FELT_TEXT_ARGS(word), words, game->name);
}

static bool read_case_line(case_reader *r, line_kind kind)
{
    if (kind == LINE_FIELD || kind == LINE_PHASE)
        return read_game_line(r, kind);
    r->p.at++;
    switch (kind) {
    case LINE_WITH:
        return cases_with(r);
    case LINE_BET:
        return cases_bet(r);
    case LINE_CHANGE:
        return cases_change(r);
    default:
        return cases_expect(r);
    }
}

static void read_line(case_reader *r, const text_line *l)
{
    parser *p = &r->p;
    p->at = l->tokens;
    line_kind kind = find_line(p->at);
    bool is_sheet = kind == LINE_SHEET, is_case = kind == LINE_CASE;
    if (is_sheet || is_case)
        close_case(r);
    if (l->bad) {
        r->broken = r->hand_broken = true;
        if (is_sheet) {
            r->sheet_named = true;
            r->sheet_count = 0;
        }
    } else if (kind == LINE_UNKNOWN)
        read_unknown(r, l);
    else if (is_sheet)
        name_sheets(r);
    else if (is_case)
        r->skipping = !open_case(r);
    else if (r->open) {
        bool good = read_case_line(r, kind);
        r->broken = r->broken || !good;
        r->hand_broken = r->hand_broken || (!good && kind != LINE_EXPECT);
    } else if (!r->skipping) {
        parser_fail(p, "syntax", "found '%.*s', expected a case first: case \"name\"", FELT_TEXT_ARGS(p->at->text));
        r->skipping = true;
    }
    if (l->bad && (is_sheet || is_case))
        r->skipping = true;
    else if (is_sheet)
        r->skipping = false;
}

static bool make_room(case_reader *r)
{
    r->events = parser_take(&r->p, FELT_CASE_EVENTS_MAX, sizeof *r->events);
    r->bets = parser_take(&r->p, FELT_CASE_BETS_MAX, sizeof *r->bets);
    r->withs = parser_take(&r->p, FELT_CASE_WITHS_MAX, sizeof *r->withs);
    r->expects = parser_take(&r->p, FELT_CASE_EXPECTS_MAX, sizeof *r->expects);
    r->more_asked = parser_take(&r->p, FELT_CASE_EVENTS_MAX, sizeof *r->more_asked);
    return !r->p.no_memory;
}

static felt_status read_lines(case_reader *r, int errors_before)
{
    if (!make_room(r))
        return FELT_ENOMEM;
    for (int i = 0; i < r->tree.source.count && !r->p.no_memory; i++)
        read_line(r, &r->tree.source.lines[i]);
    close_case(r);
    if (r->count == 0 && r->p.diags->error_count == errors_before && !r->sheet_failed) {
        token whole = {.line = 1, .column = 1, .width = 1};
        r->p.at = &whole;
        parser_fail(&r->p, "syntax", "the file has no cases; expected lines such as: case \"name\"");
    }
    return r->p.no_memory ? FELT_ENOMEM : FELT_OK;
}

felt_status felt_cases_read(felt_arena *arena, felt_text file, felt_text text, const felt_case_sheets *sheets, felt_diags *diags,
                            const felt_cases **ret)
{
    int errors_before = diags->error_count, diags_before = diags->count;
    case_reader *r = felt_arena_take(arena, 1, sizeof *r);
    felt_cases *cases = felt_arena_take(arena, 1, sizeof *cases);
    felt_text file_copy = felt_arena_copy(arena, file);
    felt_text text_copy = text.length <= FELT_SHEET_BYTES_MAX ? felt_arena_copy(arena, text) : text;
    if (r == NULL || cases == NULL || file_copy.bytes == NULL || text_copy.bytes == NULL)
        return FELT_ENOMEM;
    r->p = (parser){.arena = arena, .diags = diags, .tree = &r->tree, .wager = &r->no_wager};
    r->no_wager.paytable = -1;
    r->finder = sheets;
    felt_status status = scan_cases(arena, file_copy, text_copy, diags, &r->tree.source);
    if (status == FELT_OK)
        status = read_lines(r, errors_before);
    status = scan_ended(diags, diags_before, errors_before, status);
    if (status != FELT_OK)
        return status;
    if (r->sheet_failed)
        return FELT_ESHEET;
    *cases = (felt_cases){.file = file_copy, .list = r->list, .count = r->count};
    *ret = cases;
    return FELT_OK;
}
