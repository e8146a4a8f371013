/* fuzz/fuzz_sheet.c - any bytes as a sheet: they compile or are refused, and formatting twice is formatting once. */
#include <assert.h>
#include <felt/sheet.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_format(felt_arena *arena, felt_text file, felt_text text)
{
    felt_diags diags = felt_diags_in(arena);
    felt_text once, twice;
    if (felt_sheet_format(arena, file, text, &diags, &once) != FELT_OK) {
        return;
    }
    felt_status status = felt_sheet_format(arena, file, once, &diags, &twice);
    assert(status == FELT_ENOMEM || (status == FELT_OK && felt_text_equal(once, twice)));
}

static void check_compile(felt_arena *arena, felt_text file, felt_text text)
{
    felt_diags diags = felt_diags_in(arena);
    const felt_sheet *sheet = NULL;
    felt_status status = felt_sheet_compile(arena, file, text, &diags, &sheet);
    if (status == FELT_OK) {
        assert(sheet && diags.error_count == 0);
        status = felt_sheet_check(sheet, &diags);
        assert(status == FELT_OK || status == FELT_ENOMEM);
    } else {
        assert(status == FELT_ENOMEM || diags.error_count > 0);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    felt_text file = felt_text_from("fuzz.felt");
    felt_text text = {(const char *)data, size};
    felt_arena *arena = felt_arena_new((size_t)FELT_SHEET_ARENA_MAX);
    if (arena) {
        check_format(arena, file, text);
        check_compile(arena, file, text);
        felt_arena_free(arena);
    }
    return 0;
}
