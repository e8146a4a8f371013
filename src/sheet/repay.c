/* src/sheet/repay.c - other pays in place of those of a sheet: what a row would then pay, and the text that says so. */
#include "compile.h"

#include <assert.h>
#include <string.h>

/* ---- what a row would pay ---- */

static const vig_source *vig_in_force(const compiled_wager *extra, const felt_wager *wager, const felt_variant *variant)
{
    for (int i = 0; i < extra->source->vig_count; i++)
        if (guard_fits(&extra->source->vigs[i].guard, wager, variant->choices, extra->side))
            return &extra->source->vigs[i];
    return NULL;
}

/* The vig as stakes.c adds it; false: it hangs on the win, or does not fit. */
static bool add_vig(const vig_source *vig, const felt_variant *variant, felt_pay *pay)
{
    if (vig == NULL || pay->kind != FELT_PAY_WINS)
        return true;
    if (!vig->on_win)
        return vig->of_stake && pay_add_vig(pay, variant->vig_num, variant->vig_den);
    int64_t of_num = vig->of_stake ? 1 : pay->win_num, of_den = vig->of_stake ? 1 : pay->win_den;
    pay->printed_less = vig->percent;
    pay->printed_less_of_stake = vig->of_stake;
    pay->commission_is_vig = true;
    return pay_reduce(vig->percent, 10000, of_num, of_den, &pay->commission_num, &pay->commission_den);
}

felt_status felt_pay_instead(const felt_sheet *sheet, const felt_wager *wager, const felt_variant *variant, int row, int number,
                             felt_pay *ret)
{
    assert(row >= 0 && row < wager->row_count && number >= 1 && number <= FELT_PAY_MAX);
    const compiled_wager *extra = &sheet->inside->extras[wager - sheet->wagers];
    const outcome_source *outcome = &extra->source->rows[row].outcome;
    if (outcome->kind != FELT_PAY_WINS)
        return FELT_EDATA;
    cell printed = {.number = number};
    pay_source source = outcome->pay;
    source.cells = &printed;
    source.count = 1;
    if (source.unit == UNIT_NONE) {
        source.unit = UNIT_TO;
        source.denominator = 1;
    }
    felt_pay pay = pay_resolve(&source, extra->source, wager, variant->choices);
    int64_t num = 0, den;
    if (!add_vig(vig_in_force(extra, wager, variant), variant, &pay))
        return FELT_EDATA;
    if (pay.kind == FELT_PAY_WINS)
        felt_pay_net(&pay, &num, &den);
    if (num < 0)
        return FELT_EDATA;
    *ret = pay;
    return FELT_OK;
}

/* ---- the text ---- */

/* What stands between two places of the text is replaced; all are kept in the order of the text. */
typedef struct piece {
    size_t from, to;
    felt_text by;
} piece;

enum { PIECES_MAX = FELT_ROWS_MAX * 4 + 1 };

typedef struct repay {
    felt_arena *arena;
    const felt_sheet *sheet;
    int column, columns; /* columns: how many the wager has now; 1 where it has no paytable */
    bool adds;
    piece *pieces;
    int count;
} repay;

static size_t place_of(const repay *r, const token *at)
{
    size_t place = (size_t)(at->text.bytes - r->sheet->text.bytes);
    assert(place + at->text.length <= r->sheet->text.length);
    return place;
}

static void replace(repay *r, size_t from, size_t to, felt_text by)
{
    assert(r->count < PIECES_MAX);
    r->pieces[r->count++] = (piece){from, to, by};
}

static felt_text number_of(const repay *r, int number)
{
    return felt_arena_print(r->arena, "%d", number);
}

/* Where the numbers of a pay end, and " to 1" goes where no unit is said yet. */
static void end_pay(repay *r, const pay_source *pay)
{
    const token *last = pay->cells[pay->count - 1].at;
    size_t end = place_of(r, last) + last->text.length;
    if (pay->unit == UNIT_NONE)
        replace(r, end, end, felt_text_from(" to 1"));
}

