/* SPDX-License-Identifier: MIT */
/*
 * Output grows by doubling, from what nearly every turn needs.
 */
#include "server/shell/output.h"

#include <string.h>

#define SIZE_MIN 512

static bool reserve(struct output *output, struct slab *slab, size_t len)
{
    size_t size = output->size > 0 ? output->size : SIZE_MIN;
    if (len <= output->size)
        return true;
    while (size < len)
        size *= 2;
    char *grown = slab_try_take(slab, size);
    if (grown == NULL)
        return false;
    if (output->len > 0)
        memcpy(grown, output->bytes, output->len);
    slab_give(slab, output->bytes, output->size);
    output->bytes = grown;
    output->size = size;
    return true;
}

bool output_add(struct output *output, struct slab *slab, const char *bytes, size_t len)
{
    if (!reserve(output, slab, output->len + len))
        return false;
    memcpy(output->bytes + output->len, bytes, len);
    output->len += len;
    return true;
}

void output_drop(struct output *output, struct slab *slab)
{
    slab_give(slab, output->bytes, output->size);
    *output = (struct output){0};
}
