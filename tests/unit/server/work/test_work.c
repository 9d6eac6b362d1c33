/* SPDX-License-Identifier: MIT */
/*
 * The table of work: copies of what is given, their end, and what the rows say.
 */
#include "server/work/work.h"
#include "tests/support/cmocka_all.h"

#include <string.h>

static void the_input_of_work_is_copied(void **state)
{
    char password[] = "secret";
    char hash[] = "h1:secret";
    const struct work work = {.kind = WORK_PASSWORD_VERIFY,
                              .as.password_verify = {.password = password, .hash = hash}};
    struct work copy = work_copy(&work);
    (void)state;
    memset(password, 'x', sizeof(password) - 1);
    memset(hash, 'x', sizeof(hash) - 1);
    assert_string_equal(copy.as.password_verify.password, "secret");
    assert_string_equal(copy.as.password_verify.hash, "h1:secret");
    work_free(&copy);
    assert_null(copy.as.password_verify.password);
}

static void an_input_that_is_not_given_stays_missing(void **state)
{
    const struct work work = {.kind = WORK_PASSWORD_VERIFY,
                              .as.password_verify = {.password = "secret"}};
    struct work copy = work_copy(&work);
    (void)state;
    assert_null(copy.as.password_verify.hash);
    work_free(&copy);
    work_free(&copy); /* it is empty */
}

/* Every kind: a text in the place of each of its pointers is copied, so none is left lent. */
static void no_kind_keeps_lent_memory(void **state)
{
    (void)state;
    for (int kind = 0; kind < WORK_KIND_COUNT; kind++) {
        const char *lent = "lent";
        struct work work = {.kind = (enum work_kind)kind};
        const char **texts = (const char **)&work.as;
        size_t count = 0;
/* Texts come first in each struct. */
#define WORK(NAME, name, CLASS, stops, doc) if (kind == WORK_##NAME) {
#define SECRET(K, name, doc) count++;
#define TEXT(K, name, doc) count++;
#define END_WORK(name) }
#include "server/work/kind_rows.h"
        assert_in_range(count, 1, sizeof(work.as) / sizeof(char *));
        for (size_t i = 0; i < count; i++)
            texts[i] = lent;
        struct work copy = work_copy(&work);
        for (size_t i = 0; i < count; i++) {
            assert_ptr_not_equal(((const char **)&copy.as)[i], lent);
            assert_string_equal(((const char **)&copy.as)[i], lent);
        }
        work_free(&copy);
    }
}

static void work_on_photos_can_stop_and_on_passwords_cannot(void **state)
{
    (void)state;
    assert_int_equal(work_kind_info(WORK_PHOTO)->stops, WORK_STOPS);
    assert_int_equal(work_kind_info(WORK_PHOTO)->in, WORK_CLASS_PHOTOS);
    for (int kind = WORK_PASSWORD_HASH; kind <= WORK_PASSWORD_REHASH; kind++) {
        assert_int_equal(work_kind_info((enum work_kind)kind)->stops, WORK_GOES_ON);
        assert_int_equal(work_kind_info((enum work_kind)kind)->in, WORK_CLASS_PASSWORDS);
    }
    assert_true(work_class_info(WORK_CLASS_PHOTOS)->nice >
                work_class_info(WORK_CLASS_PASSWORDS)->nice);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_input_of_work_is_copied),
        cmocka_unit_test(an_input_that_is_not_given_stays_missing),
        cmocka_unit_test(no_kind_keeps_lent_memory),
        cmocka_unit_test(work_on_photos_can_stop_and_on_passwords_cannot),
    };
    return cmocka_run_group_tests_name("work", tests, NULL, NULL);
}
