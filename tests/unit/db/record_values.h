/* SPDX-License-Identifier: MIT */
/*
 * Values for the records of db/records.def, made from the tables: right ones, ones at the ends of
 * each range, and wrong ones, each field in turn. So a new row of a table is tested by being there.
 */
#ifndef PENTAD_TESTS_UNIT_DB_RECORD_VALUES_H
#define PENTAD_TESTS_UNIT_DB_RECORD_VALUES_H

#include "db/record.h"

#include <stdbool.h>

enum values_kind {
    VALUES_PLAIN,   /* the smallest that are right; ids are 1, 2, 3 ..., lists are empty */
    VALUES_DRAWN,   /* something everywhere, and no two fields alike where there is a choice */
    VALUES_COLUMNS, /* the same, in fields that are parameters and columns */
};

/* Fills in a record that is all zero; what it points to lies in the arena. Valid by itself: a rule
 * between two fields is not known here. The same `draw` gives the same values. */
void values_fill(enum record_id id, void *record, enum values_kind kind, uint64_t *draw,
                 struct arena *arena);

/* Told of each change, while it is made. */
struct values_listener {
    void (*changed)(void *ctx, const char *record, const char *field, int number);
    void *ctx;
};

/* Changes one field after the other, in the records inside this one, too, to what is at an end of
 * its range; or out of it. Each change is undone before the next one. */
void values_try_ends(enum record_id id, void *record, const struct values_listener *listener);
void values_try_wrong(enum record_id id, void *record, const struct values_listener *listener);

#endif
