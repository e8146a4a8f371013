/* src/plan/read.c - reads a tables file: which line is which, and to which table it belongs.
 *
 * A line that is wrong is reported once and passed over, so that every independent mistake of a file is found in one run. When the line
 * that opens a table is wrong, the lines below it are passed over as well. */
#include "plan.h"

#include <stdarg.h>
#include <stdio.h>

typedef struct line_word {
    const char *word;
    plan_line line;
    bool (*read)(plan_reader *r);
    bool of_sheets; /* it speaks of the sheets, which come first */
    bool repeats;   /* it may stand in a table several times, or looks after that itself */
} line_word;

static const line_word line_words[] = {
    {"table", LINE_TABLE, NULL, false, true},
    {"sheets", LINE_SHEETS, plan_sheets, false, false},
    {"with", LINE_WITH, plan_choice, true, true},
    {"others", LINE_OTHERS, plan_others, false, false},
    {"seats", LINE_SEATS, plan_seats, false, false},
    {"bets", LINE_BETS, plan_bets, false, false},
    {"idle", LINE_IDLE, plan_idle, false, false},
    {"pace", LINE_PACE, plan_pace, false, false},
    {"rest", LINE_REST, plan_rest, false, false},
    {"cut", LINE_CUT, plan_cut, true, false},
    {"cut-rule", LINE_CUT_RULE, plan_cut_rule, true, false},
    {"burn", LINE_BURN, plan_burn, true, false},
    {"stakes", LINE_STAKES, plan_stakes, true, true},
    {"chips", LINE_CHIPS, plan_chips, true, true},
    {"limit", LINE_LIMIT, plan_limit, false, true},
    {"odds", LINE_ODDS, plan_odds, false, false},
    {"rounding", LINE_ROUNDING, plan_rounding, false, false},
    {"vig", LINE_VIG, plan_vig, false, false},
    {"offer", LINE_OFFER, plan_offer, true, true},
    {"close", LINE_CLOSE, plan_close, true, true},
};

enum { LINE_WORDS = sizeof line_words / sizeof *line_words };

static const line_word *find_line(const token *t)
{
    for (int i = 0; t->kind == TOKEN_WORD && i < LINE_WORDS; i++)
        if (felt_text_is(t->text, line_words[i].word))
            return &line_words[i];
    return NULL;
}

void plan_help(plan_reader *r, felt_text help)
{
    if (r->p.diags->count > 0 && r->p.diags->dropped == 0)
        r->p.diags->list[r->p.diags->count - 1].help = help;
}

felt_text plan_print(plan_reader *r, const char *format, ...)
{
    char text[FELT_CHOICES_MAX * 1024]; /* the longest: all choices of an option with their titles */
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    felt_text copy = felt_arena_copy(r->p.arena, felt_text_whole(felt_text_from(text)));
    if (copy.bytes != NULL)
        return copy;
    r->p.no_memory = true;
    return (felt_text){"", 0};
}

bool plan_fail(plan_reader *r, const token *at, const char *code, const char *format, ...)
{
    char text[1000];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    r->p.at = at;
    return parser_fail(&r->p, code, "%s", text);
}

const char *plan_joint(int i, int count)
{
    if (i == 0)
        return "";
    return i + 1 == count ? " or " : ", ";
}

/* ---- tables ---- */

/* What a table cannot do without. */
static bool check_missing(plan_reader *r)
{
    static const struct {
        plan_line line;
        const char *what, *example;
    } wanted[] = {
        {LINE_SHEETS, "which sheets it deals", "sheets NAME, NAME"},
        {LINE_SEATS, "how many seats it has", "seats 7"},
        {LINE_PACE, "when it is dealt", "pace on demand, or: pace 15 seconds"},
        {LINE_STAKES, "its stakes", "stakes 1 to 500"},
        {LINE_LIMIT, "the most that one event may cost the house", "limit event 10000"},
    };
    bool good = true;
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++)
        if (r->seen[wanted[i].line] == NULL && !(wanted[i].line == LINE_SHEETS && r->sheets_asked))
            good = plan_fail(r, r->name, "missing", "the table does not say %s; expected a line: %s", wanted[i].what, wanted[i].example);
    bool has_shoe = r->sheet_count > 0 && r->sheets[0]->game->source == FELT_SOURCE_SHOE;
    if (has_shoe && r->seen[LINE_CUT] == NULL)
        good = plan_fail(r, r->name, "missing", "the table does not say how many cards are behind the cut card; expected a line: cut 14");
    return good;
}

