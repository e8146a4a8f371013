/* felt/figures.h - what a bet is worth, from the probabilities of its rows and any pays.
 *
 * The pays need not be those of a sheet: whoever designs a paytable, or asks what a misprint would cost, puts in others.
 * Threads:  every function is pure.
 * Failure:  GMP itself ends the process when there is no memory for a number. */
#ifndef FELT_FIGURES_H
#define FELT_FIGURES_H

#include <felt/api.h>
#include <felt/wager.h>
#include <gmp.h>

FELT_API_BEGIN

typedef struct felt_figures {
    bool has_outcomes; /* every outcome that can occur is defined; if not, all figures are 0 */
    mpq_t hit, push;   /* of a win (an unset pay counts as one), of a push */
    bool has_pays;     /* every pay that can occur is set; if not, the figures below are 0 */
    mpq_t edge;        /* the house's share of a unit staked; negative when the player has it */
    mpq_t variance;    /* of the net win of a unit staked */
    mpq_t third;       /* its third central moment; skewness is third / variance^(3/2) */
} felt_figures;

void felt_figures_init(felt_figures *figures);
void felt_figures_clear(felt_figures *figures);

/* Computes all of them. rows[i] is the probability that row i decides, and pays[i] what it then pays; the probabilities add up to 1, and a
 * row that has none needs no pay. Requires `figures` to be initialized; rows are only read. */
void felt_figures_compute(felt_figures *figures, mpq_t *rows, const felt_row_pay *pays, int row_count);

FELT_API_END

#endif
