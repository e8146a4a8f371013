/* src/cli/crew_mpi.c - a crew by Open MPI, for felt-crew. */
#include "crew.h"

#include <mpi.h>
#include <string.h>

enum { NUMBERS_MAX = 1 << 24 }; /* added up at once */

static felt_status add(void *context, uint64_t *numbers, size_t count)
{
    (void)context;
    for (size_t at = 0; at < count; at += NUMBERS_MAX) {
        int some = (int)(count - at < NUMBERS_MAX ? count - at : NUMBERS_MAX);
        if (MPI_Allreduce(MPI_IN_PLACE, numbers + at, some, MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD) != MPI_SUCCESS)
            return FELT_EIO;
    }
    return FELT_OK;
}

bool crew_join(cli *c, int argc, char **argv, felt_exposure_crew *ret, cli_exit *ret_code)
{
    felt_exposure_crew crew = {.add = add};
    (void)argc;
    (void)argv;
    *ret_code = CLI_DONE;
    if (MPI_Init(NULL, NULL) != MPI_SUCCESS) {
        cli_complain(c, "Open MPI cannot be started");
        *ret_code = CLI_DATA;
        return false;
    }
    MPI_Comm_rank(MPI_COMM_WORLD, &crew.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &crew.count);
    if (crew.rank > 0) {
        FILE *nowhere = fopen("/dev/null", "w");
        if (nowhere != NULL)
            c->out = c->err = nowhere;
    }
    *ret = crew;
    return true;
}

felt_status crew_tell(const felt_exposure_crew *crew, felt_arena *arena, size_t most, felt_text *text)
{
    uint64_t length = crew->rank == 0 ? text->length : 0;
    if (MPI_Bcast(&length, 1, MPI_UINT64_T, 0, MPI_COMM_WORLD) != MPI_SUCCESS)
        return FELT_EIO;
    if (length > most || length > INT32_MAX)
        return FELT_ELIMIT;
    char *bytes = felt_arena_take(arena, (size_t)length + 1, 1);
    if (bytes == NULL)
        return FELT_ENOMEM;
    if (crew->rank == 0)
        memcpy(bytes, text->bytes, (size_t)length);
    if (MPI_Bcast(bytes, (int)length, MPI_BYTE, 0, MPI_COMM_WORLD) != MPI_SUCCESS)
        return FELT_EIO;
    *text = (felt_text){bytes, (size_t)length};
    return FELT_OK;
}

int crew_here(const felt_exposure_crew *crew)
{
    (void)crew;
    MPI_Comm here;
    int count = 1;
    if (MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &here) == MPI_SUCCESS) {
        MPI_Comm_size(here, &count);
        MPI_Comm_free(&here);
    }
    return count;
}

void crew_leave(const felt_exposure_crew *crew, cli_exit code)
{
    (void)crew;
    if (code != CLI_DONE && code != CLI_USAGE)
        MPI_Abort(MPI_COMM_WORLD, (int)code);
    MPI_Finalize();
}
