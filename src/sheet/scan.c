/* src/sheet/scan.c - divides text into lines of words. Knows nothing of the language but its words' shapes. */
#include "scan.h"

#include <felt/sheet.h>
#include <stdio.h>

typedef struct scanner {
    felt_arena *arena;
    felt_diags *diags;
    scanned out;
    bool comments;
    size_t at; /* the next byte */
    int line_number;
    size_t line_start;
    token *tokens; /* of the line being read */
    int token_count;
    bool bad;
    int line_capacity;
} scanner;

felt_text scan_source_line(felt_text text, int number)
{
    size_t start = 0;
    for (int i = 1; i < number && start < text.length; i++) {
        const char *end = memchr(text.bytes + start, '\n', text.length - start);
        start = end == NULL ? text.length : (size_t)(end - text.bytes) + 1;
    }
    const char *end = start < text.length ? memchr(text.bytes + start, '\n', text.length - start) : NULL;
    size_t length = end == NULL ? text.length - start : (size_t)(end - text.bytes) - start;
    if (length > 0 && text.bytes[start + length - 1] == '\r')
        length--;
    return (felt_text){text.bytes + start, length};
}

felt_diag *scan_error(const scanned *source, felt_diags *diags, const token *at, const char *code, felt_text message)
{
    bool room = diags->count < FELT_DIAGS_MAX; /* finding the line takes time, and a full list would drop it */
    return felt_diags_add(diags, (felt_diag){.severity = FELT_ERROR,
                                             .code = code,
                                             .file = source->file,
                                             .line = at->line,
                                             .column = at->column,
                                             .width = at->width > 0 ? at->width : 1,
                                             .source = room ? scan_source_line(source->text, at->line) : (felt_text){0},
                                             .message = message});
}

bool scan_diags_lost(const felt_diags *diags)
{
    if (diags->dropped > 0 && diags->count < FELT_DIAGS_MAX)
        return true;
    for (int i = 0; i < diags->count; i++)
        if (diags->list[i].message.bytes == NULL)
            return true;
    return false;
}

void scan_diags_sort(felt_diags *diags, int from)
{
    for (int i = from + 1; i < diags->count; i++) {
        felt_diag moved = diags->list[i];
        int at = i;
        for (; at > from; at--) {
            const felt_diag *before = &diags->list[at - 1];
            if (before->line < moved.line || (before->line == moved.line && before->column <= moved.column))
                break;
            diags->list[at] = *before;
        }
        diags->list[at] = moved;
    }
}

felt_status scan_ended(felt_diags *diags, int diags_before, int errors_before, felt_status status)
{
    scan_diags_sort(diags, diags_before);
    if (status == FELT_ENOMEM || scan_diags_lost(diags))
        return FELT_ENOMEM;
    return status != FELT_OK || diags->error_count > errors_before ? FELT_EDATA : FELT_OK;
}

bool scan_number(const token *t, long most, long *ret)
{
    long value = 0;
    bool negative = t->text.bytes[0] == '-';
    for (size_t i = negative; i < t->text.length; i++) {
        value = value * 10 + (t->text.bytes[i] - '0');
        if (value > most)
            return false;
    }
    *ret = negative ? -value : value;
    return true;
}

static token token_here(const scanner *s, token_kind kind, size_t start, size_t end)
{
    felt_text before = {s->out.text.bytes + s->line_start, start - s->line_start};
    felt_text text = {s->out.text.bytes + start, end - start};
    return (token){.kind = kind,
                   .text = text,
                   .line = s->line_number,
                   .column = (int)felt_text_letters(before) + 1,
                   .width = (int)felt_text_letters(text)};
}

static felt_diag *report(scanner *s, size_t start, size_t end, const char *code, felt_text message)
{
    token t = token_here(s, TOKEN_END, start, end);
    s->bad = true;
    return scan_error(&s->out, s->diags, &t, code, message);
}

