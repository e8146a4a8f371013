/* tests/toy/rules_three_dice.c - the facts of three dice: how a row says them, what they mean, and their clauses in English. */
#include "sheet/rules.h"
#include "sheet/words_facts.h"
#include "toy/three_dice.h"

/* In cond.fact. */
enum { FACT_TOTAL, FACT_TRIPLE, FACT_SHOWN, FACT_OWN };

enum { SMALL = 0x7F0, LARGE = 0x3F800 }; /* totals from 4 to 10, and from 11 to 17 */

static const char *const fact_words[] = {"total", "any", "own", "not", "cites", "needs", "otherwise", "where", NULL};

/* ---- how a row says them ---- */

/* `6 shown once`, `6 shown twice`, `6 shown 3 times`. */
static bool parse_shown(parser *p, cond *ret)
{
    ret->fact = FACT_SHOWN;
    if (!parse_numbers(p, "a face", 1, 6, &ret->numbers) || !parser_need(p, "shown"))
        return false;
    ret->low = parser_is(p, "once") ? 1 : 2;
    if (parser_accept(p, "once") || parser_accept(p, "twice"))
        return true;
    return parser_need_number(p, "a number of times", 1, 3, &ret->low) && parser_need(p, "times");
}

static bool parse_fact(parser *p, cond *ret)
{
    *ret = (cond){.kind = COND_FACT, .at = p->at};
    if (parser_accept(p, "total")) {
        ret->fact = FACT_TOTAL;
        return parser_need(p, "is") && parse_numbers(p, "a total of three dice", 3, 18, &ret->numbers);
    }
    if (parser_accept(p, "any")) {
        ret->fact = FACT_TRIPLE;
        return parser_need(p, "triple");
    }
    if (parser_is(p, "own")) {
        ret->fact = FACT_OWN;
        if (p->wager->side_count == 0)
            return parser_fail(p, "type", "'own' needs a wager with sides: write 'on smalltotals or largetotals' after its name");
        p->at++;
        return parser_need(p, "total");
    }
    if (p->at->kind == TOKEN_NUMBER)
        return parse_shown(p, ret);
    return parser_expected(p, "a condition, such as 'total is 4 to 10', 'any triple' or '6 shown twice'", fact_words);
}

/* ---- what they mean ---- */

static uint32_t own_totals(int side)
{
    return side == 0 ? SMALL : LARGE;
}

static bool fact_fits(const event_space *space, const cond *c, int side, int i)
{
    int dice[3], total = 0, shown = 0;
    for (int k = 0; k < 3; k++) {
        dice[k] = three_dice_face(space->events[i], k);
        total += dice[k];
        shown += (int)(c->numbers >> dice[k] & 1);
    }
    switch (c->fact) {
    case FACT_TOTAL:
        return c->numbers >> total & 1;
    case FACT_TRIPLE:
        return dice[0] == dice[2];
    case FACT_SHOWN:
        return shown == c->low;
    default: /* FACT_OWN */
        return own_totals(side) >> total & 1;
    }
}

/* ---- in English ---- */

static void put_fact(words_out *w, const cond *c, bool negated)
{
    const char *is = negated ? "is not" : "is";
    switch (c->fact) {
    case FACT_TOTAL:
        words_put(w, "the total %s ", is);
        words_put_numbers(w, c->numbers, "or");
        break;
    case FACT_TRIPLE:
        words_put(w, negated ? "the dice are not all alike" : "all three dice are alike");
        break;
    case FACT_SHOWN:
        words_put_numbers(w, c->numbers, "or");
        words_put(w, " %s shown by exactly %d of the dice", is, c->low);
        break;
    default: /* FACT_OWN */
        words_put(w, "the total %s %s", is, w->of->side == 0 ? "4 to 10" : "11 to 17");
        break;
    }
}

static const words_rules words_three_dice = {.put_fact = put_fact};

const sheet_rules sheet_rules_three_dice = {
    .game = &felt_game_three_dice,
    .parse_fact = parse_fact,
    .compile = compile_table,
    .fact_fits = fact_fits,
    .words = &words_three_dice,
};
