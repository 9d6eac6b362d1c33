/* SPDX-License-Identifier: MIT */
/*
 * UTF-8 as base/utf8.h describes it. Nearly all that comes is ASCII, which goes by eight bytes at
 * a time.
 */
#include "base/utf8.h"

#include <stdint.h>
#include <string.h>

#define HIGH_BITS UINT64_C(0x8080808080808080)

/* The least and the greatest byte that may follow `first`: this is where overlong forms (E0, F0),
 * surrogates (ED) and what is above U+10FFFF (F4) end. */
static unsigned char low_behind(unsigned char first)
{
    return first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80;
}

static unsigned char high_behind(unsigned char first)
{
    return first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF;
}

/* The bytes that a character has which begins with `first`; 0: none does. */
static size_t len_by_first(unsigned char first)
{
    if (first < 0x80)
        return 1;
    if (first < 0xC2 || first > 0xF4)
        return 0;
    return first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
}

size_t utf8_char_len(const char *bytes, size_t len)
{
    const unsigned char *b = (const unsigned char *)bytes;
    if (len == 0)
        return 0;
    size_t want = len_by_first(b[0]);
    if (want == 1)
        return 1;
    if (len < want || want == 0 || b[1] < low_behind(b[0]) || b[1] > high_behind(b[0]))
        return 0;
    for (size_t i = 2; i < want; i++)
        if ((b[i] & 0xC0) != 0x80)
            return 0;
    return want;
}

static bool next_eight_are_ascii(const char *bytes, size_t len)
{
    uint64_t eight;
    if (len < sizeof(eight))
        return false;
    memcpy(&eight, bytes, sizeof(eight));
    return (eight & HIGH_BITS) == 0;
}

bool utf8_is_valid(const char *bytes, size_t len)
{
    for (size_t i = 0; i < len;) {
        bool is_ascii = next_eight_are_ascii(bytes + i, len - i);
        size_t step = is_ascii ? sizeof(uint64_t) : utf8_char_len(bytes + i, len - i);
        if (step == 0)
            return false;
        i += step;
    }
    return true;
}

/* Takes one byte; false if it cannot stand there. */
static bool take(struct utf8_parts *parts, unsigned char byte)
{
    if (parts->left > 0) {
        bool fits = byte >= parts->low && byte <= parts->high;
        *parts = (struct utf8_parts){(unsigned char)(parts->left - 1), 0x80, 0xBF};
        return fits;
    }
    size_t want = len_by_first(byte);
    *parts = (struct utf8_parts){(unsigned char)(want > 0 ? want - 1 : 0), low_behind(byte),
                                 high_behind(byte)};
    return want > 0;
}

bool utf8_go_on(struct utf8_parts *parts, const char *bytes, size_t len)
{
    for (size_t i = 0; i < len;)
        if (parts->left == 0 && next_eight_are_ascii(bytes + i, len - i))
            i += sizeof(uint64_t);
        else if (!take(parts, (unsigned char)bytes[i++]))
            return false;
    return true;
}

size_t utf8_mark_len(const char *bytes, size_t len)
{
    return len >= 3 && memcmp(bytes, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
}

size_t utf8_length(const char *text)
{
    size_t count = 0;
    for (; *text != '\0'; text++)
        count += ((unsigned char)*text & 0xC0) != 0x80 ? 1 : 0;
    return count;
}
