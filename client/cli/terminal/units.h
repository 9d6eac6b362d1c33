/* SPDX-License-Identifier: MIT */
/*
 * The units of time in a clock, "5m+3s" or "3d/move", in the person's language: as they are shown,
 * and as they may be typed. Functions of texts; the engine reads and writes English ones.
 */
#ifndef PENTAD_CLIENT_CLI_TERMINAL_UNITS_H
#define PENTAD_CLIENT_CLI_TERMINAL_UNITS_H

#include <stddef.h>

/* Writes a clock with the units of the language; what does not fit is left out. */
void units_say(const char *clock, char *text, size_t size);
/* The other way round; English units, and all else, stay. */
void units_read(const char *typed, char *clock, size_t size);

#endif
