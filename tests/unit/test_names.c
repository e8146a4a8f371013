/* tests/unit/test_names.c - sheets by path and wagers by name, as felt/sheet.h and felt/select.h promise them. */
#include "sheets.h"

#include <felt/book.h>
#include <felt/select.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- wagers by name ---- */

static const char text[] =
    "sheet \"S\"\ngame baccarat with 8 decks\n"
    "wager \"The Tie\" as tie\n  tie  pays 8 to 1\n  otherwise  loses\n"
    "wager \"tie\" as tie-too\n  tie  pays 9 to 1\n  otherwise  loses\n"
    "wager \"Twice\" as first\n  tie  pays 8 to 1\n  otherwise  loses\n"
    "wager \"Twice\" as second\n  tie  pays 9 to 1\n  otherwise  loses\n"
    "wager \"Bonus on a Win\" as bonus on player or banker\n  wins with a natural  pays 1 to 1\n  otherwise  loses\n";

static void wagers_by_name(void **state)
{
    (void)state;
    static const struct {
        const char *name, *side, *short_name, *found_side;
    } good[] = {
        {"tie", "", "tie", ""}, /* a short name comes before a printed one */
        {"The Tie", "", "tie", ""},
        {"first", "", "first", ""},
        {"bonus", "player", "bonus", "player"},
        {"bonus on banker", "", "bonus", "banker"},
        {"Bonus on a Win on player", "", "bonus", "player"},
        {"Bonus on a Win", "banker", "bonus", "banker"},
        {"THE TIE", "", "tie", ""}, /* as people write it */
        {"the-tie", "", "tie", ""},
        {"TIE_too", "", "tie-too", ""},
        {"bonus on Banker", "", "bonus", "banker"},
        {"Bonus: on a win", "PLAYER", "bonus", "player"},
    };
    test_sheet t = test_sheet_good(text);
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        const felt_wager *found = NULL;
        assert_int_equal(felt_wager_find(t.sheet, felt_text_from(good[i].name), felt_text_from(good[i].side), &found, NULL), FELT_OK);
        assert_ptr_equal(found, test_sheet_wager(&t, good[i].short_name, good[i].found_side));
    }
    test_sheet_free(&t);
}

static void names_that_find_nothing(void **state)
{
    (void)state;
    static const struct {
        const char *name, *side;
        felt_status status;
        const char *why;
    } wrong[] = {
        {"ties", "", FELT_ENOTFOUND, "example has no wager 'ties'; did you mean 'tie'?"},
        {"", "", FELT_ENOTFOUND, "example has no wager ''"},
        {"something else", "", FELT_ENOTFOUND, "example has no wager 'something else'"},
        {" on ", "", FELT_ENOTFOUND, "example has no wager ' on '"},
        {"tie", "player", FELT_ENOTFOUND, "'tie' has no sides"},
        {"tie on player", "", FELT_ENOTFOUND, "'tie' has no sides"},
        {"bonus", "", FELT_EDATA, "'bonus' has sides: say for example 'bonus on player'"},
        {"bonus", "dealer", FELT_ENOTFOUND, "'bonus' has no side 'dealer', expected player or banker"},
        {"twice", "", FELT_EDATA, "'twice' is the name of more than one wager; say their short names, such as 'first'"},
        {"--", "", FELT_ENOTFOUND, "example has no wager '--'"},
        {"Twice", "", FELT_EDATA, "'Twice' is the name of more than one wager; say their short names, such as 'first'"},
    };
    test_sheet t = test_sheet_good(text);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        const felt_wager *found = NULL;
        felt_error error;
        felt_text name = felt_text_from(wrong[i].name), side = felt_text_from(wrong[i].side);
        assert_int_equal(felt_wager_find(t.sheet, name, side, &found, &error), wrong[i].status);
        assert_string_equal(error.message, wrong[i].why);
        assert_int_equal(felt_wager_find(t.sheet, name, side, &found, NULL), wrong[i].status);
        assert_null(found);
    }
    test_sheet_free(&t);
}

/* ---- wagers of several sheets ---- */

static const felt_sheet *compile_as(test_sheet *t, const char *file, const char *content)
{
    const felt_sheet *sheet = NULL;
    assert_int_equal(felt_sheet_compile(t->arena, felt_text_from(file), felt_text_from(content), &t->diags, &sheet), FELT_OK);
    return sheet;
}

