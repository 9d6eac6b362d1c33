/* SPDX-License-Identifier: MIT */
/*
 * Rows that a server tells in pages, in its order and each once. Owns the rows; keeps at most `max`
 * of them. For the models of client/core/ alone.
 */
#ifndef PENTAD_CLIENT_CORE_PAGES_H
#define PENTAD_CLIENT_CORE_PAGES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct pages {
    char *rows; /* each begins with its id, a uint64_t */
    size_t count;
    size_t cap;
    size_t row_size;
    size_t max;
    void (*drop)(void *row); /* frees what a row owns; NULL: nothing */
    uint64_t begin;          /* the first page is asked for with this, */
    uint64_t next;           /* the next one with this; 0: there is none, or no room for it */
};

void pages_init(struct pages *pages, size_t row_size, size_t max, uint64_t begin);
void pages_deinit(struct pages *pages);

/* Begins to take the page that was asked for with `asked`. The first page replaces all rows. False:
 * the page follows nothing that is known, and is to be left out. */
bool pages_begin_page(struct pages *pages, uint64_t asked);
/* Ends it; `next` asks for the page behind it, 0: there is none. */
void pages_end_page(struct pages *pages, uint64_t next);

void *pages_at(const struct pages *pages, size_t index);
/* Returns the row with this id, lent until one is put or removed. If it is new it is zeroed behind
 * its id, and is the last one; NULL: there is no room for it. */
void *pages_put(struct pages *pages, uint64_t id);
/* The same, but a new row is the first one, and the last goes if there is no room. */
void *pages_put_first(struct pages *pages, uint64_t id);
/* Puts the rows in order; those of which neither comes first stay as they stand. */
void pages_sort(struct pages *pages, bool (*comes_first)(const void *row, const void *other));
/* Returns whether there was such a row. */
bool pages_remove(struct pages *pages, uint64_t id);

#endif
