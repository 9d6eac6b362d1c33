/* SPDX-License-Identifier: MIT */
/* The program as its operator sees it: starting, refusing to start, stopping. */
#include "tests/support/scene.h"
#include "tests/support/wait.h"

#include <dirent.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

SCENE(the_port_file_names_the_port_it_listens_on)
{
    char text[32];
    folder_read(server_folder(scene->server), "port", text, sizeof(text));
    assert_int_equal(strtol(text, NULL, 10), server_port(scene->server));
    peer_ask(scene_stranger(scene, "anybody"), "ping", NULL);
}

/* Every other scene begins with a database that is there. */
SCENE(a_server_makes_the_database_that_is_missing)
{
    char path[FOLDER_PATH_SIZE];
    server_stop(scene->server);
    folder_path(server_folder(scene->server), "pentad.db", path);
    assert_int_equal(unlink(path), 0);
    server_start(scene->server);
    scene_account(scene, "Anna");
    assert_int_equal(access(path, R_OK), 0);
}

SCENE(a_second_server_on_the_same_database_is_refused)
{
    char *log;
    struct peer *anna = scene_account(scene, "Anna");
    char path[FOLDER_PATH_SIZE];
    folder_path(server_folder(scene->server), "pentad.db", path);
    const char *options[] = {"--database", path, NULL};
    struct server *second = server_new(options);
    int exit_code = server_run(second, &log);
    bool names_the_file = strstr(log, "pentad.db") != NULL;
    free(log);
    server_free(second);
    assert_int_not_equal(exit_code, 0);
    assert_in_range(exit_code, 1, 127);
    assert_true(names_the_file);
    peer_ask(anna, "room.open", "{s:s}", "variant", "classic");
}

/* A server that must not start: its exit code and what it says. */
static int run_refused(const char *const options[], char log_out[4096])
{
    char *log;
    struct server *server = server_new(options);
    int exit_code = server_run(server, &log);
    snprintf(log_out, 4096, "%s", log);
    free(log);
    server_free(server);
    return exit_code;
}

static void a_file_that_is_no_database_is_refused_and_kept(void **state)
{
    static const char text[] = "My diary. It is longer than the header of a database would be, so "
                               "that nobody can mistake it for an empty one. Dear diary, today ...";
    struct folder folder;
    char path[FOLDER_PATH_SIZE];
    char log[4096];
    char kept[sizeof(text) + 1];
    (void)state;
    folder_make(&folder);
    folder_write(&folder, "diary.txt", text, path);
    const char *options[] = {"--database", path, NULL};
    int exit_code = run_refused(options, log);
    folder_read(&folder, "diary.txt", kept, sizeof(kept));
    folder_remove(&folder);
    assert_in_range(exit_code, 1, 127);
    assert_non_null(strstr(log, "diary.txt"));
    assert_string_equal(kept, text);
}

static void an_unknown_option_is_refused_by_name(void **state)
{
    const char *options[] = {"--no-such-option", "1", NULL};
    char log[4096];
    (void)state;
    assert_in_range(run_refused(options, log), 1, 127);
    assert_non_null(strstr(log, "no-such-option"));
}

static void a_value_out_of_range_is_refused_by_name(void **state)
{
    const char *options[] = {"--port", "70000", NULL};
    char log[4096];
    (void)state;
    assert_in_range(run_refused(options, log), 1, 127);
    assert_non_null(strstr(log, "port"));
}

SCENE(a_port_in_use_is_refused)
{
    char port[16];
    char log[4096];
    snprintf(port, sizeof(port), "%u", (unsigned)server_port(scene->server));
    const char *options[] = {"--port", port, NULL};
    assert_in_range(run_refused(options, log), 1, 127);
    assert_non_null(strstr(log, port));
}

SCENE(sigterm_tells_everybody_why_it_closes)
{
    struct peer *anna = scene_account(scene, "Anna");
    struct peer *stranger = scene_stranger(scene, "a stranger");
    peer_ask(stranger, "ping", NULL);
    server_terminate(scene->server);
    peer_expect_bye(anna, "shutting_down");
    peer_expect_bye(stranger, "shutting_down");
}

/* The moment between listening and being ready for signals is short: so several times. */
/* ThreadSanitizer keeps signals back until the thread makes a call that it knows, and now and then
 * loses one that comes right before the first epoll_wait(): the process then sleeps with nothing
 * pending. Other builds stop every time. */
#ifdef __SANITIZE_THREAD__
#define STARTS_STOPPED_AT_ONCE 0
#else
#define STARTS_STOPPED_AT_ONCE 30
#endif

SCENE(sigterm_right_after_the_start_exits_with_0)
{
    for (int i = 0; i < STARTS_STOPPED_AT_ONCE; i++) {
        server_stop(scene->server);
        server_start(scene->server);
    }
}

SCENE(the_log_has_no_secrets)
{
    struct peer *anna = scene_account(scene, "Anna");
    struct peer *again = scene_login(scene, "Anna");
    peer_refused(scene_stranger(scene, "a thief"), "wrong_credentials", "auth.login", "{s:s, s:s}",
                 "name", "Anna", "password", "guess-the-secret");
    scene_resume(scene, anna);
    peer_ask(again, "auth.logout", NULL);
    scene_stop(scene);
    char *log = server_log(scene->server);
    bool tells = strstr(log, SCENE_PASSWORD) != NULL || strstr(log, "guess-the-secret") != NULL ||
                 strstr(log, peer_token(anna)) != NULL || strstr(log, peer_token(again)) != NULL;
    free(log);
    assert_false(tells);
}

