/* src/serve/seats.c - who may not sit any more, since he has excluded himself or was excluded, is stood up; his bets play out. */
#include "server.h"

static bool may_sit(server *s, uint64_t player)
{
    people_refusal no;
    return people_may_sit(s->people, (felt_player_id){(int64_t)player}, s->now, &no) != FELT_ELIMIT;
}

static void clear_table(server *s, int table, uint64_t whose)
{
    const felt_table *t = house_table_at(s->house, table);
    for (int seat = 0; t != NULL && seat < house_plan(s->house, table)->seats; seat++) {
        uint64_t player;
        bool leaving;
        if (!felt_table_seat(t, seat, &player, &leaving) || leaving || (whose != 0 && private_person(s, table, player) != whose) ||
            may_sit(s, private_person(s, table, player)))
            continue;
        /* where there is no room for the command, the next sweep finds him again */
        house_command(s->house, SERVER_TICKET_NONE, table, &(felt_command){.kind = FELT_COMMAND_STAND_UP, .seat = seat}, s->now);
    }
}

void seats_clear(server *s, uint64_t player)
{
    for (int i = house_next(s->house, -1); i >= 0; i = house_next(s->house, i))
        clear_table(s, i, player);
}
