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

/* A copy in which a control character or line end is a space (terminals obey them), and without
 * invisible ones: characters that turn the direction of writing, that have no width, tags, fillers.
 * The joiners of emoji and of some scripts stay between what they join, and so do the selectors
 * behind a character. It is never longer. */
char *text_of_line(struct arena *arena, const char *typed);
/* A copy as of text_of_line(), but line feeds stay. */
char *text_of_lines(struct arena *arena, const char *typed);

/* Whether a copy as above has nothing but spaces and line feeds. */
bool text_is_blank(const char *text);
/* The first `count` characters, in the arena. */
char *text_beginning(struct arena *arena, const char *text, size_t count);

#endif
