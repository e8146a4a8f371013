/* oracle/wagers_find.c - from the names of rules/ to the oracle's wagers and choices; see wagers.h. */
#include "oracle/wagers.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

typedef struct name {
    const char *option, *choice;
    oracle_option as_option;
    oracle_choice as_choice;
} name;

static const name names[] = {
    {"paytable", "PT1", PAYTABLE, PT1},
    {"paytable", "PT2", PAYTABLE, PT2},
    {"paytable", "PT3", PAYTABLE, PT3},
    {"paytable", "PT4", PAYTABLE, PT4},
    {"paytable", "PT5", PAYTABLE, PT5},
    {"paytable", "PT6", PAYTABLE, PT6},
    {"paytable", "PT7", PAYTABLE, PT7},
    {"paytable", "pays-40", PAYTABLE, PAYS_40},
    {"paytable", "pays-45", PAYTABLE, PAYS_45},
    {"paytable", "pays-50", PAYTABLE, PAYS_50},
    {"banker-pay", "commission", BANKER_PAY, COMMISSION},
    {"banker-pay", "push-on-7", BANKER_PAY, PUSH_ON_7},
    {"banker-pay", "half-on-6", BANKER_PAY, HALF_ON_6},
    {"base-game", "commission", BASE_GAME, COMMISSION},
    {"base-game", "no-commission", BASE_GAME, NO_COMMISSION},
    {"base-game", "nepal", BASE_GAME, NEPAL},
    {"base-game", "tiger", BASE_GAME, TIGER},
    {"tie-pay", "8", TIE_PAY, EIGHT},
    {"tie-pay", "9", TIE_PAY, NINE},
    {"green-dragon", "player", GREEN_DRAGON, PLAYERS},
    {"green-dragon", "banker", GREEN_DRAGON, BANKERS},
    {"dragons", "as-listed", DRAGONS, AS_LISTED},
    {"dragons", "any-dragon", DRAGONS, ANY_DRAGON},
    {"dragons", "golden-bacc", DRAGONS, GOLDEN_BACC},
    {"infinite-list", "both", INFINITE_LIST, LIST_BOTH},
    {"infinite-list", "text", INFINITE_LIST, LIST_TEXT},
    {"infinite-list", "table", INFINITE_LIST, LIST_TABLE},
    {"phoenix", "natural-first", PHOENIX, NATURAL_FIRST},
    {"phoenix", "margin-first", PHOENIX, MARGIN_FIRST},
    {"phoenix", "as-printed", PHOENIX, AS_PRINTED},
    {"side-pays", "golden-bacc", SIDE_PAYS, GOLDEN_BACC},
    {"side-pays", "as-printed", SIDE_PAYS, AS_PRINTED},
    {"seven-push", "nothing", SEVEN_PUSH, NOTHING},
    {"seven-push", "banker-only", SEVEN_PUSH, BANKER_ONLY},
    {"seven-push", "player-and-banker", SEVEN_PUSH, PLAYER_AND_BANKER},
    {"seven-push", "all-base", SEVEN_PUSH, ALL_BASE},
    {"seven-in-tiger", "no", SEVEN_IN_TIGER, NO},
    {"seven-in-tiger", "yes", SEVEN_IN_TIGER, YES},
    {"six-pay", "golden-dragon", SIX_PAY, GOLDEN_DRAGON},
    {"six-pay", "tiger", SIX_PAY, TIGER},
    {"tiger-pair", "best", TIGER_PAIR, BEST},
    {"tiger-pair", "as-ordered", TIGER_PAIR, AS_ORDERED},
    {"version", "3-card", VERSION, THREE_CARD},
    {"version", "all-hands", VERSION, ALL_HANDS},
    {"ends", "seven-out", ENDS, SEVEN_OUT},
    {"ends", "any-seven", ENDS, ANY_SEVEN},
    {"units", "for-1", UNITS, FOR_1},
    {"units", "to-1", UNITS, TO_1},
    {"horn", "together", HORN, TOGETHER},
    {"horn", "one-number", HORN, ONE_NUMBER},
    {"settled", "at-seven-out", SETTLED, AT_SEVEN_OUT},
    {"settled", "at-tenth-point", SETTLED, AT_TENTH_POINT},
    {"odds-working", "off", ODDS_WORKING, OFF},
    {"odds-working", "working", ODDS_WORKING, WORKING},
    {"place-come-out", "off", PLACE_COME_OUT, OFF},
    {"place-come-out", "working", PLACE_COME_OUT, WORKING},
    {"hard-come-out", "off", HARD_COME_OUT, OFF},
    {"hard-come-out", "working", HARD_COME_OUT, WORKING},
    {"dont-odds-working", "off", DONT_ODDS_WORKING, OFF},
    {"dont-odds-working", "working", DONT_ODDS_WORKING, WORKING},
    {"lay-come-out", "off", LAY_COME_OUT, OFF},
    {"lay-come-out", "working", LAY_COME_OUT, WORKING},
    {"vig", "on-win", VIG, ON_WIN},
    {"vig", "always", VIG, ALWAYS},
    {"vig", "up-front", VIG, UP_FRONT},
    {"field-12", "double", FIELD_12, DOUBLE},
    {"field-12", "triple", FIELD_12, TRIPLE},
};

