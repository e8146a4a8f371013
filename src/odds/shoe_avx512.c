/* src/odds/shoe_avx512.c - the shoe kernel for processors with AVX-512. */
#include "odds/shoe.h"

#if defined(__x86_64__)
#define SHOE_BYTES 64
#define SHOE_TARGET __attribute__((target("avx512f,fma")))
#define SHOE_KERNEL felt_shoe_kernel_avx512
#include "odds/shoe_kernel.h"
#else
typedef int felt_shoe_no_avx512; /* a file must not be empty */
#endif
