/* SPDX-License-Identifier: MIT */
/*
 * The log: the form of a line, that nothing can forge one, levels, and files.
 */
#include "server/shell/log.h"
#include "tests/support/cmocka_all.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define TIME_MS INT64_C(1714566896789)
#define TIME "2024-05-01T12:34:56.789Z "

static const char *format(enum log_level level, const char *event, const char *detail)
{
    static char line[LOG_LINE_MAX + 1];
    line[log_format(line, TIME_MS, level, event, detail)] = '\0';
    return line;
}

static void a_line_has_time_level_event_and_detail(void **state)
{
    (void)state;
    assert_string_equal(format(LOG_LEVEL_INFO, "listening", "address=::1 port=7655"),
                        TIME "info listening address=::1 port=7655\n");
    assert_string_equal(format(LOG_LEVEL_ERROR, "stopped", NULL), TIME "error stopped\n");
    assert_string_equal(format(LOG_LEVEL_WARN, "stopped", ""), TIME "warn stopped\n");
    assert_string_equal(format(LOG_LEVEL_DEBUG, "a", "b=1"), TIME "debug a b=1\n");
}

static void what_is_printable_stays_as_it_is(void **state)
{
    (void)state;
    assert_string_equal(format(LOG_LEVEL_INFO, "login", "name=\u0410\u043d\u043d\u0430 \\ \""),
                        TIME "info login name=\u0410\u043d\u043d\u0430 \\ \"\n");
}

static void no_value_forges_a_line(void **state)
{
    (void)state;
    assert_string_equal(format(LOG_LEVEL_INFO, "login", "name=x\n2024 error gone\r\t\x1b[2J\x7f"),
                        TIME "info login name=x\\x0a2024 error gone\\x0d\\x09\\x1b[2J\\x7f\n");
    assert_string_equal(format(LOG_LEVEL_INFO, "a\nb", NULL), TIME "info a\\x0ab\n");
    /* NEL, LINE SEPARATOR, and a character that turns the direction of writing */
    assert_string_equal(format(LOG_LEVEL_INFO, "a", "\xc2\x85\u2028\u202e"),
                        TIME "info a \\xc2\\x85\\xe2\\x80\\xa8\\xe2\\x80\\xae\n");
}

static void bytes_that_are_no_text_are_escaped(void **state)
{
    (void)state;
    assert_string_equal(format(LOG_LEVEL_INFO, "a", "\xff\xc3(\xed\xa0\x80"),
                        TIME "info a \\xff\\xc3(\\xed\\xa0\\x80\n");
}

static void a_long_line_is_cut_whole(void **state)
{
    char detail[3 * LOG_LINE_MAX];
    const char *line;
    (void)state;
    memset(detail, '\n', sizeof(detail) - 1);
    detail[sizeof(detail) - 1] = '\0';
    line = format(LOG_LEVEL_INFO, "a", detail);
    assert_in_range(strlen(line), LOG_LINE_MAX - 8, LOG_LINE_MAX);
    assert_string_equal(line + strlen(line) - 8, "\\x0a...\n");
}

/* ------------------------------------------------------------------ files */

struct files {
    char folder[64];
    char path[96];
    char renamed[96];
};

static int setup(void **state)
{
    struct files *files = calloc(1, sizeof(*files));
    snprintf(files->folder, sizeof(files->folder), "/tmp/pentad-log-XXXXXX");
    assert_non_null(mkdtemp(files->folder));
    snprintf(files->path, sizeof(files->path), "%s/log", files->folder);
    snprintf(files->renamed, sizeof(files->renamed), "%s/log.1", files->folder);
    *state = files;
    return 0;
}

static int teardown(void **state)
{
    struct files *files = *state;
    unlink(files->path);
    unlink(files->renamed);
    assert_int_equal(rmdir(files->folder), 0);
    free(files);
    return 0;
}

/* The file's lines without their times. */
static const char *content(const char *path)
{
    static char text[65536];
    char line[LOG_LINE_MAX + 1];
    FILE *file = fopen(path, "r");
    size_t len = 0;
    assert_non_null(file);
    text[0] = '\0';
    while (fgets(line, sizeof(line), file) != NULL)
        len += (size_t)snprintf(text + len, sizeof(text) - len, "%s", line + strlen(TIME));
    fclose(file);
    return text;
}

