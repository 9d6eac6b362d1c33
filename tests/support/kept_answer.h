/* SPDX-License-Identifier: MIT */
/*
 * Answers of a store that are kept longer than the store lends them: for doubles that answer late.
 */
#ifndef PENTAD_TESTS_SUPPORT_KEPT_ANSWER_H
#define PENTAD_TESTS_SUPPORT_KEPT_ANSWER_H

#include "base/arena.h"
#include "db/store.h"

/* Copies what the answer has of a player and of tables; texts and arrays go into the arena. */
void kept_answer(struct arena *arena, const struct store_answer *answer,
                 struct store_answer *kept_out);
/* A copy of the text, NULL of NULL. */
const char *kept_text(struct arena *arena, const char *text);

#endif
