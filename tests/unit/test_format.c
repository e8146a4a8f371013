/* tests/unit/test_format.c - the canonical layout: what it looks like, that it is its own layout, and that no word is lost. */
#include "sheets.h"

#include <dirent.h>

typedef struct formatted {
    felt_arena *arena;
    felt_diags diags;
    felt_status status;
    felt_text text;
} formatted;

static formatted format(felt_text text)
{
    formatted f = {.arena = felt_arena_new(FELT_SHEET_ARENA_MAX)};
    assert_non_null(f.arena);
    f.diags = felt_diags_in(f.arena);
    f.status = felt_sheet_format(f.arena, felt_text_from("s.felt"), text, &f.diags, &f.text);
    return f;
}

/* `text` is laid out as `expected`, and that as itself. */
static void assert_layout(const char *text, const char *expected)
{
    formatted f = format(felt_text_from(text)), again;
    assert_int_equal(f.status, FELT_OK);
    assert_text(f.text, expected);
    again = format(f.text);
    assert_int_equal(again.status, FELT_OK);
    assert_text(again.text, expected);
    felt_arena_free(again.arena);
    felt_arena_free(f.arena);
}

static void margins_and_columns(void **state)
{
    (void)state;
    assert_layout("sheet   \"S\"\n  game craps\noption u \"U\"\nto-1    \"to one\"\nfor-1 \"for one\" cites \"c\"\n"
                  "wager \"W\" as w\ncites \"here\"\n7 rolled pays 4 by u\n  hard 8 rolled   loses\notherwise loses\n",
                  "sheet \"S\"\ngame craps\n\noption u \"U\"\n  to-1   \"to one\"\n  for-1  \"for one\" cites \"c\"\n\n"
                  "wager \"W\" as w\n  cites \"here\"\n  7 rolled       pays 4 by u\n  hard 8 rolled  loses\n  otherwise      loses\n");
}

static void blank_lines(void **state)
{
    (void)state;
    assert_layout("\n\n\nsheet \"S\"\n\n\n\ngame craps\nwager \"W\" as w\n\n\notherwise loses\n\n\n",
                  "sheet \"S\"\n\ngame craps\n\nwager \"W\" as w\n\n  otherwise  loses\n");
}

static void comments(void **state)
{
    (void)state;
    assert_layout(
        "# top\nsheet \"S\"   # name\ngame craps\n# of the wager\nwager \"W\" as w\n# of a row\notherwise loses# so\n#end",
        "# top\nsheet \"S\"  # name\ngame craps\n\n# of the wager\nwager \"W\" as w\n  # of a row\n  otherwise  loses  # so\n#end\n");
}

static void marks_and_continued_lines(void **state)
{
    (void)state;
    assert_layout(
        "sheet \"S\"\ngame baccarat with 4,6 or 8 decks\nwager \"W\" as w\nwhere decks is 4 ,\n 6 : ( tie or( banker wins ) )pays 8 to 1\n",
        "sheet \"S\"\ngame baccarat with 4, 6 or 8 decks\n\nwager \"W\" as w\n  where decks is 4,\n"
        "      6: (tie or (banker wins)) pays 8 to 1\n");
}

static void line_ends_and_accents(void **state)
{
    (void)state;
    assert_layout(
        "\xEF\xBB\xBFsheet \"\xC3\x89t\xC3\xA9\"\r\ngame craps\t\r\nwager \"W\" as w\r\n\t7 rolled cites \"\xC3\xA9\" loses\r\n"
        "otherwise loses",
        "sheet \"\xC3\x89t\xC3\xA9\"\ngame craps\n\nwager \"W\" as w\n  7 rolled cites \"\xC3\xA9\"  loses\n  otherwise           loses\n");
}

static void nothing(void **state)
{
    (void)state;
    assert_layout("", "");
    assert_layout("\n \n\t\r\n", "");
    assert_layout("# only", "# only\n");
}

/* What cannot be divided into words cannot be laid out; what makes no sense can. */
static void what_is_refused(void **state)
{
    (void)state;
    formatted f = format(felt_text_from("sheet \"S\ngame ;\n"));
    assert_int_equal(f.status, FELT_ESHEET);
    assert_int_equal(f.diags.count, 2);
    felt_arena_free(f.arena);
    assert_layout("this makes ) no : sense", "  this makes) no: sense\n");
}

