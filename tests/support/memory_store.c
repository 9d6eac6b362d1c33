/* SPDX-License-Identifier: MIT */
/*
 * Stores in memory. The image is the program's, for as long as it runs.
 */
#include "tests/support/memory_store.h"

#include "db/sqlite/store.h"

#include <stdio.h>
#include <stdlib.h>

static struct store *open_with(const void *image, size_t size, store_wake_fn *wake, void *wake_ctx)
{
    const struct store_sqlite_options options = {
        .path = STORE_IN_MEMORY, .image = image, .image_size = size};
    char message[256];
    struct store *store = store_sqlite_open(&options, wake, wake_ctx, message, sizeof(message));
    if (store == NULL) {
        fprintf(stderr, "%s\n", message);
        abort();
    }
    return store;
}

struct store *memory_store_open(store_wake_fn *wake, void *wake_ctx)
{
    static void *image;
    static size_t size;
    if (image != NULL)
        return open_with(image, size, wake, wake_ctx);
    struct store *store = open_with(NULL, 0, wake, wake_ctx);
    image = store_sqlite_image(store, &size);
    return store;
}
