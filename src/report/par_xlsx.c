/* src/report/par_xlsx.c - a PAR document as a spreadsheet whose pays can be changed: the one file that knows libxlsxwriter.
 *
 * A worksheet for each section, a block of rows for each of its sheets. What the rules decide is written as numbers; whatever follows from
 * the pays is a formula, with the value that Felt computed for programs that do not reckon. Numbers are those of a spreadsheet, of fifteen
 * digits; the exact ones are in the document. The library writes files only, so the bytes go by way of a temporary one. */
#include "par_xlsx_whole.h"
#include "text_out.h"

#include <felt/par.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include <xlsxwriter.h>

enum {
    NAME_MOST = 31,
    READ_BYTES = 65536,
    EVENT_COLUMNS = 8,
    A4_PAPER = 9,
    EXACT_DATE = 315532800
}; /* 1980-01-01: no other date is in the file */

/* The columns of a block. */
enum { WORDS, PRINTED, PAY, WAYS, CHANCE, RETURN, CONTRIBUTES, FAIR };

typedef struct book {
    felt_arena *arena;
    const felt_par *par;
    const felt_odds *odds; /* one for each sheet of `par` */
    lxw_workbook *file;
    lxw_format *title, *bold, *head, *over_numbers, *wrap, *pay, *rounds, *apart, *whole, *chance, *percent, *number, *faint;
    char (*names)[NAME_MOST + 1]; /* of the worksheets, one for each section */
    lxw_row_t *edges;             /* the row of each sheet's edge */
    long cells;                   /* that were written */
    bool failed;
} book;

/* What a formula comes to: a number, or the word that stands where there is none. */
typedef struct reckoned {
    double number;
    const char *word; /* NULL with a number */
} reckoned;

static reckoned known(double number)
{
    return (reckoned){.number = number};
}

/* The figure of a wager whose pays are all known; else what formulas say then. */
static reckoned if_paid(const felt_odds *o, double number)
{
    return (reckoned){.number = number, .word = o->has_pays ? NULL : "unset"};
}

static const char *terminated(book *b, felt_text text)
{
    felt_text copy = felt_arena_copy(b->arena, text);
    b->failed = b->failed || copy.bytes == NULL;
    return copy.bytes == NULL ? "" : copy.bytes;
}

/* What the library says of a cell. */
static void put_cell(book *b, lxw_error error)
{
    b->failed = b->failed || error != LXW_NO_ERROR;
    b->cells++;
}

static void put(book *b, lxw_worksheet *w, lxw_row_t row, lxw_col_t column, felt_text text, lxw_format *format)
{
    if (text.length > 0)
        put_cell(b, worksheet_write_string(w, row, column, terminated(b, text), format));
}

static void put_words(book *b, lxw_worksheet *w, lxw_row_t row, lxw_col_t column, const char *text, lxw_format *format)
{
    put(b, w, row, column, felt_text_from(text), format);
}

static void put_number(book *b, lxw_worksheet *w, lxw_row_t row, lxw_col_t column, double number, lxw_format *format)
{
    put_cell(b, worksheet_write_number(w, row, column, number, format));
}

/* A formula, and what it comes to with the pays as they are, for programs that do not reckon. */
static void put_formula(book *b, lxw_worksheet *w, lxw_row_t row, lxw_col_t column, felt_text formula, reckoned is, lxw_format *format)
{
    const char *text = terminated(b, formula);
    put_cell(b, is.word == NULL ? worksheet_write_formula_num(w, row, column, text, format, is.number)
                                : worksheet_write_formula_str(w, row, column, text, format, is.word));
}

/* ---- formats ---- */

static lxw_format *format(book *b, const char *number)
{
    lxw_format *made = workbook_add_format(b->file);
    if (made == NULL) {
        b->failed = true;
        return NULL;
    }
    if (number != NULL)
        format_set_num_format(made, number);
    return made;
}

