/* felt/terms.h - the terms of a bet in words: what it needs, how large it may be, what may be done with it once it stands.
 *
 * Rule cards, PAR sheets and refusals use the same words.
 * Lifetime: texts live in the given arena.
 * Failure:  a text has bytes NULL when the arena is full; it is empty where there is nothing to say. */
#ifndef FELT_TERMS_H
#define FELT_TERMS_H

#include <felt/api.h>
#include <felt/arena.h>
#include <felt/wager.h>

FELT_API_BEGIN

/* The base wagers, such as "Player or Banker", "Come on the same number" or "craps/pass". Sides of one wager are named once. */
felt_text felt_terms_needs(felt_arena *arena, const felt_sheet *sheet, const felt_variant *variant);

/* The limit by the base wager's stake, such as "at most 3 times that stake" or "at most half that stake". */
felt_text felt_terms_most(felt_arena *arena, const felt_variant *variant);

/* What may be done with the bet after the first event, such as "may be lowered or taken down". */
felt_text felt_terms_may(felt_arena *arena, const felt_variant *variant);

/* The vig, such as "a vig of 5% of the stake is handed over beside it and kept". */
felt_text felt_terms_vig(felt_arena *arena, const felt_variant *variant);

/* Can an event leave the bet undecided, so that it stands and something may be done with it? */
bool felt_variant_stands(const felt_variant *variant);

FELT_API_END

#endif
