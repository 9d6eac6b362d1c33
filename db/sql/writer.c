/* SPDX-License-Identifier: MIT */
/*
 * Functions that operations share.
 */
#include "db/sql/writer.h"

#include "db/check.h"

int writer__one_row(int changed)
{
    return changed == 1 ? OP_DONE : OP_REFUSED;
}
