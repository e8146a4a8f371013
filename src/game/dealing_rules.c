/* src/game/dealing_rules.c - the rules of a shoe by name: what happens when the cut card comes out, and what is burnt. */
#include <felt/dealing.h>

typedef struct rule_text {
    const char *name, *words;
} rule_text;

static const rule_text cut_rules[FELT_CUT_RULE_COUNT] = {
    [FELT_CUT_ONE_MORE] = {"one-more", "the round in which the cut card comes out is finished and one more dealt, unless it comes out in "
                                       "the place of the first card of a round, which is then the last"},
    [FELT_CUT_ALWAYS_ONE_MORE] = {"always-one-more", "the round in which the cut card comes out is finished and one more dealt, also where "
                                                     "it comes out in the place of the first card"},
    [FELT_CUT_LAST_ROUND] = {"last-round", "the round in which the cut card comes out is finished, and is the last"},
};

static const rule_text burn_rules[FELT_BURN_RULE_COUNT] = {
    [FELT_BURN_VALUE] = {"value", "the first card is shown, and as many more are burnt face down as it counts"},
    [FELT_BURN_ONE] = {"one", "the first card is burnt face down"},
    [FELT_BURN_NONE] = {"none", "nothing is burnt"},
};

static const rule_text unknown = {"unknown", "unknown"};

static const rule_text *cut_text(felt_cut_rule rule)
{
    return (unsigned)rule < FELT_CUT_RULE_COUNT ? &cut_rules[rule] : &unknown;
}

static const rule_text *burn_text(felt_burn_rule rule)
{
    return (unsigned)rule < FELT_BURN_RULE_COUNT ? &burn_rules[rule] : &unknown;
}

const char *felt_cut_rule_text(felt_cut_rule rule)
{
    return cut_text(rule)->name;
}

const char *felt_cut_rule_words(felt_cut_rule rule)
{
    return cut_text(rule)->words;
}

const char *felt_burn_rule_text(felt_burn_rule rule)
{
    return burn_text(rule)->name;
}

const char *felt_burn_rule_words(felt_burn_rule rule)
{
    return burn_text(rule)->words;
}

/* The place of `name` in the list, -1: none. */
static int find(const rule_text *list, int count, felt_text name)
{
    for (int i = 0; i < count; i++) {
        if (felt_text_is(name, list[i].name))
            return i;
    }
    return -1;
}

felt_status felt_cut_rule_find(felt_text name, felt_cut_rule *ret)
{
    int found = find(cut_rules, FELT_CUT_RULE_COUNT, name);
    if (found < 0)
        return FELT_ENOTFOUND;
    *ret = (felt_cut_rule)found;
    return FELT_OK;
}

felt_status felt_burn_rule_find(felt_text name, felt_burn_rule *ret)
{
    int found = find(burn_rules, FELT_BURN_RULE_COUNT, name);
    if (found < 0)
        return FELT_ENOTFOUND;
    *ret = (felt_burn_rule)found;
    return FELT_OK;
}

bool felt_dealing_rules_exist(felt_dealing_rules rules)
{
    return (unsigned)rules.cut < FELT_CUT_RULE_COUNT && (unsigned)rules.burn < FELT_BURN_RULE_COUNT;
}

bool felt_dealing_rules_equal(felt_dealing_rules a, felt_dealing_rules b)
{
    return a.cut == b.cut && a.burn == b.burn;
}