static void make_formats(book *b)
{
    b->title = format(b, NULL);
    b->bold = format(b, NULL);
    b->head = format(b, NULL);
    b->over_numbers = format(b, NULL);
    b->wrap = format(b, NULL);
    b->pay = format(b, NULL); /* 40 and 0.95: every other format writes "40." or zeros that say nothing */
    b->rounds = format(b, "#,##0");
    b->apart = format(b, NULL);
    b->whole = format(b, "#,##0");
    b->chance = format(b, "0.0000000000");
    b->percent = format(b, "0.000000%");
    b->number = format(b, "0.000000");
    b->faint = format(b, NULL);
    if (b->failed)
        return;
    format_set_bold(b->title);
    format_set_font_size(b->title, 14);
    format_set_bold(b->bold);
    format_set_bold(b->head);
    format_set_bottom(b->head, LXW_BORDER_THIN);
    format_set_text_wrap(b->head);
    format_set_bold(b->over_numbers);
    format_set_bottom(b->over_numbers, LXW_BORDER_THIN);
    format_set_text_wrap(b->over_numbers);
    format_set_align(b->over_numbers, LXW_ALIGN_RIGHT);
    format_set_text_wrap(b->wrap);
    format_set_align(b->wrap, LXW_ALIGN_VERTICAL_TOP);
    format_set_bg_color(b->pay, 0xFFF2CC);
    format_set_border(b->pay, LXW_BORDER_HAIR);
    format_set_bg_color(b->rounds, 0xFFF2CC);
    format_set_border(b->rounds, LXW_BORDER_HAIR);
    format_set_indent(b->apart, 1);
    format_set_italic(b->faint);
    format_set_font_color(b->faint, 0x666666);
}

/* ---- one block ---- */

/* Where a sheet stands in its worksheet, rows counted from 0. */
typedef struct block {
    lxw_worksheet *w;
    const felt_par_sheet *s;
    const felt_odds *o;
    lxw_row_t first, last; /* of its events */
    lxw_row_t figures;     /* the edge; the figures follow in the order below */
} block;

enum { EDGE, BACK, HIT, PUSH, VARIANCE, DEVIATION, VOLATILITY, TOP, TOP_CHANCE, MOST_LOST, FIGURES };

/* A column of the events: "$C$6:$C$9". */
static felt_text span(book *b, const block *k, int column)
{
    char letter = (char)('A' + column);
    return felt_arena_print(b->arena, "$%c$%u:$%c$%u", letter, k->first + 1, letter, k->last + 1);
}

/* Formulas say what is missing as long as one of these pays is: an empty cell would count as a push. */
static felt_text when_there(book *b, felt_text pays, felt_text formula)
{
    return felt_arena_print(b->arena, "=IF(COUNT(%.*s)<ROWS(%.*s),\"unset\",%.*s)", FELT_TEXT_ARGS(pays), FELT_TEXT_ARGS(pays),
                            FELT_TEXT_ARGS(formula));
}

static felt_text when_paid(book *b, const block *k, felt_text formula)
{
    return when_there(b, span(b, k, PAY), formula);
}

static void put_pay(book *b, const block *k, lxw_row_t row, const felt_pay *pay)
{
    int64_t num, den;
    if (pay->kind == FELT_PAY_UNSET || pay->kind == FELT_PAY_UNDEFINED) {
        put_cell(b, worksheet_write_blank(k->w, row, PAY, b->pay));
        return;
    }
    felt_pay_worth(pay, &num, &den);
    put_number(b, k->w, row, PAY, (double)num / (double)den, b->pay);
}

static double row_return(const felt_odds *o, int row)
{
    mpq_t back;
    mpq_init(back);
    double value = felt_odds_row_return(o, row, back) ? mpq_get_d(back) : 0;
    mpq_clear(back);
    return value;
}

/* The probability follows from the combinations where there are any. */
static void put_chance(book *b, const block *k, lxw_row_t row, int event_row)
{
    double chance = mpq_get_d(k->o->rows[event_row]);
    if (mpz_sgn(k->o->deals) == 0) {
        put_number(b, k->w, row, CHANCE, chance, b->chance);
        return;
    }
    put_number(b, k->w, row, WAYS, chance * mpz_get_d(k->o->deals), b->whole);
    put_formula(b, k->w, row, CHANCE, felt_arena_print(b->arena, "=D%u/SUM(%.*s)", row + 1, FELT_TEXT_ARGS(span(b, k, WAYS))),
                known(chance), b->chance);
}

