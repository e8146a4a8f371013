/* src/sheet/words_facts.h - what words.c and the words of each game's facts share. */
#ifndef FELT_SRC_SHEET_WORDS_FACTS_H
#define FELT_SRC_SHEET_WORDS_FACTS_H

#include "words.h"

/* Where words go; without bytes they are only counted. */
typedef struct words_out {
    const words_of *of;
    bool own; /* the phases that the facts speak of are the wager's own */
    char *bytes;
    size_t room, length;
} words_out;

void words_put(words_out *w, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The numbers of a set, the last after `joint`: "4", "4 or 10", "2, 3 and 12"; and how many there are. */
void words_put_numbers(words_out *w, uint32_t set, const char *joint);
int words_count_of(uint32_t set);

/* The words of a game. */
typedef struct words_rules {
    /* A fact, or its opposite, as a clause: "the point is made", "the point is not made". */
    void (*put_fact)(words_out *w, const cond *c, bool negated);

    /* The rest is for games in which something is put to an event without "and"; is_event is NULL where nothing is. */

    /* Is it something that happens in this event? */
    bool (*is_event)(const cond *c, bool negated);

    /* Does the clause of the fact end in a circumstance by itself? */
    bool (*has_tail)(const words_out *w, const cond *c);

    /* Is it a circumstance of the event; and the words that are put to it: " on the come-out". */
    bool (*is_when)(const cond *c);
    void (*put_when)(words_out *w, const cond *c, bool negated);

    /* Can it be put to the event as what came before it; and the words: " after making exactly 3 points". */
    bool (*can_follow)(const words_out *w, const cond *event, const cond *c, bool negated);
    void (*put_after)(words_out *w, const cond *c, bool negated);
} words_rules;

#endif