/* Whether a base wager is needed and how large a bet beside it may be, when a wager may be placed, and how many decks there are decide no
 * round. */
static const char *const ignored[] = {"base-bet", "odds-limit", "placing", "decks"};

static bool is(const char *text, size_t length, const char *word)
{
    return strlen(word) == length && memcmp(text, word, length) == 0;
}

static bool is_ignored(const char *text, size_t length)
{
    for (size_t i = 0; i < sizeof ignored / sizeof *ignored; i++)
        if (is(text, length, ignored[i]))
            return true;
    return false;
}

bool oracle_option_ignored(const char *option)
{
    return is_ignored(option, strlen(option));
}

/* Reads one "option=choice". */
static bool read_choice(const char *text, size_t length, oracle_bet *bet)
{
    const char *sign = memchr(text, '=', length);
    if (sign == NULL)
        return false;
    size_t option_length = (size_t)(sign - text), choice_length = length - option_length - 1;
    if (is_ignored(text, option_length))
        return true;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (is(text, option_length, names[i].option) && is(sign + 1, choice_length, names[i].choice)) {
            bet->chose[names[i].as_option] = names[i].as_choice;
            return true;
        }
    return false;
}

static bool read_choices(const char *options, oracle_bet *bet)
{
    while (*options != '\0') {
        size_t length = strcspn(options, ",");
        if (!read_choice(options, length, bet))
            return false;
        options += length;
        options += strspn(options, ", ");
    }
    return true;
}

static bool read_side(const char *side, oracle_bet *bet)
{
    if (*side == '\0')
        bet->side = NO_SIDE;
    else if (strcmp(side, "player") == 0)
        bet->side = ON_PLAYER;
    else if (strcmp(side, "banker") == 0)
        bet->side = ON_BANKER;
    else
        bet->side = atoi(side);
    if (bet->baccarat != NULL)
        return bet->baccarat->sides ? bet->side == ON_PLAYER || bet->side == ON_BANKER : *side == '\0';
    return bet->craps->sides == 0 ? *side == '\0' : bet->side >= 2 && bet->side <= 12 && (bet->craps->sides >> bet->side & 1u) != 0;
}

static bool find_rule(const char *sheet, const char *wager, oracle_bet *bet)
{
    int count;
    const oracle_baccarat_rule *baccarat = oracle_baccarat_rules(&count);
    for (int i = 0; i < count; i++)
        if (strcmp(baccarat[i].sheet, sheet) == 0 && strcmp(baccarat[i].wager, wager) == 0)
            bet->baccarat = &baccarat[i];
    const oracle_craps_rule *craps = oracle_craps_rules(&count);
    for (int i = 0; i < count; i++)
        if (strcmp(craps[i].sheet, sheet) == 0 && strcmp(craps[i].wager, wager) == 0)
            bet->craps = &craps[i];
    return bet->baccarat != NULL || bet->craps != NULL;
}

bool oracle_find(const char *sheet, const char *wager, const char *side, const char *options, oracle_bet *ret)
{
    oracle_bet bet = {0};
    if (!find_rule(sheet, wager, &bet) || !read_side(side, &bet) || !read_choices(options, &bet))
        return false;
    unsigned needed = bet.baccarat != NULL ? bet.baccarat->options : bet.craps->options;
    for (int i = 0; i < ORACLE_OPTIONS; i++)
        if ((needed >> i & 1u) != 0 && bet.chose[i] == NOT_ASKED)
            return false;
    *ret = bet;
    return true;
}

bool oracle_offered(const oracle_bet *bet)
{
    return bet->baccarat == NULL || bet->baccarat->offered == NULL || bet->baccarat->offered(bet);
}

bool oracle_known(int index, const char **ret_sheet, const char **ret_wager)
{
    int baccarat_count, craps_count;
    const oracle_baccarat_rule *baccarat = oracle_baccarat_rules(&baccarat_count);
    const oracle_craps_rule *craps = oracle_craps_rules(&craps_count);
    if (index >= baccarat_count + craps_count)
        return false;
    bool is_craps = index >= baccarat_count;
    *ret_sheet = is_craps ? craps[index - baccarat_count].sheet : baccarat[index].sheet;
    *ret_wager = is_craps ? craps[index - baccarat_count].wager : baccarat[index].wager;
    return true;
}
