/* SPDX-License-Identifier: MIT */
/*
 * Ids as text, as proto/id.h describes them: twelve digits of five bits, the highest first, so that
 * texts sort like numbers.
 */
#include "proto/id.h"

#define DIGITS (ID_TEXT_SIZE - 1)
#define DIGIT_BITS 5

static const char alphabet[] = "0123456789abcdefghjkmnpqrstvwxyz";

void id_format(uint64_t id, char text[ID_TEXT_SIZE])
{
    for (int i = DIGITS - 1; i >= 0; i--) {
        text[i] = alphabet[id & 31];
        id >>= DIGIT_BITS;
    }
    text[DIGITS] = '\0';
}

/* The value of a digit, or -1. Crockford lets readers take i, l and o for digits; ids are compared
 * as text by clients, so there is one spelling (but for the case). */
static int digit_value(char c)
{
    /* clang-format off */
    static const signed char letters[26] = {
        /* a .. h, i */ 10, 11, 12, 13, 14, 15, 16, 17, -1,
        /* j, k, l */ 18, 19, -1,
        /* m, n, o */ 20, 21, -1,
        /* p .. t, u */ 22, 23, 24, 25, 26, -1,
        /* v .. z */ 27, 28, 29, 30, 31,
    };
    /* clang-format on */
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'z')
        return letters[c - 'a'];
    return c >= 'A' && c <= 'Z' ? letters[c - 'A'] : -1;
}

uint64_t id_parse(const char *text, size_t len)
{
    if (len != DIGITS)
        return 0;
    uint64_t id = 0;
    for (size_t i = 0; i < len; i++) {
        int value = digit_value(text[i]);
        if (value < 0)
            return 0;
        id = id << DIGIT_BITS | (uint64_t)value;
    }
    return id;
}
