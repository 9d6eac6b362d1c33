/* SPDX-License-Identifier: MIT */
/* The rules for a new password. */
#include "proto/error.h"
#include "proto/password.h"
#include "tests/support/test.h"

#include <stdio.h>
#include <string.h>

static int check(const char *password, const char *name)
{
    return password_check(password, PASSWORD_CHARS_MIN, name);
}

TEST(a_password_is_counted_in_characters)
{
    char longest[PASSWORD_BYTES_MAX + 5];
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

TEST(the_least_number_is_the_servers)
{
    assert_int_equal(password_check("x7-klmn", 8, "Anna"), ERR_BAD_PASSWORD);
    assert_int_equal(password_check("x7-klmno", 8, "Anna"), 0);
}

TEST(the_commonest_are_refused_in_any_case)
{
    assert_int_equal(check("12345", "Anna"), ERR_COMMON_PASSWORD);
    assert_int_equal(check("password", "Anna"), ERR_COMMON_PASSWORD);
    assert_int_equal(check("PassWord", "Anna"), ERR_COMMON_PASSWORD);
    assert_int_equal(check("qwerty", "Anna"), ERR_COMMON_PASSWORD);
    assert_int_equal(check("!qaz2wsx", "Anna"), ERR_COMMON_PASSWORD); /* the first of the table */
    assert_int_equal(check("correct horse", "Anna"), 0);
}

TEST(ones_own_name_is_refused_with_what_stands_around_it)
{
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

TEST(what_has_no_other_form_is_only_counted)
{
    char long_one[PASSWORD_BYTES_MAX + 1];
    /* Each of these becomes 18 characters, which are more than are looked at. */
    for (size_t i = 0; i < 40; i++)
        memcpy(long_one + 3 * i, "\uFDFA", 4);
    assert_int_equal(check(long_one, "Anna"), 0);
    assert_int_equal(check("x7-klm", ""), 0);
}

/* One password, however it is typed. Characters that an editor would compose, or not show, are
 * written as escapes. */
TEST(a_password_has_one_form)
{
    static const struct {
        const char *typed;
        const char *form;
    } rows[] = {
        {"x7-kl", "x7-kl"},
        {"sch\u00f6n", "sch\u00f6n"},
        {"scho\u0308n", "sch\u00f6n"},
        {"\u0438\u0306o\u0433", "\u0439o\u0433"},
        {"\u0435\u0308\u0436-77", "\u0451\u0436-77"},
        {"\u1112\u1161\u11ab77", "\ud55c77"}, /* Hangul, letter by letter */
        {"a\u0323\u0302-ok7", "\u1ead-ok7"},  /* Vietnamese, */
        {"a\u0302\u0323-ok7", "\u1ead-ok7"},  /* its marks in the other order, */
        {"\u00e2\u0323-ok7", "\u1ead-ok7"},   /* one of them apart */
        {"\u212b-ring", "\u00c5-ring"},       /* the sign for a length, a letter */
        {"one\u00a0two", "one two"},          /* spaces of other widths */
        {"one\u3000two\u2003", "one two "},
        {"\ufeffx7-kl", "x7-kl"},               /* what editors put in front */
        {"x7\ufeff-kl", "x7\ufeff-kl"},         /* and not inside */
        {"\uff38\uff17-kl", "\uff38\uff17-kl"}, /* other characters are kept: */
        {"STRA\u00dfE", "STRA\u00dfE"},         /* case, */
        {"\ufb01sh-77", "\ufb01sh-77"},         /* ligatures, */
        {"\u2460-x7k", "\u2460-x7k"},           /* circles */
    };
    struct password_forms forms;
    struct password_forms again;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        assert_true(password_forms(rows[i].typed, &forms));
        assert_string_equal(forms.form, rows[i].form);
        assert_true(password_forms(forms.form, &again));
        assert_string_equal(again.form, forms.form);
        if (strcmp(rows[i].typed, rows[i].form) != 0)
            assert_string_equal(forms.typed, rows[i].typed);
        else
            assert_string_equal(forms.typed, "");
    }
}

/* Forms that accounts from before may have stored: no other is tried twice. */
TEST(other_forms_are_there_only_where_they_differ)
{
    struct password_forms forms;
    assert_true(password_forms("x7-kl", &forms));
    assert_string_equal(forms.apart, "");
    assert_true(password_forms("sch\u00f6n", &forms));
    assert_string_equal(forms.typed, "");
    assert_string_equal(forms.apart, "scho\u0308n");
    assert_true(password_forms("scho\u0308n", &forms));
    assert_string_equal(forms.typed, "scho\u0308n");
    assert_string_equal(forms.apart, "");
    assert_true(password_forms("a\u0302\u0323-\u00e2", &forms));
    assert_string_equal(forms.typed, "a\u0302\u0323-\u00e2");
    assert_string_equal(forms.apart, "a\u0323\u0302-a\u0302");
    assert_false(password_forms("abc\xff", &forms));
}

TEST(characters_are_those_of_the_form)
{
    char text[3 * (PASSWORD_CHARS_MAX + 1) + 1];
    assert_int_equal(check("o\u0308a\u0308", "Anna"), ERR_BAD_PASSWORD);
    assert_int_equal(check("o\u0308a\u0308-7k", "Anna"), 0);
    assert_int_equal(check("\ufeffx7-k", "Anna"), ERR_BAD_PASSWORD);
    assert_int_equal(check("\ufeff"
                           "12345",
                           "Anna"),
                     ERR_COMMON_PASSWORD);
    for (size_t i = 0; i < PASSWORD_CHARS_MAX + 1; i++)
        memcpy(text + 3 * i, "o\u0308", 4);
    assert_int_equal(check(text, "Anna"), ERR_BAD_PASSWORD);
    assert_int_equal(check(text + 3, "Anna"), 0);
}
