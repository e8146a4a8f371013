/* src/sheet/probe.h - the words that the parser looks for at one place of a text, for who writes there.
 *
 * The parser asks of a token whether it is this word or that: what it asks at the place is what may stand there. So there is no second
 * list of the language. */
#ifndef FELT_SRC_SHEET_PROBE_H
#define FELT_SRC_SHEET_PROBE_H

#include "scan.h"

#include <felt/edit.h>

typedef struct word_probe {
    int line, column;     /* of the token that stands at the place */
    felt_next_word *list; /* FELT_NEXT_WORDS_MAX of them */
    int count;
    bool wagers; /* the name of a wager may stand there: all of them are known at the end */
} word_probe;

/* Notes a word when `at` is the place; once. A probe that is NULL notes nothing. */
void probe_note(word_probe *probe, const token *at, felt_text word, felt_text meaning);

/* Is it the place? */
bool probe_is_at(const word_probe *probe, const token *at);

#endif
