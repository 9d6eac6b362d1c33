/* SPDX-License-Identifier: MIT */
/*
 * Deadlines of many objects, the next one first: a binary heap of members of those objects. Setting
 * and clearing cost the logarithm of their number. The caller chooses what times mean.
 */
#ifndef PENTAD_SERVER_CORE_DEADLINES_H
#define PENTAD_SERVER_CORE_DEADLINES_H

#include <stddef.h>
#include <stdint.h>

/* A member of the object that has the deadline. All zero: none is set. */
struct deadline {
    int64_t at_ms;
    uint32_t place; /* in the heap, from 1 */
    uint32_t kind;  /* the caller's value */
};

struct deadlines {
    struct deadline **heap; /* from 1 */
    size_t count;
    size_t size;
};

/* Sets or moves the deadline; INT64_MAX clears it. */
void deadline_set(struct deadlines *deadlines, struct deadline *deadline, int64_t at_ms);
void deadline_clear(struct deadlines *deadlines, struct deadline *deadline);
/* The next one, NULL if none is set. */
struct deadline *deadlines_first(const struct deadlines *deadlines);
void deadlines_deinit(struct deadlines *deadlines);

#endif
