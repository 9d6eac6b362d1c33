/* SPDX-License-Identifier: MIT */
/* Names of threads, as Linux shows them. */
#include "base/thread.h"
#include "tests/support/cmocka_all.h"

#include <pthread.h>
#include <stdio.h>

struct named {
    const char *name;
    char shown[2 * THREAD_NAME_SIZE];
};

static void *be_named(void *arg)
{
    struct named *named = arg;
    thread_name(named->name);
    FILE *file = fopen("/proc/thread-self/comm", "r");
    if (file != NULL) {
        (void)!fgets(named->shown, sizeof(named->shown), file);
        (void)fclose(file);
    }
    return NULL;
}

static void a_thread_is_shown_by_its_name_and_others_are_not(void **state)
{
    static const char *const rows[][2] = {{"reader", "reader\n"},
                                          {"with a space", "with a space\n"},
                                          {"fifteen letters", "fifteen letters\n"},
                                          {"sixteen letters!", "sixteen letters\n"}};
    struct named mine = {.name = "test"};
    (void)state;
    be_named(&mine);
    if (mine.shown[0] == '\0')
        skip(); /* no Linux */
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct named named = {.name = rows[i][0]};
        pthread_t thread;
        assert_int_equal(pthread_create(&thread, NULL, be_named, &named), 0);
        assert_int_equal(pthread_join(thread, NULL), 0);
        assert_string_equal(named.shown, rows[i][1]);
    }
    assert_string_equal(mine.shown, "test\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_thread_is_shown_by_its_name_and_others_are_not),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
