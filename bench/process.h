/* bench/process.h - what a process of this machine uses, by /proc. */
#ifndef FELT_BENCH_PROCESS_H
#define FELT_BENCH_PROCESS_H

#include <sys/types.h>

long process_resident_bytes(pid_t process);

/* Seconds of processor time that a process has used. */
double process_used_s(pid_t process);

/* The same of the parent of a process and of all its children: of a database, by one of its backends. */
double process_family_used_s(pid_t one);

#endif
