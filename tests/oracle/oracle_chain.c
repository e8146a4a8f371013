/* oracle/oracle_chain.c - from a wager of wagers_craps.c to its chain; see oracle_chain.h. */
#include "oracle/oracle_chain.h"

#include "oracle/chain.h"

#include <stdlib.h>
#include <string.h>

enum { STATES_MAX = 1000, ROLLS = 21 };

typedef struct search {
    oracle_track states[STATES_MAX];
    uint32_t count;
    bool full;
    oracle_chain *chain;
} search;

static uint32_t state_number(search *s, const oracle_track *track)
{
    for (uint32_t i = 0; i < s->count; i++)
        if (memcmp(&s->states[i], track, sizeof *track) == 0)
            return i;
    if (s->count == STATES_MAX) {
        s->full = true;
        return 0;
    }
    s->states[s->count] = *track;
    return s->count++;
}

static uint32_t pay_number(oracle_chain *chain, oracle_pay pay)
{
    int i = 0;
    while (i < chain->pay_count && (chain->pays[i].kind != pay.kind || chain->pays[i].num * pay.den != pay.num * chain->pays[i].den))
        i++;
    if (i == chain->pay_count && i < ORACLE_CHAIN_PAYS_MAX)
        chain->pays[chain->pay_count++] = pay;
    return (uint32_t)i;
}

/* Rolls every roll in a state. Endings are written as STATES_MAX and their number, for the count of states is not known yet. */
static void roll_all(search *s, const oracle_bet *bet, uint32_t state)
{
    int roll = 0;
    for (int a = 1; a <= 6; a++)
        for (int b = a; b <= 6; b++, roll++) {
            oracle_track track = s->states[state];
            oracle_pay pay = bet->craps->rolls(bet, &track, a, b);
            uint32_t to = pay.kind == ORACLE_UNDECIDED ? state_number(s, &track) : STATES_MAX + pay_number(s->chain, pay);
            s->chain->next[state][roll] = (uint16_t)to;
        }
}

bool oracle_chain_find(const oracle_bet *bet, int point, oracle_chain *ret)
{
    search *s = calloc(1, sizeof *s);
    *ret = (oracle_chain){.next = calloc(STATES_MAX, sizeof *ret->next)};
    if (s == NULL || ret->next == NULL) {
        free(s);
        oracle_chain_free(ret);
        return false;
    }
    s->chain = ret;
    oracle_track start = oracle_place(point);
    state_number(s, &start);
    for (uint32_t i = 0; i < s->count && !s->full; i++) /* the list grows as states are found */
        roll_all(s, bet, i);
    ret->state_count = s->count;
    for (uint32_t i = 0; i < s->count; i++)
        for (int roll = 0; roll < ROLLS; roll++)
            if (ret->next[i][roll] >= STATES_MAX)
                ret->next[i][roll] = (uint16_t)(ret->next[i][roll] - STATES_MAX + s->count);
    bool full = s->full;
    free(s);
    if (full)
        oracle_chain_free(ret);
    return !full;
}

void oracle_chain_free(oracle_chain *chain)
{
    free(chain->next);
    chain->next = NULL;
}

bool oracle_chain_solve(const oracle_chain *chain, mpq_t *chances, mpq_t rolls)
{
    uint8_t classes[ROLLS];
    felt_machine machine = {.state_count = chain->state_count, .class_count = ROLLS, .class_of = classes, .next = chain->next[0]};
    for (int roll = 0; roll < ROLLS; roll++)
        classes[roll] = (uint8_t)roll;
    mpq_t squares;
    mpq_init(squares);
    bool solved = chain_solve(&machine, 0, chain->pay_count, chances, rolls, squares);
    mpq_clear(squares);
    return solved;
}
