/* SPDX-License-Identifier: MIT */
/*
 * Well-formed UTF-8, which is Unicode's table 3-7: so no overlong forms, no surrogates and nothing
 * above U+10FFFF. Functions of bytes, any thread. U+0000 is as good a character as any here.
 */
#ifndef PENTAD_PROTO_UTF8_H
#define PENTAD_PROTO_UTF8_H

#include <stdbool.h>
#include <stddef.h>

/* The length (1 to 4) of the character that `bytes` begin with, or 0 if that is no whole
 * well-formed one, or `len` is 0. */
size_t utf8_char_len(const char *bytes, size_t len);

/* Bytes of the mark U+FEFF that the text begins with, or 0: many editors put it in front of what
 * they save, and it is no part of it. Every reader of files that people write passes it over. */
size_t utf8_mark_len(const char *bytes, size_t len);

/* The characters (code points) of a well-formed text: the one function that counts what people see
 * as lengths. */
size_t utf8_length(const char *text);

/* Whether all `len` bytes are well-formed. */
bool utf8_is_valid(const char *bytes, size_t len);

#endif
