/* src/cli/cmd_new.c - `felt new`: four questions, and a first sheet with its cases. */
#include "cli.h"

#include <errno.h>
#include <felt/cases.h>
#include <felt/design.h>
#include <felt/sheet_report.h>
#include <string.h>
#include <unistd.h>

enum { ANSWER_BYTES = 512, ROWS_MOST = 24, DECKS = 8 };

typedef struct new_request {
    cli *c;
    felt_arena *arena;
    const char *file, *title, *game, *wager;
    cli_texts rows;
    bool asks;         /* somebody sits there: a bad answer is asked for again */
    felt_text text;    /* the sheet */
    const char *cases; /* the path of the cases */
} new_request;

/* ---- questions ---- */

/* One line of standard input, without the spaces around it, in the arena. NULL after a complaint. */
static const char *read_answer(new_request *r, const char *what)
{
    char line[ANSWER_BYTES];
    size_t length = 0;
    int c;
    while ((c = getc(stdin)) != EOF && c != '\n' && length < sizeof line)
        line[length++] = (char)c;
    if (c == EOF && length == 0) {
        fputs(r->asks ? "\n" : "", r->c->err);
        cli_complain(r->c, "found the end of input, expected %s; nothing is written", what);
        return NULL;
    }
    if (length == sizeof line || memchr(line, '\0', length) != NULL) {
        cli_complain(r->c, "found more than %d bytes, or a NUL, expected %s", ANSWER_BYTES - 1, what);
        return NULL;
    }
    while (length > 0 && strchr(" \t\r", line[length - 1]) != NULL)
        length--;
    size_t start = 0;
    while (start < length && strchr(" \t", line[start]) != NULL)
        start++;
    felt_text answer = felt_arena_copy(r->arena, (felt_text){line + start, length - start});
    return answer.bytes;
}

static void ask(new_request *r, const char *question)
{
    if (!r->asks)
        return;
    fputs(question, r->c->err);
    fflush(r->c->err);
}

/* A printed name: no quotes in it, and not nothing. */
static bool is_name(const char *text)
{
    return text[0] != '\0' && strchr(text, '"') == NULL;
}

static bool ask_name(new_request *r, const char *question, const char *what, const char **ret)
{
    while (*ret == NULL || !is_name(*ret)) {
        if (*ret != NULL && !r->asks) {
            cli_usage(r->c, "found '%s', expected %s without quotes", *ret, what);
            return false;
        }
        ask(r, question);
        *ret = read_answer(r, what);
        if (*ret == NULL)
            return false;
    }
    return true;
}

static void write_games(char *ret, size_t size)
{
    size_t at = 0;
    ret[0] = '\0';
    for (int i = 0; felt_game_at(i) != NULL; i++) {
        const char *joint = i == 0 ? "" : felt_game_at(i + 1) == NULL ? " or " : ", ";
        int wrote = snprintf(ret + at, size - at, "%s%s", joint, felt_game_at(i)->name);
        at += wrote > 0 && (size_t)wrote < size - at ? (size_t)wrote : 0;
    }
}

static void refuse_game(new_request *r, const char *games)
{
    felt_near near = felt_near_to(felt_text_from(r->game));
    for (int i = 0; felt_game_at(i) != NULL; i++)
        felt_near_try(&near, felt_text_from(felt_game_at(i)->name));
    cli_complain(r->c, "found the game '%s', expected %s%s%.*s%s", r->game, games, near.nearest.length > 0 ? "; did you mean '" : "",
                 FELT_TEXT_ARGS(near.nearest), near.nearest.length > 0 ? "'?" : "");
}

static bool ask_game(new_request *r)
{
    char games[256], question[320];
    write_games(games, sizeof games);
    snprintf(question, sizeof question, "2. Which game, %s? ", games);
    while (r->game == NULL || felt_game_find(felt_text_from(r->game)) == NULL) {
        if (r->game != NULL)
            refuse_game(r, games);
        if (r->game != NULL && !r->asks)
            return false;
        ask(r, question);
        r->game = read_answer(r, "a game");
        if (r->game == NULL)
            return false;
    }
    return true;
}

/* ---- the sheet ---- */

/* "Tiger Pair!" as "tiger-pair", for a file or a short name. */
static const char *slug(felt_arena *arena, const char *name)
{
    char *to = felt_arena_take(arena, strlen(name) + 2, 1);
    size_t length = 0;
    for (; to != NULL && *name != '\0'; name++) {
        char c = (char)(*name >= 'A' && *name <= 'Z' ? *name - 'A' + 'a' : *name);
        bool plain = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
        if (plain)
            to[length++] = c;
        else if (length > 0 && to[length - 1] != '-' && c != '\'')
            to[length++] = '-';
    }
    while (to != NULL && length > 0 && to[length - 1] == '-')
        to[--length] = '\0';
    return to == NULL || length > 0 ? to : "new";
}

