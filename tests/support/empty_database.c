/* SPDX-License-Identifier: MIT */
/* Writes the database that servers of tests begin with: empty, and migrated once for all of them.
 */
#include "tests/support/memory_store.h"

int main(int argc, char **argv)
{
    if (argc != 2)
        return 2;
    memory_store_save(argv[1]);
    return 0;
}
