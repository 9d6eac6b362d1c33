/* SPDX-License-Identifier: MIT */
/*
 * The suite that every back-end of the store passes. A program for one back-end defines
 * CONFORMANCE_BACKEND and calls conformance_run(); each test gets a store of its own, opened in a
 * new folder, as a `struct harness` in its state.
 */
#ifndef PENTAD_TESTS_STORE_CONFORMANCE_H
#define PENTAD_TESTS_STORE_CONFORMANCE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/conformance/store_harness.h"
#include "tests/conformance/store_samples.h"

/* Defined by the program. */
extern const struct harness_backend CONFORMANCE_BACKEND;

/* Runs every group; returns how many tests failed. */
int conformance_run(void);

int conformance_players(void);
int conformance_rooms(void);
int conformance_games(void);
int conformance_batches(void);
int conformance_ratings(void);
int conformance_history(void);
int conformance_load(void);
int conformance_tables(void);
int conformance_fines(void);
int conformance_accounts_and_blocks(void);
int conformance_photos(void);
int conformance_messages(void);
int conformance_stats(void);
int conformance_order(void);
int conformance_model(void);

int conformance_setup(void **state);
int conformance_teardown(void **state);

#define CONFORMANCE_TEST(name)                                                                     \
    cmocka_unit_test_setup_teardown(name, conformance_setup, conformance_teardown)

/* Each of these fails the test unless the store does as it is told. */

/* Accounts with the ids from 1 to `count`, named p1, p2 ... */
void conformance_accounts(struct harness *harness, int count);
/* A rated game from start to end: points of both change by so much, from 1500 the first time. */
void conformance_play(struct harness *harness, uint64_t game, const uint64_t players[SEAT_COUNT],
                      enum result result, const int change[SEAT_COUNT]);
/* Does one operation. */
void conformance_must(struct harness *harness, struct store_op op);
/* The operation is refused: the batch fails, and the store goes on after a resume. */
void conformance_must_not(struct harness *harness, struct store_op op);
/* Asks for something that is there. */
const struct store_answer *conformance_ask(struct harness *harness, struct store_query query);
/* Asks for something that is not there. */
void conformance_ask_nothing(struct harness *harness, struct store_query query);

#endif
