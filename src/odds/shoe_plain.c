/* src/odds/shoe_plain.c - the shoe kernel for any processor. */
#include "odds/shoe.h"

#define SHOE_LANES 2
#define SHOE_TARGET
#include "odds/shoe_kernel.h"

void felt_shoe_kernel_plain(const felt_shoe_lanes *lanes, felt_shoe_block *ret)
{
    for (int i = 0; i < STEP; i++)
        count_lanes((const loose *)lanes->cards + i, (loose *)ret->counts + i);
}
