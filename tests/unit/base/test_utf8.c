/* SPDX-License-Identifier: MIT */
/* Tests of base/utf8.c: every code point, and everything that is none. */
#include "base/utf8.h"
#include "tests/support/test.h"

#include <string.h>

/* UTF-8 as it would be if there were no forbidden forms; `len` bytes are used. */
static void encode(uint32_t code, size_t len, char *out)
{
    static const unsigned char lead[] = {0, 0, 0xC0, 0xE0, 0xF0};
    if (len == 1) {
        out[0] = (char)code;
        return;
    }
    for (size_t i = len - 1; i > 0; i--) {
        out[i] = (char)(0x80 | (code & 0x3F));
        code >>= 6;
    }
    out[0] = (char)(unsigned char)(lead[len] | code);
}

static size_t right_len(uint32_t code)
{
    return code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
}

/* The verdict on a text that comes in two parts, or singly behind the first. */
static bool is_valid_in_parts(const char *text, size_t len, size_t first)
{
    struct utf8_parts parts = {0};
    bool goes_on = utf8_go_on(&parts, text, first);
    for (size_t i = first; goes_on && i < len; i++)
        goes_on = utf8_go_on(&parts, text + i, 1);
    return goes_on && parts.left == 0;
}

/* In its right length and in every longer one. */
static void check_code(uint32_t code)
{
    bool is_character = code <= 0x10FFFF && (code < 0xD800 || code > 0xDFFF);
    for (size_t len = right_len(code); len <= 4; len++) {
        char text[4] = {0};
        encode(code, len, text);
        bool want = is_character && len == right_len(code);
        if (utf8_is_valid(text, len) != want || utf8_char_len(text, len) != (want ? len : 0) ||
            is_valid_in_parts(text, len, 1) != want)
            fail_msg("U+%04X in %zu bytes", (unsigned)code, len);
    }
}

/* All that the bit patterns of UTF-8 can say, in every length that can hold it. */
TEST(only_the_shortest_form_of_a_real_character_is_valid)
{
    for (uint32_t code = 0; code < 0x200000; code++)
        check_code(code);
}

TEST(broken_sequences_are_not_valid)
{
    static const char *const bad[] = {
        "\x80",
        "\xBF",
        "\xC0\x80",
        "\xC1\xBF",
        "\xC2",
        "\xC2\x41",
        "\xC2\xC2",
        "\xE0\xA0",
        "\xE0\xA0\x41",
        "\xE2\x82",
        "\xED\xA0\x80",
        "\xF0\x9F\x98",
        "\xF0\x9F\x98\x41",
        "\xF4\x90\x80\x80",
        "\xF5\x80\x80\x80",
        "\xF8\x88\x80\x80\x80",
        "\xFE",
        "\xFF",
        "a\x80",
        "\xC3\xA9\xA9",
    };
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        assert_false(utf8_is_valid(bad[i], strlen(bad[i])));
        for (size_t first = 0; first <= strlen(bad[i]); first++)
            assert_false(is_valid_in_parts(bad[i], strlen(bad[i]), first));
    }
    assert_true(utf8_is_valid("", 0));
    assert_true(utf8_is_valid("a\0b", 3));
    assert_int_equal(utf8_char_len("", 0), 0);
}

/* ASCII goes by eight bytes at a time: a bad byte is found wherever it stands. */
TEST(a_bad_byte_is_found_at_any_place)
{
    char text[40];
    for (size_t len = 1; len <= sizeof(text); len++) {
        for (size_t at = 0; at < len; at++) {
            memset(text, 'a', sizeof(text));
            assert_true(utf8_is_valid(text, len));
            text[at] = '\xA9';
            assert_false(utf8_is_valid(text, len));
            if (at > 0) {
                text[at - 1] = '\xC3';
                assert_true(utf8_is_valid(text, len));
                assert_false(utf8_is_valid(text, at));
            }
        }
    }
}

/* Not only at the end of all parts. */
TEST(what_no_part_can_mend_is_told_at_once)
{
    static const struct {
        const char *text;
        size_t fits; /* of its bytes */
    } rows[] = {{"\xce\xba\xe1\xbd\xb9\xed\xa0\x80"
                 "edited",
                 6},              /* a surrogate */
                {"a\xf4\x90", 2}, /* above U+10FFFF */
                {"a\xf0\x8f", 2}, /* too long a form */
                {"a\xc3\xa9\x80", 3}};
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct utf8_parts parts = {0};
        for (size_t at = 0; at <= rows[i].fits; at++)
            assert_int_equal(utf8_go_on(&parts, rows[i].text + at, 1), at < rows[i].fits);
    }
}

TEST(a_mark_in_front_is_three_bytes)
{
    assert_int_equal(utf8_mark_len("\xef\xbb\xbfport", 7), 3);
    assert_int_equal(utf8_mark_len("\xef\xbb\xbf", 3), 3);
    assert_int_equal(utf8_mark_len("\xef\xbb\xbf", 2), 0);
    assert_int_equal(utf8_mark_len("\xef\xbb\xbe", 3), 0);
    assert_int_equal(utf8_mark_len("port", 4), 0);
    assert_int_equal(utf8_mark_len("", 0), 0);
}
