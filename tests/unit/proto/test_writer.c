/* SPDX-License-Identifier: MIT */
/* Tests of proto/writer.c: what comes out is JSON whatever goes in, and never past the buffer. */
#include "base/utf8.h"
#include "proto/error.h"
#include "proto/writer.h"
#include "tests/support/random.h"
#include "tests/support/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void check_text(const char *text, const char *want)
{
    char out[256] = {0};
    struct writer writer;
    writer__init(&writer, out, sizeof(out));
    writer__put_text(&writer, text);
    assert_int_equal(writer__finish(&writer), strlen(want));
    assert_string_equal(out, want);
}

TEST(texts_are_escaped_where_json_wants_it_and_nowhere_else)
{
    check_text("", "\"\"");
    check_text("plain /'<>", "\"plain /'<>\"");
    check_text("\"\\", "\"\\\"\\\\\"");
    check_text("\n\r\t\b\f", "\"\\n\\r\\t\\b\\f\"");
    check_text("\x01\x0b\x1f", "\"\\u0001\\u000b\\u001f\"");
    check_text("\x7f", "\"\x7f\"");
    check_text("é€😀\xEF\xBB\xBF", "\"é€😀\xEF\xBB\xBF\"");
}

TEST(bytes_that_are_not_utf8_become_the_replacement_character)
{
    check_text("a\xFF"
               "b",
               "\"a\xEF\xBF\xBD"
               "b\"");
    check_text("\xC3", "\"\xEF\xBF\xBD\"");
    check_text("\xC3\"", "\"\xEF\xBF\xBD\\\"\"");
    check_text("\xED\xA0\x80", "\"\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\"");
    check_text("\xF0\x9F\x98", "\"\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\"");
}

TEST(any_bytes_at_all_give_utf8_without_control_characters)
{
    uint64_t seed = 3;
    for (int round = 0; round < 20000; round++) {
        char text[24] = {0};
        size_t len = random_below(&seed, sizeof(text) - 1);
        for (size_t i = 0; i < len; i++)
            text[i] = (char)(1 + random_below(&seed, 255));
        char out[256];
        struct writer writer;
        writer__init(&writer, out, sizeof(out));
        writer__put_text(&writer, text);
        int written = writer__finish(&writer);
        assert_true(written >= 2);
        assert_true(utf8_is_valid(out, (size_t)written));
        for (int i = 0; i < written; i++)
            assert_true((unsigned char)out[i] >= 0x20);
    }
}

TEST(numbers_are_written_as_printf_does)
{
    static const int64_t numbers[] = {0, 1, -1, 9, 10, 12345, INT64_MAX, INT64_MIN};
    for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++) {
        char out[32] = {0};
        char want[32];
        struct writer writer;
        writer__init(&writer, out, sizeof(out));
        writer__put_int(&writer, numbers[i]);
        snprintf(want, sizeof(want), "%lld", (long long)numbers[i]);
        assert_int_equal(writer__finish(&writer), strlen(want));
        assert_string_equal(out, want);
    }
}

TEST(keys_have_a_comma_except_after_a_brace)
{
    char out[32] = {0};
    struct writer writer;
    writer__init(&writer, out, sizeof(out));
    writer__put_raw(&writer, "{");
    writer__put_key(&writer, ",\"a\":");
    writer__put_int(&writer, 1);
    writer__put_key(&writer, ",\"b\":");
    writer__put_int(&writer, 2);
    writer__put_raw(&writer, "}");
    assert_string_equal(out, "{\"a\":1,\"b\":2}");
}

static int write_something(char *out, size_t size)
{
    struct writer writer;
    writer__init(&writer, out, size);
    writer__put_raw(&writer, "{");
    writer__put_key(&writer, ",\"a\":");
    writer__put_text(&writer, "x\"\x01é\xFF\n");
    writer__put_key(&writer, ",\"b\":");
    writer__put_int(&writer, -120);
    writer__put_raw(&writer, "}");
    return writer__finish(&writer);
}

/* Buffers of exactly that size, so that a sanitizer sees a byte too far. */
TEST(a_buffer_that_is_too_small_is_told_and_not_overrun)
{
    char whole[64];
    int len = write_something(whole, sizeof(whole));
    assert_true(len > 0);
    for (size_t size = 0; size <= (size_t)len; size++) {
        char *out = malloc(size + (size == 0));
        int got = write_something(out, size);
        assert_int_equal(got, size < (size_t)len ? ERR_TOO_SMALL : len);
        free(out);
    }
}
