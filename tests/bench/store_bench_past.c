/* SPDX-License-Identifier: MIT */
/*
 * Questions about a player's past, of the player with very many games.
 */
#include "tests/bench/store_bench.h"

#include <stdio.h>

struct store_query bench_ask_history(struct bench *bench)
{
    (void)bench;
    return sample_history(1, 20);
}

struct store_query bench_ask_history_deep(struct bench *bench)
{
    struct store_query query = sample_history(1, 20);
    query.as.history.before = bench->next_game - 1 - bench_below(bench, bench->games_of_one);
    return query;
}

/* A span of a hundred games somewhere. */
struct store_query bench_ask_history_dates(struct bench *bench)
{
    struct store_query query = sample_history(1, 20);
    query.as.history.until_ms =
        SAMPLE_END_MS(bench->next_game - bench_below(bench, bench->games_of_one));
    query.as.history.since_ms = query.as.history.until_ms - 100;
    return query;
}

struct store_query bench_ask_history_dates_lost(struct bench *bench)
{
    struct store_query query = bench_ask_history_dates(bench);
    query.as.history.score = SCORE_LOST;
    return query;
}

struct store_query bench_ask_history_starred(struct bench *bench)
{
    struct store_query query = bench_ask_history_deep(bench);
    query.as.history.is_starred = true;
    return query;
}

struct store_query bench_ask_history_everything(struct bench *bench)
{
    struct store_query query = bench_ask_history_dates(bench);
    query.as.history.is_starred = true;
    query.as.history.stake = STAKE_UNRATED;
    query.as.history.opponent = 2;
    query.as.history.variant = VARIANT_CLASSIC;
    query.as.history.score = SCORE_WON;
    return query;
}

struct store_query bench_ask_export(struct bench *bench)
{
    struct store_query query = sample_export(1, 100);
    query.as.export.before = bench->next_game - 1 - bench_below(bench, bench->games_of_one);
    return query;
}

struct store_query bench_ask_stats(struct bench *bench)
{
    (void)bench;
    return sample_stats(1, 0);
}

struct store_query bench_ask_stats_against(struct bench *bench)
{
    (void)bench;
    return sample_stats(1, 2);
}

/* A year in which all rated games of player 2 lie, some hundreds a day. */
struct store_query bench_ask_graph(struct bench *bench)
{
    static int64_t starts[367];
    int64_t span = (int64_t)bench->games_of_one / 366 + 1;
    for (int i = 0; i < 367; i++)
        starts[i] = SAMPLE_END_MS(bench->first_rated) + i * span;
    return sample_graph(3, starts, 366);
}

struct store_query bench_ask_find(struct bench *bench)
{
    static char text[24];
    (void)snprintf(text, sizeof(text), "key player %u", (unsigned)bench_below(bench, 1000));
    return sample_find(text, 20);
}

struct store_query bench_ask_history_rare(struct bench *bench)
{
    struct store_query query = bench_ask_history_deep(bench);
    query.as.history.variant = VARIANT_SWAP2;
    query.as.history.score = SCORE_DRAWN;
    return query;
}

struct store_query bench_ask_history_score(struct bench *bench)
{
    struct store_query query = bench_ask_history_deep(bench);
    query.as.history.score = SCORE_WON;
    return query;
}

struct store_query bench_ask_history_opponent(struct bench *bench)
{
    struct store_query query = bench_ask_history_deep(bench);
    query.as.history.opponent = 2;
    return query;
}

struct store_query bench_ask_history_nothing(struct bench *bench)
{
    struct store_query query = bench_ask_history_deep(bench);
    query.as.history.opponent = 2;
    query.as.history.variant = VARIANT_CLASSIC;
    query.as.history.score = SCORE_VOID;
    return query;
}
