/* SPDX-License-Identifier: MIT */
/*
 * Lines of the protocol as values, and lines that are none.
 */
#include "pbrain/order.h"
#include "tests/support/cmocka_all.h"

#include <stdio.h>
#include <string.h>

static enum order_error reads(const char *line, struct order *order)
{
    return order_read(line, strlen(line), order);
}

static void each_command_is_read_with_its_operands(void **state)
{
    static const char *const operands[] = {[OPERANDS_NONE] = "",
                                           [OPERANDS_NUMBER] = " 7",
                                           [OPERANDS_PAIR] = " 7,8",
                                           [OPERANDS_TEXT] = " a b"};
    (void)state;
    for (int id = 0; id < COMMAND_COUNT; id++) {
        const struct command *command = command_get((enum command_id)id);
        char line[64];
        struct order order;
        snprintf(line, sizeof(line), "%s%s", command->word, operands[command->operands]);
        assert_int_equal(reads(line, &order), ORDER_OK);
        assert_int_equal(order.command, id);
        if (command->operands == OPERANDS_NUMBER || command->operands == OPERANDS_PAIR)
            assert_int_equal(order.numbers[0], 7);
        if (command->operands == OPERANDS_PAIR)
            assert_int_equal(order.numbers[1], 8);
        if (command->operands == OPERANDS_TEXT)
            assert_memory_equal(order.text, "a b", order.text_len);
    }
}

static void case_and_blanks_do_not_matter(void **state)
{
    struct order order;
    (void)state;
    assert_int_equal(reads("  turn \t 3 , 4  ", &order), ORDER_OK);
    assert_int_equal(order.command, COMMAND_TURN);
    assert_int_equal(order.numbers[0], 3);
    assert_int_equal(order.numbers[1], 4);
}

static void what_is_no_command_is_unknown(void **state)
{
    static const char *const lines[] = {"",        " ",   "FOO",        "STARTS 19", "START19",
                                        "TUR 1,1", "1,1", "SWAP2BOARD", "PLAY 1,1",  "\x01\xff"};
    struct order order;
    (void)state;
    for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++)
        assert_int_equal(reads(lines[i], &order), ORDER_UNKNOWN);
}

static void operands_that_a_command_does_not_have_are_bad(void **state)
{
    static const char *const lines[] = {
        "START",    "START x", "START 19 19", "START -",   "TURN",      "TURN 1", "TURN 1,",
        "TURN 1 2", "TURN ,1", "TURN 1,2,3",  "TURN 1,2x", "BEGIN now", "END 1",  "RECTSTART 20"};
    struct order order;
    (void)state;
    for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++)
        assert_int_equal(reads(lines[i], &order), ORDER_BAD);
}

static void no_number_overflows(void **state)
{
    struct order order;
    (void)state;
    assert_int_equal(reads("TURN 99999999999999999999999999,-99999999999999999999999", &order),
                     ORDER_OK);
    assert_true(order.numbers[0] > 1000000);
    assert_true(order.numbers[1] < -1000000);
}

static void a_line_is_read_no_further_than_its_length(void **state)
{
    struct order order;
    (void)state;
    assert_int_equal(order_read("TURN 1,23", 8, &order), ORDER_OK);
    assert_int_equal(order.numbers[1], 2);
}

static void a_stone_has_three_numbers(void **state)
{
    static const char *const wrong[] = {"", "1,2", "1,2,", "1,2,x", "1,2,1,1", "a,2,1", "1;2;1"};
    struct order_stone stone;
    (void)state;
    assert_true(order_read_stone(" 1, 2 ,1 ", 9, &stone));
    assert_int_equal(stone.x, 1);
    assert_int_equal(stone.y, 2);
    assert_int_equal(stone.field, 1);
    for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++)
        assert_false(order_read_stone(wrong[i], strlen(wrong[i]), &stone));
    assert_true(order_is_done("Done ", 5));
    assert_false(order_is_done("DONE 1", 6));
}

static void a_value_of_info_is_a_number_or_is_not(void **state)
{
    const char text[] = "time_left -25";
    int64_t number;
    (void)state;
    assert_int_equal(order_info_key(text, strlen(text)), strlen("time_left"));
    assert_true(order_info_number(text, strlen(text), &number));
    assert_int_equal(number, -25);
    assert_false(order_info_number("time_left", 9, &number));
    assert_false(order_info_number("time_left 1s", 12, &number));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_command_is_read_with_its_operands),
        cmocka_unit_test(case_and_blanks_do_not_matter),
        cmocka_unit_test(what_is_no_command_is_unknown),
        cmocka_unit_test(operands_that_a_command_does_not_have_are_bad),
        cmocka_unit_test(no_number_overflows),
        cmocka_unit_test(a_line_is_read_no_further_than_its_length),
        cmocka_unit_test(a_stone_has_three_numbers),
        cmocka_unit_test(a_value_of_info_is_a_number_or_is_not),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
