/* src/count/group.h - the wagers of one sheet from one shoe, out of a list: what a bettor at a table chooses from. */
#ifndef FELT_SRC_COUNT_GROUP_H
#define FELT_SRC_COUNT_GROUP_H

#include <felt/leak.h>

/* One after the other; begins with group_open, ends with group_close. */
typedef struct group {
    const felt_removals *removals;
    bool *done;
    int *members; /* of this group: indexes into the list, in its order */
    int count;
    bool is_table; /* every wager is there once */
} group;

/* FELT_ENOMEM. group_close is due in any case. */
felt_status group_open(group *g, const felt_removals *removals);
void group_close(group *g);

/* The next group of wagers to which felt_removal_applies; false: there is none. */
bool group_next(group *g);

void leak_init(felt_leak *leak);
void leak_clear(felt_leak *leak);

#endif
