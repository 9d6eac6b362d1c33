/* SPDX-License-Identifier: MIT */
/*
 * Compares records (db/records.def) field by field, in depth. A test fails with the name of the
 * first field that differs.
 */
#ifndef PENTAD_TESTS_STORE_COMPARE_H
#define PENTAD_TESTS_STORE_COMPARE_H

#include "db/record.h"

/* The name of the first field that differs; NULL if none does. */
const char *record_difference(enum record_id id, const void *left, const void *right);

/* Of so many records at both places. */
bool records_are_equal(enum record_id id, const void *left, const void *right, size_t count);

/* `given` and `wanted` point to a struct store_<id>. */
#define assert_record_equal(id, given, wanted)                                                     \
    do {                                                                                           \
        const struct store_##id *given_record = (given);                                           \
        const struct store_##id *wanted_record = (wanted);                                         \
        const char *differs = record_difference(STORED_##id, given_record, wanted_record);         \
        if (differs != NULL)                                                                       \
            fail_msg(#id ": %s is not as wanted", differs);                                        \
    } while (0)

#endif