/* What to write instead of a letter that word processors put where a plain one was typed; NULL: nothing is known of it. */
static const char *remedy(uint32_t point)
{
    static const struct {
        uint32_t point;
        int remedy;
    } letters[] = {{0x201C, 0}, {0x201D, 0}, {0x201E, 0}, {0x201F, 0}, {0x00AB, 0}, {0x00BB, 0}, {0x2033, 0},
                   {0xFF02, 0}, {0x2018, 1}, {0x2019, 1}, {0x201A, 1}, {0x201B, 1}, {0x2032, 1}, {'`', 1},
                   {0x00B4, 1}, {0x2010, 2}, {0x2011, 2}, {0x2012, 2}, {0x2013, 2}, {0x2014, 2}, {0x2212, 2},
                   {0x00A0, 3}, {0x2009, 3}, {0x202F, 3}, {0x3000, 3}, {0x00BD, 4}, {0x00BC, 4}, {0x00BE, 4}};
    static const char *const remedies[] = {
        "this is a quotation mark of a word processor: write the plain \", before and after a name",
        "this is an apostrophe of a word processor: write the plain ' in a word, and the plain \" around a name",
        "this is a dash of a word processor: write the plain -, and a pay as in '30 to 1'",
        "this is a space of a word processor: write a plain one",
        "pays are whole numbers: 8 and a half to 1 is written '17 to 2'",
    };
    for (size_t i = 0; i < sizeof letters / sizeof *letters; i++)
        if (letters[i].point == point)
            return remedies[letters[i].remedy];
    return NULL;
}

static void push(scanner *s, token t)
{
    /* A comment is no word of the sheet: there is room for one more token than words. */
    if (s->token_count < FELT_LINE_TOKENS_MAX || (t.kind == TOKEN_COMMENT && s->token_count == FELT_LINE_TOKENS_MAX)) {
        s->tokens[s->token_count++] = t;
        return;
    }
    if (!s->bad) {
        scan_error(&s->out, s->diags, &t, "limit", felt_arena_print(s->arena, "more than %d words on a line", FELT_LINE_TOKENS_MAX));
        s->bad = true;
    }
}

static bool is_word_byte(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_' || c == '\'';
}

static bool is_digits(felt_text text)
{
    for (size_t i = 0; i < text.length; i++)
        if (text.bytes[i] < '0' || text.bytes[i] > '9')
            return false;
    return text.length > 0;
}

static size_t line_end(const scanner *s)
{
    felt_text text = s->out.text;
    const char *end = memchr(text.bytes + s->at, '\n', text.length - s->at);
    return end == NULL ? text.length : (size_t)(end - text.bytes);
}

/* Takes the letter at `at`, and returns its length; 0 after a report that it is no UTF-8 or a control character. The end of the line may be
 * CR LF. */
static size_t verify_letter(scanner *s, size_t at, size_t end)
{
    uint32_t point = 0;
    size_t length = felt_text_decode((felt_text){s->out.text.bytes + at, end - at}, &point);
    if (length == 0) {
        unsigned char c = (unsigned char)s->out.text.bytes[at];
        report(s, at, at + 1, "bad-character", felt_arena_print(s->arena, "found the byte 0x%02x, expected UTF-8 text", c));
        return 0;
    }
    if (!felt_point_is_control(point) || point == '\t' || (point == '\r' && at + 1 == line_end(s)))
        return length;
    report(s, at, at + 1, "bad-character",
           felt_arena_print(s->arena, "found the control character 0x%02x, expected text that can be printed", (unsigned)point));
    return 0;
}

/* Bytes of strings and comments must be UTF-8 without control characters, so that they can be printed anywhere. */
static void verify_utf8(scanner *s, size_t start, size_t end)
{
    for (size_t i = start, length; i < end && (length = verify_letter(s, i, end)) > 0;)
        i += length;
}

/* The string from `start` on has no plain " behind it: has it another one? */
static const char *wrong_close(const scanner *s, size_t start, size_t end)
{
    while (start < end) {
        uint32_t point = 0;
        size_t length = felt_text_decode((felt_text){s->out.text.bytes + start, end - start}, &point);
        if (length > 1 && remedy(point) == remedy(0x201D))
            return remedy(point);
        start += length > 0 ? length : 1;
    }
    return NULL;
}

