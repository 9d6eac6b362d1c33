/* SPDX-License-Identifier: MIT */
/*
 * Rows that a server tells in pages, each once and in the server's order. Owns the rows; keeps at
 * most `max` of them. For the models of client/core/ only.
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
    uint64_t begin;          /* asks for the first page */
    uint64_t next;           /* asks for the next one; 0: there is none, or no room for it */
};

void pages_init(struct pages *pages, size_t row_size, size_t max, uint64_t begin);
void pages_deinit(struct pages *pages);

/* Begins to take the page that was asked for with `asked`. The first page replaces all rows. False:
 * the page does not follow a known one, and is to be dropped. */
bool pages_begin_page(struct pages *pages, uint64_t asked);
/* Ends the page; `next` asks for the one after it, 0: there is none. */
void pages_end_page(struct pages *pages, uint64_t next);

void *pages_at(const struct pages *pages, size_t index);
/* Returns the row with this id, lent until one is put or removed. A new row is the last one, and is
 * zeroed after its id; NULL: there is no room for it. */
void *pages_put(struct pages *pages, uint64_t id);
/* The same, but a new row is the first one, and without room the last one goes. */
void *pages_put_first(struct pages *pages, uint64_t id);
/* Sorts the rows; equal ones keep their order. */
void pages_sort(struct pages *pages, bool (*comes_first)(const void *row, const void *other));
/* Removes the row with this id. False if there was none. */
bool pages_remove(struct pages *pages, uint64_t id);

#endif
