/* SPDX-License-Identifier: MIT */
/*
 * The process as a whole: how many connections fit, signals that do not kill, the port file.
 */
#include "server/shell/process.h"
#include "tests/support/cmocka_all.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static void connections_fit_below_the_limit_of_files(void **state)
{
    struct rlimit before;
    struct rlimit low;
    (void)state;
    assert_int_equal(getrlimit(RLIMIT_NOFILE, &before), 0);
    low = before;
    low.rlim_cur = 64;
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &low), 0);
    /* The soft limit is raised to the hard one, which is not lowered here. */
    assert_int_equal(process_fit_connections(1, 96), 1);
    assert_int_equal(getrlimit(RLIMIT_NOFILE, &low), 0);
    assert_int_equal(low.rlim_cur, before.rlim_max);
    if (before.rlim_max != RLIM_INFINITY)
        assert_int_equal(process_fit_connections((size_t)before.rlim_max, 96),
                         before.rlim_max - 96);
    setrlimit(RLIMIT_NOFILE, &before);
}

static void writing_to_a_closed_pipe_does_not_kill_the_process(void **state)
{
    int ends[2];
    (void)state;
    process_ignore_signals();
    assert_int_equal(pipe(ends), 0);
    close(ends[0]);
    assert_int_equal(write(ends[1], "x", 1), -1);
    assert_int_equal(errno, EPIPE);
    close(ends[1]);
}

/* With SIGCHLD ignored, as some starters have it, nobody could ask. */
static void how_a_child_ended_can_be_asked(void **state)
{
    int how = 0;
    (void)state;
    signal(SIGCHLD, SIG_IGN);
    process_ignore_signals();
    pid_t pid = fork();
    if (pid == 0)
        _exit(3);
    assert_int_equal(waitpid(pid, &how, 0), pid);
    assert_int_equal(WEXITSTATUS(how), 3);
}

static void a_limit_of_file_size_does_not_kill_the_process(void **state)
{
    struct rlimit before;
    struct rlimit none;
    FILE *file = tmpfile();
    (void)state;
    process_ignore_signals();
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    none = before;
    none.rlim_cur = 0;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &none), 0);
    assert_int_equal(write(fileno(file), "x", 1), -1);
    assert_int_equal(errno, EFBIG);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
    fclose(file);
}

static void the_port_file_has_the_port(void **state)
{
    char folder[] = "/tmp/pentad-process-XXXXXX";
    char path[64];
    char fresh[72];
    char text[16] = "";
    FILE *file;
    (void)state;
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof(path), "%s/port", folder);
    snprintf(fresh, sizeof(fresh), "%s.new", path);
    assert_int_equal(symlink("precious", fresh), 0); /* put there by somebody else */
    assert_int_equal(process_write_port_file(path, 1), 0);
    assert_int_equal(process_write_port_file(path, 65535), 0);
    file = fopen(path, "r");
    assert_non_null(file);
    assert_non_null(fgets(text, sizeof(text), file));
    fclose(file);
    assert_string_equal(text, "65535\n");
    unlink(path);
    snprintf(path, sizeof(path), "%s/precious", folder);
    assert_int_equal(access(path, F_OK), -1); /* the link was not followed */
    snprintf(path, sizeof(path), "%s/port", folder);
    /* Nothing else is left in the folder. */
    assert_int_equal(rmdir(folder), 0);
    assert_int_equal(process_write_port_file(path, 1), -ENOENT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(connections_fit_below_the_limit_of_files),
        cmocka_unit_test(writing_to_a_closed_pipe_does_not_kill_the_process),
        cmocka_unit_test(how_a_child_ended_can_be_asked),
        cmocka_unit_test(a_limit_of_file_size_does_not_kill_the_process),
        cmocka_unit_test(the_port_file_has_the_port),
    };
    return cmocka_run_group_tests_name("process", tests, NULL, NULL);
}
