/* SPDX-License-Identifier: MIT */
/*
 * Starting on a database with a long past: what a start asks the heap and the disk for goes with
 * the games in progress. A small form of `./dev bench start`; time is not measured. Calls are
 * counted where the build has no sanitizer, elsewhere the server only has to start and answer.
 */
#include "tests/bench/big_database.h"
#include "tests/support/counting.h"
#include "tests/support/scene.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define IN_PROGRESS 1000

/* Both pasts are long enough for as many entries of dead games in the log as there may be. */
#define PAST_SHORT 2000
#define PAST_LONG 20000

/* Limits for the cost of the past. The longer one has 18,000 games more: pages of the roots of
 * larger trees. A query of the first turn (1,008 allocations) may be counted in one of the two. */
#define PAST_ALLOCATIONS_MAX 2500
#define PAST_BYTES_MAX (512 * 1024)
#define PAST_READS_MAX 16

/* Limit for the cost of a start without a game: 26,000, most of them for the schema and statements
 * of each connection to the database. */
#define EMPTY_ALLOCATIONS_MAX 30000

/* Limits for the cost of a game in progress, of 40 plies: 94 allocations, and less than a read. */
#define GAME_ALLOCATIONS_MAX 110
#define GAME_READS_MAX 1

static struct count_calls *counts; /* NULL: nothing is counted */

static int counting_setup(void **state)
{
    (void)state;
#ifdef COUNT_CALLS_PATH
    counts = counting_begin(COUNT_CALLS_PATH);
#endif
    return 0;
}

struct past {
    struct folder folder;
    char database[FOLDER_PATH_SIZE];
};

static void past_make(struct past *past, int64_t over)
{
    folder_make(&past->folder);
    folder_path(&past->folder, "big.db", past->database);
    big_database_make(&(struct big_database){.path = past->database,
                                             .in_progress = IN_PROGRESS,
                                             .over = over,
                                             .players = 2 * (int64_t)IN_PROGRESS});
}

/* The resources that a start asked for until the server listened. */
struct start {
    int64_t allocations;
    int64_t bytes;
    int64_t reads;
};

static struct start start_once(const struct past *past)
{
    const char *options[] = {"--database", past->database, NULL};
    struct server *server = server_new(options);
    struct start start = {0};
    if (counts != NULL)
        *counts = (struct count_calls){0};
    server_start(server);
    if (counts != NULL)
        start = (struct start){counts->allocations, counts->bytes, counts->files};
    struct peer *peer = peer_open("anybody", server_port(server));
    json_t *top = peer_ask(peer, "rating.top", "{s:s}", "variant", "classic");
    assert_true(count_at(top, "rows") > 0);
    peer_close(peer);
    peer_free(peer);
    server_stop(server);
    server_free(server);
    return start;
}

static void a_start_costs_by_games_in_progress_and_not_by_the_past(void **state)
{
    static const int64_t over[] = {PAST_SHORT, PAST_LONG};
    struct start starts[2];
    (void)state;
    for (int i = 0; i < 2; i++) {
        struct past past;
        past_make(&past, over[i]);
        starts[i] = start_once(&past);
        folder_remove(&past.folder);
        if (counts != NULL)
            print_message("%ld games over: %ld allocations of %ld bytes, %ld reads\n",
                          (long)over[i], (long)starts[i].allocations, (long)starts[i].bytes,
                          (long)starts[i].reads);
    }
    if (counts == NULL)
        skip();
    assert_true(starts[0].reads > 0 && starts[0].reads <= GAME_READS_MAX * IN_PROGRESS);
    assert_true(starts[0].allocations <=
                EMPTY_ALLOCATIONS_MAX + GAME_ALLOCATIONS_MAX * IN_PROGRESS);
    assert_true(starts[1].allocations <= starts[0].allocations + PAST_ALLOCATIONS_MAX);
    assert_true(starts[1].bytes <= starts[0].bytes + PAST_BYTES_MAX);
    assert_true(starts[1].reads <= starts[0].reads + PAST_READS_MAX);
}

/* Checks that the database of these tests is as the server would have written it. */
static void the_big_database_is_sound(void **state)
{
    struct past past;
    (void)state;
    past_make(&past, PAST_SHORT);
    const char *options[] = {"--database", past.database, NULL};
    const char *words[] = {"check", NULL};
    struct server *server = server_new(options);
    struct process *check = server_tool(server, words);
    int exit_code = process_wait(check);
    char *said = process_output(check, PROCESS_OUT);
    if (exit_code != 0)
        print_error("%s", said);
    free(said);
    process_free(check);
    server_free(server);
    folder_remove(&past.folder);
    assert_int_equal(exit_code, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_big_database_is_sound),
        cmocka_unit_test(a_start_costs_by_games_in_progress_and_not_by_the_past),
    };
    return cmocka_run_group_tests(tests, counting_setup, NULL);
}
