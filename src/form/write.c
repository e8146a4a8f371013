/* src/form/write.c - a form as JSON, its keys in order: the bytes that its hash is of. */
#include "form.h"

#include <stdlib.h>

static void put_phases(form_text *t, const felt_game *game)
{
    form_put(t, "[");
    for (int phase = 0; phase < game->phase_count; phase++) {
        form_next(t);
        form_put_number(t, game->phase_number == NULL ? 0 : game->phase_number(phase));
    }
    form_put(t, "]");
}

/* ---- the machine ---- */

static void put_class_of(form_text *t, const felt_form *form)
{
    form_put(t, "[");
    for (int i = 0; i < form->sheet->game->event_count; i++) {
        form_next(t);
        form_put_number(t, form->class_of[i]);
    }
    form_put(t, "]");
}

static void put_start(form_text *t, const felt_form *form)
{
    const felt_machine *m = form->variant->machine;
    form_put(t, "[");
    for (int phase = 0; phase < m->game->phase_count; phase++) {
        form_next(t);
        if (m->start[phase] == FELT_STATE_NONE)
            form_put(t, "null");
        else
            form_put_number(t, form->numbers[m->start[phase]]);
    }
    form_put(t, "]");
}

static void put_next(form_text *t, const felt_form *form)
{
    form_put(t, "[");
    for (uint32_t state = 0; state < form->state_count; state++) {
        form_put(t, state == 0 ? "[" : ",[");
        for (uint32_t c = 0; c < form->class_count; c++) {
            int next = felt_form_next(form, state, c);
            form_next(t);
            if (next == FELT_FORM_NOTHING)
                form_put(t, "null");
            else
                form_put_number(t, next);
        }
        form_put(t, "]");
    }
    form_put(t, "]");
}

/* ---- pays ---- */

static void put_pay(form_text *t, const felt_pay *pay)
{
    static const char *const kinds[] = {
        [FELT_PAY_LOSES] = "loses", [FELT_PAY_PUSHES] = "pushes", [FELT_PAY_WINS] = "wins",
        [FELT_PAY_UNSET] = "unset", [FELT_PAY_STAYS] = "stays",   [FELT_PAY_UNDEFINED] = "undefined",
    };
    form_put(t, "{\"commission\":");
    form_put_fraction(t, pay->commission_num, pay->commission_den);
    form_put(t, ",\"kind\":");
    form_put_string(t, felt_text_from(kinds[pay->kind]));
    form_put(t, ",\"win\":");
    form_put_fraction(t, pay->win_num, pay->win_den);
    form_put(t, "}");
}

static void put_rows(form_text *t, const felt_form *form)
{
    form_put(t, "[");
    for (int row = 0; row < form->row_count; row++) {
        const felt_row_pay *pay = &form->variant->pays[form->rows[row]];
        form_next(t);
        form_put(t, "{\"dealer\":");
        if (pay->has_dealer)
            put_pay(t, &pay->dealer);
        else
            form_put(t, "null");
        form_put(t, ",\"pay\":");
        put_pay(t, &pay->pay);
        form_put(t, "}");
    }
    form_put(t, "]");
}

/* ---- what it needs, and what may be done with it ---- */

/* A base wager by name: numbers of wagers change when a sheet grows. */
typedef struct named_need {
    bool outside;
    felt_text sheet, wager, side;
    int on_number;
} named_need;

static named_need name_need(const felt_form *form, const felt_need *need)
{
    named_need named = {.outside = need->wager == FELT_WAGER_OUTSIDE, .on_number = need->on_number ? form->wager->number : 0};
    if (named.outside) {
        named.sheet = need->sheet;
        named.wager = need->name;
    } else {
        named.wager = form->sheet->wagers[need->wager].short_name;
        named.side = form->sheet->wagers[need->wager].side;
    }
    return named;
}