/* The net pay at which the edge would be 0: what the row pays, and the edge that is left spread over its rounds. Felt's own fair pay is of
 * the stake alone, where a vig is handed over beside it; this one goes into the column of net pays. */
static reckoned row_fair(const felt_odds *o, int row)
{
    int64_t num, den;
    mpq_t pay, fair;
    if (!o->has_pays)
        return if_paid(o, 0);
    felt_pay_worth(&o->variant->pays[row].pay, &num, &den);
    mpq_inits(pay, fair, NULL);
    felt_ratio_set(pay, num, den);
    mpq_div(fair, o->edge, o->rows[row]);
    mpq_add(fair, fair, pay);
    reckoned is = {.number = mpq_get_d(fair), .word = mpq_sgn(fair) < 0 ? "none" : NULL};
    mpq_clears(pay, fair, NULL);
    return is;
}

/* Formulas have fifteen digits: what they make of 0 may be a little less. */
static void put_fair(book *b, const block *k, lxw_row_t row, int event_row)
{
    felt_text chances = span(b, k, CHANCE), pays = span(b, k, PAY);
    unsigned at = row + 1;
    felt_text fair = felt_arena_print(b->arena, "C%u-SUMPRODUCT(%.*s,%.*s)/E%u", at, FELT_TEXT_ARGS(chances), FELT_TEXT_ARGS(pays), at);
    felt_text formula =
        felt_arena_print(b->arena, "IF(%.*s<-0.000000001,\"none\",MAX(0,%.*s))", FELT_TEXT_ARGS(fair), FELT_TEXT_ARGS(fair));
    put_formula(b, k->w, row, FAIR, when_paid(b, k, formula), row_fair(k->o, event_row), b->number);
}

static void put_event(book *b, const block *k, lxw_row_t row, const felt_par_event *e)
{
    const felt_pay *pay = &k->o->variant->pays[e->row].pay;
    unsigned at = row + 1;
    bool left_out = pay->kind == FELT_PAY_UNSET || pay->kind == FELT_PAY_UNDEFINED;
    put(b, k->w, row, WORDS, e->event, b->wrap);
    put(b, k->w, row, PRINTED, e->pays, NULL);
    put_pay(b, k, row, pay);
    put_chance(b, k, row, e->row);
    felt_text own = felt_arena_print(b->arena, "$C$%u:$C$%u", at, at);
    reckoned back = {.number = row_return(k->o, e->row), .word = left_out ? "unset" : NULL}, gives = back;
    gives.number -= mpq_get_d(k->o->rows[e->row]);
    put_formula(b, k->w, row, RETURN, when_there(b, own, felt_arena_print(b->arena, "E%u*(C%u+1)", at, at)), back, b->chance);
    put_formula(b, k->w, row, CONTRIBUTES, when_there(b, own, felt_arena_print(b->arena, "E%u*C%u", at, at)), gives, b->chance);
    if ((left_out || pay->kind == FELT_PAY_WINS) && mpq_sgn(k->o->rows[e->row]) > 0)
        put_fair(b, k, row, e->row);
}

static void put_events(book *b, const block *k)
{
    static const char *const titles[EVENT_COLUMNS] = {"If",     "Pays",         "Net pay, to 1 (change it)", "Combinations", "Probability",
                                                      "Return", "Contribution", "Fair net pay, to 1"};
    for (int i = 0; i < EVENT_COLUMNS; i++)
        put_words(b, k->w, k->first - 1, (lxw_col_t)i, titles[i], i < PAY ? b->head : b->over_numbers);
    for (int i = 0; i < k->s->event_count; i++)
        put_event(b, k, k->first + (lxw_row_t)i, &k->s->events[i]);
    lxw_row_t total = k->last + 1;
    put_words(b, k->w, total, WORDS, "Total", b->bold);
    if (mpz_sgn(k->o->deals) > 0)
        put_formula(b, k->w, total, WAYS, felt_arena_print(b->arena, "=SUM(%.*s)", FELT_TEXT_ARGS(span(b, k, WAYS))),
                    known(mpz_get_d(k->o->deals)), b->whole);
    put_formula(b, k->w, total, CHANCE, felt_arena_print(b->arena, "=SUM(%.*s)", FELT_TEXT_ARGS(span(b, k, CHANCE))), known(1), b->chance);
    put_formula(b, k->w, total, RETURN, when_paid(b, k, felt_arena_print(b->arena, "SUM(%.*s)", FELT_TEXT_ARGS(span(b, k, RETURN)))),
                if_paid(k->o, k->o->has_pays ? 1 - mpq_get_d(k->o->edge) : 0), b->chance);
}

