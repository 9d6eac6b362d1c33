/* SPDX-License-Identifier: MIT */
/*
 * Text for a terminal: making foreign text harmless, measuring it in columns and breaking it into
 * lines. All text inside the client is UTF-8; in a locale without UTF-8 it becomes ASCII here.
 * Functions of bytes; the widths are those of the C library's locale.
 */
#ifndef PENTAD_CLIENT_CLI_TERMINAL_TEXT_H
#define PENTAD_CLIENT_CLI_TERMINAL_TEXT_H

#include <stdbool.h>
#include <stddef.h>

/* Copies `raw` so that a terminal can only show it. Control characters (C0, C1, DEL), broken UTF-8,
 * characters that reorder or hide text and those that the terminal cannot show become `?`, line
 * breaks and tabs become spaces. Piled up combining marks are dropped, and so is what terminals
 * measure differently: joiners, variants and colours of emoji. Flags become their two letters. Text
 * that does not fit is cut at a whole character; harmless text is copied unchanged. Returns the
 * length. */
size_t text_clean(const char *raw, bool is_utf8, char *out, size_t size);

/* Columns that clean text takes. */
size_t text_width(const char *text);

/* The bytes of clean text, up to a whole character, that fit in `width` columns. `columns_out` (may
 * be NULL) gets the columns that they take. */
size_t text_fit(const char *text, size_t width, size_t *columns_out);

/* Breaks clean text between words into lines of at most `width` columns: returns the bytes of the
 * next line and moves `*rest` past it and the spaces that follow. 0 at the end. */
size_t text_wrap(const char **rest, size_t width);

/* ------------------------------------------------------------------ units */
/*
 * The units of time in a clock, "5m+3s" or "3d/move", in the person's language, as they are shown
 * and as they may be typed. Functions of texts; the engine reads and writes English ones.
 */

/* Writes a clock with the units of the language, cut if it does not fit. */
void units_say(const char *clock, char *text, size_t size);
/* Does the reverse; English units, and all else, stay. */
void units_read(const char *typed, char *clock, size_t size);

#endif
