/* SPDX-License-Identifier: MIT */
/*
 * Well-formed UTF-8 as in Unicode's table 3-7: no overlong forms, no surrogates and nothing above
 * U+10FFFF. Functions of bytes, any thread. U+0000 is a character like any other here.
 */
#ifndef PENTAD_BASE_UTF8_H
#define PENTAD_BASE_UTF8_H

#include <stdbool.h>
#include <stddef.h>

/* The length (1 to 4) of the character that `bytes` begin with; 0 if it is not whole and
 * well-formed, or `len` is 0. */
size_t utf8_char_len(const char *bytes, size_t len);

/* The bytes of the mark U+FEFF that the text begins with, or 0. Many editors put it in front of
 * what they save, but it is no part of the text; every reader of files that people write skips
 * it. */
size_t utf8_mark_len(const char *bytes, size_t len);

/* The number of characters (code points) of a well-formed text. Every length that people see is
 * counted by this function. */
size_t utf8_length(const char *text);

/* True if all `len` bytes are well-formed. */
bool utf8_is_valid(const char *bytes, size_t len);

/* A text that comes in parts, which may be cut inside a character; all zero before the first. */
struct utf8_parts {
    unsigned char left;      /* bytes that the last character still lacks; 0: it is whole */
    unsigned char low, high; /* between which the next of them has to be */
};

/* Goes on with the next part. True if all so far can be the beginning of a well-formed text. */
bool utf8_go_on(struct utf8_parts *parts, const char *bytes, size_t len);

#endif