/* ---- figures ---- */

typedef struct figure {
    const char *name;
    felt_text formula;
    double value; /* with the pays as they are */
    lxw_format *format;
} figure;

/* The highest net pay, and how often it comes. */
static double top_of(const felt_odds *o, double *ret_chance)
{
    felt_odds_net nets[FELT_ROWS_MAX];
    int count = felt_odds_nets(o, nets);
    double top = count > 0 ? mpq_get_d(nets[count - 1].net) : 0;
    *ret_chance = count > 0 ? mpq_get_d(nets[count - 1].probability) : 0;
    felt_odds_nets_clear(nets, count);
    return top;
}

/* The highest pay of the rows that can occur; nothing nets less than -1, so the others are put below it. */
static felt_text top_formula(book *b, felt_text chances, felt_text pays)
{
    return felt_arena_print(b->arena, "SUMPRODUCT(MAX((%.*s>0)*%.*s-2*(%.*s=0)))", FELT_TEXT_ARGS(chances), FELT_TEXT_ARGS(pays),
                            FELT_TEXT_ARGS(chances));
}

static double root_of(felt_arena *arena, const mpq_t square)
{
    felt_text text = felt_ratio_print_root(arena, square, 15);
    return text.bytes == NULL ? 0 : strtod(text.bytes, NULL);
}

static void list_figures(book *b, const block *k, figure list[FIGURES])
{
    felt_text p = span(b, k, PAY), c = span(b, k, CHANCE);
    unsigned row = k->figures + 1;
    double top = 0, chance = 0, edge = 0, deviation = 0, variance = 0;
    if (k->o->has_pays) {
        top = top_of(k->o, &chance);
        edge = mpq_get_d(k->o->edge);
        variance = mpq_get_d(k->o->variance);
        deviation = root_of(b->arena, k->o->variance);
    }
    felt_arena *a = b->arena;
    const figure made[FIGURES] = {
        [EDGE] = {"House edge", felt_arena_print(a, "-SUMPRODUCT(%.*s,%.*s)", FELT_TEXT_ARGS(c), FELT_TEXT_ARGS(p)), edge, b->percent},
        [BACK] = {"Return to player", felt_arena_print(a, "1-B%u", row + EDGE), 1 - edge, b->percent},
        [HIT] = {"Hit frequency", felt_arena_print(a, "SUMIF(%.*s,\">0\",%.*s)", FELT_TEXT_ARGS(p), FELT_TEXT_ARGS(c)),
                 k->o->has_outcomes ? mpq_get_d(k->o->hit) : 0, b->percent},
        [PUSH] = {"Push frequency", felt_arena_print(a, "SUMIF(%.*s,0,%.*s)", FELT_TEXT_ARGS(p), FELT_TEXT_ARGS(c)),
                  k->o->has_outcomes ? mpq_get_d(k->o->push) : 0, b->percent},
        [VARIANCE] = {"Variance",
                      felt_arena_print(a, "SUMPRODUCT(%.*s,%.*s,%.*s)-B%u^2", FELT_TEXT_ARGS(c), FELT_TEXT_ARGS(p), FELT_TEXT_ARGS(p),
                                       row + EDGE),
                      variance, b->number},
        [DEVIATION] = {"Standard deviation", felt_arena_print(a, "SQRT(B%u)", row + VARIANCE), deviation, b->number},
        [VOLATILITY] = {"Volatility index", felt_arena_print(a, "1.645*B%u", row + DEVIATION), 1.645 * deviation, b->number},
        [TOP] = {"Top award, net", top_formula(b, c, p), top, NULL},
        [TOP_CHANCE] = {"Top award hit", felt_arena_print(a, "SUMIF(%.*s,B%u,%.*s)", FELT_TEXT_ARGS(p), row + TOP, FELT_TEXT_ARGS(c)),
                        chance, b->percent},
        [MOST_LOST] = {"Most lost by the house", felt_arena_print(a, "MAX(B%u,0)", row + TOP), top > 0 ? top : 0, NULL},
    };
    memcpy(list, made, sizeof made);
}

