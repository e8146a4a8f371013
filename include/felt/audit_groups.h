/* felt/audit_groups.h - an audit broken down by groups of rows, such as dealers, tables or hours, and luck judged over many of them.
 *
 * A cell is one wager in one group. Its figures are those of felt/audit.h for these bets alone. Where many cells are looked at, some are
 * unusual by luck alone; so the chance of each is corrected for the number of cells that could be judged (Holm's method, which holds
 * whatever depends on what), and the verdict follows the corrected chance.
 *
 * Lifetime: groups own their memory and are freed with felt_audit_groups_free, after the audit has seen its last round. They use the book,
 *           which must outlive them.
 * Threads:  one thread at a time. */
#ifndef FELT_AUDIT_GROUPS_H
#define FELT_AUDIT_GROUPS_H

#include <felt/api.h>
#include <felt/audit.h>

FELT_API_BEGIN

enum { FELT_AUDIT_CELLS_MAX = 32768 };

typedef struct felt_audit_groups felt_audit_groups;

typedef struct felt_audit_cell {
    uint32_t round_group, bet_group; /* as felt_records_group numbers them in each file */
    int wager;
    felt_audit_tally tally;
    /* After felt_audit_groups_judge: */
    felt_luck luck;            /* by itself */
    double corrected;          /* its chance, for looking at so many cells; 1 where it could not be judged */
    felt_luck_verdict verdict; /* by that */
} felt_audit_cell;

/* What came of the rounds of one group. */
typedef struct felt_audit_group_rounds {
    uint64_t verified, misdealt;
} felt_audit_group_rounds;

felt_status felt_audit_groups_new(const felt_book *book, felt_audit_groups **ret); /* FELT_ENOMEM */
void felt_audit_groups_free(felt_audit_groups *groups);                            /* NULL is allowed */

/* From its next round on, the audit adds everything to these groups as well. felt_audit_round then fails with FELT_ELIMIT where there are
 * more than FELT_AUDIT_CELLS_MAX cells. */
void felt_audit_group_by(felt_audit *audit, felt_audit_groups *groups);

/* How cells are ordered: below 0 where the group of `a` comes before that of `b`. */
typedef int (*felt_audit_order)(void *context, const felt_audit_cell *a, const felt_audit_cell *b);

/* Judges the luck of every cell, and of all of them together, and puts the cells in the order of their groups, by `order`, then of the
 * wagers. To be called once, when the last round has been added. FELT_ENOMEM. */
felt_status felt_audit_groups_judge(felt_audit_groups *groups, felt_audit_order order, void *context);

int felt_audit_groups_count(const felt_audit_groups *groups);
const felt_audit_cell *felt_audit_groups_cell(const felt_audit_groups *groups, int index);
int felt_audit_groups_judged(const felt_audit_groups *groups); /* cells with enough rounds to be judged: the correction is for so many */
felt_audit_group_rounds felt_audit_groups_rounds(const felt_audit_groups *groups, uint32_t round_group);

FELT_API_END

#endif