/* The lines of the file from line `from` up to line `to`; 0: up to the end. */
static felt_text lines_between(felt_text text, int from, int to)
{
    size_t begin = 0, at = 0;
    for (int line = 1; at < text.length && (to == 0 || line < to); at++) {
        if (text.bytes[at] == '\n' && ++line == from)
            begin = at + 1;
    }
    return (felt_text){text.bytes + begin, at - begin};
}

/* `line`: where the next table begins; 0: nowhere. */
static void close_table(plan_reader *r, int line)
{
    if (!r->open)
        return;
    r->open = false;
    r->now.text = lines_between(r->tree.source.text, r->now.line, line);
    bool good = check_missing(r);
    if (r->sheet_count > 0 && !r->option_unknown)
        good = plan_choices_stated(r) && good;
    if (good && !r->broken && r->sheet_count > 0 && plan_open(r))
        r->list[r->count++] = r->now;
}

/* The parts of a table being read, empty. */
static void begin_table(plan_reader *r, const token *name, const token *word)
{
    r->now = (felt_table_plan){.name = name->text,
                               .short_name = word->text,
                               .line = name->line,
                               .seat_bets = FELT_TABLE_SEAT_BETS_MAX,
                               .chip = {FELT_CREDIT_MINOR}};
    r->house = (felt_house){.rounding = FELT_ROUNDING_FLOOR, .decimals = 2};
    r->name = name;
    r->open = true;
    r->broken = r->option_unknown = r->sheets_asked = false;
    r->sheet_count = r->with_count = r->term_count = 0;
    r->cut_at = NULL;
    memset(r->seen, 0, sizeof r->seen);
    memset(r->limits, 0, sizeof r->limits);
}

/* `table "name" as word` */
static bool open_table(plan_reader *r)
{
    parser *p = &r->p;
    const token *name, *word;
    if (!parser_need_string(p, "the name of the table in quotes", &name) || !parser_need(p, "as"))
        return false;
    word = p->at;
    if (word->kind != TOKEN_WORD)
        return parser_expected(p, "a short name for the table", NULL);
    if (word->text.length > FELT_NAME_BYTES_MAX)
        return parser_fail(p, "limit", "a name of more than %d bytes", FELT_NAME_BYTES_MAX);
    p->at++;
    if (!parser_need_end(p))
        return false;
    for (int i = 0; i < r->word_count; i++)
        if (felt_text_equal(r->words[i]->text, word->text))
            return plan_fail(r, word, "duplicate", "found '%.*s' again, which is the table of line %d; expected another short name",
                             FELT_TEXT_ARGS(word->text), r->words[i]->line);
    if (r->word_count == FELT_TABLES_MAX)
        return plan_fail(r, word, "limit", "more than %d tables", FELT_TABLES_MAX);
    r->words[r->word_count++] = word;
    begin_table(r, name, word);
    return true;
}

/* ---- lines ---- */

/* A word that begins no line. If it may be a misspelt `table`, the lines below belong to that table and not to the one before. */
static void read_unknown(plan_reader *r, const text_line *line)
{
    const char *words[LINE_WORDS + 1] = {NULL};
    char what[256] = "a line of a table: ";
    size_t at = strlen(what);
    for (int i = 0; i < LINE_WORDS; i++) {
        words[i] = line_words[i].word;
        at += (size_t)snprintf(what + at, sizeof what - at, "%s%s", plan_joint(i, LINE_WORDS), words[i]);
    }
    if (line->count >= 2 && line->tokens[1].kind == TOKEN_STRING)
        close_table(r, line->tokens->line);
    r->skipping = !r->open;
    r->broken = true;
    r->p.at = line->tokens;
    parser_expected(&r->p, what, words);
}

