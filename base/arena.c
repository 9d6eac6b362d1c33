/* SPDX-License-Identifier: MIT */
/*
 * The scratch arena: bump allocation in the caller's block first, then in blocks of its own, each
 * twice as large as the one before up to a limit. Owns those blocks; borrows the caller's.
 */
#include "base/arena.h"

#include "base/memory.h"

#include <stdalign.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define BLOCK_SIZE_MIN 4096
#define BLOCK_SIZE_MAX ((size_t)1024 * 1024) /* larger ones only for a larger piece */

struct arena_block {
    struct arena_block *next;
    size_t size;
    alignas(max_align_t) char bytes[];
};

void arena_init(struct arena *arena, void *memory, size_t size)
{
    *arena = (struct arena){.first = memory, .first_size = size};
}

void arena_reset(struct arena *arena)
{
    while (arena->more != NULL) {
        struct arena_block *block = arena->more;
        arena->more = block->next;
        free(block);
    }
    arena->used = 0;
}

void arena_deinit(struct arena *arena)
{
    arena_reset(arena);
    *arena = (struct arena){0};
}

static void *block_take(char *bytes, size_t block_size, size_t *used, size_t size)
{
    size_t skip = (size_t)(-(uintptr_t)(bytes + *used) & (alignof(max_align_t) - 1));
    if (*used + skip > block_size || size > block_size - *used - skip)
        return NULL;
    void *taken = bytes + *used + skip;
    *used += skip + size;
    return memset(taken, 0, size);
}

/* Doubling keeps the number of blocks small however much a message needs. */
static size_t block_size_next(const struct arena *arena, size_t size)
{
    size_t grown = arena->more != NULL ? arena->more->size * 2 : BLOCK_SIZE_MIN;
    if (grown > BLOCK_SIZE_MAX)
        grown = BLOCK_SIZE_MAX;
    size_t needed = size + alignof(max_align_t);
    return needed > grown ? needed : grown;
}

static void block_add(struct arena *arena, size_t size)
{
    if (size > SIZE_MAX / 2)
        abort();
    size_t block_size = block_size_next(arena, size);
    struct arena_block *block = mem_alloc(sizeof(*block) + block_size);
    block->size = block_size;
    block->next = arena->more;
    arena->more = block;
    arena->used = 0;
}

void *arena_alloc(struct arena *arena, size_t size)
{
    char *bytes = arena->more != NULL ? arena->more->bytes : arena->first;
    size_t block_size = arena->more != NULL ? arena->more->size : arena->first_size;
    void *taken = NULL;
    if (bytes != NULL)
        taken = block_take(bytes, block_size, &arena->used, size);
    if (taken != NULL)
        return taken;
    block_add(arena, size);
    return block_take(arena->more->bytes, arena->more->size, &arena->used, size);
}

char *arena_text(struct arena *arena, const char *bytes, size_t len)
{
    char *text = arena_alloc(arena, len + 1);
    if (len > 0)
        memcpy(text, bytes, len);
    return text;
}
