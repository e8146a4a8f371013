/* felt/game.h - a game as everything but the game itself sees it: events, phases, spelling and words.
 *
 * An event is what can decide or move a bet: a roll of two dice, a finished round of baccarat. A hand is what bets are placed on from its
 * beginning to its end: a shooter's rolls, or the one round. A phase is what is known between two events and says when a wager may be
 * placed: where the puck is. A game describes all of that by one felt_game, and whoever settles, records, audits, simulates or shows
 * bets asks it and nothing else.
 *
 * Threads:  a description is constant, and every function in it is pure. */
#ifndef FELT_GAME_H
#define FELT_GAME_H

#include <felt/api.h>
#include <felt/error.h>
#include <felt/status.h>
#include <felt/text.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

FELT_API_BEGIN

enum {
    FELT_EVENTS_MAX = 4096, /* that a machine can tell apart */
    FELT_CODES_MAX = 8192,  /* events, and events that are known in part */
    FELT_WAYS_MAX = 252,    /* of an event that is thrown */
    FELT_PHASES_MAX = 16,
    FELT_FIELDS_MAX = 4,        /* columns of a record that tell of one hand */
    FELT_FIELD_PIECES_MAX = 8,  /* cards or dice in one of them */
    FELT_DECKS_MAX = 8,         /* of a shoe */
    FELT_EVENT_TEXT_BYTES = 96, /* room for an event or a phase as text, with its NUL */
};

/* A card, or a die: its face is `rank`, and it has no suit. */
typedef struct felt_card {
    uint8_t rank; /* cards: 1 to 13 */
    uint8_t suit; /* 0 spades, 1 hearts, 2 diamonds, 3 clubs */
} felt_card;

/* What was dealt in one event, as a record keeps it: the cards or dice of each field, in the order in which they came. */
typedef struct felt_dealt {
    felt_card pieces[FELT_FIELDS_MAX][FELT_FIELD_PIECES_MAX];
    uint8_t counts[FELT_FIELDS_MAX];
} felt_dealt;

/* How events come about. */
typedef enum felt_game_source {
    FELT_SOURCE_THROWN = 0, /* each by itself, event i in ways(i) of all_ways ways */
    FELT_SOURCE_SHOE,       /* from a shoe of some decks, without replacement */
} felt_game_source;

/* What the table calls things. */
typedef struct felt_game_words {
    const char *event, *events;    /* "roll", "rolls" */
    const char *hand, *hands;      /* "shooter", "shooters"; "round" where a hand is one event */
    const char *supply, *supplies; /* what a simulation counts beside events: "shooter", "shoe"; NULL: nothing */
    const char *phase;             /* "point": what a case calls a phase; NULL where there is only one */
    const char *start;             /* "come-out": what phase 0 is called; NULL where there is only one */
    const char *own_phases;       /* how a sheet says after `placed` that a wager has phases of its own: "with a come-out of its own" ... */
    const char *own_phases_begin; /* ... and what that means, before its rows; NULL where no wager has */
    const char *came, *counted;   /* what rows may count: "rolled", and all of it, "rolled, made or won"; NULL where a hand is one event */
    const char *thrown;           /* "two dice"; NULL where events are dealt */
    const char *pieces;           /* "cards", "dice" */
    const char *combinations;     /* one_event: what its combinations are, for a PAR sheet: "ordered deals of six cards ..." */
} felt_game_words;

/* A column of a record, and a line of a case, that tells of a hand. */
typedef struct felt_game_field {
    const char *name;     /* "player", "rolls" */
    const char *expected; /* for messages: "two or three cards such as 9S" */
    const char *example;  /* "2S 4D" */
} felt_game_field;

struct felt_dealing;