/* One number becomes one for each column, of which one is the new one. */
static void spread_cell(repay *r, const pay_source *pay, int number)
{
    const token *at = pay->cells[0].at;
    int columns = r->columns + r->adds, changed = r->adds ? r->columns : r->column;
    felt_text list = {"", 0};
    for (int i = 0; i < columns; i++) {
        felt_text text = i == changed ? number_of(r, number) : at->text;
        list = felt_arena_print(r->arena, "%.*s%s%.*s", FELT_TEXT_ARGS(list), i > 0 ? ", " : "", FELT_TEXT_ARGS(text));
    }
    replace(r, place_of(r, at), place_of(r, at) + at->text.length, list);
}

/* number 0: the row keeps its pay, which a new column takes over. */
static void repay_row(repay *r, const pay_source *pay, int number)
{
    const cell *old = &pay->cells[pay->count > 1 ? r->column : 0];
    bool same = number == 0 || (!old->unset && old->number == number);
    if (pay->count > 1 && r->adds) {
        const token *last = pay->cells[pay->count - 1].at;
        size_t end = place_of(r, last) + last->text.length;
        felt_text text = number == 0 ? old->at->text : number_of(r, number);
        replace(r, end, end, felt_arena_print(r->arena, ", %.*s", FELT_TEXT_ARGS(text)));
    } else if (same)
        return;
    else if (pay->count == 1 && r->columns + r->adds > 1)
        spread_cell(r, pay, number);
    else
        replace(r, place_of(r, old->at), place_of(r, old->at) + old->at->text.length, number_of(r, number));
    if (number > 0)
        end_pay(r, pay);
}

static void repay_outcome(repay *r, const outcome_source *outcome, int number)
{
    if (outcome->kind != FELT_PAY_WINS)
        return;
    repay_row(r, &outcome->pay, number);
    if (outcome->has_dealer)
        repay_row(r, &outcome->dealer, 0);
}

/* A new column's name, behind the last of the paytable line. */
static void add_column(repay *r, const felt_option *paytable, felt_text name)
{
    felt_text last = paytable->choices[paytable->choice_count - 1].name;
    size_t end = (size_t)(last.bytes - r->sheet->text.bytes) + last.length;
    replace(r, end, end, felt_arena_print(r->arena, " %.*s", FELT_TEXT_ARGS(name)));
}

static felt_text joined(const repay *r)
{
    felt_text text = r->sheet->text;
    size_t length = text.length, at = 0, out = 0;
    for (int i = 0; i < r->count; i++)
        length += r->pieces[i].by.length;
    char *bytes = felt_arena_take(r->arena, length + 1, 1);
    if (bytes == NULL)
        return (felt_text){NULL, 0};
    for (int i = 0; i < r->count; i++) {
        const piece *p = &r->pieces[i];
        memcpy(bytes + out, text.bytes + at, p->from - at);
        out += p->from - at;
        if (p->by.length > 0)
            memcpy(bytes + out, p->by.bytes, p->by.length);
        out += p->by.length;
        at = p->to;
    }
    memcpy(bytes + out, text.bytes + at, text.length - at);
    return (felt_text){bytes, out + text.length - at};
}

static int number_for(const felt_pay_change *changes, int count, int row)
{
    for (int i = 0; i < count; i++)
        if (changes[i].row == row)
            return changes[i].number;
    return 0;
}

felt_status felt_sheet_repay(felt_arena *arena, const felt_sheet *sheet, const felt_wager *wager, int column, felt_text added,
                             const felt_pay_change *changes, int count, felt_text *ret)
{
    const wager_source *source = sheet->inside->extras[wager - sheet->wagers].source;
    const felt_option *paytable = source->paytable < 0 ? NULL : &sheet->options[source->paytable];
    repay r = {.arena = arena, .sheet = sheet, .column = column, .columns = paytable == NULL ? 1 : paytable->choice_count};
    r.adds = added.length > 0;
    r.pieces = felt_arena_take(arena, PIECES_MAX, sizeof *r.pieces);
    assert(paytable == NULL ? column == -1 && !r.adds : column >= 0 && column < r.columns);
    if (r.pieces == NULL)
        return FELT_ENOMEM;
    if (r.adds)
        add_column(&r, paytable, added);
    for (int row = 0; row < source->row_count; row++)
        repay_outcome(&r, &source->rows[row].outcome, number_for(changes, count, row));
    *ret = joined(&r);
    return felt_arena_ran_out(arena) ? FELT_ENOMEM : FELT_OK;
}
