/* SPDX-License-Identifier: MIT */
/*
 * A store that is measured, and what it is asked about histories.
 */
#ifndef PENTAD_TESTS_STORE_BENCH_H
#define PENTAD_TESTS_STORE_BENCH_H

#include "tests/conformance/store_harness.h"
#include "tests/conformance/store_samples.h"

/* When sample_end() says that a game ended. */
#define SAMPLE_END_MS(game) (INT64_C(1700000001000) + (int64_t)(game))

struct bench {
    struct harness harness;
    uint64_t players;
    uint64_t games_of_one;
    uint64_t in_progress;
    uint64_t next_game;
    uint64_t first_rated; /* of the games of rated_fill() */
    uint64_t random;
    uint32_t ops; /* in the batch that is being filled */
};

/* A number from 0 to `end` - 1. */
uint64_t bench_below(struct bench *bench, uint64_t end);

/* store_bench_past.c */
struct store_query bench_ask_history(struct bench *bench);
struct store_query bench_ask_history_deep(struct bench *bench);
struct store_query bench_ask_history_dates(struct bench *bench);
struct store_query bench_ask_history_dates_lost(struct bench *bench);
struct store_query bench_ask_history_starred(struct bench *bench);
struct store_query bench_ask_history_everything(struct bench *bench);
struct store_query bench_ask_export(struct bench *bench);
struct store_query bench_ask_stats(struct bench *bench);
struct store_query bench_ask_stats_against(struct bench *bench);
struct store_query bench_ask_graph(struct bench *bench);
struct store_query bench_ask_find(struct bench *bench);
struct store_query bench_ask_history_rare(struct bench *bench);
struct store_query bench_ask_history_score(struct bench *bench);
struct store_query bench_ask_history_opponent(struct bench *bench);
struct store_query bench_ask_history_nothing(struct bench *bench);

#endif