/* Blank lines and indentation are added; the result must be a text that can be laid out, too. */
static void what_grows_too_large(void **state)
{
    (void)state;
    test_text text = {0};
    for (int i = 0; i < FELT_SHEET_LINES_MAX / 2; i++)
        test_text_add(&text, "group \"G\"\n");
    formatted f = format((felt_text){text.bytes, text.length});
    assert_int_equal(f.status, FELT_OK); /* with a blank line between two: one line less than is allowed */
    felt_arena_free(f.arena);
    test_text_add(&text, "group \"G\"\n");
    f = format((felt_text){text.bytes, text.length});
    assert_int_equal(f.status, FELT_ESHEET);
    assert_string_equal(f.diags.list[0].code, "limit");
    assert_text(f.diags.list[0].message, "laid out, the file has 110010 bytes and 20001 lines; at most 1048576 and 20000 are allowed");
    felt_arena_free(f.arena);
    test_text_free(&text);
}

/* ---- the shipped sheets ---- */

static felt_text read_file(felt_arena *arena, const char *folder, const char *name)
{
    felt_text path = felt_arena_print(arena, "%s/%s", folder, name);
    FILE *file = fopen(path.bytes, "rb");
    assert_non_null(file);
    char *bytes = felt_arena_take(arena, FELT_SHEET_BYTES_MAX, 1);
    assert_non_null(bytes);
    size_t length = fread(bytes, 1, FELT_SHEET_BYTES_MAX, file);
    fclose(file);
    return (felt_text){bytes, length};
}

/* All white space gone but for what is inside quotes. */
static size_t squeeze(felt_text text, char *ret)
{
    size_t length = 0;
    bool quoted = false;
    for (size_t i = 0; i < text.length; i++) {
        char c = text.bytes[i];
        quoted = c == '"' ? !quoted : quoted && c != '\n';
        if (quoted || (c != ' ' && c != '\n'))
            ret[length++] = c;
    }
    return length;
}

static void assert_same_after_layout(felt_arena *arena, felt_text text)
{
    formatted once = format(text), twice;
    assert_int_equal(once.status, FELT_OK);
    twice = format(once.text);
    assert_true(felt_text_equal(once.text, twice.text));
    char *before = felt_arena_take(arena, text.length + 1, 1), *after = felt_arena_take(arena, once.text.length + 1, 1);
    assert_true(before != NULL && after != NULL);
    felt_text a = {before, squeeze(text, before)}, b = {after, squeeze(once.text, after)};
    assert_true(felt_text_equal(a, b));
    felt_arena_free(twice.arena);
    felt_arena_free(once.arena);
}

/* A tab after every space that is neither in a string nor in a comment. */
static size_t spread(felt_text text, char *ret)
{
    size_t length = 0;
    bool quoted = false, comment = false;
    for (size_t i = 0; i < text.length; i++) {
        char c = text.bytes[i];
        comment = c != '\n' && (comment || (c == '#' && !quoted));
        quoted = !comment && (c == '"' ? !quoted : quoted && c != '\n');
        ret[length++] = c;
        if (c == ' ' && !quoted && !comment)
            ret[length++] = '\t';
    }
    return length;
}

static void every_shipped_sheet(void **state)
{
    (void)state;
    static const char folder[] = FELT_SOURCE_DIR "/rules";
    DIR *dir = opendir(folder);
    assert_non_null(dir);
    int count = 0;
    for (struct dirent *entry; (entry = readdir(dir)) != NULL;) {
        if (strstr(entry->d_name, ".felt") == NULL)
            continue;
        felt_arena *arena = felt_arena_new(64 << 20);
        assert_non_null(arena);
        felt_text text = read_file(arena, folder, entry->d_name);
        char *messy = felt_arena_take(arena, 2 * text.length + 1, 1);
        assert_non_null(messy);
        formatted plain = format(text), odd = format((felt_text){messy, spread(text, messy)});
        assert_same_after_layout(arena, text);
        assert_int_equal(plain.status, FELT_OK);
        assert_int_equal(odd.status, FELT_OK);
        assert_true(felt_text_equal(plain.text, odd.text));
        felt_arena_free(plain.arena);
        felt_arena_free(odd.arena);
        felt_arena_free(arena);
        count++;
    }
    closedir(dir);
    assert_true(count >= 12);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(margins_and_columns),       cmocka_unit_test(blank_lines),           cmocka_unit_test(comments),
        cmocka_unit_test(marks_and_continued_lines), cmocka_unit_test(line_ends_and_accents), cmocka_unit_test(nothing),
        cmocka_unit_test(what_is_refused),           cmocka_unit_test(what_grows_too_large),  cmocka_unit_test(every_shipped_sheet),
    };
    return cmocka_run_group_tests_name("format", tests, NULL, NULL);
}
