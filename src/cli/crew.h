/* src/cli/crew.h - the processes that deal one run of `felt count` together: this one alone, or those that mpirun has started.
 *
 * Open MPI takes longer to load than most verbs to run. So `felt` sees whether mpirun has started it (crew_alone.c) and hands over to
 * felt-crew, which has it (crew_mpi.c). */
#ifndef FELT_SRC_CLI_CREW_H
#define FELT_SRC_CLI_CREW_H

#include "cli.h"

#include <felt/exposure.h>

/* Joins the others, or hands the verb over to who can. False: this process deals alone; *ret_code is CLI_DONE, or why it cannot go on. All
 * but the first say nothing from now on. */
bool crew_join(cli *c, int argc, char **argv, felt_exposure_crew *ret, cli_exit *ret_code);

/* What the first process has, for all: in the arena, where it is not theirs already. At most `most` bytes. */
felt_status crew_tell(const felt_exposure_crew *crew, felt_arena *arena, size_t most, felt_text *text);

/* How many processes of the crew are on this machine. */
int crew_here(const felt_exposure_crew *crew);

/* Leaves in order; who failed takes all others along. */
void crew_leave(const felt_exposure_crew *crew, cli_exit code);

#endif
