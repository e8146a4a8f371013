/* src/serve/pending.c - commands that wait for the house: a ticket for each, and who is to be answered. */
#include "server.h"

#include <stdlib.h>

bool pending_open(server *s)
{
    s->pending = calloc(SERVER_PENDING_MAX, sizeof *s->pending);
    if (s->pending == NULL)
        return false;
    for (int i = 0; i < SERVER_PENDING_MAX; i++)
        s->pending[i].next_free = i + 1 < SERVER_PENDING_MAX ? i + 1 : -1;
    s->free_pending = 0;
    return true;
}

bool pending_add(server *s, pending item, uint64_t *ret_ticket)
{
    int at = s->free_pending;
    if (at < 0)
        return false;
    s->free_pending = s->pending[at].next_free;
    s->pending[at] = item;
    *ret_ticket = (uint64_t)at;
    return true;
}

bool pending_take(server *s, uint64_t ticket, pending *ret)
{
    if (ticket == SERVER_TICKET_NONE || s->pending[ticket].kind == PENDING_FREE)
        return false;
    pending *p = &s->pending[ticket];
    *ret = *p;
    *p = (pending){.kind = PENDING_FREE, .next_free = s->free_pending};
    s->free_pending = (int)ticket;
    return true;
}
