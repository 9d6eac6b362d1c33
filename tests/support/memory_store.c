/* SPDX-License-Identifier: MIT */
/*
 * Stores in memory. The empty one is the program's, for as long as it runs.
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

static void *empty;
static size_t empty_size;

struct store *memory_store_open(store_wake_fn *wake, void *wake_ctx)
{
    if (empty != NULL)
        return open_with(empty, empty_size, wake, wake_ctx);
    struct store *store = open_with(NULL, 0, wake, wake_ctx);
    empty = store_sqlite_image(store, &empty_size);
    return store;
}

void memory_store_save(const char *path)
{
    FILE *file = fopen(path, "wbx");
    if (file == NULL)
        return;
    if (empty == NULL)
        store_close(memory_store_open(NULL, NULL));
    if (fwrite(empty, 1, empty_size, file) != empty_size || fclose(file) != 0) {
        perror(path);
        abort();
    }
}
