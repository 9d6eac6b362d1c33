/* SPDX-License-Identifier: MIT */
/* Tests of proto/frame.c: where lines end, what happens when they do not, and what is kept. */
#include "proto/frame.h"
#include "tests/support/test.h"

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

TEST(lines_end_where_they_should)
{
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

TEST(a_line_of_the_longest_length_passes_and_one_more_does_not)
{
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

TEST(a_nul_byte_is_a_byte_like_others)
{
    struct frame_slice frame;
    size_t consumed;
    assert_int_equal(frame_next("a\0b\nc", 5, MAX, &frame, &consumed), FRAME_READY);
    assert_int_equal(frame.len, 3);
    assert_int_equal(consumed, 4);
}

/* However the bytes are cut into pieces, the same frames come out. */
TEST(frames_do_not_depend_on_how_the_bytes_arrive)
{
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

/* ------------------------------------------------------------------ what is kept */

/* All frames of a text that comes in pieces of `piece` bytes, each with a bar behind it; "!" stands
 * for one that is too long. */
static void take_all(const char *input, size_t piece, char out[256])
{
    struct frame_rest rest = {NULL, 0, 0};
    size_t len = strlen(input);
    out[0] = '\0';
    for (size_t at = 0; at < len; at += piece) {
        size_t count = len - at < piece ? len - at : piece;
        char *exact = malloc(count);
        struct frame_slice slice = {exact, count};
        struct frame_slice frame;
        enum frame_status status;
        memcpy(exact, input + at, count);
        while ((status = frame_take(&rest, &slice, MAX, &frame)) == FRAME_READY) {
            strncat(out, frame.bytes, frame.len);
            strcat(out, "|");
        }
        free(exact);
        assert_int_equal(slice.len, 0);
        if (status == FRAME_TOO_LONG) {
            strcat(out, "!");
            break;
        }
    }
    frame_rest_drop(&rest);
}

TEST(frames_are_taken_however_the_bytes_are_cut)
{
    static const struct {
        const char *input;
        const char *frames;
    } rows[] = {
        {"one\r\n\n\ntwo\nthree\r\n\r\nfour\nfi", "one|two|three|four|"},
        {"12345678\r\n12345678\n", "12345678|12345678|"},
        {"a\n123456789\nb\n", "a|!"},
        {"\n12345678\r9\n", "!"},
        {"\r\r\n\n", "\r|"},
        {"a\rb\n\r\n\r", "a\rb|"},
        {"", ""},
    };
    char frames[256];
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
        for (size_t piece = 1; piece <= strlen(rows[i].input) + 1; piece++) {
            take_all(rows[i].input, piece, frames);
            assert_string_equal(frames, rows[i].frames);
        }
}

TEST(a_frame_that_is_whole_is_read_where_it_lies)
{
    static const char first[] = "a\nbb\nc";
    static const char second[] = "c\ndd\n";
    struct frame_rest rest = {NULL, 0, 0};
    struct frame_slice input = {first, strlen(first)};
    struct frame_slice frame;
    assert_int_equal(frame_take(&rest, &input, MAX, &frame), FRAME_READY);
    assert_ptr_equal(frame.bytes, first);
    assert_int_equal(frame_take(&rest, &input, MAX, &frame), FRAME_READY);
    assert_ptr_equal(frame.bytes, first + 2);
    assert_int_equal(frame_take(&rest, &input, MAX, &frame), FRAME_NEED_MORE);
    input = (struct frame_slice){second, strlen(second)};
    assert_int_equal(frame_take(&rest, &input, MAX, &frame), FRAME_READY);
    assert_memory_equal(frame.bytes, "cc", 2); /* joined, and nothing behind it */
    assert_int_equal(frame_take(&rest, &input, MAX, &frame), FRAME_READY);
    assert_ptr_equal(frame.bytes, second + 2);
    frame_rest_drop(&rest);
}

/* 300 who each send half of a line cost as much as they sent, and 300 times the longest line at the
 * most. */
TEST(only_the_beginning_of_a_line_takes_memory)
{
    static char long_line[FRAME_REQUEST_MAX];
    struct frame_rest rest = {NULL, 0, 0};
    struct frame_slice frame;
    struct frame_slice input = {"half", 4};
    memset(long_line, 'x', sizeof(long_line));
    assert_int_equal(frame_take(&rest, &input, FRAME_REQUEST_MAX, &frame), FRAME_NEED_MORE);
    assert_in_range(rest.size, 4, 512);
    input = (struct frame_slice){long_line, sizeof(long_line) - 4};
    assert_int_equal(frame_take(&rest, &input, FRAME_REQUEST_MAX, &frame), FRAME_NEED_MORE);
    assert_in_range(rest.size, FRAME_REQUEST_MAX, FRAME_REQUEST_MAX + 2);
    input = (struct frame_slice){"\r\n\n", 3};
    assert_int_equal(frame_take(&rest, &input, FRAME_REQUEST_MAX, &frame), FRAME_READY);
    assert_int_equal(frame.len, FRAME_REQUEST_MAX);
    assert_int_equal(frame_take(&rest, &input, FRAME_REQUEST_MAX, &frame), FRAME_NEED_MORE);
    assert_null(rest.bytes);
    input = (struct frame_slice){"x\n", 2};
    assert_int_equal(frame_take(&rest, &input, FRAME_REQUEST_MAX, &frame), FRAME_READY);
    assert_int_equal(frame_take(&rest, &input, FRAME_REQUEST_MAX, &frame), FRAME_NEED_MORE);
    assert_null(rest.bytes);
}
