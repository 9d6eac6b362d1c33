/* SPDX-License-Identifier: MIT */
/* The rules for a new password. */
#include "proto/error.h"
#include "proto/password.h"
#include "tests/support/cmocka_all.h"

#include <stdio.h>
#include <string.h>

static int check(const char *password, const char *name)
{
    return password_check(password, PASSWORD_CHARS_MIN, name);
}

static void a_password_is_counted_in_characters(void **state)
{
    char longest[PASSWORD_BYTES_MAX + 5];
    (void)state;
    assert_int_equal(check("", "Anna"), ERR_BAD_PASSWORD);
    assert_int_equal(check("x7-k", "Anna"), ERR_BAD_PASSWORD);
    assert_int_equal(check("x7-kl", "Anna"), 0);
    assert_int_equal(check("пар", "Юра"), ERR_BAD_PASSWORD);
    assert_int_equal(check("ёж7ю", "Юра"), ERR_BAD_PASSWORD);
    assert_int_equal(check("ёж7юк", "Юра"), 0);
    for (size_t i = 0; i < PASSWORD_CHARS_MAX + 1; i++)
        memcpy(longest + 4 * i, "😀", 5);
    assert_int_equal(check(longest, "Anna"), ERR_BAD_PASSWORD);
    longest[4 * PASSWORD_CHARS_MAX] = '\0';
    assert_int_equal(check(longest, "Anna"), 0);
}

static void the_least_number_is_the_servers(void **state)
{
    (void)state;
    assert_int_equal(password_check("x7-klmn", 8, "Anna"), ERR_BAD_PASSWORD);
    assert_int_equal(password_check("x7-klmno", 8, "Anna"), 0);
}

static void the_commonest_are_refused_in_any_case(void **state)
{
    (void)state;
    assert_int_equal(check("12345", "Anna"), ERR_COMMON_PASSWORD);
    assert_int_equal(check("password", "Anna"), ERR_COMMON_PASSWORD);
    assert_int_equal(check("PassWord", "Anna"), ERR_COMMON_PASSWORD);
    assert_int_equal(check("qwerty", "Anna"), ERR_COMMON_PASSWORD);
    assert_int_equal(check("!qaz2wsx", "Anna"), ERR_COMMON_PASSWORD); /* the first of the table */
    assert_int_equal(check("correct horse", "Anna"), 0);
}

static void ones_own_name_is_refused_with_what_stands_around_it(void **state)
{
    (void)state;
    assert_int_equal(check("Annabel", "Annabel"), ERR_COMMON_PASSWORD);
    assert_int_equal(check("annabel", "Annabel"), ERR_COMMON_PASSWORD);
    assert_int_equal(check("ANNABEL1987", "Annabel"), ERR_COMMON_PASSWORD);
    assert_int_equal(check("12annabel!", "Annabel"), ERR_COMMON_PASSWORD);
    assert_int_equal(check("annabel", "Annabel_7"), ERR_COMMON_PASSWORD);
    assert_int_equal(check("Annabel_7", "Annabel_7"), ERR_COMMON_PASSWORD);
    assert_int_equal(check("Борислав1", "борислав"), ERR_COMMON_PASSWORD);
    assert_int_equal(check("annabels", "Annabel"), 0);
    assert_int_equal(check("anna bel", "Annabel"), 0);
}

static void what_has_no_other_form_is_only_counted(void **state)
{
    char long_one[PASSWORD_BYTES_MAX + 1];
    (void)state;
    /* Each of these becomes 18 characters, which are more than are looked at. */
    for (size_t i = 0; i < 40; i++)
        memcpy(long_one + 3 * i, "\uFDFA", 4);
    assert_int_equal(check(long_one, "Anna"), 0);
    assert_int_equal(check("x7-klm", ""), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_password_is_counted_in_characters),
        cmocka_unit_test(the_least_number_is_the_servers),
        cmocka_unit_test(the_commonest_are_refused_in_any_case),
        cmocka_unit_test(ones_own_name_is_refused_with_what_stands_around_it),
        cmocka_unit_test(what_has_no_other_form_is_only_counted),
    };
    return cmocka_run_group_tests_name("password", tests, NULL, NULL);
}
