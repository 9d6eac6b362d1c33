/* SPDX-License-Identifier: MIT */
/*
 * Private to engine/. Names on which the writer and the reader of SGF have to agree. The format
 * itself and our private properties are described in engine/record.h.
 */
#ifndef PENTAD_ENGINE_SGF_H
#define PENTAD_ENGINE_SGF_H

#include "engine/variant.h"

#include <stddef.h>

#define SGF_VARIANT "PVA"
#define SGF_CHOICE "PCH"

/* The value of RU for a variant. */
const char *sgf__rule(const struct variant *variant);

/* A column from the left or a row from the top, from 0, as a letter: small ones, then capitals. The
 * format has none for more than twice as many. */
#define SGF_LETTERS 26
char sgf__letter(size_t number);

#endif
