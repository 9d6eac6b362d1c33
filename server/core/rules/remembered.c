/* SPDX-License-Identifier: MIT */
/*
 * Numbers by id, as rules/remembered.h describes them.
 */
#include "server/core/rules/remembered.h"

#include "base/hash.h"
#include "base/memory.h"

#include <stdlib.h>

struct remembered_row {
    uint64_t id;
    uint64_t number;
    UT_hash_handle by_id;
};

static struct remembered_row *find(const struct remembered *all, uint64_t id)
{
    struct remembered_row *row = NULL;
    HASH_FIND(by_id, all->rows, &id, sizeof(id), row);
    return row;
}

static struct remembered_row *take_first(struct remembered *all)
{
    struct remembered_row *row = all->rows;
    HASH_DELETE(by_id, all->rows, row);
    return row;
}

uint64_t remembered_get(const struct remembered *all, uint64_t id)
{
    const struct remembered_row *row = find(all, id);
    return row != NULL ? row->number : 0;
}

uint64_t *remembered_place(struct remembered *all, uint64_t id)
{
    struct remembered_row *row = find(all, id);
    if (row != NULL) {
        HASH_DELETE(by_id, all->rows, row);
    } else {
        row =
            HASH_CNT(by_id, all->rows) < REMEMBERED_MAX ? mem_alloc(sizeof(*row)) : take_first(all);
        *row = (struct remembered_row){.id = id};
    }
    HASH_ADD(by_id, all->rows, id, sizeof(row->id), row);
    return &row->number;
}

void remembered_deinit(struct remembered *all)
{
    while (all->rows != NULL)
        free(take_first(all));
}