static bool ends_in(const char *text, const char *end)
{
    size_t length = strlen(text), tail = strlen(end);
    return length >= tail && strcmp(text + length - tail, end) == 0;
}

/* `otherwise loses`, which decides whatever is left; `otherwise both have pairs pays 20 to 1` does not. */
static bool ends_wager(const char *row)
{
    static const char *const does[] = {"loses", "stays", "pushes", "pays", "undefined"};
    const char *after = strncmp(row, "otherwise", 9) == 0 ? row + 9 + strspn(row + 9, " \t") : "";
    for (size_t i = 0; i < sizeof does / sizeof *does; i++)
        if (strncmp(after, does[i], strlen(does[i])) == 0)
            return true;
    return false;
}

/* What the last row says of all that is left: where a row loses and a hand goes on, the wager waits for it. */
static const char *last_row(const new_request *r, const felt_game *game)
{
    bool loses = false;
    for (int i = 0; i < r->rows.count; i++) {
        if (ends_wager(r->rows.list[i]))
            return "";
        loses = loses || ends_in(r->rows.list[i], "loses");
    }
    return loses && !game->one_event ? "  otherwise stays\n" : "  otherwise loses\n";
}

static felt_status write_sheet(new_request *r, felt_diags *diags)
{
    const felt_game *game = felt_game_find(felt_text_from(r->game));
    const char *name = slug(r->arena, r->wager);
    char decks[32] = "";
    if (game->source == FELT_SOURCE_SHOE)
        snprintf(decks, sizeof decks, " with %d decks", DECKS);
    felt_text text =
        felt_arena_print(r->arena, "sheet \"%s\"\ngame %s%s\n\nwager \"%s\" as %s\n", r->title, game->name, decks, r->wager, name);
    for (int i = 0; i < r->rows.count && text.bytes != NULL; i++)
        text = felt_arena_print(r->arena, "%.*s  %s\n", FELT_TEXT_ARGS(text), r->rows.list[i]);
    if (text.bytes != NULL)
        text = felt_arena_print(r->arena, "%.*s%s", FELT_TEXT_ARGS(text), last_row(r, game));
    if (text.bytes == NULL)
        return FELT_ENOMEM;
    return felt_sheet_format(r->arena, felt_text_from(r->file), text, diags, &r->text);
}

/* Compiles and checks; what is found is printed. FELT_ESHEET, FELT_EDATA: there is an error in it. */
static felt_status try_sheet(new_request *r, const felt_sheet **ret)
{
    felt_diags diags = felt_diags_in(r->arena);
    felt_status status = write_sheet(r, &diags);
    if (status == FELT_OK)
        status = felt_sheet_compile(r->arena, felt_text_from(r->file), r->text, &diags, ret);
    if (status == FELT_OK)
        status = felt_sheet_check(*ret, &diags);
    if (status == FELT_OK)
        status = felt_odds_check(*ret, &diags);
    if (status == FELT_OK)
        status = felt_design_mend(*ret, &diags);
    cli_print_diags(r->c, &diags);
    return status == FELT_OK && diags.error_count > 0 ? FELT_EDATA : status;
}

/* Can a sheet with the rows so far be read? What is wrong is printed. */
static bool can_be_read(new_request *r)
{
    felt_arena *kept = r->arena;
    const felt_sheet *sheet;
    r->arena = felt_arena_new(FELT_SHEET_ARENA_MAX);
    felt_diags diags = felt_diags_in(r->arena);
    felt_status status = r->arena == NULL ? FELT_ENOMEM : write_sheet(r, &diags);
    if (status == FELT_OK)
        status = felt_sheet_compile(r->arena, felt_text_from(r->file), r->text, &diags, &sheet);
    if (status == FELT_ESHEET)
        cli_print_diags(r->c, &diags);
    felt_arena_free(r->arena);
    r->arena = kept;
    return status != FELT_ESHEET;
}

/* Rows, one a line, up to an empty line or the end of input. */
static bool ask_rows(new_request *r)
{
    bool dice = felt_game_find(felt_text_from(r->game))->words.thrown != NULL;
    if (r->asks)
        fprintf(
            r->c->err,
            "4. What wins, and what does it pay? One row a line, such as\n     %s\n   An empty line ends them; what is left over loses.\n",
            dice ? "2 or 12 rolled pays 10 to 1" : "both have pairs pays 20 to 1");
    while (r->rows.count < ROWS_MOST) {
        ask(r, "   ");
        int next = getc(stdin);
        if (next == EOF && r->rows.count > 0)
            break;
        ungetc(next, stdin);
        const char *row = read_answer(r, "a row: what wins, and what it pays");
        if (row == NULL)
            return false;
        if (row[0] == '\0' && r->rows.count > 0)
            break;
        if (row[0] != '\0')
            r->rows.list[r->rows.count++] = row;
        if (row[0] != '\0' && r->asks && !can_be_read(r))
            r->rows.count--; /* the others stay */
    }
    return true;
}