static void scan_string(scanner *s)
{
    size_t start = s->at, end = line_end(s);
    const char *close = memchr(s->out.text.bytes + start + 1, '"', end - start - 1);
    if (close == NULL) {
        felt_diag *d =
            report(s, start, start + 1, "bad-string", felt_text_from("this string is not closed on its line; expected a \" at its end"));
        const char *help = wrong_close(s, start + 1, end);
        if (d != NULL && help != NULL)
            d->help = felt_text_from(help);
        s->at = end;
        return;
    }
    size_t stop = (size_t)(close - s->out.text.bytes);
    token t = token_here(s, TOKEN_STRING, start, stop + 1);
    t.text = (felt_text){s->out.text.bytes + start + 1, stop - start - 1};
    verify_utf8(s, start + 1, stop);
    if (t.text.length > FELT_STRING_BYTES_MAX)
        report(s, start, stop + 1, "limit",
               felt_arena_print(s->arena, "a string of %zu bytes; at most %d are allowed", t.text.length, FELT_STRING_BYTES_MAX));
    push(s, t);
    s->at = stop + 1;
}

/* Digits, perhaps a point and digits, then %. Leaves s->at alone and returns false when that is not what stands here. */
static bool scan_percent(scanner *s)
{
    felt_text text = s->out.text;
    size_t i = s->at;
    while (i < text.length && ((text.bytes[i] >= '0' && text.bytes[i] <= '9') || text.bytes[i] == '.'))
        i++;
    if (i == s->at || i >= text.length || text.bytes[i] != '%')
        return false;
    push(s, token_here(s, TOKEN_PERCENT, s->at, i + 1));
    s->at = i + 1;
    return true;
}

/* Passes over the bytes of one word; one that is too long is reported. */
static void pass_word(scanner *s)
{
    size_t start = s->at;
    while (s->at < s->out.text.length && is_word_byte(s->out.text.bytes[s->at]))
        s->at++;
    if (s->at - start > FELT_NAME_BYTES_MAX && !s->bad)
        report(s, start, s->at, "limit",
               felt_arena_print(s->arena, "a word of %zu bytes; at most %d are allowed", s->at - start, FELT_NAME_BYTES_MAX));
}

/* Is there a / here with a word after it? */
static bool is_slash(const scanner *s)
{
    felt_text text = s->out.text;
    return s->at + 1 < text.length && text.bytes[s->at] == '/' && is_word_byte(text.bytes[s->at + 1]);
}

static void scan_word(scanner *s)
{
    size_t start = s->at;
    pass_word(s);
    token_kind kind = TOKEN_WORD;
    if (is_slash(s)) {
        kind = TOKEN_SLASHED;
        s->at++;
        pass_word(s);
    }
    token t = token_here(s, kind, start, s->at);
    felt_text digits = t.text;
    if (digits.length > 1 && digits.bytes[0] == '-') {
        digits.bytes++;
        digits.length--;
    }
    if (is_digits(digits))
        t.kind = TOKEN_NUMBER;
    push(s, t);
}

static void scan_other(scanner *s)
{
    static const char marks[] = ",:()";
    static const token_kind kinds[] = {TOKEN_COMMA, TOKEN_COLON, TOKEN_OPEN, TOKEN_CLOSE};
    const char *bytes = s->out.text.bytes;
    const char *mark = bytes[s->at] == '\0' ? NULL : strchr(marks, bytes[s->at]);
    if (mark != NULL) {
        push(s, token_here(s, kinds[mark - marks], s->at, s->at + 1));
        s->at++;
        return;
    }
    size_t length = verify_letter(s, s->at, s->out.text.length);
    uint32_t point = 0;
    if (length > 0 && felt_text_decode((felt_text){bytes + s->at, length}, &point) > 0) {
        felt_diag *d =
            report(s, s->at, s->at + length, "bad-character",
                   felt_arena_print(s->arena, "found '%.*s', expected a word, a number, a string in \"quotes\" or a comment after #",
                                    (int)length, bytes + s->at));
        const char *help = remedy(point);
        if (d != NULL && help != NULL)
            d->help = felt_text_from(help);
    }
    s->at = line_end(s);
}

static void scan_comment(scanner *s)
{
    size_t start = s->at, end = line_end(s);
    verify_utf8(s, start, end);
    while (end > start && (s->out.text.bytes[end - 1] == '\r' || s->out.text.bytes[end - 1] == ' ' || s->out.text.bytes[end - 1] == '\t'))
        end--;
    if (s->comments)
        push(s, token_here(s, TOKEN_COMMENT, start, end));
    s->at = line_end(s);
}

