/* fuzz/fuzz_design.c - any request for any wager: every paytable that comes out is inside its band, and the sheet that has it compiles.
 *
 * The first line is a band of edges, the second a list of pays (or nothing), the rest a sheet, of which the first wager is meant. */
#include <assert.h>
#include <felt/design.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { WORK = 20000, TABLES = 20 };

static felt_text take_line(felt_text *rest)
{
    size_t length = 0;
    while (length < rest->length && rest->bytes[length] != '\n')
        length++;
    felt_text line = {rest->bytes, length};
    length += length < rest->length;
    *rest = (felt_text){rest->bytes + length, rest->length - length};
    return line;
}

static bool is_inside(const felt_design_band *band, const mpq_t value)
{
    mpq_t bound;
    mpq_init(bound);
    bool inside = true;
    if (band->has_least) {
        felt_ratio_set(bound, band->least.num, band->least.den);
        inside = mpq_cmp(value, bound) >= 0;
    }
    if (band->has_most) {
        felt_ratio_set(bound, band->most.num, band->most.den);
        inside = inside && mpq_cmp(value, bound) <= 0;
    }
    mpq_clear(bound);
    return inside;
}

static void check_table(felt_arena *arena, const felt_design_request *r, const felt_design *d, const felt_design_table *table)
{
    felt_diags diags = felt_diags_in(arena);
    const felt_sheet *sheet;
    felt_text text;
    assert(is_inside(&r->edge, table->least) && is_inside(&r->edge, table->most));
    if (felt_design_sheet(arena, d, table, &text) != FELT_OK)
        return;
    felt_status status = felt_sheet_compile(arena, felt_text_from("fuzz.felt"), text, &diags, &sheet);
    assert(status == FELT_OK || status == FELT_ENOMEM);
}

static void check(felt_arena *arena, const felt_design_request *r)
{
    felt_design d;
    if (felt_design_make(arena, r, &d, NULL) != FELT_OK)
        return;
    assert((d.best != NULL) == (d.reason[0] == '\0'));
    if (d.best != NULL)
        check_table(arena, r, &d, d.best);
    for (int i = 0; i < d.frontier_count && i < TABLES; i++)
        check_table(arena, r, &d, &d.frontier[i]);
    felt_design_free(&d);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const felt_selection all = {.count = 0};
    felt_text rest = {(const char *)data, size}, edge = take_line(&rest), pays = take_line(&rest);
    felt_arena *arena = felt_arena_new((size_t)FELT_SHEET_ARENA_MAX);
    if (arena == NULL)
        return 0;
    felt_diags diags = felt_diags_in(arena);
    felt_design_request r = {.selection = &all, .work = WORK, .max_pay = 200};
    if (felt_design_band_read(edge, &r.edge, NULL) == FELT_OK &&
        (pays.length == 0 || felt_design_pays_read(arena, pays, &r.pays, &r.pay_count, NULL) == FELT_OK) &&
        felt_sheet_compile(arena, felt_text_from("fuzz.felt"), rest, &diags, &r.sheet) == FELT_OK && r.sheet->wager_count > 0) {
        r.wager = r.sheet->wagers[0].short_name;
        check(arena, &r);
    }
    felt_arena_free(arena);
    return 0;
}
