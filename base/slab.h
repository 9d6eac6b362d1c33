/* SPDX-License-Identifier: MIT */
/*
 * Memory for what comes and goes with every message. Blocks that are given back are kept for who
 * asks for as much next, up to a limit, so that a server at work does not ask the heap at all.
 * Small blocks come in steps of 64 bytes; large ones are the heap's as they were. With a sanitizer
 * for addresses nothing is kept, so that it sees what is used too late. One thread at a time.
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

/* `size` bytes, aligned for any type, not zeroed. Never NULL. */
void *slab_take(struct slab *slab, size_t size);
/* The same for what can be done without, as mem_try_grow() has it: may be NULL. */
void *slab_try_take(struct slab *slab, size_t size);
/* `take_block` was taken with this `size`, or is NULL. */
void slab_give(struct slab *slab, void *take_block, size_t size);
/* Gives everything that is kept to the heap. */
void slab_deinit(struct slab *slab);

#endif
