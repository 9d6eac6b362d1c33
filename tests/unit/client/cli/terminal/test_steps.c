/* SPDX-License-Identifier: MIT */
/*
 * The keys of somebody who steps: each does one thing, in either layout, and nothing that a
 * terminal sends besides does any.
 */
#include "client/cli/terminal/steps.h"
#include "tests/support/cmocka_all.h"

#include <stdlib.h>
#include <string.h>

static struct steps steps;

/* Types all keys; returns what the last byte did, and checks that no other one did anything. */
static enum step type(const char *keys)
{
    enum step step = STEP_NONE;
    for (; *keys != '\0'; keys++) {
        assert_int_equal(step, STEP_NONE);
        step = steps_take(&steps, *keys);
    }
    return step;
}

static void keys_step(void **state)
{
    (void)state;
    static const struct {
        const char *keys;
        enum step step;
    } rows[] = {
        {"\x1b[D", STEP_BACK},  {"\x1bOC", STEP_ON},      {"h", STEP_BACK},
        {"l", STEP_ON},         {" ", STEP_ON},           {"\r", STEP_ON},
        {"\x7f", STEP_BACK},    {"\x1b[H", STEP_FIRST},   {"\x1b[4~", STEP_LAST},
        {"\x1b[A", STEP_FIRST}, {"\x1b[B", STEP_LAST},    {"\x1b[5~", STEP_BACK},
        {"\x1b[6~", STEP_ON},   {"q", STEP_END},          {"\x03", STEP_END},
        {"\x04", STEP_END},     {"р", STEP_BACK},         {"д", STEP_ON},
        {"й", STEP_END},        {"x", STEP_NONE},         {"ж", STEP_NONE},
        {"\x1b[I", STEP_NONE},  {"\x1b[1;2D", STEP_NONE},
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
        assert_int_equal(type(rows[i].keys), rows[i].step);
}

static void a_number_and_return_name_a_place(void **state)
{
    (void)state;
    assert_int_equal(type("12\r"), STEP_TO);
    assert_int_equal(steps.number, 12);
    assert_int_equal(type("12x"), STEP_NONE);
    assert_int_equal(type("\r"), STEP_ON); /* the digits are forgotten */
    assert_int_equal(type("99999999999\r"), STEP_TO);
    assert_int_equal(steps.number, STEPS_NUMBER_MAX);
    assert_int_equal(type("3\x7f"), STEP_NONE); /* takes them back */
    assert_int_equal(type("0\r"), STEP_TO);
    assert_int_equal(steps.number, 0);
}

static void bytes_of_all_kinds_are_survived(void **state)
{
    (void)state;
    unsigned seed = 7;
    for (int i = 0; i < 200000; i++) {
        seed = seed * 1103515245 + 12345;
        char byte = i % 3 == 0 ? '\x1b' : i % 7 == 0 ? '[' : (char)(seed >> 16);
        assert_true(steps_take(&steps, byte) <= STEP_END);
        assert_true(steps.held_len < sizeof(steps.held));
    }
}

static int begin(void **state)
{
    (void)state;
    steps = (struct steps){.held_len = 0};
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(keys_step, begin),
        cmocka_unit_test_setup(a_number_and_return_name_a_place, begin),
        cmocka_unit_test_setup(bytes_of_all_kinds_are_survived, begin),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
