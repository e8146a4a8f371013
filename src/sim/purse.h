/* sim/purse.h - the money of one bettor through a session, and what is noted of it after every round. */
#ifndef FELT_SRC_SIM_PURSE_H
#define FELT_SRC_SIM_PURSE_H

#include <felt/sim.h>

typedef struct purse {
    int64_t worth, highest; /* money on hand and on the table */
    uint32_t losing;        /* rounds of the present losing run */
    felt_session session;
} purse;

/* After a round. Nothing is jumped over: nobody can guess who wins. */
static inline void purse_settle(purse *p, int64_t net)
{
    int64_t drawdown = p->session.drawdown.minor;
    uint32_t losing = (p->losing & -(uint32_t)(net <= 0)) + (net < 0), longest = p->session.losing_run;
    p->worth += net;
    p->highest = p->worth > p->highest ? p->worth : p->highest;
    int64_t fallen = p->highest - p->worth;
    p->losing = losing;
    p->session.losing_run = losing > longest ? losing : longest;
    p->session.drawdown.minor = fallen > drawdown ? fallen : drawdown;
}

#endif
