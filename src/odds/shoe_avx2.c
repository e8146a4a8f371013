/* src/odds/shoe_avx2.c - the shoe kernel for processors with AVX2 and FMA. */
#include "odds/shoe.h"

#if defined(__x86_64__)
#define SHOE_BYTES 32
#define SHOE_TARGET __attribute__((target("avx2,fma")))
#define SHOE_KERNEL felt_shoe_kernel_avx2
#include "odds/shoe_kernel.h"
#else
typedef int felt_shoe_no_avx2; /* a file must not be empty */
#endif
