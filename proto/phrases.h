/* SPDX-License-Identifier: MIT */
/*
 * The phrases of proto/phrases.def, numbered from 0.
 */
#ifndef PENTAD_PROTO_PHRASES_H
#define PENTAD_PROTO_PHRASES_H

#include <stddef.h>

size_t phrase_count(void);
/* NULL behind the last one. */
const char *phrase_get(size_t n);
/* The number of the phrase that is exactly this text; phrase_count() if none is. */
size_t phrase_find(const char *text);

#endif
