/* felt/dealing.h - cards and dice as they are dealt: a shoe in play with its burn and its cut card, and two dice.
 *
 * A shoe in play is a value: copy it to keep a position. Shuffled from the live generator for its own number, it can be derived again from
 * the seed and that number.
 * Threads:  one thread at a time for one shoe in play.
 * Failure:  results are written only on FELT_OK. */
#ifndef FELT_DEALING_H
#define FELT_DEALING_H

#include <felt/api.h>
#include <felt/baccarat.h>
#include <felt/random.h>
#include <felt/status.h>
#include <felt/text.h>
#include <stdbool.h>
#include <stdint.h>

FELT_API_BEGIN

enum {
    FELT_DECK_CARDS = 52,
    FELT_DEALING_CARDS_MAX = FELT_DECK_CARDS * FELT_DECKS_MAX,
    FELT_BURN_MAX = 11, /* the card shown, and ten more */
    FELT_CUT_MIN = 12,  /* cards behind the cut card: enough for the round in which it comes out and one more */
};

/* ---- the rules of a shoe ---- */

/* What happens when the cut card comes out. It comes out in the round that draws the card behind it; in the place of a round's first card
 * when that card is the round's first. */
typedef enum felt_cut_rule {
    FELT_CUT_ONE_MORE = 0,    /* "one-more": the round is finished and one more dealt; in the place of its first card it is the last */
    FELT_CUT_ALWAYS_ONE_MORE, /* "always-one-more": the round is finished and one more dealt, wherever in it the cut card came out */
    FELT_CUT_LAST_ROUND,      /* "last-round": the round is finished, and is the last */
    FELT_CUT_RULE_COUNT
} felt_cut_rule;

/* What is burnt before the first round. */
typedef enum felt_burn_rule {
    FELT_BURN_VALUE = 0, /* "value": the first card is shown, and as many more are burnt face down as it counts */
    FELT_BURN_ONE,       /* "one": the first card, face down */
    FELT_BURN_NONE,      /* "none" */
    FELT_BURN_RULE_COUNT
} felt_burn_rule;

/* The rules of a shoe. {0} is the default for tables, simulation and counting. */
typedef struct felt_dealing_rules {
    felt_cut_rule cut;
    felt_burn_rule burn;
} felt_dealing_rules;

/* The short name of a rule, such as "one-more", and what it says, for people; "unknown": it is none. */
const char *felt_cut_rule_text(felt_cut_rule rule);
const char *felt_cut_rule_words(felt_cut_rule rule);
const char *felt_burn_rule_text(felt_burn_rule rule);
const char *felt_burn_rule_words(felt_burn_rule rule);

/* The rule with that short name. FELT_ENOTFOUND: none. */
felt_status felt_cut_rule_find(felt_text name, felt_cut_rule *ret);
felt_status felt_burn_rule_find(felt_text name, felt_burn_rule *ret);

/* Are both of them rules? */
bool felt_dealing_rules_exist(felt_dealing_rules rules);

/* The rules of a record that names none: one more round always, and the burn by value, as all shoes were dealt before rules had names.
 * Records of such shoes name none to this day. */
static inline felt_dealing_rules felt_dealing_rules_unnamed(void)
{
    felt_dealing_rules rules = {FELT_CUT_ALWAYS_ONE_MORE, FELT_BURN_VALUE};
    return rules;
}

bool felt_dealing_rules_equal(felt_dealing_rules a, felt_dealing_rules b);

/* ---- a shoe in play ---- */

typedef struct felt_dealing {
    felt_card cards[FELT_DEALING_CARDS_MAX];
    int count;       /* cards of the shoe */
    int next;        /* the next card to come */
    int cut;         /* the card behind the cut card: it comes out before this one */
    int burned;      /* cards burnt, the one shown included; 0 before the burn, and where there is none */
    int shown;       /* cards of them that were shown: 0 or 1 */
    int rounds;      /* dealt so far */
    int rounds_left; /* once the cut card is out; -1 before */
    felt_dealing_rules rules;
} felt_dealing;

/* The most cards behind the cut card of `decks` decks: the burn and the first card of a round come before it. */
static inline int felt_cut_max(int decks)
{
    return FELT_DECK_CARDS * decks - FELT_BURN_MAX - 1;
}

/* Shuffles `decks` decks and puts the cut card in with `behind` cards behind it. FELT_ERANGE: decks are not 1 to FELT_DECKS_MAX, `behind`
 * is not FELT_CUT_MIN to felt_cut_max, or a rule is none. */
felt_status felt_dealing_shuffle(felt_dealing *ret, felt_random *random, int decks, int behind, felt_dealing_rules rules);

/* Burns by the rule of the shoe; an ace counts one, tens and pictures ten. Returns the card shown, of rank 0: none is.
 * Requires a shoe from which nothing has been dealt. */
felt_card felt_dealing_burn(felt_dealing *shoe);

/* Is there a round to come? No: shuffle again. */
bool felt_dealing_goes_on(const felt_dealing *shoe);

/* Deals a round by the drawing rules: player, banker, player, banker, then the player's and the banker's third cards.
 * Requires felt_dealing_goes_on. */
felt_round felt_dealing_round(felt_dealing *shoe);

/* Two dice, in the order in which they are read: 36 ways, each equally likely. */
typedef struct felt_dice {
    uint8_t first, second; /* 1 to 6 */
} felt_dice;

felt_dice felt_dice_throw(felt_random *random);

FELT_API_END

#endif
