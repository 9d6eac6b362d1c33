/* SPDX-License-Identifier: MIT */
/*
 * Private to server/shell/. The bytes that a turn has for one peer, in one piece. Their memory
 * comes from the slab, which is the same for every call with one output.
 */
#ifndef PENTAD_SERVER_SHELL_OUTPUT_H
#define PENTAD_SERVER_SHELL_OUTPUT_H

#include "base/slab.h"

#include <stdbool.h>
#include <stddef.h>

/* All zero: nothing, and no memory. */
struct output {
    char *bytes;
    size_t len;
    size_t size; /* of its memory */
};

/* Copies `len` bytes to the end. False: there is no memory, and nothing was changed. */
bool output_add(struct output *output, struct slab *slab, const char *bytes, size_t len);
/* Back to nothing. */
void output_drop(struct output *output, struct slab *slab);

#endif
