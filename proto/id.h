/* SPDX-License-Identifier: MIT */
/*
 * Ids of rooms, games and players: numbers from 1 to 2^60 - 1, on the wire 12 lower-case characters
 * of Crockford's base 32 (https://www.crockford.com/base32.html; without i, l, o, u), so that they
 * sort in the order in which they were made, and can be read aloud. 0 is no id.
 */
#ifndef PENTAD_PROTO_ID_H
#define PENTAD_PROTO_ID_H

#include <stddef.h>
#include <stdint.h>

#define ID_TEXT_SIZE 13 /* with the final NUL */
#define ID_MAX ((UINT64_C(1) << 60) - 1)

void id_format(uint64_t id, char text[ID_TEXT_SIZE]);
/* Reads exactly `len` bytes, in upper or lower case. Returns the id, or 0 if they are none. */
uint64_t id_parse(const char *text, size_t len);

#endif
