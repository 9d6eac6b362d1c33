/* SPDX-License-Identifier: MIT */
/*
 * Numbers as decimal digits, for output on which snprintf() would take most of the time.
 */
#ifndef PENTAD_BASE_DECIMAL_H
#define PENTAD_BASE_DECIMAL_H

#include <stddef.h>
#include <stdint.h>

/* Bytes of the longest number, with its sign. */
#define DECIMAL_MAX 20

/* Writes the digits of a number, after a '-' if it is negative, and no final NUL. Returns the
 * number of bytes, at most DECIMAL_MAX. */
size_t decimal_write(char *out, int64_t value);

#endif
