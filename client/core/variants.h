/* SPDX-License-Identifier: MIT */
/*
 * The variants that a server plays, as its `variant.list` told them. Games are judged and drawn by
 * what is told: a variant with rules that this build knows need not be in its table, and one that
 * is may have another board there. One that needs what this build does not know keeps its name, and
 * cannot be played here.
 */
#ifndef PENTAD_CLIENT_CORE_VARIANTS_H
#define PENTAD_CLIENT_CORE_VARIANTS_H

#include "engine/variant.h"
#include "proto/maxima.h"
#include "proto/message.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A plain value that owns its texts. Its variants are valid for as long as it is, at their places.
 */
struct variants {
    struct told_variant {
        struct variant variant;
        char key[MAXIMA_VARIANT_KEY + 1];
        char name[MAXIMA_VARIANT_NAME + 1];
    } told[MAXIMA_VARIANTS];
    size_t count;
    int64_t version; /* of the list, once there is one */
};

/* Takes over the list of that version. */
void variants_take(struct variants *variants, const struct variant_info_record *infos, size_t count,
                   int64_t version);

/* Whether the list of so many variants is the one that is there, or, before any, the table of this
 * build: then nobody has to ask for it. */
bool variants_are_known(const struct variants *variants, size_t count, int64_t version);

/* Whether games of it can be judged and drawn here. */
bool variants_can_play(const struct variant *variant);

/* Whether all that were told can be. */
bool variants_are_all_known(const struct variants *variants);

/* The variant with this key as it was told; while nothing was, of this build's table; or NULL. */
const struct variant *variants_find(const struct variants *variants, const char *key, size_t len);

#endif
