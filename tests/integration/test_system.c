/* SPDX-License-Identifier: MIT */
/* The server as the system sees it: sockets from which nobody reads, signals, and its threads. */
#include "tests/support/scene.h"
#include "tests/support/wait.h"

#include <dirent.h>
#include <poll.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

/* Else it would be told that it talks too much. */
static const char *const no_rates[] = {"--rate-percent", "1000000", NULL};

SCENE(a_reader_that_never_reads_is_cut_off_and_nobody_else_notices)
{
    struct table table;
    char lines[16 * 1024];
    size_t sent_bytes = 0;
    scene_table(scene, &table, "classic", TABLE_RATED);
    struct peer *sloth = peer_open_narrow("a sloth", server_port(scene->server), 4096);
    scene->peers[scene->peer_count++] = sloth;
    for (size_t i = 0; i < sizeof(lines); i += 2)
        memcpy(lines + i, "x\n", 2);
    while (peer_send_bytes(sloth, lines, sizeof(lines))) {
        sent_bytes += sizeof(lines);
        assert_in_range(sent_bytes, 0, 64 * 1024 * 1024);
    }
    server_find_log(scene->server, "slow_reader");
    table_play(&table, TABLE_FIRST_WINS);
    table_ended(&table, "first", "row");
}

/* Over the local socket, where the first write to somebody who reads no more fails. */
static int connect_locally(const struct scene *scene)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    char path[FOLDER_PATH_SIZE];
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    assert_true(fd >= 0);
    folder_path(server_folder(scene->server), "pentad.db.admin", path);
    assert_in_range(strlen(path), 1, sizeof(address.sun_path) - 1);
    memcpy(address.sun_path, path, strlen(path) + 1);
    assert_int_equal(connect(fd, (const struct sockaddr *)&address, sizeof(address)), 0);
    return fd;
}

SCENE(a_write_that_fails_ends_its_connection_and_not_the_server)
{
    static const char ask[] = "{\"id\":1,\"op\":\"ping\"}\n";
    struct pollfd hung_up = {.fd = connect_locally(scene)};
    assert_int_equal(shutdown(hung_up.fd, SHUT_RD), 0);
    assert_int_equal(write(hung_up.fd, ask, sizeof(ask) - 1), sizeof(ask) - 1);
    assert_int_equal(poll(&hung_up, 1, PATIENCE_MS), 1);
    assert_true(hung_up.revents & POLLHUP);
    close(hung_up.fd);
    peer_ask(scene_stranger(scene, "a stranger"), "ping", NULL);
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
        SCENE_TEST_WITH(a_reader_that_never_reads_is_cut_off_and_nobody_else_notices, no_rates),
        SCENE_TEST(a_write_that_fails_ends_its_connection_and_not_the_server),
        SCENE_TEST(sigterm_right_after_the_start_exits_with_0),
        SCENE_TEST(every_thread_is_shown_by_what_it_does),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
