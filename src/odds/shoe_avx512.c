/* src/odds/shoe_avx512.c - the shoe kernel for processors with AVX-512. */
#include "odds/shoe.h"

#if defined(__x86_64__)
#define SHOE_LANES 8
#define SHOE_TARGET __attribute__((target("avx512f,fma")))
#include "odds/shoe_kernel.h"

void felt_shoe_kernel_avx512(const felt_shoe_lanes *lanes, felt_shoe_block *ret)
{
    for (int i = 0; i < STEP; i++)
        count_lanes((const loose *)lanes->cards + i, (loose *)ret->counts + i);
}
#else
typedef int felt_shoe_no_avx512; /* a file must not be empty */
#endif