/* Reads tokens up to the end of the line, which is left to be read. */
static void scan_line(scanner *s)
{
    felt_text text = s->out.text;
    while (s->at < text.length && text.bytes[s->at] != '\n') {
        if (s->bad) { /* one report a line, and no second look at what follows it */
            s->at = line_end(s);
            return;
        }
        char c = text.bytes[s->at];
        if (c == ' ' || c == '\t' || c == '\r')
            s->at++;
        else if (c == '#')
            scan_comment(s);
        else if (c == '"')
            scan_string(s);
        else if (is_word_byte(c)) {
            if (!scan_percent(s))
                scan_word(s);
        } else
            scan_other(s);
    }
}

static bool goes_on(const scanner *s)
{
    return !s->comments && s->token_count > 0 && s->tokens[s->token_count - 1].kind == TOKEN_COMMA;
}

/* The end of a line is right after its last word: what follows that, a comment or CR, is not where something is missing. */
static token end_after(const scanner *s)
{
    if (s->token_count == 0)
        return token_here(s, TOKEN_END, s->line_start, s->line_start);
    const token *last = &s->tokens[s->token_count - 1];
    return (token){
        .kind = TOKEN_END, .text = {last->text.bytes + last->text.length, 0}, .line = last->line, .column = last->column + last->width};
}

static felt_status keep_line(scanner *s)
{
    if (s->token_count == 0 && !s->bad && !s->comments)
        return FELT_OK;
    if (s->out.count == s->line_capacity) {
        int capacity = s->line_capacity == 0 ? 256 : s->line_capacity * 2;
        text_line *lines = felt_arena_take(s->arena, (size_t)capacity, sizeof *lines);
        if (lines == NULL)
            return FELT_ENOMEM;
        if (s->out.count > 0)
            memcpy(lines, s->out.lines, (size_t)s->out.count * sizeof *lines);
        s->out.lines = lines;
        s->line_capacity = capacity;
    }
    token *tokens = felt_arena_take(s->arena, (size_t)s->token_count + 1, sizeof *tokens);
    if (tokens == NULL)
        return FELT_ENOMEM;
    if (s->token_count > 0)
        memcpy(tokens, s->tokens, (size_t)s->token_count * sizeof *tokens);
    tokens[s->token_count] = end_after(s);
    s->out.lines[s->out.count++] = (text_line){tokens, s->token_count, s->bad};
    s->token_count = 0;
    s->bad = false;
    return FELT_OK;
}

static felt_status whole_file_error(scanner *s, felt_text message)
{
    felt_diags_add(s->diags, (felt_diag){.severity = FELT_ERROR, .code = "limit", .file = s->out.file, .message = message, .width = 1});
    return FELT_ESHEET;
}

felt_status scan_text(felt_arena *arena, felt_text file, felt_text text, bool comments, felt_diags *diags, scanned *ret)
{
    if (text.length >= 3 && memcmp(text.bytes, "\xEF\xBB\xBF", 3) == 0) /* the mark that some editors put before UTF-8 */
        text = (felt_text){text.bytes + 3, text.length - 3};
    scanner s = {.arena = arena, .diags = diags, .comments = comments, .out = {.file = file, .text = text}};
    if (text.length > FELT_SHEET_BYTES_MAX)
        return whole_file_error(&s,
                                felt_arena_print(arena, "the file has %zu bytes; at most %d are read", text.length, FELT_SHEET_BYTES_MAX));
    s.tokens = felt_arena_take(arena, FELT_LINE_TOKENS_MAX + 1, sizeof *s.tokens);
    if (s.tokens == NULL)
        return FELT_ENOMEM;
    while (s.at < text.length) {
        if (++s.line_number > FELT_SHEET_LINES_MAX)
            return whole_file_error(&s, felt_arena_print(arena, "the file has more than %d lines", FELT_SHEET_LINES_MAX));
        s.line_start = s.at;
        scan_line(&s);
        felt_status status = goes_on(&s) && s.at < text.length ? FELT_OK : keep_line(&s);
        if (status != FELT_OK)
            return status;
        s.at += s.at < text.length;
    }
    felt_status status = s.token_count == 0 && !s.bad ? FELT_OK : keep_line(&s);
    *ret = s.out;
    return status;
}
