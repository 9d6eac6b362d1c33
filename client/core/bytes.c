/* SPDX-License-Identifier: MIT */
/*
 * The growing run of bytes of client/core/bytes.h. It grows by doubling and never shrinks: it holds
 * only a few frames.
 */
#include "client/core/bytes.h"

#include <stdlib.h>
#include <string.h>

#define BYTES_FIRST_SIZE 4096

void bytes_append(struct bytes *bytes, const char *data, size_t len)
{
    if (len == 0)
        return;
    if (bytes->size - bytes->len < len) {
        size_t size = bytes->size > 0 ? bytes->size : BYTES_FIRST_SIZE;
        while (size - bytes->len < len)
            size *= 2;
        char *grown = realloc(bytes->data, size);
        if (grown == NULL)
            abort();
        bytes->data = grown;
        bytes->size = size;
    }
    memcpy(bytes->data + bytes->len, data, len);
    bytes->len += len;
}

void bytes_take(struct bytes *bytes, size_t len)
{
    bytes->len -= len;
    if (bytes->len > 0 && len > 0)
        memmove(bytes->data, bytes->data + len, bytes->len);
}

void bytes_deinit(struct bytes *bytes)
{
    free(bytes->data);
    *bytes = (struct bytes){0};
}
