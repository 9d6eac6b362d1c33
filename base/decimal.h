/* SPDX-License-Identifier: MIT */
/*
 * Numbers as decimal digits, where snprintf() would take most of the time of what is written.
 */
#ifndef PENTAD_BASE_DECIMAL_H
#define PENTAD_BASE_DECIMAL_H

#include <stddef.h>
#include <stdint.h>

/* Bytes of the longest number, with its sign. */
#define DECIMAL_MAX 20

/* Writes the digits of a number, behind a '-' where it is negative, and no end; returns how many
 * bytes these are, DECIMAL_MAX at the most. */
size_t decimal_write(char *out, int64_t value);

#endif
