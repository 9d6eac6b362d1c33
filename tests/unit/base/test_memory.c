/* SPDX-License-Identifier: MIT */
/*
 * The heap with a reserve: an allocation that fails is made up for by a piece of the reserve,
 * memory is short from then until the piece is back, and without a reserve the process ends.
 */
#include "base/memory.h"
#include "tests/support/cmocka_all.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#define PIECES 4
#define PIECE_SIZE 4096

static int reserve_setup(void **state)
{
    (void)state;
    return mem_reserve_init(PIECES, PIECE_SIZE) ? 0 : -1;
}

static int reserve_teardown(void **state)
{
    (void)state;
    mem_test_fail_at(0);
    mem_reserve_deinit();
    return 0;
}

static void memory_is_that_of_libc(void **state)
{
    (void)state;
    static const char zero[64];
    char *text = mem_text("h8");
    char *zeroed = mem_zero(sizeof(zero));
    char *none = mem_alloc(0);
    assert_string_equal(text, "h8");
    assert_null(mem_text(NULL));
    assert_memory_equal(zeroed, zero, sizeof(zero));
    assert_non_null(none);
    text = mem_grow(text, 5000);
    assert_string_equal(text, "h8");
    text = mem_try_grow(text, 9000);
    assert_string_equal(text, "h8");
    assert_false(mem_is_short());
    free(text);
    free(zeroed);
    free(none);
}

static void check_short_and_refill(void)
{
    assert_false(mem_test_is_armed());
    assert_true(mem_is_short());
    assert_true(mem_refill());
    assert_false(mem_is_short());
}

static void a_failed_allocation_is_served_from_the_reserve(void **state)
{
    (void)state;
    mem_test_fail_at(1);
    char *memory = mem_alloc(10);
    check_short_and_refill();
    mem_test_fail_at(1);
    memory = mem_grow(memory, 100);
    check_short_and_refill();
    memset(memory, 1, 100);
    free(memory);
    mem_test_fail_at(1);
    memory = mem_zero(10);
    check_short_and_refill();
    assert_int_equal(memory[9], 0);
    free(memory);
    mem_test_fail_at(1);
    memory = mem_text("abc");
    check_short_and_refill();
    assert_string_equal(memory, "abc");
    free(memory);
}

static void the_chosen_allocation_fails_once(void **state)
{
    (void)state;
    mem_test_fail_at(3);
    for (int i = 1; i <= 5; i++) {
        free(mem_alloc(1));
        assert_int_equal(mem_is_short(), i >= 3);
    }
}

static void optional_allocations_leave_half_of_the_reserve(void **state)
{
    (void)state;
    char *memory = NULL;
    for (int i = 0; i < PIECES / 2; i++) {
        mem_test_fail_at(1);
        memory = mem_try_grow(memory, 10);
        assert_non_null(memory);
        assert_true(mem_is_short());
    }
    strcpy(memory, "kept");
    mem_test_fail_at(1);
    assert_null(mem_try_grow(memory, 20));
    assert_string_equal(memory, "kept");
    mem_test_fail_at(1);
    free(mem_alloc(1)); /* what cannot be done without has the rest */
    free(memory);
    assert_true(mem_refill());
}

/* In a process of its own: how it ended. */
static int status_of(void (*act)(void))
{
    pid_t child = fork();
    if (child == 0) {
        const struct rlimit no_core = {0, 0};
        setrlimit(RLIMIT_CORE, &no_core);
        close(STDERR_FILENO);
        act();
        _exit(0);
    }
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    return status;
}

static void fail_again_and_again(int times)
{
    signal(SIGABRT, SIG_DFL);
    for (int i = 0; i < times; i++) {
        mem_test_fail_at(1);
        free(mem_alloc(1));
    }
}

static void fail_as_often_as_there_are_pieces(void)
{
    fail_again_and_again(PIECES);
}

static void fail_once_more(void)
{
    fail_again_and_again(PIECES + 1);
}

static void it_ends_only_when_the_reserve_is_used_up(void **state)
{
    (void)state;
    assert_int_equal(status_of(fail_as_often_as_there_are_pieces), 0);
    int status = status_of(fail_once_more);
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
}

/* Sanitizers have a heap of their own that does not know such limits. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define HAS_OWN_HEAP 1
#else
#define HAS_OWN_HEAP 0
#endif

/* A real end of memory: everything that the system gives is taken, in pieces of any size. */
static void exhaust(void)
{
    struct rlimit limit = {.rlim_cur = (rlim_t)64 << 20, .rlim_max = (rlim_t)64 << 20};
    mem_reserve_deinit();
    if (!mem_reserve_init(MEM_PIECES, MEM_PIECE_SIZE) || setrlimit(RLIMIT_AS, &limit) != 0)
        _exit(1);
    for (size_t size = (size_t)1 << 20; size >= 16; size /= 2)
        while (malloc(size) != NULL)
            continue;
    if (mem_is_short())
        _exit(2);
    char *large = mem_alloc((size_t)1 << 20); /* pieces side by side are a large one */
    memset(large, 1, (size_t)1 << 20);
    for (int i = 0; i < 1000; i++)
        memset(mem_alloc(1000), 1, 1000);
    if (!mem_is_short() || mem_refill())
        _exit(3);
    free(large);
}

static void the_reserve_is_there_when_nothing_else_is(void **state)
{
    (void)state;
    if (HAS_OWN_HEAP)
        skip();
    assert_int_equal(status_of(exhaust), 0);
}

#define THREADS 4
#define ROUNDS 20000

static void *thread_main(void *arg)
{
    for (int i = 0; i < ROUNDS; i++) {
        unsigned char *memory = mem_alloc(64);
        memset(memory, i & 0xff, 64);
        if (i % 100 == 0)
            mem_refill();
        free(memory);
    }
    return arg;
}

static void threads_share_the_reserve(void **state)
{
    (void)state;
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, thread_main, NULL), 0);
    for (int i = 0; i < 50; i++) {
        while (mem_test_is_armed())
            free(mem_alloc(1));
        mem_refill();
        mem_test_fail_at(7);
    }
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    mem_test_fail_at(0);
    assert_true(mem_refill());
}

#define MEMORY_TEST(name) cmocka_unit_test_setup_teardown(name, reserve_setup, reserve_teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        MEMORY_TEST(memory_is_that_of_libc),
        MEMORY_TEST(a_failed_allocation_is_served_from_the_reserve),
        MEMORY_TEST(the_chosen_allocation_fails_once),
        MEMORY_TEST(optional_allocations_leave_half_of_the_reserve),
        MEMORY_TEST(it_ends_only_when_the_reserve_is_used_up),
        MEMORY_TEST(the_reserve_is_there_when_nothing_else_is),
        MEMORY_TEST(threads_share_the_reserve),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
