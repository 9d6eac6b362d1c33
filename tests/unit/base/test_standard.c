/* SPDX-License-Identifier: MIT */
/* Standard input and outputs of a process that was started without them, or with a full disk. Each
 * case is a child, so that the test keeps its own. */
#include "base/standard.h"
#include "tests/support/cmocka_all.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

/* Whether it holds in a child without the descriptors of `closed`, a bit for each. */
static bool holds(unsigned closed, bool (*check)(void))
{
    int status = 0;
    (void)fflush(stdout);
    pid_t pid = fork();
    assert_true(pid >= 0);
    if (pid == 0) {
        for (int fd = 0; fd <= STDERR_FILENO; fd++)
            if ((closed >> fd & 1) != 0)
                (void)close(fd);
        standard_open();
        _exit(check() ? 0 : 1);
    }
    assert_int_equal(waitpid(pid, &status, 0), pid);
    return status == 0;
}

static bool next_file_is_no_standard_one(void)
{
    return open("/dev/null", O_RDONLY) > STDERR_FILENO;
}

static void no_opened_file_becomes_standard_input_or_output(void **state)
{
    (void)state;
    for (unsigned closed = 0; closed < 8; closed++)
        assert_true(holds(closed, next_file_is_no_standard_one));
}

static bool input_ends_and_output_fails(void)
{
    char byte;
    return read(STDIN_FILENO, &byte, 1) == 0 && write(STDOUT_FILENO, "a", 1) == -1 &&
           write(STDERR_FILENO, "a", 1) == 1 && printf("b") == 1 && standard_flush() == -EBADF;
}

static void closed_input_ends_and_closed_output_fails(void **state)
{
    (void)state;
    assert_true(holds(7, input_ends_and_output_fails));
}

static bool a_full_disk_is_told(void)
{
    return freopen("/dev/full", "w", stdout) != NULL && standard_flush() == 0 && printf("a") == 1 &&
           standard_flush() == -ENOSPC;
}

/* A longer text, of which the stream wrote the beginning before it was asked. */
static bool a_lost_beginning_is_told(void)
{
    if (freopen("/dev/full", "w", stdout) == NULL)
        return false;
    for (int i = 0; i < 100000; i++)
        (void)printf("a line\n");
    return standard_flush() != 0;
}

static void output_that_is_not_written_is_an_error(void **state)
{
    (void)state;
    assert_true(holds(0, a_full_disk_is_told));
    assert_true(holds(0, a_lost_beginning_is_told));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_opened_file_becomes_standard_input_or_output),
        cmocka_unit_test(closed_input_ends_and_closed_output_fails),
        cmocka_unit_test(output_that_is_not_written_is_an_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
