/* SPDX-License-Identifier: MIT */
/*
 * Memory for things that come and go with every message. Blocks that are given back are kept, up to
 * a limit, for the next caller that asks for the same size, so that a busy server does not ask the
 * heap at all. Small blocks come in steps of 64 bytes; large ones go straight to the heap. Under
 * AddressSanitizer nothing is kept, so that it finds uses after free. One thread at a time.
 */
#ifndef PENTAD_BASE_SLAB_H
#define PENTAD_BASE_SLAB_H

#include <stddef.h>

#define SLAB_STEP ((size_t)64)
#define SLAB_CLASSES 16

struct slab_block;

/* All zero is empty. */
struct slab {
    struct slab_block *kept[SLAB_CLASSES];
    size_t kept_bytes;
};

/* Hands out `size` bytes, aligned for any type, not zeroed. Never NULL. */
void *slab_take(struct slab *slab, size_t size);
/* Hands out a block that the caller can do without; NULL where mem_try_grow() would return NULL. */
void *slab_try_take(struct slab *slab, size_t size);
/* Takes back a block that was handed out with this `size`, or NULL. */
void slab_give(struct slab *slab, void *take_block, size_t size);
/* Gives everything that is kept back to the heap. */
void slab_deinit(struct slab *slab);

#endif
