/* src/sim/coming.c - what the sessions of one bettor see. */
#include "sim/coming.h"

#define SESSION_STREAMS (UINT64_C(1) << 63) /* streams of sessions; those of many rounds are numbered from 0 */

__extension__ typedef unsigned __int128 wide;

void coming_plan_make(coming_plan *plan, const felt_book *book, int cut, felt_dealing_rules rules, uint64_t seed)
{
    const felt_game *game = felt_book_game(book);
    *plan = (coming_plan){.seed = seed};
    if (game->source == FELT_SOURCE_SHOE) {
        dealt_plan_make(&plan->shoes, game, felt_book_decks(book), cut, rules);
        return;
    }
    plan->ways = (uint32_t)game->all_ways;
    for (int way = 0; way < game->all_ways; way++)
        plan->event_of[way] = (uint16_t)game->event_of_way(way);
}

void coming_begin(coming *c, const coming_plan *plan, uint64_t session)
{
    c->plan = plan;
    c->next = c->count = 0;
    felt_random_counter(&c->random, plan->seed, SESSION_STREAMS | session);
}

/* As many throws as there are words ready, each in the way that felt_random_below makes of the word. */
static int throw_some(coming *c)
{
    uint64_t words[FELT_RANDOM_WORDS], ways = c->plan->ways, surplus = (0 - ways) % ways;
    int count = 0;
    felt_random_fill(&c->random, words, FELT_RANDOM_WORDS);
    for (int i = 0; i < FELT_RANDOM_WORDS; i++) {
        wide product = (wide)words[i] * ways;
        c->list[count] = c->plan->event_of[product >> 64];
        count += (uint64_t)product >= surplus; /* else the word would favour some */
    }
    return count;
}

void coming_fill(coming *c)
{
    c->next = 0;
    do
        c->count = c->plan->ways == 0 ? dealt_shoe(&c->plan->shoes, &c->random, c->list) : throw_some(c);
    while (c->count == 0);
}
