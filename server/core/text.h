/* SPDX-License-Identifier: MIT */
/*
 * Text that people typed, made harmless before it is kept and shown to others. Functions of valid
 * UTF-8.
 */
#ifndef PENTAD_SERVER_CORE_TEXT_H
#define PENTAD_SERVER_CORE_TEXT_H

#include "base/arena.h"

#include <stdbool.h>
#include <stddef.h>

/* A copy with a space for each byte of a control character: each would take six bytes in JSON, and
 * terminals obey them (those from U+0080 to U+009F, too, which UTF-8 writes as C2 80 to C2 9F). */
char *text_without_controls(struct arena *arena, const char *typed);
/* The same, but line feeds stay. */
char *text_of_lines(struct arena *arena, const char *typed);

/* Whether there is nothing but spaces and line feeds in it. */
bool text_is_blank(const char *text);
/* Characters, not bytes. */
size_t text_length(const char *text);
/* The first `count` characters, in the arena. */
char *text_beginning(struct arena *arena, const char *text, size_t count);

#endif
