/* src/cli/crew_alone.c - no crew: a verb that mpirun has started several times is handed over to felt-crew. */
#include "crew.h"

#include <stdlib.h>

bool crew_join(cli *c, int argc, char **argv, felt_exposure_crew *ret, cli_exit *ret_code)
{
    const char *size = getenv("OMPI_COMM_WORLD_SIZE");
    (void)ret;
    *ret_code = CLI_DONE;
    if (size != NULL && atoi(size) > 1)
        *ret_code = cli_hand_over(c, "felt-crew", argc, argv);
    return false;
}

felt_status crew_tell(const felt_exposure_crew *crew, felt_arena *arena, size_t most, felt_text *text)
{
    (void)crew;
    (void)arena;
    (void)most;
    (void)text;
    return FELT_OK;
}

int crew_here(const felt_exposure_crew *crew)
{
    (void)crew;
    return 1;
}

void crew_leave(const felt_exposure_crew *crew, cli_exit code)
{
    (void)crew;
    (void)code;
}
