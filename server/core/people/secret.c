/* SPDX-License-Identifier: MIT */
/*
 * Secrets. Whatever is hashed with one is written behind it, or in the same batch: so no crash
 * leaves hashes whose secret is gone.
 */
#include "server/core/people/secret.h"

#include "server/core/people/state.h"
#include "server/core/turn/writes.h"

#include <string.h>

static const char *const NAMES[SECRET_COUNT] = {
    [SECRET_NAMES] = "names", [SECRET_ORIGINS] = "origins", [SECRET_GUESSES] = "guesses"};

void secret_load(struct core *core, const struct store_secret *stored)
{
    for (int use = 0; use < SECRET_COUNT; use++) {
        struct secret *secret = &core->people->secrets[use];
        if (strcmp(stored->name, NAMES[use]) != 0)
            continue;
        memcpy(secret->bytes, stored->bytes, sizeof(secret->bytes));
        secret->is_stored = true;
    }
}

void secrets_make(struct core *core)
{
    for (int use = 0; use < SECRET_COUNT; use++)
        if (!core->people->secrets[use].is_stored)
            core->ports.random(core->ports.ctx, core->people->secrets[use].bytes,
                               sizeof(core->people->secrets[use].bytes));
}

/* A failed commit brings `is_stored` back, and the next batch tries again. */
static void write(struct core *core, int use)
{
    struct secret *secret = &core->people->secrets[use];
    struct store_op op = {.kind = STORE_SECRET_ADD, .as.secret_add = {.name = NAMES[use]}};
    memcpy(op.as.secret_add.bytes, secret->bytes, sizeof(secret->bytes));
    writes_touch(core, &secret->is_stored, sizeof(secret->is_stored), NULL, NULL);
    secret->is_stored = true;
    writes_add(core, &op);
}

void secrets_write(struct core *core)
{
    for (int use = 0; use < SECRET_COUNT && writes_are_open(core); use++)
        if (!core->people->secrets[use].is_stored)
            write(core, use);
}

uint64_t secret_hash(const struct core *core, enum secret_use use, const void *bytes, size_t len)
{
    return core->ports.keyed_hash(core->ports.ctx, core->people->secrets[use].bytes, bytes, len);
}
