/* SPDX-License-Identifier: MIT */
/*
 * Text that people typed: what is taken out, what becomes a space, what stays. Characters that an
 * editor would not show are written as \u escapes.
 */
#include "server/core/rules/text.h"
#include "tests/support/cmocka_all.h"

#include <string.h>

static void expect_line(const char *typed, const char *expected)
{
    char memory[256];
    struct arena arena;
    arena_init(&arena, memory, sizeof(memory));
    const char *text = text_of_line(&arena, typed);
    assert_string_equal(text, expected);
    assert_string_equal(text_of_line(&arena, text), expected);
    arena_deinit(&arena);
}

static void expect_blank(const char *typed, bool is_blank)
{
    char memory[256];
    struct arena arena;
    arena_init(&arena, memory, sizeof(memory));
    if (text_is_blank(text_of_lines(&arena, typed)) != is_blank)
        fail_msg("%s: blank or not", typed);
    arena_deinit(&arena);
}

static void controls_and_line_ends_become_spaces(void **state)
{
    char memory[256];
    struct arena arena;
    (void)state;
    expect_line("a\tb\x1b[2J\x7f\xc2\x9b!\r\n", "a b [2J  !  ");
    expect_line("a\u2028b\u2029c", "a b c");
    expect_line("a\u00a0b\u3000c", "a\u00a0b\u3000c");
    arena_init(&arena, memory, sizeof(memory));
    assert_string_equal(text_of_lines(&arena, "a\nb\rc\u2028d"), "a\nb c d");
    arena_deinit(&arena);
}

static void characters_that_change_direction_are_removed(void **state)
{
    (void)state;
    expect_line("you \u202ewon\u202c", "you won");
    expect_line("\u202aa\u202bb\u202dc\u2066d\u2067e\u2068f\u2069g\u200eh\u200fi\u061cj",
                "abcdefghij");
    expect_line("\u05e9\u05dc\u05d5\u05dd", "\u05e9\u05dc\u05d5\u05dd");
}

static void invisible_characters_are_removed(void **state)
{
    (void)state;
    expect_line("a\u200bb\u2060c\ufeffd\u00ade\u034ff\u3164g\u115fh\u2064i", "abcdefghi");
    expect_line("a\U000e0041\U000e007fb\U000e0100c\ufffbd\U0001d173e", "abcde");
}

static void joiners_stay_between_what_they_join(void **state)
{
    static const char *const good[] = {
        "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645", /* Persian */
        "\u0d15\u0d4d\u200d\u0d37",                         /* Malayalam */
        "\U0001f469\u200d\U0001f4bb",                       /* an emoji of two */
        "\u2764\ufe0f\u200d\U0001f525",
        "\u2764\ufe0f",
        "1\ufe0f\u20e3" /* with selectors */
    };
    (void)state;
    for (size_t i = 0; i < sizeof(good) / sizeof(good[0]); i++)
        expect_line(good[i], good[i]);
    expect_line("\u200da\u200d\u200cb\u200d c\u200d", "a\u200cb c");
    expect_line("\u200d\u200d \ufe0f\ufe0fx\ufe0f\ufe0e", " x\ufe0f");
}

static void signs_around_numbers_are_seen(void **state)
{
    (void)state;
    expect_line("\u0601\u0661\u0662", "\u0601\u0661\u0662");
}

static void blank_is_what_has_nothing_to_see(void **state)
{
    (void)state;
    expect_blank("", true);
    expect_blank(" \n\t\u00a0\u2003\u3000\u2800\u2028", true);
    expect_blank("\u200b\u200d\u202e\ufe0f\u3164\U000e0041", true);
    expect_blank("\u3000.", false);
    expect_blank("\U0001f469\u200d\U0001f4bb", false);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(controls_and_line_ends_become_spaces),
        cmocka_unit_test(characters_that_change_direction_are_removed),
        cmocka_unit_test(invisible_characters_are_removed),
        cmocka_unit_test(joiners_stay_between_what_they_join),
        cmocka_unit_test(signs_around_numbers_are_seen),
        cmocka_unit_test(blank_is_what_has_nothing_to_see),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
