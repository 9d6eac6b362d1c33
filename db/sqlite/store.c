/* SPDX-License-Identifier: MIT */
/*
 * The store in SQLite: db/run over this folder's driver.
 */
#include "db/sqlite/store.h"

#include "base/memory.h"
#include "db/run/run.h"
#include "db/sqlite/driver.h"

#include <stdio.h>
#include <string.h>

struct store *store_sqlite_open(const struct store_sqlite_options *options, store_wake_fn *wake,
                                void *wake_ctx, char *message_out, size_t message_size)
{
    char reason[STORE_ERROR_SIZE] = "";
    const struct run_options run = {
        .is_inline = options->is_inline || strcmp(options->path, STORE_IN_MEMORY) == 0,
        .wake = wake,
        .wake_ctx = wake_ctx,
        .lost = options->lost,
        .lost_ctx = options->lost_ctx,
    };
    struct store *store = run__open(driver__database(options), &run, reason, sizeof(reason));
    if (store == NULL)
        (void)snprintf(message_out, message_size, "Cannot use the database %s: %s.", options->path,
                       reason);
    return store;
}

void *store_sqlite_image(struct store *store, size_t *size_out)
{
    const struct sqlite_connection *connection =
        (const struct sqlite_connection *)run__connection(store);
    sqlite3_int64 size = 0;
    unsigned char *bytes = sqlite3_serialize(connection->db, "main", &size, 0);
    if (bytes == NULL)
        return NULL;
    void *image = mem_alloc((size_t)size);
    memcpy(image, bytes, (size_t)size);
    sqlite3_free(bytes);
    *size_out = (size_t)size;
    return image;
}
