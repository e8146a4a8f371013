/* src/odds/figures.h - the figures of one wager from the probabilities of its rows. */
#ifndef FELT_SRC_ODDS_FIGURES_H
#define FELT_SRC_ODDS_FIGURES_H

#include <felt/odds.h>

/* Room for the figures of a wager; false when there is no memory. */
bool figures_init(felt_odds *odds, const felt_sheet *sheet, const felt_wager *wager, const felt_variant *variant);
void figures_clear(felt_odds *odds);

/* Fills in hit, push and what needs pays, from `rows`. */
void figures_from_rows(felt_odds *odds);

/* Does the row ever decide? One that never does needs no pay. */
bool figures_row_counts(const felt_odds *odds, int row);

/* The net win of a unit when `row` decides. Requires a pay that is set. */
void figures_net(const felt_odds *odds, int row, mpq_t ret);

/* Are the two about one wager from one shoe or position, with the same choice of every option that the first names but option `except`? */
bool figures_same_choices(const felt_odds *a, const felt_odds *b, int except);

#endif
