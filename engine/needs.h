/* SPDX-License-Identifier: MIT */
/*
 * The needs of variants: what readers of their games have to know (needs.def), and which readers
 * know it (readers.def). A reader asks before it looks at a game, and refuses a variant with needs
 * that it does not know. A variant whose needs nobody filled in is known to no reader.
 */
#ifndef PENTAD_ENGINE_NEEDS_H
#define PENTAD_ENGINE_NEEDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Places of the bits below. */
enum needs__place {
    NEEDS__PLAIN,
#define NEED(ID, key, doc, known) NEEDS__##ID,
#include "engine/needs.def"
#undef NEED
    NEEDS__END
};

/* A set of needs; NEED_PLAIN is in the set of every variant, so that a forgotten set is no set. */
enum {
    NEED_PLAIN = 1u << NEEDS__PLAIN,
#define NEED(ID, key, doc, known) NEED_##ID = 1u << NEEDS__##ID,
#include "engine/needs.def"
#undef NEED
    NEEDS_ALL = (1u << NEEDS__END) - 1
};

enum reader {
#define READER(ID, text) READER_##ID,
#include "engine/readers.def"
#undef READER
    READER_COUNT
};

struct variant;

/* Writes the words of a set beyond NEED_PLAIN, separated by spaces; returns the length, 0 for none,
 * or ERR_TOO_SMALL when it does not fit `size` bytes. */
int needs_format(uint32_t needs, char *text, size_t size);

/* Reads such words, in any order, into a set that has NEED_PLAIN; false if one of them is no row of
 * this table. */
bool needs_parse(const char *text, size_t len, uint32_t *needs_out);

/* True if the reader knows all that games of the variant need. */
bool reader_knows(enum reader reader, const struct variant *variant);

/* The first need of the variant that the reader does not know, by its key: "plain" if the variant
 * does not say its needs, or says some that have no row; NULL if the reader knows them all. */
const char *reader_lacks(enum reader reader, const struct variant *variant);

#endif
