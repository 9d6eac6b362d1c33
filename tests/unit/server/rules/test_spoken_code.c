/* SPDX-License-Identifier: MIT */
/* Spoken codes: written, and read as people type them. */
#include "server/core/rules/spoken_code.h"
#include "tests/support/cmocka_all.h"

#include <string.h>

#define CHARS 20
#define CODE "01234-56789-abcde-fghjk"

static const char *read(const char *typed)
{
    static char code[SPOKEN_CODE_SIZE(CHARS)];
    return spoken_code_read(typed, CHARS, code) ? code : "";
}

static void a_code_is_written_in_groups(void **state)
{
    uint8_t bytes[CHARS];
    char code[SPOKEN_CODE_SIZE(CHARS)];
    (void)state;
    for (size_t i = 0; i < sizeof(bytes); i++)
        bytes[i] = (uint8_t)(i + 32 * i);
    spoken_code_write(bytes, CHARS, code);
    assert_string_equal(code, CODE);
    memset(bytes, 31, sizeof(bytes));
    spoken_code_write(bytes, CHARS, code);
    assert_string_equal(code, "zzzzz-zzzzz-zzzzz-zzzzz");
}

/* The last group may be a part of one. */
static void a_code_of_any_length_comes_back(void **state)
{
    uint8_t bytes[26];
    char code[SPOKEN_CODE_SIZE(26)];
    char again[SPOKEN_CODE_SIZE(26)];
    (void)state;
    for (size_t i = 0; i < sizeof(bytes); i++)
        bytes[i] = (uint8_t)i;
    spoken_code_write(bytes, sizeof(bytes), code);
    assert_string_equal(code, "01234-56789-abcde-fghjk-mnpqr-s");
    assert_true(spoken_code_read(code, sizeof(bytes), again));
    assert_string_equal(again, code);
    assert_false(spoken_code_read(CODE, sizeof(bytes), again));
}

static void a_written_code_is_read_however_it_is_typed(void **state)
{
    (void)state;
    assert_string_equal(read(CODE), CODE);
    assert_string_equal(read("0123456789ABCDEFGHJK"), CODE);
    assert_string_equal(read(" 01234 56789 abcde fghjk "), CODE);
    assert_string_equal(read("0-1-2-3-4-56789abcdefghjk"), CODE);
}

static void letters_that_look_like_digits_are_these(void **state)
{
    (void)state;
    assert_string_equal(read("oI234-56789-abcde-fghjk"), CODE);
    assert_string_equal(read("Ol234-56789-abcde-fghjk"), CODE);
}

static void other_texts_are_no_codes(void **state)
{
    (void)state;
    assert_string_equal(read(""), "");
    assert_string_equal(read("01234-56789-abcde-fghj"), "");
    assert_string_equal(read(CODE "0"), "");
    assert_string_equal(read("u1234-56789-abcde-fghjk"), "");
    assert_string_equal(read("01234.56789-abcde-fghjk"), "");
    assert_string_equal(read("\xd0\xb0"
                             "1234-56789-abcde-fghjk"),
                        "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_code_is_written_in_groups),
        cmocka_unit_test(a_code_of_any_length_comes_back),
        cmocka_unit_test(a_written_code_is_read_however_it_is_typed),
        cmocka_unit_test(letters_that_look_like_digits_are_these),
        cmocka_unit_test(other_texts_are_no_codes),
    };
    return cmocka_run_group_tests_name("spoken_code", tests, NULL, NULL);
}
