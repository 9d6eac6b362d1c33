/* SPDX-License-Identifier: MIT */
/*
 * Measures a store with very much in it: places in the leaderboard among very many players, the
 * history of a player with very many games, logging moves, loading. Times are whole round trips as
 * the owner of the store sees them: question, other thread, answer, a copy of it.
 *
 *   store_bench sqlite|memory|questions [players] [games of one player] [games in progress]
 *
 * With questions it is SQLite that is only filled and asked: no games in progress, no months, and
 * no leaderboard on which all are tied.
 *
 * Fills a store in a temporary folder first; the numbers of 1,000,000, 100,000 and 10,000 that are
 * meant take some minutes and some 2 GB.
 */
#include "tests/bench/store_bench.h"

#include "db/record.h"
#include "db/sqlite/store.h"
#include "tests/support/memory_store.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define SAMPLES 1000
#define OPS_A_BATCH 1000
#define RATED_ROUNDS 4

static double now_us(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e6 + (double)now.tv_nsec / 1e3;
}

uint64_t bench_below(struct bench *bench, uint64_t end)
{
    bench->random = bench->random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (bench->random >> 33) % end;
}

/* ------------------------------------------------------------------ back-ends */

static struct store *sqlite_open(const char *folder, store_wake_fn *wake, void *wake_ctx)
{
    char path[256];
    char message[256];
    (void)snprintf(path, sizeof(path), "%s/pentad.db", folder);
    const struct store_sqlite_options options = {.path = path, .sync = STORE_SYNC_FULL};
    return store_sqlite_open(&options, wake, wake_ctx, message, sizeof(message));
}

static struct store *memory_open(const char *folder, store_wake_fn *wake, void *wake_ctx)
{
    (void)folder;
    return memory_store_open(wake, wake_ctx);
}

static const struct harness_backend BACKENDS[] = {
    {"sqlite", sqlite_open, true, NULL},
    {"memory", memory_open, false, NULL},
};

/* ------------------------------------------------------------------ filling */

static void flush(struct bench *bench)
{
    if (harness_commit(&bench->harness) != STORE_OK) {
        (void)fprintf(stderr, "a batch failed\n");
        exit(1);
    }
    bench->ops = 0;
}

static void add(struct bench *bench, struct store_op op)
{
    harness_add(&bench->harness, op);
    if (++bench->ops == OPS_A_BATCH)
        flush(bench);
}

static void report_rate(const char *what, double count, double begin_us)
{
    double us = now_us() - begin_us;
    (void)printf("%-44s %10.0f/s %8.2f us each\n", what, count / us * 1e6, us / count);
    (void)fflush(stdout);
}

static void players_fill(struct bench *bench)
{
    double begin = now_us();
    for (uint64_t id = 1; id <= bench->players; id++) {
        char name[24];
        struct sample_names names;
        (void)snprintf(name, sizeof(name), "player %u", (unsigned)id);
        add(bench, sample_register(id, name, &names));
    }
    flush(bench);
    report_rate("register", (double)bench->players, begin);
}

static void rated_game(struct bench *bench, enum variant_id variant,
                       const uint64_t players[SEAT_COUNT], enum result result)
{
    struct store_op start = sample_start(bench->next_game, true, players[0], players[1]);
    start.as.game_start.variant = variant;
    add(bench, start);
    add(bench, sample_rated_end(bench->next_game++, result));
}

/* Everybody plays in each round, somebody else each time: points become a bell around 1500. */
static void ratings_fill(struct bench *bench)
{
    double begin = now_us();
    uint64_t half = bench->players / 2;
    for (uint64_t i = 0; i < RATED_ROUNDS * half; i++) {
        uint64_t second = (i + i / half * 7919) % half;
        rated_game(bench, VARIANT_CLASSIC, (const uint64_t[]){i % half * 2 + 1, second * 2 + 2},
                   bench_below(bench, 2) == 0 ? RESULT_FIRST : RESULT_SECOND);
    }
    flush(bench);
    report_rate("rated game, start and end (bell)", (double)(RATED_ROUNDS * half), begin);
}

