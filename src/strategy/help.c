/* src/strategy/help.c - what to do where a strategy was written as people speak, or as other languages have it. */
#include "reader.h"

#include <string.h>

/* Signs that other languages have. */
static const char *remedy_of_sign(uint32_t sign)
{
    static const struct {
        char sign;
        const char *help;
    } remedies[] = {
        {'.', "numbers are whole: choose a smaller unit, as in: unit \"2.50\""},
        {'=', "write 'is' in a condition, and 'becomes' behind the colon of 'after'"},
        {'<', "write 'is below' or 'is at most'"},
        {'>', "write 'is above' or 'is at least'"},
        {'+', "write 'plus'"},
        {'*', "write 'times'"},
        {'/', "write 'over'"},
        {'%', "write a share as 'times 30 over 100'"},
        {'$', "amounts are numbers of units, without a sign"},
        {'!', "write 'is not'"},
        {';', "write each statement in a line of its own"},
    };
    for (size_t i = 0; i < sizeof remedies / sizeof *remedies; i++)
        if (sign == (uint32_t)remedies[i].sign)
            return remedies[i].help;
    return NULL;
}

/* The letter at a column of a line; 0: there is none. */
static uint32_t letter_at(felt_text line, int column)
{
    uint32_t point = 0;
    for (int at = 1; line.length > 0; at++) {
        size_t length = felt_text_decode(line, &point);
        if (length == 0 || at == column)
            return length == 0 ? 0 : point;
        line = (felt_text){line.bytes + length, line.length - length};
    }
    return 0;
}

void strategy_help_signs(felt_diags *diags, int first)
{
    for (int i = first; i < diags->count; i++) {
        felt_diag *d = &diags->list[i];
        const char *help = strcmp(d->code, "bad-character") == 0 ? remedy_of_sign(letter_at(d->source, d->column)) : NULL;
        if (help != NULL && d->help.length == 0)
            d->help = felt_text_from(help);
    }
}

static const char *remedy_of_word(felt_text word)
{
    static const char *const remedies[][2] = {
        {"if", "write 'when'"},
        {"while", "write 'when'"},
        {"until", "write 'when', and the opposite; or 'stop when' for the whole session"},
        {"unless", "write 'when', and the opposite"},
        {"less", "write 'is below' or 'is at most'"},
        {"fewer", "write 'is below' or 'is at most'"},
        {"more", "write 'is above' or 'is at least'"},
        {"greater", "write 'is above' or 'is at least'"},
        {"equal", "write 'is'"},
        {"equals", "write 'is'"},
        {"double", "write 'times 2'"},
        {"doubles", "write 'becomes', as in: stake becomes stake times 2"},
        {"divided", "write 'over'"},
    };
    for (size_t i = 0; i < sizeof remedies / sizeof *remedies; i++)
        if (felt_text_is(word, remedies[i][0]))
            return remedies[i][1];
    return NULL;
}

void strategy_help(strategy_reader *r, int errors_before)
{
    const token *at = r->p.at;
    const char *help = NULL;
    if (r->p.diags->error_count == errors_before || r->p.diags->count == 0)
        return;
    if (at->kind == TOKEN_WORD)
        help = remedy_of_word(at->text);
    else if (at->kind == TOKEN_NUMBER && at > r->p.first && at[-1].kind == TOKEN_NUMBER)
        help = "a side stands behind 'on', as in: bet place on 6 1";
    else if (at->kind == TOKEN_NUMBER && at > r->p.first && felt_text_is(at[-1].text, "after"))
        help = "count in a condition, as in: bet player 3 when losses of player is at least 2";
    if (help != NULL)
        parser_help(&r->p, felt_text_from(help));
}
