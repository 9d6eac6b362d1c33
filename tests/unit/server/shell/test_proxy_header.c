/* SPDX-License-Identifier: MIT */
/*
 * Headers of the PROXY protocol: what they say, each of their beginnings, and everything else.
 */
#include "server/shell/origin.h"
#include "server/shell/proxy_header.h"
#include "tests/support/random.h"
#include "tests/support/test.h"

#include <stdlib.h>
#include <string.h>

#define SIGNATURE "\r\n\r\n\0\r\nQUIT\n"
#define BYTES(text) text, sizeof(text) - 1

/* Headers, and the origin that they tell; NULL: the connection is the proxy's own. */
static const struct {
    const char *bytes;
    size_t len;
    const char *origin;
} headers[] = {
    {BYTES("PROXY TCP4 192.0.2.7 198.51.100.1 56324 7443\r\n"), "192.0.2.7"},
    {BYTES("PROXY TCP4 192.0.2.7 198.51.100.1 0 65535\r\n"), "192.0.2.7"},
    {BYTES("PROXY TCP6 2001:db8:1:2::5 2001:db8::1 56324 7443\r\n"), "2001:db8:1:2::/64"},
    {BYTES("PROXY TCP6 ::ffff:192.0.2.7 ::1 56324 7443\r\n"), "192.0.2.7"},
    {BYTES("PROXY UNKNOWN\r\n"), NULL},
    {BYTES("PROXY UNKNOWN ffff:f:f:f:f:f:f:ffff ffff:f:f:f:f:f:f:ffff 65535 65535\r\n"), NULL},
    {BYTES(SIGNATURE "\x21\x11\0\x0C\xC0\0\x02\x07\xC6\x33\x64\x01\xDC\x04\x1D\x13"), "192.0.2.7"},
    {BYTES(SIGNATURE "\x21\x11\0\x0F\xC0\0\x02\x07\xC6\x33\x64\x01\xDC\x04\x1D\x13\x04\0\0"),
     "192.0.2.7"},
    {BYTES(SIGNATURE "\x21\x21\0\x24\x20\x01\x0d\xb8\0\x01\0\x02\0\0\0\0\0\0\0\x05"
                     "\x20\x01\x0d\xb8\0\0\0\0\0\0\0\0\0\0\0\x01\xDC\x04\x1D\x13"),
     "2001:db8:1:2::/64"},
    {BYTES(SIGNATURE "\x20\0\0\0"), NULL},
    {BYTES(SIGNATURE "\x20\x11\0\x0C\xC0\0\x02\x07\xC6\x33\x64\x01\xDC\x04\x1D\x13"), NULL},
};