static void wagers_of_a_book(void **state)
{
    (void)state;
    static const char other[] = "sheet \"O\"\ngame baccarat with 8 decks\n"
                                "wager \"Draw\" as tie\n  tie  pays 9 to 1\n  otherwise  loses\n"
                                "wager \"Both/Either\" as bonus\n  player wins  pays 1 to 1\n  otherwise  loses\n";
    static const char third[] = "sheet \"T\"\ngame baccarat with 8 decks\nwager \"Third\" as tie\n  tie  pays 9 to 1\n  otherwise  loses\n";
    static const struct {
        const char *name, *side;
        int wager; /* -1: the status and message of the failure follow */
        felt_status status;
        const char *why;
    } names[] = {
        {"first", "", 2, FELT_OK, NULL},
        {"The Tie", "", 0, FELT_OK, NULL},
        {"Draw", "", 6, FELT_OK, NULL},
        {"other/tie", "", 6, FELT_OK, NULL},
        {"example/tie", "", 0, FELT_OK, NULL},
        {"Both/Either", "", 7, FELT_OK, NULL},
        {"other/bonus", "", 7, FELT_OK, NULL},
        {"bonus", "player", 4, FELT_OK, NULL}, /* the other sheet's has no such side */
        {"tie", "", -1, FELT_EDATA, "'tie' is the name of wagers of more than one sheet; say for example 'example/tie'"},
        {"other/bonus on banker", "", -1, FELT_ENOTFOUND, "'bonus' has no sides"},
        {"other/first", "", -1, FELT_ENOTFOUND, "there is no wager 'other/first'"},
        {"firts", "", -1, FELT_ENOTFOUND, "there is no wager 'firts'; did you mean 'first'?"},
        {"one on two/tie", "", 8, FELT_OK, NULL},
        {"/first", "", -1, FELT_ENOTFOUND, "there is no wager '/first'; did you mean 'first'?"}, /* of no sheet */
    };
    test_sheet t = test_sheet_good(text);
    const felt_sheet *sheets[] = {t.sheet, compile_as(&t, "other.felt", other), compile_as(&t, "one on two.felt", third)};
    felt_selection everything = {.count = 0};
    const felt_book *book = NULL;
    assert_int_equal(felt_book_open(t.arena, sheets, 3, &everything, (felt_house){.rounding = FELT_ROUNDING_FLOOR}, &book, NULL), FELT_OK);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        int wager = -1;
        felt_error error;
        felt_status status = felt_book_find(book, felt_text_from(names[i].name), felt_text_from(names[i].side), &wager, &error);
        assert_int_equal(status, names[i].status);
        assert_int_equal(wager, names[i].wager);
        if (status != FELT_OK)
            assert_string_equal(error.message, names[i].why);
    }
    test_sheet_free(&t);
}

/* ---- sheets by path ---- */

typedef struct folder {
    char name[64];
    felt_arena *arena;
    felt_diags diags;
    const felt_sheet *sheet;
    felt_error error;
} folder;

static int open_folder(void **state)
{
    folder *f = calloc(1, sizeof *f);
    assert_non_null(f);
    strcpy(f->name, "/tmp/felt-names-XXXXXX");
    assert_non_null(mkdtemp(f->name));
    f->arena = felt_arena_new(FELT_SHEET_ARENA_MAX);
    f->diags = felt_diags_in(f->arena);
    *state = f;
    return 0;
}

static int close_folder(void **state)
{
    folder *f = *state;
    felt_arena_free(f->arena);
    rmdir(f->name);
    free(f);
    return 0;
}

/* Loads the file NAME of the folder, which holds `text` `times` times, and removes it. */
static felt_status load(folder *f, const char *name, const char *content, size_t times)
{
    char path[128];
    snprintf(path, sizeof path, "%s/%s", f->name, name);
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    for (size_t i = 0; i < times; i++)
        fputs(content, file);
    assert_int_equal(fclose(file), 0);
    felt_status status = felt_sheet_load(f->arena, path, &f->diags, &f->sheet, &f->error);
    unlink(path);
    return status;
}

static void a_sheet_from_a_file(void **state)
{
    folder *f = *state;
    assert_int_equal(load(f, "good.felt", text, 1), FELT_OK);
    assert_text(f->sheet->short_name, "good");
    assert_int_equal(f->sheet->wager_count, 6);
    assert_text(f->sheet->text, text); /* kept, though the file is gone */
    assert_int_equal(f->error.message[0], '\0');
}

static void what_is_wrong_first(void **state)
{
    folder *f = *state;
    assert_int_equal(load(f, "bad.felt", "sheet \"S\"\ngame baccarat with 8 decks\nwager \"W\"\n  maybe  loses\n  never  loses\n", 1),
                     FELT_ESHEET);
    assert_int_equal(f->diags.error_count, 2);
    assert_int_equal(f->error.line, 4);
    assert_int_equal(f->error.column, 3);
    assert_text(f->diags.list[0].message, f->error.message);
    assert_non_null(strstr(f->error.file, "/bad.felt"));
    assert_null(f->sheet);
}

static void as_large_as_a_sheet_may_be_and_larger(void **state)
{
    folder *f = *state;
    assert_int_equal(load(f, "most.felt", "# hundred\n######", FELT_SHEET_BYTES_MAX / 16), FELT_ESHEET); /* too many lines, but read */
    assert_int_equal(load(f, "more.felt", "# hundred\n#######", FELT_SHEET_BYTES_MAX / 16), FELT_ELIMIT);
    assert_string_equal(f->error.message, "cannot be read: it is larger than a sheet may be");
}

static void what_is_no_file(void **state)
{
    folder *f = *state;
    char path[128];
    assert_int_equal(felt_sheet_load(f->arena, f->name, &f->diags, &f->sheet, &f->error), FELT_EIO);
    assert_string_equal(f->error.message, "cannot be read: it is no regular file");
    snprintf(path, sizeof path, "%s/pipe.felt", f->name);
    assert_int_equal(mkfifo(path, 0600), 0);
    assert_int_equal(felt_sheet_load(f->arena, path, &f->diags, &f->sheet, &f->error), FELT_EIO); /* and does not wait */
    unlink(path);
    assert_int_equal(felt_sheet_load(f->arena, path, NULL, &f->sheet, &f->error), FELT_ENOTFOUND);
    assert_string_equal(f->error.file, path);
    assert_int_equal(felt_sheet_load(f->arena, path, NULL, &f->sheet, NULL), FELT_ENOTFOUND);
    assert_null(f->sheet);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wagers_by_name),
        cmocka_unit_test(names_that_find_nothing),
        cmocka_unit_test(wagers_of_a_book),
        cmocka_unit_test_setup_teardown(a_sheet_from_a_file, open_folder, close_folder),
        cmocka_unit_test_setup_teardown(what_is_wrong_first, open_folder, close_folder),
        cmocka_unit_test_setup_teardown(as_large_as_a_sheet_may_be_and_larger, open_folder, close_folder),
        cmocka_unit_test_setup_teardown(what_is_no_file, open_folder, close_folder),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
