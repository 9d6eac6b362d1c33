/* SPDX-License-Identifier: MIT */
/*
 * Answers kept.
 */
#include "tests/support/kept_answer.h"

#include <stdlib.h>

static void keep(void *ctx, uint64_t number, int status, const struct store_answer *answer)
{
    struct kept_answer *kept = ctx;
    (void)number;
    kept->status = status;
    kept->answer = status == STORE_OK ? store_answer_copy(answer) : NULL;
}

void kept_answer_ask(struct kept_answer *kept, struct store *store, const struct store_query *query)
{
    const struct store_listener listener = {.ctx = kept, .query_done = keep};
    store_query(store, 1, query);
    store_poll(store, &listener);
}

void kept_answer_tell(const struct kept_answer *kept, uint64_t number,
                      const struct store_listener *listener)
{
    listener->query_done(listener->ctx, number, kept->status, kept->answer);
}

void kept_answer_free(struct kept_answer *kept)
{
    free(kept->answer);
    *kept = (struct kept_answer){0};
}
