/* SPDX-License-Identifier: MIT */
/*
 * The variants that a server plays, as its `hello` told them. Games are drawn and previewed by what
 * is told: a variant of a known family and known rules need not be in the table of this build, and
 * one that is may have another board there.
 */
#ifndef PENTAD_CLIENT_CORE_VARIANTS_H
#define PENTAD_CLIENT_CORE_VARIANTS_H

#include "engine/variant.h"
#include "proto/maxima.h"
#include "proto/message.h"

#include <stddef.h>

/* A plain value that owns its texts. Its variants are valid for as long as it is, at their places.
 */
struct variants {
    struct told_variant {
        struct variant variant;
        char key[MAXIMA_VARIANT_KEY + 1];
        char name[MAXIMA_VARIANT_NAME + 1];
    } told[MAXIMA_VARIANTS];
    size_t count;
};

/* Takes over what is told. Variants that this build cannot play are left out. */
void variants_take(struct variants *variants, const struct variant_info_record *infos,
                   size_t count);

/* The variant with this key as it was told, or else of this build's table, or NULL. */
const struct variant *variants_find(const struct variants *variants, const char *key, size_t len);

#endif
