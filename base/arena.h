/* SPDX-License-Identifier: MIT */
/*
 * A scratch arena: memory for one message, given back all at once. It begins in the caller's block
 * and goes on in blocks of its own when that is full. Nothing that outlives the message may point
 * into it. One thread at a time.
 */
#ifndef PENTAD_BASE_ARENA_H
#define PENTAD_BASE_ARENA_H

#include <stddef.h>

struct arena_block;

struct arena {
    char *first;
    size_t first_size;
    size_t used; /* of the block in use */
    struct arena_block *more;
};

/* Borrows `size` bytes at `memory` until arena_deinit(). */
void arena_init(struct arena *arena, void *memory, size_t size);
void arena_deinit(struct arena *arena);
/* Forgets everything that was handed out; keeps the first block. */
void arena_reset(struct arena *arena);
/* Hands out `size` zeroed bytes, aligned for any type. Never NULL: out of memory aborts the
 * process. */
void *arena_alloc(struct arena *arena, size_t size);
/* Hands out a NUL-terminated copy. */
char *arena_text(struct arena *arena, const char *bytes, size_t len);

#endif
