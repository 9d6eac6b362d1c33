/* SPDX-License-Identifier: MIT */
/*
 * Tests of engine/text.h: the writer never passes the end of its buffer, spans never pass theirs.
 */
#include "engine/error.h"
#include "engine/text.h"
#include "tests/support/test.h"

#include <string.h>

TEST(what_fits_is_written_with_its_nul)
{
    struct text_writer writer;
    char text[8];
    text__start(&writer, text, sizeof(text));
    text__put_string(&writer, "abc");
    text__put_number(&writer, 1020);
    assert_int_equal(text__end(&writer), 7);
    assert_string_equal(text, "abc1020");
}

TEST(what_does_not_fit_is_an_error_and_touches_nothing_else)
{
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

TEST(a_number_beyond_any_board_saturates)
{
    struct text_span span = {"99999999999999999999999999x", 27};
    size_t number;
    assert_true(text__take_number(&span, &number));
    assert_int_equal(number, TEXT_NUMBER_MAX);
    assert_int_equal(span.len, 1);
    assert_false(text__take_number(&span, &number));
}

TEST(a_span_is_taken_up_to_its_end_mark_or_its_end)
{
    struct text_span span = {"ab,c", 4};
    struct text_span first = text__take_until(&span, ',');
    assert_int_equal(first.len, 2);
    assert_int_equal(span.len, 1);
    assert_int_equal(text__take_until(&span, ',').len, 1);
    assert_int_equal(span.len, 0);
    assert_int_equal(text__take_until(&span, ',').len, 0);
}

TEST(white_space_is_trimmed_from_both_ends)
{
    struct text_span span = text__trim((struct text_span){" \r\n a b\t ", 9});
    assert_int_equal(span.len, 3);
    assert_memory_equal(span.text, "a b", 3);
    assert_int_equal(text__trim((struct text_span){"   ", 3}).len, 0);
}

TEST(a_prefix_longer_than_the_span_is_not_there)
{
    struct text_span span = {"homo", 4};
    assert_false(text__take_prefix(&span, "homo-"));
    assert_int_equal(span.len, 4);
    assert_true(text__take_prefix(&span, "ho"));
    assert_int_equal(span.len, 2);
}

TEST(a_letter_is_one_of_the_alphabet)
{
    assert_true(text__is_letter('a') && text__is_letter('z'));
    assert_true(text__is_letter('A') && text__is_letter('Z'));
    assert_false(text__is_letter('a' - 1) || text__is_letter('z' + 1));
    assert_false(text__is_letter('A' - 1) || text__is_letter('Z' + 1));
}