/* A line inside a table; its first word is the next token. */
static bool read_table_line(plan_reader *r, const line_word *l)
{
    const token *first = r->p.at;
    if (!l->repeats && r->seen[l->line] != NULL)
        return parser_fail(&r->p, "duplicate", "found '%s' again, expected it once in a table: line %d has it", l->word,
                           r->seen[l->line]->line);
    if (l->line != LINE_STAKES && l->line != LINE_LIMIT) /* those are seen when they speak of the whole table */
        r->seen[l->line] = first;
    if (l->of_sheets && r->sheet_count == 0) {
        bool said = r->sheets_asked || r->seen[LINE_SHEETS] != NULL;
        r->sheets_asked = true;
        r->option_unknown = r->option_unknown || l->line == LINE_WITH;
        if (l->line == LINE_STAKES)
            r->seen[LINE_STAKES] = first;
        return said ? false : parser_fail(&r->p, "syntax", "found '%s', expected the sheets first: sheets NAME, NAME", l->word);
    }
    r->p.at++;
    return l->read(r);
}

static void read_line(plan_reader *r, const text_line *line)
{
    r->p.at = r->p.first = line->tokens;
    const line_word *l = find_line(r->p.at);
    bool is_table = l != NULL && l->line == LINE_TABLE;
    if (is_table)
        close_table(r, line->tokens->line);
    r->p.at = line->tokens;
    if (line->bad) {
        r->broken = true;
        r->skipping = is_table || r->skipping;
        if (l != NULL && !is_table)
            r->seen[l->line] = line->tokens; /* it is there, and said to be wrong */
        r->option_unknown = r->option_unknown || (l != NULL && l->line == LINE_WITH);
    } else if (is_table) {
        r->p.at++;
        r->skipping = !open_table(r);
    } else if (r->skipping)
        return;
    else if (l == NULL)
        read_unknown(r, line);
    else if (r->open)
        r->broken = !read_table_line(r, l) || r->broken;
    else {
        parser_fail(&r->p, "syntax", "found '%s', expected a table first: table \"name\" as word", l->word);
        r->skipping = true;
    }
}

static felt_status read_lines(plan_reader *r, int errors_before)
{
    r->list = parser_take(&r->p, FELT_TABLES_MAX, sizeof *r->list);
    r->withs = parser_take(&r->p, FELT_TABLE_WITHS_MAX, sizeof *r->withs);
    r->terms = parser_take(&r->p, FELT_TABLE_TERMS_MAX, sizeof *r->terms);
    for (int i = 0; i < r->tree.source.count && !r->p.no_memory; i++)
        read_line(r, &r->tree.source.lines[i]);
    if (!r->p.no_memory)
        close_table(r, 0);
    if (!r->p.no_memory && r->word_count == 0 && r->p.diags->error_count == errors_before) {
        token whole = {.line = 1, .column = 1, .width = 1};
        plan_fail(r, &whole, "syntax", "the file has no tables; expected lines such as: table \"name\" as word");
    }
    return r->p.no_memory ? FELT_ENOMEM : FELT_OK;
}

felt_status felt_tables_read(felt_arena *arena, felt_text file, felt_text text, const felt_table_sheets *sheets, felt_diags *diags,
                             const felt_tables **ret)
{
    int errors_before = diags->error_count, diags_before = diags->count;
    plan_reader *r = felt_arena_take(arena, 1, sizeof *r);
    felt_tables *tables = felt_arena_take(arena, 1, sizeof *tables);
    felt_text file_copy = felt_arena_copy(arena, file);
    felt_text text_copy = text.length <= FELT_SHEET_BYTES_MAX ? felt_arena_copy(arena, text) : text; /* too long: scan_text refuses it */
    if (r == NULL || tables == NULL || file_copy.bytes == NULL || text_copy.bytes == NULL)
        return FELT_ENOMEM;
    r->p = (parser){.arena = arena, .diags = diags, .tree = &r->tree};
    r->finder = sheets;
    felt_status status = scan_text(arena, file_copy, text_copy, false, diags, &r->tree.source);
    if (status == FELT_OK)
        status = read_lines(r, errors_before);
    status = scan_ended(diags, diags_before, errors_before, status);
    if (status != FELT_OK)
        return status;
    if (r->sheet_failed)
        return FELT_ESHEET;
    *tables = (felt_tables){.file = file_copy, .list = r->list, .count = r->count};
    *ret = tables;
    return FELT_OK;
}

const felt_table_plan *felt_tables_find(const felt_tables *tables, felt_text short_name)
{
    for (int i = 0; i < tables->count; i++)
        if (felt_text_equal(tables->list[i].short_name, short_name))
            return &tables->list[i];
    return NULL;
}