/* Beside each figure what Felt computed for the pays of the sheet, as a number that no pay changes. */
static void put_figures(book *b, const block *k)
{
    figure list[FIGURES];
    list_figures(b, k, list);
    put_words(b, k->w, k->figures - 1, 0, "Figure", b->head);
    put_words(b, k->w, k->figures - 1, 1, "With these pays", b->over_numbers);
    put_words(b, k->w, k->figures - 1, 2, "As the sheet pays", b->over_numbers);
    for (int i = 0; i < FIGURES; i++) {
        lxw_row_t row = k->figures + (lxw_row_t)i;
        put_words(b, k->w, row, 0, list[i].name, NULL);
        put_formula(b, k->w, row, 1, when_paid(b, k, list[i].formula), if_paid(k->o, list[i].value), list[i].format);
        if (k->o->has_pays)
            put_number(b, k->w, row, 2, list[i].value, list[i].format);
        else
            put_words(b, k->w, row, 2, felt_odds_missing(k->o), NULL);
    }
}

static double back_range(const felt_odds *o, uint64_t rounds, long z, int sign)
{
    mpq_t bound;
    mpq_init(bound);
    felt_odds_range(o, rounds, z, sign, bound);
    double value = mpq_get_d(bound);
    mpq_clear(bound);
    return value;
}

/* Ranges to the right of the figures: rounds, 90 and 95 of 100. The numbers of rounds may be changed as well. */
static void put_ranges(book *b, const block *k, const felt_par_request *request)
{
    static const char *const titles[] = {"Rounds (change it)", "90 of 100, from", "to", "95 of 100, from", "to"};
    static const long z[] = {1645, 1645, 1960, 1960};
    unsigned figures = k->figures + 1;
    for (int i = 0; i < 5; i++)
        put_words(b, k->w, k->figures - 1, (lxw_col_t)(3 + i), titles[i], b->over_numbers);
    for (int i = 0; i < request->round_count; i++) {
        lxw_row_t row = k->figures + (lxw_row_t)i;
        put_number(b, k->w, row, 3, (double)request->rounds[i], b->rounds);
        for (int j = 0; j < 4; j++) {
            felt_text formula = felt_arena_print(b->arena, "MAX(0,B%u%c%ld.%03ld*B%u/SQRT(D%u))", figures + BACK, j % 2 == 0 ? '-' : '+',
                                                 z[j] / 1000, z[j] % 1000, figures + DEVIATION, row + 1);
            put_formula(b, k->w, row, (lxw_col_t)(4 + j), when_paid(b, k, formula),
                        if_paid(k->o, k->o->has_pays ? back_range(k->o, request->rounds[i], z[j], j % 2 == 0 ? -1 : 1) : 0), b->percent);
        }
    }
}

/* ---- worksheets ---- */

/* A name that every program takes: of at most 31 bytes, without signs that mean something. The number in it makes it the only one. */
static void name_section(book *b, int section, felt_text title)
{
    char *name = b->names[section];
    int used = snprintf(name, NAME_MOST + 1, "%d ", section + 1);
    for (size_t i = 0; i < title.length && used < NAME_MOST; i++) {
        unsigned char c = (unsigned char)title.bytes[i];
        if (c >= ' ' && c < 0x7F && strchr("[]:*?/\\'", c) == NULL)
            name[used++] = (char)c;
    }
    while (used > 0 && name[used - 1] == ' ')
        used--;
    name[used] = '\0';
}

