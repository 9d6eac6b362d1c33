/* SPDX-License-Identifier: MIT */
/* Recovery codes: written, and read as people type them. */
#include "server/core/rules/recovery_code.h"
#include "tests/support/cmocka_all.h"

#include <string.h>

#define CODE "01234-56789-abcde-fghjk"

static const char *read(const char *typed)
{
    static char code[RECOVERY_CODE_SIZE];
    return recovery_code_read(typed, code) ? code : "";
}

static void a_code_has_a_hundred_bits_in_groups(void **state)
{
    uint8_t bytes[RECOVERY_CODE_CHARS];
    char code[RECOVERY_CODE_SIZE];
    (void)state;
    for (size_t i = 0; i < sizeof(bytes); i++)
        bytes[i] = (uint8_t)(i + 32 * i);
    recovery_code_write(bytes, code);
    assert_string_equal(code, CODE);
    memset(bytes, 31, sizeof(bytes));
    recovery_code_write(bytes, code);
    assert_string_equal(code, "zzzzz-zzzzz-zzzzz-zzzzz");
}

static void what_was_written_is_read(void **state)
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

static void nothing_else_is_a_code(void **state)
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
        cmocka_unit_test(a_code_has_a_hundred_bits_in_groups),
        cmocka_unit_test(what_was_written_is_read),
        cmocka_unit_test(letters_that_look_like_digits_are_these),
        cmocka_unit_test(nothing_else_is_a_code),
    };
    return cmocka_run_group_tests_name("recovery_code", tests, NULL, NULL);
}
