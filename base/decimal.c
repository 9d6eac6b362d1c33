/* SPDX-License-Identifier: MIT */
/*
 * Numbers as decimal digits.
 */
#include "base/decimal.h"

#include <string.h>

/* Two digits at a time: a division takes longer than all else. */
static const char pairs[] = "00010203040506070809101112131415161718192021222324252627282930313233"
                            "34353637383940414243444546474849505152535455565758596061626364656667"
                            "68697071727374757677787980818283848586878889909192939495969798"
                            "99";

size_t decimal_write(char *out, int64_t value)
{
    char digits[DECIMAL_MAX];
    char *first = digits + sizeof(digits);
    /* Unsigned, because INT64_MIN has no positive counterpart. */
    uint64_t rest = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
    for (; rest >= 10; rest /= 100) {
        first -= 2;
        memcpy(first, &pairs[2 * (rest % 100)], 2);
    }
    if (rest > 0 || first == digits + sizeof(digits))
        *--first = (char)('0' + rest);
    if (value < 0)
        *--first = '-';
    size_t len = (size_t)(digits + sizeof(digits) - first);
    memcpy(out, first, len);
    return len;
}