static lxw_worksheet *add_sheet(book *b, const char *name)
{
    lxw_worksheet *w = workbook_add_worksheet(b->file, name);
    b->failed = b->failed || w == NULL;
    if (w == NULL)
        return NULL;
    worksheet_set_landscape(w);
    worksheet_set_paper(w, A4_PAPER);
    worksheet_fit_to_pages(w, 1, 0);
    return w;
}

static lxw_row_t put_block(book *b, lxw_worksheet *w, int sheet, lxw_row_t row, const felt_par_request *request)
{
    const felt_par_sheet *s = &b->par->sheets[sheet];
    block k = {.w = w, .s = s, .o = &b->odds[sheet], .first = row + 2};
    k.last = k.first + (lxw_row_t)s->event_count - 1;
    k.figures = k.last + 4;
    b->edges[sheet] = k.figures;
    put(b, w, row, 0, s->choices, b->bold);
    put_events(b, &k);
    put_figures(b, &k);
    put_ranges(b, &k, request);
    lxw_row_t rows = FIGURES > request->round_count ? FIGURES : (lxw_row_t)request->round_count;
    return k.figures + rows + 2;
}

static void put_sections(book *b, const felt_par_request *request)
{
    lxw_worksheet *w = NULL;
    lxw_row_t row = 0;
    for (int i = 0; i < b->par->count && !b->failed; i++) {
        const felt_par_sheet *s = &b->par->sheets[i];
        if (i == 0 || s->section != s[-1].section) {
            w = add_sheet(b, b->names[s->section]);
            if (w == NULL)
                return;
            worksheet_set_column(w, 0, 0, 44, NULL);
            worksheet_set_column(w, 1, 7, 19, NULL);
            put(b, w, 0, 0, s->title, b->title);
            put(b, w, 1, 0, s->about, b->faint);
            row = 3;
        }
        row = put_block(b, w, i, row, request);
    }
}

/* ---- the first worksheet ---- */

static lxw_row_t put_items(book *b, lxw_worksheet *w, lxw_row_t row, const felt_par_item *items, int count)
{
    for (int i = 0; i < count; i++, row++) {
        put(b, w, row, 0, items[i].label, b->bold);
        put(b, w, row, 1, items[i].text, NULL);
    }
    return row + 1;
}

static void put_summary(book *b, lxw_worksheet *w, lxw_row_t row)
{
    static const char *const titles[] = {"Wager", "Choices", "House edge, with these pays", "As the sheet pays", "Worksheet"};
    for (int i = 0; i < 5; i++)
        put_words(b, w, row, (lxw_col_t)i, titles[i], i == 2 || i == 3 ? b->over_numbers : b->head);
    for (int i = 0; i < b->par->count; i++) {
        const felt_par_sheet *s = &b->par->sheets[i];
        row++;
        put(b, w, row, 0, s->title, NULL);
        put(b, w, row, 1, s->choices, NULL);
        put_formula(b, w, row, 2, felt_arena_print(b->arena, "='%s'!B%u", b->names[s->section], b->edges[i] + 1),
                    if_paid(&b->odds[i], b->odds[i].has_pays ? mpq_get_d(b->odds[i].edge) : 0), b->percent);
        if (b->odds[i].has_pays)
            put_number(b, w, row, 3, mpq_get_d(b->odds[i].edge), b->percent);
        else
            put_words(b, w, row, 3, felt_odds_missing(&b->odds[i]), NULL);
        put_words(b, w, row, 4, b->names[s->section], b->apart);
    }
}

static void put_front(book *b, lxw_worksheet *w, const char *digest)
{
    const felt_par *par = b->par;
    worksheet_set_column(w, 0, 0, 44, NULL);
    worksheet_set_column(w, 1, 1, 52, NULL);
    worksheet_set_column(w, 2, 4, 22, NULL);
    put(b, w, 0, 0, par->title, b->title);
    put_words(b, w, 1, 0, "Cells with a coloured ground may be changed; the figures follow. The document to sign is the PDF.", b->faint);
    lxw_row_t row = put_items(b, w, 3, par->cover, par->cover_count);
    row = put_items(b, w, row, par->subject, par->subject_count);
    const felt_par_item content = {felt_text_from("Content hash"), felt_text_from(digest)};
    row = put_items(b, w, row, &content, 1);
    put_summary(b, w, row);
}

