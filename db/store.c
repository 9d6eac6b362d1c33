/* SPDX-License-Identifier: MIT */
/*
 * The store's functions: each one calls the back-end. They are here so that callers name what they
 * want and never see which back-end does it.
 */
#include "db/store.h"

int store_load(struct store *store, const struct store_loader *loader)
{
    return store->backend->load(store, loader);
}

void store_submit(struct store *store, uint64_t number, struct store_batch *take_batch)
{
    store->backend->submit(store, number, take_batch);
}

void store_resume(struct store *store)
{
    store->backend->resume(store);
}

void store_query(struct store *store, uint64_t number, const struct store_query *query)
{
    store->backend->query(store, number, query);
}

void store_poll(struct store *store, const struct store_listener *listener)
{
    store->backend->poll(store, listener);
}

void store_error(struct store *store, char *text_out, size_t text_size)
{
    text_out[0] = '\0';
    if (store->backend->error != NULL)
        store->backend->error(store, text_out, text_size);
}

void store_close(struct store *store)
{
    if (store != NULL)
        store->backend->close(store);
}
