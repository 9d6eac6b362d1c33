/* SPDX-License-Identifier: MIT */
/*
 * Base64: the examples of RFC 4648, all lengths there and back, and texts that are none.
 */
#include "base/base64.h"
#include "tests/support/cmocka_all.h"

#include <string.h>

static void assert_both_ways(const char *bytes, const char *text)
{
    char written[64];
    uint8_t read[64];
    size_t len = 0;
    base64_write((const uint8_t *)bytes, strlen(bytes), written);
    assert_string_equal(written, text);
    assert_int_equal(strlen(written), BASE64_LENGTH(strlen(bytes)));
    assert_true(base64_read(text, read, &len));
    assert_int_equal(len, strlen(bytes));
    assert_memory_equal(read, bytes, len);
}

static void the_examples_of_rfc_4648(void **state)
{
    (void)state;
    assert_both_ways("", "");
    assert_both_ways("f", "Zg==");
    assert_both_ways("fo", "Zm8=");
    assert_both_ways("foo", "Zm9v");
    assert_both_ways("foob", "Zm9vYg==");
    assert_both_ways("fooba", "Zm9vYmE=");
    assert_both_ways("foobar", "Zm9vYmFy");
    assert_both_ways("\xff\xef\xbe", "/+++");
}

static void all_bytes_at_all_lengths_come_back(void **state)
{
    (void)state;
    uint8_t bytes[256], read[BASE64_BYTES(BASE64_LENGTH(256))];
    char text[BASE64_LENGTH(256) + 1];
    for (size_t i = 0; i < sizeof(bytes); i++)
        bytes[i] = (uint8_t)(i * 167 + 13);
    for (size_t size = 0; size <= sizeof(bytes); size++) {
        size_t len = 0;
        base64_write(bytes, size, text);
        assert_true(base64_read(text, read, &len));
        assert_int_equal(len, size);
        assert_memory_equal(read, bytes, size);
    }
}

static void what_is_not_base64_is_refused(void **state)
{
    (void)state;
    static const char *const WRONG[] = {
        "Z",        "Zg",    "Zg=",      "Zm9vY",    "====",    "Z===", /* cut */
        "Zg==Zg==", "Zm8=A", "Zm=v",     "=m9v",     "Zg=v",            /* padding within */
        "Zm9\n",    "Zm9-",  "Zm9_",     "Zm 9",     "Zm9\xc3",         /* no digits */
        "Zh==",     "Zm9=",  "Zm9vYh==", "Zm9vYmF=",                    /* a second spelling */
    };
    uint8_t read[64];
    size_t len;
    for (size_t i = 0; i < sizeof(WRONG) / sizeof(*WRONG); i++)
        if (base64_read(WRONG[i], read, &len))
            fail_msg("\"%s\" was read", WRONG[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_examples_of_rfc_4648),
        cmocka_unit_test(all_bytes_at_all_lengths_come_back),
        cmocka_unit_test(what_is_not_base64_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
