/* src/strategy/strategy.h - a strategy from inside: what it bets, when, and what it does after a result.
 *
 * Numbers are in units, kept as minor units of money: the number 2 of a strategy whose unit is 10.00 is 2000, whether it is a stake or a
 * count. So amounts of money and counts can be added and compared exactly. */
#ifndef FELT_SRC_STRATEGY_STRATEGY_H
#define FELT_SRC_STRATEGY_STRATEGY_H

#include <felt/settle.h>
#include <felt/strategy.h>

enum { STRATEGY_SETS_MAX = 256, STRATEGY_STACK_MAX = 64 };

typedef enum strategy_op {
    OP_NUMBER = 0, /* value */
    OP_VARIABLE,   /* index */
    OP_FACT,       /* index: a strategy_fact */
    OP_STAKE,      /* index: a reference; what is up on it */
    OP_WINS,       /* index: a reference to one wager; won in a row, by who is seen */
    OP_LOSSES,
    OP_PLUS,
    OP_MINUS,
    OP_TIMES,
    OP_OVER,
    OP_AT_MOST, /* the lesser of two */
    OP_AT_LEAST,
    OP_IS, /* from here on comparisons, which give 0 or 1 */
    OP_IS_NOT,
    OP_IS_AT_LEAST,
    OP_IS_AT_MOST,
    OP_IS_ABOVE,
    OP_IS_BELOW,
    OP_AND,
    OP_OR,
} strategy_op;

typedef enum strategy_fact {
    FACT_BANKROLL = 0, /* at the beginning */
    FACT_MONEY,        /* on hand and on the table */
    FACT_RESULT,       /* money less bankroll */
    FACT_DRAWDOWN,     /* how far money is below its highest point */
    FACT_ROUNDS,       /* played */
    FACT_MINUTES,      /* played, by the pace */
    FACT_POINT,        /* 0: there is none */
    FACT_HANDS,        /* finished: shooters, or rounds where a hand is one */
    FACT_ROLLS,        /* of this hand so far */
    FACT_COUNT
} strategy_fact;

typedef struct strategy_instruction {
    strategy_op op;
    int index;
    int64_t value;
} strategy_instruction;

/* Instructions of the strategy, for a stack; a count of 0: always. */
typedef struct strategy_code {
    int first, count;
} strategy_code;

/* Wagers `first` up to `first + count` of the book, the bets of the strategy that are on them, and those whose results count for them: the
 * same, but of a wager that is watched the one that watches it. */
typedef struct strategy_reference {
    int first, count;
    uint32_t bets, seen;
} strategy_reference;

/* Something to do before a round. */
typedef struct strategy_order {
    felt_action action;
    int wager; /* FELT_ACTION_BET: of the book, on `count` bets from `first` on, of which at most one goes up in a round */
    int first, count;
    uint32_t bets; /* others: on these */
    strategy_code amount, when;
} strategy_order;

typedef enum strategy_trigger { AFTER_WIN, AFTER_LOSS, AFTER_PUSH, AFTER_ROUND, AFTER_HAND, STOP } strategy_trigger;

typedef struct strategy_set {
    int variable;
    strategy_code value;
} strategy_set;

/* Something that happens after a round. */
typedef struct strategy_rule {
    strategy_trigger trigger;
    int reference; /* of AFTER_WIN, AFTER_LOSS and AFTER_PUSH */
    uint32_t seen; /* of that reference */
    strategy_code when;
    int first_set, set_count;
} strategy_rule;

struct felt_strategy {
    felt_text name, file;
    const felt_book *book;
    int64_t unit;
    int pace;
    int variable_count, order_count, rule_count, set_count, code_count, reference_count;
    int64_t variables[FELT_STRATEGY_VARIABLES_MAX];  /* what they begin with */
    strategy_order orders[FELT_STRATEGY_ORDERS_MAX]; /* bets last, base wagers before what needs them */
    strategy_rule rules[FELT_STRATEGY_RULES_MAX];    /* in the order of the file */
    strategy_set sets[STRATEGY_SETS_MAX];
    strategy_instruction code[FELT_STRATEGY_CODE_MAX];
    strategy_reference references[FELT_STRATEGY_CODE_MAX];
    int bet_count;                         /* that may be up at once */
    int watch_count;                       /* wagers that are watched: as if bets of no stake on them, which follow the others */
    int bet_wager[FELT_STRATEGY_BETS_MAX]; /* of the book */
    int bet_index[FELT_STRATEGY_BETS_MAX]; /* of `wagers`; of those that watch, numbers beyond */
    int wager_count;
    int wagers[FELT_STRATEGY_BETS_MAX]; /* of the book, each once */
};

#endif
