/* src/settle/book.h - a book from inside: what settlement needs of each wager, worked out once. */
#ifndef FELT_SRC_SETTLE_BOOK_H
#define FELT_SRC_SETTLE_BOOK_H

#include <felt/settle.h>
#include <stdalign.h>

enum {
    BOOK_PARTIAL_MAX = 32, /* codes of a game that are events known in part */
    BOOK_CLASS_NONE = 255, /* of such a code: a machine tells the events apart that it may be */
};

typedef struct book_need {
    uint16_t wager; /* of the book */
    bool on_number; /* counts only while its own phases have put it on this wager's number */
} book_need;

/* What every bet touches comes first, within 64 bytes. */
typedef struct book_wager {
    alignas(64) const felt_variant *variant; /* NULL: not offered under the choices taken, or not complete */
    const felt_machine *machine;             /* of the variant */
    const felt_row_pay *pays;                /* of the variant */
    const book_need *needs;
    int needs_count;
    int needed_by_count;
    const uint16_t *needed_by; /* wagers of the book that need it */
    int depth;                 /* 0: it needs nothing; else one more than the deepest wager it needs */
    bool by_number;            /* a wager needs it on its number */
    bool vig;                  /* is one handed over beside the stake? */
    bool complete;             /* false: the sheet does not say what happens in every event */
    const felt_sheet *sheet;
    const felt_wager *wager;
    felt_text name;                    /* for messages, as felt_book_name has it */
    size_t short_length;               /* of it, before the side */
    uint8_t partial[BOOK_PARTIAL_MAX]; /* the machine's class of each event known in part */
} book_wager;

__extension__ typedef __int128 stake_sum; /* any number of stakes fits */

/* Is `stake`, all that is on the wager, no more than it allows behind `base`, all that is on what it needs? */
static inline bool book_wager_within(const book_wager *w, stake_sum stake, stake_sum base)
{
    return w->variant->most_den == 0 || stake * w->variant->most_den <= base * w->variant->most_num;
}

/* Does the sheet let a bet on the wager that has seen an event be changed so? (change.c) */
bool book_may_change(const book_wager *w, felt_action action);

struct felt_book {
    const felt_game *game;
    felt_house house;
    int decks;
    const felt_sheet **sheets;
    int sheet_count;
    uint8_t *const *choices; /* of each sheet: of each of its options */
    bool *const *defaulted;
    book_wager *wagers;
    int wager_count;
    int depth_max;
    bool by_number; /* some wager is needed on its number */
};

/* What settlement needs of a wager by itself, without what it needs or is needed by. */
book_wager book_wager_alone(const felt_sheet *sheet, const felt_wager *wager, const felt_variant *variant, felt_text name);

#endif
