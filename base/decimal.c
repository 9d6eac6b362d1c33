/* SPDX-License-Identifier: MIT */
/*
 * Numbers as decimal digits.
 */
#include "base/decimal.h"

#include <string.h>

size_t decimal_write(char *out, int64_t value)
{
    char digits[DECIMAL_MAX];
    char *first = digits + sizeof(digits);
    /* Unsigned, because INT64_MIN has no positive counterpart. */
    uint64_t rest = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
    do {
        *--first = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest > 0);
    if (value < 0)
        *--first = '-';
    size_t len = (size_t)(digits + sizeof(digits) - first);
    memcpy(out, first, len);
    return len;
}
