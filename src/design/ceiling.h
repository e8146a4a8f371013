/* src/design/ceiling.h - what somebody who counts cards may win at most, and which numbers are too exposed for that.
 *
 * What a perfect player wins a shoe never falls when a number rises, and is convex in all of them (count/sample.h). So every figure that
 * was computed gives a plane that no figure is below; where it is above the ceiling, all paytables are too exposed, and nothing needs to
 * be computed for them. The highest number of a row that is allowed is found by stepping down such planes.
 * Figures are doubles of a sample; what is found depends on the request alone.
 * Lifetime: ceiling_free. */
#ifndef FELT_SRC_DESIGN_CEILING_H
#define FELT_SRC_DESIGN_CEILING_H

#include "problem.h"

typedef struct ceiling ceiling;

/* Deals the shoes of every scene. FELT_EDATA: the wager is not dealt from a shoe. FELT_ERANGE: a number of the request is out of its range.
 * FELT_ELIMIT: too many shoes and scenes. FELT_ENOMEM. */
felt_status ceiling_new(const stage *s, const felt_design_request *request, ceiling **ret, felt_error *error);
void ceiling_free(ceiling *c); /* NULL is allowed */

/* Begins a search: so many units a shoe at most, and so many steps of work. Planes that are known stay known. */
void ceiling_begin(ceiling *c, double most, uint64_t work);
uint64_t ceiling_steps(const ceiling *c); /* that it has taken */
bool ceiling_is_spent(const ceiling *c);  /* it would have taken more: what was answered since does not count */

/* Of numbers of the parts of a problem, in its scenes but those released. */

/* The units a shoe in a scene. */
felt_exposure_figure ceiling_figure(const problem *p, int scene, const int *numbers);

/* Is it known that these numbers, and so all higher ones, are too exposed? Computes no figure. */
bool ceiling_excludes(const problem *p, const int *numbers);

/* The last place from `first` to `last` at which the last part is not too exposed; first - 1: none. */
int ceiling_last(const problem *p, int *numbers, int first, int last);

/* The units a shoe in the scene where they are most. If they are below the ceiling, they become it. */
double ceiling_lower(const problem *p, const int *numbers);

#endif
