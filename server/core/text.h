/* SPDX-License-Identifier: MIT */
/*
 * Text that people typed, made harmless before it is kept and shown to others.
 */
#ifndef PENTAD_SERVER_CORE_TEXT_H
#define PENTAD_SERVER_CORE_TEXT_H

#include "base/arena.h"

/* A copy with a space for each byte of a control character: each would take six bytes in JSON, and
 * terminals obey them (those from U+0080 to U+009F, too, which UTF-8 writes as C2 80 to C2 9F). */
char *text_without_controls(struct arena *arena, const char *typed);

#endif