/* ---- the file ---- */

static void fill(book *b, const felt_par_request *request, const char *digest)
{
    lxw_doc_properties about = {.created = EXACT_DATE};
    char title[FELT_PAR_COVER_BYTES_MAX + 1];
    snprintf(title, sizeof title, "%.*s", FELT_TEXT_ARGS(b->par->title));
    about.title = title;
    make_formats(b);
    b->failed = b->failed || workbook_set_properties(b->file, &about) != LXW_NO_ERROR;
    for (int i = 0; i < b->par->count; i++)
        name_section(b, b->par->sheets[i].section, b->par->sheets[i].title);
    lxw_worksheet *front = b->failed ? NULL : add_sheet(b, "Summary");
    if (front == NULL)
        return;
    put_sections(b, request);
    if (!b->failed)
        put_front(b, front, digest);
}

static felt_status read_back(felt_arena *arena, FILE *file, felt_text *ret)
{
    text_out out = {.arena = arena};
    char *bytes = felt_arena_take(arena, READ_BYTES, 1);
    if (bytes == NULL)
        return FELT_ENOMEM;
    for (size_t count; (count = fread(bytes, 1, READ_BYTES, file)) > 0;)
        out_bytes(&out, bytes, count);
    return ferror(file) ? FELT_EIO : out_finish(&out, ret);
}

static felt_status write_to(book *b, const char *path, const felt_par_request *request, const char *digest)
{
    b->file = workbook_new(path);
    if (b->file == NULL)
        return FELT_ENOMEM;
    fill(b, request, digest);
    lxw_error closed = workbook_close(b->file);
    if (b->failed || felt_arena_ran_out(b->arena))
        return FELT_ENOMEM;
    return closed == LXW_NO_ERROR ? FELT_OK : FELT_EIO;
}

/* Writes the file, reads it, and takes it away. */
static felt_status by_way_of(book *b, char *path, const felt_par_request *request, const char *digest, felt_text *ret)
{
    int descriptor = mkstemp(path);
    FILE *file = descriptor < 0 ? NULL : fdopen(descriptor, "rb");
    if (descriptor < 0)
        return FELT_EIO;
    felt_status status = file == NULL ? FELT_ENOMEM : write_to(b, path, request, digest);
    felt_text bytes;
    if (status == FELT_OK)
        status = read_back(b->arena, file, &bytes);
    if (status == FELT_OK)
        status = par_xlsx_whole(bytes, b->cells);
    if (status == FELT_OK)
        *ret = bytes;
    if (file != NULL)
        fclose(file);
    else
        close(descriptor);
    unlink(path);
    return status;
}

felt_status felt_par_xlsx(felt_arena *arena, const felt_par_request *request, const felt_par *par, felt_text *ret)
{
    char digest[FELT_PAR_HASH_DIGITS + 1], path[4096];
    const char *folder = getenv("TMPDIR");
    book b = {.arena = arena, .par = par, .odds = request->odds->list};
    b.names = felt_arena_take(arena, (size_t)par->section_count, sizeof *b.names);
    b.edges = felt_arena_take(arena, (size_t)par->count, sizeof *b.edges);
    if (b.names == NULL || b.edges == NULL)
        return FELT_ENOMEM;
    int length = snprintf(path, sizeof path, "%s/felt-par-XXXXXX", folder != NULL && folder[0] != '\0' ? folder : "/tmp");
    if (length < 0 || (size_t)length >= sizeof path)
        return FELT_EIO;
    felt_status status = felt_par_digest(arena, par, digest);
    return status == FELT_OK ? by_way_of(&b, path, request, digest, ret) : status;
}

bool felt_par_has_xlsx(void)
{
    return true;
}
