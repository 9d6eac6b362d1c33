/* SPDX-License-Identifier: MIT */
/*
 * A store's answer about a player, with the tables that belong to it, kept for later: what a slow
 * answer is made of. Other answers lend too much to be kept.
 */
#ifndef PENTAD_TESTS_SUPPORT_KEPT_ANSWER_H
#define PENTAD_TESTS_SUPPORT_KEPT_ANSWER_H

#include "base/arena.h"
#include "db/store.h"

#include <stdbool.h>

/* All zero is nothing kept. */
struct kept_answer {
    int status;
    struct store_answer answer; /* if the status is STORE_OK */
    struct arena arena;         /* what it points to */
};

bool kept_answer_is_possible(enum store_query_kind kind);
/* Asks `store` now, which answers in store_poll() and has nothing else to report. */
void kept_answer_ask(struct kept_answer *kept, struct store *store,
                     const struct store_query *query);
/* Tells the listener what was kept. */
void kept_answer_tell(const struct kept_answer *kept, uint64_t number,
                      const struct store_listener *listener);
void kept_answer_free(struct kept_answer *kept);

/* A copy of a text, NULL for NULL; the caller frees it. */
char *text_copy(const char *text);

#endif