static int compare_texts(felt_text a, felt_text b)
{
    size_t shared = a.length < b.length ? a.length : b.length;
    int order = shared == 0 ? 0 : memcmp(a.bytes, b.bytes, shared);
    return order != 0 ? order : (a.length > b.length) - (a.length < b.length);
}

static int by_name(const void *a, const void *b)
{
    const named_need *left = a, *right = b;
    int order = compare_texts(left->sheet, right->sheet);
    if (order == 0)
        order = compare_texts(left->wager, right->wager);
    if (order == 0)
        order = compare_texts(left->side, right->side);
    return order != 0 ? order : left->on_number - right->on_number;
}

static void put_name(form_text *t, bool known, felt_text text)
{
    if (known)
        form_put_string(t, text);
    else
        form_put(t, "null");
}

static void put_need(form_text *t, const named_need *need)
{
    form_put(t, "{\"on_number\":");
    if (need->on_number > 0)
        form_put_number(t, need->on_number);
    else
        form_put(t, "null");
    form_put(t, ",\"sheet\":");
    put_name(t, need->outside, need->sheet);
    form_put(t, ",\"side\":");
    put_name(t, !need->outside, need->side);
    form_put(t, ",\"wager\":");
    form_put_string(t, need->wager);
    form_put(t, "}");
}

static void put_needs(form_text *t, const felt_form *form)
{
    size_t count = (size_t)form->variant->needs_count;
    named_need *needs = calloc(count + 1, sizeof *needs);
    t->failed = t->failed || needs == NULL;
    form_put(t, "[");
    for (size_t i = 0; i < count && needs != NULL; i++)
        needs[i] = name_need(form, &form->variant->needs[i]);
    if (needs != NULL)
        qsort(needs, count, sizeof *needs, by_name);
    for (size_t i = 0; i < count && needs != NULL; i++) {
        form_next(t);
        put_need(t, &needs[i]);
    }
    form_put(t, "]");
    free(needs);
}

static void put_may(form_text *t, const felt_variant *variant)
{
    static const struct {
        uint8_t bit;
        const char *word;
    } words[] = {{FELT_MAY_LOWER, "lower"}, {FELT_MAY_RAISE, "raise"}, {FELT_MAY_TAKE_DOWN, "take down"}, {FELT_MAY_TURN_OFF, "turn off"}};
    form_put(t, "[");
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (!(variant->may & words[i].bit))
            continue;
        form_next(t);
        form_put_string(t, felt_text_from(words[i].word));
    }
    form_put(t, "]");
}

/* ---- all of it ---- */

void form_put_form(form_text *t, const felt_form *form)
{
    const felt_variant *v = form->variant;
    form_put(t, "{\"class_of\":");
    put_class_of(t, form);
    form_put(t, ",\"events\":");
    form_put_string(t, felt_text_from(form->events_hash)); /* the list is long, and the same for all wagers of a game */
    form_put(t, ",\"game\":");
    form_put_string(t, felt_text_from(form->sheet->game->name));
    form_put(t, ",\"may\":");
    put_may(t, v);
    form_put(t, ",\"most\":");
    if (v->most_den != 0)
        form_put_fraction(t, v->most_num, v->most_den);
    else
        form_put(t, "null");
    form_put(t, ",\"needs\":");
    put_needs(t, form);
    form_put(t, ",\"new_hand\":");
    form_put_truth(t, v->placing == FELT_PLACED_NEW_HAND);
    form_put(t, ",\"next\":");
    put_next(t, form);
    form_put(t, ",\"phases\":");
    put_phases(t, form->sheet->game);
    form_put(t, ",\"rows\":");
    put_rows(t, form);
    form_put(t, ",\"start\":");
    put_start(t, form);
    form_put(t, ",\"version\":");
    form_put_number(t, FELT_FORM_VERSION);
    form_put(t, ",\"vig\":");
    form_put_fraction(t, v->vig_num, v->vig_den);
    form_put(t, "}");
}