/* In another variant everybody has 1500. */
static void ties_fill(struct bench *bench)
{
    double begin = now_us();
    for (uint64_t id = 1; id < bench->players; id += 2)
        rated_game(bench, VARIANT_MINI, (const uint64_t[]){id, id + 1}, RESULT_DRAW);
    flush(bench);
    report_rate("rated game, start and end (all at 1500)", (double)bench->players / 2, begin);
}

/* Player 1 meets others; half of the games with player 2. Results and variants in all mixtures,
 * drawn games of swap2 are rare. */
static void history_fill(struct bench *bench)
{
    double begin = now_us();
    for (uint64_t i = 0; i < bench->games_of_one; i++) {
        uint64_t opponent = i % 2 == 0 ? 2 : 3 + bench_below(bench, bench->players - 3);
        struct store_op start = sample_start(bench->next_game, false, 1, opponent);
        struct store_op end = sample_end(bench->next_game++, (enum result)(i % 2), "h8 i9");
        if (i % 1000 == 0) {
            start.as.game_start.variant = VARIANT_SWAP2;
            end.as.game_end.outcome.result = RESULT_DRAW;
        }
        add(bench, start);
        add(bench, end);
    }
    flush(bench);
    report_rate("unrated game, start and end", (double)bench->games_of_one, begin);
    begin = now_us();
    for (uint64_t i = 0; i < bench->games_of_one; i += 10)
        add(bench, sample_star(1, bench->next_game - 1 - i, true));
    flush(bench);
    report_rate("star", (double)bench->games_of_one / 10, begin);
}

/* Players 3 and 4 play for the rating all the time, and draw. */
static void rated_fill(struct bench *bench)
{
    bench->first_rated = bench->next_game;
    double begin = now_us();
    for (uint64_t i = 0; i < bench->games_of_one; i++)
        rated_game(bench, VARIANT_CLASSIC, (const uint64_t[]){3, 4}, RESULT_DRAW);
    flush(bench);
    report_rate("rated game of two, start and end", (double)bench->games_of_one, begin);
}

static void games_begin(struct bench *bench)
{
    uint64_t first_game = bench->next_game;
    for (uint64_t i = 0; i < bench->in_progress; i++)
        add(bench, sample_start(bench->next_game++, false, 1 + 2 * i, 2 + 2 * i));
    flush(bench);
    double begin = now_us();
    for (uint32_t seq = 1; seq <= 40; seq++)
        for (uint64_t i = 0; i < bench->in_progress; i++)
            add(bench, sample_log(first_game + i, seq, "h8"));
    flush(bench);
    report_rate("move, 1000 in a batch", (double)bench->in_progress * 40, begin);
    begin = now_us();
    for (uint32_t i = 0; i < 20000; i++) {
        harness_add(&bench->harness, sample_log(first_game + i % bench->in_progress, 41 + i, "h8"));
        flush(bench);
    }
    report_rate("move, one batch after the other", 20000, begin);
}

/* A server in full swing: games of 40 moves each, interleaved and out of step; one that ends makes
 * room for the next. The cost of ends and of keeping the log short is in it. */
static void games_turn_over(struct bench *bench)
{
    const uint64_t moves = bench->in_progress * 160;
    uint64_t *games = calloc(bench->in_progress, sizeof(*games));
    uint32_t *seqs = calloc(bench->in_progress, sizeof(*seqs));
    double begin = now_us();
    for (uint64_t move = 0; move < moves; move++) {
        uint64_t i = move % bench->in_progress;
        if (games[i] == 0) {
            games[i] = bench->next_game++;
            seqs[i] = move < bench->in_progress ? (uint32_t)(i % 40) : 0;
            add(bench, sample_start(games[i], false, 1 + 2 * i, 2 + 2 * i));
        }
        add(bench, sample_log(games[i], ++seqs[i], "h8"));
        if (seqs[i] == 40) {
            add(bench, sample_end(games[i], RESULT_FIRST, "h8 i9"));
            games[i] = 0;
        }
    }
    flush(bench);
    report_rate("move, with starts, ends and sweeps", (double)moves, begin);
    free(games);
    free(seqs);
}