typedef struct felt_game {
    const char *name;  /* "craps", as in a sheet's `game craps` */
    const char *title; /* "Craps" */
    felt_game_words words;
    felt_game_source source;

    /* ---- sides of wagers: names, or numbers from side_low to side_high ---- */
    const char *const *sides; /* ended by NULL; NULL: numbers */
    int side_low, side_high;
    const char *sides_example;  /* "4, 5, 6, 8, 9 or 10" */
    const char *sides_expected; /* for messages: "a total of two dice" */

    /* ---- events ---- */
    int event_count; /* at most FELT_EVENTS_MAX */
    int code_count;  /* a code below event_count is that event; one from there on is an event known in part, such as a total */
    int all_ways;    /* thrown: at most FELT_WAYS_MAX */
    int (*ways)(int event);
    int (*event_of_way)(int way); /* the event that way number `way` of them makes, each equally likely */
    int (*faces)(int way, uint8_t ret[FELT_FIELD_PIECES_MAX]); /* and the faces of the dice in it, in their order; returns how many */

    /* May the event known in part be this event? Codes below event_count are only themselves; NULL
     * where there are no others. */
    bool (*covers)(int code, int event);

    /* Writes an event, such as "3-5" or "player 9-8, banker 7"; returns as snprintf does. */
    int (*event_write)(int code, char *ret, size_t size);

    /* ---- hands and phases ---- */
    bool one_event;      /* a hand is one event */
    int hand_events_max; /* events of one hand that a record may hold */
    int phase_count;     /* at most FELT_PHASES_MAX; a hand begins in phase 0 */

    /* The phase after an event, and whether the hand is over with it. */
    int (*phase_after)(int phase, int code, bool *ret_over);

    /* Why no more can come after an event that ends a hand: "a seven-out, which ends the shooter's hand". */
    const char *hand_end;

    /* Writes a phase, such as "the puck is on 6"; returns as snprintf does. */
    int (*phase_write)(int phase, char *ret, size_t size);

    /* The phase that a record or a case calls by a number, such as 6; -1: none. */
    int (*phase_find)(int number);
    int (*phase_number)(int phase); /* the same the other way round; 0: none */
    const char *phase_expected;     /* for messages: "a point: 4, 5, 6, 8, 9 or 10" */

    /* Several phases: writes in which of them (bit p: phase p) something is placed, such as "with the puck off or on 4, 10"; returns as
     * snprintf does. And what each felt_placing is called: "while a point is on". NULL where there is only one. */
    int (*phases_write)(unsigned phases, char *ret, size_t size);
    const char *const *placings;

    /* ---- spelling ---- */
    const felt_game_field *fields; /* one_event: parts of the event; else one field that lists the events */
    int field_count;

    /* one_event: one card or die; false: it is none. `piece` is what it is called, and piece_expected what it looks like. */
    bool (*piece_read)(felt_text text, felt_card *ret);
    const char *piece, *piece_expected;
    bool suits_decide_nothing;   /* cards: no event tells suits apart, so a record may leave them out */
    int pieces_min, pieces_max;  /* of a field ... */
    const char *pieces_expected; /* ... and the same for messages: "2 or 3" */

    /* one_event: the pieces of a field; false: it does not hold such pieces, or too few or too many. */
    bool (*pieces_read)(felt_text text, felt_card ret[FELT_FIELD_PIECES_MAX], uint8_t *ret_count);

    /* Else: the code of one event of the list; -1: it is none. */
    int (*event_read)(felt_text text);

    /* From a shoe: deals what makes one event, by the rules of the game. Requires felt_dealing_goes_on. */
    void (*deal)(struct felt_dealing *shoe, felt_dealt *ret);

    /* one_event: the event of what was dealt. FELT_EDATA: it cannot be dealt by the rules, or not from `decks` decks, and `error`
     * says which piece should or should not be there. Whatever the pieces hold is checked. */
    felt_status (*classify)(const felt_dealt *dealt, int decks, int *ret, felt_error *error);
} felt_game;

/* The games that this program knows: the one called `name`, and number `index` from 0; NULL for none. */
const felt_game *felt_game_find(felt_text name);
const felt_game *felt_game_at(int index);

/* The number of decks that a shoe of the game may have; 0 for games that are thrown. */
static inline int felt_game_decks_max(const felt_game *game)
{
    return game->source == FELT_SOURCE_SHOE ? FELT_DECKS_MAX : 0;
}

/* The most cards or dice that one event takes, where a hand is one event. */
static inline int felt_game_pieces_max(const felt_game *game)
{
    return game->field_count * game->pieces_max;
}

FELT_API_END

#endif