static void lines_are_appended_to_the_file(void **state)
{
    const struct files *files = *state;
    struct log *log = log_new(files->path, LOG_LEVEL_INFO);
    log_write(log, LOG_LEVEL_INFO, "one", "a=1");
    log_event(log, LOG_LEVEL_ERROR, "two", "b=%d name=%s", 2, "x\ny");
    log_free(log);
    log = log_new(files->path, LOG_LEVEL_INFO);
    log_write(log, LOG_LEVEL_WARN, "three", NULL);
    log_free(log);
    assert_string_equal(content(files->path),
                        "info one a=1\nerror two b=2 name=x\\x0ay\nwarn three\n");
}

static void less_important_lines_are_left_out(void **state)
{
    const struct files *files = *state;
    struct log *log = log_new(files->path, LOG_LEVEL_WARN);
    log_write(log, LOG_LEVEL_ERROR, "error", NULL);
    log_write(log, LOG_LEVEL_WARN, "warn", NULL);
    log_write(log, LOG_LEVEL_INFO, "info", NULL);
    log_event(log, LOG_LEVEL_DEBUG, "debug", "%s", "");
    log_free(log);
    assert_string_equal(content(files->path), "error error\nwarn warn\n");
}

static void a_renamed_file_is_left_alone_after_reopening(void **state)
{
    const struct files *files = *state;
    struct log *log = log_new(files->path, LOG_LEVEL_INFO);
    log_write(log, LOG_LEVEL_INFO, "one", NULL);
    assert_int_equal(rename(files->path, files->renamed), 0);
    log_write(log, LOG_LEVEL_INFO, "two", NULL);
    log_reopen(log);
    log_write(log, LOG_LEVEL_INFO, "three", NULL);
    log_free(log);
    assert_string_equal(content(files->renamed), "info one\ninfo two\n");
    assert_string_equal(content(files->path), "info three\n");
}

static void a_file_that_cannot_be_opened_is_an_error(void **state)
{
    const struct files *files = *state;
    errno = 0;
    assert_null(log_new(files->folder, LOG_LEVEL_INFO));
    assert_int_equal(errno, EISDIR);
}

static void errors_are_seen_on_standard_error_too(void **state)
{
    const struct files *files = *state;
    char path[sizeof(files->path) + 8];
    (void)snprintf(path, sizeof(path), "%s.err", files->path);
    struct log *log = log_new(files->path, LOG_LEVEL_INFO);
    int before = dup(STDERR_FILENO);
    int file = open(path, O_CREAT | O_WRONLY | O_TRUNC, 0600);
    dup2(file, STDERR_FILENO);
    log_write(log, LOG_LEVEL_INFO, "one", NULL);
    log_write(log, LOG_LEVEL_ERROR, "two", "b=2");
    dup2(before, STDERR_FILENO);
    close(before);
    close(file);
    log_free(log);
    assert_string_equal(content(path), "error two b=2\n");
    assert_string_equal(content(files->path), "info one\nerror two b=2\n");
    unlink(path);
}

static void without_a_path_it_is_standard_error(void **state)
{
    struct log *log = log_new("", LOG_LEVEL_ERROR);
    (void)state;
    assert_non_null(log);
    log_reopen(log);
    log_free(log);
    /* It was only borrowed. */
    assert_true(fcntl(STDERR_FILENO, F_GETFD) >= 0);
}

#define IN_FOLDER(test) cmocka_unit_test_setup_teardown(test, setup, teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_line_has_time_level_event_and_detail),
        cmocka_unit_test(what_is_printable_stays_as_it_is),
        cmocka_unit_test(no_value_forges_a_line),
        cmocka_unit_test(bytes_that_are_no_text_are_escaped),
        cmocka_unit_test(a_long_line_is_cut_whole),
        IN_FOLDER(lines_are_appended_to_the_file),
        IN_FOLDER(errors_are_seen_on_standard_error_too),
        IN_FOLDER(less_important_lines_are_left_out),
        IN_FOLDER(a_renamed_file_is_left_alone_after_reopening),
        IN_FOLDER(a_file_that_cannot_be_opened_is_an_error),
        cmocka_unit_test(without_a_path_it_is_standard_error),
    };
    return cmocka_run_group_tests_name("log", tests, NULL, NULL);
}
