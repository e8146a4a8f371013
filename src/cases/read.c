/* src/cases/read.c - reads a case file: which line is which, and what it belongs to.
 *
 * A line that is wrong is reported once and passed over, so that every independent mistake of a file is found in one run. When the line
 * that opens a case or names a sheet is wrong, the lines that depend on it are passed over as well. */
#include "cases.h"

typedef struct case_line {
    const char *word;
    bool (*read)(case_reader *r); /* NULL: it opens something, see read_line */
} case_line;

static const case_line case_lines[] = {
    {"sheet", NULL},        {"case", NULL},         {"player", cases_player}, {"banker", cases_banker},
    {"point", cases_point}, {"rolls", cases_rolls}, {"with", cases_with},     {"expect", cases_expect},
};

static const char *const first_words[] = {"sheet", "case", "player", "banker", "point", "rolls", "with", "expect", NULL};

static const case_line *find_line(const token *t)
{
    for (size_t i = 0; i < sizeof case_lines / sizeof *case_lines; i++)
        if (t->kind == TOKEN_WORD && felt_text_is(t->text, case_lines[i].word))
            return &case_lines[i];
    return NULL;
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
        return status == FELT_ESHEET ? FELT_EDATA : status;
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
    felt_case_roll *thrown = parser_take(&r->p, (size_t)c->roll_count, sizeof *thrown);
    felt_case_with *withs = parser_take(&r->p, (size_t)c->with_count, sizeof *withs);
    felt_case_expect *expects = parser_take(&r->p, (size_t)c->expect_count, sizeof *expects);
    if (thrown == NULL || withs == NULL || expects == NULL)
        return false;
    memcpy(thrown, r->rolls, (size_t)c->roll_count * sizeof *thrown);
    memcpy(withs, r->withs, (size_t)c->with_count * sizeof *withs);
    memcpy(expects, r->expects, (size_t)c->expect_count * sizeof *expects);
    c->rolls = thrown;
    c->withs = withs;
    c->expects = expects;
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
    if (!parser_need_string(&r->p, "the name of the case in quotes", &r->name) || !parser_need_end(&r->p) || r->sheet == NULL)
        return false;
    r->now = (felt_case){
        .name = r->name->text, .line = r->name->line, .sheet = r->sheet, .rolls = r->rolls, .withs = r->withs, .expects = r->expects};
    r->player = r->banker = r->point = NULL;
    r->broken = r->round_broken = r->round_checked = false;
    r->open = true;
    memset(r->faces_asked, 0, FELT_CASE_ROLLS_MAX * sizeof *r->faces_asked);
    return true;
}

static bool name_sheet(case_reader *r)
{
    parser *p = &r->p;
    r->sheet_named = true;
    r->sheet = NULL;
    p->at++;
    const token *name = p->at;
    if ((name->kind != TOKEN_WORD && name->kind != TOKEN_STRING) || name->text.length == 0)
        return parser_expected(p, "a shipped sheet's name, or a path that begins with ./, ../ or /", NULL);
    p->at++;
    if (!parser_need_end(p))
        return false;
    felt_error error = {.message = ""};
    felt_status status = r->sheets->find(r->sheets->context, name->text, &r->sheet, &error);
    if (status == FELT_OK) {
        r->tree.game = r->sheet->game;
        return true;
    }
    r->sheet = NULL;
    if (status == FELT_ESHEET)
        r->sheet_failed = true;
    else if (status == FELT_ENOMEM)
        p->no_memory = true;
    else {
        p->at = name;
        parser_fail(p, "unknown-name", "found '%.*s', expected a sheet%s%s", FELT_TEXT_ARGS(name->text),
                    error.message[0] != '\0' ? ": " : "", error.message);
    }
    return false;
}

/* A word that begins no line. If it may be a misspelt `case`, the lines below belong to that case and not to the one before. */
static void read_unknown(case_reader *r, const text_line *l)
{
    if (l->count == 2 && l->tokens[1].kind == TOKEN_STRING)
        close_case(r);
    r->skipping = r->skipping || !r->open;
    r->broken = r->round_broken = true;
    parser_expected(&r->p, "a line of a case: sheet, case, player, banker, point, rolls, with or expect", first_words);
}

static void read_line(case_reader *r, const text_line *l)
{
    parser *p = &r->p;
    p->at = l->tokens;
    const case_line *line = find_line(p->at);
    bool is_sheet = line == &case_lines[0], is_case = line == &case_lines[1];
    if (is_sheet || is_case)
        close_case(r);
    if (l->bad) {
        r->broken = r->round_broken = true;
        if (is_sheet) {
            r->sheet_named = true;
            r->sheet = NULL;
        }
    } else if (line == NULL)
        read_unknown(r, l);
    else if (is_sheet)
        name_sheet(r);
    else if (is_case)
        r->skipping = !open_case(r);
    else if (r->open) {
        p->at++;
        bool good = line->read(r);
        r->broken = r->broken || !good;
        r->round_broken = r->round_broken || (!good && line->read != cases_expect);
    } else if (!r->skipping) {
        parser_fail(p, "syntax", "found '%s', expected a case first: case \"name\"", line->word);
        r->skipping = true;
    }
    if (l->bad && (is_sheet || is_case))
        r->skipping = true;
    else if (is_sheet)
        r->skipping = false;
}

static bool make_room(case_reader *r)
{
    r->rolls = parser_take(&r->p, FELT_CASE_ROLLS_MAX, sizeof *r->rolls);
    r->withs = parser_take(&r->p, FELT_CASE_WITHS_MAX, sizeof *r->withs);
    r->expects = parser_take(&r->p, FELT_CASE_EXPECTS_MAX, sizeof *r->expects);
    r->faces_asked = parser_take(&r->p, FELT_CASE_ROLLS_MAX, sizeof *r->faces_asked);
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
    r->sheets = sheets;
    felt_status status = scan_cases(arena, file_copy, text_copy, diags, &r->tree.source);
    if (status == FELT_OK)
        status = read_lines(r, errors_before);
    scan_diags_sort(diags, diags_before);
    if (scan_diags_lost(diags))
        return FELT_ENOMEM;
    if (status != FELT_OK)
        return status;
    if (diags->error_count > errors_before)
        return FELT_EDATA;
    if (r->sheet_failed)
        return FELT_ESHEET;
    *cases = (felt_cases){.file = file_copy, .list = r->list, .count = r->count};
    *ret = cases;
    return FELT_OK;
}
