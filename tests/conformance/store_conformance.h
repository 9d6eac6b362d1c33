/* SPDX-License-Identifier: MIT */
/*
 * The suite that every back-end of the store passes. A program for one back-end defines
 * CONFORMANCE_BACKEND; each test gets a store of its own, opened in a new folder, as a `harness`.
 */
#ifndef PENTAD_TESTS_STORE_CONFORMANCE_H
#define PENTAD_TESTS_STORE_CONFORMANCE_H

#include "tests/conformance/store_compare.h"
#include "tests/conformance/store_harness.h"
#include "tests/conformance/store_samples.h"
#include "tests/support/test.h"

#include <stdint.h>

/* Defined by the program. */
extern const struct harness_backend CONFORMANCE_BACKEND;

int conformance_setup(void **state);
int conformance_teardown(void **state);

#define CONFORMANCE_TEST(name)                                                                     \
    TEST_ON(name, struct harness *harness, conformance_setup, conformance_teardown)

/* Each of these fails the test unless the store does as it is told. */

/* Accounts with the ids from 1 to `count`, named p1, p2 ... */
void conformance_accounts(struct harness *harness, int count);
/* A computer as a player. */
void conformance_computer(struct harness *harness, uint64_t id, const char *name);
/* A rated game of classic from start to end. Between two who have no rating yet, who wins has 1520
 * points afterwards and who loses 1480. */
void conformance_play(struct harness *harness, uint64_t game, uint64_t first, uint64_t second,
                      enum result result);
/* Does one operation. */
void conformance_must(struct harness *harness, struct store_op op);
/* The operation is refused: the batch fails, and the store goes on after a resume. */
void conformance_must_not(struct harness *harness, struct store_op op);
/* The operation comes to that, in a batch that is written. */
void conformance_comes_to(struct harness *harness, struct store_op op, enum store_op_result result);
/* Submits a batch that is refused for what was added last, and goes on after a resume. */
void conformance_fail(struct harness *harness);
/* Asks for something that is there. */
const struct store_answer *conformance_ask(struct harness *harness, struct store_query query);
/* Asks for something that is not there. */
void conformance_ask_nothing(struct harness *harness, struct store_query query);

/* ask_history(), ask_game() ...: conformance_ask() for a query of that kind. */
#define QUERY(ID, id, record, answer, about, cost, doc)                                            \
    static inline const struct store_##answer *ask_##id(struct harness *harness,                   \
                                                        struct store_query query)                  \
    {                                                                                              \
        assert_int_equal(query.kind, STORE_##ID);                                                  \
        return &conformance_ask(harness, query)->as.id;                                            \
    }
#include "db/queries.def"
#undef QUERY

/* The player, who is there; and the rating in classic, all zero if there is none. */
const struct store_player *conformance_player(struct harness *harness, uint64_t id);
struct store_rating conformance_rating(struct harness *harness, uint64_t id);
/* The rating among the player's. */
struct store_rating conformance_rating_in(const struct store_player *player,
                                          enum variant_id variant);

#endif
