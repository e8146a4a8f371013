/* src/odds/shoe_avx2.c - the shoe kernel for processors with AVX2 and FMA. */
#include "odds/shoe.h"

#if defined(__x86_64__)
#define SHOE_LANES 4
#define SHOE_TARGET __attribute__((target("avx2,fma")))
#include "odds/shoe_kernel.h"

void felt_shoe_kernel_avx2(const felt_shoe_lanes *lanes, felt_shoe_block *ret)
{
    for (int i = 0; i < STEP; i++)
        count_lanes((const loose *)lanes->cards + i, (loose *)ret->counts + i);
}
#else
typedef int felt_shoe_no_avx2; /* a file must not be empty */
#endif
