/* SPDX-License-Identifier: MIT */
/* Tests of proto/frame.c: where lines end, and what happens when they do not. */
#include "proto/frame.h"
#include "tests/support/cmocka_all.h"

#include <stdlib.h>
#include <string.h>

#define MAX 8

struct step {
    const char *input;
    enum frame_status status;
    const char *frame; /* of FRAME_READY */
    size_t consumed;
};

/* From a copy that is exactly as long as the input, so that a sanitizer sees what is overread. */
static void check(const char *input, size_t len, const struct step *want)
{
    char *copy = malloc(len + (len == 0));
    struct frame_slice frame;
    size_t consumed = SIZE_MAX;
    memcpy(copy, input, len);
    assert_int_equal(frame_next(copy, len, MAX, &frame, &consumed), want->status);
    assert_int_equal(consumed, want->consumed);
    if (want->status == FRAME_READY) {
        assert_int_equal(frame.len, strlen(want->frame));
        assert_memory_equal(frame.bytes, want->frame, frame.len);
        assert_true(frame.bytes >= copy && frame.bytes + frame.len <= copy + len);
    }
    free(copy);
}

static void lines_end_where_they_should(void **state)
{
    (void)state;
    static const struct step steps[] = {
        {"", FRAME_NEED_MORE, NULL, 0},         {"ab", FRAME_NEED_MORE, NULL, 0},
        {"ab\r", FRAME_NEED_MORE, NULL, 0},     {"\r", FRAME_NEED_MORE, NULL, 0},
        {"ab\n", FRAME_READY, "ab", 3},         {"ab\r\n", FRAME_READY, "ab", 4},
        {"ab\ncd\n", FRAME_READY, "ab", 3},     {"a\rb\n", FRAME_READY, "a\rb", 4},
        {"\r\r\n", FRAME_READY, "\r", 3},       {"\n\r\n\nab\n", FRAME_READY, "ab", 7},
        {"\n\r\n\n", FRAME_NEED_MORE, NULL, 4}, {"\n\r\n\nab", FRAME_NEED_MORE, NULL, 4},
        {"\n\r", FRAME_NEED_MORE, NULL, 1},
    };
    for (size_t i = 0; i < sizeof(steps) / sizeof(steps[0]); i++)
        check(steps[i].input, strlen(steps[i].input), &steps[i]);
}

static void a_line_of_the_longest_length_passes_and_one_more_does_not(void **state)
{
    (void)state;
    static const struct step steps[] = {
        {"12345678", FRAME_NEED_MORE, NULL, 0},
        {"12345678\n", FRAME_READY, "12345678", 9},
        {"12345678\r", FRAME_NEED_MORE, NULL, 0},
        {"12345678\r\n", FRAME_READY, "12345678", 10},
        {"\n12345678\r\nx", FRAME_READY, "12345678", 11},
        {"123456789", FRAME_TOO_LONG, NULL, 9},
        {"123456789\n", FRAME_TOO_LONG, NULL, 10},
        {"12345678\r9", FRAME_TOO_LONG, NULL, 10},
        {"12345678\r\r", FRAME_TOO_LONG, NULL, 10},
        {"123456789012345", FRAME_TOO_LONG, NULL, 15},
        {"\n\n123456789", FRAME_TOO_LONG, NULL, 11},
    };
    for (size_t i = 0; i < sizeof(steps) / sizeof(steps[0]); i++)
        check(steps[i].input, strlen(steps[i].input), &steps[i]);
}

static void a_nul_byte_is_a_byte_like_others(void **state)
{
    (void)state;
    struct frame_slice frame;
    size_t consumed;
    assert_int_equal(frame_next("a\0b\nc", 5, MAX, &frame, &consumed), FRAME_READY);
    assert_int_equal(frame.len, 3);
    assert_int_equal(consumed, 4);
}

/* However the bytes are cut into pieces, the same frames come out. */
static void frames_do_not_depend_on_how_the_bytes_arrive(void **state)
{
    (void)state;
    static const char input[] = "one\r\n\n\ntwo\nthree\r\n\r\nfour\n";
    static const char *const want[] = {"one", "two", "three", "four"};
    for (size_t piece = 1; piece < sizeof(input); piece++) {
        size_t start = 0;
        size_t found = 0;
        for (size_t have = 0; have < sizeof(input) - 1;) {
            have = have + piece < sizeof(input) - 1 ? have + piece : sizeof(input) - 1;
            struct frame_slice frame;
            size_t consumed;
            while (frame_next(input + start, have - start, MAX, &frame, &consumed) == FRAME_READY) {
                assert_true(found < 4 && strlen(want[found]) == frame.len);
                assert_memory_equal(frame.bytes, want[found], frame.len);
                found++;
                start += consumed;
            }
            start += consumed;
        }
        assert_int_equal(found, 4);
        assert_int_equal(start, sizeof(input) - 1);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_end_where_they_should),
        cmocka_unit_test(a_line_of_the_longest_length_passes_and_one_more_does_not),
        cmocka_unit_test(a_nul_byte_is_a_byte_like_others),
        cmocka_unit_test(frames_do_not_depend_on_how_the_bytes_arrive),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
