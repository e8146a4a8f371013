/* fuzz/fuzz_sheet.c - any bytes as a sheet: they are refused with a reason, or compile to wagers that keep every promise of wager.h, can
 * be examined and shown. */
#include <assert.h>
#include <felt/edit.h>
#include <felt/rule_card.h>
#include <felt/sheet.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_pay(const felt_pay *pay)
{
    assert(pay->win_den > 0 && pay->commission_den > 0);
    assert(pay->kind == FELT_PAY_WINS ? pay->win_num > 0 : pay->win_num == 0 && pay->commission_num == 0);
    if (pay->kind == FELT_PAY_WINS) {
        int64_t num, den;
        felt_pay_net(pay, &num, &den);
        assert(den > 0 && num >= 0);
    }
}

static void check_machine(const felt_machine *m, int row_count)
{
    assert(m->state_count > 0 && m->state_count <= FELT_STATES_MAX && m->class_count > 0 && m->class_count <= FELT_CLASSES_MAX);
    for (int event = 0; event < m->game->event_count; event++)
        assert(m->class_of[event] < m->class_count);
    for (int phase = 0; phase < m->game->phase_count; phase++)
        assert(m->start[phase] == FELT_STATE_NONE || m->start[phase] < m->state_count);
    for (uint32_t i = 0; i < m->state_count * m->class_count; i++)
        assert(m->next[i] == FELT_STATE_NONE || m->next[i] < m->state_count + (uint32_t)row_count);
}

static void check_variant(const felt_sheet *sheet, const felt_wager *wager, const felt_variant *variant)
{
    assert(variant->machine->game == sheet->game);
    check_machine(variant->machine, wager->row_count);
    for (int row = 0; row < wager->row_count; row++) {
        check_pay(&variant->pays[row].pay);
        if (variant->pays[row].has_dealer)
            check_pay(&variant->pays[row].dealer);
    }
    for (int i = 0; i < wager->option_count; i++)
        assert(variant->choices[i] < sheet->options[wager->options[i]].choice_count);
    for (int i = 0; i < variant->needs_count; i++)
        assert(variant->needs[i].wager == FELT_WAGER_OUTSIDE ? variant->needs[i].sheet.length > 0 && variant->needs[i].name.length > 0
                                                             : variant->needs[i].wager < sheet->wager_count);
    assert((variant->most_num > 0) == (variant->most_den > 0) && (variant->most_den == 0 || variant->needs_count > 0));
}

/* A clause: one space between words, parentheses in pairs; what is in quotes is a wager's own name. */
static void check_words(const felt_row *row)
{
    int depth = 0;
    bool quoted = false;
    assert((row->words.length == 0) == row->otherwise && row->where_chosen.bytes != NULL);
    for (size_t i = 0; i < row->words.length; i++) {
        char c = row->words.bytes[i];
        quoted = quoted != (c == '"');
        depth += quoted ? 0 : (c == '(') - (c == ')');
        bool last = i + 1 == row->words.length;
        assert(depth >= 0 && (quoted || c != ' ' || (i > 0 && !last && row->words.bytes[i + 1] != ' ')));
    }
    assert(depth == 0 && !quoted);
}

static void check_sheet(felt_arena *arena, const felt_sheet *sheet)
{
    for (int i = 0; i < sheet->wager_count; i++) {
        const felt_wager *wager = &sheet->wagers[i];
        assert(wager->short_name.length > 0 && wager->row_count > 0 && wager->variant_count > 0);
        assert(wager->group < sheet->group_count);
        for (int row = 0; row < wager->row_count; row++)
            check_words(&wager->rows[row]);
        for (int v = 0; v < wager->variant_count; v++)
            check_variant(sheet, wager, &wager->variants[v]);
    }
    felt_selection all = {.count = 0};
    static const felt_report_style styles[] = {FELT_REPORT_TEXT, FELT_REPORT_COLOR, FELT_REPORT_MARKDOWN};
    for (int style = 0; style < 3; style++) {
        felt_text card;
        felt_status status = felt_rule_card_write(arena, sheet, &all, (felt_text){"", 0}, styles[style], &card);
        assert(status == FELT_OK || status == FELT_ENOMEM || (status == FELT_ENOTFOUND && sheet->wager_count == 0));
    }
}

static void check_diags(const felt_diags *diags)
{
    for (int i = 0; i < diags->count; i++) {
        const felt_diag *d = &diags->list[i];
        assert(d->message.length > 0 && d->code != NULL && d->line >= 0 && d->width >= 1);
        assert(d->line == 0 || (d->column >= 1 && (size_t)d->column <= felt_text_columns(d->source) + 1));
    }
}

/* What may stand at the end of some lines; a place for each 16 of them. */
static void check_next_words(felt_arena *arena, felt_text text)
{
    int line = 1, column = 1;
    for (size_t i = 0; i < text.length; i++, column++) {
        if (text.bytes[i] != '\n')
            continue;
        const felt_next_word *words;
        int count;
        if (line % 16 == 3 && felt_sheet_words(arena, text, line, column, &words, &count) == FELT_OK)
            for (int k = 0; k < count; k++)
                assert(words[k].word.length > 0 && words[k].meaning.bytes != NULL);
        line++;
        column = 0;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    felt_arena *arena = felt_arena_new((size_t)FELT_SHEET_ARENA_MAX);
    if (arena == NULL)
        return 0;
    felt_diags diags = felt_diags_in(arena);
    const felt_sheet *sheet = NULL;
    check_next_words(arena, (felt_text){(const char *)data, size});
    felt_status status = felt_sheet_compile(arena, felt_text_from("fuzz.felt"), (felt_text){(const char *)data, size}, &diags, &sheet);
    if (status == FELT_OK) {
        assert(sheet != NULL && diags.error_count == 0);
        check_sheet(arena, sheet);
        status = felt_sheet_check(sheet, &diags);
        assert(status == FELT_OK || status == FELT_ENOMEM);
    } else {
        assert(status == FELT_ENOMEM || (status == FELT_ESHEET && diags.error_count > 0));
    }
    if (status != FELT_ENOMEM)
        check_diags(&diags);
    felt_arena_free(arena);
    return 0;
}
