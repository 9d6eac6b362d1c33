/* SPDX-License-Identifier: MIT */
/*
 * Starting on a database with a long past: the server is there in a moment, and its memory goes
 * with the games in progress. A small form of `./dev bench start`.
 */
#include "tests/support/scene.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/bench/big_database.h"
#include "tests/support/wait.h"

#define IN_PROGRESS 1000
#define START_MS_MAX 5000

/* Both pasts are long enough for as many entries of dead games in the log as there may be. */
#define PAST_SHORT 2000
#define PAST_LONG 20000

/* What the past may cost: pages of the roots of larger trees. The rows of the longer one are more
 * than ten times that. */
#define PAST_KB_MAX 1024

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

/* Kilobytes that the process has in memory. */
static int64_t rss_kb(pid_t pid)
{
    char path[64];
    char line[256];
    int64_t kb = 0;
    snprintf(path, sizeof path, "/proc/%ld/status", (long)pid);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    while (fgets(line, sizeof line, file) != NULL) {
        if (strncmp(line, "VmRSS:", 6) == 0)
            kb = strtoll(line + 6, NULL, 10);
    }
    fclose(file);
    assert_in_range(kb, 1, INT32_MAX);
    return kb;
}

/* Starts a server on it; what it needs. */
static int64_t start_measure(const struct past *past)
{
    const char *options[] = {"--database", past->database, NULL};
    struct server *server = server_new(options);
    int64_t begin_ms = wait_now_ms();
    server_start(server);
    assert_in_range(wait_now_ms() - begin_ms, 0, START_MS_MAX);
    int64_t kb = rss_kb(server_pid(server));
    struct peer *peer = peer_open("anybody", server_port(server));
    json_t *top = peer_ask(peer, "rating.top", "{s:s}", "variant", "classic");
    assert_true(count_at(top, "rows") > 0);
    peer_close(peer);
    peer_free(peer);
    server_stop(server);
    server_free(server);
    return kb;
}

static void memory_goes_with_games_in_progress_and_not_with_the_past(void **state)
{
    struct past pasts[2];
    int64_t kb[2];
    (void)state;
    past_make(&pasts[0], PAST_SHORT);
    past_make(&pasts[1], PAST_LONG);
    for (int i = 0; i < 2; i++)
        kb[i] = start_measure(&pasts[i]);
    print_message("%d games over: %ld KiB, %d: %ld KiB\n", PAST_SHORT, (long)kb[0], PAST_LONG,
                  (long)kb[1]);
    for (int i = 0; i < 2; i++)
        folder_remove(&pasts[i].folder);
    assert_true(kb[1] <= kb[0] + PAST_KB_MAX);
}

/* What is measured with is a database as the server would have written it. */
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
        cmocka_unit_test(memory_goes_with_games_in_progress_and_not_with_the_past),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
