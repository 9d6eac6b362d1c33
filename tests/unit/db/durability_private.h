/* SPDX-License-Identifier: MIT */
/*
 * Private to the files of durability.h: what they know of each other.
 */
#ifndef PENTAD_TESTS_UNIT_DB_DURABILITY_PRIVATE_H
#define PENTAD_TESTS_UNIT_DB_DURABILITY_PRIVATE_H

#include "tests/unit/db/durability.h"
#include "tests/unit/db/raw_database.h"

/* Of the database file. */
void durability__path(char path_out[RAW_PATH_SIZE]);
/* How many rows with the time n there are if batch n is there. */
int durability__rows(const struct trial *trial, int n);

#endif
