/* src/house/purse.c - what players have, as the store said last and as bets have moved it since.
 *
 * It saves asking the store for what a bet is answered with. The store alone decides what can be held. */
#include "inside.h"

#include <string.h>

enum { PROBES = 8 };

static purse *find(house *h, uint64_t player, bool make)
{
    size_t at = (size_t)((player * UINT64_C(0x9E3779B97F4A7C15)) >> 32) % HOUSE_PURSES;
    purse *free_one = NULL;
    for (size_t i = 0; i < PROBES; i++) {
        purse *p = &h->purses[(at + i) % HOUSE_PURSES];
        if (p->player == player)
            return p;
        if (p->player == 0 && free_one == NULL)
            free_one = p;
    }
    if (!make)
        return NULL;
    return free_one != NULL ? free_one : &h->purses[at]; /* somebody else is forgotten */
}

felt_status purse_get(house *h, uint64_t player, felt_balance *ret, felt_error *error)
{
    purse *p = find(h, player, true);
    if (p->player != player) {
        felt_balance balance;
        felt_status status = felt_store_balance(h->store, (felt_player_id){(int64_t)player}, &balance, error);
        if (status != FELT_OK)
            return status;
        *p = (purse){player, balance};
    }
    *ret = p->balance;
    return FELT_OK;
}

void purse_move(house *h, uint64_t player, int64_t available, int64_t held)
{
    purse *p = find(h, player, false);
    if (p == NULL)
        return;
    p->balance.available.minor += available;
    p->balance.held.minor += held;
}

void purse_forget(house *h, uint64_t player)
{
    purse *p = player == 0 ? NULL : find(h, player, false);
    if (player == 0)
        memset(h->purses, 0, HOUSE_PURSES * sizeof *h->purses);
    else if (p != NULL)
        *p = (purse){.player = 0};
}