static const char *const everything_logged[] = {"--log-level", "debug", NULL};

SCENE(no_text_of_a_client_forges_a_line_of_the_log)
{
    static const char forged[] = "x\n1970-01-01T00:00:00.000Z error forged";
    struct peer *anna = scene_account(scene, "Anna");
    json_t *opened = peer_ask(anna, "room.open", "{s:s}", "variant", "classic");
    peer_answer(anna, peer_send(anna, "hello", "{s:i, s:s}", "protocol", 3, "client", forged));
    peer_answer(anna, peer_send(anna, "room.say", "{s:s, s:s}", "room",
                                text_at(opened, "room.room"), "text", forged));
    peer_refused(scene_stranger(scene, "a forger"), "wrong_credentials", "auth.login", "{s:s, s:s}",
                 "name", forged, "password", forged);
    scene_stop(scene);
    char *log = server_log(scene->server);
    bool is_forged = strstr(log, "\n1970") != NULL;
    free(log);
    assert_false(is_forged);
}

/* Simulates a full disk: no file of the server may grow any more. */
SCENE(a_full_disk_is_told_and_nothing_is_lost_or_half_done)
{
    struct table table;
    scene_table(scene, &table, "classic", TABLE_RATED);
    struct peer *clara = scene_account(scene, "Clara");
    table_play(&table, "h8 a1 h9");
    server_limit_files(scene->server, 0);
    json_t *answer = peer_answer(table.seats[1], table_send(&table, 1, "a2"));
    assert_string_equal(text_at(answer, "error.code"), "storage_unavailable");
    assert_string_equal(text_at(table_read(&table, table.seats[0]), "actions"), "h8 a1 h9");
    peer_ask(clara, "room.watch", "{s:s}", "room", table.room);
    peer_ask(clara, "rating.top", "{s:s}", "variant", "classic");
    server_limit_files(scene->server, -1);
    while (has_at(answer, "error")) {
        wait_as_told(int_at(answer, "error.retry_after_ms"));
        answer = peer_answer(table.seats[1], table_send(&table, 1, "a2"));
    }
    assert_int_equal(int_at(answer, "ply"), 4);
    for (int i = 0; i < 2; i++)
        peer_event(table.seats[i], "game.moved", "{s:i}", "ply", 3);
    peer_event(clara, "game.moved", "{s:i}", "ply", 3);
    table.ply = 4;
    table.to_act = 0;
    table_play(&table, "h10 a3 h11 a4 h12");
    table_ended(&table, "first", "row");
}

/* Whether a thread of the process is called so. */
static bool has_thread(pid_t process, const char *name)
{
    char path[300], line[32];
    bool is_found = false;
    snprintf(path, sizeof(path), "/proc/%ld/task", (long)process);
    DIR *threads = opendir(path);
    assert_non_null(threads);
    for (const struct dirent *at = readdir(threads); at != NULL && !is_found;
         at = readdir(threads)) {
        snprintf(path, sizeof(path), "/proc/%ld/task/%s/comm", (long)process, at->d_name);
        FILE *file = fopen(path, "r");
        if (file == NULL)
            continue; /* "." and ".." */
        if (fgets(line, sizeof(line), file) != NULL)
            is_found =
                strcspn(line, "\n") == strlen(name) && strncmp(line, name, strlen(name)) == 0;
        (void)fclose(file);
    }
    closedir(threads);
    return is_found;
}

/* A thread names itself when it begins, which the lowest class does when the machine has time. */
SCENE(every_thread_is_shown_by_what_it_does)
{
    static const char *const names[] = {"pentad", "store writer", "store reader", "passwords",
                                        "photos", "looks",        "thoughts"};
    const int64_t end_ms = wait_now_ms() + PATIENCE_MS;
    const pid_t process = server_pid(scene->server);
    if (access("/proc/self/task", R_OK) != 0)
        skip();
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]);)
        if (has_thread(process, names[i]))
            i++;
        else if (wait_now_ms() > end_ms)
            fail_msg("no thread is called %s", names[i]);
        else
            sched_yield();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCENE_TEST(the_port_file_names_the_port_it_listens_on),
        SCENE_TEST(a_server_makes_the_database_that_is_missing),
        SCENE_TEST(a_second_server_on_the_same_database_is_refused),
        cmocka_unit_test(a_file_that_is_no_database_is_refused_and_kept),
        cmocka_unit_test(an_unknown_option_is_refused_by_name),
        cmocka_unit_test(a_value_out_of_range_is_refused_by_name),
        SCENE_TEST(every_thread_is_shown_by_what_it_does),
        SCENE_TEST(a_port_in_use_is_refused),
        SCENE_TEST(sigterm_tells_everybody_why_it_closes),
        SCENE_TEST(sigterm_right_after_the_start_exits_with_0),
        SCENE_TEST(the_log_has_no_secrets),
        SCENE_TEST_WITH(no_text_of_a_client_forges_a_line_of_the_log, everything_logged),
        SCENE_TEST(a_full_disk_is_told_and_nothing_is_lost_or_half_done),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