static const struct {
    const char *bytes;
    size_t len;
} others[] = {
    {BYTES("{\"op\":\"hello\"}\n")},
    {BYTES("GET / HTTP/1.1\r\n")},
    {BYTES("\x16\x03\x01\x02")},
    {BYTES("PROXYTCP4 192.0.2.7 198.51.100.1 56324 7443\r\n")},
    {BYTES("PROXY  TCP4 192.0.2.7 198.51.100.1 56324 7443\r\n")},
    {BYTES("PROXY TCP4 192.0.2.7 198.51.100.1 56324 7443\n")},
    {BYTES("PROXY TCP4 192.0.2.7 198.51.100.1 56324 7443 \r\n")},
    {BYTES("PROXY TCP4 192.0.2.7 198.51.100.1 56324\r\n")},
    {BYTES("PROXY TCP4 192.0.2.7  198.51.100.1 56324 7443\r\n")},
    {BYTES("PROXY TCP4 192.0.2.7 198.51.100.1 56324 65536\r\n")},
    {BYTES("PROXY TCP4 192.0.2.7 198.51.100.1 056 7443\r\n")},
    {BYTES("PROXY TCP4 192.0.2.7 198.51.100.1 -1 7443\r\n")},
    {BYTES("PROXY TCP4 192.0.2.300 198.51.100.1 56324 7443\r\n")},
    {BYTES("PROXY TCP4 2001:db8::5 2001:db8::1 56324 7443\r\n")},
    {BYTES("PROXY TCP6 192.0.2.7 198.51.100.1 56324 7443\r\n")},
    {BYTES("PROXY UDP4 192.0.2.7 198.51.100.1 56324 7443\r\n")},
    {BYTES("PROXY TCP4 192.0.2.7\0 198.51.100.1 56324 7443\r\n")},
    {BYTES("PROXY UNKNOWNS\r\n")},
    {BYTES("PROXY UNKNOWN ffff:f:f:f:f:f:f:ffff ffff:f:f:f:f:f:f:ffff 65535 65535 and much more, "
           "longer than a line may be, which has 107 bytes\r\n")},
    {BYTES(SIGNATURE "\x11\x11\0\x0C\xC0\0\x02\x07\xC6\x33\x64\x01\xDC\x04\x1D\x13")},
    {BYTES(SIGNATURE "\x22\x11\0\x0C\xC0\0\x02\x07\xC6\x33\x64\x01\xDC\x04\x1D\x13")},
    {BYTES(SIGNATURE "\x21\x12\0\x0C\xC0\0\x02\x07\xC6\x33\x64\x01\xDC\x04\x1D\x13")},
    {BYTES(SIGNATURE "\x21\0\0\0")},
    {BYTES(SIGNATURE "\x21\x11\0\x0B\xC0\0\x02\x07\xC6\x33\x64\x01\xDC\x04\x1D")},
    {BYTES(SIGNATURE "\x21\x21\0\x0C\xC0\0\x02\x07\xC6\x33\x64\x01\xDC\x04\x1D\x13")},
    {BYTES(SIGNATURE "\x21\x11\xFF\xFF")},
    {BYTES("\r\n\r\n\0\r\nQUIX\n")},
};

/* From a block that ends where they end. */
static enum proxy_verdict read_bytes(const char *bytes, size_t len, struct proxy_header *out)
{
    char *block = malloc(len > 0 ? len : 1);
    memcpy(block, bytes, len);
    enum proxy_verdict verdict = proxy_header_read(block, len, out);
    free(block);
    return verdict;
}

TEST(a_header_tells_where_the_connection_comes_from)
{
    for (size_t i = 0; i < sizeof(headers) / sizeof(headers[0]); i++) {
        struct proxy_header header;
        assert_int_equal(read_bytes(headers[i].bytes, headers[i].len, &header), PROXY_READY);
        assert_int_equal(header.len, headers[i].len);
        assert_int_equal(header.is_proxy, headers[i].origin == NULL);
        if (headers[i].origin != NULL)
            assert_string_equal(origin_of(&header.address).text, headers[i].origin);
    }
}

TEST(its_beginnings_wait_for_the_rest)
{
    for (size_t i = 0; i < sizeof(headers) / sizeof(headers[0]); i++)
        for (size_t len = 0; len < headers[i].len; len++) {
            struct proxy_header header;
            assert_int_equal(read_bytes(headers[i].bytes, len, &header), PROXY_MORE);
        }
}

TEST(the_bytes_behind_it_are_the_connections_own)
{
    for (size_t i = 0; i < sizeof(headers) / sizeof(headers[0]); i++) {
        char bytes[256];
        struct proxy_header header;
        memcpy(bytes, headers[i].bytes, headers[i].len);
        memcpy(bytes + headers[i].len, "{}\r\nPROXY ", 10);
        assert_int_equal(read_bytes(bytes, headers[i].len + 10, &header), PROXY_READY);
        assert_int_equal(header.len, headers[i].len);
    }
}

TEST(everything_else_is_none)
{
    for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++) {
        struct proxy_header header;
        assert_int_equal(read_bytes(others[i].bytes, others[i].len, &header), PROXY_WRONG);
    }
}

TEST(changed_bytes_never_make_it_longer_than_it_is)
{
    uint64_t random = 5;
    for (int round = 0; round < 20000; round++) {
        size_t i = random_below(&random, sizeof(headers) / sizeof(headers[0]));
        char bytes[256];
        struct proxy_header header;
        size_t len = headers[i].len;
        memcpy(bytes, headers[i].bytes, len);
        bytes[random_below(&random, len)] = (char)random_below(&random, 256);
        if (read_bytes(bytes, len, &header) == PROXY_READY)
            assert_in_range(header.len, 1, len);
    }
}