/* ------------------------------------------------------------------ asking */

static int compare(const void *left, const void *right)
{
    double a = *(const double *)left;
    double b = *(const double *)right;
    return (a > b) - (a < b);
}

typedef struct store_query question_fn(struct bench *bench);

/* In all lists of the answer. */
static size_t lines_of(const struct store_answer *answer)
{
    const struct record_shape *shape = record__shape(query__row(answer->kind)->answer);
    size_t lines = 0;
    for (size_t i = 0; i < shape->count; i++)
        if (shape->fields[i].type == FIELD_LIST)
            lines += *(const size_t *)((const char *)&answer->as + shape->fields[i].count_offset);
    return lines;
}

static void measure(struct bench *bench, const char *what, question_fn *question)
{
    static double times[SAMPLES];
    size_t lines = 0;
    for (int i = 0; i < SAMPLES; i++) {
        struct store_query query = question(bench);
        double begin = now_us();
        const struct store_answer *answer = harness_get(&bench->harness, query);
        times[i] = now_us() - begin;
        if (answer != NULL)
            lines += lines_of(answer);
        harness_forget(&bench->harness);
    }
    qsort(times, SAMPLES, sizeof(times[0]), compare);
    (void)printf("%-44s median %8.1f us   p99 %8.1f us   lines %5.1f\n", what, times[SAMPLES / 2],
                 times[SAMPLES * 99 / 100], (double)lines / SAMPLES);
    (void)fflush(stdout);
}

static struct store_query ask_player(struct bench *bench)
{
    return sample_by_id(1 + bench_below(bench, bench->players));
}

static struct store_query ask_top(struct bench *bench)
{
    (void)bench;
    return sample_top(1, 20);
}

static struct store_query ask_page(struct bench *bench)
{
    return sample_top(1 + bench_below(bench, bench->players), 20);
}

static struct store_query ask_last_page(struct bench *bench)
{
    return sample_top(bench->players - 19, 20);
}

static struct store_query ask_around(struct bench *bench)
{
    return sample_around(1 + bench_below(bench, bench->players), 20);
}

static struct store_query ask_page_tied(struct bench *bench)
{
    struct store_query query = ask_page(bench);
    query.as.top.variant = VARIANT_MINI;
    return query;
}

static struct store_query ask_around_tied(struct bench *bench)
{
    struct store_query query = ask_around(bench);
    query.as.around.variant = VARIANT_MINI;
    return query;
}

static struct store_query ask_game_over(struct bench *bench)
{
    return sample_game(bench->players + 1 + bench_below(bench, bench->players / 2));
}

static struct store_query ask_game_in_progress(struct bench *bench)
{
    return sample_game(bench->next_game - 1 - bench_below(bench, bench->in_progress));
}

static void questions_measure(struct bench *bench)
{
    measure(bench, "player with ranks", ask_player);
    measure(bench, "top 20", ask_top);
    measure(bench, "20 from anywhere", ask_page);
    measure(bench, "the last 20", ask_last_page);
    measure(bench, "20 around anybody", ask_around);
    measure(bench, "history, newest 20", bench_ask_history);
    measure(bench, "history, 20 from anywhere", bench_ask_history_deep);
    measure(bench, "history, a rare variant and score", bench_ask_history_rare);
    measure(bench, "history, one score", bench_ask_history_score);
    measure(bench, "history, one opponent", bench_ask_history_opponent);
    measure(bench, "history, filters that leave nothing", bench_ask_history_nothing);
    measure(bench, "history, a span of time", bench_ask_history_dates);
    measure(bench, "history, a span of time and a score", bench_ask_history_dates_lost);
    measure(bench, "history, favourites", bench_ask_history_starred);
    measure(bench, "history, every filter at once", bench_ask_history_everything);
    measure(bench, "history, 100 whole games", bench_ask_export);
    measure(bench, "statistics of a player", bench_ask_stats);
    measure(bench, "statistics against one opponent", bench_ask_stats_against);
    measure(bench, "names by their beginning", bench_ask_find);
    measure(bench, "game that is over", ask_game_over);
}

