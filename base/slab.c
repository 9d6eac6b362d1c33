/* SPDX-License-Identifier: MIT */
/*
 * The slab allocator: a list of free blocks for each size.
 */
#include "base/slab.h"

#include "base/memory.h"

#include <stdbool.h>
#include <stdlib.h>

#define KEPT_MAX ((size_t)2 * 1024 * 1024)

#ifdef __SANITIZE_ADDRESS__
#define KEEPS_BLOCKS false
#else
#define KEEPS_BLOCKS true
#endif

struct slab_block {
    struct slab_block *next;
};

/* The class of a size; SLAB_CLASSES and more for one that is not kept. */
static size_t class_of(size_t size)
{
    return size == 0 ? 0 : (size - 1) / SLAB_STEP;
}

static size_t block_size(size_t size)
{
    size_t class = class_of(size);
    return class < SLAB_CLASSES ? (class + 1) * SLAB_STEP : size;
}

static void *take_kept(struct slab *slab, size_t size)
{
    size_t class = class_of(size);
    if (class >= SLAB_CLASSES || slab->kept[class] == NULL)
        return NULL;
    struct slab_block *block = slab->kept[class];
    slab->kept[class] = block->next;
    slab->kept_bytes -= block_size(size);
    return block;
}

void *slab_take(struct slab *slab, size_t size)
{
    void *block = take_kept(slab, size);
    return block != NULL ? block : mem_alloc(block_size(size));
}

void *slab_try_take(struct slab *slab, size_t size)
{
    void *block = take_kept(slab, size);
    return block != NULL ? block : mem_try_grow(NULL, block_size(size));
}

void slab_give(struct slab *slab, void *take_block, size_t size)
{
    size_t class = class_of(size);
    struct slab_block *block = take_block;
    if (block == NULL || !KEEPS_BLOCKS || class >= SLAB_CLASSES ||
        slab->kept_bytes + block_size(size) > KEPT_MAX) {
        free(block);
        return;
    }
    block->next = slab->kept[class];
    slab->kept[class] = block;
    slab->kept_bytes += block_size(size);
}

void slab_deinit(struct slab *slab)
{
    for (size_t class = 0; class < SLAB_CLASSES; class ++) {
        while (slab->kept[class] != NULL) {
            struct slab_block *block = slab->kept[class];
            slab->kept[class] = block->next;
            free(block);
        }
    }
    slab->kept_bytes = 0;
}
