/* SPDX-License-Identifier: MIT */
/* Prints the number of brain_same.h (./dev mind same compares): brain_same [POSITIONS] */
#include "tests/bench/brain_same.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    uint64_t number = same(argc > 1 ? (uint32_t)strtoul(argv[1], NULL, 10) : 1000);
    printf("%016" PRIx64 "\n", number);
    return number == 0;
}