static void load_measure(struct bench *bench, const char *what)
{
    struct harness_loaded loaded;
    double begin = now_us();
    harness_load(&bench->harness, &loaded);
    double us = now_us() - begin;
    (void)printf("%-44s %8.1f ms (%u games, %u players)\n", what, us / 1e3,
                 (unsigned)loaded.game_count, (unsigned)loaded.player_count);
    harness_forget(&bench->harness);
}

static void reopen_measure(struct bench *bench)
{
    if (!bench->harness.backend->keeps)
        return;
    double begin = now_us();
    harness_reopen(&bench->harness);
    (void)printf("%-44s %8.1f ms\n", "close and open", (now_us() - begin) / 1e3);
    begin = now_us();
    flush(bench);
    (void)printf("%-44s %8.1f ms\n", "first batch after opening", (now_us() - begin) / 1e3);
}

/* A third was active, as in a club that sleeps through the summer. */
static void month_settle(struct bench *bench, int month)
{
    for (uint64_t id = 3; id <= bench->players / 2; id += 3)
        add(bench, sample_active(id, month));
    flush(bench);
    add(bench, sample_fine(month));
    double begin = now_us();
    flush(bench);
    (void)printf("%-44s %8.1f ms\n", "settle a month for everybody", (now_us() - begin) / 1e3);
    (void)fflush(stdout);
}

static uint64_t number(int count, char **words, int index, uint64_t otherwise)
{
    return index < count ? strtoull(words[index], NULL, 10) : otherwise;
}

static void rest_measure(struct bench *bench)
{
    ties_fill(bench);
    measure(bench, "20 from anywhere, all tied", ask_page_tied);
    measure(bench, "20 around anybody, all tied", ask_around_tied);
    rated_fill(bench);
    measure(bench, "rating by days, a year, all games in it", bench_ask_graph);
    for (int month = SAMPLE_MONTH + 1; month <= SAMPLE_MONTH + 3; month++)
        month_settle(bench, month);
    games_turn_over(bench);
    games_begin(bench);
    load_measure(bench, "load");
    reopen_measure(bench);
    load_measure(bench, "load after opening");
    bench->next_game--; /* the last one has the longest log */
    measure(bench, "game in progress", ask_game_in_progress);
}

int main(int argc, char **argv)
{
    static struct bench bench;
    bool is_only_asked = argc > 1 && strcmp(argv[1], "questions") == 0;
    bool is_memory = argc > 1 && strcmp(argv[1], "memory") == 0;
    bench.players = number(argc, argv, 2, 1000000);
    bench.games_of_one = number(argc, argv, 3, 100000);
    bench.in_progress = number(argc, argv, 4, 10000);
    bench.next_game = bench.players + 1;
    bench.random = 1;
    harness_init(&bench.harness, &BACKENDS[is_memory]);
    (void)printf("%s: %u players, %u games of one, %u games in progress\n",
                 bench.harness.backend->name, (unsigned)bench.players, (unsigned)bench.games_of_one,
                 (unsigned)bench.in_progress);
    players_fill(&bench);
    ratings_fill(&bench);
    history_fill(&bench);
    questions_measure(&bench);
    if (!is_only_asked)
        rest_measure(&bench);
    harness_deinit(&bench.harness);
    return 0;
}
