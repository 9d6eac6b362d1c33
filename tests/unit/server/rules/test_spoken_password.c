/* SPDX-License-Identifier: MIT */
/* Passwords that the server chooses: each bit counts, and each letter can be spoken. */
#include "server/core/rules/spoken_code.h"
#include "tests/support/cmocka_all.h"

#include <stdio.h>
#include <string.h>

static void a_password_is_four_words(void **state)
{
    /* The examples of arXiv:0901.4016: 127.0.0.1 and 63.84.220.193. */
    static const uint8_t bytes[SPOKEN_PASSWORD_BYTES] = {127, 0, 0, 1, 63, 84, 220, 193};
    char password[SPOKEN_PASSWORD_SIZE];
    (void)state;
    spoken_password_write(bytes, password);
    assert_string_equal(password, "lusab-babad-gutih-tugad");
}

static void each_of_64_bits_gives_another_password(void **state)
{
    char passwords[65][SPOKEN_PASSWORD_SIZE];
    (void)state;
    for (int bit = 0; bit <= 64; bit++) {
        uint8_t bytes[SPOKEN_PASSWORD_BYTES] = {0};
        if (bit < 64)
            bytes[bit / 8] = (uint8_t)(1U << bit % 8);
        spoken_password_write(bytes, passwords[bit]);
        assert_int_equal(strlen(passwords[bit]), SPOKEN_PASSWORD_SIZE - 1);
        for (int other = 0; other < bit; other++)
            assert_string_not_equal(passwords[bit], passwords[other]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_password_is_four_words),
        cmocka_unit_test(each_of_64_bits_gives_another_password),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
