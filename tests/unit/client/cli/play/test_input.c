/* SPDX-License-Identifier: MIT */
/*
 * Bytes to lines: those of a script, which wait, and those of a person, which are edited.
 */
#include "client/cli/play/input.h"
#include "tests/support/cmocka_all.h"

#include <string.h>

static struct input input;
static char line[EDITOR_SIZE];

static int set_up(void **state)
{
    (void)state;
    input_init(&input);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    input_deinit(&input);
    return 0;
}

static void feed(const char *text)
{
    input_take_bytes(&input, text, strlen(text));
}

/* The next line is this, and is taken off. */
static void check_next(const char *text)
{
    assert_true(input_peek(&input, line));
    assert_string_equal(line, text);
    input_drop(&input);
}

static void a_line_can_be_read_once_it_has_ended(void **state)
{
    (void)state;
    feed("h8\ni");
    check_next("h8");
    assert_false(input_peek(&input, line));
    feed("9\n");
    check_next("i9");
    assert_false(input_peek(&input, line));
}

static void a_line_waits_until_it_is_taken_off(void **state)
{
    (void)state;
    feed("h8\ni9\n");
    assert_true(input_peek(&input, line));
    assert_true(input_peek(&input, line));
    check_next("h8");
    check_next("i9");
}

static void the_last_line_needs_no_end(void **state)
{
    (void)state;
    feed("quit");
    assert_false(input_peek(&input, line));
    input.is_ended = true;
    assert_false(input_is_done(&input));
    check_next("quit");
    assert_true(input_is_done(&input));
    assert_false(input_peek(&input, line));
}

static void spaces_at_the_ends_are_no_part_of_a_line(void **state)
{
    (void)state;
    feed(" \th8 \r\n\n   \nsay a  b \n");
    check_next("h8");
    check_next("");
    check_next("");
    check_next("say a  b");
}

static void a_line_that_is_too_long_is_cut(void **state)
{
    (void)state;
    char text[2 * EDITOR_SIZE];
    memset(text, 'a', sizeof(text));
    input_take_bytes(&input, text, sizeof(text));
    feed("\nh8\n");
    assert_true(input_peek(&input, line));
    assert_int_equal(strlen(line), EDITOR_SIZE - 1);
    input_drop(&input);
    check_next("h8");
}

static void a_person_s_line_is_there_with_return(void **state)
{
    (void)state;
    assert_int_equal(input_take_key(&input, ' ', line), EDITOR_MORE);
    assert_int_equal(input_take_key(&input, 'h', line), EDITOR_MORE);
    assert_int_equal(input_take_key(&input, '8', line), EDITOR_MORE);
    assert_int_equal(input_take_key(&input, '\r', line), EDITOR_LINE);
    assert_string_equal(line, "h8");
    assert_int_equal(input_take_key(&input, 4, line), EDITOR_END); /* Ctrl-D */
}

#define TEST(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_line_can_be_read_once_it_has_ended), TEST(a_line_waits_until_it_is_taken_off),
        TEST(the_last_line_needs_no_end),           TEST(spaces_at_the_ends_are_no_part_of_a_line),
        TEST(a_line_that_is_too_long_is_cut),       TEST(a_person_s_line_is_there_with_return),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
