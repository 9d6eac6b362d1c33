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

/* A copy with a space for each control character and line end (terminals obey them), and without
 * invisible characters: those that change the direction of writing or have no width, tags, fillers.
 * The joiners of emoji and of some scripts stay between what they join, and so do the selectors
 * after a character. It is never longer. */
char *text_of_line(struct arena *arena, const char *typed);
/* A copy as from text_of_line(), but line feeds stay. */
char *text_of_lines(struct arena *arena, const char *typed);

/* True if such a copy has nothing but spaces and line feeds. */
bool text_is_blank(const char *text);
/* The first `count` characters, in the arena. */
char *text_beginning(struct arena *arena, const char *text, size_t count);

#endif
