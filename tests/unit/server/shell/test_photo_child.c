/* SPDX-License-Identifier: MIT */
/*
 * Photos that a child makes: what it makes is what photo/ makes, and whatever a child does, the
 * server goes on without it. The children are this program under other names (photo_children.h).
 */
#include "server/shell/photo_child.h"
#include "server/shell/process.h"
#include "tests/support/cmocka_all.h"
#include "tests/unit/photo/pictures.h"
#include "tests/unit/server/shell/photo_children.h"

#include <dirent.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <png.h>
#include <turbojpeg.h>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define MEMORY_IS_LIMITED false
#else
#define MEMORY_IS_LIMITED true
#endif

/* ------------------------------------------------------------------ the server's side */

struct bench {
    char log_path[64];
    struct log *log;
    struct photo_child child;
    size_t files; /* open ones, before */
};

static size_t count_files(void)
{
    DIR *folder = opendir("/proc/self/fd");
    size_t count = 0;
    while (readdir(folder) != NULL)
        count++;
    closedir(folder);
    return count;
}

static int setup(void **state)
{
    struct bench *bench = calloc(1, sizeof(*bench));
    int fd;
    strcpy(bench->log_path, "/tmp/pentad-photo-XXXXXX");
    fd = mkstemp(bench->log_path);
    assert_true(fd >= 0);
    close(fd);
    bench->log = log_new(bench->log_path, LOG_LEVEL_DEBUG);
    assert_non_null(bench->log);
    bench->files = count_files();
    bench->child = (struct photo_child){.program = PHOTO_CHILD_PROGRAM,
                                        .name = PHOTO_SANDBOX_NAME,
                                        .most_ms = 60000,
                                        .log = bench->log};
    *state = bench;
    return 0;
}

/* Neither a child nor a file is left, whatever the test did. */
static int teardown(void **state)
{
    struct bench *bench = *state;
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
    assert_int_equal(errno, ECHILD);
    assert_int_equal(count_files(), bench->files);
    log_free(bench->log);
    unlink(bench->log_path);
    free(bench);
    return 0;
}

static const char *logged(const struct bench *bench)
{
    static char text[8192];
    FILE *file = fopen(bench->log_path, "r");
    text[fread(text, 1, sizeof(text) - 1, file)] = '\0';
    fclose(file);
    return text;
}

static void assert_logged(const struct bench *bench, const char *expected)
{
    if (strstr(logged(bench), expected) == NULL)
        fail_msg("no \"%s\" in the log: \"%s\"", expected, logged(bench));
}

static bool never(const void *ctx)
{
    (void)ctx;
    return false;
}

struct made {
    int status;
    uint8_t webp[PHOTO_BYTES_MAX];
    size_t size;
};

static struct made make_of(const struct photo_child *child, const uint8_t *bytes, size_t size)
{
    struct made made = {0};
    const struct photo_job job = {.bytes = bytes, .size = size, .is_stopped = never};
    made.status = photo_child_make(child, &job, made.webp, &made.size);
    return made;
}

static int status_of(const struct photo_child *child, struct file take_file)
{
    int status = make_of(child, take_file.bytes, take_file.size).status;
    free(take_file.bytes);
    return status;
}

/* ------------------------------------------------------------------ the server's own child */

static void assert_made_as_photo_does(const struct photo_child *child, struct file take_file)
{
    struct made here = {0};
    const struct made there = make_of(child, take_file.bytes, take_file.size);
    here.status =
        photo_make(take_file.bytes, take_file.size, PHOTO_PIXELS_SENT, here.webp, &here.size);
    assert_int_equal(there.status, PHOTO_OK);
    assert_int_equal(here.status, PHOTO_OK);
    assert_int_equal(there.size, here.size);
    assert_memory_equal(there.webp, here.webp, here.size);
    free(take_file.bytes);
}

