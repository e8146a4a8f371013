/* felt/tags.h - counting systems: a tag for each value of cards, and how well their sum follows the value of a wager.
 *
 * A counter adds up the tags of the cards that have been seen. Tags are for ace to nine, and one for tens and pictures; a tag has the sign
 * of the effect of removal, so that a high count is good for the player. The betting correlation of tags with a wager is the correlation of
 * the tag of a card with the effect of its removal, for a card taken at random from the shoe: the mean of the tags, which is 0 for a
 * balanced system, counts for nothing.
 * Threads:  every function is pure.
 * Failure:  results are written only on FELT_OK. GMP itself ends the process when there is no memory for a number. */
#ifndef FELT_TAGS_H
#define FELT_TAGS_H

#include <felt/api.h>
#include <felt/removal.h>
#include <felt/status.h>
#include <gmp.h>

FELT_API_BEGIN

enum {
    FELT_TAG_COUNT = 10,     /* ace, two, ... nine, ten-valued */
    FELT_TAG_MAX = 1000,     /* no tag is larger, or smaller than its opposite */
    FELT_TAG_SEARCH_MAX = 4, /* nor one that is searched for */
};

typedef struct felt_tags {
    int16_t tag[FELT_TAG_COUNT];
} felt_tags;

/* The tag of a card of `rank`, 1 to 13. */
static inline int felt_tags_of(const felt_tags *tags, int rank)
{
    return tags->tag[rank < FELT_TAG_COUNT ? rank - 1 : FELT_TAG_COUNT - 1];
}

/* The sum of the tags of a deck: 0 for a balanced system. */
int felt_tags_sum(const felt_tags *tags);

/* The correlation of the tags with the effects: its square, and as result its sign; 0 and 0 where all tags or all effects are one.
 * Requires felt_removal_applies. */
int felt_tags_correlation(const felt_removal *removal, const felt_tags *tags, mpq_t ret_square);

typedef enum felt_tags_balance {
    FELT_TAGS_BALANCED = 0, /* the tags of a deck add up to 0 */
    FELT_TAGS_UNBALANCED,   /* they may add up to anything */
} felt_tags_balance;

/* The tags of whole numbers from -within to within that have the highest correlation with the effects from a fresh shoe. There are none
 * better: all are compared, as whole numbers. Of equals, those whose squares add up to the least in a deck, then whose sum is the nearest
 * to 0, then the lower sum, then the tags that are lower from the ace on. FELT_ENOTFOUND: all effects are 0, so that no tags are better
 * than others. FELT_ENOMEM. Requires felt_removal_applies, a fresh shoe and 1 <= within <= FELT_TAG_SEARCH_MAX. */
felt_status felt_tags_best(const felt_removal *removal, int within, felt_tags_balance balance, felt_tags *ret);

/* ---- the systems of a wager ---- */

typedef enum felt_system_kind {
    FELT_SYSTEM_LINEAR = 0, /* the best there is: tags proportional to the effects themselves */
    FELT_SYSTEM_BALANCED,   /* felt_tags_best */
    FELT_SYSTEM_UNBALANCED,
    FELT_SYSTEM_GIVEN, /* somebody's own */
} felt_system_kind;

typedef struct felt_system {
    felt_system_kind kind;
    int within;     /* of FELT_SYSTEM_BALANCED and FELT_SYSTEM_UNBALANCED; else 0 */
    felt_tags tags; /* not of FELT_SYSTEM_LINEAR: its tags are felt_system_tag */
    mpq_t square;   /* of the correlation */
    int sign;       /* of the correlation */
} felt_system;

enum { FELT_SYSTEMS_MAX = 8 };

typedef struct felt_systems {
    const felt_removal *removal;
    felt_system list[FELT_SYSTEMS_MAX];
    int count;
} felt_systems;

/* The linear system and the best tags within 1, 2 and 4, balanced and not; then `given` where it is not NULL. From a shoe that is not
 * fresh, and where all effects are 0, only that: who counts begins with a fresh shoe. None where
 * felt_removal_applies says no. FELT_ENOMEM. */
felt_status felt_systems_make(const felt_removal *removal, const felt_tags *given, felt_systems *ret);
void felt_systems_clear(felt_systems *systems);

/* The tag of value i (ace 0, ten-valued 9) of a system, the linear one's in units of the largest of them. */
void felt_system_tag(const felt_systems *systems, int system, int i, mpq_t ret);

FELT_API_END

#endif
