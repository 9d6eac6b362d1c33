/* SPDX-License-Identifier: MIT */
/*
 * The variants that a server plays, as its `variant.list` told them. Games are judged and drawn by
 * that list: a variant with rules that this build knows need not be in the build's own table, and
 * one that is may have another board. One with needs that this build does not know keeps its name,
 * and cannot be played here.
 */
#ifndef PENTAD_CLIENT_CORE_VARIANTS_H
#define PENTAD_CLIENT_CORE_VARIANTS_H

#include "engine/variant.h"
#include "proto/maxima.h"
#include "proto/message.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A plain value that owns its texts. Its variants live as long as it does and do not move. */
struct variants {
    struct told_variant {
        struct variant variant;
        char key[MAXIMA_VARIANT_KEY + 1];
        char name[MAXIMA_VARIANT_NAME + 1];
    } told[MAXIMA_VARIANTS];
    size_t count;
    int64_t version; /* of the list, if there is one */
};

/* Takes over a list and its version. */
void variants_take(struct variants *variants, const struct variant_info_record *infos, size_t count,
                   int64_t version);

/* True if the list with this count and version is the one that is there or, before any was, the
 * table of this build: then it need not be asked for. */
bool variants_are_known(const struct variants *variants, size_t count, int64_t version);

/* True if games of the variant can be judged and drawn here. */
bool variants_can_play(const struct variant *variant);

/* True if that holds for all that were told. */
bool variants_are_all_known(const struct variants *variants);

/* The variant with this key, as told; before any list, that of this build's table; or NULL. */
const struct variant *variants_find(const struct variants *variants, const char *key, size_t len);

#endif
