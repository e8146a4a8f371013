/* fuzz/fuzz_format.c - the layout of any bytes: laying it out again changes nothing, no word is lost, added or moved to another line, and
 * what compiled before compiles to the same wagers. */
#include <assert.h>
#include <felt/sheet.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* ---- words, found in another way than src/sheet/scan.c does ---- */

static bool is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

static bool is_mark(char c)
{
    return c == ',' || c == ':' || c == '(' || c == ')';
}

static size_t word_length(felt_text text)
{
    size_t length = 1;
    char first = text.bytes[0];
    if (is_mark(first))
        return 1;
    if (first == '"' || first == '#') {
        while (length < text.length && text.bytes[length] != (first == '"' ? '"' : '\n'))
            length++;
        if (first == '"')
            return length + (length < text.length);
        while (is_space(text.bytes[length - 1]))
            length--;
        return length;
    }
    while (length < text.length && !is_space(text.bytes[length]) && !is_mark(text.bytes[length]) && text.bytes[length] != '"' &&
           text.bytes[length] != '#' && text.bytes[length - 1] != '%')
        length++;
    return length;
}

/* The next word, or "\n" for one or more ends of lines; empty at the end. */
static felt_text next_word(felt_text *rest)
{
    bool ended = false;
    while (rest->length > 0 && is_space(rest->bytes[0])) {
        ended = ended || rest->bytes[0] == '\n';
        *rest = (felt_text){rest->bytes + 1, rest->length - 1};
    }
    if (rest->length == 0)
        return (felt_text){"", 0};
    if (ended)
        return (felt_text){"\n", 1};
    felt_text word = {rest->bytes, word_length(*rest)};
    *rest = (felt_text){rest->bytes + word.length, rest->length - word.length};
    return word;
}

static void skip_first_end(felt_text *rest)
{
    felt_text after = *rest;
    if (felt_text_is(next_word(&after), "\n"))
        *rest = after;
}

static void check_words(felt_text before, felt_text after)
{
    if (before.length >= 3 && memcmp(before.bytes, "\xEF\xBB\xBF", 3) == 0)
        before = (felt_text){before.bytes + 3, before.length - 3};
    felt_text a = {"", 0}, b = {"", 0};
    skip_first_end(&before);
    do {
        a = next_word(&before);
        b = next_word(&after);
        assert(felt_text_equal(a, b));
    } while (a.length > 0);
}

/* ---- the same wagers ---- */

static void check_same_pay(const felt_pay *a, const felt_pay *b)
{
    assert(a->kind == b->kind && a->win_num == b->win_num && a->win_den == b->win_den);
    assert(a->commission_num == b->commission_num && a->commission_den == b->commission_den);
}

static void check_same_variant(const felt_wager *w, const felt_variant *a, const felt_variant *b)
{
    assert(a->active == b->active && a->placing == b->placing && a->needs_count == b->needs_count && a->complete == b->complete);
    for (int row = 0; row < w->row_count; row++) {
        check_same_pay(&a->pays[row].pay, &b->pays[row].pay);
        assert(a->pays[row].has_dealer == b->pays[row].has_dealer);
    }
    assert(felt_machine_same(a->machine, b->machine));
}

static void check_same_sheet(const felt_sheet *a, const felt_sheet *b)
{
    assert(a->wager_count == b->wager_count && a->option_count == b->option_count && a->accept_count == b->accept_count);
    for (int i = 0; i < a->wager_count; i++) {
        const felt_wager *x = &a->wagers[i], *y = &b->wagers[i];
        assert(felt_text_equal(x->name, y->name) && felt_text_equal(x->short_name, y->short_name) && felt_text_equal(x->side, y->side));
        assert(x->row_count == y->row_count && x->variant_count == y->variant_count && x->group == y->group);
        for (int row = 0; row < x->row_count; row++)
            assert(felt_text_equal(x->rows[row].text, y->rows[row].text) && felt_text_equal(x->rows[row].where, y->rows[row].where));
        for (int v = 0; v < x->variant_count; v++)
            check_same_variant(x, &x->variants[v], &y->variants[v]);
    }
}

static void check_compiles_alike(felt_arena *arena, felt_text file, felt_text before, felt_text after)
{
    felt_diags diags = felt_diags_in(arena);
    const felt_sheet *a = NULL, *b = NULL;
    felt_status first = felt_sheet_compile(arena, file, before, &diags, &a);
    felt_status second = first == FELT_ENOMEM ? FELT_ENOMEM : felt_sheet_compile(arena, file, after, &diags, &b);
    if (second == FELT_ENOMEM)
        return;
    assert(first == second);
    if (first == FELT_OK)
        check_same_sheet(a, b);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    felt_text file = felt_text_from("fuzz.felt"), text = {(const char *)data, size}, once, twice;
    felt_arena *arena = felt_arena_new((size_t)FELT_SHEET_ARENA_MAX);
    if (arena == NULL)
        return 0;
    felt_diags diags = felt_diags_in(arena);
    felt_status status = felt_sheet_format(arena, file, text, &diags, &once);
    assert(status == FELT_OK || status == FELT_ENOMEM || (status == FELT_ESHEET && diags.error_count > 0));
    if (status == FELT_OK) {
        status = felt_sheet_format(arena, file, once, &diags, &twice);
        assert(status == FELT_ENOMEM || (status == FELT_OK && felt_text_equal(once, twice)));
        check_words(text, once);
        check_compiles_alike(arena, file, text, once);
    }
    felt_arena_free(arena);
    return 0;
}
