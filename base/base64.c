/* SPDX-License-Identifier: MIT */
/*
 * Base64: three bytes are four characters of six bits each.
 */
#include "base/base64.h"

#include <string.h>

#define PAD '='

static const char DIGITS[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/* Writes one to three bytes; those that are missing are padding. */
static void write_group(const uint8_t *bytes, size_t len, char text[4])
{
    uint32_t bits = (uint32_t)bytes[0] << 16 | (len > 1 ? (uint32_t)bytes[1] << 8 : 0) |
                    (len > 2 ? (uint32_t)bytes[2] : 0);
    for (size_t i = 0; i < 4; i++)
        text[i] = i <= len ? DIGITS[bits >> (18 - 6 * i) & 63] : PAD;
}

void base64_write(const uint8_t *bytes, size_t len, char *text_out)
{
    size_t at = 0;
    for (; at + 3 <= len; at += 3, text_out += 4)
        write_group(&bytes[at], 3, text_out);
    if (at < len) {
        write_group(&bytes[at], len - at, text_out);
        text_out += 4;
    }
    *text_out = '\0';
}

/* Reads the bytes of four characters and returns how many, 1 to 3; 0 if they are none. */
static size_t read_group(const char *text, uint8_t *bytes)
{
    uint32_t bits = 0;
    size_t digits = 0;
    for (; digits < 4 && text[digits] != PAD; digits++) {
        const char *digit = memchr(DIGITS, text[digits], sizeof(DIGITS) - 1);
        if (digit == NULL)
            return 0;
        bits |= (uint32_t)(digit - DIGITS) << (18 - 6 * digits);
    }
    if (digits < 2 || (digits == 2 && text[3] != PAD))
        return 0;
    size_t len = digits - 1;
    if ((bits & (0xffffffU >> (8 * len)) & 0xffffffU) != 0)
        return 0; /* bits that belong to no byte */
    for (size_t i = 0; i < len; i++)
        bytes[i] = (uint8_t)(bits >> (16 - 8 * i));
    return len;
}

bool base64_read(const char *text, uint8_t *bytes_out, size_t *len_out)
{
    size_t length = strlen(text);
    size_t len = 0;
    if (length % 4 != 0)
        return false;
    for (size_t at = 0; at < length; at += 4) {
        size_t got = read_group(&text[at], &bytes_out[len]);
        len += got;
        if (got == 0 || (got < 3 && at + 4 < length))
            return false;
    }
    *len_out = len;
    return true;
}