static void a_child_makes_what_photo_makes(void **state)
{
    const struct bench *bench = *state;
    const struct photo_child *child = &bench->child;
    assert_made_as_photo_does(child, png_plain(paint_corners, 300, 200));
    assert_made_as_photo_does(child, jpeg_file(paint_noise, 60, 60, TJSAMP_444, 0));
    assert_made_as_photo_does(child, jpeg_turned(paint_corners, 64, 48, 6, 1));
    assert_made_as_photo_does(child, webp_file(paint_corners, 200, 300, 0));
    assert_made_as_photo_does(child, webp_file(paint_half_clear, 200, 300, 1));
    assert_string_equal(logged(bench), "");
}

static void the_largest_pictures_have_the_memory_that_they_need(void **state)
{
    static const struct png_form woven = {PNG_COLOR_TYPE_RGB, 8, 1};
    const struct bench *bench = *state;
    const struct photo_child *child = &bench->child;
    assert_made_as_photo_does(child, png_file(paint_corners, 1024, 1024, woven));
    assert_made_as_photo_does(child,
                              jpeg_file(paint_corners, 1024, 1024, TJSAMP_444, TJFLAG_PROGRESSIVE));
    assert_made_as_photo_does(child, webp_file(paint_corners, 1024, 1024, 1));
}

static void a_bad_picture_is_refused_with_its_reason(void **state)
{
    const struct bench *bench = *state;
    const struct photo_child *child = &bench->child;
    struct file cut = jpeg_file(paint_corners, 64, 64, TJSAMP_444, 0);
    cut.size /= 2;
    assert_int_equal(status_of(child, cut), PHOTO_DAMAGED);
    assert_int_equal(make_of(child, (const uint8_t *)"hello", 5).status, PHOTO_UNKNOWN);
    assert_int_equal(make_of(child, NULL, 0).status, PHOTO_UNKNOWN);
    assert_int_equal(status_of(child, png_plain(paint_corners, 1025, 1024)), PHOTO_TOO_LARGE);
    assert_int_equal(status_of(child, jpeg_of_print(16)), PHOTO_UNSUPPORTED);
    assert_int_equal(status_of(child, webp_moving(16)), PHOTO_ANIMATED);
    assert_string_equal(logged(bench), "");
}

static void a_file_longer_than_any_request_is_too_large(void **state)
{
    const struct bench *bench = *state;
    struct file file = png_plain(paint_corners, 8, 8);
    file.bytes = realloc(file.bytes, PHOTO_SANDBOX_FILE_MAX + 1);
    memset(file.bytes + file.size, 0, PHOTO_SANDBOX_FILE_MAX + 1 - file.size);
    assert_int_equal(make_of(&bench->child, file.bytes, PHOTO_SANDBOX_FILE_MAX).status, PHOTO_OK);
    assert_int_equal(make_of(&bench->child, file.bytes, PHOTO_SANDBOX_FILE_MAX + 1).status,
                     PHOTO_TOO_LARGE);
    free(file.bytes);
}

static void *make_some(void *arg)
{
    const struct photo_child *child = arg;
    struct file file = png_plain(paint_corners, 30, 30);
    intptr_t good = 0;
    for (int i = 0; i < 5; i++)
        good += make_of(child, file.bytes, file.size).status == PHOTO_OK;
    free(file.bytes);
    return (void *)good;
}

static void threads_have_children_at_once(void **state)
{
    struct bench *bench = *state;
    pthread_t threads[4];
    void *good;
    for (size_t i = 0; i < 4; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, make_some, &bench->child), 0);
    for (size_t i = 0; i < 4; i++) {
        assert_int_equal(pthread_join(threads[i], &good), 0);
        assert_int_equal((intptr_t)good, 5);
    }
}

/* ------------------------------------------------------------------ children that were taken over
 */

static int status_with(struct bench *bench, const char *name)
{
    bench->child.name = name;
    return make_of(&bench->child, (const uint8_t *)"picture", 7).status;
}

