/* SPDX-License-Identifier: MIT */
/*
 * Private to engine/. Names on which the writer and the reader of SGF have to agree. The format
 * itself and our private properties are described in engine/record.h.
 */
#ifndef PENTAD_ENGINE_SGF_H
#define PENTAD_ENGINE_SGF_H

#include "engine/variant.h"

#define SGF_VARIANT "PVA"
#define SGF_CHOICE "PCH"

/* The value of RU for a variant. */
const char *sgf__rule(const struct variant *variant);

#endif
