/* felt/api.h - what every public header stands between, so that C++ can use it and the libraries show it.
 *
 * Felt is compiled with every function hidden. What is declared between FELT_API_BEGIN and FELT_API_END can be seen from outside. */
#ifndef FELT_API_H
#define FELT_API_H

#ifdef __cplusplus
#define FELT_API_BEGIN extern "C" {
#define FELT_API_END }
#else
#define FELT_API_BEGIN _Pragma("GCC visibility push(default)")
#define FELT_API_END _Pragma("GCC visibility pop")
#endif

#endif