/* ---- files ---- */

static bool choose_files(new_request *r)
{
    if (r->file == NULL)
        r->file = felt_arena_print(r->arena, "%s.felt", slug(r->arena, r->title)).bytes;
    if (r->file == NULL)
        return false;
    if (!ends_in(r->file, ".felt")) {
        cli_usage(r->c, "found '%s', expected the name of a file that ends in .felt", r->file);
        return false;
    }
    r->cases = felt_arena_print(r->arena, "%.*s.case", (int)(strlen(r->file) - 5), r->file).bytes;
    const char *const files[] = {r->file, r->cases};
    for (int i = 0; i < 2; i++)
        if (files[i] == NULL || access(files[i], F_OK) == 0) {
            cli_usage(r->c, "%s is there already; name another FILE", files[i] == NULL ? "it" : files[i]);
            return false;
        }
    return true;
}

/* A file's name as a shell takes it: in quotes where it has anything but letters, digits and a few marks. NULL: there is no memory. */
static const char *quoted(felt_arena *arena, const char *name)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./-+,:@%=";
    size_t length = strlen(name), at = 0;
    if (name[strspn(name, plain)] == '\0')
        return name;
    char *to = felt_arena_take(arena, 4 * length + 3, 1);
    if (to == NULL)
        return NULL;
    to[at++] = '\'';
    for (size_t i = 0; i < length; i++) {
        memcpy(to + at, name[i] == '\'' ? "'\\''" : &name[i], name[i] == '\'' ? 4 : 1);
        at += name[i] == '\'' ? 4 : 1;
    }
    memcpy(to + at, "'", 2);
    return to;
}

/* The case file names the sheet as it stands beside it. */
static cli_exit write_files(new_request *r, const felt_sheet *sheet)
{
    const char *slash = strrchr(r->file, '/');
    felt_text cases, name = felt_arena_print(r->arena, "./%s", slash == NULL ? r->file : slash + 1);
    bool plain = strpbrk(name.bytes == NULL ? "" : name.bytes, " ,#\"") == NULL;
    if (name.bytes != NULL && !plain)
        name = felt_arena_print(r->arena, "\"%s\"", name.bytes);
    const char *file = quoted(r->arena, r->file), *case_file = quoted(r->arena, r->cases);
    if (name.bytes == NULL || file == NULL || case_file == NULL || felt_cases_sketch(r->arena, sheet, name, &cases) != FELT_OK) {
        cli_complain(r->c, "out of memory");
        return CLI_DATA;
    }
    cli_exit code = cli_write_file(r->c, r->file, r->text);
    if (code == CLI_DONE)
        code = cli_write_file(r->c, r->cases, cases);
    if (code == CLI_DONE)
        fprintf(r->c->out, "wrote %s and %s; go on with\n  felt check %s\n  felt odds %s\n  felt test %s\n", r->file, r->cases, file, file,
                case_file);
    return code;
}

static cli_exit make(new_request *r)
{
    const felt_sheet *sheet;
    bool given = r->rows.count > 0;
    if (!ask_name(r, "1. What is the sheet called? ", "a name for the sheet", &r->title) || !choose_files(r) || !ask_game(r) ||
        !ask_name(r, "3. What is its first wager called? ", "a name for the wager", &r->wager))
        return CLI_USAGE;
    for (;;) {
        if (!given && !ask_rows(r))
            return CLI_USAGE;
        felt_status status = try_sheet(r, &sheet);
        if (status == FELT_OK)
            return write_files(r, sheet);
        if (status != FELT_ESHEET && status != FELT_EDATA) {
            cli_complain(r->c, "%s", felt_status_text(status));
            return CLI_DATA;
        }
        if (given || !r->asks) {
            cli_complain(r->c, "nothing is written");
            return status == FELT_ESHEET ? CLI_SHEET : CLI_FAILED;
        }
        r->rows.count = 0; /* the rows again */
    }
}

cli_exit cmd_new(cli *c, int argc, char **argv)
{
    new_request r = {.c = c, .asks = isatty(STDIN_FILENO)};
    const flag flags[] = {
        {"--title", FLAG_TEXT, &r.title}, {"--game", FLAG_TEXT, &r.game}, {"--wager", FLAG_TEXT, &r.wager}, {"--row", FLAG_TEXTS, &r.rows}};
    int words = cli_arguments(c, argc, argv, flags, 4);
    if (words < 0)
        return words == -2 ? CLI_DONE : CLI_USAGE;
    if (words > 1)
        return cli_usage(c, "found %d files, expected one", words);
    r.file = words == 1 ? argv[1] : NULL;
    r.arena = felt_arena_new((size_t)4 * FELT_SHEET_ARENA_MAX);
    if (r.arena == NULL)
        return CLI_DATA;
    cli_exit code = make(&r);
    felt_arena_free(r.arena);
    return code;
}
