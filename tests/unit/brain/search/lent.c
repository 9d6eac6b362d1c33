/* SPDX-License-Identifier: MIT */
/* Memory and tables for searches. */
#include "tests/unit/brain/search/lent.h"

#include "brain/search/search.h"
#include "engine/require.h"

#include <stdlib.h>

void lent_init(struct lent *lent, size_t memory_size)
{
    *lent = (struct lent){.memory = calloc(1, memory_size), .memory_size = memory_size};
    REQUIRE(lent->memory != NULL);
    for (int overline = 0; overline < 2; overline++) {
        lent->tables[overline] = malloc(search_tables_size());
        REQUIRE(lent->tables[overline] != NULL);
        search_tables_make(lent->tables[overline], overline == 1);
    }
}

void lent_deinit(struct lent *lent)
{
    free(lent->memory);
    free(lent->tables[0]);
    free(lent->tables[1]);
}
