/* SPDX-License-Identifier: MIT */
/*
 * Text for a terminal: making what comes from outside harmless, measuring it in columns and
 * breaking it into lines. All text inside the client is UTF-8; in a locale without UTF-8 it becomes
 * ASCII here. Functions of bytes; the widths are those of the C library's locale.
 */
#ifndef PENTAD_CLIENT_CLI_TERMINAL_TEXT_H
#define PENTAD_CLIENT_CLI_TERMINAL_TEXT_H

#include <stdbool.h>
#include <stddef.h>

/* Copies `raw` so that no terminal does anything but show it: control characters (C0, C1, DEL),
 * broken UTF-8, characters that reorder or hide text and those that the terminal cannot show become
 * `?`, line breaks and tabs become spaces, piled up combining marks are dropped, and so is
 * what terminals count in different ways: joiners, variants and colours of emoji. Flags become
 * their two letters. Cut at a whole character if it does not fit. Harmless text comes out as it is.
 * Returns the length. */
size_t text_clean(const char *raw, bool is_utf8, char *out, size_t size);

/* Columns that clean text takes. */
size_t text_width(const char *text);

/* How many bytes of clean text fit `width` columns, at a whole character. `columns_out` (may be
 * NULL) is how many columns these take. */
size_t text_fit(const char *text, size_t width, size_t *columns_out);

/* The next line when clean text is broken between words into lines of at most `width` columns:
 * returns its length in bytes and moves `*rest` past it and the spaces that follow. 0 at the end.
 */
size_t text_wrap(const char **rest, size_t width);

/* ------------------------------------------------------------------ units */
/*
 * The units of time in a clock, "5m+3s" or "3d/move", in the person's language: as they are shown,
 * and as they may be typed. Functions of texts; the engine reads and writes English ones.
 */

/* Writes a clock with the units of the language; what does not fit is left out. */
void units_say(const char *clock, char *text, size_t size);
/* The other way round; English units, and all else, stay. */
void units_read(const char *typed, char *clock, size_t size);

#endif