/* So that the tests below fail if the sandbox lets something through. */
static void a_child_that_does_nothing_wrong_succeeds(void **state)
{
    assert_int_equal(status_with(*state, "succeeds"), PHOTO_OK);
}

static void what_a_child_must_not_do_kills_it(void **state)
{
    static const char *const NAMES[] = {"opens",           "connects",      "forks",
                                        "executes",        "signals",       "writes elsewhere",
                                        "reads elsewhere", "maps code",     "makes code",
                                        "shares",          "raises a limit"};
    struct bench *bench = *state;
    char expected[64];
    snprintf(expected, sizeof(expected), "warn photo_child_failed because=\"signal %d\" size=7",
             SIGSYS);
    for (size_t i = 0; i < sizeof(NAMES) / sizeof(*NAMES); i++) {
        if (status_with(bench, NAMES[i]) != PHOTO_CHILD_FAILED)
            fail_msg("a child %s and lives", NAMES[i]);
        assert_logged(bench, expected);
        assert_int_equal(truncate(bench->log_path, 0), 0);
    }
}

static void a_child_that_crashes_is_a_refusal(void **state)
{
    assert_int_equal(status_with(*state, "crashes"), PHOTO_CHILD_FAILED);
    assert_logged(*state, "because=\"signal");
}

static void a_child_that_takes_too_long_is_ended(void **state)
{
    struct bench *bench = *state;
    bench->child.most_ms = 100;
    assert_int_equal(status_with(bench, "spins"), PHOTO_CHILD_FAILED);
    assert_logged(bench, "because=\"time\"");
}

static void the_processor_is_not_a_child_s_for_ever(void **state)
{
    assert_int_equal(status_with(*state, "spins"), PHOTO_CHILD_FAILED);
    assert_logged(*state, "because=\"signal");
}

static void a_child_has_the_memory_of_a_picture_and_no_more(void **state)
{
    if (!MEMORY_IS_LIMITED)
        skip();
    assert_int_equal(status_with(*state, "takes memory"), PHOTO_NO_MEMORY);
}

static void nothing_but_a_photo_is_believed(void **state)
{
    assert_int_equal(status_with(*state, "floods"), PHOTO_CHILD_FAILED);
    assert_int_equal(status_with(*state, "says nonsense"), PHOTO_CHILD_FAILED);
    assert_int_equal(status_with(*state, "says nothing"), PHOTO_CHILD_FAILED);
    assert_logged(*state, "because=\"answer\"");
    assert_int_equal(status_with(*state, "ends strangely"), PHOTO_CHILD_FAILED);
    assert_logged(*state, "because=\"exit code\"");
}

static bool after_some_looks(const void *ctx)
{
    int *looks = *(int *const *)ctx;
    return ++*looks > 2;
}

static void a_photo_that_nobody_wants_any_more_is_not_waited_for(void **state)
{
    struct bench *bench = *state;
    struct made made;
    int looks = 0;
    int *const count = &looks;
    const struct photo_job job = {.bytes = (const uint8_t *)"picture",
                                  .size = 7,
                                  .is_stopped = after_some_looks,
                                  .ctx = &count};
    bench->child.name = "spins";
    assert_int_equal(photo_child_make(&bench->child, &job, made.webp, &made.size),
                     PHOTO_CHILD_STOPPED);
    assert_int_equal(looks, 3);
    assert_string_equal(logged(bench), "");
}

/* ------------------------------------------------------------------ no child to be had */

static void a_server_that_has_children_says_nothing(void **state)
{
    struct bench *bench = *state;
    photo_child_init(&bench->child, PHOTO_CHILD_PROGRAM, bench->log);
    assert_string_equal(logged(bench), "");
    assert_int_equal(status_of(&bench->child, png_plain(paint_corners, 8, 8)), PHOTO_OK);
    photo_child_init(&bench->child, NULL, bench->log);
    assert_string_equal(logged(bench), "");
    assert_int_equal(status_of(&bench->child, png_plain(paint_corners, 8, 8)), PHOTO_CHILD_ABSENT);
}

