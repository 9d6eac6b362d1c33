/* SPDX-License-Identifier: MIT */
/*
 * A store's answer kept for later: what a slow answer is made of.
 */
#ifndef PENTAD_TESTS_SUPPORT_KEPT_ANSWER_H
#define PENTAD_TESTS_SUPPORT_KEPT_ANSWER_H

#include "db/store.h"

/* All zero is nothing kept. */
struct kept_answer {
    int status;
    struct store_answer *answer; /* if the status is STORE_OK */
};

/* Asks `store` now, which answers in store_poll() and has nothing else to report. */
void kept_answer_ask(struct kept_answer *kept, struct store *store,
                     const struct store_query *query);
/* Tells the listener what was kept. */
void kept_answer_tell(const struct kept_answer *kept, uint64_t number,
                      const struct store_listener *listener);
void kept_answer_free(struct kept_answer *kept);

#endif
