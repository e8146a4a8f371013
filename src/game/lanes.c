/* src/game/lanes.c - numbers of cards whose first bits were refused. */
#include "game/lanes.h"

#include <felt/random.h>

__extension__ typedef unsigned __int128 wide;

uint32_t lanes_retry(uint64_t seed, uint64_t shoe, uint32_t row, uint32_t left)
{
    const felt_random_pair key = {seed, 1}; /* the bits of the first try have a key that ends in 0 */
    for (uint64_t attempt = 0;; attempt++) {
        felt_random_pair bits = felt_random_threefry(key, (felt_random_pair){attempt << 32 | row, shoe});
        wide product = (wide)bits.first * left;
        if ((uint64_t)product >= (0 - (uint64_t)left) % left)
            return (uint32_t)(product >> 64);
    }
}
