/* SPDX-License-Identifier: MIT */
/*
 * Rows in pages, as client/core/pages.h describes them.
 */
#include "client/core/pages.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

#define FIRST_CAP 64

void pages_init(struct pages *pages, size_t row_size, size_t max, uint64_t begin)
{
    *pages = (struct pages){.row_size = row_size, .max = max, .begin = begin};
}

void *pages_at(const struct pages *pages, size_t index)
{
    return pages->rows + index * pages->row_size;
}

static uint64_t id_at(const struct pages *pages, size_t index)
{
    uint64_t id;
    memcpy(&id, pages_at(pages, index), sizeof(id));
    return id;
}

static void remove_at(struct pages *pages, size_t index)
{
    char *row = pages_at(pages, index);
    if (pages->drop != NULL)
        pages->drop(row);
    pages->count--;
    memmove(row, row + pages->row_size, (pages->count - index) * pages->row_size);
}

static void clear(struct pages *pages)
{
    while (pages->count > 0)
        remove_at(pages, pages->count - 1);
}

void pages_deinit(struct pages *pages)
{
    clear(pages);
    free(pages->rows);
    pages->rows = NULL;
    pages->cap = 0;
}

/* ---------------------------------------------------------------- pages */

bool pages_begin_page(struct pages *pages, uint64_t asked)
{
    if (asked == pages->begin)
        clear(pages);
    return asked == pages->begin || (asked != 0 && asked == pages->next);
}

void pages_end_page(struct pages *pages, uint64_t next)
{
    pages->next = pages->count < pages->max ? next : 0;
}

/* ---------------------------------------------------------------- rows */

static size_t index_of(const struct pages *pages, uint64_t id)
{
    size_t index = 0;
    while (index < pages->count && id_at(pages, index) != id)
        index++;
    return index;
}

/* Returns NULL where there is none. */
static void *find(const struct pages *pages, uint64_t id)
{
    size_t index = index_of(pages, id);
    return index < pages->count ? pages_at(pages, index) : NULL;
}

static void *insert(struct pages *pages, size_t index, uint64_t id)
{
    if (pages->count == pages->cap) {
        pages->cap = pages->cap == 0 ? FIRST_CAP : 2 * pages->cap;
        pages->rows = mem_grow(pages->rows, pages->cap * pages->row_size);
    }
    char *row = pages_at(pages, index);
    memmove(row + pages->row_size, row, (pages->count - index) * pages->row_size);
    memset(row, 0, pages->row_size);
    memcpy(row, &id, sizeof(id));
    pages->count++;
    return row;
}

void *pages_put(struct pages *pages, uint64_t id)
{
    void *known = find(pages, id);
    if (known != NULL || pages->count == pages->max)
        return known;
    return insert(pages, pages->count, id);
}

void *pages_put_first(struct pages *pages, uint64_t id)
{
    void *known = find(pages, id);
    if (known != NULL)
        return known;
    if (pages->count == pages->max)
        remove_at(pages, pages->count - 1);
    return insert(pages, 0, id);
}

/* Few rows are out of order at once. */
void pages_sort(struct pages *pages, bool (*comes_first)(const void *row, const void *other))
{
    char *row = mem_alloc(pages->row_size);
    for (size_t i = 1; i < pages->count; i++) {
        size_t at = i;
        while (at > 0 && comes_first(pages_at(pages, i), pages_at(pages, at - 1)))
            at--;
        if (at == i)
            continue;
        memcpy(row, pages_at(pages, i), pages->row_size);
        memmove(pages_at(pages, at + 1), pages_at(pages, at), (i - at) * pages->row_size);
        memcpy(pages_at(pages, at), row, pages->row_size);
    }
    free(row);
}

bool pages_remove(struct pages *pages, uint64_t id)
{
    size_t index = index_of(pages, id);
    bool is_known = index < pages->count;
    if (is_known)
        remove_at(pages, index);
    return is_known;
}