static void a_program_that_makes_no_photo_is_no_child(void **state)
{
    static const char *const PROGRAMS[] = {"/nowhere/pentad", "/bin/true", "/bin/false"};
    struct bench *bench = *state;
    for (size_t i = 0; i < sizeof(PROGRAMS) / sizeof(*PROGRAMS); i++) {
        assert_int_equal(truncate(bench->log_path, 0), 0);
        photo_child_init(&bench->child, PROGRAMS[i], bench->log);
        assert_logged(bench, "error photos_off because=\"no child could make one\"");
        assert_int_equal(status_of(&bench->child, png_plain(paint_corners, 8, 8)),
                         PHOTO_CHILD_ABSENT);
    }
    bench->child = (struct photo_child){
        .program = PROGRAMS[0], .name = "none", .most_ms = 1000, .log = bench->log};
    assert_int_equal(status_of(&bench->child, png_plain(paint_corners, 8, 8)), PHOTO_CHILD_ABSENT);
    assert_logged(bench, "error photo_child_absent because=\"No such file or directory\"");
}

static void without_a_sandbox_there_is_no_photo(void **state)
{
    assert_int_equal(status_with(*state, "has no sandbox"), PHOTO_CHILD_ABSENT);
    assert_logged(*state, "error photo_child_absent because=\"the system");
}

/* The pipe ends when its last writer is gone. */
static void the_sandbox_closes_all_other_files(void **state)
{
    int ends[2], hold[2], how;
    char byte;
    (void)state;
    assert_int_equal(pipe(ends), 0);
    assert_int_equal(pipe(hold), 0);
    pid_t pid = fork();
    if (pid == 0) {
        bool is_in = dup2(hold[0], PHOTO_SANDBOX_FD) == PHOTO_SANDBOX_FD && photo_sandbox_enter();
        _exit(is_in && read(PHOTO_SANDBOX_FD, &byte, 1) == 1 ? 0 : 1);
    }
    close(ends[1]);
    assert_int_equal(read(ends[0], &byte, 1), 0);
    assert_int_equal(write(hold[1], "x", 1), 1);
    assert_int_equal(waitpid(pid, &how, 0), pid);
    assert_true(WIFEXITED(how) && WEXITSTATUS(how) == 0);
    close(ends[0]);
    close(hold[0]);
    close(hold[1]);
}

#define WITH_BENCH(test) cmocka_unit_test_setup_teardown(test, setup, teardown)

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        WITH_BENCH(a_child_makes_what_photo_makes),
        WITH_BENCH(the_largest_pictures_have_the_memory_that_they_need),
        WITH_BENCH(a_bad_picture_is_refused_with_its_reason),
        WITH_BENCH(a_file_longer_than_any_request_is_too_large),
        WITH_BENCH(threads_have_children_at_once),
        WITH_BENCH(a_child_that_does_nothing_wrong_succeeds),
        WITH_BENCH(what_a_child_must_not_do_kills_it),
        WITH_BENCH(a_child_that_crashes_is_a_refusal),
        WITH_BENCH(a_child_that_takes_too_long_is_ended),
        WITH_BENCH(the_processor_is_not_a_child_s_for_ever),
        WITH_BENCH(a_child_has_the_memory_of_a_picture_and_no_more),
        WITH_BENCH(nothing_but_a_photo_is_believed),
        WITH_BENCH(a_photo_that_nobody_wants_any_more_is_not_waited_for),
        WITH_BENCH(a_server_that_has_children_says_nothing),
        WITH_BENCH(a_program_that_makes_no_photo_is_no_child),
        WITH_BENCH(without_a_sandbox_there_is_no_photo),
        WITH_BENCH(the_sandbox_closes_all_other_files),
    };
    photo_children_be_one(argc, argv);
    process_ignore_signals();
    return cmocka_run_group_tests_name("photo_child", tests, NULL, NULL);
}
