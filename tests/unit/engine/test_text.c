/* SPDX-License-Identifier: MIT */
/*
 * Tests of engine/text.h: the writer never passes the end of its buffer, spans never pass theirs.
 */
#include "engine/error.h"
#include "engine/text.h"
#include "tests/support/cmocka_all.h"

#include <string.h>

static void what_fits_is_written_with_its_nul(void **state)
{
    (void)state;
    struct text_writer writer;
    char text[8];
    text__start(&writer, text, sizeof(text));
    text__put_string(&writer, "abc");
    text__put_number(&writer, 1020);
    assert_int_equal(text__end(&writer), 7);
    assert_string_equal(text, "abc1020");
}

static void what_does_not_fit_is_an_error_and_touches_nothing_else(void **state)
{
    (void)state;
    for (size_t size = 0; size < 8; size++) {
        struct text_writer writer;
        char text[10];
        memset(text, '#', sizeof(text));
        text__start(&writer, text, size);
        text__put_string(&writer, "abc");
        text__put_number(&writer, 1020);
        assert_int_equal(text__end(&writer), ERR_TOO_SMALL);
        assert_int_equal(text[size], '#');
    }
}

static void a_number_beyond_any_board_saturates(void **state)
{
    (void)state;
    struct text_span span = {"99999999999999999999999999x", 27};
    size_t number;
    assert_true(text__take_number(&span, &number));
    assert_int_equal(number, TEXT_NUMBER_MAX);
    assert_int_equal(span.len, 1);
    assert_false(text__take_number(&span, &number));
}

static void a_span_is_taken_up_to_its_end_mark_or_its_end(void **state)
{
    (void)state;
    struct text_span span = {"ab,c", 4};
    struct text_span first = text__take_until(&span, ',');
    assert_int_equal(first.len, 2);
    assert_int_equal(span.len, 1);
    assert_int_equal(text__take_until(&span, ',').len, 1);
    assert_int_equal(span.len, 0);
    assert_int_equal(text__take_until(&span, ',').len, 0);
}

static void white_space_is_trimmed_from_both_ends(void **state)
{
    (void)state;
    struct text_span span = text__trim((struct text_span){" \r\n a b\t ", 9});
    assert_int_equal(span.len, 3);
    assert_memory_equal(span.text, "a b", 3);
    assert_int_equal(text__trim((struct text_span){"   ", 3}).len, 0);
}

static void a_prefix_longer_than_the_span_is_not_there(void **state)
{
    (void)state;
    struct text_span span = {"homo", 4};
    assert_false(text__take_prefix(&span, "homo-"));
    assert_int_equal(span.len, 4);
    assert_true(text__take_prefix(&span, "ho"));
    assert_int_equal(span.len, 2);
}

static void a_letter_is_one_of_the_alphabet(void **state)
{
    (void)state;
    assert_true(text__is_letter('a') && text__is_letter('z'));
    assert_true(text__is_letter('A') && text__is_letter('Z'));
    assert_false(text__is_letter('a' - 1) || text__is_letter('z' + 1));
    assert_false(text__is_letter('A' - 1) || text__is_letter('Z' + 1));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_fits_is_written_with_its_nul),
        cmocka_unit_test(what_does_not_fit_is_an_error_and_touches_nothing_else),
        cmocka_unit_test(a_number_beyond_any_board_saturates),
        cmocka_unit_test(a_span_is_taken_up_to_its_end_mark_or_its_end),
        cmocka_unit_test(white_space_is_trimmed_from_both_ends),
        cmocka_unit_test(a_prefix_longer_than_the_span_is_not_there),
        cmocka_unit_test(a_letter_is_one_of_the_alphabet),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
