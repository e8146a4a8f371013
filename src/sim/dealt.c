/* src/sim/dealt.c - shoes of any game, dealt to their end. */
#include "sim/dealt.h"
#include "../games.h"
#include "sim/engine.h"

#include <assert.h>

void dealt_plan_make(dealt_plan *plan, const felt_game *game, int decks, int cut, felt_dealing_rules rules)
{
    const sim_engine *engine = felt_games_entry(game)->sim;
    *plan = (dealt_plan){.game = game, .decks = decks, .cut = cut, .rules = rules};
    if (engine == NULL || !engine->shoes)
        return;
    shoes_choice choices[3];
    shoes_choices(choices);
    shoes_plan_make(&plan->shoes, 0, decks, cut == 0 ? felt_sim_shoe_rounds(game, decks) : 0, cut, rules);
    plan->look = choices[0].look;
}

/* Deals a round; the event that came of it. */
static int next_event(const dealt_plan *plan, felt_dealing *shoe)
{
    felt_dealt dealt;
    int event = 0;
    if (plan->cut == 0)
        shoe->rounds_left = -1; /* the cut card does not count */
    plan->game->deal(shoe, &dealt);
    felt_status status = plan->game->classify(&dealt, plan->decks, &event, NULL);
    assert(status == FELT_OK);
    (void)status;
    return event;
}

int dealt_shoe_plainly(const dealt_plan *plan, felt_random *random, uint16_t ret[DEALT_ROUNDS_MAX])
{
    felt_dealing shoe;
    int rounds = 0, most = plan->cut > 0 ? DEALT_ROUNDS_MAX : felt_sim_shoe_rounds(plan->game, plan->decks);
    felt_status status = felt_dealing_shuffle(&shoe, random, plan->decks, plan->cut > 0 ? plan->cut : FELT_CUT_MIN, plan->rules);
    assert(status == FELT_OK);
    (void)status;
    if (plan->cut > 0)
        felt_dealing_burn(&shoe);
    while (rounds < most && (plan->cut == 0 || felt_dealing_goes_on(&shoe)))
        ret[rounds++] = (uint16_t)next_event(plan, &shoe);
    return rounds;
}

int dealt_shoe(const dealt_plan *plan, felt_random *random, uint16_t ret[DEALT_ROUNDS_MAX])
{
    return plan->look != NULL ? shoes_deal(&plan->shoes, plan->look, random, ret) : dealt_shoe_plainly(plan, random, ret);
}
