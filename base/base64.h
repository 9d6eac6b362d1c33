/* SPDX-License-Identifier: MIT */
/*
 * Bytes as text: base64 of RFC 4648 with its padding, and nothing else: no line ends, no second
 * spelling of the same bytes. Pure functions. The server and its clients use it.
 */
#ifndef PENTAD_BASE_BASE64_H
#define PENTAD_BASE_BASE64_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The number of characters that `bytes` bytes become, without a NUL. */
#define BASE64_LENGTH(bytes) (((bytes) + 2) / 3 * 4)
/* The most bytes that `length` characters hold. */
#define BASE64_BYTES(length) ((length) / 4 * 3)

/* Writes BASE64_LENGTH(len) characters and a NUL. */
void base64_write(const uint8_t *bytes, size_t len, char *text_out);
/* Reads all of `text`; `bytes_out` has room for BASE64_BYTES(its length). False if it is not
 * base64, or if base64_write() would write the same bytes differently. */
bool base64_read(const char *text, uint8_t *bytes_out, size_t *len_out);

#endif
