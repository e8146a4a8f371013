/* src/report/par_section.h - the part of a PAR document about one wager. */
#ifndef FELT_SRC_REPORT_PAR_SECTION_H
#define FELT_SRC_REPORT_PAR_SECTION_H

#include "par_table.h"

/* Prints section `section`: with one sheet its rows, figures and ranges; with several, each is a column. */
void section_print(press *p, int section);

#endif
