/* src/odds/shoe_plain.c - the shoe kernel for any processor. */
#include "odds/shoe.h"

#define SHOE_BYTES 16
#define SHOE_TARGET 
#define SHOE_KERNEL felt_shoe_kernel_plain
#include "odds/shoe_kernel.h"

