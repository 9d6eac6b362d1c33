/* SPDX-License-Identifier: MIT */
/*
 * A number for each of many ids, for facts that are worth little and must not fill the memory: the
 * one that was set longest ago is forgotten first.
 */
#ifndef PENTAD_SERVER_CORE_REMEMBERED_H
#define PENTAD_SERVER_CORE_REMEMBERED_H

#include <stdint.h>

/* The most ids remembered at once. */
#define REMEMBERED_MAX 16384

struct remembered_row;

/* All zero is empty. */
struct remembered {
    struct remembered_row *rows; /* in the order in which they were set */
};

/* Returns the number of the id; 0: none is known. */
uint64_t remembered_get(const struct remembered *all, uint64_t id);
/* Returns the place where the id's number is to be set, and counts it as the newest. After
 * REMEMBERED_MAX others were set, the place goes to another id: its memory lives as long as the
 * map, so that an image of it never points to freed memory. */
uint64_t *remembered_place(struct remembered *all, uint64_t id);
void remembered_deinit(struct remembered *all);

#endif
